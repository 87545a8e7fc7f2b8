//! Column-pivoted QR by Householder reflections, with nothing allocated after the first time.
//!
//! ```text
//! C D P = Q ⎡ R₁₁ R₁₂ ⎤,      R₁₁ upper triangular, r × r                                  (1)
//!           ⎣  0   ~0 ⎦
//! ```
//!
//! D scales each column to a length between 1 and 2 by a power of two, P brings the longest remaining
//! column to the front.

use alembert_algebra::numeric::Real;
use alembert_algebra::numeric::solve::{CONTRADICTION, RANK_THRESHOLD, SILENT, SolveError};

use super::{dot, norm, subtract_multiple, unit_scale};

/// The factors of (1) for m columns of length n.
#[derive(Debug, Clone)]
pub(super) struct PivotedQr<T> {
    n: usize,
    /// The columns of R, in the order of `order`; below the diagonal, the reflections.
    columns: Vec<T>,
    /// The heads of the reflections, and `2/vᵀv`.
    heads: Vec<(T, T)>,
    /// P: the original number of each column.
    pub(super) order: Vec<usize>,
    /// D, by original number.
    pub(super) scales: Vec<T>,
    /// r.
    pub(super) rank: usize,
    /// The last diagonal entry of R₁₁ over the first, 1 if there is none.
    pub(super) ratio: f64,
    /// The largest column that was left over, over the first diagonal entry.
    pub(super) left_over: f64,
}

impl<T: Real> PivotedQr<T> {
    pub(super) fn new() -> Self {
        let (columns, heads) = (Vec::new(), Vec::new());
        let (order, scales) = (Vec::new(), Vec::new());
        Self { n: 0, columns, heads, order, scales, rank: 0, ratio: 1.0, left_over: 0.0 }
    }

    /// Factorises m columns of length n, which `fill` writes one after the other.
    pub(super) fn factorise(&mut self, n: usize, m: usize, mut fill: impl FnMut(usize, &mut [T])) {
        self.n = n;
        self.columns.clear();
        self.columns.resize(n * m, T::from(0.0));
        self.order.clear();
        self.order.extend(0..m);
        self.scales.clear();
        self.heads.clear();
        for k in 0..m {
            let column = &mut self.columns[k * n..(k + 1) * n];
            fill(k, column);
            let scale = T::from(unit_scale(norm(column).to_f64()));
            column.iter_mut().for_each(|x| *x = *x * scale);
            self.scales.push(scale);
        }
        self.eliminate();
    }

    /// Was nothing factorised last, in columns of length n?
    pub(super) fn is_without_columns(&self, n: usize) -> bool {
        self.n == n && self.order.is_empty()
    }

    fn eliminate(&mut self) {
        (self.rank, self.ratio, self.left_over) = (0, 1.0, 0.0);
        let mut first = T::from(0.0);
        while let Some((pivot, length)) = self.longest_column() {
            if self.rank == 0 {
                first = length;
            }
            let ratio = (length / first).to_f64();
            if length <= T::from(0.0) || ratio < RANK_THRESHOLD {
                self.left_over = if length <= T::from(0.0) { 0.0 } else { ratio };
                break;
            }
            self.reflect_column(pivot, length);
            self.ratio = ratio;
        }
    }

    /// The longest remaining column below the rows that are done, and its length.
    fn longest_column(&self) -> Option<(usize, T)> {
        let (k, n) = (self.rank, self.n);
        if k >= n {
            return None;
        }
        let mut best: Option<(usize, T)> = None;
        for j in k..self.order.len() {
            let length = norm(&self.columns[j * n + k..(j + 1) * n]);
            if best.is_none_or(|(_, longest)| length > longest) {
                best = Some((j, length));
            }
        }
        best
    }

    /// Reflects the pivot column onto the next axis.
    fn reflect_column(&mut self, pivot: usize, length: T) {
        let (k, n) = (self.rank, self.n);
        if pivot != k {
            (0..n).for_each(|i| self.columns.swap(k * n + i, pivot * n + i));
            self.order.swap(k, pivot);
        }
        let (done, rest) = self.columns.split_at_mut((k + 1) * n);
        let v = &mut done[k * n + k..];
        let negative = v[0] < T::from(0.0);
        let head = if negative { v[0] - length } else { v[0] + length };
        let factor = T::from(2.0) / (head * head + dot(&v[1..], &v[1..]));
        for column in rest.chunks_exact_mut(n) {
            reflect((head, factor), &v[1..], &mut column[k..]);
        }
        v[0] = if negative { length } else { -length };
        self.heads.push((head, factor));
        self.rank += 1;
    }

    fn tail(&self, k: usize) -> &[T] {
        &self.columns[k * self.n + k + 1..(k + 1) * self.n]
    }

    fn r(&self, row: usize, column: usize) -> T {
        self.columns[column * self.n + row]
    }

    /// Qᵀ b in place.
    pub(super) fn q_transposed(&self, b: &mut [T]) {
        (0..self.rank).for_each(|k| reflect(self.heads[k], self.tail(k), &mut b[k..]));
    }

    /// Q b in place.
    pub(super) fn q(&self, b: &mut [T]) {
        (0..self.rank).rev().for_each(|k| reflect(self.heads[k], self.tail(k), &mut b[k..]));
    }

    /// Qᵀ B in place, for rows of B of a width.
    pub(super) fn q_transposed_rows(&self, width: usize, b: &mut [T]) {
        (0..self.rank).for_each(|k| self.reflect_rows(k, width, b));
    }

    /// Q B in place, for rows of B of a width.
    pub(super) fn q_rows(&self, width: usize, b: &mut [T]) {
        (0..self.rank).rev().for_each(|k| self.reflect_rows(k, width, b));
    }

