//! Where are directions as many as they should be?
//!
//! For rows `A` and columns `S` with `A S = 0`, where `n − k` rows and `k` columns are to be independent. Minors of
//! one are minors of the other, up to one factor: for any `k` rows `I` of `S` and the other columns `d` of `A`,
//!
//! ```text
//! det S_I = ± (P/Q) det A_d,     P, Q the same for all I                             (1)
//! ```
//!
//! Where the rows of `A` are independent some `det A_d` does not vanish, and where `P ≠ 0` the columns of `S`
//! are independent too, if they have no poles there. That the rows of `A` are independent is known where a minor
//! does not vanish, or where the parts of the states at which their rank drops are known.
//!
//! Where (1) is not an identity, because `A S = 0` needs the constraints, `det (Sᵀ S) ≠ 0` is the condition.
//! Rows of reactions that are not rows of `A` have the condition `det (B Bᵀ) ≠ 0`.

use alembert_algebra::ring::{Fraction, Ring};
use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Kind, Matrix, Node, Vector, symbols};

use super::same::is_zero;
use crate::classify::rank_drops_on_states;
use crate::explicit::charts::subsets;
use crate::explicit::{Range, conditions, independent_everywhere};
use crate::theory::{definitions, divisors, not_all_zero};
use crate::{Motion, System};

/// Sets of rows that are looked at.
const MOST_SETS: usize = 60;
/// Rows that a determinant may have.
const MOST_ROWS: usize = 24;
/// Products of terms that one determinant may take.
const LARGEST_DETERMINANT: u64 = 300_000;

/// The matrices of a comparison.
pub(super) struct Ranks<'a> {
    pub(super) system: &'a System,
    pub(super) motion: &'a Motion,
    /// The constraints, whose rows are to be independent.
    pub(super) A: Matrix,
    /// The directions, whose columns are to be independent.
    pub(super) S: Matrix,
    /// Rows of reactions, of which so many are to be independent as there are rows in `A`.
    pub(super) B: Vec<Matrix>,
}

impl Ranks<'_> {
    /// What must not vanish; none where that is too large to be found.
    pub(super) fn conditions(&self) -> Option<Vec<Expr>> {
        let mut all = poles(&self.S.entries().collect::<Vec<_>>());
        all.extend(self.of_directions()?);
        all.extend(self.of_constraints(&all)?);
        for B in self.B.iter().filter(|B| !has_rows_of(B, &self.A)) {
            if B.nrows() != self.A.nrows() {
                return None;
            }
            all.push(determinant(&(B * &B.transpose()))?);
        }
        Some(all)
    }

    /// Where the columns of `S` are independent if the rows of `A` are.
    fn of_directions(&self) -> Option<Vec<Expr>> {
        let (n, k) = (self.S.nrows(), self.S.ncols());
        let is_identity = (&self.A * &self.S).entries().all(|e| zero_test(e) == Verdict::Zero);
        if !is_identity {
            return Some(vec![determinant(&(&self.S.transpose() * &self.S))?]);
        }
        let rows = best_rows(&self.S).or_else(|| subsets(n, k, MOST_SETS).first().cloned())?;
        let others: Vec<usize> = (0..n).filter(|i| !rows.contains(i)).collect();
        let of_directions = determinant(&self.S.select_rows(&rows))?;
        let of_constraints = determinant(&self.A.transpose().select_rows(&others))?;
        Some(vec![numerator(of_directions / of_constraints)?]) // P of (1)
    }

    /// Where the rows of `A` are independent; nothing where that follows from what is known not to vanish.
    fn of_constraints(&self, known: &[Expr]) -> Option<Vec<Expr>> {
        if self.A.nrows() == 0 || self.minor_stands(known) {
            return Some(Vec::new());
        }
        let mut given = definitions(self.system);
        let rows: Vec<Vec<Expr>> =
            self.A.rows().iter().map(|row| given.apply_all(row).to_vec()).collect();
        if !unsigned(&rows.concat()).is_empty() {
            return Some(vec![determinant(&(&self.A * &self.A.transpose()))?]);
        }
        if !self.system.rotations().is_empty() {
            return independent_everywhere(self.motion).then(Vec::new);
        }
        let levels = self.motion.manifold.iter();
        let phi: Vec<Expr> = levels.flat_map(|level| given.apply_all(level).to_vec()).collect();
        match rank_drops_on_states(&rows, &phi, &self.motion.state) {
            Ok(parts) => Some(parts.iter().map(|part| not_all_zero(part)).collect()),
            Err(_) => Some(vec![determinant(&(&self.A * &self.A.transpose()))?]),
        }
    }

    /// Is some minor made of factors that do not vanish?
    fn minor_stands(&self, known: &[Expr]) -> bool {
        let (n, m) = (self.A.ncols(), self.A.nrows());
        let known = factors(known);
        let is_known = |c: &Expr| known.contains(c) || known.contains(&-*c);
        let stands = |d: &Vec<usize>| {
            let minor = determinant(&self.A.transpose().select_rows(d));
            let minor = minor.filter(|&e| zero_test(e) != Verdict::Zero);
            minor.is_some_and(|e| factors(&[e]).iter().all(is_known))
        };
        subsets(n, m, MOST_SETS).iter().any(stands)
    }
}

