//! A two-point problem in sizes of its own, so that a residual has no unit.
//!
//! ```text
//! y = x/s,   ∂y₁/∂y₀ = S⁻¹ Φ S,   b ← b/r                                           (1)
//! ```
//!
//! with the size sᵢ of each entry of the state, S = diag s, and the size r of each condition. Lengths have the
//! size of the largest one at both ends, so that no direction counts more than another; an angle has the size
//! 1; a velocity its share in the time. What shooting calls solved is then the same for molecules and for planets.

#![allow(non_snake_case, reason = "V is the symbol of the papers")]

use alembert_flow::{Boundary, Flow, Stop};

use crate::walk::run::course::Course;

/// The sizes of the entries of a state that has these values at one of the ends, in a time of this length.
pub(super) fn sizes(course: &Course, values: &[f64], time: f64) -> Vec<f64> {
    let mut sizes: Vec<f64> = values.iter().map(|v| v.abs()).collect();
    let is_length = |i: &usize| !course.angles[*i];
    let most = course.level(0).filter(is_length).fold(0.0, |most: f64, i| most.max(sizes[i]));
    let most = if most > 0.0 { most } else { 1.0 };
    for i in course.level(0) {
        sizes[i] = if is_length(&i) { most } else { 1.0 };
    }
    for k in 1..course.motion.manifold.len() {
        for (below, i) in course.level(k - 1).zip(course.level(k)) {
            sizes[i] = sizes[i].max(sizes[below] / time);
        }
    }
    let rest = course.level(course.motion.manifold.len() - 1).end;
    sizes[rest..].iter_mut().for_each(|size| *size = size.max(1.0));
    sizes
}

/// A flow and its conditions in sizes.
pub(super) struct InSizes<'a> {
    pub(super) flow: &'a dyn Flow,
    pub(super) ends: &'a dyn Boundary,
    /// s.
    pub(super) sizes: &'a [f64],
    /// r.
    pub(super) rows: &'a [f64],
}

impl InSizes<'_> {
    /// y of x.
    pub(super) fn inward(&self, x: &[f64]) -> Vec<f64> {
        x.iter().zip(self.sizes).map(|(x, s)| x / s).collect()
    }

    /// x of y.
    pub(super) fn outward(&self, y: &[f64]) -> Vec<f64> {
        y.iter().zip(self.sizes).map(|(y, s)| y * s).collect()
    }

    /// Derivatives of conditions by x become those by y.
    fn scale(&self, by: &mut [f64]) {
        let n = self.sizes.len();
        for (k, entry) in by.iter_mut().enumerate() {
            *entry *= self.sizes[k % n] / self.rows[k / n]; // (1)
        }
    }
}

impl Flow for InSizes<'_> {
    fn dim(&self) -> usize {
        self.flow.dim()
    }

    fn flow(
        &self,
        (from, start): (f64, &[f64]),
        end: f64,
        x: &mut [f64],
        V: &mut [f64],
    ) -> Result<(), Stop> {
        let columns = V.len() / self.sizes.len().max(1);
        let size = |k: usize| self.sizes[k / columns];
        V.iter_mut().enumerate().for_each(|(k, v)| *v *= size(k));
        self.flow.flow((from, &self.outward(start)), end, x, V)?;
        V.iter_mut().enumerate().for_each(|(k, v)| *v /= size(k)); // (1)
        x.iter_mut().zip(self.sizes).for_each(|(x, s)| *x /= s);
        Ok(())
    }
}

impl Boundary for InSizes<'_> {
    fn conditions(&self, first: &[f64], last: &[f64], b: &mut [f64]) {
        self.ends.conditions(&self.outward(first), &self.outward(last), b);
        b.iter_mut().zip(self.rows).for_each(|(b, r)| *b /= r); // (1)
    }

    fn derivatives(&self, first: &[f64], last: &[f64], by_first: &mut [f64], by_last: &mut [f64]) {
        let (first, last) = (self.outward(first), self.outward(last));
        self.ends.derivatives(&first, &last, by_first, by_last);
        self.scale(by_first);
        self.scale(by_last);
    }
}
