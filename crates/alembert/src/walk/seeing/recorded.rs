//! Figures of motions that were written to a file.

use alembert_render::figure::{Curve, Figure, Panel, sheet};

use super::curves::{VS, separators};
use super::standard::shown;
use crate::walk::run::{Column, MotionError, Table};

/// The figure of a table: the panels that are asked for, in the names of its columns, or the standard
/// ones (path, energy, residuals, multipliers) as far as it has their columns.
///
/// # Errors
/// There is no such column, or nothing to draw.
pub fn plot_table(table: &Table, panels: &[String]) -> Result<Figure, MotionError> {
    let title = table.metadata.get("title").and_then(|title| title.as_str());
    let title = title.filter(|title| !title.is_empty()).unwrap_or("Motion");
    let recorded = Recorded { table };
    let drawn = match panels {
        [] => recorded.standard(),
        list => list.iter().map(|text| recorded.panel(text)).collect::<Result<_, _>>()?,
    };
    if drawn.is_empty() { Err(MotionError::Empty) } else { Ok(sheet(title, &drawn)) }
}

struct Recorded<'a> {
    table: &'a Table,
}

impl Recorded<'_> {
    /// The column of a name in either spelling.
    fn column(&self, name: &str) -> Result<&Column, MotionError> {
        let name = name.trim();
        let columns = &self.table.columns;
        let found = columns.iter().find(|c| c.name == name || shown(&c.name) == shown(name));
        found.ok_or_else(|| {
            let names: Vec<&str> = columns.iter().map(|c| c.name.as_str()).collect();
            MotionError::NoColumn { name: name.to_owned(), list: names.join(", ") }
        })
    }

    /// The column of the time: `t`, or the first one.
    fn time(&self) -> &Column {
        self.column("t").unwrap_or(&self.table.columns[0])
    }

    fn panel(&self, text: &str) -> Result<Panel, MotionError> {
        let words: Vec<usize> = separators(text).collect();
        let (up, across) = match words[..] {
            [] => (text, None),
            [at] => (&text[..at], Some(&text[at + VS.len()..])),
            _ => return Err(MotionError::Curve(text.to_owned())),
        };
        let across = across.map(|name| self.column(name)).transpose()?;
        let up = up.split(',').map(|name| self.column(name)).collect::<Result<Vec<_>, _>>()?;
        let title = match across {
            Some(x) => format!("{} against {}", names(&up), shown(&x.name)),
            None => String::new(),
        };
        let x = across.unwrap_or_else(|| self.time());
        let mut panel = panel(&title, x, &up);
        let length = Some("m");
        panel.equal = across.is_some()
            && x.unit.as_deref() == length
            && up.iter().all(|c| c.unit.as_deref() == length);
        Ok(panel)
    }

    fn standard(&self) -> Vec<Panel> {
        let of = |prefix: &str| -> Vec<&Column> {
            self.table.columns.iter().filter(|c| c.name.starts_with(prefix)).collect()
        };
        let mut panels = Vec::new();
        if let (Ok(x), Ok(y)) = (self.column("x"), self.column("y")) {
            let mut path = panel("Path", x, &[y]);
            path.equal = true;
            panels.push(path);
        }
        if let Ok(energy) = self.column("E") {
            let start = energy.values[0];
            let values = energy.values.iter().map(|e| e - start).collect();
            let drift = Column { name: "E − E(0)".to_owned(), values, ..energy.clone() };
            panels.push(panel("Energy", self.time(), &[&drift]));
        }
        let multipliers = [of("lambda_"), of("mu_")].concat();
        let groups =
            [("Residuals of the constraints", of("residual_")), ("Multipliers", multipliers)];
        let full = groups.into_iter().filter(|(_, columns)| !columns.is_empty());
        panels.extend(full.map(|(title, columns)| panel(title, self.time(), &columns)));
        if panels.is_empty() {
            let others: Vec<&Column> = self.table.columns.iter().skip(1).collect();
            panels.extend(others.iter().map(|c| panel("", self.time(), &[c])));
        }
        panels
    }
}

fn names(columns: &[&Column]) -> String {
    columns.iter().map(|c| shown(&c.name)).collect::<Vec<_>>().join(", ")
}

fn panel(title: &str, x: &Column, up: &[&Column]) -> Panel {
    let curve =
        |c: &&Column| Curve { name: shown(&c.name), x: x.values.clone(), y: c.values.clone() };
    let unit = up.first().and_then(|c| c.unit.as_deref());
    let unit = unit.filter(|u| up.iter().all(|c| c.unit.as_deref() == Some(u)));
    let curves = up.iter().map(curve).collect();
    Panel::new(title, (&shown(&x.name), x.unit.as_deref()), (&names(up), unit), curves)
}
