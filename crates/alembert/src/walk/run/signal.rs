//! What the inputs of a model do: formulas in time, and tables.
//!
//! A table is straight between its points. On each piece the input is
//!
//! ```text
//! u = a + b (t − c),     u' = b                                                     (1)
//! ```
//!
//! with three numbers that change from piece to piece; a run goes piece by piece, so that every piece
//! is analytic. Before its first and after its last point a table keeps its value.

use alembert_algebra::{Expr, Kind, Substitution, rate, symbols};

use super::WalkError;
use super::numbers::evaluated;
use crate::language::Model;
use crate::language::model::{Definition, Signal, Variable};

/// The model with the inputs that `run` gives among its observed quantities, before the others.
pub(super) fn with_inputs(model: &Model) -> Model {
    let is_given = |u: &&Variable| model.run.inputs.iter().any(|(given, _)| *given == u.symbol);
    let seen = |u: &Variable| Definition {
        name: u.name.clone(),
        value: u.symbol,
        unit: u.unit.clone(),
        doc: u.doc.clone(),
    };
    let inputs: Vec<Definition> = model.inputs.iter().filter(is_given).map(seen).collect();
    let mut with_inputs = model.clone();
    with_inputs.observed.splice(0..0, inputs);
    with_inputs
}

/// The replacement of the inputs, and the numbers of the tables.
pub(super) struct Signals {
    pairs: Vec<(Expr, Expr)>,
    tables: Vec<Table>,
}

/// The replacement of the inputs in these expressions that have formulas; those with tables stay.
pub(super) fn formulas(model: &Model, used: &[Expr]) -> Substitution {
    let pairs = model.inputs.iter().filter_map(|input| match signal(model, input)? {
        Signal::Formula(e) => {
            Some(with_rates((input.symbol, model.specified(*e)), highest(input, used)?))
        }
        Signal::Table(_) => None,
    });
    Substitution::new(pairs.flatten().collect::<Vec<_>>())
}

/// What `run` says about an input.
fn signal<'a>(model: &'a Model, input: &Variable) -> Option<&'a Signal> {
    model.run.inputs.iter().find(|(u, _)| *u == input.symbol).map(|s| &s.1)
}

/// The highest derivative of an input in these expressions, if they contain it.
fn highest(input: &Variable, used: &[Expr]) -> Option<u32> {
    let symbol = input.symbol.as_symbol();
    let same = |e: &Expr| {
        let s = e.as_symbol().filter(|s| s.kind == Kind::Input);
        s.is_some_and(|s| symbol.as_ref().is_some_and(|own| own.name == s.name))
    };
    let found = symbols(used).into_iter().filter(same).filter_map(Expr::as_symbol);
    found.map(|s| s.order).max()
}

/// A replacement with those of its derivatives, so many of them.
fn with_rates(first: (Expr, Expr), highest: u32) -> Vec<(Expr, Expr)> {
    let next = |&(symbol, value): &(Expr, Expr)| Some((rate(symbol), rate(value)));
    std::iter::successors(Some(first), next).zip(0..=highest).map(|(pair, _)| pair).collect()
}

/// A table with the symbols of (1).
struct Table {
    symbols: [Expr; 3],
    points: Vec<(f64, f64)>,
}

impl Signals {
    /// What `run` says about the inputs that occur in these expressions.
    pub(super) fn new(model: &Model, used: &[Expr]) -> Result<Self, WalkError> {
        let mut signals = Self { pairs: Vec::new(), tables: Vec::new() };
        for input in &model.inputs {
            let Some(highest) = highest(input, used) else { continue };
            let value = match signal(model, input) {
                None => return Err(WalkError::NoSignal { name: input.name.clone() }),
                Some(Signal::Formula(e)) => model.specified(*e),
                Some(Signal::Table(points)) => signals.table(model, &input.name, points)?,
            };
            signals.pairs.extend(with_rates((input.symbol, value), highest));
        }
        Ok(signals)
    }

    fn table(
        &mut self,
        model: &Model,
        name: &str,
        points: &[(Expr, Expr)],
    ) -> Result<Expr, WalkError> {
        let flat: Vec<Expr> = points.iter().flat_map(|p| [p.0, p.1]).collect();
        let numbers: Vec<f64> = evaluated(model, &flat)?;
        let points: Vec<(f64, f64)> = numbers.chunks_exact(2).map(|p| (p[0], p[1])).collect();
        refuse_falling(points.iter().map(|point| point.0))?;
        let kind = Kind::Parameter { positive: false };
        let symbols = ["value", "slope", "start"]
            .map(|part| Expr::symbol(&format!("{name}'{part}"), kind, 0));
        self.tables.push(Table { symbols, points });
        let [a, b, c] = symbols;
        Ok(a + b * (Expr::time() - c)) // (1)
    }

    /// The replacement of inputs by what they do.
    pub(super) fn substitution(&self) -> Substitution {
        Substitution::new(self.pairs.iter().copied())
    }

    /// The symbols of the tables, which have other numbers on every piece.
    pub(super) fn symbols(&self) -> Vec<Expr> {
        self.tables.iter().flat_map(|table| table.symbols).collect()
    }

    /// The times between two others at which a table bends, in their order.
    pub(super) fn bends(&self, from: f64, to: f64) -> Vec<f64> {
        let (low, high) = (from.min(to), from.max(to));
        let times = self.tables.iter().flat_map(|table| table.points.iter().map(|p| p.0));
        let mut times: Vec<f64> = times.filter(|&t| low < t && t < high).collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        if to < from {
            times.reverse();
        }
        times
    }

    /// The numbers of [`Signals::symbols`] on the piece around a time.
    pub(super) fn numbers(&self, t: f64) -> Vec<f64> {
        self.tables.iter().flat_map(|table| table.numbers(t)).collect()
    }
}

/// The times of a table may not fall.
pub(super) fn refuse_falling(times: impl Iterator<Item = f64> + Clone) -> Result<(), WalkError> {
    let mut pairs = times.clone().zip(times.skip(1));
    match pairs.find(|(from, to)| from > to) {
        Some((from, to)) => Err(WalkError::FallingTable { from, to }),
        None => Ok(()),
    }
}

impl Table {
    fn numbers(&self, t: f64) -> [f64; 3] {
        let after = self.points.partition_point(|p| p.0 <= t);
        match (after.checked_sub(1).map(|k| self.points[k]), self.points.get(after)) {
            (Some((c, a)), Some(&(d, b))) => [a, (b - a) / (d - c), c],
            (Some((c, a)), None) => [a, 0.0, c],
            (None, Some(&(c, a))) => [a, 0.0, c],
            (None, None) => [0.0; 3],
        }
    }
}
