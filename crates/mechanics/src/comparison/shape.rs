//! Linear equations of motion, sorted into what they say.
//!
//! ```text
//! E y − R λ = e        balances: inertia, reactions, forces                           (1)
//! A y       = g        differentiated constraints                                   (2)
//!       K λ = 0        a choice among multipliers that are not unique               (3)
//! ```
//!
//! Of equations without multipliers those are taken for (2) that are equations (2) of a motion with
//! multipliers, entry by entry.

use alembert_algebra::{Expr, Matrix, Vector};

use super::same::is_zero;
use crate::{Linear, Motion};

/// Pairs of rows of which each entry is asked whether it is the same; of more those are found that stand there as
/// they are.
const MOST_PAIRS: usize = 1_000;

/// Equations (1) to (3).
#[derive(Debug, Clone)]
pub(super) struct Shape {
    /// `E`, one row a balance.
    pub(super) E: Matrix,
    /// `R`, transposed: one row a multiplier; none without multipliers.
    pub(super) B: Matrix,
    pub(super) e: Vector,
    /// Each row of `A` with its right side.
    pub(super) constraints: Vec<(Vector, Expr)>,
    /// `K`.
    pub(super) K: Matrix,
}

impl Shape {
    /// The equations of a motion with multipliers, whose highest derivatives come first among the unknowns.
    pub(super) fn with_multipliers(motion: &Motion) -> Option<Self> {
        let (n, m) = (motion.highest.len(), motion.multipliers.len());
        if motion.unknowns != motion.highest.stack(&motion.multipliers) {
            return None;
        }
        if let Linear::Kkt { M, B, A, f, g } = &motion.system {
            let constraints = A.rows().iter().cloned().zip(g.to_vec()).collect();
            let (E, B, e) = (M.clone(), B.clone(), f.clone());
            return Some(Self { E, B, e, constraints, K: Matrix::zeros(0, m) });
        }
        let (W, h) = motion.system.square();
        let part = |from: usize, to: usize| {
            let row = |row: &Vector| row[from..to].iter().copied().collect();
            Matrix::from_rows(W.rows()[..n].iter().map(row).collect(), to - from)
        };
        let (E, R) = (part(0, n), part(n, n + m).map(|e| -e));
        let (mut constraints, mut K) = (Vec::new(), Vec::new());
        for (row, &h) in W.rows().iter().zip(h.iter()).skip(n) {
            let [own, reactions] =
                [&row[..n], &row[n..]].map(|list| list.iter().copied().collect());
            match (is_empty(&own), is_empty(&reactions)) {
                (false, true) => constraints.push((own, h)), // (2)
                (true, false) if h == Expr::zero() => K.push(reactions), // (3)
                _ => return None,
            }
        }
        let e = h.iter().copied().take(n).collect();
        Some(Self { E, B: R.transpose(), e, constraints, K: Matrix::from_rows(K, m) })
    }

    /// The equations of a motion without multipliers, of which some are constraints of another motion, and
    /// what vanishes by those of its constraints that are not among them.
    pub(super) fn without_multipliers(motion: &Motion, other: &Self) -> Option<(Self, Vec<Expr>)> {
        if motion.unknowns != motion.highest {
            return None;
        }
        let (W, h) = motion.system.square();
        let mut open: Vec<&(Vector, Expr)> = other.constraints.iter().collect();
        let (mut E, mut e, mut constraints) = (Vec::new(), Vec::new(), Vec::new());
        for (row, &h) in W.rows().iter().zip(h.iter()) {
            let as_it_stands = open.iter().position(|(A, g)| row == A && h == *g);
            let is_small = W.nrows() * open.len() <= MOST_PAIRS;
            let proved = || open.iter().position(|(A, g)| is_same(row, A) && is_zero(h - *g));
            match as_it_stands.or_else(|| is_small.then(proved)?) {
                Some(j) => constraints.push(open.remove(j).clone()),
                None => {
                    E.push(row.clone());
                    e.push(h);
                }
            }
        }
        let (E, B) = (Matrix::from_rows(E, W.ncols()), Matrix::zeros(0, W.ncols()));
        let rest = open.into_iter().map(|(A, g)| A.dot(&motion.highest) - *g).collect();
        Some((Self { E, B, e: e.into(), constraints, K: Matrix::zeros(0, 0) }, rest))
    }

    /// What vanishes by those constraints of another motion that are not among these.
    pub(super) fn beside(&self, other: &Self, y: &[Expr]) -> Vec<Expr> {
        let is_own = |row: &&(Vector, Expr)| {
            self.constraints.iter().any(|(A, g)| is_same(A, &row.0) && is_zero(*g - row.1))
        };
        let others = other.constraints.iter().filter(|row| !is_own(row));
        others.map(|(A, g)| A.dot(y) - *g).collect()
    }

    /// What vanishes by each balance without reactions, `E y − e`.
    pub(super) fn balances(&self, y: &[Expr]) -> Vector {
        &(&self.E * y) - &self.e
    }

    /// What vanishes by the constraints.
    pub(super) fn on_constraints(&self, y: &[Expr]) -> Vec<Expr> {
        self.constraints.iter().map(|(A, g)| A.dot(y) - *g).collect()
    }

    /// The rows of `A`.
    pub(super) fn slopes(&self, n: usize) -> Matrix {
        Matrix::from_rows(self.constraints.iter().map(|(A, _)| A.clone()).collect(), n)
    }
}

fn is_empty(list: &Vector) -> bool {
    list.iter().all(|&e| e == Expr::zero())
}

fn is_same(row: &Vector, other: &Vector) -> bool {
    row.iter().zip(other.iter()).all(|(&x, &y)| x == y || is_zero(x - y))
}
