//! Taylor series with steps of their own length: the default, exact to round-off.
//!
//! The series of the solution comes from the field; its order and the step from the tolerance ε,
//! which is the round-off unit unless another is asked for:
//!
//! ```text
//! x(t + τ) = Σ c_k τᵏ,   k = 0 … p                                                    (1)
//! p = ⌈6/5 p₀⌉,   p₀ = ⌈−½ ln ε + 1⌉                                                   (2)
//! ρ = min (sᵢ / |c_kᵢ|)^(1/k)   over components i and k = p − 1, p                     (3)
//! h = ρ exp(−E/p),   E = p₀ (2 + 0.7/(p₀ − 1))                                         (4)
//! ```
//!
//! Source: [`JorbaZou2005`, §3], where p = p₀ makes a span take the fewest products if a step takes p² of them.
//! E is the same, so that (h/ρ)ᵖ is; but much of a step takes the time of p numbers or always the same,
//! so that a fifth more of them for a step that is two fifths longer is a gain. Far higher orders lose digits,
//! where the terms of a long step cancel. There s is one norm; here each component has its own scale sᵢ, so
//! that a coordinate that grows does not spoil the others. A scale that is not known yet is the
//! rise that the series itself shows over the better part of a step,
//!
//! ```text
//! sᵢ = |c_m| (ρᵢ e⁻²)ᵐ,   ρᵢ = |c_m / c_k|^(1/(k − m)),   m ≥ 1 the first with c_mᵢ ≠ 0  (5)
//! ```
//!
//! The file `radius` has (3) and (5).
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
//! compared in fewer places, so that these are as dense on all steps. A field without functions other than
//! sines and cosines and without terms of a higher degree than the series shows everything in its
//! coefficients, and is compared at the end alone.
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
//! What rounding of the state does to the field is allowed for after several halvings (`noise`).
//!
//! A series that ends before half of the order is a polynomial and sets no limit. A force that is asleep,
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
//! h ≤ max(ρ exp(−E/p), 10⁻⁶ min(H, T))                                                     (8)
//! ```
//!
//! so that a pole of a quantity, where ρ vanishes, does not hold up the motion.
//!
//! The second of (7) never binds where (4) does its work: a step of ρ exp(−E/p) changes ρ by about a fifth at most.

use crate::events::Graphs;
use crate::field::{FieldError, PLACES, Series, finite, first_not_finite};
use crate::method::{Effort, Method, NoStep, Point, shortest};
use crate::noise::{SEVERAL, raised};
use crate::number::{Number, float, nearest, round_off};
use crate::piece::Piece;
use crate::radius::{radius, radius_of_values};

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
    /// The factor of (4) for this order, where steps have their own length.
    safety: f64,
    control: Control,
    /// T of (7).
    span: f64,
    /// h₀ of (7); unbounded before the first step.
    last: f64,
    /// The longest step so far.
    longest: f64,
    /// The states, the slopes and the rates at the places of (6).
    x: Vec<[R; PLACES]>,
    slopes: Vec<[R; PLACES]>,
    f: Vec<[R; PLACES]>,
    /// The same at the end of the step alone.
    end: End<R>,
    /// The series of the watched quantities.
    g: Vec<R>,
    effort: Effort,
}

/// The state, the slope and the rate at the end of a step.
#[derive(Debug)]
struct End<R> {
    x: Vec<R>,
    slope: Vec<R>,
    f: Vec<R>,
}

