//! Reaction forces as observed quantities.
//!
//! A constraint φ acts on the coordinate qⁱ with the generalized force
//!
//! ```text
//! Rᵢ = λ ∂φ/∂q'ⁱ                                                                    (1)
//! ```
//!
//! with ∂φ/∂qⁱ for a constraint on positions, ∂φ/∂q''ⁱ for one on accelerations, and the direction that
//! `reaction` names for a servo; along a rotation it is a torque in laboratory axes. What is zero for
//! every state is left out. Only principles with multipliers have reactions.

use alembert_algebra::{Expr, Vector, gradient};
use alembert_mechanics::{Constraint, System};

use super::{WalkError, motion};
use crate::language::Model;
use crate::language::model::Definition;

/// The model with `reaction_LABEL_COORDINATE` among its observed quantities, for each constraint and
/// each coordinate on which it acts.
///
/// # Errors
/// The mechanics refuses the model, or the principle has no multipliers.
pub fn with_reactions(model: &Model, principle: Option<&str>) -> Result<Model, WalkError> {
    let (system, motion) = motion(model, principle)?;
    let spelled = |e: &Expr| e.as_symbol().map(|s| s.spelling()).unwrap_or_default();
    let names: Vec<String> = system.jet(1).iter().map(spelled).collect();
    let mut model = model.clone();
    for constraint in system.constraints() {
        let own = format!("lambda_{}", constraint.label);
        let Some(&lambda) = motion.multipliers.iter().find(|e| spelled(e) == own) else {
            return Err(WalkError::NoReactions { principle: motion.principle });
        };
        for (name, &along) in names.iter().zip(direction(&system, constraint).iter()) {
            if along == Expr::zero() {
                continue;
            }
            let coordinate = name.trim_end_matches('\'');
            model.observed.push(Definition {
                name: format!("reaction_{}_{coordinate}", constraint.label),
                value: lambda * along, // (1)
                unit: None,
                doc: None,
            });
        }
    }
    Ok(model)
}

/// The direction of the reaction of a constraint.
fn direction(system: &System, constraint: &Constraint) -> Vector {
    match (&constraint.reaction, constraint.order(system.q())) {
        (Some(servo), _) => servo.clone(),
        (None, Some(0) | None) => system.by_position(constraint.phi),
        (None, Some(order)) => gradient(constraint.phi, &system.jet(order)),
    }
}
