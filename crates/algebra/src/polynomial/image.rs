//! Images of polynomials modulo a prime: at a point, and on a line along one atom.
//!
//! An image is a homomorphism, so it can refute divisibility and bound the degree of a common
//! divisor; it never proves equality.

use super::modp::{Modulus, PRIME, residue};
use super::{Monomial, Poly};

/// The powers of a value for each atom, as far as they are needed.
struct Powers {
    modulus: Modulus,
    of: Vec<Vec<u64>>,
}

impl Powers {
    /// `None` when an atom has no value.
    fn new(p: Modulus, degrees: &Monomial, value: impl Fn(usize) -> Option<u64>) -> Option<Self> {
        let mut of = Vec::new();
        for (atom, degree) in degrees.factors() {
            let base = value(atom)? % p.0;
            let powers = std::iter::successors(Some(1 % p.0), |&a| Some(p.mul(a, base)));
            of.resize(atom, Vec::new());
            of.push(powers.take(degree as usize + 1).collect());
        }
        Some(Self { modulus: p, of })
    }

    fn at(&self, m: &Monomial) -> u64 {
        m.factors()
            .fold(1 % self.modulus.0, |t, (x, k)| self.modulus.mul(t, self.of[x][k as usize]))
    }
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
        let powers = Powers::new(modulus, &self.degrees(), |x| values.get(x).copied())?;
        let values = self.terms.iter().map(|(m, c)| modulus.mul(c.modulo(p), powers.at(m)));
        Some(values.fold(0, |sum, t| modulus.add(sum, t)))
    }

    /// The coefficients modulo `p`, by ascending degree in `atom`, at residues for the others.
    /// The last may vanish. `None` when an atom has no residue, or `p` is zero.
    #[must_use]
    pub fn image_mod(&self, p: u64, atom: usize, values: &[u64]) -> Option<Vec<u64>> {
        let coefficients = self.coefficients(atom);
        coefficients.iter().map(|c| c.eval_mod(p, values)).collect()
    }

    /// The images along each of the atoms, the others at fixed random residues. The atom itself is
    /// measured in units of its own residue, which changes no degree and no divisibility.
    pub(super) fn images(&self, atoms: &[usize]) -> Vec<Vec<u64>> {
        let degrees = self.degrees();
        let powers = Powers::new(PRIME, &degrees, |x| Some(residue(x)));
        let powers = powers.expect("every atom has a residue");
        let length = |&x: &usize| degrees.exponent(x) as usize + 1;
        let mut images: Vec<Vec<u64>> = atoms.iter().map(|x| vec![0; length(x)]).collect();
        for (m, c) in &self.terms {
            let value = PRIME.mul(c.modulo(PRIME.0), powers.at(m));
            for (image, &x) in images.iter_mut().zip(atoms) {
                let k = m.exponent(x) as usize;
                image[k] = PRIME.add(image[k], value);
            }
        }
        images
    }
}
