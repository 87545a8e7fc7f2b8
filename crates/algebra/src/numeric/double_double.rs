//! Double-double numbers: an unevaluated sum of two doubles, about 31 decimal digits.
//!
//! A pair `(hi, lo)` with `hi = RN(hi + lo)` stands for `hi + lo`. With u = 2⁻⁵³ the operations
//! have these relative errors, as long as nothing underflows or overflows:
//!
//! | operation | error at most | algorithm |
//! |---|---|---|
//! | x + y, x − y | 3u² + 13u³ | `AccurateDWPlusDW` [Joldes2017, algorithm 6] |
//! | x y | 7u² | `DWTimesDW1` [Joldes2017, algorithm 10] |
//! | x / y | 15u² + 56u³ | `DWDivDW2`, `DWTimesFP1` [Joldes2017, algorithms 17 and 7] |
//! | √x | 25/8 u² | `SQRTDWtoDW` [Lefevre2023, algorithm 8] |
//!
//! The tests check them with random operands against exact fractions. The elementary functions
//! reach 1e-30 where they are well conditioned, see `elementary`.
//!
//! Domain: like `f64`, a function outside its domain is NaN, 1/0 is infinite, overflow is infinite
//! or NaN; `lo` is 0 then. Sines and cosines are NaN above 2⁵², where the angle is no longer
//! reduced. The zero has no sign. Proved bounds: [`ball`](super::ball).

use super::error_free::{fast_two_sum, power_of_two, scale, two_product, two_sum};
use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A bound of the relative error of one operation, four times what the module's table needs.
pub(crate) const ROUNDING: f64 = power_of_two(-100);

/// Below this the error of a product is no longer a double; quotients and roots are scaled first.
const SMALL: f64 = power_of_two(-900);
const ENLARGE: f64 = power_of_two(200);

/// A number of about 31 digits.
///
/// ```
/// use alembert_algebra::numeric::DoubleDouble;
/// let third = DoubleDouble::ONE / DoubleDouble::from(3.0);
/// let error = third * DoubleDouble::from(3.0) - DoubleDouble::ONE;
/// assert!(error.abs() < DoubleDouble::from(1e-31));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct DoubleDouble {
    hi: f64,
    lo: f64,
}

impl DoubleDouble {
    /// 0.
    pub const ZERO: Self = Self::exact(0.0);
    /// 1.
    pub const ONE: Self = Self::exact(1.0);
    /// The ratio of a circle's circumference to its diameter.
    pub const PI: Self = Self { hi: std::f64::consts::PI, lo: 1.224_646_799_147_353_2e-16 };
    /// π/2.
    pub const HALF_PI: Self = Self::PI.multiple(0.5);
    /// The natural logarithm of 2.
    pub const LN_2: Self = Self { hi: std::f64::consts::LN_2, lo: 2.319_046_813_846_299_6e-17 };
    /// Not a number.
    pub const NAN: Self = Self::exact(f64::NAN);
    /// Positive infinity.
    pub const INFINITY: Self = Self::exact(f64::INFINITY);

    /// The sum `a + b` of two doubles, exactly.
    #[must_use]
    pub const fn sum(a: f64, b: f64) -> Self {
        let (hi, lo) = two_sum(a, b);
        if hi.is_finite() { Self { hi, lo } } else { Self::exact(hi) }
    }

    const fn exact(x: f64) -> Self {
        Self { hi: x, lo: 0.0 }
    }

    /// `a + b` with `|a| ≥ |b|` or an overflow on the way.
    const fn join(a: f64, b: f64) -> Self {
        let (hi, lo) = fast_two_sum(a, b);
        if hi.is_finite() { Self { hi, lo } } else { Self::exact(hi) }
    }

    /// The double nearest to the number.
    #[must_use]
    pub const fn hi(self) -> f64 {
        self.hi
    }

    /// What is left when [`hi`](Self::hi) is taken away.
    #[must_use]
    pub const fn lo(self) -> f64 {
        self.lo
    }

    /// Whether this is the result of an undefined operation.
    #[must_use]
    pub const fn is_nan(self) -> bool {
        self.hi.is_nan()
    }

    /// Whether this is neither infinite nor NaN.
    #[must_use]
    pub const fn is_finite(self) -> bool {
        self.hi.is_finite()
    }

