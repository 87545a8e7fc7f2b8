//! Small dense linear systems, with complete pivoting.
//!
//! ```text
//! P A Q = L U                                                                   (1)
//! ```
//!
//! Complete pivoting shows the rank: pivots that fall below round-off are left out, and their
//! unknowns are set to zero. That is the basic solution of a consistent system.

/// A square matrix, then its factors (1) in place.
#[derive(Debug, Clone)]
pub struct Factors {
    n: usize,
    a: Vec<f64>,
    rows: Vec<usize>,
    columns: Vec<usize>,
    rank: usize,
    work: Vec<f64>,
}

/// Pivots below this part of the largest count as zero.
const NEGLIGIBLE: f64 = 64.0 * f64::EPSILON;

impl Factors {
    /// Room for an n × n matrix.
    #[must_use]
    pub fn new(n: usize) -> Self {
        let order: Vec<usize> = (0..n).collect();
        Factors {
            n,
            a: vec![0.0; n * n],
            rows: order.clone(),
            columns: order,
            rank: n,
            work: vec![0.0; n],
        }
    }

    /// The entries, row by row, to be filled before [`Self::factorise`].
    pub fn matrix(&mut self) -> &mut [f64] {
        &mut self.a
    }

    /// The number of pivots that are not negligible.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// Equation (1); returns the smallest to the largest pivot, 1 for an empty matrix.
    pub fn factorise(&mut self) -> f64 {
        self.factorise_above(NEGLIGIBLE)
    }

    /// Equation (1) with pivots below `negligible` times the largest left out.
    pub fn factorise_above(&mut self, negligible: f64) -> f64 {
        let n = self.n;
        self.rank = n;
        for (k, (row, column)) in self.rows.iter_mut().zip(&mut self.columns).enumerate() {
            (*row, *column) = (k, k);
        }
        let (mut first, mut last) = (1.0, 1.0);
        for k in 0..n {
            let pivot = self.bring_pivot(k);
            first = if k == 0 { pivot } else { first };
            last = pivot;
            if pivot <= negligible * first {
                self.rank = k;
                break;
            }
            self.eliminate(k);
        }
        if first > 0.0 { last / first } else { 0.0 }
    }

    /// Moves the largest entry of the remaining block to (k, k) and returns its size.
    fn bring_pivot(&mut self, k: usize) -> f64 {
        let n = self.n;
        let (mut row, mut column, mut size) = (k, k, -1.0);
        for i in k..n {
            for j in k..n {
                let entry = self.a[i * n + j].abs();
                if entry > size {
                    (row, column, size) = (i, j, entry);
                }
            }
        }
        for j in 0..n {
            self.a.swap(k * n + j, row * n + j);
        }
        for i in 0..n {
            self.a.swap(i * n + k, i * n + column);
        }
        self.rows.swap(k, row);
        self.columns.swap(k, column);
        size.max(0.0)
    }

    fn eliminate(&mut self, k: usize) {
        let n = self.n;
        for i in k + 1..n {
            let l = self.a[i * n + k] / self.a[k * n + k];
            self.a[i * n + k] = l;
            for j in k + 1..n {
                self.a[i * n + j] -= l * self.a[k * n + j];
            }
        }
    }

    /// The smallest to the largest of the pivots that are not negligible.
    #[must_use]
    pub fn independent_ratio(&self) -> f64 {
        match self.rank {
            0 => 0.0,
            rank => (self.a[(rank - 1) * (self.n + 1)] / self.a[0]).abs(),
        }
    }

    /// Replaces b by a solution of A x = b.
    pub fn solve(&mut self, b: &mut [f64]) {
        let (n, rank) = (self.n, self.rank);
        for i in 0..n {
            let sum: f64 = (0..i.min(rank)).map(|j| self.a[i * n + j] * self.work[j]).sum();
            self.work[i] = b[self.rows[i]] - sum;
        }
        b.fill(0.0);
        for i in (0..rank).rev() {
            let sum: f64 = (i + 1..rank).map(|j| self.a[i * n + j] * self.work[j]).sum();
            self.work[i] = (self.work[i] - sum) / self.a[i * n + i];
            b[self.columns[i]] = self.work[i];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Factors;

    #[test]
    fn a_full_matrix_is_solved_with_any_order_of_pivots() {
        let mut factors = Factors::new(3);
        factors.matrix().copy_from_slice(&[0.0, 2.0, -1.0, 1.0, 0.0, 3.0, 4.0, -5.0, 0.5]);
        let mut b = [3.0, -2.0, 1.5]; // x = (-1.625…): checked by putting it back
        assert!(factors.factorise() > 0.1);
        factors.solve(&mut b);
        let back = [2.0 * b[1] - b[2], b[0] + 3.0 * b[2], 4.0 * b[0] - 5.0 * b[1] + 0.5 * b[2]];
        for (found, asked) in back.iter().zip([3.0, -2.0, 1.5]) {
            assert!((found - asked).abs() < 1e-14);
        }
    }

    #[test]
    fn redundant_rows_leave_a_basic_solution() {
        let mut factors = Factors::new(2);
        factors.matrix().copy_from_slice(&[1.0, 2.0, 2.0, 4.0]);
        assert!(factors.factorise() < 1e-15);
        assert_eq!(factors.rank(), 1);
        let mut b = [3.0, 6.0];
        factors.solve(&mut b);
        assert!((b[0] + 2.0 * b[1] - 3.0).abs() < 1e-15);
    }
}
