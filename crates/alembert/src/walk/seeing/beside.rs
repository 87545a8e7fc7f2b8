//! Data beside the motion of a model: measured, or written by another run.
//!
//! Curves of the data are drawn into the panels of the model, those with few points as dots. Numbers in other
//! units than those of the SI are converted; without a unit they are taken as they are.

use std::ops::Range;

use alembert_render::figure::{Curve, Panel, sheet};

use super::columns::{column, quantity};
use super::curves::{VS, read_panel, separated, separators};
use super::motions::Followed;
use super::plot::{Plot, pretty};
use super::recorded::{Recorded, time, until};
use crate::language::{Model, Source, si_size, si_unit};
use crate::walk::run::{Column, MotionError, Table};

/// Data with their name.
type Named = (String, Table);

/// The columns of data that a model knows, as curves; none for motions that `run` wrote, which have the
/// standard panels.
#[must_use]
pub fn shared_curves(model: &Model, runs: &[(String, Table)]) -> Vec<String> {
    let measured = runs.iter().filter(|(_, table)| !table.metadata.contains_key("principle"));
    let mut curves: Vec<String> = Vec::new();
    for (_, table) in measured {
        let others = table.columns.iter().filter(|c| c.name != time(table).name);
        let is_known = |c: &&Column| read_panel(&Source::new("column", &*c.name), model).is_ok();
        for column in others.filter(is_known) {
            if !curves.contains(&column.name) {
                curves.push(column.name.clone());
            }
        }
    }
    curves
}

impl Plot {
    /// The same figure with the curves of tables, until a time if one is given. `texts` are the curves that
    /// were asked for; without them the panels are the standard ones.
    ///
    /// # Errors
    /// A table has nothing that the panels show; with its number.
    pub fn beside(
        mut self,
        texts: &[String],
        runs: &[(String, Table)],
        to: Option<f64>,
    ) -> Result<Self, (usize, MotionError)> {
        let is_alone = self.motions.len() == 1;
        for (k, (name, table)) in runs.iter().enumerate() {
            let (table, end) = until(table, to).map_err(|error| (k, error))?;
            self.notes.extend(end.map(|t| format!("{name} ends at t = {t}, before `--to`")));
            let run = (name.clone(), in_si(&table));
            let curves: Vec<Vec<Curve>> = match texts {
                [] => self.panels.iter().map(|panel| standard(panel, &run)).collect(),
                texts => texts.iter().map(|text| asked(text, &run)).collect(),
            };
            if curves.iter().all(Vec::is_empty) {
                let names: Vec<&str> = table.columns.iter().map(|c| c.name.as_str()).collect();
                return Err((k, MotionError::Foreign { list: names.join(", ") }));
            }
            let pairs = self.panels.iter_mut().zip(curves);
            pairs.for_each(|(panel, curves)| add(panel, curves, is_alone));
            self.motions.push(followed(name, &run.1));
        }
        self.figure = sheet(&self.figure.title, &self.panels);
        Ok(self)
    }
}

/// Puts curves of data into a panel; the only curve of the model has been named by the axis until now.
fn add(panel: &mut Panel, curves: Vec<Curve>, is_alone: bool) {
    if let ([own], true) = (&mut panel.curves[..], is_alone && !curves.is_empty()) {
        own.name = "model".to_owned();
    }
    if curves.iter().any(|c| c.unit.is_some() && c.unit != panel.y.unit) {
        panel.y.unit = None;
    }
    panel.measured += curves.len();
    panel.curves.extend(curves);
}

/// The curves of a panel that was asked for, as far as the data have them.
fn asked(text: &str, (name, table): &Named) -> Vec<Curve> {
    let at = separators(text).next();
    let parts = separated(text, 0..at.unwrap_or(text.len()));
    let x = match at {
        Some(at) => quantity(table, &text[at + VS.len()..]),
        None => Ok(time(table).clone()),
    };
    let Ok(x) = x else { return Vec::new() };
    let curve = |part: &Range<usize>| {
        let text = &text[part.clone()];
        let y = quantity(table, text).ok()?;
        let name = if parts.len() == 1 {
            name.clone()
        } else {
            format!("{} ({name})", pretty(text.trim()))
        };
        Some(Curve { name, unit: y.unit, x: x.values.clone(), y: y.values })
    };
    parts.iter().filter_map(curve).collect()
}

/// The curves that the data have of a standard panel.
fn standard(panel: &Panel, run: &Named) -> Vec<Curve> {
    if panel.x.name != "t" {
        return path(panel, run).into_iter().collect();
    }
    let recorded = Recorded::of(std::slice::from_ref(run));
    let is_same = |other: &Panel| other.x.name == "t" && panel.title.starts_with(&other.title);
    let found = recorded.standard(&run.1).into_iter().find(|p| !p.title.is_empty() && is_same(p));
    let mut curves = found.map_or_else(Vec::new, |panel| panel.curves);
    let is_one = curves.len() == 1;
    for curve in &mut curves {
        curve.name = if is_one { run.0.clone() } else { format!("{} ({})", curve.name, run.0) };
    }
    curves
}

/// The path in two columns that its axes name; those of a point that has no names would be another one.
fn path(panel: &Panel, (name, table): &Named) -> Option<Curve> {
    let [x, y] = [&panel.x.name, &panel.y.name].map(|axis| column(table, axis).ok());
    let (x, y) = x.zip(y).filter(|_| panel.curves.len() == 1 && !panel.title.contains(" of "))?;
    let (unit, x, y) = (y.unit.clone(), x.values.clone(), y.values.clone());
    Some(Curve { name: name.clone(), unit, x, y })
}

/// The table in units of the SI.
fn in_si(table: &Table) -> Table {
    let convert = |c: &Column| {
        let size = c.unit.as_deref().and_then(si_size).unwrap_or(1.0);
        let unit = c.unit.as_deref().and_then(|unit| si_unit(unit, 0));
        Column { name: c.name.clone(), unit, values: c.values.iter().map(|x| size * x).collect() }
    };
    Table { metadata: table.metadata.clone(), columns: table.columns.iter().map(convert).collect() }
}

/// Data have no end of their own: they are as long as they are.
fn followed(name: &str, table: &Table) -> Followed {
    let times = &time(table).values;
    let end = |t: Option<&f64>| t.copied().unwrap_or(f64::NAN);
    let span = (end(times.first()), end(times.last()));
    Followed { name: name.to_owned(), stop: None, reason: None, span, diagnostics: Vec::new() }
}
