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

use std::fs;
use std::io;
use std::path::Path;

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

/// Do two paths lead to one file?
fn is_same(a: &Path, b: &Path) -> bool {
    matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}
