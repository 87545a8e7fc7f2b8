//! Python with `SymPy`: functions of symbols or of exact numbers.

use alembert_algebra::{Elementary, Rational};

use super::export::Role;
use super::layout::arguments;
use super::page::Page;
use super::program::Program;
use super::pythonic::{self, Flavour};
use super::syntax::{Level, Power, Spelled, Syntax};

const SYNTAX: Syntax = Syntax {
    prefix: "sp.",
    functions: &[(Elementary::Abs, "sp.Abs")],
    sqrt: "sp.sqrt",
    atan2: "sp.atan2",
    power: Power::Operator("**"),
    number: exact,
    index: ("[", 0, "]"),
    choice,
};

fn choice(compared: &str, below: &str, above: &str) -> Spelled {
    (format!("sp.Piecewise(({below}, {compared}), ({above}, True))"), Level::Atom)
}

/// Numbers as they are.
fn exact(r: &Rational) -> Spelled {
    match r.is_integer() {
        true => (r.numer().to_string(), Level::Atom),
        false => (format!("sp.Rational({}, {})", r.numer(), r.denom()), Level::Atom),
    }
}

const IMPORTS: &str = "\
from typing import Any, NamedTuple

import sympy as sp


def solve(W, h):
    return W.LUsolve(h)
";

const FLAVOUR: Flavour = Flavour {
    syntax: &SYNTAX,
    imports: IMPORTS,
    solver: "LU factors, which are exact for symbols and for exact numbers",
    solve: "solve",
    number: "Any",
    vector: "sp.Matrix",
    matrix: "sp.Matrix",
    class: pythonic::NAMED_TUPLE,
    main,
};

/// The file.
pub(super) fn write(program: &Program<'_>) -> String {
    pythonic::write(program, &FLAVOUR)
}

/// A program that prints values.
pub(super) fn driver(program: &Program<'_>) -> String {
    let flat = ("sp.Matrix({})", "sp.Matrix([{}])");
    pythonic::driver(program, "import sympy as sp\n", flat)
}

/// The worked example: everything in symbols, then in numbers at the start.
fn main(program: &Program<'_>, page: &mut Page) {
    let quoted = |list: &[String]| format!("\"{}\"", list.join(" "));
    let (from, _) = program.export.span;
    page.line(1, "\"\"\"The worked example: symbols, then numbers at the start.\"\"\"");
    page.line(1, "t = sp.Symbol(\"t\")");
    page.line(1, format!("state = sp.symbols({}, seq=True)", quoted(&program.state)));
    let lists =
        [("inputs", "Inputs", &program.inputs), ("parameters", "Parameters", &program.parameters)];
    for (name, class, list) in lists {
        if !list.is_empty() {
            let symbols = format!("sp.symbols({}, seq=True)", quoted(list));
            page.line(1, format!("{name} = {class}(*{symbols})"));
        }
    }
    for role in [Role::Inertia, Role::Energy, Role::Residuals] {
        if program.export.count(role) > 0 {
            let (name, arguments) = (role.name(), arguments(program, role));
            page.line(1, format!("print(\"{name} =\", {name}({arguments}))"));
        }
    }
    page.line(1, format!("t, state = {from:?}, START"));
    if !program.parameters.is_empty() {
        page.line(1, "parameters = Parameters()");
    }
    if !program.inputs.is_empty() {
        let arguments = arguments(program, Role::Signals);
        page.line(1, format!("inputs = signals({arguments})"));
    }
    for role in [Role::Rate, Role::Multipliers] {
        if program.export.count(role) > 0 {
            let (name, arguments) = (role.name(), arguments(program, role));
            page.line(1, format!("print(\"{name} at the start =\", list({name}({arguments})))"));
        }
    }
}
