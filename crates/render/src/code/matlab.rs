//! MATLAB and Octave: one function file that gives the functions as handles.

use super::export::{Quantity, Role};
use super::layout::{Assigning, System, arguments, called, slopes};
use super::page::{Page, columns, described, heading};
use super::program::{Function, Program};
use super::syntax::{Level, Power, Spelled, Syntax, decimal, float};
use super::term::Term;
use super::worked::{FIRST, MOST_TRIALS, ROWS, SMALLEST, TOLERANCE, stuck};

/// The keywords of MATLAB and Octave, the functions that terms use, and our own.
pub(super) const RESERVED: &str = "\
    break case catch classdef continue else elseif end for function global if otherwise parfor \
    persistent return spmd switch try while do until unwind_protect endfunction endif endwhile endfor \
    sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp log abs sign sqrt struct \
    fprintf nargout ans model numel zeros choice";

const SYNTAX: Syntax = Syntax {
    prefix: "",
    functions: &[],
    sqrt: "sqrt",
    atan2: "atan2",
    power: Power::Operator("^"),
    number: float,
    index: ("(", 1, ")"),
    choice,
};

/// MATLAB has no expression of this kind.
fn choice(compared: &str, below: &str, above: &str) -> Spelled {
    (format!("choice({compared}, {below}, {above})"), Level::Atom)
}

const CHOICE: &str = "\
function result = choice(is_below, below, above)
% One of two numbers.
    if is_below
        result = below;
    else
        result = above;
    end
end
";

const ASSIGNING: Assigning =
    Assigning { syntax: &SYNTAX, depth: 1, before: "", sign: "=", end: ";" };

const SOLVER: &str = "the operator `\\`, LU factors with partial pivoting";

/// The file.
pub(super) fn write(program: &Program<'_>) -> String {
    let name = &program.module;
    let mut page = Page::default();
    page.line(0, format!("function model = {name}()"));
    page.remarks("%", &heading(program.export, SOLVER));
    let usage =
        format!("`{name}` runs the worked example; `model = {name}()` gives the functions.");
    page.remarks("%", &[String::new(), usage]);
    for (what, list) in
        [("Parameters", &program.export.parameters), ("Inputs", &program.export.inputs)]
    {
        if !list.is_empty() {
            page.remarks("%", &[String::new(), format!("{what}:")]);
            let lines: Vec<String> = list.iter().map(|q| format!("    {}", described(q))).collect();
            page.remarks("%", &lines);
        }
    }
    let fields = |identifiers: &[String], list: &[Quantity]| {
        let pairs = identifiers.iter().zip(list);
        pairs.map(|(i, q)| format!("'{i}', {}", decimal(q.value))).collect::<Vec<_>>().join(", ")
    };
    page.line(
        1,
        format!(
            "model.parameters = struct({});",
            fields(&program.parameters, &program.export.parameters)
        ),
    );
    page.line(
        1,
        format!("model.inputs = struct({});", fields(&program.inputs, &program.export.inputs)),
    );
    let values: Vec<String> = program.export.state.iter().map(|q| decimal(q.value)).collect();
    let names: Vec<String> = program.export.state.iter().map(|q| quoted(&q.name)).collect();
    page.line(1, format!("model.names = {{{}}};", names.join(", ")));
    page.line(1, format!("model.start = [{}];", values.join("; ")));
    for function in &program.functions {
        page.line(1, format!("model.{0} = @{0};", function.role.name()));
    }
    page.line(1, "if nargout == 0");
    page.line(2, "main(model);");
    page.line(2, "clear model");
    page.line(1, "end");
    page.line(0, "end");
    for function in &program.functions {
        page.line(0, "");
        write_function(program, function, &mut page);
    }
    if !program.export.tables.is_empty() {
        page.line(0, "");
        page.lines(CHOICE);
    }
    page.line(0, "");
    main(program, &mut page);
    page.finish()
}

/// A text in quotes, which are doubled inside.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// A column of numbers.
fn column(terms: &[Term]) -> String {
    let texts: Vec<String> = terms.iter().map(|term| SYNTAX.text(term)).collect();
    format!("[{}]", texts.join("; "))
}

/// A matrix; its rows are its lines.
fn dense<'a>(page: &mut Page, to: &str, rows: impl Iterator<Item = &'a [Term]>) {
    page.line(1, format!("{to} = ["));
    rows.for_each(|row| page.line(2, format!("{};", SYNTAX.list(row))));
    page.line(1, "];");
}

