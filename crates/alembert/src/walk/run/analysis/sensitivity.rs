//! First-order sensitivities: how a motion changes with parameters and initial values.
//!
//! ```text
//! ẋ = f(t, x, p),   S = ∂x/∂θ,   Ṡ = (∂f/∂x) S + (∂f/∂p) dp/dθ,   S(t₀) = dx₀/dθ           (1)
//! ```
//!
//! Here θ is a parameter or an initial value, and p is everything that is fixed. The derivatives of f are exact, from
//! the tape ([`sensitive`](super::sensitive)). Start and definitions are analytic functions of θ that are computed,
//! not written: a consistent start solves the constraints. Their derivatives are [`differences`](super::differences).
//!
//! Where `sign` or `abs` change, and at corners of tables that make velocities jump, S is led on by
//! [`saltation`](super::saltation). Where that cannot be done the derivatives end, and a run says why; later ones are
//! no numbers.
//!
//! Known limits: steps are those of dop853, so that stiff motions take long; tables of inputs may not
//! contain parameters.

#![allow(non_snake_case, reason = "S is the symbol of the papers")]

use std::ops::ControlFlow;

use alembert_algebra::{Expr, Rational, symbols};
use alembert_flow::{
    Crossing, Dop853, Event, FieldError, Meeting, Observer, Pace, Settings, Step, Stop, follow,
};
use alembert_kernel::Kernel;

use super::differences::{PART, derivative};
use super::legs::Legs;
use super::saltation::{Neighbours, Switching};
use super::sensitive::{Sensitive, rates_of_all};
use super::slopes::NEAR;
use super::switches::with_signs;
use super::{Listener, Ready, derived};
use crate::language::model::Signal;
use crate::language::{Assignment, Model};
use crate::walk::run::journey::Plan;
use crate::walk::run::rows::Rows;
use crate::walk::run::told::moment;
use crate::walk::run::trajectory::{Samples as Trajectory, Times, whole};
use crate::walk::run::{Refusal, RunRequest, WalkError, begin, numbers};
use crate::walk::values::change;

/// The error a step may have.
const TOLERANCE: f64 = 1e-13;
/// The part of other sizes by which small ones are measured.
const LITTLE: f64 = 1e-3;

/// A parameter or an initial value, as a number that can be changed.
struct Quantity {
    name: String,
    symbol: Expr,
    value: f64,
    span: crate::language::Span,
}

impl Quantity {
    fn new(model: &Model, symbol: Expr) -> Result<Self, WalkError> {
        let name = symbol.as_symbol().map(|s| s.spelling()).unwrap_or_default();
        let parameter = model.parameters.iter().find(|p| p.symbol == symbol);
        let given = model.initial.iter().find(|i| i.quantity == symbol && !i.guess);
        let (value, span) = match (parameter, given) {
            (Some(p), _) => (p.symbol, model.lagrangian_span),
            (None, Some(i)) => (i.value, i.span),
            (None, None) => return Err(WalkError::NoSensitivity { name }),
        };
        let value = numbers::evaluated(model, &[value])?[0];
        Ok(Self { name, symbol, value, span })
    }

    /// The derivative of a function of models.
    fn derivative(
        &self,
        model: &Model,
        f: &dyn Fn(&Model) -> Result<Vec<f64>, Refusal>,
    ) -> Result<Vec<f64>, Refusal> {
        let h = if self.value == 0.0 { PART } else { PART * self.value.abs() };
        let found = derivative(h, |s| f(&self.changed(model, self.value + s)))?;
        found.ok_or_else(|| WalkError::RoughStart { name: self.name.clone() }.into())
    }

    fn changed(&self, model: &Model, value: f64) -> Model {
        let value = Rational::from_f64(value).map_or(Expr::zero(), Expr::number);
        let (name, symbol, span) = (self.name.clone(), self.symbol, self.span);
        change(model, &[Assignment { name, symbol, value, span }])
    }
}

/// What the state and its derivatives are measured by: an entry that is zero but for round-off, or at
/// the start, does not shorten the steps.
fn scales(sizes: &[f64], quantities: &[Quantity]) -> Vec<f64> {
    let largest = sizes.iter().copied().fold(0.0, f64::max);
    let least = LITTLE * if largest > 0.0 { largest } else { 1.0 };
    let mut scales: Vec<f64> = sizes.iter().map(|size| size.max(least)).collect();
    for i in 0..sizes.len() {
        let by = |q: &Quantity| if q.value == 0.0 { 1.0 } else { q.value.abs() };
        let size = LITTLE * scales[i];
        scales.extend(quantities.iter().map(|q| size / by(q)));
    }
    scales
}

