//! The way: follow the field, piece by piece, by one method or two.

use std::ops::ControlFlow;

use alembert_flow::{Direction, Ending, FieldError, Manifold, Settings, Stiffness, Stop, follow};
use alembert_kernel::KernelError;

use super::absence;
use super::chart::Way;
use super::edge;
use super::events::Event;
use super::field::{Field, Numeral};
use super::journey::{Journey, Plan};
use super::method::Methodical;
use super::phases::guard::{Guard, Listener, Signs};
use super::phases::moment::Moment;
use super::phases::{Impasse, Mode};
use super::record::{Leg, Recorder, Watch};
use super::surface::Surface;
use super::trajectory::{Sample, Stored};
use super::{Progress, WalkError};

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
    let mut journey = Journey::at(from, plan.scratch);
    let (mut t, mut x) = (T::from(from), start.to_vec());
    let mut first_energy = None;
    let mut choice = plan.choice.clone();
    let mut stiffness = choice.may_change().then(|| Stiffness::new(plan.lowered.moving - 1, to));
    let mut ends = ends.into_iter().peekable();
    let mut met = None;
    let mut listener = Listener { progress, is_over: false, largest: Vec::new(), stray: None };
    while let Some(&end) = ends.peek() {
        let kept = Kept::of(&journey);
        let numbers = fixed((t.to_f64() + end) / 2.0);
        let Some(numbers) = begin_phase((plan, met), (t, &mut x), numbers, &mut journey)? else {
            break;
        };
        let mode = journey.modes.last().map_or(Mode::new(), |last| last.1.clone());
        let leg = Leg { plan, choice: &choice, fixed: numbers, first_energy, mode: &mode };
        let (ending, energy) =
            leg.follow(((t, &x), end), &mut journey, stiffness.as_mut(), &mut listener)?;
        if let (Some(k), Some(decider)) = (listener.stray, plan.decider) {
            let argument = decider.phases.arguments[k].text.clone();
            return kept.turned_back(journey, (t.to_f64(), Impasse::Strays(argument)));
        }
        first_energy = energy;
        (t, x) = (ending.t, ending.x);
        absence::join(&mut journey.absences, &ending.absences);
        journey.steps += ending.stats.steps;
        if ending.stats.rank.0 < journey.rank.0 {
            journey.rank = ending.stats.rank;
        }
        journey.stop = ending.stop;
        met = plan.met(&journey.stop, &mode);
        if met.is_some() && listener.is_over {
            journey.stop = Stop::Interrupted { t: t.to_f64() };
            break;
        }
        if journey.change.is_some() && stiffness.take().is_some() {
            choice = choice.changed();
            continue;
        }
        if met.is_some() {
            journey.stop = Stop::End;
            if t.to_f64() != end {
                continue;
            }
        }
        if journey.stop != Stop::End {
            break;
        }
        ends.next();
    }
    journey.samples.whole()?;
    Ok(journey)
}

/// What is kept of a run before a phase.
struct Kept<T> {
    samples: usize,
    last: Option<Sample<T>>,
    crossings: usize,
    passages: usize,
}

impl<T: Stored> Kept<T> {
    fn of(journey: &Journey<T>) -> Self {
        Self {
            samples: journey.samples.len(),
            last: journey.samples.last().cloned(),
            crossings: journey.crossings.len(),
            passages: journey.passages.len(),
        }
    }

    /// The run as it was before its last phase, where it ends because that one is no motion.
    fn turned_back(
        self,
        mut journey: Journey<T>,
        (t, impasse): (f64, Impasse),
    ) -> Result<Journey<T>, WalkError> {
        journey.modes.pop();
        if journey.modes.is_empty() {
            return Err(impasse.refused(t));
        }
        journey.samples.truncate(self.samples.saturating_sub(1));
        self.last.into_iter().for_each(|last| journey.samples.push(last));
        journey.crossings.truncate(self.crossings);
        journey.passages.truncate(self.passages);
        journey.stop = Stop::StepToZero { t, h: 0.0 };
        (journey.failure, journey.edge, journey.impasse) = (None, None, Some(impasse));
        Ok(journey)
    }
}

/// Decides the phases of the next piece, and writes their numbers; none where no phase follows.
fn begin_phase<T: Methodical>(
    (plan, met): (&Plan<'_>, Option<usize>),
    (t, x): (T, &mut Vec<T>),
    fixed: Vec<T>,
    journey: &mut Journey<T>,
) -> Result<Option<Vec<T>>, WalkError> {
    let Some(decider) = plan.decider else { return Ok(Some(fixed)) };
    let mut at = Moment { t, x: std::mem::take(x), fixed, span: plan.span.1 - plan.span.0 };
    let before = journey.modes.last().map(|last| (&last.1, met));
    let written = |k: usize| decider.phases.arguments[k].text.clone();
    let crowd = journey.crowds((t.to_f64(), plan.span.1));
    let mode = match (journey.chatters(), crowd) {
        (Some(k), _) => Err(Impasse::Chatters(written(k))),
        (None, Some((k, more))) => Err(Impasse::Crowds(written(k), more)),
        (None, None) => decider.decide(&at, before),
    };
    match mode {
        Ok(mode) => {
            // the end of a phase is no end of the run
            if std::mem::take(&mut journey.is_last_extra) {
                journey.samples.pop();
            }
            decider.settle(&mut at, &mode);
            decider.phases.write(&mode, &mut at.fixed);
            *x = at.x;
            let state = x.iter().map(|x| x.to_f64()).collect();
            let t = journey.rest(t.to_f64(), &mode).unwrap_or(t.to_f64());
            journey.modes.push((t, mode, state));
            Ok(Some(at.fixed))
        }
        Err(impasse) if journey.modes.is_empty() => Err(impasse.refused(t.to_f64())),
        Err(impasse) => {
            *x = at.x;
            journey.stop = Stop::StepToZero { t: t.to_f64(), h: 0.0 };
            journey.impasse = Some(impasse);
            Ok(None)
        }
    }
}

impl Plan<'_> {
    /// The argument at whose zero a phase ended, if that is why a piece did.
    fn met(&self, stop: &Stop, mode: &Mode) -> Option<usize> {
        let Stop::Event { index, .. } = stop else { return None };
        let place = index.checked_sub(self.events.len())?;
        let ends = self.decider?.phases.events(mode, self.events.len());
        ends.get(place).map(|(k, _)| *k)
    }
}

