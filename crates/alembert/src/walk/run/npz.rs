//! A table as NPZ: a zip archive, not compressed, with one NPY array a column.
//!
//! An array is a magic word, the version 1.0, a header in Python's notation that is padded to a multiple of
//! 64 bytes, and little-endian doubles. The metadata are the array `metadata`: one Unicode string in JSON.

use super::table::Table;
use crate::walk::archive::Archive;

impl Table {
    /// The archive; `numpy.load` gives each column by its name.
    #[must_use]
    pub fn npz(&self) -> Vec<u8> {
        let mut archive = Archive::default();
        for column in &self.columns {
            let data: Vec<u8> = column.values.iter().flat_map(|x| x.to_le_bytes()).collect();
            let shape = format!("({},)", column.values.len());
            archive.add(&format!("{}.npy", column.name), &array("<f8", &shape, &data));
        }
        let mut metadata = self.metadata.clone();
        metadata.insert("units".to_owned(), self.units());
        let text = serde_json::Value::Object(metadata).to_string();
        let wide: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
        let kind = format!("<U{}", text.chars().count());
        archive.add("metadata.npy", &array(&kind, "()", &wide));
        archive.finish()
    }
}

/// An NPY file.
fn array(kind: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let mut header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
    let used = 10 + header.len() + 1;
    header.push_str(&" ".repeat(used.next_multiple_of(64) - used));
    header.push('\n');
    let mut out = b"\x93NUMPY\x01\x00".to_vec();
    out.extend(u16::try_from(header.len()).unwrap_or(u16::MAX).to_le_bytes());
    out.extend(header.as_bytes());
    out.extend(data);
    out
}

#[cfg(test)]
mod tests {
    use super::array;

    #[test]
    fn data_begin_at_a_multiple_of_64() {
        for shape in ["(1,)", "(12345,)"] {
            assert_eq!(array("<f8", shape, &[]).len() % 64, 0);
        }
    }
}
