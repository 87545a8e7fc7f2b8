//! `alembert eval`

use clap::Args;

use crate::arguments::{ModelArguments, exit_codes};
use crate::input;
use crate::progress::timed;
use crate::terminal::{Exit, Stop, Terminal};
use crate::walk::{self, EvalRequest};

/// Accelerations, multipliers, energy and constraint residuals at a state.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert eval knife-edge
  alembert eval knife-edge --at \"x'=1, y'=0, φ=0, φ'=2\"
  alembert eval knife-edge --at \"phi'=2\" -p m=2 -p g=1.62
  alembert eval mine.mech --at \"t=0, x=1, x'=2\" --json

What --at leaves out comes from `initial`, and is 0 when it is not there either;
a note says which. The state is taken as it is, also
when it violates the constraints; the residuals say by how much.

", exit_codes!()))]
pub(crate) struct Eval {
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// The state, "t=0, x=1, x'=2", in SI units; "θ = 30 [deg]" gives a unit. Parameters are in the
    /// units that the model declares.
    #[arg(long, value_name = "STATE", default_value = "", hide_default_value = true)]
    #[arg(allow_hyphen_values = true)]
    at: String,
    /// The principle to derive by; the model's own when absent.
    #[arg(long, value_name = "NAME")]
    principle: Option<String>,
    /// Coordinates whose velocities are eliminated, for elimination, voronec and naive.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    dependent: Vec<String>,
}

impl Eval {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let mut model = input::model(&self.model)?;
        model.dependent.clone_from(&self.dependent);
        let request = EvalRequest { at: &self.at, principle: self.principle.as_deref() };
        timed(terminal, "deriving", || walk::eval(&model, request, terminal.page()))
            .print(terminal, self.model.json)
    }
}
