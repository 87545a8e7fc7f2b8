//! The graphs of the watched quantities over one step.
//!
//! A graph is a polynomial in the time since the beginning of the step. Where the field has series
//! it is their series,
//!
//! ```text
//! g_j(t + τ) = Σ a_kj τᵏ                                                                  (1)
//! ```
//!
//! A quantity that has none, or no value at the end of the step, is interpolated in parts ([`samples`]), and so is one
//! that differs from its series in the middle or at the end, because `abs` or `sign` changed on the way. The others keep
//! their series.
//!
//! [`samples`]: super::samples

use super::bernstein::{Sign, from_powers, value};
use super::samples::{HUGE, Samples};
use crate::field::VectorField;
use crate::number::{Number, nearest};
use crate::piece::Piece;

/// Polynomials of the watched quantities over one step.
#[derive(Debug, Clone)]
pub struct Graphs<R: Number = f64> {
    h: R,
    watches: usize,
    /// The coefficients at `k * watches + j`, equation (1).
    powers: Vec<R>,
    /// Which quantities are interpolated, and have no coefficients.
    sampled: Vec<bool>,
    samples: Option<Box<Samples<R>>>,
    /// Bernstein coefficients of the quantity that is looked at.
    b: Vec<f64>,
    /// The state and the quantities at the end of the step.
    end: (Vec<R>, Vec<R>),
}

impl<R: Number> Default for Graphs<R> {
    fn default() -> Self {
        let (h, powers, sampled) = (R::from(0.0), Vec::new(), Vec::new());
        let (b, end) = (Vec::new(), (Vec::new(), Vec::new()));
        Graphs { h, watches: 0, powers, sampled, samples: None, b, end }
    }
}

impl<R: Number> Graphs<R> {
    /// Room for the coefficients (1) of a step of length h, of `watches` quantities; a quantity without a
    /// series has coefficients that are not numbers.
    pub fn powers(&mut self, h: R, order: usize, watches: usize) -> &mut [R] {
        (self.h, self.watches) = (h, watches);
        self.sampled.clear();
        self.sampled.resize(watches, false);
        self.powers.resize((order + 1) * watches, R::from(0.0));
        &mut self.powers
    }

    /// Interpolates the watched quantities that have no series, or no value at the end of the step.
    pub fn complete(&mut self, field: &dyn VectorField<R>, piece: &Piece<R>) {
        for part in [0.5, 1.0] {
            let tau = R::from(part) * piece.h;
            let (x, g) = &mut self.end;
            x.resize(piece.dim, R::from(0.0));
            g.resize(self.watches, R::from(0.0));
            piece.at(tau, x);
            watched(field, (piece.t + tau, x), g);
            for j in 0..self.watches {
                self.sampled[j] |= self.leaves_series(j, tau);
            }
        }
        self.interpolate(field, piece);
    }

    /// Has a quantity no series, or is it not the value that it has at τ?
    fn leaves_series(&self, watch: usize, tau: R) -> bool {
        let g = nearest(self.end.1[watch]);
        let h = nearest(self.h).abs();
        let series = self.powers[watch..].iter().step_by(self.watches).rev();
        let size = series.fold(0.0, |sum, &a| sum * h + nearest(a).abs());
        size.is_nan()
            || size >= HUGE
            || !g.is_finite()
            || (self.at_tau(watch, tau).0 - g).abs() > LEFT * size
    }

    /// Interpolates all watched quantities of a field along a step.
    pub fn sample(&mut self, field: &dyn VectorField<R>, piece: &Piece<R>) {
        (self.h, self.watches) = (piece.h, field.watches());
        self.sampled.clear();
        self.sampled.resize(self.watches, true);
        self.interpolate(field, piece);
    }

    fn interpolate(&mut self, field: &dyn VectorField<R>, piece: &Piece<R>) {
        if self.sampled.contains(&true) {
            let new = || Box::new(Samples::new(piece.dim, field.watches()));
            self.samples.get_or_insert_with(new).refine(field, piece, &self.sampled);
        }
    }

    /// The interpolation of a quantity that has no series here.
    fn samples(&self, watch: usize) -> Option<&Samples<R>> {
        self.samples.as_deref().filter(|_| self.sampled[watch])
    }

