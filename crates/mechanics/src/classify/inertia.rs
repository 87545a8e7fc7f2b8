//! Allowed directions without inertia.
//!
//! ```text
//! δq = S c,     A S = 0,     Sᵀ M S c = 0,     c ≠ 0                                 (1)
//! ```
//!
//! The mass matrix M may be singular when the constraints tie what has no mass to what has. In a
//! direction (1) the equations of motion leave the acceleration open.

use alembert_algebra::{Expr, Matrix, Vector};

use super::combination::cleared;
use super::echelon::echelon;
use super::{Classification, Forms};
use crate::regular::is_regular_on;
use crate::{Reason, System};

/// Independent directions (1) at almost every state, over the coordinates.
///
/// # Errors
/// Why it is not decided.
pub fn massless(
    system: &System,
    M: &Matrix,
    found: &Classification,
) -> Result<Vec<Vector>, Reason> {
    let surface = Forms::new(system, &[])?.surface;
    let at_once = |X: &&Vector| X[found.n..].iter().all(|&e| e == Expr::zero());
    let columns = found.fields.iter().filter(at_once);
    let S: Vec<Vector> = columns.map(|X| X[..found.n].iter().copied().collect()).collect();
    let k = S.len();
    let S = Matrix::from_rows(S, found.n);
    let reduced = &(&S * M) * &S.transpose(); // (1)
    if is_regular_on(&surface, &reduced) {
        return Ok(Vec::new());
    }
    let kernel = echelon(reduced.rows(), k, &surface)?.kernel(k).0;
    let direction = |c: &Vector| {
        let entry = |j| Expr::sum((0..k).map(|i| c[i] * S[(i, j)]));
        cleared(&(0..found.n).map(entry).collect())
    };
    kernel.iter().map(direction).collect()
}
