//! Inverse tangent, of one and of two arguments, inverse sine and inverse cosine.
//!
//! ```text
//! atan x = ±π/2 − atan 1/x                                   |x| > 1                       (1)
//! atan x = 2 atan x/(1 + √(1 + x²))                          |x| > 0.2                     (2)
//! atan x = x Σ (−x²)ⁿ/(2n+1)                                 |x| ≤ 0.2                     (3)
//! asin x = atan2(x, √((1−x)(1+x))),    acos x = atan2(√((1−x)(1+x)), x)                    (4)
//! ```
//!
//! (2) is applied at most twice, since tan π/16 < 0.199.

use super::constants::INVERSE_TAN;
use super::{Precise, REMAINDER, polynomial};
use crate::numeric::double_double::DoubleDouble;

/// (1) to (3).
pub(crate) fn atan<T: Precise>(x: T) -> T {
    if x.centre().hi().abs() <= 1.0 {
        return atan_of_fraction(x);
    }
    let rest = atan_of_fraction(T::exact(1.0).over(x));
    let right_angle = T::constant(DoubleDouble::HALF_PI);
    if x.centre().hi() > 0.0 { right_angle - rest } else { -right_angle - rest }
}

/// (2) and (3). Left out: |x| 0.04²⁶/53 < |x| 2⁻¹²⁵.
fn atan_of_fraction<T: Precise>(mut x: T) -> T {
    let mut doublings = 0;
    while doublings < 2 && x.centre().hi().abs() > 0.199 {
        x = x.over(T::exact(1.0) + (T::exact(1.0) + x * x).root());
        doublings += 1;
    }
    let square = x * x;
    let sum = x + x * square * polynomial(&INVERSE_TAN, square);
    sum.enlarged(x.magnitude() * REMAINDER, x, 0.2).scaled(doublings)
}

/// The angle of the point (x, y) in (−π, π], for a point that is not the origin.
pub(crate) fn atan2<T: Precise>(y: T, x: T) -> T {
    let (u, v) = (x.centre().hi(), y.centre().hi());
    let right_angle = T::constant(DoubleDouble::HALF_PI);
    if v.abs() > u.abs() {
        let rest = atan(x.over(y));
        return if v > 0.0 { right_angle - rest } else { -right_angle - rest };
    }
    let straight_angle = right_angle.scaled(1);
    match (u > 0.0, v >= 0.0) {
        (true, _) => atan(y.over(x)),
        (false, true) => straight_angle + atan(y.over(x)),
        (false, false) => atan(y.over(x)) - straight_angle,
    }
}

/// (4) for `|x| ≤ 1`.
pub(crate) fn asin<T: Precise>(x: T) -> T {
    atan2(x, complement(x))
}

/// (4) for `|x| ≤ 1`.
pub(crate) fn acos<T: Precise>(x: T) -> T {
    atan2(complement(x), x)
}

/// `√(1 − x²)` without cancellation.
fn complement<T: Precise>(x: T) -> T {
    ((T::exact(1.0) - x) * (T::exact(1.0) + x)).root()
}
