//! Taylor series with steps of their own length: the default, exact to round-off.
//!
//! The series of the solution comes from the field; its order and the step from the tolerance ε,
//! which is the round-off unit unless another is asked for:
//!
//! ```text
//! x(t + τ) = Σ c_k τᵏ,   k = 0 … p                                                    (1)
//! p = ⌈−½ ln ε + 1⌉                                                                    (2)
//! ρ = min (sᵢ / |c_kᵢ|)^(1/k)   over components i and k = p − 1, p                     (3)
//! h = ρ exp(−2 − 0.7/(p − 1))                                                          (4)
//! ```
//!
//! Source: [`JorbaZou2005`, §3]. There s is one norm; here each component has its own scale sᵢ, so
//! that a coordinate that grows does not spoil the others. A scale that is not known yet is the
//! rise that the series itself shows over a step,
//!
//! ```text
//! sᵢ = |c_m| (ρᵢ e⁻²)ᵐ,   ρᵢ = |c_m / c_k|^(1/(k − m)),   m ≥ 1 the first with c_mᵢ ≠ 0  (5)
//! ```
//!
//! When the last two coefficients vanish, the pair before them takes their place, down to half of
//! the order; a series that ends before is a polynomial and sets no limit.

use crate::field::{FieldError, Series};
use crate::method::{Effort, Method, NoStep, Point, shortest};
use crate::number::{Number, float, nearest, round_off};
use crate::piece::Piece;

/// Taylor's method for a field.
///
/// ```
/// use alembert_flow::{FieldError, Free, Series, Settings, Taylor, Trajectory, VectorField};
///
/// struct Decay;
/// impl VectorField for Decay {
///     fn dim(&self) -> usize { 1 }
///     fn rate(&self, _t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), FieldError> {
///         dx[0] = -x[0];
///         Ok(())
///     }
/// }
/// impl Series for Decay {
///     fn series(&self, _t: f64, x: &[f64], p: usize, c: &mut [f64]) -> Result<(), FieldError> {
///         c[0] = x[0];
///         (0..p).for_each(|k| c[k + 1] = -c[k] / (k + 1) as f64);
///         Ok(())
///     }
/// }
///
/// let motion = Trajectory::of(&mut Taylor::new(&Decay), &Free::new(1), (0.0, &[1.0]), &Settings::to(1.0));
/// assert!((motion.states[motion.len() - 1][0] - (-1.0f64).exp()).abs() < 1e-15);
/// ```
#[derive(Debug)]
pub struct Taylor<'a, F> {
    field: &'a F,
    order: usize,
    fixed: Option<f64>,
    effort: Effort,
}

impl<'a, F> Taylor<'a, F> {
    /// At the round-off of `R`.
    #[must_use]
    pub fn new<R: Number>(field: &'a F) -> Self
    where
        F: Series<R>,
    {
        Taylor::with_tolerance(field, round_off::<R>())
    }

    /// With a larger error per step, relative to the scales.
    #[must_use]
    pub fn with_tolerance(field: &'a F, tolerance: f64) -> Self {
        Taylor { field, order: order(tolerance), fixed: None, effort: Effort::default() }
    }

    /// With an order and a step of one's own: for studies of convergence.
    #[must_use]
    pub fn with_step(field: &'a F, order: usize, h: f64) -> Self {
        Taylor { field, order: order.max(1), fixed: Some(h.abs()), effort: Effort::default() }
    }
}

/// Equation (2).
#[must_use]
fn order(tolerance: f64) -> usize {
    let p = (1.0 - 0.5 * tolerance.ln()).ceil();
    #[expect(clippy::cast_possible_truncation, reason = "at most 374 for the smallest double")]
    #[expect(clippy::cast_sign_loss, reason = "at least 4")]
    let p = p.max(4.0) as usize;
    p
}

impl<R: Number, F: Series<R>> Method<R> for Taylor<'_, F> {
    fn name(&self) -> &'static str {
        "taylor"
    }

    fn dim(&self) -> usize {
        self.field.dim()
    }

    fn degree(&self) -> usize {
        self.order
    }

    fn step(&mut self, from: Point<'_, R>, limit: R, piece: &mut Piece<R>) -> Result<(), NoStep> {
        self.effort.evaluations += 1;
        self.field.series(from.t, from.x, self.order, &mut piece.c)?; // (1)
        let used = drop_overflow(piece)?;
        let h = match self.fixed {
            Some(h) => h,
            None => radius(piece, used, from.scales) * safety(used), // (3), (4)
        };
        let room = nearest(limit).abs();
        piece.t = from.t;
        piece.h =
            if h * (1.0 + 1e-9) >= room { limit } else { R::from(h.copysign(nearest(limit))) };
        if h < room && h <= shortest(from.t) {
            return Err(NoStep::TooShort { h });
        }
        piece.close();
        Ok(())
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

/// The factor of equation (4).
fn safety(p: usize) -> f64 {
    (-2.0 - 0.7 / float(p - 1)).exp()
}

/// Sets the orders in which a coefficient overflows to zero, and returns the last one that is left.
fn drop_overflow<R: Number>(piece: &mut Piece<R>) -> Result<usize, FieldError> {
    let Some(bad) = piece.c.iter().position(|&c| !nearest(c).is_finite()) else {
        return Ok(piece.order);
    };
    let used = (bad / piece.dim).saturating_sub(1);
    if used < 2 && used < piece.order {
        return Err(FieldError::NotFinite { component: bad % piece.dim });
    }
    piece.c[(used + 1) * piece.dim..].fill(R::from(0.0));
    Ok(used)
}

/// Equation (3) over all components.
fn radius<R: Number>(piece: &Piece<R>, used: usize, scales: &[f64]) -> f64 {
    (0..piece.dim)
        .map(|i| component_radius(piece, used, i, scales[i]))
        .fold(f64::INFINITY, f64::min)
}

/// Equation (3) for one component, with the last pair of coefficients that does not vanish.
fn component_radius<R: Number>(piece: &Piece<R>, used: usize, i: usize, scale: f64) -> f64 {
    let size = |k: usize| nearest(piece.c[k * piece.dim + i]).abs();
    let Some(last) = (used / 2 + 1..=used).rev().find(|&k| size(k).max(size(k - 1)) > 0.0) else {
        return f64::INFINITY;
    };
    let pair = [last - 1, last];
    let first = (1..last).find(|&m| size(m) > 0.0);
    let known = pair.iter().filter(|&&k| size(k) > 0.0).map(|&k| {
        let s = scale.max(first.map_or(0.0, |m| first_rise(size(m), m, size(k), k)));
        (s / size(k)).powf(1.0 / float(k))
    });
    known.fold(f64::INFINITY, f64::min)
}

/// Equation (5); nothing when cₖ is the first coefficient itself.
fn first_rise(c_m: f64, m: usize, c_k: f64, k: usize) -> f64 {
    if k <= m {
        return c_m;
    }
    let rho = (c_m / c_k).powf(1.0 / float(k - m));
    c_m * (rho * (-2.0f64).exp()).powf(float(m))
}
