//! The way: follow the field, keep samples, watch energy and residuals.

use std::ops::{ControlFlow, Range};

use alembert_algebra::contains;
use alembert_flow::{
    Absence, Crossing, Direction, Ending, FieldError, Manifold, Meeting, Observer, Settings, Step,
    Stiff, Stiffness, Stop, follow,
};
use alembert_kernel::{Kernel, KernelError, Program, Workspace};

use super::absence;
use super::chart::{InSpeeds, Unfolding, Way};
use super::course::{Course, Lowered};
use super::edge::{self, Edge};
use super::energies::Energies;
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
    /// The run in speeds with which the constraints hold by themselves, where it is one.
    pub(super) reduced: Option<&'a InSpeeds>,
    /// From when to when.
    pub(super) span: (f64, f64),
    /// The distance of samples.
    pub(super) every: f64,
    pub(super) choice: Choice,
    /// What is watched.
    pub(super) events: &'a [Event],
    /// Does the run go on where the constraints become dependent?
    pub(super) through_singular: bool,
}

/// A place at which the run went through dependent constraints.
#[derive(Debug, Clone)]
pub(super) struct Passage {
    pub(super) t: f64,
    /// The weights of the constraints in the combination that is nearest to 0.
    pub(super) weakest: Option<Vec<f64>>,
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
    /// The operation at the edge of its domain where steps became too short.
    pub(super) edge: Option<Edge>,
    pub(super) steps: u64,
    /// The largest scaled residual, in the middle and at the end of steps; of runs in speeds, at samples.
    pub(super) residual: f64,
    /// The largest |E − E(0) − W|.
    pub(super) drift: f64,
    /// The largest |T| + |V|.
    pub(super) energy: f64,
    /// The smallest ratio of singular values of the constraints, and when.
    pub(super) rank: (f64, f64),
    /// The smallest pivot of the inertia over its diagonal entry, and when.
    pub(super) inertia: (f64, f64),
    /// The weights of the constraints in the combination that is nearest to 0 at the end.
    pub(super) weakest: Option<Vec<f64>>,
    /// The rank of the constraints before the end and there, when it fell.
    pub(super) ranks: Option<(usize, usize)>,
    /// Were the multipliers unique at every sample?
    pub(super) unique: bool,
    /// The zeros of watched quantities: which, when, how, and the state.
    pub(super) crossings: Vec<(usize, f64, Meeting, Vec<f64>)>,
    /// When watched quantities had no value.
    pub(super) absences: Vec<Absence>,
    /// Where the run went through dependent constraints.
    pub(super) passages: Vec<Passage>,
    /// What made `radau` take over, and when.
    pub(super) change: Option<Stiff>,
}

/// Near a singularity of angles steps are shorter than this part of the longest one: there the inertia is
/// looked at after each, and where samples are taken; with steps of fixed length everywhere.
const SHORT: f64 = 0.25;

/// Places of what is seen, and how they are computed.
type Group<T> = (Range<usize>, Option<Kernel<T>>);

struct Recorder<'a, T> {
    plan: &'a Plan<'a>,
    surface: &'a Surface<T>,
    unfolding: Unfolding<T>,
    leg: &'a Leg<'a, T>,
    core: Kernel<T>,
    /// The energies alone; none when they come with the core only.
    energies: Option<Energies<T>>,
    /// Everything that is seen; none when a part has no values anywhere.
    whole: Option<Kernel<T>>,
    /// The groups of what is seen, from the first time on that something has no value; what has no
    /// values anywhere has no kernel.
    seen: Vec<Group<T>>,
    space: Workspace<T>,
    at: Vec<T>,
    out: Vec<T>,
    /// Room for a state of the run.
    run: Vec<T>,
    journey: &'a mut Journey<T>,
    first_energy: Option<T>,
    next: u64,
    /// The longest step so far.
    longest: f64,
    watch: Option<Watch<'a, T>>,
    /// Why another method has to go on.
    stiff: Option<Stiff>,
    progress: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    error: Option<KernelError>,
}

