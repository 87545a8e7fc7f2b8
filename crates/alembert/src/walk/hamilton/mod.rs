//! Hamilton's side of a model: positions and momenta, the Hamiltonian, the bracket, `ż = {z, H} + d`.
//!
//! Two phase spaces are written. `on_constraints` is that of the principle `poisson`, with momenta along the
//! directions that the constraints allow; `with_multipliers` is the form `canonical`, with all momenta and
//! reactions. What is printed is read back in both spellings. With the momenta put in, the Hamiltonian must be the
//! energy, and each rate what the equations of motion say: that is put to the zero test.

#![allow(non_snake_case, reason = "H and J are the letters of the papers")]

mod report;
mod side;
mod vertical;

use alembert_algebra::{Expr, Kind, rate};
use alembert_mechanics::hamilton::{Canonical, canonical};
use alembert_mechanics::principle::{AlmostPoisson, Jacobi, almost_poisson};
use alembert_mechanics::{Motion, System};
use alembert_render::Typesetter;

use super::WalkError;
use super::conditions::listed;
use super::derive::{Derivation, Form, residuals};
use super::notation::notation;
use crate::language::Model;

pub use report::{HamiltonReport, JacobiReport};
use side::{Side, Verdict};

/// The phase space of the principle `poisson`.
pub(super) fn on_constraints(model: &Model, system: &System) -> Result<HamiltonReport, WalkError> {
    let found = almost_poisson(system)?;
    let verdict = verdict(&found, system);
    let AlmostPoisson { speeds, momenta, coordinates: z, hamiltonian: H, .. } = found;
    let drift = &found.drift + &found.forces;
    let put = momenta.clone();
    let is_solved = found.inverse.is_some();
    Side {
        is_canonical: false,
        is_solved,
        has_forces: drift.iter().any(|&e| e != Expr::zero()),
        speeds,
        momenta,
        z,
        H: (H, found.energy),
        J: found.bracket,
        drift,
        rates: found.rates.iter().copied().zip(found.by_speeds.to_vec()).collect(),
        constraints: Vec::new(),
        hidden: Vec::new(),
        put,
        vertical: Vec::new(),
        verdict,
    }
    .report(model)
}

/// Whether Jacobi's identity holds, and what follows for the constraints.
fn verdict(found: &AlmostPoisson, system: &System) -> Verdict {
    Verdict {
        at_each_instant: found.is_moving,
        has_constraints: !system.constraints().is_empty(),
        turns: match &found.jacobi {
            Jacobi::Fails { triple, .. } => {
                triple.iter().any(|at| (system.plain().len()..system.q().len()).contains(at))
            }
            _ => false,
        },
        witness: match &found.jacobi {
            Jacobi::Fails { triple, value } => {
                Some((triple.map(|place| coordinate(place, found, system)), *value))
            }
            _ => None,
        },
        decision: match found.jacobi {
            Jacobi::Holds => Some(true),
            Jacobi::Fails { .. } => Some(false),
            Jacobi::Undecided => None,
        },
    }
}

/// A coordinate in the count of [`Jacobi::Fails`]; of rotations, `B_x` is a turn about an axis.
fn coordinate(place: usize, found: &AlmostPoisson, system: &System) -> Expr {
    let (n, plain, m) = (system.q().len(), system.plain(), found.coordinates.len());
    let fast = found.speeds.len() * if found.momenta.len() > found.speeds.len() { 3 } else { 1 };
    if place >= n {
        return found.coordinates[m - fast + place - n];
    }
    plain.get(place).copied().unwrap_or_else(|| {
        let turn = place - plain.len();
        let name = system.rotations()[turn / 3].name();
        Expr::symbol(&format!("{name}_{}", ["x", "y", "z"][turn % 3]), Kind::Coordinate, 0)
    })
}

/// The form `canonical`, as a derivation.
pub(super) fn with_multipliers(
    model: &Model,
    system: &System,
    motion: &Motion,
) -> Result<Derivation, WalkError> {
    if motion.principle != "dalembert" {
        return Err(WalkError::CanonicalPrinciple(motion.principle));
    }
    let found = canonical(system).map_err(WalkError::Canonical)?;
    let mut derivation = Derivation::new(model, system, motion, Form::Canonical)?;
    let conditions = listed(model, found.poles().into_iter());
    let report = side(found, system, motion).report(model)?;
    derivation.equations = report.equations.iter().chain(&report.constraints).cloned().collect();
    derivation.certificate = report.certificate;
    derivation.page.parts = report.parts.clone();
    derivation.hamilton = Some(report);
    let mut typesetter = Typesetter::new(&notation(model));
    let trees = conditions.iter().map(|&e| typesetter.tree(e));
    derivation.add_conditions(trees.collect::<Result<_, _>>()?);
    Ok(derivation)
}

fn side(found: Canonical, system: &System, motion: &Motion) -> Side {
    let residuals = residuals(motion);
    let expected = found.values.iter().zip(&found.balances).map(|(&value, balance)| {
        let unbalanced = balance.map_or(Expr::zero(), |slot| residuals[slot]);
        rate(value) - unbalanced
    });
    let rates = found.rates.iter().copied().zip(expected.collect::<Vec<_>>()).collect();
    let given = system.constraints().iter();
    let on_positions = given.clone().filter(|c| c.order(system.q()) == Some(0));
    let constraints = found.constraints.into_iter().zip(given.map(|c| c.phi));
    let hidden = found.hidden.into_iter().zip(on_positions.map(|c| rate(c.phi)));
    Side {
        is_canonical: true,
        is_solved: true,
        has_forces: found.drift.iter().any(|&e| e != Expr::zero()),
        speeds: Vec::new(),
        put: found.momenta.clone(),
        momenta: found.momenta,
        z: found.coordinates,
        H: (found.hamiltonian, motion.energy),
        J: found.bracket,
        drift: found.drift,
        rates,
        constraints: constraints.map(|((label, e), phi)| (label, e, phi)).collect(),
        hidden: hidden.map(|((label, e), phi)| (label, e, phi)).collect(),
        vertical: Vec::new(),
        verdict: Verdict {
            at_each_instant: false,
            has_constraints: false,
            turns: false,
            witness: None,
            decision: None,
        },
    }
}
