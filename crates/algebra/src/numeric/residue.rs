//! Residues modulo primes p ≡ 3 (mod 4) just below 2⁶¹: the field of the cheap proof of non-zero.
//!
//! With such a prime the square root of a square `a` is a power, `a^((p+1)/4)`: the root that is a
//! square itself. It is multiplicative, so √x √y = √(xy) holds for residues too. −1 has no root.
//! Half of all residues have none: draw another point, or for a constant take another field. Modulo
//! the first prime, 2⁶¹ − 1, the numbers 3, 7 and 11 have no root; the other primes are chosen so
//! that every integer made of the primes up to 47 has one.
//!
//! Residues are plain words below p; operations expect them so.

mod matrix;
mod polynomial;

use super::random::SplitMix64;
use num_bigint::BigInt;
use num_integer::Integer;

/// Arithmetic modulo a prime p = 2⁶¹ − c with c < 2²⁴.
///
/// ```
/// use alembert_algebra::numeric::Field;
/// let field = Field::ALL[1];
/// let root = field.sqrt(3).unwrap();
/// assert_eq!(field.mul(root, root), 3);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    p: u64,
}

/// The bits of 2⁶¹ − 1.
const LOW: u64 = (1 << 61) - 1;

impl Field {
    /// The fields in the order in which they are tried.
    pub const ALL: [Self; 7] = [
        Self { p: 2_305_843_009_213_693_951 }, // 2⁶¹ − 1
        Self { p: 2_305_843_009_213_057_079 },
        Self { p: 2_305_843_009_211_228_759 },
        Self { p: 2_305_843_009_206_495_359 },
        Self { p: 2_305_843_009_203_517_871 },
        Self { p: 2_305_843_009_202_492_471 },
        Self { p: 2_305_843_009_199_293_511 },
    ];

    /// The prime.
    #[must_use]
    pub const fn p(self) -> u64 {
        self.p
    }

    /// `a + b`.
    #[must_use]
    pub const fn add(self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.p { sum - self.p } else { sum }
    }

    /// `a − b`.
    #[must_use]
    pub const fn sub(self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + self.p - b }
    }

    /// `−a`.
    #[must_use]
    pub const fn neg(self, a: u64) -> u64 {
        self.sub(0, a)
    }

    /// `a b`. As 2⁶¹ = c (mod p), the upper bits of the product come back c-fold, twice: the product
    /// is below 2¹²², then below 2⁸⁶, then below 2⁶¹ + 2⁵⁰ < 2p.
    #[must_use]
    pub fn mul(self, a: u64, b: u64) -> u64 {
        let c = u128::from(LOW + 1 - self.p);
        let fold = |x: u128| (x >> 61) * c + (x & u128::from(LOW));
        let word = short(fold(fold(u128::from(a) * u128::from(b))));
        if word >= self.p { word - self.p } else { word }
    }

    /// `aⁿ`, 1 for n = 0.
    #[must_use]
    pub fn pow(self, mut a: u64, mut n: u64) -> u64 {
        let mut power = 1;
        while n > 0 {
            if n & 1 == 1 {
                power = self.mul(power, a);
            }
            a = self.mul(a, a);
            n >>= 1;
        }
        power
    }

    /// `aⁿ` with an exponent of either sign; `None` for a negative power of 0.
    #[must_use]
    pub fn powi(self, a: u64, n: i64) -> Option<u64> {
        let base = if n < 0 { self.inv(a)? } else { a };
        Some(self.pow(base, n.unsigned_abs()))
    }

    /// `1/a = aᵖ⁻²`; `None` for 0.
    #[must_use]
    pub fn inv(self, a: u64) -> Option<u64> {
        (a != 0).then(|| self.pow(a, self.p - 2))
    }

    /// `a/b`; `None` if b is 0.
    #[must_use]
    pub fn div(self, a: u64, b: u64) -> Option<u64> {
        Some(self.mul(a, self.inv(b)?))
    }

    /// The square root that is a square, `a^((p+1)/4)`; `None` if there is none.
    #[must_use]
    pub fn sqrt(self, a: u64) -> Option<u64> {
        let root = self.pow(a, self.p.div_ceil(4));
        (self.mul(root, root) == a).then_some(root)
    }

    /// The residue of an integer.
    #[must_use]
    pub fn from_i64(self, n: i64) -> u64 {
        let magnitude = n.unsigned_abs() % self.p;
        if n < 0 { self.neg(magnitude) } else { magnitude }
    }

    /// The residue of an integer.
    #[must_use]
    pub fn from_integer(self, n: &BigInt) -> u64 {
        n.mod_floor(&BigInt::from(self.p)).iter_u64_digits().next().unwrap_or(0)
    }

    /// The residue of `num/den`; `None` if p divides the denominator.
    #[must_use]
    pub fn from_ratio(self, num: &BigInt, den: &BigInt) -> Option<u64> {
        self.div(self.from_integer(num), self.from_integer(den))
    }

    /// The residue of `num/den`; `None` if p divides the denominator.
    #[must_use]
    pub fn from_i64_ratio(self, num: i64, den: i64) -> Option<u64> {
        self.div(self.from_i64(num), self.from_i64(den))
    }

    /// A random residue that is not 0.
    #[must_use]
    pub fn random(self, generator: &mut SplitMix64) -> u64 {
        generator.below(self.p - 1) + 1
    }
}

/// A number that was folded below 2⁶².
fn short(x: u128) -> u64 {
    u64::try_from(x).expect("folding leaves less than 62 bits")
}
