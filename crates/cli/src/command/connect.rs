//! `alembert connect`

use std::path::PathBuf;

use alembert::walk::{ConnectRequest, RunRequest};
use clap::{Args, ValueHint};

use crate::arguments::{ModelArguments, exit_codes, seconds};
use crate::input;
use crate::progress::watched;
use crate::table::TableFile;
use crate::terminal::{Exit, Stop, Terminal};
use crate::walk;

/// Motions from the initial values to values at the end, by multiple shooting.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert connect heisenberg.mech --end \"x=1, y=0, z=2\" --principle vakonomic
  alembert connect throw.mech --to 2 --end \"x=3, y=0\" -o motions.csv

What `initial` fixes is kept; the rest, marked (guess) or missing, is searched for.
Fixed values, constraints and values at the end have to be as many as the state
has entries. Each guess may lead to another motion; those that were found are
listed by their action ∫ L dt. That there are no others is not said.

", exit_codes!()))]
pub(crate) struct Connect {
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// What holds at the end, "x=1, y=0".
    #[arg(long, value_name = "STATE", allow_hyphen_values = true)]
    end: String,
    /// The time of the end; the model's own when absent.
    #[arg(long, value_name = "T", value_parser = seconds, allow_hyphen_values = true)]
    to: Option<f64>,
    /// How many guesses are tried.
    #[arg(long, value_name = "N", default_value_t = ConnectRequest::TRIES)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    tries: u32,
    /// How far guesses lie from those of `initial`; ten times the way divided by the time when absent.
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true)]
    spread: Option<f64>,
    /// Into how many segments the time is divided.
    #[arg(long, value_name = "N", default_value_t = ConnectRequest::SEGMENTS)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    segments: u32,
    /// The principle to derive by; the model's own when absent.
    #[arg(long, value_name = "NAME")]
    principle: Option<String>,
    /// Write the motions to a file: .csv, .json, .npz or .parquet; - prints CSV in place of the result.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) output: Option<PathBuf>,
}

impl Connect {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let file = TableFile::asked(self.output.as_deref(), self.model.json)?;
        let model = input::model(&self.model)?;
        let run = RunRequest {
            principle: self.principle.as_deref(),
            to: self.to,
            ..RunRequest::default()
        };
        let (tries, segments) = (self.tries as usize, self.segments as usize);
        let request = ConnectRequest { run, end: &[], tries, spread: self.spread, segments };
        let (answer, report) =
            watched(terminal, |listener| walk::connect(&model, (request, &self.end), listener));
        match (file, &report) {
            (Some(file), Some(report)) => {
                let table = report.table(model.source.text());
                file.give(&table.sheet(), (answer, terminal), self.model.json)
            }
            _ => answer.print(terminal, self.model.json),
        }
    }
}
