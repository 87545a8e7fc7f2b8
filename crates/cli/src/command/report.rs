//! `alembert report`

use std::path::{Path, PathBuf};

use alembert::walk::{RunRequest, Writing};
use clap::{Args, ValueHint};

use crate::arguments::{InputArguments, ModelArguments, exit_codes, seconds};
use crate::complaint::Complaint;
use crate::progress::timed;
use crate::terminal::{Exit, Stop, Terminal};
use crate::whole::can_be_written;
use crate::{input, picture};

/// Write everything that is known of a model into one document: a web page or LaTeX.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert report rolling-sphere -o sphere.html
  alembert report mine.mech -o mine.tex
  alembert report vertical-disk --principle vakonomic --to 5 -o disk.html

The model as it was understood, what its constraints are and why, the equations of
motion by every principle and which of them agree, what is conserved, a motion with
curves and an animation, and what became of `expect` and `reject`. A page needs
nothing but a browser; the LaTeX source compiles with pdflatex and has no animation.
Standard error has what `check` says, the lines that fail and why a motion ended.
What takes more work than a report may is left out and named: check, derive and
compare have no such limit.
--json prints one object: `file`, `with` (the parameters that -p gives), `stop` (why the
motion ended), `notes`, `diagnostics`.

", exit_codes!()))]
pub(crate) struct Report {
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// The principle of the motion and of the first equations; the model's own when absent.
    #[arg(long, value_name = "NAME")]
    principle: Option<String>,
    /// The end of the run; the model's own when absent.
    #[arg(long, value_name = "T", value_parser = seconds, allow_hyphen_values = true)]
    to: Option<f64>,
    #[command(flatten)]
    inputs: InputArguments,
    /// The file: .html or .tex.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) output: PathBuf,
}

impl Report {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let writing = writing(&self.output)?;
        let model = input::driven(&self.model, &self.inputs)?;
        can_be_written(&self.output)?;
        let principle = self.principle.as_deref();
        let request = RunRequest { principle, to: self.to, ..RunRequest::default() };
        let work = || picture::report(&model, writing, request);
        let (text, answer) = match timed(terminal, "writing the report", work) {
            Ok(written) => written,
            Err(early) => return early.print(terminal, self.model.json),
        };
        picture::deliver(answer, (&self.output, text.as_bytes()), terminal, self.model.json)
    }
}

fn writing(path: &Path) -> Result<Writing, Complaint> {
    match path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("html") => Ok(Writing::Html),
        Some("tex") => Ok(Writing::Latex),
        _ => Err(Complaint::UnknownEnding { path: path.to_owned() }),
    }
}
