//! The door to the library: the four computations that commands ask for.
//!
//! Each takes a model with the values that were changed on the command line and gives an
//! [`Answer`]. Nothing else in this crate knows how equations are made.

#![expect(dead_code, reason = "requests are read once the computations are connected")]

use alembert::language::{Source, parse};
use serde_json::{Value, json};

use crate::answer::{Answer, Findings, Report};
use crate::complaint::Complaint;
use crate::nearest::nearest;
use crate::terminal::{Exit, Page};

/// A model as the command line names it.
#[derive(Debug)]
pub(crate) struct Model {
    /// Its text.
    pub(crate) source: Source,
    /// `-p NAME=VALUE`, in the order in which they were given.
    pub(crate) values: Vec<(String, String)>,
}

/// What `check` is asked.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CheckRequest<'a> {
    /// A point at which the constraints are looked at.
    pub(crate) at: Option<&'a str>,
    /// Undecided lines count as failed.
    pub(crate) strict: bool,
}

/// What `derive` is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeriveRequest<'a> {
    /// The principle; by default the model's.
    pub(crate) principle: Option<&'a str>,
    /// `multipliers` or `matrix`.
    pub(crate) form: &'static str,
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
    /// An equation.
    pub(crate) claim: &'a str,
    /// As an identity, with nothing used.
    pub(crate) anywhere: bool,
}

/// Principles that this version has.
const PRINCIPLES: &[&str] = &["dalembert"];

/// Principles that the manual names and a later version has.
const LATER: &[&str] = &[
    "elimination",
    "voronec",
    "chaplygin",
    "hamel",
    "gauss",
    "udwadia",
    "appell",
    "maggi",
    "poisson",
    "vakonomic",
    "naive",
];

/// Is there a principle of this name?
fn known(principle: Option<&str>) -> Result<(), Complaint> {
    let Some(name) = principle.filter(|name| !PRINCIPLES.contains(name)) else {
        return Ok(());
    };
    if LATER.contains(&name) {
        return Err(Complaint::LaterPrinciple { name: name.to_owned() });
    }
    let all = PRINCIPLES.iter().chain(LATER).copied();
    Err(Complaint::NoPrinciple { name: name.to_owned(), similar: nearest(name, all) })
}

/// Parses a model and decides its `expect` and `reject` lines.
pub(crate) fn check(
    model: &Model,
    _request: CheckRequest<'_>,
    _page: Page,
) -> Result<Answer, Complaint> {
    let (file, diagnostics) = parse(&model.source);
    let findings = Findings { source: model.source.clone(), diagnostics };
    let coordinates: Vec<Value> = file.coordinates.iter().map(|c| json!(c.ident.name)).collect();
    let title = file.title.map_or_else(|| model.source.name().to_owned(), |title| title.text);
    let text = format!(
        "{title}\n  {} coordinates, {} constraints\n",
        coordinates.len(),
        file.constraints.len()
    );
    let json = json!({
        "coordinates": coordinates, "expect": [], "diagnostics": findings.json(),
    });
    let exit = if findings.has_error() { Exit::Wrong } else { Exit::Fine };
    Ok(Answer { findings: vec![findings], report: Some(Report { text, json }), exit })
}

/// The equations of motion.
pub(crate) fn derive(
    model: &Model,
    request: DeriveRequest<'_>,
    page: Page,
) -> Result<Answer, Complaint> {
    known(request.principle)?;
    unfinished(model, page, "derive equations of motion")
}

/// Accelerations, multipliers, energy and residuals at a state.
pub(crate) fn eval(
    model: &Model,
    request: EvalRequest<'_>,
    page: Page,
) -> Result<Answer, Complaint> {
    known(request.principle)?;
    unfinished(model, page, "evaluate equations of motion")
}

/// Is a claim true on every motion?
pub(crate) fn prove(
    model: &Model,
    _request: ProveRequest<'_>,
    page: Page,
) -> Result<Answer, Complaint> {
    unfinished(model, page, "decide claims")
}

/// The mistakes of the model, or the complaint that this build goes no further.
fn unfinished(model: &Model, page: Page, what: &'static str) -> Result<Answer, Complaint> {
    let answer = check(model, CheckRequest::default(), page)?;
    match answer.exit {
        Exit::Fine => Err(Complaint::NotComputed { what }),
        _ => Ok(Answer { report: None, ..answer }),
    }
}
