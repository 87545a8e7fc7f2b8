//! A table as NPZ: a zip archive, not compressed, with one NPY array a column.
//!
//! An array is a magic word, the version 1.0, a header in Python's notation that is padded to a multiple of
//! 64 bytes, and little-endian doubles. The metadata are the array `metadata`: one Unicode string in JSON.

use super::table::Table;

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

/// A zip archive of stored files.
#[derive(Default)]
struct Archive {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    count: u16,
}

/// 1 January 1980, midnight: archives of the same run are the same.
const DATE: [u8; 4] = [0, 0, 0x21, 0];
/// Names are UTF-8.
const UTF8: u16 = 0x0800;

impl Archive {
    fn add(&mut self, name: &str, data: &[u8]) {
        let place = length(self.bytes.len());
        let mut common = Vec::new();
        common.extend(20u16.to_le_bytes()); // version needed
        common.extend(UTF8.to_le_bytes());
        common.extend(0u16.to_le_bytes()); // stored
        common.extend(DATE);
        common.extend(crc32(data).to_le_bytes());
        common.extend(length(data.len()).to_le_bytes());
        common.extend(length(data.len()).to_le_bytes());
        common.extend(u16::try_from(name.len()).unwrap_or(u16::MAX).to_le_bytes());
        common.extend(0u16.to_le_bytes()); // no extra field
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&common);
        self.bytes.extend(name.as_bytes());
        self.bytes.extend(data);
        self.directory.extend(b"PK\x01\x02");
        self.directory.extend(20u16.to_le_bytes()); // version made by
        self.directory.extend(&common);
        self.directory.extend([0; 10]); // no comment, first disk, no attributes
        self.directory.extend(place.to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.count += 1;
    }

    fn finish(mut self) -> Vec<u8> {
        let place = length(self.bytes.len());
        self.bytes.extend(&self.directory);
        self.bytes.extend(b"PK\x05\x06\0\0\0\0");
        self.bytes.extend(self.count.to_le_bytes());
        self.bytes.extend(self.count.to_le_bytes());
        self.bytes.extend(length(self.directory.len()).to_le_bytes());
        self.bytes.extend(place.to_le_bytes());
        self.bytes.extend(0u16.to_le_bytes());
        self.bytes
    }
}

/// A length in an archive, which has room for 4 GiB.
fn length(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

/// The cyclic redundancy check of zip: polynomial 0xEDB88320, reflected.
fn crc32(data: &[u8]) -> u32 {
    let step = |crc: u32, &byte: &u8| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 }
        })
    };
    !data.iter().fold(u32::MAX, step)
}

#[cfg(test)]
mod tests {
    use super::{array, crc32};

    #[test]
    fn the_check_sum_is_the_published_one() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn data_begin_at_a_multiple_of_64() {
        for shape in ["(1,)", "(12345,)"] {
            assert_eq!(array("<f8", shape, &[]).len() % 64, 0);
        }
    }
}
