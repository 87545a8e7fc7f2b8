//! Do all methods follow one motion of a model, and have all principles and the explicit form its accelerations?
//!
//! The accelerations are those of d'Alembert's principle in double-double, at a state of the motion. What all methods
//! refuse, and what no principle but d'Alembert's takes, is not applicable.

use std::ops::ControlFlow;

use alembert::language::{Model, Source, read_assignments};
use alembert::walk::{Column, RunReport, RunRequest, eval, principles, run};
use alembert_algebra::Expr;
use alembert_algebra::numeric::{DoubleDouble, Real};

use super::differences::sensitivities;
use super::generator::Drawn;
use super::printed::{Values, explicit, in_speeds};

/// Principles of other motions than those of bodies.
const OTHER_MOTIONS: [&str; 2] = ["vakonomic", "naive"];
/// The methods that are compared.
const METHODS: [&str; 3] = ["radau", "dop853", "taylor"];
/// How far accelerations may differ, relative to the largest or to 1.
const ACCELERATIONS: f64 = 1e-9;
/// How far motions may differ, relative to the largest value of a column: that is what a method without
/// a given tolerance promises, with a margin for the growth of errors.
const MOTIONS: f64 = 1e-8;
/// A column that is smaller than this is measured by this.
const SMALLEST: f64 = 1e-3;
/// Steps after which a motion has a pole, in runs of one unit of time.
const MOST_STEPS: u64 = 20_000;

/// What is found of a model.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Verdict {
    /// Everything agrees.
    Holds,
    /// There is nothing to compare.
    NotApplicable,
    /// Something differs.
    Fails(String),
}

/// How much of a model is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// Methods and principles.
    Motions,
    /// The explicit form and sensitivities too.
    All,
}

/// Of one model in so many the explicit form and the sensitivities are judged too.
const DEEP: u64 = 3;

impl Depth {
    /// That of the model with this number.
    pub(crate) fn of(number: u64) -> Self {
        if number.is_multiple_of(DEEP) { Self::All } else { Self::Motions }
    }
}

/// The verdict about a model.
pub(crate) fn judge(drawn: &Drawn, depth: Depth) -> Verdict {
    let model = match drawn.model() {
        Ok(model) => model,
        Err(why) => return Verdict::Fails(why),
    };
    let runs = METHODS.map(|method| followed(&model, method));
    let Some(first) = runs.iter().flatten().next() else { return Verdict::NotApplicable };
    if let Some(why) = methods(first, &runs) {
        return Verdict::Fails(why);
    }
    // an orientation is given by other names than those of columns; the start obeys the constraints
    let turns = !model.rotations.is_empty();
    let state = if turns { String::new() } else { last_state(first) };
    match accelerations(&model, &state) {
        Verdict::Holds if depth == Depth::All && !turns => deeper(&model, &state, first),
        verdict => verdict,
    }
}

/// The verdict about the explicit form and the sensitivities.
fn deeper(model: &Model, state: &str, run: &RunReport) -> Verdict {
    let Some(values) = values(model, state) else {
        return Verdict::Fails(format!("the state cannot be read: {state}"));
    };
    let Some(right) = precise(model, &values) else {
        return Verdict::Fails(format!("there are no accelerations in double-double at {state}"));
    };
    let why = explicit(model, &values, &right)
        .or_else(|| in_speeds(model))
        .or_else(|| sensitivities(model, run));
    why.map_or(Verdict::Holds, Verdict::Fails)
}

/// A run by a method, when it gets to its end.
fn followed(model: &Model, method: &'static str) -> Option<RunReport> {
    let request = RunRequest {
        method: Some(method),
        every: Some(0.25),
        most_steps: Some(MOST_STEPS),
        ..RunRequest::default()
    };
    let report = run(model, request, &mut |_| ControlFlow::Continue(())).ok()?;
    (report.reason.is_none() && report.steps < MOST_STEPS).then_some(report)
}

