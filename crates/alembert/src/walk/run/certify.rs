//! How many digits of a run are right? The same run in double-double tells.

use std::ops::ControlFlow;

use alembert_algebra::numeric::DoubleDouble;

use super::initial::Start;
use super::travel::{Journey, Plan, travel};
use super::{Fixed, Progress, WalkError, precise_start};
use crate::language::Model;

/// More digits than a double has are not counted.
const MOST_DIGITS: f64 = 16.0;

/// The correct digits of each entry of the state, relative to the largest size that it has: the smallest
/// number over all samples that both runs have.
pub(super) fn digits(
    model: &Model,
    plan: &Plan<'_>,
    fixed: &Fixed<'_>,
    (start, journey): (&Start, &Journey<f64>),
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Vec<f64>, WalkError> {
    if !plan.choice.can_be_certified() {
        return Err(WalkError::NoCertificate { method: plan.choice.name });
    }
    let numbers = fixed.numbers::<DoubleDouble>()?;
    let x = precise_start(model, plan.course, start)?;
    let precise = travel(plan, &|t| fixed.at(&numbers, t), &x, progress)?;
    let dim = plan.course.motion.state.len();
    let pairs = || journey.samples.iter().zip(&precise.samples);
    let worst = |i: usize| {
        let size = pairs().map(|(_, b)| b.x[i].hi().abs()).fold(0.0, f64::max);
        let error = pairs()
            .map(|(a, b)| (DoubleDouble::from(a.x[i]) - b.x[i]).hi().abs())
            .fold(0.0, f64::max);
        correct_digits(error, size)
    };
    Ok((0..dim).map(worst).collect())
}

/// The digits that an error leaves of a number of some size; none is 0, not −0.
fn correct_digits(error: f64, size: f64) -> f64 {
    match (error, size) {
        (0.0, _) | (_, 0.0) => MOST_DIGITS,
        _ => (size / error).log10().clamp(0.0, MOST_DIGITS) + 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_as_large_as_the_number_leaves_no_digits_and_no_sign() {
        assert_eq!(format!("{:.1}", correct_digits(2.0, 2.0)), "0.0");
        assert_eq!(format!("{:.1}", correct_digits(3.0, 2.0)), "0.0");
        assert_eq!(format!("{:.1}", correct_digits(-0.0, 2.0)), "16.0");
        assert_eq!(format!("{:.1}", correct_digits(1e-3, 10.0)), "4.0");
    }
}
