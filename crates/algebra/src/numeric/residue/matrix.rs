//! Matrices of residues (any words, reduced first), by Gaussian elimination. Rows that are too short
//! are filled with zeros.

use super::Field;

/// A matrix in row echelon form.
struct Echelon {
    rows: Vec<Vec<u64>>,
    /// The column of the leading entry of each row that is not zero.
    pivots: Vec<usize>,
    /// Whether an odd number of rows were exchanged.
    odd: bool,
}

impl Field {
    fn echelon(self, mut rows: Vec<Vec<u64>>) -> Echelon {
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        for row in &mut rows {
            row.iter_mut().for_each(|x| *x %= self.p);
            row.resize(width, 0);
        }
        let (mut pivots, mut odd) = (Vec::new(), false);
        for column in 0..width {
            let top = pivots.len();
            let Some(found) = (top..rows.len()).find(|&row| rows[row][column] != 0) else {
                continue;
            };
            rows.swap(top, found);
            odd ^= top != found;
            let (upper, lower) = rows.split_at_mut(top + 1);
            self.clear_below(&upper[top], lower, column);
            pivots.push(column);
        }
        Echelon { rows, pivots, odd }
    }

    /// Subtracts multiples of `pivot` so that `column` of the rows below becomes 0.
    fn clear_below(self, pivot: &[u64], below: &mut [Vec<u64>], column: usize) {
        let inverse = self.inv(pivot[column]).expect("a pivot is not zero");
        for row in below.iter_mut().filter(|row| row[column] != 0) {
            let factor = self.mul(row[column], inverse);
            for (entry, &above) in row.iter_mut().zip(pivot).skip(column) {
                *entry = self.sub(*entry, self.mul(factor, above));
            }
        }
    }

    /// The rank of a matrix: a lower bound of the generic rank of what it is the residue of.
    #[must_use]
    pub fn rank(self, rows: Vec<Vec<u64>>) -> usize {
        self.echelon(rows).pivots.len()
    }

    /// The columns that do not depend on the columns before them; there are as many as the rank.
    #[must_use]
    pub fn pivot_columns(self, rows: Vec<Vec<u64>>) -> Vec<usize> {
        self.echelon(rows).pivots
    }

    /// The determinant; `None` if the matrix is not square.
    #[must_use]
    pub fn determinant(self, rows: Vec<Vec<u64>>) -> Option<u64> {
        let n = rows.len();
        if rows.iter().any(|row| row.len() != n) {
            return None;
        }
        let echelon = self.echelon(rows);
        let product = (0..n).fold(1, |product, i| self.mul(product, echelon.rows[i][i]));
        Some(if echelon.odd { self.neg(product) } else { product })
    }

    /// The solution of a square system; `None` if it is not square, or singular.
    #[must_use]
    pub fn solve(self, rows: Vec<Vec<u64>>, right: &[u64]) -> Option<Vec<u64>> {
        let n = rows.len();
        if right.len() != n || rows.iter().any(|row| row.len() != n) {
            return None;
        }
        let mut augmented = rows;
        augmented.iter_mut().zip(right).for_each(|(row, &h)| row.push(h));
        let echelon = self.echelon(augmented);
        if !echelon.pivots.iter().copied().eq(0..n) {
            return None;
        }
        let mut y = vec![0; n];
        for i in (0..n).rev() {
            let row = &echelon.rows[i];
            let rest = (i + 1..n).fold(row[n], |rest, j| self.sub(rest, self.mul(row[j], y[j])));
            y[i] = self.div(rest, row[i])?;
        }
        Some(y)
    }
}
