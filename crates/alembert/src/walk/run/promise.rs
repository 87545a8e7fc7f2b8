//! What a run promises of its numbers, and what it does where they break the promise.
//!
//! A method at round-off promises of the balance of energy, relative to the largest |T| + |V| or the largest work
//! ∫ Σ |P| dt of all causes in one step, and of the scaled residuals
//!
//! ```text
//! drift ≤ 10⁻⁹,   residual ≤ 10⁻¹¹                                                     (1)
//! ```
//!
//! a thousand times what is usual after 10⁶ steps. N steps that may each err by a tolerance promise
//!
//! ```text
//! drift ≤ max(10⁻⁹, 10³ tol, N tol),   residual ≤ max(10⁻¹¹, 10³ tol)                  (2)
//! ```
//!
//! and steps of fixed length of any method but `taylor` only that not everything is lost, drift ≤ 1 and residual ≤ 1: by
//! how much they err is what such a run is made for.
//!
//! A run that breaks its promise is made once more: by `taylor` with twice the digits, which mends whatever rounding
//! did, or with a smaller tolerance. When that does not help, the run says so and is not complete.

use std::ops::ControlFlow;

use alembert_algebra::numeric::DoubleDouble;
use alembert_flow::Stop;

use super::chart::Way;
use super::initial::Start;
use super::journey::{Journey, Plan};
use super::method::Choice;
use super::told::impulses_hint;
use super::travel::travel;
use super::{Fixed, Progress, WalkError, precise_start};
use crate::language::{Code, Diagnostic, Model};

/// Energy drift above this is worth a warning, and breaks the promise of round-off.
pub(super) const MOST_DRIFT: f64 = 1e-9;
/// The same for scaled residuals.
pub(super) const MOST_RESIDUAL: f64 = 1e-11;
/// Below these the steps of a run are known to have been exact to round-off.
const ROUND_OFF: (f64, f64) = (5e-12, 1e-14);
/// See (2).
const MANY: f64 = 1e3;
/// Steps of fixed length may err by what they like, but not by the whole of it.
const WHOLE: f64 = 1.0;
/// A longer run is not made once more: with twice the digits it would take twenty times as long.
const MOST_STEPS: u64 = 200_000;
/// The tolerance of another try.
const FINER: f64 = 1e-14;

/// The listener of a run.
pub(super) type Listener<'a> = &'a mut dyn FnMut(Progress) -> ControlFlow<()>;

/// The largest drift and residual of a run that keeps its promise.
fn promised(choice: &Choice, is_radau: bool, steps: u64) -> (f64, f64) {
    if choice.step.is_some() {
        let is_series = choice.name == "taylor";
        return if is_series { (MOST_DRIFT, MOST_RESIDUAL) } else { (WHOLE, WHOLE) };
    }
    let tolerance = choice.tolerance(is_radau);
    let many = MANY * tolerance;
    (MOST_DRIFT.max(many).max(steps as f64 * tolerance), MOST_RESIDUAL.max(many)) // (1), (2)
}

/// Does a run promise round-off, or what its method makes of it by itself?
pub(super) fn is_at_round_off(choice: &Choice) -> bool {
    match choice.step {
        Some(_) => choice.name == "taylor",
        None => choice.tol.is_none(),
    }
}

/// Were steps exact to round-off, as far as energy and residuals tell?
pub(super) fn is_measured(journey: &Journey<f64>) -> bool {
    let (drift, residual) = ROUND_OFF;
    journey.steps > 0 && journey.relative_drift() <= drift && journey.residual <= residual
}

/// Did a run come to its end?
fn is_whole(journey: &Journey<f64>) -> bool {
    matches!(journey.stop, Stop::End | Stop::Event { .. })
}

/// Was it left before its end, by somebody or for its length?
fn is_left(journey: &Journey<f64>) -> bool {
    let stop = &journey.stop;
    matches!(stop, Stop::Interrupted { .. } | Stop::TooManySteps { .. } | Stop::TooFar { .. })
}

