//! Taking polynomials apart: degrees, contents, coefficients in one atom or in several.

use std::borrow::Cow;

use smallvec::smallvec;

use super::poly::Term;
use super::{AtomSet, Limit, Monomial, Poly};
use crate::Integer;

impl Poly {
    /// The degree in an atom; zero for the zero polynomial.
    #[must_use]
    pub fn degree(&self, atom: usize) -> u32 {
        self.terms.iter().map(|(m, _)| m.exponent(atom)).max().unwrap_or(0)
    }

    /// The degrees in all atoms, as a monomial.
    #[must_use]
    pub fn degrees(&self) -> Monomial {
        let mut degrees = Monomial::one();
        self.terms.iter().for_each(|(m, _)| degrees.raise_to(m));
        degrees
    }

    /// The atoms that occur, in ascending order.
    pub fn atoms(&self) -> impl Iterator<Item = usize> + use<> {
        self.degrees().into_factors().map(|(atom, _)| atom)
    }

    /// Does the atom occur?
    #[must_use]
    pub fn contains(&self, atom: usize) -> bool {
        self.terms.iter().any(|(m, _)| m.exponent(atom) > 0)
    }

    /// The greatest common divisor of the coefficients, never negative.
    #[must_use]
    pub fn content(&self) -> Integer {
        let mut content = Integer::ZERO;
        for (_, c) in &self.terms {
            content = content.gcd(c);
            if content.is_one() {
                break;
            }
        }
        content
    }

    /// Is the coefficient of the first term negative?
    #[must_use]
    pub fn leads_negative(&self) -> bool {
        self.terms.first().is_some_and(|(_, c)| c.is_negative())
    }

    /// The polynomial or its negative, whichever has a positive leading coefficient.
    #[must_use]
    pub fn positive(&self) -> Self {
        if self.leads_negative() { -self } else { self.clone() }
    }

    /// The content with the sign of the leading coefficient, and the primitive part, whose leading
    /// coefficient is positive. Zero is zero times zero.
    #[must_use]
    pub fn primitive(&self) -> (Integer, Self) {
        let content = self.content();
        if content.is_zero() {
            return (content, Self::zero());
        }
        let unit = if self.leads_negative() { -&content } else { content };
        if unit.is_one() {
            return (unit, self.clone());
        }
        let part = |(m, c): &Term| (m.clone(), c.div_exact(&unit).expect("the content divides"));
        let terms = self.map_terms(part);
        (unit, Self { terms })
    }

    /// The greatest monomial that divides every term; one for the zero polynomial.
    #[must_use]
    pub fn common_monomial(&self) -> Monomial {
        let mut monomials = self.terms.iter().map(|(m, _)| m);
        let Some(first) = monomials.next() else { return Monomial::one() };
        monomials.fold(first.clone(), |common, m| common.gcd(m))
    }

    /// The greatest term that divides every term, with the sign of the leading coefficient.
    pub(super) fn common_term(&self) -> Term {
        let content = self.content();
        (self.common_monomial(), if self.leads_negative() { -&content } else { content })
    }

    /// The quotient by a [`Poly::common_term`].
    pub(super) fn over_term(&self, m: &Monomial, c: &Integer) -> Cow<'_, Self> {
        if m.is_one() && c.is_one() {
            return Cow::Borrowed(self);
        }
        Cow::Owned(self.div_term(m, c).expect("a common term divides"))
    }

    /// The greatest monomial that divides every term, and the rest.
    #[must_use]
    pub fn without_monomial(&self) -> (Monomial, Self) {
        let common = self.common_monomial();
        if common.is_one() {
            return (common, self.clone());
        }
        let rest = |(m, c): &Term| (m.div(&common).expect("a common monomial divides"), c.clone());
        let terms = self.map_terms(rest);
        (common, Self { terms })
    }

    /// The coefficients with respect to an atom, by ascending degree, the last one not zero.
    /// The zero polynomial has none.
    #[must_use]
    pub fn coefficients(&self, atom: usize) -> Vec<Self> {
        if self.is_zero() {
            return Vec::new();
        }
        let mut coefficients = vec![Self::zero(); self.degree(atom) as usize + 1];
        for (m, c) in &self.terms {
            let k = m.exponent(atom) as usize;
            coefficients[k].terms.push((m.without(atom), c.clone()));
        }
        coefficients
    }

    /// The coefficient of the highest power of an atom; zero for the zero polynomial.
    #[must_use]
    pub fn leading_coefficient(&self, atom: usize) -> Self {
        let degree = self.degree(atom);
        let highest = self.terms.iter().filter(|(m, _)| m.exponent(atom) == degree);
        Self { terms: highest.map(|(m, c)| (m.without(atom), c.clone())).collect() }
    }

    /// The polynomial with these coefficients, by ascending degree in the atom.
    ///
    /// # Errors
    /// [`Limit::Degree`] or [`Limit::Atoms`].
    pub fn from_coefficients(atom: usize, coefficients: &[Self]) -> Result<Self, Limit> {
        let mut terms = Vec::with_capacity(coefficients.iter().map(Self::len).sum());
        for (k, coefficient) in coefficients.iter().enumerate().filter(|(_, c)| !c.is_zero()) {
            let power = Monomial::single(atom, u32::try_from(k).map_err(|_| Limit::Degree)?)?;
            terms.extend(coefficient.shift(&power)?.terms);
        }
        Ok(Self::from_terms(terms))
    }

    /// The coefficients with respect to the monomials in a set of atoms, in descending order.
    #[must_use]
    pub fn groups(&self, set: &AtomSet) -> Vec<(Monomial, Self)> {
        let split = |(m, c): &Term| {
            let (inside, outside) = m.split(set);
            (inside, (outside, c.clone()))
        };
        let mut parts: Vec<(Monomial, Term)> = self.terms.iter().map(split).collect();
        parts.sort_by(|a, b| b.0.cmp(&a.0));
        let mut groups: Vec<(Monomial, Self)> = Vec::new();
        for (inside, term) in parts {
            match groups.last_mut().filter(|(monomial, _)| *monomial == inside) {
                Some((_, group)) => group.terms.push(term),
                None => groups.push((inside, Self { terms: smallvec![term] })),
            }
        }
        groups
    }

    /// The derivative with respect to an atom.
    #[must_use]
    pub fn derivative(&self, atom: usize) -> Self {
        let power = |(m, c): &Term| {
            let k = m.exponent(atom);
            let lower = m.div(&Monomial::single(atom, 1).ok()?)?;
            Some((lower, c * &Integer::from(i64::from(k))))
        };
        Self { terms: self.terms.iter().filter_map(power).collect() }
    }
}
