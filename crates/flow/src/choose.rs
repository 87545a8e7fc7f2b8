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
//! while steps set by accuracy have |h| ρ(J) of about 1: Taylor's method of order 20 takes
//! h = e⁻² (20!)^(1/20)/ρ = 1.1/ρ on an oscillation. (1) in ten steps, one after the other, each with many such
//! steps ahead, is stiffness. ρ is found by powers of J.
//!
//! Stiffness may begin on the way, where a damping grows or a motion becomes slow. A long run is looked at in one
//! step of [`PAUSE`], and in those that follow one with (1). Before it is handed to `radau` this makes some steps
//! from there; the longest, H, has to be worth their price:
//!
//! ```text
//! H > 4 h                                                                                 (2)
//! ```
//!
//! Known limit: nothing changes back where stiffness ends.

use std::fmt;
use std::ops::ControlFlow;

use crate::field::{FieldError, Jacobian};
use crate::follow::{Settings, Step, follow};
use crate::manifold::{Manifold, Projection};
use crate::method::Method;
use crate::number::float;
use crate::radau::Radau;

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

/// Steps by which an implicit method shows what it can do; from the first to the longest they grow fivefold.
const ATTEMPT: u64 = 20;

/// How much longer its steps have to be, (2).
const GAIN: f64 = 4.0;

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
}

impl fmt::Display for Stiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stiff { h, rho, ahead, .. } = self;
        write!(
            f,
            "the fastest decay ({rho:.1e} per unit of time) holds steps at {h:.1e}, which would be \
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
    v: Vec<f64>,
    w: Vec<f64>,
}

impl Stiffness {
    /// For a state of `dim` components and a motion that ends at `end`.
    #[must_use]
    pub fn new(dim: usize, end: f64) -> Self {
        let (J, v, w) = (vec![0.0; dim * dim], vec![0.0; dim], vec![0.0; dim]);
        Stiffness { row: 0, end, pause: 0, patience: PAUSE, J, v, w }
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
        let start = (step.t, step.x);
        if gets_further(&mut Radau::new(field, tolerance), manifold, start, (self.end, stiff.h)) {
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
        let rho = self.spectral_radius();
        self.row = if h * rho > AT_THE_BOUND { self.row + 1 } else { 0 };
        let is_stiff = self.row >= IN_A_ROW;
        Ok(is_stiff.then_some(Stiff { t: step.t, h, rho, ahead }))
    }

    /// The steps of the same length that are left.
    fn ahead(&self, step: &Step<'_>) -> f64 {
        (self.end - step.t).abs() / step.piece.h.abs()
    }

    /// Are these so many that another method may pay?
    fn is_worth_it(&self, step: &Step<'_>) -> bool {
        self.ahead(step) > WORTH_IT
    }

    /// The growth of Jᵏ v, averaged over powers so that complex pairs do no harm.
    fn spectral_radius(&mut self) -> f64 {
        let n = self.v.len();
        self.v.iter_mut().zip(0usize..).for_each(|(v, i)| *v = 1.0 + 0.37 * float(i % 5));
        let (mut growth, mut count) = (0.0, 0.0);
        for power in 0..2 * POWERS {
            for i in 0..n {
                self.w[i] = (0..n).map(|j| self.J[i * n + j] * self.v[j]).sum();
            }
            let size = self.w.iter().map(|w| w * w).sum::<f64>().sqrt();
            let before = self.v.iter().map(|v| v * v).sum::<f64>().sqrt();
            if size == 0.0 || !size.is_finite() {
                return 0.0;
            }
            if power >= POWERS {
                growth += (size / before).ln();
                count += 1.0;
            }
            self.v.iter_mut().zip(&self.w).for_each(|(v, w)| *v = w / size);
        }
        f64::exp(growth / count)
    }
}

/// Powers of J that are averaged, after as many to settle.
const POWERS: usize = 10;

/// Makes the first steps of a motion and says whether they are stiff; ten in a row after which few are left end
/// the trial.
pub fn trial(
    method: &mut dyn Method,
    field: &dyn Jacobian,
    manifold: &dyn Manifold,
    start: (f64, &[f64]),
    end: f64,
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
            found = stiff;
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

/// Inequality (2) for a method that begins at a state.
fn gets_further(
    method: &mut dyn Method,
    manifold: &dyn Manifold,
    start: (f64, &[f64]),
    (end, h): (f64, f64),
) -> bool {
    let settings = Settings { most_steps: ATTEMPT, ..Settings::to(end) };
    let mut observer = |_: &Step<'_>| ControlFlow::Continue(());
    let ending = follow(method, &Loose(manifold), start, &settings, &mut observer);
    ending.stats.longest > GAIN * h
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
