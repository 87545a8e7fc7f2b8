//! First-order variations of a motion: how its end changes with its start.
//!
//! ```text
//! ẋ = f(t, x),   V̇ = J(t, x) V                                                            (1)
//! Φ = ∂x(t₁)/∂x(t₀) = V(t₁)   for V(t₀) = 1                                                (2)
//! ```
//!
//! (1) is a field like any other, followed by dop853. Where it is stiff, x is followed by radau and V by the
//! same collocation on each of its steps ([`Implicit`]). A [`Flow`] gives (2); whoever has series of the
//! variations may offer a better one.

mod implicit;

use std::ops::ControlFlow;

use crate::dop853::Dop853;
use crate::events::Event;
use crate::field::{FieldError, Jacobian, VectorField};
use crate::follow::{Observer as _, Settings, Step, follow};
use crate::manifold::{Manifold, Projection, largest};
use crate::radau::Radau;
use crate::stop::Stop;
use implicit::Implicit;

/// The longest step of a stiff flow, as a part of its time.
pub const LONGEST: f64 = 0.125;

/// The end of a motion and its derivative by the start.
pub trait Flow {
    /// The number of components of the state.
    fn dim(&self) -> usize;

    /// From `(t₀, x₀)` to `t₁`: writes x(t₁), and V(t₁) where `V` holds V(t₀) (columns side by
    /// side, dim rows).
    ///
    /// # Errors
    /// The motion ends before `t₁`.
    fn flow(
        &self,
        start: (f64, &[f64]),
        end: f64,
        x: &mut [f64],
        V: &mut [f64],
    ) -> Result<(), Stop>;
}

/// The flow of a field on a manifold.
pub struct Variations<'a> {
    /// The field.
    pub field: &'a dyn Jacobian,
    /// Where its states lie.
    pub manifold: &'a dyn Manifold,
    /// The error per step, relative to the scales.
    pub tolerance: f64,
    /// The largest number of steps.
    pub most_steps: u64,
    /// Is it followed by radau, and not by dop853? Its steps are no longer than [`LONGEST`] of the time.
    pub is_stiff: bool,
    /// Watched quantities that end the flow; it then has the state and V there.
    pub events: Vec<Event>,
    /// Who is told the time after each step and its length, and may interrupt the flow.
    pub listener: Option<&'a Listener<'a>>,
}

/// Who is told the time after each step and its length, and may break off.
pub type Listener<'a> = dyn Fn(f64, f64) -> ControlFlow<()> + 'a;

impl std::fmt::Debug for Variations<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Variations").field("tolerance", &self.tolerance).finish()
    }
}

impl<'a> Variations<'a> {
    /// At the finest tolerance that makes sense for dop853.
    #[must_use]
    pub fn new(field: &'a dyn Jacobian, manifold: &'a dyn Manifold) -> Self {
        let (tolerance, most_steps, events) = (1e-13, u64::MAX, Vec::new());
        let (is_stiff, listener) = (false, None);
        Variations { field, manifold, tolerance, most_steps, is_stiff, events, listener }
    }

    fn settings(&self, end: f64) -> Settings {
        let (most_steps, events) = (self.most_steps, self.events.clone());
        Settings { most_steps, events, ..Settings::to(end) }
    }

    fn tell(&self, step: &Step<'_>) -> ControlFlow<()> {
        let told = self.listener.map(|listener| listener(step.t, step.piece.h));
        told.unwrap_or(ControlFlow::Continue(()))
    }

    /// The flow by radau; V is followed on each step.
    fn stiff_flow(
        &self,
        (t, start): (f64, &[f64]),
        end: f64,
        x: &mut [f64],
        V: &mut [f64],
    ) -> Result<(), Stop> {
        let mut method = Radau::new(self.field, self.tolerance);
        let mut variation = Implicit::new(self.field, V);
        let mut observer = |step: &Step<'_>| match variation.step(step) {
            ControlFlow::Continue(()) => self.tell(step),
            ControlFlow::Break(()) => ControlFlow::Break(()),
        };
        let settings = Settings { longest: LONGEST * (end - t).abs(), ..self.settings(end) };
        let ending = follow(&mut method, self.manifold, (t, start), &settings, &mut observer);
        x.copy_from_slice(&ending.x);
        match variation.failure {
            Some(error) => Err(Stop::Field { t: ending.t, error }),
            None if ending.stop == Stop::End => Ok(()),
            None => Err(ending.stop),
        }
    }
}

