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
//!
//! A motion that becomes faster and faster, as a body that falls without bound through a field of waves, reaches its
//! singularity t* after infinitely many steps, each of them as long as it should be. When it has made N = 500·2ᵏ of
//! them, the times that each doubling of N took are
//!
//! ```text
//! dₖ = t(N) − t(N/2),   t* = t(N) + dₖ ρ/(1 − ρ),   ρ = dₖ/dₖ₋₁                      (4)
//! ```
//!
//! A run is stuck when ρ < [`SHRINKING`] for the last [`DOUBLINGS`] of them, t* lies before the end and is nearer than
//! a part [`NEAR`] of the time so far, and the rest would take [`FURTHER`]·N steps at the pace of late. For N ∝
//! (t* − t)⁻ᵖ (4) is exact. A frequency that grows like a power of time, or exponentially, has d that do not shrink.
//!
//! A motion that only its end ends is hopeless when the rest would take more than [`HOPELESS`] steps at the pace of
//! the last [`MANY_MORE`].

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

/// The doublings that have to shrink, and by how much, (4).
const DOUBLINGS: usize = 3;
const SHRINKING: f64 = 0.9;

/// How near the singularity is, as a part of the time so far, (4).
const NEAR: f64 = 0.02;

/// How many times the steps so far the rest would take, (4).
const FURTHER: f64 = 100.0;

/// A number of steps as a float.
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2⁵³")]
fn float(count: u64) -> f64 {
    count as f64
}

/// The steps by whose pace the others are foretold, and how many of these are too many.
const MANY_MORE: u64 = 20_000;
const HOPELESS: f64 = 1e10;

/// What was done so far: steps, the longest of them by size, and attempts that were rejected.
#[derive(Debug, Clone, Copy)]
pub struct Done {
    /// Steps.
    pub steps: u64,
    /// The longest of them, by size.
    pub longest: f64,
    /// Attempts that were rejected.
    pub rejected: u64,
}

/// Where the steps that are judged together began.
#[derive(Debug, Clone)]
pub struct Pace {
    end: f64,
    span: f64,
    t: f64,
    steps: u64,
    rejected: u64,
    /// The time and the steps of the last look at (3), and what it said.
    looked: (f64, u64, Option<f64>),
    /// The times after 0 and 500·2ᵏ steps.
    doublings: Vec<f64>,
    /// Where the steps began by which others are foretold, and how many there were before.
    foretold: (f64, u64),
}

impl Pace {
    /// For a run from `t` to `end` with a method that has rejected so many attempts before.
    #[must_use]
    pub fn new(t: f64, end: f64, rejected: u64) -> Self {
        Pace {
            end,
            span: (end - t).abs(),
            t,
            steps: 0,
            rejected,
            doublings: vec![t],
            foretold: (t, 0),
            looked: (t, 0, None),
        }
    }

    /// The steps (3) that are left at time `t`, when they are too many.
    pub(crate) fn is_too_far(&mut self, t: f64, steps: u64) -> Option<f64> {
        let (last, before, said) = self.looked;
        if steps < FIRST.max(2 * before) {
            return None;
        }
        let left = float(steps - before) * (self.end - t).abs() / (t - last).abs(); // (3)
        self.looked = (t, steps, Some(left));
        said.filter(|&said| said.min(left) > FAR && left > 0.5 * said).map(|_| left)
    }

    /// Whether (1), (2) or (4) holds at time `t`, after what was done.
    pub fn is_stuck(&mut self, t: f64, done: Done) -> bool {
        if done.steps < self.steps + MANY {
            return false;
        }
        let (advance, vain) = ((t - self.t).abs(), done.rejected.saturating_sub(self.rejected));
        (self.t, self.steps, self.rejected) = (t, done.steps, done.rejected);
        let little = if vain >= MANY / 10 { LITTLE_IN_VAIN } else { LITTLE };
        let creeps = advance < little * self.span && advance < done.longest;
        creeps || self.gathers(t, done.steps, advance)
    }

