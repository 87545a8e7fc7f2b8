//! Modelica: a package of functions, and a model that uses them.

use alembert_algebra::Elementary;
use alembert_algebra::tape::Op;

use super::export::{Quantity, Role};
use super::layout::{Assigning, System, arguments};
use super::page::{Page, about, heading};
use super::program::{FOUND, Function, Place, Program, Statement};
use super::syntax::{Level, Power, Spelled, Syntax, decimal, float};
use super::term::Term;

/// The keywords of Modelica, the functions that terms use, and our own.
pub(super) const RESERVED: &str = "\
    algorithm and annotation block break class connect connector constant constrainedby der discrete \
    each else elseif elsewhen encapsulated end enumeration equation expandable extends external false \
    final flow for function if import impure in initial inner input loop model not operator or outer \
    output package parameter partial protected public pure record redeclare replaceable return stream \
    then true type when while within time sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh \
    atanh exp log abs sign sqrt pre Real Integer Parameters Inputs Example start multiplier_values \
    energy_value residual_values";

const SYNTAX: Syntax = Syntax {
    prefix: "",
    functions: &[],
    sqrt: "sqrt",
    atan2: "atan2",
    power: Power::Operator("^"),
    number: float,
    index: ("[", 1, "]"),
    choice,
};

fn choice(compared: &str, below: &str, above: &str) -> Spelled {
    (format!("(if {compared} then {below} else {above})"), Level::Atom)
}

const ASSIGNING: Assigning =
    Assigning { syntax: &SYNTAX, depth: 2, before: "", sign: ":=", end: ";" };

const SOLVER: &str = "LU factors with partial pivoting and one refinement";

/// The routine for linear equations. Rows change places under the sign `if` alone, with places that loops count: every tool
/// can lay that out, where rows that are looked up by a list are beyond some.
const SOLVE: &str = "    function solve \"W y = h by LU factors with partial pivoting of scaled rows, and one refinement\"
        input Real W[:, size(W, 1)];
        input Real h[size(W, 1)];
        output Real y[size(W, 1)] = zeros(size(W, 1));
    protected
        Integer n = size(W, 1);
        Real A[size(W, 1), size(W, 1)] = W \"W with its rows in the order of the pivots\";
        Real b[size(W, 1)] = h;
        Real lu[size(W, 1), size(W, 1)] = W;
        Real x[size(W, 1)] = zeros(size(W, 1));
        Real scale[size(W, 1)] = zeros(size(W, 1));
        Real upper = 0.0;
        Boolean swap = false;
        Boolean regular = true;
    algorithm
        for i in 1:n loop
            for j in 1:n loop
                scale[i] := max(scale[i], abs(W[i, j]));
            end for;
        end for;
        for k in 1:n loop
            for i in k + 1:n loop
                swap := abs(lu[i, k])*scale[k] > abs(lu[k, k])*scale[i];
                for j in 1:n loop
                    upper := lu[k, j];
                    lu[k, j] := if swap then lu[i, j] else upper;
                    lu[i, j] := if swap then upper else lu[i, j];
                    upper := A[k, j];
                    A[k, j] := if swap then A[i, j] else upper;
                    A[i, j] := if swap then upper else A[i, j];
                end for;
                upper := b[k];
                b[k] := if swap then b[i] else upper;
                b[i] := if swap then upper else b[i];
                upper := scale[k];
                scale[k] := if swap then scale[i] else upper;
                scale[i] := if swap then upper else scale[i];
            end for;
            regular := regular and abs(lu[k, k]) > 1e-14*scale[k];
            for i in k + 1:n loop
                lu[i, k] := lu[i, k]/lu[k, k];
                for j in 1:n loop
                    lu[i, j] := lu[i, j] - (if j > k then lu[i, k]*lu[k, j] else 0.0);
                end for;
            end for;
        end for;
        assert(regular, \"the linear equations are singular\");
        for pass in 1:2 loop
            for i in 1:n loop
                x[i] := b[i];
                for j in 1:n loop
                    x[i] := x[i] - A[i, j]*y[j];
                end for;
                for j in 1:i - 1 loop
                    x[i] := x[i] - lu[i, j]*x[j];
                end for;
            end for;
            for i in n:-1:1 loop
                for j in i + 1:n loop
                    x[i] := x[i] - lu[i, j]*x[j];
                end for;
                x[i] := x[i]/lu[i, i];
            end for;
            y := y + x;
        end for;
    end solve;
";

/// Functions that Modelica does not have, as formulas.
const ABSENT: [(Elementary, &str, &str); 3] = [
    (Elementary::Asinh, "asinh", "sign(x)*log(abs(x) + sqrt(x^2 + 1.0))"),
    (Elementary::Acosh, "acosh", "log(x + sqrt(x - 1.0)*sqrt(x + 1.0))"),
    (Elementary::Atanh, "atanh", "0.5*log((1.0 + x)/(1.0 - x))"),
];

/// The file.
pub(super) fn write(program: &Program<'_>) -> String {
    let name = &program.module;
    let mut page = Page::default();
    page.remarks("//", &heading(program.export, SOLVER));
    let usage =
        format!("`{name}.Example` is the worked example; the functions stand by themselves.");
    page.remarks("//", &[String::new(), usage]);
    page.line(0, format!("package {name}"));
    record(&mut page, "Parameters", &program.parameters, &program.export.parameters);
    record(&mut page, "Inputs", &program.inputs, &program.export.inputs);
    if program.largest_system() > 0 {
        page.line(0, "");
        page.lines(SOLVE);
    }
    for (function, name, formula) in ABSENT {
        let calls = |op: &Op| matches!(op, Op::Call(f, _) if *f == function);
        if program.export.tape.ops.iter().any(calls) {
            helper(&mut page, name, formula);
        }
    }
    for function in &program.functions {
        page.line(0, "");
        write_function(program, function, &mut page);
    }
    page.line(0, "");
    example(program, &mut page);
    page.line(0, format!("end {name};"));
    page.finish()
}

/// A text of the model between quotes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "'"))
}

