//! Small linear systems of expressions, solved exactly in the graph.
//!
//! Gauss–Jordan elimination with the simplest pivot of each column; in small systems entries are
//! kept in lowest terms as far as the ring can, so that poles which cancel are gone. Made for the
//! few constraints of a model; equations of motion are not solved here.

use alembert_algebra::ring::{LARGEST_QUESTION, Ring};
use alembert_algebra::{Expr, Matrix, Vector, gradient, postorder, symbols};

use crate::System;
use crate::regular::is_regular_somewhere;

/// Products of terms that one entry may take: some milliseconds.
const MOST_WORK: u64 = 100_000;
/// Determinants of larger matrices are not expanded.
const LARGEST_DETERMINANT: usize = 6;

/// `X` with `square X = right`, for a matrix that is regular at some state. Entries that divide by
/// zero, which such a matrix does not lead to, have a fault.
pub(crate) fn solve(square: &Matrix, right: &Matrix) -> Matrix {
    let (k, columns) = (square.nrows(), square.ncols() + right.ncols());
    let tidy = if k <= LARGEST_DETERMINANT { lowest } else { |e| e };
    let mut rows: Vec<Vector> =
        square.rows().iter().zip(right.rows()).map(|(a, b)| a.stack(b)).collect();
    for j in 0..k {
        let simplest = (j..k).filter(|&i| is_pivot(rows[i][j])).min_by_key(|&i| rank(rows[i][j]));
        let Some(i) = simplest else {
            return right.map(|_| Expr::undefined());
        };
        rows.swap(i, j);
        let pivot = rows[j][j];
        rows[j] = rows[j].iter().map(|&e| tidy(e / pivot)).collect();
        for i in (0..k).filter(|&i| i != j) {
            let factor = rows[i][j];
            if factor != Expr::zero() {
                let pairs = rows[i].iter().zip(rows[j].iter());
                rows[i] = pairs.map(|(&x, &p)| tidy(x - factor * p)).collect();
            }
        }
    }
    let solution = rows.iter().map(|row| row[k..columns].iter().copied().collect()).collect();
    Matrix::from_rows(solution, right.ncols())
}

fn is_pivot(e: Expr) -> bool {
    e.as_number().map_or_else(
        || is_regular_somewhere(&Matrix::from_rows(vec![vec![e].into()], 1)),
        |number| !number.is_zero(),
    )
}

/// Numbers first, then what has few symbols.
fn rank(e: Expr) -> usize {
    symbols(&[e]).len()
}

/// The determinant, by its first row; `None` for a matrix that is too large to be expanded.
pub(super) fn determinant(matrix: &Matrix) -> Option<Expr> {
    let n = matrix.nrows();
    if n > LARGEST_DETERMINANT {
        return None;
    }
    let Some((first, rest)) = matrix.rows().split_first() else { return Some(Expr::one()) };
    let terms = (0..n).filter(|&j| first[j] != Expr::zero()).map(|j| {
        let without = |row: &Vector| (0..n).filter(|&i| i != j).map(|i| row[i]).collect();
        let below = Matrix::from_rows(rest.iter().map(without).collect(), n - 1);
        let term = first[j] * determinant(&below)?;
        Some(if j % 2 == 0 { term } else { -term })
    });
    terms.collect::<Option<Vec<Expr>>>().map(Expr::sum)
}

/// The expression in lowest terms, if that is shorter and takes little work; otherwise as it is.
pub(super) fn lowest(e: Expr) -> Expr {
    let size = |e: Expr| postorder(&[e]).len();
    match normal_form(e) {
        Some(form) if size(form) < size(e) => form,
        _ => e,
    }
}

fn normal_form(e: Expr) -> Option<Expr> {
    let mut ring = Ring::new(&[e]).ok()?;
    let spent = ring.budget().used() + MOST_WORK;
    ring.budget().charge(LARGEST_QUESTION.saturating_sub(spent)).ok()?;
    let value = ring.value(e).ok()?;
    ring.divisors_are_proved().then(|| ring.expression(&value))
}

/// The coefficients of an equation `e = 0` that is linear in the highest derivatives `y`:
/// `e = W y − h`.
pub(super) fn coefficients(e: Expr, system: &System) -> (Vector, Expr) {
    let mut without_highest = system.without_highest();
    let W = without_highest.apply_all(&gradient(e, &system.highest()));
    (W, -without_highest.apply(e))
}
