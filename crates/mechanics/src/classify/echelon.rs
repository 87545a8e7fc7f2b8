//! The reduced echelon form of a matrix, exactly.
//!
//! Entries are fractions in lowest terms on the whole space; whether one of them vanishes is asked
//! on the set of the position constraints. Every pivot is proved not to vanish there, and every row
//! that is left out is proved to vanish.

use alembert_algebra::ring::{ConversionError, Fraction, Ring};
use alembert_algebra::{Expr, Node, Vector, postorder};
use rustc_hash::FxHashMap;

use super::sparse::{self, Row};
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
    let mut work = Elimination::new(rows, open, on)?;
    let mut kept = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        if work.take(row)? {
            kept.push(i);
        }
    }
    Ok(Echelon { rows: work.rows_from(0), pivots: work.pivots, kept })
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
        let zero = Expr::zero();
        let vector = |&j: &usize| {
            let entry = |i: usize| match row_of[i] {
                Some(row) if self.rows[row][j] == zero => zero,
                Some(row) => -self.rows[row][j],
                None if i == j => Expr::one(),
                None => zero,
            };
            (0..width).map(entry).collect()
        };
        (free.iter().map(vector).collect(), free)
    }
}

/// An echelon form that takes one row after the other. Rows are kept by their entries that are not zero.
pub(super) struct Elimination<'a> {
    ring: Ring,
    on: &'a Surface,
    width: usize,
    /// Pivots are looked for in so many columns.
    open: usize,
    rows: Vec<Row>,
    pivots: Vec<usize>,
    /// The row of each pivot.
    row_of: FxHashMap<usize, usize>,
}

impl<'a> Elimination<'a> {
    /// Without rows yet; `rows` are some that it will take.
    pub(super) fn new(rows: &[Vector], open: usize, on: &'a Surface) -> Result<Self, Reason> {
        let entries: Vec<Expr> = rows.iter().flat_map(|row| row.sparse().map(|(_, e)| e)).collect();
        let mut ring = ring_of_coordinates(&entries)?;
        ring.set_budget(LARGEST_ELIMINATION);
        let width = rows.first().map_or(0, |row| row.len());
        let (rows, pivots, row_of) = (Vec::new(), Vec::new(), FxHashMap::default());
        Ok(Self { ring, on, width, open, rows, pivots, row_of })
    }

    /// The budget of one elimination, for further rows.
    pub(super) fn renew_budget(&mut self) {
        self.ring.set_budget(LARGEST_ELIMINATION);
    }

    /// The rows with these numbers and higher ones.
    pub(super) fn rows_from(&self, first: usize) -> Vec<Vector> {
        self.rows[first..].iter().map(|row| sparse::vector(&self.ring, row, self.width)).collect()
    }

    /// Takes one more row; is it independent of those before it?
    pub(super) fn take(&mut self, row: &Vector) -> Result<bool, Reason> {
        let mut row = sparse::row(&mut self.ring, row)?;
        let mut met: Vec<usize> =
            row.keys().filter_map(|pivot| self.row_of.get(pivot).copied()).collect();
        met.sort_unstable();
        for k in met {
            subtract(&self.ring, &mut row, &self.rows[k], self.pivots[k])?;
        }
        let mut order: Vec<usize> = row.keys().copied().collect();
        order.sort_by_key(|j| (*j >= self.open, weight(&self.ring, &row[j])));
        for j in order {
            if self.vanishes(&row[&j])? {
                continue;
            }
            if j >= self.open {
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

    fn put_in(&mut self, mut row: Row, pivot: usize) -> Result<(), Reason> {
        let ring = &self.ring;
        let inverse = ring.inverse(&row[&pivot])?.expect("a pivot is not zero");
        for f in row.values_mut() {
            *f = ring.into_lowest(ring.product(f, &inverse)?)?;
        }
        for above in &mut self.rows {
            subtract(ring, above, &row, pivot)?;
        }
        self.row_of.insert(pivot, self.rows.len());
        self.rows.push(row);
        self.pivots.push(pivot);
        Ok(())
    }
}

/// Makes the entry of a row at the pivot of another vanish.
fn subtract(ring: &Ring, row: &mut Row, above: &Row, pivot: usize) -> Result<(), Reason> {
    match row.remove(&pivot) {
        Some(factor) => sparse::subtract(ring, row, &factor, (above, pivot)),
        None => Ok(()),
    }
}

/// Numbers make the best pivots, then parameters, then what is short.
fn weight(ring: &Ring, f: &Fraction) -> (usize, usize) {
    let moving = f.num.atoms().filter(|&a| !ring.is_parameter(a)).count();
    (moving, f.num.len() + f.den.len())
}
