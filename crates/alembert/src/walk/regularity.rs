//! Is there a state at which the constraints hold and are independent?
//!
//! Counting equations tells the freedom only near such a state: `x² + y² = 0` is one equation and
//! takes two coordinates, `x² + y² = 1` with `x = 2` takes all. A state is looked for with the values of
//! the model and proved to exist by an enclosure, which needs the gradients to be independent there.
//! Constraints that are affine, in the positions or in the velocities, are regular wherever their
//! rank is what brackets and minors say.

use alembert_algebra::numeric::SplitMix64;
use alembert_algebra::{Expr, Rational, Substitution, Vector, rate};
use alembert_mechanics::affine::is_affine;
use alembert_mechanics::witness::{Stage, some_state_obeys};
use alembert_mechanics::{Choice, System};

use super::CheckReport;
use super::onto::Surface;
use super::values::choice;
use crate::language::{Code, Model};

/// States that are tried; all have the parameters of the model.
const TRIES: u64 = 6;
/// Starts that are moved onto the constraints, and how far from the origin they are.
const SIZES: [f64; 6] = [1.0, 1.0, 3.0, 10.0, 30.0, 1000.0];

impl CheckReport {
    /// What was counted is taken back where no regular state is found.
    pub(super) fn look_at_regularity(&mut self, model: &Model, system: &System) {
        let told = self.diagnostics.iter().any(|d| d.code == Code::Contradiction);
        let hides = |i: usize| self.classification.hidden.iter().any(|(j, _)| *j == i);
        let curved = (0..model.constraints.len()).any(|i| !hides(i) && is_curved(system, i));
        if told || !curved {
            return;
        }
        let stages = self.stages(model, system);
        let choice = Choice { tries: TRIES, ..choice(model, TRIES) };
        if some_state_obeys(&stages, &choice) || some_near_state_obeys(model, &stages, &choice) {
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

/// The same from the initial values of the model and from other places, each moved onto the
/// constraints before the proof begins.
fn some_near_state_obeys(model: &Model, stages: &[Stage], choice: &Choice) -> bool {
    SIZES.into_iter().zip(0..).any(|(size, number)| {
        let found = near(model, stages, (size, number));
        found.is_some_and(|mut given| {
            given.extend(choice.suggested.iter().cloned());
            let near = Choice { suggested: given, tries: 1, ..choice.clone() };
            some_state_obeys(stages, &near)
        })
    })
}

/// Values of the unknowns near a state that obeys the stages.
fn near(
    model: &Model,
    stages: &[Stage],
    (size, number): (f64, u64),
) -> Option<Vec<(Expr, Rational)>> {
    let mut known: Vec<(Expr, Expr)> = model.own_values();
    known.push((Expr::time(), Expr::zero()));
    let mut found = Vec::new();
    let mut random = SplitMix64::new(0x0E6A_1A11 + number);
    for stage in stages {
        let mut put = Substitution::new(known.iter().copied());
        let equations: Vec<Expr> = stage.equations.iter().map(|&e| put.apply(e)).collect();
        let mut start = |&x: &Expr| {
            let given = model.initial.iter().find(|i| i.quantity == x && number == 0);
            let value = given.and_then(|i| put.apply(i.value).as_number());
            value.map_or_else(|| size * (2.0 * random.unit() - 1.0), |v| v.to_f64())
        };
        let start: Vec<f64> = stage.unknowns.iter().map(&mut start).collect();
        let point = Surface::new(&equations, &stage.unknowns)?.near(start)?;
        for (&x, value) in stage.unknowns.iter().zip(point) {
            let value = Rational::from_f64(value)?;
            known.push((x, Expr::from(value.clone())));
            found.push((x, value));
        }
    }
    Some(found)
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
