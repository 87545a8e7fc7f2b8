//! `alembert run`

use std::path::PathBuf;

use alembert::walk::RunRequest;
use clap::{Args, ValueHint};

use crate::arguments::{InputArguments, ModelArguments, exit_codes, seconds};
use crate::input;
use crate::progress::watched;
use crate::scratch::Beside;
use crate::table::TableFile;
use crate::terminal::{Exit, Stop, Terminal};
use crate::walk::{self, Events};

/// Follow the motion from the initial values, check it, and write it to a file.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert run knife-edge
  alembert run knife-edge --to 100 -p g=1.62 --reactions
  alembert run vertical-disk -o motion.csv --every 0.01
  alembert run vertical-disk -o - --every 1
  alembert run vertical-disk --principle vakonomic -p mu_roll_x=0 -p mu_roll_y=0
  alembert run knife-edge --sensitivity g,\"phi'\" -o motion.parquet
  alembert run mine.mech --input u=wind.csv
  alembert run mine.mech --certify --json

Steps of taylor, which most models get, are exact to round-off: there is no tolerance to
choose. Steps of dop853, for models that are not analytic, and of radau, for stiff ones,
may err by 1e-12 of each quantity; --tol sets another part. What a chaotic motion makes
of any error grows exponentially all the same; --certify counts the digits that are left.
A run prints its end, the energy balance, the residuals of the constraints and what became of
the lines of `expect` and `reject`. Times are in seconds, or have a unit: --to 100ms, --every \"2 min\". -o writes t, every coordinate and velocity, E,
multipliers, residuals, inputs and observed quantities, in SI units, as .csv, .json,
.npz or .parquet; the file appears whole or not at all. `-o -` prints it as CSV in place
of the summary. Ctrl-C keeps what was computed, beside an older file as NAME.partial.csv.

", exit_codes!()))]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// The end of the run, in seconds or with a unit, 100ms; the model's own when absent, 10 s after the start
    /// without one.
    #[arg(long, value_name = "T", value_parser = seconds, allow_hyphen_values = true)]
    to: Option<f64>,
    /// The distance of the rows that are written; a 200th of the run when absent.
    #[arg(long, value_name = "D", value_parser = seconds, allow_hyphen_values = true)]
    every: Option<f64>,
    /// A step of fixed length, for studies of convergence.
    #[arg(long, value_name = "H", value_parser = seconds, allow_hyphen_values = true)]
    step: Option<f64>,
    /// The error that a step may have, relative to the size of each quantity; when absent, round-off for taylor and
    /// 1e-12 for dop853 and radau.
    #[arg(long, value_name = "E", allow_negative_numbers = true)]
    tol: Option<f64>,
    /// The integrator: taylor, dop853, radau, collocation, rattle or dla; chosen for the model when
    /// absent, and the reason is printed.
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
    /// End after so many steps; without it a run that would take more than 1e9 is given up early.
    #[arg(long, value_name = "N")]
    most_steps: Option<u64>,
    /// Differentiate the motion by parameters and initial values, "m,x'": columns dx/dm, dx'/dm, …
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    sensitivity: Vec<String>,
    #[command(flatten)]
    inputs: InputArguments,
    /// Write the force of each constraint on each coordinate, `reaction_LABEL_x`, and the coefficient of
    /// friction that bodies on surfaces need, `friction`; see `alembert explain run`.
    #[arg(long)]
    reactions: bool,
    /// Go on where the constraints become dependent, along one of several motions, and say so.
    #[arg(long)]
    through_singular: bool,
    /// Run again with twice the digits, and print how many are correct in each column, relative to its
    /// largest value.
    #[arg(long)]
    certify: bool,
    /// Write the motion to a file: .csv, .json, .npz or .parquet; - prints CSV in place of the summary.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) output: Option<PathBuf>,
}

impl Run {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let file = TableFile::asked(self.output.as_deref(), self.model.json)?;
        let mut model = input::driven(&self.model, &self.inputs)?;
        model.dependent.clone_from(&self.dependent);
        let events = Events {
            recorded: &self.event,
            ending: &self.until,
            sensitivity: &self.sensitivity,
            reactions: self.reactions,
        };
        let scratch = file.map_or_else(Beside::nothing, |file| file.scratch());
        let request = RunRequest {
            events: &[],
            sensitivity: &[],
            contacts: &[],
            principle: self.principle.as_deref(),
            to: self.to,
            every: self.every,
            step: self.step,
            tol: self.tol,
            method: self.method.as_deref(),
            certify: self.certify,
            through_singular: self.through_singular,
            most_steps: self.most_steps,
            scratch: Some(&scratch),
        };
        file.map_or(Ok(()), |file| file.can_be_written())?;
        let (answer, report) =
            watched(terminal, |listener| walk::run(&model, (request, events), terminal, listener));
        match (file, &report) {
            (Some(file), Some(report)) => {
                let sheet = report.sheet(model.source.text());
                file.give(&sheet, (answer, terminal), self.model.json)
            }
            _ => answer.print(terminal, self.model.json),
        }
    }
}
