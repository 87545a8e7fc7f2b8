//! The whole walk from text to model, and questions about a model in its own language.

use alembert_algebra::{Expr as Value, Kind, partial, rate, symbols};

use super::diagnostic::{Code, Diagnostic};
use super::format;
use super::limits::DIAGNOSTICS;
use super::lower::{self, Lowering, outside_range};
use super::model::{Model, Parameter, Turning, Variable};
use super::parser::{self, Quantities, Vocabulary};
use super::report::Report;
use super::resolve::{self, Checker, Meaning, Place, Shaper};
use super::source::{Source, Span};
use super::syntax::{Expr, Initial, ModelFile, SectionKind, SectionMark};
use super::units;

/// What was understood of a text.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The tree.
    pub file: ModelFile,
    /// The model, when there is no error but in lines of `expect` and `reject`, which it then lacks.
    pub model: Option<Model>,
    /// Everything that is to be said about the text, in its order.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a model file.
///
/// ```
/// use alembert::language::{Source, read};
/// let text = "coordinates\n  x [m]\nparameters\n  m = 1\nL = ½ m ẋ²\n";
/// let model = read(&Source::new("free.mech", text)).model.unwrap();
/// assert_eq!(model.coordinates[0].name, "x");
/// ```
#[must_use]
pub fn read(source: &Source) -> Reading {
    let reading = read_whole(source);
    let states =
        |mark: &SectionMark| matches!(mark.kind, SectionKind::Expect | SectionKind::Reject);
    match reading.model.is_none() && reading.file.sections.iter().any(states) {
        true => without_faulty_statements(source, reading),
        false => reading,
    }
}

/// The model without the lines of `expect` and `reject` that have an error, if there is no other; what was found
/// in them is kept.
fn without_faulty_statements(source: &Source, reading: Reading) -> Reading {
    let lines = parser::statements(source);
    let inside = |d: &Diagnostic| {
        lines.iter().position(|line| line.start <= d.span.start && d.span.end <= line.end)
    };
    let (mut text, mut faults) = (source.text().to_owned(), Vec::new());
    if reading.diagnostics.len() > DIAGNOSTICS {
        return reading;
    }
    let mut left_out: Vec<usize> = Vec::new();
    let mut found = reading.diagnostics.clone();
    // every round leaves out a line at least
    for _ in 0..lines.len() {
        let errors: Vec<Diagnostic> = found.into_iter().filter(Diagnostic::is_error).collect();
        let Some(faulty) = errors.iter().map(inside).collect::<Option<Vec<usize>>>() else { break };
        faults.extend(errors);
        faulty.iter().for_each(|&line| blank(&mut text, lines[line]));
        left_out.extend(faulty);
        let rest = read_whole(&Source::new(source.name(), text.as_str()));
        if rest.model.is_some() {
            let is_used = |d: &Diagnostic| {
                let name = source.slice(d.span);
                let uses = |&line: &usize| source.slice(lines[line]).contains(name);
                d.code == Code::NeverUsed && left_out.iter().any(uses)
            };
            faults.extend(rest.diagnostics.into_iter().filter(|d| !is_used(d)));
            faults.sort_by_key(|d| d.span.start);
            return Reading { model: rest.model, diagnostics: faults, ..reading };
        }
        found = rest.diagnostics;
    }
    reading
}

/// Writes spaces in a place of a text, but no other number of bytes or lines.
fn blank(text: &mut String, span: Span) {
    let spaces = |c: char| if c == '\n' { "\n".to_owned() } else { " ".repeat(c.len_utf8()) };
    let blanks: String = text[span.start..span.end].chars().map(spaces).collect();
    text.replace_range(span.start..span.end, &blanks);
}

fn read_whole(source: &Source) -> Reading {
    let mut report = Report::default();
    let file = parser::parse_into(source, &mut report);
    if parser::is_too_large(source) || format::mistake(source).is_some() {
        return Reading { file, model: None, diagnostics: report.finish() };
    }
    let scope = resolve::resolve(&file, source, &mut report);
    if !report.has_error() {
        units::check(&file, &scope, source, &mut report);
    }
    let model = match report.has_error() {
        true => None,
        false => lower::lower(&file, scope, source, &mut report),
    };
    Reading { file, model, diagnostics: report.finish() }
}

/// Reads an expression in the names of a model; multipliers are `lambda_label`, the energy is `E`
/// (see [`energy_symbol`](super::energy_symbol)).
///
/// # Errors
/// What is wrong with the text.
///
/// ```
/// use alembert::language::{Source, read, read_expression};
/// let text = "coordinates\n  θ\nL = ½ θ'²\n";
/// let model = read(&Source::new("rotor.mech", text)).model.unwrap();
/// let rate = read_expression(&Source::new("<question>", "θ'"), &model).unwrap();
/// assert_eq!(rate, read_expression(&Source::new("<question>", "\\dot\\theta"), &model).unwrap());
/// assert!(read_expression(&Source::new("<question>", "phi"), &model).is_err());
/// ```
pub fn read_expression(source: &Source, model: &Model) -> Result<Value, Vec<Diagnostic>> {
    Reader::new(model).expression(source)
}

