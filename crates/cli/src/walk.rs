//! The door to the library: the computations that commands ask for.
//!
//! Each takes a model with the values that were changed on the command line and gives an
//! [`Answer`]. Nothing else in this crate knows how equations are made.

mod export;
mod flow;
mod run;

pub(crate) use export::{Listing, archive, export, unit};
pub(crate) use flow::{connect, lyapunov, section};
pub(crate) use run::{Events, run};

use std::ops::ControlFlow;

use alembert::language::{
    Assignment, Code, Diagnostic, Model as Reading, PRINCIPLES, Severity, Source, read,
    read_assignments, read_equation, read_expression,
};
use alembert::walk::{
    self as library, Decision, Form, Refusal, RunRequest, StatementReport, WalkError,
};
use alembert::{Layout, Spelling};
use serde_json::json;

use crate::answer::{Answer, Findings, Report};
use crate::complaint::Complaint;
use crate::nearest::nearest;
use crate::progress::Bar;
use crate::terminal::{Exit, Page};

/// A model as the command line names it.
#[derive(Debug)]
pub(crate) struct Model {
    /// Its text.
    pub(crate) source: Source,
    /// `-p NAME=VALUE`, in the order in which they were given.
    pub(crate) values: Vec<(String, String)>,
    /// `--dependent`: coordinates whose velocities are eliminated.
    pub(crate) dependent: Vec<String>,
    /// `--input`: tables of inputs, by name.
    pub(crate) tables: Vec<(String, Source)>,
}

impl Model {
    /// A model as it stands.
    pub(crate) fn new(source: Source) -> Model {
        Model { source, values: Vec::new(), dependent: Vec::new(), tables: Vec::new() }
    }
}

/// What `check` is asked.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CheckRequest<'a> {
    /// A point at which the constraints are looked at.
    pub(crate) at: Option<&'a str>,
    /// Undecided lines count as failed.
    pub(crate) strict: bool,
    /// Lines that need a motion are decided by a run.
    pub(crate) runs: bool,
}

/// What `derive` is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeriveRequest<'a> {
    /// The principle; by default the model's.
    pub(crate) principle: Option<&'a str>,
    /// How the equations are written.
    pub(crate) form: Form,
    /// Are the multipliers solved for?
    pub(crate) closed: bool,
    /// Are the steps shown?
    pub(crate) steps: bool,
    /// Are coordinates taken out?
    pub(crate) reduce: bool,
    /// The text that is wanted.
    pub(crate) writing: Writing,
}

/// In which text equations are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Writing {
    /// Lines for a terminal.
    Lines,
    /// A piece of a LaTeX document.
    Latex,
    /// A piece of a web page.
    MathMl,
    /// A whole LaTeX document.
    LatexDocument,
    /// A whole web page.
    WebPage,
}

/// What `eval` is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EvalRequest<'a> {
    /// The state, or the part of it that is not initial.
    pub(crate) at: &'a str,
    /// The principle; by default the model's.
    pub(crate) principle: Option<&'a str>,
}

/// What `prove` is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProveRequest<'a> {
    /// An equation, or several: a motion in closed form.
    pub(crate) claims: &'a [String],
    /// As an identity, with nothing used.
    pub(crate) anywhere: bool,
    /// The principle; by default the model's.
    pub(crate) principle: Option<&'a str>,
}

/// Reads a model and decides its `expect` and `reject` lines.
pub(crate) fn check(model: &Model, request: CheckRequest<'_>) -> Answer {
    let answer = || {
        let mut walk = Walk::open_with_faults(model)?;
        walk.assume()?;
        let at = walk.state(request.at.unwrap_or_default())?;
        let mut report = walk.computed(library::check_at(&walk.reading, &at))?;
        let is_open = |s: &StatementReport| s.decision == Decision::Undecided;
        if request.runs && report.statements.iter().any(is_open) {
            let go_on = &mut |_| ControlFlow::Continue(());
            // A model that does not run leaves its lines undecided.
            if let Ok(run) = library::run(&walk.reading, RunRequest::default(), go_on) {
                report.diagnostics.extend(run.settle(&mut report.statements));
            }
        }
        walk.tell(&report.diagnostics);
        let mut json = report.json();
        json["diagnostics"] = json!(walk.text.json());
        let exit = match report.fails(request.strict) {
            _ if walk.text.diagnostics.iter().any(is_mistake) => Exit::Wrong,
            true => Exit::Failed,
            false => Exit::Fine,
        };
        Ok(walk.answer(Report { text: report.text(), json }, exit))
    };
    settled(answer())
}

