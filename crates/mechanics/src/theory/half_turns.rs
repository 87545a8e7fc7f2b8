//! Orientations at which constraints are not looked at: half turns, which the parameters of Rodrigues
//! do not reach.
//!
//! Every half turn has other orientations beside it. Where constraints restrict velocities alone, are
//! linear in them and independent at every orientation,
//!
//! ```text
//! det (A Aᵀ) ≠ 0,                                                                    (1)
//! ```
//!
//! and the inertia is the same at all of them, every state at a half turn is the limit of others that
//! obey the constraints, accelerations and multipliers are continuous there, and what holds beside it
//! holds at it.

use alembert_algebra::{Expr, contains, gradient, symbols};

use crate::explicit::independent_everywhere;
use crate::rotation::Rotation;
use crate::{Linear, Motion, System};

/// The half turns at which something may be otherwise.
pub(super) fn half_turns(system: &System, motion: &Motion) -> Vec<Expr> {
    let conditions: Vec<Expr> = motion.manifold.iter().flat_map(|level| level.to_vec()).collect();
    let turns = |r: &&Rotation| has_entries(r, &conditions);
    let found: Vec<Expr> =
        system.rotations().iter().filter(turns).map(Rotation::half_turn).collect();
    if found.is_empty() || are_limits(system, motion) { Vec::new() } else { found }
}

fn has_entries(rotation: &Rotation, list: &[Expr]) -> bool {
    let entries = rotation.entries();
    entries.iter().flatten().any(|&b| list.iter().any(|&e| contains(e, b)))
}

/// Are states at half turns limits of others, with their accelerations?
fn are_limits(system: &System, motion: &Motion) -> bool {
    let [positions, velocities] = motion.manifold.as_slice() else { return false };
    let Linear::Kkt { M, .. } = &motion.system else { return false };
    let inertia: Vec<Expr> = M.entries().collect();
    let v = system.jet(1);
    let slopes: Vec<Expr> = velocities.iter().flat_map(|&phi| gradient(phi, &v).to_vec()).collect();
    positions.is_empty()
        && !symbols(&slopes).iter().any(|x| v.contains(x))
        && !system.rotations().iter().any(|r| has_entries(r, &inertia))
        && independent_everywhere(motion) // (1)
}
