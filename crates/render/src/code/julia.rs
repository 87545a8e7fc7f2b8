//! Julia, a module without dependencies.

use super::export::{Quantity, Role};
use super::layout::{Assigning, System, arguments, called, slopes};
use super::page::{Page, about, columns, heading};
use super::program::{Function, Program};
use super::syntax::{Power, Syntax, conditional, decimal, float};
use super::worked::{FIRST, MOST_TRIALS, ROWS, SMALLEST, TOLERANCE, stuck};

/// The keywords of Julia, the functions that terms use, and our own.
pub(super) const RESERVED: &str = "\
    baremodule begin break catch const continue do else elseif end export false finally for function \
    global if import let local macro module quote return struct true try using while abstract mutable \
    primitive type in isa where sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp log abs \
    sign sqrt Parameters Inputs START STATE Base permutedims reshape join println f include eval";

const SYNTAX: Syntax = Syntax {
    prefix: "",
    functions: &[],
    sqrt: "sqrt",
    atan2: "atan",
    power: Power::Operator("^"),
    number: float,
    index: ("[", 1, "]"),
    choice: conditional,
};

const ASSIGNING: Assigning =
    Assigning { syntax: &SYNTAX, depth: 1, before: "", sign: "=", end: "" };

const SOLVER: &str = "Julia's `\\`, LU factors with partial pivoting";

/// The file.
pub(super) fn write(program: &Program<'_>) -> String {
    let name = &program.module;
    let mut page = Page::default();
    page.remarks("#", &heading(program.export, SOLVER));
    let usage =
        format!("`julia {name}.jl` runs the worked example; `include` it to use the functions.");
    page.remarks("#", &[String::new(), usage]);
    page.line(0, "");
    page.line(0, format!("module {name}"));
    structure(&mut page, "Parameters", &program.parameters, &program.export.parameters);
    structure(&mut page, "Inputs", &program.inputs, &program.export.inputs);
    let names: Vec<String> = program.export.state.iter().map(|q| format!("{:?}", q.name)).collect();
    let values: Vec<String> = program.export.state.iter().map(|q| decimal(q.value)).collect();
    page.line(0, "");
    page.line(0, "# The names of the state, and the state at the start.");
    page.line(0, format!("const STATE = [{}]", names.join(", ")));
    page.line(0, format!("const START = [{}]", values.join(", ")));
    for function in &program.functions {
        page.line(0, "");
        write_function(program, function, &mut page);
    }
    page.line(0, "");
    main(program, &mut page);
    page.line(0, "");
    page.line(0, "end");
    page.line(0, "");
    page.line(0, "if abspath(PROGRAM_FILE) == @__FILE__");
    page.line(1, format!("{name}.main()"));
    page.line(0, "end");
    page.finish()
}

fn structure(page: &mut Page, name: &str, identifiers: &[String], quantities: &[Quantity]) {
    if identifiers.is_empty() {
        return;
    }
    page.line(0, "");
    page.line(0, format!("Base.@kwdef struct {name}{{T}}"));
    for (identifier, quantity) in identifiers.iter().zip(quantities) {
        let about = about(quantity);
        let remark = if about.is_empty() { about } else { format!("  # {about}") };
        page.line(1, format!("{identifier}::T = {}{remark}", decimal(quantity.value)));
    }
    page.line(0, "end");
}

fn write_function(program: &Program<'_>, function: &Function, page: &mut Page) {
    let role = function.role;
    let arguments = arguments(program, role);
    page.line(0, format!("\"{}.\"", role.summary()));
    page.line(0, format!("function {}({arguments})", role.name()));
    let unknowns = format!("unknowns({arguments})");
    ASSIGNING.body(page, program, (function, &unknowns), |page, system| {
        let System { unknowns, name, matrix, right } = system;
        dense(page, &format!("{name} = "), matrix.iter().map(Vec::as_slice), right.len());
        page.line(1, format!("{unknowns} = {name} \\ [{}]", SYNTAX.list(right)));
    });
    results(program, function, page);
    page.line(0, "end");
}

/// A matrix; its rows are its lines.
fn dense<'a>(
    page: &mut Page,
    to: &str,
    rows: impl Iterator<Item = &'a [super::term::Term]>,
    n: usize,
) {
    page.line(1, format!("{to}permutedims(reshape(["));
    rows.for_each(|row| page.line(2, format!("{},", SYNTAX.list(row))));
    page.line(1, format!("], {n}, {n}))"));
}