/// The equations of motion.
pub(crate) fn derive(model: &Model, request: DeriveRequest<'_>, page: Page) -> Answer {
    let answer = || {
        let mut walk = Walk::open(model)?;
        walk.assume()?;
        walk.warn(request.principle);
        let layout = Layout { spelling: spelling(page), width: page.width };
        let DeriveRequest { principle, form, closed, steps, reduce, writing } = request;
        let request = library::Request { principle, form, closed, reduce };
        let mut derivation = walk.computed(library::derive(&walk.reading, request))?;
        let mut json = derivation.json();
        if steps {
            let steps = walk.computed(library::steps(&walk.reading, principle))?;
            json["steps"] = steps.json();
            derivation.show(steps);
        }
        let text = match writing {
            Writing::Lines => derivation.text(layout),
            Writing::Latex => derivation.latex(),
            Writing::MathMl => derivation.mathml(),
            Writing::LatexDocument => derivation.latex_document(),
            Writing::WebPage => derivation.mathml_document(),
        };
        let report = Report { json, text };
        let notes = library::notes(&walk.reading, derivation.principle, layout.spelling);
        let mut notes = walk.computed(notes)?;
        notes.extend(walk.without_effect(principle));
        notes.extend(walk.unused_values());
        Ok(Answer { notes, ..walk.answer(report, Exit::Fine) })
    };
    settled(answer())
}

/// Accelerations, multipliers, energy and residuals at a state.
pub(crate) fn eval(model: &Model, request: EvalRequest<'_>, page: Page) -> Answer {
    let answer = || {
        let walk = Walk::open(model)?;
        let state = walk.state(request.at)?;
        let values = walk.computed(library::eval(&walk.reading, &state, request.principle))?;
        let mut notes = match values.assumed.as_slice() {
            [] => Vec::new(),
            names => vec![format!("not given and taken as 0: {}", names.join(", "))],
        };
        notes.extend(values.notes.iter().cloned());
        notes.extend(walk.without_effect(request.principle));
        let report = Report { text: values.text(spelling(page)), json: values.json() };
        Ok(Answer { notes, ..walk.answer(report, Exit::Fine) })
    };
    settled(answer())
}

/// Is a claim true on every motion, or as an identity?
pub(crate) fn prove(model: &Model, request: ProveRequest<'_>, page: Page) -> Answer {
    let answer = || {
        let mut walk = Walk::open(model)?;
        walk.refuse_values_of_motions(&model.values)?;
        walk.assume()?;
        let claim = request.claims.join("; ");
        let source = Source::new("<equation>", claim.as_str());
        let forms = library::read_closed_forms(&source, &walk.reading);
        if let Some(forms) = walk.understood(&source, forms)? {
            let forms = walk.understood(&source, forms.on_motions(request.anywhere))?;
            let proof = walk.computed(library::prove_closed(&forms, request.principle))?;
            let report = Report { text: proof.text(spelling(page)), json: proof.json() };
            return Ok(walk.answer(report, Exit::Fine));
        }
        let sides = walk.understood(&source, read_equation(&source, &walk.reading))?;
        let proof = match request.anywhere {
            true => library::prove_anywhere(&walk.reading, sides),
            false => walk.computed(library::prove(&walk.reading, sides, request.principle))?,
        };
        let text = proof.text(&claim, request.anywhere, spelling(page));
        Ok(walk.answer(Report { text, json: proof.json() }, Exit::Fine))
    };
    settled(answer())
}

/// An answer with what it rests on, or one without.
fn with_report<T>(found: Result<(Answer, T), Box<Answer>>) -> (Answer, Option<T>) {
    match found {
        Ok((answer, report)) => (answer, Some(report)),
        Err(early) => (*early, None),
    }
}

/// Do principles give the same motion?
pub(crate) fn compare(model: &Model, principles: &[String], page: Page, bar: &mut Bar) -> Answer {
    let mut tell = |(a, b): (&str, &str), done| bar.count(&format!("{a} and {b}"), done);
    let mut answer = || {
        let mut walk = Walk::open(model)?;
        walk.assume()?;
        walk.warn(None);
        let names: Vec<&str> = principles.iter().map(String::as_str).collect();
        let report = walk.computed(library::compare_watched(&walk.reading, &names, &mut tell))?;
        let report = Report { text: report.text(spelling(page)), json: report.json() };
        let notes = walk.unused_values();
        Ok(Answer { notes, ..walk.answer(report, Exit::Fine) })
    };
    settled(answer())
}

/// Do two models describe the same motions? Parameters of the same name are the same, and so are the values
/// that are assumed of them.
pub(crate) fn compare_models(first: &Model, second: &Model, map: &str, page: Page) -> Answer {
    let answer = || {
        let mut walk = Walk::open(first)?;
        let mut other = Walk::open(second)?;
        other.change(&walk.values_of(&other.reading, &first.values))?;
        walk.assume()?;
        other.assume()?;
        let models = [&walk.reading, &other.reading];
        let source = Source::new("--map", map);
        let map = walk.understood(&source, library::read_map(&source, models))?;
        let names = [first.source.name(), second.source.name()];
        let report = walk.computed(library::compare_models(names, models, &map))?;
        let report = Report { text: report.text(spelling(page)), json: report.json() };
        let notes = walk.unused_values();
        Ok(Answer { notes, ..walk.answer(report, Exit::Fine) })
    };
    settled(answer())
}