    /// Whether the end is out of reach of a motion that has come to `t` with so many steps.
    pub fn is_hopeless(&mut self, t: f64, steps: u64) -> bool {
        let (begin, before) = self.foretold;
        if steps < before + MANY_MORE {
            return false;
        }
        self.foretold = (t, steps);
        let rest = (self.end - t).abs() / (t - begin).abs() * float(steps - before);
        rest > HOPELESS
    }

    /// Whether (4) holds; `advance` is that of the steps of late.
    fn gathers(&mut self, t: f64, steps: u64, advance: f64) -> bool {
        let doublings = u32::try_from(self.doublings.len()).unwrap_or(u32::MAX) - 1;
        if steps < MANY.saturating_mul(2u64.saturating_pow(doublings)) {
            return false;
        }
        self.doublings.push(t);
        let d: Vec<f64> = self.doublings.windows(2).map(|pair| (pair[1] - pair[0]).abs()).collect();
        let Some([.., before, last]) = d.last_chunk::<2>().filter(|_| d.len() > DOUBLINGS + 1)
        else {
            return false;
        };
        let ratios = d[d.len() - DOUBLINGS - 1..].windows(2).map(|pair| pair[1] / pair[0]);
        let rho = last / before;
        let (ahead, left) = (last * rho / (1.0 - rho), (self.end - t).abs());
        let elapsed = self.span - left;
        let rest = left / advance * float(MANY);
        { ratios }.all(|rho| rho < SHRINKING)
            && ahead < left
            && ahead < NEAR * elapsed
            && rest > FURTHER * float(steps)
    }
}

#[cfg(test)]
mod tests {
    use super::{Done, MANY, Pace};

    /// After how many steps a run is given up whose times are a function of their number.
    fn given_up(end: f64, most: u64, time: impl Fn(f64) -> f64) -> Option<u64> {
        let mut pace = Pace::new(time(0.0), end, 0);
        let longest = time(1.0) - time(0.0);
        (1..most / MANY).map(|k| k * MANY).find(|&steps| {
            let t = time(super::float(steps));
            pace.is_stuck(t, Done { steps, longest, rejected: 0 })
        })
    }

    /// Steps ever shorter towards t = 1, as 1 − t = (1 + N/10)^(−p).
    #[test]
    fn steps_that_gather_before_the_end_are_given_up() {
        for p in [0.5, 1.0, 2.0] {
            let towards = |n: f64| 1.0 - (1.0 + n / 10.0).powf(-p);
            let steps = given_up(5.0, 10_000_000, towards);
            assert!(steps.is_some_and(|steps| steps < 100_000), "{p}: {steps:?}");
        }
        let towards = |n: f64| 1.0 - (1.0 + n / 10.0).powf(-0.5);
        assert_eq!(given_up(0.99, 90_000, towards), None, "the end comes first");
    }

    #[test]
    fn an_end_that_is_out_of_reach_is_seen_early() {
        let mut pace = Pace::new(0.0, 5.0, 0);
        assert!(!pace.is_hopeless(1e-9, 10_000), "too few steps to tell");
        assert!(pace.is_hopeless(1e-6, 20_000));
        let mut pace = Pace::new(0.0, 5.0, 0);
        assert!(!pace.is_hopeless(1e-3, 20_000));
        assert!(pace.is_hopeless(1e-3, 40_000), "it stands still");
    }

    /// Frequencies that grow, and never become infinite; one that would after the end.
    #[test]
    fn steps_that_only_become_shorter_are_not() {
        assert_eq!(given_up(1e3, 5_000_000, f64::cbrt), None);
        assert_eq!(given_up(1e2, 5_000_000, |n| (1.0 + n).ln()), None);
        assert_eq!(given_up(1.0, 1_000_000, |n| 1.1 - 1.1 / (1.0 + n / 1e5)), None);
    }

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
