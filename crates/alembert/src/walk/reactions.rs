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
//! every state is left out. Only principles with multipliers have reactions. What friction they amount to
//! [`super::friction`] tells.

use alembert_algebra::{Expr, Vector, gradient};
use alembert_mechanics::{Constraint, System};

use super::friction::{Contact, NoFriction, contacts};
use super::{WalkError, motion};
use crate::language::model::{Definition, Variable};
use crate::language::{Model, unit_of};

/// A model in which reactions are observed.
#[derive(Debug, Clone)]
pub struct Reactions {
    /// The model with `reaction_LABEL_COORDINATE` among its observed quantities, for each constraint and each
    /// coordinate on which it acts, and the friction and the normal force of each contact.
    pub model: Model,
    /// The contacts.
    pub contacts: Vec<Contact>,
    /// Why there are none.
    pub no_friction: Option<NoFriction>,
}

/// A model in which its reactions are observed.
///
/// # Errors
/// The mechanics refuses the model, or the principle has no multipliers.
pub fn with_reactions(model: &Model, principle: Option<&str>) -> Result<Reactions, WalkError> {
    let (system, motion) = motion(model, principle)?;
    let spelled = |e: &Expr| e.as_symbol().map(|s| s.spelling()).unwrap_or_default();
    let names: Vec<String> = system.jet(1).iter().map(spelled).collect();
    let mut observed = model.clone();
    let mut lambda = Vec::new();
    for constraint in system.constraints() {
        let own = format!("lambda_{}", constraint.label);
        let Some(&own) = motion.multipliers.iter().find(|e| spelled(e) == own) else {
            return Err(WalkError::NoReactions { principle: motion.principle });
        };
        lambda.push(own);
        for (name, &along) in names.iter().zip(direction(&system, constraint).iter()) {
            if along == Expr::zero() {
                continue;
            }
            let coordinate = name.trim_end_matches('\'');
            let value = own * along; // (1)
            let name = format!("reaction_{}_{coordinate}", constraint.label);
            let unit = unit(model, coordinate, value);
            observed.observed.push(Definition { name, value, unit, doc: None });
        }
    }
    let (found, no_friction) = match contacts(model, &system, &lambda) {
        Ok(found) => (found, None),
        Err(why) => (Vec::new(), Some(why)),
    };
    let (contacts, quantities): (Vec<_>, Vec<_>) = found.into_iter().unzip();
    observed.observed.extend(quantities.into_iter().flatten());
    Ok(Reactions { model: observed, contacts, no_friction })
}

/// The unit of a generalized force: what works on an angle, or on a rotation, is a torque.
pub(super) fn unit(model: &Model, coordinate: &str, force: Expr) -> Option<String> {
    let is_angle = |c: &Variable| matches!(c.unit.as_deref(), Some("rad" | "deg"));
    let own = model.coordinates.iter().find(|c| c.name == coordinate);
    let turns = own.is_none_or(is_angle);
    unit_of(model, force).map(|unit| if turns && unit == "J" { "N m".to_owned() } else { unit })
}

/// The direction of the reaction of a constraint.
pub(super) fn direction(system: &System, constraint: &Constraint) -> Vector {
    match (&constraint.reaction, constraint.order(system.q())) {
        (Some(servo), _) => servo.clone(),
        (None, Some(0) | None) => system.by_position(constraint.phi),
        (None, Some(order)) => gradient(constraint.phi, &system.jet(order)),
    }
}