/// Reads several expressions in the names of one model.
pub(crate) struct Reader<'a> {
    model: &'a Model,
    vocabulary: Vocabulary,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(model: &'a Model) -> Self {
        Self { model, vocabulary: vocabulary(model) }
    }

    /// What [`read_expression`] reads.
    pub(crate) fn expression(&self, source: &Source) -> Result<Value, Vec<Diagnostic>> {
        let mut report = Report::default();
        let expr = parser::parse_expression(source, &self.vocabulary, &mut report);
        let value = question(&expr, source, self.model, &mut report);
        finish(value, report)
    }

    /// What [`read_equation`] reads.
    pub(crate) fn equation(&self, source: &Source) -> Result<(Value, Value), Vec<Diagnostic>> {
        if source.text().contains("p_") {
            let model = with_momenta(self.model);
            return Reader::new(&model).sides(source);
        }
        self.sides(source)
    }

    fn sides(&self, source: &Source) -> Result<(Value, Value), Vec<Diagnostic>> {
        let model = self.model;
        if let Some(quantity) = source.text().trim_end().strip_suffix("is conserved") {
            let quantity = self.expression(&Source::new(source.name(), quantity))?;
            return Ok((lower::slope(quantity), Value::zero()));
        }
        if let Some(found) = kind_instead(source, model) {
            return Err(vec![found]);
        }
        let mut report = Report::default();
        let (left, right) = parser::parse_equation(source, &self.vocabulary, &mut report);
        let left = question(&left, source, model, &mut report);
        let right = question(&right, source, model, &mut report);
        finish((left, right), report)
    }
}

/// Reads an equation in the names of a model: its left and its right side. That a quantity
/// `is conserved` is the equation of its rate with zero.
///
/// # Errors
/// What is wrong with the text.
pub fn read_equation(source: &Source, model: &Model) -> Result<(Value, Value), Vec<Diagnostic>> {
    Reader::new(model).equation(source)
}

/// The model with the momenta `p_x = ∂L/∂x'`, as far as these names are free and L has no accelerations.
fn with_momenta(model: &Model) -> Model {
    let accelerates = |x: &Value| x.as_symbol().is_some_and(|s| s.order > 1);
    if symbols(&[model.lagrangian]).iter().any(accelerates) {
        return model.clone();
    }
    let momentum =
        |c: &Variable| (format!("p_{}", c.name), partial(model.lagrangian, rate(c.symbol)));
    let all: Vec<(String, Value)> = model.coordinates.iter().map(momentum).collect();
    let free = all.iter().filter(|(name, _)| !model.knows(name));
    model.with_names(&free.map(|(name, p)| (name.as_str(), *p)).collect::<Vec<_>>())
}

/// A line about the kind of a constraint, which is no equation.
fn kind_instead(source: &Source, model: &Model) -> Option<Diagnostic> {
    let (label, _) = source.text().split_once(" is ")?;
    let labels = label.split(',').map(str::trim);
    let known = |label: &str| model.constraints.iter().any(|c| c.label == label);
    if !labels.into_iter().all(known) {
        return None;
    }
    let message = format!("`{}` is a constraint: its kind is no equation", label.trim());
    let found = Diagnostic::new(Code::Expected, Span::new(0, label.len()), message);
    Some(found.hint(
        "`alembert check` tells the kinds of the constraints; a line of `expect` asks for one",
    ))
}

/// A quantity with a value: `x' = 2`.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// How it is written, in ASCII: `theta'`.
    pub name: String,
    /// The symbol: time, a coordinate with dots, a parameter, an input, a multiplier.
    pub symbol: Value,
    /// The value, in numbers and parameters.
    pub value: Value,
    /// Where it stands.
    pub span: Span,
}

/// Reads a state such as `t=0, x=1, x'=2, mu_edge=0`, or a change of parameters. A number without
/// a unit is in the unit with which its parameter is declared; of everything else, in units of
/// the SI.
///
/// # Errors
/// What is wrong with the text.
pub fn read_assignments(
    source: &Source,
    model: &Model,
) -> Result<Vec<Assignment>, Vec<Diagnostic>> {
    let mut report = Report::default();
    let mut assignments = Vec::new();
    let all = parser::parse_assignments(source, &vocabulary(model), &mut report);
    for (number, initial) in all.iter().enumerate() {
        let mut checker = Checker::new(&model.scope, source, &mut report);
        checker.quantity(&initial.ident);
        checker.one_frame(initial, &all[..number]);
        checker.expr(&initial.value, Place::Constant);
        let mut shaper = Shaper::new(&model.scope, source, &mut report);
        resolve::start(initial, &model.scope, &mut shaper);
        units::check_assignment(initial, model, source, &mut report);
        if report.has_error() {
            continue;
        }
        let mut lowering = Lowering::new(&model.values, source, &mut report);
        for given in lowering.given(initial, &model.rotations) {
            let assignment = assignment(initial, given, &assignments, model, &mut report);
            assignments.push(assignment);
        }
    }
    finish(assignments, report)
}

