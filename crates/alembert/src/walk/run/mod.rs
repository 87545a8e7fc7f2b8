//! The motion of a model: start, follow, watch, decide, report.
//!
//! ```text
//! Model ──course──▶ tape ──field, surface──▶ integrator ──travel──▶ samples ──▶ RunReport
//! ```
//!
//! Every run checks itself: the energy against its known sources, the constraints, and the lines of
//! `expect` and `reject` that a motion can decide. Nothing here reads files or knows of a terminal.
//! A motion that is chaotic is followed as exactly as any other; how long its digits are worth
//! something, `certify` tells.

mod absence;
mod accompanied;
mod analysis;
mod beginnings;
mod blamed;
mod certify;
mod chart;
mod claims;
mod closer;
mod columns;
mod contact;
mod correction;
mod course;
mod crossings;
mod edge;
mod ending;
mod energies;
mod events;
mod field;
mod findings;
mod gap;
mod inertia;
mod initial;
mod journey;
mod lagrangian;
mod level;
mod look;
mod method;
mod metric;
mod npz;
pub(super) mod numbers;
mod parquet;
mod periodic;
pub(super) mod phases;
mod printed;
mod promise;
mod record;
mod repeat;
mod report;
mod rows;
pub(super) mod sample;
mod settings;
mod sheet;
mod shorter;
mod shown;
mod signal;
mod sine;
mod surface;
mod table;
mod thrift;
pub(super) mod told;
mod trajectory;
mod travel;
mod unsuited;
mod watches;
mod work;
mod written;
mod zeros;

use std::cell::LazyCell;
use std::ops::ControlFlow;

use alembert_algebra::Expr;
use alembert_algebra::numeric::DoubleDouble;
use alembert_flow::Stop;
use alembert_kernel::{Program, Workspace};
use alembert_mechanics::{Motion, System};

pub use absence::AbsenceReport;
pub use analysis::{
    ConnectReport, ConnectRequest, Connection, LyapunovReport, LyapunovRequest, SectionReport,
    SectionRequest, Side, connect, lyapunov, section,
};
pub use certify::Until;
pub(crate) use columns::column_unit;
pub use contact::ContactReport;
pub use events::{Event, EventReport, NoEvent, read_event};
pub use gap::Gap;
pub use initial::Change;
pub use look::Column;
pub use method::METHODS;
pub(super) use phases::force::dry_arguments;
pub use phases::force::with_friction;
pub use phases::told::PhaseReport;
pub use repeat::repeat;
pub use report::RunReport;
pub use rows::{Scratch, ScratchFile};
pub use sheet::{Numbers, Sheet};
pub use table::Table;
pub use unsuited::Unsuited;
pub use written::{MotionError, RowError};
pub use zeros::ZeroReport;

use super::contradiction::refuse_contradictions_of_values;
use super::decisive::{decided, decided_values};
use super::digits::motion_for_numbers;
use super::eval::suited;
use super::friction::Contact;
use super::impulses::refuse_jumping_positions;
use super::statement::StatementReport;
use super::{WalkError, row};
use crate::language::{Diagnostic, Model};
use analysis::held::held;
use analysis::sensitivity;
use chart::{InSpeeds, Way};
use closer::Closer;
use course::{Course, Lowered};
use field::Numeral;
use initial::Start;
use journey::{Journey, Plan};
use lagrangian::Action;
use look::Looks;
use method::Choice;
pub(super) use numbers::evaluated;
pub(super) use periodic::is_periodic;
use phases::ready::{Ready, ready};
use settings::Settings;
use surface::Surface;
use travel::travel;

