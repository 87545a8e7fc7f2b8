//! The answer to a claim, and why there may be none.

use alembert_algebra::polynomial::Limit;
use alembert_algebra::ring::ConversionError;
use alembert_algebra::zero::{Doubt, Evidence};

use crate::explicit::Misfit;

/// The answer to a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It holds on every motion.
    Proved,
    /// It fails on some motion.
    Refuted(Evidence),
    /// It is not decided.
    Undecided(Reason),
}

/// Why a claim is not decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The zero test does not decide it.
    #[error(transparent)]
    Doubt(#[from] Doubt),
    /// It contains a quantity that the equations of motion do not determine.
    #[error("it contains a quantity that the equations of motion do not determine")]
    Undetermined,
    /// It contains derivatives that are too high.
    #[error("it contains derivatives far beyond those that the equations of motion determine")]
    Derivatives,
    /// There are no quasi-velocities.
    #[error("quasi-velocities need ideal constraints that are linear in the velocities")]
    NoSpeeds,
    /// The equations of this principle are not those of which multipliers are taken out.
    #[error("{}", not_reduced(principle))]
    NotReduced {
        /// The principle.
        principle: &'static str,
    },
    /// A quasi-velocity that is given does not fit.
    #[error("quasi-velocity {index} {misfit}")]
    Speed {
        /// Which of them, counted from 0.
        index: usize,
        /// Why not.
        misfit: Misfit,
    },
    /// The state has more than positions and velocities.
    #[error("quasi-velocities need equations of second order for the coordinates alone")]
    HigherOrder,
    /// The constraints contradict each other.
    #[error("the constraints contradict each other")]
    Contradiction,
    /// The equations of motion contradict each other, as `0 = 1` of L = x does: there is no motion.
    #[error("the equations of motion contradict each other: there is no motion")]
    NoMotion,
    /// The constraints leave no orientations but half turns.
    #[error("the constraints may hold at half turns, which are not looked at")]
    HalfTurns,
    /// Something is left of it, but the states of the system are not free enough to tell.
    #[error("no proof was found, and no state at which it fails")]
    Curved,
    /// A constraint factors, or is not proved not to, so that its states may consist of several
    /// parts.
    #[error("the states may consist of several parts, and what holds on one may fail on another")]
    Split,
    /// It is proved only where the constraints are independent.
    #[error("it holds where the constraints are independent, and may fail where they are not")]
    Conditional,
    /// A constraint could not be solved, so that divisors are not proved to be different from zero.
    #[error("a constraint could not be solved for any of its unknowns")]
    Unsolved,
}

impl From<ConversionError> for Reason {
    fn from(error: ConversionError) -> Self {
        Self::Doubt(error.into())
    }
}

impl From<Limit> for Reason {
    fn from(limit: Limit) -> Self {
        ConversionError::from(limit).into()
    }
}

/// Why the equations of a principle are not written in quasi-velocities.
fn not_reduced(principle: &str) -> &'static str {
    match principle {
        "naive" => {
            "its equations are not those of a motion, and are not reduced once more; `--principle \
             dalembert` shows the motion"
        }
        "vakonomic" => {
            "in vakonomic equations μ is part of the state, and no choice of speeds takes it out; \
             `--principle dalembert` shows the motion of a body"
        }
        _ => {
            "they are made from equations of the form of d'Alembert's; `--principle dalembert` gives \
             the same motion"
        }
    }
}
