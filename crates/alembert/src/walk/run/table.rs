//! Tables: named columns with units, and what they say about themselves; as CSV and JSON.
//!
//! Every form tells the version, the model by a hash of its text, the principle and the method, and the
//! unit of each column where it is known. A quantity without a value at some time has an empty cell in CSV,
//! null in JSON, and NaN in the binary forms. [`Sheet`] writes the forms.

use alembert_render::Spelling;
use serde_json::{Map, Value, json};

use super::look::Column;
use super::numbers::evaluated;
use super::report::RunReport;
use super::sheet::{Numbers as _, Sheet};
use crate::language::Model;
use crate::language::model::{Parameter, Signal, Variable};
use crate::walk::notation::text;

/// Columns of equal length, with metadata.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// What the table says about itself.
    pub metadata: Map<String, Value>,
    /// The columns.
    pub columns: Vec<Column>,
}

/// What every table says about where it comes from.
pub(super) fn origin(model: &str) -> Map<String, Value> {
    let pairs = [
        ("alembert", json!(env!("CARGO_PKG_VERSION"))),
        ("model_hash", json!(format!("{:016x}", fnv1a(model.as_bytes())))),
    ];
    pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

impl RunReport {
    /// The table of a run with the rows that are in memory; `model` is the text of the model.
    #[must_use]
    pub fn table(&self, model: &str) -> Table {
        Table { metadata: self.metadata(model), columns: self.columns.clone() }
    }

    /// What a file of a run is written of, wherever the rows are; `model` is the text of the model.
    #[must_use]
    pub fn sheet(&self, model: &str) -> Sheet<'_> {
        let metadata = self.metadata(model);
        Sheet { metadata, columns: &self.columns, numbers: self.numbers() }
    }

    fn metadata(&self, model: &str) -> Map<String, Value> {
        let mut metadata = origin(model);
        let pairs = [
            ("title", json!(self.title)),
            ("principle", json!(self.principle)),
            ("method", json!(self.method)),
            ("tolerance", json!(self.tolerance)),
            ("step", json!(self.step)),
            ("initial", object(&self.first_state())),
            ("stop", json!(self.stop)),
            ("energy_drift", json!(self.energy_drift)),
            ("max_residual", json!(self.max_residual)),
            ("parameters", object(&self.parameters)),
            ("inputs", object(&self.inputs)),
        ];
        let said = pairs.into_iter().filter(|(_, value)| !value.is_null());
        metadata.extend(said.map(|(key, value)| (key.to_owned(), value)));
        metadata
    }

    /// The entries of the state at the start.
    fn first_state(&self) -> Vec<(String, f64)> {
        let entries = self.columns.iter().zip(&self.briefs).skip(1).take(self.state);
        entries.filter_map(|(c, brief)| Some((c.name.clone(), brief.first?))).collect()
    }
}

impl Table {
    /// What a file of it is written of.
    #[must_use]
    pub fn sheet(&self) -> Sheet<'_> {
        let metadata = self.metadata.clone();
        Sheet { metadata, columns: &self.columns, numbers: &self.columns }
    }

    /// Rows of numbers under the names of the columns, after lines that begin with `#`.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut rows = Vec::new();
        self.sheet().write_csv_rows(&mut rows).expect("numbers in memory can be read");
        self.sheet().csv_head() + &String::from_utf8_lossy(&rows)
    }

    /// One object: `metadata`, and `columns` with name, unit and values.
    #[must_use]
    pub fn json(&self) -> Value {
        let column = |c: &Column| json!({ "name": c.name, "unit": c.unit, "values": c.values });
        let columns: Vec<Value> = self.columns.iter().map(column).collect();
        json!({ "metadata": self.metadata, "columns": columns })
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.columns.rows()
    }
}

/// The values of the parameters that have one.
pub(super) fn parameters(model: &Model) -> Vec<(String, f64)> {
    let value = |p: &Parameter| Some((p.name.clone(), evaluated(model, &[p.symbol]).ok()?[0]));
    model.parameters.iter().filter_map(value).collect()
}

/// What the inputs do, in words.
pub(super) fn inputs(model: &Model) -> Vec<(String, String)> {
    let said = |signal: &Signal| match signal {
        Signal::Formula(e) => {
            text(*e, model, Spelling::Ascii).unwrap_or_else(|_| "a long formula".to_owned())
        }
        Signal::Table(points) => format!("a table of {} points", points.len()),
    };
    let signal = |u: &Variable| model.run.inputs.iter().find(|(symbol, _)| *symbol == u.symbol);
    let named = |u: &Variable| signal(u).map(|(_, signal)| (u.name.clone(), said(signal)));
    model.inputs.iter().filter_map(named).collect()
}

/// Pairs as an object.
fn object<T: Clone + Into<Value>>(pairs: &[(String, T)]) -> Value {
    Value::Object(pairs.iter().map(|(name, x)| (name.clone(), x.clone().into())).collect())
}

/// A value of the metadata as text, without quotes around strings.
pub(super) fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The hash of Fowler, Noll and Vo, 64 bits, variant 1a: a fingerprint and no signature.
fn fnv1a(bytes: &[u8]) -> u64 {
    let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

#[cfg(test)]
mod tests {
    use super::fnv1a;

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
