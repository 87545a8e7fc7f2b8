//! Which method, and why in one sentence.
//!
//! A field is stiff where the length of accurate steps is set by its fastest decay and not by the
//! motion itself. With ρ the spectral radius of J = ∂f/∂x, a step of an explicit method at its
//! bound of stability has
//!
//! ```text
//! |h| ρ(J) > 3                                                                            (1)
//! ```
//!
//! while steps set by accuracy have |h| ρ(J) of about 2: Taylor's method of order 24 takes
//! h = 0.18 (24!)^(1/24)/ρ = 1.8/ρ on an oscillation. (1) in ten steps, one after the other, each with many such
//! steps ahead, is stiffness. ρ is found by powers of J.
//!
//! Stiffness may begin on the way, where a damping grows or a motion becomes slow. A long run is looked at in one
//! step of [`PAUSE`], and in those that follow one with (1); the longest of some steps of `radau` has to be four times
//! as long. (1) is also true of a fast oscillation that is hardly excited, and there an implicit method may need steps
//! as short as any other. Before such a motion is handed to `radau`,
//! this makes some steps from there, then S more in the time H. They have to get further than explicit steps of length
//! h for the same work:
//!
//! ```text
//! H/W > 2 h/w                                                                             (2)
//! ```
//!
//! in operations, w for an explicit step and W for the S of `radau`, as the file `price` has them. Unless it is clear,
//! (2) is looked at again with twice the steps, until the trial has cost a twentieth of the way that is left.
//!
//! Known limit: nothing changes back where stiffness ends.

use std::fmt;
use std::ops::ControlFlow;

use crate::field::{FieldError, Jacobian};
use crate::follow::{Settings, Step, follow};
use crate::manifold::{Manifold, Projection};
use crate::method::Method;
use crate::number::float;
use crate::price;
use crate::radau::Radau;
use crate::spectral::{spectral_radius, swings};
use crate::stop::Stop;

/// Steps at the bound of stability, one after the other, that count as stiff.
const IN_A_ROW: usize = 10;

/// The bound of (1).
const AT_THE_BOUND: f64 = 3.0;

/// Fewer steps than this are made explicitly, stiff or not.
const WORTH_IT: f64 = 5_000.0;

/// Steps of a trial.
const TRIAL: u64 = 60;

/// Steps of a run of which one is looked at. A look at all entries of J takes as long as some steps, and a run that
/// is stuck is told to be so after 500 steps.
const PAUSE: u64 = 256;

/// Steps in which those of an implicit method become as long as they can; they grow fivefold.
const ATTEMPT: u64 = 20;

/// Steps after these by which it is judged first, then twice as many: an oscillation that a long step passed over
/// shortens those that follow.
const JUDGED: u64 = 40;

/// How many times as long its steps have to become where the fastest is a decay.
const LONGER: f64 = 4.0;

/// How much further it has to get, (2).
const GAIN: f64 = 2.0;

/// So much further that it need not be judged again.
const CLEAR_GAIN: f64 = 50.0;

/// The part of the work that is left that a trial may cost.
const MOST_OF_THE_WAY: f64 = 0.05;

/// The largest number of components for which series are the default.
const MOST_COMPONENTS: usize = 200;

/// A tolerance from which on series do not pay on large fields.
const MODERATE: f64 = 1e-8;

/// Components of a field that is large in this sense.
const LARGE: usize = 40;

/// What is known of a field and asked of its motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Features {
    /// Whether all its operations are analytic, so that it has series.
    pub analytic: bool,
    /// The number of components of its state.
    pub dim: usize,
    /// The error per step that was asked for, if any.
    pub tolerance: Option<f64>,
    /// What a trial found.
    pub stiff: Option<Stiff>,
}

/// Stiffness, where it was found; its text says what it does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stiff {
    /// When.
    pub t: f64,
    /// The length of the explicit steps there.
    pub h: f64,
    /// The spectral radius of the Jacobian.
    pub rho: f64,
    /// The explicit steps that remain at this length.
    pub ahead: f64,
    /// Is the fastest an oscillation, and no decay?
    pub swings: bool,
}

impl fmt::Display for Stiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stiff { h, rho, ahead, swings, .. } = self;
        let fastest = if *swings { "oscillation" } else { "decay" };
        write!(
            f,
            "the fastest {fastest} ({rho:.1e} per unit of time) holds steps at {h:.1e}, which would be \
             {ahead:.0e} steps"
        )
    }
}

