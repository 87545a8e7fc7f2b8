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
//! The step is compared with the field at its end and at five places inside, and is halved when
//! at one of them, θ = 1 or the fractional part of k (√5 − 1)/2 for k = 1 … 5,
//!
//! ```text
//! |ẋᵢ(t + θh) − fᵢ(t + θh, x(t + θh))| h > ε^⅔ max(sᵢ, |xᵢ|, |h fᵢ|, √(least double))      (6)
//! ```
//!
//! which happens only when the series says nothing about what lies ahead: x' = −√x from x = 1 has
//! a polynomial for a series, and no solution after t = 2. A step shorter than the longest so far is
//! compared in fewer places, so that these are as dense on all steps.
//!
//! A difference that changes its sign or grows when the step is halved, and is a small part of the
//! component, is rounding in the field, as where large terms cancel near a singularity of angles; then
//! the step is as good as can be. With d = ẋᵢ − fᵢ,
//!
//! ```text
//! |d| h < 10⁻⁶ max(sᵢ, |xᵢ|, |h fᵢ|),   d(h/2) < −½ d(h)  or  d(h/2) > 1.1 d(h),   d(h) > 0   (9)
//! ```
//!
//! Differences of a series that is too short fall with h, and those of a force that jumps stay as they are.
//!
//! When the last two coefficients vanish, the pair before them takes their place, down to half of
//! the order; a series that ends before is a polynomial and sets no limit. A force that is asleep,
//! as exp(−100 (t − 5)²) is at t = 0, looks the same. So that it is met awake, with T the span of
//! the run and h₀ the step before,
//!
//! ```text
//! h ≤ T/64   when (4) gives more than 64 T;     h ≤ 2 h₀                                    (7)
//! ```
//!
//! Watched quantities have series of their own, which must converge on the step for their zeros to be
//! seen: with ρ of (3) over them, in the scale of their values, and H the step of the motion,
//!
//! ```text
//! h ≤ max(ρ exp(−2 − 0.7/(p − 1)), 10⁻⁶ min(H, T))                                          (8)
//! ```
//!
//! so that a pole of a quantity, where ρ vanishes, does not hold up the motion.
//!
//! The second of (7) never binds where (4) does its work: a step of ρ e⁻² changes ρ by a seventh at most.

use crate::events::Graphs;
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
pub struct Taylor<'a, F, R: Number = f64> {
    field: &'a F,
    order: usize,
    control: Control,
    /// T of (7).
    span: f64,
    /// h₀ of (7); unbounded before the first step.
    last: f64,
    /// The longest step so far.
    longest: f64,
    x: Vec<R>,
    f: Vec<R>,
    slopes: Vec<R>,
    /// The series of the watched quantities.
    g: Vec<R>,
    effort: Effort,
}

#[derive(Debug)]
enum Control {
    Tolerance(f64),
    Fixed(f64),
}

impl<'a, F: Series<R>, R: Number> Taylor<'a, F, R> {
    /// At the round-off of the numbers.
    #[must_use]
    pub fn new(field: &'a F) -> Self {
        Taylor::with_tolerance(field, round_off::<R>())
    }

    /// With a larger error per step, relative to the scales.
    #[must_use]
    pub fn with_tolerance(field: &'a F, tolerance: f64) -> Self {
        Taylor::controlled(field, order(tolerance), Control::Tolerance(tolerance))
    }

    /// With an order and a step of one's own: for studies of convergence.
    #[must_use]
    pub fn with_step(field: &'a F, order: usize, h: f64) -> Self {
        Taylor::controlled(field, order.max(1), Control::Fixed(h.abs()))
    }

    fn controlled(field: &'a F, order: usize, control: Control) -> Self {
        let x = vec![R::from(0.0); field.dim()];
        let (f, slopes) = (x.clone(), x.clone());
        let (span, last, longest) = (f64::INFINITY, f64::INFINITY, 0.0);
        let g = vec![R::from(0.0); field.watches() * (order + 1)];
        let effort = Effort::default();
        Taylor { field, order, control, span, last, longest, x, f, slopes, g, effort }
    }

    /// The step that (3), (4), (7) and (8) allow.
    fn proposal(&mut self, from: Point<'_, R>, piece: &Piece<R>, used: usize) -> f64 {
        let h = radius(&piece.c, used, from.scales) * safety(used); // (3), (4)
        let motion = if h > self.span * PARTS { self.span / PARTS } else { h }; // (7)
        let least = LEAST_WATCHED * motion.min(self.span);
        let watched = self.watched_radius(from.t, piece, used) * safety(used);
        motion.min(watched.max(least)).min(GROWTH * self.last) // (7), (8)
    }

    /// Equation (3) over the watched quantities; those without a series set no limit.
    fn watched_radius(&mut self, t: R, piece: &Piece<R>, used: usize) -> f64 {
        let watches = self.field.watches();
        let series = self.field.watched(t, piece.order, &piece.c, &mut self.g);
        if watches == 0 || series.is_err() {
            return f64::INFINITY;
        }
        let size = |j: usize| nearest(self.g[j]).abs();
        (0..watches)
            .map(|j| component_radius(&self.g, watches, used, (j, size(j))))
            .fold(f64::INFINITY, f64::min)
    }

