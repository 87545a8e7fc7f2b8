//! Balls: a double-double centre and a radius that is proved to hold the number.
//!
//! A ball is a proof that a real number exists and that `|x − mid| ≤ rad`. An expression evaluated
//! in balls at a rational point is therefore proved to be defined there, proved not to be zero when
//! the ball [excludes zero](Ball::excludes_zero), and has a proved [sign](Ball::order). A ball that
//! holds zero proves nothing about zero.
//!
//! How the radius is proved. One operation on the centres has a relative error below 2⁻¹⁰⁰, four
//! times what [`double_double`](super::double_double) requires; results that underflow are off by
//! less than 2⁻¹⁰²² besides. With `ε = 2⁻¹⁰⁰` and `η = 2⁻¹⁰²²`:
//!
//! ```text
//! x ± y     r + s + ε|m ± n|                                                               (1)
//! x y       |m| s + |n| r + r s + ε|m n| + η                                               (2)
//! x / y     (r + |m/n| s)/(|n| − s) + ε|m/n| + η                                           (3)
//! √x        r/√m + ε√m                                                                     (4)
//! ```
//!
//! where x has centre m and radius r, y has n and s. The right-hand sides are computed in doubles
//! with at most 12 roundings and enlarged by 1 + 2⁻⁴⁸. Elementary functions: the series of
//! `elementary` run in this arithmetic at the centre, or at both ends if the function is monotone.
//!
//! Limits: a centre above 1.8e308 or an angle above 2⁵² is not computed; the number still exists,
//! and its ball is [unbounded](Ball::UNBOUNDED) (−1 to 1 for a sine). The radius of a centre of size
//! 1 is rarely below 1e-30: numbers closer to zero than that are not told from zero.

mod functions;

use super::domain::DomainError;
use super::double_double::{DoubleDouble, ROUNDING};
use super::elementary::Precise;
use super::error_free::{power_of_two, scale};
use num_bigint::BigInt;
use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// Covers the roundings of a radius, which is computed in doubles.
const SLACK: f64 = 1.0 + power_of_two(-48);
/// Covers what underflows in one operation.
const UNDERFLOW: f64 = f64::MIN_POSITIVE;

/// A real number, known up to a radius.
///
/// ```
/// use alembert_algebra::numeric::Ball;
/// let third = Ball::from_ratio(&1.into(), &3.into()).unwrap();
/// let difference = third.sin() - third;
/// assert!(difference.excludes_zero());
/// assert!(!(third - third).excludes_zero());
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ball {
    mid: DoubleDouble,
    rad: f64,
}

impl Ball {
    /// Exactly 0.
    pub const ZERO: Self = Self { mid: DoubleDouble::ZERO, rad: 0.0 };
    /// Exactly 1.
    pub const ONE: Self = Self { mid: DoubleDouble::ONE, rad: 0.0 };
    /// Some real number.
    pub const UNBOUNDED: Self = Self { mid: DoubleDouble::ZERO, rad: f64::INFINITY };

    /// The ball around `mid`; unbounded unless both numbers are finite.
    #[must_use]
    pub fn new(mid: DoubleDouble, rad: f64) -> Self {
        if mid.is_finite() && rad.is_finite() {
            Self { mid, rad: rad.abs() }
        } else {
            Self::UNBOUNDED
        }
    }

    /// A double-double as it is.
    #[must_use]
    pub fn point(mid: DoubleDouble) -> Self {
        Self::new(mid, 0.0)
    }

    /// The fraction `num/den`.
    ///
    /// # Errors
    /// [`DomainError::Outside`] when `den` is 0.
    pub fn from_ratio(num: &BigInt, den: &BigInt) -> Result<Self, DomainError> {
        if den == &BigInt::ZERO {
            return Err(DomainError::Outside { function: "division" });
        }
        let (mid, exact) = DoubleDouble::from_ratio_noting_exactness(num, den);
        Ok(if exact { Self::point(mid) } else { Self::new(mid, size(mid) * ROUNDING + UNDERFLOW) })
    }

    /// π.
    #[must_use]
    pub fn pi() -> Self {
        Self::constant(DoubleDouble::PI)
    }

    /// The smallest ball around the middle that holds both.
    fn hull(self, other: Self) -> Self {
        let mid = (self.mid + other.mid).scaled(-1);
        let reach = |ball: Self| size(ball.mid - mid) + ball.rad;
        Self::new(mid, (reach(self).max(reach(other)) + UNDERFLOW) * SLACK)
    }

    /// The ball from 0 to `top`.
    fn from_zero_to(top: f64) -> Self {
        Self::new((0.5 * top).into(), 0.5 * top + UNDERFLOW)
    }

    /// The centre.
    #[must_use]
    pub const fn mid(self) -> DoubleDouble {
        self.mid
    }

