//! The equations of motion as text.

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_render::motion::{matrices, multipliers};
use alembert_render::{Block, Equation, Layout, Spelling, Typesetter};
use serde_json::{Value, json};

use super::notation::notation;
use super::{WalkError, motion};
use crate::language::{Model, Source, read_equation};

/// In which form equations are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// One equation a coordinate with multipliers, then the constraints.
    Multipliers,
    /// The matrices of the linear system.
    Matrix,
}

impl Form {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Multipliers => "multipliers",
            Self::Matrix => "matrix",
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
    /// Was every equation read back and proved to be what was derived?
    pub certified: bool,
    /// The page for people.
    pub page: String,
}

/// Derives the equations of motion.
///
/// # Errors
/// The mechanics refuses the model, or an equation is too long to be shown.
pub fn derive(
    model: &Model,
    principle: Option<&str>,
    form: Form,
    layout: Layout,
) -> Result<Derivation, WalkError> {
    let (_, motion) = motion(model, principle)?;
    let notation = notation(model);
    let mut typesetter = Typesetter::new(&notation);
    let mut derivation = Derivation {
        principle: motion.principle,
        form,
        equations: Vec::new(),
        matrices: Vec::new(),
        certified: true,
        page: String::new(),
    };
    match form {
        Form::Multipliers => {
            let shown = multipliers(&motion, &mut typesetter)?;
            let all: Vec<&Equation> = shown.motion.iter().chain(&shown.constraints).collect();
            derivation.equations = all.iter().map(|e| ascii(e)).collect();
            derivation.certified = all.iter().all(|e| reads_back(e, model));
            derivation.page = shown.lines(layout);
        }
        Form::Matrix => {
            let shown = matrices(&motion, &mut typesetter)?;
            derivation.matrices = shown.blocks.iter().map(block).collect();
            derivation.page = shown.lines(layout);
        }
    }
    Ok(derivation)
}

fn ascii(equation: &Equation) -> (String, String) {
    (Spelling::Ascii.text(&equation.lhs), Spelling::Ascii.text(&equation.rhs))
}

fn block(block: &Block) -> (String, Vec<Vec<String>>) {
    let row = |row: &Vec<_>| row.iter().map(|e| Spelling::Ascii.text(e)).collect();
    (block.name.clone(), block.rows.iter().map(row).collect())
}

/// Do the ASCII and the Unicode text say the same, as the model language reads them?
fn reads_back(equation: &Equation, model: &Model) -> bool {
    let read = |spelling: Spelling| {
        let text = format!("{} = {}", spelling.text(&equation.lhs), spelling.text(&equation.rhs));
        read_equation(&Source::new("<derived>", text), model).ok()
    };
    match (read(Spelling::Ascii), read(Spelling::Unicode)) {
        (Some((l, r)), Some((m, s))) => zero_test((l - r) - (m - s)) == Verdict::Zero,
        _ => false,
    }
}

impl Derivation {
    /// The result as the stable interface gives it.
    #[must_use]
    pub fn json(&self) -> Value {
        let equation = |(lhs, rhs): &(String, String)| json!({ "lhs": lhs, "rhs": rhs });
        let matrix = |(name, rows): &(String, Vec<Vec<String>>)| (name.clone(), json!(rows));
        json!({
            "principle": self.principle,
            "form": self.form.name(),
            "equations": self.equations.iter().map(equation).collect::<Vec<_>>(),
            "matrices": self.matrices.iter().map(matrix).collect::<serde_json::Map<_, _>>(),
            "where": [],
            "certificate": if self.certified { "proved" } else { "random states" },
            "conditions": [],
        })
    }
}
