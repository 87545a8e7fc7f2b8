//! Lowest terms: the unique representative of a fraction.
//!
//! Circles are not factorial (`s² = (1 − c)(1 + c)`), so a gcd among sines would not be well
//! defined. Denominators are made free of atoms with a quadratic relation `x² = p` by the
//! conjugate,
//!
//! ```text
//! 1/(a + b x) = (a − b x)/(a² − b² p),                                     (1)
//! ```
//!
//! and common factors are taken out in the factorial ring that is left, where the numerator
//! counts as the list of its coefficients. Roots of higher order stay where they are; a fraction
//! that contains them in its denominator is in lowest terms but not unique.

use super::fraction::push_factor;
use super::{Fraction, Relation, Ring};
use crate::polynomial::{AtomSet, Limit, Monomial, Poly, gcd_all};

impl Ring {
    /// The fraction in lowest terms.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn lowest(&self, f: &Fraction) -> Result<Fraction, Limit> {
        self.into_lowest(f.clone())
    }

    /// The fraction in lowest terms.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn into_lowest(&self, mut f: Fraction) -> Result<Fraction, Limit> {
        if f.den.is_empty() || f.is_zero() {
            return self.cancel(f);
        }
        for relation in self.relations.iter().rev().filter(|r| r.degree == 2) {
            f = self.rationalise(f, relation)?;
        }
        self.without_common_factors(self.cancel(split_monomials(f)?)?)
    }

    /// Equation (1) for every factor of the denominator that contains the atom.
    fn rationalise(&self, mut f: Fraction, relation: &Relation) -> Result<Fraction, Limit> {
        if !f.den.iter().any(|(p, _)| p.contains(relation.atom)) {
            return Ok(f);
        }
        let den = std::mem::take(&mut f.den);
        for (p, k) in den {
            if !p.contains(relation.atom) {
                push_factor(&mut f.den, &p, k);
                continue;
            }
            let coefficients = p.coefficients(relation.atom);
            let (a, b) = (&coefficients[0], &coefficients[1]);
            let bx = b.mul(&Poly::atom(relation.atom)?, &self.budget)?;
            let square = self.multiply(&self.multiply(b, b)?, &relation.value)?;
            let norm = self.reduce(&self.multiply(a, a)? - &square)?; // (1)
            if norm.is_zero() {
                push_factor(&mut f.den, &p, k); // a divisor of zero: there is no conjugate
                continue;
            }
            f.num = self.multiply(&f.num, &self.power(&(a - &bx), k)?)?;
            let (content, primitive) = norm.primitive();
            f.scalar = &f.scalar * &content.pow(k);
            if primitive.to_constant().is_none() {
                push_factor(&mut f.den, &primitive, k);
            }
        }
        if f.scalar.is_negative() {
            f.scalar = -&f.scalar;
            f.num = -&f.num;
        }
        Ok(f)
    }

    /// The polynomial divided by the sine of an angle, if it goes.
    pub(crate) fn over_sine(
        &self,
        p: &Poly,
        (s, c): (usize, usize),
    ) -> Result<Option<Poly>, Limit> {
        let square = &Poly::one() - &Poly::atom(c)?.pow(2, &self.budget)?;
        self.over_root(p, s, &square)
    }

    /// The polynomial divided by an atom with `x² = square`, if it goes:
    /// `a + b x = x (a x/x² + b)`.
    pub(crate) fn over_root(
        &self,
        p: &Poly,
        x: usize,
        square: &Poly,
    ) -> Result<Option<Poly>, Limit> {
        let parts = p.coefficients(x);
        let (Some(a), b) = (parts.first(), parts.get(1).cloned().unwrap_or_default()) else {
            return Ok(None);
        };
        let Some(a) = a.div_exact(square, &self.budget)? else { return Ok(None) };
        Ok(Some(&a.shift(&Monomial::single(x, 1)?)? + &b))
    }

    fn without_common_factors(&self, mut f: Fraction) -> Result<Fraction, Limit> {
        if f.den.is_empty() {
            return Ok(f);
        }
        let related: AtomSet = self.relations.iter().map(|r| r.atom).collect();
        let (mut i, mut changed) = (0, false);
        while i < f.den.len() {
            // An atom that divides the numerator was cancelled before.
            if f.den[i].0.len() == 1 {
                i += 1;
                continue;
            }
            let (p, k) = f.den[i].clone();
            let parts: Vec<Poly> = f.num.groups(&related).into_iter().map(|g| g.1).collect();
            let common = gcd_all(parts.iter().chain([&p]), &self.budget)?.primitive().1;
            if common.to_constant().is_some() {
                i += 1;
                continue;
            }
            changed = true;
            let over = |a: &Poly| a.div_exact(&common, &self.budget);
            f.num = over(&f.num)?.expect("a gcd divides");
            let rest = over(&p)?.expect("a gcd divides").primitive().1;
            f.den[i].1 = k - 1;
            if f.den[i].1 == 0 {
                f.den.remove(i);
            }
            if rest.to_constant().is_none() {
                push_factor(&mut f.den, &rest, 1);
            }
        }
        if changed { self.cancel(f) } else { Ok(f) }
    }
}

/// Monomial factors of the denominator become factors of their own.
fn split_monomials(mut f: Fraction) -> Result<Fraction, Limit> {
    let is_split = |p: &Poly| p.is_atom() || p.common_monomial().is_one();
    if f.den.iter().all(|(p, _)| is_split(p)) {
        return Ok(f);
    }
    let den = std::mem::take(&mut f.den);
    for (p, k) in den {
        let (monomial, rest) = p.without_monomial();
        for (atom, j) in monomial.factors() {
            push_factor(&mut f.den, &Poly::atom(atom)?, j * k);
        }
        if rest.to_constant().is_none() {
            push_factor(&mut f.den, &rest, k);
        }
    }
    Ok(f)
}
