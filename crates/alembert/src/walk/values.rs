//! Numbers: the values of parameters and of the state.

use alembert_algebra::tape::Builder;
use alembert_algebra::{Expr, Kind, Rational, Substitution, symbols};

use alembert_mechanics::Choice;

use super::{WalkError, turning};
use crate::language::model::{Function, Signal};
use crate::language::{Assignment, Model};

/// The model with parameters, initial values or inputs changed. A parameter that was defined through
/// others is a plain number afterwards, and an input keeps its value along a motion.
#[must_use]
pub fn change(model: &Model, assignments: &[Assignment]) -> Model {
    let mut model = model.clone();
    for assignment in assignments {
        let same = |symbol: Expr| symbol == assignment.symbol;
        if model.inputs.iter().any(|input| same(input.symbol)) {
            model.run.inputs.retain(|(u, _)| !same(*u));
            model.run.inputs.push((assignment.symbol, Signal::Formula(assignment.value)));
        }
        if let Some(p) = model.parameters.iter_mut().find(|p| same(p.symbol)) {
            p.value = assignment.value;
            p.is_definition = false;
        } else if let Some(i) = model.initial.iter_mut().find(|i| same(i.quantity)) {
            i.value = assignment.value;
        } else {
            model.initial.push(crate::language::model::Initial {
                name: assignment.name.clone(),
                quantity: assignment.symbol,
                value: assignment.value,
                unit: None,
                guess: false,
                span: assignment.span,
            });
        }
    }
    model
}

/// The model with these coordinates as the dependent ones, for principles that eliminate
/// velocities.
#[must_use]
pub fn depend(model: &Model, coordinates: &[Expr]) -> Model {
    let mut model = model.clone();
    model.dependent = coordinates.to_vec();
    model
}

/// Parameters whose values are exact rational numbers, for states that people know.
fn exact_parameters(model: &Model) -> Vec<(Expr, Rational)> {
    let mut known: Vec<(Expr, Expr)> = Vec::new();
    let mut exact = Vec::new();
    for p in &model.parameters {
        let value = Substitution::new(known.iter().copied()).apply(p.value);
        known.push((p.symbol, value));
        if let Some(number) = value.as_number() {
            exact.push((p.symbol, number));
        }
    }
    exact
}

/// A rational number at a bound of a range, or next to it on the side that is asked for when the
/// bound is a multiple of π.
fn inside(bound: Expr, above: bool) -> Option<Rational> {
    let below_pi = Rational::ratio(314_159_265, 100_000_000);
    let above_pi = Rational::ratio(314_159_266, 100_000_000);
    bound.as_number().or_else(|| {
        let factor = (bound / Expr::pi()).as_number()?;
        let larger = (factor > Rational::ZERO) == above;
        Some(&factor * if larger { &above_pi } else { &below_pi })
    })
}

/// The values that a witness may take: the model's own parameters first, its ranges always.
pub(super) fn choice(model: &Model, tries: u64) -> Choice {
    let ranges = model.parameters.iter().filter_map(|p| {
        let (low, high) = p.range?;
        Some((p.symbol, (inside(low, true)?, inside(high, false)?)))
    });
    Choice { suggested: exact_parameters(model), ranges: ranges.collect(), tries }
}

/// The numbers of a state: given ones, then initial ones, then zero. The names of those that are
/// taken as zero come back too.
pub(super) struct State {
    /// The value of each symbol that was asked for.
    pub(super) values: Vec<f64>,
    /// The names of those that nobody gave.
    pub(super) assumed: Vec<String>,
}

/// The values of `wanted` symbols: parameters from the model, the rest from `given` or `initial`.
pub(super) fn state(
    model: &Model,
    given: &[Assignment],
    wanted: &[Expr],
) -> Result<State, WalkError> {
    let mut builder = Builder::new(&[]);
    for p in &model.parameters {
        let slot = builder.expression(p.value)?;
        builder.bind(p.symbol, slot);
    }
    let mut slots = Vec::new();
    let mut assumed = Vec::new();
    for &symbol in wanted {
        let value = value_of(model, given, symbol);
        if value.is_none() {
            assumed.push(symbol.as_symbol().map(|s| s.spelling()).unwrap_or_default());
        }
        slots.push((String::new(), builder.expression(value.unwrap_or(Expr::zero()))?));
    }
    let values = builder.finish(slots).evaluate(&[])?.outputs;
    Ok(State { values, assumed })
}

/// The values of expressions in the quantities of a state.
pub(super) fn at(
    model: &Model,
    given: &[Assignment],
    list: &[Expr],
) -> Result<Vec<f64>, WalkError> {
    let formulas = model.functions.iter().filter_map(Function::specification);
    let list = formulas.fold(list.to_vec(), |list, mut formula| {
        list.into_iter().map(|e| formula.apply(e)).collect()
    });
    let is_pi = |x: &Expr| *x == Expr::pi();
    let wanted: Vec<Expr> = symbols(&list).into_iter().filter(|x| !is_pi(x)).collect();
    let state = state(model, given, &wanted)?;
    let mut builder = Builder::new(&wanted);
    let mut outputs = Vec::new();
    for e in list {
        outputs.push((String::new(), builder.expression(e)?));
    }
    Ok(builder.finish(outputs).evaluate(&state.values)?.outputs)
}

pub(super) fn value_of(model: &Model, given: &[Assignment], symbol: Expr) -> Option<Expr> {
    let is_time = symbol.as_symbol().is_some_and(|s| s.kind == Kind::Time);
    if let Some(value) = turning::value_of(model, given, symbol) {
        return Some(value);
    }
    let at = given.iter().rev().find(|a| a.symbol == symbol).map(|a| a.value);
    let parameter = || model.parameters.iter().find(|p| p.symbol == symbol).map(|p| p.symbol);
    let initial = || model.initial.iter().find(|i| i.quantity == symbol).map(|i| i.value);
    let start = || model.run.range.map(|r| r.0).or(Some(Expr::zero())).filter(|_| is_time);
    at.or_else(parameter).or_else(initial).or_else(start)
}
