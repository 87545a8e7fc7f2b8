//! The Lyapunov spectrum of the motion from the initial values.
//!
//! The exponents are those of the directions that the constraints allow, as many as the motion has
//! independent ones; see `alembert_flow::lyapunov` for the equations. The directions are made orthogonal
//! at distances that suit the fastest rate ρ(J) along the motion, which is followed once without its neighbours,
//!
//! ```text
//! τ = min(T/100, 3/ρ(J))                                                            (1)
//! ```
//!
//! with the middle of the values at some times. Where J is normal and ρ the same all along, no direction outgrows another by
//! more than e⁶ in τ, which lasts as long as several steps, so that beginning anew does not matter. A norm of J would not do: it has the units of a
//! stiffness, and a spring of 10⁸ N/m would have intervals of a ten-thousandth of its period.
//! The first tenth of the time, in which the directions turn to where they belong, is not counted. Where the motion is
//! stiff, ρ(J) is the rate of a decay that nobody wants to follow, and
//!
//! ```text
//! τ = T/2000                                                                        (2)
//! ```
//!
//! The exponent of such a decay is not resolved. Steps of radau are chosen for the motion and are at most
//! a part of τ, so that an oscillation at rest of frequency ω seems to decay, with steps h at the rate
//!
//! ```text
//! ω⁶ h⁵/7200                                                                        (3)
//! ```
//!
//! What that makes is seen by intervals of twice the length, with which it is 32 times as large. A third time the directions begin
//! turned: where exponents lie so near to each other that the time T does not tell their directions apart, as an oscillation
//! beside a slow creep, each is a mixture of all of them, and what changes tells how much is open,
//!
//! ```text
//! error ≥ 4 max |λᵢ − λᵢ'|     over exponents that are closer together than 1/T                 (4)
//! ```
//!
//! All intervals have the
//! same length, and the last one ends when the run does. Kinks and jumps of the equations, and impulses at corners of
//! tables, are gone through by [`saltation`](super::saltation).
//!
//! Constraints on velocities that can be integrated keep `h(q, t) = c`. Motions beside the one that is
//! followed may have other constants c, so that there is a direction for each, which is not one of
//! the degrees of freedom of the state that `check` counts.

#![allow(non_snake_case, reason = "J is the symbol of the papers")]

use std::cell::{Cell, RefCell};

use alembert_flow::{Averaging, Flow, Jacobian, LONGEST, Spectrum, Stop, spectral_radius};
use serde_json::{Value, json};

use super::legs::Legs;
use super::saltation::Switching;
use super::switches::with_signs;
use super::{Advance, Leg, Listener, Pieces, Ready, derived};
use crate::language::Model;
use crate::walk::decisive::decided;
use crate::walk::own_values::classification;
use crate::walk::run::numbers::{largest, shown};
use crate::walk::run::told::moment;
use crate::walk::run::{Refusal, RunRequest, Unsuited, WalkError};

/// The methods that follow neighbouring motions.
const METHODS: [&str; 2] = ["dop853", "radau"];
/// Equation (1).
const GROWTH: f64 = 3.0;
/// The times at which ρ(J) is looked at.
const LOOKS: u32 = 32;
/// Equation (2).
const STIFF_INTERVALS: f64 = 2000.0;
/// How much more intervals of twice the length leave of (3), less one.
const COARSER: f64 = 31.0;
/// Equation (4): one change is no more than a sample of what others would be.
const MIXTURE: f64 = 4.0;
/// A decay of this size in a step of radau is followed at its own rate, to 10⁻⁴ of it.
const RESOLVED: f64 = 0.5;
/// The error a step may have.
const TOLERANCE: f64 = 1e-12;
/// The part of the time that is not counted when nobody says how long.
const SETTLE: f64 = 0.1;
/// More intervals than these are not needed for any accuracy.
const MOST_INTERVALS: f64 = 1e6;

/// What is asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct LyapunovRequest<'a> {
    /// The principle, and the time until which exponents are averaged.
    pub run: RunRequest<'a>,
    /// The time between two factorisations.
    pub interval: Option<f64>,
    /// The time at the beginning that is not counted.
    pub settle: Option<f64>,
}

