//! Tables of inputs from text: two columns, the time and the value.
//!
//! Lines that begin with `#` and empty lines do not count. A first line of names is allowed; with it the
//! column of the input's own name is taken, and `t` for the time. Names do not begin as numbers do, so that a mistake in
//! the first row is one. Numbers are in SI units, unless a name has another, `t [ms]`, and separated by
//! commas, semicolons or spaces. Times may not fall; two rows of one time are a jump. Before its first and after
//! its last row a table keeps its value.

use alembert_algebra::{Expr, Rational};

use super::WalkError;
use super::notation::as_typed;
use crate::language::model::{Signal, Variable};
use crate::language::{Model, Source, read_expression, si_size};

/// What is wrong in a line of a table.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The names are those of other columns.
    #[error("there are no columns `t` and `{name}`, but {names}")]
    NoColumns {
        /// The input.
        name: String,
        /// The names that there are.
        names: String,
    },
    /// A row is too short.
    #[error("column {0} is missing")]
    Missing(usize),
    /// A word stands in the place of a number.
    #[error("`{0}` is not a number")]
    NotANumber(String),
    /// Time goes back.
    #[error("the time falls from {from} to {to}")]
    Falls {
        /// The time of the row before.
        from: f64,
        /// That of the row.
        to: f64,
    },
    /// A name has a unit that nobody knows.
    #[error("`{0}` is no unit")]
    NoUnit(String),
    /// There is nothing in it.
    #[error("there are no rows")]
    Empty,
}

/// The model with the input of this name given by a table.
///
/// # Errors
/// There is no such input, or the text is no table.
pub fn tabulate(model: &Model, name: &str, table: &Source) -> Result<Model, WalkError> {
    let Some(input) = input_named(model, name) else {
        let known = model.inputs.iter().map(|i| as_typed(&i.name, model)).collect();
        return Err(WalkError::NoInput { name: name.to_owned(), known });
    };
    let points = points((model, input), table)?;
    let number = |x: f64| Rational::from_f64(x).map_or(Expr::zero(), Expr::number);
    let pairs = points.into_iter().map(|(t, u)| (number(t), number(u))).collect();
    let mut model = model.clone();
    let symbol = input.symbol;
    model.run.inputs.retain(|(u, _)| *u != symbol);
    model.run.inputs.push((symbol, Signal::Table(pairs)));
    Ok(model)
}

/// The input that a text names, in any spelling that the language takes: `τ_1`, `tau_1`, `\tau_{1}`.
#[must_use]
pub fn input_named<'a>(model: &'a Model, name: &str) -> Option<&'a Variable> {
    let read = || read_expression(&Source::new("input", name), model).ok();
    let is_own = |input: &&Variable| input.name == name;
    let own = model.inputs.iter().find(is_own);
    own.or_else(|| read().and_then(|e| model.inputs.iter().find(|input| input.symbol == e)))
}

/// The rows of a table.
fn points(driven: (&Model, &Variable), table: &Source) -> Result<Vec<(f64, f64)>, WalkError> {
    let file = table.name().to_owned();
    let wrong =
        |line: usize, reason: TableError| WalkError::BadTable { file: file.clone(), line, reason };
    let rows = table.text().lines().enumerate().map(|(k, line)| (k + 1, line.trim()));
    let rows = rows.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let mut places: Option<[Place; 2]> = None;
    let mut points: Vec<(f64, f64)> = Vec::new();
    for (line, text) in rows {
        let cells = cells(text);
        if places.is_none() && !cells.iter().any(|cell| begins_as_number(cell)) {
            places = Some(named(driven, &cells).map_err(|reason| wrong(line, reason))?);
            continue;
        }
        let plain = |column| Place { column, unit: 1.0 };
        let [t, u] = places.get_or_insert([plain(0), plain(1)]);
        let [t, u] = [t.number(&cells), u.number(&cells)];
        let (t, u) = (t.map_err(|r| wrong(line, r))?, u.map_err(|r| wrong(line, r))?);
        if let Some(&(from, _)) = points.last().filter(|last| last.0 > t) {
            return Err(wrong(line, TableError::Falls { from, to: t }));
        }
        points.push((t, u));
    }
    if points.is_empty() { Err(wrong(1, TableError::Empty)) } else { Ok(points) }
}

fn cells(line: &str) -> Vec<&str> {
    let separated = [',', ';', '\t'].into_iter().find(|&c| line.contains(c));
    match separated {
        Some(c) => line.split(c).map(str::trim).collect(),
        None => line.split_whitespace().collect(),
    }
}

fn begins_as_number(cell: &str) -> bool {
    let first = cell.trim_start_matches('"').chars().next();
    first.is_some_and(|c| c.is_ascii_digit() || "+-−.".contains(c)) || cell.parse::<f64>().is_ok()
}

/// The columns of the time and of an input.
fn named((model, input): (&Model, &Variable), names: &[&str]) -> Result<[Place; 2], TableError> {
    let titles: Vec<(&str, Option<&str>)> = names.iter().map(|name| title(name)).collect();
    let is_input = |name: &str| input_named(model, name).is_some_and(|u| u.symbol == input.symbol);
    let t = titles.iter().position(|title| title.0 == "t");
    let (t, u) = match (t, titles.iter().position(|title| is_input(title.0))) {
        (Some(t), Some(u)) => (t, u),
        _ if names.len() == 2 => (0, 1),
        _ => {
            let (name, names) = (as_typed(&input.name, model), names.join(", "));
            return Err(TableError::NoColumns { name, names });
        }
    };
    Ok([Place::new(t, titles[t].1)?, Place::new(u, titles[u].1)?])
}

/// The name of a column, and its unit: `t [ms]`.
fn title(cell: &str) -> (&str, Option<&str>) {
    let cell = cell.trim_matches('"').trim();
    match cell.strip_suffix(']').and_then(|cell| cell.rsplit_once('[')) {
        Some((name, unit)) => (name.trim(), Some(unit.trim())),
        None => (cell, None),
    }
}

/// A column, and the size of its unit.
#[derive(Clone, Copy)]
struct Place {
    column: usize,
    unit: f64,
}

impl Place {
    fn new(column: usize, unit: Option<&str>) -> Result<Self, TableError> {
        let size = |unit| si_size(unit).ok_or_else(|| TableError::NoUnit(unit.to_owned()));
        Ok(Self { column, unit: unit.map_or(Ok(1.0), size)? })
    }

    fn number(self, cells: &[&str]) -> Result<f64, TableError> {
        let cell = cells.get(self.column).ok_or(TableError::Missing(self.column + 1))?;
        let number = cell.parse::<f64>().ok().filter(|x| x.is_finite());
        number.map(|x| x * self.unit).ok_or_else(|| TableError::NotANumber((*cell).to_owned()))
    }
}
