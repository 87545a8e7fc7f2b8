//! The polynomial of one step.
//!
//! ```text
//! x(t + τ) = Σ c_k τᵏ,     0 ≤ τ ≤ h  (h ≤ τ ≤ 0 for a run backwards)          (1)
//! ```
//!
//! Every method writes its step in this form, so dense output and events are the same for all.

use crate::number::{Number, float};

/// A polynomial in the time since the beginning of a step.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece<R: Number = f64> {
    /// The time at which the step begins.
    pub t: R,
    /// Its length; negative for a run backwards.
    pub h: R,
    /// The number of components.
    pub dim: usize,
    /// The degree.
    pub order: usize,
    /// The coefficient of τᵏ in component i at index `k * dim + i`.
    pub c: Vec<R>,
    /// x(t + h) − x(t), with fewer rounding errors than the difference of values.
    pub increment: Vec<R>,
}

impl<R: Number> Piece<R> {
    /// A polynomial of a degree, zero for now.
    #[must_use]
    pub fn new(dim: usize, order: usize) -> Self {
        let zero = R::from(0.0);
        let c = vec![zero; (order + 1) * dim];
        Piece { t: zero, h: zero, dim, order, c, increment: vec![zero; dim] }
    }

    /// Equation (1), `tau` after the beginning.
    pub fn at(&self, tau: R, x: &mut [R]) {
        x.fill(R::from(0.0));
        for row in self.c[self.dim..].chunks_exact(self.dim.max(1)).rev() {
            x.iter_mut().zip(row).for_each(|(x, &c)| *x = (*x + c) * tau);
        }
        x.iter_mut().zip(&self.c).for_each(|(x, &c)| *x = *x + c);
    }

    /// Component i of x(t + τ) − x(t).
    pub(crate) fn rise(&self, tau: R, i: usize) -> R {
        (1..=self.order).rev().fold(R::from(0.0), |sum, k| (sum + self.c[k * self.dim + i]) * tau)
    }

    /// The derivative at τ.
    pub(crate) fn slope(&self, tau: R, slope: &mut [R]) {
        slope.fill(R::from(0.0));
        for (k, row) in self.c.chunks_exact(self.dim.max(1)).enumerate().skip(1).rev() {
            let k = R::from(float(k));
            slope.iter_mut().zip(row).for_each(|(s, &c)| *s = *s * tau + k * c);
        }
    }

    /// Sets the increment to the rise over the whole step.
    pub(crate) fn close(&mut self) {
        for i in 0..self.dim {
            self.increment[i] = self.rise(self.h, i);
        }
    }

    /// Adds a correction δ (3θ² − 2θ³), θ = τ/h, to component i: zero at the beginning, δ at the
    /// end, with no change of the slopes there. Only for degrees of at least 3.
    pub(crate) fn lead_to(&mut self, i: usize, delta: R) {
        let (h2, h3) = (self.h * self.h, self.h * self.h * self.h);
        self.c[2 * self.dim + i] = self.c[2 * self.dim + i] + R::from(3.0) * delta / h2;
        self.c[3 * self.dim + i] = self.c[3 * self.dim + i] - R::from(2.0) * delta / h3;
    }
}
