//! Tables of inputs from text: two columns, the time and the value.
//!
//! Lines that begin with `#` and empty lines do not count. A first line of names is allowed; with it the
//! column of the input's own name is taken, and `t` for the time. Numbers are in SI units and separated by
//! commas, semicolons or spaces. Times may not fall; two rows of one time are a jump.

use alembert_algebra::{Expr, Rational};

use super::WalkError;
use crate::language::model::Signal;
use crate::language::{Model, Source};

/// The model with the input of this name given by a table.
///
/// # Errors
/// There is no such input, or the text is no table.
pub fn tabulate(model: &Model, name: &str, table: &Source) -> Result<Model, WalkError> {
    let ascii = |own: &str| own == name || alembert_render::Spelling::Unicode.name(own) == name;
    let Some(input) = model.inputs.iter().find(|i| ascii(&i.name)) else {
        let known = model.inputs.iter().map(|i| i.name.clone()).collect();
        return Err(WalkError::NoInput { name: name.to_owned(), known });
    };
    let points = points(&input.name, table)?;
    let number = |x: f64| Rational::from_f64(x).map_or(Expr::zero(), Expr::number);
    let pairs = points.into_iter().map(|(t, u)| (number(t), number(u))).collect();
    let mut model = model.clone();
    let symbol = input.symbol;
    model.run.inputs.retain(|(u, _)| *u != symbol);
    model.run.inputs.push((symbol, Signal::Table(pairs)));
    Ok(model)
}

/// The rows of a table.
fn points(name: &str, table: &Source) -> Result<Vec<(f64, f64)>, WalkError> {
    let file = table.name().to_owned();
    let wrong =
        |line: usize, reason: String| WalkError::BadTable { file: file.clone(), line, reason };
    let rows = table.text().lines().enumerate().map(|(k, line)| (k + 1, line.trim()));
    let rows = rows.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let mut places: Option<(usize, usize)> = None;
    let mut points: Vec<(f64, f64)> = Vec::new();
    for (line, text) in rows {
        let cells = cells(text);
        if places.is_none() && cells.iter().any(|cell| cell.parse::<f64>().is_err()) {
            places = Some(named(name, &cells).map_err(|reason| wrong(line, reason))?);
            continue;
        }
        let (t, u) = *places.get_or_insert((0, 1));
        let [t, u] = [number(&cells, t), number(&cells, u)];
        let (t, u) = (t.map_err(|r| wrong(line, r))?, u.map_err(|r| wrong(line, r))?);
        if let Some((before, _)) = points.last().filter(|last| last.0 > t) {
            return Err(wrong(line, format!("the time falls from {before} to {t}")));
        }
        points.push((t, u));
    }
    if points.is_empty() { Err(wrong(1, "there are no rows".to_owned())) } else { Ok(points) }
}

fn cells(line: &str) -> Vec<&str> {
    let separated = [',', ';', '\t'].into_iter().find(|&c| line.contains(c));
    match separated {
        Some(c) => line.split(c).map(str::trim).collect(),
        None => line.split_whitespace().collect(),
    }
}

/// The columns of the time and of an input.
fn named(name: &str, names: &[&str]) -> Result<(usize, usize), String> {
    let place = |wanted: &str| names.iter().position(|cell| cell.trim_matches('"') == wanted);
    match (place("t"), place(name)) {
        (Some(t), Some(u)) => Ok((t, u)),
        _ if names.len() == 2 => Ok((0, 1)),
        _ => Err(format!("there are no columns `t` and `{name}`, but {}", names.join(", "))),
    }
}

fn number(cells: &[&str], place: usize) -> Result<f64, String> {
    let cell = cells.get(place).ok_or_else(|| format!("column {} is missing", place + 1))?;
    let number = cell.parse::<f64>().ok().filter(|x| x.is_finite());
    number.ok_or_else(|| format!("`{cell}` is not a number"))
}
