//! Combinations of constraints that are integrable.
//!
//! ```text
//! Σ cₖ αₖ(Y) = 0      for every field Y of the closure                              (1)
//! ```
//!
//! A constraint is integrable in the company of the others when it is such a combination by itself.
//! The forms (1) annihilate the closure: by Frobenius there are functions h, as many as forms, whose
//! differentials they combine.

use alembert_algebra::ring::{Fraction, Ring};
use alembert_algebra::{Expr, Matrix, Vector};

use super::echelon::{Echelon, echelon, ring_of_coordinates};
use super::forms::Forms;
use crate::Reason;

/// The combinations (1) that are independent.
#[derive(Debug, Clone, Default)]
pub struct Combinations {
    /// For each, the constraints by number with their coefficients.
    pub terms: Vec<Vec<(usize, Expr)>>,
    /// The forms themselves, one row each, over the coordinates of the classification.
    pub forms: Matrix,
}

impl Combinations {
    /// The combinations of the independent forms `basis` that vanish on `fields`.
    pub(super) fn new(forms: &Forms, basis: &Echelon, fields: &[Vector]) -> Result<Self, Reason> {
        let velocity = |i: &usize| *i >= forms.positions;
        let rows: Vec<usize> = basis.kept.iter().copied().filter(velocity).collect();
        let values: Vec<Vector> =
            fields.iter().map(|Y| rows.iter().map(|&i| forms.rows[i].dot(Y)).collect()).collect();
        let kernel = echelon(&values, rows.len(), &forms.surface)?.kernel(rows.len()).0; // (1)
        let (mut terms, mut list) = (Vec::new(), Vec::new());
        for c in &kernel {
            let c = cleared(c)?;
            let used = rows.iter().zip(c.iter()).filter(|(_, c)| **c != Expr::zero());
            let used: Vec<(usize, Expr)> = used.map(|(&i, &c)| (i, c)).collect();
            let entry = |j| Expr::sum(used.iter().map(|&(i, c)| c * forms.rows[i][j]));
            list.push(lowest(&(0..forms.x.len()).map(entry).collect::<Vector>())?);
            terms.push(used.into_iter().map(|(i, c)| (forms.constraints[i], c)).collect());
        }
        Ok(Self { terms, forms: Matrix::from_rows(list, forms.x.len()) })
    }

    /// Is every combination a constraint by itself?
    #[must_use]
    pub fn are_constraints(&self) -> bool {
        self.terms.iter().all(|terms| terms.len() == 1)
    }
}

/// A multiple of a vector without denominators and common factors.
pub(super) fn cleared(column: &Vector) -> Result<Vector, Reason> {
    let (places, entries): (Vec<usize>, Vec<Expr>) = column.sparse().unzip();
    let mut ring = ring_of_coordinates(&entries)?;
    let values = entries.iter().map(|&e| ring.value(e)).collect::<Result<Vec<_>, _>>()?;
    let cleared = ring.cleared_column(&values)?;
    let mut whole = vec![Expr::zero(); column.len()];
    for (j, p) in places.into_iter().zip(cleared) {
        whole[j] = ring.expression(&Fraction::polynomial(p));
    }
    Ok(whole.into())
}

/// Entries that are zero are seen to be zero, the others stay as they were written.
fn lowest(row: &Vector) -> Result<Vector, Reason> {
    let mut ring = Ring::new(row)?;
    let value = |&e: &Expr| Ok(if ring.value(e)?.is_zero() { Expr::zero() } else { e });
    row.iter().map(value).collect()
}
