//! Column-pivoted QR by Householder reflections: rank, range and null space of a set of columns.
//!
//! ```text
//! C D P = Q ⎡ R₁₁ R₁₂ ⎤,      R₁₁ upper triangular, r × r                                  (1)
//!           ⎣  0   ~0 ⎦
//! ```
//!
//! D scales each column to a norm between 1 and 2 by a power of two, P brings the longest remaining
//! column to the front. The rank r is reached when that is shorter than
//! [`RANK_THRESHOLD`](super::RANK_THRESHOLD) of the first.

use super::vector::{dot, norm, subtract_multiple, unit_scale};
use super::{CONTRADICTION, RANK_THRESHOLD, SILENT, SolveError};
use crate::numeric::real::Real;

/// The factors of (1) for m columns of length n.
pub(super) struct PivotedQr<T> {
    /// Column k of `Q` is the k-th reflection `I − 2 v vᵀ/vᵀv`, given by v.
    reflections: Vec<Vec<T>>,
    /// The columns of R, in the order of `order`.
    columns: Vec<Vec<T>>,
    /// P: the original number of each column.
    pub(super) order: Vec<usize>,
    /// D, by original number.
    pub(super) scales: Vec<T>,
    /// r.
    pub(super) rank: usize,
    /// The last diagonal entry of R₁₁ over the first, 1 if there is none.
    pub(super) ratio: f64,
}

impl<T: Real> PivotedQr<T> {
    /// Factorises the matrix with the given columns.
    pub(super) fn new(mut columns: Vec<Vec<T>>) -> Self {
        let mut scales = Vec::new();
        for column in &mut columns {
            let scale = T::from(unit_scale(norm(column).to_f64()));
            column.iter_mut().for_each(|x| *x = *x * scale);
            scales.push(scale);
        }
        let order = (0..columns.len()).collect();
        let mut qr = Self { reflections: vec![], columns, order, scales, rank: 0, ratio: 1.0 };
        let mut first = T::from(0.0);
        while let Some((pivot, length)) = qr.longest_column() {
            if qr.rank == 0 {
                first = length;
            }
            let ratio = (length / first).to_f64();
            if length <= T::from(0.0) || ratio < RANK_THRESHOLD {
                break;
            }
            qr.eliminate(pivot, length);
            qr.ratio = ratio;
        }
        qr
    }

    /// The longest remaining column below the rows that are done, and its length.
    fn longest_column(&self) -> Option<(usize, T)> {
        let k = self.rank;
        let lengths = self.columns.iter().enumerate().skip(k);
        let lengths = lengths.filter(|(_, c)| c.len() > k).map(|(j, c)| (j, norm(&c[k..])));
        lengths.fold(None, |best, (j, length)| match best {
            Some((_, longest)) if longest >= length => best,
            _ => Some((j, length)),
        })
    }

    /// Reflects the pivot column onto the next axis.
    fn eliminate(&mut self, pivot: usize, length: T) {
        let k = self.rank;
        self.columns.swap(k, pivot);
        self.order.swap(k, pivot);
        let mut v = vec![T::from(0.0); k];
        v.extend_from_slice(&self.columns[k][k..]);
        v[k] = if v[k] < T::from(0.0) { v[k] - length } else { v[k] + length };
        for column in &mut self.columns[k..] {
            reflect(&v, column);
        }
        self.reflections.push(v);
        self.rank += 1;
    }

    /// Qᵀ b.
    pub(super) fn q_transposed(&self, mut b: Vec<T>) -> Vec<T> {
        self.reflections.iter().for_each(|v| reflect(v, &mut b));
        b
    }

    /// Q b.
    pub(super) fn q(&self, mut b: Vec<T>) -> Vec<T> {
        self.reflections.iter().rev().for_each(|v| reflect(v, &mut b));
        b
    }

