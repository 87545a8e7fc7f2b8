//! Does a polynomial have a content with respect to an atom? Mostly not, and images prove it.
//!
//! The coefficients `c₀, c₁, …` of `p` in `x` have a common factor that contains `y` only if
//!
//! ```text
//! deg gcd(c₀(y), c₁(y), …) > 0                                          (1)
//! ```
//!
//! where the other atoms are residues modulo a prime and the leading coefficient of `c₀(y)` does
//! not vanish there. One value for each term of `p` serves all pairs `x`, `y`.

use std::cell::OnceCell;

use super::modp::PRIME;
use super::{Budget, Limit, Poly, gcd_all};

/// The contents of a polynomial, which has no common monomial and no integer content.
#[derive(Debug)]
pub struct Contents<'a> {
    p: &'a Poly,
    atoms: Vec<usize>,
    /// The values of its terms at the residues.
    values: OnceCell<Vec<u64>>,
}

impl<'a> Contents<'a> {
    /// The contents of `p`.
    #[must_use]
    pub fn of(p: &'a Poly) -> Self {
        Self { p, atoms: p.atoms().collect(), values: OnceCell::new() }
    }

    /// A factor that is not constant and lacks some atom, and the rest, if there is one.
    ///
    /// An atom of degree one occurs in one factor only, so every other factor is a content with
    /// respect to it: where there is none for this atom, there is none for any.
    ///
    /// # Errors
    /// Any [`Limit`], as for [`gcd_all`].
    pub fn split(&self, budget: &Budget) -> Result<Option<(Poly, Poly)>, Limit> {
        let degrees = self.p.degrees();
        let linear = self.atoms.iter().copied().filter(|&x| degrees.exponent(x) == 1);
        let linear: Vec<usize> = linear.collect();
        if linear.iter().any(|&x| self.has_a_single_term(x)) {
            return Ok(None);
        }
        for &x in linear.first().map_or(&*self.atoms, std::slice::from_ref) {
            if let Some(content) = self.without(x, budget)? {
                let rest = self.p.div_exact(&content, budget)?.expect("a content divides");
                return Ok(Some((content, rest)));
            }
        }
        Ok(None)
    }

    /// Is there a single term with, or a single term without an atom of degree one? A content that
    /// divides a single term is a monomial, and there is none.
    fn has_a_single_term(&self, x: usize) -> bool {
        let with = self.p.terms.iter().filter(|(m, _)| m.exponent(x) > 0).count();
        with == 1 || with + 1 == self.p.len()
    }

    /// A factor that is not constant and lacks the atom, as large as possible, if there is one.
    fn without(&self, x: usize, budget: &Budget) -> Result<Option<Poly>, Limit> {
        if !self.is_possible(x) {
            return Ok(None);
        }
        let mut coefficients = self.p.coefficients(x);
        coefficients.retain(|c| !c.is_zero());
        let content = gcd_all(&coefficients, budget)?.primitive().1;
        Ok(content.to_constant().is_none().then_some(content))
    }

    /// Is (1) true for some atom, as far as images tell?
    fn is_possible(&self, x: usize) -> bool {
        let parts = self.parts(x);
        // A content that divides a single term is a monomial, and there is none.
        if parts.iter().any(|part| part.len() == 1) {
            return false;
        }
        let Some((first, others)) = parts.split_first() else { return false };
        let mut others_than_x = self.atoms.iter().copied().filter(|&y| y != x);
        others_than_x.any(|y| {
            let image = self.image(first, y);
            match image.last() {
                _ if image.len() == 1 => false,
                Some(0) => true,
                _ => others.iter().all(|other| {
                    let (a, b) = (image.clone(), self.image(other, y));
                    PRIME.gcd_degree(a, b) > 0
                }),
            }
        })
    }

    /// The numbers of the terms with the same power of an atom, the fewest first.
    fn parts(&self, x: usize) -> Vec<Vec<usize>> {
        let mut parts = vec![Vec::new(); self.p.degree(x) as usize + 1];
        for (i, (m, _)) in self.p.terms.iter().enumerate() {
            parts[m.exponent(x) as usize].push(i);
        }
        parts.retain(|part| !part.is_empty());
        parts.sort_by_key(Vec::len);
        parts
    }

    /// These terms as a polynomial in `y`, the other atoms being residues; zero where `y` does not
    /// occur.
    fn image(&self, part: &[usize], y: usize) -> Vec<u64> {
        let exponent = |i: usize| self.p.terms[i].0.exponent(y) as usize;
        let degree = part.iter().map(|&i| exponent(i)).max().unwrap_or(0);
        let mut image = vec![0; degree + 1];
        if degree == 0 {
            return image;
        }
        let values = self.values.get_or_init(|| self.p.values());
        for &i in part {
            let k = exponent(i);
            image[k] = PRIME.add(image[k], values[i]);
        }
        image
    }
}
