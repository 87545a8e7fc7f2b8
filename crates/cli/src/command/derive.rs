//! `alembert derive`

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use alembert::walk::Form;
use clap::{Args, ValueEnum, ValueHint};

use crate::answer::Answer;
use crate::arguments::{ModelArguments, exit_codes};
use crate::complaint::Complaint;
use crate::input;
use crate::progress::timed;
use crate::terminal::{Exit, Page, Stop, Terminal};
use crate::walk::{self, DeriveRequest, Writing};
use crate::whole::write_whole;

/// Derive the exact equations of motion.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert derive knife-edge
  alembert derive knife-edge --form explicit
  alembert derive knife-edge --form quasi
  alembert derive knife-edge --form matrix
  alembert derive knife-edge --form canonical
  alembert derive knife-edge --principle poisson
  alembert derive knife-edge --solve-multipliers
  alembert derive pendulum-polar --reduce
  alembert derive pendulum-position --reduce
  alembert derive mine.mech -f latex
  alembert derive mine.mech -o equations.tex
  alembert derive mine.mech -o equations.html
  alembert derive rolling-sphere --principle voronec --steps
  alembert derive knife-edge --principle elimination --dependent x
  alembert derive mine.mech --json

`alembert explain multipliers` says what the multipliers mean and which sign
they have, `alembert explain principles` where the equations come from.
With --reduce, coordinates that holonomic constraints give through the others
are taken out, and those on a circle or a sphere are given by angles; constants
of integration are named c_1, c_2, ...
With --json the texts are in the ASCII spelling of the model language. LaTeX
needs the package amsmath; MathML is shown by browsers without a script.

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
    /// Take out coordinates by integrals and position constraints, circles by angles.
    #[arg(long)]
    reduce: bool,
    /// Show the steps too, each with the equation of its source.
    #[arg(long)]
    steps: bool,
    /// Coordinates whose velocities are eliminated, for elimination, voronec and naive.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    dependent: Vec<String>,
    /// The text to print; --ascii and --json are short for two of them.
    #[arg(short, long, value_name = "FORMAT", value_enum, conflicts_with_all = ["json", "ascii"])]
    format: Option<Format>,
    /// Write a whole document to this file: LaTeX to .tex, a web page to .html.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["format", "json"])]
    pub(super) output: Option<PathBuf>,
}

/// The texts in which equations are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// m ẍ = λ sin φ, in lines.
    Unicode,
    /// m*x'' = lambda*sin(phi), in lines.
    Ascii,
    /// A piece of a LaTeX document.
    Latex,
    /// A piece of a web page.
    Mathml,
    /// One object, for programs.
    Json,
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
    /// Hamilton's equations in positions and momenta, with multipliers.
    Canonical,
}

impl FormName {
    /// The form of the library.
    fn form(self) -> Form {
        match self {
            FormName::Multipliers => Form::Multipliers,
            FormName::Matrix => Form::Matrix,
            FormName::Explicit => Form::Explicit,
            FormName::Quasi => Form::Quasi,
            FormName::Canonical => Form::Canonical,
        }
    }
}

impl Derive {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let document = self.output.as_deref().map(document).transpose()?;
        let writing = match (document, self.format) {
            (Some(writing), _) => writing,
            (None, Some(Format::Latex)) => Writing::Latex,
            (None, Some(Format::Mathml)) => Writing::MathMl,
            (None, _) => Writing::Lines,
        };
        let request = DeriveRequest {
            principle: self.principle.as_deref(),
            form: self.form.form(),
            closed: self.solve_multipliers,
            steps: self.steps,
            reduce: self.reduce,
            writing,
        };
        let mut model = input::model(&self.model)?;
        model.dependent.clone_from(&self.dependent);
        let page = Page { ascii: self.is_ascii(terminal), ..terminal.page() };
        let answer = timed(terminal, "deriving", || walk::derive(&model, request, page));
        match &self.output {
            None => answer.print(terminal, self.is_json()),
            Some(path) => write(&answer, path, terminal),
        }
    }

    fn is_ascii(&self, terminal: &Terminal) -> bool {
        match self.format {
            Some(Format::Unicode) => false,
            Some(Format::Ascii) => true,
            _ => terminal.page().ascii,
        }
    }

    /// Is the result JSON?
    pub(crate) fn is_json(&self) -> bool {
        self.model.json || self.format == Some(Format::Json)
    }
}

/// What the ending of a file asks for.
fn document(path: &Path) -> Result<Writing, Complaint> {
    let ending = path.extension().map(OsStr::to_ascii_lowercase);
    match ending.as_ref().and_then(|e| e.to_str()) {
        Some("tex") => Ok(Writing::LatexDocument),
        Some("html" | "htm") => Ok(Writing::WebPage),
        _ => Err(Complaint::UnknownEnding { path: path.to_owned() }),
    }
}

/// Writes the document; without a result nothing is written.
fn write(answer: &Answer, path: &Path, terminal: &Terminal) -> Result<Exit, Stop> {
    answer.show(terminal);
    if let Some(report) = &answer.report {
        write_whole(path, &report.text)?;
        terminal.wrote(path);
    }
    Ok(answer.exit)
}
