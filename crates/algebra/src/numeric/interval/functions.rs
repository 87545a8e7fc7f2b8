//! Elementary functions of intervals, by balls at the ends.

use super::Interval;
use crate::numeric::ball::Ball;
use crate::numeric::domain::DomainError;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive};

type Answer = Result<Interval, DomainError>;

/// −1 to 1.
const UNIT: Interval = Interval { lo: -1.0, hi: 1.0 };

/// The ball of a double, which is finite.
fn at(x: f64) -> Ball {
    Ball::point(x.into())
}

impl Interval {
    /// The range of an increasing function that stays between `least` and `greatest`.
    fn increasing(self, f: impl Fn(Ball) -> Ball, least: f64, greatest: f64) -> Self {
        let lo = if self.lo.is_finite() { f(at(self.lo)).lower() } else { least };
        let hi = if self.hi.is_finite() { f(at(self.hi)).upper() } else { greatest };
        Self::new(lo.max(least), hi.min(greatest)).unwrap_or(Self { lo: least, hi: greatest })
    }

    /// The range of a decreasing function that stays between `least` and `greatest`.
    fn decreasing(self, f: impl Fn(Ball) -> Ball, least: f64, greatest: f64) -> Self {
        -self.increasing(|x| -f(x), -greatest, -least)
    }

