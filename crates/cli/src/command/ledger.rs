//! `alembert ledger`

use std::path::PathBuf;

use alembert::ledger::{Chosen, LedgerReport, LookupError, PAPERS, Paper, lookup, page};
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
  alembert ledger wolf 28
  alembert ledger crasmareanu 1.9a
  alembert ledger moreschi §1.2
  alembert ledger goldstein
  alembert ledger turntable
  alembert ledger --json
  alembert ledger --write docs/ledger.md

The papers are lemos, wolf, note, moreschi-castellano and crasmareanu. After one of them, or
alone, stands the number of an equation, a section, who is discussed there, or a subject;
capitals, brackets and diacritics do not count. A row holds, is
refuted with the right form beside it, is a definition, or is editorial: no computation
decides it. The exit code is 1 when a check does not come out as the ledger says.

", exit_codes!()))]
pub(crate) struct Ledger {
    /// Show the rows of a paper, of an equation, of a section, or on a subject, with the lines that
    /// decide them.
    #[arg(value_name = "PAPER ROW")]
    query: Vec<String>,
    /// Write the page with all rows to this file.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["query", "json"])]
    write: Option<PathBuf>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub(crate) json: bool,
}

impl Ledger {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let chosen = self.chosen()?;
        let mut bar = Bar::new(terminal.is_watched());
        let mut tell = |paper: &Paper, share: f64| {
            bar.tell(&format!("{}, {:.0} %", paper.name, 100.0 * share));
        };
        let report = match &chosen {
            Some(chosen) => LedgerReport::chosen(chosen, &mut tell),
            None => LedgerReport::watched(PAPERS, &mut tell),
        };
        bar.clear();
        if let Some(path) = &self.write {
            write_whole(path, &page(&report))?;
            terminal.wrote(path);
        }
        Stop::unless_closed(match (self.json, &chosen) {
            (true, _) => terminal.print_json(&report.json()),
            (false, None) => terminal.print(&report.summary()),
            (false, Some(chosen)) if chosen.iter().all(|c| c.whole) => {
                terminal.print(&report.details())
            }
            (false, Some(_)) => terminal.print(&report.found()),
        })?;
        Ok(if report.fails() { Exit::Failed } else { Exit::Fine })
    }

    /// The rows that the words mean; none when there are no words.
    fn chosen(&self) -> Result<Option<Vec<Chosen>>, Complaint> {
        let query = self.query.join(" ");
        if query.trim().is_empty() {
            return Ok(None);
        }
        lookup(&query).map(Some).map_err(|error| {
            let first = query.split_whitespace().next().unwrap_or_default();
            let similar = match &error {
                LookupError::NoPaper(_) => nearest(first, PAPERS.iter().map(|paper| paper.name)),
                _ => None,
            };
            Complaint::NoRow { error, similar }
        })
    }
}
