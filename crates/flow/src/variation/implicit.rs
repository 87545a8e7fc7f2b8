//! Variations along the steps of radau, by the collocation that made them.
//!
//! With the nodes cᵢ and the coefficients aᵢⱼ of Radau, on a step of length h,
//!
//! ```text
//! Zᵢ = h Σ aᵢⱼ Jⱼ (V + Zⱼ),   V₁ = V + Z₃,   Jⱼ = J(t + cⱼ h, x(t + cⱼ h))                    (1)
//! ```
//!
//! This is the same collocation along the polynomial of the step. What decays much faster than a step lasts is damped,
//! but not at its own rate.

use std::ops::ControlFlow;

use crate::field::{FieldError, Jacobian};
use crate::follow::{Observer, Step};
use crate::linear::Factors;
use crate::quadrature::Nodes;

const S: usize = 3;

/// Follows V along the steps of x.
pub(super) struct Implicit<'a> {
    field: &'a dyn Jacobian,
    V: &'a mut [f64],
    nodes: Nodes,
    stages: Factors,
    x: Vec<f64>,
    /// J at the three nodes.
    J: Vec<f64>,
    right: Vec<f64>,
    /// Why J had no value.
    pub(super) failure: Option<FieldError>,
}

impl<'a> Implicit<'a> {
    pub(super) fn new(field: &'a dyn Jacobian, V: &'a mut [f64]) -> Self {
        let n = field.dim();
        let (x, J, right) = (vec![0.0; n], vec![0.0; S * n * n], vec![0.0; S * n]);
        let (nodes, stages) = (Nodes::radau(S), Factors::new(S * n));
        Self { field, V, nodes, stages, x, J, right, failure: None }
    }

    /// Equation (1).
    fn advance(&mut self, step: &Step<'_>) -> Result<(), FieldError> {
        let (n, h) = (self.x.len(), step.piece.h);
        for i in 0..S {
            step.piece.at(self.nodes.c[i] * h, &mut self.x);
            let J = &mut self.J[i * n * n..(i + 1) * n * n];
            self.field.jacobian(step.piece.t + self.nodes.c[i] * h, &self.x, J)?;
        }
        let entry = |i: usize, p: usize, j: usize, q: usize| {
            h * self.nodes.a[i * S + j] * self.J[(j * n + p) * n + q]
        };
        for (place, index) in self.stages.matrix().iter_mut().zip(0usize..) {
            let (row, column) = (index / (S * n), index % (S * n));
            let unit = f64::from(u8::from(row == column));
            *place = unit - entry(row / n, row % n, column / n, column % n);
        }
        self.stages.factorise_above(0.0);
        let columns = self.V.len() / n.max(1);
        for c in 0..columns {
            for row in 0..S * n {
                let sum = |j: usize| -> f64 {
                    (0..n).map(|q| entry(row / n, row % n, j, q) * self.V[q * columns + c]).sum()
                };
                self.right[row] = (0..S).map(sum).sum();
            }
            self.stages.solve(&mut self.right);
            (0..n).for_each(|p| self.V[p * columns + c] += self.right[(S - 1) * n + p]);
        }
        Ok(())
    }
}

impl Observer for Implicit<'_> {
    fn step(&mut self, step: &Step<'_>) -> ControlFlow<()> {
        match self.advance(step) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}
