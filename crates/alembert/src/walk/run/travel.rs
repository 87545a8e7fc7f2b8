//! The way: follow the field, keep samples, watch energy and residuals.

use std::ops::ControlFlow;

use alembert_flow::{Crossing, Direction, Ending, Meeting, Observer, Settings, Step, Stop, follow};
use alembert_kernel::{Kernel, KernelError, Program, Workspace};

use super::course::{Course, Lowered};
use super::events::Event;
use super::field::{Field, Numeral};
use super::look::Looks;
use super::method::{Choice, Methodical};
use super::surface::Surface;
use super::{Progress, WalkError};

/// What a run is asked for, in numbers.
pub(super) struct Plan<'a> {
    pub(super) course: &'a Course,
    pub(super) looks: &'a Looks,
    pub(super) lowered: &'a Lowered,
    /// From when to when.
    pub(super) span: (f64, f64),
    /// The distance of samples.
    pub(super) every: f64,
    pub(super) choice: Choice,
    /// What is watched.
    pub(super) events: &'a [Event],
}

/// A sample of a motion.
#[derive(Debug, Clone)]
pub(super) struct Sample<T> {
    pub(super) t: T,
    /// The state, angles unwrapped.
    pub(super) x: Vec<T>,
    /// [`Looks::core`].
    pub(super) core: Vec<T>,
    /// [`Looks::seen`].
    pub(super) seen: Vec<T>,
}

/// A finished run.
pub(super) struct Journey<T> {
    pub(super) samples: Vec<Sample<T>>,
    pub(super) stop: Stop,
    /// Why the field had no value at the end, if that is what ended the run.
    pub(super) failure: Option<KernelError>,
    pub(super) steps: u64,
    /// The largest scaled residual, in the middle and at the end of steps.
    pub(super) residual: f64,
    /// The largest |E − E(0) − W|.
    pub(super) drift: f64,
    /// The largest |T| + |V|.
    pub(super) energy: f64,
    /// The smallest ratio of singular values of the constraints, and when.
    pub(super) rank: (f64, f64),
    /// The weights of the constraints in the combination that is nearest to 0 at the end.
    pub(super) weakest: Option<Vec<f64>>,
    /// Were the multipliers unique at every sample?
    pub(super) unique: bool,
    /// The zeros of watched quantities: which, when, how, and the state.
    pub(super) crossings: Vec<(usize, f64, Meeting, Vec<f64>)>,
}

struct Recorder<'a, T> {
    plan: &'a Plan<'a>,
    surface: &'a Surface<T>,
    core: Kernel<T>,
    seen: Kernel<T>,
    space: Workspace<T>,
    at: Vec<T>,
    out: Vec<T>,
    journey: &'a mut Journey<T>,
    first_energy: Option<T>,
    next: u64,
    progress: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    error: Option<KernelError>,
}

/// Follows the field from a start, piece by piece where tables bend.
pub(super) fn travel<T: Methodical>(
    plan: &Plan<'_>,
    fixed: &dyn Fn(f64) -> Vec<T>,
    start: &[T],
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Journey<T>, WalkError> {
    let (from, to) = plan.span;
    let mut ends = plan.course.signals.bends(from, to);
    ends.push(to);
    let mut journey = Journey {
        samples: Vec::new(),
        stop: Stop::End,
        failure: None,
        steps: 0,
        residual: 0.0,
        drift: 0.0,
        energy: 0.0,
        rank: (1.0, from),
        weakest: None,
        unique: true,
        crossings: Vec::new(),
    };
    let (mut t, mut x) = (T::from(from), start.to_vec());
    let mut first_energy = None;
    for end in ends {
        let middle = (t.to_f64() + end) / 2.0;
        let leg = Leg { plan, fixed: fixed(middle), first_energy };
        let (ending, energy) = leg.follow((t, &x), end, &mut journey, progress)?;
        first_energy = energy;
        (t, x) = (ending.t, ending.x);
        journey.steps += ending.stats.steps;
        if ending.stats.rank.0 < journey.rank.0 {
            journey.rank = ending.stats.rank;
        }
        journey.stop = ending.stop;
        if journey.stop != Stop::End {
            break;
        }
    }
    Ok(journey)
}

/// One piece of a run, on which every table is straight.
struct Leg<'a, T> {
    plan: &'a Plan<'a>,
    fixed: Vec<T>,
    first_energy: Option<T>,
}

