//! Has every solution of the equations of one motion multipliers with which it solves those of another?
//!
//! ```text
//! W y = h   ⇒   there is a λ with   M y − Bᵀ λ = f                                   (1)
//! ```
//!
//! is proved without dividing by anything that changes from state to state: each multiplier is taken from
//! an equation in which it has a coefficient of parameters, and nothing is left of the others. So (1)
//! holds also where both equations are singular and leave accelerations open.

use super::equations::Equations;
use super::givens::Givens;
use crate::gentle::Gentle;
use crate::{Motion, System};

/// Is (1) proved, for the solutions of `motion` and the equations of `other`, with so much work?
pub(crate) fn completes(system: &System, motion: &Motion, other: &Motion, work: u64) -> bool {
    let mut givens = Givens::new(system, motion, 0);
    let own = Equations::new(system, motion, &mut givens, 0);
    let theirs = Equations::new(system, other, &mut givens, 0);
    let (level, wanted) = (&own.levels[0], &theirs.levels[0]);
    let claims = wanted.equations().to_vec();
    let of_motion = [
        (&level.constraints, &level.highest),
        (&level.balances, &level.highest),
        (&level.balances, &level.others),
        (&wanted.balances, &wanted.others), // (1)
    ];
    let groups: Vec<_> = own.manifold.iter().zip(&own.jets).chain(of_motion).collect();
    let Ok(mut gentle) = Gentle::new(&claims, &groups, work) else { return false };
    claims.iter().all(|&e| gentle.gives(e, work)) && gentle.provisos().is_empty()
}
