//! `alembert export`

use std::path::{Path, PathBuf};

use alembert::code::fmu::Fmi;
use alembert::code::{TARGETS, Target};
use alembert::walk::Samples;
use clap::{Args, ValueHint};
use serde_json::json;

use crate::answer::{Answer, Report};
use crate::arguments::{ModelArguments, exit_codes};
use crate::complaint::Complaint;
use crate::nearest::nearest;
use crate::progress::timed;
use crate::terminal::{Exit, Stop, Terminal};
use crate::walk;
use crate::whole::{write_bytes, write_whole};
use crate::{input, toolchain};

/// Differences above this, relative to the values of a state, fail a check, unless the last digits of the
/// states leave more open: programs that round otherwise then differ by some of these roundings.
const TOLERANCE: f64 = 1e-12;
const ROUNDINGS: f64 = 16.0;
/// No rounding is an excuse for more.
const LOOSEST: f64 = 1e-10;
/// The target that is no text.
const FMU: &str = "fmu";
/// States of a check.
const STATES: usize = 100;

/// Write the equations of motion as a program: C, Rust, Python and others.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert export knife-edge c -o knife_edge.c
  alembert export knife-edge python --check
  alembert export vertical-disk rust --principle vakonomic -o disk.rs --check
  alembert export heavy-top fmu -o top.fmu --fmi 2.0

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
    /// The version of the Functional Mock-up Interface, 2.0 or 3.0, for the target fmu.
    #[arg(long, value_name = "VERSION", default_value = "3.0", value_parser = version)]
    fmi: Fmi,
    /// Write to this file; it appears whole or not at all.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) output: Option<PathBuf>,
}

impl Export {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        if self.target.eq_ignore_ascii_case(FMU) {
            return self.unit(terminal);
        }
        let target = named(&self.target)?;
        let model = self.opened()?;
        let name = self.output.as_deref().unwrap_or(&self.model.model);
        let states = if self.check { STATES } else { 0 };
        let principle = self.principle.as_deref();
        let work = || walk::export(&model, &stem(name), (target, principle), states);
        let (answer, code) = timed(terminal, "deriving", work);
        let Some(code) = code else { return answer.print(terminal, self.model.json) };
        if let Some(path) = &self.output {
            write_whole(path, &code.text)?;
            terminal.wrote(path);
        }
        let answer = match self.check {
            true => checked(answer, target.name, toolchain::tool(target), &code.samples, || {
                toolchain::values(target, &code)
            })?,
            false => answer,
        };
        let quiet = self.output.is_some() && !self.check && !self.model.json;
        if quiet {
            answer.show(terminal);
            return Ok(answer.exit);
        }
        answer.print_file(terminal, self.model.json)
    }

    /// A Functional Mock-up Unit.
    fn unit(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        if self.output.is_none() && !self.check {
            return Err(Complaint::NoUnitFile.into());
        }
        let model = self.opened()?;
        let states = if self.check { STATES } else { 0 };
        let name = self.output.as_deref().unwrap_or(&self.model.model);
        let principle = self.principle.as_deref();
        let work = || walk::unit(&model, &stem(name), (self.fmi, principle), states);
        let (answer, parts) = timed(terminal, "deriving", work);
        let Some(parts) = parts else { return answer.print(terminal, self.model.json) };
        let library = toolchain::library(&parts.unit.files[0].1)?;
        let archive = walk::archive(&parts.unit, self.fmi, library.as_deref());
        if let Some(path) = &self.output {
            write_bytes(path, &archive)?;
            terminal.wrote(path);
        }
        if library.is_none() {
            terminal.note("there is no C compiler here: the FMU has its sources and no library");
        }
        let answer = match self.check {
            true => checked(answer, FMU, "FMPy", &parts.samples, || {
                toolchain::unit_values(&archive, parts.sizes, &parts.samples)
            })?,
            false => answer,
        };
        answer.print(terminal, self.model.json)
    }

    fn opened(&self) -> Result<walk::Model, Complaint> {
        let mut model = input::model(&self.model)?;
        model.dependent.clone_from(&self.dependent);
        Ok(model)
    }
}

