//! A table as Parquet: groups of rows, one page a column in each, plain doubles, nothing compressed.
//!
//! ```text
//! PAR1, the pages, the footer, the length of the footer (4 bytes, little-endian), PAR1        (1)
//! page    a header, then the doubles, little-endian                                           (2)
//! footer  version, schema, rows, row groups, key–value metadata, created by                   (3)
//! ```
//!
//! Header and footer are structures of Thrift, see [`super::thrift`]; the numbers of the fields are
//! those of `parquet.thrift` of the Parquet format 2. Every column is required, so that there are no
//! levels of definition. The keys of the metadata are those of the other forms, and `units` is an
//! object in JSON.

use std::io::{self, Write};

use super::look::Column;
use super::rows::little_endian;
use super::sheet::{Sheet, each_part};
use super::table::{Table, plain};
use super::thrift::{Compact, Struct};

const MAGIC: &[u8] = b"PAR1";
/// `Type.DOUBLE`, `FieldRepetitionType.REQUIRED`, `Encoding.PLAIN`, `Encoding.RLE`.
const DOUBLE: i64 = 5;
const REQUIRED: i64 = 0;
const PLAIN: i64 = 0;
const RLE: i64 = 3;
/// `CompressionCodec.UNCOMPRESSED`, `PageType.DATA_PAGE`.
const UNCOMPRESSED: i64 = 0;
const DATA_PAGE: i64 = 0;

/// The rows of a group.
const GROUP: usize = 1 << 16;

/// Where a page is, with its header.
struct Chunk {
    place: i64,
    bytes: i64,
}

/// A group of rows.
struct Group {
    rows: i64,
    chunks: Vec<Chunk>,
}

impl Sheet<'_> {
    /// Writes the file; `pyarrow.parquet.read_table` gives each column by its name.
    ///
    /// # Errors
    /// Rows cannot be read or written.
    pub fn write_parquet(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(MAGIC)?;
        let (rows, mut place) = (self.numbers.rows(), MAGIC.len());
        let mut groups = Vec::new();
        // a table without rows has a group all the same
        for first in (0..rows.max(1)).step_by(GROUP) {
            let some = first..rows.min(first + GROUP);
            let mut chunks = Vec::new();
            for column in 0..self.columns.len() {
                let head = page_header(some.len()).finish();
                out.write_all(&head)?;
                let mut bytes = Vec::new();
                each_part(self.numbers, (column, some.clone()), |_, part| {
                    little_endian(part, &mut bytes);
                    out.write_all(&bytes)
                })?; // (2)
                let size = head.len() + some.len() * size_of::<f64>();
                chunks.push(Chunk { place: integer(place), bytes: integer(size) });
                place += size;
            }
            groups.push(Group { rows: integer(some.len()), chunks });
        }
        let footer = self.footer(&groups).finish();
        out.write_all(&footer)?;
        out.write_all(&u32::try_from(footer.len()).unwrap_or(u32::MAX).to_le_bytes())?;
        out.write_all(MAGIC)
    }

    /// Equation (3).
    fn footer(&self, groups: &[Group]) -> Struct {
        let root = Struct::new()
            .field(4, &Compact::text("schema"))
            .field(5, &Compact::I32(integer(self.columns.len())));
        let leaf = |c: &Column| {
            Struct::new()
                .field(1, &Compact::I32(DOUBLE))
                .field(3, &Compact::I32(REQUIRED))
                .field(4, &Compact::text(&c.name))
        };
        let schema = std::iter::once(root).chain(self.columns.iter().map(leaf)).collect();
        let groups = groups.iter().map(|group| group.described(self.columns)).collect();
        let pair = |(key, value): (&str, String)| {
            Struct::new().field(1, &Compact::text(key)).field(2, &Compact::text(&value))
        };
        let own = self.metadata.iter().map(|(key, value)| (key.as_str(), plain(value)));
        let pairs = own.chain([("units", self.units().to_string())]).map(pair).collect();
        let maker = format!("alembert version {}", env!("CARGO_PKG_VERSION"));
        Struct::new()
            .field(1, &Compact::I32(1))
            .field(2, &Compact::Structs(schema))
            .field(3, &Compact::I64(integer(self.numbers.rows())))
            .field(4, &Compact::Structs(groups))
            .field(5, &Compact::Structs(pairs))
            .field(6, &Compact::text(&maker))
    }
}

impl Table {
    /// The file; `pyarrow.parquet.read_table` gives each column by its name.
    #[must_use]
    pub fn parquet(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.sheet().write_parquet(&mut out).expect("numbers in memory can be read");
        out
    }
}

/// What stands before the numbers of a page, (2).
fn page_header(rows: usize) -> Struct {
    let size = Compact::I32(integer(rows * size_of::<f64>()));
    let values = Struct::new()
        .field(1, &Compact::I32(integer(rows)))
        .field(2, &Compact::I32(PLAIN))
        .field(3, &Compact::I32(RLE))
        .field(4, &Compact::I32(RLE));
    Struct::new()
        .field(1, &Compact::I32(DATA_PAGE))
        .field(2, &size)
        .field(3, &size)
        .field(5, &Compact::Struct(values))
}

impl Group {
    /// The `RowGroup`.
    fn described(&self, columns: &[Column]) -> Struct {
        let chunks = columns.iter().zip(&self.chunks);
        let chunks = chunks.map(|(c, chunk)| chunk.described(c, self.rows)).collect();
        Struct::new()
            .field(1, &Compact::Structs(chunks))
            .field(2, &Compact::I64(self.chunks.iter().map(|chunk| chunk.bytes).sum()))
            .field(3, &Compact::I64(self.rows))
    }
}

