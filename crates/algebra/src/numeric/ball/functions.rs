//! Elementary functions of balls.
//!
//! A function that is monotone on the ball is evaluated at both ends, which are points. Sine and
//! cosine are evaluated at the centre, and their radius is at most the radius of the argument
//! larger; so is atan2, whose gradient is 1/√(x² + y²).

use super::{Ball, SLACK, UNDERFLOW, size};
use crate::numeric::domain::DomainError;
use crate::numeric::double_double::{DoubleDouble, ROUNDING};
use crate::numeric::elementary::exponential::{self, EXPONENT_LIMIT};
use crate::numeric::elementary::trigonometric::{self, ANGLE_LIMIT};
use crate::numeric::elementary::{Precise, arcs, hyperbolic};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;
use std::cmp::Ordering;

type Answer = Result<Ball, DomainError>;

/// A ball that holds −1 to 1.
const UNIT: Ball = Ball { mid: DoubleDouble::ZERO, rad: 1.0 };

impl Ball {
    /// Points below and above every number of the ball.
    fn ends(self) -> (DoubleDouble, DoubleDouble) {
        let below = |end: DoubleDouble| end - (size(end) * ROUNDING).into();
        (below(self.mid - self.rad.into()), -below(-self.mid - self.rad.into()))
    }

    /// The range of a monotone function that is given at points.
    fn monotone(self, function: fn(Self) -> Self) -> Self {
        if !self.is_bounded() {
            return Self::UNBOUNDED;
        }
        if self.rad == 0.0 {
            return function(self);
        }
        let (low, high) = self.ends();
        function(Self::point(low)).hull(function(Self::point(high)))
    }

    /// The ball itself, if it lies between `low` and `high`.
    fn within(self, low: f64, high: f64, function: &'static str) -> Answer {
        let (first, last) = if self.rad == 0.0 { (self.mid, self.mid) } else { self.ends() };
        if first >= low.into() && last <= high.into() {
            Ok(self)
        } else if last < low.into() || first > high.into() {
            Err(DomainError::Outside { function })
        } else {
            Err(DomainError::Undecided { function })
        }
    }

