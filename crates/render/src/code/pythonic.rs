//! What the targets in Python share: the layout of the file, and its functions.

use super::export::{Quantity, Role};
use super::page::{Page, about, heading};
use super::program::{FOUND, Function, Place, Program, Statement};
use super::syntax::{Syntax, decimal};

/// The keywords of Python, and the names of our own.
pub(super) const RESERVED: &str = "\
    False None True and as assert async await break class continue def del elif else except finally \
    for from global if import in is lambda nonlocal not or pass raise return try while with yield \
    match case print range len sum float int list dataclass Parameters Inputs START STATE np jnp jax \
    ca sp math sys step vector matrix \
    numpy sympy casadi dataclasses typing alembert_driver";

/// What distinguishes one library from another.
pub(super) struct Flavour {
    pub(super) syntax: &'static Syntax,
    /// The imports.
    pub(super) imports: &'static str,
    /// How linear equations are solved, in words.
    pub(super) solver: &'static str,
    /// The function that solves them.
    pub(super) solve: &'static str,
    /// The type of a number, for annotations.
    pub(super) number: &'static str,
    /// The function that makes a vector of a list.
    pub(super) vector: &'static str,
    /// The function that makes a matrix of a list of rows.
    pub(super) matrix: &'static str,
    /// How a class of quantities is declared.
    pub(super) class: &'static str,
    /// What to say about running the file.
    pub(super) usage: &'static str,
    /// The worked example, after the lines that both have.
    pub(super) main: fn(&Program<'_>, &mut Page),
}

/// The file.
pub(super) fn write(program: &Program<'_>, flavour: &Flavour) -> String {
    let mut page = Page::default();
    page.remarks("#", &heading(program.export, flavour.solver));
    page.remarks("#", &[String::new(), flavour.usage.replace("{name}", &program.module)]);
    page.line(0, "");
    page.lines(flavour.imports);
    page.line(0, "");
    class(&mut page, flavour, "Parameters", &program.parameters, &program.export.parameters);
    class(&mut page, flavour, "Inputs", &program.inputs, &program.export.inputs);
    let names: Vec<String> = program.export.state.iter().map(|q| format!("{:?}", q.name)).collect();
    let values: Vec<String> = program.export.state.iter().map(|q| decimal(q.value)).collect();
    page.line(0, "");
    page.line(0, "# The names of the state, and the state at the start.");
    page.line(0, format!("STATE = [{}]", names.join(", ")));
    page.line(0, format!("START = [{}]", values.join(", ")));
    for function in &program.functions {
        page.line(0, "");
        page.line(0, "");
        write_function(program, flavour, function, &mut page);
    }
    page.line(0, "");
    page.line(0, "");
    page.line(0, "def main():");
    (flavour.main)(program, &mut page);
    page.line(0, "");
    page.line(0, "");
    page.line(0, "if __name__ == \"__main__\":");
    page.line(1, "main()");
    page.finish()
}

fn class(
    page: &mut Page,
    flavour: &Flavour,
    name: &str,
    identifiers: &[String],
    quantities: &[Quantity],
) {
    if identifiers.is_empty() {
        return;
    }
    page.line(0, "");
    for line in flavour.class.replace("{name}", name).lines() {
        page.line(0, line);
    }
    for (identifier, quantity) in identifiers.iter().zip(quantities) {
        let about = about(quantity);
        let remark = if about.is_empty() { about } else { format!("  # {about}") };
        let value = decimal(quantity.value);
        page.line(1, format!("{identifier}: {} = {value}{remark}", flavour.number));
    }
    page.line(0, "");
}

/// The names of the arguments, as declared and as passed on.
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

fn declared(program: &Program<'_>, role: Role) -> String {
    let passed = arguments(program, role);
    passed.replace("parameters", "parameters=Parameters()")
}

fn write_function(program: &Program<'_>, flavour: &Flavour, function: &Function, page: &mut Page) {
    let role = function.role;
    page.line(0, format!("def {}({}):", role.name(), declared(program, role)));
    page.line(1, format!("\"\"\"{}.\"\"\"", role.summary()));
    for (identifier, place) in &function.reads {
        let from = match place {
            Place::Time => continue,
            Place::State(i) => format!("state[{i}]"),
            Place::Parameter(i) => format!("parameters.{}", program.parameters[*i]),
            Place::Input(i) => format!("inputs.{}", program.inputs[*i]),
        };
        page.line(1, format!("{identifier} = {from}"));
    }
    if function.needs_unknowns {
        page.line(1, format!("{FOUND} = unknowns({})", arguments(program, role)));
    }
    function.statements.iter().for_each(|s| statement(s, flavour, page));
    results(program, flavour, function, page);
}

fn statement(statement: &Statement, flavour: &Flavour, page: &mut Page) {
    let Flavour { syntax, vector, matrix: dense, .. } = flavour;
    match statement {
        Statement::Let(name, term) => page.line(1, format!("{name} = {}", syntax.text(term))),
        Statement::Solve { unknowns, name, matrix, right } => {
            page.line(1, format!("{name} = {dense}(["));
            matrix.iter().for_each(|row| page.line(2, format!("[{}],", syntax.list(row))));
            page.line(1, "])");
            let right = syntax.list(right);
            let solve = flavour.solve;
            page.line(1, format!("{unknowns} = {solve}({name}, {vector}([{right}]))"));
        }
    }
}

fn results(program: &Program<'_>, flavour: &Flavour, function: &Function, page: &mut Page) {
    let Flavour { syntax, vector, matrix: dense, .. } = flavour;
    let results = &function.results;
    match function.role {
        Role::Energy => page.line(1, format!("return {}", syntax.list(results))),
        Role::Inertia => {
            page.line(1, format!("return {dense}(["));
            let rows = results.chunks(program.export.velocities.len());
            rows.for_each(|row| page.line(2, format!("[{}],", syntax.list(row))));
            page.line(1, "])");
        }
        Role::Signals => page.line(1, format!("return Inputs({})", syntax.list(results))),
        _ => page.line(1, format!("return {vector}([{}])", syntax.list(results))),
    }
}

/// The call of a function from the worked example.
pub(super) fn called(program: &Program<'_>, role: Role, state: &str) -> String {
    let arguments = arguments(program, role).replace("state", state);
    let parameters = if program.parameters.is_empty() { "" } else { ", parameters" };
    let inputs = format!("signals(t{parameters})");
    format!("{}({})", role.name(), arguments.replace("inputs", &inputs))
}

/// A program that reads t, state, parameters and inputs, line after line, and prints what
/// [`Role::COMPARED`] names; `array` makes a state of a list, `flat` a list of what a function gives
/// back.
pub(super) fn driver(program: &Program<'_>, imports: &str, (array, flat): (&str, &str)) -> String {
    let mut page = Page::default();
    let (n, p) = (program.state.len(), program.parameters.len());
    page.line(0, "import sys");
    page.lines(imports);
    page.line(0, format!("import {} as model", program.module));
    page.line(0, "for line in sys.stdin:");
    page.line(1, "numbers = [float(x) for x in line.split()]");
    let state = array.replace("{}", &format!("numbers[1:{}]", n + 1));
    page.line(1, format!("t, state = numbers[0], {state}"));
    if p > 0 {
        page.line(1, format!("parameters = model.Parameters(*numbers[{}:{}])", n + 1, n + 1 + p));
    }
    if !program.inputs.is_empty() {
        page.line(1, format!("inputs = model.Inputs(*numbers[{}:])", n + 1 + p));
    }
    page.line(1, "values = []");
    for role in Role::COMPARED.into_iter().filter(|&role| program.export.count(role) > 0) {
        let call = format!("model.{}({})", role.name(), arguments(program, role));
        page.line(1, format!("values += [float(x) for x in {}]", flat.replace("{}", &call)));
    }
    page.line(1, "print(*values)");
    page.finish()
}
