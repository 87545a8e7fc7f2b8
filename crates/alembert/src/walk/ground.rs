//! What the equations of motion stand on: constraints that do not contradict each other, that are
//! one surface and not several, and that are independent.

use alembert_algebra::Expr;
use alembert_mechanics::independence::independence;
use alembert_mechanics::regular::is_determined;
use alembert_mechanics::witness::some_state_obeys;
use alembert_mechanics::{Choice, Motion, Reason, System, Theory};

use super::WalkError;

/// Refuses constraints that no motion satisfies.
///
/// # Errors
/// The constraints that contradict the others.
pub(super) fn refuse_contradictions(system: &System, motion: &Motion) -> Result<(), WalkError> {
    if is_determined(motion) || some_state_obeys(&motion.conditions(), &Choice::default()) {
        return Ok(());
    }
    // What is too large to be decided here is no contradiction that is known.
    let contradictory = independence(system).map(|found| found.contradictory).unwrap_or_default();
    let label = |&i: &usize| system.constraints()[i].label.clone();
    match contradictory.first().map(label) {
        Some(label) => Err(WalkError::Contradiction { label }),
        None => Ok(()),
    }
}

/// What must not vanish for the constraints to be independent, where the equations are solved.
///
/// # Errors
/// The constraints consist of several parts, and the equations of one do not hold on another.
pub(super) fn rank_conditions(system: &System, motion: &Motion) -> Result<Vec<Expr>, Reason> {
    let theory = Theory::new(system, motion, &[])?;
    if theory.is_split() {
        return Err(Reason::Split);
    }
    Ok(theory.provisos().to_vec())
}
