//! How many digits of a run are right? The same run in double-double tells.

use std::ops::ControlFlow;

use alembert_algebra::numeric::DoubleDouble;

use super::initial::Start;
use super::travel::{Journey, Plan, Sample, travel};
use super::{Fixed, Progress, WalkError, precise_start};
use crate::language::Model;

/// More digits than a double has are not counted.
const MOST_DIGITS: f64 = 16.0;

/// A column that stays below this part of the largest one beside it is 0 but for rounding.
const NOTHING: f64 = 1e-20;

/// Fewer digits than this are worth a warning.
const FEW_DIGITS: f64 = 3.0;

/// What a run with more digits says about a run.
pub(super) struct Certificate {
    /// The correct digits of each entry of the state.
    pub(super) digits: Vec<Option<f64>>,
    /// The first time at which an entry has fewer than [`FEW_DIGITS`].
    pub(super) certain_until: Option<f64>,
    /// When `radau` took over, for which there are no more digits.
    pub(super) until: Option<f64>,
}

/// The correct digits of each entry of the state, relative to the largest size that it has: the smallest
/// number over all samples that both runs have. One that is 0 is measured by the largest position, or
/// velocity, beside it; none when both runs say 0.
pub(super) fn digits(
    model: &Model,
    plan: &Plan<'_>,
    fixed: &Fixed<'_>,
    (start, journey): (&Start, &Journey<f64>),
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Certificate, WalkError> {
    if !plan.choice.can_be_certified() {
        return Err(WalkError::NoCertificate { method: plan.choice.name });
    }
    let numbers = fixed.numbers::<DoubleDouble>()?;
    let x = precise_start(model, plan.course, start)?;
    let until = journey.change.map(|stiff| stiff.t);
    let span = (plan.span.0, until.unwrap_or(plan.span.1));
    let part = Plan { span, choice: plan.choice.clone(), ..*plan };
    let precise = travel(&part, &|t| fixed.at(&numbers, t), &x, progress)?;
    let dim = plan.course.motion.state.len();
    // the last sample of a part of the motion stands at its end
    let together =
        |(a, b): &(&Sample<f64>, &Sample<DoubleDouble>)| until.is_none() || a.t == b.t.hi();
    let pairs = || journey.samples.iter().zip(&precise.samples).filter(together);
    let largest = |i: usize| pairs().map(|(_, b)| b.x[i].hi().abs()).fold(0.0, f64::max);
    let sizes: Vec<f64> = (0..dim).map(largest).collect();
    let error = |(a, b): (&Sample<f64>, &Sample<DoubleDouble>), i: usize| {
        (DoubleDouble::from(a.x[i]) - b.x[i]).hi().abs()
    };
    let beside = |i: usize| {
        // multipliers of Hamilton's principle stand behind all levels, each by itself
        let level = (0..dim).map(|k| plan.course.level(k)).find(|level| i < level.end);
        let level = level.map_or(i..i + 1, |level| level.start..level.end.min(dim));
        sizes[level].iter().copied().fold(0.0, f64::max)
    };
    let left = |error: f64, i: usize| correct_digits(error, sizes[i], beside(i));
    let worst = |i: usize| left(pairs().map(|pair| error(pair, i)).fold(0.0, f64::max), i);
    let digits: Vec<Option<f64>> = (0..dim).map(worst).collect();
    let few = |digits: Option<f64>| digits.is_some_and(|d| d < FEW_DIGITS);
    let uncertain: Vec<usize> = (0..dim).filter(|&i| few(digits[i])).collect();
    let lost = pairs().find(|&pair| uncertain.iter().any(|&i| few(left(error(pair, i), i))));
    Ok(Certificate { digits, certain_until: lost.map(|(a, _)| a.t), until })
}

/// The digits that an error leaves of a number of some size, or of what stands beside it when it is 0.
/// No digits are 0, not −0.
fn correct_digits(error: f64, size: f64, beside: f64) -> Option<f64> {
    if (error, size) == (0.0, 0.0) {
        return None;
    }
    let size = if size <= NOTHING * beside { beside } else { size };
    match (error, size) {
        (0.0, _) => Some(MOST_DIGITS),
        (_, 0.0) => Some(0.0),
        _ => Some((size / error).log10().clamp(0.0, MOST_DIGITS) + 0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(error: f64, size: f64, beside: f64) -> String {
        correct_digits(error, size, beside).map_or("exactly 0".to_owned(), |d| format!("{d:.1}"))
    }

    #[test]
    fn an_error_as_large_as_the_number_leaves_no_digits_and_no_sign() {
        assert_eq!(written(2.0, 2.0, 2.0), "0.0");
        assert_eq!(written(3.0, 2.0, 2.0), "0.0");
        assert_eq!(written(-0.0, 2.0, 2.0), "16.0");
        assert_eq!(written(1e-3, 10.0, 10.0), "4.0");
    }

    #[test]
    fn what_is_zero_is_measured_by_what_stands_beside_it() {
        assert_eq!(written(0.0, 0.0, 0.0), "exactly 0");
        assert_eq!(written(0.0, 0.0, 1.0), "exactly 0");
        assert_eq!(written(1e-14, 0.0, 10.0), "15.0");
        assert_eq!(written(1e-14, 1e-31, 10.0), "15.0");
        assert_eq!(written(1e-14, 0.0, 0.0), "0.0");
    }
}
