//! What is asked for and changes nothing by the principle that is taken.

use alembert_algebra::Kind;

use super::motion;
use crate::language::{Assignment, Model};

/// The principles that solve for velocities, or take a basis of the allowed ones.
const CHOOSING: [&str; 7] =
    ["elimination", "voronec", "naive", "hamel", "maggi", "appell", "poisson"];

/// A sentence for each change that has no effect: initial values of multipliers that are no part of the
/// state, and dependent coordinates where no velocities are eliminated.
#[must_use]
pub fn without_effect(
    model: &Model,
    principle: Option<&str>,
    changed: &[Assignment],
) -> Vec<String> {
    let is_multiplier =
        |a: &&Assignment| a.symbol.as_symbol().is_some_and(|s| s.kind == Kind::Multiplier);
    let multipliers: Vec<&Assignment> = changed.iter().filter(is_multiplier).collect();
    if multipliers.is_empty() && model.dependent.is_empty() {
        return Vec::new(); // without the work of a derivation
    }
    let Ok((_, motion)) = motion(model, principle) else { return Vec::new() };
    let name = motion.principle;
    let multiplier = |a: &Assignment| {
        let value = &a.name;
        format!(
            "`-p {value}` has no effect: by `{name}` multipliers follow from the state; those of `vakonomic` \
             have initial values"
        )
    };
    let is_idle = |a: &&Assignment| !motion.state.contains(&a.symbol);
    let mut notes: Vec<String> = multipliers.into_iter().filter(is_idle).map(multiplier).collect();
    if !model.dependent.is_empty() && !CHOOSING.contains(&name) {
        let (last, others) = CHOOSING.split_last().expect("there are several");
        notes.push(format!(
            "`--dependent` has no effect: `{name}` eliminates no velocities; {} and {last} do",
            others.join(", ")
        ));
    }
    notes
}
