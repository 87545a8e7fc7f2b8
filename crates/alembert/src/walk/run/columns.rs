//! The columns of a run: names and units, where their numbers are, and what is told of a column without all of them.

use std::io;
use std::ops::Range;

use alembert_algebra::{Expr, Kind};

use super::analysis::sensitivity::Derivatives;
use super::journey::Plan;
use super::look::Column;
use super::rows::Rows;
use super::sheet::{Numbers, each_part};
use super::shown::shown;
use super::trajectory::Samples;
use crate::language::{Model, energy_symbol, si_unit, unit_of};

/// Where the numbers of a column are.
#[derive(Debug, Clone, Copy)]
enum Source {
    Sample(usize),
    Derivative(usize),
}

/// The rows of a run, as columns.
#[derive(Debug)]
pub(super) struct Recorded {
    sources: Vec<Source>,
    samples: Rows,
    derivatives: Option<Rows>,
}

impl Recorded {
    /// The columns of a run without their numbers, and where these are.
    pub(super) fn new(
        (model, plan): (&Model, &Plan<'_>),
        samples: Samples<f64>,
        derivatives: Derivatives,
    ) -> (Vec<Column>, Self) {
        let column = |name, unit| Column { name, unit, values: Vec::new() };
        let mut columns = vec![column("t".to_owned(), column_unit(model, "t"))];
        let mut sources = vec![Source::Sample(0)];
        for (name, of) in shown(model, plan) {
            let unit = of.unit((model, plan), &name);
            columns.push(column(name, unit));
            sources.push(Source::Sample(samples.column(of)));
        }
        for (name, place) in derivatives.columns {
            columns.push(column(name, None));
            sources.push(Source::Derivative(place));
        }
        let (samples, derivatives) = (samples.rows(), derivatives.rows);
        (columns, Self { sources, samples, derivatives })
    }

    /// Why its file fails, if it does.
    pub(super) fn failure(&self) -> Option<String> {
        let derivatives = self.derivatives.as_ref();
        self.samples.failure().or(derivatives.and_then(Rows::failure))
    }
}

impl Numbers for Recorded {
    fn rows(&self) -> usize {
        self.samples.len()
    }

    /// Where derivatives have ended they are no numbers.
    fn read(&self, column: usize, rows: Range<usize>, out: &mut Vec<f64>) -> io::Result<()> {
        let (first, count) = (out.len(), rows.len());
        match (self.sources[column], &self.derivatives) {
            (Source::Sample(k), _) => self.samples.column(k, rows, out),
            (Source::Derivative(k), Some(known)) => {
                known.column(k, rows.start..rows.end.min(known.len()), out);
            }
            (Source::Derivative(_), None) => {}
        }
        out.resize(first + count, f64::NAN);
        out[first..].iter_mut().for_each(|x| *x += 0.0); // −0 is printed as 0
        self.failure().map_or(Ok(()), |reason| Err(io::Error::other(reason)))
    }
}

/// How many numbers a curve has.
const CURVE: usize = 32;

/// What is told of a column.
#[derive(Debug, Clone)]
pub(super) struct Brief {
    pub(super) first: Option<f64>,
    pub(super) last: Option<f64>,
    /// The first row at which it has no value, and how many there are.
    pub(super) gap: Option<(usize, usize)>,
    /// The smallest and the largest finite value.
    pub(super) range: (f64, f64),
    /// Some of its values, spread over all of them.
    pub(super) curve: Vec<f64>,
}

impl Brief {
    /// Reads a column once.
    pub(super) fn of(numbers: &dyn Numbers, column: usize) -> io::Result<Self> {
        let rows = numbers.rows();
        let count = rows.min(CURVE);
        let picked = |k: usize| k * rows.saturating_sub(1) / (count - 1).max(1);
        let range = (f64::INFINITY, f64::NEG_INFINITY);
        let mut brief = Self { first: None, last: None, gap: None, range, curve: Vec::new() };
        each_part(numbers, (column, 0..rows), |from, part| {
            for (row, &x) in (from..).zip(part) {
                if x.is_nan() {
                    brief.gap.get_or_insert((row, 0)).1 += 1;
                }
                if x.is_finite() {
                    brief.range = (brief.range.0.min(x), brief.range.1.max(x));
                }
                if brief.curve.len() < count && row == picked(brief.curve.len()) {
                    brief.curve.push(x);
                }
                brief.first.get_or_insert(x);
                brief.last = Some(x);
            }
            Ok(())
        })?;
        Ok(brief)
    }
}

/// The unit of a column: SI, because that is what a run computes in.
pub(crate) fn column_unit(model: &Model, name: &str) -> Option<String> {
    if name == "t" {
        return model.run.unit.as_ref().map(|_| "s".to_owned());
    }
    let letter = name.trim_end_matches('\'');
    let dots = name.len() - letter.len();
    let Some(coordinate) = model.coordinates.iter().find(|c| c.name == letter) else {
        return derived_unit(model, name);
    };
    si_unit(coordinate.unit.as_deref()?, dots)
}

/// The unit of the energy, of a multiplier, of a residual or of an observed quantity.
fn derived_unit(model: &Model, name: &str) -> Option<String> {
    if let Some(observed) = model.observed.iter().find(|d| d.name == name) {
        let declared = observed.unit.as_deref();
        return declared.map_or_else(|| unit_of(model, observed.value), |unit| si_unit(unit, 0));
    }
    if let Some(label) = name.strip_prefix("residual_") {
        return residual_unit(model, label);
    }
    let quantity = match name {
        "E" => energy_symbol(),
        name => Expr::symbol(name, Kind::Multiplier, 0),
    };
    unit_of(model, quantity)
}

/// The unit of the residual of a constraint.
pub(super) fn residual_unit(model: &Model, label: &str) -> Option<String> {
    let constraint = model.constraints.iter().find(|c| c.label == label)?;
    unit_of(model, constraint.phi)
}
