//! How the worked examples of exported programs follow a motion.
//!
//! The classical method of Runge and Kutta takes each step whole and in two halves. With x for the result of
//! the whole step and y for that of the halves,
//!
//! ```text
//! excess = Σ |y − x| / (1 + |y|) / TOLERANCE                                        (1)
//! y + (y − x)/15                                                                    (2)
//! ```
//!
//! A step with excess ≤ 1 is taken and gives (2), which is of one order more; the next one is longer or shorter
//! by the fifth root of (1). So a program ends where `run` ends also where a motion passes near a singularity of
//! its coordinates, and for parameters that its reader changes. Steps are parts of the time between two rows.

use super::export::Export;

/// Rows that are printed behind the first.
pub(super) const ROWS: usize = 20;
/// What a step may add to the error, relative to the size of the state and at least 1.
pub(super) const TOLERANCE: &str = "1e-9";
/// The first step.
pub(super) const FIRST: &str = "0.02";
/// A step that is shorter and still not good enough is the end.
pub(super) const SMALLEST: &str = "1e-12";
/// After so many trials from one row to the next, one that is not good enough is the end too: where dry friction
/// holds a body, steps of 10⁻⁹ are good.
pub(super) const MOST_TRIALS: usize = 20_000;
/// What a program says then, before the time.
const STUCK: &str = "the motion cannot be followed beyond t = ";

/// The same of a motion that dry friction may end there.
pub(super) fn stuck(export: &Export) -> String {
    let why = if export.dry.is_empty() { "" } else { "dry friction may hold a body: " };
    format!("{why}{STUCK}")
}
