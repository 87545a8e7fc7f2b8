//! The equations of motion as text.

use alembert_algebra::{Expr, Vector};
use alembert_mechanics::{Linear, Motion, System, Theory};
use alembert_render::motion::{matrices, multipliers};
use alembert_render::{Block, Equation, Layout, Spelling, Tree, Typesetter};
use serde_json::{Value, json};

use super::certify::{Certificate, certify};
use super::notation::{notation, text};
use super::reduce::{Reduced, reduced};
use super::shorten::shorten;
use super::{WalkError, chosen, explicit, motion, quasi};
use crate::language::Model;

/// In which form equations are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// One equation a coordinate with multipliers, then the constraints.
    Multipliers,
    /// The matrices of the linear system.
    Matrix,
    /// Solved for the accelerations.
    Explicit,
    /// In quasi-velocities, with the kinematics.
    Quasi,
}

impl Form {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Multipliers => "multipliers",
            Self::Matrix => "matrix",
            Self::Explicit => "explicit",
            Self::Quasi => "quasi",
        }
    }
}

/// Equations of motion, derived and written.
#[derive(Debug, Clone)]
pub struct Derivation {
    /// The principle.
    pub principle: &'static str,
    /// The form.
    pub form: Form,
    /// The equations in ASCII: left and right side.
    pub equations: Vec<(String, String)>,
    /// The matrices in ASCII, in the form `matrix`: name and rows.
    pub matrices: Vec<(String, Vec<Vec<String>>)>,
    /// Named parts of long equations, and the multipliers in closed form when they were asked for:
    /// name and value in ASCII.
    pub closed: Vec<(String, String)>,
    /// What must not vanish, in ASCII: `cos(theta) != 0`.
    pub conditions: Vec<String>,
    /// Operations of the right sides, in the explicit forms.
    pub operations: Option<usize>,
    /// How it was made sure that what is printed is what was derived.
    pub certificate: Certificate,
    /// What was taken out, when that was asked for.
    pub reduced: Option<Reduced>,
    /// The page for people.
    pub page: String,
}

/// What is derived, and how it is written.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The principle; by default the model's own.
    pub principle: Option<&'a str>,
    /// The form.
    pub form: Form,
    /// Are the multipliers solved for?
    pub closed: bool,
    /// Are coordinates taken out that holonomic constraints give through the others?
    pub reduce: bool,
    /// The page.
    pub layout: Layout,
}

/// Derives the equations of motion.
///
/// # Errors
/// The mechanics refuses the model, or an equation is too long to be shown.
pub fn derive(model: &Model, request: Request<'_>) -> Result<Derivation, WalkError> {
    if request.reduce {
        return derive_reduced(model, request);
    }
    let (system, motion) = motion(model, request.principle)?;
    derive_motion(model, &system, &motion, request)
}

/// Derives the equations in fewer coordinates.
fn derive_reduced(model: &Model, request: Request<'_>) -> Result<Derivation, WalkError> {
    let principle = chosen(model, request.principle)?;
    if principle.name != "dalembert" {
        return Err(WalkError::ReducedPrinciple(principle.name));
    }
    let (system, model, reduced) = reduced(model, &model.system()?, request.layout)?;
    let motion = (principle.derive)(&system)?;
    let mut derivation = derive_motion(&model, &system, &motion, request)?;
    derivation.page = reduced.around(&derivation.page);
    derivation.reduced = Some(reduced);
    Ok(derivation)
}

/// The equations of a motion, written.
fn derive_motion(
    model: &Model,
    system: &System,
    motion: &Motion,
    request: Request<'_>,
) -> Result<Derivation, WalkError> {
    let shown = motion.map(shorten);
    let notation = notation(model);
    let mut typesetter = Typesetter::new(&notation);
    let mut derivation = Derivation {
        principle: motion.principle,
        form: request.form,
        equations: Vec::new(),
        matrices: Vec::new(),
        closed: Vec::new(),
        conditions: Vec::new(),
        operations: None,
        certificate: Certificate::Proved,
        reduced: None,
        page: String::new(),
    };
    match request.form {
        Form::Multipliers => {
            let page = multipliers(&shown, &mut typesetter)?;
            let all: Vec<&Equation> = page.motion.iter().chain(&page.constraints).collect();
            derivation.equations = all.iter().map(|e| ascii(e)).collect();
            let printed = all.iter().map(|e| (&e.lhs, Some(&e.rhs)));
            derivation.certificate = certify(printed, &residuals(motion), model)?;
            derivation.page = page.lines(request.layout);
        }
        Form::Matrix => {
            let page = matrices(&shown, &mut typesetter)?;
            derivation.matrices = page.blocks.iter().map(block).collect();
            let entries = page.blocks.iter().flat_map(|b| b.rows.iter().flatten());
            let printed = entries.map(|entry| (entry, None));
            derivation.certificate = certify(printed, &coefficients(motion, &shown), model)?;
            derivation.page = page.lines(request.layout);
        }
        Form::Explicit => derivation.solve(model, motion, request)?,
        Form::Quasi => derivation.reduce(model, motion, request)?,
    }
    if request.closed && request.form != Form::Explicit {
        derivation.close(model, system, motion, request.layout)?;
    }
    Ok(derivation)
}

