//! What programs in several languages share: the names of arguments, the reading of quantities, the body
//! of a function, and one step of the worked example.

use super::export::Role;
use super::page::Page;
use super::program::{FOUND, Function, Place, Program, Statement};
use super::syntax::Syntax;
use super::term::Term;

/// The arguments of a function, as they are passed on: `t, state, inputs, parameters`.
pub(super) fn arguments(program: &Program<'_>, role: Role) -> String {
    let mut list = vec!["t"];
    if role != Role::Signals {
        list.push("state");
        if !program.inputs.is_empty() {
            list.push("inputs");
        }
    }
    if !program.parameters.is_empty() {
        list.push("parameters");
    }
    list.join(", ")
}

/// The call of a function from the worked example.
pub(super) fn called(program: &Program<'_>, role: Role, state: &str) -> String {
    let parameters = if program.parameters.is_empty() { "" } else { ", parameters" };
    let arguments = arguments(program, role).replace("state", state);
    format!("{}({})", role.name(), arguments.replace("inputs", &format!("signals(t{parameters})")))
}

/// The slopes of the classical method of Runge and Kutta at x, each line with this end, and what they give.
pub(super) fn slopes(page: &mut Page, depth: usize, result: &str, end: &str) {
    page.line(depth, format!("k1 = f(t, x){end}"));
    page.line(depth, format!("k2 = f(t + h/2, x + h/2*k1){end}"));
    page.line(depth, format!("k3 = f(t + h/2, x + h/2*k2){end}"));
    page.line(depth, format!("k4 = f(t + h, x + h*k3){end}"));
    page.line(depth, format!("{result} x + h/6*(k1 + 2*k2 + 2*k3 + k4){end}"));
}

/// How a language assigns.
pub(super) struct Assigning {
    pub(super) syntax: &'static Syntax,
    /// The depth of statements in a function.
    pub(super) depth: usize,
    /// What stands before a name.
    pub(super) before: &'static str,
    /// The sign between a name and its value.
    pub(super) sign: &'static str,
    /// What ends a statement.
    pub(super) end: &'static str,
}

/// `matrix · unknowns = right`, with a name for the matrix.
pub(super) struct System<'a> {
    pub(super) unknowns: &'a str,
    pub(super) name: &'a str,
    pub(super) matrix: &'a [Vec<Term>],
    pub(super) right: &'a [Term],
}

impl Assigning {
    /// A statement that gives a name to a value.
    pub(super) fn assign(&self, page: &mut Page, name: &str, value: &str) {
        let Self { depth, before, sign, end, .. } = self;
        page.line(*depth, format!("{before}{name} {sign} {value}{end}"));
    }

    /// The statements of a function before its results: what it reads, the unknowns by this call, and
    /// what it computes; `solve` writes a linear system.
    pub(super) fn body(
        &self,
        page: &mut Page,
        program: &Program<'_>,
        (function, unknowns): (&Function, &str),
        solve: impl Fn(&mut Page, System<'_>),
    ) {
        for (identifier, place) in &function.reads {
            let from = match place {
                Place::Time => continue,
                Place::State(i) => self.syntax.component("state", *i),
                Place::Parameter(i) => format!("parameters.{}", program.parameters[*i]),
                Place::Input(i) => format!("inputs.{}", program.inputs[*i]),
            };
            self.assign(page, identifier, &from);
        }
        if function.needs_unknowns {
            self.assign(page, FOUND, unknowns);
        }
        for statement in &function.statements {
            match statement {
                Statement::Let(name, term) => self.assign(page, name, &self.syntax.text(term)),
                Statement::Solve { unknowns, name, matrix, right } => {
                    solve(page, System { unknowns, name, matrix, right });
                }
            }
        }
    }
}