/// The exponents of a motion.
#[derive(Debug, Clone, PartialEq)]
pub struct LyapunovReport {
    /// The title of the model.
    pub title: String,
    /// The principle.
    pub principle: &'static str,
    /// The method.
    pub method: &'static str,
    /// Why this method.
    pub why_method: String,
    /// The fastest decay that was resolved, when the motion is stiff: values below −this are not resolved.
    pub fastest: Option<f64>,
    /// The exponents, the largest first.
    pub exponents: Vec<f64>,
    /// The error of each: the spread of windows of the time, what it changed in the second half, how far the
    /// sum of its logarithms strays from a straight line, and for a stiff motion what other first directions change.
    pub unsettled: Vec<f64>,
    /// What the length of steps leaves open of each, when the motion is stiff.
    pub accuracy: Option<Vec<f64>>,
    /// Which of them are known. The others decay faster than can be followed, or their values are not exact enough
    /// to tell.
    pub resolved: Vec<bool>,
    /// From when to when they are averaged.
    pub span: (f64, f64),
    /// The time between two factorisations.
    pub interval: f64,
    /// Was the motion broken off before its time?
    pub interrupted: bool,
    /// Directions to motions with other constants of the integrable constraints, which are no degrees
    /// of freedom of the state; 0 where that is not known.
    pub constants: usize,
}

/// The spectrum along the motion of a model.
///
/// # Errors
/// The model does not run, a time is out of its range, or the motion ends before its time.
pub fn lyapunov(
    model: &Model,
    request: LyapunovRequest<'_>,
    progress: &mut Listener<'_>,
) -> Result<LyapunovReport, Refusal> {
    let model = &decided(model, &[]);
    let (system, motion) = derived(model, request.run)?;
    let (signed, motion, switches) = with_signs(model, &motion, "the exponents")?;
    let looked_at = |course: &mut _| switches.looked_at(course);
    let mut ready = Ready::of((&signed, &system, &motion), request.run, looked_at, None)?;
    let start = ready.start()?;
    let watched: Vec<usize> = (0..switches.count()).collect();
    let legs = ready.legs(&watched)?;
    let (method, why_method) = method(&ready, &legs[0], &start.x)?;
    let (from, to) = ready.span;
    let is_stiff = method == "radau";
    let mut listener = |p| progress(p);
    let legs = Legs::with_signs(legs, &ready, &switches);
    let pieces = Pieces {
        switching: Switching::new(&ready, &legs, &[]),
        largest: Some(Cell::new(0.0)),
        is_stiff,
        projected: true,
        tolerance: request.run.tol.unwrap_or(TOLERANCE),
        most_steps: u64::MAX,
        most_flows: u64::MAX,
        advance: Some(RefCell::new(Advance::new(ready.span))),
        listener: RefCell::new((0, &mut listener)),
    };
    let averaging = averaging(request, (to - from, is_stiff), || match is_stiff {
        true => Ok(GROWTH * STIFF_INTERVALS / (to - from)), // (2)
        false => {
            let rate = pieces.fastest_rate(&start.x);
            rate.map_err(|stop| ended(&stop, &pieces.switching))
        }
    })?;
    let found = pieces.spectrum(&start.x, averaging);
    let mut found = found.map_err(|stop| ended(&stop, &pieces.switching))?;
    let is_whole = found.intervals == averaging.intervals;
    let looks_again = is_stiff && is_whole;
    let accuracy = looks_again.then(|| pieces.again(&mut found, &start.x, averaging)).flatten();
    let time = |intervals: usize| match intervals == averaging.settle + averaging.intervals {
        true => to,
        false => from + averaging.interval * intervals as f64,
    };
    let fastest = is_stiff.then_some(RESOLVED / (LONGEST * averaging.interval));
    let is_slow = |exponent: f64| fastest.is_none_or(|fastest| exponent >= -fastest);
    let resolved = found.resolved.iter().zip(&found.exponents);
    Ok(LyapunovReport {
        title: model.title.clone(),
        principle: ready.course.motion.principle,
        method,
        why_method,
        fastest,
        resolved: resolved.map(|(known, exponent)| *known && is_slow(*exponent)).collect(),
        exponents: found.exponents,
        unsettled: found.unsettled,
        accuracy,
        span: (time(averaging.settle), time(averaging.settle + found.intervals)),
        interval: averaging.interval,
        interrupted: found.intervals < averaging.intervals,
        constants: constants(model),
    })
}

/// The method that `run` would take, of those that neighbouring motions have, and why.
fn method(
    ready: &Ready<'_>,
    leg: &Leg,
    start: &[f64],
) -> Result<(&'static str, String), WalkError> {
    let name = ready.choice.name;
    if ready.asked && !METHODS.contains(&name) {
        let reason = Unsuited::NoNeighbours(METHODS.join(" and "));
        return Err(WalkError::MethodRefuses { method: name, reason });
    }
    if ready.asked {
        return Ok((name, "asked for".to_owned()));
    }
    let (from, to) = ready.span;
    let choice = ready.choice.clone().suit((&leg.field, &leg.surface), (from, start), to);
    match choice.name {
        "radau" => Ok(("radau", choice.why)),
        _ => Ok(("dop853", "not stiff, and neighbouring motions have no series".to_owned())),
    }
}

