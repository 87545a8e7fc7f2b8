//! The commands, one file each: their options, their help, and what they print.

pub(crate) mod animate;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod connect;
pub(crate) mod derive;
pub(crate) mod eval;
pub(crate) mod examples;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod fmt;
pub(crate) mod init;
pub(crate) mod ledger;
pub(crate) mod lyapunov;
pub(crate) mod man;
pub(crate) mod plot;
pub(crate) mod prove;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod section;
pub(crate) mod tour;

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::arguments::Command;
use crate::complaint::Complaint;
use crate::terminal::{Exit, Stop, Terminal};

impl Command {
    /// Does it, and says how it ended.
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        if let Some((model, output)) = self.files().filter(|(a, b)| is_same(a, b)) {
            let (path, model) = (output.to_owned(), model.display().to_string());
            return Err(Complaint::OwnModel { path, model }.into());
        }
        if let Some((_, output)) = self.files().filter(|(_, output)| output.is_dir()) {
            // Before anything is said about its ending.
            let reason = io::Error::from(io::ErrorKind::IsADirectory);
            return Err(Complaint::Unwritable { path: output.to_owned(), reason }.into());
        }
        match self {
            Command::Tour(tour) => tour.run(terminal),
            Command::Check(check) => check.run(terminal),
            Command::Derive(derive) => derive.run(terminal),
            Command::Eval(eval) => eval.run(terminal),
            Command::Prove(prove) => prove.run(terminal),
            Command::Run(run) => run.run(terminal),
            Command::Plot(plot) => plot.run(terminal),
            Command::Animate(animate) => animate.run(terminal),
            Command::Report(report) => report.run(terminal),
            Command::Section(section) => section.run(terminal),
            Command::Lyapunov(lyapunov) => lyapunov.run(terminal),
            Command::Connect(connect) => connect.run(terminal),
            Command::Compare(compare) => compare.run(terminal),
            Command::Export(export) => export.run(terminal),
            Command::Fmt(fmt) => fmt.run(terminal),
            Command::Examples(examples) => examples.run(terminal),
            Command::Init(init) => init.run(terminal),
            Command::Explain(explain) => explain.run(terminal),
            Command::Ledger(ledger) => ledger.run(terminal),
            Command::Completions(completions) => completions.run(terminal),
            Command::Man(man) => man.run(terminal),
        }
    }

    /// The model that is read and the file that is written, where there are both.
    fn files(&self) -> Option<(&Path, &Path)> {
        let (model, output) = match self {
            Command::Derive(derive) => (&derive.model, derive.output.as_deref()),
            Command::Run(run) => (&run.model, run.output.as_deref()),
            Command::Plot(plot) => (&plot.model, Some(&*plot.output)),
            Command::Animate(animate) => (&animate.model, Some(&*animate.output)),
            Command::Report(report) => (&report.model, Some(&*report.output)),
            Command::Section(section) => (&section.model, section.output.as_deref()),
            Command::Connect(connect) => (&connect.model, connect.output.as_deref()),
            Command::Export(export) => (&export.model, export.output.as_deref()),
            _ => return None,
        };
        Some((&model.model, output?))
    }

    /// Was `--json` given?
    pub(crate) fn wants_json(&self) -> bool {
        match self {
            Command::Check(check) => check.model.json,
            Command::Derive(derive) => derive.is_json(),
            Command::Eval(eval) => eval.model.json,
            Command::Prove(prove) => prove.model.json,
            Command::Run(run) => run.model.json,
            Command::Plot(plot) => plot.model.json,
            Command::Animate(animate) => animate.model.json,
            Command::Report(report) => report.model.json,
            Command::Section(section) => section.model.json,
            Command::Lyapunov(lyapunov) => lyapunov.model.json,
            Command::Connect(connect) => connect.model.json,
            Command::Compare(compare) => compare.model.json,
            Command::Export(export) => export.model.json,
            Command::Fmt(fmt) => fmt.is_json(),
            Command::Examples(examples) => examples.json,
            Command::Ledger(ledger) => ledger.json,
            Command::Tour(_)
            | Command::Init(_)
            | Command::Explain(_)
            | Command::Completions(_)
            | Command::Man(_) => false,
        }
    }
}

/// Writes a file that must not exist yet, and the folders on its way. When writing fails nothing is left behind.
fn write_new(path: &Path, text: &str) -> Result<(), Complaint> {
    let complaint = |reason: io::Error| match reason.kind() {
        io::ErrorKind::AlreadyExists => Complaint::Exists { path: path.to_owned() },
        _ => Complaint::Unwritable { path: path.to_owned(), reason },
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(complaint)?;
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(complaint)?;
    file.write_all(text.as_bytes()).map_err(|reason| {
        // The file is ours and incomplete; that it cannot be removed is less than why.
        let _ = fs::remove_file(path);
        complaint(reason)
    })
}

/// Writes a file, or replaces one, as a whole: a reader sees the old text or the new one, and when
/// writing fails the old one is left as it was.
fn write_whole(path: &Path, text: &str) -> Result<(), Complaint> {
    write_bytes(path, text.as_bytes())
}

/// Asks whether a file can be written, before a long computation: beside it, because that is where
/// [`write_bytes`] begins.
pub(crate) fn can_be_written(path: &Path) -> Result<(), Complaint> {
    let complaint = |reason| Complaint::Unwritable { path: path.to_owned(), reason };
    let target = target(path);
    if is_special(&target) {
        return OpenOptions::new().write(true).open(&target).map(drop).map_err(complaint);
    }
    refuse_protected(path, &target)?;
    let beside = beside(&target);
    OpenOptions::new().write(true).create_new(true).open(&beside).map_err(complaint)?;
    fs::remove_file(&beside).map_err(complaint)
}

/// Do two paths lead to one file?
fn is_same(a: &Path, b: &Path) -> bool {
    matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}

/// The file behind symbolic links, which stay what they are.
fn target(path: &Path) -> PathBuf {
    match path.is_symlink() {
        true => fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()),
        false => path.to_owned(),
    }
}

/// Is it a device or a pipe, which cannot be replaced?
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// A file that nobody may write is not replaced either, though its folder would allow it.
fn refuse_protected(path: &Path, target: &Path) -> Result<(), Complaint> {
    let is_protected = |found: fs::Metadata| found.is_file() && found.permissions().readonly();
    if !fs::metadata(target).is_ok_and(is_protected) {
        return Ok(());
    }
    let why = "it is protected against writing; `chmod u+w` allows it";
    let reason = io::Error::new(io::ErrorKind::PermissionDenied, why);
    Err(Complaint::Unwritable { path: path.to_owned(), reason })
}

/// A file of this process beside another one.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

/// Writes a file of bytes, or replaces one, as a whole; into a device or a pipe as it comes.
pub(crate) fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Complaint> {
    let complaint = |reason| Complaint::Unwritable { path: path.to_owned(), reason };
    let target = &target(path);
    if is_special(target) {
        let opened = OpenOptions::new().write(true).open(target);
        return opened.and_then(|mut file| file.write_all(bytes)).map_err(complaint);
    }
    refuse_protected(path, target)?;
    let beside = beside(target);
    let mut file =
        OpenOptions::new().write(true).create_new(true).open(&beside).map_err(complaint)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    written.and_then(|()| fs::rename(&beside, target)).map_err(|reason| {
        // The file is ours and of no use; that it cannot be removed is less than why.
        let _ = fs::remove_file(&beside);
        complaint(reason)
    })
}
