//! What rounding of the state does to a field.
//!
//! Where large terms cancel, as in a stiff spring that is hardly stretched, a rate is no more exact than
//! the state is:
//!
//! ```text
//! νᵢ = ε Σ |∂fᵢ/∂xⱼ| |xⱼ|                                                              (1)
//! ```
//!
//! with differences of fᵢ over √ε |xⱼ| for the slopes. An error below νᵢ h over a step of length h is none
//! of the method, and no shorter step makes it smaller. When several attempts at a step failed, scales are
//! raised so that a tolerance tol allows it:
//!
//! ```text
//! sᵢ ← max(sᵢ, 64 νᵢ h/tol)                                                            (2)
//! ```
//!
//! A force that jumps has no slope: its difference over √ε |xⱼ| is the one over four times that, and no scale is raised.

use crate::field::VectorField;
use crate::method::Point;
use crate::number::{Number, nearest, round_off};

/// So many attempts at a step fail before anybody asks for noise.
pub(crate) const SEVERAL: u32 = 5;

/// Differences below this part of the largest do not count.
const SMALL: f64 = 1e-3;

/// Sums of several roundings, in a row of stages with large weights too, (2).
const MARGIN: f64 = 64.0;

/// Equation (2) for a step of this length; none when the field has no values beside the state, or when no
/// scale is raised.
pub(crate) fn raised<R: Number, F: VectorField<R> + ?Sized>(
    field: &F,
    from: Point<'_, R>,
    (h, tolerance): (f64, f64),
) -> Option<Vec<f64>> {
    let n = from.x.len();
    let root = round_off::<R>().sqrt();
    let mut f = vec![R::from(0.0); n];
    let [mut near, mut far] = [f.clone(), f.clone()];
    field.rate(from.t, from.x, &mut f).ok()?;
    let mut slopes = vec![[0.0; 2]; n * n];
    let mut x = from.x.to_vec();
    for j in 0..n {
        let width = root * nearest(from.x[j]).abs();
        for (beside, width) in [(&mut near, width), (&mut far, 4.0 * width)] {
            x[j] = from.x[j] + R::from(width);
            field.rate(from.t, &x, beside).ok()?;
        }
        x[j] = from.x[j];
        for i in 0..n {
            slopes[i * n + j] = [near[i], far[i]].map(|beside| nearest(beside - f[i]).abs());
        }
    }
    if slopes.chunks_exact(n).any(jumps) {
        return None;
    }
    let sum = |row: &[[f64; 2]]| row.iter().map(|[near, _]| root * near).sum(); // (1)
    let noise: Vec<f64> = slopes.chunks_exact(n).map(sum).collect();
    let least = |nu: f64| MARGIN * nu * h.abs() / tolerance;
    let scales: Vec<f64> =
        from.scales.iter().zip(&noise).map(|(&s, &nu)| s.max(least(nu))).collect(); // (2)
    (scales.iter().all(|s| s.is_finite()) && scales != from.scales).then_some(scales)
}

/// Does a rate jump, by its differences over the two widths? Small ones beside the largest may be rounding.
fn jumps(row: &[[f64; 2]]) -> bool {
    let most = row.iter().fold(0.0f64, |most, [near, _]| most.max(*near));
    row.iter().any(|&[near, far]| near > SMALL * most && far < 2.0 * near)
}
