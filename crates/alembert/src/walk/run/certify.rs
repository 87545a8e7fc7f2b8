//! How many digits of a run are right? A run of Taylor's method in double-double tells.
//!
//! ```text
//! digits        min over all samples of log₁₀(S/|x − X|),   S the largest |X| of the column       (1)
//! end_digits    log₁₀(|X|/|x − X|) at the last sample                                             (2)
//! ```
//!
//! with x of the run and X of the one with more digits. What is 0 but for rounding is measured by what stands
//! beside it: the largest position, velocity or multiplier, or |T| + |V|. Where no column stands beside it,
//! as for observed quantities, nothing is counted. Residuals are not counted, since 0 is their right value,
//! nor are multipliers that are not unique.
//!
//! Few digits are no fault of a run when the motion itself makes errors grow. How much, a motion tells that begins
//! beside it: with the start of the precise run moved by δ of the size S of each entry,
//!
//! ```text
//! A = max |x_δ − X|/(δ S),   |x − X| ≤ 10³ A ε √N S   after N steps is explained             (3)
//! ```
//!
//! and so is everything once the two motions have lost each other. A run of round-off that has fewer than six digits of
//! its state which (3) does not explain is made once more with twice the digits.

use std::ops::ControlFlow;

use alembert_algebra::numeric::DoubleDouble;
use alembert_flow::Stop;

use super::chart::Way;
use super::initial::Start;
use super::journey::{Journey, Plan};
use super::promise::{Listener, is_at_round_off, precisely};
use super::shown::{Place, shown};
use super::trajectory::{Sample, Samples};
use super::travel::travel;
use super::{Fixed, Progress, WalkError, precise_start};
use crate::language::Model;

/// More digits than a double has are not counted.
const MOST_DIGITS: f64 = 16.0;

/// A column that stays below this part of the largest one beside it is 0 but for rounding, and so is one below its error
/// and below the rounding of what stands beside it.
const NOTHING: f64 = 1e-20;

/// A column of the precise run that stays below this part of its error, and those beside it, are 0 but for rounding.
const BELOW: f64 = 1e-10;

/// Samples of one time differ by no more than this part of it, or of their distance.
const SAME_TIME: f64 = 1e-12;

/// Fewer digits than this are worth a warning.
const FEW_DIGITS: f64 = 3.0;

/// Fewer digits than this break the promise of a run, when (3) does not explain them.
const PROMISED_DIGITS: f64 = 6.0;

/// δ of (3).
const BESIDE: f64 = 1e-12;

/// Motions this far apart, beside their size, have lost each other.
const APART: f64 = 1e-3;

/// See (3).
const MARGIN: f64 = 1e3;

/// The digits of columns, by their names; none of a column that is 0 within rounding.
pub(super) type Counted = Vec<(String, Option<f64>)>;

/// Why digits were not counted to the end of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Until {
    /// `radau` took over at this time, for which there are no more digits.
    Radau(f64),
    /// The run with more digits has its last sample at this time.
    Ended(f64),
    /// Somebody broke off the run with more digits, whose last sample is at this time.
    Interrupted(f64),
}

impl Until {
    /// The time.
    #[must_use]
    pub fn t(self) -> f64 {
        match self {
            Self::Radau(t) | Self::Ended(t) | Self::Interrupted(t) => t,
        }
    }
}

/// What a run with more digits says about a run.
pub(super) struct Certificate {
    /// Equation (1).
    pub(super) digits: Counted,
    /// Equation (2).
    pub(super) end_digits: Counted,
    /// The first time at which an entry of the state has fewer than [`FEW_DIGITS`].
    pub(super) certain_until: Option<f64>,
    /// Until when digits were counted, if not to the end.
    pub(super) until: Option<Until>,
    /// An entry of the state that has fewer than [`PROMISED_DIGITS`] for no reason of the motion.
    unexplained: Option<(String, f64)>,
}

