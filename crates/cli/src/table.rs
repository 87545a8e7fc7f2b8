//! Files of tables: the form by the ending, written whole or not at all; or CSV on standard output.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use alembert::language::visible;
use alembert::walk::Sheet;

use crate::answer::Answer;
use crate::complaint::Complaint;
use crate::scratch::Beside;
use crate::terminal::{Exit, Stop, Terminal};
use crate::whole::{can_be_written, spared, write_with};

/// How a form is written.
type Form = fn(&Sheet<'_>, &mut dyn Write) -> io::Result<()>;

/// A file that is to hold a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableFile<'a> {
    path: &'a Path,
    form: Form,
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
        let form: Form = match ending.as_deref() {
            _ if is_printed(path) => |sheet, out| sheet.write_csv(out),
            Some("csv") => |sheet, out| sheet.write_csv(out),
            Some("json") => |sheet, out| sheet.write_json(out),
            Some("npz") => |sheet, out| sheet.write_npz(out),
            Some("parquet") => |sheet, out| sheet.write_parquet(out),
            _ => return Err(Complaint::UnknownTable { path: path.to_owned() }),
        };
        Ok(Self { path, form })
    }

    fn is_printed(&self) -> bool {
        is_printed(self.path)
    }

    /// Asks whether it can be written, before a long computation.
    pub(crate) fn can_be_written(&self) -> Result<(), Complaint> {
        if self.is_printed() { Ok(()) } else { can_be_written(self.path) }
    }

    /// Where rows wait until the table can be written.
    pub(crate) fn scratch(&self) -> Beside {
        if self.is_printed() { Beside::nothing() } else { Beside::file(self.path) }
    }

    /// Writes a table, or prints it in the place of what an answer says, and prints the answer.
    pub(crate) fn give(
        &self,
        sheet: &Sheet<'_>,
        (mut answer, terminal): (Answer, &Terminal),
        as_json: bool,
    ) -> Result<Exit, Stop> {
        if self.is_printed() {
            answer.show(terminal);
            return answer.closed(print(sheet).map_err(Stop::from));
        }
        self.write(sheet, &mut answer, terminal);
        answer.print(terminal, as_json)
    }

    /// What was interrupted does not take the place of an older file.
    fn write(&self, sheet: &Sheet<'_>, answer: &mut Answer, terminal: &Terminal) {
        let path = match answer.exit {
            Exit::Interrupted => {
                if sheet.rows() > MANY {
                    let count = sheet.rows();
                    terminal.note(&format!(
                        "interrupted: {count} rows are being written; another Ctrl-C leaves them out"
                    ));
                }
                spared(self.path)
            }
            _ => self.path.to_owned(),
        };
        let written = write_with(&path, |file| {
            let mut file = BufWriter::with_capacity(ROOM, file);
            (self.form)(sheet, &mut file)?;
            file.flush()
        });
        match written {
            Ok(()) => terminal.wrote(&path),
            Err(complaint) => answer.complain(complaint),
        }
    }
}

/// So many rows take a while to be written.
const MANY: usize = 1_000_000;

/// The bytes that are written at once.
const ROOM: usize = 1 << 16;

/// Prints a table as CSV; what others wrote stands before the rows.
fn print(sheet: &Sheet<'_>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(ROOM, io::stdout().lock());
    out.write_all(visible(&sheet.csv_head()).as_bytes())?;
    sheet.write_csv_rows(&mut out)?;
    out.flush()
}

/// Is it standard output?
fn is_printed(path: &Path) -> bool {
    path == Path::new("-") || path == Path::new("/dev/stdout")
}
