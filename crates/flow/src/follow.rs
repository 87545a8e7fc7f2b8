//! The walk along a field: step, compensate, project, wrap, look for events, report.
//!
//! One loop for all methods. What it promises: every state that an observer sees is finite and lies
//! on the constraints, time never stands still, and the loop ends with a [`Stop`] that says why.
//! Nothing is allocated after the first step.

use std::ops::ControlFlow;

use crate::events::{Absence, Crossing, Event, Watcher};
use crate::field::{FieldError, finite};
use crate::leap;
use crate::manifold::{Manifold, Projection};
use crate::method::{Method, NoStep, Point, shortest};
use crate::number::{Number, nearest, round_off};
use crate::pace::{Done, Pace};
use crate::piece::Piece;
use crate::rank;
use crate::spectral::{spectral_radius, swings};
use crate::state::{State, unwrap};
use crate::stop::{Fastest, SINGULAR, Stats, Stop};

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

    /// One step, or the reason why there is none. Where constraints jump it is halved until it ends there.
    fn step(&mut self, remaining: R) -> Result<(), Stop> {
        let mut limit = shorten(remaining, self.settings.longest);
        loop {
            let stats = self.stats;
            self.attempt(remaining, limit)?;
            let is_short = nearest(self.piece.h).abs() <= MOMENT * shortest(self.state.t);
            let jumps = self.manifold.may_jump() && self.projection.is_jump();
            if !jumps || is_short {
                return Ok(());
            }
            (self.stats, limit) = (stats, R::from(0.5) * self.piece.h);
            self.state.copy_from(&self.before);
        }
    }

    /// One step no longer than a limit, or the reason why there is none; then the state is the one before.
    fn attempt(&mut self, remaining: R, limit: R) -> Result<(), Stop> {
        self.before.copy_from(&self.state);
        let State { t, x, scales, .. } = &self.state;
        let from = Point { t: *t, x, scales, rest: self.state.rest() };
        match self.method.step(from, limit, &mut self.piece) {
            Ok(()) => {}
            Err(NoStep::Field(error)) => return Err(self.failed(error)),
            Err(NoStep::TooShort { h }) => {
                return Err(Stop::StepToZero { t: nearest(self.state.t), h });
            }
        }
        self.state.advance(&self.piece);
        if self.piece.h == remaining {
            self.state.arrive(self.settings.end);
        }
        let arrived = finite(&self.state.x).map_err(|error| self.failed(error));
        let settled = arrived.and_then(|()| self.settle());
        settled.map_err(|stop| {
            self.state.copy_from(&self.before);
            self.blamed(stop)
        })
    }

    /// Where no state on the constraints is found although they are nearly dependent, this is why.
    fn blamed(&self, stop: Stop) -> Stop {
        let Stop::Field { t, error: FieldError::OffManifold { .. } } = stop else { return stop };
        if self.settings.through_singular || !self.manifold.may_lose_rank() {
            return stop;
        }
        match self.manifold.rank(self.before.t, &self.before.x) {
            Ok(ratio) if ratio < BLAMED => Stop::RankLoss { t, ratio },
            _ => stop,
        }
    }

    /// Replaces a step towards dependent constraints by one across them, if the run is to go through and
    /// the motion is found on the other side.
    fn leap(&mut self, remaining: R) -> Result<(), Stop> {
        if !self.settings.through_singular || !self.manifold.may_lose_rank() {
            return Ok(());
        }
        let rank = |at: &State<R>| self.manifold.rank(at.t, &at.x);
        let ratios = rank(&self.before).and_then(|before| Ok([before, rank(&self.state)?]));
        let ratios = ratios.map_err(|error| self.failed(error))?;
        let reach = leap::reach(nearest(self.piece.h), ratios);
        let Some(tau) = reach.filter(|tau| tau.abs() <= self.settings.longest) else {
            return Ok(());
        };
        let ends = tau.abs() >= nearest(remaining).abs();
        let tau = if ends { remaining } else { R::from(tau) };
        let known = (&self.state.scales[..], ratios[1]);
        let leap = leap::across(&self.piece, tau, known)
            .filter(|leap| leap::follows(self.method, leap, known.0));
        let Some(leap) = leap else { return Ok(()) };
        let piece = std::mem::replace(&mut self.piece, leap);
        let (state, stats, projection) = (self.state.clone(), self.stats, self.projection);
        self.state.copy_from(&self.before);
        self.state.advance(&self.piece);
        if ends {
            self.state.arrive(self.settings.end);
        }
        self.stats.steps -= 1;
        let arrived = self.settle().is_ok() && self.projection.moved < leap::MOVED;
        let behind = self.manifold.rank(self.state.t, &self.state.x).unwrap_or(0.0);
        if !arrived || (behind <= ratios[1] && !ends) {
            (self.state, self.piece, self.stats) = (state, piece, stats);
            self.projection = projection;
        }
        Ok(())
    }

    /// Looks inside of the step: loss of rank, then events. A stop there shortens the step and
    /// reports it.
    fn look(&mut self, observer: &mut dyn Observer<R>) -> Result<(), Stop> {
        if !self.manifold.may_lose_rank() {
            return self.watch(observer);
        }
        let ends = [(self.before.t, &self.before.x[..]), (self.state.t, &self.state.x)];
        let lowest =
            rank::lowest(self.manifold, (&self.piece, self.stats.steps), ends, &mut self.shown);
        let (ratio, tau) = lowest.map_err(|error| self.failed(error))?;
        let t = self.before.t + tau;
        if ratio < self.stats.rank.0 {
            self.stats.rank = (ratio, nearest(t));
        }
        self.watch(observer)?;
        let is_met = ratio < SINGULAR && !self.leaves_start(tau);
        if is_met && !self.settings.through_singular {
            self.cut(tau, observer);
            return Err(Stop::RankLoss { t: nearest(t), ratio });
        }
        let was_passing = std::mem::replace(&mut self.passing, is_met);
        if self.passing && !was_passing {
            self.piece.at(tau, &mut self.shown);
            unwrap(&self.before.turns, &mut self.shown);
            observer.passage(t, &self.shown);
        }
        Ok(())
    }

    /// Is a place the start itself, which the first step leaves?
    fn leaves_start(&self, tau: R) -> bool {
        let left = nearest(tau).abs() <= AT_START * nearest(self.piece.h).abs();
        self.stats.steps == 1 && left
    }

    /// Reports the events of a step; a terminal one ends the run.
    fn watch(&mut self, observer: &mut dyn Observer<R>) -> Result<(), Stop> {
        if self.watcher.is_idle() {
            return Ok(());
        }
        let before = &self.before;
        let (rest, scales) = (before.rest(), &self.state.scales[..]);
        let at = Point { t: before.t, x: &before.x, scales, rest };
        self.watcher.sense.update(self.method, at, self.stats.steps);
        self.method.graphs(&self.piece, &mut self.watcher.graphs);
        self.watcher.look(self.piece.t);
        for i in 0..self.watcher.found.len() {
            let Some(crossing) = self.watcher.confirmed(i, self.method, &self.piece) else {
                continue;
            };
            let tau = crossing.t - self.piece.t;
            self.piece.at(tau, &mut self.shown);
            unwrap(&self.before.turns, &mut self.shown);
            observer.crossing(&crossing, &self.shown);
            if self.watcher.is_terminal(crossing.event) {
                self.cut(tau, observer);
                return Err(Stop::Event { index: crossing.event, t: nearest(crossing.t) });
            }
        }
        Ok(())
    }

    /// Ends the step, and the run, `tau` after its beginning. Where the constraints are dependent the
    /// state may not be projected; the polynomial holds there.
    fn cut(&mut self, tau: R, observer: &mut dyn Observer<R>) {
        self.watcher.rest();
        self.state.copy_from(&self.before);
        if (tau > R::from(0.0)) != (self.piece.h > R::from(0.0)) || tau == R::from(0.0) {
            self.stats.steps -= 1;
            return;
        }
        self.piece.h = tau;
        self.piece.close();
        self.state.advance(&self.piece);
        let x = self.state.x.clone();
        match self.project() {
            Ok(()) => self.lead(),
            Err(_) => self.state.x.copy_from_slice(&x),
        }
        self.state.wrap();
        let _ = self.report(observer);
    }

    /// Projects the end of a step, leads its polynomial there and wraps the angles.
    fn settle(&mut self) -> Result<(), Stop> {
        match self.method.projection() {
            Some(projection) => self.note(projection)?,
            None => {
                self.project()?;
                if self.projection.moved > 0.0 {
                    self.lead();
                }
            }
        }
        self.state.wrap();
        self.manifold.raise(&mut self.state.scales);
        self.stats.steps += 1;
        let h = nearest(self.piece.h).abs();
        self.stats.shortest = self.stats.shortest.min(h);
        self.stats.longest = self.stats.longest.max(h);
        Ok(())
    }

    fn project(&mut self) -> Result<(), Stop> {
        let projection = self.manifold.project(self.state.t, &mut self.state.x);
        let projection = projection.map_err(|error| self.failed(error))?;
        finite(&self.state.x).map_err(|error| self.failed(error))?;
        self.note(projection)
    }

    /// Counts a projection; dependent constraints end the run, unless it is to go through them.
    fn note(&mut self, projection: Projection) -> Result<(), Stop> {
        let (stats, t) = (&mut self.stats, nearest(self.state.t));
        stats.projections += 1;
        stats.moved = stats.moved.max(projection.moved);
        stats.residual = stats.residual.max(projection.residual);
        if projection.rank < stats.rank.0 {
            stats.rank = (projection.rank, t);
        }
        if projection.rank < SINGULAR && !self.settings.through_singular {
            return Err(Stop::RankLoss { t, ratio: projection.rank });
        }
        self.projection = projection;
        Ok(())
    }

    /// Dense output ends where the next step begins.
    fn lead(&mut self) {
        if self.piece.order < 3 {
            return;
        }
        for i in 0..self.piece.dim {
            let delta = self.state.x[i] - (self.piece.c[i] + self.piece.increment[i]);
            let visible = CONTINUOUS * self.state.scales[i].max(nearest(self.state.x[i]).abs());
            if nearest(delta).abs() > visible {
                self.piece.lead_to(i, delta);
            }
        }
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

/// The part of the first step in which a place cannot be told from the start.
const AT_START: f64 = 1e-6;

/// A jump is at the end of a step that is not much longer than the shortest.
const MOMENT: f64 = 4.0;

/// A ratio of singular values below this explains why constraints cannot be satisfied.
const BLAMED: f64 = 1e-3;

/// Jumps of dense output below this part of the scale are round-off and are left alone.
const CONTINUOUS: f64 = 1e-14;

fn shorten<R: Number>(remaining: R, longest: f64) -> R {
    let size = nearest(remaining);
    if size.abs() > longest { R::from(longest.copysign(size)) } else { remaining }
}
