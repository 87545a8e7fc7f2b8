//! Sine and cosine.
//!
//! ```text
//! x = k π/2 + r,  |r| ≤ 0.79
//! sin r = r + r³ Σ (−1)ⁿ⁺¹ r²ⁿ/(2n+3)!                                                     (1)
//! cos r = 1 + r² Σ (−1)ⁿ⁺¹ r²ⁿ/(2n+2)!                                                     (2)
//! ```

use super::constants::{COSINE, HALF_PI_PARTS, SINE};
use super::{Precise, REMAINDER, polynomial, reduced};
use crate::numeric::error_free::power_of_two;
use std::f64::consts::FRAC_PI_2;

/// Angles up to here are reduced.
pub(crate) const ANGLE_LIMIT: f64 = power_of_two(52);

/// Sine and cosine for `|x| ≤ 2⁵²`.
///
/// Left out: |r|³¹/31! < |r| 2⁻¹²² of (1) and |r|³²/32! < 2⁻¹²⁸ of (2).
pub(crate) fn sin_cos<T: Precise>(x: T) -> (T, T) {
    let k = (x.centre().hi() / FRAC_PI_2).round();
    let r = reduced(x, k, &HALF_PI_PARTS);
    let square = r * r;
    let sin = r + r * square * polynomial(&SINE, square);
    let sin = sin.enlarged(r.magnitude() * REMAINDER, r, 0.79);
    let cos = T::exact(1.0) + square * polynomial(&COSINE, square);
    let cos = cos.enlarged(REMAINDER, r, 0.79);
    if k.rem_euclid(4.0) == 0.0 {
        (sin, cos)
    } else if k.rem_euclid(4.0) == 1.0 {
        (cos, -sin)
    } else if k.rem_euclid(4.0) == 2.0 {
        (-sin, -cos)
    } else {
        (-cos, sin)
    }
}
