//! Figures of motions that were written to files.

use std::cell::RefCell;

use alembert_render::figure::{Curve, Panel, sheet};

use super::columns::{column, quantity};
use super::curves::{VS, separated, separators};
use super::motions::Followed;
use super::plot::{Plot, left_out, pretty};
use crate::walk::run::{Column, Gap, MotionError, Table};

/// The figure of tables with their names: the panels that are asked for, in the names of their columns,
/// or the standard ones (path, energy, residuals, multipliers) as far as they have the columns. All
/// tables are drawn into the same panels, until a time if one is given.
///
/// # Errors
/// There is no such column, or nothing to draw; with the number of the table that is to blame.
pub fn plot_table(
    runs: &[(String, Table)],
    panels: &[String],
    to: Option<f64>,
) -> Result<Plot, (usize, MotionError)> {
    let mut short = Vec::new();
    let mut cut = Vec::new();
    for (k, (name, table)) in runs.iter().enumerate() {
        let (table, end) = until(table, to).map_err(|error| (k, error))?;
        short.extend(end.map(|t| format!("{name} ends at t = {t}, before `--to`")));
        cut.push((name.clone(), table));
    }
    let runs = &cut[..];
    let first = &runs.first().ok_or((0, MotionError::Empty))?.1;
    let title = first.metadata.get("title").and_then(|title| title.as_str());
    let title = title.filter(|title| !title.is_empty()).unwrap_or("Motion");
    let recorded = Recorded { runs, gaps: RefCell::new(short) };
    let drawn = match panels {
        [] => recorded.standard(first),
        list => list.iter().map(|text| recorded.panel(text)).collect::<Result<_, _>>()?,
    };
    if drawn.is_empty() {
        return Err((0, MotionError::Empty));
    }
    let motions = runs.iter().map(|(name, table)| followed(name, table)).collect();
    let notes = [recorded.gaps.into_inner(), left_out(&drawn)].concat();
    Ok(Plot { figure: sheet(title, &drawn), panels: drawn, motions, notes })
}

/// The rows of a table until a time, in the direction in which it goes; and its own end, if it is before.
pub(super) fn until(table: &Table, to: Option<f64>) -> Result<(Table, Option<f64>), MotionError> {
    let Some(to) = to else { return Ok((table.clone(), None)) };
    let times = &time(table).values;
    let (Some(&from), Some(&end)) = (times.first(), times.last()) else {
        return Err(MotionError::Empty);
    };
    let way = if end < from { -1.0 } else { 1.0 };
    let rows = times.iter().take_while(|&&t| way * t <= way * to).count();
    if rows == 0 || !to.is_finite() {
        return Err(MotionError::Outside { from, to });
    }
    let column = |c: &Column| Column { values: c.values[..rows].to_vec(), ..c.clone() };
    let columns = table.columns.iter().map(column).collect();
    let is_short = way * end < way * to;
    Ok((Table { columns, metadata: table.metadata.clone() }, is_short.then_some(end)))
}

/// What a table says of its motion.
fn followed(name: &str, table: &Table) -> Followed {
    let times = &time(table).values;
    let end = |t: Option<&f64>| t.copied().unwrap_or(f64::NAN);
    Followed {
        name: name.to_owned(),
        stop: table.metadata.get("stop").and_then(|stop| stop.as_str()).map(str::to_owned),
        reason: None,
        span: (end(times.first()), end(times.last())),
        diagnostics: Vec::new(),
    }
}

/// What a panel takes from a table: what goes to the right, and what goes up.
type Picked = (Column, Vec<Column>);

pub(super) struct Recorded<'a> {
    runs: &'a [(String, Table)],
    /// What has no value somewhere, and what ends before its time.
    gaps: RefCell<Vec<String>>,
}

impl<'a> Recorded<'a> {
    pub(super) fn of(runs: &'a [(String, Table)]) -> Self {
        Self { runs, gaps: RefCell::default() }
    }

    fn panel(&self, text: &str) -> Result<Panel, (usize, MotionError)> {
        let words: Vec<usize> = separators(text).collect();
        let (up, across) = match words[..] {
            [] => (0..text.len(), None),
            [at] => (0..at, Some(&text[at + VS.len()..])),
            _ => {
                let reason = "there is a second `vs`".to_owned();
                return Err((0, MotionError::Curve { text: text.to_owned(), reason }));
            }
        };
        let parts = separated(text, up);
        let pick = |table: &Table| -> Result<Picked, MotionError> {
            let up = parts.iter().map(|part| quantity(table, &text[part.clone()]));
            let up = up.collect::<Result<_, _>>()?;
            let x = across.map_or_else(|| Ok(time(table).clone()), |text| quantity(table, text))?;
            Ok((x, up))
        };
        let title = match across {
            Some(x) => {
                let up: Vec<&str> = parts.iter().map(|part| text[part.clone()].trim()).collect();
                format!("{} against {}", names(&up), pretty(x.trim()))
            }
            None => String::new(),
        };
        let mut panel = self.drawn(&title, pick)?;
        let is_length = |c: &Column| c.unit.as_deref() == Some("m");
        let (x, up) = pick(&self.runs[0].1).map_err(|error| (0, error))?;
        panel.equal = across.is_some() && is_length(&x) && up.iter().all(is_length);
        Ok(panel)
    }

