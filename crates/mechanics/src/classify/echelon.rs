//! The reduced echelon form of a matrix, exactly.
//!
//! Entries are fractions in lowest terms on the whole space; whether one of them vanishes is asked
//! on the set of the position constraints. Every pivot is proved not to vanish there, and every row
//! that is left out is proved to vanish.

use alembert_algebra::ring::{ConversionError, Fraction, Ring};
use alembert_algebra::{Expr, Node, Vector, postorder};

use super::surface::Surface;
use crate::Reason;

/// Products of terms that one elimination may take: some hundredths of a second.
const LARGEST_ELIMINATION: u64 = 400_000;

/// Rows with a one at their pivot and zeros at the pivots of the others.
#[derive(Debug, Clone, Default)]
pub(super) struct Echelon {
    /// The rows that are not zero.
    pub(super) rows: Vec<Vector>,
    /// The column of the pivot of each row.
    pub(super) pivots: Vec<usize>,
    /// The numbers of the given rows that do not depend on the rows before them.
    pub(super) kept: Vec<usize>,
}

/// The echelon form of rows of `width` entries, with pivots in the first `open` columns only.
///
/// # Errors
/// [`Reason::Contradiction`] for a row that does not vanish and has no pivot; what the zero test
/// leaves open; a limit.
pub(super) fn echelon(rows: &[Vector], open: usize, on: &Surface) -> Result<Echelon, Reason> {
    let entries: Vec<Expr> = rows.iter().flat_map(|row| row.iter().copied()).collect();
    let mut ring = ring_of_coordinates(&entries)?;
    ring.set_budget(LARGEST_ELIMINATION);
    let mut work = Elimination { ring, on, rows: Vec::new(), pivots: Vec::new() };
    let mut kept = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        if work.take(row, open)? {
            kept.push(i);
        }
    }
    let Elimination { ring, rows, pivots, .. } = work;
    let expression = |row: &Vec<Fraction>| row.iter().map(|f| ring.expression(f)).collect();
    Ok(Echelon { rows: rows.iter().map(expression).collect(), pivots, kept })
}

/// A ring whose base angles are those of single symbols, where there are such: 1/cos θ then has no
/// factors but its own, while with θ = (θ + φ) − φ it would get others that do not cancel.
pub(super) fn ring_of_coordinates(entries: &[Expr]) -> Result<Ring, ConversionError> {
    Ring::with_first(&functions(entries, false), entries)
}

/// Functions of single symbols, or those of sums. Their angles become base angles: where they are
/// those of sums, sin(a − b) is a factor and not a sum.
pub(super) fn functions(entries: &[Expr], of_sums: bool) -> Vec<Expr> {
    let wanted = |e: &Expr| match e.node() {
        Node::Apply(_, arguments) => matches!(arguments[0].node(), Node::Sum(_)) == of_sums,
        _ => false,
    };
    postorder(entries).into_iter().filter(wanted).collect()
}

impl Echelon {
    /// A basis of the vectors that all rows annihilate, of `width` entries: one for each column
    /// without pivot, with a one there. The columns are given too.
    pub(super) fn kernel(&self, width: usize) -> (Vec<Vector>, Vec<usize>) {
        let mut row_of = vec![None; width];
        self.pivots.iter().enumerate().for_each(|(row, &pivot)| row_of[pivot] = Some(row));
        let free: Vec<usize> = (0..width).filter(|&j| row_of[j].is_none()).collect();
        let vector = |&j: &usize| {
            let entry = |i: usize| match row_of[i] {
                Some(row) => -self.rows[row][j],
                None if i == j => Expr::one(),
                None => Expr::zero(),
            };
            (0..width).map(entry).collect()
        };
        (free.iter().map(vector).collect(), free)
    }
}

struct Elimination<'a> {
    ring: Ring,
    on: &'a Surface,
    rows: Vec<Vec<Fraction>>,
    pivots: Vec<usize>,
}

impl Elimination<'_> {
    /// Takes one more row; is it independent of those before it?
    fn take(&mut self, row: &[Expr], open: usize) -> Result<bool, Reason> {
        let mut row = row.iter().map(|&e| self.ring.value(e)).collect::<Result<Vec<_>, _>>()?;
        for (above, &pivot) in self.rows.iter().zip(&self.pivots) {
            subtract(&self.ring, &mut row, above, pivot)?;
        }
        let mut order: Vec<usize> = (0..row.len()).filter(|&j| !row[j].is_zero()).collect();
        order.sort_by_key(|&j| (j >= open, weight(&self.ring, &row[j])));
        for j in order {
            if self.vanishes(&row[j])? {
                continue;
            }
            if j >= open {
                return Err(Reason::Contradiction);
            }
            self.put_in(row, j)?;
            return Ok(true);
        }
        Ok(false)
    }

    /// Does the fraction vanish on the set? A form that is empty vanishes, and one that is not
    /// does not, wherever the ring can tell.
    fn vanishes(&self, f: &Fraction) -> Result<bool, Reason> {
        if self.on.is_everything() && self.ring.weakness().is_none() {
            return Ok(f.is_zero());
        }
        self.on.vanishes(self.ring.expression(f))
    }

    fn put_in(&mut self, mut row: Vec<Fraction>, pivot: usize) -> Result<(), Reason> {
        let ring = &self.ring;
        let inverse = ring.inverse(&row[pivot])?.expect("a pivot is not zero");
        for f in row.iter_mut().filter(|f| !f.is_zero()) {
            *f = ring.into_lowest(ring.product(f, &inverse)?)?;
        }
        for above in &mut self.rows {
            subtract(ring, above, &row, pivot)?;
        }
        self.rows.push(row);
        self.pivots.push(pivot);
        Ok(())
    }
}

/// Makes the entry of a row at the pivot of another vanish.
fn subtract(
    ring: &Ring,
    row: &mut [Fraction],
    above: &[Fraction],
    pivot: usize,
) -> Result<(), Reason> {
    if row[pivot].is_zero() {
        return Ok(());
    }
    let factor = row[pivot].clone();
    for (x, a) in row.iter_mut().zip(above).filter(|(_, a)| !a.is_zero()) {
        *x = ring.into_lowest(ring.subtract(x, &ring.product(&factor, a)?)?)?;
    }
    Ok(())
}

/// Numbers make the best pivots, then parameters, then what is short.
fn weight(ring: &Ring, f: &Fraction) -> (usize, usize) {
    let moving = f.num.atoms().filter(|&a| !ring.is_parameter(a)).count();
    (moving, f.num.len() + f.den.len())
}
