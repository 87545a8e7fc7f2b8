//! Files of tables: the form by the ending, written whole or not at all; or CSV on standard output.

use std::path::Path;

use alembert::walk::Table;

use crate::answer::Answer;
use crate::complaint::Complaint;
use crate::terminal::{Exit, Terminal};
use crate::whole::{can_be_written, spared, write_bytes};

/// A file that is to hold a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableFile<'a> {
    path: &'a Path,
    bytes: fn(&Table) -> Vec<u8>,
}

impl<'a> TableFile<'a> {
    /// The file that is asked for, if one is: its ending says how a table is written. Standard output has room for
    /// the table or for the result as JSON.
    pub(crate) fn asked(path: Option<&'a Path>, json: bool) -> Result<Option<Self>, Complaint> {
        let file = path.map(Self::at).transpose()?;
        if let Some(file) = file.filter(|file| json && file.is_printed()) {
            let options = [format!("-o {}", file.path.display()), "--json".to_owned()];
            return Err(Complaint::Twice { what: "what is printed".to_owned(), options });
        }
        Ok(file)
    }

    fn at(path: &'a Path) -> Result<Self, Complaint> {
        let ending = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
        let bytes: fn(&Table) -> Vec<u8> = match ending.as_deref() {
            _ if is_printed(path) => |table| table.csv().into_bytes(),
            Some("csv") => |table| table.csv().into_bytes(),
            Some("json") => |table| format!("{:#}\n", table.json()).into_bytes(),
            Some("npz") => Table::npz,
            Some("parquet") => Table::parquet,
            _ => return Err(Complaint::UnknownTable { path: path.to_owned() }),
        };
        Ok(Self { path, bytes })
    }

    fn is_printed(&self) -> bool {
        is_printed(self.path)
    }

    /// Asks whether it can be written, before a long computation.
    pub(crate) fn can_be_written(&self) -> Result<(), Complaint> {
        if self.is_printed() { Ok(()) } else { can_be_written(self.path) }
    }

    /// Writes a table, or puts it in the place of what an answer prints. What was interrupted does not take the place
    /// of an older file.
    pub(crate) fn write(&self, table: &Table, answer: &mut Answer, terminal: &Terminal) {
        if self.is_printed() {
            answer.report.iter_mut().for_each(|report| report.text = table.csv());
            return;
        }
        let path = match answer.exit {
            Exit::Interrupted => spared(self.path),
            _ => self.path.to_owned(),
        };
        match write_bytes(&path, &(self.bytes)(table)) {
            Ok(()) => terminal.wrote(&path),
            Err(complaint) => answer.complain(complaint),
        }
    }
}

/// Is it standard output?
fn is_printed(path: &Path) -> bool {
    path == Path::new("-") || path == Path::new("/dev/stdout")
}
