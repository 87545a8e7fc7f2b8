//! Loss of rank inside of a step.
//!
//! The ratio `r = σ_min/σ_max` of the constraints falls to zero and rises again like |τ − τ*| where
//! the motion passes a singular configuration, a flat four-bar for instance: the ends of a step do
//! not show it. r is looked at in three places: where the step began, in its middle and where it
//! ended; in the first steps of a motion in nine, since a motion of few steps may turn far in each. With Δ
//! the largest difference between neighbours, r can vanish between two of them, a and b, when
//!
//! ```text
//! r_a + r_b ≤ Δ,                                                                       (1)
//! ```
//!
//! or twice that where slopes grow; there a valley is followed down by the golden section, until it
//! cannot become a hundredth deeper.

use crate::field::FieldError;
use crate::manifold::Manifold;
use crate::number::{Number, float};
use crate::piece::Piece;

/// The intervals of a step in which the ratio is looked at: usually, and in the first steps of a motion.
const INTERVALS: usize = 2;
const FIRST_INTERVALS: usize = 8;

/// So many steps are the first ones.
const FIRST: u64 = 100;

/// The room that (1) leaves for slopes that grow.
const GROWTH: f64 = 2.0;

/// A valley is followed while it may become deeper by this part.
const DEEPER: f64 = 0.01;

/// (√5 − 1)/2.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// The smallest ratio along the step of a number between two ends, and where: r and the time since the beginning.
pub(crate) fn lowest<R: Number>(
    manifold: &dyn Manifold<R>,
    (piece, number): (&Piece<R>, u64),
    ends: [(R, &[R]); 2],
    room: &mut [R],
) -> Result<(f64, R), FieldError> {
    let intervals = if number <= FIRST { FIRST_INTERVALS } else { INTERVALS };
    let mut ratio = |theta: f64| -> Result<f64, FieldError> {
        let tau = piece.h * R::from(theta);
        piece.at(tau, room);
        manifold.rank(piece.t + tau, room)
    };
    let place = |i: usize| float(i) / float(intervals);
    let mut all = [1.0; FIRST_INTERVALS + 1];
    let seen = &mut all[..=intervals];
    for (i, (t, x)) in [0, intervals].into_iter().zip(ends) {
        seen[i] = manifold.rank(t, x)?;
    }
    for i in 1..intervals {
        seen[i] = ratio(place(i))?;
    }
    let end = (0..seen.len()).min_by(|&i, &j| seen[i].total_cmp(&seen[j])).unwrap_or(0);
    let (mut floor, mut theta) = (seen[end], place(end));
    let steepest = seen.windows(2).map(|r| (r[1] - r[0]).abs()).fold(0.0, f64::max);
    for i in 0..intervals {
        if seen[i] + seen[i + 1] <= GROWTH * steepest {
            let slope = GROWTH * steepest * float(intervals);
            let (r, at) = golden(&mut ratio, (place(i), place(i + 1)), slope)?; // (1)
            if r < floor {
                (floor, theta) = (r, at);
            }
        }
    }
    Ok((floor, piece.h * R::from(theta)))
}

/// The smallest value on an interval with one valley, whose slopes are no steeper than `slope`.
fn golden(
    ratio: &mut dyn FnMut(f64) -> Result<f64, FieldError>,
    (mut lo, mut hi): (f64, f64),
    slope: f64,
) -> Result<(f64, f64), FieldError> {
    let (mut left, mut right) = (hi - GOLDEN * (hi - lo), lo + GOLDEN * (hi - lo));
    let (mut at_left, mut at_right) = (ratio(left)?, ratio(right)?);
    while hi - lo > 4.0 * f64::EPSILON && slope * (hi - lo) > DEEPER * at_left.min(at_right) {
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
    Ok(if at_left < at_right { (at_left, left) } else { (at_right, right) })
}
