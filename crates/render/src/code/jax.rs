//! Python with JAX, in double precision: functions that can be compiled, differentiated and mapped.

use alembert_algebra::Elementary;

use super::export::Role;
use super::layout::{called, slopes};
use super::page::Page;
use super::program::Program;
use super::pythonic::{self, Flavour, Following, row};
use super::syntax::{Level, Power, Spelled, Syntax, float};

const SYNTAX: Syntax = Syntax {
    prefix: "jnp.",
    functions: &[
        (Elementary::Asin, "jnp.arcsin"),
        (Elementary::Acos, "jnp.arccos"),
        (Elementary::Atan, "jnp.arctan"),
        (Elementary::Asinh, "jnp.arcsinh"),
        (Elementary::Acosh, "jnp.arccosh"),
        (Elementary::Atanh, "jnp.arctanh"),
    ],
    sqrt: "jnp.sqrt",
    atan2: "jnp.arctan2",
    power: Power::Operator("**"),
    number: float,
    index: ("[", 0, "]"),
    choice,
};

fn choice(compared: &str, below: &str, above: &str) -> Spelled {
    (format!("jnp.where({compared}, {below}, {above})"), Level::Atom)
}

const IMPORTS: &str = "\
from typing import NamedTuple

import jax
import jax.numpy as jnp

jax.config.update(\"jax_enable_x64\", True)
";

const FLAVOUR: Flavour = Flavour {
    syntax: &SYNTAX,
    imports: IMPORTS,
    solver: "jax.numpy.linalg.solve, LU factors with partial pivoting",
    solve: "jnp.linalg.solve",
    number: "float",
    vector: "jnp.array",
    matrix: "jnp.array",
    class: pythonic::NAMED_TUPLE,
    main,
};

/// The file.
pub(super) fn write(program: &Program<'_>) -> String {
    pythonic::write(program, &FLAVOUR)
}

/// A program that prints values.
pub(super) fn driver(program: &Program<'_>) -> String {
    pythonic::driver(program, "import jax.numpy as jnp\n", ("jnp.array({})", "jnp.ravel({})"))
}

/// The worked example: compiled steps of Runge and Kutta's method, and the Jacobian of the rate.
fn main(program: &Program<'_>, page: &mut Page) {
    page.line(
        1,
        "\"\"\"The worked example: the classical method of Runge and Kutta, compiled.\"\"\"",
    );
    if !program.parameters.is_empty() {
        page.line(1, "parameters = Parameters()");
    }
    page.line(0, "");
    page.line(1, "def f(t, x):");
    page.line(2, format!("return {}", called(program, Role::Rate, "x")));
    page.line(0, "");
    page.line(1, "@jax.jit");
    page.line(1, "def step(t, x, h):");
    slopes(page, 2, "return", "");
    page.line(0, "");
    let following = Following {
        start: "jnp.array(START)",
        row: row(program),
        difference: "float(jnp.sum(jnp.abs(y - x)/(1 + jnp.abs(y))))",
        failure: None,
    };
    following.write(program, page);
    page.line(1, "print(\"# Jacobian of the rate at the end\")");
    page.line(1, "print(jax.jacfwd(f, argnums=1)(start + rows*interval, state))");
}
