//! Equations of motion as a program for others.
//!
//! ```text
//! Model ──principle──▶ Motion ──lower──▶ Tape ──render::code──▶ C, Rust, Python, …
//!                                         └──samples──▶ states, and our own values at them
//! ```
//!
//! Functions get their formulas, definitions are computed from the parameters, rotations are unit
//! quaternions, and inputs stay arguments. Nothing here writes files or runs programs.

mod independent;
mod lower;
mod samples;
mod units;

pub use samples::Samples;

use alembert_algebra::{Expr, Kind, Rational, Substitution, contains, rate};
use alembert_mechanics::{Motion, System};
use alembert_render::Spelling;
use alembert_render::code::fmu::{Fmi, Unit, unit};
use alembert_render::code::{Export, Quantity, Units};

use super::archive::Archive;
use super::contradiction::refuse_contradictions;
use super::decisive::{decided, decided_values};
use super::digits::motion_for_numbers;
use super::eval::suited;
use super::impulses::impulsive_inputs;
use super::notation::text;
use super::run::sample::{self, Law, States};
use super::run::{Refusal, dry_arguments};
use super::{WalkError, row};
use crate::language::model::Signal;
use crate::language::{Model, si_unit};
use lower::Lowering;
use units::units;

/// The end of the worked example when the model does not have one.
const DEFAULT_SPAN: f64 = 10.0;

/// An exported motion.
#[derive(Debug)]
pub struct Exported {
    /// The tape with its names.
    pub export: Export,
    /// What is to be said about it.
    pub notes: Vec<String>,
    /// What the inputs do in `run`, where they change with time.
    formulas: Vec<Option<String>>,
    system: System,
    motion: Motion,
    lowering: Lowering,
}

/// The motion of a model by a principle, ready to be written in any language. `name` is that of the
/// model, for files and functions.
///
/// # Errors
/// The mechanics refuses the model, or a function has no formula.
pub fn export(model: &Model, name: &str, principle: Option<&str>) -> Result<Exported, WalkError> {
    let mut notes = decided_values(model);
    let model = &decided(model, &[]);
    let row = row(model, principle)?;
    let system = suited(model, &[], row.name, model.system()?)?;
    let motion = motion_for_numbers(model, &[], row, &system)?;
    refuse_contradictions(model, &system, &motion)?;
    let mut lowering = Lowering::new(model, &system, &motion)?;
    let span = span(model)?;
    let state = start(model, (&system, &motion), span.0, &mut notes)?;
    lowering.find_dependent(model, (&system, &motion), &state)?;
    let signals = signals(model, &lowering, &mut notes)?;
    notes.extend(impulsive_inputs(model).into_iter().map(|name| {
        format!(
            "the table of `{name}` makes velocities jump, and the worked example does not: it is right until the \
             first corner only; `alembert run` goes on with the impulse"
        )
    }));
    let (tape, tables) = lowering.tape(&signals)?;
    let names = |list: &[Expr]| -> Vec<String> { list.iter().map(|&e| spelling(e)).collect() };
    let quantities = |list: &[Expr], values: &[f64]| -> Vec<Quantity> {
        list.iter().zip(values).map(|(&e, &value)| quantity(model, e, value)).collect()
    };
    let parameters = sample::values(model, &lowering.parameters)?;
    let motion_in_state = &lowering.motion;
    let mut export = Export {
        name: name.to_owned(),
        title: model.title.clone(),
        principle: motion.principle,
        state: quantities(&motion_in_state.state, &state),
        parameters: quantities(&lowering.parameters, &parameters),
        inputs: quantities(&lowering.inputs, &at_time(model, &signals, span.0)?),
        unknowns: names(&motion.unknowns),
        multipliers: names(&motion.multipliers),
        constraints: motion.labels.clone(),
        velocities: names(&lowering.velocities),
        dependent: lowering.dependent().iter().map(|&k| motion.labels[k].clone()).collect(),
        tape,
        dry: dry(model, &motion),
        tables,
        span,
        units: Units::default(),
    };
    export.units = units(model, &export);
    if !export.dry.is_empty() {
        let dry = export.dry.iter().map(|u| format!("`{u}`")).collect::<Vec<_>>().join(", ");
        notes.push(format!(
            "the program does not know that dry friction holds a body where {dry} = 0: its worked example ends there \
             (exit code 1), and its functions take sign(0) = 0; `alembert run` goes on"
        ));
    }
    let formulas = signals.iter().map(|signal| signal.text(model)).collect();
    Ok(Exported { export, notes, formulas, system, motion, lowering })
}

