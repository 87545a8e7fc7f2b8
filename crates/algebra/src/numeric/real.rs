//! Real numbers in which a tape can be evaluated: `f64` and [`DoubleDouble`].
//!
//! Both agree on the corners: functions outside their domain are NaN, atan2 is NaN at the origin and
//! +π on its cut, the sign of 0 is 0, NaN never turns into a number except as the base of x⁰ = 1.

use super::double_double::DoubleDouble;
use num_bigint::BigInt;
use std::fmt::Debug;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A floating-point number with the elementary functions.
///
/// ```
/// use alembert_algebra::numeric::{DoubleDouble, Real};
/// fn hypotenuse<T: Real>(a: T, b: T) -> T {
///     (a * a + b * b).sqrt()
/// }
/// assert_eq!(hypotenuse(3.0, 4.0), 5.0);
/// assert_eq!(hypotenuse(DoubleDouble::from(3.0), DoubleDouble::from(4.0)), DoubleDouble::from(5.0));
/// ```
pub trait Real:
    Copy
    + Debug
    + PartialOrd
    + From<f64>
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    /// A bound of the relative error of one operation.
    const EPSILON: f64;

    /// The fraction `num/den`, NaN when `den` is 0.
    fn from_ratio(num: &BigInt, den: &BigInt) -> Self;
    /// π.
    fn pi() -> Self;
    /// The nearest double.
    fn to_f64(self) -> f64;
    /// Whether this is neither infinite nor NaN.
    fn is_finite(self) -> bool;
    /// Whether this is the result of an undefined operation.
    fn is_nan(self) -> bool;
    /// `h − Σ aᵢ yᵢ`, with less rounding than one product and sum at a time if that can be had.
    fn residual(h: Self, a: &[Self], y: &[Self]) -> Self;

    /// Absolute value.
    #[must_use]
    fn abs(self) -> Self;
    /// −1, 0 or 1.
    #[must_use]
    fn sign(self) -> Self;
    /// Square root.
    #[must_use]
    fn sqrt(self) -> Self;
    /// Power with an integer exponent.
    #[must_use]
    fn powi(self, n: i32) -> Self;
    /// Power with a real exponent.
    #[must_use]
    fn pow(self, y: Self) -> Self;
    /// Exponential function.
    #[must_use]
    fn exp(self) -> Self;
    /// Natural logarithm.
    #[must_use]
    fn log(self) -> Self;
    /// Sine and cosine.
    fn sin_cos(self) -> (Self, Self);
    /// Sine.
    #[must_use]
    fn sin(self) -> Self;
    /// Cosine.
    #[must_use]
    fn cos(self) -> Self;
    /// Tangent.
    #[must_use]
    fn tan(self) -> Self;
    /// Inverse sine.
    #[must_use]
    fn asin(self) -> Self;
    /// Inverse cosine.
    #[must_use]
    fn acos(self) -> Self;
    /// Inverse tangent.
    #[must_use]
    fn atan(self) -> Self;
    /// Angle of the point (x, y), `self` being y.
    #[must_use]
    fn atan2(self, x: Self) -> Self;
    /// Hyperbolic sine.
    #[must_use]
    fn sinh(self) -> Self;
    /// Hyperbolic cosine.
    #[must_use]
    fn cosh(self) -> Self;
    /// Hyperbolic tangent.
    #[must_use]
    fn tanh(self) -> Self;
    /// Inverse hyperbolic sine.
    #[must_use]
    fn asinh(self) -> Self;
    /// Inverse hyperbolic cosine.
    #[must_use]
    fn acosh(self) -> Self;
    /// Inverse hyperbolic tangent.
    #[must_use]
    fn atanh(self) -> Self;
}

/// Methods that the type has under the same name.
macro_rules! own_functions {
    ($type:ty: $($name:ident)*) => {
        $(fn $name(self) -> Self {
            <$type>::$name(self)
        })*
    };
}

impl Real for f64 {
    const EPSILON: f64 = f64::EPSILON;

    own_functions!(f64: abs sqrt exp sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh);

    fn from_ratio(num: &BigInt, den: &BigInt) -> Self {
        DoubleDouble::from_ratio(num, den).hi()
    }
    fn pi() -> Self {
        std::f64::consts::PI
    }
    fn to_f64(self) -> f64 {
        self
    }
    fn is_finite(self) -> bool {
        f64::is_finite(self)
    }
    fn is_nan(self) -> bool {
        f64::is_nan(self)
    }
    /// Accumulated in double-double.
    fn residual(h: Self, a: &[Self], y: &[Self]) -> Self {
        let product = |(&a, &y): (&f64, &f64)| DoubleDouble::from(a) * DoubleDouble::from(y);
        a.iter().zip(y).map(product).fold(DoubleDouble::from(h), |rest, term| rest - term).hi()
    }
    fn sign(self) -> Self {
        if self == 0.0 { 0.0 } else { self.signum() }
    }
    fn powi(self, n: i32) -> Self {
        f64::powi(self, n)
    }
    fn pow(self, y: Self) -> Self {
        if self.is_nan() || y.is_nan() { f64::NAN } else { self.powf(y) }
    }
    fn log(self) -> Self {
        self.ln()
    }
    fn sin_cos(self) -> (Self, Self) {
        f64::sin_cos(self)
    }
    /// Without a sign of zero.
    fn atan2(self, x: Self) -> Self {
        if (self == 0.0 && x == 0.0) || !self.is_finite() || !x.is_finite() {
            return f64::NAN;
        }
        f64::atan2(self + 0.0, x)
    }
}

impl Real for DoubleDouble {
    const EPSILON: f64 = super::double_double::ROUNDING;

    own_functions!(DoubleDouble: abs sign sqrt exp log sin cos tan asin acos atan sinh cosh tanh
        asinh acosh atanh);

    fn from_ratio(num: &BigInt, den: &BigInt) -> Self {
        DoubleDouble::from_ratio(num, den)
    }
    fn pi() -> Self {
        Self::PI
    }
    fn to_f64(self) -> f64 {
        self.hi()
    }
    fn is_finite(self) -> bool {
        DoubleDouble::is_finite(self)
    }
    fn is_nan(self) -> bool {
        DoubleDouble::is_nan(self)
    }
    fn residual(h: Self, a: &[Self], y: &[Self]) -> Self {
        a.iter().zip(y).fold(h, |rest, (&a, &y)| rest - a * y)
    }
    fn powi(self, n: i32) -> Self {
        DoubleDouble::powi(self, n)
    }
    fn pow(self, y: Self) -> Self {
        DoubleDouble::pow(self, y)
    }
    fn sin_cos(self) -> (Self, Self) {
        DoubleDouble::sin_cos(self)
    }
    fn atan2(self, x: Self) -> Self {
        DoubleDouble::atan2(self, x)
    }
}
