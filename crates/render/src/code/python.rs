//! Python with `NumPy`.

use alembert_algebra::Elementary;

use super::export::Role;
use super::layout::{called, slopes};
use super::page::Page;
use super::program::Program;
use super::pythonic::{self, Flavour, Following, row};
use super::syntax::{Level, Power, Spelled, Syntax, float};

pub(super) const SYNTAX: Syntax = Syntax {
    prefix: "np.",
    functions: &[
        (Elementary::Asin, "np.arcsin"),
        (Elementary::Acos, "np.arccos"),
        (Elementary::Atan, "np.arctan"),
        (Elementary::Asinh, "np.arcsinh"),
        (Elementary::Acosh, "np.arccosh"),
        (Elementary::Atanh, "np.arctanh"),
    ],
    sqrt: "np.sqrt",
    atan2: "np.arctan2",
    power: Power::Operator("**"),
    number: float,
    index: ("[", 0, "]"),
    choice,
};

fn choice(compared: &str, below: &str, above: &str) -> Spelled {
    (format!("np.where({compared}, {below}, {above})"), Level::Atom)
}

const FLAVOUR: Flavour = Flavour {
    syntax: &SYNTAX,
    imports: "from dataclasses import dataclass\n\nimport numpy as np\n",
    solver: "numpy.linalg.solve, LU factors with partial pivoting",
    solve: "np.linalg.solve",
    number: "float",
    vector: "np.array",
    matrix: "np.array",
    class: "\n@dataclass\nclass {name}:\n",
    main,
};

/// The file.
pub(super) fn write(program: &Program<'_>) -> String {
    pythonic::write(program, &FLAVOUR)
}

/// A program that prints values.
pub(super) fn driver(program: &Program<'_>) -> String {
    pythonic::driver(program, "import numpy as np\n", ("np.array({})", "np.ravel({})"))
}

/// The worked example: the classical method of Runge and Kutta, see [`worked`](super::worked).
fn main(program: &Program<'_>, page: &mut Page) {
    page.line(1, "\"\"\"The worked example: the classical method of Runge and Kutta.\"\"\"");
    page.line(1, "np.seterr(all=\"ignore\")  # a step that is too long is taken again");
    if !program.parameters.is_empty() {
        page.line(1, "parameters = Parameters()");
    }
    page.line(0, "");
    page.line(1, "def f(t, x):");
    page.line(2, format!("return {}", called(program, Role::Rate, "x")));
    page.line(0, "");
    page.line(1, "def step(t, x, h):");
    slopes(page, 2, "return", "");
    page.line(0, "");
    let following = Following {
        start: "np.array(START)",
        row: row(program),
        difference: "np.sum(np.abs(y - x)/(1 + np.abs(y)))",
        failure: Some("np.linalg.LinAlgError"),
    };
    following.write(program, page);
}