    pub(super) fn standard(&self, first: &Table) -> Vec<Panel> {
        let path =
            |table: &Table| Ok((column(table, "x")?.clone(), vec![column(table, "y")?.clone()]));
        let drift = |table: &Table| Ok((time(table).clone(), vec![drift(energy(table)?)]));
        let mut panels: Vec<Panel> = Vec::new();
        if let Ok(mut path) = self.drawn("Path", path) {
            path.equal = true;
            panels.push(path);
        }
        panels.extend(self.drawn("Energy", drift));
        let residuals = ["residual_"].as_slice();
        for (title, prefixes) in
            [("Residuals of the constraints", residuals), ("Multipliers", &["lambda_", "mu_"])]
        {
            panels
                .extend(self.drawn(title, |table| Ok((time(table).clone(), of(table, prefixes)))));
        }
        if panels.is_empty() {
            let others = first.columns.iter().skip(1);
            let alone = |c: &Column| {
                self.drawn("", |table| {
                    Ok((time(table).clone(), vec![column(table, &c.name)?.clone()]))
                })
            };
            panels.extend(others.filter_map(|c| alone(c).ok()));
        }
        panels
    }

    fn note_gap(&self, (run, table): (&str, &Table), column: &Column) {
        let Some(gap) = Gap::of(&time(table).values, column) else { return };
        let note = format!("{run}: {}", gap.said(&column.name));
        let mut notes = self.gaps.borrow_mut();
        if !notes.contains(&note) {
            notes.push(note);
        }
    }

    /// A panel with the curves of all tables.
    fn drawn(
        &self,
        title: &str,
        pick: impl Fn(&Table) -> Result<Picked, MotionError>,
    ) -> Result<Panel, (usize, MotionError)> {
        let picked = self.runs.iter().enumerate();
        let picked = picked.map(|(k, (_, table))| pick(table).map_err(|error| (k, error)));
        let picked = picked.collect::<Result<Vec<_>, _>>()?;
        let mut curves = Vec::new();
        for ((run, table), (x, up)) in self.runs.iter().zip(&picked) {
            for c in up {
                self.note_gap((run.as_str(), table), c);
                let name = match (up.len(), self.runs.len()) {
                    (_, 1) => pretty(&c.name),
                    (1, _) => run.clone(),
                    _ => format!("{} ({run})", pretty(&c.name)),
                };
                let (x, y) = (x.values.clone(), c.values.clone());
                curves.push(Curve { name, unit: c.unit.clone(), x, y });
            }
        }
        let (x, up) =
            picked.first().filter(|(_, up)| !up.is_empty()).ok_or((0, MotionError::Empty))?;
        let unit = up[0].unit.as_deref();
        let unit = unit.filter(|u| up.iter().all(|c| c.unit.as_deref() == Some(u)));
        let up: Vec<&str> = up.iter().map(|c| c.name.as_str()).collect();
        Ok(Panel::new(title, (&pretty(&x.name), x.unit.as_deref()), (&names(&up), unit), curves))
    }
}

/// The column of the time: `t`, or the first one.
pub(super) fn time(table: &Table) -> &Column {
    column(table, "t").unwrap_or(&table.columns[0])
}

/// The column of the energy. Where the model has given the name `E` to something of its own, the energy has strokes
/// behind it, and a coordinate of such a name has a velocity.
fn energy(table: &Table) -> Result<&Column, MotionError> {
    let has_name =
        |name: &str| name.strip_prefix('E').is_some_and(|rest| rest.bytes().all(|b| b == b'_'));
    let is_moving = |name: &str| column(table, &format!("{name}'")).is_ok();
    let mut columns = table.columns.iter();
    let found = columns.find(|c| has_name(&c.name) && !is_moving(&c.name));
    found.ok_or_else(|| MotionError::NoColumn { name: "E".to_owned(), list: String::new() })
}

/// The energy without its first value.
fn drift(energy: &Column) -> Column {
    let values = energy.values.iter().map(|e| e - energy.values[0]).collect();
    Column { name: "E − E(0)".to_owned(), values, ..energy.clone() }
}

/// The columns whose names begin with one of these.
fn of(table: &Table, prefixes: &[&str]) -> Vec<Column> {
    let all = prefixes
        .iter()
        .flat_map(|prefix| table.columns.iter().filter(move |c| c.name.starts_with(prefix)));
    all.cloned().collect()
}

fn names(list: &[&str]) -> String {
    list.iter().map(|name| pretty(name)).collect::<Vec<_>>().join(", ")
}
