//! `alembert plot`

use std::path::{Path, PathBuf};

use alembert::walk::{Following, RunRequest};
use alembert::{Figure, Theme, figure};
use clap::{Args, ValueHint};

use super::write_bytes;
use crate::arguments::{ModelArguments, exit_codes};
use crate::complaint::Complaint;
use crate::progress::watched;
use crate::terminal::{Exit, Stop, Terminal};
use crate::{input, picture};

/// Draw curves of the motion to a file: SVG, PNG or PDF.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert plot knife-edge -o knife.svg
  alembert plot knife-edge \"x, y\" \"y vs x\" -o curves.png
  alembert plot pendulum-polar \"theta' vs theta\" -o phase.pdf
  alembert plot vertical-disk \"y vs x\" --principle dalembert --principle vakonomic -o two.svg

A curve is any expression of the model: coordinates, velocities, parameters, E,
multipliers as lambda_label. `x, y` puts two into one panel, `y vs x` draws one
against the other, and each CURVE is a panel. Without curves there are four: path,
energy, residuals, multipliers.

", exit_codes!()))]
pub(crate) struct Plot {
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// What to draw: `x`, `x, y`, `y vs x`; a panel each.
    #[arg(value_name = "CURVE")]
    curves: Vec<String>,
    /// The principle to derive by; several are drawn into the same panels.
    #[arg(long, value_name = "NAME")]
    principle: Vec<String>,
    /// The end of the run; the model's own when absent.
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    to: Option<f64>,
    /// The file: .svg, .png or .pdf.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: PathBuf,
}

/// Pixels a point in a PNG.
const DENSITY: f64 = 2.0;

impl Plot {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let write = writer(&self.output)?;
        let model = input::model(&self.model)?;
        let request = RunRequest { to: self.to, ..RunRequest::default() };
        let following = Following { principles: &self.principle, request };
        let drawn =
            watched(terminal, |listener| picture::plot(&model, &self.curves, following, listener));
        let figure = match drawn {
            Ok(figure) => figure,
            Err(early) => return early.print(terminal, self.model.json),
        };
        write_bytes(&self.output, &write(&figure)?)?;
        terminal.say(&format!("wrote {}\n", self.output.display()));
        Ok(Exit::Fine)
    }
}

/// Makes a file of a figure.
type Writer = fn(&Figure) -> Result<Vec<u8>, Complaint>;

/// How a figure is written to a file of this ending.
fn writer(path: &Path) -> Result<Writer, Complaint> {
    let ending = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
    match ending.as_deref() {
        Some("svg") => Ok(|drawn| Ok(figure::svg::text(drawn, Theme::Paper).into_bytes())),
        Some("png") => Ok(|drawn| {
            figure::png::bytes(drawn, DENSITY).map_err(|e| Complaint::Refused { error: e.into() })
        }),
        Some("pdf") => Ok(|drawn| Ok(figure::pdf::bytes(drawn))),
        _ => Err(Complaint::UnknownPicture { path: path.to_owned() }),
    }
}
