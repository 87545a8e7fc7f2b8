//! Equations in rows of a typeset page: which stand beside their `=`, and where they are broken.
//!
//! Equations are aligned at `=`. When a left side takes so much room that right sides would be
//! squeezed, all of them start at the left edge instead, and `=` begins a row of its own.

use crate::measure::{EQUALS, LINE, measure};
use crate::pieces::{Piece, length, lines};
use crate::{Equation, Tree};

/// A row of an equation.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Row<'a> {
    /// `left = right`, or its first row.
    Both(&'a Tree, Vec<Piece<'a>>),
    /// The left side starts here.
    Left(Vec<Piece<'a>>),
    /// The side above goes on.
    More(Vec<Piece<'a>>),
    /// `= right`, or its first row.
    Right(Vec<Piece<'a>>),
}

/// The indentation of rows that go on.
const INDENT: usize = 100;

/// Equations in rows.
pub(crate) struct Rows<'a> {
    /// The rows of each equation.
    pub(crate) equations: Vec<Vec<Row<'a>>>,
    /// Are they aligned at `=`?
    pub(crate) aligned: bool,
}

impl Rows<'_> {
    /// The width of the widest row: what is not broken, a root or the argument of a function, may be wider than a
    /// line.
    pub(crate) fn widest(&self) -> usize {
        let all = || self.equations.iter().flatten();
        let left = |row: &Row<'_>| match row {
            Row::Both(left, _) => measure(left),
            _ => 0,
        };
        let beside = all().map(left).max().unwrap_or(0);
        let width = |row: &Row<'_>| match row {
            Row::Both(left, right) if !self.aligned => measure(left) + EQUALS + length(right),
            Row::Both(_, right) => beside + EQUALS + length(right),
            Row::More(pieces) if self.aligned => beside + EQUALS + INDENT + length(pieces),
            Row::Left(pieces) => length(pieces),
            Row::More(pieces) => INDENT + length(pieces),
            Row::Right(pieces) => INDENT + EQUALS + length(pieces),
        };
        all().map(width).max().unwrap_or(0)
    }
}

/// The rows of equations. The widest left side and the widest right side may belong to different ones:
/// they share a line when they are aligned.
pub(crate) fn rows(equations: &[Equation]) -> Rows<'_> {
    let left = equations.iter().map(|e| measure(&e.lhs)).max().unwrap_or(0);
    let right = equations.iter().map(|e| measure(&e.rhs)).max().unwrap_or(0);
    let aligned = left + EQUALS + right <= LINE || left <= LINE * 2 / 5;
    let room = LINE.saturating_sub(left + EQUALS + INDENT);
    let rows = |e| if aligned { beside(e, room) } else { below(e) };
    Rows { equations: equations.iter().map(rows).collect(), aligned }
}

fn beside(equation: &Equation, room: usize) -> Vec<Row<'_>> {
    let fits = measure(&equation.rhs) <= room + INDENT;
    let mut right = lines(&equation.rhs, if fits { room + INDENT } else { room }).into_iter();
    let first = right.next().unwrap_or_default();
    std::iter::once(Row::Both(&equation.lhs, first)).chain(right.map(Row::More)).collect()
}

fn below(equation: &Equation) -> Vec<Row<'_>> {
    if measure(&equation.lhs) + EQUALS + measure(&equation.rhs) <= LINE {
        return vec![Row::Both(&equation.lhs, vec![Piece::Whole(&equation.rhs)])];
    }
    let mut left = lines(&equation.lhs, LINE - INDENT);
    let last = left.last_mut().filter(|l| length(l) + EQUALS + measure(&equation.rhs) <= LINE);
    let beside = last.map(|line| line.extend([Piece::Equals, Piece::Whole(&equation.rhs)]));
    let room = LINE - EQUALS - 2 * INDENT;
    let right = if beside.is_some() { Vec::new() } else { lines(&equation.rhs, room) };
    let left = left.into_iter().enumerate().map(|(i, line)| match i {
        0 => Row::Left(line),
        _ => Row::More(line),
    });
    let right = right.into_iter().enumerate().map(|(i, line)| match i {
        0 => Row::Right(line),
        _ => Row::More(line),
    });
    left.chain(right).collect()
}

/// A condition that is wider than this does not stand within a sentence.
const WITHIN: usize = LINE / 2;

/// The rows of each of some formulas; none where all of them are short enough for a sentence.
pub(crate) fn condition_rows(conditions: &[Tree]) -> Option<Vec<Vec<Vec<Piece<'_>>>>> {
    let is_long = conditions.iter().any(|tree| measure(tree) > WITHIN);
    // Room for `≠ 0`.
    let room = LINE - INDENT - 2 * EQUALS;
    is_long.then(|| conditions.iter().map(|tree| lines(tree, room)).collect())
}

/// The entries of a list in rows.
pub(crate) fn list_rows(entries: &[Tree]) -> Vec<&[Tree]> {
    let (mut rows, mut start, mut width) = (Vec::new(), 0, 0);
    for (i, entry) in entries.iter().enumerate() {
        let next = measure(entry) + INDENT;
        if width + next > LINE - 2 * EQUALS && i > start {
            rows.push(&entries[start..i]);
            (start, width) = (i, 0);
        }
        width += next;
    }
    rows.push(&entries[start..]);
    rows
}
