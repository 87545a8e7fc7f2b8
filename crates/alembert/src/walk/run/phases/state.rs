//! The phases at a state that nobody follows, for the accelerations there.

use alembert_algebra::Expr;
use alembert_mechanics::{Motion, System};

use super::moment::{Decider, Moment};
use super::signs::{Phased, phased};
use crate::language::Model;
use crate::walk::WalkError;
use crate::walk::run::course::Course;
use crate::walk::run::numbers;

/// The time in which an argument that would vanish counts as 0.
const TIME: f64 = 1.0;

/// A model and a motion in the phases of a time and a state; none where no argument of `sign` vanishes, and where the
/// motion has no phases.
///
/// # Errors
/// Not one motion begins there.
pub(in crate::walk) fn at_state(
    model: &Model,
    (system, motion): (&System, &Motion),
    state: &[f64],
) -> Result<Option<(Model, Motion)>, WalkError> {
    let ready = || {
        let Phased { model, motion, phases } = phased(model, motion)?;
        let mut course = Course::new(&model, system, &motion).ok()?;
        let pairs = phases.replacements(&mut course);
        let mut course = course.with_signs(&pairs);
        let decider = Decider::new(phases, &mut course).ok()?;
        let mut fixed = numbers::parameters::<f64>(&model).ok()?;
        fixed.resize(course.fixed().len(), 0.0);
        let mut x = state[1..].to_vec();
        x.resize(course.dim(), 0.0);
        let at = Moment { t: state[0], x, fixed, span: TIME };
        (decider.is_able(&at).is_some() && decider.is_at_zero(&at)).then_some(())?;
        Some((model, motion, decider, at))
    };
    let has_signals = |e: &Expr| model.inputs.iter().any(|u| u.symbol == *e);
    let inputs = alembert_algebra::symbols(&motion.system.entries());
    if inputs.iter().any(has_signals) {
        return Ok(None);
    }
    let Some((mut model, motion, decider, at)) = ready() else { return Ok(None) };
    let mode = decider.decide(&at, None).map_err(|impasse| impasse.refused(at.t))?;
    decider.give(&mode, at.fixed, &mut model);
    Ok(Some((model, motion)))
}
