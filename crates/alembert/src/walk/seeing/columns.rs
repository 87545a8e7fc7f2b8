//! Expressions in the columns of a motion that was written to a file: `x^2 + y^2`.
//!
//! They are read as those of a model are, in the names of a model that has the columns: what has a
//! derivative among them, or is one, is a coordinate, and everything else is a parameter.

use alembert_algebra::tape::Builder;
use alembert_algebra::{Expr, symbols};

use super::standard::shown;
use crate::language::{Model, Source, read, read_expression, unit_of};
use crate::walk::run::{Column, MotionError, Table};

/// The column of a name in either spelling.
pub(super) fn column<'a>(table: &'a Table, name: &str) -> Result<&'a Column, MotionError> {
    let name = name.trim();
    let columns = &table.columns;
    let found = columns.iter().find(|c| c.name == name || shown(&c.name) == shown(name));
    found.ok_or_else(|| {
        let names: Vec<&str> = columns.iter().map(|c| c.name.as_str()).collect();
        MotionError::NoColumn { name: name.to_owned(), list: names.join(", ") }
    })
}

/// A column, or an expression in columns.
pub(super) fn quantity(table: &Table, text: &str) -> Result<Column, MotionError> {
    let text = text.trim();
    if text.is_empty() {
        let reason = "a quantity is missing".to_owned();
        return Err(MotionError::Curve { text: text.to_owned(), reason });
    }
    let known = column(table, text);
    let is_name = text.trim_end_matches('\'').chars().all(|c| c.is_alphanumeric() || c == '_');
    if known.is_ok() || is_name {
        return known.cloned();
    }
    let refuse = |reason: String| MotionError::Curve { text: text.to_owned(), reason };
    let model = model_of(table).ok_or_else(|| refuse("the columns have odd names".to_owned()))?;
    let value = read_expression(&Source::new("curve", text.to_owned()), &model)
        .map_err(|found| refuse(found.first().map_or_else(String::new, |d| d.message.clone())))?;
    let values = values(table, value)?.filter(|values| values.iter().any(|x| !x.is_nan()));
    let values = values.ok_or_else(|| refuse("it has no value anywhere".to_owned()))?;
    Ok(Column { name: text.to_owned(), unit: unit_of(&model, value), values })
}

/// The values of an expression row by row, not a number where it has none; none when it has no meaning.
fn values(table: &Table, value: Expr) -> Result<Option<Vec<f64>>, MotionError> {
    let used: Vec<Expr> = symbols(&[value]).into_iter().filter(|&x| x != Expr::pi()).collect();
    let name = |x: &Expr| x.as_symbol().map(|s| s.spelling()).unwrap_or_default();
    let columns = used.iter().map(|x| column(table, &name(x))).collect::<Result<Vec<_>, _>>()?;
    let mut builder = Builder::new(&used);
    let Ok(slot) = builder.expression(value) else { return Ok(None) };
    let tape = builder.finish(vec![(String::new(), slot)]);
    let row = |i: usize| {
        let inputs: Vec<f64> = columns.iter().map(|c| c.values[i]).collect();
        let found = tape.evaluate(&inputs).map_or(f64::NAN, |found| found.outputs[0]);
        if found.is_finite() { found } else { f64::NAN }
    };
    Ok(Some((0..table.columns[0].values.len()).map(row).collect()))
}

/// A model in whose names expressions of the columns are read.
fn model_of(table: &Table) -> Option<Model> {
    // A column such as `dx/da` has no name that an expression could contain.
    let is_word = |name: &str| {
        let letter = name.trim_end_matches('\'');
        letter.starts_with(char::is_alphabetic)
            && letter.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    let names = || table.columns.iter().filter(|c| c.name != "t" && is_word(&c.name));
    let is_moving = |c: &Column| {
        let rate = format!("{}'", c.name);
        names().any(|other| other.name == rate)
    };
    let declared = |c: &Column| {
        let unit = c.unit.as_ref().map_or_else(String::new, |unit| format!(" [{unit}]"));
        (c.name.clone(), unit)
    };
    let mut text = "coordinates\n".to_owned();
    let coordinates: Vec<_> = names().filter(|c| is_moving(c)).map(declared).collect();
    for (name, unit) in &coordinates {
        text.push_str(&format!("  {name}{unit}\n"));
    }
    let first = coordinates.first().map_or("q_0", |(name, _)| name.as_str());
    if coordinates.is_empty() {
        text.push_str("  q_0\n");
    }
    text.push_str("parameters\n");
    for (name, unit) in names().filter(|c| !is_moving(c) && !c.name.ends_with('\'')).map(declared) {
        text.push_str(&format!("  {name} = 0{unit}\n"));
    }
    text.push_str(&format!("L = {first}'^2\n"));
    read(&Source::new("columns", text)).model
}
