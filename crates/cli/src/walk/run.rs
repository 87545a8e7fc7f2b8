//! Motions.

use std::ops::ControlFlow;

use alembert::Spelling;
use alembert::language::{Source, read_expression};
use alembert::walk::{self as library, Change, Event, Progress, RunReport, RunRequest};
use serde_json::json;

use super::{Model, Walk, spelling, with_report};
use crate::answer::{Answer, Report};
use crate::terminal::{Exit, Terminal};

/// What `run` watches for zeros, as written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Events<'a> {
    /// Zeros that are reported.
    pub(crate) recorded: &'a [String],
    /// Zeros that end the run.
    pub(crate) ending: &'a [String],
    /// Parameters and initial values by which the motion is differentiated.
    pub(crate) sensitivity: &'a [String],
    /// Are reaction forces observed?
    pub(crate) reactions: bool,
}

/// The motion of a model, with its table.
pub(crate) fn run(
    model: &Model,
    (request, events): (RunRequest<'_>, Events<'_>),
    terminal: &Terminal,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> (Answer, Option<RunReport>) {
    let mut followed = || {
        let mut walk = Walk::open(model)?;
        walk.warn(request.principle);
        if events.reactions {
            let observed = library::with_reactions(&walk.reading, request.principle);
            walk.reading = walk.computed(observed)?;
        }
        let by = events.sensitivity.iter().map(|name| {
            let source = Source::new("--sensitivity", name.as_str());
            walk.understood(&source, read_expression(&source, &walk.reading))
        });
        let by = by.collect::<Result<Vec<_>, _>>()?;
        let events = walk.events(events)?;
        let request = RunRequest { events: &events, sensitivity: &by, ..request };
        let report = walk.moved(library::run(&walk.reading, request, progress))?;
        walk.text.diagnostics.extend(report.diagnostics.iter().cloned());
        let mut json = report.json();
        json["diagnostics"] = json!(walk.text.json());
        let page = spelling(terminal.page());
        let notes = run_notes(&report, page);
        let shown = Report { text: report.text(page, terminal.draws()), json };
        let exit = run_exit(&report);
        Ok((Answer { notes, ..walk.answer(shown, exit) }, report))
    };
    with_report(followed())
}

fn run_exit(report: &RunReport) -> Exit {
    match report.stop {
        "interrupted" => Exit::Interrupted,
        _ if !report.is_complete() => Exit::Broken,
        _ if report.fails() => Exit::Failed,
        _ => Exit::Fine,
    }
}

/// What was done about the initial values.
fn run_notes(report: &RunReport, spelling: Spelling) -> Vec<String> {
    let named = |name: &str| {
        let letter = name.trim_end_matches('\'');
        format!("{}{}", spelling.name(letter), &name[letter.len()..])
    };
    let changed = |c: &Change| match c.from {
        Some(from) => format!("{} = {} (guess {from})", named(&c.name), c.to),
        None => format!("{} = {}", named(&c.name), c.to),
    };
    let list = |names: Vec<String>| names.join(", ");
    let mut notes = Vec::new();
    if !report.changes.is_empty() {
        let found = list(report.changes.iter().map(changed).collect());
        notes.push(format!("from the constraints at the start: {found}"));
    }
    if !report.assumed.is_empty() {
        let names = list(report.assumed.iter().map(|n| named(n)).collect());
        notes.push(format!("not given and taken as 0 at the start: {names}"));
    }
    notes
}

impl Walk {
    /// The quantities that a run watches.
    fn events(&self, events: Events<'_>) -> Result<Vec<Event>, Box<Answer>> {
        let recorded = events.recorded.iter().map(|text| ("--event", text, false));
        let ending = events.ending.iter().map(|text| ("--until", text, true));
        let mut all = Vec::new();
        for (option, text, ends) in recorded.chain(ending) {
            let source = Source::new(option, text.as_str());
            let quantity = self.understood(&source, read_expression(&source, &self.reading))?;
            all.push(Event { text: text.clone(), quantity, ends });
        }
        Ok(all)
    }
}
