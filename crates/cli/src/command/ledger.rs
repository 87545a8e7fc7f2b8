//! `alembert ledger`

use std::path::PathBuf;

use alembert::ledger::{LedgerReport, PAPERS, Paper, page};
use clap::{Args, ValueHint};

use crate::arguments::exit_codes;
use crate::complaint::Complaint;
use crate::nearest::nearest;
use crate::progress::Bar;
use crate::terminal::{Exit, Stop, Terminal};
use crate::whole::write_whole;

/// What five papers say, equation by equation, decided by running every check.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert ledger
  alembert ledger wolf
  alembert ledger --json
  alembert ledger --write docs/ledger.md

The papers are lemos, wolf, note, moreschi-castellano and crasmareanu. A row holds; is a
misprint, refuted, or may be wrong in the text at hand alone, with the right form beside it;
is a definition; or is outside: no computation decides it. The exit code is 1 when a check
does not come out as the ledger says.

", exit_codes!()))]
pub(crate) struct Ledger {
    /// Show the rows of this paper, with the lines that decide them.
    #[arg(value_name = "PAPER")]
    paper: Option<String>,
    /// Write the page with all rows to this file.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["paper", "json"])]
    write: Option<PathBuf>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub(crate) json: bool,
}

impl Ledger {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let mut bar = Bar::new(terminal.is_watched());
        let report = LedgerReport::watched(self.papers()?, &mut |paper, share| {
            bar.tell(&format!("{}, {:.0} %", paper.name, 100.0 * share));
        });
        bar.clear();
        if let Some(path) = &self.write {
            write_whole(path, &page(&report))?;
            terminal.wrote(path);
        }
        Stop::unless_closed(match (self.json, &self.paper) {
            (true, _) => terminal.print_json(&report.json()),
            (false, Some(_)) => terminal.print(&report.details()),
            (false, None) => terminal.print(&report.summary()),
        })?;
        Ok(if report.fails() { Exit::Failed } else { Exit::Fine })
    }

    fn papers(&self) -> Result<&'static [Paper], Complaint> {
        let Some(name) = &self.paper else { return Ok(PAPERS) };
        Paper::named(name).map(std::slice::from_ref).ok_or_else(|| Complaint::NoPaper {
            name: name.clone(),
            similar: nearest(name, PAPERS.iter().map(|paper| paper.name)),
        })
    }
}
