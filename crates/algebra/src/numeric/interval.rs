//! Intervals: enclosures of the range of an expression over a box.
//!
//! `[lo, hi]` holds every value that an expression takes at the points of the box **where it is
//! defined**. A division by an interval that holds 0 gives the whole line, so an unbounded interval
//! is the flag that the expression may be undefined somewhere in the box. Functions whose domain is
//! left in part (square root of [−1, 1]) answer with a [`DomainError`] instead. Whether an
//! expression is defined at a point is the business of [`ball`](super::ball).
//!
//! How the bounds are proved: sums, products and quotients are rounded outward by their exact
//! errors. Elementary functions take the outward bounds of [`Ball`]s at the ends of the interval
//! (and at the extrema in between); the library functions of the system are not trusted.

mod functions;
mod rounding;

use super::ball::Ball;
use super::domain::DomainError;
use num_bigint::BigInt;
use rounding::{add_down, add_up, div_down, div_up, mul_down, mul_up};
use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// The numbers from `lo` to `hi`.
///
/// ```
/// use alembert_algebra::numeric::Interval;
/// let angle = Interval::new(1.0, 2.0).unwrap();
/// assert_eq!(angle.sin().hi(), 1.0);
/// assert!(angle.sin().lo() > 0.84);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    lo: f64,
    hi: f64,
}

impl Interval {
    /// Exactly 0.
    pub const ZERO: Self = Self { lo: 0.0, hi: 0.0 };
    /// Exactly 1.
    pub const ONE: Self = Self { lo: 1.0, hi: 1.0 };
    /// Every real number.
    pub const WHOLE: Self = Self { lo: f64::NEG_INFINITY, hi: f64::INFINITY };

    /// The interval from `lo` to `hi`, which may be infinite; `None` if it holds no number.
    #[must_use]
    pub fn new(lo: f64, hi: f64) -> Option<Self> {
        let holds_numbers = lo <= hi && lo < f64::INFINITY && hi > f64::NEG_INFINITY;
        holds_numbers.then_some(Self { lo, hi })
    }

    /// One double; `None` unless it is finite.
    #[must_use]
    pub fn point(x: f64) -> Option<Self> {
        Self::new(x, x)
    }

    /// The fraction `num/den`.
    ///
    /// # Errors
    /// [`DomainError::Outside`] when `den` is 0.
    pub fn from_ratio(num: &BigInt, den: &BigInt) -> Result<Self, DomainError> {
        Ball::from_ratio(num, den).map(Self::from)
    }

    /// π.
    #[must_use]
    pub fn pi() -> Self {
        Ball::pi().into()
    }

    /// The lower end, −∞ if there is none.
    #[must_use]
    pub const fn lo(self) -> f64 {
        self.lo
    }

    /// The upper end, ∞ if there is none.
    #[must_use]
    pub const fn hi(self) -> f64 {
        self.hi
    }

    /// Whether an end is missing: a division by an interval that holds 0, or an overflow.
    #[must_use]
    pub const fn is_unbounded(self) -> bool {
        !(self.lo.is_finite() && self.hi.is_finite())
    }

    /// Whether `x` lies in the interval.
    #[must_use]
    pub fn contains(self, x: f64) -> bool {
        self.lo <= x && x <= self.hi
    }

    /// Whether no value is zero.
    #[must_use]
    pub fn excludes_zero(self) -> bool {
        !self.contains(0.0)
    }

    /// How all values compare with zero, if they do so alike.
    #[must_use]
    pub fn order(self) -> Option<Ordering> {
        let ends = (self.lo.partial_cmp(&0.0)?, self.hi.partial_cmp(&0.0)?);
        (ends.0 == ends.1).then_some(ends.0)
    }

    /// The smallest interval that holds both.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// The quotient; the whole line if the divisor holds 0.
    ///
    /// # Errors
    /// When the divisor is exactly 0.
    pub fn divide(self, divisor: Self) -> Result<Self, DomainError> {
        if divisor == Self::ZERO {
            return Err(DomainError::Outside { function: "division" });
        }
        if divisor.contains(0.0) {
            return Ok(Self::WHOLE);
        }
        Ok(self.extremes(divisor, div_down, div_up))
    }

    /// The range of an operation that is monotone in each operand.
    fn extremes(self, other: Self, down: fn(f64, f64) -> f64, up: fn(f64, f64) -> f64) -> Self {
        let corners =
            [(self.lo, other.lo), (self.lo, other.hi), (self.hi, other.lo), (self.hi, other.hi)];
        let lo = corners.map(|(a, b)| down(a, b)).into_iter().fold(f64::INFINITY, f64::min);
        let hi = corners.map(|(a, b)| up(a, b)).into_iter().fold(f64::NEG_INFINITY, f64::max);
        Self::new(lo, hi).unwrap_or(Self::WHOLE)
    }
}

impl From<Ball> for Interval {
    fn from(ball: Ball) -> Self {
        Self::new(ball.lower(), ball.upper()).unwrap_or(Self::WHOLE)
    }
}

impl Neg for Interval {
    type Output = Self;
    fn neg(self) -> Self {
        Self { lo: -self.hi, hi: -self.lo }
    }
}

impl Add for Interval {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { lo: add_down(self.lo, other.lo), hi: add_up(self.hi, other.hi) }
    }
}

impl Sub for Interval {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Interval {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        self.extremes(other, mul_down, mul_up)
    }
}
