//! First-order sensitivities: how a motion changes with parameters and initial values.
//!
//! ```text
//! ẋ = f(t, x, p),   Ṡ = (∂f/∂x) S + ∂f/∂p,   S(t₀) = dx₀/dp                        (1)
//! ```
//!
//! The derivatives of f are exact, from the tape. Start and definitions are analytic functions of p that
//! are computed, not written: a consistent start solves the constraints. Their derivatives are
//!
//! ```text
//! F' = (4/5 Δ₁ − 1/5 Δ₂ + 4/105 Δ₃ − 1/280 Δ₄)/h,   Δ_k = F(p + kh) − F(p − kh),    (2)
//! ```
//!
//! h = |p|/100, with an error of a few units in the thirteenth digit.
//!
//! Known limits: steps are those of dop853, so that stiff motions take long; tables of inputs may not
//! contain parameters; derivatives are not led across jumps of the rates, and a run says so.

#![allow(non_snake_case, reason = "S is the symbol of the papers")]

use std::cell::RefCell;
use std::ops::ControlFlow;

use alembert_algebra::{Expr, Rational, symbols};
use alembert_flow::{
    Dop853, FieldError, Manifold, Projection, Settings, Step, Stop, VectorField, follow,
};
use alembert_kernel::{Kernel, Program, Workspace};

use super::switches::jumping;
use crate::language::model::Signal;
use crate::language::{Assignment, Model};
use crate::walk::run::field::said;
use crate::walk::run::journey::Plan;
use crate::walk::run::look::Column;
use crate::walk::run::surface::Surface;
use crate::walk::run::{Fixed, Refusal, WalkError, begin, numbers};
use crate::walk::values::change;

/// The error a step may have.
const TOLERANCE: f64 = 1e-13;
/// The part of a value by which it is changed in (2).
const PART: f64 = 0.01;
/// The part of other sizes by which small ones are measured.
const LITTLE: f64 = 1e-3;
/// The weights of (2).
const WEIGHTS: [f64; 4] = [4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0];

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

    /// Equation (2) for a function of models.
    fn derivative(
        &self,
        model: &Model,
        f: &dyn Fn(&Model) -> Result<Vec<f64>, Refusal>,
    ) -> Result<Vec<f64>, Refusal> {
        let h = if self.value == 0.0 { PART } else { PART * self.value.abs() };
        let mut sum: Vec<f64> = Vec::new();
        for (k, weight) in (1u8..).zip(WEIGHTS) {
            for sign in [1.0, -1.0] {
                let changed = self.changed(model, self.value + sign * f64::from(k) * h);
                let values = f(&changed)?;
                sum.resize(values.len(), 0.0);
                sum.iter_mut().zip(&values).for_each(|(s, x)| *s += sign * weight * x / h);
            }
        }
        Ok(sum)
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

/// The derivatives of the state by each quantity, at these times: one column for each pair. `sizes`
/// are the largest values of the state along the motion.
pub(in crate::walk::run) fn columns(
    (model, plan): (&Model, &Plan<'_>),
    fixed: &Fixed<'_>,
    start: &[f64],
    (times, sizes, by): (&[f64], &[f64], &[Expr]),
) -> Result<Vec<Column>, Refusal> {
    if by.is_empty() {
        return Ok(Vec::new());
    }
    refuse_tables(model)?;
    let quantities: Vec<Quantity> =
        by.iter().map(|&e| Quantity::new(model, e)).collect::<Result<_, _>>()?;
    let (from, to) = (plan.span.0, times.last().copied().unwrap_or(plan.span.0));
    let at_start = |m: &Model| Ok(begin(m, plan.course, from)?.0.x);
    let parameters = |m: &Model| Ok(numbers::parameters::<f64>(m)?);
    let mut S = Vec::new();
    let mut by_fixed = Vec::new();
    for quantity in &quantities {
        S.push(quantity.derivative(model, &at_start)?);
        by_fixed.push(quantity.derivative(model, &parameters)?);
    }
    let k = quantities.len();
    let both = start.iter().copied().chain((0..start.len() * k).map(|c| S[c % k][c / k]));
    let mut y: Vec<f64> = both.collect();
    let mut samples = Samples { times, next: 0, values: Vec::new() };
    samples.take(from, &y);
    let mut t = from;
    let numbers = fixed.numbers::<f64>()?;
    for end in plan.course.signals.bends(from, to).into_iter().chain([to]) {
        let here = fixed.at(&numbers, (t + end) / 2.0);
        let surface = Surface::new(plan.course, &here, plan.choice.energy)?;
        let measures = scales(sizes, &quantities);
        let field = Sensitive::new(plan, here, (&by_fixed, measures), &surface)?;
        let mut method = Dop853::new(&field, TOLERANCE);
        let settings = Settings::to(end);
        let mut observer = |step: &Step<'_>| samples.step(step);
        let ending = follow(&mut method, &field, (t, &y), &settings, &mut observer);
        (t, y) = (ending.t, ending.x);
        if ending.stop != Stop::End {
            let stop = ending.stop.to_string();
            return Err(WalkError::Ended { what: "the sensitivities", stop }.into());
        }
    }
    Ok(named(plan, &quantities, start.len(), &samples.values))
}

/// What derivatives lack where rates jump.
pub(in crate::walk::run) fn lacks(plan: &Plan<'_>, by: &[Expr]) -> Option<String> {
    let jump = jumping(&plan.course.motion).filter(|_| !by.is_empty())?;
    Some(format!(
        "the derivatives are not led across the jumps of `{jump}`: after the first of them they are those of a motion \
         that jumps at a fixed time"
    ))
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

/// One column for each entry of the state and each quantity.
fn named(plan: &Plan<'_>, quantities: &[Quantity], dim: usize, rows: &[Vec<f64>]) -> Vec<Column> {
    let state = &plan.course.motion.state;
    let k = quantities.len();
    let mut columns = Vec::new();
    for (c, quantity) in quantities.iter().enumerate() {
        for (i, e) in state.iter().enumerate() {
            let entry = e.as_symbol().map(|s| s.spelling()).unwrap_or_default();
            let name = format!("d{entry}/d{}", quantity.name);
            let values = rows.iter().map(|row| row[dim + i * k + c] + 0.0).collect();
            columns.push(Column { name, unit: None, values });
        }
    }
    columns
}

/// The states at the times of the table.
struct Samples<'a> {
    times: &'a [f64],
    next: usize,
    values: Vec<Vec<f64>>,
}

impl Samples<'_> {
    fn take(&mut self, t: f64, y: &[f64]) {
        while self.times.get(self.next) == Some(&t) {
            self.values.push(y.to_vec());
            self.next += 1;
        }
    }

    fn step(&mut self, step: &Step<'_>) -> ControlFlow<()> {
        let mut y = vec![0.0; step.x.len()];
        let inside = |t: f64| if step.piece.h > 0.0 { t < step.t } else { t > step.t };
        while let Some(&t) = self.times.get(self.next).filter(|&&t| inside(t)) {
            step.at(t, &mut y);
            self.values.push(y.clone());
            self.next += 1;
        }
        self.take(step.t, step.x);
        ControlFlow::Continue(())
    }
}

/// Equation (1) as a field on the constraints of x.
struct Sensitive<'a> {
    kernel: Kernel<f64>,
    dim: usize,
    fixed: Vec<f64>,
    by_fixed: &'a [Vec<f64>],
    surface: &'a Surface<f64>,
    scales: Vec<f64>,
    angles: Vec<bool>,
    room: RefCell<(Workspace<f64>, Vec<f64>, Vec<f64>)>,
}

