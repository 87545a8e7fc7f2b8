//! The Lyapunov spectrum of the motion from the initial values.
//!
//! The exponents are those of the directions that the constraints allow, as many as the motion has
//! independent ones; see `alembert_flow::lyapunov` for the equations. The directions are made orthogonal
//! at distances that suit the field at the start,
//!
//! ```text
//! τ = min(T/100, 1/‖J‖)                                                             (1)
//! ```
//!
//! and the first tenth of the time, in which they turn to where they belong, is not counted.
//!
//! Constraints on velocities that can be integrated keep `h(q, t) = c`. Motions beside the one that is
//! followed may have other constants c, so that there is a direction for each, which is not one of
//! the degrees of freedom of the state that `check` counts.

#![allow(non_snake_case, reason = "J is the symbol of the papers")]

use std::cell::RefCell;

use alembert_flow::{Averaging, Jacobian, Stop};
use serde_json::{Value, json};

use super::{Listener, Pieces, Ready};
use crate::language::Model;
use crate::walk::own_values::classification;
use crate::walk::run::numbers::{largest, shown};
use crate::walk::run::told::moment;
use crate::walk::run::{Refusal, RunRequest, WalkError};

/// The error a step may have.
const TOLERANCE: f64 = 1e-12;
/// The part of the time that is not counted when nobody says how long.
const SETTLE: f64 = 0.1;
/// More intervals than these are not needed for any accuracy.
const MOST_INTERVALS: f64 = 1e6;

/// What is asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct LyapunovRequest<'a> {
    /// The principle, and the time until which exponents are averaged.
    pub run: RunRequest<'a>,
    /// The time between two factorisations.
    pub interval: Option<f64>,
    /// The time at the beginning that is not counted.
    pub settle: Option<f64>,
}

/// The exponents of a motion.
#[derive(Debug, Clone, PartialEq)]
pub struct LyapunovReport {
    /// The title of the model.
    pub title: String,
    /// The principle.
    pub principle: &'static str,
    /// The exponents, the largest first.
    pub exponents: Vec<f64>,
    /// How much each differs from what it was after half of the time.
    pub unsettled: Vec<f64>,
    /// From when to when they are averaged.
    pub span: (f64, f64),
    /// The time between two factorisations.
    pub interval: f64,
    /// Was the motion broken off before its time?
    pub interrupted: bool,
    /// Directions to motions with other constants of the integrable constraints, which are no degrees
    /// of freedom of the state; 0 where that is not known.
    pub constants: usize,
}

/// The spectrum along the motion of a model.
///
/// # Errors
/// The model does not run, a time is out of its range, or the motion ends before its time.
pub fn lyapunov(
    model: &Model,
    request: LyapunovRequest<'_>,
    progress: &mut Listener<'_>,
) -> Result<LyapunovReport, Refusal> {
    let mut ready = Ready::new(model, request.run, |_| Vec::new(), |_| None)?;
    let start = ready.start()?;
    let legs = ready.legs(&[])?;
    let (from, to) = ready.span;
    let averaging = averaging(request, to - from, || {
        let n = start.x.len();
        let mut J = vec![0.0; n * n];
        let done = legs[0].field.jacobian(from, &start.x, &mut J);
        done.map(|()| J.iter().map(|j| j * j).sum::<f64>().sqrt()).unwrap_or(0.0)
    })?;
    let mut listener = |p| progress(p);
    let pieces = Pieces {
        ready: &ready,
        legs: &legs,
        projected: true,
        tolerance: TOLERANCE,
        most_steps: u64::MAX,
        most_flows: u64::MAX,
        listener: RefCell::new((0, &mut listener)),
    };
    let found = alembert_flow::lyapunov(&pieces, &pieces, (from, &start.x), averaging);
    let found = found.map_err(|stop| match stop {
        Stop::Interrupted { t } => WalkError::Interrupted { t },
        stop => WalkError::Ended { what: "the exponents", stop: stop.to_string() },
    })?;
    let settled = from + averaging.interval * averaging.settle as f64;
    Ok(LyapunovReport {
        title: model.title.clone(),
        principle: ready.course.motion.principle,
        exponents: found.exponents,
        unsettled: found.unsettled,
        span: (settled, settled + averaging.interval * found.intervals as f64),
        interval: averaging.interval,
        interrupted: found.intervals < averaging.intervals,
        constants: constants(model),
    })
}

/// The number of integrable combinations of the constraints on velocities.
fn constants(model: &Model) -> usize {
    classification(model).ok().and_then(|found| found.combinations).map_or(0, |list| list.len())
}

/// How the time is divided.
fn averaging(
    request: LyapunovRequest<'_>,
    length: f64,
    norm: impl FnOnce() -> f64,
) -> Result<Averaging, WalkError> {
    let setting = |what, range, value| Err(WalkError::RunSetting { what, range, value });
    if length <= 0.0 {
        return setting("the end of the run", "after its start", length);
    }
    let settle = request.settle.unwrap_or(SETTLE * length);
    if !(0.0..length).contains(&settle) {
        return setting("the time to settle", "shorter than the run, and not negative", settle);
    }
    let interval = match request.interval {
        Some(tau) if !(tau > 0.0 && tau <= length) => {
            return setting("the interval", "positive and no longer than the run", tau);
        }
        Some(tau) => tau,
        None => (length / 100.0).min(1.0 / norm()), // (1)
    };
    let interval = interval.max(length / MOST_INTERVALS);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 10⁶")]
    let count = |time: f64| (time / interval).round() as usize;
    let settle = count(settle);
    Ok(Averaging { interval, settle, intervals: (count(length) - settle).max(1) })
}

impl LyapunovReport {
    /// The sum of all exponents: the rate at which volumes of states grow.
    #[must_use]
    pub fn sum(&self) -> f64 {
        self.exponents.iter().sum()
    }

    /// The result for programs.
    #[must_use]
    pub fn json(&self) -> Value {
        json!({
            "exponents": self.exponents,
            "unsettled": self.unsettled,
            "sum": self.sum(),
            "from": self.span.0,
            "to": self.span.1,
            "interval": self.interval,
            "stop": if self.interrupted { "interrupted" } else { "end" },
            "principle": self.principle,
            "constants": self.constants,
        })
    }

    /// The result for people.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out =
            if self.title.is_empty() { String::new() } else { format!("{}\n", self.title) };
        let (from, to) = self.span;
        out.push_str(&format!(
            "Lyapunov exponents over t = {} .. {}, principle {}\n\n",
            moment(from, 6),
            moment(to, 6),
            self.principle
        ));
        let most = largest(self.exponents.iter().copied());
        for (exponent, change) in self.exponents.iter().zip(&self.unsettled) {
            let exponent = shown(*exponent, most, 8);
            out.push_str(&format!(
                "  {exponent:>13}   changed by {change:.1e} in the second half\n"
            ));
        }
        out.push_str(&format!(
            "\nsum {}, the rate at which volumes grow\n",
            shown(self.sum(), most, 8)
        ));
        if let Some(inner) = self.exponents.len().checked_sub(self.constants)
            && self.constants > 0
        {
            let (all, constants) = (self.exponents.len(), self.constants);
            out.push_str(&format!(
                "{all} directions: {inner} degrees of freedom of the state, and {constants} to motions \
                 with other constants\nof what the integrable constraints keep (`alembert check`)\n"
            ));
        }
        out
    }
}