/// The name of a method and the reason for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// `taylor`, `dop853`, `radau` or `collocation`.
    pub method: &'static str,
    /// One sentence.
    pub reason: String,
}

/// Chooses a method.
///
/// ```
/// use alembert_flow::{Features, choose};
/// let smooth =
///     Features { analytic: true, dim: 6, tolerance: None, stiff: None };
/// assert_eq!(choose(&smooth).method, "taylor");
/// let table = Features { analytic: false, ..smooth };
/// assert_eq!(choose(&table).method, "dop853");
/// ```
#[must_use]
pub fn choose(features: &Features) -> Choice {
    let choice = |method, reason: String| Choice { method, reason };
    if let Some(stiff) = features.stiff {
        return choice("radau", format!("stiff: at t = {:.3} {stiff}", stiff.t));
    }
    if !features.analytic {
        let reason = "not analytic everywhere, so there is no Taylor series";
        return choice("dop853", reason.to_owned());
    }
    if features.dim > MOST_COMPONENTS {
        let reason = format!("{} components: series would be expensive", features.dim);
        return choice("dop853", reason);
    }
    match features.tolerance {
        Some(tolerance) if tolerance >= MODERATE && features.dim > LARGE => {
            let reason = format!("a tolerance of {tolerance:.0e} on {} components", features.dim);
            choice("dop853", reason)
        }
        Some(tolerance) => {
            let reason = format!("analytic and not stiff: Taylor series, {tolerance:.0e} a step");
            choice("taylor", reason)
        }
        None => choice("taylor", "analytic and not stiff: Taylor series at round-off".to_owned()),
    }
}

/// Follows steps of an explicit method and counts those at the bound of stability.
#[derive(Debug, Clone)]
pub struct Stiffness {
    row: usize,
    end: f64,
    /// The steps that pass before the next is looked at, and those after an implicit method did not pay.
    pause: u64,
    patience: u64,
    J: Vec<f64>,
}

impl Stiffness {
    /// For a state of `dim` components and a motion that ends at `end`.
    #[must_use]
    pub fn new(dim: usize, end: f64) -> Self {
        Stiffness { row: 0, end, pause: 0, patience: PAUSE, J: vec![0.0; dim * dim] }
    }

    /// Is told of all steps of a run, and looks at few: stiffness that begins on the way, when `radau` with an error
    /// per step gets further.
    pub fn watch(
        &mut self,
        (field, manifold): (&dyn Jacobian, &dyn Manifold),
        step: &Step<'_>,
        tolerance: f64,
    ) -> Option<Stiff> {
        if self.pause > 0 {
            self.pause -= 1;
            return None;
        }
        let found = self.note(field, step).unwrap_or_default();
        if self.row == 0 {
            self.pause = PAUSE;
        }
        let stiff = found?;
        let on = (field, manifold);
        let pays = match stiff.swings {
            true => gets_further(on, step, self.end, tolerance),
            false => makes_longer_steps(on, step, self.end, tolerance),
        };
        if pays {
            return Some(stiff);
        }
        (self.row, self.pause, self.patience) = (0, self.patience, 2 * self.patience);
        None
    }

    /// Looks at a step; stiffness after ten steps in a row in which (1) holds, each with many of its length ahead.
    ///
    /// # Errors
    /// The Jacobian has no value at the beginning of the step.
    pub fn note(
        &mut self,
        field: &dyn Jacobian,
        step: &Step<'_>,
    ) -> Result<Option<Stiff>, FieldError> {
        if !self.is_worth_it(step) {
            self.row = 0;
            return Ok(None);
        }
        let piece = step.piece;
        let (h, ahead) = (piece.h.abs(), self.ahead(step));
        let known = field.jacobian(piece.t, &piece.c[..piece.dim], &mut self.J);
        known.inspect_err(|_| self.row = 0)?;
        let (rho, swings) = (spectral_radius(&self.J, piece.dim), swings(&self.J, piece.dim));
        self.row = if h * rho > AT_THE_BOUND { self.row + 1 } else { 0 };
        let is_stiff = self.row >= IN_A_ROW;
        Ok(is_stiff.then_some(Stiff { t: step.t, h, rho, ahead, swings }))
    }

    /// The steps of the same length that are left.
    fn ahead(&self, step: &Step<'_>) -> f64 {
        (self.end - step.t).abs() / step.piece.h.abs()
    }

    /// Are these so many that another method may pay?
    fn is_worth_it(&self, step: &Step<'_>) -> bool {
        self.ahead(step) > WORTH_IT
    }
}

