//! The equations of sensitivities as a field on the constraints of the motion.
//!
//! ```text
//! ẋ = f(t, x, p),   Ṡ = (∂f/∂x) S + (∂f/∂p) dp/dθ                                        (1)
//! ```

#![allow(non_snake_case, reason = "S is the symbol of the papers")]

use std::cell::RefCell;

use alembert_flow::{FieldError, Manifold, Projection, VectorField};
use alembert_kernel::{Kernel, KernelError, Program, Workspace};

use super::{Leg, Ready};
use crate::walk::run::field::said;

/// The rates of a motion as functions of everything, what is fixed included.
pub(super) fn rates_of_all(ready: &Ready<'_>, leg: &Leg) -> Result<Kernel<f64>, KernelError> {
    let lowered = &ready.lowered;
    let rates: Vec<usize> = (0..lowered.moving - 1).collect();
    Program::new(&lowered.tape, lowered.moving + leg.fixed.len(), &rates).bind(&[])
}

/// Equation (1) on a leg, for y = (x, S) with S row by row.
pub(super) struct Sensitive<'a> {
    kernel: &'a Kernel<f64>,
    leg: &'a Leg,
    /// dp/dθ for each column of S.
    by_fixed: &'a [Vec<f64>],
    dim: usize,
    scales: Vec<f64>,
    angles: Vec<bool>,
    room: RefCell<(Workspace<f64>, Vec<f64>, Vec<f64>)>,
}

impl<'a> Sensitive<'a> {
    /// With measures for the entries of y that have none of their own.
    pub(super) fn new(
        kernel: &'a Kernel<f64>,
        leg: &'a Leg,
        by_fixed: &'a [Vec<f64>],
        measures: &[f64],
    ) -> Self {
        let dim = kernel.program().outputs();
        let whole = dim * (1 + by_fixed.len());
        let mut angles = Manifold::angles(&leg.surface).to_vec();
        angles.resize(whole, false);
        let given = Manifold::scales(&leg.surface).iter().chain(std::iter::repeat(&0.0));
        let scales = given.zip(measures).map(|(&own, &size)| if own > 0.0 { own } else { size });
        let scales: Vec<f64> = scales.collect();
        let j = vec![0.0; dim * (dim + leg.fixed.len())];
        let room = RefCell::new((Workspace::default(), Vec::new(), j));
        Self { kernel, leg, by_fixed, dim, scales, angles, room }
    }
}

impl VectorField for Sensitive<'_> {
    fn dim(&self) -> usize {
        self.scales.len()
    }

    fn rate(&self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), FieldError> {
        let fixed = &self.leg.fixed;
        let (n, k, w) = (self.dim, self.by_fixed.len(), self.dim + fixed.len());
        let (x, S) = y.split_at(n);
        let (space, out, j) = &mut *self.room.borrow_mut();
        let at = [&[t], x, fixed].concat();
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

    fn watches(&self) -> usize {
        self.leg.field.watches()
    }

    fn watch(&self, t: f64, y: &[f64], u: &mut [f64]) -> Result<(), FieldError> {
        self.leg.field.watch(t, &y[..self.dim], u)
    }
}

impl Manifold for Sensitive<'_> {
    fn project(&self, t: f64, y: &mut [f64]) -> Result<Projection, FieldError> {
        self.leg.surface.project(t, &mut y[..self.dim])
    }

    fn scales(&self) -> &[f64] {
        &self.scales
    }

    fn angles(&self) -> &[bool] {
        &self.angles
    }
}
