//! The Runge–Kutta method of Dormand and Prince of order 8(5, 3), with a polynomial of degree 7.
//!
//! For fields that are not analytic, and for moderate accuracy. One step is
//!
//! ```text
//! k_i = f(t + c_i h, x + h Σ a_ij k_j),   i = 1 … 12                                      (1)
//! x₁ = x + h Σ b_i k_i                                                                    (2)
//! ```
//!
//! and its error is estimated from formulas of order 5 and 3,
//!
//! ```text
//! e₅ = ‖Σ e5_i k_i‖,  e₃ = ‖Σ e3_i k_i‖,   err = |h| e₅² / √(e₅² + 0.01 e₃²)               (3)
//! h ← h min(6, max(⅓, 0.9 err^(−1/8)))                                                    (4)
//! ```
//!
//! in the root mean square over components divided by tolerance times scale. The polynomial is
//!
//! ```text
//! x(θ) = x + θ (r₂ + s (r₃ + θ (r₄ + s (r₅ + θ (r₆ + s (r₇ + θ r₈)))))),   s = 1 − θ        (5)
//! r₂ = x₁ − x,  r₃ = h f₀ − r₂,  r₄ = r₂ − h f₁ − r₃,  r₅ … r₈ = h Σ d_i k_i
//! ```
//!
//! Source: [`HairerNorsettWanner1993`, §II.5 and §II.6]. A stage outside of the domain of the field
//! shortens the step.

mod tableau;

use crate::events::Graphs;
use crate::field::{FieldError, VectorField, finite};
use crate::method::{Effort, Method, NoStep, Point, shortest};
use crate::noise::{SEVERAL, raised};
use crate::number::float;
use crate::piece::Piece;
use tableau::{A, B, C, D, E3, E5, Row};

const STAGES: usize = 12;

/// The degree of the polynomial (5).
pub(crate) const DEGREE: usize = 7;

/// The evaluations in a step that begins where the last one ended and is accepted: all stages but the first.
pub(crate) const EVALUATIONS: usize = A.len() - 1;

/// The method for a field, with an error per step relative to the scales.
pub struct Dop853<'a> {
    field: &'a dyn VectorField,
    tolerance: f64,
    fixed: Option<f64>,
    /// The step that is tried next; 0 before the first.
    h: f64,
    k: Vec<Vec<f64>>,
    x1: Vec<f64>,
    y: Vec<f64>,
    /// The end of the last step, where the last stage is known.
    known: Option<f64>,
    /// The time to the end of the run.
    room_left: f64,
    effort: Effort,
}

impl std::fmt::Debug for Dop853<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Dop853").field("tolerance", &self.tolerance).field("h", &self.h).finish()
    }
}

impl<'a> Dop853<'a> {
    /// With an error per step relative to the scales.
    #[must_use]
    pub fn new(field: &'a dyn VectorField, tolerance: f64) -> Self {
        let room = vec![0.0; field.dim()];
        Dop853 {
            field,
            tolerance,
            fixed: None,
            h: 0.0,
            k: vec![room.clone(); A.len()],
            x1: room.clone(),
            y: room,
            known: None,
            room_left: 0.0,
            effort: Effort::default(),
        }
    }

    /// With a step of one's own: for studies of convergence.
    #[must_use]
    pub fn with_step(field: &'a dyn VectorField, h: f64) -> Self {
        Dop853 { fixed: Some(h.abs()), h, ..Dop853::new(field, 1.0) }
    }

    /// Equation (1) for one stage.
    fn stage(&mut self, i: usize, from: Point<'_>, h: f64) -> Result<(), FieldError> {
        for (n, y) in self.y.iter_mut().enumerate() {
            *y = from.x[n] + h * sum(A[i], &self.k, n);
        }
        finite(&self.y)?;
        self.effort.evaluations += 1;
        self.field.rate(from.t + C[i] * h, &self.y, &mut self.k[i])
    }

    /// The first stage, taken from the end of the last step if it is the same place.
    fn first_stage(&mut self, from: Point<'_>) -> Result<(), FieldError> {
        let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 2.0 * f64::EPSILON * b.abs();
        if self.known == Some(from.t) && from.x.iter().zip(&self.x1).all(near) {
            self.k.swap(0, STAGES);
            return Ok(());
        }
        self.effort.evaluations += 1;
        self.field.rate(from.t, from.x, &mut self.k[0])
    }

