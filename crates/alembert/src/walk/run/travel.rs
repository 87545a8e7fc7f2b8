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
use super::record::{Leg, Recorder, Watch};
use super::surface::Surface;
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
        let left = plan.most_steps.saturating_sub(journey.steps);
        let mut recorder = Recorder::new(self, (&surface, unfolding), journey, progress)?;
        let watched = |stiffness| Watch { stiffness, field: &field, manifold: &manifold };
        recorder.watch = stiffness.map(watched);
        recorder.begin((start.0, &x)).map_err(|error| refused(error, plan))?;
        let mut method = T::method(self.choice, &field, &manifold);
        let settings = self.settings(end, left);
        let mut ending = follow(&mut *method, &manifold, (start.0, &x), &settings, &mut recorder);
        recorder.close();
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

    fn settings(&self, end: f64, most_steps: u64) -> Settings<T> {
        let event = |(watch, event): (usize, &Event)| alembert_flow::Event {
            watch,
            direction: Direction::Any,
            terminal: event.ends,
        };
        let events = self.plan.events.iter().enumerate().map(event).collect();
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
