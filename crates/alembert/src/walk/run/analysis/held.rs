//! What ends a motion whose steps become too short at a jump of the rates: dry friction, for which `sign` stands.

use std::fmt;

use super::legs::Legs;
use super::saltation::Switching;
use super::switches::{has_switches, with_signs};
use super::{Ready, derived};
use crate::language::Model;
use crate::walk::run::journey::Plan;
use crate::walk::run::{Refusal, RunRequest};

/// An argument of `sign` or `abs` that vanishes where steps become too short, as people write it.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::walk::run) enum Held {
    /// The motion stays at its zero: rates lead there from both sides.
    Stays(String),
    /// Rates jump there, and lead away.
    Jumps(String),
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stays(u) => write!(
                f,
                "`{u}` stays 0, to which `sign({u})` leads back from both sides; dry friction holds what moves so"
            ),
            Self::Jumps(u) => write!(f, "`{u}` = 0 there, where rates jump with `sign({u})`"),
        }
    }
}

impl Held {
    /// What to do about it.
    pub(in crate::walk::run) fn hint(&self) -> String {
        match self {
            Self::Stays(u) => {
                let whole = if u.contains(' ') { format!("({u})") } else { u.clone() };
                format!(
                    "the equations have no motion that stays there; a law without a jump, as `tanh({whole}/ε)` with a \
                     small ε in the place of `sign({u})`, has one that creeps on"
                )
            }
            Self::Jumps(u) => format!(
                "begin beside it: with initial values for which `{u}` is small and has the sign to which rates lead"
            ),
        }
    }
}

/// The argument that ends a motion at a state; none where there is no such argument.
pub(in crate::walk::run) fn held(
    (model, plan): (&Model, &Plan<'_>),
    request: RunRequest<'_>,
    (t, x): (f64, &[f64]),
) -> Option<Held> {
    if !has_switches(&plan.course.motion) {
        return None;
    }
    let found = || -> Result<Option<Held>, Refusal> {
        let (system, motion) = derived(model, request)?;
        let (mut signed, motion, switches) = with_signs(model, &motion, "the run")?;
        signed.run.method = None;
        let request = RunRequest { method: None, ..request };
        let looked_at = |course: &mut _| switches.looked_at(course);
        let ready = Ready::of((&signed, &system, &motion), request, looked_at, None)?;
        let watched: Vec<usize> = (0..switches.count()).collect();
        let legs = Legs::with_signs(ready.legs(&watched)?, &ready, &switches);
        let switching = Switching::new(&ready, &legs, &[]);
        let at = (t, &x[..ready.lowered.moving - 1]);
        let written = |k: usize| switches.written(k, &signed);
        let stays = switching.held(at).ok().flatten().map(|k| Held::Stays(written(k)));
        let jumps = || switching.jumping(at).ok().flatten().map(|k| Held::Jumps(written(k)));
        Ok(stays.or_else(jumps))
    };
    found().ok().flatten()
}
