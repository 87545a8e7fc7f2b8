//! The walk along a field: step, compensate, project, wrap, look for events, report.
//!
//! One loop for all methods. What it promises: every state that an observer sees is finite and lies
//! on the constraints, time never stands still, and the loop ends with a [`Stop`] that says why.
//! Nothing is allocated after the first step.

mod advance;
mod look;
mod observer;

use std::ops::ControlFlow;

use crate::events::Watcher;
use crate::field::{FieldError, finite};
use crate::manifold::{Manifold, Projection};
use crate::method::Method;
use crate::number::{Number, nearest, round_off};
use crate::pace::{Done, Pace};
use crate::piece::Piece;
use crate::spectral::{spectral_radius, swings};
use crate::state::{State, unwrap};
use crate::stop::{Fastest, Stats, Stop};
pub use observer::{Ending, Observer, Settings, Step};

/// Follows a field from a time and a state, and tells the observer of each step.
///
/// ```
/// use std::ops::ControlFlow;
/// use alembert_flow::{Dop853, Free, Rates, Settings, Step, Stop, follow};
///
/// let spring = Rates::new(2, |_t, x: &[f64], dx: &mut [f64]| {
///     dx.copy_from_slice(&[x[1], -x[0]]);
/// });
/// let mut highest = 0.0f64;
/// let mut observer = |step: &Step<'_>| {
///     highest = highest.max(step.x[0]);
///     ControlFlow::Continue(())
/// };
/// let mut method = Dop853::new(&spring, 1e-10);
/// let start = (0.0, [0.0, 1.0].as_slice());
/// let ending = follow(&mut method, &Free::new(2), start, &Settings::to(10.0), &mut observer);
/// assert_eq!(ending.stop, Stop::End);
/// assert!((ending.x[0] - 10f64.sin()).abs() < 1e-8 && highest <= 1.0);
/// ```
///
/// The start is projected first; a caller that wants to know whether it moved asks the manifold.
pub fn follow<R: Number>(
    method: &mut dyn Method<R>,
    manifold: &dyn Manifold<R>,
    start: (R, &[R]),
    settings: &Settings<R>,
    observer: &mut dyn Observer<R>,
) -> Ending<R> {
    if let Err(error) = fits(method, manifold, start.1, settings) {
        let (t, stats) = (nearest(start.0), Stats::new(nearest(start.0)));
        let (x, stop, absences) = (start.1.to_vec(), Stop::Field { t, error }, Vec::new());
        return Ending { t: start.0, x, stop, stats, absences };
    }
    let mut run = Run::new(method, manifold, start, settings);
    let stop = match run.begin() {
        Ok(singular) => {
            let stop = run.walk(observer);
            singular.filter(|_| run.stats.steps == 0 && stop != Stop::End).unwrap_or(stop)
        }
        Err(stop) => stop,
    };
    run.finish(stop, observer)
}

/// Whether the parts of a run have the same dimension, its events exist and its end is a time.
fn fits<R: Number>(
    method: &dyn Method<R>,
    manifold: &dyn Manifold<R>,
    x: &[R],
    settings: &Settings<R>,
) -> Result<(), FieldError> {
    let (state, field) = (x.len(), method.dim());
    let sizes = [field, manifold.scales().len(), manifold.angles().len()];
    if let Some(&odd) = sizes.iter().find(|&&size| size != state) {
        let manifold = if odd == field { manifold.scales().len() } else { odd };
        return Err(FieldError::Dimensions { state, field, manifold });
    }
    if nearest(settings.end).is_nan() {
        return Err(FieldError::NoTime);
    }
    let watches = method.watches();
    let strange = settings.events.iter().position(|event| event.watch >= watches);
    strange.map_or(Ok(()), |event| {
        Err(FieldError::NotWatched { event, watch: settings.events[event].watch, watches })
    })
}

struct Run<'a, R: Number> {
    method: &'a mut dyn Method<R>,
    manifold: &'a dyn Manifold<R>,
    settings: &'a Settings<R>,
    state: State<R>,
    before: State<R>,
    piece: Piece<R>,
    watcher: Watcher<R>,
    shown: Vec<R>,
    projection: Projection,
    /// Was the last step a part of a passage through dependent constraints?
    passing: bool,
    stats: Stats,
    pace: Pace,
    /// Is it given up when its end is too far? No event ends it then.
    gives_up: bool,
}

impl<'a, R: Number> Run<'a, R> {
    fn new(
        method: &'a mut dyn Method<R>,
        manifold: &'a dyn Manifold<R>,
        (t, x): (R, &[R]),
        settings: &'a Settings<R>,
    ) -> Self {
        let state = State::new(t, x, manifold);
        let piece = Piece::new(method.dim(), method.degree());
        let rejected = method.effort().rejected;
        Run {
            method,
            manifold,
            settings,
            before: state.clone(),
            state,
            piece,
            watcher: Watcher::new(&settings.events),
            shown: x.to_vec(),
            projection: Projection::NONE,
            passing: false,
            stats: Stats::new(nearest(t)),
            pace: Pace::new(nearest(t), nearest(settings.end), rejected),
            gives_up: settings.gives_up && !settings.events.iter().any(|e| e.terminal),
        }
    }

