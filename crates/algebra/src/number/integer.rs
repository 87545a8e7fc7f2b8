//! Integers with an inline `i64` case.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Add, Mul, Neg, Sub};

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{Signed, ToPrimitive, Zero};

/// An integer of any size; small ones are stored inline.
#[derive(Clone, PartialEq, Eq)]
pub struct Integer(Repr);

/// `Big` never holds a value that fits an `i64`.
#[derive(PartialEq, Eq)]
enum Repr {
    Small(i64),
    Big(Box<BigInt>),
}
use Repr::{Big, Small};

impl Clone for Repr {
    #[inline]
    fn clone(&self) -> Self {
        match self {
            Small(a) => Small(*a),
            Big(a) => copy_of_big(a),
        }
    }
}

/// Apart from the small case, so that this is copied in place.
#[cold]
fn copy_of_big(a: &BigInt) -> Repr {
    Big(Box::new(a.clone()))
}

impl Integer {
    /// Zero.
    pub const ZERO: Self = Self(Small(0));
    /// One.
    pub const ONE: Self = Self(Small(1));
    /// Minus one.
    pub const MINUS_ONE: Self = Self(Small(-1));

    pub(crate) fn from_wide(a: i128) -> Self {
        i64::try_from(a).map_or_else(|_| Self(Big(Box::new(a.into()))), |small| Self(Small(small)))
    }

    /// The value as a big integer.
    #[must_use]
    pub fn to_big(&self) -> BigInt {
        match &self.0 {
            Small(a) => BigInt::from(*a),
            Big(a) => (**a).clone(),
        }
    }

    /// The value, if it fits an `i64`.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Small(a) => Some(*a),
            Big(_) => None,
        }
    }

    /// The nearest `f64` (infinite when out of range).
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "rounding to the nearest is what is asked for")]
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Small(a) => *a as f64,
            Big(a) => a.to_f64().expect("a big integer has a nearest float"),
        }
    }

    /// The number of bits of the absolute value.
    #[must_use]
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Small(a) => u64::from(64 - a.unsigned_abs().leading_zeros()),
            Big(a) => a.bits(),
        }
    }

    /// Is it zero?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0))
    }

    /// Is it one?
    #[must_use]
    pub fn is_one(&self) -> bool {
        matches!(self.0, Small(1))
    }

    /// Is it below zero?
    #[must_use]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Small(a) => *a < 0,
            Big(a) => a.is_negative(),
        }
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The greatest common divisor, never negative.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) if *a != i64::MIN && *b != i64::MIN => Self(Small(a.gcd(b))),
            _ => self.to_big().gcd(&other.to_big()).into(),
        }
    }

    /// `self / other` when the division leaves no remainder.
    #[must_use]
    pub fn div_exact(&self, other: &Self) -> Option<Self> {
        if let (Small(a), Small(b)) = (&self.0, &other.0) {
            let exact = *b != 0 && a.checked_rem(*b) == Some(0);
            if exact || *b == 0 || *b != -1 {
                return exact.then(|| Self(Small(a / b)));
            }
        }
        if other.is_zero() {
            return None;
        }
        let (quotient, remainder) = self.to_big().div_rem(&other.to_big());
        remainder.is_zero().then(|| quotient.into())
    }

    /// `self^n`.
    #[must_use]
    pub fn pow(&self, n: u32) -> Self {
        match &self.0 {
            Small(a) => match a.checked_pow(n) {
                Some(power) => Self(Small(power)),
                None => self.to_big().pow(n).into(),
            },
            Big(a) => a.pow(n).into(),
        }
    }

    /// The residue modulo `p`, in `0..p`.
    #[must_use]
    pub fn modulo(&self, p: u64) -> u64 {
        match &self.0 {
            Small(a) => match (a.unsigned_abs() % p, *a < 0) {
                (0, _) => 0,
                (residue, negative) => {
                    if negative {
                        p - residue
                    } else {
                        residue
                    }
                }
            },
            Big(a) => a.mod_floor(&BigInt::from(p)).to_u64().expect("a residue fits"),
        }
    }

    /// The integer square root, if the number is a perfect square.
    #[must_use]
    pub fn sqrt_exact(&self) -> Option<Self> {
        if self.is_negative() {
            return None;
        }
        let root: Self = self.to_big().sqrt().into();
        (&root * &root == *self).then_some(root)
    }
}

impl From<i64> for Integer {
    fn from(a: i64) -> Self {
        Self(Small(a))
    }
}

impl From<BigInt> for Integer {
    fn from(a: BigInt) -> Self {
        a.to_i64().map_or_else(|| Self(Big(Box::new(a))), |small| Self(Small(small)))
    }
}

impl Add for &Integer {
    type Output = Integer;
    fn add(self, other: Self) -> Integer {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => Integer::from_wide(i128::from(*a) + i128::from(*b)),
            _ => (self.to_big() + other.to_big()).into(),
        }
    }
}

impl Sub for &Integer {
    type Output = Integer;
    fn sub(self, other: Self) -> Integer {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => Integer::from_wide(i128::from(*a) - i128::from(*b)),
            _ => (self.to_big() - other.to_big()).into(),
        }
    }
}

impl Mul for &Integer {
    type Output = Integer;
    fn mul(self, other: Self) -> Integer {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => Integer::from_wide(i128::from(*a) * i128::from(*b)),
            _ => (self.to_big() * other.to_big()).into(),
        }
    }
}

impl Neg for &Integer {
    type Output = Integer;
    fn neg(self) -> Integer {
        match &self.0 {
            Small(a) => Integer::from_wide(-i128::from(*a)),
            Big(a) => (-&**a).into(),
        }
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl Hash for Integer {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Small(a) => a.hash(state),
            Big(a) => a.hash(state),
        }
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(a) => fmt::Display::fmt(a, f),
            Big(a) => fmt::Display::fmt(a, f),
        }
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::Integer;

    fn int(a: i64) -> Integer {
        Integer::from(a)
    }

    #[test]
    fn results_that_leave_the_word_come_back_when_they_fit_again() {
        let big = &int(i64::MAX) + &int(1);
        assert_eq!(big.to_i64(), None);
        assert_eq!((&big - &int(1)).to_i64(), Some(i64::MAX));
        assert_eq!(&big - &big, Integer::ZERO);
        assert_eq!((-&big).to_i64(), Some(i64::MIN));
    }

    #[test]
    fn division_is_exact_or_refused() {
        assert_eq!(int(12).div_exact(&int(-4)), Some(int(-3)));
        assert_eq!(int(12).div_exact(&int(5)), None);
        assert_eq!(int(12).div_exact(&Integer::ZERO), None);
        let smallest = int(i64::MIN);
        assert_eq!(smallest.div_exact(&int(-1)), Some(-&smallest));
        assert_eq!(smallest.gcd(&int(6)), int(2));
    }

    #[test]
    fn powers_and_roots() {
        let large = int(10).pow(40);
        assert_eq!(large.sqrt_exact(), Some(int(10).pow(20)));
        assert_eq!(int(2).sqrt_exact(), None);
        assert_eq!(int(-4).sqrt_exact(), None);
        assert_eq!(large.modulo(7), 10u64.pow(4) % 7); // 10^6 ≡ 1 (mod 7), 40 ≡ 4 (mod 6)
        assert_eq!(int(-1).modulo(7), 6);
    }
}
