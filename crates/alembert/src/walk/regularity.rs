//! Is there a state at which the constraints hold and are independent?
//!
//! Counting equations tells the freedom only near such a state: `x² + y² = 0` is one equation and
//! takes two coordinates, `x² + y² = 1` with `x = 2` takes all. A state is looked for with the values of
//! the model and proved to exist by an enclosure, which needs the gradients to be independent there.
//! Constraints that are affine, in the positions or in the velocities, are regular wherever their
//! rank is what brackets and minors say.

use alembert_algebra::{Expr, Vector, rate};
use alembert_mechanics::affine::is_affine;
use alembert_mechanics::witness::{Stage, some_state_obeys};
use alembert_mechanics::{Choice, System};

use super::CheckReport;
use super::values::choice;
use crate::language::{Code, Model};

/// States that are tried; all have the parameters of the model.
const TRIES: u64 = 6;

impl CheckReport {
    /// What was counted is taken back where no regular state is found.
    pub(super) fn look_at_regularity(&mut self, model: &Model, system: &System) {
        let told = self.diagnostics.iter().any(|d| d.code == Code::Contradiction);
        let hides = |i: usize| self.classification.hidden.iter().any(|(j, _)| *j == i);
        let curved = (0..model.constraints.len()).any(|i| !hides(i) && is_curved(system, i));
        if told || !curved {
            return;
        }
        let choice = Choice { tries: TRIES, ..choice(model, TRIES) };
        if some_state_obeys(&self.stages(model, system), &choice) {
            return;
        }
        let found = &mut self.classification;
        (found.growth, found.combinations, found.configuration) = (None, None, None);
        (found.controllable, found.accessible) = (None, None);
        (self.independent, self.velocity_freedom) = (None, None);
        let what = "no state was found at which the constraints hold and are independent: the degrees \
                    of freedom were not counted";
        self.limits.push(what.to_owned());
    }

    /// Constraints on positions, then those on velocities with the rates of the former; without those
    /// that follow from others, and without those that hide linear ones, which were counted.
    fn stages(&self, model: &Model, system: &System) -> Vec<Stage> {
        let dependent = self.classification.dependent.clone().unwrap_or_default();
        let is_kept = |i: &usize| {
            let label = &model.constraints[*i].label;
            !dependent.contains(i)
                && !self.classification.hidden.iter().any(|(j, _)| j == i)
                && !self.redundant.iter().any(|(known, _)| known == label)
        };
        let kept: Vec<usize> = (0..model.constraints.len()).filter(is_kept).collect();
        let of_order = |order: u32| -> Vec<Expr> {
            let constraints = kept.iter().map(|&i| &system.constraints()[i]);
            constraints.filter(|c| c.order(system.q()) == Some(order)).map(|c| c.phi).collect()
        };
        let positions = of_order(0);
        let velocities = positions.iter().map(|&phi| rate(phi)).chain(of_order(1)).collect();
        let stage = |equations, unknowns: &Vector| Stage {
            equations,
            unknowns: unknowns.to_vec(),
            redundant: Vec::new(),
        };
        vec![stage(positions, system.q()), stage(velocities, &system.jet(1))]
    }
}

/// Is a constraint curved in the positions or velocities that it is about?
fn is_curved(system: &System, i: usize) -> bool {
    let constraint = &system.constraints()[i];
    match constraint.order(system.q()) {
        Some(0) => !is_affine(constraint.phi, system.q()),
        Some(1) => !is_affine(constraint.phi, &system.jet(1)),
        _ => false,
    }
}