/// Who watches for stiffness, and what it looks at.
struct Watch<'a, T> {
    stiffness: &'a mut Stiffness,
    field: &'a Field<T>,
    manifold: &'a Surface<T>,
}

/// Follows the field from a start, piece by piece where tables bend, and by another method from where it becomes
/// stiff on.
pub(super) fn travel<T: Methodical>(
    plan: &Plan<'_>,
    fixed: &dyn Fn(f64) -> Vec<T>,
    start: &[T],
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Journey<T>, WalkError> {
    let (from, to) = plan.span;
    let mut ends = plan.course.signals.bends(from, to);
    ends.push(to);
    let mut journey = Journey::at(from);
    let (mut t, mut x) = (T::from(from), start.to_vec());
    let mut first_energy = None;
    let mut choice = plan.choice.clone();
    let mut stiffness = choice.may_change().then(|| Stiffness::new(plan.lowered.moving - 1, to));
    let mut ends = ends.into_iter().peekable();
    while let Some(&end) = ends.peek() {
        let middle = (t.to_f64() + end) / 2.0;
        let leg = Leg { plan, choice: &choice, fixed: fixed(middle), first_energy };
        let (ending, energy) =
            leg.follow(((t, &x), end), &mut journey, stiffness.as_mut(), progress)?;
        first_energy = energy;
        (t, x) = (ending.t, ending.x);
        absence::join(&mut journey.absences, &ending.absences);
        journey.steps += ending.stats.steps;
        if ending.stats.rank.0 < journey.rank.0 {
            journey.rank = ending.stats.rank;
        }
        journey.stop = ending.stop;
        if journey.change.is_some() && stiffness.take().is_some() {
            choice = choice.changed();
            continue;
        }
        if journey.stop != Stop::End {
            break;
        }
        ends.next();
    }
    Ok(journey)
}

impl<T> Journey<T> {
    /// Before the first step.
    fn at(t: f64) -> Self {
        Self {
            samples: Vec::new(),
            stop: Stop::End,
            failure: None,
            edge: None,
            steps: 0,
            residual: 0.0,
            drift: 0.0,
            energy: 0.0,
            rank: (1.0, t),
            inertia: (1.0, t),
            weakest: None,
            ranks: None,
            unique: true,
            crossings: Vec::new(),
            absences: Vec::new(),
            passages: Vec::new(),
            change: None,
        }
    }
}

/// One piece of a run, on which every table is straight, by one method.
struct Leg<'a, T> {
    plan: &'a Plan<'a>,
    choice: &'a Choice,
    fixed: Vec<T>,
    first_energy: Option<T>,
}

impl<T: Numeral> Leg<'_, T> {
    /// The kernel of some of what is seen.
    fn kernel(&self, parts: Range<usize>) -> Result<Kernel<T>, KernelError> {
        let Lowered { tape, moving, .. } = self.plan.lowered;
        let first = moving - 1 + self.plan.looks.core.len();
        let places: Vec<usize> = parts.map(|i| first + i).collect();
        Program::new(tape, *moving, &places).bind(&self.fixed)
    }

    /// Kernels for the groups of what is seen.
    fn groups(&self) -> Vec<Group<T>> {
        let groups = self.plan.looks.groups().into_iter();
        groups.map(|parts| (parts.clone(), self.kernel(parts).ok())).collect()
    }
}