    /// Halves a step until inequality (6) holds nowhere, or (9) holds.
    fn verify(
        &mut self,
        piece: &mut Piece<R>,
        scales: &[f64],
        tolerance: f64,
    ) -> Result<(), NoStep> {
        let tolerance = tolerance.powf(2.0 / 3.0);
        let share = float(PLACES.len()) * nearest(piece.h).abs() / self.longest;
        let count = (1..PLACES.len()).take_while(|&k| float(k) < share).count() + 1;
        let (whole, rejected) = (piece.h, self.effort.rejected);
        let mut before: Option<Difference> = None;
        let mut small = false;
        while let Some(found) = self.difference(piece, &PLACES[..count], scales, tolerance) {
            if small && before.is_some_and(|before| found.is_rounding(before)) {
                (piece.h, self.effort.rejected) = (whole, rejected); // (9)
                return Ok(());
            }
            small = if before.is_none() { found.part < ROUNDING } else { small };
            before = Some(found);
            self.effort.rejected += 1;
            piece.h = R::from(0.5) * piece.h;
            let h = nearest(piece.h).abs();
            if h <= shortest(piece.t) {
                return Err(NoStep::TooShort { h });
            }
        }
        Ok(())
    }

    /// The largest difference at the first of some places where (6) holds.
    fn difference(
        &mut self,
        piece: &Piece<R>,
        places: &[f64],
        scales: &[f64],
        tolerance: f64,
    ) -> Option<Difference> {
        let found = places.iter().map(|&theta| self.compared(piece, theta, scales));
        { found }.find(|found| found.part.is_nan() || found.part > tolerance)
    }

    /// The component for which the left side of (6) is the largest part of the right one without ε.
    fn compared(&mut self, piece: &Piece<R>, theta: f64, scales: &[f64]) -> Difference {
        let tau = R::from(theta) * piece.h;
        piece.at(tau, &mut self.x);
        if self.field.rate(piece.t + tau, &self.x, &mut self.f).is_err() {
            return Difference { component: 0, rate: f64::NAN, part: f64::NAN };
        }
        piece.slopes(tau, &mut self.slopes);
        let h = nearest(piece.h).abs();
        let mut worst = Difference { component: 0, rate: 0.0, part: 0.0 };
        for i in 0..piece.dim {
            let (slope, f) = (self.slopes[i], self.f[i]);
            let size = scales[i].max(nearest(self.x[i]).abs()).max(nearest(f).abs() * h);
            let rate = nearest(slope - f);
            let part = rate.abs() * h / size.max(f64::MIN_POSITIVE.sqrt());
            if part.is_nan() || part > worst.part {
                worst = Difference { component: i, rate, part };
            }
        }
        worst
    }
}

/// A difference between a series and its field, (6).
#[derive(Debug, Clone, Copy)]
struct Difference {
    component: usize,
    /// ẋ − f.
    rate: f64,
    /// The same over a step, as a part of the component's size.
    part: f64,
}

impl Difference {
    /// Equation (9), with the difference on a step of twice the length.
    fn is_rounding(self, before: Difference) -> bool {
        let turned = self.rate * before.rate < 0.0 && self.rate.abs() > 0.5 * before.rate.abs();
        let grown = self.rate.abs() > 1.1 * before.rate.abs();
        self.component == before.component && (turned || grown)
    }
}

/// Differences below this part of a component may be rounding, (9).
const ROUNDING: f64 = 1e-6;

/// The places θ of (6), the likeliest to fail first.
const PLACES: [f64; 6] = [
    1.0,
    0.618_033_988_749_895,
    0.236_067_977_499_79,
    0.854_101_966_249_685,
    0.472_135_954_999_58,
    0.090_169_943_749_474,
];

/// The parts of a span that are followed one by one when the series sets no limit.
const PARTS: f64 = 64.0;

/// The shortest step for the sake of a watched quantity, as a part of the motion's.
const LEAST_WATCHED: f64 = 1e-6;

/// The largest growth of a step.
const GROWTH: f64 = 2.0;

/// Equation (2).
fn order(tolerance: f64) -> usize {
    let p = (1.0 - 0.5 * tolerance.ln()).ceil();
    #[expect(clippy::cast_possible_truncation, reason = "at most 374 for the smallest double")]
    #[expect(clippy::cast_sign_loss, reason = "at least 4")]
    let p = p.max(4.0) as usize;
    p
}