    /// Equations (1) and (2), then the error (3).
    fn attempt(&mut self, from: Point<'_>, h: f64) -> Result<f64, FieldError> {
        for i in 1..=STAGES {
            self.stage(i, from, h)?;
            if i == STAGES {
                self.x1.copy_from_slice(&self.y); // (2): row 12 holds the weights b
            }
        }
        finite(&self.k[STAGES])?;
        Ok(self.error(from, h))
    }

    /// Equation (3).
    fn error(&self, from: Point<'_>, h: f64) -> f64 {
        let (mut e5, mut e3) = (0.0, 0.0);
        for n in 0..self.y.len() {
            let scale = self.scale(from, h, n);
            e5 += (sum(E5, &self.k, n) / scale).powi(2);
            e3 += (sum(E3, &self.k, n) / scale).powi(2);
        }
        let both = e5 + 0.01 * e3;
        if both > 0.0 { h.abs() * e5 / (both * float(self.y.len())).sqrt() } else { 0.0 }
    }

    fn scale(&self, from: Point<'_>, h: f64, n: usize) -> f64 {
        let longest =
            if from.scales[n] > 0.0 { h } else { (UNKNOWN * self.room_left).max(h.abs()) };
        let size = from.x[n].abs().max(self.x1[n].abs()).max((longest * self.k[0][n]).abs());
        let scale = self.tolerance * from.scales[n].max(size);
        if scale > 0.0 { scale } else { self.tolerance }
    }

    /// A first step for order 8 [`HairerNorsettWanner1993`, §II.4].
    fn first_step(&mut self, from: Point<'_>, limit: f64) -> f64 {
        self.x1.copy_from_slice(from.x);
        let norm = |v: &dyn Fn(usize) -> f64| {
            let squares: f64 = (0..from.x.len()).map(|n| v(n).powi(2)).sum();
            (squares / float(from.x.len().max(1))).sqrt()
        };
        let d0 = norm(&|n| from.x[n] / self.scale(from, 0.0, n));
        let d1 = norm(&|n| self.k[0][n] / self.scale(from, 0.0, n));
        let h0 = if d0 < 1e-5 || d1 < 1e-5 { 1e-6 } else { 0.01 * d0 / d1 };
        for n in 0..from.x.len() {
            self.y[n] = from.x[n] + h0.copysign(limit) * self.k[0][n];
        }
        self.effort.evaluations += 1;
        if self.field.rate(from.t + h0.copysign(limit), &self.y, &mut self.k[1]).is_err() {
            return h0.min(limit.abs());
        }
        let bend = |n: usize| (self.k[1][n] - self.k[0][n]) / self.scale(from, 0.0, n);
        let d2 = norm(&bend) / h0;
        let largest = d1.max(d2);
        let h1 =
            if largest <= 1e-15 { (h0 * 1e-3).max(1e-6) } else { (0.01 / largest).powf(0.125) };
        (100.0 * h0).min(h1).min(limit.abs())
    }

    /// The remaining stages and equation (5) in powers of τ.
    fn write(&mut self, from: Point<'_>, h: f64, piece: &mut Piece) -> Result<(), FieldError> {
        for i in STAGES + 1..A.len() {
            self.stage(i, from, h)?;
        }
        piece.t = from.t;
        piece.h = h;
        for n in 0..from.x.len() {
            let slopes = (h * self.k[0][n], h * self.k[STAGES][n]);
            piece.increment[n] = h * sum(B, &self.k, n);
            let last = D.map(|row| h * sum(row, &self.k, n));
            let powers = powers(rests(piece.increment[n], slopes, last));
            piece.c[n] = from.x[n];
            let mut length = 1.0;
            for (k, power) in powers.iter().enumerate() {
                length *= h;
                piece.c[(k + 1) * piece.dim + n] = power / length;
            }
        }
        Ok(())
    }

