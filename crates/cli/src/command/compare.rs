//! `alembert compare`

use clap::Args;

use crate::arguments::{ModelArguments, exit_codes};
use crate::input;
use crate::progress::{Bar, timed};
use crate::terminal::{Exit, Stop, Terminal};
use crate::walk;

/// Do principles give the same motion: equal with a proof, or different with a state.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert compare knife-edge
  alembert compare rolling-sphere dalembert naive
  alembert compare vertical-disk vakonomic
  alembert compare mine.mech voronec hamel gauss --json
  alembert compare heavy-top mine.mech
  alembert compare pendulum-velocity pendulum-polar --map 'x = r sin(θ), y = -r cos(θ)'

Without principles all are compared with dalembert, and so is a single one; of several
every two are compared. Equal means that the highest derivatives agree at every state;
the multipliers μ of vakonomic count as part of the state. Where equations divide by
something, or their directions degenerate, the verdict has its `where`. naive is wrong in
general: where it agrees that is said (in JSON: warning). Terms that vakonomic adds are
listed (in JSON: extra_terms). What was seen at random states and is not proved is said so
(in JSON: equal, random states). The exit code is 0 whatever the verdict.

A second model instead of principles asks whether both describe the same motions. --map
gives coordinates of the first through quantities of the second; what it leaves out are
the coordinates and rotations of the same name. A rotation of one model is given by
coordinates of the other, B = euler313(φ, θ, ψ), axis((0, 0, 1), φ) or
quaternion(w, x, y, z), or by a rotation of the other, B = C; the map then gives the model
of the rotation through the other one. Parameters of the same name are the same, whatever
their values, and other values are told.

", exit_codes!()))]
pub(crate) struct Compare {
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// The principles, or a second model.
    #[arg(value_name = "PRINCIPLE|MODEL")]
    principles: Vec<String>,
    /// Coordinates of the first model through quantities of the second, "x = l sin(θ), …".
    #[arg(long, value_name = "MAP", allow_hyphen_values = true)]
    map: Option<String>,
    /// Coordinates whose velocities are eliminated or depend on the others.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    dependent: Vec<String>,
}

impl Compare {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let mut model = input::model(&self.model)?;
        model.dependent.clone_from(&self.dependent);
        if let Some(second) = self.second()? {
            let map = self.map.as_deref().unwrap_or_default();
            let work = || walk::compare_models(&model, &second, map, terminal.page());
            return timed(terminal, "comparing", work).print(terminal, self.model.json);
        }
        let mut bar = Bar::new(terminal.is_watched());
        let answer = walk::compare(&model, &self.principles, terminal.page(), &mut bar);
        bar.clear();
        answer.print(terminal, self.model.json)
    }

    /// The second model: the one name that is no principle and names a model, or that stands
    /// beside a map.
    fn second(&self) -> Result<Option<walk::Model>, Stop> {
        let [name] = &self.principles[..] else { return Ok(None) };
        let is_principle = alembert::walk::principles().contains(&name.as_str());
        if self.map.is_some() || (!is_principle && input::names_a_model(name)) {
            return Ok(Some(input::second(name)?));
        }
        Ok(None)
    }
}