fn record(page: &mut Page, name: &str, identifiers: &[String], quantities: &[Quantity]) {
    if identifiers.is_empty() {
        return;
    }
    page.line(0, "");
    page.line(1, format!("record {name}"));
    for (identifier, quantity) in identifiers.iter().zip(quantities) {
        let (value, about) = (decimal(quantity.value), quoted(&about(quantity)));
        page.line(2, format!("Real {identifier} = {value} {about};"));
    }
    page.line(1, format!("end {name};"));
}

fn helper(page: &mut Page, name: &str, formula: &str) {
    page.line(0, "");
    page.line(1, format!("function {name}"));
    page.line(2, "input Real x;");
    page.line(2, "output Real y;");
    page.line(1, "algorithm");
    page.line(2, format!("y := {formula};"));
    page.line(1, format!("end {name};"));
}

/// The arguments of a function, with their types.
fn declared(program: &Program<'_>, role: Role) -> Vec<String> {
    let declared = |name: &str| match name {
        "t" => "Real t".to_owned(),
        "state" => format!("Real state[{}]", program.state.len()),
        "inputs" => "Inputs inputs".to_owned(),
        _ => "Parameters parameters".to_owned(),
    };
    arguments(program, role).split(", ").map(declared).collect()
}

/// The type of what a function gives back.
fn kind(program: &Program<'_>, role: Role) -> String {
    let (n, count) = (program.export.velocities.len(), program.export.count(role));
    match role {
        Role::Energy => "Real result".to_owned(),
        Role::Inertia => format!("Real result[{n}, {n}]"),
        Role::Signals => "Inputs result".to_owned(),
        _ => format!("Real result[{count}]"),
    }
}

fn write_function(program: &Program<'_>, function: &Function, page: &mut Page) {
    let role = function.role;
    page.line(1, format!("function {} {}", role.name(), quoted(role.summary())));
    for argument in declared(program, role) {
        page.line(2, format!("input {argument};"));
    }
    page.line(2, format!("output {};", kind(program, role)));
    page.line(1, "protected");
    declarations(program, function, page);
    page.line(1, "algorithm");
    let unknowns = format!("unknowns({})", arguments(program, role));
    ASSIGNING.body(page, program, (function, &unknowns), |page, system| {
        let System { unknowns, name, matrix, right } = system;
        rows(page, name, matrix.iter().map(Vec::as_slice));
        page.line(2, format!("{unknowns} := solve({name}, {{{}}});", SYNTAX.list(right)));
    });
    results(program, function, page);
    page.line(1, format!("end {};", role.name()));
}

