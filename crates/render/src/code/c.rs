//! C99, one file, nothing but `math.h` and `stdio.h`.

use alembert_algebra::Elementary;

use super::export::{Quantity, Role};
use super::page::{Page, about, columns, heading};
use super::program::{FOUND, Function, Place, Program, Statement};
use super::syntax::{Power, Syntax, conditional, decimal, float};
use super::worked::{FIRST, MOST_TRIALS, ROWS, SMALLEST, TOLERANCE, stuck};

/// The keywords of C and C++, and the names of `math.h` that a model might use.
pub(super) const RESERVED: &str = "\
    auto break case char const continue default do double else enum extern float for goto if \
    inline int long register restrict return short signed sizeof static struct switch typedef \
    union unsigned void volatile while asm bool catch class delete explicit export false \
    friend mutable namespace new operator private protected public template this throw true \
    try typename using virtual and or not xor sin cos tan asin acos atan atan2 sinh cosh tanh \
    asinh acosh atanh exp log fabs sqrt pow sign unix linux NULL EOF stdin stdout stderr \
    printf scanf failed fmax HUGE_VAL NAN INFINITY LARGEST M_PI M_E";

pub(super) const SYNTAX: Syntax = Syntax {
    prefix: "",
    functions: &[(Elementary::Abs, "fabs")],
    sqrt: "sqrt",
    atan2: "atan2",
    power: Power::Call("pow", "pow"),
    number: float,
    index: ("[", 0, "]"),
    choice: conditional,
};

/// The routine for linear equations.
const SOLVE: &str = "\
/* Solves W y = h, where y holds h at first: LU factors with partial pivoting of scaled rows, and one
   refinement. Gives 1 when W is singular or not finite. */
static int solve(int n, const double *W, double *y)
{
    double lu[LARGEST*LARGEST], h[LARGEST], x[LARGEST], scale[LARGEST];
    int row[LARGEST];
    for (int i = 0; i < n; i++) {
        double largest = 0.0;
        for (int j = 0; j < n; j++) {
            lu[i*n + j] = W[i*n + j];
            largest = fmax(largest, fabs(W[i*n + j]));
        }
        if (!(largest > 0.0 && largest < HUGE_VAL)) return 1;
        scale[i] = 1.0/largest;
        row[i] = i;
        h[i] = y[i];
        y[i] = 0.0;
    }
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++) {
            if (fabs(lu[row[i]*n + k])*scale[row[i]] > fabs(lu[row[best]*n + k])*scale[row[best]]) best = i;
        }
        int swapped = row[k];
        row[k] = row[best];
        row[best] = swapped;
        if (!(fabs(lu[row[k]*n + k])*scale[row[k]] > 1e-14)) return 1;
        for (int i = k + 1; i < n; i++) {
            double factor = lu[row[i]*n + k] /= lu[row[k]*n + k];
            for (int j = k + 1; j < n; j++) lu[row[i]*n + j] -= factor*lu[row[k]*n + j];
        }
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < n; i++) {
            double rest = h[row[i]];
            for (int j = 0; j < n; j++) rest -= W[row[i]*n + j]*y[j];
            for (int j = 0; j < i; j++) rest -= lu[row[i]*n + j]*x[j];
            x[i] = rest;
        }
        for (int i = n - 1; i >= 0; i--) {
            for (int j = i + 1; j < n; j++) x[i] -= lu[row[i]*n + j]*x[j];
            x[i] /= lu[row[i]*n + i];
        }
        for (int i = 0; i < n; i++) y[i] += x[i];
    }
    return 0;
}
";

/// The sign, which C does not have.
const SIGN: &str = "\
static double sign(double x)
{
    return (x > 0.0) - (x < 0.0);
}
";

const SOLVER: &str = "LU factors with partial pivoting and one refinement";