    /// The radius, infinite if nothing is known.
    #[must_use]
    pub const fn rad(self) -> f64 {
        self.rad
    }

    /// Whether something is known.
    #[must_use]
    pub const fn is_bounded(self) -> bool {
        self.rad.is_finite()
    }

    /// Whether the number is proved not to be zero.
    #[must_use]
    pub fn excludes_zero(self) -> bool {
        self.mid.abs() > self.rad.into()
    }

    /// How the number compares with zero, if that is proved.
    #[must_use]
    pub fn order(self) -> Option<Ordering> {
        if self.excludes_zero() || self == Self::ZERO {
            self.mid.partial_cmp(&DoubleDouble::ZERO)
        } else {
            None
        }
    }

    /// A double below the number.
    #[must_use]
    pub fn lower(self) -> f64 {
        -(-self).upper()
    }

    /// A double above the number.
    #[must_use]
    pub fn upper(self) -> f64 {
        if self.rad == 0.0 && self.mid.lo() == 0.0 {
            return self.mid.hi();
        }
        (self.mid + self.rad.into()).hi().next_up()
    }

    /// A bound of the absolute value.
    #[must_use]
    pub fn magnitude(self) -> f64 {
        self.upper().max(-self.lower())
    }

    /// A number that the absolute value does not fall below.
    #[must_use]
    pub fn distance_from_zero(self) -> f64 {
        self.lower().max(-self.upper()).max(0.0)
    }

    /// (3).
    ///
    /// # Errors
    /// When the divisor is 0 or may be 0.
    pub fn divide(self, divisor: Self) -> Result<Self, DomainError> {
        let function = "division";
        if divisor == Self::ZERO {
            return Err(DomainError::Outside { function });
        }
        let nearest = divisor.distance_from_zero();
        if nearest == 0.0 {
            return Err(DomainError::Undecided { function });
        }
        if self == Self::ZERO {
            return Ok(Self::ZERO);
        }
        let mid = self.mid / divisor.mid;
        let spread = (self.rad + size(mid) * divisor.rad) / nearest;
        Ok(Self::new(mid, (spread + size(mid) * ROUNDING + UNDERFLOW) * SLACK))
    }
}

/// The absolute value, up to one rounding.
fn size(x: DoubleDouble) -> f64 {
    x.hi().abs()
}

impl Neg for Ball {
    type Output = Self;
    fn neg(self) -> Self {
        Self { mid: -self.mid, rad: self.rad }
    }
}

impl Add for Ball {
    type Output = Self;
    /// (1).
    fn add(self, other: Self) -> Self {
        let mid = self.mid + other.mid;
        Self::new(mid, (self.rad + other.rad + size(mid) * ROUNDING) * SLACK)
    }
}

impl Sub for Ball {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Ball {
    type Output = Self;
    /// (2).
    fn mul(self, other: Self) -> Self {
        if self == Self::ZERO || other == Self::ZERO {
            return Self::ZERO;
        }
        let mid = self.mid * other.mid;
        let spread = size(self.mid) * other.rad + size(other.mid) * self.rad + self.rad * other.rad;
        Self::new(mid, (spread + size(mid) * ROUNDING + UNDERFLOW) * SLACK)
    }
}

impl Precise for Ball {
    fn exact(x: f64) -> Self {
        Self::point(x.into())
    }

    fn constant(x: DoubleDouble) -> Self {
        Self::new(x, size(x) * ROUNDING * SLACK)
    }

    fn centre(self) -> DoubleDouble {
        self.mid
    }

    fn magnitude(self) -> f64 {
        Self::magnitude(self)
    }

    fn recentred(self, centre: DoubleDouble, error: f64) -> Self {
        Self::new(centre, (self.rad + error) * SLACK)
    }

    fn over(self, divisor: Self) -> Self {
        self.divide(divisor).unwrap_or(Self::UNBOUNDED)
    }

    /// (4): |√x − √m| = |x − m|/(√x + √m) ≤ r/√m for every x ≥ 0 in the ball.
    fn root(self) -> Self {
        if self == Self::ZERO {
            return Self::ZERO;
        }
        if self.mid.hi() <= 0.0 {
            return Self::from_zero_to(self.upper().max(0.0).sqrt().next_up());
        }
        let mid = self.mid.sqrt();
        Self::new(mid, (self.rad / mid.hi() + mid.hi() * ROUNDING + UNDERFLOW) * SLACK)
    }

    fn scaled(self, k: i32) -> Self {
        let mid = self.mid.scaled(k);
        let rad = scale(self.rad, i64::from(k));
        let exact = size(mid) > power_of_two(-900) && (self.rad == 0.0 || rad > UNDERFLOW);
        let zero = mid.is_zero() && self.rad == 0.0 && self.mid.is_zero();
        Self::new(mid, if exact || zero { rad } else { rad + UNDERFLOW })
    }
}
