//! One run for each principle, with quantities that are looked at.

use std::ops::ControlFlow;

use alembert_algebra::Expr;
use alembert_algebra::tape::LowerError;
use alembert_render::Spelling;

use crate::language::model::Definition;
use crate::language::{Diagnostic, Model};
use crate::walk::WalkError;
use crate::walk::run::sample;
use crate::walk::run::{Gap, Progress, Refusal, RunReport, RunRequest, run};

/// By which principles a motion is followed, and how.
#[derive(Debug, Clone, Copy)]
pub struct Following<'a> {
    /// The principles; the model's own when there is none.
    pub principles: &'a [String],
    /// Everything else.
    pub request: RunRequest<'a>,
}

/// How a motion went that a picture shows.
#[derive(Debug, Clone)]
pub struct Followed {
    /// The principle, or the name of a recorded motion.
    pub name: String,
    /// Why it ended, in a word, as a run says it; none where a file does not say so.
    pub stop: Option<String>,
    /// Why it ended, in a sentence; none when it reached its end.
    pub reason: Option<String>,
    /// The first and the last time that are shown.
    pub span: (f64, f64),
    /// What is to be said at places of the model.
    pub diagnostics: Vec<Diagnostic>,
}

impl Followed {
    /// Did it reach its end, as far as is known?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stop.as_deref().is_none_or(|stop| ["end", "event"].contains(&stop))
    }
}

/// What is told of every step, and may break a run off.
pub(super) type Watcher<'a> = &'a mut dyn FnMut(Progress) -> ControlFlow<()>;

/// A run, and where the quantities stand in it.
pub(super) struct Motion {
    pub(super) report: RunReport,
    count: usize,
}

impl Motion {
    /// The values of a quantity, by its number.
    pub(super) fn values(&self, quantity: usize) -> &[f64] {
        let first = self.report.columns.len() - self.count;
        &self.report.columns[first + quantity].values
    }

    pub(super) fn times(&self) -> &[f64] {
        &self.report.columns[0].values
    }

    pub(super) fn followed(&self) -> Followed {
        let report = &self.report;
        let first = self.times().first().copied().unwrap_or(report.t);
        Followed {
            name: report.principle.to_owned(),
            stop: Some(report.stop.to_owned()),
            reason: report.reason.clone(),
            span: (first, report.t),
            diagnostics: report.diagnostics.clone(),
        }
    }
}

/// What was done about initial values that are missing, which motions end before their time, and why.
pub(super) fn told(motions: &[Motion]) -> Vec<String> {
    let note = |motion: &Motion| motion.report.end_note();
    let start = motions.first().map(|motion| motion.report.start_notes(Spelling::Unicode));
    start.into_iter().flatten().chain(motions.iter().filter_map(note)).collect()
}

/// What is to be known of multipliers that are shown and could be others.
pub(crate) const NOT_UNIQUE: &str = "the multipliers are not unique, only the force of all of them together is; \
    those of least norm are shown, and other units would give others (`alembert check` tells which constraints \
    depend on others)";

/// That multipliers which are shown could be others.
pub(super) fn ambiguity(motions: &[Motion]) -> Option<String> {
    let is_ambiguous = motions.iter().any(|motion| !motion.report.unique);
    is_ambiguous.then(|| NOT_UNIQUE.to_owned())
}

/// Which quantities have no value at some times; `texts` says how they were written.
pub(super) fn gaps(motions: &[Motion], texts: &[&str]) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    for motion in motions {
        let times = motion.times();
        let columns = &motion.report.columns[motion.report.columns.len() - motion.count..];
        for (column, text) in columns.iter().zip(texts) {
            let note = Gap::of(times, column).map(|gap| gap.said(text));
            notes.extend(note.filter(|note| !notes.contains(note)));
        }
    }
    notes
}

/// A request with a number of samples that depends on the span of the run.
///
/// # Errors
/// The times of the run have no values, or it has none.
pub(super) fn sampled<'a>(
    model: &Model,
    request: RunRequest<'a>,
    samples: impl Fn(f64) -> f64,
) -> Result<RunRequest<'a>, WalkError> {
    let times = match model.run.range {
        Some((from, to)) => sample::values(model, &[from, to])?,
        // Without times of its own a run begins at 0.
        None => vec![0.0, request.to.ok_or(WalkError::NoRun)?],
    };
    let span = (request.to.unwrap_or(times[1]) - times[0]).abs();
    let every = Some(span / samples(span)).filter(|every| *every > 0.0);
    Ok(RunRequest { every, ..request })
}

/// Follows a model by each principle, and some quantities along each motion; who breaks one off does not
/// wait for the others.
pub(super) fn motions(
    model: &Model,
    quantities: &[Expr],
    following: Following<'_>,
    watcher: Watcher<'_>,
) -> Result<Vec<Motion>, Refusal> {
    if model.run.range.is_none() && following.request.to.is_none() {
        return Err(WalkError::NoRun.into());
    }
    let mut watched = model.clone();
    watched.expect.clear();
    watched.reject.clear();
    watched.observed = (0..).zip(quantities).map(|(i, &value)| observed(i, value)).collect();
    let named: Vec<Option<&str>> = match following.principles {
        [] => vec![following.request.principle],
        list => list.iter().map(|name| Some(name.as_str())).collect(),
    };
    let mut all = Vec::new();
    for principle in named {
        let request = RunRequest { principle, ..following.request };
        let report = run(&watched, request, watcher).map_err(|refusal| by(principle, refusal))?;
        let interrupted = report.stop == "interrupted";
        all.push(Motion { report, count: quantities.len() });
        if interrupted {
            break;
        }
    }
    Ok(all)
}

/// A refusal, with the principle by which a quantity has no value.
fn by(principle: Option<&str>, refusal: Refusal) -> Refusal {
    match (principle, refusal) {
        (Some(principle), Refusal::Walk(WalkError::Lower(LowerError::Unbound(name)))) => {
            WalkError::NoQuantity { name, principle: principle.to_owned() }.into()
        }
        (_, refusal) => refusal,
    }
}

fn observed(number: usize, value: Expr) -> Definition {
    Definition { name: format!("quantity {number}"), value, unit: None, doc: None }
}
