//! One Taylor coefficient of one operation, from lower ones.
//!
//! Coefficients are `a_n = a⁽ⁿ⁾/n!`, and `⟨a, b⟩ = Σ_{j=1}^{n−1} a_j b_{n−j}` is the middle part of a
//! convolution ([`sweep`](crate::sweep)); `ȧ_j = j a_j`. From the equations on the left, for n ≥ 1:
//!
//! ```text
//! c = a b            c_n = a_0 b_n + a_n b_0 + ⟨a, b⟩                                       (1)
//! q b = a            q_n = (a_n − b_n q_0 − ⟨b, q⟩)/b_0                                     (2)
//! r r = a            r_n = (a_n − ⟨r, r⟩)/(2 r_0)                                           (3)
//! a p' = k a' p      n p_n = (k (n a_n p_0 + ⟨ȧ, p⟩) − ⟨ṗ, a⟩)/a_0          p = a^k          (4)
//! e' = a' e          n e_n = n a_n e_0 + ⟨ȧ, e⟩                            e = exp a        (5)
//! s' = a' c          n s_n = n a_n c_0 + ⟨ȧ, c⟩                            s = sin a        (6)
//! c' = −a' s         n c_n = −(n a_n s_0 + ⟨ȧ, s⟩)                         c = cos a        (7)
//! s' = a' c          as (6)                                                s = sinh a
//! c' = a' s          n c_n = n a_n s_0 + ⟨ȧ, s⟩                            c = cosh a       (8)
//! T' = a' w          n T_n = n a_n w_0 + ⟨ȧ, w⟩                            T = tan a, tanh a (9)
//! w = 1 ± T²         w_n = ±(2 T_0 T_n + ⟨T, T⟩)                                           (10)
//! y' d = a'          n y_n = (n a_n − ⟨ẏ, d⟩)/d_0                          log, asin, …    (11)
//! ϑ' d = x y' − y x' n ϑ_n = (n (x_0 y_n − y_0 x_n) + ⟨ẏ, x⟩ − ⟨ẋ, y⟩ − ⟨ϑ̇, d⟩)/d_0       (12)
//! ```
//!
//! with `ϑ = atan2(y, x)`, `d = x² + y²`. These are classical; see \[Moore1966\]. Coefficient 0 is the
//! value.

use alembert_algebra::evaluate::Tabulated;
use alembert_algebra::{Elementary, Rational};

use crate::KernelError;
use crate::program::{Instruction, Slot};

/// The number nearest to a rational.
fn nearest<T: Tabulated>(r: &Rational) -> T {
    T::from_ratio(&r.numer().to_big(), &r.denom().to_big())
}

/// The inputs of a program at a point.
pub(crate) struct Inputs<'a, T> {
    pub(crate) moving: &'a [T],
    pub(crate) fixed: &'a [T],
}

/// Writes the value of an instruction, coefficient 0; linear systems are not done here.
pub(crate) fn value<T: Tabulated>(
    instruction: &Instruction,
    slot: Slot,
    v: &mut [T],
    inputs: &Inputs<'_, T>,
) -> Result<(), KernelError> {
    use Instruction as I;
    let one = T::from(1.0);
    let (result, operation) = match instruction {
        I::Moving(i) => (inputs.moving[*i], "an input"),
        I::Fixed(i) => (inputs.fixed[*i], "a parameter"),
        I::Constant(r) => (nearest(r), "a number"),
        I::Add(a, b) => (v[*a] + v[*b], "a sum"),
        I::Sub(a, b) => (v[*a] - v[*b], "a difference"),
        I::Neg(a) => (-v[*a], "a negative"),
        I::Scale(a, b) | I::Mul(a, b, _) => (v[*a] * v[*b], "a product"),
        I::Share(a, b) | I::Div(a, b, _) => (v[*a] / v[*b], "a quotient"),
        I::Sqrt(a, _) => (v[*a].sqrt(), "a square root"),
        I::Power(a, k, _) => (v[*a].pow(v[*k]), "a power"),
        I::Exp(a, _) => (v[*a].exp(), "exp"),
        I::SinCos(a, _) => {
            let (sin, cos) = v[*a].sin_cos();
            v[slot + 1] = cos;
            (sin, "sin")
        }
        I::SinhCosh(a, _) => {
            v[slot + 1] = v[*a].cosh();
            (v[*a].sinh(), "sinh")
        }
        I::Tan(a, _) => {
            let tan = v[*a].tan();
            v[slot + 1] = one + tan * tan; // (10)
            (tan, "tan")
        }
        I::Tanh(a, _) => {
            let tanh = v[*a].tanh();
            v[slot + 1] = one - tanh * tanh; // (10)
            (tanh, "tanh")
        }
        I::Inverse(f, a, _, _) => (T::value(f.row(), &[v[*a]]), f.row().name),
        I::Atan2(y, x, _, _) => (T::value(Elementary::Atan2.row(), &[v[*y], v[*x]]), "atan2"),
        I::Abs(a) => (v[*a].abs(), "abs"),
        I::Sign(a) => (v[*a].sign(), "sign"),
        I::Solution(_) => return Ok(()),
    };
    v[slot] = result;
    if result.is_finite() {
        return Ok(());
    }
    let argument = instruction.argument().map_or(result, |slot| v[slot]).to_f64();
    Err(KernelError::Undefined { operation, argument })
}