/// The derivatives of a motion.
#[derive(Default)]
pub(in crate::walk::run) struct Derivatives {
    /// One column for each entry of the state and each quantity, and its place in the rows.
    pub(in crate::walk::run) columns: Vec<(String, usize)>,
    /// As many rows as are known.
    pub(in crate::walk::run) rows: Option<Rows>,
    /// Why they end before the motion does, if so.
    pub(in crate::walk::run) lacks: Option<String>,
    /// Were they broken off?
    pub(in crate::walk::run) is_interrupted: bool,
}

/// The derivatives of the state by each quantity, at the times of the samples of the motion; `progress` may break off.
pub(in crate::walk::run) fn columns(
    (model, plan): (&Model, &Plan<'_>),
    request: RunRequest<'_>,
    (start, motion): (&[f64], &Trajectory<f64>),
    progress: &mut Listener<'_>,
) -> Result<Derivatives, Refusal> {
    if request.sensitivity.is_empty() {
        return Ok(Derivatives::default());
    }
    refuse_tables(model)?;
    let by = request.sensitivity.iter().map(|&e| Quantity::new(model, e));
    let quantities: Vec<Quantity> = by.collect::<Result<_, _>>()?;
    let (from, dim) = (plan.span.0, plan.course.motion.state.len());
    let at_start = |m: &Model| Ok(begin(m, plan.course, from)?.0.x);
    let parameters = |m: &Model| Ok(numbers::parameters::<f64>(m)?);
    let derivatives = |f: &dyn Fn(&Model) -> Result<Vec<f64>, Refusal>| {
        let each = quantities.iter().map(|q| q.derivative(model, f));
        each.collect::<Result<Vec<Vec<f64>>, Refusal>>()
    };
    let (S, by_fixed) = (derivatives(&at_start)?, derivatives(&parameters)?);
    let V = (0..dim).flat_map(|i| S.iter().map(move |column| column[i])).collect();
    let mut at = Neighbours { x: start[..dim].to_vec(), V };

    let sizes = motion.sizes(dim);
    let times = motion.times();
    let (system, motion) = derived(model, request)?;
    let (mut signed, motion, switches) = with_signs(model, &motion, "the sensitivities")?;
    signed.run.method = None; // a run has its own
    let request = RunRequest { method: None, ..request };
    let looked_at = |course: &mut _| switches.looked_at(course);
    let ready = Ready::of((&signed, &system, &motion), request, looked_at, None)?;
    let watched: Vec<usize> = (0..switches.count()).collect();
    let legs = Legs::with_signs(ready.legs(&watched)?, &ready, &switches);
    let beside = Beside {
        kernel: rates_of_all(&ready, &legs.now()[0])?,
        switching: Switching::new(&ready, &legs, &by_fixed),
        by_fixed: &by_fixed,
        measures: scales(&sizes, &quantities),
    };
    let mut told = |t: f64, steps: u64| progress(ready.progress(t, steps));
    let values = Rows::new(plan.scratch);
    let mut samples = Samples::new((times, values), switches.count(), &mut told);
    let stop = beside.lead(from, &mut at, &mut samples).err();
    let names = names(plan, &quantities);
    let lacks = stop.as_ref().and_then(|stop| {
        samples.end(time(stop), beside.switching.time(), &at);
        let why = infinite(stop, &names, dim).unwrap_or_else(|| beside.switching.why(stop));
        let is_whole = samples.values.len() == samples.times.len();
        (!is_whole).then(|| format!("the derivatives end at t = {}: {why}", moment(time(stop), 6)))
    });
    let is_interrupted = matches!(stop, Some(Stop::Interrupted { .. }));
    whole(&samples.values)?;
    let (columns, rows) = (placed(&names, dim), Some(samples.values));
    Ok(Derivatives { columns, rows, lacks, is_interrupted })
}

/// Tables keep the numbers with which a run began.
fn refuse_tables(model: &Model) -> Result<(), WalkError> {
    for (input, signal) in &model.run.inputs {
        let Signal::Table(points) = signal else { continue };
        let flat: Vec<Expr> = points.iter().flat_map(|p| [p.0, p.1]).collect();
        if symbols(&flat).iter().any(|e| *e != Expr::pi()) {
            let name = input.as_symbol().map(|s| s.spelling()).unwrap_or_default();
            return Err(WalkError::SensitiveTable { name });
        }
    }
    Ok(())
}

/// The entries of the state and the quantities by which they are differentiated.
struct Names {
    state: Vec<String>,
    by: Vec<String>,
}

fn names(plan: &Plan<'_>, quantities: &[Quantity]) -> Names {
    let name = |e: &Expr| e.as_symbol().map(|s| s.spelling()).unwrap_or_default();
    let state = plan.course.motion.state.iter().map(name).collect();
    Names { state, by: quantities.iter().map(|q| q.name.clone()).collect() }
}

/// One column for each entry of the state and each quantity, with its place in the rows.
fn placed(Names { state, by }: &Names, dim: usize) -> Vec<(String, usize)> {
    let entries = |(c, quantity): (usize, &String)| {
        let named = |(i, entry): (usize, &String)| {
            (format!("d{entry}/d{quantity}"), dim + i * by.len() + c)
        };
        state.iter().enumerate().map(named).collect::<Vec<_>>()
    };
    by.iter().enumerate().flat_map(entries).collect()
}

/// Which entry of (x, S) became infinite, if that is why derivatives end.
fn infinite(stop: &Stop, Names { state, by }: &Names, dim: usize) -> Option<String> {
    let Stop::Field { error: FieldError::NotFinite { component }, .. } = *stop else { return None };
    let name = match component.checked_sub(dim) {
        None => state.get(component)?.clone(),
        Some(place) => {
            let (entry, quantity) = (state.get(place / by.len())?, &by[place % by.len()]);
            format!("∂{entry}/∂{quantity}")
        }
    };
    Some(format!("`{name}` is not finite there"))
}

/// When a motion stopped.
fn time(stop: &Stop) -> f64 {
    match *stop {
        Stop::Event { t, .. }
        | Stop::RankLoss { t, .. }
        | Stop::StepToZero { t, .. }
        | Stop::Field { t, .. }
        | Stop::Interrupted { t }
        | Stop::TooManySteps { t, .. }
        | Stop::TooFar { t, .. } => t,
        _ => f64::INFINITY,
    }
}

/// Sensitivities beside a motion.
struct Beside<'a> {
    kernel: Kernel<f64>,
    switching: Switching<'a>,
    by_fixed: &'a [Vec<f64>],
    measures: Vec<f64>,
}

