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
  alembert derive pendulum-polar --reduce
  alembert derive mine.mech --ascii
  alembert derive mine.mech --json

`alembert explain multipliers` says what the multipliers mean and which sign
they have, `alembert explain principles` where the equations come from.
With --reduce, coordinates that holonomic constraints give through the others
are taken out; constants of integration are named c_1, c_2, ...
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
    /// Take out coordinates by integrals and position constraints.
    #[arg(long)]
    reduce: bool,
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
            reduce: self.reduce,
        };
        let model = input::model(&self.model)?;
        walk::derive(&model, request, terminal.page()).print(terminal, self.model.json)
    }
}
