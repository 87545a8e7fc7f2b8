//! Claims that follow before the equations of motion are solved.
//!
//! Most claims are short combinations of the equations: `λ = m x''` is one of them. They are looked
//! for with parameters as the only divisors (`gentle`), which costs little and needs fewer conditions
//! than the solution of all equations.

use alembert_algebra::ring::LARGEST_QUESTION;
use alembert_algebra::{Expr, symbols};

use super::equations::First;
use super::multiple::is_multiple;
use super::{Gentle, Theory, divisors};

/// Products of terms that are spent on a claim before the equations of motion are solved.
const QUICK: u64 = 200_000;

impl Theory {
    /// Does a claim follow from equations that need not be solved with divisors? Only where they
    /// are known not to contradict each other, and where the claim does not divide by what they
    /// determine, which might be zero.
    pub(super) fn follows_before_solving(&mut self, e: Expr) -> bool {
        if self.divides_by_unknowns(e) || !self.is_determined() {
            return false;
        }
        let Some(provisos) = self.gentle_provisos(e, QUICK.min(self.largest)) else { return false };
        if self.divides_by_zero(e) {
            return false;
        }
        for proviso in provisos {
            if !self.provisos.contains(&proviso) {
                self.provisos.push(proviso);
            }
        }
        true
    }

    /// Does the claim divide by what the equations of motion determine, and which they may make zero?
    pub(super) fn divides_by_unknowns(&self, e: Expr) -> bool {
        let unknowns = self.equations.levels[0].unknowns();
        symbols(&divisors(e)).iter().any(|x| unknowns.contains(x))
    }

    pub(super) fn follows_gently(&mut self, e: Expr, work: u64) -> bool {
        self.gentle_provisos(e, work).is_some()
    }

    /// What must not vanish for a claim to follow without divisors that change from state to state,
    /// if it does.
    fn gentle_provisos(&mut self, e: Expr, work: u64) -> Option<Vec<Expr>> {
        let orders = [First::Constraints, First::Balances];
        let found = orders.into_iter().enumerate().find_map(|(k, first)| {
            if !self.gentle[k].as_ref().is_some_and(Gentle::is_whole) && self.tried[k] < work {
                self.tried[k] = work;
                self.gentle[k] = self.equations.gentle(&self.claims, first, work).ok();
                self.earlier += self.gentle[k].as_ref().map_or(0, Gentle::spent);
            }
            let gentle = self.gentle[k].as_mut()?;
            let follows = gentle.gives(e, work);
            self.earlier += gentle.spent();
            follows.then(|| gentle.provisos())
        });
        let shown = |e: Expr| self.entries.apply(self.veil.lift(e));
        found.map(|list| list.into_iter().map(shown).collect())
    }

    /// The provisos that a proof of the claim `e = 0` rests on: what follows without dividing by
    /// anything that changes from state to state needs those made of parameters at most, those of
    /// its own steps, and those of half turns, which the parameters of rotations do not reach; what
    /// follows by solving needs the states at which the equations are not singular for it.
    pub fn provisos_of(&mut self, e: Expr) -> Vec<Expr> {
        let mut provisos = self.provisos.clone();
        let moves = |x: Expr| x.as_symbol().is_some_and(|s| s.kind.is_of_motion());
        if !provisos.is_empty() && is_multiple(&self.motion, e) {
            provisos.retain(|&p| !symbols(&[p]).into_iter().any(moves));
            return provisos;
        }
        let claim = self.claim(e);
        let Some(own) = self.gentle_provisos(claim, LARGEST_QUESTION) else {
            let places = self.singular_places(e);
            let fixed = self.ring.parameter_divisors();
            let all = places.into_iter().chain(fixed);
            provisos.extend(all.filter(|p| !self.provisos.contains(p)));
            return provisos;
        };
        provisos.retain(|&p| self.half_turns.contains(&p) || !symbols(&[p]).into_iter().any(moves));
        provisos.extend(own.into_iter().filter(|p| !self.provisos.contains(p)));
        provisos
    }
}
