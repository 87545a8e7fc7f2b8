//! What an integrator is: a way to make one step and to write its polynomial.

use crate::events::Graphs;
use crate::field::FieldError;
use crate::manifold::Projection;
use crate::number::Number;
use crate::piece::Piece;

/// Where a step begins.
#[derive(Debug, Clone, Copy)]
pub struct Point<'a, R: Number = f64> {
    /// The time.
    pub t: R,
    /// The state, with angles wrapped.
    pub x: &'a [R],
    /// The scale of each component; 0 if nothing is known yet.
    pub scales: &'a [f64],
    /// What rounding left over of the time, and of the state: a step goes on from the sums.
    pub rest: (R, &'a [R]),
}

/// Why no step was made.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum NoStep {
    /// The field or an iteration failed.
    Field(FieldError),
    /// A step that is accurate would be too short to move time.
    TooShort {
        /// Its length.
        h: f64,
    },
}

impl From<FieldError> for NoStep {
    fn from(error: FieldError) -> Self {
        NoStep::Field(error)
    }
}

/// What a method counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Effort {
    /// Evaluations of the field, or of its series.
    pub evaluations: u64,
    /// Attempts that were rejected; for collocation, iterations that Newton's method replaced.
    pub rejected: u64,
}

impl Effort {
    /// What was done since another count.
    pub(crate) fn since(self, before: Effort) -> Effort {
        Effort {
            evaluations: self.evaluations - before.evaluations,
            rejected: self.rejected - before.rejected,
        }
    }
}

/// A way to make one step.
pub trait Method<R: Number = f64> {
    /// Its name, as a user asks for it.
    fn name(&self) -> &'static str;

    /// The number of components of the state.
    fn dim(&self) -> usize;

    /// The degree of its step polynomials.
    fn degree(&self) -> usize;

    /// Told before the first step of a run: the time from the start of the motion to its end, by size.
    fn begin(&mut self, span: f64) {
        let _ = span;
    }

    /// One accurate step, no longer than `limit` and in its direction: the polynomial with its
    /// time, length and increment.
    ///
    /// # Errors
    /// There is no such step.
    fn step(&mut self, from: Point<'_, R>, limit: R, piece: &mut Piece<R>) -> Result<(), NoStep>;

    /// The number of quantities its field watches.
    fn watches(&self) -> usize;

    /// The watched quantities at a state; one that has no value there is not a number.
    ///
    /// # Errors
    /// None of them has a value there.
    fn watch(&self, t: R, x: &[R], g: &mut [R]) -> Result<(), FieldError>;

    /// The rate of a state by the field, where both are known.
    fn rate(&self, t: R, x: &[R], dx: &mut [R]) -> Option<()> {
        let _ = (t, x, dx);
        None
    }

    /// Writes the graphs of the watched quantities over a step.
    fn graphs(&mut self, piece: &Piece<R>, graphs: &mut Graphs<R>);

    /// What the method's own projection did in the last step, if it has one; then its steps end on
    /// the constraints.
    fn projection(&self) -> Option<Projection> {
        None
    }

    /// What was done so far.
    fn effort(&self) -> Effort;
}

/// Steps shorter than this do not move time, or their powers vanish.
#[must_use]
pub fn shortest<R: Number>(t: R) -> f64 {
    (4.0 * crate::number::round_off::<R>() * crate::number::nearest(t).abs()).max(LEAST)
}

/// The seventh power of this is still a number.
const LEAST: f64 = 1e-40;
