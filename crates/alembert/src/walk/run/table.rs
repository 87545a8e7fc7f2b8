//! The table of a run as CSV and JSON.
//!
//! Every form tells the version, the model by a hash of its text, the principle and the method, and the
//! unit of each column where it is known.

use serde_json::{Map, Value, json};

use super::report::RunReport;

impl RunReport {
    /// What a table says about itself.
    pub(super) fn metadata(&self, model: &str) -> Map<String, Value> {
        let pairs = [
            ("alembert", json!(env!("CARGO_PKG_VERSION"))),
            ("title", json!(self.title)),
            ("model_hash", json!(format!("{:016x}", fnv1a(model.as_bytes())))),
            ("principle", json!(self.principle)),
            ("method", json!(self.method)),
            ("stop", json!(self.stop)),
            ("energy_drift", json!(self.energy_drift)),
            ("max_residual", json!(self.max_residual)),
        ];
        pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    /// Rows of numbers under the names of the columns, after lines that begin with `#`.
    #[must_use]
    pub fn csv(&self, model: &str) -> String {
        let mut out = String::new();
        for (key, value) in self.metadata(model) {
            let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            out.push_str(&format!("# {key}: {}\n", shown.replace('\n', " ")));
        }
        let unit = |c: &super::Column| c.unit.as_ref().map(|u| format!("{} [{u}]", c.name));
        let units: Vec<String> = self.columns.iter().filter_map(unit).collect();
        out.push_str(&format!("# units: {}\n", units.join(", ")));
        let names: Vec<&str> = self.columns.iter().map(|c| c.name.as_str()).collect();
        out.push_str(&names.join(","));
        out.push('\n');
        let rows = self.columns[0].values.len();
        for k in 0..rows {
            let row: Vec<String> = self.columns.iter().map(|c| number(c.values[k])).collect();
            out.push_str(&row.join(","));
            out.push('\n');
        }
        out
    }

    /// One object: `metadata`, and `columns` with name, unit and values.
    #[must_use]
    pub fn table_json(&self, model: &str) -> Value {
        let column =
            |c: &super::Column| json!({ "name": c.name, "unit": c.unit, "values": c.values });
        let columns: Vec<Value> = self.columns.iter().map(column).collect();
        json!({ "metadata": self.metadata(model), "columns": columns })
    }
}

/// The shortest text that reads back as the same number.
fn number(x: f64) -> String {
    match x.abs() {
        0.0 => "0".to_owned(),
        1e-4..1e16 => x.to_string(),
        _ => format!("{x:e}"),
    }
}

/// The hash of Fowler, Noll and Vo, 64 bits, variant 1a: a fingerprint and no signature.
fn fnv1a(bytes: &[u8]) -> u64 {
    let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

#[cfg(test)]
mod tests {
    use super::{fnv1a, number};

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn numbers_read_back_as_they_were() {
        for x in [0.1, -1e-7, 1e300, 12_345.678_901_234_5, f64::MIN_POSITIVE] {
            assert_eq!(number(x).parse::<f64>(), Ok(x));
        }
    }
}