/// The file.
pub(super) fn write(program: &Program<'_>) -> String {
    let name = &program.module;
    let mut page = Page::default();
    page.line(0, "/*");
    page.remarks(" *", &heading(program.export, SOLVER));
    page.remarks(" *", &usage(name));
    page.line(0, " */");
    page.line(0, "#include <math.h>");
    page.line(0, "#include <stdio.h>");
    page.line(0, "");
    body(program, &mut page);
    page.line(0, "");
    page.line(0, "#ifndef ALEMBERT_NO_MAIN");
    main(program, &mut page);
    page.line(0, "#endif");
    page.finish()
}

/// Everything but the heading and the worked example.
pub(super) fn body(program: &Program<'_>, page: &mut Page) {
    let name = &program.module;
    structure(page, &format!("{name}_parameters"), &program.parameters, &program.export.parameters);
    structure(page, &format!("{name}_inputs"), &program.inputs, &program.export.inputs);
    defaults(program, page);
    if program.largest_system() > 0 {
        page.line(0, format!("enum {{ LARGEST = {} }};", program.largest_system()));
        page.line(0, "");
        page.lines(SOLVE);
    }
    if uses_sign(program) {
        page.line(0, "");
        page.lines(SIGN);
    }
    for function in &program.functions {
        page.line(0, "");
        write_function(program, function, page);
    }
}

fn usage(name: &str) -> Vec<String> {
    vec![
        String::new(),
        format!("    cc -O2 -o {name} {name}.c -lm && ./{name}"),
        String::new(),
        "runs the worked example at the end. Define ALEMBERT_NO_MAIN to use the functions in a"
            .into(),
        "program of your own; each gives 0, or 1 when the linear equations have no solution."
            .into(),
    ]
}

fn uses_sign(program: &Program<'_>) -> bool {
    let calls = |op: &_| matches!(op, alembert_algebra::tape::Op::Call(Elementary::Sign, _));
    program.export.tape.ops.iter().any(calls)
}

fn structure(page: &mut Page, name: &str, identifiers: &[String], quantities: &[Quantity]) {
    if identifiers.is_empty() {
        return;
    }
    page.line(0, "typedef struct {");
    for (identifier, quantity) in identifiers.iter().zip(quantities) {
        let about = about(quantity);
        let remark = if about.is_empty() { about } else { format!(" /* {about} */") };
        page.line(1, format!("double {identifier};{remark}"));
    }
    page.line(0, format!("}} {name};"));
    page.line(0, "");
}

/// The values of the model.
fn defaults(program: &Program<'_>, page: &mut Page) {
    let name = &program.module;
    let list =
        |list: &[Quantity]| list.iter().map(|q| decimal(q.value)).collect::<Vec<_>>().join(", ");
    if !program.parameters.is_empty() {
        let values = list(&program.export.parameters);
        page.line(0, "/* The parameters of the model, and its state at the start. */");
        page.line(0, format!("const {name}_parameters {name}_defaults = {{{values}}};"));
    }
    let (n, values) = (program.state.len(), list(&program.export.state));
    page.line(0, format!("const double {name}_start[{n}] = {{{values}}};"));
    page.line(0, "");
}

/// The arguments of the functions, as declared.
fn arguments(program: &Program<'_>, role: Role) -> String {
    let name = &program.module;
    let mut list = vec!["double t".to_owned()];
    if role != Role::Signals {
        list.push("const double *state".to_owned());
        if !program.inputs.is_empty() {
            list.push(format!("const {name}_inputs *inputs"));
        }
    }
    if !program.parameters.is_empty() {
        list.push(format!("const {name}_parameters *parameters"));
    }
    list.push(match role {
        Role::Signals => format!("{name}_inputs *signals"),
        _ => "double *result".to_owned(),
    });
    list.join(", ")
}

/// The arguments of a call; `at` is the address of a structure, or a pointer to it.
fn passed(program: &Program<'_>, state: &str, at: &str) -> String {
    let mut list = vec!["t".to_owned(), state.to_owned()];
    if !program.inputs.is_empty() {
        list.push(format!("{at}inputs"));
    }
    if !program.parameters.is_empty() {
        list.push(format!("{at}parameters"));
    }
    list.join(", ")
}