impl Pieces<'_> {
    /// The middle of the values of ρ(J) along the motion, as far as it can be followed; 0 where there are none.
    /// Nobody waits for a motion whose end is too many steps away.
    fn fastest_rate(&self, start: &[f64]) -> Result<f64, Stop> {
        let (from, to) = self.switching.ready.span;
        let (mut t, mut x) = (from, start.to_vec());
        let mut J = vec![0.0; x.len() * x.len()];
        let mut rates = Vec::new();
        let mut begun = self.switching.begin_with_signs((from, start));
        for look in 1..=LOOKS {
            if begun.is_err() {
                break;
            }
            if self.switching.leg(t).field.jacobian(t, &x, &mut J).is_ok() {
                rates.push(spectral_radius(&J, x.len()));
            }
            let (here, end) = (x.clone(), from + (to - from) * f64::from(look) / f64::from(LOOKS));
            begun = self.flow((t, &here), end, &mut x, &mut []);
            t = end;
        }
        self.forget();
        if let Err(stop @ Stop::TooFar { .. }) = begun {
            return Err(stop);
        }
        rates.sort_by(f64::total_cmp);
        Ok(rates.get(rates.len() / 2).copied().unwrap_or(0.0))
    }

    /// The spectrum from the start of the run.
    fn spectrum(&self, start: &[f64], averaging: Averaging) -> Result<Spectrum, Stop> {
        self.forget();
        let start = (self.switching.ready.span.0, start);
        self.switching.begin_with_signs(start)?;
        alembert_flow::lyapunov(self, self, start, averaging)
    }

    /// Looks at a stiff motion again, with intervals of twice the length: what steps leave open, (3), while errors take what
    /// other first directions change, (4).
    fn again(&self, found: &mut Spectrum, start: &[f64], averaging: Averaging) -> Option<Vec<f64>> {
        let coarse = self.spectrum(start, twice(averaging)).ok()?;
        let accuracy = error(found, &coarse);
        if let Ok(turned) = self.turned_spectrum(start, twice(averaging)) {
            add_mixtures(found, (&coarse, &turned), averaging);
        }
        Some(accuracy)
    }

    /// The same from directions that are turned.
    fn turned_spectrum(&self, start: &[f64], averaging: Averaging) -> Result<Spectrum, Stop> {
        self.forget();
        let start = (self.switching.ready.span.0, start);
        self.switching.begin_with_signs(start)?;
        alembert_flow::lyapunov_turned(self, self, start, averaging)
    }

    /// Before a motion is followed from its start.
    fn forget(&self) {
        self.switching.forget();
        self.begin_again();
        self.largest.iter().for_each(|largest| largest.set(0.0));
    }
}

/// The same time in intervals of twice the length.
fn twice(averaging: Averaging) -> Averaging {
    let Averaging { interval, settle, intervals } = averaging;
    Averaging { interval: 2.0 * interval, settle: settle / 2, intervals: intervals / 2 }
}

/// What intervals of twice the length tell about exponents, (3).
fn error(found: &Spectrum, coarse: &Spectrum) -> Vec<f64> {
    differences(found, coarse).map(|difference| difference / COARSER).collect()
}

fn differences(one: &Spectrum, other: &Spectrum) -> impl Iterator<Item = f64> {
    let pairs = one.exponents.iter().zip(&other.exponents);
    pairs.map(|(a, b)| (a - b).abs()).collect::<Vec<_>>().into_iter()
}

/// Adds to the errors of exponents what other first directions change, (4): those that lie closer together than 1/T share
/// the largest change.
fn add_mixtures(
    found: &mut Spectrum,
    (coarse, turned): (&Spectrum, &Spectrum),
    averaging: Averaging,
) {
    let time = averaging.interval * averaging.intervals as f64;
    let changes: Vec<f64> = differences(coarse, turned).collect();
    let is_apart = |pair: &[f64]| (pair[0] - pair[1]) * time > 1.0;
    let mut first = 0;
    while first < changes.len() {
        let rest = &found.exponents[first..];
        let count = rest.windows(2).position(is_apart).map_or(rest.len(), |place| place + 1);
        let group = first..first + count;
        if count > 1 {
            let most = MIXTURE * largest(changes[group.clone()].iter().copied());
            found.unsettled[group].iter_mut().for_each(|error| *error = error.max(most));
        }
        first += count;
    }
}

