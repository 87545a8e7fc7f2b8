//! At which of the points that are seen a constraint acts.
//!
//! A constraint pushes the velocities along its direction B, with its multiplier. It acts at a point P when
//!
//! ```text
//! B = Jᵀ f,     J = ∂P'/∂q'                                                                  (1)
//! ```
//!
//! and f is its force there, for a multiplier of 1: a blade at the blade, and not at the middle of the sleigh. One
//! that acts at no point that is seen, such as friction at the rim of a wheel whose middle is shown, has a resultant
//! on the body of P, when coordinates carry P along an axis:
//!
//! ```text
//! P = (x, y, z) + …,     f = (B_x, B_y, B_z)                                                 (2)
//! ```
//!
//! Points whose components are coordinates come first there. A force that no constraint of the model has, as that of a
//! plane under a disk whose height is a function of its tilt, is not known. (1) is tested at points drawn from a
//! fixed stream, with the parameters of the model: a place for an arrow, and no proof.

#![allow(non_snake_case, reason = "B, J, P are the symbols of the papers")]

use alembert_algebra::{Expr, Vector, gradient, rate};
use alembert_mechanics::System;

use crate::language::Model;
use crate::walk::reactions::direction;
use crate::walk::sampled::values;

/// A point, or a force, in space.
pub(super) type Place = [Expr; 3];

/// What differs by less than this part is equal.
const NEAR: f64 = 1e-9;
/// Columns of J among which a square part is looked for.
const MOST_COLUMNS: usize = 6;

/// The force f of each constraint on each point, `[constraint][point]`; none where it does not act.
pub(super) fn acting(model: &Model, system: &System, points: &[Place]) -> Vec<Vec<Option<Place>>> {
    let points: Vec<Moved> = points.iter().map(|at| Moved::of(system, at)).collect();
    let squares: Vec<Option<Square>> = points.iter().map(|p| p.square(model)).collect();
    let forces = |B: &Vector| {
        let exact = points.iter().zip(&squares).map(|(p, s)| p.at(model, s.as_ref()?, B));
        let plain = points.iter().map(|p| p.carried(B).filter(|_| p.is_plain()));
        let carried = points.iter().map(|p| p.carried(B));
        let levels = [exact.collect::<Vec<_>>(), plain.collect(), carried.collect()];
        let acts = |level: &Vec<Option<Place>>| level.iter().any(Option::is_some);
        levels.into_iter().find(acts).unwrap_or_else(|| vec![None; points.len()])
    };
    system.constraints().iter().map(|c| forces(&direction(system, c))).collect()
}

/// A point that moves: the rows of J.
struct Moved(Vec<Vector>);

/// A square part of J: its rows and its columns.
struct Square {
    rows: Vec<usize>,
    columns: Vec<usize>,
}

impl Moved {
    fn of(system: &System, at: &Place) -> Self {
        let v = system.jet(1);
        Self(at.iter().map(|&x| gradient(rate(x), &v)).collect())
    }

    fn is_zero(&self, column: usize) -> bool {
        self.0.iter().all(|row| row[column] == Expr::zero())
    }

    /// The axis along which a coordinate carries the point.
    fn axis(&self, column: usize) -> Option<usize> {
        let unit = |k: &usize| {
            let entry = |i: usize| if i == *k { Expr::one() } else { Expr::zero() };
            (0..3).all(|i| self.0[i][column] == entry(i))
        };
        (0..3).find(unit)
    }

    /// Are its components coordinates, or fixed?
    fn is_plain(&self) -> bool {
        (0..self.0[0].len()).all(|c| self.is_zero(c) || self.axis(c).is_some())
    }

    /// (2)
    fn carried(&self, B: &Vector) -> Option<Place> {
        let along = |k: usize| (0..B.len()).find(|&c| self.axis(c) == Some(k));
        let f: Place = std::array::from_fn(|k| along(k).map_or(Expr::zero(), |c| B[c]));
        f.iter().any(|&e| e != Expr::zero()).then_some(f)
    }

