//! Arithmetic modulo a number below 2^64, fast for the Mersenne prime 2^61 − 1.
//!
//! Only what images of polynomials need; it is no field of its own.

use super::Monomial;

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

    /// A multiple of the remainder of `a` by `b`, which is not zero, by a unit; ascending
    /// coefficients without leading zeros. No inverse is needed: `a` is multiplied by the leading
    /// coefficient of `b` before each step.
    fn remainder(self, mut a: Vec<u64>, b: &[u64]) -> Vec<u64> {
        let leading = *b.last().expect("the divisor is not zero");
        while a.len() >= b.len() {
            let factor = *a.last().expect("not shorter than b");
            let shift = a.len() - b.len();
            a[..shift].iter_mut().for_each(|r| *r = self.mul(*r, leading));
            for (r, &c) in a[shift..].iter_mut().zip(b) {
                *r = self.sub(self.mul(*r, leading), self.mul(factor, c));
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
        while b.len() > 1 {
            let remainder = self.remainder(a, &b);
            a = std::mem::replace(&mut b, remainder);
        }
        if b.is_empty() { a.len().saturating_sub(1) } else { 0 }
    }
}

fn trimmed(mut a: Vec<u64>) -> Vec<u64> {
    while a.last() == Some(&0) {
        a.pop();
    }
    a
}

/// A fixed pseudo-random residue, not zero, for each atom.
pub(super) fn residue(atom: usize) -> u64 {
    RESIDUES[atom]
}

static RESIDUES: [u64; Monomial::ATOMS] = residues();

const fn residues() -> [u64; Monomial::ATOMS] {
    let mut table = [0; Monomial::ATOMS];
    let mut atom = 0;
    while atom < Monomial::ATOMS {
        table[atom] = scattered(atom as u64 + 1) % (MERSENNE - 1) + 1;
        atom += 1;
    }
    table
}

/// One step of splitmix64.
const fn scattered(n: u64) -> u64 {
    let mut z = n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::{MERSENNE, Modulus, Monomial, PRIME, residue};

    #[test]
    fn residues_obey_the_laws_of_a_field() {
        for p in [PRIME, Modulus(101), Modulus(u64::MAX - 58)] {
            for (a, b) in [(0, 1), (3, 100), (99, 99), (p.0 - 1, p.0 - 1), (p.0 - 1, 57)] {
                let (a, b) = (a % p.0, b % p.0);
                assert_eq!(p.sub(p.add(a, b), b), a);
                let wide = u128::from(a) * u128::from(b) % u128::from(p.0);
                assert_eq!(u128::from(p.mul(a, b)), wide);
            }
        }
        assert_eq!(PRIME.mul(1 << 30, 1 << 31), 1);
        assert_eq!(PRIME.0, MERSENNE);
    }

    #[test]
    fn atoms_have_residues_of_their_own() {
        let residues: Vec<u64> = (0..Monomial::ATOMS).map(residue).collect();
        assert!(residues.iter().all(|&r| r > 0 && r < MERSENNE));
        assert!((1..residues.len()).all(|i| !residues[..i].contains(&residues[i])));
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
