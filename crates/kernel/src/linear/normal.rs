//! Corrections by normal equations, where these have digits to spare.
//!
//! ```text
//! C = L⁻¹ Gᵀ D,     S = Cᵀ C,     P S Pᵀ = Rᵀ R,     δ = −L⁻ᵀ C S⁻¹ D g                     (1)
//! ```
//!
//! R is the triangle of the pivoted QR of C ([`pivoted_qr`](super::pivoted_qr)). S has twice the loss of
//! digits, which a correction of rounding does not feel while the last diagonal entry of R is at
//! least [`ENOUGH`] of the first. For the few rows of most systems (1) takes a tenth of the work.

use alembert_algebra::numeric::Real;

use super::{cholesky, dot, norm, unit_scale};

/// The smallest ratio of the diagonal entries of R for which (1) is used.
const ENOUGH: f64 = 1e-3;

/// The factors of (1).
#[derive(Debug, Clone)]
pub(super) struct Normal<T> {
    n: usize,
    /// L.
    lower: Vec<T>,
    /// The columns of C, in the order of P.
    columns: Vec<T>,
    /// Rᵀ, by rows.
    triangle: Vec<T>,
    /// P: the original number of each column.
    order: Vec<usize>,
    /// D, by original number.
    scales: Vec<T>,
    room: Vec<T>,
}

impl<T: Real> Normal<T> {
    pub(super) fn new() -> Self {
        let (lower, columns, triangle) = (Vec::new(), Vec::new(), Vec::new());
        let (order, scales, room) = (Vec::new(), Vec::new(), Vec::new());
        Self { n: 0, lower, columns, triangle, order, scales, room }
    }

    /// Factorises (1) for an inertia and rows of G, and returns the ratio of the last to the first diagonal
    /// entry of R; none when that is too small or the inertia is not positive definite.
    pub(super) fn factorise(
        &mut self,
        (n, m): (usize, usize),
        inertia: impl Fn(usize) -> T,
        rows: &[T],
    ) -> Option<f64> {
        self.n = n;
        self.lower.clear();
        self.lower.extend((0..n * n).map(inertia));
        cholesky::factorise(&mut self.lower, n)?;
        self.columns.clear();
        self.columns.extend_from_slice(rows);
        self.scales.clear();
        for column in self.columns.chunks_exact_mut(n.max(1)) {
            cholesky::forward(&self.lower, column);
            let scale = T::from(unit_scale(norm(column).to_f64()));
            column.iter_mut().for_each(|x| *x = *x * scale);
            self.scales.push(scale);
        }
        self.order.clear();
        self.order.extend(0..m);
        self.products(m);
        self.eliminate(m).filter(|ratio| *ratio >= ENOUGH)
    }

    /// The lower triangle of S.
    fn products(&mut self, m: usize) {
        let n = self.n;
        self.triangle.clear();
        self.triangle.resize(m * m, T::from(0.0));
        for i in 0..m {
            let column = &self.columns[i * n..(i + 1) * n];
            for j in 0..=i {
                self.triangle[i * m + j] = dot(column, &self.columns[j * n..(j + 1) * n]);
            }
        }
    }

    /// S = Rᵀ R with the largest pivot first.
    fn eliminate(&mut self, m: usize) -> Option<f64> {
        let mut first = T::from(0.0);
        let mut last = 1.0;
        for k in 0..m {
            let s = &mut self.triangle;
            let largest =
                (k..m).fold(k, |best, i| if s[i * m + i] > s[best * m + best] { i } else { best });
            if largest != k {
                self.swap(m, k, largest);
            }
            let s = &mut self.triangle;
            let pivot = s[k * m + k];
            if !pivot.is_finite() || pivot <= T::from(0.0) {
                return None;
            }
            let root = pivot.sqrt();
            first = if k == 0 { root } else { first };
            last = (root / first).to_f64();
            s[k * m + k] = root;
            for i in k + 1..m {
                s[i * m + k] = s[i * m + k] / root;
            }
            for i in k + 1..m {
                for j in k + 1..=i {
                    s[i * m + j] = s[i * m + j] - s[i * m + k] * s[j * m + k];
                }
            }
        }
        Some(last)
    }

    /// Exchanges columns k < l of C, and the rows and columns of the triangle.
    fn swap(&mut self, m: usize, k: usize, l: usize) {
        let (n, s) = (self.n, &mut self.triangle);
        (0..n).for_each(|i| self.columns.swap(k * n + i, l * n + i));
        self.order.swap(k, l);
        (0..k).for_each(|j| s.swap(k * m + j, l * m + j));
        (k + 1..l).for_each(|i| s.swap(i * m + k, l * m + i));
        (l + 1..m).for_each(|i| s.swap(i * m + k, i * m + l));
        s.swap(k * m + k, l * m + l);
    }

    /// The δ of (1) for the values g.
    pub(super) fn solve(&mut self, g: &[T], delta: &mut Vec<T>) {
        let (n, m) = (self.n, g.len());
        let (s, z) = (&self.triangle, &mut self.room);
        z.clear();
        z.extend(self.order.iter().map(|&k| g[k] * self.scales[k]));
        for i in 0..m {
            let rest = z[i] - dot(&s[i * m..i * m + i], &z[..i]);
            z[i] = rest / s[i * m + i];
        }
        for i in (0..m).rev() {
            z[i] = z[i] / s[i * m + i];
            for j in 0..i {
                z[j] = z[j] - s[i * m + j] * z[i];
            }
        }
        delta.clear();
        delta.resize(n, T::from(0.0));
        for (column, &z) in self.columns.chunks_exact(n.max(1)).zip(&*z) {
            super::subtract_multiple(delta, z, column);
        }
        cholesky::backward(&self.lower, delta);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Factor;
    use super::*;

    /// Three constraints on four coordinates: the correction of (1) is that of the pivoted QR, and so is
    /// the ratio; rows that almost depend on each other are refused.
    #[test]
    fn corrections_are_those_of_the_orthogonal_factors() {
        let inertia =
            [4.0, 1.0, 0.5, 0.2, 1.0, 3.0, 0.25, 0.1, 0.5, 0.25, 2.0, 0.3, 0.2, 0.1, 0.3, 1.5];
        let rows = [1.0, 2.0, -1.0, 0.3, 0.5, -1.0, 3.0, 0.2, 7.0, 0.1, 0.4, -9.0];
        let g = [1e-3, -2e-3, 5e-4];
        let mut normal = Normal::new();
        let ratio =
            normal.factorise((4, 3), |e| inertia[e], &rows).expect("the rows are far apart");
        let mut factor = Factor::new();
        factor.ideal(4, 3, |e| inertia[e], |e| rows[e]).expect("M is definite");
        assert!((ratio - factor.conditioning()).abs() < 1e-13);
        let mut right = [&[0.0; 4][..], &g.map(|g| -g)].concat();
        factor.solve(&mut right).expect("the system is regular");
        let mut delta = Vec::new();
        normal.solve(&g, &mut delta);
        for (a, b) in delta.iter().zip(&right) {
            assert!((a - b).abs() < 1e-17, "{delta:?} {right:?}");
        }
        let close = [1.0, 2.0, -1.0, 0.3, 1.0, 2.0, -1.0, 0.3001];
        assert_eq!(normal.factorise((4, 2), |e| inertia[e], &close), None);
    }
}