fn write_function(program: &Program<'_>, function: &Function, page: &mut Page) {
    let (name, role) = (&program.module, function.role);
    page.line(0, format!("/* {}. */", role.summary()));
    page.line(0, format!("int {name}_{}({})", role.name(), arguments(program, role)));
    page.line(0, "{");
    for unused in unused(program, function) {
        page.line(1, format!("(void){unused};"));
    }
    for (identifier, place) in &function.reads {
        let from = match place {
            Place::Time => continue,
            Place::State(i) => format!("state[{i}]"),
            Place::Parameter(i) => format!("parameters->{}", program.parameters[*i]),
            Place::Input(i) => format!("inputs->{}", program.inputs[*i]),
        };
        page.line(1, format!("const double {identifier} = {from};"));
    }
    if function.needs_unknowns {
        let passed = passed(program, "state", "");
        let n = program.export.count(Role::Unknowns);
        page.line(1, format!("double {FOUND}[{n}];"));
        page.line(1, format!("int failed = {name}_unknowns({passed}, {FOUND});"));
        page.line(1, "if (failed) return failed;");
    }
    function.statements.iter().for_each(|s| statement(s, page));
    for (k, term) in function.results.iter().enumerate() {
        let to = match role {
            Role::Signals => format!("signals->{}", program.inputs[k]),
            _ => format!("result[{k}]"),
        };
        page.line(1, format!("{to} = {};", SYNTAX.text(term)));
    }
    page.line(1, "return 0;");
    page.line(0, "}");
}