#[derive(Debug)]
enum Control {
    /// Steps of their own length, with E of (4) and ε^⅔ of (6).
    Allowed {
        exponent: f64,
        allowed: f64,
    },
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
        let (order, exponent) = order(tolerance);
        let allowed = tolerance.powf(2.0 / 3.0);
        Taylor::controlled(field, order, Control::Allowed { exponent, allowed })
    }

    /// With an order and a step of one's own: for studies of convergence.
    #[must_use]
    pub fn with_step(field: &'a F, order: usize, h: f64) -> Self {
        Taylor::controlled(field, order.max(1), Control::Fixed(h.abs()))
    }

    fn controlled(field: &'a F, order: usize, control: Control) -> Self {
        let x = vec![[R::from(0.0); PLACES]; field.dim()];
        let (slopes, f) = (x.clone(), x.clone());
        let zeros = || vec![R::from(0.0); field.dim()];
        let end = End { x: zeros(), slope: zeros(), f: zeros() };
        let (span, last, longest) = (f64::INFINITY, f64::INFINITY, 0.0);
        let g = vec![R::from(0.0); field.watches() * (order + 1)];
        let effort = Effort::default();
        let safety = match control {
            Control::Allowed { exponent, .. } => safety(exponent, order),
            Control::Fixed(_) => 1.0,
        };
        Taylor { field, order, safety, control, span, last, longest, x, slopes, f, end, g, effort }
    }

    /// The step that (3), (4), (7) and (8) allow.
    fn proposal(
        &mut self,
        from: Point<'_, R>,
        piece: &Piece<R>,
        used: usize,
        exponent: f64,
    ) -> f64 {
        let safety = if used == self.order { self.safety } else { safety(exponent, used) };
        let h = radius(&piece.c, used, from.scales) * safety; // (3), (4)
        let motion = if h > self.span * PARTS { self.span / PARTS } else { h }; // (7)
        let least = LEAST_WATCHED * motion.min(self.span);
        let watched = self.watched_radius(from.t, piece, used) * safety;
        motion.min(watched.max(least)).min(GROWTH * self.last) // (7), (8)
    }

    /// Equation (3) over the watched quantities; those without a series set no limit.
    fn watched_radius(&mut self, t: R, piece: &Piece<R>, used: usize) -> f64 {
        let watches = self.field.watches();
        if watches == 0 || self.field.watched(t, piece.order, &piece.c, &mut self.g).is_err() {
            return f64::INFINITY;
        }
        radius_of_values(&self.g, watches, used)
    }

    /// Halves a step until inequality (6) holds nowhere, or (9) holds.
    fn verify(
        &mut self,
        piece: &mut Piece<R>,
        from: Point<'_, R>,
        allowed: f64,
    ) -> Result<(), NoStep> {
        let share = float(PLACES) * nearest(piece.h).abs() / self.longest;
        let most = self.field.places(self.order).min(PLACES);
        let count = (1..most).take_while(|&k| float(k) < share).count() + 1;
        let (whole, rejected) = (piece.h, self.effort.rejected);
        let mut before: Option<Difference> = None;
        let mut small = false;
        let mut halvings = 0;
        let mut scales = None;
        loop {
            let point = Point { scales: scales.as_deref().unwrap_or(from.scales), ..from };
            let Some(found) = self.difference(piece, count, point, allowed) else { break };
            if small && before.is_some_and(|before| found.is_rounding(before)) {
                (piece.h, self.effort.rejected) = (whole, rejected); // (9)
                piece.close();
                return Ok(());
            }
            small = if before.is_none() { found.part < ROUNDING } else { small };
            before = Some(found);
            self.effort.rejected += 1;
            halvings += 1;
            if halvings == SEVERAL {
                scales = raised(self.field, from, (nearest(whole), allowed));
                (piece.h, before) = (if scales.is_some() { whole } else { piece.h }, None);
                continue;
            }
            piece.h = R::from(0.5) * piece.h;
            let h = nearest(piece.h).abs();
            if h <= shortest(piece.t) {
                return Err(NoStep::TooShort { h });
            }
        }
        if count > 1 {
            piece.close();
        }
        Ok(())
    }

    /// The largest difference at the first of so many places where (6) holds. The end alone closes the piece.
    fn difference(
        &mut self,
        piece: &mut Piece<R>,
        count: usize,
        from: Point<'_, R>,
        allowed: f64,
    ) -> Option<Difference> {
        let scales = from.scales;
        let is_large = |found: &Difference| found.part.is_nan() || found.part > allowed;
        if count == 1 {
            let End { x, slope, f } = &mut self.end;
            piece.end(x, slope);
            for (i, x) in x.iter_mut().enumerate() {
                *x = piece.c[i] + (from.rest.1[i] + piece.increment[i]);
            }
            let t = piece.t + (from.rest.0 + piece.h);
            if self.field.rate_at_end((t, piece.h), x, f).is_err() {
                return Some(Difference::UNKNOWN);
            }
            let found = compared(piece.h, scales, |i| (x[i], slope[i], f[i]));
            return Some(found).filter(is_large);
        }
        let tau = THETA.map(|theta| R::from(theta) * piece.h);
        piece.at_places(&tau, &mut self.x, &mut self.slopes);
        if self.field.rates_along((piece.t, &tau), &self.x, count, &mut self.f).is_err() {
            return Some(Difference::UNKNOWN);
        }
        let (x, slopes, f) = (&self.x, &self.slopes, &self.f);
        let at = |p: usize| move |i: usize| (x[i][p], slopes[i][p], f[i][p]);
        (0..count).map(|p| compared(piece.h, scales, at(p))).find(is_large)
    }
}

/// The component for which the left side of (6) is the largest part of the right one without ε, from the
/// state, the slope and the rate of each.
fn compared<R: Number>(h: R, scales: &[f64], at: impl Fn(usize) -> (R, R, R)) -> Difference {
    let h = nearest(h).abs();
    let (mut worst, mut component, mut rate) = ((0.0, 1.0), 0, 0.0);
    for (i, &scale) in scales.iter().enumerate() {
        let (x, slope, f) = at(i);
        let size = larger(larger(scale, nearest(x).abs()), nearest(f).abs() * h);
        let size = larger(size, LEAST);
        let difference = nearest(slope - f);
        let rise = difference.abs() * h;
        // quotients are compared by products, which take less time
        if !rise.is_finite() || rise * worst.1 > worst.0 * size {
            (worst, component, rate) = ((rise, size), i, difference);
        }
    }
    Difference { component, rate, part: worst.0 / worst.1 }
}