fn settled(answer: Result<Answer, Box<Answer>>) -> Answer {
    answer.unwrap_or_else(|early| *early)
}

fn spelling(page: Page) -> Spelling {
    if page.ascii { Spelling::Ascii } else { Spelling::Unicode }
}

/// Is the model wrong, rather than one of its statements?
fn is_mistake(diagnostic: &Diagnostic) -> bool {
    diagnostic.is_error() && diagnostic.code != Code::ExpectFailed
}

/// A model that was understood, with what is to be said about its text.
pub(crate) struct Walk {
    pub(crate) reading: Reading,
    pub(crate) text: Findings,
    /// What `-p` changed.
    changed: Vec<Assignment>,
}

impl Walk {
    /// Reads a model and changes its values; the answer is ready when it has mistakes. Those in lines of `expect`
    /// and `reject` are warnings: these lines are left out.
    pub(crate) fn open(model: &Model) -> Result<Walk, Box<Answer>> {
        let mut walk = Walk::open_with_faults(model)?;
        for fault in walk.text.diagnostics.iter_mut().filter(|d| d.is_error()) {
            fault.severity = Severity::Warning;
            fault.message = format!("this line is left out: {}", fault.message);
        }
        Ok(walk)
    }

    /// The same with mistakes in lines of `expect` and `reject` as they are.
    fn open_with_faults(model: &Model) -> Result<Walk, Box<Answer>> {
        let read = read(&model.source);
        let text = Findings { source: model.source.clone(), diagnostics: read.diagnostics };
        let Some(reading) = read.model else {
            return Err(Box::new(Answer::wrong(vec![text])));
        };
        let mut walk = Walk { reading, text, changed: Vec::new() };
        walk.change(&model.values)?;
        let mut dependent = Vec::new();
        for name in &model.dependent {
            let source = Source::new("--dependent", name.as_str());
            dependent.push(walk.understood(&source, read_expression(&source, &walk.reading))?);
        }
        walk.reading = library::depend(&walk.reading, &dependent);
        walk.refuse_doubled_inputs(&model.tables)?;
        for (name, table) in &model.tables {
            walk.reading = walk.computed(library::tabulate(&walk.reading, name, table))?;
        }
        Ok(walk)
    }

    /// Changes values, one for each name in whatever spelling.
    fn change(&mut self, values: &[(String, String)]) -> Result<(), Box<Answer>> {
        let mut options: Vec<String> = Vec::new();
        for (name, value) in values {
            let (source, option) = (format!("{name}={value}"), format!("-p {name}={value}"));
            let source = Source::new("-p", source);
            let changes = self.understood(&source, read_assignments(&source, &self.reading))?;
            let before = |a: &Assignment| self.changed.iter().position(|b| b.symbol == a.symbol);
            if let Some((place, own)) = changes.iter().find_map(|a| Some((before(a)?, a))) {
                let options = [options[place].clone(), option];
                let reason = Complaint::Twice { what: format!("what `{}` is", own.name), options };
                return Err(Box::new(Answer::refused(vec![self.text.clone()], reason)));
            }
            self.reading = library::change(&self.reading, &changes);
            options.resize(options.len() + changes.len(), option);
            self.changed.extend(changes);
        }
        Ok(())
    }

    /// Puts the values that `-p` gives to parameters in their place, before anything is derived.
    pub(crate) fn assume(&mut self) -> Result<(), Box<Answer>> {
        self.reading = self.computed(library::assume(&self.reading, &self.changed))?;
        self.text.diagnostics.extend(library::silent_constraints(&self.reading));
        Ok(())
    }

    /// A proof assumes values of parameters, not of one motion.
    fn refuse_values_of_motions(&self, values: &[(String, String)]) -> Result<(), Box<Answer>> {
        for (name, value) in values {
            let source = Source::new("-p", format!("{name}={value}"));
            let given = self.understood(&source, read_assignments(&source, &self.reading))?;
            let wrong = |a: &Assignment| library::no_assumption(&self.reading, a);
            if let Some(found) = given.iter().find_map(wrong) {
                return self.understood(&source, Err(vec![found]));
            }
        }
        Ok(())
    }

    /// What `-p` gives to parameters that another model has, too.
    fn values_of(&self, other: &Reading, values: &[(String, String)]) -> Vec<(String, String)> {
        let read = |(name, value): &(String, String)| {
            let source = Source::new("-p", format!("{name}={value}"));
            read_assignments(&source, &self.reading).unwrap_or_default()
        };
        let has = |a: &Assignment| other.parameters.iter().any(|p| p.name == a.name);
        values.iter().filter(|&given| read(given).iter().any(has)).cloned().collect()
    }

