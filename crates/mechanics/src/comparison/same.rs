//! Are two motions given by the same linear equations?
//!
//! ```text
//! W y = h   and   Ŵ y = ĥ   with   (Ŵ ĥ) = c P (W h)                                  (1)
//! ```
//!
//! where `P` exchanges rows and `c` is a number for each of them: then both have the same
//! solutions, and nothing has to be solved to know that. Entries are compared one by one by the
//! zero test, which is quick where expressions differ.

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Rational, Vector};

use crate::Motion;
use crate::regular::is_determined;

/// Factors that principles differ by: signs, and halves of squares.
const FACTORS: [(i64, i64); 6] = [(1, 1), (-1, 1), (2, 1), (1, 2), (-2, 1), (-1, 2)];

/// Is it proved, by (1), that both motions have the same highest derivatives at every state?
#[must_use]
pub(super) fn have_same_equations(a: &Motion, b: &Motion) -> bool {
    if a.manifold != b.manifold || a.unknowns.len() != b.unknowns.len() {
        return false;
    }
    let place = |y: &Expr| b.unknowns.iter().position(|x| x == y);
    let Some(places) = a.unknowns.iter().map(place).collect::<Option<Vec<usize>>>() else {
        return false;
    };
    let (mut left, right) = (rows(a, &(0..places.len()).collect::<Vec<_>>()), rows(b, &places));
    let mut matched = right.iter().map(|row| {
        let found = left.iter().position(|other| is_multiple(row, other));
        found.map(|i| left.swap_remove(i)).is_some()
    });
    matched.all(|found| found) && is_determined(a) // (1)
}

/// The rows `(W h)`, with the columns of the unknowns in the given order.
fn rows(motion: &Motion, places: &[usize]) -> Vec<Vector> {
    let (W, h) = motion.system.square();
    let row = |(row, &h): (&Vector, &Expr)| places.iter().map(|&j| row[j]).chain([h]).collect();
    W.rows().iter().zip(h.iter()).map(row).collect()
}

/// Is a row the other one times a number?
fn is_multiple(row: &Vector, other: &Vector) -> bool {
    let zero = Expr::zero();
    let pairs = || row.iter().zip(other.iter());
    if pairs().any(|(&x, &y)| (x == zero) != (y == zero) && !is_zero(x - y)) {
        return false;
    }
    let fits = |c: &Rational| pairs().all(|(&x, &y)| is_zero(x - y.scale(c)));
    FACTORS.iter().any(|&(n, d)| fits(&Rational::ratio(n, d)))
}

fn is_zero(e: Expr) -> bool {
    zero_test(e) == Verdict::Zero
}
