//! Warnings about the principle and about the Lagrangian: AL035 and AL038.

use alembert_mechanics::classify::ConstraintKind;
use alembert_mechanics::put_in::put_in;
use alembert_mechanics::regular::has_inertia;
use alembert_mechanics::{Motion, System};
use alembert_render::Spelling;

use super::motion;
use super::notation::text;
use super::own_values::classification;
use crate::language::{Code, Diagnostic, Model};

/// AL035 and AL038 of a model for which nothing is known yet, by a principle or the model's own.
/// The constraints are classified only where one of them is possible.
#[must_use]
pub fn principle_warnings(model: &Model, principle: Option<&str>) -> Vec<Diagnostic> {
    let Ok((system, motion)) = motion(model, principle) else { return Vec::new() };
    let labels: Vec<&str> = model.constraints.iter().map(|c| c.label.as_str()).collect();
    if motion.principle != "vakonomic" && put_in(&system, &labels).is_empty() {
        return Vec::new();
    }
    let Ok(found) = classification(model) else { return Vec::new() };
    warnings(model, &system, &motion, &found.kinds)
}

/// AL035 and AL038 of a model whose constraints are of these kinds.
pub(super) fn warnings(
    model: &Model,
    system: &System,
    motion: &Motion,
    kinds: &[Option<ConstraintKind>],
) -> Vec<Diagnostic> {
    use ConstraintKind as K;
    let pairs = model.constraints.iter().zip(kinds);
    let nonholonomic: Vec<&str> = pairs
        .filter(|(_, k)| matches!(k, Some(K::Nonholonomic | K::AffineNonholonomic)))
        .map(|(c, _)| c.label.as_str())
        .collect();
    match (nonholonomic.is_empty(), motion.principle) {
        (true, _) => Vec::new(),
        (false, "vakonomic") => rolling(model, system, nonholonomic[0]).into_iter().collect(),
        (false, _) => substituted(model, system, &nonholonomic).into_iter().collect(),
    }
}

/// AL035: the cost of a control problem knows nothing of some velocities; where every coordinate has
/// inertia, a body is meant.
fn rolling(model: &Model, system: &System, label: &str) -> Option<Diagnostic> {
    if !has_inertia(system) {
        return None;
    }
    let span = model.principle.as_ref().map_or(model.lagrangian_span, |p| p.span);
    let message = format!("vakonomic chosen for a body with the nonholonomic constraint `{label}`");
    let hint = "L + μφ gives the curves of an optimal-control problem, not the motion of a body: \
                use `dalembert` for that";
    Some(Diagnostic::new(Code::VakonomicRolling, span, message).hint(hint))
}

/// AL038.
fn substituted(model: &Model, system: &System, labels: &[&str]) -> Option<Diagnostic> {
    let missing = put_in(system, labels);
    let name = |e| text(e, model, Spelling::Unicode).unwrap_or_default();
    let names: Vec<String> = missing.into_iter().map(name).collect();
    if names.is_empty() {
        return None;
    }
    let names = names.join(", ");
    let message = format!("a constraint seems to be put into the Lagrangian: it lacks {names}");
    let hint = format!(
        "write the kinetic energy with the velocities of {names}; the constraint is used when the \
         equations are derived, never before"
    );
    let finding = Diagnostic::new(Code::ConstraintPutIn, model.lagrangian_span, message);
    Some(finding.hint(hint))
}