/// One quantity of a line with its value in units of the SI.
fn assignment(
    initial: &Initial,
    (name, symbol, value): lower::Given,
    earlier: &[Assignment],
    model: &Model,
    report: &mut Report,
) -> Assignment {
    let given = initial.unit.as_ref().map(|unit| unit.text.as_str());
    let parameter = model.parameters.iter().find(|p| p.symbol == symbol);
    let unit = given.or_else(|| parameter.and_then(|p| p.unit.as_deref()));
    let value = lower::in_unit(value, &initial.value, unit);
    let first = earlier.iter().find(|a| a.symbol == symbol && a.span != initial.span);
    if let Some(refusal) = refused(initial, &name, first, model) {
        report.add(refusal);
    }
    if parameter.is_some_and(|p| !p.admits(value)) {
        report.add(outside_range(&name, initial.span));
    }
    Assignment { name, symbol, value, span: initial.span }
}

/// The message about a value that is given twice, or that the equations of motion determine.
fn refused(
    given: &Initial,
    name: &str,
    first: Option<&Assignment>,
    model: &Model,
) -> Option<Diagnostic> {
    if let Some(first) = first {
        let message = format!("`{name}` is given twice");
        return Some(
            Diagnostic::new(Code::DeclaredTwice, given.span, message)
                .related(first.span, "first here"),
        );
    }
    let is_coordinate = model.coordinates.iter().any(|c| c.name == given.ident.name);
    let turns = |t: &Turning| t.components().any(|c| c == given.ident.name);
    let second =
        |s: Value| s.as_symbol().is_some_and(|s| s.kind == Kind::Coordinate && s.order > 1);
    let second = symbols(&[model.lagrangian]).into_iter().any(second);
    let highest = match (is_coordinate, model.rotations.iter().any(turns)) {
        (true, _) if second => 4,
        (true, _) => 2,
        (false, true) => 1,
        (false, false) => return None,
    };
    (given.order >= highest).then(|| {
        let message =
            format!("`{name}` is no part of the state: the equations of motion determine it");
        let last = "'".repeat(highest as usize - 1);
        let hint = format!("a state has derivatives up to {}{last}", given.ident.name);
        Diagnostic::new(Code::Expected, given.span, message).hint(hint)
    })
}

fn vocabulary(model: &Model) -> Vocabulary {
    let names = |wanted: bool| {
        let is_function = |m: Meaning| matches!(m, Meaning::Function(_));
        let entries = model.scope.entries().filter(move |(_, e)| is_function(e.meaning) == wanted);
        entries.map(|(name, _)| name.to_owned())
    };
    Vocabulary::new(names(true), names(false)).with(quantities(model))
}

/// The names of a model by what they stand for.
fn quantities(model: &Model) -> Quantities {
    let quasi = model.quasi.iter().map(|q| q.name.clone());
    let moving = model.coordinates.iter().chain(&model.inputs).map(|v| v.name.clone());
    Quantities {
        angles: angles(model).iter().map(|p| p.name.clone()).collect(),
        parameters: model.parameters.iter().map(|p| p.name.clone()).collect(),
        moving: moving.chain(quasi).collect(),
    }
}

/// The parameters that are angles: by their unit or, without one, by what they are made of.
pub(crate) fn angles(model: &Model) -> Vec<&Parameter> {
    let mut angles: Vec<&Parameter> = Vec::new();
    for parameter in &model.parameters {
        let of_angles =
            || symbols(&[parameter.value]).iter().any(|s| angles.iter().any(|a| a.symbol == *s));
        if parameter.unit.as_deref().map_or_else(of_angles, units::is_angle) {
            angles.push(parameter);
        }
    }
    angles
}

fn question(expr: &Expr, source: &Source, model: &Model, report: &mut Report) -> Value {
    Checker::new(&model.scope, source, report).expr(expr, Place::Statement);
    Shaper::new(&model.scope, source, report).number(expr);
    match report.has_error() {
        true => Value::undefined(),
        false => Lowering::new(&model.values, source, report).of_question().item(expr),
    }
}

fn finish<T>(value: T, report: Report) -> Result<T, Vec<Diagnostic>> {
    let failed = report.has_error();
    let diagnostics = report.finish();
    if failed { Err(diagnostics) } else { Ok(value) }
}