/// Everything that a function assigns.
fn declarations(program: &Program<'_>, function: &Function, page: &mut Page) {
    for (identifier, place) in &function.reads {
        if *place != Place::Time {
            page.line(2, format!("Real {identifier};"));
        }
    }
    if function.needs_unknowns {
        page.line(2, format!("Real {FOUND}[{}];", program.export.count(Role::Unknowns)));
    }
    for statement in &function.statements {
        match statement {
            Statement::Let(name, _) => page.line(2, format!("Real {name};")),
            Statement::Solve { unknowns, name, right, .. } => {
                let n = right.len();
                page.line(2, format!("Real {name}[{n}, {n}];"));
                page.line(2, format!("Real {unknowns}[{n}];"));
            }
        }
    }
}

/// A matrix; its rows are its lines.
fn rows<'a>(page: &mut Page, to: &str, rows: impl Iterator<Item = &'a [Term]>) {
    let texts: Vec<String> = rows.map(|row| format!("{{{}}}", SYNTAX.list(row))).collect();
    page.line(2, format!("{to} := {{"));
    for (k, text) in texts.iter().enumerate() {
        let comma = if k + 1 < texts.len() { "," } else { "" };
        page.line(3, format!("{text}{comma}"));
    }
    page.line(2, "};");
}

fn results(program: &Program<'_>, function: &Function, page: &mut Page) {
    let list = SYNTAX.list(&function.results);
    match function.role {
        Role::Energy => page.line(2, format!("result := {list};")),
        Role::Inertia => {
            rows(page, "result", function.results.chunks(program.export.velocities.len()));
        }
        Role::Signals => {
            for (identifier, term) in program.inputs.iter().zip(&function.results) {
                page.line(2, format!("result.{identifier} := {};", SYNTAX.text(term)));
            }
        }
        _ => page.line(2, format!("result := {{{list}}};")),
    }
}

/// The worked example: a model that a tool can simulate.
fn example(program: &Program<'_>, page: &mut Page) {
    let (n, (from, to)) = (program.state.len(), program.export.span);
    let values: Vec<String> = program.export.state.iter().map(|q| decimal(q.value)).collect();
    page.line(1, "model Example \"The worked example\"");
    if !program.parameters.is_empty() {
        page.line(2, "parameter Parameters parameters;");
    }
    if !program.inputs.is_empty() {
        page.line(
            2,
            "Inputs inputs = signals(time".to_owned()
                + if program.parameters.is_empty() { ");" } else { ", parameters);" },
        );
    }
    page.line(2, format!("Real state[{n}](start = {{{}}}, each fixed = true);", values.join(", ")));
    for (k, quantity) in program.export.state.iter().enumerate() {
        let (name, about) = (&program.state[k], quoted(&about(quantity)));
        page.line(2, format!("Real {name} = state[{}] {about};", k + 1));
    }
    let shown = [
        (Role::Multipliers, "multiplier_values"),
        (Role::Energy, "energy_value"),
        (Role::Residuals, "residual_values"),
    ];
    for (role, name) in shown {
        let count = program.export.count(role);
        if count > 0 {
            let size = if role == Role::Energy { String::new() } else { format!("[{count}]") };
            let call = format!("{}({})", role.name(), arguments(program, role));
            page.line(2, format!("Real {name}{size} = {};", in_time(&call)));
        }
    }
    page.line(1, "equation");
    let rate = format!("rate({})", arguments(program, Role::Rate));
    page.line(2, format!("der(state) = {};", in_time(&rate)));
    let (from, to) = (decimal(from), decimal(to));
    page.line(2, format!("annotation(experiment(StartTime = {from}, StopTime = {to}));"));
    page.line(1, "end Example;");
}

/// A call at the time of the simulation.
fn in_time(call: &str) -> String {
    call.replacen("(t,", "(time,", 1)
}
