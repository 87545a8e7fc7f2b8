//! `alembert check`

use clap::Args;

use crate::arguments::{ModelArguments, exit_codes};
use crate::input;
use crate::mend::mend_file;
use crate::progress::timed;
use crate::terminal::{Exit, Stop, Terminal};
use crate::walk::{self, CheckRequest};

/// Read a model, report its mistakes, and decide its `expect` and `reject` lines.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert check knife-edge
  alembert check mine.mech --strict
  alembert check mine.mech --fix
  alembert check - < mine.mech
  alembert check mine.mech --json
  alembert check mine.mech --message-format json

Every mistake is reported in one go, with its place, its reason and, where we
know it, the mend. `alembert explain AL010` explains a code. With --fix mends
are written into the file where there is only one, and the rest is reported.
With --json one object is printed, also for a model with mistakes.

", exit_codes!()))]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// Look at the constraints at this point too, "x=0, y=1".
    #[arg(long, value_name = "STATE", allow_hyphen_values = true)]
    at: Option<String>,
    /// Count undecided lines as failed.
    #[arg(long)]
    strict: bool,
    /// Write the fixes into the model file, then check it.
    #[arg(long, conflicts_with = "values")]
    fix: bool,
}

impl Check {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let mut model = input::model(&self.model)?;
        let request = CheckRequest { at: self.at.as_deref(), strict: self.strict, runs: false };
        if self.fix {
            for note in mend_file(&self.model.model, &mut model, request)? {
                terminal.note(&note);
            }
        }
        timed(terminal, "checking", || walk::check(&model, request))
            .print(terminal, self.model.json)
    }
}