impl<T: Methodical> Leg<'_, T> {
    fn follow(
        &self,
        (start, end): ((T, &[T]), f64),
        journey: &mut Journey<T>,
        stiffness: Option<&mut Stiffness>,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<(Ending<T>, Option<T>), WalkError> {
        let plan = self.plan;
        let surface = Surface::new(plan.course, &self.fixed, plan.choice.energy)?;
        let x = onto(&surface, start);
        let way = Way::new(plan, &self.fixed, (start.0, &x), plan.events.len())?;
        let Way { field, surface: manifold, unfolding, x } = way;
        let mut recorder = self.recorder((&surface, unfolding), journey, progress)?;
        let watched = |stiffness| Watch { stiffness, field: &field, manifold: &manifold };
        recorder.watch = stiffness.map(watched);
        recorder.begin((start.0, &x)).map_err(|error| refused(error, plan))?;
        let mut method = T::method(self.choice, &field, &manifold);
        let settings = self.settings(end);
        let mut ending = follow(&mut *method, &manifold, (start.0, &x), &settings, &mut recorder);
        let change = recorder.stiff.take();
        if ending.stop != Stop::End && change.is_none() {
            recorder.last(&ending);
        }
        let edge = match ending.stop {
            Stop::StepToZero { h, .. } => {
                let (h, end) = (h.copysign(end - start.0.to_f64()), (ending.t, &ending.x[..]));
                edge::reached((plan.lowered, &field, &self.fixed), (start.0, &x), end, h)
            }
            _ => None,
        };
        ending.x = recorder.whole_or_last(ending.t, &ending.x);
        let (energy, error) = (recorder.first_energy, recorder.error.take());
        journey.failure = failure(&ending.stop, &field, error);
        journey.change = journey.change.or(change);
        journey.edge = edge;
        if matches!(ending.stop, Stop::RankLoss { .. }) {
            journey.weakest = surface.weakest(ending.t, &ending.x);
            let ranks = manifold.ranks(ending.t, &ending.x);
            journey.ranks = ranks.filter(|(before, here)| here < before);
        }
        Ok((ending, energy))
    }

    fn recorder<'a>(
        &'a self,
        (surface, unfolding): (&'a Surface<T>, Unfolding<T>),
        journey: &'a mut Journey<T>,
        progress: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Recorder<'a, T>, WalkError> {
        let Lowered { tape, moving, .. } = self.plan.lowered;
        let (dim, core) = (moving - 1, self.plan.looks.core.len());
        let places: Vec<usize> = (dim..dim + core).collect();
        Ok(Recorder {
            plan: self.plan,
            surface,
            unfolding,
            leg: self,
            core: Program::new(tape, *moving, &places).bind(&self.fixed)?,
            energies: match self.plan.reduced {
                Some(reduced) => reduced.energies(&self.fixed),
                None => Energies::new(self.plan.course, &self.fixed),
            },
            whole: self.kernel(0..self.plan.looks.seen.len()).ok(),
            seen: Vec::new(),
            space: Workspace::default(),
            at: Vec::new(),
            out: Vec::new(),
            run: Vec::new(),
            next: journey.samples.len() as u64,
            journey,
            longest: 0.0,
            first_energy: self.first_energy,
            watch: None,
            stiff: None,
            progress,
            error: None,
        })
    }

    fn settings(&self, end: f64) -> Settings<T> {
        let event = |(watch, event): (usize, &Event)| alembert_flow::Event {
            watch,
            direction: Direction::Any,
            terminal: event.ends,
        };
        let events = self.plan.events.iter().enumerate().map(event).collect();
        let through_singular = self.plan.through_singular;
        Settings { events, through_singular, ..Settings::to(T::from(end)) }
    }
}

/// A state on the constraints, as far as it can be. Where a constraint jumps, with a table or its slope, this is
/// what an impulse of its reaction does: it is nearest in the kinetic metric.
fn onto<T: Numeral>(surface: &Surface<T>, (t, start): (T, &[T])) -> Vec<T> {
    let mut x = start.to_vec();
    if Manifold::project(surface, t, &mut x).is_err() {
        x.copy_from_slice(start);
    }
    x
}

/// Why there is no start; angles are singular where two of them turn about one axis.
fn refused(error: KernelError, plan: &Plan<'_>) -> WalkError {
    let angles = plan.course.angles.iter().filter(|angle| **angle).count();
    match error {
        KernelError::Solve(_) if angles >= 2 => WalkError::SingularAngles(error),
        _ => error.into(),
    }
}

/// Why there was no value: what the field said, or what was looked at.
fn failure<T: Numeral>(
    stop: &Stop,
    field: &Field<T>,
    looked_at: Option<KernelError>,
) -> Option<KernelError> {
    match stop {
        Stop::Field { error, .. } => match error {
            FieldError::OffManifold { .. } | FieldError::NoConvergence { .. } => None,
            _ => field.failure(),
        },
        _ => looked_at,
    }
}

