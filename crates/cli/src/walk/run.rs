//! Motions.

use std::ops::ControlFlow;

use alembert::Spelling;
use alembert::language::{Source, read_expression};
use alembert::walk::{
    self as library, AbsenceReport, Event, Gap, NoEvent, NoFriction, Progress, RunReport,
    RunRequest, ZeroReport,
};
use serde_json::json;

use super::{Model, Reading, Walk, spelling, with_report};
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
        let (mut contacts, mut no_friction) = (Vec::new(), None);
        if events.reactions {
            let observed = library::with_reactions(&walk.reading, request.principle);
            let observed = walk.computed(observed)?;
            (contacts, no_friction) = (observed.contacts, observed.no_friction);
            walk.reading = observed.model;
        }
        let by = events.sensitivity.iter().map(|name| {
            let source = Source::new("--sensitivity", name.as_str());
            walk.understood(&source, read_expression(&source, &walk.reading))
        });
        let by = by.collect::<Result<Vec<_>, _>>()?;
        walk.reading = library::with_friction(&walk.reading);
        let events = walk.events(events)?;
        let request =
            RunRequest { events: &events, sensitivity: &by, contacts: &contacts, ..request };
        let mut report = walk.moved(library::run(&walk.reading, request, progress))?;
        for (name, table) in &model.tables {
            let input = library::input_named(&walk.reading, name).map(|input| input.name.clone());
            let given = report.inputs.iter_mut().filter(|(known, _)| Some(known) == input.as_ref());
            given.for_each(|(_, said)| *said = format!("{said} from {}", table.name()));
        }
        walk.text.diagnostics.extend(report.diagnostics.iter().cloned());
        let mut json = report.json();
        json["diagnostics"] = json!(walk.text.json());
        json["no_friction"] = json!(no_friction.as_ref().map(NoFriction::to_string));
        let page = spelling(terminal.page());
        let mut notes = run_notes(&report, page);
        notes.extend(walk.without_effect(request.principle));
        notes.extend(walk.impulses("the work of these impulses is not in the balance of energy"));
        notes.extend(untold_end(&walk.reading, &request).map(str::to_owned));
        notes.extend(never_reached(&report, &events));
        notes.extend(no_friction.as_ref().map(without_friction));
        let shown = Report { text: report.text(page, terminal.draws()), json };
        let exit = run_exit(&report);
        Ok((Answer { notes, ..walk.answer(shown, exit) }, report))
    };
    with_report(followed())
}

fn run_exit(report: &RunReport) -> Exit {
    match report.stop {
        _ if report.is_interrupted => Exit::Interrupted,
        _ if !report.is_complete() || report.lacks.is_some() => Exit::Broken,
        _ if report.fails() => Exit::Failed,
        _ => Exit::Fine,
    }
}

/// Quantities whose zeros were to end a run that went to its end.
fn never_reached(report: &RunReport, events: &[Event]) -> Option<String> {
    let ending: Vec<String> =
        events.iter().filter(|e| e.ends).map(|e| format!("`{}`", e.text)).collect();
    let reached = report.stop != "end" || ending.is_empty();
    (!reached).then(|| {
        format!("the run went to its end at t = {}: {} was never 0", report.t, ending.join(", "))
    })
}

/// That nobody said until when the motion is followed.
fn untold_end(model: &Reading, request: &RunRequest<'_>) -> Option<&'static str> {
    let is_told = model.run.range.is_some() || request.to.is_some();
    (!is_told).then_some(
        "the model has no section `run`: followed to t = 10; `--to` or `run 0 .. 10 s` says how far",
    )
}

/// Why there is no column `friction`, and how to have one.
fn without_friction(why: &NoFriction) -> String {
    format!(
        "there is no column `friction`: {why}; `observe` may name one, see `alembert explain run`"
    )
}

/// That a tolerance is not used beside a step.
fn unused_tolerance(report: &RunReport) -> Option<&'static str> {
    let both = report.tolerance.is_some() && report.step.is_some();
    both.then_some(
        "`tol` has no effect beside `step`: steps of fixed length err as they do; leave one of them out",
    )
}

/// That the motion is there and not all that was asked of it.
fn broken_off(report: &RunReport) -> Option<&'static str> {
    (report.is_interrupted && report.stop != "interrupted").then_some(
        "interrupted: the motion is complete, and what was computed about it afterwards is not",
    )
}

/// What was done about the initial values, what has no value somewhere, and why derivatives end.
fn run_notes(report: &RunReport, spelling: Spelling) -> Vec<String> {
    let named = |name: &str| {
        let letter = name.trim_end_matches('\'');
        format!("{}{}", spelling.name(letter), &name[letter.len()..])
    };
    let mut notes = report.start_notes(spelling);
    // Of derivatives `lacks` tells more.
    let is_told = |gap: &&Gap| report.lacks.is_none() || !report.is_derivative(&gap.name);
    notes.extend(report.gaps().iter().filter(is_told).map(|gap| gap.said(&named(&gap.name))));
    notes.extend(report.absences.iter().map(AbsenceReport::said));
    notes.extend(report.zeros.iter().map(ZeroReport::said));
    notes.extend(report.shared.iter().cloned());
    notes.extend(report.lacks.clone());
    notes.extend(broken_off(report).map(str::to_owned));
    notes.extend(unused_tolerance(report).map(str::to_owned));
    notes
}

impl Walk {
    /// The quantities that a run watches.
    fn events(&self, events: Events<'_>) -> Result<Vec<Event>, Box<Answer>> {
        let recorded = events.recorded.iter().map(|text| ("--event", text, false));
        let ending = events.ending.iter().map(|text| ("--until", text, true));
        let mut all = Vec::new();
        for (option, text, ends) in recorded.chain(ending) {
            all.push(self.event(&Source::new(option, text.as_str()), ends)?);
        }
        Ok(all)
    }

    /// A quantity whose zeros are looked for.
    pub(super) fn event(&self, source: &Source, ends: bool) -> Result<Event, Box<Answer>> {
        match library::read_event(source, &self.reading) {
            Err(NoEvent::Text(diagnostics)) => self.understood(source, Err(diagnostics)),
            Err(NoEvent::Walk(error)) => Err(Box::new(self.refused(error))),
            Ok(quantity) => Ok(Event { text: source.text().to_owned(), quantity, ends }),
        }
    }
}
