//! How much work the proofs of several comparisons may take together.

use std::cell::Cell;

use alembert_algebra::Expr;
use alembert_algebra::polynomial::{Limit, within};
use alembert_algebra::ring::LARGEST_QUESTION;
use alembert_algebra::zero::Doubt;

use crate::{Answer, Motion, Reason, System, Theory};

/// Products of terms that proofs may still take. It does not depend on the machine, so that the same
/// question always has the same answer.
#[derive(Debug)]
pub struct Patience {
    left: Cell<u64>,
    /// What one question may take of it, so that a hard one leaves something for others.
    most: u64,
    /// What looking for the states of one pair may take, proofs apart.
    states: u64,
    /// States at which two motions that are not proved to be equal are compared.
    pub(super) agreements: u64,
    /// Has each of several comparisons its part of the work, and the later ones what the earlier ones leave?
    is_fair: bool,
}

/// The part of all work that one question may take.
const QUESTION: u64 = 3;

/// The part of all work that the states of one pair may take.
const SHARE: u64 = 40;

/// What looking for the states of one pair may take where the work is divided fairly.
const FAIR_STATES: u64 = 1_000_000;

/// States at which motions are compared, and those where time is short.
const STATES: u64 = 64;
const FEW_STATES: u64 = 8;

impl Patience {
    /// So many products of terms, for all proofs together.
    #[must_use]
    pub fn new(products: u64) -> Self {
        Self {
            left: Cell::new(products),
            most: (products / QUESTION).clamp(1, LARGEST_QUESTION),
            states: (products / SHARE).min(LARGEST_QUESTION),
            agreements: FEW_STATES,
            is_fair: false,
        }
    }

    /// So many products of terms that are divided among the comparisons ([`Patience::among`]).
    #[must_use]
    pub fn fair(products: u64) -> Self {
        Self {
            most: LARGEST_QUESTION,
            states: FAIR_STATES,
            agreements: STATES,
            is_fair: true,
            ..Self::new(products)
        }
    }

    /// What one of so many comparisons that are left may take. When it is done, what it took is
    /// [settled](Self::settle).
    #[must_use]
    pub fn among(&self, comparisons: u64) -> Self {
        let parts = if self.is_fair { comparisons.max(1) } else { 1 };
        Self { left: Cell::new(self.left.get() / parts), ..*self }
    }

    /// No limit but that of every question.
    #[must_use]
    pub fn endless() -> Self {
        Self { agreements: STATES, ..Self::new(u64::MAX) }
    }

    /// Does some work, whatever it asks, with no more than a part of what is left; and did that suffice?
    pub fn cut<T>(&self, part: u64, work: impl FnOnce() -> T) -> (T, bool) {
        let allowed = self.left.get() / part;
        let (result, left) = within(allowed, work);
        self.spend(allowed - left);
        (result, left > 0)
    }

    /// The same for work that is worth nothing when it is cut.
    pub fn within<T>(&self, part: u64, work: impl FnOnce() -> T) -> Option<T> {
        let (result, suffices) = self.cut(part, work);
        suffices.then_some(result)
    }

    /// Takes what was spent of a part ([`Patience::among`]) from the whole.
    pub fn settle(&self, comparisons: u64, part: &Self) {
        let given = self.among(comparisons).left.get();
        self.spend(given - part.left.get());
    }

    /// What the next question may take, or that nothing is left.
    pub(super) fn left(&self) -> Result<u64, Reason> {
        match self.left.get() {
            0 => Err(Reason::Doubt(Doubt::Limit(Limit::Terms))),
            left => Ok(left.min(self.most)),
        }
    }

    /// The theory of a motion, made with what is left, and within which questions take no more.
    pub(super) fn theory(
        &self,
        system: &System,
        motion: &Motion,
        claims: &[Expr],
    ) -> Result<Theory, Reason> {
        let left = self.left()?;
        let mut theory = Theory::within(system, motion, claims, left).inspect_err(|reason| {
            if matches!(reason, Reason::Doubt(Doubt::Limit(_))) {
                self.spend(left);
            }
        })?;
        self.spend(theory.spent());
        theory.limit(self.left()?);
        Ok(theory)
    }

    /// The theory of a motion for its states: where the work does not suffice, its equations are left unsolved.
    pub(super) fn states(&self, system: &System, motion: &Motion) -> Result<Theory, Reason> {
        let mut theory = Theory::new(system, motion, &[])?;
        theory.limit(self.states);
        Ok(theory)
    }

    /// Decides a claim of a theory with what is left.
    pub(super) fn decide(&self, theory: &mut Theory, claim: Expr) -> Result<Answer, Reason> {
        theory.limit(self.left()?);
        let answer = theory.decide(claim);
        self.spend(theory.spent());
        Ok(answer)
    }

    /// Is a claim of a theory proved with what is left?
    pub(super) fn proves(&self, theory: &mut Theory, claim: Expr) -> bool {
        self.decide(theory, claim) == Ok(Answer::Proved)
    }

    pub(super) fn spend(&self, products: u64) {
        self.left.set(self.left.get().saturating_sub(products));
    }
}
