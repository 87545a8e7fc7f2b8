//! The rate of the energy on the states of a motion, without solving anything.
//!
//! A reaction with the multiplier λ does the work `λ w` in unit time, and the state obeys the
//! constraint on the velocities, `φ' = 0` for one on positions and `φ = 0` for others:
//!
//! ```text
//! dE/dt = −∂L/∂t + Q · q' + Σ λᵢ (wᵢ − φ̇ᵢ)                                          (1)
//! ```
//!
//! For a constraint that is linear in the velocities the bracket is zero, and for one that moves in
//! time it is what moves it. So a balance of power is an identity, however hard the constraints are
//! to solve.
//!
//! A principle without multipliers says that the reaction does no work in the allowed directions, so it
//! is `∂φ/∂q'ᵀ λ` with some λ, and it does none at all where every `∂φ/∂q' q'` is a multiple of `φ̇`: (1)
//! without its sum.

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Substitution, gradient, partial, rate};

use crate::{Motion, Power, System};

/// Degrees of homogeneity in the velocities that are looked for.
const HIGHEST_DEGREE: u32 = 4;

/// The rate of the energy, equation (1).
#[must_use]
pub fn energy_rate(system: &System, motion: &Motion) -> Expr {
    power(system, motion).total()
}

/// The parts of equation (1).
#[must_use]
pub fn power(system: &System, motion: &Motion) -> Power {
    let reactions = reactions(system, motion).unwrap_or(motion.power.reactions);
    Power { reactions, ..motion.power } // (1)
}

/// The work of the reactions in unit time, when it is affine in the multipliers.
fn reactions(system: &System, motion: &Motion) -> Option<Expr> {
    if is_idle(system, motion) {
        return Some(Expr::zero());
    }
    let work = motion.power.reactions;
    let lambda = &motion.multipliers;
    let mut sum = Substitution::new(lambda.iter().map(|&x| (x, Expr::zero()))).apply(work);
    for (i, &x) in lambda.iter().enumerate() {
        let w = partial(work, x);
        if lambda.iter().any(|&y| partial(w, y) != Expr::zero()) {
            return None;
        }
        let left = w - velocity_form(system, motion, i);
        if zero_test(left) != Verdict::Zero {
            sum = sum + x * left; // (1)
        }
    }
    Some(sum)
}

/// Do the reactions of a principle that has no multipliers for them do no work on any motion?
fn is_idle(system: &System, motion: &Motion) -> bool {
    let constraints = system.constraints();
    let projects = motion.multipliers.is_empty() && motion.principle != "naive";
    let ideal = |i: usize| {
        let (constraint, form) = (&constraints[i], velocity_form(system, motion, i));
        let slope = match constraint.order(system.q()) {
            Some(0) => system.by_position(constraint.phi),
            Some(1) => gradient(constraint.phi, &system.jet(1)),
            _ => return false,
        };
        let work = slope.dot(&system.jet(1));
        let multiple = |k: u32| zero_test(work - Expr::from(i64::from(k)) * form) == Verdict::Zero;
        constraint.reaction.is_none() && form != Expr::zero() && (1..=HIGHEST_DEGREE).any(multiple)
    };
    projects && !constraints.is_empty() && (0..constraints.len()).all(ideal)
}

/// The constraint on the velocities that the state obeys, or zero where that is not known.
fn velocity_form(system: &System, motion: &Motion, i: usize) -> Expr {
    let phi = motion.residuals[i];
    let form = match crate::system::order(phi, system.q()) {
        Some(0) => rate(phi),
        _ => phi,
    };
    let obeyed = motion.manifold.get(1).is_some_and(|level| level.contains(&form));
    if obeyed { form } else { Expr::zero() }
}
