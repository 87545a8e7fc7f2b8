//! What is to be said about a run beside its result: its start, and what to do about what went wrong.

#![allow(non_snake_case, reason = "M is the symbol of the papers")]

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Substitution, contains, gradient, jacobian, rate, symbols};
use alembert_kernel::KernelError;
use alembert_render::Spelling;

use super::WalkError;
use super::initial::{Change, Start};
use super::report::RunReport;
use crate::language::Model;
use crate::walk::impulses::{impulsive_constraints, impulsive_inputs};

/// That the impulses of tables take part in the energy, where there are any.
pub(super) fn impulses_hint(model: &Model) -> Option<String> {
    let (tables, signs) = (impulsive_inputs(model), impulsive_constraints(model));
    let tables = tables.iter().map(|name| format!("the table of `{name}`"));
    let signs = signs.iter().map(|label| format!("a sign in `{label}`"));
    let causes: Vec<String> = tables.chain(signs).collect();
    let makes = if causes.len() > 1 { "make" } else { "makes" };
    (!causes.is_empty()).then(|| {
        format!(
            "{} {makes} velocities jump: the impulses there do work, which is not in the balance of energy",
            causes.join(" and ")
        )
    })
}

impl RunReport {
    /// What was done about initial values that were not given.
    #[must_use]
    pub fn start_notes(&self, spelling: Spelling) -> Vec<String> {
        let named = |name: &str| {
            let letter = name.trim_end_matches('\'');
            format!("{}{}", spelling.name(letter), &name[letter.len()..])
        };
        let changed = |c: &Change| match c.from {
            Some(from) => format!("{} = {} (guess {from})", named(&c.name), c.to),
            None => format!("{} = {}", named(&c.name), c.to),
        };
        let mut notes = self.put_in.clone();
        for (is_determined, origin) in [
            (true, "from the constraints at the start"),
            (false, "one of many starts on the constraints, chosen by the smallest change"),
        ] {
            let own = self.changes.iter().filter(|c| c.is_determined == is_determined);
            let found: Vec<String> = own.map(changed).collect();
            if !found.is_empty() {
                notes.push(format!("{origin}: {}", found.join(", ")));
            }
        }
        if !self.assumed.is_empty() {
            let names: Vec<String> = self.assumed.iter().map(|name| named(name)).collect();
            notes.push(format!("not given and taken as 0 at the start: {}", names.join(", ")));
        }
        notes
    }

    /// What to do about drift; `coarse` when a tolerance or a step was given.
    pub(super) fn drift_hint(&self, coarse: bool) -> String {
        let hint = match (coarse, self.method) {
            (_, "dla" | "rattle" | "collocation") => {
                "a shorter `step` makes it more exact; `taylor` needs none"
            }
            (true, _) => "leave `tol` and `step` out: then the run is as exact as its method",
            (false, "taylor") => {
                "digits are lost where the motion passes near a singularity; `--certify` tells how \
                 many are left"
            }
            (false, _) => "a smaller `tol` than the method's own makes it more exact",
        };
        hint.to_owned()
    }

    /// What to think of digits that are lost from a time on; `vanished` when steps became too short at the end.
    pub(super) fn uncertain_hint(&self, t: f64, vanished: bool) -> &'static str {
        let start = self.start();
        let is_near = (self.t - t).abs() <= NEAR_END * (self.t - start).abs();
        match vanished && is_near {
            true => {
                "the time at which the motion ends is known to round-off, and beside a pole values change by \
                 more than themselves in so short a time; earlier ones have their digits"
            }
            false => {
                "every step is exact to round-off; a chaotic motion makes any error grow exponentially, and \
                 what comes later is one of many motions that begin alike"
            }
        }
    }

    /// What may have become singular.
    pub(super) fn singular_hint(&self) -> String {
        let charts = ["elimination", "voronec", "naive", "hamel", "maggi", "appell", "poisson"];
        match charts.contains(&self.principle) {
            true => format!(
                "`{}` divides by what may vanish on the way; `--dependent` names other velocities, and \
                 `dalembert` divides by nothing",
                self.principle
            ),
            false if self.stop == "domain" => {
                "the motion ends there: a pole cannot be passed, nor can the end of a root or a logarithm"
                    .to_owned()
            }
            false => {
                "a pole cannot be passed, nor can the end of a root or a logarithm; a body that dry friction \
                 stops stays where it is; for what is stiff there is `--method radau`"
                    .to_owned()
            }
        }
    }
}

