//! A model that is ready to be followed by phases.

use alembert_mechanics::{Motion, System};

use super::decide::ahead;
use super::moment::{Decider, Moment};
use super::signs::{Phased, phased};
use crate::language::Model;
use crate::walk::WalkError;
use crate::walk::run::course::Course;
use crate::walk::run::settings::Settings;
use crate::walk::run::{Fixed, begin, numbers};

/// Methods that step by the Lagrangian have no phases.
const WHOLE: [&str; 2] = ["rattle", "dla"];

/// A model that is ready to run.
pub(in crate::walk::run) struct Ready {
    /// With the numbers of its first phases among its parameters, where it has phases.
    pub(in crate::walk::run) model: Model,
    pub(in crate::walk::run) course: Course,
    /// What decides between phases.
    pub(in crate::walk::run) decider: Option<Decider>,
}

/// A model with its course, by phases where that is possible.
pub(in crate::walk::run) fn ready(
    model: &Model,
    (system, motion): (&System, &Motion),
    settings: &Settings<'_>,
) -> Result<Ready, WalkError> {
    if let Some(ready) = by_phases(model, (system, motion), settings) {
        return Ok(ready);
    }
    let course = Course::new(model, system, motion)?;
    Ok(Ready { model: model.clone(), course, decider: None })
}

/// None where a motion has no phases, or where their equations have no solution at the start.
fn by_phases(
    model: &Model,
    (system, motion): (&System, &Motion),
    settings: &Settings<'_>,
) -> Option<Ready> {
    if settings.method.is_some_and(|method| WHOLE.contains(&method)) {
        return None;
    }
    let Phased { mut model, motion, phases } = phased(model, motion)?;
    let mut course = Course::new(&model, system, &motion).ok()?;
    let pairs = phases.replacements(&mut course);
    let mut course = course.with_signs(&pairs);
    let decider = Decider::new(phases, &mut course).ok()?;
    let (from, to) = settings.span;
    let (start, starts) = begin(&model, &course, from).ok()?;
    let at = {
        let fixed = Fixed { model: &model, course: &course, starts };
        let values = numbers::parameters::<f64>(&model).ok()?;
        let fixed = fixed.at(&values, ahead(&course.signals.bends(from, to), (from, to)));
        Moment { t: from, x: start.x, fixed, span: to - from }
    };
    decider.is_able(&at)?;
    if let Ok(mode) = decider.decide(&at, None) {
        decider.give(&mode, at.fixed, &mut model);
    }
    Some(Ready { model, course, decider: Some(decider) })
}