/// The arguments that a function does not look at.
fn unused(program: &Program<'_>, function: &Function) -> Vec<&'static str> {
    let passes = function.needs_unknowns;
    let reads = |kind: fn(Place) -> bool| passes || function.reads(kind);
    let is_signal = function.role == Role::Signals;
    let mut list = Vec::new();
    if !reads(|p| p == Place::Time) {
        list.push("t");
    }
    if !is_signal && !reads(|p| matches!(p, Place::State(_))) {
        list.push("state");
    }
    if !is_signal && !program.inputs.is_empty() && !reads(|p| matches!(p, Place::Input(_))) {
        list.push("inputs");
    }
    if !program.parameters.is_empty() && !reads(|p| matches!(p, Place::Parameter(_))) {
        list.push("parameters");
    }
    list
}

fn statement(statement: &Statement, page: &mut Page) {
    match statement {
        Statement::Let(name, term) => {
            page.line(1, format!("const double {name} = {};", SYNTAX.text(term)));
        }
        Statement::Solve { unknowns, name, matrix, right } => {
            let n = right.len();
            page.line(1, format!("const double {name}[{}] = {{", n * n));
            matrix.iter().for_each(|row| page.line(2, format!("{},", SYNTAX.list(row))));
            page.line(1, "};");
            page.line(1, format!("double {unknowns}[{n}] = {{{}}};", SYNTAX.list(right)));
            page.line(1, format!("if (solve({n}, {name}, {unknowns})) return 1;"));
        }
    }
}

/// The worked example: the classical method of Runge and Kutta, see [`worked`](super::worked).
fn main(program: &Program<'_>, page: &mut Page) {
    let (name, n) = (&program.module, program.state.len());
    let m = program.export.count(Role::Residuals);
    let passed = passed(program, "state", "&");
    declare_rate(program, page);
    declare_step(program, page);
    declare_trial(program, page);
    page.line(0, "static int stuck(double t)");
    page.line(0, "{");
    page.line(1, format!("fprintf(stderr, \"{}%.10g\\n\", t);", stuck(program.export)));
    page.line(1, "return 1;");
    page.line(0, "}");
    page.line(0, "");
    page.line(0, "int main(void)");
    page.line(0, "{");
    page.line(1, format!("enum {{ ROWS = {ROWS} }};"));
    if !program.parameters.is_empty() {
        page.line(1, format!("{name}_parameters parameters = {name}_defaults;"));
    }
    let residuals = if m > 0 { format!(", residuals[{m}]") } else { String::new() };
    page.line(1, format!("double state[{n}], next[{n}], energy{residuals};"));
    let (from, to) = program.export.span;
    let (from, to) = (decimal(from), decimal(to));
    page.line(1, format!("double start = {from}, interval = ({to} - start)/ROWS, part = {FIRST};"));
    page.line(1, format!("for (int i = 0; i < {n}; i++) state[i] = {name}_start[i];"));
    page.line(1, format!("printf(\"{}\\n\");", columns(program.export).join(",")));
    page.line(1, "for (int row = 0; row <= ROWS; row++) {");
    page.line(2, "double t = start + row*interval, done = 0.0;");
    if !program.inputs.is_empty() {
        page.line(2, format!("{name}_inputs inputs;"));
        let parameters = if program.parameters.is_empty() { "" } else { "&parameters, " };
        page.line(2, format!("if ({name}_signals(t, {parameters}&inputs)) return stuck(t);"));
    }
    page.line(2, format!("if ({name}_energy({passed}, &energy)) return stuck(t);"));
    page.line(2, "printf(\"%.10g\", t);");
    page.line(2, format!("for (int i = 0; i < {n}; i++) printf(\",%.10g\", state[i]);"));
    page.line(2, "printf(\",%.10g\", energy);");
    if m > 0 {
        page.line(2, format!("if ({name}_residuals({passed}, residuals)) return stuck(t);"));
        page.line(2, format!("for (int i = 0; i < {m}; i++) printf(\",%.3g\", residuals[i]);"));
    }
    page.line(2, "printf(\"\\n\");");
    advance(program, page);
    page.line(1, "}");
    page.line(1, "return 0;");
    page.line(0, "}");
}

/// The rate with the inputs of the worked example.
fn declare_rate(program: &Program<'_>, page: &mut Page) {
    let name = &program.module;
    let parameters = match program.parameters.is_empty() {
        true => String::new(),
        false => format!("const {name}_parameters *parameters, "),
    };
    page.line(
        0,
        format!("static int rate(double t, const double *state, {parameters}double *result)"),
    );
    page.line(0, "{");
    if !program.inputs.is_empty() {
        let parameters = if program.parameters.is_empty() { "" } else { "parameters, " };
        page.line(1, format!("{name}_inputs signals, *inputs = &signals;"));
        page.line(1, format!("if ({name}_signals(t, {parameters}inputs)) return 1;"));
    }
    page.line(1, format!("return {name}_rate({}, result);", passed(program, "state", "")));
    page.line(0, "}");
    page.line(0, "");
}

/// What the functions of the worked example take beside the state: declared, and passed on.
fn beside(program: &Program<'_>) -> (String, &'static str) {
    match program.parameters.is_empty() {
        true => (String::new(), ""),
        false => (format!("const {}_parameters *parameters, ", program.module), "parameters, "),
    }
}

fn declare_step(program: &Program<'_>, page: &mut Page) {
    let (n, (declared, parameters)) = (program.state.len(), beside(program));
    let stages = [
        ("t", "state", "k1", "0.5*h"),
        ("t + 0.5*h", "at", "k2", "0.5*h"),
        ("t + 0.5*h", "at", "k3", "h"),
        ("t + h", "at", "k4", ""),
    ];
    page.line(0, "/* A step of the classical method of Runge and Kutta. */");
    let arguments = format!("double t, const double *state, {declared}double h, double *result");
    page.line(0, format!("static int step({arguments})"));
    page.line(0, "{");
    page.line(1, format!("double k1[{n}], k2[{n}], k3[{n}], k4[{n}], at[{n}];"));
    for (time, from, k, next) in stages {
        page.line(1, format!("if (rate({time}, {from}, {parameters}{k})) return 1;"));
        if !next.is_empty() {
            page.line(
                1,
                format!("for (int i = 0; i < {n}; i++) at[i] = state[i] + {next}*{k}[i];"),
            );
        }
    }
    let sum = "state[i] + h/6.0*(k1[i] + 2.0*k2[i] + 2.0*k3[i] + k4[i])";
    page.line(1, format!("for (int i = 0; i < {n}; i++) result[i] = {sum};"));
    page.line(1, "return 0;");
    page.line(0, "}");
    page.line(0, "");
}

fn declare_trial(program: &Program<'_>, page: &mut Page) {
    let (n, (declared, parameters)) = (program.state.len(), beside(program));
    page.line(
        0,
        "/* A step and two halves of it: what both give together, and how far they differ, as a",
    );
    page.line(0, "   multiple of what is tolerated. */");
    let arguments = format!("double t, const double *state, {declared}double h, double *result");
    page.line(0, format!("static double trial({arguments})"));
    page.line(0, "{");
    page.line(1, format!("double whole[{n}], half[{n}], excess = 0.0;"));
    page.line(1, format!("if (step(t, state, {parameters}h, whole)) return HUGE_VAL;"));
    page.line(1, format!("if (step(t, state, {parameters}0.5*h, half)) return HUGE_VAL;"));
    page.line(1, format!("if (step(t + 0.5*h, half, {parameters}0.5*h, result)) return HUGE_VAL;"));
    page.line(1, format!("for (int i = 0; i < {n}; i++) {{"));
    page.line(2, "double difference = result[i] - whole[i];");
    page.line(2, format!("excess += fabs(difference)/(1.0 + fabs(result[i]))/{TOLERANCE};"));
    page.line(2, "result[i] += difference/15.0;");
    page.line(1, "}");
    page.line(1, "return excess;");
    page.line(0, "}");
    page.line(0, "");
}

/// From one row to the next.
fn advance(program: &Program<'_>, page: &mut Page) {
    let n = program.state.len();
    let parameters = if program.parameters.is_empty() { "" } else { "&parameters, " };
    page.line(2, "for (int trials = 1; row < ROWS && done < 1.0; trials++) {");
    page.line(3, "part = fmin(part, 1.0 - done);");
    page.line(3, "t = start + (row + done)*interval;");
    page.line(3, format!("double excess = trial(t, state, {parameters}part*interval, next);"));
    page.line(3, "if (excess <= 1.0) {");
    page.line(4, format!("for (int i = 0; i < {n}; i++) state[i] = next[i];"));
    page.line(4, "done += part;");
    page.line(3, format!("}} else if (part < {SMALLEST} || trials > {MOST_TRIALS}) {{"));
    page.line(4, "return stuck(t);");
    page.line(3, "}");
    page.line(3, "part *= fmin(4.0, fmax(0.2, 0.9*pow(excess + 1e-9, -0.2)));");
    page.line(2, "}");
}

/// A program that reads t, state, parameters and inputs, line after line, and prints what
/// [`Role::COMPARED`] names.
pub(super) fn driver(program: &Program<'_>) -> String {
    let (name, n) = (&program.module, program.state.len());
    let passed = passed(program, "state", "&");
    let mut page = Page::default();
    page.line(0, "#define ALEMBERT_NO_MAIN");
    page.line(0, format!("#include \"{name}.c\""));
    page.line(0, "int main(void)");
    page.line(0, "{");
    let largest = Role::ALL.iter().map(|&role| program.export.count(role)).max().unwrap_or(1);
    page.line(1, format!("double t, state[{n}], result[{largest}];"));
    page.line(1, "while (scanf(\"%lf\", &t) == 1) {");
    page.line(
        2,
        format!("for (int i = 0; i < {n}; i++) if (scanf(\"%lf\", &state[i]) != 1) return 2;"),
    );
    for (kind, list) in [("parameters", &program.parameters), ("inputs", &program.inputs)] {
        if !list.is_empty() {
            page.line(2, format!("{name}_{kind} {kind};"));
        }
        for identifier in list {
            page.line(2, format!("if (scanf(\"%lf\", &{kind}.{identifier}) != 1) return 2;"));
        }
    }
    for role in Role::COMPARED.into_iter().filter(|&role| program.export.count(role) > 0) {
        let count = program.export.count(role);
        page.line(2, format!("if ({name}_{}({passed}, result)) return 3;", role.name()));
        page.line(2, format!("for (int i = 0; i < {count}; i++) printf(\"%.17g \", result[i]);"));
    }
    page.line(2, "printf(\"\\n\");");
    page.line(1, "}");
    page.line(1, "return 0;");
    page.line(0, "}");
    page.finish()
}
