//! Truncated Taylor polynomials in several variables with exact coefficients.
//!
//! A monomial is one word: eight bits for each exponent and, on top, for the degree; so the product
//! of monomials is the sum of the words, and terms are sorted by degree. Coefficients are fractions
//! of a ring of constants.

use std::collections::BTreeMap;

use alembert_algebra::polynomial::Limit;
use alembert_algebra::ring::{Fraction, Ring};
use alembert_algebra::{Expr, Rational};

/// The largest number of variables that a monomial has room for.
pub(super) const MOST_VARIABLES: usize = 15;
/// The largest order of a truncation.
pub(super) const HIGHEST_ORDER: u32 = 60;

/// A monomial: exponents, and the degree in the uppermost bits.
type Monomial = u128;

const DEGREE: u32 = 120;

fn variable(i: usize) -> Monomial {
    debug_assert!(i < MOST_VARIABLES, "the number of variables is checked");
    (1 << DEGREE) + (1 << (8 * i))
}

/// The degree of a monomial.
pub(super) fn degree(m: u128) -> u32 {
    u32::from(m.to_le_bytes()[MOST_VARIABLES])
}

fn exponent(m: Monomial, i: usize) -> i64 {
    i64::from(m.to_le_bytes()[i])
}

/// A polynomial; no coefficient is zero.
#[derive(Debug, Clone, Default)]
pub(super) struct Jet {
    terms: BTreeMap<Monomial, Fraction>,
}

impl Jet {
    /// A constant.
    pub(super) fn constant(c: Fraction) -> Self {
        let terms = (!c.is_zero()).then_some((0, c));
        Self { terms: terms.into_iter().collect() }
    }

    /// `c + εᵢ`.
    pub(super) fn variable(c: Fraction, i: usize) -> Self {
        let mut jet = Self::constant(c);
        jet.terms.insert(variable(i), Fraction::one());
        jet
    }

    /// The value at the point.
    pub(super) fn value(&self) -> Fraction {
        self.terms.get(&0).cloned().unwrap_or_else(Fraction::zero)
    }

    /// What the value leaves.
    pub(super) fn nilpotent(&self) -> Self {
        let terms = self.terms.iter().filter(|(m, _)| **m != 0);
        Self { terms: terms.map(|(m, c)| (*m, c.clone())).collect() }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Terms up to a degree.
    pub(super) fn truncated(&self, order: u32) -> Self {
        let terms = self.terms.iter().take_while(|(m, _)| degree(**m) <= order);
        Self { terms: terms.map(|(m, c)| (*m, c.clone())).collect() }
    }

    /// The coefficients with their monomials, by degree.
    pub(super) fn terms(&self) -> impl Iterator<Item = (u128, &Fraction)> {
        self.terms.iter().map(|(m, c)| (*m, c))
    }

    fn put(&mut self, ring: &Ring, m: Monomial, c: &Fraction) -> Result<(), Limit> {
        let sum = match self.terms.get(&m) {
            Some(old) => ring.add(old, c)?,
            None => c.clone(),
        };
        if sum.is_zero() {
            self.terms.remove(&m);
        } else {
            self.terms.insert(m, sum);
        }
        Ok(())
    }

    /// `self + factor · other`.
    pub(super) fn plus(&self, ring: &Ring, factor: &Fraction, other: &Self) -> Result<Self, Limit> {
        let mut sum = self.clone();
        for (m, c) in &other.terms {
            sum.put(ring, *m, &ring.product(factor, c)?)?;
        }
        Ok(sum)
    }

    /// The product up to a degree.
    pub(super) fn times(&self, ring: &Ring, other: &Self, order: u32) -> Result<Self, Limit> {
        let mut product = Self::default();
        for (m, a) in &self.terms {
            for (k, b) in &other.terms {
                if degree(*m) + degree(*k) > order {
                    break;
                }
                product.put(ring, m + k, &ring.product(a, b)?)?;
            }
        }
        Ok(product)
    }

    /// The derivative by a variable.
    pub(super) fn derivative(&self, ring: &Ring, i: usize) -> Result<Self, Limit> {
        let mut result = Self::default();
        for (m, c) in self.terms.iter().filter(|(m, _)| exponent(**m, i) > 0) {
            let k = Fraction::number(&Rational::from(exponent(*m, i)));
            result.terms.insert(m - variable(i), ring.product(&k, c)?);
        }
        Ok(result)
    }

    /// `Σ cₖ hᵏ` for the coefficients `c` and a jet without value.
    pub(super) fn compose(
        ring: &Ring,
        coefficients: &[Fraction],
        h: &Self,
        order: u32,
    ) -> Result<Self, Limit> {
        let mut sum = Self::default();
        for c in coefficients.iter().rev() {
            sum = sum.times(ring, h, order)?;
            sum = sum.plus(ring, &Fraction::one(), &Self::constant(c.clone()))?;
        }
        Ok(sum)
    }
}

/// A vector field by the jets of its components.
pub(super) type JetField = Vec<Jet>;

/// `[X, Y]` up to a degree, where component `place[i]` belongs to variable i.
pub(super) fn jet_bracket(
    ring: &Ring,
    place: &[usize],
    (X, Y): (&JetField, &JetField),
    order: u32,
) -> Result<JetField, Limit> {
    let minus = Fraction::number(&Rational::MINUS_ONE);
    let mut result = Vec::with_capacity(X.len());
    for (a, b) in X.iter().zip(Y) {
        let mut sum = Jet::default();
        for (i, &j) in place.iter().enumerate() {
            if !X[j].is_zero() {
                let term = X[j].times(ring, &b.derivative(ring, i)?, order)?;
                sum = sum.plus(ring, &Fraction::one(), &term)?;
            }
            if !Y[j].is_zero() {
                let term = Y[j].times(ring, &a.derivative(ring, i)?, order)?;
                sum = sum.plus(ring, &minus, &term)?;
            }
        }
        result.push(sum);
    }
    Ok(result)
}

/// The values of a field at the point, as expressions.
pub(super) fn values(ring: &Ring, field: &JetField) -> Vec<Expr> {
    field.iter().map(|jet| ring.expression(&jet.value())).collect()
}
