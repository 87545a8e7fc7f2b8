//! Arithmetic modulo a number below 2^64, fast for the Mersenne prime 2^61 − 1.
//!
//! Only what images of polynomials need; it is no field of its own.

/// The prime of all images that are made here.
pub(super) const PRIME: Modulus = Modulus(MERSENNE);
const MERSENNE: u64 = (1 << 61) - 1;

/// Residues are kept in `0..p`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Modulus(pub(super) u64);

#[allow(clippy::cast_possible_truncation, reason = "the halves of a product, and residues, fit")]
impl Modulus {
    pub(super) fn add(self, a: u64, b: u64) -> u64 {
        if a >= self.0 - b { a - (self.0 - b) } else { a + b }
    }

    pub(super) fn sub(self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + (self.0 - b) }
    }

    pub(super) fn mul(self, a: u64, b: u64) -> u64 {
        let product = u128::from(a) * u128::from(b);
        if self.0 == MERSENNE {
            // 2^61 ≡ 1: the high part is added to the low part.
            let sum = (product as u64 & MERSENNE) + (product >> 61) as u64;
            return if sum >= MERSENNE { sum - MERSENNE } else { sum };
        }
        (product % u128::from(self.0)) as u64
    }

    pub(super) fn pow(self, mut a: u64, mut n: u64) -> u64 {
        let mut power = 1 % self.0;
        while n > 0 {
            if n & 1 == 1 {
                power = self.mul(power, a);
            }
            a = self.mul(a, a);
            n >>= 1;
        }
        power
    }

    /// The inverse modulo a prime, by Fermat; zero for zero.
    pub(super) fn inv(self, a: u64) -> u64 {
        self.pow(a, self.0 - 2)
    }

    /// The remainder of `a` by `b`, which is not zero; ascending coefficients without leading zeros.
    fn remainder(self, mut a: Vec<u64>, b: &[u64]) -> Vec<u64> {
        let inverse = self.inv(*b.last().expect("the divisor is not zero"));
        while a.len() >= b.len() {
            let factor = self.mul(*a.last().expect("not shorter than b"), inverse);
            let shift = a.len() - b.len();
            for (r, &c) in a[shift..].iter_mut().zip(b) {
                *r = self.sub(*r, self.mul(factor, c));
            }
            a = trimmed(a);
        }
        a
    }

    /// Does `b` divide `a`? Zero divides only zero.
    pub(super) fn divides(self, b: Vec<u64>, a: Vec<u64>) -> bool {
        let (a, b) = (trimmed(a), trimmed(b));
        if b.is_empty() { a.is_empty() } else { self.remainder(a, &b).is_empty() }
    }

    /// The degree of the greatest common divisor; zero when both vanish.
    pub(super) fn gcd_degree(self, a: Vec<u64>, b: Vec<u64>) -> usize {
        let (mut a, mut b) = (trimmed(a), trimmed(b));
        while !b.is_empty() {
            let remainder = self.remainder(a, &b);
            a = std::mem::replace(&mut b, remainder);
        }
        a.len().saturating_sub(1)
    }
}

fn trimmed(mut a: Vec<u64>) -> Vec<u64> {
    while a.last() == Some(&0) {
        a.pop();
    }
    a
}

/// A fixed pseudo-random residue, not zero, for each atom (one step of splitmix64).
pub(super) fn residue(atom: usize) -> u64 {
    let mut z = (atom as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (z ^ (z >> 31)) % (MERSENNE - 1) + 1
}

#[cfg(test)]
mod tests {
    use super::{MERSENNE, Modulus, PRIME};

    #[test]
    fn residues_obey_the_laws_of_a_field() {
        for p in [PRIME, Modulus(101), Modulus(u64::MAX - 58)] {
            for (a, b) in [(0, 1), (3, 100), (99, 99), (p.0 - 1, p.0 - 1), (p.0 - 1, 57)] {
                let (a, b) = (a % p.0, b % p.0);
                assert_eq!(p.sub(p.add(a, b), b), a);
                assert_eq!(p.mul(p.mul(a, b), p.inv(b)), a);
                let wide = u128::from(a) * u128::from(b) % u128::from(p.0);
                assert_eq!(u128::from(p.mul(a, b)), wide);
            }
        }
        assert_eq!(PRIME.pow(2, 61), 1);
        assert_eq!(PRIME.0, MERSENNE);
    }

    #[test]
    fn degree_of_the_common_factor() {
        let p = Modulus(101);
        let minus = |a: u64| 101 - a;
        let a = vec![2, minus(3), 1]; // (x − 1)(x − 2)
        let b = vec![3, minus(4), 1]; // (x − 1)(x − 3)
        assert_eq!(p.gcd_degree(a.clone(), b.clone()), 1);
        assert_eq!(p.gcd_degree(a.clone(), vec![1, 1]), 0);
        assert_eq!(p.gcd_degree(a.clone(), vec![]), 2);
        assert!(p.divides(vec![minus(1), 1], b));
        assert!(!p.divides(vec![minus(3), 1], a));
    }
}
