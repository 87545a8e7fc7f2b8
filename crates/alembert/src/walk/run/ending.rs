//! Why a run ended, and which singular configurations it went through.

use alembert_flow::{FieldError, SINGULAR, Stop};

use super::journey::{Journey, Passage, Plan};
use super::phases::force::is_dry;
use super::told::moment;

/// Why a run ended, in a word and in a sentence.
pub(super) fn ending(plan: &Plan<'_>, journey: &Journey<f64>) -> (&'static str, Option<String>) {
    if let (Some(impasse), Stop::StepToZero { t, .. }) = (&journey.impasse, &journey.stop) {
        return ("no phase", Some(format!("stopped at t = {}: {impasse}", moment(*t, 9))));
    }
    if let (Stop::Field { t, error: FieldError::NoConvergence { .. } }, true) =
        (&journey.stop, steps_over_friction(plan))
    {
        let name = plan.choice.name;
        let sentence = format!(
            "stopped at t = {}: dry friction changes its sign within a step of `{name}`, which does not know that a \
             body may be held; `taylor`, `dop853` and `radau` do",
            moment(*t, 9)
        );
        return ("no convergence", Some(sentence));
    }
    let said = |t: f64| match (&journey.failure, &journey.stop) {
        (Some(failure), _) => format!("stopped at t = {}: {failure}", moment(t, 9)),
        (None, Stop::Field { error, .. }) => {
            format!("stopped at t = {}: {}", moment(t, 9), told(error, plan.choice.step))
        }
        (None, stop) => format!("stopped at t = {}: {stop}", moment(t, 9)),
    };
    if let Some(broken) = &journey.broken {
        let sentence = format!("these numbers are worse than the method promises: {broken}");
        return ("broken promise", Some(sentence));
    }
    match &journey.stop {
        Stop::End => ("end", None),
        Stop::Event { index, t } => {
            ("event", Some(format!("{} = 0 ends the run at t = {t}", plan.events[*index].text)))
        }
        Stop::RankLoss { t, .. } => {
            let sentence = dependent(plan, journey.weakest.as_deref(), *t);
            let ranks = journey
                .ranks
                .map(|(before, here)| format!(": their rank falls from {before} to {here}"));
            ("rank loss", Some(sentence + &ranks.unwrap_or_default()))
        }
        Stop::StepToZero { t, .. } => {
            let short = format!("steps become too short at t = {}", moment(*t, 9));
            match (&journey.held, journey.edge) {
                (Some(held), _) => ("step to zero", Some(format!("{short}: {held}"))),
                (None, Some(edge)) => ("domain", Some(format!("{short}: {edge}"))),
                (None, None) => ("step to zero", Some(journey.stop.to_string())),
            }
        }
        Stop::Field { t, error } => (failed(error), Some(said(*t))),
        Stop::Interrupted { t } if journey.failure.is_some() => {
            ("domain", Some(said(journey.samples.last().map_or(*t, |s| s.t))))
        }
        Stop::Interrupted { t } => {
            ("interrupted", Some(format!("interrupted at t = {}", moment(*t, 6))))
        }
        Stop::TooManySteps { .. } => {
            let sentence = format!("{}, and no more are taken here", journey.stop);
            ("too many steps", Some(sentence))
        }
        Stop::TooFar { .. } => ("too many steps", Some(journey.stop.to_string())),
        _ => ("stopped", Some(journey.stop.to_string())),
    }
}

/// Is dry friction followed by a method without phases, that steps by the Lagrangian?
fn steps_over_friction(plan: &Plan<'_>) -> bool {
    let (_, h) = plan.course.motion.system.square();
    plan.decider.is_none() && plan.lowered.action.is_some() && h.iter().any(|&e| is_dry(e))
}

/// A field, an iteration or a projection without a result; a fixed step may be to blame.
fn told(error: &FieldError, step: Option<f64>) -> String {
    match (error, step) {
        (FieldError::OffManifold { residual }, Some(h)) => format!(
            "a step of {h} is too long to get back onto the constraints (residual {residual:.1e}); give a shorter \
             `--step`, or none"
        ),
        _ => error.to_string(),
    }
}

/// A field, an iteration or a projection without a result, in a word.
pub(super) fn failed(error: &FieldError) -> &'static str {
    match error {
        FieldError::NoConvergence { .. } => "no convergence",
        FieldError::OffManifold { .. } => "off the constraints",
        _ => "domain",
    }
}

/// When a run went through dependent constraints, with a sentence each.
pub(super) fn passages(plan: &Plan<'_>, journey: &Journey<f64>) -> Vec<(f64, String)> {
    let sentence = |p: &Passage| (p.t, dependent(plan, p.weakest.as_deref(), p.t));
    journey.passages.iter().map(sentence).collect()
}

/// AL037 for configurations that a run went through: what happened at them, and what to think of it.
pub(super) fn passed(passages: &[(f64, String)]) -> (String, String) {
    let times = passages.iter().take(MOST_TIMES);
    let shown: Vec<String> = times.map(|(t, _)| moment(*t, 6)).collect();
    let more = if passages.len() > MOST_TIMES { ", …" } else { "" };
    let message =
        format!("the motion went through the rank drop at t = {}{more}", shown.join(", "));
    let hint = "several motions go on from there; the one that keeps its velocity was taken, and \
                nothing says that nature takes it too";
    (message, hint.to_owned())
}

/// How many times are written into a message.
const MOST_TIMES: usize = 4;

/// AL037: whether the rank is lost or nearly so.
pub(super) fn rank_drops(stop: &str, (ratio, t): (f64, f64), start: f64) -> (String, String) {
    match stop {
        "end" | "event" if t == start && ratio < SINGULAR => (
            format!("the constraints are dependent at the start, t = {}", moment(t, 6)),
            "the accelerations that they ask for exist, and the motion goes on; others may begin alike"
                .to_owned(),
        ),
        "rank loss" => (
            format!("the rank of the constraints drops at t = {}", moment(t, 6)),
            "the configuration is singular: a direction becomes free, and the motion may go on in \
             several ways; `--through-singular` follows one of them"
                .to_owned(),
        ),
        _ => (
            format!("the constraints are nearly dependent at t = {}", moment(t, 6)),
            format!("their singular values have the ratio {ratio:.1e}; a direction becomes free"),
        ),
    }
}

/// Which constraints became dependent.
fn dependent(plan: &Plan<'_>, weights: Option<&[f64]>, t: f64) -> String {
    let labels = &plan.course.motion.labels;
    let weights = weights.unwrap_or_default();
    let largest = weights.iter().fold(0.0f64, |a, b| a.max(b.abs()));
    let involved: Vec<String> = labels
        .iter()
        .zip(weights)
        .filter(|(_, w)| w.abs() > 1e-6 * largest)
        .map(|(label, _)| format!("`{label}`"))
        .collect();
    let names = if involved.is_empty() || labels.len() < 2 {
        labels.iter().map(|l| format!("`{l}`")).collect()
    } else {
        involved
    };
    match &names[..] {
        [name] => format!("the slopes of the constraint {name} vanish at t = {}", moment(t, 9)),
        _ => {
            format!("the constraints {} become dependent at t = {}", names.join(", "), moment(t, 9))
        }
    }
}
