//! Rows of fractions by their entries that are not zero.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use alembert_algebra::ring::{Fraction, Ring};
use alembert_algebra::{Expr, Vector};

use crate::Reason;

/// The entries of a row that are not zero, by column.
pub(super) type Row = BTreeMap<usize, Fraction>;

/// The row of expressions.
pub(super) fn row(ring: &mut Ring, entries: &[Expr]) -> Result<Row, Reason> {
    let zero = Expr::zero();
    let mut row = Row::new();
    for (j, &e) in entries.iter().enumerate().filter(|(_, e)| **e != zero) {
        let value = ring.value(e)?;
        if !value.is_zero() {
            row.insert(j, value);
        }
    }
    Ok(row)
}

/// The expressions of a row of this width.
pub(super) fn vector(ring: &Ring, row: &Row, width: usize) -> Vector {
    let mut entries = vec![Expr::zero(); width];
    row.iter().for_each(|(&j, f)| entries[j] = ring.expression(f));
    entries.into()
}

/// `row − factor · above` in all columns but that of the pivot.
pub(super) fn subtract(
    ring: &Ring,
    row: &mut Row,
    factor: &Fraction,
    (above, pivot): (&Row, usize),
) -> Result<(), Reason> {
    for (&j, a) in above.iter().filter(|(j, _)| **j != pivot) {
        let product = ring.product(factor, a)?;
        let entry = row.entry(j);
        let here = match &entry {
            Entry::Occupied(here) => here.get(),
            Entry::Vacant(_) => &Fraction::zero(),
        };
        let value = ring.into_lowest(ring.subtract(here, &product)?)?;
        match (entry, value.is_zero()) {
            (Entry::Occupied(here), true) => drop(here.remove()),
            (Entry::Occupied(mut here), false) => *here.get_mut() = value,
            (Entry::Vacant(here), false) => drop(here.insert(value)),
            (Entry::Vacant(_), true) => {}
        }
    }
    Ok(())
}