impl<R: Number, F: Series<R>> Method<R> for Taylor<'_, F, R> {
    fn name(&self) -> &'static str {
        "taylor"
    }

    fn dim(&self) -> usize {
        self.field.dim()
    }

    fn degree(&self) -> usize {
        self.order
    }

    fn begin(&mut self, span: f64) {
        (self.span, self.last, self.longest) = (span, f64::INFINITY, 0.0);
    }

    fn step(&mut self, from: Point<'_, R>, limit: R, piece: &mut Piece<R>) -> Result<(), NoStep> {
        self.effort.evaluations += 1;
        self.field.series(from.t, from.x, self.order, &mut piece.c)?; // (1)
        let used = drop_overflow(piece)?;
        let h = match self.control {
            Control::Fixed(h) => h,
            Control::Tolerance(_) => self.proposal(from, piece, used),
        };
        let room = nearest(limit).abs();
        if h < room && h <= shortest(from.t) {
            return Err(NoStep::TooShort { h });
        }
        piece.t = from.t;
        piece.h =
            if h * (1.0 + 1e-9) >= room { limit } else { R::from(h.copysign(nearest(limit))) };
        if let Control::Tolerance(tolerance) = self.control {
            self.verify(piece, from.scales, tolerance)?; // (6)
        }
        self.last = nearest(piece.h).abs();
        self.longest = self.longest.max(self.last);
        piece.close();
        Ok(())
    }

    fn watches(&self) -> usize {
        self.field.watches()
    }

    fn watch(&self, t: R, x: &[R], g: &mut [R]) -> Result<(), FieldError> {
        self.field.watch(t, x, g)
    }

    fn graphs(&mut self, piece: &Piece<R>, graphs: &mut Graphs<R>) -> Result<(), FieldError> {
        let g = graphs.powers(piece.h, piece.order, self.field.watches());
        self.field.watched(piece.t, piece.order, &piece.c, g)
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
fn radius<R: Number>(c: &[R], used: usize, scales: &[f64]) -> f64 {
    let component = |(i, &scale)| component_radius(c, scales.len(), used, (i, scale));
    scales.iter().enumerate().map(component).fold(f64::INFINITY, f64::min)
}

/// Equation (3) for one of `dim` components, with the last pair of coefficients that does not vanish.
fn component_radius<R: Number>(c: &[R], dim: usize, used: usize, (i, scale): (usize, f64)) -> f64 {
    let size = |k: usize| nearest(c[k * dim + i]).abs();
    let Some(last) = (used / 2 + 1..=used).rev().find(|&k| size(k).max(size(k - 1)) > 0.0) else {
        return f64::INFINITY;
    };
    let pair = [last - 1, last];
    let first = (1..=last).find(|&m| size(m) > 0.0);
    let known = pair.iter().filter(|&&k| size(k) > 0.0).map(|&k| {
        let rise = first.map_or(0.0, |m| first_rise(size(m), m, size(k), k));
        let s = if scale > UNKNOWN * rise { scale } else { rise };
        (s / size(k)).powf(1.0 / float(k))
    });
    known.fold(f64::INFINITY, f64::min)
}

/// A scale below this part of the rise over a step is not known yet.
const UNKNOWN: f64 = 1e-8;

/// Equation (5), or the coefficient itself when it is the first.
fn first_rise(c_m: f64, m: usize, c_k: f64, k: usize) -> f64 {
    if k <= m {
        return c_m;
    }
    let rho = (c_m / c_k).powf(1.0 / float(k - m));
    c_m * (rho * (-2.0f64).exp()).powf(float(m))
}

#[cfg(test)]
mod tests {
    use super::{order, radius, safety};
    use crate::piece::Piece;

    #[test]
    fn orders_follow_from_the_tolerance() {
        assert_eq!(order(f64::EPSILON), 20);
        assert_eq!(order(f64::EPSILON * f64::EPSILON), 38);
        assert_eq!((order(1e-9), order(1.0)), (12, 4));
        assert!((safety(20) - (-2.0f64 - 0.7 / 19.0).exp()).abs() < 1e-16);
    }

    /// Two components 1/(1 − τ/ρ) with radii 2 and 3, scaled by 1 and by 100.
    fn geometric() -> Piece {
        let mut piece = Piece::new(2, 20);
        for k in 0..=20i32 {
            let at = usize::try_from(k).expect("it is not negative") * 2;
            piece.c[at..at + 2].copy_from_slice(&[2f64.powi(-k), 100.0 * 3f64.powi(-k)]);
        }
        piece
    }

    #[test]
    fn the_radius_is_the_smallest_in_its_own_scale() {
        let piece = geometric();
        assert!((radius(&piece.c, 20, &[1.0, 100.0]) - 2.0).abs() < 1e-14);
        // In a scale a million times smaller the second component decides.
        let second = 3.0 * 1e-6f64.powf(1.0 / 19.0);
        assert!((radius(&piece.c, 20, &[1.0, 1e-4]) - second).abs() < 1e-9);
    }

    #[test]
    fn unknown_scales_are_the_rise_of_the_series() {
        let piece = geometric();
        let rho = radius(&piece.c, 20, &[0.0, 0.0]);
        assert!(rho > 1.7 && rho < 2.0, "{rho}");
    }

    #[test]
    fn gaps_of_a_series_are_bridged_and_polynomials_set_no_limit() {
        let mut piece = geometric();
        piece.c[2 * 18..].fill(0.0);
        assert!((radius(&piece.c, 20, &[1.0, 100.0]) - 2.0).abs() < 1e-14);
        piece.c[2 * 5..].fill(0.0);
        assert!(radius(&piece.c, 20, &[1.0, 100.0]).is_infinite());
    }
}
