//! Why a system has no canonical equations.

use alembert_algebra::Expr;

use crate::Reason;

/// Why there are no Hamilton's equations in all momenta.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HamiltonError {
    /// The momenta do not determine the velocities.
    #[error(
        "the momenta do not determine the velocities: the determinant of the second derivatives of the \
         Lagrangian by them vanishes identically"
    )]
    Singular,
    /// The momenta are not linear in the velocities, and the velocities were not found through them.
    #[error("the momentum {0} is not linear in the velocities, and was not solved for them")]
    NotSolved(String),
    /// A limit was reached.
    #[error("the velocities were not found through the momenta: {0}")]
    Limit(Reason),
    /// A constraint restricts accelerations.
    #[error(
        "constraint `{0}` restricts accelerations, which are no functions of positions and momenta"
    )]
    Acceleration(String),
    /// A force or a direction contains derivatives that depend on the reactions.
    #[error("`{0}` in a force depends on the reactions and not on positions and momenta alone")]
    Derivative(String),
}

/// The spelling of a symbol.
pub(super) fn spelled(x: Expr) -> String {
    x.as_symbol().map(|s| s.spelling()).unwrap_or_default()
}
