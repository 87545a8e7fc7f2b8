//! The graphs of the watched quantities over one step.
//!
//! A graph is a polynomial in the time since the beginning of the step. Where the field has series
//! it is their series,
//!
//! ```text
//! g_j(t + τ) = Σ a_kj τᵏ                                                                  (1)
//! ```
//!
//! otherwise g is sampled along the polynomial of the step, at the nodes
//!
//! ```text
//! θ_i = ½ (1 − cos(π i/n)),   i = 0 … n                                                   (2)
//! ```
//!
//! of each of [`SEGMENTS`] parts of the step, and interpolated in Bernstein's basis. Between the
//! nodes, at two θ of each part, the interpolation must meet g,
//!
//! ```text
//! |b(θ) − g| ≤ 10⁻¹⁰ max |g|,                                                              (3)
//! ```
//!
//! or else the parts are halved, down to [`MOST_SEGMENTS`].

use super::bernstein::{Sign, from_powers, value};
use crate::field::{FieldError, VectorField};
use crate::linear::Factors;
use crate::number::{Number, float, nearest};
use crate::piece::Piece;

/// The parts of a step in which quantities without series are interpolated.
const SEGMENTS: usize = 2;

/// The largest number of parts; a jump or a pole asks for more in vain.
const MOST_SEGMENTS: usize = 256;

/// The places of (3) in each part.
const BETWEEN: [f64; 2] = [0.381_966_011_250_105, 0.618_033_988_749_895];

/// The part of (3).
const CLOSE: f64 = 1e-10;

/// The degree of interpolation.
const DEGREE: usize = 10;

/// Polynomials of the watched quantities over one step.
#[derive(Debug, Clone)]
pub struct Graphs<R: Number = f64> {
    h: R,
    watches: usize,
    source: Source<R>,
    /// Bernstein coefficients of the quantity that is looked at.
    b: Vec<f64>,
}

#[derive(Debug, Clone)]
enum Source<R> {
    /// The coefficients at `k * watches + j`, equation (1).
    Powers(Vec<R>),
    /// Bernstein coefficients of segment s, quantity j at `(s * watches + j) * (DEGREE + 1)`.
    Samples(Box<Samples<R>>),
}

#[derive(Debug, Clone)]
struct Samples<R> {
    segments: usize,
    b: Vec<f64>,
    interpolation: Factors,
    x: Vec<R>,
    g: Vec<R>,
}

impl<R: Number> Default for Graphs<R> {
    fn default() -> Self {
        Graphs { h: R::from(0.0), watches: 0, source: Source::Powers(Vec::new()), b: Vec::new() }
    }
}

impl<R: Number> Graphs<R> {
    /// Room for the coefficients (1) of a step of length h, of `watches` quantities.
    pub fn powers(&mut self, h: R, order: usize, watches: usize) -> &mut [R] {
        (self.h, self.watches) = (h, watches);
        if !matches!(self.source, Source::Powers(_)) {
            self.source = Source::Powers(Vec::new());
        }
        let Source::Powers(a) = &mut self.source else { unreachable!("it was just set") };
        a.resize((order + 1) * watches, R::from(0.0));
        a
    }

    /// Interpolates the watched quantities of a field along a step.
    ///
    /// # Errors
    /// A quantity has no value there.
    pub fn sample(
        &mut self,
        field: &dyn VectorField<R>,
        piece: &Piece<R>,
    ) -> Result<(), FieldError> {
        (self.h, self.watches) = (piece.h, field.watches());
        if !matches!(self.source, Source::Samples(_)) {
            self.source = Source::Samples(Box::new(Samples::new(piece.dim, self.watches)));
        }
        let Source::Samples(samples) = &mut self.source else { unreachable!("it was just set") };
        samples.refine(field, piece, self.watches)
    }

    pub(crate) fn segments(&self) -> usize {
        match &self.source {
            Source::Powers(_) => 1,
            Source::Samples(samples) => samples.segments,
        }
    }

    pub(crate) fn is_forward(&self) -> bool {
        self.h > R::from(0.0)
    }

    pub(crate) fn b(&self) -> &[f64] {
        &self.b
    }

    /// The time since the beginning of the step at θ of a segment.
    pub(crate) fn tau(&self, segment: usize, theta: f64) -> R {
        self.h * R::from((float(segment) + theta) / float(self.segments()))
    }

    /// The sign of a graph whose first coefficient outweighs all others, and the size of that one.
    pub(crate) fn plain_sign(
        &self,
        segment: usize,
        watch: usize,
        noise: f64,
    ) -> Option<(Sign, f64)> {
        let Source::Powers(a) = &self.source else { return None };
        debug_assert_eq!(segment, 0, "series have one segment");
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
        match &self.source {
            Source::Powers(a) => {
                let (mut power, h) = (1.0, nearest(self.h));
                let mut sum = 0.0;
                for &a in a[watch..].iter().step_by(self.watches) {
                    self.b.push(nearest(a) * power);
                    sum += (nearest(a) * power).abs();
                    power *= h;
                }
                from_powers(&mut self.b);
                NOISE * sum
            }
            Source::Samples(samples) => {
                self.b.extend_from_slice(samples.graph(segment, self.watches, watch));
                SAMPLE_NOISE * crate::manifold::largest(&self.b)
            }
        }
    }