fn write_function(program: &Program<'_>, function: &Function, page: &mut Page) {
    let role = function.role;
    let arguments = arguments(program, role);
    page.line(0, format!("function result = {}({arguments})", role.name()));
    page.line(0, format!("% {}.", role.summary()));
    let unknowns = format!("unknowns({arguments})");
    ASSIGNING.body(page, program, (function, &unknowns), |page, system| {
        let System { unknowns, name, matrix, right } = system;
        dense(page, name, matrix.iter().map(Vec::as_slice));
        page.line(1, format!("{unknowns} = {name} \\ {};", column(right)));
    });
    match role {
        Role::Energy => page.line(1, format!("result = {};", SYNTAX.list(&function.results))),
        Role::Inertia => {
            dense(page, "result", function.results.chunks(program.export.velocities.len()));
        }
        Role::Signals => {
            for (identifier, term) in program.inputs.iter().zip(&function.results) {
                page.line(1, format!("result.{identifier} = {};", SYNTAX.text(term)));
            }
        }
        _ => page.line(1, format!("result = {};", column(&function.results))),
    }
    page.line(0, "end");
}

/// The worked example: the classical method of Runge and Kutta, see [`worked`](super::worked).
fn main(program: &Program<'_>, page: &mut Page) {
    let (from, to) = program.export.span;
    page.line(0, "function main(model)");
    page.line(0, "% The worked example: the classical method of Runge and Kutta.");
    page.line(1, "parameters = model.parameters;");
    page.line(1, format!("f = @(t, x) {};", called(program, Role::Rate, "x")));
    page.line(1, format!("rows = {ROWS}; start = {}; part = {FIRST};", decimal(from)));
    page.line(1, format!("state = model.start; interval = ({} - start)/rows;", decimal(to)));
    let head = quoted(&columns(program.export).join(","));
    page.line(1, format!("fprintf('%s\\n', {head});"));
    page.line(1, "for row = 0:rows");
    page.line(2, "t = start + row*interval; done = 0; trials = 0;");
    let mut seen = format!("[t; state; {}", called(program, Role::Energy, "state"));
    if program.export.count(Role::Residuals) > 0 {
        seen = format!("{seen}; {}", called(program, Role::Residuals, "state"));
    }
    page.line(2, format!("values = {seen}];"));
    page.line(2, "fprintf('%.10g', values(1)); fprintf(',%.10g', values(2:end)); fprintf('\\n');");
    page.line(2, "while row < rows && done < 1");
    page.line(3, "trials = trials + 1; part = min(part, 1 - done);");
    page.line(3, "t = start + (row + done)*interval; h = part*interval;");
    page.line(3, "x = runge_kutta(f, t, state, h);");
    page.line(3, "y = runge_kutta(f, t + h/2, runge_kutta(f, t, state, h/2), h/2);");
    page.line(3, format!("excess = sum(abs(y - x)./(1 + abs(y)))/{TOLERANCE};"));
    page.line(3, "if excess <= 1");
    page.line(4, "done = done + part; state = y + (y - x)/15;");
    page.line(3, format!("elseif part < {SMALLEST} || trials > {MOST_TRIALS}"));
    page.line(4, format!("error('{}%.10g', t);", stuck(program.export)));
    page.line(3, "end");
    page.line(3, "part = part*min(4, max(0.2, 0.9*(excess + 1e-9)^-0.2));");
    page.line(2, "end");
    page.line(1, "end");
    page.line(0, "end");
    page.line(0, "");
    page.line(0, "function result = runge_kutta(f, t, x, h)");
    page.line(0, "% A step of the method.");
    slopes(page, 1, "result =", ";");
    page.line(0, "end");
}

/// A script that prints values at the states of `states.txt`.
pub(super) fn driver(program: &Program<'_>) -> String {
    let (name, n) = (&program.module, program.state.len());
    let mut page = Page::default();
    page.line(0, format!("model = {name}();"));
    page.line(0, "states = load('states.txt');");
    page.line(0, "for row = 1:size(states, 1)");
    page.line(1, format!("t = states(row, 1); state = states(row, 2:{})';", n + 1));
    let mut next = n + 2;
    for (kind, list) in [("parameters", &program.parameters), ("inputs", &program.inputs)] {
        for identifier in list {
            page.line(1, format!("{kind}.{identifier} = states(row, {next});"));
            next += 1;
        }
    }
    for role in Role::COMPARED.into_iter().filter(|&role| program.export.count(role) > 0) {
        let arguments = arguments(program, role);
        page.line(1, format!("values = model.{}({arguments})';", role.name()));
        page.line(1, "fprintf('%.17g ', values(:));");
    }
    page.line(1, "fprintf('\\n');");
    page.line(0, "end");
    page.finish()
}
