//! The steps of a derivation, as a page: what a principle computes on its way, with its sources.

use alembert_algebra::{Expr, Kind};
use alembert_mechanics::principle::{self, Body, Step};
use alembert_render::{Block, Equation, Page, Part, RenderError, Spelling, Typesetter};
use serde_json::{Value, json};

use super::decisive::other_system;
use super::derive::{ascii, block};
use super::notation::notation;
use super::shorten::shorten;
use super::{WalkError, row};
use crate::language::Model;

/// The steps of a derivation, written.
#[derive(Debug, Clone)]
pub struct StepsReport {
    /// The principle.
    pub principle: &'static str,
    /// The steps, in their order.
    pub steps: Vec<StepReport>,
    /// The page for people.
    pub page: Page,
}

/// One step.
#[derive(Debug, Clone)]
pub struct StepReport {
    /// What it is, in words.
    pub title: String,
    /// The equation of its source.
    pub source: &'static str,
    /// Equations in ASCII: left and right side. None when they are too long to be written.
    pub equations: Vec<(String, String)>,
    /// A matrix in ASCII: name and rows.
    pub matrix: Option<(String, Vec<Vec<String>>)>,
}

/// The steps by which a principle derives the equations of motion.
///
/// # Errors
/// The mechanics refuses the model, or there is no such principle.
pub fn steps(model: &Model, principle: Option<&str>) -> Result<StepsReport, WalkError> {
    let row = row(model, principle)?;
    let system = model.system()?;
    let mut typesetter = Typesetter::new(&notation(model));
    let mut report = StepsReport { principle: row.name, steps: Vec::new(), page: Page::default() };
    for step in principle::steps(row.name, &system)? {
        let shown = Step { body: step.body.map(shorten), ..step };
        report.push(&shown, &mut typesetter);
    }
    Ok(report)
}

impl StepsReport {
    fn push(&mut self, step: &Step, typesetter: &mut Typesetter) {
        let number = self.steps.len() + 1;
        let (title, source) = (step.title.clone(), step.source);
        let mut written = StepReport { title, source, equations: Vec::new(), matrix: None };
        self.page.parts.push(Part::Heading(format!("{number}. {} [{source}]", step.title)));
        match trees(&step.body, typesetter) {
            Ok(Trees::Equations(list)) => {
                written.equations = list.iter().map(ascii).collect();
                self.page.parts.push(Part::Equations(list));
            }
            Ok(Trees::Matrix(shown)) => {
                written.matrix = Some(block(&shown));
                self.page.parts.push(Part::Matrix(shown));
            }
            Err(_) => self.page.parts.push(Part::Sentence("Too long to be written.".to_owned())),
        }
        self.steps.push(written);
    }

    /// The steps as the stable interface gives them.
    #[must_use]
    pub fn json(&self) -> Value {
        let equation = |(lhs, rhs): &(String, String)| json!({ "lhs": lhs, "rhs": rhs });
        let step = |step: &StepReport| {
            let matrix = step.matrix.as_ref();
            json!({
                "title": step.title,
                "source": step.source,
                "equations": step.equations.iter().map(equation).collect::<Vec<_>>(),
                "matrix": matrix.map(|(name, rows)| json!({ "name": name, "rows": rows })),
            })
        };
        Value::Array(self.steps.iter().map(step).collect())
    }
}

/// The shown form of a step.
enum Trees {
    Equations(Vec<Equation>),
    Matrix(Block),
}

fn trees(body: &Body, typesetter: &mut Typesetter) -> Result<Trees, RenderError> {
    let mut equation = |lhs: Expr, rhs: Expr| -> Result<Equation, RenderError> {
        let (lhs, rhs) = (typesetter.tree(lhs)?, typesetter.tree(rhs)?);
        Ok(Equation { label: None, lhs, rhs })
    };
    match body {
        Body::Value(name, value) => {
            let name = Expr::symbol(name, Kind::Auxiliary, 0);
            Ok(Trees::Equations(vec![equation(name, *value)?]))
        }
        Body::Equations(list) => {
            let equations = list.iter().map(|&(l, r)| equation(l, r));
            Ok(Trees::Equations(equations.collect::<Result<_, _>>()?))
        }
        Body::Matrix(name, entries) => Ok(Trees::Matrix(Block::matrix(name, entries, typesetter)?)),
    }
}

/// What is to be said about a choice that a principle makes: the dependent velocities.
///
/// # Errors
/// The mechanics refuses the model, or a divisor is too long to be written.
pub fn notes(
    model: &Model,
    principle: &'static str,
    spelling: Spelling,
) -> Result<Vec<String>, WalkError> {
    let mut notes = choices(model, principle, spelling)?;
    notes.extend(other_system(model, None, spelling));
    notes.extend(subtracted(model, spelling));
    Ok(notes)
}

/// What is to be said of a Lagrangian that loses a total time derivative.
fn subtracted(model: &Model, spelling: Spelling) -> Option<String> {
    let system = model.system().ok()?;
    let text = |e: Expr| super::notation::text(shorten(e), model, spelling).ok();
    let (function, rest) = (text(system.subtracted()?)?, text(system.L())?);
    Some(format!(
        "the Lagrangian is linear in its highest derivatives: it is {rest} and the total time derivative of \
         {function}, which has no equations of motion"
    ))
}

/// The velocities that a principle takes for dependent ones.
fn choices(
    model: &Model,
    principle: &'static str,
    spelling: Spelling,
) -> Result<Vec<String>, WalkError> {
    let eliminates = ["elimination", "voronec", "naive"].contains(&principle);
    if !eliminates || model.constraints.is_empty() {
        return Ok(Vec::new());
    }
    let system = model.system()?;
    let dependence = principle::dependence(principle, &system)?;
    let mut note = dependence.sentence(&system, |name| spelling.name(name));
    if let Some(minor) = dependence.minor.filter(|e| e.as_number().is_none()) {
        let minor = super::notation::text(shorten(minor), model, spelling)?;
        note.push_str(&format!("; divides by {minor}"));
    }
    Ok(vec![note])
}