/// Why there are no exponents.
fn ended(stop: &Stop, switching: &Switching<'_>) -> WalkError {
    match stop {
        Stop::Interrupted { t } => WalkError::Interrupted { t: *t },
        _ => WalkError::Ended { what: "the exponents", stop: switching.why(stop) },
    }
}

/// The number of integrable combinations of the constraints on velocities.
fn constants(model: &Model) -> usize {
    classification(model).ok().and_then(|found| found.combinations).map_or(0, |list| list.len())
}

/// How the time is divided.
fn averaging(
    request: LyapunovRequest<'_>,
    (length, in_pairs): (f64, bool),
    rate: impl FnOnce() -> Result<f64, WalkError>,
) -> Result<Averaging, WalkError> {
    let setting = |what, range, value| Err(WalkError::RunSetting { what, range, value });
    if length <= 0.0 {
        return setting("the end of the run", "after its start", length);
    }
    let settle = request.settle.unwrap_or(SETTLE * length);
    if !(0.0..length).contains(&settle) {
        return setting("the time to settle", "shorter than the run, and not negative", settle);
    }
    let interval = match request.interval {
        Some(tau) if !(tau > 0.0 && tau <= length) => {
            return setting("the interval", "positive and no longer than the run", tau);
        }
        Some(tau) => tau,
        None => (length / 100.0).min(GROWTH / rate()?), // (1)
    };
    // stiff motions are looked at again with intervals of twice the length
    let (group, groups) = if in_pairs { (2, 2.0) } else { (1, 1.0) };
    let intervals =
        groups * (length / (groups * interval) - 1e-9).ceil().clamp(1.0, MOST_INTERVALS / groups);
    let interval = length / intervals;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 10⁶")]
    let count = |intervals: f64| intervals.round() as usize;
    let all = count(intervals);
    let settle = group * (count(settle / interval).min(all - 1) / group);
    Ok(Averaging { interval, settle, intervals: all - settle })
}

impl LyapunovReport {
    /// The sum of all exponents: the rate at which volumes of states grow.
    #[must_use]
    pub fn sum(&self) -> f64 {
        self.exponents.iter().sum()
    }

    /// The result for programs.
    #[must_use]
    pub fn json(&self) -> Value {
        json!({
            "exponents": self.exponents,
            "unsettled": self.unsettled,
            "accuracy": self.accuracy,
            "resolved": self.resolved,
            "sum": self.sum(),
            "from": self.span.0,
            "to": self.span.1,
            "interval": self.interval,
            "method": self.method,
            "why_method": self.why_method,
            "fastest": self.fastest,
            "stop": if self.interrupted { "interrupted" } else { "end" },
            "principle": self.principle,
            "constants": self.constants,
        })
    }

    /// The result for people.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out =
            if self.title.is_empty() { String::new() } else { format!("{}\n", self.title) };
        let (from, to) = self.span;
        out.push_str(&format!(
            "Lyapunov exponents over t = {} .. {}, principle {}\n\n",
            moment(from, 6),
            moment(to, 6),
            self.principle
        ));
        let rows = || self.exponents.iter().zip(&self.unsettled).zip(&self.resolved);
        let most = largest(rows().filter(|row| *row.1).map(|row| *row.0.0));
        for ((exponent, change), is_known) in rows() {
            out.push_str(&match is_known {
                false => {
                    format!("  {:>13}   a shorter --interval may resolve it\n", "not resolved")
                }
                true => format!("  {:>13}   ± {change:.1e}\n", shown(*exponent, most, 8)),
            });
        }
        match self.resolved.iter().all(|known| *known) {
            true => out.push_str(&format!(
                "\nsum {}, the rate at which volumes grow\n",
                shown(self.sum(), most, 8)
            )),
            false => {
                out.push_str(
                    "\nthe sum is not known: the steps are too long for some directions\n",
                );
            }
        }
        out.push_str(&format!("method {} ({})\n", self.method, self.why_method));
        if let Some(accuracy) = &self.accuracy {
            let known = accuracy.iter().zip(&self.resolved).filter(|(_, known)| **known);
            out.push_str(&format!(
                "steps of at most {:.1e} leave {:.0e} of these values open; a shorter --interval leaves less\n",
                LONGEST * self.interval,
                largest(known.map(|(error, _)| *error))
            ));
        }
        if let Some(inner) = self.exponents.len().checked_sub(self.constants)
            && self.constants > 0
        {
            let (all, constants) = (self.exponents.len(), self.constants);
            out.push_str(&format!(
                "{all} directions: {inner} degrees of freedom of the state, and {constants} to motions \
                 with other constants\nof what the integrable constraints keep (`alembert check`)\n"
            ));
        }
        out
    }
}