    /// A part of J with all rows that are not zero and a determinant that is not, simple columns first.
    fn square(&self, model: &Model) -> Option<Square> {
        let is_moved = |k: &usize| self.0[*k].iter().any(|&e| e != Expr::zero());
        let rows: Vec<usize> = (0..3).filter(is_moved).collect();
        let mut columns: Vec<usize> = (0..self.0[0].len()).filter(|&c| !self.is_zero(c)).collect();
        columns.sort_by_key(|&c| self.axis(c).is_none());
        columns.truncate(MOST_COLUMNS);
        let choices = subsets(&columns, rows.len());
        let choices = choices.into_iter().filter(|choice| !choice.is_empty());
        let squares = choices.map(|columns| Square { rows: rows.clone(), columns });
        { squares }.find(|square| {
            let found = values(model, &self.entries(square).concat());
            let is_regular = |entries: &Vec<f64>| {
                let rows: Vec<&[f64]> = entries.chunks(rows.len()).collect();
                let (det, size) = expanded(&rows);
                det.abs() > NEAR * size
            };
            found.iter().any(is_regular)
        })
    }

    /// The equations of (1) for the columns of a square, a row for each.
    fn entries(&self, square: &Square) -> Vec<Vec<Expr>> {
        let equation = |&c: &usize| square.rows.iter().map(|&r| self.0[r][c]).collect();
        square.columns.iter().map(equation).collect()
    }

    /// The f of (1), from the columns of a square by Cramer's rule, when it satisfies all of them.
    fn at(&self, model: &Model, square: &Square, B: &Vector) -> Option<Place> {
        let entries = self.entries(square);
        let det = determinant(&entries);
        let solved = |k: usize| {
            let mut replaced = entries.clone();
            replaced.iter_mut().zip(&square.columns).for_each(|(row, &c)| row[k] = B[c]);
            determinant(&replaced) / det
        };
        let mut f = [Expr::zero(); 3];
        square.rows.iter().enumerate().for_each(|(k, &r)| f[r] = solved(k));
        let acts = f.iter().any(|&e| e != Expr::zero());
        (acts && self.balances(model, &f, B)).then_some(f)
    }

    /// Is (1) true?
    fn balances(&self, model: &Model, f: &Place, B: &Vector) -> bool {
        let terms = |c: usize| (0..3).map(move |k| self.0[k][c] * f[k]).chain([-B[c]]);
        let list: Vec<Expr> = (0..B.len()).flat_map(terms).collect();
        let found = values(model, &list);
        let vanishes = |terms: &[f64]| {
            let (sum, size) = terms.iter().fold((0.0, 0.0), |(s, n), x| (s + x, n + x.abs()));
            f64::abs(sum) <= NEAR * size
        };
        !found.is_empty() && found.iter().all(|row| row.chunks(4).all(vanishes))
    }
}

/// The subsets of some numbers with so many members, the first ones first.
fn subsets(list: &[usize], size: usize) -> Vec<Vec<usize>> {
    match (size, list) {
        (0, _) => vec![Vec::new()],
        (_, []) => Vec::new(),
        (_, [first, rest @ ..]) => {
            let with = subsets(rest, size - 1).into_iter();
            let with = with.map(|others| [vec![*first], others].concat());
            with.chain(subsets(rest, size)).collect()
        }
    }
}

/// The determinant of at most three rows, by its first column.
fn determinant(rows: &[Vec<Expr>]) -> Expr {
    if rows.is_empty() {
        return Expr::one();
    }
    let minor = |i: usize| {
        let others = rows.iter().enumerate().filter(|(k, _)| *k != i);
        determinant(&others.map(|(_, row)| row[1..].to_vec()).collect::<Vec<_>>())
    };
    let term = |i: usize| {
        let term = rows[i][0] * minor(i);
        if i.is_multiple_of(2) { term } else { -term }
    };
    (0..rows.len()).map(term).sum()
}

/// The determinant of numbers, by its first column, and the sum of the sizes of its terms.
fn expanded(rows: &[&[f64]]) -> (f64, f64) {
    if rows.is_empty() {
        return (1.0, 1.0);
    }
    let term = |i: usize| {
        let others = rows.iter().enumerate().filter(|(k, _)| *k != i);
        let (minor, size) = expanded(&others.map(|(_, row)| &row[1..]).collect::<Vec<_>>());
        let entry = if i.is_multiple_of(2) { rows[i][0] } else { -rows[i][0] };
        (entry * minor, entry.abs() * size)
    };
    (0..rows.len()).map(term).fold((0.0, 0.0), |sum, term| (sum.0 + term.0, sum.1 + term.1))
}
