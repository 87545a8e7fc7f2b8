//! Why a question about a model has no answer.

use alembert_algebra::tape::{LowerError, TapeError};
use alembert_kernel::KernelError;
use alembert_mechanics::explicit::Misfit;
use alembert_mechanics::reduction::ReductionError;
use alembert_mechanics::{PrincipleError, Reason};
use alembert_render::RenderError;

const ANGLES: &str = "; where angles describe an orientation the body may still move smoothly \
                      (`alembert explain AL042`)";

/// Why a question about a model has no answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WalkError {
    /// The mechanics refuses the model.
    #[error(transparent)]
    Principle(#[from] PrincipleError),
    /// There is no principle of this name.
    #[error("there is no principle `{0}` in this version")]
    NoPrinciple(String),
    /// No motion satisfies the constraints.
    #[error("constraint `{label}` contradicts the others: no motion can satisfy all of them")]
    Contradiction {
        /// A constraint that contradicts those before it.
        label: String,
    },
    /// A map between two models leaves out a coordinate.
    #[error(
        "`{1}` has no coordinate `{0}`; say what it is, `--map \"{0} = …\"`, in the names of `{1}`"
    )]
    NoMap(String, String),
    /// A map says nothing of orientations.
    #[error(
        "two models are compared in coordinates, and `{0}` is a rotation; compare their accelerations \
         with `alembert eval`"
    )]
    MappedRotation(String),
    /// A value is missing.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// The equations have no values at the state.
    #[error("at this state, {0}")]
    Tape(#[from] TapeError),
    /// A linear system has no solution at the state, and these equations hold there.
    #[error("at this state, {error}: {list}{}", if *.angles { ANGLES } else { "" })]
    Singular {
        /// What the solution found.
        error: TapeError,
        /// The factors of the determinant that vanish, as equations.
        list: String,
        /// Are there angles among them?
        angles: bool,
    },
    /// The multipliers have no closed form.
    #[error("the multipliers are not solved for: {0}")]
    Closed(#[from] Reason),
    /// There is no explicit form.
    #[error(
        "the equations are not solved for the accelerations: {0}; `--form matrix` shows them unsolved"
    )]
    Explicit(Reason),
    /// There are no equations in quasi-velocities.
    #[error("the equations are not reduced to quasi-velocities: {0}")]
    Quasi(Reason),
    /// A line of `quasi` does not fit the system.
    #[error("the quasi-velocity `{name}` {misfit}")]
    Speed {
        /// Its name.
        name: String,
        /// Why not.
        misfit: Misfit,
    },
    /// There are no equations in fewer coordinates.
    #[error("no coordinate is taken out: {0}")]
    Reduction(#[from] ReductionError),
    /// Coordinates are taken out for this principle only when it is d'Alembert's.
    #[error(
        "--reduce is proved for d'Alembert's principle, and not for `{0}`; leave one of them out"
    )]
    ReducedPrinciple(&'static str),
    /// Coordinates are taken out where there are only coordinates.
    #[error("--reduce takes coordinates out, and `{0}` is a rotation")]
    ReducedRotation(String),
    /// A printed equation does not say what was derived: a bug of ours.
    #[error("a printed equation does not read back as what was derived; please report this model")]
    Misprint,
    /// A printed equation is no text of the model language: a bug of ours.
    #[error(
        "an equation of this form cannot be read back, so it is not shown; try another one with \
         `--form matrix` or `--form multipliers`, and please report this model"
    )]
    Unreadable,
    /// Neither a proof nor states could make sure that the equations are right.
    #[error("the equations could not be certified; `--form matrix` shows them unsolved")]
    Uncertified,
    /// An input has nothing to do in a run.
    #[error("the input `{name}` has no value; write `{name} = sin t` or a table into `run`")]
    NoSignal {
        /// Its name.
        name: String,
    },
    /// Multipliers that are part of the state have no initial values.
    #[error(
        "the initial values of {} are missing: vakonomic multipliers are part of the state; write \
         `{} = 0` into `initial`",
        names.join(", "),
        names.first().map_or("mu", String::as_str)
    )]
    NoMultiplier {
        /// Their names.
        names: Vec<String>,
    },
    /// No start satisfies the constraints.
    #[error("no initial values were found that satisfy the constraints")]
    NoStart,
    /// There is no method of this name.
    #[error("there is no method `{0}`; the methods are {methods}", methods = super::METHODS.join(", "))]
    NoMethod(String),
    /// A number of a run is out of its range.
    #[error("{what} must be {range}, and is {value}")]
    RunSetting {
        /// Which.
        what: &'static str,
        /// What it may be.
        range: &'static str,
        /// What it is.
        value: f64,
    },
    /// A method with fixed steps has none.
    #[error("the method `{method}` has steps of fixed length; give `--step`, or `step` in `run`")]
    NoStep {
        /// The method.
        method: &'static str,
    },
    /// Only series exist with more digits.
    #[error("--certify needs the method `taylor`, and this run uses `{method}`")]
    NoCertificate {
        /// The method.
        method: &'static str,
    },
    /// The equations have no values at the start.
    #[error("at the start, {0}")]
    Kernel(#[from] KernelError),
    /// The equations have no solution at the start, where angles may be to blame.
    #[error("at the start, {0}{angles}", angles = ANGLES)]
    SingularAngles(KernelError),
    /// An equation is too long to be shown.
    #[error(transparent)]
    Render(#[from] RenderError),
}

impl WalkError {
    /// Did the computation fail, rather than the model or the question being wrong?
    #[must_use]
    pub fn is_computational(&self) -> bool {
        matches!(
            self,
            Self::Tape(_)
                | Self::Singular { .. }
                | Self::Kernel(_)
                | Self::SingularAngles(_)
                | Self::NoStart
                | Self::Render(_)
                | Self::Closed(_)
                | Self::Explicit(_)
                | Self::Misprint
                | Self::Unreadable
                | Self::Reduction(ReductionError::Limit(_) | ReductionError::Disagreement)
                | Self::Uncertified
        )
    }
}
