//! Python with JAX, in double precision: functions that can be compiled, differentiated and mapped.

use alembert_algebra::Elementary;

use super::export::Role;
use super::layout::{called, slopes};
use super::page::{Page, columns};
use super::program::Program;
use super::pythonic::{self, Flavour};
use super::syntax::{Level, Power, Spelled, Syntax, decimal, float};

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
    let (from, to) = program.export.span;
    page.line(
        1,
        "\"\"\"The worked example: the classical method of Runge and Kutta, compiled.\"\"\"",
    );
    if !program.parameters.is_empty() {
        page.line(1, "parameters = Parameters()");
    }
    page.line(1, format!("rows, steps, t, state = 20, 50, {}, jnp.array(START)", decimal(from)));
    page.line(1, format!("h = ({} - t)/(rows*steps)", decimal(to)));
    page.line(0, "");
    page.line(1, "def f(t, x):");
    page.line(2, format!("return {}", called(program, Role::Rate, "x")));
    page.line(0, "");
    page.line(1, "def step(_, at):");
    page.line(2, "t, x = at");
    slopes(page, 2, "x", "");
    page.line(2, "return t + h, x + h/6*(k1 + 2*k2 + 2*k3 + k4)");
    page.line(0, "");
    page.line(1, "advance = jax.jit(lambda t, x: jax.lax.fori_loop(0, steps, step, (t, x)))");
    page.line(1, format!("print(\"{}\")", columns(program.export).join(",")));
    page.line(1, "for row in range(rows + 1):");
    page.line(2, format!("values = [t, *state, {}]", called(program, Role::Energy, "state")));
    if program.export.count(Role::Residuals) > 0 {
        page.line(2, format!("values += list({})", called(program, Role::Residuals, "state")));
    }
    page.line(2, "print(\",\".join(f\"{float(x):.10g}\" for x in values))");
    page.line(2, "t, state = advance(t, state) if row < rows else (t, state)");
    page.line(1, "print(\"# Jacobian of the rate at the end\")");
    page.line(1, "print(jax.jacfwd(f, argnums=1)(t, state))");
}