impl<'a> Sensitive<'a> {
    fn new(
        plan: &Plan<'_>,
        fixed: Vec<f64>,
        (by_fixed, measures): (&'a [Vec<f64>], Vec<f64>),
        surface: &'a Surface<f64>,
    ) -> Result<Self, WalkError> {
        let lowered = plan.lowered;
        let dim = lowered.moving - 1;
        let rates: Vec<usize> = (0..dim).collect();
        let inputs = lowered.moving + fixed.len();
        let kernel = Program::new(&lowered.tape, inputs, &rates).bind(&[])?;
        let whole = dim * (1 + by_fixed.len());
        let mut angles = Manifold::angles(surface).to_vec();
        angles.resize(whole, false);
        let given = Manifold::scales(surface).iter().chain(std::iter::repeat(&0.0));
        let scales = given.zip(measures).map(|(&own, size)| if own > 0.0 { own } else { size });
        let scales: Vec<f64> = scales.collect();
        let j = vec![0.0; dim * (dim + fixed.len())];
        let room = RefCell::new((Workspace::default(), Vec::new(), j));
        Ok(Self { kernel, dim, fixed, by_fixed, surface, scales, angles, room })
    }
}

impl VectorField for Sensitive<'_> {
    fn dim(&self) -> usize {
        self.scales.len()
    }

    fn rate(&self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), FieldError> {
        let (n, k, w) = (self.dim, self.by_fixed.len(), self.dim + self.fixed.len());
        let (x, S) = y.split_at(n);
        let (space, out, j) = &mut *self.room.borrow_mut();
        let at = [&[t], x, &self.fixed].concat();
        let told = |error| said(&error);
        self.kernel.values(space, &at, out).map_err(told)?;
        dy[..n].copy_from_slice(out);
        self.kernel.jacobian(space, &at, 1..w + 1, j).map_err(told)?;
        for i in 0..n {
            let row = &j[i * w..(i + 1) * w];
            for c in 0..k {
                let along: f64 = (0..n).map(|l| row[l] * S[l * k + c]).sum();
                let direct: f64 = row[n..].iter().zip(&self.by_fixed[c]).map(|(a, b)| a * b).sum();
                dy[n + i * k + c] = along + direct; // (1)
            }
        }
        Ok(())
    }
}

impl Manifold for Sensitive<'_> {
    fn project(&self, t: f64, y: &mut [f64]) -> Result<Projection, FieldError> {
        self.surface.project(t, &mut y[..self.dim])
    }

    fn scales(&self) -> &[f64] {
        &self.scales
    }

    fn angles(&self) -> &[bool] {
        &self.angles
    }
}
