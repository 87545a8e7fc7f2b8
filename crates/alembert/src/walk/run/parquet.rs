//! A table as Parquet: one row group, one page a column, plain doubles, nothing compressed.
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

use super::look::Column;
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

/// Where a page is, with its header.
struct Chunk {
    place: i64,
    bytes: i64,
}

impl Table {
    /// The file; `pyarrow.parquet.read_table` gives each column by its name.
    #[must_use]
    pub fn parquet(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        let chunks: Vec<Chunk> = self.columns.iter().map(|c| page(&mut out, c)).collect(); // (2)
        let footer = self.footer(&chunks).finish();
        out.extend(&footer);
        out.extend(u32::try_from(footer.len()).unwrap_or(u32::MAX).to_le_bytes());
        out.extend(MAGIC);
        out
    }

    /// Equation (3).
    fn footer(&self, chunks: &[Chunk]) -> Struct {
        let rows = integer(self.rows());
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
        let columns = self.columns.iter().zip(chunks).map(|(c, chunk)| chunk.described(c, rows));
        let group = Struct::new()
            .field(1, &Compact::Structs(columns.collect()))
            .field(2, &Compact::I64(chunks.iter().map(|chunk| chunk.bytes).sum()))
            .field(3, &Compact::I64(rows));
        let pair = |(key, value): (&str, String)| {
            Struct::new().field(1, &Compact::text(key)).field(2, &Compact::text(&value))
        };
        let own = self.metadata.iter().map(|(key, value)| (key.as_str(), plain(value)));
        let pairs = own.chain([("units", self.units().to_string())]).map(pair).collect();
        let maker = format!("alembert version {}", env!("CARGO_PKG_VERSION"));
        Struct::new()
            .field(1, &Compact::I32(1))
            .field(2, &Compact::Structs(schema))
            .field(3, &Compact::I64(rows))
            .field(4, &Compact::Structs(vec![group]))
            .field(5, &Compact::Structs(pairs))
            .field(6, &Compact::text(&maker))
    }
}

/// Equation (2): writes the page of a column.
fn page(out: &mut Vec<u8>, column: &Column) -> Chunk {
    let place = out.len();
    let size = Compact::I32(integer(8 * column.values.len()));
    let values = Struct::new()
        .field(1, &Compact::I32(integer(column.values.len())))
        .field(2, &Compact::I32(PLAIN))
        .field(3, &Compact::I32(RLE))
        .field(4, &Compact::I32(RLE));
    let header = Struct::new()
        .field(1, &Compact::I32(DATA_PAGE))
        .field(2, &size)
        .field(3, &size)
        .field(5, &Compact::Struct(values));
    out.extend(header.finish());
    out.extend(column.values.iter().flat_map(|x| x.to_le_bytes()));
    Chunk { place: integer(place), bytes: integer(out.len() - place) }
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