    /// Tries steps until one is accurate; its length.
    fn search(&mut self, from: Point<'_>, limit: f64) -> Result<f64, NoStep> {
        let mut may_grow = true;
        let (mut attempts, whole) = (0, self.h.min(limit.abs()));
        let mut scales = None;
        loop {
            let size = if self.h * (1.0 + 1e-9) >= limit.abs() { limit.abs() } else { self.h };
            let point = Point { scales: scales.as_deref().unwrap_or(from.scales), ..from };
            let tried = self.attempt(point, size.copysign(limit));
            if self.fixed.is_some() {
                return tried.map(|_| size.copysign(limit)).map_err(NoStep::Field);
            }
            let factor = match tried {
                Ok(error) if error.is_finite() => (0.9 * error.powf(-0.125)).clamp(1.0 / 3.0, 6.0), // (4)
                _ => 0.25,
            };
            let accepted = matches!(tried, Ok(error) if error <= 1.0);
            let most = if may_grow { factor } else { factor.min(1.0) };
            if accepted {
                self.h =
                    if size < self.h { self.h.min(size * most).max(size) } else { size * most };
                return Ok(size.copysign(limit));
            }
            self.effort.rejected += 1;
            may_grow = false;
            self.h = size * factor.min(0.9);
            attempts += 1;
            if attempts == SEVERAL {
                scales = raised(self.field, from, (whole, self.tolerance));
                may_grow = scales.is_some();
                self.h = if may_grow { whole } else { self.h };
            }
            if self.h <= shortest(from.t) {
                return Err(tried.err().map_or(NoStep::TooShort { h: self.h }, NoStep::Field));
            }
        }
    }
}

/// The part of the way to the end over which a component that has been 0 so far is taken to move, so that
/// a force may jump at the start: dry friction, for a body that begins to move.
const UNKNOWN: f64 = 1e-6;

/// A row times the stages, component n.
fn sum(row: Row, k: &[Vec<f64>], n: usize) -> f64 {
    row.iter().map(|&(j, a)| a * k[j][n]).sum()
}

/// The coefficients r₂ … r₈ of (5) from x₁ − x, the slopes at the ends and the last four.
fn rests(rise: f64, (first, end): (f64, f64), last: [f64; 4]) -> [f64; 7] {
    let r3 = first - rise;
    let [r5, r6, r7, r8] = last;
    [rise, r3, rise - end - r3, r5, r6, r7, r8]
}

/// Equation (5) without x, in powers θ¹ … θ⁷.
fn powers(r: [f64; 7]) -> [f64; 7] {
    let mut p = [0.0; 7];
    for (level, &rest) in r.iter().enumerate().rev() {
        // Levels 0, 2, 4, 6 multiply by θ, the others by s = 1 − θ; all but the last θ here.
        let times_theta = level % 2 == 1;
        let mut next = [0.0; 7];
        for k in 0..7 {
            let shifted = if k > 0 { p[k - 1] } else { 0.0 };
            next[k] = if times_theta { shifted } else { p[k] - shifted };
        }
        p = next;
        p[0] += rest;
    }
    p
}

/// Equation (5) without x, for the order conditions.
#[cfg(test)]
fn rise(theta: f64, increment: f64, first: f64, end: f64, last: [f64; 4]) -> f64 {
    let powers = powers(rests(increment, (first, end), last));
    powers.iter().rev().fold(0.0, |sum, p| (sum + p) * theta)
}

impl Method for Dop853<'_> {
    fn name(&self) -> &'static str {
        "dop853"
    }

    fn dim(&self) -> usize {
        self.field.dim()
    }

    fn degree(&self) -> usize {
        DEGREE
    }

    fn step(&mut self, from: Point<'_>, limit: f64, piece: &mut Piece) -> Result<(), NoStep> {
        self.first_stage(from)?;
        self.room_left = limit.abs();
        if self.h == 0.0 {
            self.h = self.first_step(from, limit);
        }
        let h = self.search(from, limit)?;
        self.write(from, h, piece)?;
        self.known = Some(from.t + h);
        Ok(())
    }

    fn watches(&self) -> usize {
        self.field.watches()
    }

    fn watch(&self, t: f64, x: &[f64], g: &mut [f64]) -> Result<(), FieldError> {
        self.field.watch(t, x, g)
    }

    fn rate(&self, t: f64, x: &[f64], dx: &mut [f64]) -> Option<()> {
        self.field.rate(t, x, dx).ok()
    }

    fn graphs(&mut self, piece: &Piece, graphs: &mut Graphs) {
        graphs.sample(self.field, piece);
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}
