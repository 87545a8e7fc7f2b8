//! Constants of the elementary functions: π/2 and log 2 as sums of four doubles, 1/n! and 1/(2n+1).

use crate::numeric::double_double::DoubleDouble;
use std::f64::consts::{FRAC_PI_2, LN_2};

/// π/2 up to 2⁻²¹⁵.
pub(super) const HALF_PI_PARTS: [f64; 4] =
    [FRAC_PI_2, 6.123_233_995_736_766e-17, -1.497_384_904_859_169_8e-33, 5.562_271_104_316_826e-50];

/// log 2 up to 2⁻²¹⁵.
pub(super) const LN_2_PARTS: [f64; 4] =
    [LN_2, 2.319_046_813_846_299_6e-17, 5.707_708_438_416_212e-34, -3.582_432_210_601_811_4e-50];

/// 1/n! for n = 0, …, 31.
const INVERSE_FACTORIALS: [DoubleDouble; 32] = inverse_factorials();

/// 1/n! for n = 0, …, 25: the exponential.
pub(super) const EXPONENTIAL: [DoubleDouble; 26] = chosen(0, 1, 1.0);
/// (−1)ⁿ/(2n+1)! for n = 1, …, 14: the sine, without its leading term.
pub(super) const SINE: [DoubleDouble; 14] = chosen(3, 2, -1.0);
/// (−1)ⁿ/(2n)! for n = 1, …, 15: the cosine, without its leading term.
pub(super) const COSINE: [DoubleDouble; 15] = chosen(2, 2, -1.0);
/// 1/(2n+1)! for n = 1, …, 14: the hyperbolic sine, without its leading term.
pub(super) const HYPERBOLIC_SINE: [DoubleDouble; 14] = chosen(3, 2, 1.0);
/// 1/(2n+1) for n = 1, …, 25: the inverse hyperbolic tangent, without its leading term.
pub(super) const INVERSE_TANH: [DoubleDouble; 25] = inverse_odd(1.0);
/// (−1)ⁿ/(2n+1) for n = 1, …, 25: the inverse tangent, without its leading term.
pub(super) const INVERSE_TAN: [DoubleDouble; 25] = inverse_odd(-1.0);

/// The product n! is exact up to 31!, which has 88 bits without its factors of 2.
const fn inverse_factorials() -> [DoubleDouble; 32] {
    let mut table = [DoubleDouble::ONE; 32];
    let mut factorial = DoubleDouble::ONE;
    let mut n = 1;
    while n < 32 {
        factorial = factorial.times(DoubleDouble::sum(n as f64, 0.0));
        table[n] = DoubleDouble::ONE.over(factorial);
        n += 1;
    }
    table
}

/// N inverse factorials from `first` on in strides, with factors `ratio`, 1, `ratio`, … .
const fn chosen<const N: usize>(first: usize, stride: usize, ratio: f64) -> [DoubleDouble; N] {
    let mut table = [DoubleDouble::ONE; N];
    let mut sign = ratio;
    let mut i = 0;
    while i < N {
        table[i] = INVERSE_FACTORIALS[first + i * stride].times(DoubleDouble::sum(sign, 0.0));
        sign *= ratio;
        i += 1;
    }
    table
}

const fn inverse_odd<const N: usize>(ratio: f64) -> [DoubleDouble; N] {
    let mut table = [DoubleDouble::ONE; N];
    let mut sign = ratio;
    let mut i = 0;
    while i < N {
        let odd = (2 * i + 3) as f64;
        table[i] = DoubleDouble::sum(sign, 0.0).over(DoubleDouble::sum(odd, 0.0));
        sign *= ratio;
        i += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::{
        COSINE, EXPONENTIAL, HALF_PI_PARTS, HYPERBOLIC_SINE, INVERSE_TAN, INVERSE_TANH, LN_2_PARTS,
        SINE,
    };
    use crate::numeric::double_double::DoubleDouble;
    use crate::numeric::elementary::exact::{BITS, fixed};
    use num_bigint::BigInt;
    use num_traits::{One, Signed, Zero};

    /// `Σ ±1/((2n+1) x²ⁿ⁺¹)` times 2³²⁰: atan(1/x) with minus signs, atanh(1/x) with plus.
    fn inverse_arc(x: u32, sign: i32) -> BigInt {
        let mut power: BigInt = (BigInt::one() << BITS) / x;
        let (mut sum, mut n) = (BigInt::zero(), 1);
        while !power.is_zero() {
            sum += &power / n;
            power = power * sign / (x * x);
            n += 2;
        }
        sum
    }

    fn assert_close(parts: &[f64], truth: &BigInt, bits: usize) {
        let error: BigInt = parts.iter().copied().map(fixed).sum::<BigInt>() - truth;
        assert!(error.abs() < BigInt::one() << (BITS - bits), "{parts:?}");
    }

    #[test]
    fn half_pi_agrees_with_the_formula_of_machin() {
        let half_pi = inverse_arc(5, -1) * 8 - inverse_arc(239, -1) * 2;
        assert_close(&HALF_PI_PARTS, &half_pi, 215);
        let pi = DoubleDouble::PI;
        assert_close(&[pi.hi(), pi.lo()], &(half_pi * 2), 106);
    }

    #[test]
    fn logarithm_of_two_agrees_with_its_series() {
        let ln_2 = inverse_arc(3, 1) * 2;
        assert_close(&LN_2_PARTS, &ln_2, 215);
        assert_close(&[DoubleDouble::LN_2.hi(), DoubleDouble::LN_2.lo()], &ln_2, 106);
    }

    /// The coefficient times its denominator is ±1 up to 2⁻¹⁰⁰.
    fn assert_inverse(c: DoubleDouble, denominator: &BigInt, sign: i32) {
        let product = (fixed(c.hi()) + fixed(c.lo())) * denominator * sign;
        let error: BigInt = product - (BigInt::one() << BITS);
        assert!(error.abs() < BigInt::one() << (BITS - 100), "1/{denominator}");
    }

    fn factorial(n: usize) -> BigInt {
        (1..=n).map(BigInt::from).product()
    }

    #[test]
    fn coefficients_are_within_the_rounding_error_of_a_constant() {
        let alternating = |i: usize| if i.is_multiple_of(2) { -1 } else { 1 };
        for (n, &c) in EXPONENTIAL.iter().enumerate() {
            assert_inverse(c, &factorial(n), 1);
        }
        for (i, &c) in SINE.iter().enumerate() {
            assert_inverse(c, &factorial(2 * i + 3), alternating(i));
            assert_inverse(HYPERBOLIC_SINE[i], &factorial(2 * i + 3), 1);
        }
        for (i, &c) in COSINE.iter().enumerate() {
            assert_inverse(c, &factorial(2 * i + 2), alternating(i));
        }
        for (i, &c) in INVERSE_TAN.iter().enumerate() {
            assert_inverse(c, &BigInt::from(2 * i + 3), alternating(i));
            assert_inverse(INVERSE_TANH[i], &BigInt::from(2 * i + 3), 1);
        }
    }
}
