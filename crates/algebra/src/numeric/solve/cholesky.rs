//! M = L Lᵀ for a symmetric positive definite matrix.

use super::dense::Dense;
use super::vector::dot;
use crate::numeric::real::Real;

/// The lower triangular factor. Left of the first entry of a row that is not zero it has zeros, which
/// nobody multiplies with.
pub(super) struct Cholesky<T> {
    lower: Dense<T>,
    /// The first entry of each row that is not zero.
    first: Vec<usize>,
}

impl<T: Real> Cholesky<T> {
    /// The factor, if the matrix is symmetric up to rounding and every pivot `d` exceeds `64 n ε` of
    /// its diagonal entry.
    pub(super) fn new(matrix: &Dense<T>) -> Option<Self> {
        let (n, _) = matrix.shape();
        if !is_symmetric(matrix) {
            return None;
        }
        let mut lower = Dense::from_fn(n, n, |_, _| T::from(0.0));
        let tolerance = T::from(64.0 * n as f64 * T::EPSILON);
        let is_zero = |x: &T| *x == T::from(0.0);
        let first = |i: usize| matrix.row(i).iter().position(|x| !is_zero(x)).unwrap_or(i).min(i);
        let first: Vec<usize> = (0..n).map(first).collect();
        for i in 0..n {
            for j in first[i]..i {
                let met = first[i].max(first[j])..j;
                let sum = dot(&lower.row(i)[met.clone()], &lower.row(j)[met]);
                lower[(i, j)] = (matrix[(i, j)] - sum) / lower[(j, j)];
            }
            let own = &lower.row(i)[first[i]..i];
            let pivot = matrix[(i, i)] - dot(own, own);
            let positive = matrix[(i, i)] > T::from(0.0) && pivot > tolerance * matrix[(i, i)];
            if !positive {
                return None;
            }
            lower[(i, i)] = pivot.sqrt();
        }
        Some(Self { lower, first })
    }

    /// L⁻¹ b.
    pub(super) fn forward(&self, b: &[T]) -> Vec<T> {
        let mut x: Vec<T> = Vec::with_capacity(b.len());
        for i in 0..b.len() {
            let first = self.first[i];
            let rest = b[i] - dot(&self.lower.row(i)[first..i], &x[first..]);
            x.push(rest / self.lower[(i, i)]);
        }
        x
    }

    /// L⁻ᵀ b.
    pub(super) fn backward(&self, b: &[T]) -> Vec<T> {
        let mut x = b.to_vec();
        for i in (0..b.len()).rev() {
            x[i] = x[i] / self.lower[(i, i)];
            for j in self.first[i]..i {
                x[j] = x[j] - self.lower[(i, j)] * x[i];
            }
        }
        x
    }
}

/// Whether `|Mᵢⱼ − Mⱼᵢ| ≤ 64 ε √(Mᵢᵢ Mⱼⱼ)`.
fn is_symmetric<T: Real>(matrix: &Dense<T>) -> bool {
    let (n, _) = matrix.shape();
    let size = |i: usize| matrix[(i, i)].to_f64().abs().sqrt();
    (0..n).all(|i| {
        (0..i).all(|j| {
            let difference = (matrix[(i, j)] - matrix[(j, i)]).to_f64().abs();
            difference <= 64.0 * T::EPSILON * size(i) * size(j)
        })
    })
}
