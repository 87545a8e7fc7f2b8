//! Fractions in lowest terms.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::Integer;

/// A fraction in lowest terms with a positive denominator.
///
/// ```
/// use alembert_algebra::Rational;
/// let tenth = Rational::from_decimal("0.1").unwrap();
/// let fifth = Rational::from_decimal("0.2").unwrap();
/// assert_eq!(&tenth + &fifth, Rational::ratio(3, 10));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational {
    num: Integer,
    den: Integer,
}

/// Decimal exponents beyond this are refused: 10^4096 already has 1700 bytes.
const LARGEST_DECIMAL_EXPONENT: i64 = 4096;
/// So many decimal digits always fit into an `i64`.
const MOST_DIGITS: usize = 18;

impl Rational {
    /// Zero.
    pub const ZERO: Self = Self { num: Integer::ZERO, den: Integer::ONE };
    /// One.
    pub const ONE: Self = Self { num: Integer::ONE, den: Integer::ONE };
    /// Minus one.
    pub const MINUS_ONE: Self = Self { num: Integer::MINUS_ONE, den: Integer::ONE };

    /// The fraction `num/den` in lowest terms; `None` when `den` is zero.
    #[must_use]
    pub fn new(num: Integer, den: Integer) -> Option<Self> {
        if den.is_zero() {
            return None;
        }
        if den.is_one() {
            return Some(Self { num, den });
        }
        let g = num.gcd(&den);
        let g = if den.is_negative() { -&g } else { g };
        let part = |a: &Integer| a.div_exact(&g).expect("a gcd divides");
        Some(Self { num: part(&num), den: part(&den) })
    }

    /// The fraction `num/den` of small integers.
    ///
    /// # Panics
    /// If `den` is zero.
    #[must_use]
    pub fn ratio(num: i64, den: i64) -> Self {
        Self::new(num.into(), den.into()).expect("the denominator is not zero")
    }

    /// The exact value of a decimal text such as `12`, `0.5` or `1.5e-3`.
    ///
    /// `None` when the text is not a number, or its exponent is out of range.
    #[must_use]
    pub fn from_decimal(text: &str) -> Option<Self> {
        let (mantissa, exponent) = match text.find(['e', 'E']) {
            Some(at) => (&text[..at], text[at + 1..].parse::<i64>().ok()?),
            None => (text, 0),
        };
        let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let value = of_digits(whole, part)?;
        let shift = exponent.checked_sub(i64::try_from(part.len()).ok()?)?;
        if shift.abs() > LARGEST_DECIMAL_EXPONENT {
            return None;
        }
        if shift == 0 {
            return Some(value.into());
        }
        let scale = Integer::from(10i64).pow(u32::try_from(shift.unsigned_abs()).ok()?);
        if shift < 0 { Self::new(value, scale) } else { Some((&value * &scale).into()) }
    }

    /// The exact value of a finite `f64`.
    #[must_use]
    pub fn from_f64(x: f64) -> Option<Self> {
        let exact = BigInt::from;
        if !x.is_finite() {
            return None;
        }
        let bits = x.to_bits();
        let exponent = i32::try_from((bits >> 52) & 0x7ff).expect("eleven bits fit");
        let fraction = bits & ((1 << 52) - 1);
        let (m, e) =
            if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
        let m = if x < 0.0 { -exact(m) } else { exact(m) };
        let power = exact(1) << e.unsigned_abs();
        if e < 0 {
            Self::new(m.into(), power.into())
        } else {
            Some(Integer::from(m * power).into())
        }
    }

    /// The numerator, which carries the sign.
    #[must_use]
    pub fn numer(&self) -> &Integer {
        &self.num
    }

    /// The denominator, always positive.
    #[must_use]
    pub fn denom(&self) -> &Integer {
        &self.den
    }

