//! The elementary functions of double-double numbers: the domain, then the series.

use super::arcs;
use super::exponential::{self, EXPONENT_LIMIT};
use super::hyperbolic;
use super::trigonometric::{self, ANGLE_LIMIT};
use crate::numeric::double_double::DoubleDouble;
use num_traits::ToPrimitive;

/// Each is NaN outside its domain.
impl DoubleDouble {
    /// Sine and cosine of an angle up to 2⁵².
    #[must_use]
    pub fn sin_cos(self) -> (Self, Self) {
        if self.hi().abs() <= ANGLE_LIMIT {
            trigonometric::sin_cos(self)
        } else {
            (Self::NAN, Self::NAN)
        }
    }

    /// Sine of an angle up to 2⁵².
    #[must_use]
    pub fn sin(self) -> Self {
        self.sin_cos().0
    }

    /// Cosine of an angle up to 2⁵².
    #[must_use]
    pub fn cos(self) -> Self {
        self.sin_cos().1
    }

    /// Tangent of an angle up to 2⁵².
    #[must_use]
    pub fn tan(self) -> Self {
        let (sin, cos) = self.sin_cos();
        sin / cos
    }

    /// Inverse sine, from −π/2 to π/2.
    #[must_use]
    pub fn asin(self) -> Self {
        if self.abs() <= Self::ONE { arcs::asin(self) } else { Self::NAN }
    }

    /// Inverse cosine, from 0 to π.
    #[must_use]
    pub fn acos(self) -> Self {
        if self.abs() <= Self::ONE { arcs::acos(self) } else { Self::NAN }
    }

    /// Inverse tangent.
    #[must_use]
    pub fn atan(self) -> Self {
        if self.is_nan() { Self::NAN } else { arcs::atan(self) }
    }

    /// The angle of the point (x, y), `self` being y, in (−π, π]; NaN at the origin and unless both
    /// are finite.
    #[must_use]
    pub fn atan2(self, x: Self) -> Self {
        let at_origin = self.is_zero() && x.is_zero();
        if at_origin || !self.is_finite() || !x.is_finite() {
            return Self::NAN;
        }
        arcs::atan2(self, x)
    }

    /// Hyperbolic sine.
    #[must_use]
    pub fn sinh(self) -> Self {
        if self.hi().abs() < EXPONENT_LIMIT { hyperbolic::sinh(self) } else { self.grown() }
    }

    /// Hyperbolic cosine.
    #[must_use]
    pub fn cosh(self) -> Self {
        if self.hi().abs() < EXPONENT_LIMIT { hyperbolic::cosh(self) } else { self.abs().grown() }
    }

    /// The limit of an odd function that grows without bound; NaN stays NaN.
    fn grown(self) -> Self {
        self.sign() * Self::INFINITY
    }

    /// Hyperbolic tangent.
    #[must_use]
    pub fn tanh(self) -> Self {
        if self.is_nan() { Self::NAN } else { hyperbolic::tanh(self) }
    }

    /// Inverse hyperbolic sine.
    #[must_use]
    pub fn asinh(self) -> Self {
        if self.is_finite() { hyperbolic::asinh(self) } else { self }
    }

    /// Inverse hyperbolic cosine, not negative.
    #[must_use]
    pub fn acosh(self) -> Self {
        if self < Self::ONE || self.is_nan() {
            Self::NAN
        } else if self.is_finite() {
            hyperbolic::acosh(self)
        } else {
            self
        }
    }

    /// Inverse hyperbolic tangent; infinite at ±1.
    #[must_use]
    pub fn atanh(self) -> Self {
        if self.abs() == Self::ONE {
            self.grown()
        } else if self.abs() < Self::ONE {
            hyperbolic::atanh(self)
        } else {
            Self::NAN
        }
    }

    /// The exponential function.
    #[must_use]
    pub fn exp(self) -> Self {
        if self.hi().abs() < EXPONENT_LIMIT {
            exponential::exp(self)
        } else if self.hi() < 0.0 {
            Self::ZERO
        } else {
            self.grown()
        }
    }

    /// The natural logarithm; −∞ at 0.
    #[must_use]
    pub fn log(self) -> Self {
        if self.is_zero() {
            -Self::INFINITY
        } else if self.hi() < 0.0 {
            Self::NAN
        } else if self.is_finite() {
            exponential::log(self)
        } else {
            self
        }
    }

    /// The power with a real exponent: exp(y log x) for x > 0. With an integer exponent below 2³¹ it
    /// is [`powi`](Self::powi), and then x may be negative; 0ʸ is 0 for y > 0 and infinite for y < 0.
    #[must_use]
    pub fn pow(self, y: Self) -> Self {
        if y.is_integer()
            && let Some(n) = y.hi().to_i32()
        {
            return self.powi(n);
        }
        if self.is_zero() && !y.is_nan() {
            return if y > Self::ZERO { Self::ZERO } else { Self::INFINITY };
        }
        (y * self.log()).exp()
    }
}
