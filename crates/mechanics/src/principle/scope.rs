//! What a principle takes: each check refuses with the constraint that is too much for it.
//!
//! Linearity is decided by structure and then by the zero test; what that leaves open counts as
//! not linear.

use alembert_algebra::{Expr, rate};

use crate::affine::is_affine;
use crate::{Cause, Constraint, PrincipleError, System};

/// A principle by its name, as the judge of systems.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scope(pub(super) &'static str);

impl Scope {
    /// The refusal with this cause.
    pub(super) fn refusal(self, cause: Cause) -> PrincipleError {
        PrincipleError::NotApplicable { principle: self.0, cause }
    }

    /// No accelerations in the Lagrangian.
    pub(super) fn first_order(self, system: &System) -> Result<(), PrincipleError> {
        if system.order == 1 { Ok(()) } else { Err(self.refusal(Cause::SecondOrder)) }
    }

    /// No derivatives above accelerations in the Lagrangian, and no equations of odd order.
    pub(super) fn second_order(self, system: &System) -> Result<(), PrincipleError> {
        match system.order {
            _ if system.is_odd() => Err(self.refusal(Cause::OddOrder)),
            1 | 2 => Ok(()),
            _ => Err(self.refusal(Cause::HigherOrder)),
        }
    }

    /// No accelerations in the Lagrangian of a system in which bodies turn.
    pub(super) fn first_order_where_turning(self, system: &System) -> Result<(), PrincipleError> {
        if system.rotations.is_empty() { Ok(()) } else { self.first_order(system) }
    }

    /// No servo.
    pub(super) fn ideal(self, system: &System) -> Result<(), PrincipleError> {
        self.each(system, Cause::Servo, |c| c.reaction.is_none())
    }

    /// Constraints on positions and velocities only.
    pub(super) fn on_velocities(self, system: &System) -> Result<(), PrincipleError> {
        self.each(system, Cause::Acceleration, |c| c.order(&system.q) < Some(2))
    }

    /// Constraints whose velocity forms are linear or affine in the velocities.
    pub(super) fn linear(self, system: &System) -> Result<(), PrincipleError> {
        let v = system.jet(1);
        self.each(system, Cause::NotLinear, |c| is_affine(velocity_form(c, system), &v))
    }

    fn each(
        self,
        system: &System,
        cause: fn(String) -> Cause,
        mut holds: impl FnMut(&Constraint) -> bool,
    ) -> Result<(), PrincipleError> {
        match system.constraints.iter().find(|c| !holds(c)) {
            Some(c) => Err(self.refusal(cause(c.label.clone()))),
            None => Ok(()),
        }
    }
}

/// The constraint on the velocities: `φ`, or `dφ/dt` for a constraint on positions.
fn velocity_form(constraint: &Constraint, system: &System) -> Expr {
    let of_positions = constraint.order(&system.q) == Some(0);
    if of_positions { rate(constraint.phi) } else { constraint.phi }
}