    pub(crate) fn segments(&self, watch: usize) -> usize {
        self.samples(watch).map_or(1, Samples::count)
    }

    /// Where a segment begins, and its length, as parts of the step.
    fn segment(&self, segment: usize, watch: usize) -> (f64, f64) {
        self.samples(watch).map_or((0.0, 1.0), |samples| samples.part(segment))
    }

    /// Has a quantity values all along a segment?
    pub(crate) fn has_values(&self, segment: usize, watch: usize) -> bool {
        self.samples(watch).is_none_or(|samples| samples.has_values(segment, watch))
    }

    /// The values at the ends of a segment that is a kink or a jump, and the size of the quantity in the step.
    pub(crate) fn kink(&self, segment: usize, watch: usize) -> Option<([f64; 2], f64)> {
        let samples = self.samples(watch)?;
        Some((samples.kink(segment, watch)?, samples.size(watch)))
    }

    /// The length of the step.
    pub(crate) fn length(&self) -> f64 {
        nearest(self.h).abs()
    }

    pub(crate) fn is_forward(&self) -> bool {
        self.h > R::from(0.0)
    }

    pub(crate) fn b(&self) -> &[f64] {
        &self.b
    }

    /// The time since the beginning of the step at θ of a segment.
    pub(crate) fn tau(&self, segment: usize, watch: usize, theta: f64) -> R {
        let (from, length) = self.segment(segment, watch);
        self.h * R::from(from + theta * length)
    }

    /// The sign of a graph whose first coefficient outweighs all others, and the size of that one.
    pub(crate) fn plain_sign(&self, watch: usize, noise: f64) -> Option<(Sign, f64)> {
        if self.sampled[watch] {
            return None;
        }
        let a = &self.powers;
        let h = nearest(self.h).abs();
        let (first, rest) = (nearest(a[watch]), a[watch + self.watches..].iter());
        let rest = rest.step_by(self.watches).rev();
        let rest = rest.fold(0.0, |sum, &a| (sum + nearest(a).abs()) * h);
        let certain = first.abs() > (1.0 + 1e-12) * rest + noise;
        let sign = if first > 0.0 { Sign::Plus } else { Sign::Minus };
        certain.then_some((sign, first.abs()))
    }

    /// Writes the Bernstein coefficients of a graph and returns their round-off.
    pub(crate) fn bernstein(&mut self, segment: usize, watch: usize) -> f64 {
        self.b.clear();
        if let Some(samples) = self.samples.as_deref().filter(|_| self.sampled[watch]) {
            self.b.extend_from_slice(samples.graph(segment, watch));
            return SAMPLE_NOISE * crate::manifold::largest(&self.b);
        }
        let (mut power, h, mut sum) = (1.0, nearest(self.h), 0.0);
        for &a in self.powers[watch..].iter().step_by(self.watches) {
            self.b.push(nearest(a) * power);
            sum += (nearest(a) * power).abs();
            power *= h;
        }
        from_powers(&mut self.b);
        NOISE * sum
    }

    /// g and its derivative by θ.
    fn at(&self, segment: usize, watch: usize, theta: f64) -> (f64, f64) {
        match self.samples(watch) {
            None => self.at_tau(watch, self.tau(segment, watch, theta)),
            Some(samples) => value(samples.graph(segment, watch), theta),
        }
    }

    /// g at the beginning and at the end of the step, and its slopes there by time.
    pub(crate) fn ends(&self, watch: usize) -> [(f64, f64); 2] {
        let last = self.segments(watch) - 1;
        [(0, 0.0), (last, 1.0)].map(|(segment, theta)| {
            let (g, slope) = self.at(segment, watch, theta);
            (g, slope / (self.segment(segment, watch).1 * nearest(self.h)))
        })
    }

    /// Is a quantity interpolated?
    pub(crate) fn is_sampled(&self, watch: usize) -> bool {
        self.sampled[watch]
    }

    /// The derivative of g by θ at the end of the step, and the size of g on its last segment.
    pub(crate) fn at_end(&mut self, watch: usize) -> (f64, f64) {
        let last = self.segments(watch) - 1;
        self.bernstein(last, watch);
        (self.at(last, watch, 1.0).1, crate::manifold::largest(&self.b))
    }

