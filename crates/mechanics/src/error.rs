//! Why a system is refused: by every principle, or by the one that was asked.
//!
//! Errors carry names, not expressions, so that they can leave the thread.

use std::fmt;

use alembert_algebra::Fault;

use crate::Reason;

/// A part of a system.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// The coordinates.
    Coordinates,
    /// The Lagrangian.
    Lagrangian,
    /// All generalized forces together.
    Forces,
    /// The generalized force on one coordinate.
    Force {
        /// The name of the coordinate.
        coordinate: String,
    },
    /// A constraint.
    Constraint {
        /// Its label.
        label: String,
    },
    /// The direction in which a servo constraint acts.
    Reaction {
        /// The label of the constraint.
        label: String,
    },
    /// The inputs.
    Inputs,
    /// The coordinates that are named as dependent.
    Dependent,
    /// All parameters that are given through others.
    Definitions,
    /// One parameter that is given through others.
    Definition {
        /// The name of the parameter.
        name: String,
    },
    /// All quasi-velocities together.
    QuasiVelocities,
    /// One quasi-velocity.
    QuasiVelocity {
        /// Its name.
        name: String,
    },
    /// The equations of motion that a principle gave.
    Motion {
        /// The name of the principle.
        principle: &'static str,
        /// Which part of them.
        part: &'static str,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Coordinates => write!(f, "the list of coordinates"),
            Self::Lagrangian => write!(f, "the Lagrangian"),
            Self::Forces => write!(f, "the list of forces"),
            Self::Force { coordinate } => write!(f, "the force on `{coordinate}`"),
            Self::Constraint { label } => write!(f, "constraint `{label}`"),
            Self::Reaction { label } => write!(f, "the reaction of constraint `{label}`"),
            Self::Inputs => write!(f, "the list of inputs"),
            Self::Dependent => write!(f, "the list of dependent coordinates"),
            Self::Definitions => write!(f, "the list of definitions"),
            Self::Definition { name } => write!(f, "the definition of `{name}`"),
            Self::QuasiVelocities => write!(f, "the list of quasi-velocities"),
            Self::QuasiVelocity { name } => write!(f, "the quasi-velocity `{name}`"),
            Self::Motion { principle, part } => write!(f, "{part} of `{principle}`"),
        }
    }
}

