//! Constraints that no motion satisfies, and what is said of them.
//!
//! What is left of a constraint where the others hold may be made of parameters: `x' = y'` and
//! `x' = y' + k` leave k. They contradict each other where that is not zero, and where it is zero
//! the constraint follows from the others.

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Kind, Substitution, symbols};
use alembert_mechanics::explicit;
use alembert_mechanics::independence::{Contradiction, independence};
use alembert_mechanics::regular::is_determined;
use alembert_mechanics::witness::some_state_obeys;
use alembert_mechanics::{Choice, Motion, System};
use alembert_render::Spelling;

use super::WalkError;
use super::classification::equations;
use super::conditions::listed;
use super::prove::differ_from_zero;
use crate::language::{Code, Diagnostic, Model};

/// Refuses constraints that no motion satisfies, whatever the parameters are.
///
/// # Errors
/// The constraint that contradicts the others, and where it does.
pub(super) fn refuse_contradictions(
    model: &Model,
    system: &System,
    motion: &Motion,
) -> Result<(), WalkError> {
    refuse(model, system, motion, |_| true)
}

/// Refuses constraints that no motion satisfies with the values of the parameters.
///
/// # Errors
/// The constraint that contradicts the others.
pub(super) fn refuse_contradictions_of_values(
    model: &Model,
    system: &System,
    motion: &Motion,
) -> Result<(), WalkError> {
    refuse(model, system, motion, |found| !vanishes_with_values(model, found.left))
}

fn refuse(
    model: &Model,
    system: &System,
    motion: &Motion,
    matters: impl Fn(&Contradiction) -> bool,
) -> Result<(), WalkError> {
    if is_determined(motion) || some_state_obeys(&motion.conditions(), &Choice::default()) {
        return Ok(());
    }
    // What is too large to be decided here is no contradiction that is known.
    let contradictory = independence(system).map(|found| found.contradictory).unwrap_or_default();
    let label = |i: usize| system.constraints()[i].label.clone();
    if let Some(found) = contradictory.iter().find(|found| matters(found)) {
        let label = label(found.constraint);
        return Err(match Places::new(model, found.left) {
            Some(Places { differ, vanish }) => {
                WalkError::ContradictionWhere { label, differ, vanish }
            }
            None => WalkError::Contradiction { label },
        });
    }
    match system.constraints().iter().position(|c| never_holds(c.phi)) {
        Some(i) => Err(WalkError::NoSolution { label: label(i) }),
        None => Ok(()),
    }
}

/// Has an expression one sign whatever the values of its symbols, as `1 + x² + y²` has?
pub(super) fn never_holds(phi: Expr) -> bool {
    phi != Expr::zero() && explicit::conditions(&[phi], &[]).is_empty()
}

/// Where a contradiction is one and where it is none, in words.
struct Places {
    differ: String,
    vanish: String,
}

impl Places {
    /// None when what is left vanishes for no admitted values of the parameters, or at some times.
    fn new(model: &Model, left: Expr) -> Option<Self> {
        let factors = listed(model, std::iter::once(left));
        let is_time = |x: &Expr| x.as_symbol().is_some_and(|s| s.kind == Kind::Time);
        if factors.is_empty() || symbols(&[left]).iter().any(is_time) {
            return None;
        }
        let vanish = factors.iter().map(|&e| equations(&[e], model, Spelling::Unicode));
        Some(Self {
            differ: differ_from_zero(&factors, model, Spelling::Unicode),
            vanish: vanish.collect::<Vec<_>>().join(" or "),
        })
    }
}

/// Is it zero with the values that the model gives its parameters?
fn vanishes_with_values(model: &Model, mut left: Expr) -> bool {
    // A definition is made of parameters that stand before it.
    for p in model.parameters.iter().rev() {
        left = Substitution::new([(p.symbol, p.value)]).apply(left);
    }
    zero_test(left) == Verdict::Zero
}

/// AL031 for one constraint.
pub(super) fn complaint(model: &Model, found: &Contradiction) -> Diagnostic {
    let constraint = &model.constraints[found.constraint];
    let says = format!("constraint `{}` contradicts the others", constraint.label);
    let (message, hint) = match Places::new(model, found.left) {
        Some(Places { differ, vanish }) => (
            format!("{says} where {differ}"),
            format!(
                "no motion can satisfy all of them there; where {vanish} it follows from the \
                 others: remove it, or write what is meant into it"
            ),
        ),
        None => (says, "no motion can satisfy all of them; change or remove one".to_owned()),
    };
    Diagnostic::new(Code::Contradiction, constraint.span, message).hint(hint)
}

/// AL031 for a constraint that never holds.
pub(super) fn complaint_about_one(model: &Model) -> Option<Diagnostic> {
    let impossible = model.constraints.iter().find(|c| never_holds(c.phi))?;
    let message = format!("constraint `{}` has no solution", impossible.label);
    let hint = "its two sides differ, whatever the positions and velocities are";
    Some(Diagnostic::new(Code::Contradiction, impossible.span, message).hint(hint))
}

/// AL031 where no single constraint is known to contradict the others.
pub(super) fn complaint_about_all(model: &Model) -> Option<Diagnostic> {
    let last = model.constraints.last()?;
    let message = match model.constraints.len() {
        1 => format!("almost nowhere is there a motion that obeys `{}`", last.label),
        _ => "almost nowhere is there a motion that obeys all constraints".to_owned(),
    };
    let hint = "together they contradict each other, or leave a relation between positions that has \
                to be written as a constraint of its own";
    let finding = Diagnostic::new(Code::Contradiction, last.span, message).hint(hint);
    complaint_about_one(model).or(Some(finding))
}
