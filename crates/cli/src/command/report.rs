//! `alembert report`

use std::path::{Path, PathBuf};

use alembert::walk::Writing;
use clap::{Args, ValueHint};

use super::write_bytes;
use crate::arguments::{ModelArguments, exit_codes};
use crate::complaint::Complaint;
use crate::terminal::{Exit, Stop, Terminal};
use crate::{input, picture};

/// Write everything that is known of a model into one document: a web page or LaTeX.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert report rolling-sphere -o sphere.html
  alembert report mine.mech -o mine.tex

The model as it was understood, what its constraints are and why, the equations of
motion by every principle and which of them agree, what is conserved, a motion with
curves and an animation, and what became of `expect` and `reject`. A page needs
nothing but a browser; the LaTeX source compiles with pdflatex and has no animation.

", exit_codes!()))]
pub(crate) struct Report {
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// The file: .html or .tex.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: PathBuf,
}

impl Report {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let writing = writing(&self.output)?;
        let model = input::model(&self.model)?;
        let (text, answer) = match picture::report(&model, writing) {
            Ok(written) => written,
            Err(early) => return early.print(terminal, self.model.json),
        };
        write_bytes(&self.output, text.as_bytes())?;
        terminal.wrote(&self.output);
        answer.show(terminal);
        Ok(answer.exit)
    }
}

fn writing(path: &Path) -> Result<Writing, Complaint> {
    match path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("html") => Ok(Writing::Html),
        Some("tex") => Ok(Writing::Latex),
        _ => Err(Complaint::UnknownEnding { path: path.to_owned() }),
    }
}
