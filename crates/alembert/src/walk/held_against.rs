//! Equations in quasi-velocities, held against a principle that has equations of its own for them.
//!
//! Hamel's equations have no multipliers, so that the speeds and the short forms of `quasi` are made
//! from d'Alembert's. They are shown as Hamel's only when they are: with the velocities `v(u)` and
//! the rates `u'` put in, his own equations
//!
//! ```text
//! W q'' − h = 0,     q' = v(u),     q'' = d/dt v(u)                                   (1)
//! ```
//!
//! must hold, by normal form, or at random states where the rates are left in `R u' = h`.

#![allow(non_snake_case, reason = "W and R are the symbols of the papers")]

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Substitution, rate};
use alembert_mechanics::Motion;
use alembert_mechanics::explicit::{Dynamics, Quasi};
use alembert_mechanics::rotation::chart;
use alembert_mechanics::witness::{Stage, states_of_agreement};

use super::certify::{Certificate, STATES, at_states};
use super::values::choice;
use super::{WalkError, motion};
use crate::language::Model;

/// Principles whose equations are those of quasi-velocities.
const IN_SPEEDS: &str = "hamel";

/// The motion with multipliers from which the form is made, for a principle that has none.
pub(super) fn with_multipliers(model: &Model, own: &Motion) -> Result<Option<Motion>, WalkError> {
    if own.principle != IN_SPEEDS {
        return Ok(None);
    }
    motion(model, Some("dalembert")).map(|(_, motion)| Some(motion))
}

/// Do the equations that are shown say what the principle says?
pub(super) fn certified(
    model: &Model,
    own: &Motion,
    shown: &Quasi,
) -> Result<Certificate, WalkError> {
    let (claims, stage) = claims(own, shown);
    let mut rotated = chart(&own.rotations);
    let vanishes = |&e: &Expr| zero_test(rotated.apply(e)) == Verdict::Zero;
    if stage.equations.is_empty() && claims.iter().all(vanishes) {
        return Ok(Certificate::Proved);
    }
    let stages = [own.conditions().into_iter().take(1).collect(), vec![stage]].concat();
    at_states(states_of_agreement(&claims, &stages, &choice(model, STATES)))
}

/// What vanishes by (1), and the equations of rates that are not solved for.
fn claims(own: &Motion, shown: &Quasi) -> (Vec<Expr>, Stage) {
    let n = own.highest.len();
    let kinematics: Vec<(Expr, Expr)> =
        shown.kinematics.iter().map(|s| (s.unknown, s.value)).collect();
    let mut velocities = Substitution::new(kinematics.clone());
    let (mut known, mut stage) = (kinematics, Stage::default());
    match &shown.dynamics {
        Dynamics::Explicit(rates) => known.extend(rates.iter().map(|s| (s.unknown, s.value))),
        Dynamics::Matrix(R, h) => {
            let u: Vec<Expr> = shown.speeds.iter().map(|&u| rate(u)).collect();
            let rows = R.iter().zip(h.iter());
            stage.equations = rows.map(|(row, &h)| row.dot(&u) - h).collect();
            stage.unknowns = u;
        }
    }
    let mut rates = Substitution::new(known);
    let v: Vec<Expr> = own.state[n..2 * n].iter().map(|&v| velocities.apply(v)).collect();
    let a = v.iter().map(|&v| rates.apply(rate(v)));
    let mut put = Substitution::new(
        own.highest.iter().copied().zip(a.collect::<Vec<_>>()).collect::<Vec<_>>(),
    );
    let (W, h) = own.system.square();
    let rows = &(&W * &*own.unknowns) - &h; // (1)
    let claims = rows.iter().map(|&e| put.apply(velocities.apply(e))).collect();
    (claims, stage)
}
