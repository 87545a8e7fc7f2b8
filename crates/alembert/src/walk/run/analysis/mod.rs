//! Questions about the flow of a model: sections, exponents, sensitivities, motions between two points.
//!
//! ```text
//! Model ──Ready──▶ tape, numbers, span ──legs──▶ fields and surfaces ──▶ section, lyapunov, connect
//! ```
//!
//! A leg is a piece of the time on which every table of an input is straight. The work of the known
//! sources is no part of the state here: it would add an exponent that no motion has.

#![allow(non_snake_case, reason = "V, N, G are the symbols of the papers")]

mod connect;
mod differences;
pub(super) mod held;
mod legs;
mod lyapunov;
mod obstacle;
mod phased;
mod reset;
mod saltation;
mod section;
mod sensitive;
pub(super) mod sensitivity;
mod sizes;
mod slopes;
pub(super) mod switches;

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

use alembert_algebra::{Expr, symbols};
use alembert_flow::{
    Constraints, Done, FieldError, Flow, Manifold, Pace, Projection, Stop, Variations, VectorField,
};
use alembert_mechanics::{Motion, System};

pub use connect::{ConnectReport, ConnectRequest, Connection, connect};
pub use lyapunov::{LyapunovReport, LyapunovRequest, lyapunov};
pub use section::{SectionReport, SectionRequest, Side, section};

use super::course::{Course, Lowered};
use super::field::Field;
use super::initial::Start;
use super::method::Choice;
use super::settings::Settings;
use super::surface::Surface;
use super::{Fixed, Progress, Refusal, RunRequest, Unsuited, WalkError, begin};
use crate::language::Model;
use crate::walk::contradiction::refuse_contradictions_of_values;
use crate::walk::digits::motion_for_numbers;
use crate::walk::eval::suited;
use crate::walk::row;
use saltation::{Neighbours, Switching};

/// Who is told of progress, and may break off.
type Listener<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;

/// A model that is ready for questions about its flow.
struct Ready<'m> {
    model: &'m Model,
    course: Course,
    lowered: Lowered,
    numbers: Vec<f64>,
    starts: Vec<f64>,
    span: (f64, f64),
    every: f64,
    choice: Choice,
    /// Was the method asked for?
    asked: bool,
}

/// The field and the constraints until a time.
struct Leg {
    end: f64,
    /// The values of everything that is fixed.
    fixed: Vec<f64>,
    field: Field<f64>,
    surface: Surface<f64>,
}

impl<'m> Ready<'m> {
    /// Derives and lowers; `looked_at` are further outputs of the tape, and `accompanied` is the rate of
    /// one more entry of the state.
    fn new(
        model: &'m Model,
        request: RunRequest<'_>,
        looked_at: impl FnOnce(&mut Course) -> Vec<Expr>,
        accompanied: impl FnOnce(&System) -> Option<Expr>,
    ) -> Result<Self, Refusal> {
        let (system, motion) = derived(model, request)?;
        let accompanied = accompanied(&system);
        Self::of((model, &system, &motion), request, looked_at, accompanied)
    }

