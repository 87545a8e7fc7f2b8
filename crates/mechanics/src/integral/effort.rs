//! How much work a search may take, shared by all its steps.

use alembert_algebra::Expr;
use alembert_algebra::polynomial::{Budget, Limit};
use alembert_algebra::ring::{ConversionError, Fraction, Ring};

/// Products of terms that one step may take.
const STEP: u64 = 1_500_000;
/// What every step costs, however small: so the number of steps is bounded, too.
const LEAST: u64 = 500;

/// What is left for a search.
#[derive(Debug)]
pub(crate) struct Effort {
    budget: Budget,
    products: u64,
}

impl Effort {
    /// So many products of terms.
    pub(crate) fn new(products: u64) -> Self {
        Self { budget: Budget::new(products), products }
    }

    /// A ring for one step over these expressions.
    pub(crate) fn ring(&self, roots: &[Expr]) -> Result<Ring, ConversionError> {
        self.budget.charge(LEAST)?;
        let mut ring = Ring::new(roots)?;
        self.budget.charge(ring.budget().used())?;
        ring.set_budget(STEP.min(self.products.saturating_sub(self.budget.used())));
        Ok(ring)
    }

    /// Counts what a step took.
    pub(crate) fn settle(&self, ring: &Ring) -> Result<(), Limit> {
        self.budget.charge(ring.budget().used())
    }

    /// Is nothing left?
    pub(crate) fn is_spent(&self) -> bool {
        self.budget.charge(LEAST).is_err()
    }

    /// The fractions of expressions, in lowest terms, with their ring.
    pub(crate) fn fractions(
        &self,
        list: &[Expr],
    ) -> Result<(Ring, Vec<Fraction>), ConversionError> {
        let mut ring = self.ring(list)?;
        let mut values = Vec::with_capacity(list.len());
        for &e in list {
            let f = ring.fraction(e)?;
            values.push(ring.lowest(&f)?);
        }
        self.settle(&ring)?;
        Ok((ring, values))
    }

    /// Expressions in lowest terms.
    pub(crate) fn normal(&self, list: &[Expr]) -> Result<Vec<Expr>, ConversionError> {
        let (ring, values) = self.fractions(list)?;
        Ok(values.iter().map(|f| ring.expression(f)).collect())
    }
}
