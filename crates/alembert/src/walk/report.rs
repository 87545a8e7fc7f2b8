//! A report on a model: everything that is known of it, in one document.
//!
//! ```text
//! model as understood ─ constraints ─ equations ─ principles compared ─ invariants ─ motion ─ claims
//! ```
//!
//! What does not apply to a model is left out with its reason.

mod comparison;
mod conserved;
mod derived;
mod equations;
mod given;

pub(super) use conserved::constants;

use alembert_mechanics::classify::ConstraintKind;
use alembert_mechanics::comparison::Patience;
use alembert_render::figure::raised;
use alembert_render::report::{self, Item, Section};
use alembert_render::{Heading, Spelling};

use super::WalkError;
use super::check::{CheckReport, check_with};
use super::run::{Refusal, RunReport, RunRequest, run};
use super::seeing::{Following, Scene, report_panels, scene};
use super::statement::{Decision, StatementReport};
use crate::language::model::Named;
use crate::language::{Diagnostic, Model, Span};
use derived::Derived;
use std::ops::ControlFlow;

/// How a report is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writing {
    /// A web page.
    Html,
    /// A LaTeX document.
    Latex,
}

/// A report as the text of a file, and what its reader is to know.
#[derive(Debug, Clone)]
pub struct Document {
    /// The text.
    pub text: String,
    /// What was done about initial values, where a motion ends before its time, or why there is none.
    pub notes: Vec<String>,
    /// Why the motion ended, in a word, as a run says it; none when there is no motion.
    pub stop: Option<&'static str>,
    /// Does a line of `expect` or `reject` fail?
    pub fails: bool,
    /// Why the initial values are refused, so that there is no motion.
    pub refused: Option<Diagnostic>,
}

/// Products of terms that a report may take, so that it is there in a second: to look at constraints, integrals
/// and invariants, to derive and solve equations by all principles, and to prove which of them agree. What is not
/// reached is said. The lines of `expect` and `reject` are decided whatever they take.
const LOOKING: u64 = 1_000_000;
const DERIVING: u64 = 3_000_000;
const PROVING: u64 = 2_000_000;

/// The report on a model.
///
/// # Errors
/// The mechanics refuses the model.
pub fn report(model: &Model, writing: Writing) -> Result<Document, WalkError> {
    report_of(model, writing, RunRequest::default())
}

/// The report on a model with another motion than its own: by another principle, which is then the model's
/// own in all sections, or to another end.
///
/// # Errors
/// The mechanics refuses the model, or there is no such principle.
pub fn report_of(
    model: &Model,
    writing: Writing,
    request: RunRequest<'_>,
) -> Result<Document, WalkError> {
    let mut model = model.clone();
    if let Some(name) = request.principle {
        model.principle = Some(Named { name: name.to_owned(), span: Span::default() });
    }
    let model = &model;
    let mut found = check_with(model, &Patience::new(LOOKING))?;
    let motion = follow(model, request);
    if let Ok(motion) = &motion {
        // A line that fails along the motion is in the table below, with its reason.
        let _ = motion.settle(&mut found.statements);
    }
    let (mut notes, refused) = match &motion {
        Ok(motion) => (motion_notes(motion), None),
        Err(Refusal::Walk(reason)) => {
            (vec![format!("there is no motion in the report: {reason}")], None)
        }
        Err(Refusal::Diagnosed(found)) => {
            let note = "there is no motion in the report, since the initial values are refused";
            (vec![note.to_owned()], Some((**found).clone()))
        }
    };
    let stop = motion.as_ref().ok().map(|motion| motion.stop);
    let fails = found.fails(false);
    let (deriving, proving) = (Patience::new(DERIVING), Patience::new(PROVING));
    let derived = Derived::new(model, &deriving)?;
    let understood = given::understood(model, motion.as_ref().ok())?;
    let (moving, missing) = moving(model, motion, (writing, request));
    notes.extend(missing);
    let document = report::Report {
        heading: heading(model),
        sections: vec![
            understood,
            constraints(&found),
            equations::equations(model, &derived, &deriving)?,
            comparison::comparison(model, &derived, (&deriving, &proving)),
            invariants(model, &found),
            moving,
            claims(&found.statements),
        ],
    };
    let full = |section: &Section| !section.items.is_empty();
    let sections = document.sections.into_iter().filter(full).map(unquoted).collect();
    let document = report::Report { sections, ..document };
    let text = match writing {
        Writing::Html => report::html(&document),
        Writing::Latex => report::latex(&document),
    };
    Ok(Document { text, notes, stop, fails, refused })
}

