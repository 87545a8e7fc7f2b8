//! A motion, as a section of a report: its scene, how it was followed, and its curves.

use std::ops::ControlFlow;

use alembert_render::Spelling;
use alembert_render::figure::raised;
use alembert_render::report::{Item, Section};

use super::super::WalkError;
use super::super::run::{Refusal, RunReport, RunRequest, run};
use super::super::seeing::{Following, NOT_UNIQUE, report_panels, scene};
use super::valued::brief;
use super::{Writing, ended, in_words, is_untold, section};
use crate::language::Model;

/// The motion of the model, where it says from when to when.
pub(super) fn follow(model: &Model) -> Result<RunReport, Refusal> {
    if model.run.range.is_none() {
        return Err(WalkError::NoRun.into());
    }
    run(model, RunRequest::default(), &mut |_| ControlFlow::Continue(()))
}

/// What is to be said of a motion beside its pictures, or why there is none.
pub(super) fn notes(motion: &Result<RunReport, Refusal>) -> Vec<String> {
    match motion {
        Ok(motion) => {
            let start = motion.start_notes(Spelling::Unicode).into_iter();
            start.chain(early_end(motion)).chain(not_unique(motion)).collect()
        }
        Err(Refusal::Walk(reason)) => {
            vec![format!("there is no motion in the report: {reason}")]
        }
        Err(Refusal::Diagnosed(_)) => {
            vec![
                "there is no motion in the report, since the initial values are refused".to_owned(),
            ]
        }
    }
}

/// That a motion ends before its time, and why.
fn early_end(motion: &RunReport) -> Option<String> {
    let reason = motion.reason.as_ref().filter(|_| !motion.is_complete())?;
    let reason = reason.trim_end_matches('.');
    Some(format!("by `{}` the motion ends at t = {:.4}: {reason}", motion.principle, motion.t))
}

fn not_unique(motion: &RunReport) -> Option<String> {
    (!motion.unique).then(|| NOT_UNIQUE.to_owned())
}

/// The run with its pictures and its scene, and what is to be said of these that is not known.
pub(super) fn moving(
    model: &Model,
    motion: Result<RunReport, Refusal>,
    (writing, known): (Writing, &[String]),
) -> (Section, Vec<String>) {
    let mut notes = Vec::new();
    let items = match motion {
        Ok(motion) => {
            let mut items = Vec::new();
            if writing == Writing::Html {
                let (scene, seen) = seen(model);
                items.extend(scene);
                notes.extend(seen.into_iter().filter(|note| !known.contains(note)));
            }
            items.extend(notes.iter().map(|note| Item::Sentence(ended(note))));
            items.extend(followed(model, &motion));
            items
        }
        Err(Refusal::Walk(reason)) => vec![Item::Sentence(ended(&reason.to_string()))],
        Err(Refusal::Diagnosed(found)) => vec![Item::Sentence(ended(&found.message))],
    };
    (section("A motion", items), notes)
}

/// A request for what the model itself says.
fn own() -> Following<'static> {
    Following { principles: &[], request: RunRequest::default() }
}

/// The scene, and what is to be said of it.
fn seen(model: &Model) -> (Option<Item>, Vec<String>) {
    match scene(model, own(), &mut |_| ControlFlow::Continue(())) {
        Ok(scene) => (Some(Item::Scene(scene.json.to_string())), scene.notes),
        Err(_) => (None, Vec::new()),
    }
}

/// How the motion was followed and how well, and its curves.
fn followed(model: &Model, motion: &RunReport) -> Vec<Item> {
    let t = brief(motion.t);
    // The reason has the time with all its digits.
    let reason = motion.reason.as_ref().map(|reason| reason.replace(&motion.t.to_string(), &t));
    let end = reason.map(|reason| format!(" ({reason})")).unwrap_or_default();
    let mut items = vec![Item::Sentence(format!(
        "Followed to t = {t}{end} by {} ({}) in {} steps. {}",
        motion.method,
        motion.why_method,
        motion.steps,
        exactness(model, motion)
    ))];
    items.extend(motion.diagnostics.iter().filter(|d| is_untold(d)).map(in_words));
    let panels = report_panels(model, own(), &mut |_| ControlFlow::Continue(()));
    if let Ok((panels, gaps)) = panels {
        items.push(Item::Panels(model.title.clone(), panels));
        items.extend(gaps.iter().map(|gap| Item::Sentence(ended(gap))));
    }
    items.extend(not_unique(motion).map(|note| Item::Sentence(ended(&note))));
    items
}

/// How well energy and constraints are kept, and in what measure.
fn exactness(model: &Model, motion: &RunReport) -> String {
    let balance = match motion.has_sources {
        true => "Energy balance: E − E(0) less the work done is",
        false => "Energy balance: E − E(0) is",
    };
    let error = power(motion.energy_drift);
    let residuals = match model.constraints.is_empty() {
        true => String::new(),
        false => format!("; residuals of the constraints at most {}", power(motion.max_residual)),
    };
    format!("{balance} at most {error} of the largest |T| + |V|{residuals}.")
}

/// `4.2·10⁻¹⁶`, or 0.
fn power(x: f64) -> String {
    if x == 0.0 {
        return "0".to_owned();
    }
    let text = format!("{x:.1e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    format!("{digits}·{}", raised(&format!("10^{exponent}")))
}
