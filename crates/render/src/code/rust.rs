//! Rust, one file, nothing but the standard library.

use alembert_algebra::Elementary;
use alembert_algebra::tape::Op;

use super::export::{Quantity, Role};
use super::layout::{Assigning, System};
use super::page::{Page, about, columns, heading};
use super::program::{Function, Program};
use super::syntax::{Level, Power, Spelled, Syntax, decimal, float};
use super::worked::{FIRST, MOST_TRIALS, ROWS, SMALLEST, TOLERANCE, stuck};

/// The keywords of Rust, the names of the prelude that are patterns, and our own.
pub(super) const RESERVED: &str = "\
    as async await break const continue crate dyn else enum extern false fn for if impl in let loop \
    match mod move mut pub ref return self Self static struct super trait true type unsafe use where \
    while abstract become box do final macro override priv try typeof unsized virtual yield gen \
    Some None Ok Err f64 usize str print println sign Singular Parameters Inputs START STATE";

pub(super) const SYNTAX: Syntax = Syntax {
    prefix: "f64::",
    functions: &[(Elementary::Log, "f64::ln"), (Elementary::Sign, "sign")],
    sqrt: "f64::sqrt",
    atan2: "f64::atan2",
    power: Power::Call("f64::powi", "f64::powf"),
    number: float,
    index: ("[", 0, "]"),
    choice,
};

fn choice(compared: &str, below: &str, above: &str) -> Spelled {
    (format!("if {compared} {{ {below} }} else {{ {above} }}"), Level::Choice)
}

const ASSIGNING: Assigning =
    Assigning { syntax: &SYNTAX, depth: 1, before: "let ", sign: "=", end: ";" };

const SOLVE: &str = "\
/// Solves `W y = h` by LU factors with partial pivoting of scaled rows, and one refinement.
fn solve<const N: usize>(matrix: &[[f64; N]; N], h: [f64; N]) -> Result<[f64; N], Singular> {
    let mut lu = *matrix;
    let mut row: [usize; N] = std::array::from_fn(|i| i);
    let mut scale = [0.0; N];
    for i in 0..N {
        let largest = matrix[i].iter().fold(0.0, |a: f64, b| a.max(b.abs()));
        if !(largest > 0.0 && matrix[i].iter().all(|x| x.is_finite())) {
            return Err(Singular);
        }
        scale[i] = 1.0 / largest;
    }
    for k in 0..N {
        let size = |i: usize, lu: &[[f64; N]; N]| lu[row[i]][k].abs() * scale[row[i]];
        let best = (k..N).fold(k, |a, b| if size(b, &lu) > size(a, &lu) { b } else { a });
        if !(size(best, &lu) > 1e-14) {
            return Err(Singular);
        }
        row.swap(k, best);
        let pivot = lu[row[k]];
        for i in k + 1..N {
            let below = &mut lu[row[i]];
            below[k] /= pivot[k];
            for j in k + 1..N {
                below[j] -= below[k] * pivot[j];
            }
        }
    }
    let mut y = [0.0; N];
    for _ in 0..2 {
        let mut x = [0.0; N];
        for i in 0..N {
            let done: f64 = (0..N).map(|j| matrix[row[i]][j] * y[j]).sum();
            let below: f64 = (0..i).map(|j| lu[row[i]][j] * x[j]).sum();
            x[i] = h[row[i]] - done - below;
        }
        for i in (0..N).rev() {
            let above: f64 = (i + 1..N).map(|j| lu[row[i]][j] * x[j]).sum();
            x[i] = (x[i] - above) / lu[row[i]][i];
        }
        for i in 0..N {
            y[i] += x[i];
        }
    }
    Ok(y)
}
";

const SIGN: &str = "\
fn sign(x: f64) -> f64 {
    f64::from(i8::from(x > 0.0) - i8::from(x < 0.0))
}
";

const SINGULAR: &str = "\
/// The linear equations have no solution, or not only one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Singular;
";

const SOLVER: &str = "LU factors with partial pivoting and one refinement";

