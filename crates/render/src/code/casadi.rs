//! Python with `CasADi`: functions of numbers or of symbols, for optimal control.

use alembert_algebra::Elementary;

use super::export::Role;
use super::layout::{called, slopes};
use super::page::Page;
use super::program::Program;
use super::pythonic::{self, Flavour, Following};
use super::syntax::{Level, Power, Spelled, Syntax, float};

const SYNTAX: Syntax = Syntax {
    prefix: "ca.",
    functions: &[(Elementary::Abs, "ca.fabs")],
    sqrt: "ca.sqrt",
    atan2: "ca.atan2",
    power: Power::Operator("**"),
    number: float,
    index: ("[", 0, "]"),
    choice,
};

fn choice(compared: &str, below: &str, above: &str) -> Spelled {
    (format!("ca.if_else({compared}, {below}, {above})"), Level::Atom)
}

const IMPORTS: &str = "\
from typing import Any, NamedTuple

import casadi as ca


def vector(entries):
    return ca.vertcat(*entries)


def matrix(rows):
    return ca.vertcat(*[ca.horzcat(*row) for row in rows])


def solve(W, h):
    \"\"\"W y = h by QR factors of W with scaled rows and columns, and one refinement.\"\"\"
    rows = 1/ca.sqrt(ca.sum2(W**2))
    W, h = ca.diag(rows) @ W, rows*h
    columns = 1/ca.sqrt(ca.sum1(W**2)).T
    W = W @ ca.diag(columns)
    if isinstance(W, ca.MX):
        def solved(rest):
            return ca.solve(W, rest)
    else:
        Q, R = ca.qr(W)

        def solved(rest):
            return ca.solve(R, Q.T @ rest)
    y = solved(h)
    return columns*(y + solved(h - W @ y))
";

const FLAVOUR: Flavour = Flavour {
    syntax: &SYNTAX,
    imports: IMPORTS,
    solver: "QR factors of scaled rows and columns in symbols, and one refinement",
    solve: "solve",
    number: "Any",
    vector: "vector",
    matrix: "matrix",
    class: pythonic::NAMED_TUPLE,
    main,
};

/// The file.
pub(super) fn write(program: &Program<'_>) -> String {
    pythonic::write(program, &FLAVOUR)
}

/// A program that prints values.
pub(super) fn driver(program: &Program<'_>) -> String {
    let flat = ("ca.DM({})", "ca.DM({}).full().ravel()");
    pythonic::driver(program, "import casadi as ca\n", flat)
}

/// The worked example: the rate as a function of symbols, and steps of Runge and Kutta's method.
fn main(program: &Program<'_>, page: &mut Page) {
    page.line(
        1,
        "\"\"\"The worked example: a CasADi function, and Runge and Kutta's method.\"\"\"",
    );
    if !program.parameters.is_empty() {
        page.line(1, "parameters = Parameters()");
    }
    page.line(1, format!("t, x = ca.SX.sym(\"t\"), ca.SX.sym(\"x\", {})", program.state.len()));
    let rate = called(program, Role::Rate, "x");
    page.line(1, format!("f = ca.Function(\"rate\", [t, x], [{rate}])"));
    let energy = called(program, Role::Energy, "x");
    let mut seen = format!("ca.vertcat({energy})");
    if program.export.count(Role::Residuals) > 0 {
        seen = format!("ca.vertcat({energy}, {})", called(program, Role::Residuals, "x"));
    }
    page.line(1, format!("seen = ca.Function(\"seen\", [t, x], [{seen}])"));
    page.line(0, "");
    page.line(1, "def step(t, x, h):");
    slopes(page, 2, "return", "");
    page.line(0, "");
    let following = Following {
        start: "ca.DM(START)",
        row: "[t, *state.full().ravel(), *seen(t, state).full().ravel()]".to_owned(),
        difference: "float(ca.sum1(ca.fabs(y - x)/(1 + ca.fabs(y))))",
        failure: None,
    };
    following.write(program, page);
}