/// The digits of a run, which is replaced by a better one when it has too few.
pub(super) fn certified(
    (model, plan, fixed): (&Model, &Plan<'_>, &Fixed<'_>),
    (start, journey): (&Start, &mut Journey<f64>),
    progress: Listener<'_>,
) -> Result<Certificate, WalkError> {
    let found = digits(model, plan, fixed, (start, journey), progress)?;
    let Some((name, count)) = &found.unexplained else { return Ok(found) };
    if journey.mended.is_none()
        && let Some(again) = precisely((model, plan, fixed), (start, journey), progress)?
    {
        *journey = again;
        return digits(model, plan, fixed, (start, journey), progress);
    }
    let broken =
        format!("{count:.1} digits of {name} are correct, and the motion explains no such loss");
    journey.broken.get_or_insert(broken);
    Ok(found)
}

/// The correct digits of every column that both runs have.
pub(super) fn digits(
    model: &Model,
    plan: &Plan<'_>,
    fixed: &Fixed<'_>,
    (start, journey): (&Start, &Journey<f64>),
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Certificate, WalkError> {
    let numbers = fixed.numbers::<DoubleDouble>()?;
    let x = precise_start(model, plan.course, start)?;
    let at = (DoubleDouble::from(start.t), &x[..]);
    if !Way::new(plan, &fixed.at(&numbers, start.t), at, 0)?.field.is_analytic() {
        return Err(WalkError::NoCertificate);
    }
    let until = journey.change.map(|stiff| stiff.t);
    let span = (plan.span.0, until.unwrap_or(plan.span.1));
    let part = Plan { span, choice: plan.choice.clone(), ..*plan };
    let precise = travel(&part, &|t| fixed.at(&numbers, t), &x, progress)?;
    let unique = journey.unique && plan.course.motion.has_unique_multipliers();
    let is_promised = is_at_round_off(&plan.choice) && until.is_none();
    let counts = |place: Place| match place {
        Place::Residual(_) => false,
        Place::Multiplier(_) => unique,
        _ => true,
    };
    let columns: Vec<(String, Place)> =
        shown(model, plan).into_iter().filter(|column| counts(column.1)).collect();
    let places: Vec<Place> = columns.iter().map(|column| column.1).collect();
    let both = Both::new(plan, &places, (journey, &precise));
    // of a run that was broken off there may be nothing but the start
    let counted = if both.count > 1 || both.is_whole { columns.len() } else { 0 };
    let named = |digits: &dyn Fn(usize) -> Option<f64>| -> Counted {
        let columns = columns[..counted].iter().enumerate();
        columns.map(|(i, column)| (column.0.clone(), digits(i))).collect()
    };
    let is_broken_off = matches!(precise.stop, Stop::Interrupted { .. });
    let is_judged = is_promised && !is_broken_off;
    let poorest = both.poorest().filter(|(_, digits)| is_judged && *digits < PROMISED_DIGITS);
    let unexplained = match poorest {
        None => None,
        Some((column, digits)) => {
            let place = columns[column].1;
            let grown = growth((&part, fixed, &numbers), (&x, &precise), place, progress)?;
            let unit = plan.choice.tolerance(false) * (journey.steps as f64).sqrt();
            let is_explained =
                grown >= APART || 10f64.powf(-digits) <= MARGIN * unit * grown / BESIDE;
            (!is_explained).then(|| (columns[column].0.clone(), digits)) // (3)
        }
    };
    Ok(Certificate {
        unexplained,
        digits: named(&|i| both.least(i)),
        end_digits: named(&|i| both.at_end(i)),
        certain_until: both.certain_until(),
        until: match both.ended() {
            ended if is_broken_off && !both.is_whole => {
                Some(Until::Interrupted(ended.unwrap_or(plan.span.0)))
            }
            ended => until.map(Until::Radau).or(ended.map(Until::Ended)),
        },
    })
}

/// How far a motion that begins beside another leaves it in a column, beside the size of this, (3).
fn growth(
    (plan, fixed, numbers): (&Plan<'_>, &Fixed<'_>, &[DoubleDouble]),
    (x, precise): (&[DoubleDouble], &Journey<DoubleDouble>),
    place: Place,
    progress: Listener<'_>,
) -> Result<f64, WalkError> {
    let mut sizes = vec![0.0f64; x.len()];
    precise.samples.each(|sample| {
        sizes.iter_mut().zip(&sample.x).for_each(|(size, x)| *size = size.max(x.hi().abs()));
    });
    let moved: Vec<DoubleDouble> = x
        .iter()
        .enumerate()
        .map(|(i, &x)| {
            let sign = if i % 3 == 1 { -1.0 } else { 1.0 };
            x + DoubleDouble::from(sign * BESIDE * sizes[i])
        })
        .collect();
    let beside = travel(plan, &|t| fixed.at(numbers, t), &moved, progress)?;
    if matches!(beside.stop, Stop::Interrupted { .. }) {
        return Ok(f64::INFINITY); // nobody waits for a judgement
    }
    let (mut near, mut far) = (precise.samples.reader(), beside.samples.reader());
    let mut apart = 0.0;
    while let (Some(a), Some(b)) = (far.next(), near.next()) {
        apart = f64::max(apart, (place.of(a) - place.of(b)).hi().abs());
    }
    let size = precise.samples.largest(|sample| place.of(sample).hi().abs());
    Ok(apart / size.max(f64::MIN_POSITIVE))
}

/// Samples of a run, and of one with more digits.
struct Both<'a> {
    samples: (&'a Samples<f64>, &'a Samples<DoubleDouble>),
    /// The distance of samples.
    every: f64,
    /// Do both end at a zero?
    both_at_zero: bool,
    places: &'a [Place],
    /// The largest value of each column, and of those beside it.
    sizes: Vec<(f64, f64)>,
    /// The largest |x − X| of each column, and the last one with the last |X|.
    worst: Vec<f64>,
    last: Vec<(f64, f64)>,
    /// How many samples stand beside each other, and the time of the last ones.
    count: usize,
    t: f64,
    /// Does the one with more digits come to the end as well?
    is_whole: bool,
}

