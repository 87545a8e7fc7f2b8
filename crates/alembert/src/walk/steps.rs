//! The steps of a derivation, as a page: what a principle computes on its way, with its sources.

use alembert_algebra::zero::Verdict;
use alembert_algebra::{Expr, Kind};
use alembert_mechanics::principle::{self, Body, Check, Step};
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
    /// What is known of it.
    pub standing: Standing,
}

/// What the check of a step found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It says what is required or what a letter means.
    Stated,
    /// It is proved to follow from the steps before it and from definitions.
    Proved,
    /// Whether it follows is not decided.
    Open,
    /// It does not follow; it is not shown.
    Refuted,
}

impl Standing {
    /// The word in JSON.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Stated => "stated",
            Self::Proved => "proved",
            Self::Open => "open",
            Self::Refuted => "refuted",
        }
    }

    fn of(step: &Step) -> Self {
        match step.verdict() {
            _ if step.check == Check::Stated => Self::Stated,
            Verdict::Zero => Self::Proved,
            Verdict::NonZero(_) => Self::Refuted,
            Verdict::Unknown(_) => Self::Open,
        }
    }

    /// What is said below a step that is not proved.
    fn remark(self) -> Option<&'static str> {
        match self {
            Self::Stated | Self::Proved => None,
            Self::Open => Some("Whether this follows from the steps before it is not decided."),
            Self::Refuted => Some("Left out: it does not follow from the steps before it."),
        }
    }
}

/// The steps by which a principle derives the equations of motion.
///
/// # Errors
/// The mechanics refuses the model, or there is no such principle.
pub fn steps(model: &Model, principle: Option<&str>) -> Result<StepsReport, WalkError> {
    steps_of(Way::Principle, model, principle)
}

/// Whose steps are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Those of the principle.
    Principle,
    /// Those of Moreschi and Castellano, from Hamilton's principle to the equations with multipliers.
    MoreschiCastellano,
}

/// The steps of a way to the equations of motion.
///
/// # Errors
/// The mechanics refuses the model, or there is no such principle.
pub fn steps_of(
    way: Way,
    model: &Model,
    principle: Option<&str>,
) -> Result<StepsReport, WalkError> {
    let row = row(model, principle)?;
    let system = model.system()?;
    let mut typesetter = Typesetter::new(&notation(model));
    let mut report = StepsReport { principle: row.name, steps: Vec::new(), page: Page::default() };
    let list = match way {
        Way::Principle => principle::steps(row.name, &system)?,
        Way::MoreschiCastellano => principle::moreschi_castellano(&system)?,
    };
    for step in list.into_iter().filter(|step| !step.body.is_empty()) {
        let shown = Step { body: step.body.map(shorten), ..step };
        report.push(&shown, &mut typesetter);
    }
    Ok(report)
}

impl StepsReport {
    fn push(&mut self, step: &Step, typesetter: &mut Typesetter) {
        let number = self.steps.len() + 1;
        let (title, source) = (step.title.clone(), step.source);
        let standing = Standing::of(step);
        let mut written =
            StepReport { title, source, equations: Vec::new(), matrix: None, standing };
        self.page.parts.push(Part::Heading(format!("{number}. {} [{source}]", step.title)));
        match trees(&step.body, typesetter) {
            _ if standing == Standing::Refuted => {}
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
        let remark = standing.remark().map(|remark| Part::Sentence(remark.to_owned()));
        self.page.parts.extend(remark);
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
                "check": step.standing.word(),
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
        Body::Formulas(list) => {
            let equations = list.iter().map(|(lhs, rhs)| {
                let (lhs, rhs) = (typesetter.formula(lhs)?, typesetter.formula(rhs)?);
                Ok(Equation { label: None, lhs, rhs })
            });
            Ok(Trees::Equations(equations.collect::<Result<_, RenderError>>()?))
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
