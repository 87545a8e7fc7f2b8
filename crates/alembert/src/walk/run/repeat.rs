//! The steps of a motion alone, again and again: what is measured against other programs.
//!
//! Nothing is sampled and no energy is looked at; every state is on the constraints, as in a run.

use std::ops::ControlFlow;

use alembert_flow::{Settings, Step, Stop, follow};

use super::chart::Way;
use super::method::Methodical;
use super::{Refusal, RunRequest, prepared};
use crate::language::Model;

/// Follows the motion of a model so often to its end, after everything before the first step was done
/// once. Returns how often the end was reached, and the number of all steps. Tables of inputs are taken
/// as they are in the middle of the run.
///
/// ```
/// use alembert::language::{Source, read};
/// use alembert::walk::{RunRequest, repeat};
/// let text = "coordinates x\nL = ½ x'² - ½ x²\ninitial\n  x = 1\nrun 0 .. 10\n";
/// let model = read(&Source::new("spring.mech", text)).model.unwrap();
/// let (once, steps) = repeat(&model, RunRequest::default(), 1).unwrap();
/// assert!(once == 1 && steps > 2);
/// assert_eq!(repeat(&model, RunRequest::default(), 3).unwrap(), (3, 3 * steps));
/// ```
///
/// # Errors
/// What [`run`](super::run()) refuses.
pub fn repeat(
    model: &Model,
    request: RunRequest<'_>,
    count: usize,
) -> Result<(usize, u64), Refusal> {
    prepared(model, request, |plan, fixed, start| {
        let (from, to) = plan.span;
        let numbers = fixed.at(&fixed.numbers::<f64>()?, (from + to) / 2.0);
        let way = Way::new(plan, &numbers, (from, &start.x), 0)?;
        let (mut ends, mut steps) = (0, 0);
        for _ in 0..count {
            let mut method = f64::method(&plan.choice, &way.field, &way.surface);
            let mut observer = |_: &Step<'_>| ControlFlow::Continue(());
            let (start, settings) = ((from, &way.x[..]), Settings::to(to));
            let ending = follow(&mut *method, &way.surface, start, &settings, &mut observer);
            ends += usize::from(ending.stop == Stop::End);
            steps += ending.stats.steps;
        }
        Ok((ends, steps))
    })
}
