//! The search for constant combinations of the energy and of momenta.
//!
//! ```text
//! c₀ dE/dt + Σ c_k dJ_k/dt = 0                                                      (1)
//! ```
//!
//! is asked of the theory of the motion. Of the answers those are kept that say something new: a
//! combination that is a constant on the constraints, or a combination of the ones before it, is not.

use alembert_algebra::{Expr, Vector};

use super::{Balance, Invariant, InvariantKind};
use crate::theory::Combination;
use crate::{Motion, Reason, System, Theory};

/// The state of a search.
pub(super) struct Search<'a> {
    system: &'a System,
    motion: &'a Motion,
    balance: &'a Balance,
    work: u64,
    /// What was found.
    pub(super) found: Vec<Invariant>,
    /// Why there may be more.
    pub(super) limit: Option<Reason>,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        system: &'a System,
        motion: &'a Motion,
        balance: &'a Balance,
        work: u64,
    ) -> Self {
        Self { system, motion, balance, work, found: Vec::new(), limit: None }
    }

    /// Looks at fields that are known to be symmetries, then at others.
    pub(super) fn run(&mut self, known: &[Vector], fields: &[Vector]) {
        let all: Vec<Vector> = known.iter().chain(fields).cloned().collect();
        let mut values: Vec<Expr> = all.iter().map(|xi| self.balance.value(xi)).collect();
        let mut rates: Vec<Expr> = all.iter().map(|xi| self.balance.rate(xi).total()).collect();
        values.push(self.motion.energy);
        rates.push(self.motion.power.total());
        let claims: Vec<Expr> = rates.iter().chain(&values).copied().collect();
        if let Err(reason) = self.look(&all, &values, &rates, &claims) {
            self.limit = Some(reason);
        }
        self.found.sort_by_key(|i| i.kind != InvariantKind::Energy);
    }

    fn look(
        &mut self,
        fields: &[Vector],
        values: &[Expr],
        rates: &[Expr],
        claims: &[Expr],
    ) -> Result<(), Reason> {
        let mut theory = Theory::new(self.system, self.motion, claims)?;
        let found = theory.combinations(rates, self.work)?; // (1)
        self.limit = found.limit;
        let mut independent: Vec<Expr> = Vec::new();
        for combination in found.found {
            let value = Expr::sum(combination.iter().map(|&(j, c)| c * values[j]));
            independent.push(value);
            if theory.is_combination(&independent, self.work)? {
                independent.pop();
            } else {
                let kind = self.kind(&combination, fields);
                self.found.push(Invariant { kind, value });
            }
        }
        Ok(())
    }

    /// What a combination of momenta and the energy, which is the last, is.
    fn kind(&self, combination: &Combination, fields: &[Vector]) -> InvariantKind {
        let n = self.system.q().len();
        let mut field = Vector::zeros(n);
        let mut moving = false;
        for &(j, c) in combination {
            match fields.get(j) {
                Some(xi) => field = &field + &xi.iter().map(|&e| c * e).collect::<Vector>(),
                None => moving = true,
            }
        }
        let mut entries = self.system.q().iter().zip(field.iter());
        let own = entries.clone().find(|(_, e)| **e == Expr::one()).map(|(&q, _)| q);
        let single = entries.by_ref().filter(|(_, e)| **e != Expr::zero()).count() == 1;
        match (moving, own) {
            (true, _) if field.iter().all(|&e| e == Expr::zero()) => InvariantKind::Energy,
            (true, _) => InvariantKind::MovingEnergy(-&field),
            (false, Some(q)) if single => InvariantKind::Momentum(q),
            (false, _) => InvariantKind::Symmetry(field),
        }
    }
}