    /// The ball itself, if it is positive.
    fn positive(self, function: &'static str) -> Answer {
        match self.order() {
            Some(Ordering::Greater) => Ok(self),
            Some(_) => Err(DomainError::Outside { function }),
            None => Err(DomainError::Undecided { function }),
        }
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(self) -> Self {
        match self.order() {
            Some(Ordering::Less) => -self,
            Some(_) => self,
            None => Self::from_zero_to(self.magnitude()),
        }
    }

    /// −1, 0 or 1; the ball from −1 to 1 where that is undecided.
    #[must_use]
    pub fn sign(self) -> Self {
        self.order().map_or(UNIT, |_| Self::point(self.mid.sign()))
    }

    /// Sine and cosine.
    #[must_use]
    pub fn sin_cos(self) -> (Self, Self) {
        if !self.is_bounded() || size(self.mid) > ANGLE_LIMIT {
            return (UNIT, UNIT);
        }
        let (sin, cos) = trigonometric::sin_cos(Self::point(self.mid));
        let widen = |value: Self| {
            let rad = (value.rad + self.rad) * SLACK;
            if rad < 1.0 { Self::new(value.mid, rad) } else { UNIT }
        };
        (widen(sin), widen(cos))
    }

    /// Sine.
    #[must_use]
    pub fn sin(self) -> Self {
        self.sin_cos().0
    }

    /// Cosine.
    #[must_use]
    pub fn cos(self) -> Self {
        self.sin_cos().1
    }

    /// Tangent.
    ///
    /// # Errors
    /// When the cosine may be 0.
    pub fn tan(self) -> Answer {
        let (sin, cos) = self.sin_cos();
        sin.divide(cos).map_err(|_| DomainError::Undecided { function: "tan" })
    }

    /// Inverse sine, from −π/2 to π/2.
    ///
    /// # Errors
    /// When the absolute value is or may be above 1.
    pub fn asin(self) -> Answer {
        Ok(self.within(-1.0, 1.0, "asin")?.monotone(arcs::asin))
    }

    /// Inverse cosine, from 0 to π.
    ///
    /// # Errors
    /// When the absolute value is or may be above 1.
    pub fn acos(self) -> Answer {
        Ok(self.within(-1.0, 1.0, "acos")?.monotone(arcs::acos))
    }

    /// Inverse tangent.
    #[must_use]
    pub fn atan(self) -> Self {
        if self.is_bounded() { self.monotone(arcs::atan) } else { Self::new(0.0.into(), 1.6) }
    }

    /// The angle of the point (x, y), `self` being y, in (−π, π]. If the point may lie on either
    /// side of the cut, the ball holds −π to π.
    ///
    /// # Errors
    /// When the point is or may be the origin.
    pub fn atan2(self, x: Self) -> Answer {
        let (y, function) = (self, "atan2");
        if y == Self::ZERO && x == Self::ZERO {
            return Err(DomainError::Outside { function });
        }
        let nearest = y.distance_from_zero().max(x.distance_from_zero());
        if nearest == 0.0 {
            return Err(DomainError::Undecided { function });
        }
        let above = y.mid >= y.rad.into();
        let on_one_side = above || y.excludes_zero() || x.order() == Some(Ordering::Greater);
        if !on_one_side || !y.is_bounded() || !x.is_bounded() {
            return Ok(Self::new(0.0.into(), 3.2));
        }
        let value = arcs::atan2(Self::point(y.mid), Self::point(x.mid));
        Ok(Self::new(value.mid, (value.rad + (y.rad + x.rad) / nearest + UNDERFLOW) * SLACK))
    }

    /// Hyperbolic sine.
    #[must_use]
    pub fn sinh(self) -> Self {
        self.monotone(|x| {
            if size(x.mid) < EXPONENT_LIMIT { hyperbolic::sinh(x) } else { Self::UNBOUNDED }
        })
    }

    /// Hyperbolic cosine.
    #[must_use]
    pub fn cosh(self) -> Self {
        let cosh = |x: Self| {
            if size(x.mid) < EXPONENT_LIMIT { hyperbolic::cosh(x) } else { Self::UNBOUNDED }
        };
        if self.order().is_some() || !self.is_bounded() {
            return self.monotone(cosh);
        }
        let (low, high) = self.ends();
        Self::ONE.hull(cosh(Self::point(low))).hull(cosh(Self::point(high)))
    }

    /// Hyperbolic tangent.
    #[must_use]
    pub fn tanh(self) -> Self {
        if self.is_bounded() { self.monotone(hyperbolic::tanh) } else { UNIT }
    }

    /// Inverse hyperbolic sine.
    #[must_use]
    pub fn asinh(self) -> Self {
        self.monotone(hyperbolic::asinh)
    }

    /// Inverse hyperbolic cosine, not negative.
    ///
    /// # Errors
    /// When the number is or may be below 1.
    pub fn acosh(self) -> Answer {
        Ok(self.within(1.0, f64::INFINITY, "acosh")?.monotone(hyperbolic::acosh))
    }

    /// Inverse hyperbolic tangent.
    ///
    /// # Errors
    /// When the absolute value is or may be 1 or above.
    pub fn atanh(self) -> Answer {
        let function = "atanh";
        if self == Self::ONE || self == -Self::ONE {
            return Err(DomainError::Outside { function });
        }
        Ok(self.within(-1.0, 1.0, function)?.monotone(hyperbolic::atanh))
    }

    /// The exponential function.
    #[must_use]
    pub fn exp(self) -> Self {
        self.monotone(|x| {
            if size(x.mid) < EXPONENT_LIMIT {
                exponential::exp(x)
            } else if x.mid.hi() < 0.0 {
                Self::new(0.0.into(), UNDERFLOW)
            } else {
                Self::UNBOUNDED
            }
        })
    }

    /// The natural logarithm.
    ///
    /// # Errors
    /// When the number is not proved to be positive.
    pub fn log(self) -> Answer {
        let (low, _) = self.positive("log")?.ends();
        if self.rad > 0.0 && low <= DoubleDouble::ZERO {
            return Err(DomainError::Undecided { function: "log" });
        }
        Ok(self.monotone(exponential::log))
    }

    /// The square root.
    ///
    /// # Errors
    /// When the number is or may be negative.
    pub fn sqrt(self) -> Answer {
        match self.order() {
            Some(Ordering::Less) => Err(DomainError::Outside { function: "sqrt" }),
            None if self.mid < self.rad.into() => Err(DomainError::Undecided { function: "sqrt" }),
            _ => Ok(self.root()),
        }
    }

    /// The power with an integer exponent; x⁰ = 1 for every x.
    ///
    /// # Errors
    /// When the exponent is negative and the number is or may be 0.
    pub fn powi(self, n: i64) -> Answer {
        let mut power = Self::ONE;
        let mut square = if n < 0 { Self::ONE.divide(self)? } else { self };
        let mut bits = n.unsigned_abs();
        while bits > 0 {
            if bits & 1 == 1 {
                power = power * square;
            }
            bits >>= 1;
            if bits > 0 {
                square = square * square;
            }
        }
        Ok(power)
    }

    /// The power with the exponent `num/den`. Unless that is an integer of 64 bits, the number must
    /// be positive (or 0 with a positive exponent).
    ///
    /// # Errors
    /// When the number is or may be outside this domain.
    pub fn pow_ratio(self, num: &BigInt, den: &BigInt) -> Answer {
        let exponent = Self::from_ratio(num, den)?;
        let (n, rest) = num.div_rem(den);
        if let (true, Some(n)) = (rest == BigInt::ZERO, n.to_i64()) {
            return self.powi(n);
        }
        let half = num * BigInt::from(2) / den;
        if let (true, Some(n)) = (&half * den == num * BigInt::from(2), half.to_i64()) {
            return self.sqrt()?.powi(n);
        }
        self.pow(exponent)
    }

    /// The power with a real exponent, exp(y log x). With an integer exponent it is
    /// [`powi`](Self::powi), and then the number need not be positive.
    ///
    /// # Errors
    /// When the number is or may be outside this domain.
    pub fn pow(self, y: Self) -> Answer {
        if y.rad == 0.0
            && y.mid.is_integer()
            && y.mid.lo() == 0.0
            && let Some(n) = y.mid.hi().to_i64()
        {
            return self.powi(n);
        }
        let (outside, undecided) = (
            Err(DomainError::Outside { function: "power" }),
            Err(DomainError::Undecided { function: "power" }),
        );
        match (self.order(), y.order()) {
            (Some(Ordering::Greater), _) => Ok((y * self.log()?).exp()),
            (Some(Ordering::Equal), Some(Ordering::Greater)) => Ok(Self::ZERO),
            (Some(Ordering::Equal), Some(_)) => outside,
            (Some(Ordering::Less), _) if !y.may_be_integer() => outside,
            _ => undecided,
        }
    }

    /// False only if the number is proved not to be an integer.
    fn may_be_integer(self) -> bool {
        let nearest = self.mid.hi().round();
        let margin = 1e-9;
        size(self.mid) > ANGLE_LIMIT
            || (self.mid - nearest.into()).abs() <= (self.rad + margin).into()
    }
}
