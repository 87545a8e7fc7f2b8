//! The pace of a run: steps that no longer get anywhere.
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

use crate::stop::Stats;

/// The steps that are judged together.
const MANY: u64 = 500;

/// The part of the span that they have to advance, (1).
const LITTLE: f64 = 1e-9;

/// The part of the span that they have to advance with many vain attempts, (2).
const LITTLE_IN_VAIN: f64 = 1e-5;

/// Where the steps that are judged together began.
#[derive(Debug)]
pub(crate) struct Pace {
    span: f64,
    t: f64,
    steps: u64,
    rejected: u64,
}

impl Pace {
    /// For a run from `t` to `end` with a method that has rejected so many attempts before.
    pub(crate) fn new(t: f64, end: f64, rejected: u64) -> Self {
        Pace { span: (end - t).abs(), t, steps: 0, rejected }
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
