//! `alembert animate`

use std::path::{Path, PathBuf};

use alembert::walk::{Following, RunRequest, Scene};
use clap::{Args, ValueHint};

use crate::arguments::{InputArguments, ModelArguments, exit_codes, seconds};
use crate::complaint::Complaint;
use crate::progress::watched;
use crate::terminal::{Exit, Stop, Terminal};
use crate::whole::can_be_written;
use crate::{input, picture};

/// Write the motion as a web page that plays: one file, for any browser, offline.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert animate rolling-sphere -o sphere.html
  alembert animate rolling-penny -o penny.svg
  alembert animate vertical-disk --principle dalembert --principle vakonomic \\
    -p mu_roll_x=-0.8 -p mu_roll_y=0 -o two.html

What is seen is what the section `view` of the model says; without one it is guessed
from the coordinates. Several principles are shown together, the later ones as ghosts.
An ending of pictures gives a still one: paths, and bodies at some moments.
In the page: space plays and pauses, arrows step, dragging turns the view.

--json prints one object: `file`, `title`, `shapes` with their quantities and units,
`guessed` (without `view`), `frames`, `t` (first and last time), `stop` and `motions`
(why each ended), `notes`, `diagnostics`. A motion that ends before its time is shown as far as it goes (exit code 3).

", exit_codes!()))]
pub(crate) struct Animate {
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// The principle to derive by; several, "dalembert,vakonomic", move together.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    principle: Vec<String>,
    /// The end of the run; the model's own when absent.
    #[arg(long, value_name = "T", value_parser = seconds, allow_hyphen_values = true)]
    to: Option<f64>,
    #[command(flatten)]
    inputs: InputArguments,
    /// The file: .html, or .svg, .png, .pdf for a still picture.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) output: PathBuf,
}

impl Animate {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let write = writer(&self.output)?;
        let model = input::driven(&self.model, &self.inputs)?;
        can_be_written(&self.output)?;
        let request = RunRequest { to: self.to, ..RunRequest::default() };
        let following = Following { principles: &self.principle, request };
        let made = watched(terminal, |listener| picture::scene(&model, following, listener));
        match made {
            Ok((answer, scene)) => {
                let file = (self.output.as_path(), &write(&scene)?[..]);
                picture::deliver(answer, file, terminal, self.model.json)
            }
            Err(early) => early.print(terminal, self.model.json),
        }
    }
}

/// Makes a file of a scene.
type Writer = Box<dyn Fn(&Scene) -> Result<Vec<u8>, Complaint>>;

/// How a scene is written to a file of this ending.
fn writer(path: &Path) -> Result<Writer, Complaint> {
    let ending = path.extension().and_then(|e| e.to_str());
    if ending.is_some_and(|e| e.eq_ignore_ascii_case("html")) {
        return Ok(Box::new(|scene| Ok(scene.page().into_bytes())));
    }
    let unknown = |_| Complaint::UnknownPage { path: path.to_owned() };
    let write = picture::writer(path).map_err(unknown)?;
    Ok(Box::new(move |scene| write(&scene.still())))
}