impl<T: Methodical> Leg<'_, T> {
    fn follow(
        &self,
        (start, end): ((T, &[T]), f64),
        journey: &mut Journey<T>,
        stiffness: Option<&mut Stiffness>,
        listener: &mut Listener<'_>,
    ) -> Result<(Ending<T>, Option<T>), WalkError> {
        let plan = self.plan;
        let surface = Surface::new(plan.course, &self.fixed, plan.choice.energy)?;
        let x = onto(&surface, start);
        let watched = plan.events.len() + plan.looks.phases.len();
        let way = Way::new(plan, &self.fixed, (start.0, &x), watched)?;
        let Way { field, surface: manifold, unfolding, x } = way;
        if plan.decider.is_some() {
            let fastest = self.fastest((start.0, &x));
            surface.resume(&journey.reach, fastest);
            manifold.resume(&journey.reach, fastest);
        }
        let steps = plan.most_steps.saturating_sub(journey.steps);
        let Listener { progress, is_over, largest, stray } = listener;
        let mut told = |now: Progress| {
            let answer = progress(now);
            *is_over |= answer.is_break();
            answer
        };
        let mut recorder = Recorder::new(self, (&surface, unfolding), journey, &mut told)?;
        let watched = |stiffness| Watch { stiffness, field: &field, manifold: &manifold };
        recorder.watch = stiffness.map(watched);
        recorder.begin((start.0, &x)).map_err(|error| refused(error, plan))?;
        let mut method = T::method(self.choice, &field, &manifold);
        let settings = self.settings(end, steps);
        let signs =
            plan.decider.and_then(|d| Signs::new(d, (self.mode, &self.fixed), start, largest));
        let mut guard = Guard { recorder: &mut recorder, signs, largest, stray };
        let mut ending = follow(&mut *method, &manifold, (start.0, &x), &settings, &mut guard);
        recorder.close();
        let left = recorder.left_at();
        if let Some(t) = left {
            ending.stop = Stop::Interrupted { t };
        }
        let change = recorder.stiff.take();
        let is_phase =
            matches!(ending.stop, Stop::Event { index, .. } if index >= plan.events.len());
        let ends = ending.stop != Stop::End && change.is_none();
        let is_extra = ends && left.is_none() && recorder.last(&ending);
        let edge = self.edge((&field, end), (start.0, &x), &ending);
        let reach = surface.reach();
        ending.x = recorder.whole_or_last(ending.t, &ending.x);
        let (energy, error) = (recorder.first_energy, recorder.error.take());
        journey.failure = failure(&ending.stop, &field, error);
        journey.change = journey.change.or(change);
        journey.edge = edge;
        journey.reach = reach;
        journey.is_last_extra = is_phase && is_extra;
        if matches!(ending.stop, Stop::RankLoss { .. }) {
            journey.weakest = surface.weakest(ending.t, &ending.x);
            let ranks = manifold.ranks(ending.t, &ending.x);
            journey.ranks = ranks.filter(|(before, here)| here < before);
        }
        Ok((ending, energy))
    }

    /// The operation at the edge of its domain where steps became too short.
    fn edge(
        &self,
        (field, end): (&Field<T>, f64),
        start: (T, &[T]),
        ending: &Ending<T>,
    ) -> Option<edge::Edge> {
        let Stop::StepToZero { h, .. } = ending.stop else { return None };
        let h = h.copysign(end - start.0.to_f64());
        let last = (ending.t, &ending.x[..]);
        edge::reached((self.plan.lowered, field, &self.fixed), start, last, h)
    }

    /// A speed that the energy allows: √(2E/m) with the largest mass.
    fn fastest(&self, (t, x): (T, &[T])) -> f64 {
        let masses = self.plan.course.masses(&self.fixed, t, x);
        let most = masses.iter().fold(0.0, |most: f64, m| most.max(*m));
        if most > 0.0 { (2.0 * self.plan.choice.energy / most).sqrt() } else { 0.0 }
    }

    fn settings(&self, end: f64, most_steps: u64) -> Settings<T> {
        let event = |(watch, event): (usize, &Event)| alembert_flow::Event {
            watch,
            direction: Direction::Any,
            terminal: event.ends,
        };
        let mut events: Vec<_> = self.plan.events.iter().enumerate().map(event).collect();
        if let Some(decider) = self.plan.decider {
            let ends = decider.phases.events(self.mode, self.plan.events.len());
            events.extend(ends.into_iter().map(|(_, event)| event));
        }
        let Plan { through_singular, span: (from, to), .. } = *self.plan;
        let span = Some((to - from).abs());
        let gives_up = self.plan.most_steps == u64::MAX;
        let own = Settings::to(T::from(end));
        Settings { events, through_singular, most_steps, gives_up, span, ..own }
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