/// The file.
pub(super) fn write(program: &Program<'_>) -> String {
    let mut page = Page::default();
    page.remarks("//!", &heading(program.export, SOLVER));
    page.remarks("//!", &usage(&program.module));
    page.line(0, "#![allow(non_snake_case, dead_code, unused_variables, clippy::all)]");
    page.line(0, "");
    structure(&mut page, "Parameters", &program.parameters, &program.export.parameters);
    structure(&mut page, "Inputs", &program.inputs, &program.export.inputs);
    let names: Vec<String> = program.export.state.iter().map(|q| format!("{:?}", q.name)).collect();
    let values: Vec<String> = program.export.state.iter().map(|q| decimal(q.value)).collect();
    let n = program.state.len();
    page.line(0, "/// The names of the state.");
    page.line(0, format!("pub const STATE: [&str; {n}] = [{}];", names.join(", ")));
    page.line(0, "/// The state at the start.");
    page.line(0, format!("pub const START: [f64; {n}] = [{}];", values.join(", ")));
    page.line(0, "");
    page.lines(SINGULAR);
    if program.largest_system() > 0 {
        page.line(0, "");
        page.lines(SOLVE);
    }
    let calls_sign = |op: &Op| matches!(op, Op::Call(Elementary::Sign, _));
    if program.export.tape.ops.iter().any(calls_sign) {
        page.line(0, "");
        page.lines(SIGN);
    }
    for function in &program.functions {
        page.line(0, "");
        write_function(program, function, &mut page);
    }
    page.line(0, "");
    main(program, &mut page);
    page.finish()
}

fn usage(name: &str) -> Vec<String> {
    vec![
        String::new(),
        format!("    rustc -O {name}.rs && ./{name}"),
        String::new(),
        format!("runs the worked example at the end; `mod {name};` uses the functions."),
    ]
}

/// A structure with the values of the model as its default.
fn structure(page: &mut Page, name: &str, identifiers: &[String], quantities: &[Quantity]) {
    if identifiers.is_empty() {
        return;
    }
    page.line(0, "#[derive(Debug, Clone, Copy, PartialEq)]");
    page.line(0, format!("pub struct {name} {{"));
    for (identifier, quantity) in identifiers.iter().zip(quantities) {
        let about = about(quantity);
        if !about.is_empty() {
            page.line(1, format!("/// {about}"));
        }
        page.line(1, format!("pub {identifier}: f64,"));
    }
    page.line(0, "}");
    page.line(0, "");
    let values = identifiers.iter().zip(quantities);
    let values: Vec<String> = values.map(|(i, q)| format!("{i}: {}", decimal(q.value))).collect();
    page.line(0, format!("impl Default for {name} {{"));
    page.line(1, "fn default() -> Self {");
    page.line(2, format!("Self {{ {} }}", values.join(", ")));
    page.line(1, "}");
    page.line(0, "}");
    page.line(0, "");
}

fn arguments(program: &Program<'_>, role: Role) -> String {
    let mut list = vec!["t: f64".to_owned()];
    if role != Role::Signals {
        list.push(format!("state: &[f64; {}]", program.state.len()));
        if !program.inputs.is_empty() {
            list.push("inputs: &Inputs".to_owned());
        }
    }
    if !program.parameters.is_empty() {
        list.push("parameters: &Parameters".to_owned());
    }
    list.join(", ")
}

/// The arguments of a call with references, or with values that are borrowed.
fn passed(program: &Program<'_>, borrow: &str) -> String {
    let mut list = vec!["t".to_owned(), format!("{borrow}state")];
    if !program.inputs.is_empty() {
        list.push(format!("{borrow}inputs"));
    }
    if !program.parameters.is_empty() {
        list.push(format!("{borrow}parameters"));
    }
    list.join(", ")
}

/// The type of what a function gives back.
fn kind(program: &Program<'_>, role: Role) -> String {
    let (n, count) = (program.export.velocities.len(), program.export.count(role));
    match role {
        Role::Energy => "f64".to_owned(),
        Role::Inertia => format!("[[f64; {n}]; {n}]"),
        Role::Signals => "Inputs".to_owned(),
        _ => format!("[f64; {count}]"),
    }
}