    /// Whether this is 0.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.hi == 0.0
    }

    pub(crate) const fn plus(self, other: Self) -> Self {
        let (s, e) = two_sum(self.hi, other.hi);
        if !s.is_finite() {
            return Self::exact(s);
        }
        let (t, f) = two_sum(self.lo, other.lo);
        let (s, e) = fast_two_sum(s, e + t);
        Self::join(s, e + f)
    }

    pub(crate) const fn times(self, other: Self) -> Self {
        let (p, e) = two_product(self.hi, other.hi);
        if !p.is_finite() {
            return Self::exact(p);
        }
        Self::join(p, e + (self.hi * other.lo + self.lo * other.hi))
    }

    const fn times_double(self, y: f64) -> Self {
        let (p, e) = two_product(self.hi, y);
        let (s, f) = fast_two_sum(p, self.lo * y);
        Self::join(s, f + e)
    }

    pub(crate) const fn over(self, other: Self) -> Self {
        if self.hi.abs() < SMALL && self.hi != 0.0 {
            return self.multiple(ENLARGE).over(other).multiple(1.0 / ENLARGE);
        }
        let q = self.hi / other.hi;
        if !q.is_finite() || !other.hi.is_finite() {
            return Self::exact(q);
        }
        let r = other.times_double(q);
        let rest = (self.hi - r.hi) + (self.lo - r.lo);
        Self::join(q, rest / other.hi)
    }

    /// The product with a power of two, exact unless it overflows or becomes subnormal.
    const fn multiple(self, power: f64) -> Self {
        Self { hi: self.hi * power, lo: self.lo * power }
    }

    /// The number times 2ᵏ, exact unless it overflows or becomes subnormal.
    #[must_use]
    pub fn scaled(self, k: i32) -> Self {
        Self::join(scale(self.hi, i64::from(k)), scale(self.lo, i64::from(k)))
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(self) -> Self {
        if self.hi < 0.0 { -self } else { self }
    }

    /// −1, 0 or 1; NaN for NaN.
    #[must_use]
    pub fn sign(self) -> Self {
        match self.hi.partial_cmp(&0.0) {
            Some(Ordering::Less) => -Self::ONE,
            Some(Ordering::Equal) => Self::ZERO,
            Some(Ordering::Greater) => Self::ONE,
            None => Self::NAN,
        }
    }

    /// The square root, NaN for negative numbers.
    #[must_use]
    pub fn sqrt(self) -> Self {
        if self.hi < SMALL && self.hi > 0.0 {
            return self.multiple(ENLARGE * ENLARGE).sqrt().multiple(1.0 / ENLARGE);
        }
        let s = self.hi.sqrt();
        if s == 0.0 || !s.is_finite() {
            return Self::exact(s);
        }
        let (square, e) = two_product(s, s);
        let rest = ((self.hi - square) - e) + self.lo;
        Self::join(s, rest / (2.0 * s))
    }

    /// The power with an integer exponent, by repeated squaring; x⁰ = 1 for every x.
    #[must_use]
    pub fn powi(self, n: i32) -> Self {
        let mut power = Self::ONE;
        let mut square = self;
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
        if n < 0 { Self::ONE / power } else { power }
    }

    /// Whether this is an integer; false for infinities and NaN.
    #[must_use]
    pub fn is_integer(self) -> bool {
        self.is_finite() && self.hi.fract() == 0.0 && self.lo.fract() == 0.0
    }

    /// `num/den` with a relative error below 2⁻¹⁰⁵; NaN when `den` is 0.
    ///
    /// ```
    /// use alembert_algebra::numeric::DoubleDouble;
    /// let x = DoubleDouble::from_ratio(&(-1).into(), &10.into());
    /// assert_eq!(x.hi(), -0.1);
    /// ```
    #[must_use]
    pub fn from_ratio(num: &BigInt, den: &BigInt) -> Self {
        Self::from_ratio_noting_exactness(num, den).0
    }

    /// [`from_ratio`](Self::from_ratio), and whether the result is exact.
    pub(crate) fn from_ratio_noting_exactness(num: &BigInt, den: &BigInt) -> (Self, bool) {
        if den.is_zero() {
            return (Self::NAN, false);
        }
        if num.is_zero() {
            return (Self::ZERO, true);
        }
        let (quotient, shift, divides) = leading_bits(num.magnitude(), den.magnitude());
        let (magnitude, converts) = Self::from_word(quotient);
        let (hi, lo) = (scale(magnitude.hi, shift), scale(magnitude.lo, shift));
        let kept = scale(hi, -shift) == magnitude.hi && scale(lo, -shift) == magnitude.lo;
        let exact = divides && converts && kept;
        let value = Self::join(hi, lo);
        (if num.is_negative() == den.is_negative() { value } else { -value }, exact)
    }

    /// An integer below 2¹¹², with a relative error below 2⁻¹⁰⁶, and whether there is none.
    fn from_word(word: u128) -> (Self, bool) {
        let hi = word as f64;
        let rounded = hi.to_u128().expect("a positive integer below 2^113");
        let (below, rest) =
            if rounded > word { (true, rounded - word) } else { (false, word - rounded) };
        let lo = rest as f64;
        let exact = lo.to_u128() == Some(rest);
        (Self { hi, lo: if below { -lo } else { lo } }, exact)
    }
}

/// `(w, k, exact)` with `n/d = w 2ᵏ` up to one unit of w, which has 110 or 111 bits.
fn leading_bits(n: &BigUint, d: &BigUint) -> (u128, i64, bool) {
    let length = |x: &BigUint| i64::try_from(x.bits()).expect("fewer than 2^63 bits in memory");
    let k = length(n) - length(d) - 110;
    let (n, d) =
        if k < 0 { (n << k.unsigned_abs(), d.clone()) } else { (n.clone(), d << k.unsigned_abs()) };
    let quotient = &n / &d;
    let exact = &quotient * d == n;
    (quotient.to_u128().expect("111 bits fit"), k, exact)
}

impl From<DoubleDouble> for f64 {
    fn from(x: DoubleDouble) -> f64 {
        x.hi()
    }
}

impl From<f64> for DoubleDouble {
    fn from(x: f64) -> Self {
        Self::exact(x)
    }
}

impl PartialOrd for DoubleDouble {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match self.hi.partial_cmp(&other.hi) {
            Some(Ordering::Equal) => self.lo.partial_cmp(&other.lo),
            order => order,
        }
    }
}

impl Neg for DoubleDouble {
    type Output = Self;
    fn neg(self) -> Self {
        Self { hi: -self.hi, lo: -self.lo }
    }
}

impl Add for DoubleDouble {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl Sub for DoubleDouble {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.plus(-other)
    }
}

impl Mul for DoubleDouble {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        self.times(other)
    }
}

impl Div for DoubleDouble {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        self.over(other)
    }
}
