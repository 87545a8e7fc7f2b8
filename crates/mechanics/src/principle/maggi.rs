//! Maggi's equations, which Kane's are too: the equations of motion along the allowed velocities.
//!
//! Reactions do no work along directions `S` that the constraints allow,
//!
//! ```text
//! B S = 0,     B = ∂φ/∂q', or the given direction of a servo                        (1)
//! ```
//!
//! so that for each of them
//!
//! ```text
//! Σᵢ S_iₛ (d/dt ∂L/∂q'ᵢ − ∂L/∂qᵢ − Qᵢ) = 0                                          (2)
//! ```
//!
//! which is Kane's sum of generalized inertia and active forces for the speed `uₛ` of `q' = S u`. The
//! constraints, differentiated, are the other equations. For constraints that are not linear in the
//! velocities `S` contains velocities, and (1) is Chetaev's rule. For a servo `S` is not a basis of the
//! allowed velocities: it is orthogonal to the force, not to the constraint.
//!
//! Source: \[`NeimarkFufaev1972`\]. At states where `S` degenerates (see `basis`) the equations are
//! singular, and another choice of dependent coordinates is needed.

use alembert_algebra::Matrix;

use super::allowed_steps::{directions, displaced, each};
use super::basis::{basis, basis_within};
use super::constraint::{Rows, rows};
use super::projected::{independent, motion, reaction};
use super::rank::{rank, rank_within};
use super::scope::Scope;
use super::steps::{Body, Step};
use super::virtual_work::{allowed, displacements, opening};
use crate::{Cause, Motion, PrincipleError, Reason, System};

/// The directions `S` of (1), one column each.
///
/// # Errors
/// [`PrincipleError::NotApplicable`] for constraints on accelerations, for reactions that depend
/// on each other where the constraints do not, and for a limit that was reached.
pub fn allowed_directions(system: &System) -> Result<Matrix, PrincipleError> {
    let scope = Scope("maggi");
    scope.on_velocities(system)?;
    let Rows { A, B, manifold, .. } = independent(system);
    let kept = rank(&B, &manifold, system).kept;
    if kept.len() != A.nrows() {
        return Err(scope.refusal(Cause::Reactions));
    }
    let found = basis(&B.select_rows(&kept), &manifold, system); // (1)
    found.map(|basis| basis.S).map_err(|reason| scope.refusal(Cause::Basis(reason)))
}

/// The directions of (1), found with so many products of terms as work for each of its steps.
///
/// # Errors
/// The limit that was reached.
pub(crate) fn allowed_directions_within(system: &System, work: u64) -> Result<Matrix, Reason> {
    let Rows { B, manifold, .. } = rows(system);
    let kept = rank_within(&B, &manifold, system, work).kept;
    Ok(basis_within(&B.select_rows(&kept), &manifold, system, work)?.S) // (1)
}

/// Equation (2), with the differentiated constraints.
///
/// # Errors
/// [`PrincipleError::NotApplicable`] for accelerations in the Lagrangian or in the constraints, for
/// reactions that do not fit the constraints, and for a limit that was reached;
/// [`PrincipleError::Fault`] when the equations become too large or divide by zero.
pub fn maggi(system: &System) -> Result<Motion, PrincipleError> {
    Scope("maggi").first_order(system)?;
    let S = allowed_directions(system)?;
    let works = &S.transpose() * &*reaction(system); // (2)
    motion("maggi", system, &works, independent(system))
}

/// D'Alembert's principle along the directions in which no reaction works.
pub(super) fn steps(system: &System) -> Result<Vec<Step>, PrincipleError> {
    Scope("maggi").first_order(system)?;
    let (S, source) = (allowed_directions(system)?, "Neimark and Fufaev, Maggi's equations");
    let (mut steps, vanishing) = opening(system);
    steps.extend(allowed(system));
    let title = "Directions in which no reaction works, one a column";
    steps.push(directions(title, source, &S, system));
    steps.push(displaced(&S, source, system));
    let works = &S.transpose() * &*reaction(system); // (2)
    let along = each(vanishing, &displacements(system), &S);
    let last = Step::new("Equations of motion", source, Body::vanishing(&works));
    steps.push(last.equal(along));
    Ok(steps)
}