    /// g and h g' at τ, equation (1) with all digits of the numbers.
    fn at_tau(&self, watch: usize, tau: R) -> (f64, f64) {
        let zero = R::from(0.0);
        let (g, slope) = self.powers[watch..]
            .iter()
            .step_by(self.watches)
            .rev()
            .fold((zero, zero), |(g, slope), &a| (g * tau + a, slope * tau + g));
        (nearest(g), nearest(slope * self.h))
    }

    /// The zero of g between lo and hi, where it rises or falls: the time since the beginning.
    pub(crate) fn zero(
        &self,
        segment: usize,
        watch: usize,
        (lo, hi): (f64, f64),
        rises: bool,
    ) -> R {
        let (mut lo, mut hi) = (lo, hi);
        let mut theta = 0.5 * (lo + hi);
        for _ in 0..MOST_NEWTON_STEPS {
            let (g, slope) = self.at(segment, watch, theta);
            if (g > 0.0) == rises {
                hi = theta;
            } else {
                lo = theta;
            }
            let change = g / slope;
            if change.abs() <= f64::EPSILON || hi - lo <= f64::EPSILON {
                break;
            }
            let newton = theta - change;
            theta = if newton > lo && newton < hi { newton } else { 0.5 * (lo + hi) };
        }
        self.polish(segment, watch, theta)
    }

    /// How large g becomes between lo and a zero, and between the zero and hi. A part may begin or end at
    /// another zero, so that its middle counts too.
    pub(crate) fn peaks(
        &self,
        segment: usize,
        watch: usize,
        (lo, zero, hi): (f64, R, f64),
    ) -> [f64; 2] {
        let (from, length) = self.segment(segment, watch);
        let share = (nearest(zero / self.h) - from) / length;
        [lo, hi].map(|end| {
            let size = |theta: f64| self.at(segment, watch, theta).0.abs();
            size(end).max(size(0.5 * (end + share)))
        })
    }

    /// One more Newton step with all digits of the numbers.
    fn polish(&self, segment: usize, watch: usize, theta: f64) -> R {
        let tau = self.tau(segment, watch, theta);
        if self.sampled[watch] {
            return tau;
        }
        let (g, slope) = self.at_tau(watch, tau);
        let change = g / slope;
        let is_small = change.abs() <= 1e-8;
        if is_small { tau - R::from(change) * self.h } else { tau }
    }

    /// The extremum of g in an interval where g is round-off, or else its zero.
    pub(crate) fn touch(&self, segment: usize, watch: usize, (lo, hi): (f64, f64)) -> R {
        let slope = |theta: f64| self.at(segment, watch, theta).1;
        let (mut left, mut right) = (lo, hi);
        if (slope(left) > 0.0) == (slope(right) > 0.0) {
            let middle = 0.5 * (lo + hi);
            let (g, slope) = self.at(segment, watch, middle);
            let is_steep = slope != 0.0;
            let zero = if is_steep { (middle - g / slope).clamp(lo, hi) } else { middle };
            return self.tau(segment, watch, zero);
        }
        let falls_first = slope(left) < 0.0;
        while right - left > f64::EPSILON * right {
            let middle = 0.5 * (left + right);
            if middle <= left || middle >= right {
                break;
            }
            if (slope(middle) < 0.0) == falls_first {
                left = middle;
            } else {
                right = middle;
            }
        }
        self.tau(segment, watch, 0.5 * (left + right))
    }
}

/// The part of its terms by which a series misses a quantity that is another one there.
const LEFT: f64 = 1e-9;

/// The round-off of Bernstein coefficients from powers, relative to the sum of the terms.
const NOISE: f64 = 4.0 * f64::EPSILON;

/// The round-off of interpolated Bernstein coefficients, relative to the largest.
const SAMPLE_NOISE: f64 = 256.0 * f64::EPSILON;

/// Halving alone would need 52.
const MOST_NEWTON_STEPS: usize = 64;

/// The watched quantities at a state; those without a value are not numbers.
pub(super) fn watched<R: Number>(field: &dyn VectorField<R>, (t, x): (R, &[R]), g: &mut [R]) {
    if field.watch(t, x, g).is_err() {
        g.fill(R::from(f64::NAN));
    }
}