/// What is to be said of a motion beside its pictures.
fn motion_notes(motion: &RunReport) -> Vec<String> {
    let cut = motion.reason.as_ref().filter(|_| !motion.is_complete());
    let cut = cut.map(|reason| {
        let reason = reason.trim_end_matches('.');
        format!("by `{}` the motion ends at t = {:.4}: {reason}", motion.principle, motion.t)
    });
    motion.start_notes(Spelling::Unicode).into_iter().chain(cut).collect()
}

/// A section without the signs that set names apart on a terminal.
fn unquoted(section: Section) -> Section {
    let plain = |text: String| text.replace('`', "");
    let item = |item: Item| match item {
        Item::Sentence(text) => Item::Sentence(plain(text)),
        Item::Table(head, rows) => {
            let row = |row: Vec<String>| row.into_iter().map(plain).collect();
            Item::Table(head, rows.into_iter().map(row).collect())
        }
        other => other,
    };
    Section { items: section.items.into_iter().map(item).collect(), ..section }
}

fn follow(model: &Model, request: RunRequest<'_>) -> Result<RunReport, Refusal> {
    if model.run.range.is_none() && request.to.is_none() {
        return Err(WalkError::NoRun.into());
    }
    run(model, request, &mut |_| ControlFlow::Continue(()))
}

fn section(title: &str, items: Vec<Item>) -> Section {
    Section { title: title.to_owned(), items }
}

fn heading(model: &Model) -> Heading {
    let title = if model.title.is_empty() { "A mechanical system" } else { &model.title };
    let from = model.sources.iter().map(|s| format!("Source: {s}."));
    let by = model.authors.iter().map(|s| format!("Model by {s}."));
    Heading { title: title.to_owned(), sentences: from.chain(by).collect() }
}

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|w| (*w).to_owned()).collect()
}

/// What the constraints are, with reasons.
fn constraints(found: &CheckReport) -> Section {
    let mut items = Vec::new();
    let known = &found.classification;
    let reason = |i: usize| known.reasons.get(i).cloned().unwrap_or_default().0;
    let row = |(i, label): (usize, &String)| {
        let kind = known.kinds.get(i).copied().flatten().map_or("", ConstraintKind::words);
        vec![label.clone(), kind.to_owned(), reason(i)]
    };
    if !found.constraints.is_empty() {
        let labels: Vec<String> = found.constraints.iter().map(|c| c.label.clone()).collect();
        let rows = labels.iter().enumerate().map(row).collect();
        items.push(Item::Table(words(&["constraint", "kind", "reason"]), rows));
    }
    let sentences = [found.counts()].into_iter();
    let sentences = sentences.chain(found.special_sentence());
    let sentences = sentences.chain(found.growth_sentences()).chain(found.freedom_sentences());
    items.extend(sentences.map(|s| Item::Sentence(ended(&s))));
    items.extend(found.limits.iter().map(|limit| Item::Sentence(ended(limit))));
    let is_free = found.constraints.is_empty();
    section(if is_free { "Degrees of freedom" } else { "What the constraints are" }, items)
}

/// A sentence with a full stop, and with a capital where it begins with a word and not with a symbol.
fn ended(sentence: &str) -> String {
    let text = sentence.trim().trim_end_matches('.');
    let first = text.split_whitespace().next().unwrap_or_default().trim_end_matches(':');
    let is_word = first.len() > 1 && first.bytes().all(|b| b.is_ascii_alphabetic());
    match text.chars().next().filter(|_| is_word) {
        Some(letter) => format!("{}{}.", letter.to_ascii_uppercase(), &text[1..]),
        None => format!("{text}."),
    }
}

/// Why principles are refused: a sentence for each reason, with the principles that share it.
fn refusals(refused: &[(&str, String)]) -> Vec<Item> {
    let mut shared: Vec<(&str, Vec<&str>)> = Vec::new();
    for (name, reason) in refused {
        let alone = reason.strip_prefix(&format!("`{name}` does not apply: "));
        let reason = alone.unwrap_or(reason).trim_end_matches('.');
        match shared.iter_mut().find(|(other, _)| *other == reason) {
            Some((_, names)) => names.push(name),
            None => shared.push((reason, vec![name])),
        }
    }
    let sentence = |(reason, names): (&str, Vec<&str>)| {
        Item::Sentence(format!("Not applicable: {}: {reason}.", names.join(", ")))
    };
    shared.into_iter().map(sentence).collect()
}

