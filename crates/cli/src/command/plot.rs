//! `alembert plot`

use std::path::PathBuf;

use alembert::Figure;
use alembert::walk::{Following, RunRequest, plot_table};
use clap::{Args, ValueHint};

use super::write_bytes;
use crate::arguments::{ModelArguments, exit_codes};
use crate::complaint::Complaint;
use crate::picture::Writer;
use crate::progress::watched;
use crate::terminal::{Exit, Stop, Terminal};
use crate::{input, picture};

/// Draw curves of the motion to a file: SVG, PNG or PDF.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert plot knife-edge -o knife.svg
  alembert plot knife-edge \"x, y\" \"y vs x\" -o curves.png
  alembert run knife-edge -o k.csv && alembert plot k.csv \"y vs x\" -o path.svg
  alembert plot pendulum-polar \"theta' vs theta\" -o phase.pdf
  alembert plot vertical-disk \"y vs x\" --principle dalembert --principle vakonomic -o two.svg

A curve is any expression of the model: coordinates, velocities, parameters, E,
multipliers as lambda_label. `x, y` puts two into one panel, `y vs x` draws one
against the other, and each CURVE is a panel. Without curves there are four: path,
energy, residuals, multipliers. In place of a model stands a file that `run -o` wrote
as .csv or .json; its curves are made of its columns.

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

impl Plot {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let write = picture::writer(&self.output)?;
        if let Some(table) = input::motion(&self.model.model)? {
            let name = self.model.model.display().to_string();
            let drawn = plot_table(&table, &self.curves)
                .map_err(|error| Complaint::BadMotion { name, error })?;
            return self.write(write, &drawn, terminal);
        }
        let model = input::model(&self.model)?;
        let request = RunRequest { to: self.to, ..RunRequest::default() };
        let following = Following { principles: &self.principle, request };
        let drawn =
            watched(terminal, |listener| picture::plot(&model, &self.curves, following, listener));
        let drawn = match drawn {
            Ok(drawn) => drawn,
            Err(early) => return early.print(terminal, self.model.json),
        };
        drawn.notes.iter().for_each(|note| terminal.note(note));
        self.write(write, &drawn.figure, terminal)
    }

    fn write(&self, write: Writer, figure: &Figure, terminal: &Terminal) -> Result<Exit, Stop> {
        write_bytes(&self.output, &write(figure)?)?;
        terminal.wrote(&self.output);
        Ok(Exit::Fine)
    }
}
