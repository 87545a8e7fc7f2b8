//! `alembert derive`

use alembert::walk::Form;
use clap::{Args, ValueEnum};

use crate::arguments::{ModelArguments, exit_codes};
use crate::input;
use crate::terminal::{Exit, Stop, Terminal};
use crate::walk::{self, DeriveRequest};

/// Derive the exact equations of motion.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert derive knife-edge
  alembert derive knife-edge --form explicit
  alembert derive knife-edge --form quasi
  alembert derive knife-edge --form matrix
  alembert derive knife-edge --solve-multipliers
  alembert derive rolling-sphere --principle voronec --steps
  alembert derive knife-edge --principle elimination --dependent x
  alembert derive mine.mech --ascii
  alembert derive mine.mech --json

`alembert explain multipliers` says what the multipliers mean and which sign
they have, `alembert explain principles` where the equations come from.
With --json the texts are in the ASCII spelling of the model language.

", exit_codes!()))]
pub(crate) struct Derive {
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// The principle to derive by; the model's own when absent.
    #[arg(long, value_name = "NAME")]
    principle: Option<String>,
    /// How the equations are written.
    #[arg(long, value_enum, default_value_t = FormName::Multipliers)]
    form: FormName,
    /// Solve for the multipliers too: λ in closed form.
    #[arg(long)]
    solve_multipliers: bool,
    /// Show the steps too, each with the equation of its source.
    #[arg(long)]
    steps: bool,
    /// Coordinates whose velocities are eliminated, for elimination, voronec and naive.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    dependent: Vec<String>,
}

/// The forms of equations of motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormName {
    /// Lagrange's equations with multipliers, and the constraints.
    Multipliers,
    /// The linear system for accelerations and multipliers.
    Matrix,
    /// Solved for the accelerations.
    Explicit,
    /// In quasi-velocities, with the velocities through them.
    Quasi,
}

impl FormName {
    /// The form of the library.
    fn form(self) -> Form {
        match self {
            FormName::Multipliers => Form::Multipliers,
            FormName::Matrix => Form::Matrix,
            FormName::Explicit => Form::Explicit,
            FormName::Quasi => Form::Quasi,
        }
    }
}

impl Derive {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let request = DeriveRequest {
            principle: self.principle.as_deref(),
            form: self.form.form(),
            closed: self.solve_multipliers,
            steps: self.steps,
        };
        let mut model = input::model(&self.model)?;
        model.dependent.clone_from(&self.dependent);
        walk::derive(&model, request, terminal.page()).print(terminal, self.model.json)
    }
}