    /// Is it zero?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.num.is_zero()
    }

    /// Is it one?
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.num.is_one() && self.den.is_one()
    }

    /// Is it below zero?
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.num.is_negative()
    }

    /// Is it a whole number?
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.den.is_one()
    }

    /// The value, if it is a whole number that fits an `i64`.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        if self.is_integer() { self.num.to_i64() } else { None }
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        Self { num: self.num.abs(), den: self.den.clone() }
    }

    /// `1/self`, or `None` for zero.
    #[must_use]
    pub fn recip(&self) -> Option<Self> {
        Self::new(self.den.clone(), self.num.clone())
    }

    /// `self / other`, or `None` for a division by zero.
    #[must_use]
    pub fn checked_div(&self, other: &Self) -> Option<Self> {
        Some(self * &other.recip()?)
    }

    /// `self^n`, or `None` for a negative power of zero.
    #[must_use]
    pub fn pow(&self, n: i32) -> Option<Self> {
        let base = if n < 0 { self.recip()? } else { self.clone() };
        let n = n.unsigned_abs();
        Some(Self { num: base.num.pow(n), den: base.den.pow(n) })
    }

    /// The number of bits of numerator and denominator together: the cost of the number.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.num.bits() + self.den.bits()
    }

    /// The nearest `f64` to within an ulp, also where numerator or denominator leave its range.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "both fit 53 bits in the branch that casts")]
    pub fn to_f64(&self) -> f64 {
        const EXACT: u64 = 1 << 53;
        match (self.num.to_i64(), self.den.to_i64()) {
            (Some(n), Some(d)) if n.unsigned_abs() <= EXACT && d.unsigned_abs() <= EXACT => {
                n as f64 / d as f64
            }
            _ => self.to_f64_by_shift(),
        }
    }

    /// A quotient of at least 64 bits, then one rounding.
    fn to_f64_by_shift(&self) -> f64 {
        let bits =
            |a: &Integer| i64::try_from(a.bits()).expect("a number has fewer than 2^63 bits");
        let shift = 66 + bits(&self.den) - bits(&self.num);
        let (n, d) = (self.num.to_big(), self.den.to_big());
        let quotient = if shift >= 0 { (n << shift) / d } else { n / (d << -shift) };
        let value = quotient.to_f64().expect("a big integer has a nearest float");
        let half = i32::try_from(-shift / 2).unwrap_or(i32::MIN / 2);
        let rest = i32::try_from(-shift - i64::from(half)).unwrap_or(i32::MIN / 2);
        value * 2f64.powi(half) * 2f64.powi(rest)
    }
}

/// The number that two runs of digits, one after the other, spell.
fn of_digits(whole: &str, part: &str) -> Option<Integer> {
    let length = whole.len() + part.len();
    let digits = whole.bytes().chain(part.bytes());
    if length == 0 || !digits.clone().all(|b| b.is_ascii_digit()) {
        return None;
    }
    if length <= MOST_DIGITS {
        return Some(digits.fold(0, |n, b| 10 * n + i64::from(b - b'0')).into());
    }
    Some(format!("{whole}{part}").parse::<BigInt>().ok()?.into())
}

impl From<i64> for Rational {
    fn from(n: i64) -> Self {
        Integer::from(n).into()
    }
}

impl From<Integer> for Rational {
    fn from(num: Integer) -> Self {
        Self { num, den: Integer::ONE }
    }
}

impl Add for &Rational {
    type Output = Rational;
    fn add(self, o: Self) -> Rational {
        if self.den.is_one() && o.den.is_one() {
            return (&self.num + &o.num).into();
        }
        let num = &(&self.num * &o.den) + &(&o.num * &self.den);
        Rational::new(num, &self.den * &o.den).expect("denominators are not zero")
    }
}

impl Sub for &Rational {
    type Output = Rational;
    fn sub(self, o: Self) -> Rational {
        self + &-o
    }
}

impl Mul for &Rational {
    type Output = Rational;
    fn mul(self, o: Self) -> Rational {
        let num = &self.num * &o.num;
        Rational::new(num, &self.den * &o.den).expect("denominators are not zero")
    }
}

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        Rational { num: -&self.num, den: self.den.clone() }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.num * &other.den).cmp(&(&other.num * &self.den))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() {
            write!(f, "{}", self.num)
        } else {
            write!(f, "{}/{}", self.num, self.den)
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::Rational;

    #[test]
    fn decimals_are_exact() {
        let read = |t| Rational::from_decimal(t).unwrap();
        assert_eq!(read("1.5e-3"), Rational::ratio(3, 2000));
        assert_eq!(read("2E3"), Rational::from(2000));
        assert_eq!(read(".5"), Rational::ratio(1, 2));
        assert_eq!(Rational::from_decimal("1e99999"), None);
        assert_eq!(Rational::from_decimal(""), None);
        assert_eq!(Rational::from_decimal("-1"), None);
    }

    #[test]
    fn floats_survive_the_round_trip() {
        for x in [0.1, -3.5e200, 5e-324, 1.0, f64::MAX, 2.5e-310] {
            assert_eq!(Rational::from_f64(x).unwrap().to_f64(), x);
        }
        assert_eq!(Rational::from_f64(f64::NAN), None);
        assert_eq!(Rational::from_f64(f64::INFINITY), None);
    }

    #[test]
    fn large_quotients_round_once() {
        let huge = Rational::from_decimal("1e4000").unwrap();
        assert_eq!(huge.checked_div(&huge).unwrap().to_f64(), 1.0);
        assert_eq!(
            (&huge * &Rational::ratio(1, 3)).checked_div(&huge).unwrap().to_f64(),
            1.0 / 3.0
        );
        assert_eq!(huge.to_f64(), f64::INFINITY);
        assert_eq!(huge.recip().unwrap().to_f64(), 0.0);
    }

    #[test]
    fn signs_live_in_the_numerator() {
        let third = Rational::ratio(2, -6);
        assert_eq!(third, Rational::ratio(-1, 3));
        assert_eq!(third.to_string(), "-1/3");
        assert!(third < Rational::ZERO);
        assert_eq!(third.pow(-2), Some(Rational::from(9)));
        assert_eq!(Rational::ZERO.pow(-1), None);
        assert_eq!(Rational::ZERO.pow(0), Some(Rational::ONE));
    }
}
