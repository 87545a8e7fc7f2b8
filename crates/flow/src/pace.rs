//! The pace of a run: steps that no longer get anywhere, and an end that is too far away.
//!
//! Where a force jumps against the motion, as dry friction x'' = −sign(x') does at rest, the
//! solution ends or slides along the jump, and a method tumbles over it with steps as short as its
//! tolerance. A run is stuck when [`MANY`] steps in a row, together, advance
//!
//! ```text
//! Δt < H   and   Δt < 10⁻⁹ T,                                                         (1)
//! ```
//!
//! with T the span of the run and H its longest step so far; or, when one step in ten was
//! tried in vain before it was made,
//!
//! ```text
//! Δt < H   and   Δt < 10⁻⁵ T.                                                         (2)
//! ```
//!
//! At the pace (1) the end would take 5·10¹¹ steps, at (2) 5·10⁷. The part with H spares runs
//! to a far end that an event will cut short.
//!
//! Where the pace is steady, as that of an oscillation, the steps that are left are known early. With the first half
//! of the steps left aside, N steps that advanced by Δt leave
//!
//! ```text
//! n = N |end − t| / Δt                                                                (3)
//! ```
//!
//! The end is too far when n is above [`FAR`] after [`FIRST`] steps and after twice as many, and has not fallen to
//! a half between: a motion that begins with a fast passage is spared. It is looked at again after twice as many
//! steps each time.

use crate::stop::Stats;

/// The steps that are judged together.
const MANY: u64 = 500;

/// The part of the span that they have to advance, (1).
const LITTLE: f64 = 1e-9;

/// The part of the span that they have to advance with many vain attempts, (2).
const LITTLE_IN_VAIN: f64 = 1e-5;

/// The steps after which (3) is looked at first.
const FIRST: u64 = 5_000;

/// More steps than this take hours to days.
const FAR: f64 = 1e9;

/// Where the steps that are judged together began.
#[derive(Debug)]
pub(crate) struct Pace {
    span: f64,
    t: f64,
    steps: u64,
    rejected: u64,
    end: f64,
    /// The time and the steps of the last look at (3), and what it said.
    looked: (f64, u64, Option<f64>),
}

impl Pace {
    /// For a run from `t` to `end` with a method that has rejected so many attempts before.
    pub(crate) fn new(t: f64, end: f64, rejected: u64) -> Self {
        Pace { span: (end - t).abs(), t, steps: 0, rejected, end, looked: (t, 0, None) }
    }

    /// The steps (3) that are left at time `t`, when they are too many.
    pub(crate) fn is_too_far(&mut self, t: f64, steps: u64) -> Option<f64> {
        let (last, before, said) = self.looked;
        if steps < FIRST.max(2 * before) {
            return None;
        }
        let left = (steps - before) as f64 * (self.end - t).abs() / (t - last).abs(); // (3)
        self.looked = (t, steps, Some(left));
        said.filter(|&said| said.min(left) > FAR && left > 0.5 * said).map(|_| left)
    }

    /// Whether (1) or (2) holds at time `t`, after as many steps and rejected attempts.
    pub(crate) fn is_stuck(&mut self, t: f64, stats: &Stats, rejected: u64) -> bool {
        if stats.steps < self.steps + MANY {
            return false;
        }
        let (advance, vain) = ((t - self.t).abs(), rejected - self.rejected);
        (self.t, self.steps, self.rejected) = (t, stats.steps, rejected);
        let little = if vain >= MANY / 10 { LITTLE_IN_VAIN } else { LITTLE };
        advance < little * self.span && advance < stats.longest
    }
}

#[cfg(test)]
mod tests {
    use super::Pace;

    /// What is said of an end after so many steps, each of them this long.
    fn said(end: f64, h: impl Fn(u64) -> f64, most: u64) -> Option<(u64, f64)> {
        let (mut pace, mut t) = (Pace::new(0.0, end, 0), 0.0);
        (1..=most).find_map(|steps| {
            t += h(steps);
            pace.is_too_far(t, steps).map(|left| (steps, left))
        })
    }

    #[test]
    fn a_steady_pace_tells_early_that_the_end_is_too_far() {
        let (steps, left) = said(1e12, |_| 1.0, 1_000_000).expect("10¹² steps are too many");
        assert!(steps == 10_000 && (left / 1e12 - 1.0).abs() < 1e-6, "{steps} {left}");
        assert_eq!(said(1e7, |_| 1.0, 1_000_000), None);
        assert_eq!(said(9e8, |_| 1.0, 1_000_000), None);
    }

    #[test]
    fn a_run_whose_steps_become_longer_goes_on() {
        assert_eq!(said(1e12, |step| if step < 7_000 { 1.0 } else { 1e6 }, 1_000_000), None);
        assert_eq!(said(1e12, |step| (step as f64).powi(2), 14_000), None);
    }
}
