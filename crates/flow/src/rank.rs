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
//!
//! The ratio itself is known to √ε only, and so is the place of a zero found in this way. Beside it r is exact: with
//! the sign of τ* − τ it is a smooth function f, and from f at four places around the valley
//!
//! ```text
//! τ* = Σ τ_j Π f_i/(f_i − f_j)   over i ≠ j,     τ_j = τ ± δ, τ ± 2δ                     (2)
//! ```
//!
//! by inverse interpolation.

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

/// A ratio that is below counts as zero; one that is above has ten digits.
const MET: f64 = 1e-6;

/// The distances δ of (2), in parts of a step.
const DISTANCES: [f64; 3] = [1e-3, 1e-2, 0.1];

/// The slopes of f beside the valley differ by no more than this part. A ratio is estimated, and jumps where another
/// row becomes the least.
const EVEN: f64 = 0.1;

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
    if floor < MET {
        theta = crossing(&mut ratio, theta)?.unwrap_or(theta);
    }
    Ok((floor, piece.h * R::from(theta)))
}

/// The zero beside a place where the ratio nearly vanishes, (2); none when it does not rise evenly on both sides.
fn crossing(
    ratio: &mut dyn FnMut(f64) -> Result<f64, FieldError>,
    theta: f64,
) -> Result<Option<f64>, FieldError> {
    for delta in DISTANCES {
        if theta < 2.0 * delta || theta > 1.0 - 2.0 * delta {
            return Ok(None);
        }
        let places = [-2.0, -1.0, 1.0, 2.0].map(|k| theta + k * delta);
        let mut f = [0.0; 4];
        for (j, f) in f.iter_mut().enumerate() {
            *f = ratio(places[j])?.copysign(theta - places[j]);
        }
        let slopes = [f[0] - f[1], 0.5 * (f[1] - f[2]), f[2] - f[3]];
        let is_even = slopes.iter().all(|s| (s - slopes[1]).abs() < EVEN * slopes[1]);
        if !is_even || f[1].min(-f[2]) < MET {
            continue;
        }
        let share = |j: usize| {
            let others = (0..4).filter(|&i| i != j);
            others.map(|i| f[i] / (f[i] - f[j])).product::<f64>()
        };
        let zero = (0..4).map(|j| places[j] * share(j)).sum::<f64>(); // (2)
        return Ok((zero > places[1] && zero < places[2]).then_some(zero));
    }
    Ok(None)
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
