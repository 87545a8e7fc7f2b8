//! What a file is written of: metadata, the names of columns, and rows that are read piece by piece.
//!
//! Every form is written with the memory of a few thousand rows, whether these are in memory or in a file. The bytes
//! are those of the whole table at once. [`super::npz`] and [`super::parquet`] write the binary forms.
//!
//! The metadata of CSV stand before the rows and tell how the run ended; hence no form is begun before the run has
//! ended, and rows wait in [`Rows`](super::rows::Rows).

use std::io::{self, Write};
use std::ops::Range;

use serde_json::{Map, Value, json};

use super::look::Column;
use super::rows::BLOCK;
use super::table::plain;

/// Columns of numbers.
pub trait Numbers {
    /// The number of rows.
    fn rows(&self) -> usize;

    /// Appends the numbers of a column in some rows.
    ///
    /// # Errors
    /// The rows are in a file that cannot be read.
    fn read(&self, column: usize, rows: Range<usize>, out: &mut Vec<f64>) -> io::Result<()>;
}

impl Numbers for Vec<Column> {
    fn rows(&self) -> usize {
        self.first().map_or(0, |c| c.values.len())
    }

    fn read(&self, column: usize, rows: Range<usize>, out: &mut Vec<f64>) -> io::Result<()> {
        out.extend_from_slice(&self[column].values[rows]);
        Ok(())
    }
}

/// Looks at the numbers of a column, some at a time, with the number of the first row.
pub(super) fn each_part(
    numbers: &dyn Numbers,
    (column, rows): (usize, Range<usize>),
    mut look: impl FnMut(usize, &[f64]) -> io::Result<()>,
) -> io::Result<()> {
    let mut part = Vec::new();
    for first in rows.clone().step_by(BLOCK) {
        part.clear();
        numbers.read(column, first..rows.end.min(first + BLOCK), &mut part)?;
        look(first, &part)?;
    }
    Ok(())
}

/// A table whose rows may be anywhere.
#[allow(missing_debug_implementations, reason = "rows that are somewhere else are not shown")]
pub struct Sheet<'a> {
    /// What it says about itself.
    pub(super) metadata: Map<String, Value>,
    /// Names and units.
    pub(super) columns: &'a [Column],
    /// The rows.
    pub(super) numbers: &'a dyn Numbers,
}

impl Sheet<'_> {
    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.numbers.rows()
    }

    /// What stands before the rows in CSV: lines that begin with `#`, and the names of the columns.
    #[must_use]
    pub fn csv_head(&self) -> String {
        let mut out = String::new();
        for (key, value) in &self.metadata {
            out.push_str(&format!("# {key}: {}\n", plain(value).replace('\n', " ")));
        }
        let unit = |c: &Column| c.unit.as_ref().map(|u| format!("{} [{u}]", c.name));
        let units: Vec<String> = self.columns.iter().filter_map(unit).collect();
        out.push_str(&format!("# units: {}\n", units.join(", ")));
        let names: Vec<&str> = self.columns.iter().map(|c| c.name.as_str()).collect();
        out.push_str(&names.join(","));
        out.push('\n');
        out
    }

    /// Writes the rows as CSV.
    ///
    /// # Errors
    /// Rows cannot be read or written.
    pub fn write_csv_rows(&self, out: &mut dyn Write) -> io::Result<()> {
        let rows = self.numbers.rows();
        let mut parts = vec![Vec::new(); self.columns.len()];
        let mut text = String::new();
        for first in (0..rows).step_by(BLOCK) {
            let some = first..rows.min(first + BLOCK);
            for (column, part) in parts.iter_mut().enumerate() {
                part.clear();
                self.numbers.read(column, some.clone(), part)?;
            }
            text.clear();
            for k in 0..some.len() {
                for (column, part) in parts.iter().enumerate() {
                    text.push_str(if column > 0 { "," } else { "" });
                    number(part[k], &mut text);
                }
                text.push('\n');
            }
            out.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    /// Writes it as CSV: rows of numbers under the names of the columns, after lines that begin with `#`.
    ///
    /// # Errors
    /// Rows cannot be read or written.
    pub fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.csv_head().as_bytes())?;
        self.write_csv_rows(out)
    }

    /// Writes it as one object of JSON: `metadata`, and `columns` with name, unit and values.
    ///
    /// # Errors
    /// Rows cannot be read or written.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let metadata = format!("{:#}", Value::Object(self.metadata.clone())).replace('\n', "\n  ");
        write!(out, "{{\n  \"metadata\": {metadata},\n  \"columns\": [")?;
        for (k, column) in self.columns.iter().enumerate() {
            let (name, unit) = (json!(column.name), json!(column.unit));
            let comma = if k > 0 { "," } else { "" };
            write!(out, "{comma}\n    {{\n      \"name\": {name},\n      \"unit\": {unit},\n")?;
            write!(out, "      \"values\": [")?;
            each_part(self.numbers, (k, 0..self.numbers.rows()), |first, part| {
                for (i, x) in part.iter().enumerate() {
                    out.write_all(if first + i > 0 { b",\n        " } else { b"\n        " })?;
                    serde_json::to_writer(&mut *out, x)?;
                }
                Ok(())
            })?;
            let end = if self.numbers.rows() > 0 { "\n      ]" } else { "]" };
            write!(out, "{end}\n    }}")?;
        }
        let end = if self.columns.is_empty() { "]" } else { "\n  ]" };
        write!(out, "{end}\n}}\n")
    }

    /// The units of the columns that have one, by name.
    pub(super) fn units(&self) -> Value {
        let named = |c: &Column| c.unit.as_ref().map(|unit| (c.name.clone(), json!(unit)));
        Value::Object(self.columns.iter().filter_map(named).collect())
    }
}

