//! A table as NPZ: a zip archive, not compressed, with one NPY array a column.
//!
//! An array is a magic word, the version 1.0, a header in Python's notation that is padded to a multiple of
//! 64 bytes, and little-endian doubles. The metadata are the array `metadata`: one Unicode string in JSON.

use std::io::{self, Write};

use super::rows::little_endian;
use super::sheet::{Sheet, each_part};
use super::table::Table;
use crate::walk::archive::{Archive, Checksum};

impl Sheet<'_> {
    /// Writes the archive; `numpy.load` gives each column by its name. The check sum of an array stands before it, so
    /// that each column is read twice.
    ///
    /// # Errors
    /// Rows cannot be read or written, or the archive is larger than 4 GiB.
    pub fn write_npz(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut archive = Archive::new(out);
        let rows = self.numbers.rows();
        for (k, column) in self.columns.iter().enumerate() {
            let head = header("<f8", &format!("({rows},)"));
            let mut sum = Checksum::default();
            sum.add(&head);
            let mut bytes = Vec::new();
            let mut each = |look: &mut dyn FnMut(&[u8]) -> io::Result<()>| {
                each_part(self.numbers, (k, 0..rows), |_, part| {
                    little_endian(part, &mut bytes);
                    look(&bytes)
                })
            };
            each(&mut |bytes| {
                sum.add(bytes);
                Ok(())
            })?;
            let size = head.len() + rows * size_of::<f64>();
            let entry = archive.begin(&format!("{}.npy", column.name), (sum, size))?;
            entry.write_all(&head)?;
            each(&mut |bytes| entry.write_all(bytes))?;
        }
        let mut metadata = self.metadata.clone();
        metadata.insert("units".to_owned(), self.units());
        let text = serde_json::Value::Object(metadata).to_string();
        let mut about = header(&format!("<U{}", text.chars().count()), "()");
        about.extend(text.chars().flat_map(|c| u32::from(c).to_le_bytes()));
        archive.add("metadata.npy", &about)?;
        archive.finish().map(drop)
    }
}

impl Table {
    /// The archive; `numpy.load` gives each column by its name.
    ///
    /// # Errors
    /// It is larger than 4 GiB.
    pub fn npz(&self) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        self.sheet().write_npz(&mut out).map(|()| out)
    }
}

/// What stands before the numbers of an NPY file.
fn header(kind: &str, shape: &str) -> Vec<u8> {
    let mut header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
    let used = 10 + header.len() + 1;
    header.push_str(&" ".repeat(used.next_multiple_of(64) - used));
    header.push('\n');
    let mut out = b"\x93NUMPY\x01\x00".to_vec();
    out.extend(u16::try_from(header.len()).unwrap_or(u16::MAX).to_le_bytes());
    out.extend(header.as_bytes());
    out
}

#[cfg(test)]
mod tests {
    use super::header;

    #[test]
    fn data_begin_at_a_multiple_of_64() {
        for shape in ["(1,)", "(12345,)"] {
            assert_eq!(header("<f8", shape).len() % 64, 0);
        }
    }
}
