//! Loss of rank inside of a step.
//!
//! The ratio `r = σ_min/σ_max` of the constraints falls to zero and rises again like |τ − τ*| where
//! the motion passes a singular configuration, a flat four-bar for instance: the ends of a step do
//! not show it. r is looked at in five places; a valley is followed down by the golden section. Where a
//! method has seen the constraints at six places of the step already, and there is no valley between
//! them, that is enough.

use crate::field::FieldError;
use crate::manifold::Manifold;
use crate::number::{Number, float};
use crate::piece::Piece;

/// The intervals of a step in which the ratio is looked at.
const INTERVALS: usize = 4;

/// A valley is followed when its floor lies below this part of the larger shoulder.
const VALLEY: f64 = 0.7;

/// Below this ratio a step is always looked at closely.
const NEAR: f64 = 1e-4;

/// Is there no valley between the least and the largest ratio that were seen along a step?
pub(crate) fn is_flat((least, most): (f64, f64)) -> bool {
    least >= NEAR && least >= VALLEY * most
}

/// (√5 − 1)/2.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// The smallest ratio along a step, and where: r and the time since the beginning.
pub(crate) fn lowest<R: Number>(
    manifold: &dyn Manifold<R>,
    piece: &Piece<R>,
    x: &mut [R],
) -> Result<(f64, R), FieldError> {
    let mut ratio = |theta: f64| -> Result<f64, FieldError> {
        let tau = piece.h * R::from(theta);
        piece.at(tau, x);
        manifold.rank(piece.t + tau, x)
    };
    let mut seen = [1.0; INTERVALS + 1];
    for (i, r) in seen.iter_mut().enumerate() {
        *r = ratio(float(i) / float(INTERVALS))?;
    }
    let place = (0..seen.len()).min_by(|&i, &j| seen[i].total_cmp(&seen[j])).unwrap_or(0);
    let (lo, hi) = (place.saturating_sub(1), (place + 1).min(INTERVALS));
    let (mut floor, mut theta) = (seen[place], float(place) / float(INTERVALS));
    if floor < VALLEY * seen[lo].max(seen[hi]) {
        let ends = (float(lo) / float(INTERVALS), float(hi) / float(INTERVALS));
        (floor, theta) = golden(&mut ratio, ends)?;
    }
    Ok((floor, piece.h * R::from(theta)))
}

/// The smallest value on an interval with one valley.
fn golden(
    ratio: &mut dyn FnMut(f64) -> Result<f64, FieldError>,
    (mut lo, mut hi): (f64, f64),
) -> Result<(f64, f64), FieldError> {
    let (mut left, mut right) = (hi - GOLDEN * (hi - lo), lo + GOLDEN * (hi - lo));
    let (mut at_left, mut at_right) = (ratio(left)?, ratio(right)?);
    while hi - lo > 4.0 * f64::EPSILON {
        if at_left < at_right {
            (hi, right, at_right) = (right, left, at_left);
            left = hi - GOLDEN * (hi - lo);
            at_left = ratio(left)?;
        } else {
            (lo, left, at_left) = (left, right, at_right);
            right = lo + GOLDEN * (hi - lo);
            at_right = ratio(right)?;
        }
    }
    let theta = 0.5 * (lo + hi);
    Ok((ratio(theta)?, theta))
}