impl Chunk {
    /// The `ColumnChunk` of a column.
    fn described(&self, column: &Column, rows: i64) -> Struct {
        let about = Struct::new()
            .field(1, &Compact::I32(DOUBLE))
            .field(2, &Compact::Integers(vec![PLAIN]))
            .field(3, &Compact::Texts(vec![column.name.clone()]))
            .field(4, &Compact::I32(UNCOMPRESSED))
            .field(5, &Compact::I64(rows))
            .field(6, &Compact::I64(self.bytes))
            .field(7, &Compact::I64(self.bytes))
            .field(9, &Compact::I64(self.place));
        Struct::new().field(2, &Compact::I64(self.place)).field(3, &Compact::Struct(about))
    }
}

/// A count as Thrift has it.
fn integer(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::super::thrift::tests::{Found, read};
    use super::{Column, Table};

    fn table() -> Table {
        let column = |name: &str, unit: Option<&str>, values: &[f64]| Column {
            name: name.to_owned(),
            unit: unit.map(str::to_owned),
            values: values.to_vec(),
        };
        let metadata = [("model_hash", json!("00ff")), ("energy_drift", json!(1e-15))];
        Table {
            metadata: metadata.into_iter().map(|(k, v)| (k.to_owned(), v)).collect::<Map<_, _>>(),
            columns: vec![
                column("t", Some("s"), &[0.0, 0.5, 1.0]),
                column("theta'", None, &[1.25, -3e-300, f64::MAX]),
            ],
        }
    }

    /// The footer is found from the end of the file, as readers do.
    fn footer(file: &[u8]) -> Found {
        let end = file.len() - 8;
        assert_eq!((&file[..4], &file[end + 4..]), (&b"PAR1"[..], &b"PAR1"[..]));
        let length = u32::from_le_bytes(file[end..end + 4].try_into().unwrap()) as usize;
        let (found, used) = read(&file[end - length..]);
        assert_eq!(used, length);
        found
    }

    #[test]
    fn many_rows_are_in_groups() {
        let rows = 2 * super::GROUP + 77;
        let values: Vec<f64> = (0..rows).map(|k| 0.1 * k as f64).collect();
        let column = |name: &str, sign: f64| Column {
            name: name.to_owned(),
            unit: None,
            values: values.iter().map(|x| sign * x).collect(),
        };
        let table =
            Table { metadata: Map::new(), columns: vec![column("t", 1.0), column("x", -1.0)] };
        let file = table.parquet();
        let footer = footer(&file);
        assert_eq!((footer.int(3), footer.list(4).len()), (super::integer(rows), 3));
        let mut found = vec![Vec::new(); 2];
        for group in footer.list(4) {
            for (chunk, found) in group.list(1).iter().zip(&mut found) {
                let place = usize::try_from(chunk.int(2)).unwrap();
                let (_, used) = read(&file[place..]);
                let first = place + used;
                let size = 8 * usize::try_from(group.int(3)).unwrap();
                let numbers = &file[first..first + size];
                found.extend(numbers.chunks(8).map(|b| f64::from_le_bytes(b.try_into().unwrap())));
            }
        }
        assert!(table.columns.iter().zip(found).all(|(column, found)| column.values == found));
    }

    #[test]
    fn columns_are_where_the_footer_says() {
        let (table, file) = (table(), table().parquet());
        let footer = footer(&file);
        assert_eq!((footer.int(1), footer.int(3)), (1, 3));
        let group = &footer.list(4)[0];
        assert_eq!(group.int(3), 3);
        for (chunk, column) in group.list(1).iter().zip(&table.columns) {
            let about = chunk.part(3);
            assert_eq!((about.int(1), about.int(4), about.int(5)), (5, 0, 3));
            assert_eq!(about.list(3)[0].text(), column.name);
            let place = usize::try_from(about.int(9)).unwrap();
            let (header, used) = read(&file[place..]);
            assert_eq!((header.int(2), header.int(3)), (24, 24));
            assert_eq!(header.part(5).int(1), 3);
            assert_eq!(about.int(7), i64::try_from(used + 24).unwrap());
            let bytes = file[place + used..place + used + 24].chunks_exact(8);
            let values: Vec<f64> =
                bytes.map(|b| f64::from_le_bytes(b.try_into().unwrap())).collect();
            assert_eq!(values, column.values);
        }
        let sum: i64 = group.list(1).iter().map(|c| c.part(3).int(6)).sum();
        assert_eq!(group.int(2), sum);
    }

    #[test]
    fn the_schema_and_the_metadata_are_told() {
        let footer = footer(&table().parquet());
        let schema = footer.list(2);
        assert_eq!((schema[0].part(4).text(), schema[0].int(5)), ("schema", 2));
        assert_eq!(
            (schema[2].part(4).text(), schema[2].int(1), schema[2].int(3)),
            ("theta'", 5, 0)
        );
        let pairs: Vec<(&str, &str)> =
            footer.list(5).iter().map(|p| (p.part(1).text(), p.part(2).text())).collect();
        let own = [("model_hash", "00ff"), ("energy_drift", "1e-15"), ("units", r#"{"t":"s"}"#)];
        assert_eq!(pairs, own);
    }
}
