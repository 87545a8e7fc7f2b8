//! What the equations of motion stand on: constraints that do not contradict each other, that are
//! one surface and not several, and that are independent.

use alembert_algebra::ring::Ring;
use alembert_algebra::{Expr, Kind, Symbol, contains, symbols};
use alembert_mechanics::explicit;
use alembert_mechanics::independence::independence;
use alembert_mechanics::regular::is_determined;
use alembert_mechanics::witness::some_state_obeys;
use alembert_mechanics::{Choice, Motion, Reason, System, Theory};
use alembert_render::Spelling;

use super::WalkError;
use super::conditions::listed;
use super::prove::differ_from_zero;
use crate::language::Model;

/// Refuses constraints that no motion satisfies.
///
/// # Errors
/// The constraints that contradict the others.
pub(super) fn refuse_contradictions(system: &System, motion: &Motion) -> Result<(), WalkError> {
    if is_determined(motion) || some_state_obeys(&motion.conditions(), &Choice::default()) {
        return Ok(());
    }
    // What is too large to be decided here is no contradiction that is known.
    let contradictory = independence(system).map(|found| found.contradictory).unwrap_or_default();
    let label = |&i: &usize| system.constraints()[i].label.clone();
    let impossible = || system.constraints().iter().position(|c| never_holds(c.phi));
    match contradictory.first().copied().or_else(impossible).as_ref().map(label) {
        Some(label) => Err(WalkError::Contradiction { label }),
        None => Ok(()),
    }
}

/// Has an expression one sign whatever the values of its symbols, as `1 + x² + y²` has?
fn never_holds(phi: Expr) -> bool {
    phi != Expr::zero() && explicit::conditions(&[phi], &[]).is_empty()
}

/// Why an integral of the velocity constraints may change along a motion: on another part of the
/// states, or where a constraint says nothing.
pub(super) fn why_integrals_may_fail(
    model: &Model,
    system: &System,
    motion: &Motion,
) -> Option<String> {
    let (q, v) = (system.q(), system.jet(1));
    let on_velocities = system.constraints().iter().filter(|c| c.order(q) == Some(1));
    let forms: Vec<Expr> = on_velocities.map(|c| c.phi).collect();
    if forms.is_empty() {
        return None;
    }
    // What is too large to be decided here is no part that is known.
    if Theory::new(system, motion, &[]).ok()?.is_split() {
        return Some(Reason::Split.to_string());
    }
    let mut factors = Vec::new();
    for phi in forms {
        let mut ring = Ring::new(&[phi]).ok()?;
        ring.impose(&[phi], &v).ok()?;
        factors.extend(ring.provisos());
    }
    let places = listed(model, factors.into_iter());
    let list = differ_from_zero(&places, model, Spelling::Unicode);
    (!places.is_empty()).then(|| format!("they lose rank except where {list}"))
}

/// Products of parameters that must not vanish for the constraints to be what they are for other
/// values: with `k = 0` the constraint `k y' = k x'` says nothing.
pub(super) fn parameter_conditions(model: &Model, system: &System) -> Vec<Expr> {
    let on = |order: u32| {
        let of_order =
            system.constraints().iter().filter(move |c| c.order(system.q()) == Some(order));
        of_order.map(|c| c.phi).collect::<Vec<Expr>>()
    };
    let levels = [on(0), on(1), on(2)];
    let Ok(mut ring) = Ring::new(&levels.concat()) else { return Vec::new() };
    for (k, level) in levels.iter().enumerate() {
        let order = u32::try_from(k).expect("there are three levels");
        if ring.impose(level, &system.jet(order)).is_err() {
            return Vec::new();
        }
    }
    let fixed = ring.provisos().into_iter().filter(|&e| is_fixed(e));
    listed(model, fixed)
}

/// Is it made of numbers and parameters?
fn is_fixed(e: Expr) -> bool {
    let fixed = |s: Symbol| matches!(s.kind, Kind::Parameter { .. } | Kind::Pi);
    symbols(&[e]).into_iter().filter_map(Expr::as_symbol).all(fixed)
}

/// What must not vanish for the constraints to be independent, where the equations are solved.
///
/// # Errors
/// The constraints consist of several parts, and the equations of one do not hold on another.
pub(super) fn rank_conditions(system: &System, motion: &Motion) -> Result<Vec<Expr>, Reason> {
    let theory = Theory::new(system, motion, &[])?;
    if theory.is_split() {
        return Err(Reason::Split);
    }
    Ok(theory.provisos().to_vec())
}

/// Does a constraint contain entries of a rotation? Those are not looked at where they are half
/// turns.
pub(super) fn holds_orientations(model: &Model) -> bool {
    let entries = model.rotations.iter().flat_map(|r| r.rotation.entries().concat());
    entries.into_iter().any(|b| model.constraints.iter().any(|c| contains(c.phi, b)))
}