/// The coefficients that a recurrence of order `n ≥ 1` reads and writes.
pub(crate) struct Rows<'a, T> {
    /// n, as a number of the field.
    pub(crate) n: T,
    /// Coefficients 0 by slot.
    pub(crate) zero: &'a [T],
    /// Coefficients n by slot; those of the moving inputs are there already.
    pub(crate) row: &'a mut [T],
    /// The middle sums.
    pub(crate) middle: &'a [T],
}

/// Writes coefficient n of an instruction; linear systems are not done here. The error is the name of
/// a function that is not smooth, small enough not to slow the others down.
#[inline(always)]
pub(crate) fn coefficient<T: Tabulated>(
    instruction: &Instruction,
    slot: Slot,
    rows: &mut Rows<'_, T>,
) -> Result<(), &'static str> {
    use Instruction as I;
    let Rows { n, zero: o, row: c, middle: mid } = rows;
    let n = *n;
    let two = T::from(2.0);
    c[slot] = match instruction {
        I::Moving(_) | I::Fixed(_) | I::Constant(_) | I::Solution(_) => return Ok(()),
        I::Add(a, b) => c[*a] + c[*b],
        I::Sub(a, b) => c[*a] - c[*b],
        I::Neg(a) => -c[*a],
        I::Scale(a, b) => o[*a] * c[*b],
        I::Share(a, b) => c[*a] / o[*b],
        I::Mul(a, b, m) => o[*a] * c[*b] + c[*a] * o[*b] + mid[*m], // (1)
        I::Div(a, b, m) => (c[*a] - c[*b] * o[slot] - mid[*m]) / o[*b], // (2)
        I::Sqrt(a, m) => (c[*a] - mid[*m]) / (two * o[slot]),       // (3)
        I::Power(a, k, m) => {
            let first = n * c[*a] * o[slot] + mid[*m];
            (o[*k] * first - mid[*m + 1]) / (n * o[*a]) // (4)
        }
        I::Exp(a, m) => c[*a] * o[slot] + mid[*m] / n, // (5)
        I::SinCos(a, m) => {
            c[slot + 1] = -(c[*a] * o[slot] + mid[*m + 1] / n); // (7)
            c[*a] * o[slot + 1] + mid[*m] / n // (6)
        }
        I::SinhCosh(a, m) => {
            c[slot + 1] = c[*a] * o[slot] + mid[*m + 1] / n; // (8)
            c[*a] * o[slot + 1] + mid[*m] / n // (6)
        }
        I::Tan(a, m) | I::Tanh(a, m) => {
            let tangent = c[*a] * o[slot + 1] + mid[*m] / n; // (9)
            let square = two * o[slot] * tangent + mid[*m + 1];
            c[slot + 1] = if matches!(instruction, I::Tan(..)) { square } else { -square }; // (10)
            tangent
        }
        I::Inverse(_, a, d, m) => (c[*a] - mid[*m] / n) / o[*d], // (11)
        I::Atan2(y, x, d, m) => {
            let turn = o[*x] * c[*y] - o[*y] * c[*x];
            (turn + (mid[*m] - mid[*m + 1] - mid[*m + 2]) / n) / o[*d] // (12)
        }
        I::Abs(a) => slope(o[*a], "abs")? * c[*a],
        I::Sign(a) => slope(o[*a], "sign")? * T::from(0.0),
    };
    Ok(())
}

/// The sign of a number that is not 0.
fn slope<T: Tabulated>(a: T, function: &'static str) -> Result<T, &'static str> {
    let sign = a.sign();
    if sign == T::from(0.0) { Err(function) } else { Ok(sign) }
}
