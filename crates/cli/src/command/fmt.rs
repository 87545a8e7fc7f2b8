//! `alembert fmt`

use std::path::PathBuf;

use alembert::language::{Form, spell, to_json};
use clap::{Args, ValueEnum, ValueHint};
use serde_json::Value;

use crate::answer::{Answer, Findings, Report};
use crate::arguments::{ModelArguments, exit_codes};
use crate::input;
use crate::terminal::{Exit, Stop, Terminal};

/// Write a model in another spelling, or as a tree in JSON; comments are kept.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert fmt knife-edge
  alembert fmt mine.mech --to ascii
  alembert fmt mine.mech --to latex
  alembert fmt mine.mech --to json > mine.json && alembert check mine.json

All spellings are read wherever a model is, and so is JSON. Going through all
of them and back changes nothing. The model file itself is not touched.

", exit_codes!()))]
pub(crate) struct Fmt {
    /// A model file, `-` for standard input, or the name of a built-in model.
    #[arg(value_name = "MODEL", value_hint = ValueHint::FilePath)]
    model: PathBuf,
    /// The spelling.
    #[arg(long, value_name = "SPELLING", value_enum, default_value_t = To::Unicode)]
    to: To,
}

/// The spellings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum To {
    /// 1/2 m theta'^2
    Ascii,
    /// ½ m θ'²
    Unicode,
    /// \frac{1}{2} m \dot{\theta}^{2}
    Latex,
    /// The tree, for programs.
    Json,
}

impl Fmt {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let path = self.model.clone();
        let arguments = ModelArguments { model: path, values: Vec::new(), json: false };
        let source = input::model(&arguments)?.source;
        let page = |text| Report { text, json: Value::Null };
        let written = match self.to {
            To::Ascii => spell(&source, Form::Ascii).map(page),
            To::Unicode => spell(&source, Form::Unicode).map(page),
            To::Latex => spell(&source, Form::Latex).map(page),
            To::Json => to_json(&source).map(|json| Report { text: String::new(), json }),
        };
        let answer = match written {
            Ok(report) => {
                Answer { report: Some(report), exit: Exit::Fine, ..Answer::wrong(Vec::new()) }
            }
            Err(diagnostics) => Answer::wrong(vec![Findings { source, diagnostics }]),
        };
        answer.print_file(terminal, self.to == To::Json)
    }

    /// Is the result JSON?
    pub(crate) fn is_json(&self) -> bool {
        self.to == To::Json
    }
}
