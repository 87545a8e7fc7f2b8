//! How much work a question may take, and what happens when it is not enough.

use std::cell::Cell;

use crate::Integer;

/// The limit that a computation has reached.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Limit {
    /// Too many terms, or too many products of terms.
    #[error("the polynomials of this question have too many terms")]
    Terms,
    /// The degree in one atom exceeds 127.
    #[error("the degree of a polynomial in one of its atoms exceeds 127")]
    Degree,
    /// The number of an atom is too large.
    #[error("a polynomial has more atoms than can be handled")]
    Atoms,
    /// A coefficient has too many bits.
    #[error("a coefficient has more than 65536 bits")]
    Size,
}

/// A coefficient with more bits than this is refused.
const COEFFICIENT_BITS: u64 = 65_536;

thread_local! {
    /// What all budgets of this thread together may still spend.
    static ALLOWANCE: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Does some work in which all budgets together spend no more than so many products, whatever each of them
/// allows; the result, and what is left. When a charge was refused nothing is left, and all that follow are
/// refused too.
///
/// ```
/// use alembert_algebra::polynomial::{Budget, Limit, within};
/// let charges = || [6, 6, 1].map(|n| Budget::new(10).charge(n));
/// assert_eq!(within(20, charges), ([Ok(()), Ok(()), Ok(())], 7));
/// assert_eq!(within(10, charges), ([Ok(()), Err(Limit::Terms), Err(Limit::Terms)], 0));
/// ```
pub fn within<T>(products: u64, work: impl FnOnce() -> T) -> (T, u64) {
    let before = ALLOWANCE.get();
    let allowed = products.min(before);
    ALLOWANCE.set(allowed);
    let result = work();
    let left = ALLOWANCE.replace(before);
    // What is allowed outside shrinks by what was spent inside.
    ALLOWANCE.set(if before == u64::MAX { before } else { before - (allowed - left) });
    (result, left)
}

/// A bound on the work of one question: it is shared by every operation the question needs.
///
/// Work is counted in products of machine words, which for ordinary coefficients are products
/// of terms; so the bound does not depend on the machine.
///
/// ```
/// use alembert_algebra::polynomial::{Budget, Limit, Poly};
/// let sum = &Poly::atom(0).unwrap() + &Poly::one();
/// let budget = Budget::new(100);
/// assert!(sum.pow(3, &budget).is_ok());
/// assert_eq!(sum.pow(100, &budget), Err(Limit::Terms));
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    used: Cell<u64>,
    products: Cell<u64>,
    terms: usize,
}

impl Budget {
    /// A budget of so many products of terms.
    #[must_use]
    pub fn new(products: u64) -> Self {
        Self { used: Cell::new(0), products: Cell::new(products), terms: usize::MAX }
    }

    /// The same budget, which also refuses a product of more terms than this.
    #[must_use]
    pub fn with_terms(self, terms: usize) -> Self {
        Self { terms, ..self }
    }

    /// The products made so far.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.used.get()
    }

    /// Does some work that may cost so much, apart from what else the budget is for.
    ///
    /// ```
    /// use alembert_algebra::polynomial::{Budget, Limit};
    /// let budget = Budget::new(10);
    /// assert_eq!(budget.apart(20, || budget.charge(15)), Ok(()));
    /// assert_eq!((budget.used(), budget.charge(11)), (0, Err(Limit::Terms)));
    /// ```
    pub fn apart<T>(&self, products: u64, work: impl FnOnce() -> T) -> T {
        let (used, limit) = (self.used.replace(0), self.products.replace(products));
        let result = work();
        self.used.set(used);
        self.products.set(limit);
        result
    }

    /// Spends `products`, or refuses and spends nothing.
    ///
    /// # Errors
    /// [`Limit::Terms`] when the budget does not suffice.
    pub fn charge(&self, products: u64) -> Result<(), Limit> {
        let used = self.used.get().saturating_add(products);
        if used > self.products.get() {
            return Err(Limit::Terms);
        }
        let left = ALLOWANCE.get();
        if left < u64::MAX {
            ALLOWANCE.set(left.saturating_sub(products));
            if left < products {
                return Err(Limit::Terms);
            }
        }
        self.used.set(used);
        Ok(())
    }

    /// Refuses a polynomial of so many terms if that is too many.
    pub(super) fn admit_terms(&self, terms: usize) -> Result<(), Limit> {
        if terms > self.terms { Err(Limit::Terms) } else { Ok(()) }
    }
}

/// Refuses a coefficient of so many bits if that is too many.
pub(super) fn admit_bits(bits: u64) -> Result<(), Limit> {
    if bits > COEFFICIENT_BITS { Err(Limit::Size) } else { Ok(()) }
}

/// The number of machine words of a coefficient, at least one.
pub(super) fn words(c: &Integer) -> u64 {
    c.bits().div_ceil(64).max(1)
}