    /// The same for a motion that is derived.
    fn of(
        (model, system, motion): (&'m Model, &System, &Motion),
        request: RunRequest<'_>,
        looked_at: impl FnOnce(&mut Course) -> Vec<Expr>,
        accompanied: Option<Expr>,
    ) -> Result<Self, Refusal> {
        let mut course = Course::new(model, system, motion)?;
        course.power = accompanied.map(|e| course.specified(e));
        course.angles.truncate(course.motion.state.len());
        course.angles.extend(course.power.map(|_| false));
        let looked_at = looked_at(&mut course);
        course.shorten_rates(model);
        let lowered = course.tape(&looked_at)?;
        let Settings { span, every, tol, step, method } = Settings::new(model, request)?;
        let (choice, asked) = (Choice::new(method, (tol, step))?, method.is_some());
        if ["rattle", "dla"].contains(&choice.name) {
            let reason = Unsuited::RunOnly;
            return Err(WalkError::MethodRefuses { method: choice.name, reason }.into());
        }
        let numbers = super::numbers::parameters(model)?;
        let starts = vec![0.0; course.starts.len()];
        Ok(Self { model, course, lowered, numbers, starts, span, every, choice, asked })
    }

    /// The start that `initial` asks for.
    fn start(&mut self) -> Result<Start, Refusal> {
        let (start, starts) = begin(self.model, &self.course, self.span.0)?;
        self.starts = starts;
        Ok(start)
    }

    /// The values of everything that is fixed around a time.
    fn fixed(&self, t: f64) -> Vec<f64> {
        self.fixed_with(&self.numbers, t)
    }

    /// The same with other parameters.
    fn fixed_with(&self, numbers: &[f64], t: f64) -> Vec<f64> {
        let Self { model, course, starts, .. } = self;
        Fixed { model, course, starts: starts.clone() }.at(numbers, t)
    }

    /// The legs of the whole time; `watched` are places among what is looked at.
    fn legs(&self, watched: &[usize]) -> Result<Vec<Leg>, WalkError> {
        self.legs_with(&self.numbers, watched)
    }

    /// The same with other parameters.
    fn legs_with(&self, numbers: &[f64], watched: &[usize]) -> Result<Vec<Leg>, WalkError> {
        let (from, to) = self.span;
        let places: Vec<usize> = watched.iter().map(|k| self.lowered.moving - 1 + k).collect();
        let mut legs = Vec::new();
        let mut begin = from;
        for end in self.course.signals.bends(from, to).into_iter().chain([to]) {
            let fixed = self.fixed_with(numbers, (begin + end) / 2.0);
            let field = Field::new(&self.lowered, &places, &fixed)?;
            let surface = Surface::new(&self.course, &fixed, 1.0)?;
            legs.push(Leg { end, fixed, field, surface });
            begin = end;
        }
        Ok(legs)
    }

    /// Is one of these symbols in the constraints on states?
    fn constraints_have(&self, wanted: &[Expr]) -> bool {
        let levels = self.course.motion.manifold.iter().flat_map(|level| level.to_vec());
        let found = symbols(&levels.collect::<Vec<_>>());
        found.iter().any(|symbol| wanted.contains(symbol))
    }

    /// Do constraints jump at corners of tables?
    fn tables_move_constraints(&self) -> bool {
        self.constraints_have(&self.course.signals.symbols())
    }

    /// The names of the state.
    fn names(&self) -> Vec<String> {
        let name = |e: &Expr| e.as_symbol().map(|s| s.spelling()).unwrap_or_default();
        self.course.motion.state.iter().map(name).collect()
    }

    fn progress(&self, t: f64, steps: u64) -> Progress {
        let (from, to) = self.span;
        Progress { share: ((t - from) / (to - from)).clamp(0.0, 1.0), t, steps }
    }
}

/// A system with its motion by a principle.
fn derived(model: &Model, request: RunRequest<'_>) -> Result<(System, Motion), Refusal> {
    let row = row(model, request.principle)?;
    let system = suited(model, &[], row.name, model.system()?)?;
    let motion = motion_for_numbers(model, &[], row, &system)?;
    refuse_contradictions_of_values(model, &system, &motion)?;
    Ok((system, motion))
}

/// The flow with its variations along the legs.
struct Pieces<'a> {
    switching: Switching<'a>,
    /// The largest measure since the start, where all flows are pieces of one motion: one that dies away is still
    /// measured by a part of what it was.
    largest: Option<Cell<f64>>,
    /// Is it followed by radau?
    is_stiff: bool,
    /// Are states moved back onto the constraints?
    projected: bool,
    tolerance: f64,
    /// The largest number of steps of one flow.
    most_steps: u64,
    /// The largest number of flows.
    most_flows: u64,
    /// How one motion gets on of which all flows are pieces; none where flows go to and fro.
    advance: Option<RefCell<Advance>>,
    listener: RefCell<(u64, &'a mut Listener<'a>)>,
}

