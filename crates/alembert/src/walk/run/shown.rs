//! Which numbers of a sample are shown, and under which names.

use alembert_algebra::{Expr, Kind};

use super::columns::{column_unit, residual_unit};
use super::journey::Plan;
use super::trajectory::Sample;
use crate::language::{Model, energy_symbol, unit_of};

/// The place of a number in a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In the state.
    State(usize),
    /// The energy, in the core.
    Energy(usize),
    /// A multiplier, in the core.
    Multiplier(usize),
    /// A residual, in the core.
    Residual(usize),
    /// An observed quantity, in what is seen.
    Observed(usize),
}

impl Place {
    /// The number at this place.
    pub(super) fn of<T: Copy>(self, sample: &Sample<T>) -> T {
        match self {
            Self::State(i) => sample.x[i],
            Self::Energy(k) | Self::Multiplier(k) | Self::Residual(k) => sample.core[k],
            Self::Observed(k) => sample.seen[k],
        }
    }

    /// The unit of the column of this place and name. What is ours has it whatever its name.
    pub(super) fn unit(self, (model, plan): (&Model, &Plan<'_>), name: &str) -> Option<String> {
        let (course, energy) = (plan.course, plan.looks.energy(plan.course));
        let multiplier =
            |k: usize| Expr::symbol(&spelled(&course.motion.multipliers[k]), Kind::Multiplier, 0);
        match self {
            Self::Energy(_) => unit_of(model, energy_symbol()),
            Self::Multiplier(k) => unit_of(model, multiplier(k - course.n)),
            // T and V stand between the energy and the residuals.
            Self::Residual(k) => residual_unit(model, &course.motion.labels[k - energy - 3]),
            Self::State(_) | Self::Observed(_) => column_unit(model, name),
        }
    }
}

/// The columns of a run after `t`, in their order. A name that the model itself has given, as `E` to a coordinate, is
/// that quantity's, and ours gets a stroke, `E_`: no two columns have one name.
pub(super) fn shown(model: &Model, plan: &Plan<'_>) -> Vec<(String, Place)> {
    let (course, looks) = (plan.course, plan.looks);
    let motion = &course.motion;
    let (n, energy) = (course.n, looks.energy(course));
    let observed = model.observed.iter().enumerate().take(looks.observed);
    let observed = observed.map(|(k, d)| (d.name.clone(), Place::Observed(k)));
    let state = motion.state.iter().enumerate().map(|(i, e)| (spelled(e), Place::State(i)));
    let given: Vec<String> = state.clone().chain(observed.clone()).map(|column| column.0).collect();
    let free = |mut name: String| {
        while given.contains(&name) {
            name.push('_');
        }
        name
    };
    let multipliers = motion.multipliers.iter().enumerate();
    let multipliers = multipliers.map(|(k, e)| (free(spelled(e)), Place::Multiplier(n + k)));
    // T and V stand between the energy and the residuals.
    let residual = |k: usize| Place::Residual(energy + 3 + k);
    let residuals = motion.labels.iter().enumerate();
    let residuals = residuals.map(|(k, e)| (free(format!("residual_{e}")), residual(k)));
    let energy = (free("E".to_owned()), Place::Energy(energy));
    state.chain([energy]).chain(multipliers).chain(residuals).chain(observed).collect()
}

fn spelled(e: &Expr) -> String {
    e.as_symbol().map(|s| s.spelling()).unwrap_or_default()
}
