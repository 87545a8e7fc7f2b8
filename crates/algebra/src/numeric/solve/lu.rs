//! W y = h by LU with complete pivoting, of the matrix with its rows and columns equilibrated.
//!
//! ```text
//! P (R W C) Q = L U                                                                        (1)
//! y ← y + C Q U⁻¹ L⁻¹ P R (h − W y)                                                        (2)
//! ```
//!
//! R and C are powers of two that bring the largest entry of each row, then of each column, to 1.
//! (2) is done twice from y = 0: the solution, and one step of refinement whose residual is
//! accumulated in more digits where the field has them.

use super::dense::{Dense, check_vector};
use super::error::SolveError;
use super::vector::unit_scale;
use crate::numeric::real::Real;

/// The factors of (1).
pub(super) struct Lu<T> {
    /// L below the diagonal, U on and above it.
    factors: Dense<T>,
    row_scales: Vec<f64>,
    column_scales: Vec<f64>,
    /// P and Q: the original number of each row and column.
    row_order: Vec<usize>,
    column_order: Vec<usize>,
    /// The number of pivots above `64 n ε` of the first.
    pub(super) rank: usize,
}

/// The solution of W y = h.
///
/// # Errors
/// [`SolveError::Singular`] with the rank; [`SolveError::Shape`] unless W is square and h fits;
/// [`SolveError::NotFinite`] for entries, or a solution, that are not finite.
///
/// ```
/// use alembert_algebra::numeric::solve::{Dense, SolveError, solve_linear};
/// let w = Dense::new(2, 2, vec![0.0, 2.0, 1.0, 1.0]).unwrap();
/// assert_eq!(solve_linear(&w, &[4.0, 5.0]), Ok(vec![3.0, 2.0]));
/// let flat = Dense::new(2, 2, vec![1.0, 2.0, 2.0, 4.0]).unwrap();
/// assert_eq!(solve_linear(&flat, &[1.0, 2.0]), Err(SolveError::Singular { rank: 1, size: 2 }));
/// ```
pub fn solve_linear<T: Real>(w: &Dense<T>, h: &[T]) -> Result<Vec<T>, SolveError> {
    let (n, _) = w.shape();
    w.check("W", (n, n))?;
    check_vector(h, "h", n)?;
    let lu = Lu::new(w);
    if lu.rank < n {
        return Err(SolveError::Singular { rank: lu.rank, size: n });
    }
    let y = lu.refined(w, h);
    check_vector(&y, "solution", n)?;
    Ok(y)
}

impl<T: Real> Lu<T> {
    /// Factorises a square matrix.
    pub(super) fn new(w: &Dense<T>) -> Self {
        let (n, _) = w.shape();
        let size = |i: usize, j: usize| w[(i, j)].to_f64().abs();
        let row_scales: Vec<f64> =
            (0..n).map(|i| unit_scale((0..n).map(|j| size(i, j)).fold(0.0, f64::max))).collect();
        let scaled = |j: usize| (0..n).map(|i| size(i, j) * row_scales[i]).fold(0.0, f64::max);
        let column_scales: Vec<f64> = (0..n).map(|j| unit_scale(scaled(j))).collect();
        let entry =
            |i: usize, j: usize| w[(i, j)] * T::from(row_scales[i]) * T::from(column_scales[j]);
        let factors = Dense::from_fn(n, n, entry);
        let (row_order, column_order) = ((0..n).collect(), (0..n).collect());
        let mut lu = Self { factors, row_scales, column_scales, row_order, column_order, rank: 0 };
        lu.eliminate();
        lu
    }

    fn eliminate(&mut self) {
        let (n, _) = self.factors.shape();
        let mut threshold = 0.0;
        while let Some((i, j, size)) = self.largest_entry() {
            if size <= threshold {
                break;
            }
            if self.rank == 0 {
                threshold = 64.0 * n as f64 * T::EPSILON * size;
            }
            self.pivot(i, j);
        }
    }

    /// The place and size of the largest entry that is not yet eliminated.
    fn largest_entry(&self) -> Option<(usize, usize, f64)> {
        let (n, _) = self.factors.shape();
        let places = (self.rank..n).flat_map(|i| (self.rank..n).map(move |j| (i, j)));
        let sizes = places.map(|(i, j)| (i, j, self.factors[(i, j)].to_f64().abs()));
        sizes.fold(None, |best, place| match best {
            Some((_, _, largest)) if largest >= place.2 => best,
            _ => Some(place),
        })
    }

    fn pivot(&mut self, i: usize, j: usize) {
        let (n, k) = (self.factors.shape().0, self.rank);
        self.factors.swap_rows(k, i);
        self.row_order.swap(k, i);
        self.factors.swap_columns(k, j);
        self.column_order.swap(k, j);
        for row in k + 1..n {
            let factor = self.factors[(row, k)] / self.factors[(k, k)];
            self.factors[(row, k)] = factor;
            for column in k + 1..n {
                let above = self.factors[(k, column)];
                self.factors[(row, column)] = self.factors[(row, column)] - factor * above;
            }
        }
        self.rank += 1;
    }

    /// C Q U⁻¹ L⁻¹ P R h, for a matrix of full rank.
    fn solve(&self, h: &[T]) -> Vec<T> {
        let n = h.len();
        let scaled = |&i: &usize| h[i] * T::from(self.row_scales[i]);
        let mut x: Vec<T> = self.row_order.iter().map(scaled).collect();
        for i in 0..n {
            for j in 0..i {
                x[i] = x[i] - self.factors[(i, j)] * x[j];
            }
        }
        for i in (0..n).rev() {
            for j in i + 1..n {
                x[i] = x[i] - self.factors[(i, j)] * x[j];
            }
            x[i] = x[i] / self.factors[(i, i)];
        }
        let mut y = vec![T::from(0.0); n];
        for (&j, &x) in self.column_order.iter().zip(&x) {
            y[j] = x * T::from(self.column_scales[j]);
        }
        y
    }

    /// (2), for a matrix of full rank.
    pub(super) fn refined(&self, w: &Dense<T>, h: &[T]) -> Vec<T> {
        let y = self.solve(h);
        let correction = self.solve(&w.residual(h, &y));
        y.iter().zip(&correction).map(|(&y, &dy)| y + dy).collect()
    }
}
