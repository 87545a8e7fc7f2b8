//! `alembert run`

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use alembert::walk::{Progress, RunReport, RunRequest};
use clap::{Args, ValueHint};

use crate::answer::Answer;
use crate::arguments::{ModelArguments, exit_codes};
use crate::command::{can_be_written, write_bytes};
use crate::complaint::Complaint;
use crate::input;
use crate::progress::Bar;
use crate::terminal::{Exit, Stop, Terminal};
use crate::walk::{self, Events, Model};

/// Follow the motion from the initial values, check it, and write it to a file.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert run knife-edge
  alembert run knife-edge --to 100 -p g=1.62
  alembert run vertical-disk -o motion.csv --every 0.01
  alembert run vertical-disk --principle vakonomic -p mu_roll_x=0 -p mu_roll_y=0
  alembert run mine.mech --certify --json

A run is exact to round-off by itself: there is no tolerance to choose. It prints
its end, the energy balance, the residuals of the constraints and what became of
the lines of `expect` and `reject`. -o writes t, every coordinate and velocity, E,
multipliers, residuals and observed quantities, in SI units, as .csv, .json or
.npz; the file appears whole or not at all. Ctrl-C keeps what was computed.

", exit_codes!()))]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// The end of the run; the model's own when absent, 10 after the start without one.
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    to: Option<f64>,
    /// The distance of the rows that are written; a 200th of the run when absent.
    #[arg(long, value_name = "D")]
    every: Option<f64>,
    /// A step of fixed length, for studies of convergence.
    #[arg(long, value_name = "H")]
    step: Option<f64>,
    /// The error that a step may have, relative to the size of each quantity; round-off when absent.
    #[arg(long, value_name = "E")]
    tol: Option<f64>,
    /// The integrator; chosen for the model when absent, and the reason is printed.
    #[arg(long, value_name = "NAME")]
    method: Option<String>,
    /// The principle to derive by; the model's own when absent.
    #[arg(long, value_name = "NAME")]
    principle: Option<String>,
    /// Coordinates whose velocities are eliminated, for elimination, voronec and naive.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    dependent: Vec<String>,
    /// Look for the zeros of a quantity, "x - 1" or "theta'"; may be given several times.
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    event: Vec<String>,
    /// End the run at the first zero of a quantity.
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    until: Vec<String>,
    /// Run again with twice the digits, and print how many are correct.
    #[arg(long)]
    certify: bool,
    /// Write the motion to a file: .csv, .json or .npz.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
}

/// How a table is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Csv,
    Json,
    Npz,
}

impl Run {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let ending = self.output.as_deref().map(ending).transpose()?;
        let mut model = input::model(&self.model)?;
        model.dependent.clone_from(&self.dependent);
        let events = Events { recorded: &self.event, ending: &self.until };
        let request = RunRequest {
            events: &[],
            principle: self.principle.as_deref(),
            to: self.to,
            every: self.every,
            step: self.step,
            tol: self.tol,
            method: self.method.as_deref(),
            certify: self.certify,
        };
        self.output.as_deref().map_or(Ok(()), can_be_written)?;
        let (mut answer, report) = followed(&model, request, events, terminal);
        if let (Some(path), Some(ending), Some(report)) = (&self.output, ending, &report)
            && let Err(complaint) = write(path, ending, report, &model)
        {
            answer.complain(complaint);
        }
        answer.print(terminal, self.model.json)
    }
}

/// Runs with a progress bar; Ctrl-C ends the run and not the command.
fn followed(
    model: &Model,
    request: RunRequest<'_>,
    events: Events<'_>,
    terminal: &Terminal,
) -> (Answer, Option<RunReport>) {
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    // Without a handler Ctrl-C ends the command, which is no reason to refuse the run.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    let mut bar = Bar::new(terminal.is_watched());
    let mut progress = |progress: Progress| {
        bar.show(progress.share, progress.t);
        match interrupted.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let result = walk::run(model, (request, events), terminal, &mut progress);
    bar.clear();
    result
}

fn ending(path: &Path) -> Result<Ending, Complaint> {
    match path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("csv") => Ok(Ending::Csv),
        Some("json") => Ok(Ending::Json),
        Some("npz") => Ok(Ending::Npz),
        _ => Err(Complaint::UnknownTable { path: path.to_owned() }),
    }
}

fn write(path: &Path, ending: Ending, report: &RunReport, model: &Model) -> Result<(), Complaint> {
    let text = model.source.text();
    let bytes = match ending {
        Ending::Csv => report.csv(text).into_bytes(),
        Ending::Json => format!("{:#}\n", report.table_json(text)).into_bytes(),
        Ending::Npz => report.npz(text),
    };
    write_bytes(path, &bytes)
}
