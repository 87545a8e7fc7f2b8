//! Rates, and the arguments of `abs` and `sign` with their rates and slopes, at a state.

use alembert_flow::{FieldError, VectorField};

use super::Leg;

/// A zero is near when it is reached in this part of the time.
pub(super) const NEAR: f64 = 1e-9;
/// The part of its terms below which a sum is round-off.
pub(super) const ROUND_OFF: f64 = 1e-12;

/// The rates, and the arguments with their rates and slopes.
pub(super) struct Slopes {
    pub(super) f: Vec<f64>,
    pub(super) u: Vec<f64>,
    /// u̇; 0 where it is round-off.
    pub(super) rates: Vec<f64>,
    /// By time and by the state, row by row.
    slopes: Vec<f64>,
    /// The size of the terms of each argument, as far as slopes tell.
    pub(super) sizes: Vec<f64>,
}

impl Slopes {
    pub(super) fn at(leg: &Leg, (t, x): (f64, &[f64])) -> Result<Self, FieldError> {
        let (n, count) = (x.len(), leg.field.watches());
        let (mut f, mut u) = (vec![0.0; n], vec![0.0; count]);
        let mut slopes = vec![0.0; count * (n + 1)];
        leg.field.rate(t, x, &mut f)?;
        leg.field.watch(t, x, &mut u)?;
        leg.field.watched_slopes((t, x), &mut slopes)?;
        let terms = |row: &[f64]| -> Vec<f64> {
            row[1..].iter().zip(&f).map(|(a, b)| a * b).chain([row[0]]).collect()
        };
        let rate = |row: &[f64]| {
            let (sum, size) = terms(row).iter().fold((0.0, 0.0), |(s, z), a| (s + a, z + a.abs()));
            if sum.abs() <= ROUND_OFF * size { 0.0 } else { sum }
        };
        let size = |row: &[f64]| {
            row[1..].iter().zip(x).map(|(a, b)| (a * b).abs()).sum::<f64>() + (row[0] * t).abs()
        };
        let rates = slopes.chunks(n + 1).map(rate).collect();
        let sizes = slopes.chunks(n + 1).map(size).collect();
        Ok(Self { f, u, rates, slopes, sizes })
    }

    /// Is argument k zero, as far as can be told in so long a time?
    pub(super) fn vanishes(&self, k: usize, time: f64) -> bool {
        self.u[k].abs() <= NEAR * (self.rates[k] * time).abs()
    }

    /// Is argument k small beside its terms?
    pub(super) fn is_small(&self, k: usize) -> bool {
        self.u[k].abs() <= NEAR * self.sizes[k]
    }

    /// ∂u/∂t and ∇u of argument k.
    pub(super) fn row(&self, k: usize) -> &[f64] {
        let width = self.f.len() + 1;
        &self.slopes[k * width..(k + 1) * width]
    }

    /// Do two arguments vanish on the same surface?
    pub(super) fn is_same(&self, k: usize, l: usize) -> bool {
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let (a, b) = (self.row(k), self.row(l));
        dot(a, b).powi(2) >= (1.0 - ROUND_OFF) * dot(a, a) * dot(b, b)
    }
}
