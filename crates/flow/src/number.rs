//! The numbers an integrator computes with: `f64`, or a type with more digits.
//!
//! Every type with the four operations and conversions from and to `f64` is a [`Number`], so a
//! double-double type qualifies without being named here. Step sizes, scales and error estimates
//! are `f64` in any case; only states, times and their series need the digits.

use std::fmt::Debug;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A real number with the four operations.
pub trait Number:
    Copy
    + Debug
    + PartialOrd
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + From<f64>
    + Into<f64>
{
}

impl<T> Number for T where
    T: Copy
        + Debug
        + PartialOrd
        + Neg<Output = T>
        + Add<Output = T>
        + Sub<Output = T>
        + Mul<Output = T>
        + Div<Output = T>
        + From<f64>
        + Into<f64>
{
}

/// The round-off unit of double-double numbers, 2⁻¹⁰⁴.
const DOUBLE_DOUBLE: f64 = f64::EPSILON * f64::EPSILON;

/// The round-off unit of a number type: 2⁻⁵² for `f64`, 2⁻¹⁰⁴ for a type that holds more.
///
/// ```
/// assert_eq!(alembert_flow::round_off::<f64>(), f64::EPSILON);
/// ```
#[must_use]
pub fn round_off<R: Number>() -> f64 {
    let third = R::from(1.0) / R::from(3.0);
    let is_f64 = third - R::from(nearest(third)) == R::from(0.0);
    if is_f64 { f64::EPSILON } else { DOUBLE_DOUBLE }
}

/// The nearest `f64`.
pub(crate) fn nearest<R: Number>(a: R) -> f64 {
    a.into()
}

/// s + e = a + b without error, in `f64`; almost so in other types [Knuth, The Art of Computer
/// Programming 2, §4.2.2].
pub(crate) fn two_sum<R: Number>(a: R, b: R) -> (R, R) {
    let s = a + b;
    let v = s - a;
    (s, (a - (s - v)) + (b - v))
}

/// A small count as a float.
#[inline]
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2⁵³")]
pub(crate) fn float(count: usize) -> f64 {
    count as f64
}