/// Makes the first steps of a motion and says whether they are stiff, so that `radau` with an error per step gets
/// further; ten in a row after which few are left end the trial.
pub fn trial(
    method: &mut dyn Method,
    (field, manifold): (&dyn Jacobian, &dyn Manifold),
    start: (f64, &[f64]),
    end: f64,
    tolerance: f64,
) -> Option<Stiff> {
    let mut stiffness = Stiffness::new(field.dim(), end);
    let mut found = None;
    let mut long = 0;
    let mut look = |step: &Step<'_>| match stiffness.note(field, step) {
        Ok(None) => {
            long = if stiffness.is_worth_it(step) { 0 } else { long + 1 };
            if long < IN_A_ROW { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
        Ok(stiff) => {
            let pays =
                |s: &Stiff| !s.swings || gets_further((field, manifold), step, end, tolerance);
            found = stiff.filter(pays);
            ControlFlow::Break(())
        }
        Err(_) => ControlFlow::Break(()),
    };
    let settings = Settings { most_steps: TRIAL, ..Settings::to(end) };
    follow(method, manifold, start, &settings, &mut look);
    found
}

/// Could the field be stiff by the norm of its Jacobian at a start, with a motion long enough for it to matter?
#[must_use]
pub fn may_be_stiff(field: &dyn Jacobian, (t, x): (f64, &[f64]), end: f64) -> bool {
    let mut J = vec![0.0; x.len() * x.len()];
    let Ok(()) = field.jacobian(t, x, &mut J) else { return false };
    let norm = J.iter().map(|j| j * j).sum::<f64>().sqrt();
    (end - t).abs() * norm > WORTH_IT
}

/// Do the steps of `radau` become several times as long as an explicit step?
fn makes_longer_steps(
    (field, manifold): (&dyn Jacobian, &dyn Manifold),
    step: &Step<'_>,
    end: f64,
    tolerance: f64,
) -> bool {
    let mut radau = Radau::new(field, tolerance);
    let settings = Settings { most_steps: ATTEMPT, ..Settings::to(end) };
    let mut observer = |_: &Step<'_>| ControlFlow::Continue(());
    let start = (step.t, step.x);
    let ending = follow(&mut radau, &Loose(manifold), start, &settings, &mut observer);
    ending.stats.longest > LONGER * step.piece.h.abs()
}

/// Inequality (2) for `radau` with an error per step that begins behind an explicit step.
fn gets_further(
    (field, manifold): (&dyn Jacobian, &dyn Manifold),
    step: &Step<'_>,
    end: f64,
    tolerance: f64,
) -> bool {
    let (n, R) = (float(field.dim()), field.operations());
    let pace = step.piece.h.abs() / price::explicit(step.piece.order, R);
    let mut budget = MOST_OF_THE_WAY * (end - step.t).abs() / pace;
    if price::factorisations(ATTEMPT + JUDGED, n) > budget {
        return false;
    }
    let mut radau = Radau::new(field, tolerance);
    let mut follow_on = |(t, x): (f64, &[f64]), most_steps| {
        let settings = Settings { most_steps, ..Settings::to(end) };
        let mut observer = |_: &Step<'_>| ControlFlow::Continue(());
        let ending = follow(&mut radau, &Loose(manifold), (t, x), &settings, &mut observer);
        (ending, radau.effort())
    };
    let (mut ending, mut before) = follow_on((step.t, step.x), ATTEMPT);
    let mut judged = JUDGED;
    while ending.stop != Stop::End && budget > 0.0 {
        let (next, after) = follow_on((ending.t, &ending.x), judged);
        let W = price::radau(next.stats.steps, after.since(before), (n, R));
        let gain = (next.t - ending.t).abs() / (W.max(1.0) * pace);
        if gain <= GAIN {
            return false; // (2)
        }
        budget = if gain > CLEAR_GAIN { 0.0 } else { budget - W };
        (ending, before, judged) = (next, after, 2 * judged);
    }
    true
}

/// The scales of a manifold without its projection: some steps hardly leave it, and a run that is under way keeps
/// what it remembers of its own projections.
struct Loose<'a>(&'a dyn Manifold);

impl Manifold for Loose<'_> {
    fn project(&self, _t: f64, _x: &mut [f64]) -> Result<Projection, FieldError> {
        Ok(Projection::NONE)
    }

    fn scales(&self) -> &[f64] {
        self.0.scales()
    }

    fn angles(&self) -> &[bool] {
        self.0.angles()
    }

    fn raise(&self, scales: &mut [f64]) {
        self.0.raise(scales);
    }
}