/// How a motion gets on that is followed in many pieces.
struct Advance {
    pace: Pace,
    done: Done,
    /// Why it does not get on any more; once known it is not followed again.
    stuck: Option<Stop>,
}

impl Advance {
    fn new((from, to): (f64, f64)) -> Self {
        let done = Done { steps: 0, longest: 0.0, rejected: 0 };
        Self { pace: Pace::new(from, to, 0), done, stuck: None }
    }

    /// One more step, to a time and of a length; does the motion still get on?
    fn step(&mut self, t: f64, h: f64) -> ControlFlow<()> {
        self.done.steps += 1;
        self.done.longest = self.done.longest.max(h.abs());
        let steps = self.done.steps;
        if self.pace.is_stuck(t, self.done) {
            self.stuck = Some(Stop::StepToZero { t, h: h.abs() });
        } else if self.pace.is_hopeless(t, steps) {
            self.stuck = Some(Stop::TooManySteps { t, steps });
        }
        if self.stuck.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Pieces<'_> {
    fn leg(&self, t: f64) -> &Leg {
        self.switching.leg(t)
    }

    fn first(&self) -> &Leg {
        &self.switching.legs.now()[0]
    }

    fn is_interrupted(&self, t: f64) -> bool {
        let (count, listener) = &mut *self.listener.borrow_mut();
        *count += 1;
        listener(self.switching.ready.progress(t, *count)).is_break()
    }

    /// Told of one step, to a time and of a length.
    fn step(&self, t: f64, h: f64) -> ControlFlow<()> {
        let (count, listener) = &mut *self.listener.borrow_mut();
        listener(self.switching.ready.progress(t, *count))?;
        let advance = self.advance.as_ref();
        advance.map_or(ControlFlow::Continue(()), |advance| advance.borrow_mut().step(t, h))
    }

    /// Why the motion does not get on, if that is known.
    fn stuck(&self) -> Option<Stop> {
        self.advance.as_ref().and_then(|advance| advance.borrow().stuck.clone())
    }

    /// Before a motion is followed from its start; where one got stuck this is not forgotten.
    fn begin_again(&self) {
        if let Some(advance) = &self.advance {
            let stuck = self.stuck();
            *advance.borrow_mut() = Advance { stuck, ..Advance::new(self.switching.ready.span) };
        }
    }
}

impl Flow for Pieces<'_> {
    fn dim(&self) -> usize {
        VectorField::dim(&self.first().field)
    }

    fn flow(
        &self,
        (from, start): (f64, &[f64]),
        end: f64,
        x: &mut [f64],
        V: &mut [f64],
    ) -> Result<(), Stop> {
        x.copy_from_slice(start);
        let mut t = from;
        let listener = |t: f64, h: f64| self.step(t, h);
        while t != end {
            if let Some(stop) = self.stuck() {
                return Err(stop);
            }
            if self.is_interrupted(t) {
                return Err(Stop::Interrupted { t });
            }
            let steps = self.listener.borrow().0;
            if steps > self.most_flows {
                return Err(Stop::TooManySteps { t, steps });
            }
            let leg = self.leg(t);
            let leg_end = leg.end;
            let ahead = (leg.end - t) * (end - t) > 0.0;
            let until = if ahead && (leg.end - t).abs() < (end - t).abs() { leg.end } else { end };
            let here = x.to_vec();
            let manifold = &Measured::new(self, leg, (t, &here), until);
            let Self { tolerance, most_steps, is_stiff, .. } = *self;
            let (field, events) = (&leg.field, self.switching.legs.events());
            let listener = Some(&listener as &alembert_flow::Listener<'_>);
            let flow =
                Variations { field, manifold, tolerance, most_steps, is_stiff, events, listener };
            let flown = flow.flow((t, &here), until, x, V);
            let mut here = Neighbours { x: x.to_vec(), V: V.to_vec() };
            t = match flown {
                Ok(()) => {
                    self.switching.check_signs((until, x))?;
                    until
                }
                Err(Stop::Event { t: zero, .. }) if zero != t => {
                    self.switching.switch(zero, &mut here)?;
                    zero
                }
                Err(stop) => return Err(self.stuck().unwrap_or(stop)),
            };
            if self.projected && t == leg_end && t != self.switching.ready.span.1 {
                self.switching.corner(t, &mut here)?;
            }
            x.copy_from_slice(&here.x);
            V.copy_from_slice(&here.V);
        }
        Ok(())
    }
}

/// The constraints, or none, with measures for every entry of the state.
///
/// An entry is measured by its size and its way, and by a part of the largest of these: one that would
/// be zero but for round-off, as a velocity at an equilibrium, does not shorten the steps.
struct Measured<'a> {
    surface: Option<&'a Surface<f64>>,
    scales: Vec<f64>,
    angles: Vec<bool>,
}

