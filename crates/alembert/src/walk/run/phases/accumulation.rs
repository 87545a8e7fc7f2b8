//! Where the zeros of signs accumulate: phases become shorter and shorter, as bounces do.
//!
//! Of phases whose lengths fall by a factor r from one turn of p phases to the next, none is the last, and all of them end
//! after
//!
//! ```text
//! t* = t + D r/(1 − r),     D = t − tₚ,   r = D/Dₚ                                     (1)
//! ```
//!
//! with the time tₚ one turn before t. What stays 0 there is found to do so a little earlier, as soon as it is as small as
//! rounding; it rests from t* on.

#![allow(non_snake_case, reason = "D is the symbol of the formula")]

use super::{Mode, Phase};

/// A turn has so many phases at most.
const LONGEST_TURN: usize = 4;
/// Factors of two turns differ by no more than this.
const ALIKE: f64 = 1e-2;
/// A factor above this is none of phases that accumulate soon.
const SLOW: f64 = 0.98;
/// A turn above this part of the time is none of phases that accumulate here.
const SHORT: f64 = 1e-4;

/// A phase begins at the last of these times: the time (1), where those before accumulate.
pub(in crate::walk::run) fn accumulation(times: &[f64]) -> Option<f64> {
    let (&first, &t) = (times.first()?, times.last()?);
    let turned = |p: usize| -> Option<f64> {
        let before = |turns: usize| times.len().checked_sub(1 + turns * p).map(|k| times[k]);
        let (one, two, three) = (before(1)?, before(2)?, before(3)?);
        let [D, before, earlier] = [t - one, one - two, two - three];
        let (r, last) = (D / before, before / earlier);
        let is_one = r > 0.0 && r < SLOW && (r - last).abs() < ALIKE * r;
        (is_one && D.abs() < SHORT * (t - first).abs()).then(|| t + D * r / (1.0 - r)) // (1)
    };
    (1..=LONGEST_TURN).find_map(turned)
}

/// Does an argument begin to stay 0?
pub(in crate::walk::run) fn rests(before: &Mode, after: &Mode) -> bool {
    let stays = |phase: &Phase| !matches!(phase, Phase::Slips(_));
    before.iter().zip(after).any(|(before, after)| !stays(before) && stays(after))
}
