//! A report on a model: everything that is known of it, in one document.
//!
//! ```text
//! model as understood ─ constraints ─ equations ─ principles compared ─ invariants ─ motion ─ claims
//! ```
//!
//! What does not apply to a model is left out with its reason.

mod comparison;
mod conserved;
mod defined;
mod derived;
mod equations;
mod given;
mod motion;
mod valued;

pub(super) use conserved::constants;

use alembert_mechanics::classify::ConstraintKind;
use alembert_mechanics::comparison::Patience;

use alembert_render::report::{self, Item, Section};
use alembert_render::{Heading, Spelling};

use super::WalkError;
use super::assumed;
use super::check::{CheckReport, check_with};
use super::run::{Refusal, RunReport, RunRequest};
use super::statement::{Decision, StatementReport};
use crate::language::model::Named;
use crate::language::{Code, Diagnostic, Model, Span};
use derived::Derived;

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
    /// Values that are assumed, in ASCII: `alpha = 0`.
    pub with: Vec<String>,
    /// Why the motion ended, in a word, as a run says it; none when there is no motion.
    pub stop: Option<&'static str>,
    /// Does a line of `expect` or `reject` fail?
    pub fails: bool,
    /// Why the initial values are refused, so that there is no motion.
    pub refused: Option<Diagnostic>,
    /// What is to be said at places of the model: all that `check` says, and what was found along the motion.
    pub diagnostics: Vec<Diagnostic>,
}

/// Products of terms that a report may take, so that it is there in a second: to look at constraints, integrals
/// and invariants, to derive and solve equations by all principles, and to prove which of them agree. What is not
/// reached is said. The lines of `expect` and `reject` are decided whatever they take.
const LOOKING: u64 = 600_000;
const DERIVING: u64 = 1_500_000;
const PROVING: u64 = 900_000;

/// Steps by which a motion is followed in a report; `run` takes as many as there are.
const MOST_STEPS: u64 = 50_000;

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
    let request = RunRequest { most_steps: Some(MOST_STEPS), ..request };
    let mut found = check_with(model, &Patience::new(LOOKING))?;
    let motion = motion::follow(model, request);
    let diagnostics = findings(&mut found, &motion);
    let (stop, fails) = (motion.as_ref().ok().map(|motion| motion.stop), found.fails(false));
    let refused = match &motion {
        Err(Refusal::Diagnosed(found)) => Some((**found).clone()),
        _ => None,
    };
    let told = motion::notes(&motion);
    let (deriving, proving) = (Patience::new(DERIVING), Patience::new(PROVING));
    let derived = Derived::new(model, &deriving)?;
    let given = given::understood(model, motion.as_ref().ok())?;
    let wanted = motion::Wanted { writing, request, known: &told };
    let (moving, seen) = motion::moving(model, motion, &wanted);
    let document = report::Report {
        heading: heading(model),
        sections: vec![
            given,
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
    let notes = told.into_iter().chain(seen).collect();
    let with = assumed::equations(model, Spelling::Ascii);
    Ok(Document { text, notes, with, stop, fails, refused, diagnostics })
}

/// What `check` finds, and what is found along the motion or says why there is none.
fn findings(found: &mut CheckReport, motion: &Result<RunReport, Refusal>) -> Vec<Diagnostic> {
    let mut all = found.diagnostics.clone();
    match motion {
        Ok(motion) => {
            all.extend(motion.settle(&mut found.statements));
            let others = motion.diagnostics.iter().filter(|d| d.code != Code::ExpectFailed);
            all.extend(others.cloned());
        }
        Err(Refusal::Diagnosed(refused)) => {
            let is_told = all.iter().any(|d| d.code == refused.code && d.span == refused.span);
            all.extend((!is_told).then(|| (**refused).clone()));
        }
        Err(Refusal::Walk(_)) => {}
    }
    all
}

/// Is it told nowhere else in a report? Kinds of constraints have a table, and so have claims; a start that is
/// refused is told with the motion.
fn is_untold(finding: &Diagnostic) -> bool {
    let told = [
        Code::HolonomicInDisguise,
        Code::IntegrableCombination,
        Code::InitialViolates,
        Code::SeveralInitial,
        Code::StepVanished,
        Code::ExpectFailed,
    ];
    !told.contains(&finding.code)
}

/// `the constraints are not independent: …`
fn in_words(finding: &Diagnostic) -> Item {
    let hint = finding.hint.as_ref().map_or_else(String::new, |hint| format!(": {hint}"));
    Item::Sentence(ended(&format!("{}{hint}", finding.message)))
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

fn section(title: &str, items: Vec<Item>) -> Section {
    Section { title: title.to_owned(), items }
}

fn heading(model: &Model) -> Heading {
    let title = if model.title.is_empty() { "A mechanical system" } else { &model.title };
    let from = model.sources.iter().map(|s| format!("Source: {s}."));
    let by = model.authors.iter().map(|s| format!("Model by {s}."));
    let with = assumed::equations(model, Spelling::Unicode).join(", ");
    let with = (!with.is_empty()).then(|| format!("With {with} in all that is derived."));
    Heading { title: title.to_owned(), sentences: from.chain(by).chain(with).collect() }
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
    items.extend(found.diagnostics.iter().filter(|d| is_untold(d)).map(in_words));
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
    items.extend(found.invariants.iter().flat_map(conserved::items));
    items.extend(conserved::integrals(&found.shown_integrals, model));
    section("What is conserved", items)
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