/// Energy, momenta, and the integrals of the constraints.
fn invariants(model: &Model, found: &CheckReport) -> Section {
    let mut items = Vec::new();
    if let Some(invariants) = &found.invariants {
        let sentence = |line: String| Item::Sentence(ended(&line));
        // What is too long to be typeset is told in words.
        let in_words = || invariants.lines(Spelling::Unicode).into_iter().map(sentence).collect();
        items.extend(conserved::items(invariants).unwrap_or_else(in_words));
    }
    items.extend(conserved::integrals(&found.shown_integrals, model));
    section("What is conserved", items)
}

/// The run, its pictures and its scene, and which of these are missing.
fn moving(
    model: &Model,
    motion: Result<RunReport, Refusal>,
    wanted: (Writing, RunRequest<'_>),
) -> (Section, Vec<String>) {
    let (items, missing) = match motion {
        Ok(motion) => pictures(model, &motion, wanted),
        Err(refusal) => (vec![Item::Sentence(ended(&said(&refusal)))], Vec::new()),
    };
    (section("A motion", items), missing)
}

/// Why there is no motion.
fn said(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Walk(reason) => reason.to_string(),
        Refusal::Diagnosed(found) => found.message.clone(),
    }
}

fn pictures(
    model: &Model,
    motion: &RunReport,
    (writing, request): (Writing, RunRequest<'_>),
) -> (Vec<Item>, Vec<String>) {
    let (mut items, mut missing) = (Vec::new(), Vec::new());
    let following = Following { principles: &[], request };
    let mut lacks = |what: &str, refusal: &Refusal| {
        missing.push(format!("there is no {what} in the report: {}", said(refusal)));
        Item::Sentence(ended(missing.last().expect("it was put there")))
    };
    if writing == Writing::Html {
        match scene(model, following, &mut |_| ControlFlow::Continue(())) {
            Ok(scene) => items.extend(shown(&scene, motion)),
            Err(refusal) => items.push(lacks("animation", &refusal)),
        }
    }
    items.push(Item::Sentence(followed(model, motion)));
    match report_panels(model, following, &mut |_| ControlFlow::Continue(())) {
        Ok((panels, gaps)) => {
            items.push(Item::Panels(model.title.clone(), panels));
            items.extend(gaps.iter().map(|gap| Item::Sentence(ended(gap))));
        }
        Err(refusal) => items.push(lacks("plot", &refusal)),
    }
    (items, missing)
}

/// A scene, and what is to be said about it.
fn shown(scene: &Scene, motion: &RunReport) -> Vec<Item> {
    // The values at the start stand in a table of their own.
    let known = motion.start_notes(Spelling::Unicode);
    let notes = scene.notes.iter().filter(|note| !known.contains(note));
    let notes = notes.map(|note| Item::Sentence(ended(note)));
    [Item::Scene(scene.json.to_string())].into_iter().chain(notes).collect()
}

/// How far the motion was followed, and how well.
fn followed(model: &Model, motion: &RunReport) -> String {
    let end = motion.reason.as_ref().map(|r| format!(" ({r})")).unwrap_or_default();
    let residuals = match model.constraints.is_empty() {
        true => String::new(),
        false => format!(", residuals {}", power(motion.max_residual)),
    };
    format!(
        "Followed to t = {}{end} by {} ({}) in {} steps; energy drift {}{residuals}.",
        motion.t,
        motion.method,
        motion.why_method,
        motion.steps,
        power(motion.energy_drift),
    )
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

/// The lines of `expect` and `reject`.
fn claims(statements: &[StatementReport]) -> Section {
    if statements.is_empty() {
        return section("", Vec::new());
    }
    let row = |s: &StatementReport| {
        let kind = if s.reject { "reject" } else { "expect" };
        vec![kind.to_owned(), s.text.clone(), verdict(s).to_owned(), s.how.clone()]
    };
    let rows = statements.iter().map(row).collect();
    section("Claims", vec![Item::Table(words(&["", "claim", "verdict", "how"]), rows)])
}

/// What is known of the claim itself: a line of `reject` is as the model says when its claim is refuted.
fn verdict(statement: &StatementReport) -> &'static str {
    match (statement.reject, statement.decision) {
        (true, Decision::Holds) => "refuted",
        (true, Decision::Fails) => "not refuted",
        (_, decision) => decision.word(),
    }
}
