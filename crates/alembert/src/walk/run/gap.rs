//! Gaps: times at which an observed quantity has no value.
//!
//! The motion goes on without it. A gap is not a number in a column, an empty cell in CSV and null in JSON,
//! and is always told.

use serde_json::{Value, json};

use super::look::Column;

/// An observed quantity that has no value at some samples.
#[derive(Debug, Clone, PartialEq)]
pub struct Gap {
    /// Its name.
    pub name: String,
    /// The first time at which it has none.
    pub t: f64,
    /// At how many samples it has none.
    pub count: usize,
    /// The number of samples.
    pub of: usize,
}

impl Gap {
    /// The gap of a column, if it has one.
    pub(in crate::walk) fn of(times: &[f64], column: &Column) -> Option<Self> {
        let first = column.values.iter().position(|x| x.is_nan())?;
        let count = column.values.iter().filter(|x| x.is_nan()).count();
        Some(Self { name: column.name.clone(), t: times[first], count, of: times.len() })
    }

    pub(super) fn json(&self) -> Value {
        json!({ "name": self.name, "t": self.t, "count": self.count })
    }

    /// A sentence about the quantity, as it is called.
    #[must_use]
    pub fn said(&self, name: &str) -> String {
        let Self { t, count, of, .. } = self;
        format!("`{name}` has no value at {count} of {of} samples, first at t = {t}")
    }
}
