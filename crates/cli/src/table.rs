//! Files of tables: the form by the ending, written whole or not at all.

use std::path::Path;

use alembert::walk::Table;

use crate::command::write_bytes;
use crate::complaint::Complaint;

/// A file that is to hold a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableFile<'a> {
    path: &'a Path,
    bytes: fn(&Table) -> Vec<u8>,
}

impl<'a> TableFile<'a> {
    /// A file whose ending says how a table is written.
    pub(crate) fn at(path: &'a Path) -> Result<Self, Complaint> {
        let ending = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
        let bytes: fn(&Table) -> Vec<u8> = match ending.as_deref() {
            Some("csv") => |table| table.csv().into_bytes(),
            Some("json") => |table| format!("{:#}\n", table.json()).into_bytes(),
            Some("npz") => Table::npz,
            Some("parquet") => Table::parquet,
            _ => return Err(Complaint::UnknownTable { path: path.to_owned() }),
        };
        Ok(Self { path, bytes })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        self.path
    }

    /// Writes a table.
    pub(crate) fn write(&self, table: &Table) -> Result<(), Complaint> {
        write_bytes(self.path, &(self.bytes)(table))
    }
}