impl<'a> Both<'a> {
    fn new(
        plan: &Plan<'_>,
        places: &'a [Place],
        (journey, precise): (&'a Journey<f64>, &'a Journey<DoubleDouble>),
    ) -> Self {
        // the last sample of a part of the motion stands at its end; both may end at one zero
        let at_zero = |stop: &Stop| matches!(stop, Stop::Event { .. });
        let mut both = Self {
            samples: (&journey.samples, &precise.samples),
            every: plan.every,
            both_at_zero: at_zero(&journey.stop) && at_zero(&precise.stop),
            places,
            sizes: Vec::new(),
            worst: vec![0.0; places.len()],
            last: vec![(0.0, 0.0); places.len()],
            count: 0,
            t: 0.0,
            is_whole: false,
        };
        let largest = both.compare();
        both.is_whole = both.count == journey.samples.len();
        // multipliers of Hamilton's principle stand behind all levels
        let level = |i: usize| (0..=i).find(|&k| i < plan.course.level(k).end);
        let are_alike = |a: Place, b: Place| match (a, b) {
            (Place::State(i), Place::State(j)) => level(i) == level(j),
            (Place::Multiplier(_), Place::Multiplier(_)) => true,
            _ => false,
        };
        let beside = |a: Place| match a {
            Place::Energy(_) => journey.energy,
            _ => {
                let alike = places.iter().zip(&largest).filter(|&(&b, _)| are_alike(a, b));
                alike.map(|(_, &size)| size).fold(0.0, f64::max)
            }
        };
        both.sizes = places.iter().zip(&largest).map(|(&a, &size)| (size, beside(a))).collect();
        both
    }

    /// Finds the errors, and returns the largest value of each column.
    fn compare(&mut self) -> Vec<f64> {
        let (mut worst, mut last) = (self.worst.clone(), self.last.clone());
        let (mut largest, mut count, mut t) = (worst.clone(), 0, 0.0);
        self.each(|pair| {
            for (i, place) in self.places.iter().enumerate() {
                last[i] = (self.error(i, pair), place.of(pair.1).hi().abs());
                worst[i] = f64::max(worst[i], last[i].0);
                largest[i] = f64::max(largest[i], last[i].1);
            }
            (count, t) = (count + 1, pair.0.t);
            ControlFlow::Continue(())
        });
        (self.worst, self.last, self.count, self.t) = (worst, last, count, t);
        largest
    }

