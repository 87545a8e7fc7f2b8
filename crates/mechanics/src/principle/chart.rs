//! Dependent velocities that suit a state.
//!
//! Constraints solved for dependent velocities divide by the minor `det ∂φ/∂s'`. Where the minor of
//! the usual choice is small against another one, the equations of principles that hold for every
//! choice are evaluated with that other choice; they say the same there, without dividing by
//! almost zero. The other choice is that of elimination with complete pivoting.

use alembert_algebra::{Expr, Vector};

use super::dependence::{Choice, choice};
use crate::{PrincipleError, System};

/// The usual choice is kept where its minor is at least this share of the other one.
const WELL_CONDITIONED: f64 = 0.1;

/// The coordinates to name as dependent at a state, or `None` where the usual choice is good.
/// `values` evaluates expressions at the state.
///
/// # Errors
/// Why there is no choice at all.
pub fn dependent_at(
    principle: &'static str,
    system: &System,
    values: impl FnOnce(&[Expr]) -> Option<Vec<f64>>,
) -> Result<Option<Vector>, PrincipleError> {
    let Choice { A, dependent, .. } = choice(principle, system)?;
    let entries: Vec<Expr> = A.entries().collect();
    let Some(values) = values(&entries).filter(|_| system.dependent.is_empty()) else {
        return Ok(None);
    };
    let rows: Vec<Vec<f64>> = values.chunks(A.ncols().max(1)).map(<[f64]>::to_vec).collect();
    let own: Vec<Vec<f64>> =
        rows.iter().map(|row| dependent.iter().map(|&j| row[j]).collect()).collect();
    let ((usual, _), (largest, columns)) = (pivots(own), pivots(rows));
    if usual >= WELL_CONDITIONED * largest {
        return Ok(None);
    }
    Ok(Some(columns.iter().map(|&j| system.q[j]).collect()))
}

/// The size of the product of the pivots of complete pivoting, and their columns in order.
pub(super) fn pivots(mut rows: Vec<Vec<f64>>) -> (f64, Vec<usize>) {
    let (mut product, mut columns) = (1.0, Vec::new());
    while !rows.is_empty() {
        let places = (0..rows.len()).flat_map(|i| (0..rows[i].len()).map(move |j| (i, j)));
        let size = |&(i, j): &(usize, usize)| rows[i][j].abs();
        let Some((i, j)) = places.max_by(|a, b| size(a).total_cmp(&size(b))) else {
            return (0.0, columns);
        };
        let pivot = rows.remove(i);
        if pivot[j] == 0.0 {
            return (0.0, columns);
        }
        for row in &mut rows {
            let factor = row[j] / pivot[j];
            row.iter_mut().zip(&pivot).for_each(|(x, p)| *x -= factor * p);
            row[j] = 0.0;
        }
        product *= pivot[j].abs();
        columns.push(j);
    }
    columns.sort_unstable();
    (product, columns)
}
