//! First-order variations of a motion: how its end changes with its start.
//!
//! ```text
//! ẋ = f(t, x),   V̇ = J(t, x) V                                                            (1)
//! Φ = ∂x(t₁)/∂x(t₀) = V(t₁)   for V(t₀) = 1                                                (2)
//! ```
//!
//! (1) is a field like any other, followed by dop853. A [`Flow`] gives (2); whoever has series of
//! the variations may offer a better one.

use std::ops::ControlFlow;

use crate::dop853::Dop853;
use crate::field::{FieldError, Jacobian, VectorField};
use crate::follow::{Settings, Step, follow};
use crate::manifold::{Manifold, Projection, largest};
use crate::stop::Stop;

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

/// The flow of a field on a manifold, by dop853.
pub struct Variations<'a> {
    /// The field.
    pub field: &'a dyn Jacobian,
    /// Where its states lie.
    pub manifold: &'a dyn Manifold,
    /// The error per step, relative to the scales.
    pub tolerance: f64,
    /// The largest number of steps.
    pub most_steps: u64,
}

impl std::fmt::Debug for Variations<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Variations").field("tolerance", &self.tolerance).finish()
    }
}

impl<'a> Variations<'a> {
    /// At the finest tolerance that makes sense for dop853.
    #[must_use]
    pub fn new(field: &'a dyn Jacobian, manifold: &'a dyn Manifold) -> Self {
        Variations { field, manifold, tolerance: 1e-13, most_steps: u64::MAX }
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
        let n = self.dim();
        let lifted = Lifted::new(self, start, V);
        let both: Vec<f64> = start.iter().chain(&*V).copied().collect();
        let mut method = Dop853::new(&lifted, self.tolerance);
        let quiet = &mut |_: &Step<'_>| ControlFlow::Continue(());
        let settings = Settings { most_steps: self.most_steps, ..Settings::to(end) };
        let ending = follow(&mut method, &lifted, (t, &both), &settings, quiet);
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
        self.of.field.jacobian(t, x, J)?;
        for i in 0..n {
            for c in 0..k {
                dV[i * k + c] = (0..n).map(|j| J[i * n + j] * V[j * k + c]).sum();
            }
        }
        Ok(())
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
