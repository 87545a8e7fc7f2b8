//! `alembert export`

use std::path::{Path, PathBuf};

use alembert::code::{TARGETS, Target};
use clap::{Args, ValueHint};
use serde_json::json;

use crate::answer::{Answer, Report};
use crate::arguments::{ModelArguments, exit_codes};
use crate::command::write_whole;
use crate::complaint::Complaint;
use crate::nearest::nearest;
use crate::terminal::{Exit, Stop, Terminal};
use crate::walk::{self, Listing};
use crate::{input, toolchain};

/// Differences above this, relative to the values of a state, fail a check.
const TOLERANCE: f64 = 1e-10;
/// States of a check.
const STATES: usize = 100;

/// Write the equations of motion as a program: C, Rust, Python and others.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert export knife-edge c -o knife_edge.c
  alembert export knife-edge python --check
  alembert export vertical-disk rust --principle vakonomic -o disk.rs --check

The file has the rate of the state, multipliers, mass matrix, energy, residuals of
the constraints, the parameters and inputs by name, and a worked example that runs.
--check runs it with the tools of this machine at 100 random states on the
constraints and prints the largest difference from our own values; without -o it
does not print the file. `alembert explain export` says more.

", exit_codes!()))]
pub(crate) struct Export {
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// The language: c, rust, python, …; `alembert explain export` lists all.
    #[arg(value_name = "TARGET")]
    target: String,
    /// The principle to derive by; the model's own when absent.
    #[arg(long, value_name = "NAME")]
    principle: Option<String>,
    /// Coordinates whose velocities are eliminated, for elimination, voronec and naive.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    dependent: Vec<String>,
    /// Run the program and compare it with our own values.
    #[arg(long)]
    check: bool,
    /// Write to this file; it appears whole or not at all.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
}

impl Export {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let target = named(&self.target)?;
        let mut model = input::model(&self.model)?;
        model.dependent.clone_from(&self.dependent);
        let name = self.output.as_deref().unwrap_or(&self.model.model);
        let states = if self.check { STATES } else { 0 };
        let (answer, code) =
            walk::export(&model, &stem(name), (target, self.principle.as_deref()), states);
        let Some(code) = code else { return answer.print(terminal, self.model.json) };
        if let Some(path) = &self.output {
            write_whole(path, &code.text)?;
        }
        let answer = match self.check {
            true => checked(answer, target, &code)?,
            false => answer,
        };
        let quiet = self.output.is_some() && !self.check && !self.model.json;
        if quiet {
            answer.show(terminal);
            return Ok(answer.exit);
        }
        answer.print(terminal, self.model.json)
    }
}

/// The target of this name.
fn named(name: &str) -> Result<&'static Target, Complaint> {
    Target::named(&name.to_lowercase()).ok_or_else(|| {
        let similar = nearest(name, TARGETS.iter().map(|target| target.name));
        Complaint::NoTarget { name: name.to_owned(), similar }
    })
}

/// The name of a file without folders and ending.
fn stem(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    stem.filter(|stem| stem != "-").unwrap_or_else(|| "model".to_owned())
}

/// The answer with the largest difference in place of the text.
fn checked(answer: Answer, target: &Target, code: &Listing) -> Result<Answer, Complaint> {
    let values = toolchain::values(target, code)?;
    let (samples, tool) = (&code.samples, toolchain::tool(target));
    let found = samples.largest_difference(&values);
    let count = samples.arguments.len();
    let text = match found {
        Some((difference, name)) => format!(
            "{}: the largest difference at {count} random states is {difference:.1e}, in {name} ({tool})\n",
            target.name
        ),
        None => format!("{}: the program gave numbers that are not finite ({tool})\n", target.name),
    };
    let json = json!({
        "target": target.name, "tool": tool, "states": count,
        "largest_difference": found.map(|f| f.0), "in": found.map(|f| f.1),
    });
    let agrees = found.is_some_and(|f| f.0 <= TOLERANCE) && count > 0;
    let exit = if agrees { Exit::Fine } else { Exit::Failed };
    let mut all = answer.report.map_or(json!({}), |report| report.json);
    all["check"] = json;
    Ok(Answer { report: Some(Report { text, json: all }), exit, ..answer })
}
