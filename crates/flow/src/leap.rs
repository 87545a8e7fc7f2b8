//! The way across a place at which constraints become dependent.
//!
//! On such a motion the field is smooth, beside it it is not: with d the time to the place, rounding ε
//! makes an error of ε d⁻ᵏ in coefficient k of a series, and steps become as short as d. A polynomial of a
//! low degree does not notice. With the ratios r₀ and r₁ of singular values at the ends of a step h, which
//! fall as on a straight line, it is followed to the same distance on the other side:
//!
//! ```text
//! τ = 2 h r₀/(r₀ − r₁),     x(t + τ) ≈ Σ c_k τᵏ,   k ≤ K                                   (1)
//! ```
//!
//! or to the end of the run. The terms of the motion fall with k, those of rounding, ε 2ᵏ, rise: K is the order of
//! the smallest terms, in the scales of the state,
//!
//! ```text
//! e_k = max |c_jᵢ| τʲ/sᵢ over j = k, k + 1, k + 2,     e_K = min e_k ≤ 10⁻¹⁰,   k ≥ 4       (2)
//! ```
//!
//! which is about the error of (1). Where it is larger, the place is too far away, and steps go on towards it. Very
//! near to it, where rounding has grown, 10⁻⁷ is enough, and polynomials of a lower degree are taken as they are.
//!
//! A leap is compared with the field as a step is, away from the place itself: with θ τ the time since its beginning,
//!
//! ```text
//! |ẋᵢ − fᵢ| τ ≤ 10⁻⁶ max(sᵢ, |xᵢ|, |τ fᵢ|)     at 20 places θ,   |θ − ½| > 1/12              (3)
//! ```
//!
//! so that a force that is asleep when it begins is met. The projection at the end moves the state by much less than
//! the distance of the branches, so that the motion stays on its own.

use crate::method::Method;
use crate::number::{Number, float, nearest};
use crate::piece::Piece;

/// A ratio that falls to this part in one step meets zero soon, far away and very near.
const FALLING: [f64; 2] = [0.75, 0.95];
/// Ratios below this are very near to the place.
const NEAR: f64 = 3e-2;
/// The bounds of (2), far away and very near.
const CLEAR: [f64; 2] = [1e-10, 1e-7];
/// The smallest K.
const LEAST_DEGREE: usize = 4;
/// The orders that (2) looks at together: one may vanish by chance.
const TOGETHER: usize = 3;
/// Of so many equal parts of a leap the middles are the places of (3), those beside the place left out.
const PARTS: usize = 24;
/// The places of (3).
const PLACES: usize = 20;
/// The bound of (3).
const FOLLOWS: f64 = 1e-6;
/// The projection at the end may move the state by this, in its scales.
pub(crate) const MOVED: f64 = 1e-7;

/// τ of (1), when the place is no farther than some steps.
pub(crate) fn reach(h: f64, [r0, r1]: [f64; 2]) -> Option<f64> {
    (r1 < FALLING[usize::from(r1 < NEAR)] * r0).then(|| 2.0 * h * r0 / (r0 - r1))
}

/// The polynomial (1), when it is as good as (2) asks for at a ratio.
pub(crate) fn across<R: Number>(
    piece: &Piece<R>,
    tau: R,
    (scales, ratio): (&[f64], f64),
) -> Option<Piece<R>> {
    let term = |k: usize| {
        let rows = piece.c[k * piece.dim..][..piece.dim].iter().zip(scales);
        let largest = rows.map(|(&c, s)| nearest(c).abs() / s.max(f64::MIN_POSITIVE));
        largest.fold(0.0, f64::max) * nearest(tau).abs().powf(float(k))
    };
    let last = |k: usize| (k + TOGETHER - 1).min(piece.order);
    let error = |k: usize| (k..=last(k)).map(term).fold(0.0, f64::max);
    let orders = LEAST_DEGREE.min(piece.order)..=piece.order;
    let degree = orders.min_by(|&k, &l| error(k).total_cmp(&error(l)))?;
    let is_near = ratio < NEAR;
    let is_taken = is_near && piece.order < LEAST_DEGREE;
    if !is_taken && error(degree) > CLEAR[usize::from(is_near)] {
        return None; // (2)
    }
    let mut leap = Piece { h: tau, ..piece.clone() };
    leap.c[(degree + 1) * piece.dim..].fill(R::from(0.0));
    leap.close();
    Some(leap)
}

/// Inequality (3); polynomials of a low degree are taken as they are.
pub(crate) fn follows<R: Number>(method: &dyn Method<R>, piece: &Piece<R>, scales: &[f64]) -> bool {
    let half = (PARTS - PLACES) / 2;
    let kept = |j: usize| if j < PLACES / 2 { j } else { j + 2 * half };
    let tau: [R; PLACES] =
        std::array::from_fn(|j| piece.h * R::from((float(kept(j)) + 0.5) / float(PARTS)));
    let zeros = vec![[R::from(0.0); PLACES]; piece.dim];
    let (mut x, mut slopes) = (zeros.clone(), zeros);
    piece.at_places(&tau, &mut x, &mut slopes);
    let mut f = vec![R::from(0.0); piece.dim];
    (0..PLACES).all(|p| {
        let here: Vec<R> = x.iter().map(|x| x[p]).collect();
        if method.rate(piece.t + tau[p], &here, &mut f).is_none() {
            return false;
        }
        let h = nearest(piece.h).abs();
        (0..piece.dim).all(|i| {
            let size = scales[i].max(nearest(here[i]).abs()).max(h * nearest(f[i]).abs());
            nearest(slopes[i][p] - f[i]).abs() * h <= FOLLOWS * size
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leap_ends_as_far_behind_the_place_as_the_step_began_before_it() {
        // r = |0.02 − s| along s: from s = 0 to 0.012 it falls from 0.02 to 0.008.
        assert!((reach(0.012, [0.02, 0.008]).unwrap() - 0.04).abs() < 1e-15);
        assert_eq!(reach(0.012, [0.008, 0.02]), None);
        assert_eq!(reach(0.012, [0.4, 0.38]), None);
    }

    /// 1/(1 − t), with rounding that grows as 10⁻¹⁶ d⁻ᵏ for d = 1/50.
    #[test]
    fn the_smallest_terms_are_the_last() {
        let mut piece = Piece::new(1, 20);
        for k in 0..=20i32 {
            let noise = if k % 2 == 0 { 1e-16 } else { -1e-16 };
            piece.c[usize::try_from(k).expect("it is not negative")] = 1.0 + noise * 50f64.powi(k);
        }
        let leap = across(&piece, 0.04, (&[1.0], 1.0)).expect("the place is near");
        assert!((1.0 + leap.increment[0] - 1.0 / 0.96).abs() < 2e-12, "{}", leap.increment[0]);
        assert!(leap.c[8] != 0.0 && leap.c[12] == 0.0, "{:?}", leap.c);
        assert!(across(&piece, 0.4, (&[1.0], 1.0)).is_none());
        piece.c[4..6].fill(0.0); // by chance
        assert!(across(&piece, 0.4, (&[1.0], 1.0)).is_none());
    }
}
