//! P S W = L U with partial pivoting of scaled rows, and one refinement, in place.

use alembert_algebra::numeric::Real;

use super::{largest, unit_scale};

/// The factors of a square matrix, and the matrix itself for residuals.
#[derive(Debug, Clone)]
pub(super) struct Lu<T> {
    size: usize,
    matrix: Vec<T>,
    factors: Vec<T>,
    scales: Vec<T>,
    order: Vec<usize>,
    /// The number of pivots that are not zero.
    pub(super) rank: usize,
    first: Vec<T>,
    rest: Vec<T>,
}

impl<T: Real> Lu<T> {
    pub(super) fn new() -> Self {
        let [matrix, factors, scales, first, rest] = [const { Vec::new() }; 5];
        Self { size: 0, matrix, factors, scales, order: Vec::new(), rank: 0, first, rest }
    }

    /// Factorises the matrix with the given entries; pivots below `64 n ε` of the largest are zero.
    pub(super) fn factorise(&mut self, size: usize, entry: impl Fn(usize, usize) -> T) {
        self.size = size;
        self.matrix.clear();
        self.matrix.extend((0..size * size).map(|e| entry(e / size, e % size)));
        self.scales.clear();
        for row in self.matrix.chunks_exact(size.max(1)) {
            self.scales.push(T::from(unit_scale(largest(row))));
        }
        let scales = &self.scales;
        self.factors.clear();
        let scaled = self.matrix.iter().enumerate().map(|(e, &x)| x * scales[e / size]);
        self.factors.extend(scaled);
        self.order.clear();
        self.order.extend(0..size);
        self.rank = 0;
        while self.rank < size && self.eliminate() {}
    }

    fn eliminate(&mut self) -> bool {
        let (k, n) = (self.rank, self.size);
        let size = |i: usize| self.factors[i * n + k].to_f64().abs();
        let pivot = (k..n).fold(k, |best, i| if size(i) > size(best) { i } else { best });
        if size(pivot) <= 64.0 * n as f64 * T::EPSILON {
            return false;
        }
        if pivot != k {
            (0..n).for_each(|j| self.factors.swap(k * n + j, pivot * n + j));
            self.order.swap(k, pivot);
        }
        let (above, below) = self.factors.split_at_mut((k + 1) * n);
        let pivot_row = &above[k * n..];
        for row in below.chunks_exact_mut(n) {
            row[k] = row[k] / pivot_row[k];
            let factor = row[k];
            super::subtract_multiple(&mut row[k + 1..], factor, &pivot_row[k + 1..]);
        }
        self.rank += 1;
        true
    }

    /// W⁻¹ h in place, refined once.
    pub(super) fn solve(&mut self, h: &mut [T]) {
        let n = self.size;
        let mut first = std::mem::take(&mut self.first);
        let mut rest = std::mem::take(&mut self.rest);
        self.substitute(h, &mut first);
        rest.clear();
        rest.extend((0..n).map(|i| T::residual(h[i], &self.matrix[i * n..(i + 1) * n], &first)));
        h.copy_from_slice(&first);
        self.substitute(&rest, &mut first);
        h.iter_mut().zip(&first).for_each(|(h, &dh)| *h = *h + dh);
        (self.first, self.rest) = (first, rest);
    }

    fn substitute(&self, h: &[T], x: &mut Vec<T>) {
        let n = self.size;
        x.clear();
        x.extend(self.order.iter().map(|&i| h[i] * self.scales[i]));
        for i in 0..n {
            let row = &self.factors[i * n..i * n + i];
            x[i] = x[i] - super::dot(row, &x[..i]);
        }
        for i in (0..n).rev() {
            let row = &self.factors[i * n + i + 1..(i + 1) * n];
            x[i] = (x[i] - super::dot(row, &x[i + 1..])) / self.factors[i * n + i];
        }
    }
}
