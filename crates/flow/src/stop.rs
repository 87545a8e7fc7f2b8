//! Why a run ended, and what it took: values, not errors.

use std::fmt;

use crate::field::FieldError;

/// Why a run ended.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Stop {
    /// The end of the time that was asked for.
    End,
    /// A watched quantity reached zero and its event ends the run.
    Event {
        /// The index of the event.
        index: usize,
        /// When.
        t: f64,
    },
    /// The constraints became dependent.
    RankLoss {
        /// When.
        t: f64,
        /// The smallest to the largest singular value there.
        ratio: f64,
    },
    /// The steps became too short to move time: a singularity is near, or a force jumps.
    StepToZero {
        /// When.
        t: f64,
        /// The step that would have been next.
        h: f64,
    },
    /// The field, the projection or the equations of a step have no value.
    Field {
        /// The last time that was reached.
        t: f64,
        /// What failed.
        error: FieldError,
    },
    /// The observer asked to stop.
    Interrupted {
        /// The last time that was reached.
        t: f64,
    },
    /// The largest number of steps was used up.
    TooManySteps {
        /// The last time that was reached.
        t: f64,
        /// The number of steps.
        steps: u64,
    },
    /// The end is too many steps away for anybody to wait.
    TooFar {
        /// The last time that was reached.
        t: f64,
        /// About how many more steps it would take.
        steps: f64,
        /// The length of the last step.
        h: f64,
        /// What holds steps short, where the field tells.
        fastest: Option<Fastest>,
    },
}

/// What is fastest near a state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fastest {
    /// Its rate: radians of an oscillation, or powers of e of a decay, in a unit of time.
    pub rate: f64,
    /// Is it an oscillation?
    pub swings: bool,
}

impl fmt::Display for Fastest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.swings {
            true => write!(
                f,
                "the fastest oscillation ({:.1e} periods in a unit of time)",
                self.rate / std::f64::consts::TAU
            ),
            false => write!(f, "the fastest decay ({:.1e} in a unit of time)", self.rate),
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::End => write!(f, "the end was reached"),
            Stop::Event { index, t } => write!(f, "event {index} at t = {}", moment(*t)),
            Stop::RankLoss { t, ratio } => write!(
                f,
                "the constraints are dependent at t = {} (ratio of singular values {ratio:.1e})",
                moment(*t)
            ),
            Stop::StepToZero { t, h } => write!(
                f,
                "steps become too short at t = {} (the next would be {h:.1e}): the motion has a \
                 singularity there, a force jumps against it, or it is stiff",
                moment(*t)
            ),
            Stop::Field { t, error } => write!(f, "at t = {}: {error}", moment(*t)),
            Stop::Interrupted { t } => write!(f, "interrupted at t = {}", moment(*t)),
            Stop::TooManySteps { t, steps } => {
                write!(f, "{steps} steps reached only t = {}", moment(*t))
            }
            Stop::TooFar { t, steps, h, fastest } => {
                write!(f, "from t = {} on the end would take about {steps:.0e} steps", moment(*t))?;
                let Some(fastest) = fastest else { return write!(f, " of {h:.1e}") };
                write!(f, ": {fastest} holds steps at {h:.1e}")
            }
        }
    }
}

/// A time with all its digits, with a power of ten when it is very small or very large.
fn moment(t: f64) -> String {
    match t.abs() {
        0.0 | 1e-4..1e16 => t.to_string(),
        _ => format!("{t:e}"),
    }
}

/// What a run took.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Stats {
    /// Accepted steps.
    pub steps: u64,
    /// Attempted steps that were not accurate enough.
    pub rejected: u64,
    /// Evaluations of the field, or of its series.
    pub evaluations: u64,
    /// Projections onto the constraints.
    pub projections: u64,
    /// The largest scaled change by a projection.
    pub moved: f64,
    /// The largest scaled residual after a projection.
    pub residual: f64,
    /// The smallest ratio of singular values of the constraints that was seen, and when.
    pub rank: (f64, f64),
    /// The shortest step, by size.
    pub shortest: f64,
    /// The longest step, by size.
    pub longest: f64,
}

impl Stats {
    pub(crate) fn new(t: f64) -> Self {
        Stats {
            steps: 0,
            rejected: 0,
            evaluations: 0,
            projections: 0,
            moved: 0.0,
            residual: 0.0,
            rank: (1.0, t),
            shortest: f64::INFINITY,
            longest: 0.0,
        }
    }

    /// Whether the constraints came close to dependence (a ratio below 10⁻⁶).
    #[must_use]
    pub fn is_nearly_singular(&self) -> bool {
        self.rank.0 < NEARLY_SINGULAR
    }
}

/// The ratio of singular values below which a run says that the constraints are nearly dependent.
pub const NEARLY_SINGULAR: f64 = 1e-6;

/// The ratio of singular values below which a run stops.
pub const SINGULAR: f64 = 1e-10;