/// What a run is asked for; what is absent comes from the model.
#[derive(Debug, Clone, Copy, Default)]
pub struct RunRequest<'a> {
    /// The principle.
    pub principle: Option<&'a str>,
    /// The end.
    pub to: Option<f64>,
    /// The distance of samples.
    pub every: Option<f64>,
    /// A step of fixed length.
    pub step: Option<f64>,
    /// The error a step may have, relative to the scales.
    pub tol: Option<f64>,
    /// The method.
    pub method: Option<&'a str>,
    /// Rerun with twice the digits, and count those that agree.
    pub certify: bool,
    /// Go on where the constraints become dependent.
    pub through_singular: bool,
    /// The largest number of steps; none for as many as the motion takes.
    pub most_steps: Option<u64>,
    /// Quantities whose zeros are looked for.
    pub events: &'a [Event],
    /// Parameters and initial values by which the state is differentiated.
    pub sensitivity: &'a [Expr],
    /// Contacts whose friction is observed.
    pub contacts: &'a [Contact],
    /// Who lends files for the rows; what has no room there, and all rows otherwise, are in memory.
    pub scratch: Option<&'a dyn Scratch>,
}

/// How far a run has come.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// The share of the time, from 0 to 1.
    pub share: f64,
    /// The time.
    pub t: f64,
    /// The number of steps.
    pub steps: u64,
}

/// Why there is no run.
#[derive(Debug, Clone, PartialEq)]
pub enum Refusal {
    /// For a reason that has no place in the text.
    Walk(WalkError),
    /// For a reason at a place of the text.
    Diagnosed(Box<Diagnostic>),
}

impl<E: Into<WalkError>> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self::Walk(error.into())
    }
}

impl From<Diagnostic> for Refusal {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Diagnosed(Box::new(diagnostic))
    }
}

/// Follows the motion of a model from its initial values. `progress` is told of every step, and may
/// break the run off; what was computed is reported all the same.
///
/// # Errors
/// The mechanics refuses the model, a value is missing, the start violates the constraints, or there
/// are no equations of motion at the start.
pub fn run(
    model: &Model,
    request: RunRequest<'_>,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<RunReport, Refusal> {
    let put_in = decided_values(model);
    let model = &decided(&signal::with_inputs(model), request.sensitivity);
    let model = &with_friction(model);
    let events = [request.events, &contact::openings(request.contacts)].concat();
    let all = RunRequest { events: &events, ..request };
    let mut is_broken_off = false;
    let mut progress = |now: Progress| {
        let answer = progress(now);
        is_broken_off |= answer.is_break();
        answer
    };
    let moved = prepared(model, all, |plan, fixed, start| {
        followed((model, plan, fixed), start, request, &mut progress)
    });
    let mut report = moved.map_err(|refusal| inertia::named(model, refusal))?;
    report.put_in = if request.sensitivity.is_empty() { put_in } else { Vec::new() };
    report.is_interrupted |= is_broken_off;
    Ok(report)
}

/// The motion from a start, with everything that is to be said about it.
fn followed(
    by: (&Model, &Plan<'_>, &Fixed<'_>),
    start: Start,
    request: RunRequest<'_>,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<RunReport, Refusal> {
    let (model, plan, fixed) = by;
    let numbers = fixed.numbers::<f64>()?;
    let journey = travel(plan, &|t| fixed.at(&numbers, t), &start.x, progress)
        .map_err(|error| start.blamed(error))?;
    let mut journey = promise::kept(by, (&start, journey), progress)?;
    let ends_short = matches!(journey.stop, Stop::StepToZero { .. }) && journey.impasse.is_none();
    if let (true, Some(last)) = (ends_short, journey.samples.last()) {
        journey.held = held((model, plan), request, (last.t, &last.x));
        journey.place = blamed::place((model, plan), fixed, &journey);
    }
    let digits = match request.certify {
        true => Some(certify::certified(by, (&start, &mut journey), progress)?),
        false => None,
    };
    let along = (&start.x[..], &journey.samples);
    let derivatives = sensitivity::columns((fixed.model, plan), request, along, progress)?;
    let statements = decided_lines(by, &journey)?;
    let zeros = ZeroReport::all(plan, &journey, request.events);
    journey.samples.whole()?;
    let found = (digits, statements);
    let report = RunReport::new((model, plan), start, &mut journey, found, derivatives)
        .map_err(|error| WalkError::Unread(error.to_string()))?;
    let report = report.with_contacts(request.contacts, (&journey, request.events.len()));
    Ok(report.with_zeros(zeros))
}