impl Flow for Variations<'_> {
    fn dim(&self) -> usize {
        self.field.dim()
    }

    fn flow(
        &self,
        (t, start): (f64, &[f64]),
        end: f64,
        x: &mut [f64],
        V: &mut [f64],
    ) -> Result<(), Stop> {
        if self.is_stiff {
            return self.stiff_flow((t, start), end, x, V);
        }
        let n = self.dim();
        let lifted = Lifted::new(self, start, V);
        let both: Vec<f64> = start.iter().chain(&*V).copied().collect();
        let mut method = Dop853::new(&lifted, self.tolerance);
        let observer = &mut |step: &Step<'_>| self.tell(step);
        let ending = follow(&mut method, &lifted, (t, &both), &self.settings(end), observer);
        x.copy_from_slice(&ending.x[..n]);
        V.copy_from_slice(&ending.x[n..]);
        if ending.stop == Stop::End { Ok(()) } else { Err(ending.stop) }
    }
}

/// The part of the largest variation by which small ones are measured.
const PART: f64 = 1e-3;

/// Equation (1) as a field, on the manifold of x.
struct Lifted<'a> {
    of: &'a Variations<'a>,
    columns: usize,
    J: std::cell::RefCell<Vec<f64>>,
    scales: Vec<f64>,
    angles: Vec<bool>,
}

impl<'a> Lifted<'a> {
    /// An entry of x or V is measured by itself and by a part of the largest: one that is zero at the
    /// start, or would be but for round-off, does not shorten the steps.
    fn new(of: &'a Variations<'a>, x: &[f64], V: &[f64]) -> Self {
        let (n, columns) = (of.dim(), V.len() / of.dim().max(1));
        let least = PART * if largest(x) > 0.0 { largest(x) } else { 1.0 };
        let given = of.manifold.scales().iter();
        let mut scales: Vec<f64> = given.map(|&s| if s > 0.0 { s } else { least }).collect();
        scales.resize(n + n * columns, PART * largest(V));
        let mut angles = of.manifold.angles().to_vec();
        angles.resize(n + n * columns, false);
        Lifted { of, columns, J: std::cell::RefCell::new(vec![0.0; n * n]), scales, angles }
    }
}

impl VectorField for Lifted<'_> {
    fn dim(&self) -> usize {
        self.scales.len()
    }

    fn rate(&self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), FieldError> {
        let (n, k) = (self.of.dim(), self.columns);
        let (x, V) = x.split_at(n);
        let (dx, dV) = dx.split_at_mut(n);
        let J = &mut *self.J.borrow_mut();
        self.of.field.rate(t, x, dx)?;
        if k == 0 {
            return Ok(());
        }
        self.of.field.jacobian(t, x, J)?;
        for i in 0..n {
            for c in 0..k {
                dV[i * k + c] = (0..n).map(|j| J[i * n + j] * V[j * k + c]).sum();
            }
        }
        Ok(())
    }

    fn watches(&self) -> usize {
        self.of.field.watches()
    }

    fn watch(&self, t: f64, x: &[f64], g: &mut [f64]) -> Result<(), FieldError> {
        self.of.field.watch(t, &x[..self.of.dim()], g)
    }
}

impl Manifold for Lifted<'_> {
    fn project(&self, t: f64, x: &mut [f64]) -> Result<Projection, FieldError> {
        self.of.manifold.project(t, &mut x[..self.of.dim()])
    }

    fn scales(&self) -> &[f64] {
        &self.scales
    }

    fn angles(&self) -> &[bool] {
        &self.angles
    }
}