impl<T: Numeral> Recorder<'_, T> {
    /// The first start is a sample.
    fn begin(&mut self, (t, x): (T, &[T])) -> Result<(), KernelError> {
        if self.next == 0 {
            self.sample(t, x, x)?;
            self.balance(t, x, true)?;
            self.next = 1;
        }
        Ok(())
    }

    /// The state of the motion at a state of the run; the last sample where it has no value.
    fn whole_or_last(&mut self, t: T, x: &[T]) -> Vec<T> {
        let mut whole = Vec::new();
        match (self.unfolding.whole(t, x, &mut whole), self.journey.samples.last()) {
            (Err(error), Some(last)) => {
                self.error = Some(error);
                last.x.clone()
            }
            _ => whole,
        }
    }

    fn evaluate(&mut self, t: T, x: &[T]) -> Result<Vec<T>, KernelError> {
        self.go_to(t, x);
        self.core.values(&mut self.space, &self.at, &mut self.out)?;
        Ok(self.out.clone())
    }

    fn go_to(&mut self, t: T, x: &[T]) {
        self.at.clear();
        self.at.push(t);
        self.at.extend_from_slice(x);
    }

    /// What is seen at a state. What has no value there is not a number: an observed quantity has a gap,
    /// which the report names, and [`claims`](super::claims) calls a statement undecided.
    fn see(&mut self, t: T, x: &[T]) -> Vec<T> {
        self.go_to(t, x);
        if let Some(whole) = &self.whole
            && whole.values(&mut self.space, &self.at, &mut self.out).is_ok()
        {
            return self.out.clone();
        }
        if self.seen.is_empty() {
            self.seen = self.leg.groups();
        }
        let mut seen = vec![T::from(f64::NAN); self.plan.looks.seen.len()];
        for (parts, kernel) in &self.seen {
            let Some(kernel) = kernel else { continue };
            if kernel.values(&mut self.space, &self.at, &mut self.out).is_ok() {
                seen[parts.clone()].copy_from_slice(&self.out);
            }
        }
        seen
    }

    /// Keeps a sample at a state of the run; `wrapped` is the same state with angles wrapped.
    fn sample(&mut self, t: T, x: &[T], wrapped: &[T]) -> Result<(), KernelError> {
        let core = self.evaluate(t, wrapped)?;
        self.journey.unique &= self.space.unique();
        let seen = self.see(t, x);
        let mut whole = Vec::new();
        self.unfolding.whole(t, x, &mut whole)?;
        if self.plan.reduced.is_some() {
            let residual = self.surface.residual(t, &whole)?;
            self.journey.residual = self.journey.residual.max(residual);
        }
        self.journey.samples.push(Sample { t, x: whole, core, seen });
        Ok(())
    }

    /// Compares the energy at a state of the run with what its sources gave, and may look at the inertia.
    fn balance(&mut self, t: T, run: &[T], weighs: bool) -> Result<(), KernelError> {
        self.go_to(t, run);
        let alone = self.energies.as_mut().and_then(|energies| {
            let inertia = if weighs { energies.pivot(&self.at)? } else { 1.0 };
            Some((energies.at(&self.at)?, inertia))
        });
        let ([energy, kinetic, potential], inertia) = match alone {
            Some(found) => found,
            None => {
                let core = self.evaluate(t, run)?;
                let place = self.plan.looks.energy(self.plan.course);
                ([core[place], core[place + 1], core[place + 2]], self.space.inertia())
            }
        };
        if inertia < self.journey.inertia.0 {
            self.journey.inertia = (inertia, t.to_f64());
        }
        let has_work = self.plan.course.power.is_some();
        let work = if has_work { run[run.len() - 1] } else { T::from(0.0) };
        let balance = energy - work;
        let first = *self.first_energy.get_or_insert(balance);
        let size = kinetic.to_f64().abs() + potential.to_f64().abs();
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
        let mut run = std::mem::take(&mut self.run);
        run.resize(step.x.len(), T::from(0.0));
        let recorded = self.record_in(&mut run, step);
        self.run = run;
        recorded
    }

    /// The same with room for a state.
    fn record_in(&mut self, run: &mut [T], step: &Step<'_, T>) -> Result<(), KernelError> {
        let piece = step.piece;
        if self.plan.reduced.is_none() && self.surface.has_levels() {
            let half = piece.h / T::from(2.0);
            piece.at(half, run);
            let middle = self.surface.residual(piece.t + half, run)?;
            self.journey.residual = self.journey.residual.max(middle).max(step.projection.residual);
        }
        if step.projection.moved > 0.0 {
            piece.at(piece.h, run);
        } else {
            let ends = piece.c.iter().zip(&piece.increment);
            run.iter_mut().zip(ends).for_each(|(x, (&c, &rise))| *x = c + rise);
        }
        let h = piece.h.to_f64().abs();
        self.longest = self.longest.max(h);
        let forward = self.plan.span.1 >= self.plan.span.0;
        let is_passed = |t: f64| if forward { t <= step.t.to_f64() } else { t >= step.t.to_f64() };
        let is_fixed = self.plan.choice.step.is_some();
        let weighs = is_fixed || h < SHORT * self.longest || is_passed(self.time(self.next));
        // where the end of a step has no energy, what lies before it is kept all the same
        let balanced = self.balance(step.t, run, weighs);
        loop {
            let t = T::from(self.time(self.next));
            let inside = if forward { t <= step.t } else { t >= step.t };
            let done = self.time(self.next) == self.time(self.next - 1);
            if !inside || done {
                return balanced;
            }
            if t == step.t {
                run.copy_from_slice(step.x);
            } else {
                step.at(t, run);
            }
            let mut wrapped = vec![T::from(0.0); run.len()];
            piece.at(t - piece.t, &mut wrapped);
            self.sample(t, run, &wrapped)?;
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
        if matches!(ending.stop, Stop::RankLoss { .. }) {
            self.leave_out_multipliers(ending.t);
        }
    }

    /// Where the constraints are dependent, multipliers and what is observed of them are digits of rounding: a sample
    /// there has none.
    fn leave_out_multipliers(&mut self, t: T) {
        let Plan { course, looks, .. } = *self.plan;
        let multipliers = &course.motion.multipliers;
        let Some(last) = self.journey.samples.last_mut().filter(|last| last.t == t) else { return };
        let none = T::from(f64::NAN);
        last.core[course.n..course.n + multipliers.len()].fill(none);
        for (seen, &e) in last.seen.iter_mut().zip(&looks.seen[..looks.observed]) {
            if multipliers.iter().any(|&lambda| contains(e, lambda)) {
                *seen = none;
            }
        }
    }
}

impl<T: Methodical> Observer<T> for Recorder<'_, T> {
    fn step(&mut self, step: &Step<'_, T>) -> ControlFlow<()> {
        if let Err(error) = self.record(step) {
            self.error = Some(error);
            return ControlFlow::Break(());
        }
        let (from, to) = self.plan.span;
        let share = (step.t.to_f64() - from) / (to - from);
        (self.progress)(Progress { share, t: step.t.to_f64(), steps: step.number })?;
        if let Some(Watch { stiffness, field, manifold }) = &mut self.watch {
            self.stiff = T::stiffness(stiffness, self.leg.choice, (*field, *manifold), step);
        }
        if self.stiff.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn crossing(&mut self, crossing: &Crossing<T>, x: &[T]) {
        let x = self.whole_or_last(crossing.t, x);
        let x = x.iter().map(|x| x.to_f64()).collect();
        let found = (crossing.event, crossing.t.to_f64(), crossing.meeting, x);
        self.journey.crossings.push(found);
    }

    fn passage(&mut self, t: T, x: &[T]) {
        let weakest = self.surface.weakest(t, x);
        self.journey.passages.push(Passage { t: t.to_f64(), weakest });
    }
}
