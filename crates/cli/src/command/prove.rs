//! `alembert prove`

use clap::Args;

use crate::arguments::{ModelArguments, exit_codes};
use crate::input;
use crate::progress::timed;
use crate::terminal::{Exit, Stop, Terminal};
use crate::walk::{self, ProveRequest};

/// Is an equation true on every motion, or a motion in closed form one of the model: proved, refuted, or undecided.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert prove rolling-sphere \"x'' = 5/7 g sin α\"
  alembert prove rolling-sphere \"E is conserved\"
  alembert prove knife-edge \"sin²φ + cos²φ = 1\" --anywhere
  alembert prove rolling-sphere \"θ'' + φ' ψ' sin θ = 0\" -p α=0
  alembert prove vertical-disk \"θ'' = 0\" --principle vakonomic
  alembert prove mine.mech \"x'' = -g x\" --json
  alembert prove vertical-disk \"x = x0 + R Ω/ω sin(ω t); y = y0 - R Ω/ω cos(ω t); φ = ω t; θ = Ω t\"
  alembert prove spring.mech \"x = x(0) cos(ω t) + x'(0)/ω sin(ω t)\"

Several equations are a motion in closed form, one a coordinate: it is put into the
constraints and the equations of motion. Names that the model does not know are constants,
which may have any value; x(0) and x'(0) are values at the start. `alembert explain
closed-form` has more.

The constraints and the equations of motion are used, and definitions such as
I = 2/5 m R²; the numbers of parameters in the model are not. A value that -p gives to
a parameter is an assumption: it is put in before anything is derived, and the answer
names it. `alembert explain zero-test` says what the three verdicts mean. The exit code
is 0 whatever the verdict.

", exit_codes!()))]
pub(crate) struct Prove {
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// The equation, "x'' = 5/7 g sin α", or a motion in closed form, one equation a coordinate.
    #[arg(value_name = "EQUATION", allow_hyphen_values = true)]
    claim: String,
    /// More equations of a motion in closed form.
    #[arg(value_name = "EQUATION")]
    more: Vec<String>,
    /// As an identity: use neither the constraints nor the equations of motion.
    #[arg(long, conflicts_with = "principle")]
    anywhere: bool,
    /// The principle whose motions are meant; the model's own when absent.
    #[arg(long, value_name = "NAME")]
    principle: Option<String>,
}

impl Prove {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let model = input::model(&self.model)?;
        let claims = [vec![self.claim.clone()], self.more.clone()].concat();
        let request = ProveRequest {
            claims: &claims,
            anywhere: self.anywhere,
            principle: self.principle.as_deref(),
        };
        timed(terminal, "proving", || walk::prove(&model, request, terminal.page()))
            .print(terminal, self.model.json)
    }
}