impl Exported {
    /// The files of a Functional Mock-up Unit, without a shared library. Its inputs are variables of its master:
    /// what `run` does with them stands in their descriptions.
    #[must_use]
    pub fn unit(&self, version: Fmi) -> Unit {
        let mut export = self.export.clone();
        for (input, formula) in export.inputs.iter_mut().zip(&self.formulas) {
            let Some(formula) = formula else { continue };
            let own = input.doc.as_ref().map(|doc| format!("{doc}; ")).unwrap_or_default();
            let start = input.value;
            input.doc = Some(format!("{own}{start} until it is set; in `run` it is {formula}"));
        }
        unit(&export, version)
    }

    /// What is to be said about a Functional Mock-up Unit: which inputs do not do what `run` says of them.
    #[must_use]
    pub fn unit_notes(&self) -> Vec<String> {
        let inputs = self.export.inputs.iter().zip(&self.formulas);
        let note = |(input, formula): (&Quantity, &Option<String>)| {
            let (name, start, formula) = (&input.name, input.value, formula.as_ref()?);
            Some(format!(
                "the input {name} of the FMU stays {start} until it is set; `run` has {name} = {formula}"
            ))
        };
        let notes = inputs.filter_map(note);
        self.notes.iter().cloned().chain(notes).collect()
    }
}

/// The archive of a Functional Mock-up Unit, with the shared library for Linux if there is one.
#[must_use]
pub fn fmu(unit: &Unit, version: Fmi, library: Option<&[u8]>) -> Vec<u8> {
    let mut archive = Archive::new(Vec::new());
    let few = "texts and a library are smaller than 4 GiB";
    for (path, text) in &unit.files {
        archive.add(path, text.as_bytes()).expect(few);
    }
    if let Some(library) = library {
        let path = format!("{}/{}.so", version.linux_folder(), unit.identifier);
        archive.add(&path, library).expect(few);
    }
    archive.finish().expect(few)
}

/// The arguments of signs of velocities in the forces of a motion.
fn dry(model: &Model, motion: &Motion) -> Vec<String> {
    let (_, h) = motion.system.square();
    let arguments = h.iter().flat_map(|&e| dry_arguments(e));
    let written = arguments.map(|u| {
        text(u, model, Spelling::Ascii).unwrap_or_else(|_| "a long expression".to_owned())
    });
    let mut all: Vec<String> = Vec::new();
    for u in written {
        if !all.contains(&u) {
            all.push(u);
        }
    }
    all
}

fn span(model: &Model) -> Result<(f64, f64), WalkError> {
    let Some((from, to)) = model.run.range else { return Ok((0.0, DEFAULT_SPAN)) };
    let numbers = sample::values(model, &[from, to])?;
    Ok((numbers[0], numbers[1]))
}

/// The state at the start; where there is none that obeys the constraints, what is given.
fn start(
    model: &Model,
    (system, motion): (&System, &Motion),
    t: f64,
    notes: &mut Vec<String>,
) -> Result<Vec<f64>, WalkError> {
    let quiet = with_signals(model, |_| Expr::zero());
    let found = States::new(&quiet, system, motion)?.start(&quiet, t);
    let reason = match found {
        Ok(x) => return Ok(x),
        Err(Refusal::Walk(error)) => error.to_string(),
        Err(Refusal::Diagnosed(diagnostic)) => diagnostic.message.clone(),
    };
    notes.push(format!("the worked example starts where nothing is sure to hold: {reason}"));
    Ok(super::values::state(model, &[], &motion.in_quaternions().state)?.values)
}