fn write_function(program: &Program<'_>, function: &Function, page: &mut Page) {
    let role = function.role;
    let (name, kind) = (role.name(), kind(program, role));
    let arguments = arguments(program, role);
    page.line(0, format!("/// {}.", role.summary()));
    page.line(0, format!("pub fn {name}({arguments}) -> Result<{kind}, Singular> {{"));
    let unknowns = format!("unknowns({})?", passed(program, ""));
    ASSIGNING.body(page, program, (function, &unknowns), |page, system| {
        let System { unknowns, name, matrix, right } = system;
        page.line(1, format!("let {name} = ["));
        matrix.iter().for_each(|row| page.line(2, format!("[{}],", SYNTAX.list(row))));
        page.line(1, "];");
        page.line(1, format!("let {unknowns} = solve(&{name}, [{}])?;", SYNTAX.list(right)));
    });
    results(program, function, page);
    page.line(0, "}");
}

fn results(program: &Program<'_>, function: &Function, page: &mut Page) {
    let n = program.export.velocities.len();
    let results = &function.results;
    match function.role {
        Role::Energy => page.line(1, format!("Ok({})", SYNTAX.list(results))),
        Role::Inertia => {
            page.line(1, "Ok([");
            results.chunks(n).for_each(|row| page.line(2, format!("[{}],", SYNTAX.list(row))));
            page.line(1, "])");
        }
        Role::Signals => {
            let fields = program.inputs.iter().zip(results);
            let fields: Vec<String> =
                fields.map(|(i, term)| format!("{i}: {}", SYNTAX.text(term))).collect();
            page.line(1, format!("Ok(Inputs {{ {} }})", fields.join(", ")));
        }
        _ => page.line(1, format!("Ok([{}])", SYNTAX.list(results))),
    }
}

/// The function that a program begins with.
const MAIN: &str = include_str!("../../assets/worked-main.rs");

/// The worked example: the classical method of Runge and Kutta, see [`worked`](super::worked).
fn main(program: &Program<'_>, page: &mut Page) {
    let (from, to) = program.export.span;
    MAIN.replace("{STUCK}", &stuck(program.export)).lines().for_each(|line| page.line(0, line));
    page.line(0, "");
    page.line(0, "/// Prints the motion; the time at which it cannot be followed any further.");
    page.line(0, "fn follow() -> Result<(), f64> {");
    page.line(1, format!("const ROWS: usize = {ROWS};"));
    if !program.parameters.is_empty() {
        page.line(1, "let parameters = Parameters::default();");
    }
    declare_step(program, page);
    let (from, to) = (decimal(from), decimal(to));
    page.line(1, format!("let (start, end): (f64, f64) = ({from}, {to});"));
    page.line(1, "let interval = (end - start) / ROWS as f64;");
    page.line(1, format!("let (mut state, mut part) = (START, {FIRST}_f64);"));
    page.line(1, format!("println!(\"{}\");", columns(program.export).join(",")));
    page.line(1, "for row in 0..=ROWS {");
    page.line(2, "let t = start + row as f64 * interval;");
    signals(program, (2, ".map_err(|_| t)?"), page);
    page.line(2, "let mut numbers = vec![t];");
    page.line(2, "numbers.extend(state);");
    for role in [Role::Energy, Role::Residuals] {
        if program.export.count(role) > 0 {
            let call = format!("{}({}).map_err(|_| t)?", role.name(), passed(program, "&"));
            let add = if role == Role::Energy { "push" } else { "extend" };
            page.line(2, format!("numbers.{add}({call});"));
        }
    }
    page.line(2, "let texts: Vec<String> = numbers.iter().map(|x| x.to_string()).collect();");
    page.line(2, "println!(\"{}\", texts.join(\",\"));");
    advance(program, page);
    page.line(1, "}");
    page.line(1, "Ok(())");
    page.line(0, "}");
}

/// A step of the method as a closure.
fn declare_step(program: &Program<'_>, page: &mut Page) {
    let n = program.state.len();
    page.line(1, format!("let f = |t: f64, state: [f64; {n}]| -> Result<[f64; {n}], Singular> {{"));
    signals(program, (2, "?"), page);
    page.line(2, format!("rate({})", passed(program, "&")));
    page.line(1, "};");
    page.line(
        1,
        format!("let step = |t: f64, x: [f64; {n}], h: f64| -> Result<[f64; {n}], Singular> {{"),
    );
    page.line(2, format!("let along = |k: [f64; {n}], h: f64| -> [f64; {n}] {{"));
    page.line(3, "std::array::from_fn(|i| x[i] + h * k[i])");
    page.line(2, "};");
    page.line(2, "let k1 = f(t, x)?;");
    page.line(2, "let k2 = f(t + 0.5 * h, along(k1, 0.5 * h))?;");
    page.line(2, "let k3 = f(t + 0.5 * h, along(k2, 0.5 * h))?;");
    page.line(2, "let k4 = f(t + h, along(k3, h))?;");
    page.line(2, "let sum = |i: usize| k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i];");
    page.line(2, "Ok(along(std::array::from_fn(|i| sum(i) / 6.0), h))");
    page.line(1, "};");
}

