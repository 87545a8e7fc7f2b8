//! Hyperbolic functions and their inverses.
//!
//! ```text
//! sinh x = x + x³ Σ x²ⁿ/(2n+3)!             |x| ≤ 0.35,     else (eˣ − e⁻ˣ)/2              (1)
//! cosh x = (eˣ + e⁻ˣ)/2                                                                    (2)
//! tanh x = sinh x/cosh x                    |x| ≤ 0.35,     else ±(1 − e⁻²ˡˣˡ)/(1 + e⁻²ˡˣˡ)  (3)
//! asinh x = atanh(x/√(1+x²))                |x| ≤ 0.15,     else ±log(|x| + √(1+x²))       (4)
//! acosh x = atanh(s/x), s = √((x−1)(x+1))   s ≤ 0.15 x,     else log(x + s)                (5)
//! atanh x = x Σ x²ⁿ/(2n+1)                  |x| ≤ 0.17,     else ½ log((1+x)/(1−x))        (6)
//! ```
//!
//! Above 2⁶⁰ (4) and (5) are ±log 2|x|: what is left out is below 1/(4x²) (1 + 1/x²) < 2⁻¹²¹.

use super::constants::HYPERBOLIC_SINE;
use super::exponential::{atanh_series, exp, log};
use super::{Precise, REMAINDER, polynomial};
use crate::numeric::double_double::DoubleDouble;
use crate::numeric::error_free::power_of_two;

const LARGE: f64 = power_of_two(60);

/// (1) for `|x| ≤ 746`. Left out of the series: |x| 0.36³⁰/31! < |x| 2⁻¹⁵⁰.
pub(crate) fn sinh<T: Precise>(x: T) -> T {
    if x.centre().hi().abs() > 0.35 {
        let e = exp(x);
        return (e - T::exact(1.0).over(e)).scaled(-1);
    }
    let square = x * x;
    let sum = x + x * square * polynomial(&HYPERBOLIC_SINE, square);
    sum.enlarged(x.magnitude() * REMAINDER, x, 0.36)
}

/// (2) for `|x| ≤ 746`.
pub(crate) fn cosh<T: Precise>(x: T) -> T {
    let e = exp(x);
    (e + T::exact(1.0).over(e)).scaled(-1)
}

/// (3). Above 45 the value is ±1 up to 2 e⁻⁹⁰ < 2⁻¹²⁰.
pub(crate) fn tanh<T: Precise>(x: T) -> T {
    let hi = x.centre().hi();
    if hi.abs() <= 0.35 {
        return sinh(x).over(cosh(x));
    }
    let size = if hi < 0.0 { -x } else { x };
    let one = T::exact(1.0);
    let value = if size.centre().hi() > 45.0 {
        one.recentred(DoubleDouble::ONE, REMAINDER)
    } else {
        let e = exp(-size.scaled(1));
        (one - e).over(one + e)
    };
    if hi < 0.0 { -value } else { value }
}

/// (4).
pub(crate) fn asinh<T: Precise>(x: T) -> T {
    let hi = x.centre().hi();
    if hi.abs() <= 0.15 {
        return atanh_series(x.over((T::exact(1.0) + x * x).root()));
    }
    let size = if hi < 0.0 { -x } else { x };
    let value = if hi.abs() > LARGE {
        log_of_double(size)
    } else {
        log(size + (T::exact(1.0) + size * size).root())
    };
    if hi < 0.0 { -value } else { value }
}

/// (5) for `x ≥ 1`.
pub(crate) fn acosh<T: Precise>(x: T) -> T {
    if x.centre().hi() > LARGE {
        return log_of_double(x);
    }
    let s = ((x - T::exact(1.0)) * (x + T::exact(1.0))).root();
    if s.centre().hi() <= 0.15 * x.centre().hi() { atanh_series(s.over(x)) } else { log(x + s) }
}

/// (6) for `|x| < 1`.
pub(crate) fn atanh<T: Precise>(x: T) -> T {
    if x.centre().hi().abs() <= 0.17 {
        return atanh_series(x);
    }
    let one = T::exact(1.0);
    log((one + x).over(one - x)).scaled(-1)
}

fn log_of_double<T: Precise>(x: T) -> T {
    let value = log(x) + T::constant(DoubleDouble::LN_2);
    value.recentred(value.centre(), REMAINDER)
}
