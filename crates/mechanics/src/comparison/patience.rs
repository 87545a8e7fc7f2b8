//! How much work the proofs of several comparisons may take together.

use std::cell::Cell;

use alembert_algebra::polynomial::Limit;
use alembert_algebra::zero::Doubt;

use crate::Reason;

/// Products of terms that proofs may still take. It does not depend on the machine, so that the same
/// question always has the same answer.
#[derive(Debug)]
pub struct Patience(Cell<u64>);

impl Patience {
    /// So many products of terms, for all proofs together.
    #[must_use]
    pub fn new(products: u64) -> Self {
        Self(Cell::new(products))
    }

    /// No limit but that of every question.
    #[must_use]
    pub fn endless() -> Self {
        Self::new(u64::MAX)
    }

    /// What is left, or that nothing is.
    pub(super) fn left(&self) -> Result<u64, Reason> {
        match self.0.get() {
            0 => Err(Reason::Doubt(Doubt::Limit(Limit::Terms))),
            left => Ok(left),
        }
    }

    pub(super) fn spend(&self, products: u64) {
        self.0.set(self.0.get().saturating_sub(products));
    }
}