    /// g and its derivative by θ.
    fn at(&self, segment: usize, watch: usize, theta: f64) -> (f64, f64) {
        match &self.source {
            Source::Powers(_) => self.at_tau(watch, self.tau(segment, theta)),
            Source::Samples(samples) => value(samples.graph(segment, self.watches, watch), theta),
        }
    }

    /// The derivative of g by θ at the end of the step, and the size of g on its last segment.
    pub(crate) fn at_end(&mut self, watch: usize) -> (f64, f64) {
        let last = self.segments() - 1;
        self.bernstein(last, watch);
        (self.at(last, watch, 1.0).1, crate::manifold::largest(&self.b))
    }

    /// g and h g' at τ, equation (1) with all digits of the numbers.
    fn at_tau(&self, watch: usize, tau: R) -> (f64, f64) {
        let Source::Powers(a) = &self.source else { return (0.0, 0.0) };
        let zero = R::from(0.0);
        let (g, slope) = a[watch..]
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
        let share = nearest(zero / self.h) * float(self.segments()) - float(segment);
        [lo, hi].map(|end| {
            let size = |theta: f64| self.at(segment, watch, theta).0.abs();
            size(end).max(size(0.5 * (end + share)))
        })
    }

    /// One more Newton step with all digits of the numbers.
    fn polish(&self, segment: usize, watch: usize, theta: f64) -> R {
        let tau = self.tau(segment, theta);
        let Source::Powers(_) = &self.source else { return tau };
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
            return self.tau(segment, zero);
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
        self.tau(segment, 0.5 * (left + right))
    }
}

/// The round-off of Bernstein coefficients from powers, relative to the sum of the terms.
const NOISE: f64 = 4.0 * f64::EPSILON;

/// The round-off of interpolated Bernstein coefficients, relative to the largest.
const SAMPLE_NOISE: f64 = 256.0 * f64::EPSILON;

/// Halving alone would need 52.
const MOST_NEWTON_STEPS: usize = 64;

impl<R: Number> Samples<R> {
    fn new(dim: usize, watches: usize) -> Self {
        let mut interpolation = Factors::new(DEGREE + 1);
        for (i, row) in interpolation.matrix().chunks_mut(DEGREE + 1).enumerate() {
            for (k, entry) in row.iter_mut().enumerate() {
                let mut unit = [0.0; DEGREE + 1];
                unit[k] = 1.0;
                *entry = value(&unit, node(i)).0;
            }
        }
        interpolation.factorise();
        let zero = R::from(0.0);
        let (x, g) = (vec![zero; dim], vec![zero; watches]);
        Samples { segments: SEGMENTS, b: Vec::new(), interpolation, x, g }
    }

    /// Interpolates in as many parts as (3) asks for.
    fn refine(
        &mut self,
        field: &dyn VectorField<R>,
        piece: &Piece<R>,
        watches: usize,
    ) -> Result<(), FieldError> {
        self.segments = SEGMENTS;
        self.fill(field, piece, watches)?;
        while self.segments < MOST_SEGMENTS && !self.is_close(field, piece, watches)? {
            self.segments *= 2;
            self.fill(field, piece, watches)?;
        }
        Ok(())
    }

    /// Whether (3) holds in all parts for all quantities.
    fn is_close(
        &mut self,
        field: &dyn VectorField<R>,
        piece: &Piece<R>,
        watches: usize,
    ) -> Result<bool, FieldError> {
        for segment in 0..self.segments {
            for theta in BETWEEN {
                self.evaluate(field, piece, (segment, theta))?;
                let far = |j: usize| {
                    let b = self.graph(segment, watches, j);
                    let (g, size) = (nearest(self.g[j]), crate::manifold::largest(b));
                    (value(b, theta).0 - g).abs() > CLOSE * size.max(g.abs())
                };
                if (0..watches).any(far) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// g at θ of a segment.
    fn evaluate(
        &mut self,
        field: &dyn VectorField<R>,
        piece: &Piece<R>,
        (segment, theta): (usize, f64),
    ) -> Result<(), FieldError> {
        let tau = piece.h * R::from((float(segment) + theta) / float(self.segments));
        piece.at(tau, &mut self.x);
        field.watch(piece.t + tau, &self.x, &mut self.g)
    }

    fn fill(
        &mut self,
        field: &dyn VectorField<R>,
        piece: &Piece<R>,
        watches: usize,
    ) -> Result<(), FieldError> {
        self.b.resize(self.segments * watches * (DEGREE + 1), 0.0);
        for segment in 0..self.segments {
            for i in 0..=DEGREE {
                self.evaluate(field, piece, (segment, node(i)))?;
                for j in 0..watches {
                    self.b[(segment * watches + j) * (DEGREE + 1) + i] = nearest(self.g[j]);
                }
            }
        }
        self.b.chunks_mut(DEGREE + 1).for_each(|b| self.interpolation.solve(b));
        Ok(())
    }

    fn graph(&self, segment: usize, watches: usize, watch: usize) -> &[f64] {
        let from = (segment * watches + watch) * (DEGREE + 1);
        &self.b[from..from + DEGREE + 1]
    }
}

/// Equation (2).
fn node(i: usize) -> f64 {
    0.5 * (1.0 - (std::f64::consts::PI * float(i) / float(DEGREE)).cos())
}
