//! A motion that was kept: times, states, and the polynomial of every step.

use std::ops::ControlFlow;

use crate::events::{Absence, Crossing};
use crate::follow::{Ending, Observer, Settings, Step, follow};
use crate::manifold::Manifold;
use crate::method::Method;
use crate::number::Number;
use crate::piece::Piece;
use crate::state::unwrap;
use crate::stop::{Stats, Stop};

/// A motion with dense output. For long runs prefer an [`Observer`], which keeps nothing.
#[derive(Debug, Clone)]
pub struct Trajectory<R: Number = f64> {
    /// The start, and the end of each step.
    pub times: Vec<R>,
    /// The states there, angles unwrapped.
    pub states: Vec<Vec<R>>,
    /// The polynomial of each step, and the turns of its angles.
    pub pieces: Vec<(Piece<R>, Vec<i64>)>,
    /// The events on the way, with the states there.
    pub crossings: Vec<(Crossing<R>, Vec<R>)>,
    /// When watched quantities had no value.
    pub absences: Vec<Absence>,
    /// Why it ended.
    pub stop: Stop,
    /// What it took.
    pub stats: Stats,
}

struct Keep<R: Number> {
    times: Vec<R>,
    states: Vec<Vec<R>>,
    pieces: Vec<(Piece<R>, Vec<i64>)>,
    crossings: Vec<(Crossing<R>, Vec<R>)>,
}

impl<R: Number> Observer<R> for Keep<R> {
    fn step(&mut self, step: &Step<'_, R>) -> ControlFlow<()> {
        self.times.push(step.t);
        self.states.push(step.x.to_vec());
        self.pieces.push((step.piece.clone(), step.turns.to_vec()));
        ControlFlow::Continue(())
    }

    fn crossing(&mut self, crossing: &Crossing<R>, x: &[R]) {
        self.crossings.push((*crossing, x.to_vec()));
    }
}

impl<R: Number> Trajectory<R> {
    /// Follows a field and keeps everything.
    ///
    /// ```
    /// use alembert_flow::{Dop853, Free, Rates, Settings, Trajectory};
    /// let growth = Rates::new(1, |_t, x: &[f64], dx: &mut [f64]| dx[0] = x[0]);
    /// let mut method = Dop853::new(&growth, 1e-12);
    /// let motion = Trajectory::of(&mut method, &Free::new(1), (0.0, &[1.0]), &Settings::to(2.0));
    /// assert!((motion.at(1.0).unwrap()[0] - 1f64.exp()).abs() < 1e-9);
    /// assert!(motion.at(2.5).is_none());
    /// ```
    #[must_use]
    pub fn of(
        method: &mut dyn Method<R>,
        manifold: &dyn Manifold<R>,
        start: (R, &[R]),
        settings: &Settings<R>,
    ) -> Self {
        let (times, states) = (vec![start.0], vec![start.1.to_vec()]);
        let mut keep = Keep { times, states, pieces: Vec::new(), crossings: Vec::new() };
        let ending = follow(method, manifold, start, settings, &mut keep);
        let Keep { times, states, pieces, crossings } = keep;
        let Ending { stop, stats, absences, .. } = ending;
        Trajectory { times, states, pieces, crossings, absences, stop, stats }
    }

    /// The number of states that were kept, the start included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.times.len()
    }

    /// A trajectory holds its start at least.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.times.is_empty()
    }

    /// The state at a time, if the motion reached it.
    #[must_use]
    pub fn at(&self, t: R) -> Option<Vec<R>> {
        let (first, last) = (*self.times.first()?, *self.times.last()?);
        let forward = first <= last;
        let passed = |time: R| if forward { time < t } else { time > t };
        let inside = if forward { first <= t && t <= last } else { last <= t && t <= first };
        if !inside {
            return None;
        }
        let end = self.times.partition_point(|&time| passed(time)).max(1);
        let Some((piece, turns)) = self.pieces.get(end - 1) else {
            return self.states.first().cloned();
        };
        let mut x = vec![t; piece.dim];
        piece.at(t - piece.t, &mut x);
        unwrap(turns, &mut x);
        Some(x)
    }
}
