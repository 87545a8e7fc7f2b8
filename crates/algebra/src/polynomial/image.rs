//! Images of polynomials modulo a prime: at a point, and on a line along one atom.
//!
//! An image is a homomorphism, so it can refute divisibility and bound the degree of a common
//! divisor; it never proves equality.

use super::modp::{Modulus, PRIME, residue};
use super::poly::Term;
use super::{Monomial, Poly};

/// The value of a monomial at residues for its atoms.
fn value_at(m: &Monomial, p: Modulus, at: impl Fn(usize) -> u64) -> u64 {
    m.factors().fold(1 % p.0, |value, (x, k)| {
        let base = at(x);
        (0..k).fold(value, |value, _| p.mul(value, base))
    })
}

impl Poly {
    /// The value modulo `p` at residues for the atoms; `None` when an atom has no residue, or
    /// `p` is zero.
    #[must_use]
    pub fn eval_mod(&self, p: u64, values: &[u64]) -> Option<u64> {
        if p == 0 {
            return None;
        }
        let modulus = Modulus(p);
        if self.degrees().factors().any(|(x, _)| x >= values.len()) {
            return None;
        }
        let term =
            |(m, c): &Term| modulus.mul(c.modulo(p), value_at(m, modulus, |x| values[x] % p));
        Some(self.terms.iter().map(term).fold(0, |sum, t| modulus.add(sum, t)))
    }

    /// The coefficients modulo `p`, by ascending degree in `atom`, at residues for the others.
    /// The last may vanish. `None` when an atom has no residue, or `p` is zero.
    #[must_use]
    pub fn image_mod(&self, p: u64, atom: usize, values: &[u64]) -> Option<Vec<u64>> {
        let coefficients = self.coefficients(atom);
        coefficients.iter().map(|c| c.eval_mod(p, values)).collect()
    }

    /// The value of each term at the residues of the atoms.
    pub(super) fn values(&self) -> Vec<u64> {
        let value = |(m, c): &Term| PRIME.mul(c.modulo(PRIME.0), value_at(m, PRIME, residue));
        self.terms.iter().map(value).collect()
    }

    /// The image on the line along an atom, from the [`Poly::values`].
    pub(super) fn image(&self, atom: usize, values: &[u64]) -> Vec<u64> {
        let mut image = vec![0; self.degree(atom) as usize + 1];
        for ((m, _), &value) in self.terms.iter().zip(values) {
            let k = m.exponent(atom) as usize;
            image[k] = PRIME.add(image[k], value);
        }
        image
    }
}