/// The coefficients of the linear system in the order in which `shown` shows them.
fn coefficients(motion: &Motion, shown: &Motion) -> Vec<Expr> {
    let servo = matches!(&shown.system, Linear::Kkt { A, B, .. } if A != B);
    match &motion.system {
        Linear::Kkt { M, B, A, f, g } => {
            let reactions = if servo { B.entries().collect() } else { Vec::new() };
            let matrices = M.entries().chain(A.entries()).chain(reactions);
            matrices.chain(f.iter().chain(g.iter()).copied()).collect()
        }
        Linear::General { W, h } => W.entries().chain(h.iter().copied()).collect(),
    }
}

/// What vanishes on a motion, in the order in which it is shown.
fn residuals(motion: &Motion) -> Vector {
    let balances = match &motion.system {
        Linear::Kkt { M, B, f, .. } => {
            let reaction = &B.transpose() * &*motion.multipliers;
            &(&(M * &*motion.highest) - &reaction) - f
        }
        Linear::General { W, h } => &(W * &*motion.unknowns) - h,
    };
    balances.stack(&motion.residuals)
}

fn unequal(tree: &Tree) -> String {
    format!("{} != 0", Spelling::Ascii.text(tree))
}

fn ascii(equation: &Equation) -> (String, String) {
    (Spelling::Ascii.text(&equation.lhs), Spelling::Ascii.text(&equation.rhs))
}

fn block(block: &Block) -> (String, Vec<Vec<String>>) {
    let row = |row: &Vec<_>| row.iter().map(|e| Spelling::Ascii.text(e)).collect();
    (block.name.clone(), block.rows.iter().map(row).collect())
}

impl Derivation {
    /// Solves for the accelerations, and for the multipliers if they are asked for.
    fn solve(
        &mut self,
        model: &Model,
        motion: &Motion,
        request: Request<'_>,
    ) -> Result<(), WalkError> {
        let page = explicit::page(model, motion, request.closed)?;
        self.equations = page.equations.iter().map(ascii).collect();
        self.closed = page.definitions.iter().chain(&page.multipliers).map(ascii).collect();
        self.conditions = page.conditions.iter().map(unequal).collect();
        self.operations = Some(page.operations);
        self.certificate = page.certificate;
        self.page = page.lines(request.layout);
        Ok(())
    }

    /// Goes over to quasi-velocities.
    fn reduce(
        &mut self,
        model: &Model,
        motion: &Motion,
        request: Request<'_>,
    ) -> Result<(), WalkError> {
        let page = quasi::page(model, motion)?;
        self.equations = page.kinematics.iter().chain(&page.dynamics).map(ascii).collect();
        self.matrices = page.blocks.iter().map(block).collect();
        self.conditions = page.conditions.iter().map(unequal).collect();
        self.operations = Some(page.operations);
        self.certificate = page.certificate;
        self.page = page.lines(request.layout);
        Ok(())
    }

    /// Solves for the multipliers, modulo the constraints.
    fn close(
        &mut self,
        model: &Model,
        system: &System,
        motion: &Motion,
        layout: Layout,
    ) -> Result<(), WalkError> {
        let mut theory = Theory::new(system, motion, &motion.multipliers)?;
        self.page.push('\n');
        for &multiplier in motion.multipliers.iter() {
            let value = theory.solution(multiplier)?;
            let written = |spelling| -> Result<_, WalkError> {
                Ok((text(multiplier, model, spelling)?, text(value, model, spelling)?))
            };
            self.closed.push(written(Spelling::Ascii)?);
            let (name, value) = written(layout.spelling)?;
            self.page.push_str(&format!("{name} = {value}\n"));
        }
        Ok(())
    }

    /// The result as the stable interface gives it.
    #[must_use]
    pub fn json(&self) -> Value {
        let equation = |(lhs, rhs): &(String, String)| json!({ "lhs": lhs, "rhs": rhs });
        let matrix = |(name, rows): &(String, Vec<Vec<String>>)| (name.clone(), json!(rows));
        let mut object = json!({
            "principle": self.principle,
            "form": self.form.name(),
            "equations": self.equations.iter().map(equation).collect::<Vec<_>>(),
            "matrices": self.matrices.iter().map(matrix).collect::<serde_json::Map<_, _>>(),
            "where": self.closed.iter().map(|(l, r)| format!("{l} = {r}")).collect::<Vec<_>>(),
            "operations": self.operations,
            "certificate": self.certificate.word(),
            "conditions": self.conditions,
        });
        if let Some(reduced) = &self.reduced {
            object["reduced"] = reduced.json();
        }
        object
    }
}
