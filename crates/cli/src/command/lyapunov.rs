//! `alembert lyapunov`

use alembert::walk::{LyapunovRequest, RunRequest};
use clap::Args;

use crate::arguments::{ModelArguments, exit_codes, seconds};
use crate::input;
use crate::progress::watched;
use crate::terminal::{Exit, Stop, Terminal};
use crate::walk;

/// The Lyapunov exponents of the motion: how fast neighbouring motions part.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert lyapunov double-pendulum.mech --to 1000
  alembert lyapunov mine.mech --to 500 --settle 100 --json

There are as many exponents as the motion has independent directions: those that
would leave the constraints have none. Their sum is the rate at which volumes of
states grow: 0 in the long run without friction where the constraints are holonomic, and not
so in general where they are not. The error behind ± is the most of these: twice the
standard error of eight windows of the time, what the exponent changed in the second half,
and what swings to and fro leaves open at the end. Exponents of a stiff motion that are
closer to each other than 1/T are not told apart in the time T: four times what other first
directions change is their error. Where forces jump, as those of dry friction,
neighbouring motions are led across the jump; where friction holds a body there are no exponents.
Of a stiff motion decays that are faster than the steps are not resolved. Its steps are no
longer than an eighth of --interval, and an oscillation at rest that is not much slower
than these seems to decay: what that leaves open is told, by intervals of twice the length.

", exit_codes!()))]
pub(crate) struct Lyapunov {
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// The end of the run; the model's own when absent.
    #[arg(long, value_name = "T", value_parser = seconds, allow_hyphen_values = true)]
    to: Option<f64>,
    /// The time at the beginning that is not counted; a tenth of the run when absent.
    #[arg(long, value_name = "D", value_parser = seconds, allow_hyphen_values = true)]
    settle: Option<f64>,
    /// The time after which the directions are made orthogonal again, or a little less, so that the run ends in
    /// time; chosen when absent.
    #[arg(long, value_name = "D", value_parser = seconds, allow_hyphen_values = true)]
    interval: Option<f64>,
    /// The integrator: dop853 or radau; chosen for the model when absent, and the reason is printed.
    #[arg(long, value_name = "NAME")]
    method: Option<String>,
    /// The principle to derive by; the model's own when absent.
    #[arg(long, value_name = "NAME")]
    principle: Option<String>,
}

impl Lyapunov {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let model = input::model(&self.model)?;
        let run = RunRequest {
            principle: self.principle.as_deref(),
            to: self.to,
            method: self.method.as_deref(),
            ..RunRequest::default()
        };
        let request = LyapunovRequest { run, interval: self.interval, settle: self.settle };
        let answer = watched(terminal, |listener| walk::lyapunov(&model, request, listener));
        answer.print(terminal, self.model.json)
    }
}
