//! Tables in Markdown, aligned so that they also read well in a terminal.

use std::fmt;
use std::time::Duration;

/// A table: its head, and rows of as many cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    #[must_use]
    pub fn new(head: &[&str]) -> Self {
        Self { head: head.iter().map(|&cell| cell.to_owned()).collect(), rows: vec![] }
    }

    /// Adds a row.
    pub fn push(&mut self, row: Vec<String>) {
        debug_assert_eq!(row.len(), self.head.len(), "a row has a cell for each column");
        self.rows.push(row);
    }

    fn widths(&self) -> Vec<usize> {
        let length = |row: &Vec<String>, column: usize| row[column].chars().count();
        let lines = || self.rows.iter().chain([&self.head]);
        (0..self.head.len())
            .map(|column| lines().map(|row| length(row, column)).max().unwrap_or(0))
            .collect()
    }
}

impl fmt::Display for Table {
    /// The first column is aligned to the left, the others to the right.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths = self.widths();
        let line = |f: &mut fmt::Formatter<'_>, row: &[String]| {
            write!(f, "| {:<width$} |", row[0], width = widths[0])?;
            for (cell, width) in row.iter().zip(&widths).skip(1) {
                write!(f, " {cell:>width$} |")?;
            }
            writeln!(f)
        };
        line(f, &self.head)?;
        write!(f, "|{}|", "-".repeat(widths[0] + 2))?;
        for width in &widths[1..] {
            write!(f, "{}:|", "-".repeat(width + 1))?;
        }
        writeln!(f)?;
        self.rows.iter().try_for_each(|row| line(f, row))
    }
}

/// A time in milliseconds.
///
/// ```
/// use std::time::Duration;
/// assert_eq!(alembert_bench::table::milliseconds(Duration::from_micros(1234)), "1.23");
/// ```
#[must_use]
pub fn milliseconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1e3)
}

/// A time in microseconds.
#[must_use]
pub fn microseconds(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1e6)
}