/// The model with a formula for every input that has none.
fn with_signals(model: &Model, formula: impl Fn(usize) -> Expr) -> Model {
    let mut model = model.clone();
    for (k, input) in model.inputs.iter().enumerate() {
        if !model.run.inputs.iter().any(|(u, _)| *u == input.symbol) {
            model.run.inputs.push((input.symbol, Signal::Formula(formula(k))));
        }
    }
    model
}

/// What an input, or one of its rates, does in the worked example.
struct Signalled {
    law: Law,
    order: u32,
}

impl Signalled {
    /// The formula of this rate, of that of the input.
    fn rate(&self, value: Expr) -> Expr {
        (0..self.order).fold(value, |e, _| rate(e))
    }

    /// The formula of this rate as text, where it changes with time.
    fn text(&self, model: &Model) -> Option<String> {
        match &self.law {
            Law::Formula(e) => {
                let formula = Some(self.rate(*e)).filter(|&e| contains(e, Expr::time()))?;
                let written = text(formula, model, Spelling::Ascii);
                Some(written.unwrap_or_else(|_| "a long formula".to_owned()))
            }
            Law::Table(_) => Some("a table".to_owned()),
        }
    }
}

/// What the inputs and their rates do in the worked example.
fn signals(
    model: &Model,
    lowering: &Lowering,
    notes: &mut Vec<String>,
) -> Result<Vec<Signalled>, WalkError> {
    let mut signals = Vec::new();
    for &input in &lowering.inputs {
        let symbol = input.as_symbol();
        let Some(symbol) = symbol else { continue };
        let own = Expr::symbol(&symbol.name, Kind::Input, 0);
        let signal = model.run.inputs.iter().find(|(u, _)| *u == own);
        let law = match signal {
            Some((_, signal)) => sample::law(model, signal)?,
            None => Law::Formula(Expr::zero()),
        };
        if signal.is_none() && symbol.order == 0 {
            notes.push(format!(
                "the worked example has {} = 0, since `run` says nothing",
                symbol.name
            ));
        }
        signals.push(Signalled { law, order: symbol.order });
    }
    Ok(signals)
}

/// The values of the inputs at a time.
fn at_time(model: &Model, signals: &[Signalled], t: f64) -> Result<Vec<f64>, WalkError> {
    let time = Rational::from_f64(t).map_or(Expr::zero(), Expr::from);
    let mut now = Substitution::new([(Expr::time(), time)]);
    let mut values = Vec::new();
    for signal in signals {
        let formula = match &signal.law {
            Law::Formula(e) => *e,
            Law::Table(pieces) => {
                let bounds: Vec<Expr> = pieces.iter().filter_map(|piece| piece.until).collect();
                let place = sample::values(model, &bounds)?.partition_point(|&until| until <= t);
                let [a, b, c] = pieces[place].line;
                a + b * (Expr::time() - c)
            }
        };
        values.push(now.apply(signal.rate(formula)));
    }
    sample::values(model, &values)
}

fn spelling(symbol: Expr) -> String {
    symbol.as_symbol().map(|s| s.spelling()).unwrap_or_default()
}

/// A symbol with its unit in SI and its documentation.
fn quantity(model: &Model, symbol: Expr, value: f64) -> Quantity {
    let name = spelling(symbol);
    let letter = name.trim_end_matches('\'');
    let variables = model.coordinates.iter().chain(&model.inputs);
    let mut known: Vec<(&str, Option<&str>, Option<&str>)> =
        variables.map(|v| (v.name.as_str(), v.unit.as_deref(), v.doc.as_deref())).collect();
    let parameters = model.parameters.iter();
    known.extend(parameters.map(|p| (p.name.as_str(), p.unit.as_deref(), p.doc.as_deref())));
    let found = known.into_iter().find(|k| k.0 == letter);
    let unit = found.and_then(|k| k.1).and_then(|unit| si_unit(unit, name.len() - letter.len()));
    let doc = found.and_then(|k| k.2).filter(|_| letter == name).map(str::to_owned);
    Quantity { name, unit, doc, value }
}
