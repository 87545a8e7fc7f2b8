//! Small linear systems of expressions, solved exactly in the graph.
//!
//! Gauss–Jordan elimination with pivots that cannot vanish, numbers and positive parameters. What is left is
//! solved by Cramer's rule,
//!
//! ```text
//! Xᵢⱼ = det (A with column i replaced by column j of the right side) / det A            (1)
//! ```
//!
//! so that nothing is divided by but the determinant: a pivot that vanishes at some states would bring a pole which
//! the solution does not have. Larger rests are eliminated with the simplest pivot of each column. In small
//! systems entries are kept in lowest terms as far as the ring can, unless they shall stay as they are built. Made for the few constraints of a model;
//! equations of motion are not solved here.

use alembert_algebra::ring::Ring;
use alembert_algebra::{Expr, Kind, Matrix, Node, Vector, gradient, postorder, symbols};

use crate::System;
use crate::regular::is_regular_somewhere;

/// Products of terms that one entry may take: some milliseconds.
const MOST_WORK: u64 = 100_000;
/// Determinants of larger matrices are not expanded.
const LARGEST_DETERMINANT: usize = 6;

/// `X` with `square X = right`, for a matrix that is regular at some state. Entries that divide by
/// zero, which such a matrix does not lead to, have a fault.
pub(crate) fn solve(square: &Matrix, right: &Matrix, system: &System) -> Matrix {
    let (k, columns) = (square.nrows(), square.ncols() + right.ncols());
    let is_tidy = k <= LARGEST_DETERMINANT && !system.is_as_built;
    let tidy = if is_tidy { lowest } else { |e| e };
    let mut rows: Vec<Vector> =
        square.rows().iter().zip(right.rows()).map(|(a, b)| a.stack(b)).collect();
    // The column of the pivot of each row.
    let mut pivots: Vec<Option<usize>> = vec![None; k];
    while let Some((i, j)) = constant_pivot(&rows, &pivots) {
        eliminate(&mut rows, (i, j), tidy);
        pivots[i] = Some(j);
    }
    let open: Vec<usize> = (0..k).filter(|&i| pivots[i].is_none()).collect();
    let free: Vec<usize> = (0..k).filter(|j| !pivots.contains(&Some(*j))).collect();
    let part = |columns: &[usize]| {
        let row = |&i: &usize| columns.iter().map(|&j| rows[i][j]).collect();
        Matrix::from_rows(open.iter().map(row).collect(), columns.len())
    };
    let (block, rest) = (part(&free), part(&(k..columns).collect::<Vec<_>>()));
    let found = match by_cramer(&block, &rest, tidy) {
        Some(found) => found.map(tidy), // (1)
        None => by_elimination(&block, &rest),
    };
    let mut solution = vec![Vector::zeros(right.ncols()); k];
    for (&j, row) in free.iter().zip(found.rows()) {
        solution[j] = row.clone();
    }
    for (i, j) in pivots.iter().enumerate().filter_map(|(i, j)| Some((i, (*j)?))) {
        let entry = |c: usize| {
            let known = free.iter().zip(found.rows()).map(|(&f, row)| rows[i][f] * row[c]);
            tidy(rows[i][k + c] - Expr::sum(known))
        };
        solution[j] = (0..right.ncols()).map(entry).collect();
    }
    Matrix::from_rows(solution, right.ncols())
}

/// A place in a row and a column without a pivot whose entry cannot vanish, numbers first.
fn constant_pivot(rows: &[Vector], pivots: &[Option<usize>]) -> Option<(usize, usize)> {
    let k = rows.len();
    let open = (0..k).filter(|&i| pivots[i].is_none());
    let places = open.flat_map(|i| (0..k).map(move |j| (i, j)));
    let places = places.filter(|(_, j)| !pivots.contains(&Some(*j)));
    places.filter(|&(i, j)| never_vanishes(rows[i][j])).min_by_key(|&(i, j)| rank(rows[i][j]))
}

/// Is it a number other than zero, times powers of positive parameters?
pub(super) fn never_vanishes(e: Expr) -> bool {
    match e.node() {
        Node::Number(number) => !number.is_zero(),
        Node::Symbol(symbol) => {
            matches!(symbol.kind, Kind::Parameter { positive: true } | Kind::Pi)
        }
        Node::Product(factors) => factors.iter().all(|(base, _)| never_vanishes(*base)),
        Node::Sum(terms) => matches!(&terms[..], [(_, e)] if never_vanishes(*e)),
        Node::Apply(..) => false,
    }
}

/// Takes column j out of all rows but row i, where it becomes 1.
fn eliminate(rows: &mut [Vector], (i, j): (usize, usize), tidy: impl Fn(Expr) -> Expr) {
    let pivot = rows[i][j];
    rows[i] = rows[i].iter().map(|&e| tidy(e / pivot)).collect();
    for other in (0..rows.len()).filter(|&other| other != i) {
        let factor = rows[other][j];
        if factor != Expr::zero() {
            let pairs = rows[other].iter().zip(rows[i].iter());
            rows[other] = pairs.map(|(&x, &p)| tidy(x - factor * p)).collect();
        }
    }
}

/// Equation (1), unless the determinant is too large.
fn by_cramer(square: &Matrix, right: &Matrix, tidy: impl Fn(Expr) -> Expr) -> Option<Matrix> {
    let whole = determinant(square).map(tidy)?;
    let entry = |i: usize, c: usize| {
        let replaced = |(row, side): (&Vector, &Vector)| {
            (0..row.len()).map(|j| if j == i { side[c] } else { row[j] }).collect()
        };
        let rows = square.rows().iter().zip(right.rows()).map(replaced).collect();
        Some(determinant(&Matrix::from_rows(rows, square.ncols()))? / whole)
    };
    let row = |i: usize| (0..right.ncols()).map(|c| entry(i, c)).collect::<Option<Vector>>();
    let rows = (0..square.nrows()).map(row).collect::<Option<Vec<_>>>()?;
    Some(Matrix::from_rows(rows, right.ncols()))
}

/// Elimination with the simplest pivot of each column.
fn by_elimination(square: &Matrix, right: &Matrix) -> Matrix {
    let k = square.nrows();
    let mut rows: Vec<Vector> =
        square.rows().iter().zip(right.rows()).map(|(a, b)| a.stack(b)).collect();
    for j in 0..k {
        let simplest = (j..k).filter(|&i| is_pivot(rows[i][j])).min_by_key(|&i| rank(rows[i][j]));
        let Some(i) = simplest else {
            return right.map(|_| Expr::undefined());
        };
        rows.swap(i, j);
        eliminate(&mut rows, (j, j), |e| e);
    }
    let solution = rows.iter().map(|row| row[k..].iter().copied().collect()).collect();
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
pub(crate) fn determinant(matrix: &Matrix) -> Option<Expr> {
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
    ring.set_budget(MOST_WORK);
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