/// The shortest text that reads back as the same number; nothing where there is no value.
fn number(x: f64, out: &mut String) {
    use std::fmt::Write as _;
    // Writing to a string does not fail.
    let _ = match x.abs() {
        // A gap: there is no value here.
        _ if x.is_nan() => Ok(()),
        0.0 => write!(out, "0"),
        1e-4..1e16 => write!(out, "{x}"),
        _ => write!(out, "{x:e}"),
    };
}

#[cfg(test)]
mod tests {
    use super::super::table::Table;
    use super::*;

    #[test]
    fn numbers_read_back_as_they_were() {
        for x in [0.1, -1e-7, 1e300, 12_345.678_901_234_5, f64::MIN_POSITIVE] {
            let mut text = String::new();
            number(x, &mut text);
            assert_eq!(text.parse::<f64>(), Ok(x));
        }
    }

    fn table(rows: usize) -> Table {
        let of = |scale: f64| (0..rows).map(|k| scale * k as f64).collect::<Vec<_>>();
        let mut gaps = of(-0.1);
        gaps.iter_mut().step_by(7).for_each(|x| *x = f64::NAN);
        let column = |name: &str, unit: Option<&str>, values| Column {
            name: name.to_owned(),
            unit: unit.map(str::to_owned),
            values,
        };
        let metadata = [("title", json!("a \"b\"\n\u{1b}c")), ("inputs", json!({ "u": [1, 2] }))];
        Table {
            metadata: metadata.into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
            columns: vec![column("t", Some("s"), of(1e-7)), column("θ'", None, gaps)],
        }
    }

    /// The object as a whole is the second principle.
    #[test]
    fn json_in_pieces_is_the_json_of_the_whole() {
        for rows in [0, 1, BLOCK, 2 * BLOCK + 5] {
            let table = table(rows);
            let mut out = Vec::new();
            table.sheet().write_json(&mut out).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), format!("{:#}\n", table.json()));
        }
        let none = Table { metadata: Map::new(), columns: Vec::new() };
        let mut out = Vec::new();
        none.sheet().write_json(&mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), format!("{:#}\n", none.json()));
    }

    #[test]
    fn csv_in_pieces_reads_back_as_the_table() {
        let table = table(2 * BLOCK + 5);
        let read = Table::from_csv(&table.csv()).unwrap();
        for (a, b) in table.columns.iter().zip(&read.columns) {
            let same = |(a, b): (&f64, &f64)| a == b || (a.is_nan() && b.is_nan());
            assert!(a.values.len() == b.values.len() && a.values.iter().zip(&b.values).all(same));
        }
    }
}