/// From one row to the next.
fn advance(program: &Program<'_>, page: &mut Page) {
    let n = program.state.len();
    page.line(2, "let (mut done, mut trials) = (0.0, 0);");
    page.line(2, "while row < ROWS && done < 1.0 {");
    page.line(3, "trials += 1;");
    page.line(3, "part = part.min(1.0 - done);");
    page.line(3, "let (t, h) = (start + (row as f64 + done) * interval, part * interval);");
    page.line(3, "let half = step(t, state, 0.5 * h);");
    page.line(3, "let halves = half.and_then(|half| step(t + 0.5 * h, half, 0.5 * h));");
    page.line(3, "let mut excess = f64::INFINITY;");
    page.line(3, "if let (Ok(x), Ok(y)) = (step(t, state, h), halves) {");
    page.line(4, "let differ = |i: usize| (y[i] - x[i]).abs() / (1.0 + y[i].abs());");
    page.line(4, format!("excess = (0..{n}).map(differ).sum::<f64>() / {TOLERANCE};"));
    page.line(4, "if excess <= 1.0 {");
    page.line(5, "state = std::array::from_fn(|i| y[i] + (y[i] - x[i]) / 15.0);");
    page.line(5, "done += part;");
    page.line(4, "}");
    page.line(3, "}");
    let is_end = format!("(part < {SMALLEST} || trials > {MOST_TRIALS})");
    page.line(3, format!("if !(excess <= 1.0) && {is_end} {{"));
    page.line(4, "return Err(t);");
    page.line(3, "}");
    page.line(3, "part *= (0.9 * (excess + 1e-9).powf(-0.2)).max(0.2).min(4.0);");
    page.line(2, "}");
}

fn signals(program: &Program<'_>, (depth, end): (usize, &str), page: &mut Page) {
    if !program.inputs.is_empty() {
        let parameters = if program.parameters.is_empty() { "" } else { ", &parameters" };
        page.line(depth, format!("let inputs = signals(t{parameters}){end};"));
    }
}

/// A program that reads t, state, parameters and inputs, line after line, and prints what
/// [`Role::COMPARED`] names.
pub(super) fn driver(program: &Program<'_>) -> String {
    let (name, n) = (&program.module, program.state.len());
    let mut page = Page::default();
    page.line(0, "use std::{io::stdin};");
    page.line(0, format!("#[path = \"{name}.rs\"] mod model;"));
    page.line(0, "pub fn main() {");
    page.line(1, "for line in stdin().lines() {");
    page.line(2, "let line = line.unwrap();");
    page.line(2, "let mut numbers = line.split_whitespace().map(|x| x.parse::<f64>().unwrap());");
    page.line(2, "let mut next = || numbers.next().unwrap();");
    page.line(2, "let t = next();");
    page.line(2, format!("let state: [f64; {n}] = std::array::from_fn(|_| next());"));
    let lists =
        [("parameters", "Parameters", &program.parameters), ("inputs", "Inputs", &program.inputs)];
    for (kind, structure, list) in lists {
        if !list.is_empty() {
            let fields: Vec<String> = list.iter().map(|i| format!("{i}: next()")).collect();
            page.line(2, format!("let {kind} = model::{structure} {{ {} }};", fields.join(", ")));
        }
    }
    for role in Role::COMPARED.into_iter().filter(|&role| program.export.count(role) > 0) {
        let call = format!("model::{}({}).unwrap()", role.name(), passed(program, "&"));
        match role {
            Role::Energy => page.line(2, format!("print!(\"{{:e}} \", {call});")),
            Role::Inertia => {
                page.line(2, format!("for x in {call}.concat() {{ print!(\"{{x:e}} \"); }}"));
            }
            _ => page.line(2, format!("for x in {call} {{ print!(\"{{x:e}} \"); }}")),
        }
    }
    page.line(2, "println!();");
    page.line(1, "}");
    page.line(0, "}");
    page.finish()
}