/// There is no such version of FMI.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("the versions are 2.0 and 3.0")]
struct NoVersion;

fn version(text: &str) -> Result<Fmi, NoVersion> {
    Fmi::named(text).ok_or(NoVersion)
}

/// The target of this name.
fn named(name: &str) -> Result<&'static Target, Complaint> {
    Target::named(&name.to_lowercase()).ok_or_else(|| {
        let all = TARGETS.iter().map(|target| target.name).chain([FMU]);
        let similar = nearest(name, all);
        Complaint::NoTarget { name: name.to_owned(), similar }
    })
}

/// The name of a file without folders and ending.
fn stem(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    stem.filter(|stem| stem != "-").unwrap_or_else(|| "model".to_owned())
}

/// What programs may differ by from values that move so far with the last digit of their arguments.
fn limit(rounding: f64) -> f64 {
    (ROUNDINGS * rounding).clamp(TOLERANCE, LOOSEST)
}

/// What a check found, and which limit it broke if it failed.
fn verdict(
    found: Option<(f64, &str)>,
    (count, limit): (usize, f64),
    (target, tool): (&str, &str),
) -> String {
    match found {
        _ if count == 0 => {
            format!("{target}: the check failed: no states on the constraints were found\n")
        }
        Some((difference, name)) => {
            let seen = format!(
                "the largest difference at {count} random states is {difference:.1e}, in {name} ({tool})"
            );
            match difference <= limit {
                true => format!("{target}: {seen}\n"),
                false => format!(
                    "{target}: the check failed: {seen}; at most {limit:.0e} of the largest \
                     value of a state is allowed\n"
                ),
            }
        }
        None => format!(
            "{target}: the check failed: the program gave other numbers than were asked for, or \
             none that are finite ({tool})\n"
        ),
    }
}

/// The answer with the largest difference in place of the text.
fn checked(
    answer: Answer,
    target: &str,
    tool: &str,
    samples: &Samples,
    values: impl FnOnce() -> Result<Vec<Vec<f64>>, Complaint>,
) -> Result<Answer, Complaint> {
    let values = values()?;
    let found = samples.largest_difference(&values);
    let count = samples.arguments.len();
    let limit = limit(samples.rounding);
    let text = verdict(found, (count, limit), (target, tool));
    let json = json!({
        "target": target, "tool": tool, "states": count,
        "largest_difference": found.map(|f| f.0), "in": found.map(|f| f.1), "limit": limit,
    });
    let agrees = found.is_some_and(|f| f.0 <= limit) && count > 0;
    let exit = if agrees { Exit::Fine } else { Exit::Failed };
    let mut all = answer.report.map_or(json!({}), |report| report.json);
    all["check"] = json;
    Ok(Answer { report: Some(Report { text, json: all }), exit, ..answer })
}

#[cfg(test)]
mod tests {
    use super::{limit, verdict};

    #[test]
    fn a_check_that_fails_says_so_and_names_the_limit() {
        let said = |found, count| verdict(found, (count, limit(1e-15)), ("c", "cc"));
        assert!(!said(Some((1e-13, "E")), 100).contains("failed"));
        let broken = said(Some((2e-12, "lambda")), 100);
        assert!(
            broken.contains("the check failed") && broken.contains("at most 1e-12"),
            "{broken}"
        );
        assert!(broken.contains("2.0e-12, in lambda"), "{broken}");
        assert!(said(None, 100).contains("the check failed"));
        assert!(said(Some((0.0, "E")), 0).contains("no states"));
    }

    #[test]
    fn equations_that_magnify_rounding_are_allowed_some_of_it() {
        assert_eq!([1e-16, 1e-12, 1.0].map(limit), [1e-12, 1.6e-11, 1e-10]);
    }
}
