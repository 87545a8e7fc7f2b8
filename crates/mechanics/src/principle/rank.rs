//! A maximal independent set of rows, and how the others depend on it.
//!
//! Rows are compared on the states that the constraints allow, with rotations in their parameters. For a matrix `A` of rank `r`,
//!
//! ```text
//! A = (A₁, A₂) up to order,   A₂ = C A₁,   A₁ of full rank                          (1)
//! K A = 0,   K = (−C, 1)                                                            (2)
//! ```
//!
//! Rows that are proved to be independent at one state are all kept, and nothing is solved for that.
//!
//! Known limit: where the ring gives up, all rows are kept; whether they depend on each other is
//! then seen when numbers are put in.

use alembert_algebra::numeric::Ball;
use alembert_algebra::ring::{ConversionError, Fraction, LARGEST_QUESTION, Ring};
use alembert_algebra::{Expr, Matrix, Vector, symbols};

use super::linear::solve;
use crate::explicit::Row;
use crate::explicit::blocks::independent_rows;
use crate::explicit::charts::{charts, columns};
use crate::regular::{is_regular_at, is_regular_somewhere};
use crate::rotation::chart;
use crate::system::order_of_all;
use crate::theory::definitions;
use crate::witness::{Choice, Stage, some_state_passes};
use crate::{Reason, System};

/// The rows of a matrix, sorted by (1).
#[derive(Debug, Clone)]
pub(super) struct Rank {
    /// The numbers of the rows of `A₁`.
    pub(super) kept: Vec<usize>,
    /// The rows of `K`, equation (2).
    pub(super) K: Matrix,
}

/// Equations (1) and (2), on the states that obey `manifold`.
pub(super) fn rank(A: &Matrix, manifold: &[Vector], system: &System) -> Rank {
    rank_within(A, manifold, system, LARGEST_QUESTION)
}

/// The same with so many products of terms as work.
pub(super) fn rank_within(A: &Matrix, manifold: &[Vector], system: &System, work: u64) -> Rank {
    let all = Rank { kept: (0..A.nrows()).collect(), K: Matrix::zeros(0, A.nrows()) };
    let mut chart = chart(&system.rotations);
    let A = &A.map(|e| chart.apply(e));
    let manifold: Vec<Vector> = manifold.iter().map(|level| chart.apply_all(level)).collect();
    let gram = A * &A.transpose();
    let is_full = match is_free(A, &manifold) {
        true => is_regular_somewhere(&gram),
        false => is_regular_at_a_state(&gram, &manifold, system),
    };
    if is_full {
        return all;
    }
    in_ring(A, &manifold, system, work).unwrap_or(all)
}

/// Is the square matrix proved to be invertible at some state that obeys the manifold? Where constraints
/// follow from others no state is found.
pub(super) fn is_regular_at_a_state(matrix: &Matrix, manifold: &[Vector], system: &System) -> bool {
    let (mut given, mut chart) = (definitions(system), chart(&system.rotations));
    let mut put = |e: Expr| chart.apply(given.apply(e));
    let matrix = matrix.map(&mut put);
    let stage = |(k, level): (u32, &Vector)| Stage {
        equations: level.iter().map(|&e| put(e)).collect(),
        unknowns: system.level(k).to_vec(),
        redundant: Vec::new(),
    };
    let stages: Vec<Stage> = (0..).zip(manifold).map(stage).collect();
    let entries: Vec<Expr> = matrix.support().collect();
    let is_regular = |values: Vec<Ball>| is_regular_at(&matrix, &values);
    some_state_passes(&stages, &entries, &Choice::default(), is_regular)
}

/// Do the entries contain only what the constraints leave free?
pub(super) fn is_free(A: &Matrix, manifold: &[Vector]) -> bool {
    let restricted = manifold.iter().position(|level| !level.is_empty());
    let entries: Vec<Expr> = A.entries().collect();
    symbols(&entries).into_iter().filter_map(Expr::as_symbol).all(|s| {
        let order = usize::try_from(s.order).unwrap_or(usize::MAX);
        !s.kind.is_of_motion() || restricted.is_none_or(|k| order < k)
    })
}

