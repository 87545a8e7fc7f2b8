//! The way across a place at which constraints become dependent.
//!
//! On such a motion the field is smooth, beside it it is not: with d the time to the place, rounding ε
//! makes an error of ε d⁻ᵏ in coefficient k of a series, and steps become as short as d. A polynomial of a
//! low degree does not notice. With the ratios r₀ and r₁ of singular values at the ends of a step h, which
//! fall as on a straight line, it is followed to the same distance on the other side:
//!
//! ```text
//! τ = 2 h r₀/(r₀ − r₁),     x(t + τ) ≈ Σ c_k τᵏ,   k ≤ 8                                   (1)
//! ```
//!
//! or to the end of the run. The rounding in (1) is 2⁸ times that of the state, what is left out is of the
//! order τ⁹. The projection at the end moves the state by much less than the distance of the branches, so
//! that the motion stays on its own.

use crate::number::Number;
use crate::piece::Piece;

/// Ratios below this are near the place.
const NEAR: f64 = 3e-2;
/// A ratio that falls to this part in one step meets zero soon.
const FALLING: f64 = 0.95;
/// The degree of (1).
const DEGREE: usize = 8;
/// The projection at the end may move the state by this, in its scales; branches are [`NEAR`] apart.
pub(crate) const MOVED: f64 = 1e-7;

/// τ of (1), when the place is near.
pub(crate) fn reach(h: f64, [r0, r1]: [f64; 2]) -> Option<f64> {
    (r1 < NEAR && r1 < FALLING * r0).then(|| 2.0 * h * r0 / (r0 - r1))
}

/// The polynomial (1).
pub(crate) fn across<R: Number>(piece: &Piece<R>, tau: R) -> Piece<R> {
    let mut leap = Piece { h: tau, ..piece.clone() };
    let kept = (DEGREE.min(piece.order) + 1) * piece.dim;
    leap.c[kept..].fill(R::from(0.0));
    leap.close();
    leap
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leap_ends_as_far_behind_the_place_as_the_step_began_before_it() {
        // r = |0.02 − s| along s: from s = 0 to 0.012 it falls from 0.02 to 0.008.
        assert!((reach(0.012, [0.02, 0.008]).unwrap() - 0.04).abs() < 1e-15);
        assert_eq!(reach(0.012, [0.008, 0.02]), None);
        assert_eq!(reach(0.012, [0.4, 0.2]), None);
    }
}
