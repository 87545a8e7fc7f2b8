//! Small dense matrices.

use super::error::SolveError;
use crate::numeric::real::Real;
use std::ops::{Index, IndexMut};

/// A matrix, stored row after row. It may have no rows or no columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Dense<T> {
    rows: usize,
    columns: usize,
    entries: Vec<T>,
}

impl<T: Real> Dense<T> {
    /// The matrix of given size with the entries row after row; `None` if their number is wrong.
    #[must_use]
    pub fn new(rows: usize, columns: usize, entries: Vec<T>) -> Option<Self> {
        (rows.checked_mul(columns) == Some(entries.len())).then_some(Self {
            rows,
            columns,
            entries,
        })
    }

    /// The matrix with the entry `f(i, j)` in row i and column j.
    pub fn from_fn(rows: usize, columns: usize, f: impl Fn(usize, usize) -> T) -> Self {
        let entries = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
        Self { rows, columns, entries: entries.map(|(i, j)| f(i, j)).collect() }
    }

    /// Number of rows and columns.
    #[must_use]
    pub fn shape(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// Row i.
    #[must_use]
    pub fn row(&self, i: usize) -> &[T] {
        &self.entries[i * self.columns..(i + 1) * self.columns]
    }

    /// `h − W y`.
    pub(super) fn residual(&self, h: &[T], y: &[T]) -> Vec<T> {
        h.iter().enumerate().map(|(i, &h)| T::residual(h, self.row(i), y)).collect()
    }

    /// Exchanges rows i and j.
    pub(super) fn swap_rows(&mut self, i: usize, j: usize) {
        for k in 0..self.columns {
            self.entries.swap(i * self.columns + k, j * self.columns + k);
        }
    }

    /// Exchanges columns i and j.
    pub(super) fn swap_columns(&mut self, i: usize, j: usize) {
        for k in 0..self.rows {
            self.entries.swap(k * self.columns + i, k * self.columns + j);
        }
    }

    /// Checks the shape and that every entry is finite.
    pub(super) fn check(
        &self,
        block: &'static str,
        shape: (usize, usize),
    ) -> Result<(), SolveError> {
        if self.shape() != shape {
            return Err(SolveError::Shape { block, expected: shape, found: self.shape() });
        }
        match self.entries.iter().position(|x| !x.is_finite()) {
            Some(k) => {
                let (row, column) = (k / self.columns, k % self.columns);
                Err(SolveError::NotFinite { block, row, column })
            }
            None => Ok(()),
        }
    }
}

/// Checks the length of a vector and that every entry is finite.
pub(super) fn check_vector<T: Real>(
    v: &[T],
    block: &'static str,
    length: usize,
) -> Result<(), SolveError> {
    if v.len() != length {
        let (expected, found) = ((length, 1), (v.len(), 1));
        return Err(SolveError::Shape { block, expected, found });
    }
    match v.iter().position(|x| !x.is_finite()) {
        Some(row) => Err(SolveError::NotFinite { block, row, column: 0 }),
        None => Ok(()),
    }
}

impl<T> Index<(usize, usize)> for Dense<T> {
    type Output = T;
    fn index(&self, (i, j): (usize, usize)) -> &T {
        &self.entries[i * self.columns + j]
    }
}

impl<T> IndexMut<(usize, usize)> for Dense<T> {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut T {
        &mut self.entries[i * self.columns + j]
    }
}
