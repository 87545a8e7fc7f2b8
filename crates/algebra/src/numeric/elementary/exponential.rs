//! Exponential and logarithm.
//!
//! ```text
//! exp x = 2ᵏ Σ rⁿ/n!,             x = k log 2 + r,  |r| ≤ 0.36                              (1)
//! log x = k log 2 + 2 atanh s,    x = 2ᵏ m,  √½ ≤ m ≤ √2,  s = (m − 1)/(m + 1)              (2)
//! atanh s = s Σ s²ⁿ/(2n+1),       |s| ≤ 0.18                                               (3)
//! ```

use super::constants::{EXPONENTIAL, INVERSE_TANH, LN_2_PARTS};
use super::{Precise, REMAINDER, polynomial, reduced};
use crate::numeric::double_double::DoubleDouble;
use std::f64::consts::{FRAC_1_SQRT_2, LN_2};

/// Beyond this the exponential over- or underflows.
pub(crate) const EXPONENT_LIMIT: f64 = 746.0;

/// (1) for `|x| ≤ 746`. Left out: Σ_{n≥26} |r|ⁿ/n! ≤ 1.02 · 0.36²⁶/26! < 2⁻¹²⁵.
pub(crate) fn exp<T: Precise>(x: T) -> T {
    let k = (x.centre().hi() / LN_2).round();
    let r = reduced(x, k, &LN_2_PARTS);
    let sum = polynomial(&EXPONENTIAL, r).enlarged(REMAINDER, r, 0.36);
    sum.scaled(whole(k))
}

/// (2) for `x > 0`.
pub(crate) fn log<T: Precise>(x: T) -> T {
    let k = nearest_exponent(x.centre().hi());
    let m = x.scaled(-k);
    let s = (m - T::exact(1.0)).over(m + T::exact(1.0));
    let log_m = atanh_series(s).scaled(1);
    if k == 0 { log_m } else { T::constant(DoubleDouble::LN_2) * T::exact(f64::from(k)) + log_m }
}

/// (3). Left out: |s| Σ_{n≥26} s²ⁿ/(2n+1) ≤ |s| 0.0324²⁶/51 < |s| 2⁻¹³³.
pub(super) fn atanh_series<T: Precise>(s: T) -> T {
    let square = s * s;
    let sum = s + s * square * polynomial(&INVERSE_TANH, square);
    sum.enlarged(s.magnitude() * REMAINDER, s, 0.18)
}

/// k with `√½ ≤ x 2⁻ᵏ ≤ √2`, up to rounding, for a positive x.
fn nearest_exponent(x: f64) -> i32 {
    let (x, offset) = if x < f64::MIN_POSITIVE { (x * 2f64.powi(64), 64) } else { (x, 0) };
    let biased = i32::try_from(x.to_bits() >> 52).expect("eleven bits, the sign is +");
    let mantissa = f64::from_bits((x.to_bits() & ((1 << 52) - 1)) | (1022 << 52));
    biased - 1022 - offset - i32::from(mantissa < FRAC_1_SQRT_2)
}

/// An integral double below 2³¹.
fn whole(k: f64) -> i32 {
    num_traits::ToPrimitive::to_i32(&k).expect("reduced arguments have small exponents")
}
