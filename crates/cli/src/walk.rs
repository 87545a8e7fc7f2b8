//! The door to the library: the four computations that commands ask for.
//!
//! Each takes a model with the values that were changed on the command line and gives an
//! [`Answer`]. Nothing else in this crate knows how equations are made.

use alembert::language::{self, Source, read, read_assignments, read_equation};
use alembert::walk::{self, Form, WalkError, change};
use alembert::{Layout, PRINCIPLES, Spelling};
use serde_json::Value;

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
    /// How the equations are written.
    pub(crate) form: Form,
    /// Are the multipliers solved for?
    pub(crate) closed: bool,
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
    let names = || PRINCIPLES.iter().map(|row| row.name);
    let Some(name) = principle.filter(|name| names().all(|known| known != *name)) else {
        return Ok(());
    };
    if LATER.contains(&name) {
        return Err(Complaint::LaterPrinciple { name: name.to_owned() });
    }
    let similar = nearest(name, names().chain(LATER.iter().copied()));
    Err(Complaint::NoPrinciple { name: name.to_owned(), similar })
}

/// A model that was read, and what was found on the way.
struct Opened {
    findings: Vec<Findings>,
    model: Option<language::Model>,
}

impl Opened {
    /// Reads the text and makes the changes of the command line.
    fn new(model: &Model) -> Self {
        let reading = read(&model.source);
        let (source, diagnostics) = (model.source.clone(), reading.diagnostics);
        let mut opened =
            Self { findings: vec![Findings { source, diagnostics }], model: reading.model };
        for (name, value) in &model.values {
            opened.change(&Source::new("-p", format!("{name} = {value}")));
        }
        opened
    }

    fn change(&mut self, source: &Source) {
        let Some(model) = &self.model else { return };
        match read_assignments(source, model) {
            Ok(assignments) => self.model = Some(change(model, &assignments)),
            Err(diagnostics) => {
                self.findings.push(Findings { source: source.clone(), diagnostics });
                self.model = None;
            }
        }
    }

    /// The end of a question that has no answer.
    fn without_report(self, exit: Exit) -> Answer {
        Answer { findings: self.findings, report: None, remarks: vec![], exit }
    }

    fn with_report(self, text: String, json: Value) -> Answer {
        let report = Some(Report { text, json });
        Answer { findings: self.findings, report, remarks: vec![], exit: Exit::Fine }
    }

    /// All diagnostics, for programs.
    fn json(&self) -> Vec<Value> {
        self.findings.iter().flat_map(Findings::json).collect()
    }
}

/// What the library refuses, as a complaint.
fn complaint(error: &WalkError) -> Complaint {
    Complaint::Refused { reason: error.to_string(), broken: error.is_computational() }
}

fn layout(page: Page) -> Layout {
    Layout { spelling: spelling(page), width: page.width }
}

fn spelling(page: Page) -> Spelling {
    if page.ascii { Spelling::Ascii } else { Spelling::Unicode }
}

/// Reads a model, looks at its constraints and decides its `expect` and `reject` lines.
pub(crate) fn check(model: &Model, request: CheckRequest<'_>) -> Result<Answer, Complaint> {
    let mut opened = Opened::new(model);
    let Some(read) = opened.model.clone() else {
        return Ok(opened.without_report(Exit::Wrong));
    };
    if let Some(at) = request.at {
        opened.look_at(&Source::new("--at", at), &read);
    }
    if opened.model.is_none() {
        return Ok(opened.without_report(Exit::Wrong));
    }
    let report = walk::check(&read).map_err(|e| complaint(&e))?;
    let (text, mut json) = (report.text(), report.json());
    let (fails, wrong) = (report.fails(request.strict), report.is_contradictory());
    opened.findings[0].diagnostics.extend(report.diagnostics);
    json["diagnostics"] = opened.json().into();
    let exit = match (wrong, fails) {
        (true, _) => Exit::Wrong,
        (_, true) => Exit::Failed,
        _ => Exit::Fine,
    };
    Ok(Answer { exit, ..opened.with_report(text, json) })
}

impl Opened {
    /// The point of `--at` must be readable; what is found there comes with the classification.
    fn look_at(&mut self, source: &Source, model: &language::Model) {
        if let Err(diagnostics) = read_assignments(source, model) {
            self.findings.push(Findings { source: source.clone(), diagnostics });
            self.model = None;
        }
    }
}

/// The equations of motion.
pub(crate) fn derive(
    model: &Model,
    request: DeriveRequest<'_>,
    page: Page,
) -> Result<Answer, Complaint> {
    known(request.principle)?;
    let opened = Opened::new(model);
    let Some(read) = &opened.model else { return Ok(opened.without_report(Exit::Wrong)) };
    let DeriveRequest { principle, form, closed } = request;
    let request = walk::Request { principle, form, closed, layout: layout(page) };
    let derivation = walk::derive(read, request).map_err(|e| complaint(&e))?;
    let json = derivation.json();
    Ok(opened.with_report(derivation.page, json))
}

/// Accelerations, multipliers, energy and residuals at a state.
pub(crate) fn eval(model: &Model, request: EvalRequest<'_>) -> Result<Answer, Complaint> {
    known(request.principle)?;
    let mut opened = Opened::new(model);
    let Some(read) = opened.model.clone() else {
        return Ok(opened.without_report(Exit::Wrong));
    };
    let source = Source::new("--at", request.at);
    let given = match read_assignments(&source, &read) {
        Ok(given) => given,
        Err(diagnostics) => {
            opened.findings.push(Findings { source, diagnostics });
            return Ok(opened.without_report(Exit::Wrong));
        }
    };
    let report = walk::eval(&read, &given, request.principle).map_err(|e| complaint(&e))?;
    let mut answer = opened.with_report(report.text(), report.json());
    if !report.assumed.is_empty() {
        answer.remarks.push(format!("taken as 0: {}", report.assumed.join(", ")));
    }
    Ok(answer)
}

/// Is a claim true on every motion?
pub(crate) fn prove(
    model: &Model,
    request: ProveRequest<'_>,
    page: Page,
) -> Result<Answer, Complaint> {
    let mut opened = Opened::new(model);
    let Some(read) = opened.model.clone() else {
        return Ok(opened.without_report(Exit::Wrong));
    };
    let source = Source::new("claim", request.claim);
    let sides = match read_equation(&source, &read) {
        Ok(sides) => sides,
        Err(diagnostics) => {
            opened.findings.push(Findings { source, diagnostics });
            return Ok(opened.without_report(Exit::Wrong));
        }
    };
    let proof = if request.anywhere {
        walk::prove_anywhere(&read, sides)
    } else {
        walk::prove(&read, sides, None).map_err(|e| complaint(&e))?
    };
    let text = proof.text(request.claim, request.anywhere, spelling(page));
    Ok(opened.with_report(text, proof.json()))
}
