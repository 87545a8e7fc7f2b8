//! One Taylor coefficient of one operation, from lower ones.
//!
//! Coefficients are `a_n = a⁽ⁿ⁾/n!`, and `⟨a, b⟩ = Σ_{j=1}^{n−1} a_j b_{n−j}` is the middle part of a
//! convolution ([`sweep`](crate::sweep)); `ȧ_j = j a_j`. From the equations on the left, for n ≥ 1:
//!
//! ```text
//! c = Σ f a b        c_n = Σ f (⟨a, b⟩ + a_n b_0 + a_0 b_n) + Σ g a_n                       (1)
//!     + Σ g a        with fixed f, g
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

/// Coefficient 0 of a slot and the coefficient of the order that is computed, side by side; the second
/// is 0 for a fixed slot.
pub(crate) type Pair<T> = [T; 2];

/// The number nearest to a rational.
fn nearest<T: Tabulated>(r: &Rational) -> T {
    T::from_ratio(&r.numer().to_big(), &r.denom().to_big())
}

/// The inputs of a program at a point.
pub(crate) struct Inputs<'a, T> {
    pub(crate) moving: &'a [T],
    pub(crate) fixed: &'a [T],
}

/// Writes the value of an instruction, coefficient 0; sums and linear systems are not done here.
pub(crate) fn value<T: Tabulated>(
    instruction: &Instruction,
    slot: Slot,
    v: &mut [Pair<T>],
    inputs: &Inputs<'_, T>,
) -> Result<(), KernelError> {
    use Instruction as I;
    let one = T::from(1.0);
    let (result, operation) = match instruction {
        I::Moving(i) => (inputs.moving[*i], "an input"),
        I::Fixed(i) => (inputs.fixed[*i], "a parameter"),
        I::Constant(r) => (nearest(r), "a number"),
        I::Add(a, b) => (v[*a][0] + v[*b][0], "a sum"),
        I::Sub(a, b) => (v[*a][0] - v[*b][0], "a difference"),
        I::Neg(a) => (-v[*a][0], "a negative"),
        I::Scale(a, b) | I::Mul(a, b, _) => (v[*a][0] * v[*b][0], "a product"),
        I::Share(a, b) | I::Div(a, b, _) => (v[*a][0] / v[*b][0], "a quotient"),
        I::Sqrt(a, _) => (v[*a][0].sqrt(), "a square root"),
        I::Power(a, k, _) => (v[*a][0].pow(v[*k][0]), "a power"),
        I::Exp(a, _) => (v[*a][0].exp(), "exp"),
        I::SinCos(a, _) => {
            let (sin, cos) = v[*a][0].sin_cos();
            v[slot + 1][0] = cos;
            (sin, "sin")
        }
        I::SinhCosh(a, _) => {
            v[slot + 1][0] = v[*a][0].cosh();
            (v[*a][0].sinh(), "sinh")
        }
        I::Tan(a, _) => {
            let tan = v[*a][0].tan();
            v[slot + 1][0] = one + tan * tan; // (10)
            (tan, "tan")
        }
        I::Tanh(a, _) => {
            let tanh = v[*a][0].tanh();
            v[slot + 1][0] = one - tanh * tanh; // (10)
            (tanh, "tanh")
        }
        I::Inverse(f, a, _, _) => (T::value(f.row(), &[v[*a][0]]), f.row().name),
        I::Atan2(y, x, _, _) => (T::value(Elementary::Atan2.row(), &[v[*y][0], v[*x][0]]), "atan2"),
        I::Abs(a) => (v[*a][0].abs(), "abs"),
        I::Sign(a) => (v[*a][0].sign(), "sign"),
        I::Sum(_) | I::Solution(_) => return Ok(()),
    };
    v[slot][0] = result;
    if result.is_finite() {
        return Ok(());
    }
    let argument = instruction.argument().map_or(result, |slot| v[slot][0]).to_f64();
    Err(KernelError::Undefined { operation, argument })
}

/// The coefficients that a recurrence of order `n ≥ 1` reads and writes.
pub(crate) struct Rows<'a, T> {
    /// n, as a number of the field.
    pub(crate) n: T,
    /// Coefficients 0 and n by slot; those of the moving inputs are there already.
    pub(crate) pairs: &'a mut [Pair<T>],
    /// The middle sums.
    pub(crate) middle: &'a [T],
}

/// Writes coefficient n of an instruction; the frequent ones ([`frequent`](crate::frequent)) and linear
/// systems are not done here. The error is the name of a function that is not smooth.
pub(crate) fn coefficient<T: Tabulated>(
    instruction: &Instruction,
    slot: Slot,
    rows: &mut Rows<'_, T>,
) -> Result<(), &'static str> {
    use Instruction as I;
    let Rows { n, pairs: c, middle: mid } = rows;
    let n = *n;
    let two = T::from(2.0);
    c[slot][1] = match instruction {
        I::Moving(_)
        | I::Fixed(_)
        | I::Constant(_)
        | I::Scale(..)
        | I::Mul(..)
        | I::Sum(_)
        | I::SinCos(..)
        | I::Solution(_) => return Ok(()),
        I::Add(a, b) => c[*a][1] + c[*b][1],
        I::Sub(a, b) => c[*a][1] - c[*b][1],
        I::Neg(a) => -c[*a][1],
        I::Share(a, b) => c[*a][1] / c[*b][0],
        I::Div(a, b, m) => (c[*a][1] - c[*b][1] * c[slot][0] - mid[*m]) / c[*b][0], // (2)
        I::Sqrt(a, m) => (c[*a][1] - mid[*m]) / (two * c[slot][0]),                 // (3)
        I::Power(a, k, m) => {
            let first = n * c[*a][1] * c[slot][0] + mid[*m];
            (c[*k][0] * first - mid[*m + 1]) / (n * c[*a][0]) // (4)
        }
        I::Exp(a, m) => c[*a][1] * c[slot][0] + mid[*m] * (T::from(1.0) / n), // (5)
        I::SinhCosh(a, m) => {
            c[slot + 1][1] = c[*a][1] * c[slot][0] + mid[*m + 1] / n; // (8)
            c[*a][1] * c[slot + 1][0] + mid[*m] / n // (6)
        }
        I::Tan(a, m) | I::Tanh(a, m) => {
            let tangent = c[*a][1] * c[slot + 1][0] + mid[*m] / n; // (9)
            let square = two * c[slot][0] * tangent + mid[*m + 1];
            c[slot + 1][1] = if matches!(instruction, I::Tan(..)) { square } else { -square }; // (10)
            tangent
        }
        I::Inverse(_, a, d, m) => (c[*a][1] - mid[*m] / n) / c[*d][0], // (11)
        I::Atan2(y, x, d, m) => {
            let turn = c[*x][0] * c[*y][1] - c[*y][0] * c[*x][1];
            (turn + (mid[*m] - mid[*m + 1] - mid[*m + 2]) / n) / c[*d][0] // (12)
        }
        I::Abs(a) => slope(c[*a][0], "abs")? * c[*a][1],
        I::Sign(a) => slope(c[*a][0], "sign")? * T::from(0.0),
    };
    Ok(())
}

/// The sign of a number that is not 0.
fn slope<T: Tabulated>(a: T, function: &'static str) -> Result<T, &'static str> {
    let sign = a.sign();
    if sign == T::from(0.0) { Err(function) } else { Ok(sign) }
}
