//! Lower bounds of the rank of a matrix of expressions at almost every point.
//!
//! Modulo a prime, at a random point, a minor that does not vanish proves that it does not vanish
//! identically: the rank of the residues is a lower bound. Outside the class of expressions in
//! which residues prove anything the matrix is evaluated in balls at real points instead.

use alembert_algebra::evaluate::{Enclosed, evaluate};
use alembert_algebra::numeric::{Ball, Field, SplitMix64};
use alembert_algebra::ring::Ring;
use alembert_algebra::{Expr, Rational, Vector};

use crate::witness::{Choice, apart};

/// Points that are tried.
const POINTS: usize = 3;
/// Points outside the domain that are drawn before residues are given up.
const DRAWS: usize = 24;
const SEED: u64 = 0x6720_7A11;
/// The field in which rings evaluate.
const FIELD: Field = Field::ALL[1];

/// A number that the rank of the matrix with these rows reaches at almost every point.
pub(super) fn rank_at_least(rows: &[Vector]) -> usize {
    let width = rows.first().map_or(0, |row| row.len());
    let entries: Vec<Expr> = rows.iter().flat_map(|row| row.iter().copied()).collect();
    match Ring::new(&entries) {
        Ok(ring) if ring.weakness().is_none() => by_residues(&ring, &entries, width),
        Ok(_) => by_balls(&entries, width),
        Err(_) => 0,
    }
}

fn by_residues(ring: &Ring, entries: &[Expr], width: usize) -> usize {
    let mut random = SplitMix64::new(SEED);
    let draw = |_| ring.point(&mut random).evaluate(entries).ok();
    let points = (0..DRAWS).filter_map(draw).take(POINTS);
    let rank =
        |values: Vec<u64>| FIELD.rank(values.chunks(width.max(1)).map(<[u64]>::to_vec).collect());
    points.map(rank).max().unwrap_or(0)
}

fn by_balls(entries: &[Expr], width: usize) -> usize {
    let choice = Choice::default();
    let at = |number| evaluate(entries, &apart(entries, &choice, number)?).ok();
    let points = (0..choice.tries).filter_map(at).take(POINTS);
    let rank = |values: Vec<Ball>| {
        rank_of_balls(values.chunks(width.max(1)).map(<[Ball]>::to_vec).collect())
    };
    points.map(rank).max().unwrap_or(0)
}

/// The number of pivots that exclude zero, the farthest from it taken first.
pub(super) fn rank_of_balls(mut rows: Vec<Vec<Ball>>) -> usize {
    let (mut rank, zero) = (0, Enclosed::rational(&Rational::ZERO));
    loop {
        let places = rows.iter().enumerate().skip(rank).flat_map(|(i, row)| {
            row.iter().enumerate().map(move |(j, ball)| (ball.distance_from_zero(), i, j))
        });
        let Some((_, i, j)) = places.max_by(|a, b| a.0.total_cmp(&b.0)) else { return rank };
        if !rows[i][j].excludes_zero() {
            return rank;
        }
        rows.swap(rank, i);
        let (upper, lower) = rows.split_at_mut(rank + 1);
        for row in lower {
            let Ok(factor) = row[j].divide(upper[rank][j]) else { return rank };
            for (k, x) in row.iter_mut().enumerate() {
                *x = if k == j { zero } else { *x - factor * upper[rank][k] };
            }
        }
        rank += 1;
    }
}