/// Digits that are lost in this last part of a run are lost at its end.
const NEAR_END: f64 = 1e-2;

/// A time in a sentence with so many decimals, or with a power of ten when these would show too little of it.
pub(in crate::walk) fn moment(t: f64, decimals: usize) -> String {
    match t.abs() {
        0.0 | 1e-2..1e16 => format!("{t:.decimals$}"),
        _ => format!("{t:.decimals$e}"),
    }
}

/// Are there Euler angles of a body: two angles whose inertia together vanishes at an angle between
/// their axes, though each has its own?
///
/// ```text
/// M_φφ M_ψψ − M_φψ² = 0  where θ = 0 or θ = π/2,     M_φψ ≠ 0                              (1)
/// ```
pub(super) fn has_euler_angles(model: &Model, angles: &[Expr]) -> bool {
    let v: Vec<Expr> = angles.iter().map(|&q| rate(q)).collect();
    let M = jacobian(&gradient(model.lagrangian, &v), &v);
    let vanishes = |e: Expr| zero_test(e) == Verdict::Zero;
    let places = [Expr::zero(), Expr::pi() / Expr::from(2)];
    let pairs = (0..v.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    let mut joined = pairs.filter(|&(i, j)| !vanishes(M[(i, j)]));
    joined.any(|(i, j)| {
        let both = M[(i, i)] * M[(j, j)] - M[(i, j)] * M[(i, j)];
        let others = (0..v.len()).filter(|&k| k != i && k != j);
        let mut put = others.flat_map(|k| places.map(|at| Substitution::new([(angles[k], at)])));
        !vanishes(both) && put.any(|mut put| vanishes(put.apply(both))) // (1)
    })
}

/// Parameters of what is moved, not of the potential, whose value is 0.
pub(super) fn zeros_of(model: &Model, parameters: &[(String, f64)]) -> Vec<String> {
    let all = symbols(&[model.lagrangian]);
    let is_velocity = |v: &Expr| v.as_symbol().is_some_and(|v| v.order > 0); // quasi-velocities have a dot
    let velocities: Vec<Expr> = all.into_iter().filter(is_velocity).collect();
    let momenta = gradient(model.lagrangian, &velocities);
    let occurs = |name: &str| {
        let symbol = model.parameters.iter().find(|p| p.name == name).map(|p| p.symbol);
        symbol.is_some_and(|symbol| momenta.iter().any(|&p| contains(p, symbol)))
    };
    let zeros = parameters.iter().filter(|(name, value)| *value == 0.0 && occurs(name));
    zeros.map(|(name, _)| format!("`{name}`")).collect()
}

/// What to think of an inertia that vanishes in some direction, with parameters that are 0, and with
/// angles that are Euler's or not.
pub(super) fn singular_inertia(zeros: &[String], euler: bool) -> String {
    match zeros {
        [] if euler => {
            "directions of two Euler angles almost coincide there; use `rotation`".to_owned()
        }
        [] => "a direction has almost no inertia there: a mass is missing, or these coordinates \
               have a pole, which others may not have"
            .to_owned(),
        _ => format!(
            "{} = 0: a direction without inertia has no acceleration of its own",
            zeros.join(" = ")
        ),
    }
}

impl Start {
    /// An error at the start with the values that were taken as 0, which may be to blame.
    pub(super) fn blamed(&self, error: WalkError) -> WalkError {
        match error {
            WalkError::Kernel(error @ KernelError::Solve(_)) if !self.assumed.is_empty() => {
                WalkError::SingularStart { error, assumed: self.assumed.clone() }
            }
            other => other,
        }
    }
}
