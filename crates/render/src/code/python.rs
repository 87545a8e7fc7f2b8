//! Python with `NumPy`.

use alembert_algebra::Elementary;

use super::export::Role;
use super::layout::{called, slopes};
use super::page::{Page, columns};
use super::program::Program;
use super::pythonic::{self, Flavour};
use super::syntax::{Level, Power, Spelled, Syntax, decimal, float};

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

/// The worked example: the classical method of Runge and Kutta with fixed steps.
fn main(program: &Program<'_>, page: &mut Page) {
    let (from, to) = program.export.span;
    page.line(1, "\"\"\"The worked example: the classical method of Runge and Kutta.\"\"\"");
    if !program.parameters.is_empty() {
        page.line(1, "parameters = Parameters()");
    }
    page.line(1, format!("rows, steps, t, state = 20, 50, {}, np.array(START)", decimal(from)));
    page.line(1, format!("h = ({} - t)/(rows*steps)", decimal(to)));
    page.line(0, "");
    page.line(1, "def f(t, x):");
    page.line(2, format!("return {}", called(program, Role::Rate, "x")));
    page.line(0, "");
    page.line(1, format!("print(\"{}\")", columns(program.export).join(",")));
    page.line(1, "for row in range(rows + 1):");
    page.line(2, format!("values = [t, *state, {}]", called(program, Role::Energy, "state")));
    if program.export.count(Role::Residuals) > 0 {
        page.line(2, format!("values += list({})", called(program, Role::Residuals, "state")));
    }
    page.line(2, "print(\",\".join(f\"{x:.10g}\" for x in values))");
    page.line(2, "for _ in range(steps if row < rows else 0):");
    slopes(page, 3, "state", "");
    page.line(3, "t, state = t + h, state + h/6*(k1 + 2*k2 + 2*k3 + k4)");
}
