//! Where a proof about motions does not reach: states at which the constraints lose rank.
//!
//! What holds beside such states need not hold on them. A factor of all minors is among the provisos;
//! here are the places that need several conditions at once, as `x' = y' = z' = 0` on the cone
//! `x'² + y'² = a² z'²`.
//!
//! Known limits: where the minors are too many, and where a constraint restricts accelerations in
//! equations without multipliers, nothing is found.

use alembert_algebra::{Expr, jacobian, symbols};

use super::{LARGEST_QUESTION, Theory};
use crate::classify::rank_drops_on_states;

/// What does not vanish where not all of these do: the sum of their squares.
#[must_use]
pub fn not_all_zero(list: &[Expr]) -> Expr {
    Expr::sum(list.iter().map(|e| e.powi(2)))
}

impl Theory {
    /// Expressions that vanish together where the constraints lose rank, one list for each such
    /// part of the states, that a proof of the claim `e = 0` does not reach. What follows without
    /// dividing by anything that changes from state to state reaches all of them.
    pub fn drops_of(&mut self, e: Expr) -> Vec<Vec<Expr>> {
        if self.drops().is_empty() {
            return Vec::new();
        }
        let e = self.claim(e);
        if self.follows_gently(e, LARGEST_QUESTION) {
            return Vec::new();
        }
        let mut drops = self.drops().to_vec();
        drops.retain(|list| self.provisos_where_zero(e, list) != Some(Vec::new()));
        drops
    }

    /// All such lists: what follows from solving the equations does not reach these states.
    pub(crate) fn drops(&mut self) -> &[Vec<Expr>] {
        if self.drops.is_none() {
            self.drops = Some(self.several_conditions());
        }
        self.drops.as_deref().unwrap_or_default()
    }

    /// The parts of the locus that are given by more than one condition.
    fn several_conditions(&mut self) -> Vec<Vec<Expr>> {
        let rows = self.differentiated_constraints();
        let x: Vec<Expr> = self.equations.jets.iter().flat_map(|jet| jet.to_vec()).collect();
        let phi: Vec<Expr> = self.equations.manifold.iter().flat_map(|v| v.to_vec()).collect();
        let parts = rank_drops_on_states(&rows, &phi, &x).unwrap_or_default();
        let moves = |e: &Expr| symbols(&[*e]).iter().any(|s| x.contains(s));
        let several = parts.into_iter().filter(|part| part.len() > 1 && part.iter().all(moves));
        let mut shown = |part: Vec<Expr>| -> Vec<Expr> {
            part.into_iter().map(|e| self.entries.apply(self.veil.lift(e))).collect()
        };
        several.map(&mut shown).collect()
    }

    /// What stands before the highest derivatives in the constraints, without rows that are empty
    /// or proved to follow from others.
    fn differentiated_constraints(&self) -> Vec<Vec<Expr>> {
        let level = &self.equations.levels[0];
        let A = match level.constraints.is_empty() {
            false => jacobian(&level.constraints, &level.highest),
            true => match (self.equations.manifold.last(), self.equations.jets.last()) {
                (Some(conditions), Some(jet)) => jacobian(conditions, jet),
                _ => return Vec::new(),
            },
        };
        let redundant = match &self.solved {
            Some(Ok(solved)) if !level.constraints.is_empty() => {
                let stage = solved.stages.get(self.equations.manifold.len());
                stage.map_or(&[][..], |stage| &stage.redundant)
            }
            _ => &[],
        };
        let rows = A.rows().iter().enumerate();
        let rows = rows.filter(|(i, _)| !redundant.contains(i)).map(|(_, row)| row.to_vec());
        rows.filter(|row| row.iter().any(|&e| e != Expr::zero())).collect()
    }
}