fn in_ring(A: &Matrix, manifold: &[Vector], system: &System, work: u64) -> Result<Rank, Reason> {
    let (ring, rows) = on_states_within(&[], A, manifold, system, work)?;
    let kept = independent_rows(&ring, &rows)?;
    let dropped: Vec<usize> = (0..rows.len()).filter(|i| !kept.contains(i)).collect();
    let first: Vec<Row> = kept.iter().map(|&i| rows[i].clone()).collect();
    let places = charts(&ring, &first, A.ncols())?.remove(0).dependent;
    let square = transposed(&columns(&first, &places), places.len());
    let right: Vec<Row> =
        places.iter().map(|&j| dropped.iter().map(|&i| rows[i][j].clone()).collect()).collect();
    let entries = |C: Vec<Row>| -> Vec<Vec<Expr>> {
        C.iter().map(|row| row.iter().map(|c| ring.expression(c)).collect()).collect()
    };
    let C = match system.is_as_built {
        true => as_built(A, [&kept, &dropped, &places], system),
        false => entries(ring.solve(&square, &right)?.ok_or(Reason::Undetermined)?),
    }; // (1), transposed
    let mut K = Vec::new();
    for (column, &i) in dropped.iter().enumerate() {
        let mut row = vec![Expr::zero(); rows.len()];
        row[i] = Expr::one();
        for (&j, c) in kept.iter().zip(&C) {
            row[j] = -c[column]; // (2)
        }
        K.push(row.into());
    }
    Ok(Rank { kept, K: Matrix::from_rows(K, rows.len()) })
}

/// C of (1), transposed, from columns whose minor of the first rows does not vanish.
fn as_built(A: &Matrix, [kept, dropped, places]: [&[usize]; 3], system: &System) -> Vec<Vec<Expr>> {
    let columns = A.transpose().select_rows(places).transpose();
    let [square, right] = [kept, dropped].map(|rows| columns.select_rows(rows).transpose());
    solve(&square, &right, system).rows().iter().map(|row| row.to_vec()).collect()
}

/// The entries of a matrix as fractions, in a ring in which the state obeys what it must as far as
/// the entries contain it.
pub(super) fn on_states(
    A: &Matrix,
    manifold: &[Vector],
    system: &System,
) -> Result<(Ring, Vec<Row>), ConversionError> {
    on_states_within(&[], A, manifold, system, LARGEST_QUESTION)
}

/// The same in a ring that sees `first` before all else, with so many products of terms as work.
pub(super) fn on_states_within(
    first: &[Expr],
    A: &Matrix,
    manifold: &[Vector],
    system: &System,
    work: u64,
) -> Result<(Ring, Vec<Row>), ConversionError> {
    let mut roots: Vec<Expr> = A.entries().collect();
    let highest = order_of_all(&roots, &system.q);
    let levels = || (0..).zip(manifold).filter(|(k, _)| highest >= Some(*k));
    roots.extend(levels().flat_map(|(_, level)| level.to_vec()));
    let mut ring = Ring::with_first(first, &roots)?;
    ring.set_budget(work);
    for (k, level) in levels() {
        ring.impose(level, &system.jet(k))?;
    }
    let row = |row: &Vector| row.iter().map(|&e| ring.value(e)).collect();
    let rows = A.rows().iter().map(row).collect::<Result<Vec<Row>, _>>()?;
    Ok((ring, rows))
}

fn transposed(rows: &[Row], columns: usize) -> Vec<Row> {
    let column = |j: usize| rows.iter().map(|row| row[j].clone()).collect::<Vec<Fraction>>();
    (0..columns).map(column).collect()
}