/// Why there is no system, or no motion by this principle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PrincipleError {
    /// A list has the wrong number of entries.
    #[error("{place} has {found} entries where {expected} are needed")]
    Size {
        /// Which list.
        place: Place,
        /// The number that fits.
        expected: usize,
        /// The number that is there.
        found: usize,
    },
    /// The blocks of a linear system do not fit each other and the unknowns.
    #[error("the blocks of {place} do not fit each other and its {unknowns} unknowns")]
    Misfit {
        /// Which linear system.
        place: Place,
        /// The number of its unknowns.
        unknowns: usize,
    },
    /// An entry of a list is not a symbol of the right kind without dots.
    #[error("entry {index} of {place} is not a symbol of that kind without dots")]
    WrongKind {
        /// Which list.
        place: Place,
        /// Which entry, counted from 0.
        index: usize,
    },
    /// A name or a label occurs twice.
    #[error("`{name}` occurs twice in {place}; give every entry its own name")]
    Repeated {
        /// Where the second one is.
        place: Place,
        /// The name or label.
        name: String,
    },
    /// A list lacks an entry that the system uses.
    #[error("`{name}` occurs in the system but is missing in {place}; add it")]
    Missing {
        /// Which list.
        place: Place,
        /// The name of the entry.
        name: String,
    },
    /// A constraint has no label, so its multiplier would have no name.
    #[error("constraint number {index}, counted from 0, has no label; give it one")]
    NoLabel {
        /// Which constraint.
        index: usize,
    },
    /// An expression contains a symbol that does not belong there.
    #[error("{place} contains `{symbol}`, which has no meaning there; declare it or take it out")]
    Foreign {
        /// Where it occurs.
        place: Place,
        /// The spelling of the symbol.
        symbol: String,
    },
    /// An expression has no value.
    #[error("{place} has no value: {fault}")]
    Fault {
        /// Where it occurs.
        place: Place,
        /// What happened.
        fault: Fault,
    },
    /// An expression contains higher derivatives than it may.
    #[error(
        "{place} contains a derivative of order {order} of a coordinate; \
         order {largest} is the highest that is allowed there"
    )]
    TooHigh {
        /// Where it occurs.
        place: Place,
        /// The order that occurs.
        order: u32,
        /// The order that is allowed.
        largest: u32,
    },
    /// The highest derivatives in the Lagrangian are linear, with coefficients that were not integrated.
    #[error(
        "the Lagrangian is linear in its highest derivatives, and the total time derivative that removes \
         them was not found; subtract it"
    )]
    LinearLagrangian,
    /// The highest derivatives in the Lagrangian are linear, no total derivative removes them, and they are not
    /// determined by equations of odd order.
    #[error(
        "the Lagrangian is linear in its highest derivatives, no total time derivative removes them, and the \
         equations of motion of odd order, which it has then, are followed only without constraints, for \
         an even number of coordinates and a regular matrix; add a term that is quadratic in them"
    )]
    OddOrder,
    /// A constraint restricts nothing.
    #[error("constraint `{label}` contains no coordinate; take it out")]
    NoCoordinate {
        /// Its label.
        label: String,
    },
    /// A constraint contains derivatives that cancel.
    #[error(
        "constraint `{label}` contains derivatives of order {order} that cancel; \
         write it without them"
    )]
    Cancelling {
        /// Its label.
        label: String,
        /// The order of the derivatives.
        order: u32,
    },
    /// A constraint contains products or other functions of accelerations.
    #[error("constraint `{label}` is not linear in the accelerations; write it so that it is")]
    NotLinear {
        /// Its label.
        label: String,
    },
    /// A principle does not take this system.
    #[error("`{principle}` does not apply: {cause}")]
    NotApplicable {
        /// The name of the principle.
        principle: &'static str,
        /// Why.
        cause: Cause,
    },
    /// A constraint contradicts those before it.
    #[error("constraint `{label}` contradicts the constraints before it; take one of them out")]
    Contradiction {
        /// Its label.
        label: String,
    },
    /// No choice of dependent velocities was found.
    #[error(
        "no velocities were found that the constraints determine through the others; name \
         dependent ones, or use dalembert"
    )]
    NoDependent,
    /// The constraints do not determine the velocities that were named as dependent.
    #[error(
        "the constraints do not determine the velocities of {} through the others; name {number} \
         coordinates whose velocities they determine",
        .names.join(", ")
    )]
    WrongDependent {
        /// The coordinates that were named.
        names: Vec<String>,
        /// The number of independent constraints.
        number: usize,
    },
}

/// Why a principle does not take a system that others take.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Cause {
    /// The Lagrangian contains accelerations.
    #[error("the Lagrangian contains accelerations; use `dalembert`")]
    SecondOrder,
    /// The Lagrangian contains derivatives above accelerations.
    #[error("the Lagrangian contains derivatives above accelerations; use `dalembert`")]
    HigherOrder,
    /// The equations of motion are of odd order.
    #[error("the equations of motion are of odd order; use `dalembert`")]
    OddOrder,
    /// A constraint is kept by a force of a given direction.
    #[error("constraint `{0}` is a servo, its reaction is not ideal; use `dalembert` or `maggi`")]
    Servo(String),
    /// A constraint restricts accelerations.
    #[error("constraint `{0}` restricts accelerations; use `gauss` or `dalembert`")]
    Acceleration(String),
    /// Steps about constraints are asked for where there are none.
    #[error("the system has no constraints, and these steps are about constraints")]
    Unconstrained,
    /// A constraint restricts positions where one on velocities is asked for.
    #[error("constraint `{0}` restricts positions; write it for the velocities")]
    Position(String),
    /// A constraint is not linear in the velocities.
    #[error("constraint `{0}` is not linear in the velocities; use `gauss` or `maggi`")]
    NotLinear(String),
    /// The Lagrangian is not the difference of a kinetic energy and a potential.
    #[error("the Lagrangian is not quadratic in the velocities; use `gauss` or `maggi`")]
    NotQuadratic,
    /// There are fewer independent reactions than independent constraints.
    #[error("the directions of the reactions depend on each other where the constraints do not")]
    Reactions,
    /// The quasi-velocities of the model are not independent.
    #[error(
        "the quasi-velocities of the model are not linear in the velocities, or depend on each \
         other and on the constraints"
    )]
    QuasiVelocities,
    /// A basis of the allowed velocities was not found.
    #[error("the allowed velocities were not found: {0}; use `gauss`")]
    Basis(Reason),
}