    /// Looks at samples of one time, until that is enough.
    fn each(&self, mut look: impl FnMut((&Sample<f64>, &Sample<DoubleDouble>)) -> ControlFlow<()>) {
        let (mut own, mut precise) = (self.samples.0.reader(), self.samples.1.reader());
        while let (Some(a), Some(b)) = (own.next(), precise.next()) {
            let is_near = (a.t - b.t.hi()).abs() <= SAME_TIME * a.t.abs().max(self.every);
            if (self.both_at_zero || is_near) && look((a, b)).is_break() {
                return;
            }
        }
    }

    /// |x − X| of column i at a sample.
    fn error(&self, i: usize, (a, b): (&Sample<f64>, &Sample<DoubleDouble>)) -> f64 {
        let place = self.places[i];
        (DoubleDouble::from(place.of(a)) - place.of(b)).hi().abs()
    }

    /// Equation (1).
    fn least(&self, i: usize) -> Option<f64> {
        correct_digits(self.worst[i], self.sizes[i])
    }

    /// Equation (2).
    fn at_end(&self, i: usize) -> Option<f64> {
        self.least(i)?;
        let (error, size) = self.last[i];
        if self.is_whole && self.count > 0 { correct_digits(error, (size, size)) } else { None }
    }

    /// The entry of the state with the fewest digits, by its column.
    fn poorest(&self) -> Option<(usize, f64)> {
        let is_state = |i: &usize| matches!(self.places[*i], Place::State(_));
        let counted = (0..self.places.len()).filter(is_state);
        let counted = counted.filter_map(|i| Some((i, self.least(i)?)));
        counted.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// When the run with more digits ends, if that is before the end.
    fn ended(&self) -> Option<f64> {
        (!self.is_whole && self.count > 0).then_some(self.t)
    }

    fn certain_until(&self) -> Option<f64> {
        let few = |digits: Option<f64>| digits.is_some_and(|d| d < FEW_DIGITS);
        let is_state = |i: &usize| matches!(self.places[*i], Place::State(_));
        let state = (0..self.places.len()).filter(is_state);
        let uncertain: Vec<usize> = state.filter(|&i| few(self.least(i))).collect();
        if uncertain.is_empty() {
            return None;
        }
        let lost = |i: usize, pair: (&Sample<f64>, &Sample<DoubleDouble>)| {
            few(correct_digits(self.error(i, pair), self.sizes[i]))
        };
        let mut first = None;
        self.each(|pair| match uncertain.iter().any(|&i| lost(i, pair)) {
            true => {
                first = Some(pair.0.t);
                ControlFlow::Break(())
            }
            false => ControlFlow::Continue(()),
        });
        first
    }
}

/// The digits that an error leaves of a number of some size, or of what stands beside it when it is 0.
/// No digits are 0, not −0.
fn correct_digits(error: f64, (size, beside): (f64, f64)) -> Option<f64> {
    if (error, size) == (0.0, 0.0) || size.max(beside) <= BELOW * error {
        return None;
    }
    let is_rounding = size <= error && size <= f64::EPSILON * beside;
    let size = if is_rounding || size <= NOTHING * beside { beside } else { size };
    match error {
        0.0 => Some(MOST_DIGITS),
        _ => Some((size / error).log10().clamp(0.0, MOST_DIGITS) + 0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(error: f64, size: f64, beside: f64) -> String {
        correct_digits(error, (size, beside)).map_or("0".to_owned(), |d| format!("{d:.1}"))
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
        assert_eq!(written(0.0, 0.0, 0.0), "0");
        assert_eq!(written(0.0, 0.0, 1.0), "0");
        assert_eq!(written(1e-14, 0.0, 10.0), "15.0");
        assert_eq!(written(1e-14, 1e-31, 10.0), "15.0");
        assert_eq!(written(1e-15, 1e-16, 10.0), "16.0", "both runs have rounding of the start");
        assert_eq!(written(1e-12, 1e-13, 1.0), "0.0");
        assert_eq!(written(1e-20, 1e-17, 10.0), "3.0");
        assert_eq!(written(1e-14, 0.0, 0.0), "0", "nothing stands beside it");
        assert_eq!(written(1e-16, 1e-31, 0.0), "0", "the precise run has rounding of its own");
        assert_eq!(written(1e-16, 5e-32, 1e-31), "0", "and so has what stands beside it");
    }
}
