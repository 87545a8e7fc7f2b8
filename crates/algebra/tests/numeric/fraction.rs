//! Exact fractions, the judge of every approximate number in these tests.

use alembert_algebra::numeric::DoubleDouble;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Sub};

/// A fraction with a positive denominator, not reduced.
#[derive(Debug, Clone)]
pub(crate) struct Fraction {
    pub(crate) num: BigInt,
    pub(crate) den: BigInt,
}

impl Fraction {
    pub(crate) fn new(num: BigInt, den: BigInt) -> Self {
        assert!(!den.is_zero());
        if den.is_negative() { Self { num: -num, den: -den } } else { Self { num, den } }
    }

    /// A finite double, exactly.
    pub(crate) fn double(x: f64) -> Self {
        assert!(x.is_finite(), "{x} is a number");
        let exponent = i64::try_from((x.to_bits() >> 52) & 0x7FF).unwrap();
        let fraction = x.to_bits() & ((1 << 52) - 1);
        let mantissa = if exponent == 0 { fraction } else { fraction | (1 << 52) };
        let mantissa = BigInt::from(mantissa) * if x < 0.0 { -1 } else { 1 };
        let shift = exponent.max(1) - 1075;
        if shift < 0 {
            Self::new(mantissa, BigInt::one() << -shift)
        } else {
            Self::new(mantissa << shift, BigInt::one())
        }
    }

    pub(crate) fn double_double(x: DoubleDouble) -> Self {
        &Self::double(x.hi()) + &Self::double(x.lo())
    }

    /// 2ᵏ.
    pub(crate) fn power_of_two(k: i32) -> Self {
        let power = BigInt::one() << k.unsigned_abs();
        if k < 0 { Self::new(BigInt::one(), power) } else { Self::new(power, BigInt::one()) }
    }

    pub(crate) fn abs(&self) -> Self {
        Self { num: self.num.abs(), den: self.den.clone() }
    }

    pub(crate) fn to_double_double(&self) -> DoubleDouble {
        DoubleDouble::from_ratio(&self.num, &self.den)
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Fraction {}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.num * &other.den).cmp(&(&other.num * &self.den))
    }
}

impl Add for &Fraction {
    type Output = Fraction;
    fn add(self, other: Self) -> Fraction {
        Fraction::new(&self.num * &other.den + &other.num * &self.den, &self.den * &other.den)
    }
}

impl Sub for &Fraction {
    type Output = Fraction;
    fn sub(self, other: Self) -> Fraction {
        Fraction::new(&self.num * &other.den - &other.num * &self.den, &self.den * &other.den)
    }
}

impl Mul for &Fraction {
    type Output = Fraction;
    fn mul(self, other: Self) -> Fraction {
        Fraction::new(&self.num * &other.num, &self.den * &other.den)
    }
}

impl Div for &Fraction {
    type Output = Fraction;
    fn div(self, other: Self) -> Fraction {
        Fraction::new(&self.num * &other.den, &self.den * &other.num)
    }
}
