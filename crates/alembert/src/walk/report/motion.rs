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

/// What a section is made for.
pub(super) struct Wanted<'a> {
    pub(super) writing: Writing,
    /// What is asked of the motion.
    pub(super) request: RunRequest<'a>,
    /// What has been said already.
    pub(super) known: &'a [String],
}

/// The motion of the model, where somebody says from when to when.
pub(super) fn follow(model: &Model, request: RunRequest<'_>) -> Result<RunReport, Refusal> {
    if model.run.range.is_none() && request.to.is_none() {
        return Err(WalkError::NoRun.into());
    }
    run(model, request, &mut |_| ControlFlow::Continue(()))
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
    motion.end_note().filter(|_| !motion.is_complete())
}

fn not_unique(motion: &RunReport) -> Option<String> {
    (!motion.unique).then(|| NOT_UNIQUE.to_owned())
}

/// The run with its pictures and its scene, and what is to be said of these that is not known.
pub(super) fn moving(
    model: &Model,
    motion: Result<RunReport, Refusal>,
    wanted: &Wanted<'_>,
) -> (Section, Vec<String>) {
    let (items, notes) = match motion {
        Ok(motion) => pictures(model, &motion, wanted),
        Err(refusal) => (vec![Item::Sentence(ended(&said(&refusal)))], Vec::new()),
    };
    (section("A motion", items), notes)
}

/// Why there is no motion.
fn said(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Walk(reason) => reason.to_string(),
        Refusal::Diagnosed(found) => found.message.clone(),
    }
}

/// What a report lacks, and why.
fn lacking(what: &str, refusal: &Refusal) -> String {
    format!("there is no {what} in the report: {}", said(refusal))
}

/// The scene, how the motion was followed, and its curves; with what is to be said of these.
fn pictures(model: &Model, motion: &RunReport, wanted: &Wanted<'_>) -> (Vec<Item>, Vec<String>) {
    let following = Following { principles: &[], request: wanted.request };
    let (mut items, mut notes) = (Vec::new(), Vec::new());
    if wanted.writing == Writing::Html {
        let seen = match scene(model, following, &mut |_| ControlFlow::Continue(())) {
            Ok(scene) => {
                items.push(Item::Scene(scene.json.to_string()));
                scene.notes
            }
            Err(refusal) => vec![lacking("animation", &refusal)],
        };
        notes.extend(seen.into_iter().filter(|note| !wanted.known.contains(note)));
    }
    items.extend(notes.iter().map(|note| Item::Sentence(ended(note))));
    items.push(Item::Sentence(followed(model, motion)));
    items.extend(motion.diagnostics.iter().filter(|d| is_untold(d)).map(in_words));
    match report_panels(model, following, &mut |_| ControlFlow::Continue(())) {
        Ok((panels, gaps)) => {
            items.push(Item::Panels(model.title.clone(), panels));
            items.extend(gaps.iter().map(|gap| Item::Sentence(ended(gap))));
        }
        Err(refusal) => {
            let note = lacking("plot", &refusal);
            items.push(Item::Sentence(ended(&note)));
            notes.push(note);
        }
    }
    items.extend(not_unique(motion).map(|note| Item::Sentence(ended(&note))));
    (items, notes)
}

/// How far the motion was followed, and how well.
fn followed(model: &Model, motion: &RunReport) -> String {
    let t = brief(motion.t);
    // The reason has the time with all its digits.
    let reason = motion.reason.as_ref().map(|reason| reason.replace(&motion.t.to_string(), &t));
    let end = reason.map(|reason| format!(" ({reason})")).unwrap_or_default();
    format!(
        "Followed to t = {t}{end} by {} ({}) in {} steps. {}",
        motion.method,
        motion.why_method,
        motion.steps,
        exactness(model, motion)
    )
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
