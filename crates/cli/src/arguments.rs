//! What can be typed: the commands, the options that all of them share, and their help.
//!
//! The options of one command stand in its own file under `command/`.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

use crate::command::{
    animate, check, compare, completions, connect, derive, eval, examples, explain, export, fmt,
    init, ledger, lyapunov, man, plot, prove, report, run, section, tour,
};

/// The exit codes, as every help text says them.
macro_rules! exit_codes {
    () => {
        "Exit codes:
  0    fine
  1    a check or an expectation failed
  2    the model or the command line is wrong, or a principle does not apply
  3    the computation failed, a run ended before its time, or its numbers are worse than promised
  130  interrupted"
    };
}
pub(crate) use exit_codes;

/// Exact equations of motion for mechanical systems with constraints.
///
/// A model is a text file that reads like the page of a book: coordinates, a Lagrangian,
/// constraints of any kind, forces. Equations come out exact, and claims about them are proved,
/// refuted with a state at which they fail, or reported as undecided.
#[derive(Debug, Parser)]
#[command(name = "alembert", version, max_term_width = 100)]
#[command(arg_required_else_help = true, after_help = concat!("Examples:
  alembert tour
  alembert derive knife-edge
  alembert prove rolling-sphere \"x'' = 5/7 g sin α\"
  alembert init mine && alembert check mine.mech

MODEL is a file, `-` for standard input, or the name of a built-in model.
Results go to standard output, everything else to standard error.

", exit_codes!()))]
pub(crate) struct Arguments {
    /// How to write.
    #[command(flatten)]
    pub(crate) manners: Manners,
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Tour(tour::Tour),
    Check(check::Check),
    Derive(derive::Derive),
    Eval(eval::Eval),
    Prove(prove::Prove),
    Run(run::Run),
    Plot(plot::Plot),
    Animate(animate::Animate),
    Report(report::Report),
    Section(section::Section),
    Lyapunov(lyapunov::Lyapunov),
    Connect(connect::Connect),
    Compare(compare::Compare),
    Export(export::Export),
    Fmt(fmt::Fmt),
    Examples(examples::Examples),
    Init(init::Init),
    Explain(explain::Explain),
    Ledger(ledger::Ledger),
    Completions(completions::Completions),
    Man(man::Man),
}

/// How results and messages are written; every command takes these.
#[derive(Debug, Args)]
#[command(next_help_heading = "Writing")]
pub(crate) struct Manners {
    /// Write formulas in ASCII, x'' instead of ẍ.
    #[arg(long, global = true)]
    pub(crate) ascii: bool,
    /// Colour on a terminal, unless `NO_COLOR` or TERM=dumb is set; or always, or never.
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    pub(crate) color: When,
    /// Messages as text, or as one JSON object a line.
    #[arg(long, global = true, value_name = "FORMAT", value_enum, default_value_t = Format::Human)]
    pub(crate) message_format: Format,
}

/// When there is colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    Auto,
    Always,
    Never,
}

/// How messages look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Human,
    Json,
}

/// Which model, with which values, and how to answer.
#[derive(Debug, Args)]
pub(crate) struct ModelArguments {
    /// A model file, `-` for standard input, or the name of a built-in model.
    #[arg(value_name = "MODEL", value_hint = ValueHint::FilePath)]
    pub(crate) model: PathBuf,
    /// Change a parameter, an initial value, or an input, which is constant then; may be given several
    /// times. What is derived, proved or compared is so for the parameters that are given. A number without a unit is in the unit that the model declares for the parameter (F=3 of
    /// `F = 2 [kN]` is 3 kN), and in SI units for a coordinate.
    #[arg(short = 'p', long = "parameter", value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) values: Vec<(String, String)>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub(crate) json: bool,
}

/// What the inputs of a motion do.
#[derive(Debug, Args)]
pub(crate) struct InputArguments {
    /// Read what an input does from a table, "u=wind.csv": rows of a time and a value, in SI units or in those of
    /// a first line, "t [ms], u [kN]";
    /// straight between them, and held before the first and after the last.
    #[arg(long, value_name = "NAME=FILE")]
    pub(crate) input: Vec<String>,
}

/// A time that is not understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write seconds, or a time with its unit: 20, 100ms, \"2 min\"")]
pub(crate) struct NoTime;

/// A time in seconds, from seconds or from a number with a unit.
pub(crate) fn seconds(text: &str) -> Result<f64, NoTime> {
    alembert::language::seconds(text).ok_or(NoTime)
}

/// A text is no assignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write NAME=VALUE, for example m=2")]
struct NoAssignment;

/// `NAME=VALUE` in its two parts.
fn assignment(text: &str) -> Result<(String, String), NoAssignment> {
    let parts = text.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
    match parts {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => {
            Ok((name.to_owned(), value.to_owned()))
        }
        _ => Err(NoAssignment),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_has_no_contradictions() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn an_assignment_is_split_at_its_first_equals_sign() {
        assert_eq!(assignment("m = 2"), Ok(("m".to_owned(), "2".to_owned())));
        assert!(assignment("m").is_err() && assignment("=2").is_err());
        assert!(assignment("m=").is_err());
    }
}