fn results(program: &Program<'_>, function: &Function, page: &mut Page) {
    let list = SYNTAX.list(&function.results);
    match function.role {
        Role::Energy => page.line(1, format!("return {list}")),
        Role::Inertia => {
            let n = program.export.velocities.len();
            dense(page, "return ", function.results.chunks(n), n);
        }
        Role::Signals => page.line(1, format!("return Inputs(promote({list})...)")),
        _ => page.line(1, format!("return [{list}]")),
    }
}

/// The worked example: the classical method of Runge and Kutta, see [`worked`](super::worked).
fn main(program: &Program<'_>, page: &mut Page) {
    let (from, to) = program.export.span;
    page.line(0, "\"The worked example: the classical method of Runge and Kutta.\"");
    page.line(0, "function main()");
    if !program.parameters.is_empty() {
        page.line(1, "parameters = Parameters()");
    }
    page.line(1, format!("f(t, x) = {}", called(program, Role::Rate, "x")));
    page.line(1, "function step(t, x, h)");
    slopes(page, 2, "return", "");
    page.line(1, "end");
    page.line(1, format!("rows, start, part = {ROWS}, {}, {FIRST}", decimal(from)));
    page.line(1, format!("state, interval = START, ({} - start)/rows", decimal(to)));
    page.line(1, format!("println(\"{}\")", columns(program.export).join(",")));
    page.line(1, "for row in 0:rows");
    page.line(2, "t, done, trials = start + row*interval, 0.0, 0");
    let mut seen = format!("[t; state; {}", called(program, Role::Energy, "state"));
    if program.export.count(Role::Residuals) > 0 {
        seen = format!("{seen}; {}", called(program, Role::Residuals, "state"));
    }
    page.line(2, format!("println(join({seen}], \",\"))"));
    advance(program, page);
    page.line(1, "end");
    page.line(0, "end");
}

/// From one row to the next. A matrix that is singular and a root of a negative number are thrown.
fn advance(program: &Program<'_>, page: &mut Page) {
    page.line(2, "while row < rows && done < 1");
    page.line(3, "trials, part = trials + 1, min(part, 1 - done)");
    page.line(3, "t, h = start + (row + done)*interval, part*interval");
    page.line(3, "better, excess = state, Inf");
    page.line(3, "try");
    page.line(4, "x, y = step(t, state, h), step(t + h/2, step(t, state, h/2), h/2)");
    page.line(4, "better = y + (y - x)/15");
    page.line(4, format!("excess = sum(abs.(y - x)./(1 .+ abs.(y)))/{TOLERANCE}"));
    page.line(3, "catch");
    page.line(3, "end");
    page.line(3, "if excess <= 1");
    page.line(4, "done, state = done + part, better");
    page.line(3, format!("elseif part < {SMALLEST} || trials > {MOST_TRIALS}"));
    page.line(4, format!("println(stderr, \"{}\", t)", stuck(program.export)));
    page.line(4, "exit(1)");
    page.line(3, "end");
    page.line(3, "part *= isfinite(excess) ? clamp(0.9*(excess + 1e-9)^-0.2, 0.2, 4.0) : 0.2");
    page.line(2, "end");
}

/// A program that prints values at the states that it reads.
pub(super) fn driver(program: &Program<'_>) -> String {
    let (name, n, p) = (&program.module, program.state.len(), program.parameters.len());
    let mut page = Page::default();
    page.line(0, format!("include(\"{name}.jl\")"));
    page.line(0, format!("const model = {name}"));
    page.line(0, "for line in eachline(stdin)");
    page.line(1, "numbers = parse.(Float64, split(line))");
    page.line(1, format!("t, state = numbers[1], numbers[2:{}]", n + 1));
    if p > 0 {
        page.line(1, format!("parameters = model.Parameters(numbers[{}:{}]...)", n + 2, n + 1 + p));
    }
    if !program.inputs.is_empty() {
        page.line(1, format!("inputs = model.Inputs(numbers[{}:end]...)", n + 2 + p));
    }
    page.line(1, "values = Float64[]");
    for role in Role::COMPARED.into_iter().filter(|&role| program.export.count(role) > 0) {
        let call = format!("model.{}({})", role.name(), arguments(program, role));
        let list = if role == Role::Inertia { format!("permutedims({call})") } else { call };
        page.line(1, format!("append!(values, {list})"));
    }
    page.line(1, "println(join(values, \" \"))");
    page.line(0, "end");
    page.finish()
}
