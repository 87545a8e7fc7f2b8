//! What does work, and its size: what the balance of energy is measured by, beside |T| + |V|.
//!
//! Forces that cancel each other, as friction and a push do where a body hardly slips, do works that are much larger
//! than any energy of the motion, and round as these do. Each term of a force counts by itself, and so do those of
//! ∂L/∂t and of the power P of reactions:
//!
//! ```text
//! Qᵢ = Σ fᵢⱼ,     Σ |fᵢⱼ vᵢ| + Σ |(∂L/∂t)ⱼ| + Σ |Pⱼ|                                  (1)
//! ```
//!
//! What cancels inside of a term, as in `k (a − b)`, does not count apart.

#![allow(non_snake_case, reason = "L, Q, P are the symbols of the papers")]

use alembert_algebra::{Elementary, Expr, Kind, Node, Substitution, Vector, apply, symbols};
use alembert_mechanics::affine::is_affine;
use alembert_mechanics::{Constraint, Motion, System};

/// What does work: the Lagrangian's own dependence on time, forces, and reactions that are not known
/// to do none.
pub(super) fn power(system: &System, motion: &Motion) -> Option<Expr> {
    let power = motion.power.explicit + motion.power.forces + reactions(system, motion);
    (power != Expr::zero()).then_some(power)
}

/// The power of reactions that are not known to do no work.
fn reactions(system: &System, motion: &Motion) -> Expr {
    let hamiltonian = ["vakonomic", "naive"].contains(&motion.principle);
    let idle = !hamiltonian && system.constraints().iter().all(|c| is_idle(c, system));
    if idle { Expr::zero() } else { motion.power.reactions }
}

/// Does the reaction of a constraint do no work on any motion? So it is when the constraint is linear in
/// the velocities, and when it is one on positions without time, each with an ideal reaction.
fn is_idle(constraint: &Constraint, system: &System) -> bool {
    let v: Vector = system.jet(1);
    let moves =
        |e: &Expr| e.as_symbol().is_some_and(|s| matches!(s.kind, Kind::Time | Kind::Input));
    let ideal = constraint.reaction.is_none();
    ideal
        && match constraint.order(system.q()) {
            Some(0) => !symbols(&[constraint.phi]).iter().any(moves),
            Some(1) => {
                let rest = Substitution::new(v.iter().map(|&x| (x, Expr::zero())));
                is_affine(constraint.phi, &v) && { rest }.apply(constraint.phi) == Expr::zero()
            }
            _ => false,
        }
}

/// The size (1) of the power of a motion.
pub(super) fn size_of_power(system: &System, motion: &Motion) -> Expr {
    let v = system.jet(1);
    let forces = system.Q().iter().zip(v.iter());
    let works = forces.flat_map(|(&Q, &v)| terms(Q).into_iter().map(move |f| f * v));
    let others = [motion.power.explicit, reactions(system, motion)].into_iter().flat_map(terms);
    Expr::sum(works.chain(others).map(|e| apply(Elementary::Abs, &[e]))) // (1)
}

/// The terms of a sum; another expression is its only term.
pub(super) fn terms(e: Expr) -> Vec<Expr> {
    match e.node() {
        Node::Sum(terms) => terms.iter().map(|(c, t)| t.scale(c)).collect(),
        _ => vec![e],
    }
}
