//! The numbers of a run: its end, the distance of its rows, tolerance and step.

use alembert_algebra::Expr;
use alembert_flow::shortest;

use super::numbers::evaluated;
use super::{RunRequest, WalkError};
use crate::language::Model;

/// The end of a run when neither the model nor the request has one.
const DEFAULT_SPAN: f64 = 10.0;
/// Samples of a run when nobody asks for a distance.
const DEFAULT_SAMPLES: f64 = 200.0;
/// A run is longer than so many of the shortest steps: its first steps are a small part of it.
const SHORTEST_RUN: f64 = 100.0;
/// More samples than this are refused.
const MOST_SAMPLES: f64 = 2e7;

/// The numbers of a request, completed by the model.
pub(super) struct Settings<'a> {
    pub(super) span: (f64, f64),
    pub(super) every: f64,
    pub(super) tol: Option<f64>,
    pub(super) step: Option<f64>,
    pub(super) method: Option<&'a str>,
}

impl<'a> Settings<'a> {
    pub(super) fn new(model: &'a Model, request: RunRequest<'a>) -> Result<Self, WalkError> {
        let run = &model.run;
        let number = |e: Option<Expr>| -> Result<Option<f64>, WalkError> {
            let Some(e) = e else { return Ok(None) };
            Ok(Some(evaluated(model, &[e])?[0]))
        };
        let from = number(run.range.map(|r| r.0))?.unwrap_or(0.0);
        let own = number(run.range.map(|r| r.1))?;
        let to = request.to.or(own).unwrap_or(from + DEFAULT_SPAN);
        if !to.is_finite() || !from.is_finite() || to == from {
            let range = "a finite time other than the start";
            return Err(WalkError::RunSetting { what: "the end of the run", range, value: to });
        }
        let length = (to - from).abs();
        let given = request.every.or(number(run.every)?);
        let every = given.unwrap_or(length / DEFAULT_SAMPLES);
        let positive = |what, value: Option<f64>| match value {
            Some(value) if !(value > 0.0 && value.is_finite()) => {
                Err(WalkError::RunSetting { what, range: "positive", value })
            }
            _ => Ok(value),
        };
        let tol = positive("the tolerance", request.tol.or(number(run.tol)?))?;
        let step = positive("the step", request.step.or(number(run.step)?))?;
        refuse_too_short((from, to), step)?;
        positive("the distance of samples", given)?;
        if length / every > MOST_SAMPLES {
            let range = "large enough for at most 2e7 samples";
            return Err(WalkError::RunSetting {
                what: "the distance of samples",
                range,
                value: every,
            });
        }
        if let Some(value) = tol.filter(|&tol| !(1e-16..=0.1).contains(&tol)) {
            let range = "between 1e-16 and 0.1";
            return Err(WalkError::RunSetting { what: "the tolerance", range, value });
        }
        let method = request.method.or(run.method.as_ref().map(|m| m.name.as_str()));
        Ok(Self { span: (from, to), every, tol, step, method })
    }
}

/// Refuses a step, or a run, that is lost in the rounding of its times.
fn refuse_too_short((from, to): (f64, f64), step: Option<f64>) -> Result<(), WalkError> {
    let least = shortest(from.abs().max(to.abs()));
    let run = ("the run", (to - from).abs(), SHORTEST_RUN * least);
    let step = step.map(|step| ("the step", step, least));
    let lost = |&(_, value, least): &(_, f64, f64)| value <= least;
    match [run].into_iter().chain(step).find(lost) {
        Some((what, value, least)) => Err(WalkError::TooShort { what, value, least }),
        None => Ok(()),
    }
}