    /// `B − v factor (vᵀB)` in place, for the reflection v of column k.
    fn reflect_rows(&self, k: usize, width: usize, b: &mut [T]) {
        let (head, factor) = self.heads[k];
        let v = |i: usize| if i == k { head } else { self.columns[k * self.n + i] };
        let mut along = vec![T::from(0.0); width];
        for i in k..self.n {
            subtract_multiple(&mut along, -(factor * v(i)), &b[i * width..(i + 1) * width]);
        }
        for i in k..self.n {
            subtract_multiple(&mut b[i * width..(i + 1) * width], v(i), &along);
        }
    }

    /// The rows W with R₁₁ᵀ W = (P D G)₁, for rows of a width.
    pub(super) fn coordinates_rows(&self, width: usize, g: &[T], w: &mut [T]) {
        for k in 0..self.rank {
            let (row, diagonal) = (self.order[k], self.r(k, k));
            let scale = self.scales[row];
            let (before, current) = w.split_at_mut(k * width);
            let current = &mut current[..width];
            let given = &g[row * width..(row + 1) * width];
            current.iter_mut().zip(given).for_each(|(w, &g)| *w = g * scale);
            for (j, before) in before.chunks_exact(width.max(1)).enumerate() {
                subtract_multiple(current, self.r(j, k), before);
            }
            current.iter_mut().for_each(|w| *w = *w / diagonal);
        }
    }

    /// X with R₁₁ X = B, in place, for rows of a width.
    pub(super) fn back_substitute_rows(&self, width: usize, b: &mut [T]) {
        for i in (0..self.rank).rev() {
            let diagonal = self.r(i, i);
            b[i * width..(i + 1) * width].iter_mut().for_each(|x| *x = *x / diagonal);
            for j in 0..i {
                super::subtract_row(b, width, (j, i), self.r(j, i));
            }
        }
    }

    /// x with R₁₁ x = b, in place.
    pub(super) fn back_substitute(&self, b: &mut [T]) {
        for i in (0..self.rank).rev() {
            b[i] = b[i] / self.r(i, i);
            let (before, current) = b.split_at_mut(i);
            subtract_multiple(before, current[0], &self.columns[i * self.n..i * self.n + i]);
        }
    }

    /// w with R₁₁ᵀ w = (P D g)₁.
    pub(super) fn coordinates(&self, g: &[T], w: &mut [T]) {
        for k in 0..self.rank {
            let column = &self.columns[k * self.n..k * self.n + k];
            w[k] = (self.scaled(g, k) - dot(column, &w[..k])) / self.r(k, k);
        }
    }

    /// (P D g)ₖ.
    fn scaled(&self, g: &[T], k: usize) -> T {
        g[self.order[k]] * self.scales[self.order[k]]
    }

    /// Do the dependent columns agree, R₁₂ᵀ w = (P D g)₂, up to a fraction of the terms of the sum and
    /// of `size`?
    pub(super) fn agreement(&self, g: &[T], w: &[T], size: f64) -> Result<(), SolveError> {
        for k in self.rank..self.order.len() {
            let column = &self.columns[k * self.n..k * self.n + self.rank];
            let right = self.scaled(g, k);
            let rest = (right - dot(column, w)).to_f64().abs();
            let terms = column.iter().zip(w).map(|(&r, &w)| (r * w).to_f64().abs());
            let scale = terms.sum::<f64>() + right.to_f64().abs() + size;
            if rest > CONTRADICTION * scale + SILENT {
                return Err(self.contradiction(k, g));
            }
        }
        Ok(())
    }

    /// The combination of columns that vanishes, for the dependent column k: D P (−R₁₁⁻¹ r, 1).
    fn null_vector(&self, k: usize) -> Vec<T> {
        let mut null = vec![T::from(0.0); self.order.len()];
        let mut x = self.columns[k * self.n..k * self.n + self.rank].to_vec();
        self.back_substitute(&mut x);
        for (i, x) in x.into_iter().enumerate() {
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
    pub(super) fn shorten(&self, lambda: &mut [T]) {
        let mut basis: Vec<Vec<T>> = Vec::new();
        for k in self.rank..self.order.len() {
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
            basis.iter().for_each(|unit| remove(unit, lambda));
        }
    }

    /// The numbers of the columns that take part in the weakest combination, with their weights.
    pub(super) fn weakest(&self) -> Vec<f64> {
        match self.order.len() {
            0 => Vec::new(),
            m if self.rank < m => self.null_vector(self.rank).iter().map(|x| x.to_f64()).collect(),
            _ => {
                let last = self.rank - 1;
                let mut null = vec![0.0; self.order.len()];
                let mut x = self.columns[last * self.n..last * self.n + last].to_vec();
                for i in (0..last).rev() {
                    x[i] = x[i] / self.r(i, i);
                    let (before, current) = x.split_at_mut(i);
                    let column = &self.columns[i * self.n..i * self.n + i];
                    subtract_multiple(before, current[0], column);
                }
                for (i, x) in x.into_iter().enumerate() {
                    null[self.order[i]] = -(x * self.scales[self.order[i]]).to_f64();
                }
                null[self.order[last]] = self.scales[self.order[last]].to_f64();
                null
            }
        }
    }
}

/// `b − v factor (vᵀb)` in place, for v with the given head and tail.
fn reflect<T: Real>((head, factor): (T, T), tail: &[T], b: &mut [T]) {
    let along = factor * (head * b[0] + dot(tail, &b[1..]));
    b[0] = b[0] - along * head;
    subtract_multiple(&mut b[1..], along, tail);
}

/// Takes the component along a unit vector away.
fn remove<T: Real>(unit: &[T], b: &mut [T]) {
    let component = dot(unit, b);
    subtract_multiple(b, component, unit);
}
