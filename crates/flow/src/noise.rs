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
//! A force that jumps has a jump, and no slope, and is none of this.

use crate::field::VectorField;
use crate::method::Point;
use crate::number::{Number, nearest, round_off};

/// So many attempts at a step fail before anybody asks for noise.
pub(crate) const SEVERAL: u32 = 5;

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
    let (mut f, mut beside) = (vec![R::from(0.0); n], vec![R::from(0.0); n]);
    field.rate(from.t, from.x, &mut f).ok()?;
    let mut noise = vec![0.0; n];
    let mut x = from.x.to_vec();
    for j in 0..n {
        x[j] = from.x[j] + R::from(root * nearest(from.x[j]).abs());
        field.rate(from.t, &x, &mut beside).ok()?;
        x[j] = from.x[j];
        for i in 0..n {
            noise[i] += root * nearest(beside[i] - f[i]).abs(); // (1)
        }
    }
    let least = |nu: f64| MARGIN * nu * h.abs() / tolerance;
    let scales: Vec<f64> =
        from.scales.iter().zip(&noise).map(|(&s, &nu)| s.max(least(nu))).collect(); // (2)
    (scales.iter().all(|s| s.is_finite()) && scales != from.scales).then_some(scales)
}