/// What methods do not agree about.
fn methods(first: &RunReport, runs: &[Option<RunReport>]) -> Option<String> {
    for (method, run) in METHODS.iter().zip(runs) {
        let Some(run) = run else { return Some(format!("{method} refuses, and another does not")) };
        let columns = first.columns.iter().zip(&run.columns).skip(1).take(first.state);
        for (a, b) in columns {
            let size = a.values.iter().fold(SMALLEST, |most, x| most.max(x.abs()));
            let pairs = a.values.iter().zip(&b.values);
            let worst = pairs.map(|(x, y)| (x - y).abs() / size).fold(0.0, f64::max);
            if worst.is_nan() || worst > MOTIONS || a.values.len() != b.values.len() {
                return Some(format!("{} by {method} differs by {worst:.1e}", a.name));
            }
        }
    }
    None
}

/// Time, state and input at the end of a run, as values that are given by name.
fn last_state(run: &RunReport) -> String {
    let is_input = |(i, c): &(usize, &Column)| *i <= run.state || c.name == "u";
    let columns = run.columns.iter().enumerate().filter(is_input).map(|(_, c)| c);
    let value = |x: &[f64]| x.last().copied().unwrap_or_default();
    let given: Vec<String> =
        columns.map(|c| format!("{} = {:e}", c.name, value(&c.values))).collect();
    given.join(", ")
}

/// The accelerations of all principles, compared.
fn accelerations(model: &Model, state: &str) -> Verdict {
    let Ok(given) = read_assignments(&Source::new("<state>", state), model) else {
        return Verdict::Fails(format!("the state cannot be read: {state}"));
    };
    let Ok(plain) = eval(model, &given, Some("dalembert")) else { return Verdict::NotApplicable };
    let right = values(model, state).and_then(|values| precise(model, &values));
    let right = right.unwrap_or_else(|| plain.highest.clone());
    for principle in principles() {
        if OTHER_MOTIONS.contains(&principle) {
            continue;
        }
        let Ok(found) = eval(model, &given, Some(principle)) else { continue };
        if let Some(name) = difference(&right, &found.highest) {
            return Verdict::Fails(format!(
                "{name} by {principle} is {:?}, not {right:?}",
                found.highest
            ));
        }
    }
    Verdict::Holds
}

/// The values of a state that is given by name, and of the parameters.
pub(crate) fn values(model: &Model, state: &str) -> Option<Values> {
    let given = read_assignments(&Source::new("<state>", state), model).ok()?;
    let given = given.iter().map(|a| (a.symbol, a.value));
    let parameters = model.parameters.iter().map(|p| (p.symbol, p.value));
    given.chain(parameters).map(|(symbol, value)| Some((symbol, number(value)?))).collect()
}

pub(crate) fn number(e: Expr) -> Option<f64> {
    let tape = {
        let mut builder = alembert_algebra::tape::Builder::new(&[]);
        let slot = builder.expression(e).ok()?;
        builder.finish(vec![(String::new(), slot)])
    };
    tape.evaluate::<f64>(&[]).ok().map(|found| found.outputs[0])
}

/// The accelerations of d'Alembert's principle with twice the digits, for models without functions of their own.
fn precise(model: &Model, values: &Values) -> Option<Vec<(String, f64)>> {
    let motion = (alembert::Principle::named("dalembert")?.derive)(&model.system().ok()?).ok()?;
    let symbols: Vec<Expr> = values.iter().map(|v| v.0).collect();
    let parameters: Vec<Expr> = model.parameters.iter().map(|p| p.symbol).collect();
    let arguments = motion.arguments(&parameters);
    let place = |x: &Expr| symbols.iter().position(|s| s == x);
    let at = arguments.iter().map(|x| Some(DoubleDouble::from(values[place(x)?].1)));
    let tape = motion.tape(&parameters).ok()?;
    let found = tape.evaluate::<DoubleDouble>(&at.collect::<Option<Vec<_>>>()?).ok()?.outputs;
    let named = tape.outputs.iter().zip(found).map(|(o, x)| (o.0.clone(), x.to_f64()));
    Some(named.take(motion.highest.len()).collect())
}

/// The first acceleration that differs.
pub(crate) fn difference(right: &[(String, f64)], found: &[(String, f64)]) -> Option<String> {
    let size = right.iter().fold(1.0f64, |most, (_, x)| most.max(x.abs()));
    let differs = |(name, x): &&(String, f64)| {
        let other = found.iter().find(|(other, _)| other == name);
        other.is_none_or(|(_, y)| (x - y).abs() > ACCELERATIONS * size)
    };
    right.iter().find(differs).map(|(name, _)| name.clone())
}