    /// The start lies on the constraints and is finite. They may be dependent there, which is returned: it ends the
    /// run when no first step leaves the place.
    fn begin(&mut self) -> Result<Option<Stop>, Stop> {
        finite(&self.state.x).map_err(|error| self.failed(error))?;
        let own = nearest(self.state.remaining(self.settings.end)).abs();
        self.method.begin(self.settings.span.unwrap_or(own));
        let singular = match self.project() {
            Ok(()) => None,
            Err(stop @ Stop::RankLoss { .. }) => Some(stop),
            Err(stop) => return Err(stop),
        };
        self.manifold.raise(&mut self.state.scales);
        Ok(singular)
    }

    fn walk(&mut self, observer: &mut dyn Observer<R>) -> Stop {
        loop {
            let remaining = self.state.remaining(self.settings.end);
            if remaining == R::from(0.0) {
                return Stop::End;
            }
            if self.stats.steps >= self.settings.most_steps {
                return Stop::TooManySteps { t: nearest(self.state.t), steps: self.stats.steps };
            }
            let stepped = self.step(remaining).and_then(|()| self.leap(remaining));
            if let Err(stop) = stepped.and_then(|()| self.look(observer)) {
                return stop;
            }
            if self.report(observer).is_break() {
                return Stop::Interrupted { t: nearest(self.state.t) };
            }
            let Stats { steps, longest, .. } = self.stats;
            let done = Done { steps, longest, rejected: self.method.effort().rejected };
            if self.pace.is_stuck(nearest(self.state.t), done) {
                let h = nearest(self.piece.h).abs();
                return Stop::StepToZero { t: nearest(self.state.t), h };
            }
            if let Some(stop) = self.too_far() {
                return stop;
            }
        }
    }

    /// That the end is too far away, where nothing else ends the run.
    fn too_far(&mut self) -> Option<Stop> {
        if !self.gives_up {
            return None;
        }
        let t = nearest(self.state.t);
        let steps = self.pace.is_too_far(t, self.stats.steps)?;
        let h = nearest(self.piece.h).abs();
        Some(Stop::TooFar { t, steps, h, fastest: self.fastest(h) })
    }

    /// What is fastest at the state, by differences of the rates.
    fn fastest(&self, h: f64) -> Option<Fastest> {
        let n = self.state.x.len();
        let mut x = self.state.x.clone();
        let (mut f, mut beside) = (x.clone(), x.clone());
        self.method.rate(self.state.t, &x, &mut f)?;
        let mut J = vec![0.0; n * n];
        for j in 0..n {
            let size = nearest(x[j]).abs().max(self.state.scales[j]);
            let width = round_off::<R>().sqrt() * size.max(nearest(f[j]).abs() * h);
            let kept = std::mem::replace(&mut x[j], self.state.x[j] + R::from(width));
            self.method.rate(self.state.t, &x, &mut beside)?;
            x[j] = kept;
            for i in (0..n).filter(|_| width > 0.0) {
                J[i * n + j] = nearest(beside[i] - f[i]) / width;
            }
        }
        let rate = spectral_radius(&J, n);
        (rate > 0.0).then(|| Fastest { rate, swings: swings(&J, n) })
    }

    fn report(&mut self, observer: &mut dyn Observer<R>) -> ControlFlow<()> {
        self.state.unwrapped(&mut self.shown);
        observer.step(&Step {
            number: self.stats.steps,
            piece: &self.piece,
            turns: &self.before.turns,
            t: self.state.t,
            x: &self.shown,
            projection: self.projection,
        })
    }

    fn failed(&self, error: FieldError) -> Stop {
        Stop::Field { t: nearest(self.before.t), error }
    }

    /// Reports zeros that the end left open, and says where and why the run ended.
    fn finish(mut self, stop: Stop, observer: &mut dyn Observer<R>) -> Ending<R> {
        self.watcher.close();
        for i in 0..self.watcher.found.len() {
            let Some(crossing) = self.watcher.confirmed(i, self.method, &self.piece) else {
                continue;
            };
            self.piece.at(crossing.t - self.piece.t, &mut self.shown);
            unwrap(&self.before.turns, &mut self.shown);
            observer.crossing(&crossing, &self.shown);
        }
        self.state.unwrapped(&mut self.shown);
        let effort = self.method.effort();
        self.stats.evaluations = effort.evaluations;
        self.stats.rejected = effort.rejected;
        let absences = self.watcher.absences(self.state.t);
        Ending { t: self.state.t, x: self.shown, stop, stats: self.stats, absences }
    }
}
