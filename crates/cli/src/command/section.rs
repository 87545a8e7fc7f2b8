//! `alembert section`

use std::path::PathBuf;

use alembert::walk::{RunRequest, Side};
use clap::{Args, ValueEnum, ValueHint};

use crate::arguments::{ModelArguments, exit_codes, seconds};
use crate::input;
use crate::progress::watched;
use crate::table::TableFile;
use crate::terminal::{Exit, Stop, Terminal};
use crate::walk;

/// A Poincaré section: the states at which a quantity passes through zero.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert section henon-heiles.mech x --direction up --count 500 -o points.csv
  alembert section knife-edge \"sin(φ)\" --to 100
  alembert section mine.mech \"sin(t)\" --direction up --count 200 --json

Every zero of the quantity is found, also several in one step. An angle that turns
passes through zero once; its sine does at every half turn. With --count and
without --to the run goes on until there are so many points, or none in 20000 steps.
A zero at the start is no point; one at the end is. -o writes t, the state, E,
multipliers and observed quantities at each point, as .csv, .json, .npz or .parquet.

", exit_codes!()))]
pub(crate) struct Section {
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// The quantity, "x" or "sin(theta)".
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    quantity: String,
    /// Which zeros count: all, those where the quantity grows, or those where it falls.
    #[arg(long, value_name = "WAY", value_enum, default_value_t = Way::Both)]
    direction: Way,
    /// End the run after so many points.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    count: Option<u32>,
    /// The end of the run; the model's own when absent.
    #[arg(long, value_name = "T", value_parser = seconds, allow_hyphen_values = true)]
    to: Option<f64>,
    /// The integrator; chosen for the model when absent.
    #[arg(long, value_name = "NAME")]
    method: Option<String>,
    /// The principle to derive by; the model's own when absent.
    #[arg(long, value_name = "NAME")]
    principle: Option<String>,
    /// Write the points to a file: .csv, .json, .npz or .parquet; - prints CSV in place of the result.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) output: Option<PathBuf>,
}

/// Which zeros count.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Way {
    Both,
    Up,
    Down,
}

impl Section {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let file = TableFile::asked(self.output.as_deref(), self.model.json)?;
        let model = input::model(&self.model)?;
        let side = match self.direction {
            Way::Both => Side::Both,
            Way::Up => Side::Up,
            Way::Down => Side::Down,
        };
        let run = RunRequest {
            principle: self.principle.as_deref(),
            method: self.method.as_deref(),
            to: self.to,
            ..RunRequest::default()
        };
        let count = self.count.map(|n| n as usize);
        let (answer, report) = watched(terminal, |listener| {
            let page = (terminal.page().width, listener);
            walk::section(&model, (run, &self.quantity), (side, count), page)
        });
        match (file, &report) {
            (Some(file), Some(report)) => {
                let table = report.table(model.source.text());
                file.give(&table.sheet(), (answer, terminal), self.model.json)
            }
            _ => answer.print(terminal, self.model.json),
        }
    }
}
