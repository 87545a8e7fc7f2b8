//! What the targets in Python share: the layout of the file, and its functions.

use super::export::{Quantity, Role};
use super::layout::{Assigning, System, arguments, called};
use super::page::{Page, about, columns, heading};
use super::program::{Function, Program};
use super::syntax::{Syntax, decimal};
use super::worked::{FIRST, MOST_TRIALS, ROWS, SMALLEST, TOLERANCE, stuck};

/// The keywords of Python, and the names of our own.
pub(super) const RESERVED: &str = "\
    False None True and as assert async await break class continue def del elif else except finally \
    for from global if import in is lambda nonlocal not or pass raise return try while with yield \
    match case print range len sum float int list dataclass Parameters Inputs START STATE np jnp jax \
    ca sp math sys step vector matrix \
    numpy sympy casadi dataclasses typing alembert_driver";

/// How quantities are declared as a tuple with names.
pub(super) const NAMED_TUPLE: &str = "\nclass {name}(NamedTuple):\n";

/// What to say about running a file.
const USAGE: &str =
    "`python {name}.py` runs the worked example at the end; `import {name}` uses the functions.";

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
    /// The worked example, after the lines that both have.
    pub(super) main: fn(&Program<'_>, &mut Page),
}

/// How a worked example in Python follows the motion.
pub(super) struct Following {
    /// The state at the start.
    pub(super) start: &'static str,
    /// The list of the numbers of a row.
    pub(super) row: String,
    /// Σ |y − x| / (1 + |y|) as a number.
    pub(super) difference: &'static str,
    /// What is thrown where linear equations have no solution, if anything is.
    pub(super) failure: Option<&'static str>,
}

impl Following {
    /// The worked example behind the rate `f(t, x)`; see [`worked`](super::worked).
    pub(super) fn write(&self, program: &Program<'_>, page: &mut Page) {
        let (from, to) = program.export.span;
        page.line(1, format!("rows, start, part = {ROWS}, {}, {FIRST}", decimal(from)));
        page.line(1, format!("state, interval = {}, ({} - start)/rows", self.start, decimal(to)));
        page.line(1, format!("print(\"{}\")", columns(program.export).join(",")));
        page.line(1, "for row in range(rows + 1):");
        page.line(2, "t, done, trials = start + row*interval, 0.0, 0");
        page.line(2, format!("values = {}", self.row));
        page.line(2, "print(\",\".join(f\"{float(x):.10g}\" for x in values))");
        page.line(2, "while row < rows and done < 1.0:");
        page.line(3, "trials, part = trials + 1, min(part, 1.0 - done)");
        page.line(3, "t, h = start + (row + done)*interval, part*interval");
        let depth = if self.failure.is_some() { 4 } else { 3 };
        if self.failure.is_some() {
            page.line(3, "try:");
        }
        page.line(depth, "x = step(t, state, h)");
        page.line(depth, "y = step(t + h/2, step(t, state, h/2), h/2)");
        page.line(depth, format!("excess = {}/{TOLERANCE}", self.difference));
        if let Some(failure) = self.failure {
            page.line(3, format!("except {failure}:"));
            page.line(4, "excess = float(\"inf\")");
        }
        page.line(3, "if excess <= 1.0:");
        page.line(4, "done, state = done + part, y + (y - x)/15");
        page.line(3, format!("elif part < {SMALLEST} or trials > {MOST_TRIALS}:"));
        page.line(4, format!("raise SystemExit(f\"{}{{t:.10g}}\")", stuck(program.export)));
        page.line(3, "part *= min(4.0, max(0.2, 0.9*(excess + 1e-9)**-0.2))");
    }
}

/// The numbers of a row: t, the state, the energy and the residuals.
pub(super) fn row(program: &Program<'_>) -> String {
    let energy = called(program, Role::Energy, "state");
    let residuals = match program.export.count(Role::Residuals) {
        0 => String::new(),
        _ => format!(", *{}", called(program, Role::Residuals, "state")),
    };
    format!("[t, *state, {energy}{residuals}]")
}

/// The file.
pub(super) fn write(program: &Program<'_>, flavour: &Flavour) -> String {
    let mut page = Page::default();
    page.remarks("#", &heading(program.export, flavour.solver));
    page.remarks("#", &[String::new(), USAGE.replace("{name}", &program.module)]);
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

fn declared(program: &Program<'_>, role: Role) -> String {
    let passed = arguments(program, role);
    passed.replace("parameters", "parameters=Parameters()")
}

fn write_function(program: &Program<'_>, flavour: &Flavour, function: &Function, page: &mut Page) {
    let role = function.role;
    page.line(0, format!("def {}({}):", role.name(), declared(program, role)));
    page.line(1, format!("\"\"\"{}.\"\"\"", role.summary()));
    let Flavour { syntax, vector, matrix: dense, solve, .. } = flavour;
    let assigning = Assigning { syntax, depth: 1, before: "", sign: "=", end: "" };
    let unknowns = format!("unknowns({})", arguments(program, role));
    assigning.body(page, program, (function, &unknowns), |page, system| {
        let System { unknowns, name, matrix, right } = system;
        page.line(1, format!("{name} = {dense}(["));
        matrix.iter().for_each(|row| page.line(2, format!("[{}],", syntax.list(row))));
        page.line(1, "])");
        let right = syntax.list(right);
        page.line(1, format!("{unknowns} = {solve}({name}, {vector}([{right}]))"));
    });
    results(program, flavour, function, page);
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
