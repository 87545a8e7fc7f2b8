//! Claims that are sums of multiples of the constraints themselves.
//!
//! Where the constraints are linear in the velocities, `φ = V v + w`, and so is a claim `e`, it may be
//! that
//!
//! ```text
//! e = Σ cᵢ φᵢ                                                                       (1)
//! ```
//!
//! with coefficients `c` that divide by nothing of the state. Then it holds at every state that obeys
//! the constraints, also where their rank drops and they cannot be solved.

use alembert_algebra::ring::{Fraction, LARGEST_QUESTION, Ring};
use alembert_algebra::{Expr, Substitution, gradient, symbols};

use crate::affine::is_affine;
use crate::explicit::blocks::independent_rows;
use crate::explicit::charts::{charts, columns};
use crate::explicit::{Row, angles};
use crate::{Motion, Reason};

/// Is the claim a sum (1)? Constraints on positions and orientations are not looked at.
pub(super) fn is_multiple(motion: &Motion, e: Expr) -> bool {
    let [positions, velocities] = motion.manifold.as_slice() else { return false };
    let n = motion.highest.len();
    let Some(v) = motion.state.get(n..2 * n) else { return false };
    let occurring = symbols(&[e]);
    let unknown = |x: &Expr| motion.unknowns.contains(x);
    let is_linear = |&phi: &Expr| is_affine(phi, v);
    positions.is_empty()
        && motion.rotations.is_empty()
        && velocities.iter().all(is_linear)
        && is_linear(&e)
        && !occurring.iter().any(unknown)
        && divides_by_parameters(&motion.state[..n], v, velocities, e).unwrap_or(false)
}

/// Are the coefficients of (1) there, with parameters as their only divisors?
fn divides_by_parameters(
    q: &[Expr],
    v: &[Expr],
    velocities: &[Expr],
    e: Expr,
) -> Result<bool, Reason> {
    let roots: Vec<Expr> = velocities.iter().copied().chain([e]).collect();
    let first = angles::offers(q, &roots).pop().unwrap_or_default();
    let mut ring = Ring::with_first(&first, &roots)?;
    ring.set_budget(LARGEST_QUESTION);
    let mut at_rest = Substitution::new(v.iter().map(|&v| (v, Expr::zero())));
    let mut row = |e: Expr| -> Result<Row, Reason> {
        let slopes = gradient(e, v).to_vec();
        let entries = slopes.into_iter().chain([at_rest.apply(e)]);
        entries.map(|e| Ok(ring.value(e)?)).collect()
    };
    let rows = velocities.iter().map(|&phi| row(phi)).collect::<Result<Vec<Row>, _>>()?;
    let claim = row(e)?;
    let kept = independent_rows(&ring, &rows)?;
    let rows: Vec<Row> = kept.into_iter().map(|i| rows[i].clone()).collect();
    let places = charts(&ring, &rows, v.len() + 1)?.remove(0).dependent;
    let chosen = columns(&rows, &places);
    let transposed = |j: usize| chosen.iter().map(|row| row[j].clone()).collect();
    let square: Vec<Row> = (0..places.len()).map(transposed).collect();
    let right: Vec<Row> = places.iter().map(|&j| vec![claim[j].clone()]).collect();
    let Some(c) = ring.solve(&square, &right)? else { return Ok(false) };
    for (j, entry) in claim.iter().enumerate() {
        let sum = ring.dot(c.iter().map(|c| &c[0]).zip(rows.iter().map(|row| &row[j])))?;
        if !ring.lowest(&ring.subtract(&sum, entry)?)?.is_zero() {
            return Ok(false);
        }
    }
    let moves =
        |f: &Fraction| f.den.iter().any(|(p, _)| p.atoms().any(|atom| !ring.is_parameter(atom)));
    Ok(!c.iter().flatten().any(moves)) // (1)
}