/// The lines of `expect` and `reject` that the motion decides.
fn decided_lines(
    (model, plan, fixed): (&Model, &Plan<'_>, &Fixed<'_>),
    journey: &Journey<f64>,
) -> Result<Vec<StatementReport>, WalkError> {
    let precise = fixed.numbers::<DoubleDouble>()?;
    let at = |t: f64| {
        let mut numbers = fixed.at(&precise, t);
        if let (Some(decider), Some(mode)) = (plan.decider, journey.mode(t)) {
            decider.phases.write(mode, &mut numbers);
        }
        numbers
    };
    let closer = LazyCell::new(|| Closer::new(plan.course, &at, journey));
    let closer = |quantity, stays, number| closer.look(quantity, stays, number);
    Ok(claims::decide(model, plan.looks, journey, &closer))
}

/// What a run would say of the initial values: AL040 and AL041.
pub(super) fn refused_start(model: &Model, system: &System, motion: &Motion) -> Option<Diagnostic> {
    let course = Course::new(model, system, motion).ok()?;
    let from = match model.run.range {
        Some((from, _)) => *evaluated::<f64>(model, &[from]).ok()?.first()?,
        None => 0.0,
    };
    match begin(model, &course, from) {
        Err(Refusal::Diagnosed(finding)) => Some(*finding),
        _ => None,
    }
}

/// Everything before the first step of a run; then what is done with it.
fn prepared<T>(
    model: &Model,
    request: RunRequest<'_>,
    then: impl FnOnce(&Plan<'_>, &Fixed<'_>, Start) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let row = row(model, request.principle)?;
    let system = suited(model, &[], row.name, model.system()?)?;
    let motion = motion_for_numbers(model, &[], row, &system)?;
    refuse_contradictions_of_values(model, &system, &motion)?;
    let settings = Settings::new(model, request)?;
    let Ready { model, mut course, decider } = ready(model, (&system, &motion), &settings)?;
    let model = &model;
    let looks = Looks::new(model, &mut course, request.events);
    let looks = looks.with_phases(&mut course, decider.as_ref());
    let asked = Choice::new(settings.method, (settings.tol, settings.step))?;
    let action = Action::new(asked.name, &mut course, &system)?;
    let is_reduced = course.charted.is_some()
        && asked.name == "taylor"
        && !request.through_singular
        && request.sensitivity.is_empty();
    if !is_reduced {
        course.shorten_rates(model);
    }
    let whole = || course.tape(&looks.all()).map(|lowered| lowered.with_action(action));
    let (start, starts) = begin(model, &course, settings.span.0)?;
    let choice = Choice { energy: energy_size(model, &course, &start)?, ..asked };
    // What has no tape in speeds has one in the whole state, or the reason comes from there.
    let reduced =
        if is_reduced { InSpeeds::new(&course, &looks.all()).ok().flatten() } else { None };
    let Settings { span, every, method, .. } = settings;
    let (course, looks, events) = (&course, &looks, request.events);
    let through_singular = request.through_singular;
    let most_steps = request.most_steps.unwrap_or(u64::MAX);
    let planned = |lowered, reduced, choice| Plan {
        course,
        looks,
        lowered,
        reduced,
        span,
        every,
        choice,
        events,
        decider: decider.as_ref(),
        through_singular,
        most_steps,
        enough: None,
        scratch: request.scratch,
    };
    let fixed = Fixed { model, course, starts };
    let suited = |plan: Plan<'_>| -> Result<Choice, WalkError> {
        if method.is_some() {
            return Ok(plan.choice);
        }
        suited_method(&plan, &fixed.at(&fixed.numbers::<f64>()?, span.0), &start)
    };
    if let Some(reduced) = &reduced {
        let choice = suited(planned(&reduced.lowered, Some(reduced), choice.clone()))?;
        if choice.name == "taylor" {
            return then(&planned(&reduced.lowered, Some(reduced), choice), &fixed, start);
        }
    }
    let lowered = whole()?;
    let choice = suited(planned(&lowered, None, choice))?;
    then(&planned(&lowered, None, choice), &fixed, start)
}

