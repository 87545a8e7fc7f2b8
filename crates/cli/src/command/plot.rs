//! `alembert plot`

use std::path::{Path, PathBuf};

use alembert::Figure;
use alembert::walk::{Following, MotionError, Plot as Drawn, RunRequest, Table, plot_table};
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
  alembert run knife-edge -o k.csv && alembert plot k.csv \"y vs x\" \"x^2 + y^2\" -o path.svg
  alembert plot k.csv \"y vs x\" --with steeper.csv -o both.svg
  alembert plot pendulum-polar \"theta' vs theta\" -o phase.pdf
  alembert plot vertical-disk \"y vs x\" --principle dalembert --principle vakonomic -o two.svg

A curve is any expression of the model: coordinates, velocities, parameters, E,
multipliers as lambda_label. `x, y` puts two into one panel, `y vs x` draws one
against the other, and each CURVE is a panel. Without curves there are four: path,
energy, residuals, multipliers. In place of a model may stand a file that `run -o` wrote
as .csv or .json; its curves are expressions in its columns, and `--with other.csv` draws
other runs into the same panels.

", exit_codes!()))]
pub(crate) struct Plot {
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// What to draw: `x`, `x, y`, `y vs x`; a panel each.
    #[arg(value_name = "CURVE")]
    curves: Vec<String>,
    /// Another motion that `run -o` wrote, drawn into the same panels; may be given several times.
    #[arg(long, value_name = "DATA", value_hint = ValueHint::FilePath)]
    with: Vec<PathBuf>,
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
            let drawn = self.recorded(table)?;
            drawn.notes.iter().for_each(|note| terminal.note(note));
            return self.write(write, &drawn.figure, terminal);
        }
        if !self.with.is_empty() {
            let name = self.model.model.display().to_string();
            return Err(Complaint::BadMotion { name, error: MotionError::NoMotion }.into());
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

    /// The figure of a motion that was written to a file, and of others beside it.
    fn recorded(&self, table: Table) -> Result<Drawn, Complaint> {
        let stem = |path: &Path| match path.file_stem() {
            Some(stem) => stem.to_string_lossy().into_owned(),
            None => path.display().to_string(),
        };
        let mut runs = vec![(stem(&self.model.model), table)];
        for path in &self.with {
            let table = input::motion(path)?;
            let name = path.display().to_string();
            let none = || Complaint::BadMotion { name, error: MotionError::NoMotion };
            runs.push((stem(path), table.ok_or_else(none)?));
        }
        plot_table(&runs, &self.curves).map_err(|(run, error)| {
            let others = self.with.iter();
            let path = std::iter::once(&self.model.model).chain(others).nth(run);
            let name = path.unwrap_or(&self.model.model).display().to_string();
            Complaint::BadMotion { name, error }
        })
    }

    fn write(&self, write: Writer, figure: &Figure, terminal: &Terminal) -> Result<Exit, Stop> {
        write_bytes(&self.output, &write(figure)?)?;
        terminal.wrote(&self.output);
        Ok(Exit::Fine)
    }
}
