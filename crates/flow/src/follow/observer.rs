//! What a run is asked for, what is told of each step, and how it ended.

use std::ops::ControlFlow;

use crate::events::{Absence, Crossing, Event};
use crate::manifold::Projection;
use crate::number::Number;
use crate::piece::Piece;
use crate::state::unwrap;
use crate::stop::{Stats, Stop};

/// What a run is asked for.
#[derive(Debug, Clone)]
pub struct Settings<R: Number = f64> {
    /// The time at which the run ends; it may lie before the start.
    pub end: R,
    /// The largest number of steps.
    pub most_steps: u64,
    /// Is a run that no event ends given up early, when its steady pace would take more than 10⁹ steps
    /// ([`Stop::TooFar`])?
    pub gives_up: bool,
    /// The longest step, by size.
    pub longest: f64,
    /// The time of the motion of which the run is a piece, by size; none when it is the whole of it.
    pub span: Option<f64>,
    /// The events that are looked for.
    pub events: Vec<Event>,
    /// Does the run go on where the constraints become dependent? It leaps across (`leap`), and keeps to
    /// its branch.
    pub through_singular: bool,
}

impl<R: Number> Settings<R> {
    /// A run to a time, without events.
    #[must_use]
    pub fn to(end: R) -> Self {
        Settings {
            end,
            most_steps: u64::MAX,
            gives_up: true,
            longest: f64::INFINITY,
            span: None,
            events: Vec::new(),
            through_singular: false,
        }
    }
}

/// One accepted step, as an observer sees it.
#[derive(Debug, Clone, Copy)]
pub struct Step<'a, R: Number = f64> {
    /// Its number, from 1.
    pub number: u64,
    /// Its polynomial, with angles as they were wrapped at its beginning.
    pub piece: &'a Piece<R>,
    /// The turns of the angles of the polynomial.
    pub turns: &'a [i64],
    /// The time at its end.
    pub t: R,
    /// The state at its end, on the constraints, angles unwrapped.
    pub x: &'a [R],
    /// What the projection at its end did.
    pub projection: Projection,
}

impl<R: Number> Step<'_, R> {
    /// The state at a time within the step, angles unwrapped.
    ///
    /// It lies on the constraints as well as the method is accurate: to round-off for `taylor`. For
    /// other methods a caller that needs more projects it.
    pub fn at(&self, t: R, x: &mut [R]) {
        self.piece.at(t - self.piece.t, x);
        self.unwrap(x);
    }

    /// Adds the whole turns of angles to a state of the piece.
    pub fn unwrap(&self, x: &mut [R]) {
        unwrap(self.turns, x);
    }
}

/// Who is told of each step, and may end the run.
pub trait Observer<R: Number = f64> {
    /// Called after each accepted step; [`ControlFlow::Break`] interrupts the run.
    fn step(&mut self, step: &Step<'_, R>) -> ControlFlow<()>;

    /// Called for each crossing, before the step that contains it, with the state there (angles
    /// unwrapped).
    fn crossing(&mut self, crossing: &Crossing<R>, x: &[R]) {
        let _ = (crossing, x);
    }

    /// Called where the run goes through dependent constraints, before the step that contains the
    /// place, with the state there (angles unwrapped); once for each passage.
    fn passage(&mut self, t: R, x: &[R]) {
        let _ = (t, x);
    }
}

impl<R: Number, F: FnMut(&Step<'_, R>) -> ControlFlow<()>> Observer<R> for F {
    fn step(&mut self, step: &Step<'_, R>) -> ControlFlow<()> {
        self(step)
    }
}

/// Where a run ended, and why.
#[derive(Debug, Clone)]
pub struct Ending<R: Number = f64> {
    /// The last time.
    pub t: R,
    /// The last state, angles unwrapped.
    pub x: Vec<R>,
    /// Why it ended there.
    pub stop: Stop,
    /// What it took.
    pub stats: Stats,
    /// When watched quantities had no value.
    pub absences: Vec<Absence>,
}