/// The method that suits the field at the start.
fn suited_method(plan: &Plan<'_>, fixed: &[f64], start: &Start) -> Result<Choice, WalkError> {
    let way = Way::new(plan, fixed, (start.t, &start.x), 0)?;
    let at = (start.t, &way.x[..]);
    Ok(plan.choice.clone().suit((&way.field, &way.surface), at, plan.span.1))
}

/// The values of everything that is fixed on a piece.
pub(super) struct Fixed<'a> {
    model: &'a Model,
    course: &'a Course,
    starts: Vec<f64>,
}

impl Fixed<'_> {
    fn numbers<T: Numeral>(&self) -> Result<Vec<T>, WalkError> {
        numbers::parameters(self.model)
    }

    fn at<T: Numeral>(&self, parameters: &[T], t: f64) -> Vec<T> {
        let tables = self.course.signals.numbers(t);
        let rest = tables.into_iter().chain(self.starts.iter().copied()).map(T::from);
        parameters.iter().copied().chain(rest).collect()
    }
}

/// The start, and the values of `x(0)` in statements.
fn begin(model: &Model, course: &Course, t: f64) -> Result<(Start, Vec<f64>), Refusal> {
    refuse_jumping_positions(model)?;
    let none = Fixed { model, course, starts: vec![0.0; course.starts.len()] };
    let fixed = none.at(&none.numbers::<f64>()?, t);
    let surface = Surface::new(course, &fixed, 1.0)?;
    let mut start = initial::start(model, course, &surface, (t, &fixed))?;
    // Rounding aside, this changes nothing.
    let mut x = start.x.clone();
    if alembert_flow::Manifold::project(&surface, t, &mut x).is_ok() {
        start.x = x;
    }
    let values: Vec<Expr> = course.starts.iter().map(|s| s.1).collect();
    if values.is_empty() {
        return Ok((start, Vec::new()));
    }
    let lowered = course.tape(&values)?;
    let places: Vec<usize> = (lowered.moving - 1..lowered.moving - 1 + values.len()).collect();
    let starts = at_start(&lowered, &places, &fixed, &start)?;
    Ok((start, starts))
}

/// Some outputs of a tape at the start.
fn at_start(
    lowered: &Lowered,
    places: &[usize],
    fixed: &[f64],
    start: &Start,
) -> Result<Vec<f64>, WalkError> {
    let kernel = Program::new(&lowered.tape, lowered.moving, places).bind(fixed)?;
    let at = [&[start.t], &start.x[..]].concat();
    let mut out = Vec::new();
    kernel.values(&mut Workspace::default(), &at, &mut out)?;
    Ok(out)
}

/// |T| + |V| at the start; 1 when both are 0.
fn energy_size(model: &Model, course: &Course, start: &Start) -> Result<f64, WalkError> {
    let none = Fixed { model, course, starts: vec![0.0; course.starts.len()] };
    let fixed = none.at(&none.numbers::<f64>()?, start.t);
    let inputs = [&[start.t], &start.x[..], &fixed].concat();
    let plain = course.plain_tape(&course.energies).ok();
    let parts = match plain.and_then(|plain| plain.tape.evaluate(&inputs).ok()) {
        Some(found) => found.outputs,
        None => {
            let lowered = course.tape(&course.energies)?;
            at_start(&lowered, &[lowered.moving - 1, lowered.moving], &fixed, start)?
        }
    };
    let size = parts[0].abs() + parts[1].abs();
    Ok(if size > 0.0 { size } else { 1.0 })
}

/// A start with as many digits as the model gives.
fn precise_start(
    model: &Model,
    course: &Course,
    start: &Start,
) -> Result<Vec<DoubleDouble>, WalkError> {
    let state = &course.motion.state;
    let given = |e: &Expr| model.initial.iter().find(|i| i.quantity == *e && !i.guess);
    let values: Vec<Expr> =
        state.iter().map(|e| given(e).map_or(Expr::zero(), |i| i.value)).collect();
    let exact: Vec<DoubleDouble> = evaluated(model, &values)?;
    let mut x: Vec<DoubleDouble> = start.x.iter().map(|&x| DoubleDouble::from(x)).collect();
    for (i, e) in state.iter().enumerate() {
        if given(e).is_some() {
            x[i] = exact[i];
        }
    }
    Ok(x)
}