/// What is worse than was promised, in words.
fn broken(model: &Model, plan: &Plan<'_>, journey: &Journey<f64>) -> Option<String> {
    let (drift, residual) = promised(&plan.choice, journey.change.is_some(), journey.steps);
    let found = journey.relative_drift();
    // the work of impulses is not in the balance
    let drifts = found > drift && impulses_hint(model).is_none();
    let mut parts = Vec::new();
    if drifts || found.is_nan() {
        parts.push(format!("energy drift {found:.1e}, where at most {drift:.0e} is promised"));
    }
    if journey.residual > residual {
        parts.push(format!(
            "residual of the constraints {:.1e}, where at most {residual:.0e} is promised",
            journey.residual
        ));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// A run that keeps its promise, or the same with what it breaks.
pub(super) fn kept(
    (model, plan, fixed): (&Model, &Plan<'_>, &Fixed<'_>),
    (start, journey): (&Start, Journey<f64>),
    progress: Listener<'_>,
) -> Result<Journey<f64>, WalkError> {
    if is_left(&journey) {
        return Ok(journey);
    }
    let Some(part) = broken(model, plan, &journey) else { return Ok(journey) };
    let keeps = |again: &Journey<f64>| is_whole(again) && broken(model, plan, again).is_none();
    let again = match precisely((model, plan, fixed), (start, &journey), progress)? {
        Some(again) => Some(again),
        None => finely((plan, fixed), (start, &journey), progress)?,
    };
    match again.filter(keeps) {
        Some(again) => Ok(again),
        None => Ok(Journey { broken: is_whole(&journey).then_some(part), ..journey }),
    }
}

/// The same run with twice the digits; none when that is no remedy.
pub(super) fn precisely(
    (model, plan, fixed): (&Model, &Plan<'_>, &Fixed<'_>),
    (start, journey): (&Start, &Journey<f64>),
    progress: Listener<'_>,
) -> Result<Option<Journey<f64>>, WalkError> {
    let is_own = plan.choice.tol.is_none() && plan.choice.step.is_none();
    let is_series = plan.choice.name == "taylor" && journey.change.is_none();
    if !is_own || !is_series || journey.steps > MOST_STEPS {
        return Ok(None);
    }
    let numbers = fixed.numbers::<DoubleDouble>()?;
    let x = precise_start(model, plan.course, start)?;
    let at = (DoubleDouble::from(start.t), &x[..]);
    if !Way::new(plan, &fixed.at(&numbers, start.t), at, 0)?.field.is_analytic() {
        return Ok(None);
    }
    let again = travel(plan, &|t| fixed.at(&numbers, t), &x, progress)?.nearest(plan.scratch);
    let mended = "with twice the digits, because doubles lose too many here".to_owned();
    Ok(Some(Journey { mended: Some(mended), ..again }))
}

/// The same run with a smaller tolerance; none when somebody has chosen one, or for series.
fn finely(
    (plan, fixed): (&Plan<'_>, &Fixed<'_>),
    (start, journey): (&Start, &Journey<f64>),
    progress: Listener<'_>,
) -> Result<Option<Journey<f64>>, WalkError> {
    let is_own = plan.choice.tol.is_none() && plan.choice.step.is_none();
    if !is_own || plan.choice.name == "taylor" || journey.steps > MOST_STEPS {
        return Ok(None);
    }
    let finer = Plan { choice: Choice { tol: Some(FINER), ..plan.choice.clone() }, ..*plan };
    let numbers = fixed.numbers::<f64>()?;
    let again = travel(&finer, &|t| fixed.at(&numbers, t), &start.x, progress)?;
    let mended = format!("with {FINER:.0e} a step, because more let the energy drift");
    Ok(Some(Journey { mended: Some(mended), ..again }))
}

/// The method and why, with how a run was made once more. Round-off is claimed where it was measured.
pub(super) fn why(plan: &Plan<'_>, journey: &Journey<f64>) -> (&'static str, String) {
    let (method, why) = plan.choice.told(journey.change.as_ref());
    match &journey.mended {
        Some(mended) => (method, format!("{}; {mended}", why.replace(" at round-off", ""))),
        None if is_measured(journey) => (method, why),
        None => (method, why.replace(" at round-off", "")),
    }
}

/// What to do about an end that is too many steps away.
const FAR_HINT: &str = "an earlier end, `--to`, or a softer model: what is so fast is perhaps meant to be rigid, a \
                        constraint; `--most-steps N` takes N steps all the same";

/// AL054 and AL055, with what to do about the second.
pub(super) fn findings(
    model: &Model,
    journey: &Journey<f64>,
    (method, hint): (&str, String),
) -> Vec<Diagnostic> {
    let finding = |code, message| Diagnostic::new(code, model.lagrangian_span, message);
    let mut found = Vec::new();
    if matches!(journey.stop, Stop::TooFar { .. }) {
        found.push(finding(Code::TooFar, journey.stop.to_string()).hint(FAR_HINT));
    }
    if let Some(broken) = &journey.broken {
        let message = format!("the numbers are worse than `{method}` promises: {broken}");
        found.push(finding(Code::BrokenPromise, message).hint(hint));
    }
    found
}