impl Beside<'_> {
    /// Leads a motion and its derivatives to the last of the samples.
    fn lead(&self, from: f64, at: &mut Neighbours, samples: &mut Samples<'_>) -> Result<(), Stop> {
        let switching = &self.switching;
        let to = samples.end.unwrap_or(from);
        samples.take(from, &[&at.x[..], &at.V].concat());
        switching.begin_with_neighbours(from, at)?;
        let mut t = from;
        while t != to {
            let leg = switching.leg(t);
            let until = if (leg.end - t).abs() < (to - t).abs() { leg.end } else { to };
            let field = Sensitive::new(&self.kernel, leg, self.by_fixed, &self.measures);
            let settings = Settings { events: self.events(), ..Settings::to(until) };
            let mut method = Dop853::new(&field, TOLERANCE);
            let y = [&at.x[..], &at.V].concat();
            let taken = (samples.values.len(), at.x.len());
            let ending = follow(&mut method, &field, (t, &y), &settings, samples);
            let (x, V) = ending.x.split_at(at.x.len());
            *at = Neighbours { x: x.to_vec(), V: V.to_vec() };
            match ending.stop {
                Stop::End => switching
                    .check_signs((until, &at.x))
                    .map_err(|stop| self.contradiction(taken, samples).unwrap_or(stop))?,
                Stop::Event { t: zero, .. } if zero != t => switching.switch(zero, at)?,
                Stop::Interrupted { .. } => {
                    let Some((k, t, x)) = samples.touched.take() else {
                        return Err(samples.hopeless().unwrap_or(ending.stop));
                    };
                    switching.touch(k, (t, &x[..at.x.len()]))?;
                }
                stop => return Err(stop),
            }
            t = ending.t;
            if t == until && until != to {
                switching.corner(until, at)?;
            }
        }
        Ok(())
    }

    /// The first of the samples from `first` on that has other signs than it was followed with; forgets it and those
    /// behind it.
    fn contradiction(
        &self,
        (first, dim): (usize, usize),
        samples: &mut Samples<'_>,
    ) -> Option<Stop> {
        let (mut reader, mut row) = (samples.values.reader(), Vec::new());
        let mut wrong = |k: usize| {
            let t = samples.times.get(k).filter(|_| reader.row(k, &mut row))?;
            self.switching.check_signs((t, &row[..dim])).err().map(|stop| (k, stop))
        };
        let (k, stop) = (first..samples.values.len()).find_map(&mut wrong)?;
        samples.values.truncate(k);
        Some(stop)
    }

    /// Zeros at which signs change, and then all zeros, of which those that are touched are told.
    fn events(&self) -> Vec<Event> {
        let mut events = self.switching.legs.events();
        let count = events.len();
        events.extend((0..count).map(|watch| Event { watch, ..Event::default() }));
        events
    }
}