/// The part of the largest measure that every entry has.
const PART: f64 = 1e-3;

impl<'a> Measured<'a> {
    fn new(pieces: &Pieces<'_>, leg: &'a Leg, (t, x): (f64, &[f64]), end: f64) -> Self {
        let mut rate = vec![0.0; x.len()];
        if leg.field.rate(t, x, &mut rate).is_err() {
            rate.fill(0.0); // the steps will say so
        }
        let given = Manifold::scales(&leg.surface);
        let way = rate.iter().map(|r| (r * (end - t)).abs());
        let sizes = x.iter().zip(way).zip(given).map(|((x, way), s)| x.abs().max(way).max(*s));
        let sizes: Vec<f64> = sizes.collect();
        let before = pieces.largest.as_ref().map_or(0.0, Cell::get);
        let largest = sizes.iter().copied().fold(before, f64::max);
        pieces.largest.iter().for_each(|most| most.set(largest));
        let least = if largest > 0.0 { PART * largest } else { 1.0 };
        let scales = sizes.into_iter().map(|s| s.max(least)).collect();
        let surface = pieces.projected.then_some(&leg.surface);
        let angles = match pieces.projected {
            true => Manifold::angles(&leg.surface).to_vec(),
            false => vec![false; x.len()],
        };
        Self { surface, scales, angles }
    }
}

impl Manifold for Measured<'_> {
    fn project(&self, t: f64, x: &mut [f64]) -> Result<Projection, FieldError> {
        self.surface.map_or(Ok(Projection::NONE), |surface| surface.project(t, x))
    }

    fn scales(&self) -> &[f64] {
        &self.scales
    }

    fn angles(&self) -> &[bool] {
        &self.angles
    }
}

impl Manifold for Pieces<'_> {
    fn project(&self, t: f64, x: &mut [f64]) -> Result<Projection, FieldError> {
        self.leg(t).surface.project(t, x)
    }

    fn scales(&self) -> &[f64] {
        Manifold::scales(&self.first().surface)
    }

    fn angles(&self) -> &[bool] {
        Manifold::angles(&self.first().surface)
    }
}

impl Constraints for Pieces<'_> {
    fn count(&self) -> usize {
        self.first().surface.count()
    }

    fn residual(&self, t: f64, x: &[f64], r: &mut [f64]) -> Result<(), FieldError> {
        Constraints::residual(&self.leg(t).surface, t, x, r)
    }

    fn directions(&self, t: f64, x: &[f64], N: &mut [f64]) -> Result<(), FieldError> {
        self.leg(t).surface.directions(t, x, N)
    }

    fn gradient(&self, t: f64, x: &[f64], G: &mut [f64]) -> Result<(), FieldError> {
        self.leg(t).surface.gradient(t, x, G)
    }
}