    /// x with R₁₁ x = b.
    pub(super) fn solve(&self, b: &[T]) -> Vec<T> {
        let mut x = b[..self.rank].to_vec();
        for i in (0..self.rank).rev() {
            x[i] = x[i] / self.columns[i][i];
            let (before, current) = x.split_at_mut(i);
            subtract_multiple(before, current[0], &self.columns[i]);
        }
        x
    }

    /// (P D g)ₖ.
    fn scaled(&self, g: &[T], k: usize) -> T {
        g[self.order[k]] * self.scales[self.order[k]]
    }

    /// The coordinates w = (Qᵀ u)₁ of the vectors u with `cₐᵀ u = gₐ` for the independent columns:
    /// R₁₁ᵀ w = (P D g)₁.
    pub(super) fn coordinates(&self, g: &[T]) -> Vec<T> {
        let mut w: Vec<T> = Vec::with_capacity(self.rank);
        for k in 0..self.rank {
            let rest = self.scaled(g, k) - dot(&self.columns[k][..k], &w);
            w.push(rest / self.columns[k][k]);
        }
        w
    }

    /// Whether the dependent columns agree: R₁₂ᵀ w = (P D g)₂, up to a fraction of the terms of the
    /// sum and of `size`, the length of u.
    pub(super) fn agreement(&self, g: &[T], w: &[T], size: f64) -> Result<(), SolveError> {
        for k in self.rank..self.columns.len() {
            let right = self.scaled(g, k);
            let rest = (right - dot(&self.columns[k][..self.rank], w)).to_f64().abs();
            let terms = self.columns[k].iter().zip(w).map(|(&r, &w)| (r * w).to_f64().abs());
            let scale = terms.sum::<f64>() + right.to_f64().abs() + size;
            if rest > CONTRADICTION * scale + SILENT {
                return Err(self.contradiction(k, g));
            }
        }
        Ok(())
    }

    /// The combination of columns that vanishes, for the dependent column k: D P (−R₁₁⁻¹ r, 1).
    fn null_vector(&self, k: usize) -> Vec<T> {
        let mut null = vec![T::from(0.0); self.columns.len()];
        for (i, x) in self.solve(&self.columns[k]).into_iter().enumerate() {
            null[self.order[i]] = -x * self.scales[self.order[i]];
        }
        null[self.order[k]] = self.scales[self.order[k]];
        null
    }

    fn contradiction(&self, k: usize, g: &[T]) -> SolveError {
        let null = self.null_vector(k);
        let signed = |best: T, &x: &T| if x.abs() > best.abs() { x } else { best };
        let largest = null.iter().fold(T::from(0.0), signed);
        let residual = (dot(&null, g) / largest).to_f64();
        let null_vector = null.iter().map(|&x| (x / largest).to_f64()).collect();
        SolveError::Inconsistent { null_vector, residual }
    }

    /// The shortest λ for which `Σ λₐ cₐ` is the same: λ without its part in the null space.
    pub(super) fn least_norm(&self, mut lambda: Vec<T>) -> Vec<T> {
        let mut basis: Vec<Vec<T>> = Vec::new();
        for k in self.rank..self.columns.len() {
            let mut null = self.null_vector(k);
            // twice is enough for orthogonality up to rounding
            for _ in 0..2 {
                basis.iter().for_each(|unit| remove(unit, &mut null));
                let length = norm(&null);
                null.iter_mut().for_each(|x| *x = *x / length);
            }
            basis.push(null);
        }
        for _ in 0..2 {
            basis.iter().for_each(|unit| remove(unit, &mut lambda));
        }
        lambda
    }
}

/// `b − 2 v (vᵀb)/(vᵀv)`, in place.
fn reflect<T: Real>(v: &[T], b: &mut [T]) {
    let factor = T::from(2.0) * dot(v, b) / dot(v, v);
    subtract_multiple(b, factor, v);
}

/// Takes the component along a unit vector away.
fn remove<T: Real>(unit: &[T], b: &mut [T]) {
    let component = dot(unit, b);
    subtract_multiple(b, component, unit);
}