/// For each column a row that sees this column alone, if there are such rows.
fn best_rows(S: &Matrix) -> Option<Vec<usize>> {
    let zero = Expr::zero();
    let alone = |c: usize| {
        let sees = |row: &Vector| row.iter().enumerate().all(|(j, &e)| (e != zero) == (j == c));
        S.rows().iter().position(sees)
    };
    let mut rows = (0..S.ncols()).map(alone).collect::<Option<Vec<usize>>>()?;
    rows.sort_unstable();
    Some(rows)
}

/// Is each row of a matrix a row of another one, or its opposite?
fn has_rows_of(B: &Matrix, A: &Matrix) -> bool {
    let is_same = |x: &Vector, y: &Vector| {
        let equal = |sign: Expr| x.iter().zip(y.iter()).all(|(&x, &y)| is_zero(x - sign * y));
        equal(Expr::one()) || equal(-Expr::one())
    };
    A.rows().iter().all(|row| B.rows().iter().any(|other| is_same(row, other)))
}

/// The determinant in lowest terms, if it is not too large.
fn determinant(matrix: &Matrix) -> Option<Expr> {
    if matrix.nrows() > MOST_ROWS {
        return None;
    }
    let mut ring = Ring::new(&matrix.entries().collect::<Vec<_>>()).ok()?;
    ring.set_budget(LARGEST_DETERMINANT);
    let mut rows: Vec<Vec<Fraction>> = Vec::new();
    for row in matrix.rows() {
        rows.push(row.iter().map(|&e| ring.value(e)).collect::<Result<_, _>>().ok()?);
    }
    Some(ring.expression(&ring.determinant(&rows).ok()?))
}

/// What a fraction in lowest terms has above its line.
fn numerator(e: Expr) -> Option<Expr> {
    let mut ring = Ring::new(&[e]).ok()?;
    ring.set_budget(LARGEST_DETERMINANT);
    let value = ring.value(e).ok()?;
    let value = ring.lowest(&value).ok()?;
    Some(ring.expression(&Fraction::polynomial(value.num)))
}

/// The factors that may vanish, also those made of parameters of which nothing is known.
fn factors(list: &[Expr]) -> Vec<Expr> {
    let ranges: Vec<(Expr, Range)> =
        unsigned(list).into_iter().map(|parameter| (parameter, Range::Any)).collect();
    conditions(list, &ranges)
}

/// The parameters that are not known to be positive.
fn unsigned(list: &[Expr]) -> Vec<Expr> {
    let is_unsigned = |e: &Expr| {
        let kind = e.as_symbol().map(|s| s.kind);
        matches!(kind, Some(Kind::Parameter { positive: false }))
    };
    symbols(list).into_iter().filter(is_unsigned).collect()
}

/// What expressions divide by, numbers apart.
pub(super) fn poles(list: &[Expr]) -> Vec<Expr> {
    let mut found: Vec<Expr> = Vec::new();
    let all = list.iter().flat_map(|&e| divisors(e)).filter(|d| d.as_number().is_none());
    for d in all.map(without_factor) {
        if !found.contains(&d) {
            found.push(d);
        }
    }
    found
}

/// `x − y` for `2 x − 2 y`.
fn without_factor(e: Expr) -> Expr {
    let Node::Sum(terms) = e.node() else { return e };
    let [first, ..] = &terms[..] else { return e };
    let size = if first.0.is_negative() { -&first.0 } else { first.0.clone() };
    let is_common = terms.iter().all(|(c, _)| *c == size || *c == -&size);
    size.recip().filter(|_| is_common).map_or(e, |k| e.scale(&k))
}