    /// What `-p` changed and no equation depends on.
    fn unused_values(&self) -> Vec<String> {
        library::unused_values(&self.reading, &self.changed)
    }

    /// An input is driven by one table, or has one value.
    fn refuse_doubled_inputs(&self, tables: &[(String, Source)]) -> Result<(), Box<Answer>> {
        let option = |(name, table): &(String, Source)| format!("--input {name}={}", table.name());
        let input = |name: &str| library::input_named(&self.reading, name);
        for (k, table) in tables.iter().enumerate() {
            let Some(own) = input(&table.0) else { continue };
            let is_same = |other: &&(String, Source)| {
                input(&other.0).is_some_and(|other| other.symbol == own.symbol)
            };
            let value = self.changed.iter().find(|a| a.symbol == own.symbol);
            let value = value.map(|a| format!("-p {}=…", a.name));
            if let Some(other) = tables[..k].iter().find(is_same).map(option).or(value) {
                let what = format!("what the input `{}` does", own.name);
                let reason = Complaint::Twice { what, options: [other, option(table)] };
                return Err(Box::new(Answer::refused(vec![self.text.clone()], reason)));
            }
        }
        Ok(())
    }

    /// That tables make velocities jump, and what does not know of it.
    pub(crate) fn impulses(&self, what: &str) -> Vec<String> {
        let said = |name: &str| format!("the table of `{name}` makes velocities jump: {what}");
        library::impulsive_inputs(&self.reading).into_iter().map(said).collect()
    }

    /// What was asked for and changes nothing by a principle, or the model's own.
    pub(crate) fn without_effect(&self, principle: Option<&str>) -> Vec<String> {
        library::without_effect(&self.reading, principle, &self.changed)
    }

    /// Adds what is to be said about a principle, or the model's own.
    pub(crate) fn warn(&mut self, principle: Option<&str>) {
        self.text.diagnostics.extend(library::principle_warnings(&self.reading, principle));
    }

    /// Adds what the mechanics says, in the order of the text; of a place it is nearer to the point than what
    /// the text alone tells.
    pub(crate) fn tell(&mut self, found: &[Diagnostic]) {
        let told =
            |d: &Diagnostic| found.iter().any(|r| r.code.replaces(d.code) && r.span == d.span);
        self.text.diagnostics.retain(|d| !told(d));
        self.text.diagnostics.extend(found.iter().cloned());
        self.text.diagnostics.sort_by_key(|d| (d.span.start, d.code));
    }

    /// The values of `--at`.
    fn state(&self, at: &str) -> Result<Vec<Assignment>, Box<Answer>> {
        if at.trim().is_empty() {
            return Ok(Vec::new());
        }
        let source = Source::new("--at", at);
        self.understood(&source, read_assignments(&source, &self.reading))
    }

    /// What was found along a motion, or an answer with the reason why not.
    pub(crate) fn moved<T>(&self, moved: Result<T, Refusal>) -> Result<T, Box<Answer>> {
        moved.map_err(|refusal| {
            Box::new(match refusal {
                Refusal::Walk(error) => self.refused(error),
                Refusal::Diagnosed(diagnostic) => {
                    let mut text = self.text.clone();
                    text.diagnostics.push(*diagnostic);
                    Answer::wrong(vec![text])
                }
            })
        })
    }

    /// What was read from the command line, or an answer with its mistakes.
    pub(crate) fn understood<T>(
        &self,
        source: &Source,
        read: Result<T, Vec<Diagnostic>>,
    ) -> Result<T, Box<Answer>> {
        read.map_err(|diagnostics| {
            let wrong = Findings { source: source.clone(), diagnostics };
            Box::new(Answer::wrong(vec![self.text.clone(), wrong]))
        })
    }

    /// What was computed, or an answer with the reason why not.
    fn computed<T>(&self, computed: Result<T, WalkError>) -> Result<T, Box<Answer>> {
        computed.map_err(|error| Box::new(self.refused(error)))
    }

    pub(crate) fn refused(&self, error: WalkError) -> Answer {
        Answer::refused(vec![self.text.clone()], complaint(error))
    }

    pub(crate) fn answer(self, report: Report, exit: Exit) -> Answer {
        let findings = vec![self.text];
        Answer { findings, notes: Vec::new(), report: Some(report), refusal: None, exit }
    }
}

fn complaint(error: WalkError) -> Complaint {
    match error {
        WalkError::NoPrinciple(name) => {
            let similar = nearest(&name, PRINCIPLES.iter().copied());
            Complaint::NoPrinciple { name, similar }
        }
        error => Complaint::Refused { error },
    }
}
