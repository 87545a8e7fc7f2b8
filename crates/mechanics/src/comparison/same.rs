//! Are two motions given by the same linear equations?
//!
//! ```text
//! W y = h   and   Ŵ y = ĥ   with   (Ŵ ĥ) = c P (W h)                                  (1)
//! ```
//!
//! where `P` exchanges rows and `c` is a number for each of them: then both have the same
//! solutions, and nothing has to be solved to know that. Multipliers need not have the same names,
//! nor the same sign: each of the second is that of the first times 1 or −1,
//!
//! ```text
//! B̂ = D B   with   D = diag(±1),     λ = D λ̂                                          (2)
//! ```
//!
//! as `λ = −μ'` for a constraint that is the rate of a function, which `vakonomic` mechanics takes for
//! a constraint on the positions. Entries are compared one by one by the zero test, which is quick
//! where expressions differ.

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Rational, Vector};

use super::{Patience, determines, is_determined_at};
use crate::witness::Choice;
use crate::{Linear, Motion, System};

/// Factors that principles differ by: signs, and halves of squares.
const FACTORS: [(i64, i64); 6] = [(1, 1), (-1, 1), (2, 1), (1, 2), (-2, 1), (-1, 2)];

/// Is it proved, by (1), that both motions have the same highest derivatives at every state, and that these
/// are determined?
#[must_use]
pub(super) fn have_same_equations(
    system: &System,
    a: &Motion,
    b: &Motion,
    (choice, patience): (&Choice, &Patience),
) -> bool {
    let is_determined = || {
        is_determined_at(system, &[a, b], &[], choice) || determines(system, a, patience).is_ok()
    };
    are_same(a, b) && is_determined()
}

/// Is it proved, by (1), that both motions have the same solutions at every state, as many as there are?
#[must_use]
pub(super) fn are_same(a: &Motion, b: &Motion) -> bool {
    if a.manifold != b.manifold || a.unknowns.len() != b.unknowns.len() {
        return false;
    }
    let Some(signs) = signs(a, b) else { return false };
    let own = |y: &Expr| match a.multipliers.iter().position(|x| x == y) {
        Some(j) => (b.multipliers[j], signs[j]),
        None => (*y, Expr::one()),
    };
    let place = |y: &Expr| {
        let (y, sign) = own(y);
        b.unknowns.iter().position(|x| *x == y).map(|place| (place, sign))
    };
    let Some(places) = a.unknowns.iter().map(place).collect::<Option<Vec<_>>>() else {
        return false;
    };
    let in_order: Vec<_> = (0..places.len()).map(|place| (place, Expr::one())).collect();
    let (mut left, right) = (rows(a, &in_order), rows(b, &places));
    let mut matched = right.iter().map(|row| {
        let found = left.iter().position(|other| is_multiple(row, other));
        found.map(|i| left.swap_remove(i)).is_some()
    });
    matched.all(|found| found) // (1)
}

/// The signs of (2); none where the multipliers are not those of the same reactions.
fn signs(a: &Motion, b: &Motion) -> Option<Vec<Expr>> {
    if a.multipliers == b.multipliers {
        return Some(vec![Expr::one(); a.multipliers.len()]);
    }
    let (Linear::Kkt { B, .. }, Linear::Kkt { B: other, .. }) = (&a.system, &b.system) else {
        return None;
    };
    if a.multipliers.len() != b.multipliers.len() {
        return None;
    }
    let sign = |(row, other): (&Vector, &Vector)| {
        let mut both = [Expr::one(), -Expr::one()].into_iter();
        both.find(|&sign| row.iter().zip(other.iter()).all(|(&x, &y)| is_zero(x - sign * y))) // (2)
    };
    B.rows().iter().zip(other.rows()).map(sign).collect()
}

/// The rows `(W h)`, with the columns of the unknowns in the given order, and with their signs.
fn rows(motion: &Motion, places: &[(usize, Expr)]) -> Vec<Vector> {
    let (W, h) = motion.system.square();
    let row = |(row, &h): (&Vector, &Expr)| {
        places.iter().map(|&(j, sign)| sign * row[j]).chain([h]).collect()
    };
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

pub(super) fn is_zero(e: Expr) -> bool {
    zero_test(e) == Verdict::Zero
}
