//! Checks that a model file cannot say: identities for every Lagrangian and every constraint, closed
//! forms, integrals.
//!
//! Each check returns lines like those of a model: what is expected and what is rejected, with what
//! the zero test found.

mod lemos;

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Function, Kind, apply, partial, rate};

use super::PaperModel;
use crate::language::{Model, Source, read, read_expression};

/// A line that decides a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file of the model, or the name of the check.
    pub place: String,
    /// What is expected or rejected.
    pub text: String,
    /// Is it rejected?
    pub reject: bool,
    /// Was it decided as it should be?
    pub holds: bool,
    /// How it was decided, or why it was not.
    pub how: String,
}

/// A check with its name in the tables.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// Its name.
    pub name: &'static str,
    /// Runs it.
    pub run: fn() -> Vec<Finding>,
}

/// All checks.
pub const CHECKS: &[Check] = &[
    Check { name: "voronec_equations", run: lemos::voronec_equations },
    Check { name: "sphere_coefficients", run: lemos::sphere_coefficients },
    Check { name: "penny_accident", run: lemos::penny_accident },
];

/// Collects the findings of a check.
struct Findings {
    place: &'static str,
    list: Vec<Finding>,
}

impl Findings {
    fn new(place: &'static str) -> Findings {
        Findings { place, list: Vec::new() }
    }

    /// Every one of these must vanish identically.
    fn expect(mut self, text: &str, vanishing: &[Expr]) -> Findings {
        let doubt = vanishing.iter().map(|&e| zero_test(e)).find(|v| *v != Verdict::Zero);
        let how = doubt.as_ref().map_or("normal form".to_owned(), |verdict| format!("{verdict:?}"));
        self.push(text, false, (doubt.is_none() && !vanishing.is_empty(), how));
        self
    }

    /// This must not vanish identically.
    fn reject(mut self, text: &str, left_over: Expr) -> Findings {
        let verdict = zero_test(left_over);
        let how = match &verdict {
            Verdict::NonZero(_) => "what is left is not zero".to_owned(),
            other => format!("{other:?}"),
        };
        self.push(text, true, (matches!(verdict, Verdict::NonZero(_)), how));
        self
    }

    fn push(&mut self, text: &str, reject: bool, (holds, how): (bool, String)) {
        let (place, text) = (self.place.to_owned(), text.to_owned());
        self.list.push(Finding { place, text, reject, holds, how });
    }
}

/// A coordinate with dots.
fn jet(name: &str, order: u32) -> Expr {
    Expr::symbol(name, Kind::Coordinate, order)
}

fn jets(names: &[&str], order: u32) -> Vec<Expr> {
    names.iter().map(|name| jet(name, order)).collect()
}

/// Any function of these arguments.
fn any(name: &str, arguments: &[Expr]) -> Expr {
    apply(Function::unspecified(name, arguments.len()), arguments)
}

/// The Lagrange expression `d/dt ∂L/∂x' − ∂L/∂x`.
fn lagrange(L: Expr, x: Expr) -> Expr {
    rate(partial(L, rate(x))) - partial(L, x)
}

/// A model of the papers.
fn model(name: &str) -> Model {
    let found = PaperModel::named(name).expect("a check names a model of the list");
    let reading = read(&Source::new(found.file_name(), found.text));
    reading.model.expect("a test reads the models of the papers")
}

/// An expression of a paper, in the names of a model.
fn printed(model: &Model, text: &str) -> Expr {
    let read = read_expression(&Source::new("<printed>", text), model);
    read.expect("a check writes expressions in the names of its model")
}