/// The larger of two numbers, the first where the second is none: one instruction.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// √(least double) of (6).
const LEAST: f64 = 1.491_668_146_240_041_3e-154;

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
    /// That of a field without a value.
    const UNKNOWN: Self = Difference { component: 0, rate: f64::NAN, part: f64::NAN };

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
const THETA: [f64; PLACES] = [
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

/// p and E of (2) and (4).
fn order(tolerance: f64) -> (usize, f64) {
    let usual = (1.0 - 0.5 * tolerance.ln()).ceil().max(4.0);
    #[expect(clippy::cast_possible_truncation, reason = "at most 449 for the smallest double")]
    #[expect(clippy::cast_sign_loss, reason = "at least 5")]
    let p = (1.2 * usual).ceil() as usize;
    (p, usual * (2.0 + 0.7 / (usual - 1.0)))
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
            Control::Allowed { exponent, .. } => self.proposal(from, piece, used, exponent),
        };
        let room = nearest(limit).abs();
        if h < room && h <= shortest(from.t) {
            return Err(NoStep::TooShort { h });
        }
        piece.t = from.t;
        piece.h =
            if h * (1.0 + 1e-9) >= room { limit } else { R::from(h.copysign(nearest(limit))) };
        match self.control {
            Control::Allowed { allowed, .. } => self.verify(piece, from, allowed)?, // (6)
            Control::Fixed(_) => piece.close(),
        }
        self.last = nearest(piece.h).abs();
        self.longest = self.longest.max(self.last);
        Ok(())
    }

    fn watches(&self) -> usize {
        self.field.watches()
    }

    fn watch(&self, t: R, x: &[R], g: &mut [R]) -> Result<(), FieldError> {
        self.field.watch(t, x, g)
    }

    fn rate(&self, t: R, x: &[R], dx: &mut [R]) -> Option<()> {
        self.field.rate(t, x, dx).ok()
    }

    fn graphs(&mut self, piece: &Piece<R>, graphs: &mut Graphs<R>) {
        let g = graphs.powers(piece.h, piece.order, self.field.watches());
        match self.field.watched(piece.t, piece.order, &piece.c, g) {
            Ok(()) => graphs.complete(self.field, piece),
            Err(_) => graphs.sample(self.field, piece),
        }
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

/// The factor of equation (4).
fn safety(exponent: f64, p: usize) -> f64 {
    (-exponent / float(p)).exp()
}

/// Sets the orders in which a coefficient overflows to zero, and returns the last one that is left. A field whose
/// coefficients overflow has none that are finite in the last order.
fn drop_overflow<R: Number>(piece: &mut Piece<R>) -> Result<usize, FieldError> {
    if finite(&piece.c[piece.order * piece.dim..]).is_ok() {
        return Ok(piece.order);
    }
    let bad = first_not_finite(&piece.c).expect("the last order has one");
    let used = (bad / piece.dim).saturating_sub(1);
    if used < 2 && used < piece.order {
        return Err(FieldError::NotFinite { component: bad % piece.dim });
    }
    piece.c[(used + 1) * piece.dim..].fill(R::from(0.0));
    Ok(used)
}

#[cfg(test)]
mod tests {
    use super::{LEAST, order, safety};

    /// `price` knows a step of dop853 by its degree.
    #[test]
    fn no_tolerance_gives_a_series_the_degree_of_dop853() {
        for exponent in 0..3000 {
            let tolerance = 10f64.powf(-0.1 * f64::from(exponent));
            assert_ne!(order(tolerance).0, crate::dop853::DEGREE, "{tolerance}");
        }
    }

    #[test]
    fn orders_follow_from_the_tolerance() {
        let order_of = |tolerance: f64| order(tolerance).0;
        assert_eq!(order_of(f64::EPSILON), 24);
        assert_eq!(order_of(f64::EPSILON * f64::EPSILON), 46);
        assert_eq!((order_of(1e-9), order_of(1.0)), (15, 5));
        // the last term of a step is that of order 20 on the steps of Jorba and Zou
        let exponent = order(f64::EPSILON).1;
        let last = safety(exponent, 24).powi(24);
        assert!((last / (-2.0f64 - 0.7 / 19.0).exp().powi(20) - 1.0).abs() < 1e-13);
        assert_eq!(LEAST, f64::MIN_POSITIVE.sqrt());
    }
}