impl<T: Methodical> Leg<'_, T> {
    fn follow(
        &self,
        start: (T, &[T]),
        end: f64,
        journey: &mut Journey<T>,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<(Ending<T>, Option<T>), WalkError> {
        let plan = self.plan;
        let Lowered { tape, moving } = plan.lowered;
        let dim = moving - 1;
        let (core, seen) = (plan.looks.core.len(), plan.looks.seen.len());
        let places = |from: usize, count: usize| (from..from + count).collect::<Vec<_>>();
        let watched = places(dim + core + seen, plan.events.len());
        let field = Field::new(plan.lowered, &watched, &self.fixed)?;
        let surface = Surface::new(plan.course, &self.fixed, plan.choice.energy)?;
        let next = journey.samples.len() as u64;
        let mut recorder = Recorder {
            plan,
            surface: &surface,
            core: Program::new(tape, *moving, &places(dim, core)).bind(&self.fixed)?,
            seen: Program::new(tape, *moving, &places(dim + core, seen)).bind(&self.fixed)?,
            space: Workspace::default(),
            at: Vec::new(),
            out: Vec::new(),
            journey,
            first_energy: self.first_energy,
            next,
            progress,
            error: None,
        };
        let mut x = start.1.to_vec();
        let projected = alembert_flow::Manifold::project(&surface, start.0, &mut x);
        if projected.is_ok() && next == 0 {
            recorder.sample(start.0, &x, &x).map_err(WalkError::Kernel)?;
            recorder.balance(start.0, &x)?;
            recorder.next = 1;
        }
        let mut method = T::method(&plan.choice, &field);
        let event = |(watch, event): (usize, &Event)| alembert_flow::Event {
            watch,
            direction: Direction::Any,
            terminal: event.ends,
        };
        let events = plan.events.iter().enumerate().map(event).collect();
        let settings = Settings { events, ..Settings::to(T::from(end)) };
        let ending = follow(&mut *method, &surface, (start.0, &x), &settings, &mut recorder);
        let (energy, error) = (recorder.first_energy, recorder.error.take());
        if ending.stop != Stop::End {
            recorder.last(&ending);
        }
        journey.failure = error.or_else(|| field.failure());
        if matches!(ending.stop, Stop::RankLoss { .. }) {
            journey.weakest = surface.weakest(ending.t, &ending.x);
        }
        Ok((ending, energy))
    }
}

impl<T: Numeral> Recorder<'_, T> {
    fn evaluate(&mut self, seen: bool, t: T, x: &[T]) -> Result<Vec<T>, KernelError> {
        self.at.clear();
        self.at.push(t);
        self.at.extend_from_slice(x);
        let kernel = if seen { &self.seen } else { &self.core };
        kernel.values(&mut self.space, &self.at, &mut self.out)?;
        Ok(self.out.clone())
    }

    /// Keeps a sample; `wrapped` is the same state with angles wrapped.
    fn sample(&mut self, t: T, x: &[T], wrapped: &[T]) -> Result<(), KernelError> {
        let core = self.evaluate(false, t, wrapped)?;
        self.journey.unique &= self.space.unique();
        let seen = self.evaluate(true, t, x)?;
        self.journey.samples.push(Sample { t, x: x.to_vec(), core, seen });
        Ok(())
    }

    /// Compares the energy with what its sources gave.
    fn balance(&mut self, t: T, wrapped: &[T]) -> Result<(), KernelError> {
        let course = self.plan.course;
        let place = self.plan.looks.energy(course);
        let core = self.evaluate(false, t, wrapped)?;
        let work = if course.power.is_some() { wrapped[wrapped.len() - 1] } else { T::from(0.0) };
        let balance = core[place] - work;
        let first = *self.first_energy.get_or_insert(balance);
        let size = core[place + 1].to_f64().abs() + core[place + 2].to_f64().abs();
        self.journey.energy = self.journey.energy.max(size);
        self.journey.drift = self.journey.drift.max((balance - first).to_f64().abs());
        Ok(())
    }

    /// The time of sample k.
    fn time(&self, k: u64) -> f64 {
        let (from, to) = self.plan.span;
        let t = from + k as f64 * self.plan.every.copysign(to - from);
        let past = if to >= from { t > to } else { t < to };
        if past || (to - t).abs() < 1e-9 * self.plan.every { to } else { t }
    }

    fn record(&mut self, step: &Step<'_, T>) -> Result<(), KernelError> {
        let dim = step.x.len();
        let (mut x, mut wrapped) = (vec![T::from(0.0); dim], vec![T::from(0.0); dim]);
        let piece = step.piece;
        let half = piece.h / T::from(2.0);
        piece.at(half, &mut wrapped);
        let middle = self.surface.residual(piece.t + half, &wrapped)?;
        piece.at(piece.h, &mut wrapped);
        self.balance(step.t, &wrapped)?;
        self.journey.residual = self.journey.residual.max(middle).max(step.projection.residual);
        let forward = self.plan.span.1 >= self.plan.span.0;
        loop {
            let t = T::from(self.time(self.next));
            let inside = if forward { t <= step.t } else { t >= step.t };
            let done = self.time(self.next) == self.time(self.next - 1);
            if !inside || done {
                return Ok(());
            }
            if t == step.t {
                x.copy_from_slice(step.x);
            } else {
                step.at(t, &mut x);
            }
            piece.at(t - piece.t, &mut wrapped);
            self.sample(t, &x, &wrapped)?;
            self.next += 1;
        }
    }

    /// The last state of a run that ended before its time, when it has values.
    fn last(&mut self, ending: &Ending<T>) {
        let new = self.journey.samples.last().is_none_or(|s| s.t != ending.t);
        if new {
            let kept = self.sample(ending.t, &ending.x, &ending.x);
            self.error = self.error.take().or(kept.err());
        }
    }
}

impl<T: Numeral> Observer<T> for Recorder<'_, T> {
    fn step(&mut self, step: &Step<'_, T>) -> ControlFlow<()> {
        if let Err(error) = self.record(step) {
            self.error = Some(error);
            return ControlFlow::Break(());
        }
        let (from, to) = self.plan.span;
        let share = (step.t.to_f64() - from) / (to - from);
        (self.progress)(Progress { share, t: step.t.to_f64(), steps: step.number })
    }

    fn crossing(&mut self, crossing: &Crossing<T>, x: &[T]) {
        let x = x.iter().map(|x| x.to_f64()).collect();
        let found = (crossing.event, crossing.t.to_f64(), crossing.meeting, x);
        self.journey.crossings.push(found);
    }
}
