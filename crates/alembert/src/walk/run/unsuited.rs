//! Why a method does not take a model, in words that follow its name.

/// Why a method does not take a model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsuited {
    /// The motion obeys another principle.
    #[error("steps by d'Alembert's principle, and not by `{0}`")]
    Principle(&'static str),
    /// The Lagrangian has accelerations.
    #[error("takes no Lagrangian with accelerations")]
    Accelerations,
    /// The model has a rotation.
    #[error("takes coordinates, and the model has a rotation")]
    Rotation,
    /// The constraint of this label is none on positions, or not ideal.
    #[error("takes ideal position constraints only, and `{0}` is none")]
    NotOnPositions(String),
    /// The constraint of this label is not linear in the velocities, or not ideal.
    #[error("takes ideal constraints that are linear in the velocities, and `{0}` is none")]
    NotLinear(String),
    /// Analyses of a motion do not have it.
    #[error("is offered by `run` only")]
    RunOnly,
    /// It does not follow neighbouring motions; these do.
    #[error("does not follow neighbouring motions; {0} do")]
    NoNeighbours(String),
}