    /// The interval itself, if it lies between `low` and `high`.
    fn within(self, low: f64, high: f64, function: &'static str) -> Answer {
        if self.lo >= low && self.hi <= high {
            Ok(self)
        } else if self.hi < low || self.lo > high {
            Err(DomainError::Outside { function })
        } else {
            Err(DomainError::Undecided { function })
        }
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(self) -> Self {
        if self.lo >= 0.0 {
            self
        } else if self.hi <= 0.0 {
            -self
        } else {
            Self { lo: 0.0, hi: self.hi.max(-self.lo) }
        }
    }

    /// −1, 0 or 1, or what lies between.
    #[must_use]
    pub fn sign(self) -> Self {
        let sign = |x: f64| if x == 0.0 { 0.0 } else { x.signum() };
        Self { lo: sign(self.lo), hi: sign(self.hi) }
    }

    /// The integers n with `x = (n + offset) π` for an x of the interval, as the first and the last;
    /// there may be some too many at the ends, and none are sought strictly inside a point. `None`
    /// if the angles are too large to tell.
    fn half_turns(self, offset: f64) -> Option<(f64, f64)> {
        if self.lo == self.hi {
            return Some((1.0, 0.0));
        }
        let count = |x: f64| Some(at(x).divide(Ball::pi()).ok()? - at(offset));
        let (first, last) = (count(self.lo)?.lower().ceil(), count(self.hi)?.upper().floor());
        (first.abs() < 1e15 && last.abs() < 1e15).then_some((first, last))
    }

    /// The range of cos(x − offset π), whose extrema (−1)ⁿ lie at x = (n + offset) π.
    fn wave(self, offset: f64, f: fn(Ball) -> Ball) -> Self {
        let Some((first, last)) = self.half_turns(offset).filter(|(first, last)| last <= first)
        else {
            return UNIT;
        };
        let clamp = |x: Self| Self { lo: x.lo.max(-1.0), hi: x.hi.min(1.0) };
        let ends = clamp(Self::from(f(at(self.lo))).hull(f(at(self.hi)).into()));
        if last < first {
            ends
        } else if first.rem_euclid(2.0) == 0.0 {
            Self { hi: 1.0, ..ends }
        } else {
            Self { lo: -1.0, ..ends }
        }
    }

    /// Sine.
    #[must_use]
    pub fn sin(self) -> Self {
        self.wave(0.5, Ball::sin)
    }

    /// Cosine.
    #[must_use]
    pub fn cos(self) -> Self {
        self.wave(0.0, Ball::cos)
    }

    /// Tangent; the whole line if a pole may lie in the interval.
    #[must_use]
    pub fn tan(self) -> Self {
        let tan = |x: Ball| x.tan().unwrap_or(Ball::UNBOUNDED);
        match self.half_turns(0.5) {
            Some((first, last)) if last < first => {
                self.increasing(tan, f64::NEG_INFINITY, f64::INFINITY)
            }
            _ => Self::WHOLE,
        }
    }

    /// Inverse sine, from −π/2 to π/2.
    ///
    /// # Errors
    /// When some value is outside −1 to 1.
    pub fn asin(self) -> Answer {
        let asin = |x: Ball| x.asin().unwrap_or(Ball::UNBOUNDED);
        Ok(self.within(-1.0, 1.0, "asin")?.increasing(asin, -1.6, 1.6))
    }

    /// Inverse cosine, from 0 to π.
    ///
    /// # Errors
    /// When some value is outside −1 to 1.
    pub fn acos(self) -> Answer {
        let acos = |x: Ball| x.acos().unwrap_or(Ball::UNBOUNDED);
        Ok(self.within(-1.0, 1.0, "acos")?.decreasing(acos, 0.0, 3.2))
    }

    /// Inverse tangent.
    #[must_use]
    pub fn atan(self) -> Self {
        let right_angle = Self::pi().hi / 2.0;
        self.increasing(Ball::atan, -right_angle, right_angle)
    }

    /// The angles of the points (x, y), `self` being y, in (−π, π]. The extreme angles of a box that
    /// does not hold the origin are at its corners, unless it reaches over the cut.
    ///
    /// # Errors
    /// When the origin is in the box.
    pub fn atan2(self, x: Self) -> Answer {
        let (y, function) = (self, "atan2");
        if y == Self::ZERO && x == Self::ZERO {
            return Err(DomainError::Outside { function });
        }
        if y.contains(0.0) && x.contains(0.0) {
            return Err(DomainError::Undecided { function });
        }
        let over_the_cut = y.lo < 0.0 && y.hi >= 0.0 && x.lo < 0.0;
        if over_the_cut || y.is_unbounded() || x.is_unbounded() {
            return Ok(Self { lo: -Self::pi().hi, hi: Self::pi().hi });
        }
        let corner = |y: f64, x: f64| at(y).atan2(at(x)).map(Self::from);
        let (low, high) = (corner(y.lo, x.lo)?, corner(y.hi, x.hi)?);
        Ok(low.hull(high).hull(corner(y.lo, x.hi)?).hull(corner(y.hi, x.lo)?))
    }

    /// Hyperbolic sine.
    #[must_use]
    pub fn sinh(self) -> Self {
        self.increasing(Ball::sinh, f64::NEG_INFINITY, f64::INFINITY)
    }

    /// Hyperbolic cosine.
    #[must_use]
    pub fn cosh(self) -> Self {
        self.abs().increasing(Ball::cosh, 1.0, f64::INFINITY)
    }

    /// Hyperbolic tangent.
    #[must_use]
    pub fn tanh(self) -> Self {
        self.increasing(Ball::tanh, -1.0, 1.0)
    }

    /// Inverse hyperbolic sine.
    #[must_use]
    pub fn asinh(self) -> Self {
        self.increasing(Ball::asinh, f64::NEG_INFINITY, f64::INFINITY)
    }

    /// Inverse hyperbolic cosine, not negative.
    ///
    /// # Errors
    /// When some value is below 1.
    pub fn acosh(self) -> Answer {
        let acosh = |x: Ball| x.acosh().unwrap_or(Ball::UNBOUNDED);
        Ok(self.within(1.0, f64::INFINITY, "acosh")?.increasing(acosh, 0.0, f64::INFINITY))
    }

    /// Inverse hyperbolic tangent.
    ///
    /// # Errors
    /// When some absolute value is 1 or above.
    pub fn atanh(self) -> Answer {
        let inside = (-1.0f64).next_up();
        let atanh = |x: Ball| x.atanh().unwrap_or(Ball::UNBOUNDED);
        let inner = self.within(inside, -inside, "atanh")?;
        Ok(inner.increasing(atanh, f64::NEG_INFINITY, f64::INFINITY))
    }

    /// The exponential function.
    #[must_use]
    pub fn exp(self) -> Self {
        self.increasing(Ball::exp, 0.0, f64::INFINITY)
    }

    /// The natural logarithm.
    ///
    /// # Errors
    /// When some value is not positive.
    pub fn log(self) -> Answer {
        let log = |x: Ball| x.log().unwrap_or(Ball::UNBOUNDED);
        let positive = self.within(f64::from_bits(1), f64::INFINITY, "log")?;
        Ok(positive.increasing(log, f64::NEG_INFINITY, f64::INFINITY))
    }

    /// The square root.
    ///
    /// # Errors
    /// When some value is negative.
    pub fn sqrt(self) -> Answer {
        let sqrt = |x: Ball| x.sqrt().unwrap_or(Ball::UNBOUNDED);
        Ok(self.within(0.0, f64::INFINITY, "sqrt")?.increasing(sqrt, 0.0, f64::INFINITY))
    }

    /// The power with an integer exponent; x⁰ = 1 for every x. With a negative exponent it is the
    /// power of the reciprocal, so the base may hold 0 as in [`divide`](Self::divide).
    ///
    /// # Errors
    /// When the exponent is negative and the base is exactly 0.
    pub fn powi(self, n: i64) -> Answer {
        if n < 0 {
            let reciprocal = Self::ONE.divide(self)?;
            return n.checked_neg().map_or(Ok(Self::WHOLE), |n| reciprocal.powi(n));
        }
        let power = |x: Ball| x.powi(n).unwrap_or(Ball::UNBOUNDED);
        Ok(if n == 0 {
            Self::ONE
        } else if n % 2 == 1 {
            self.increasing(power, f64::NEG_INFINITY, f64::INFINITY)
        } else {
            self.abs().increasing(power, 0.0, f64::INFINITY)
        })
    }

    /// The power with the exponent `num/den`. Unless that is an integer of 64 bits the base must not
    /// be negative; with a negative exponent it may hold 0 and the range is unbounded then.
    ///
    /// # Errors
    /// When some value is outside this domain, or `den` is 0.
    pub fn pow_ratio(self, num: &BigInt, den: &BigInt) -> Answer {
        let function = "power";
        if den == &BigInt::ZERO {
            return Err(DomainError::Outside { function });
        }
        let (n, rest) = num.div_rem(den);
        if let (true, Some(n)) = (rest == BigInt::ZERO, n.to_i64()) {
            return self.powi(n);
        }
        let base = self.within(0.0, f64::INFINITY, function)?;
        let power = |x: Ball| x.pow_ratio(num, den).unwrap_or(Ball::UNBOUNDED);
        if num.is_negative() != den.is_negative() {
            if base == Self::ZERO {
                return Err(DomainError::Outside { function });
            }
            return Ok(base.decreasing(power, 0.0, f64::INFINITY));
        }
        Ok(base.increasing(power, 0.0, f64::INFINITY))
    }

    /// The power with a real exponent, exp(y log x). With an exponent that is exactly an integer it
    /// is [`powi`](Self::powi), and then the base need not be positive.
    ///
    /// # Errors
    /// When some value is outside this domain.
    pub fn pow(self, y: Self) -> Answer {
        if y.lo == y.hi
            && y.lo.fract() == 0.0
            && let Some(n) = y.lo.to_i64()
        {
            return self.powi(n);
        }
        let function = "power";
        let log = self.within(f64::from_bits(1), f64::INFINITY, function)?.log()?;
        Ok((y * log).exp())
    }
}
