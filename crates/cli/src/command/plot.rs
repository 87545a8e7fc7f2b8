//! `alembert plot`

use std::path::{Path, PathBuf};

use alembert::walk::{Following, MotionError, Plot as Drawn, RunRequest, Table, plot_table};
use clap::{Args, ValueHint};

use crate::answer::Answer;
use crate::arguments::{InputArguments, ModelArguments, exit_codes, seconds};
use crate::complaint::Complaint;
use crate::progress::watched;
use crate::terminal::{Exit, Stop, Terminal};
use crate::whole::can_be_written;
use crate::{input, picture};

/// Draw curves of the motion to a file: SVG, PNG or PDF.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert plot knife-edge -o knife.svg
  alembert plot knife-edge \"x, y\" \"y vs x\" -o curves.png
  alembert run knife-edge -o k.csv && alembert plot k.csv \"y vs x\" \"x^2 + y^2\" -o path.svg
  alembert plot k.csv \"y vs x\" --with steeper.csv -o both.svg
  alembert plot mine.mech \"x\" --with measured.csv -o fit.svg
  alembert plot pendulum-polar \"theta' vs theta\" -o phase.pdf
  alembert plot vertical-disk \"y vs x\" --principle dalembert --principle vakonomic \\
    -p mu_roll_x=-0.8 -p mu_roll_y=0 -o two.svg
  alembert plot mine.mech \"x, u\" --input u=wind.csv -o driven.png --json

A curve is any expression of the model: coordinates, velocities, parameters, E,
multipliers as lambda_label. `x, y` puts two into one panel, `y vs x` draws one
against the other, and each CURVE is a panel. Without curves there are: path (that of
`view`; in space from above and from the front), energy, residuals, multipliers. In place
of a model may stand a file that `run -o` wrote as .csv or .json; its curves are
expressions in its columns, and `--to` cuts it.

`--with data.csv` draws other runs into the same panels, or measured data beside the motion
of a model: a row of names as the model has them (t,x,phi), then numbers; few points are
dots. A line `# units: x [cm], phi [deg]` above tells units that are not of the SI. Without
CURVE each column that the model knows has a panel.

--json prints one object: `file`, `title`, `panels` with axes and `curves` and their units,
`t` (first and last time), `stop` and `motions` (why each ended), `notes`, `diagnostics`.
A motion that ends before its time is drawn as far as it goes (exit code 3).

", exit_codes!()))]
pub(crate) struct Plot {
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// What to draw: `x`, `x, y`, `y vs x`; a panel each.
    #[arg(value_name = "CURVE")]
    curves: Vec<String>,
    /// Data, or another motion that `run -o` wrote, drawn into the same panels; may be given several times.
    #[arg(long, value_name = "DATA", value_hint = ValueHint::FilePath)]
    with: Vec<PathBuf>,
    /// The principle to derive by; several, "dalembert,vakonomic", are drawn into the same panels.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    principle: Vec<String>,
    /// The end of the run; the model's own when absent. A recorded motion is cut there.
    #[arg(long, value_name = "T", value_parser = seconds, allow_hyphen_values = true)]
    to: Option<f64>,
    #[command(flatten)]
    inputs: InputArguments,
    /// The file: .svg, .png or .pdf.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) output: PathBuf,
}

impl Plot {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let write = picture::writer(&self.output)?;
        if let Some(table) = input::motion(&self.model.model)? {
            self.can_be_recorded()?;
            let drawn = self.recorded(table)?;
            return self.deliver(picture::recorded(&drawn), &write(&drawn.figure)?, terminal);
        }
        let data = self.data()?;
        let model = input::driven(&self.model, &self.inputs)?;
        can_be_written(&self.output)?;
        let request = RunRequest { to: self.to, ..RunRequest::default() };
        let following = Following { principles: &self.principle, request };
        let drawn = watched(terminal, |listener| {
            picture::plot(&model, (&self.curves, &data), following, listener)
        });
        match drawn {
            Ok(drawn) => {
                let foreign = |(run, error): (usize, MotionError)| Complaint::BadMotion {
                    name: self.with[run].display().to_string(),
                    error,
                };
                let drawn = if data.is_empty() {
                    drawn
                } else {
                    drawn.beside(&data, self.to).map_err(foreign)?
                };
                let (answer, figure) = drawn.answer();
                self.deliver(answer, &write(&figure)?, terminal)
            }
            Err(early) => early.print(terminal, self.model.json),
        }
    }

    /// Refuses what cannot change a motion that is over.
    fn can_be_recorded(&self) -> Result<(), Complaint> {
        let given = [
            ("--principle", !self.principle.is_empty()),
            ("-p", !self.model.values.is_empty()),
            ("--input", !self.inputs.input.is_empty()),
        ];
        let name = || self.model.model.display().to_string();
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(Complaint::Recorded { name: name(), option }),
            None => Ok(()),
        }
    }

    /// The tables that stand beside the motion.
    fn data(&self) -> Result<Vec<(String, Table)>, Complaint> {
        let table = |path: &PathBuf| {
            let name = path.display().to_string();
            let none = || Complaint::BadMotion { name, error: MotionError::NoMotion };
            Ok((stem(path), input::motion(path)?.ok_or_else(none)?))
        };
        self.with.iter().map(table).collect()
    }

    /// The figure of a motion that was written to a file, and of others beside it.
    fn recorded(&self, table: Table) -> Result<Drawn, Complaint> {
        let mut runs = vec![(stem(&self.model.model), table)];
        runs.extend(self.data()?);
        plot_table(&runs, &self.curves, self.to).map_err(|(run, error)| {
            let others = self.with.iter();
            let path = std::iter::once(&self.model.model).chain(others).nth(run);
            let name = path.unwrap_or(&self.model.model).display().to_string();
            Complaint::BadMotion { name, error }
        })
    }

    fn deliver(&self, answer: Answer, bytes: &[u8], terminal: &Terminal) -> Result<Exit, Stop> {
        picture::deliver(answer, (&self.output, bytes), terminal, self.model.json)
    }
}

/// The name of a file without its ending.
fn stem(path: &Path) -> String {
    match path.file_stem() {
        Some(stem) => stem.to_string_lossy().into_owned(),
        None => path.display().to_string(),
    }
}