/// The states at the times of the table.
struct Samples<'a> {
    times: Times<'a>,
    /// The last of them.
    end: Option<f64>,
    next: usize,
    values: Rows,
    /// Room for a state.
    y: Vec<f64>,
    /// The number of arguments whose signs may change.
    switches: usize,
    /// The argument that touched zero in the last step, when, and the state there.
    touched: Option<(usize, f64, Vec<f64>)>,
    /// The number of steps.
    steps: u64,
    /// How the motion gets on, and when it was seen that its end is out of reach.
    pace: Pace,
    hopeless: Option<f64>,
    /// Who is told of the time and of this number, and may break off.
    told: &'a mut dyn FnMut(f64, u64) -> ControlFlow<()>,
}

impl<'a> Samples<'a> {
    fn new(
        (mut times, values): (Times<'a>, Rows),
        switches: usize,
        told: &'a mut dyn FnMut(f64, u64) -> ControlFlow<()>,
    ) -> Self {
        let end = times.len().checked_sub(1).and_then(|last| times.get(last));
        let pace = Pace::new(times.get(0).unwrap_or(0.0), end.unwrap_or(0.0), 0);
        let (touched, hopeless, y) = (None, None, Vec::new());
        Self { times, end, next: 0, values, y, switches, touched, steps: 0, pace, hopeless, told }
    }

    /// Why the derivatives end where the end of the motion is out of reach.
    fn hopeless(&self) -> Option<Stop> {
        self.hopeless.map(|t| Stop::TooManySteps { t, steps: self.steps })
    }

    fn take(&mut self, t: f64, y: &[f64]) {
        while self.times.get(self.next) == Some(t) {
            self.values.push(y);
            self.next += 1;
        }
    }

    /// Forgets what comes after an end, at which the motion is; what cannot be told from it in so long a time is
    /// there too.
    fn end(&mut self, t: f64, time: f64, at: &Neighbours) {
        let first = self.times.get(0).unwrap_or(t);
        let mut until = |end: f64| {
            let is_before = |k: &usize| {
                self.times.get(*k).is_some_and(|s| (s - first).abs() <= (end - first).abs())
            };
            (0..).take_while(is_before).count()
        };
        let (sure, near) = (until(t), until(t + NEAR * time * (t - first).signum()));
        self.values.truncate(sure);
        if self.values.len() == sure {
            (sure..near).for_each(|_| self.values.push(&[&at.x[..], &at.V].concat()));
        }
    }
}

impl Observer for Samples<'_> {
    fn step(&mut self, step: &Step<'_>) -> ControlFlow<()> {
        self.y.resize(step.x.len(), 0.0);
        let inside = |t: f64| if step.piece.h > 0.0 { t < step.t } else { t > step.t };
        while let Some(t) = self.times.get(self.next).filter(|&t| inside(t)) {
            step.at(t, &mut self.y);
            self.values.push(&self.y);
            self.next += 1;
        }
        self.take(step.t, step.x);
        self.steps += 1;
        if self.pace.is_hopeless(step.t, self.steps) {
            self.hopeless = Some(step.t);
        }
        if self.touched.is_some() || self.hopeless.is_some() {
            ControlFlow::Break(())
        } else {
            (self.told)(step.t, self.steps)
        }
    }

    fn crossing(&mut self, crossing: &Crossing, y: &[f64]) {
        if crossing.event >= self.switches && crossing.meeting == Meeting::Touching {
            self.touched = Some((crossing.event - self.switches, crossing.t, y.to_vec()));
        }
    }
}
