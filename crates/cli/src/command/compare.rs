//! `alembert compare`

use clap::Args;

use crate::arguments::{ModelArguments, exit_codes};
use crate::input;
use crate::terminal::{Exit, Stop, Terminal};
use crate::walk;

/// Do principles give the same motion: equal with a proof, or different with a state.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert compare knife-edge
  alembert compare rolling-sphere dalembert naive
  alembert compare vertical-disk vakonomic
  alembert compare mine.mech voronec hamel gauss --json

Without principles all are compared with dalembert, and so is a single one; of several
every two are compared. Equal means that the highest derivatives agree at every state;
the multipliers μ of vakonomic count as part of the state. The exit code is 0 whatever
the verdict.

", exit_codes!()))]
pub(crate) struct Compare {
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// The principles.
    #[arg(value_name = "PRINCIPLE")]
    principles: Vec<String>,
    /// Coordinates whose velocities are eliminated, for elimination, voronec and naive.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    dependent: Vec<String>,
}

impl Compare {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let mut model = input::model(&self.model)?;
        model.dependent.clone_from(&self.dependent);
        let answer = walk::compare(&model, &self.principles, terminal.page());
        answer.print(terminal, self.model.json)
    }
}
