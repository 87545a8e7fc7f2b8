//! What the equations of motion stand on: constraints that are one surface and not several, and
//! that are independent.

use alembert_algebra::polynomial::within;
use alembert_algebra::ring::Ring;
use alembert_algebra::{Expr, Kind, Symbol, contains, rate, symbols};
use alembert_mechanics::{Motion, System, Theory};

use super::conditions::listed;
use crate::language::Model;

/// Products of terms that each of these questions may take: a twelfth of a second.
const LARGEST_LOOK: u64 = 1_000_000;

/// The constraints on velocities.
fn forms(system: &System) -> Vec<Expr> {
    let q = system.q();
    let on_velocities = system.constraints().iter().filter(|c| c.order(q) == Some(1));
    on_velocities.map(|c| c.phi).collect()
}

/// Do the states of a model with constraints on velocities fall into parts? An integral of one part
/// may change on another.
pub(super) fn integrals_are_split(system: &System, motion: &Motion) -> bool {
    // What is too large to be decided here is no part that is known.
    let theory = || Theory::new(system, motion, &[]);
    !forms(system).is_empty()
        && within(LARGEST_LOOK, theory).0.is_ok_and(|theory| theory.is_split())
}

/// What must not vanish for the integrals of the constraints to be constant: where a factor of a
/// constraint vanishes it says nothing.
pub(super) fn where_integrals_hold(model: &Model, system: &System) -> Vec<Expr> {
    let (v, forms) = (system.jet(1), forms(system));
    let of_positions = system.constraints().iter().filter(|c| c.order(system.q()) == Some(0));
    let positions: Vec<Expr> = of_positions.map(|c| c.phi).collect();
    let rates: Vec<Expr> = positions.iter().map(|&phi| rate(phi)).collect();
    let factors = |forms: &[Expr]| {
        let mut ring = Ring::new(&[&positions, &rates, forms].concat()).ok()?;
        ring.impose(&positions, system.q()).ok()?;
        ring.impose(&[&rates, forms].concat(), &v).ok()?;
        Some(ring.provisos())
    };
    // Together they may say something where each alone says nothing.
    let alone = || forms.iter().filter_map(|&phi| factors(&[phi])).flatten().collect();
    let factors: Vec<Expr> = factors(&forms).unwrap_or_else(alone);
    listed(model, factors.into_iter())
}

/// Products of parameters that must not vanish for the constraints to be what they are for other
/// values: with `k = 0` the constraint `k y' = k x'` says nothing. None where that takes too much work.
pub(super) fn parameter_conditions(model: &Model, system: &System) -> Option<Vec<Expr>> {
    let (found, left) = within(LARGEST_LOOK, || conditions_on_parameters(model, system));
    (left > 0).then_some(found)
}

/// The same, whatever work it takes.
pub(super) fn conditions_on_parameters(model: &Model, system: &System) -> Vec<Expr> {
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
pub(super) fn is_fixed(e: Expr) -> bool {
    let fixed = |s: Symbol| matches!(s.kind, Kind::Parameter { .. } | Kind::Pi);
    symbols(&[e]).into_iter().filter_map(Expr::as_symbol).all(fixed)
}

/// Does a constraint contain entries of a rotation? Those are not looked at where they are half
/// turns.
pub(super) fn holds_orientations(model: &Model) -> bool {
    let entries = model.rotations.iter().flat_map(|r| r.rotation.entries().concat());
    entries.into_iter().any(|b| model.constraints.iter().any(|c| contains(c.phi, b)))
}
