//! Radau IIA of order 5 for stiff fields, with the exact Jacobian.
//!
//! Collocation at the three nodes of Radau, the last of which is the end of the step:
//!
//! ```text
//! z_i = h Σ a_ij f(t + c_j h, x + z_j),   x₁ = x + z₃                                     (1)
//! (1 − h A ⊗ J) Δz = −z + h A f(x + z)                                                    (2)
//! ```
//!
//! (2) is Newton's method with J = ∂f/∂x at the beginning of the step. The error is estimated by
//!
//! ```text
//! (γ/h − J) e = f(t, x) + (e₁ z₁ + e₂ z₂ + e₃ z₃)/h                                       (3)
//! e = (−13 − 7√6, −13 + 7√6, −1)/3,   1/γ the real eigenvalue of A
//! ```
//!
//! Both systems are solved for components divided by their scales s, `J ← s_j J_ij/s_i`: a component of large
//! numbers, such as the work on a heavy body, has no larger pivots than the others. No pivot is left out: however
//! small beside those of what is stiff, they belong to what is not.
//!
//! The error is estimated once more with f(t, x + e) in the first step and after a rejected one, and the step
//! follows from
//!
//! ```text
//! h ← h min(5, max(⅕, 0.9 ‖e‖^(−1/4)))                                                    (4)
//! ```
//!
//! Dense output is the polynomial through x, x + z₁, x + z₂, x + z₃. Source: [`HairerWanner1996`,
//! §IV.8]. One real system of three times the size takes the place of their transformation.

use crate::events::Graphs;
use crate::field::{FieldError, Jacobian, finite};
use crate::linear::Factors;
use crate::method::{Effort, Method, NoStep, Point, shortest};
use crate::noise::{SEVERAL, raised};
use crate::number::float;
use crate::piece::Piece;
use crate::quadrature::Nodes;

const S: usize = 3;

/// Newton steps before a step is halved.
const MOST_NEWTON_STEPS: usize = 12;

/// The method for a field, with an error per step relative to the scales.
pub struct Radau<'a> {
    field: &'a dyn Jacobian,
    tolerance: f64,
    fixed: bool,
    /// The step that is tried next; 0 before the first.
    h: f64,
    nodes: Nodes,
    gamma: f64,
    z: Vec<f64>,
    f: Vec<f64>,
    right: Vec<f64>,
    y: Vec<f64>,
    f0: Vec<f64>,
    J: Vec<f64>,
    J_scaled: Vec<f64>,
    scale: Vec<f64>,
    stages: Factors,
    estimate: Factors,
    /// The step that z belongs to; 0 if none.
    known: f64,
    effort: Effort,
}

impl std::fmt::Debug for Radau<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Radau").field("tolerance", &self.tolerance).field("h", &self.h).finish()
    }
}

impl<'a> Radau<'a> {
    /// With an error per step relative to the scales.
    #[must_use]
    pub fn new(field: &'a dyn Jacobian, tolerance: f64) -> Self {
        let n = field.dim();
        let eigenvalue = (6.0 + 81f64.cbrt() - 9f64.cbrt()) / 30.0;
        Radau {
            field,
            tolerance,
            fixed: false,
            h: 0.0,
            nodes: Nodes::radau(S),
            gamma: 1.0 / eigenvalue,
            z: vec![0.0; S * n],
            f: vec![0.0; S * n],
            right: vec![0.0; S * n],
            y: vec![0.0; n],
            f0: vec![0.0; n],
            J: vec![0.0; n * n],
            J_scaled: vec![0.0; n * n],
            scale: vec![0.0; n],
            stages: Factors::new(S * n),
            estimate: Factors::new(n),
            known: 0.0,
            effort: Effort::default(),
        }
    }

    /// With a step of one's own: for studies of convergence.
    #[must_use]
    pub fn with_step(field: &'a dyn Jacobian, h: f64) -> Self {
        Radau { fixed: true, h: h.abs(), ..Radau::new(field, f64::EPSILON) }
    }

    /// The matrices of (2) and (3) for a step, in scaled components.
    fn factorise(&mut self, h: f64) {
        let n = self.y.len();
        for (entry, index) in self.J_scaled.iter_mut().zip(0usize..) {
            *entry = self.J[index] * (self.scale[index % n] / self.scale[index / n]);
        }
        for (entry, index) in self.stages.matrix().iter_mut().zip(0usize..) {
            let (row, column) = (index / (S * n), index % (S * n));
            let (i, p, j, q) = (row / n, row % n, column / n, column % n);
            let unit = f64::from(u8::from(row == column));
            *entry = unit - h * self.nodes.a[i * S + j] * self.J_scaled[p * n + q];
        }
        for (entry, index) in self.estimate.matrix().iter_mut().zip(0usize..) {
            let unit = f64::from(u8::from(index / n == index % n));
            *entry = unit * self.gamma / h - self.J_scaled[index];
        }
        self.stages.factorise_above(0.0);
        self.estimate.factorise_above(0.0);
    }

    /// Solves one of these for the right side, which stands in its own scales before and after.
    fn solve_scaled(factors: &mut Factors, scale: &[f64], right: &mut [f64]) {
        let n = scale.len();
        right.iter_mut().enumerate().for_each(|(i, r)| *r /= scale[i % n]);
        factors.solve(right);
        right.iter_mut().enumerate().for_each(|(i, r)| *r *= scale[i % n]);
    }

    /// Values to begin with: the polynomial of the last step, or zero.
    fn guess(&mut self, h: f64) {
        let n = self.y.len();
        if self.known == 0.0 {
            self.z.fill(0.0);
            return;
        }
        let ratio = h / self.known;
        for r in 0..n {
            let old: [f64; S] = std::array::from_fn(|i| self.z[i * n + r]);
            let powers = through(&self.nodes.c, old);
            for i in 0..S {
                let theta = 1.0 + self.nodes.c[i] * ratio;
                self.z[i * n + r] = value(&powers, theta) - old[S - 1];
            }
        }
    }

    /// Newton's method (2); the number of steps.
    fn solve(&mut self, from: Point<'_>, h: f64) -> Result<(), FieldError> {
        let mut before = f64::INFINITY;
        for _ in 0..MOST_NEWTON_STEPS {
            self.residual(from, h)?;
            Self::solve_scaled(&mut self.stages, &self.scale, &mut self.right);
            self.z.iter_mut().zip(&self.right).for_each(|(z, d)| *z += d);
            let change = self.norm(&self.right);
            let rate = change / before;
            let small = change * (rate / (1.0 - rate)).max(1e-3) < NEWTON_SHARE;
            if change == 0.0
                || (rate < 1.0 && small)
                || (self.fixed && self.is_still(change, before))
            {
                return Ok(());
            }
            if !change.is_finite() || rate > 2.0 {
                break;
            }
            before = change;
        }
        Err(FieldError::NoConvergence { iteration: "Newton's method of radau", change: before })
    }

    /// For fixed steps: the change no longer falls and is round-off.
    fn is_still(&self, change: f64, before: f64) -> bool {
        change >= before && change * self.tolerance < 1e-10
    }

    /// The right side of (2).
    fn residual(&mut self, from: Point<'_>, h: f64) -> Result<(), FieldError> {
        let n = self.y.len();
        for j in 0..S {
            for r in 0..n {
                self.y[r] = from.x[r] + self.z[j * n + r];
            }
            finite(&self.y)?;
            self.effort.evaluations += 1;
            let f = &mut self.f[j * n..(j + 1) * n];
            self.field.rate(from.t + self.nodes.c[j] * h, &self.y, f)?;
        }
        for i in 0..S {
            for r in 0..n {
                let slopes = (0..S).map(|j| self.nodes.a[i * S + j] * self.f[j * n + r]);
                self.right[i * n + r] = h * slopes.sum::<f64>() - self.z[i * n + r];
            }
        }
        Ok(())
    }

    /// Equation (3), in the norm of the scales; filtered a second time where that is asked for.
    fn error(&mut self, from: Point<'_>, h: f64, again: bool) -> Result<f64, FieldError> {
        let n = self.y.len();
        let root = 6f64.sqrt();
        let e = [-(13.0 + 7.0 * root) / 3.0, (7.0 * root - 13.0) / 3.0, -1.0 / 3.0];
        let part = |z: &[f64], r: usize| (0..S).map(|i| e[i] * z[i * n + r]).sum::<f64>() / h;
        for r in 0..n {
            self.right[r] = self.f0[r] + part(&self.z, r);
        }
        Self::solve_scaled(&mut self.estimate, &self.scale, &mut self.right[..n]);
        let first = self.norm(&self.right[..n]);
        if first < 1.0 || !again {
            return Ok(first);
        }
        for r in 0..n {
            self.y[r] = from.x[r] + self.right[r];
        }
        self.effort.evaluations += 1;
        self.field.rate(from.t, &self.y, &mut self.right[..n])?;
        for r in 0..n {
            self.right[r] += part(&self.z, r);
        }
        Self::solve_scaled(&mut self.estimate, &self.scale, &mut self.right[..n]);
        Ok(self.norm(&self.right[..n]))
    }

    /// The root mean square of components divided by tolerance times scale.
    fn norm(&self, v: &[f64]) -> f64 {
        let n = self.y.len();
        let squares = v.iter().enumerate().map(|(i, v)| (v / self.scale[i % n]).powi(2));
        (squares.sum::<f64>() / float(v.len().max(1))).sqrt()
    }

    fn set_scales(&mut self, from: Point<'_>, h: f64) {
        for r in 0..self.y.len() {
            let size = from.scales[r].max(from.x[r].abs()).max((h * self.f0[r]).abs());
            self.scale[r] = self.tolerance * if size > 0.0 { size } else { 1.0 };
        }
    }

    /// A first step: the rates move the state by a hundredth of its scale.
    fn first_step(&self, from: Point<'_>, room: f64) -> f64 {
        let fastest = (0..self.y.len()).map(|r| {
            let scale = from.scales[r].max(from.x[r].abs());
            if scale > 0.0 { self.f0[r].abs() / scale } else { 0.0 }
        });
        let fastest = fastest.fold(0.0, f64::max);
        let power = self.tolerance.powf(0.25).min(0.1);
        if fastest > 0.0 { (power / fastest).min(room) } else { (1e-3 * room).min(1e-3) }
    }

    /// Tries steps until one converges and is accurate; its length.
    fn search(&mut self, from: Point<'_>, limit: f64) -> Result<f64, NoStep> {
        let mut may_grow = true;
        let mut again = self.effort.evaluations == 1;
        let (mut attempts, whole) = (0, self.h.min(limit.abs()));
        let mut scales = None;
        loop {
            let size = if self.h * (1.0 + 1e-9) >= limit.abs() { limit.abs() } else { self.h };
            let h = size.copysign(limit);
            self.set_scales(Point { scales: scales.as_deref().unwrap_or(from.scales), ..from }, h);
            self.factorise(h);
            self.guess(h);
            let tried = self.solve(from, h).and_then(|()| self.error(from, h, again));
            if self.fixed {
                return tried.map(|_| h).map_err(NoStep::Field);
            }
            let factor = match tried {
                Ok(error) if error.is_finite() => (0.9 * error.powf(-0.25)).clamp(0.2, 5.0), // (4)
                _ => 0.5,
            };
            if matches!(tried, Ok(error) if error <= 1.0) {
                let most = if may_grow { factor } else { factor.min(1.0) };
                self.h =
                    if size < self.h { self.h.min(size * most).max(size) } else { size * most };
                return Ok(h);
            }
            self.effort.rejected += 1;
            (may_grow, again, self.known) = (false, true, 0.0);
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

    fn write(&mut self, from: Point<'_>, h: f64, piece: &mut Piece) {
        let n = self.y.len();
        (piece.t, piece.h) = (from.t, h);
        for r in 0..n {
            let z: [f64; S] = std::array::from_fn(|i| self.z[i * n + r]);
            piece.increment[r] = z[S - 1];
            piece.c[r] = from.x[r];
            let mut length = 1.0;
            for (k, power) in through(&self.nodes.c, z).iter().enumerate() {
                length *= h;
                piece.c[(k + 1) * n + r] = power / length;
            }
        }
    }
}

/// Newton's method ends when what is left is below this share of the tolerance.
const NEWTON_SHARE: f64 = 0.01;

/// The polynomial through (0, 0) and `(c_i, z_i)`: its powers θ, θ², θ³ by divided differences.
fn through(c: &[f64], z: [f64; S]) -> [f64; S] {
    let first: [f64; S] = std::array::from_fn(|i| z[i] / c[i]);
    let d01 = (first[1] - first[0]) / (c[1] - c[0]);
    let d12 = (first[2] - first[1]) / (c[2] - c[1]);
    let d012 = (d12 - d01) / (c[2] - c[0]);
    [first[0] - c[0] * d01 + c[0] * c[1] * d012, d01 - (c[0] + c[1]) * d012, d012]
}

fn value(powers: &[f64; S], theta: f64) -> f64 {
    powers.iter().rev().fold(0.0, |sum, p| (sum + p) * theta)
}

impl Method for Radau<'_> {
    fn name(&self) -> &'static str {
        "radau"
    }

    fn dim(&self) -> usize {
        self.field.dim()
    }

    fn degree(&self) -> usize {
        S
    }

    fn step(&mut self, from: Point<'_>, limit: f64, piece: &mut Piece) -> Result<(), NoStep> {
        self.effort.evaluations += 1;
        self.field.rate(from.t, from.x, &mut self.f0)?;
        self.field.jacobian(from.t, from.x, &mut self.J)?;
        if self.h == 0.0 {
            self.h = self.first_step(from, limit.abs());
        }
        let h = self.search(from, limit)?;
        self.write(from, h, piece);
        self.known = h;
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

#[cfg(test)]
mod tests {
    use super::{Radau, S};
    use crate::field::{FieldError, Jacobian, VectorField};
    use crate::method::Point;

    /// x' = −λ x.
    struct Decay(f64);

    impl VectorField for Decay {
        fn dim(&self) -> usize {
            1
        }
        fn rate(&self, _t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), FieldError> {
            dx[0] = -self.0 * x[0];
            Ok(())
        }
    }

    impl Jacobian for Decay {
        fn jacobian(&self, _t: f64, _x: &[f64], j: &mut [f64]) -> Result<(), FieldError> {
            j[0] = -self.0;
            Ok(())
        }
    }

    /// Radau IIA is the Padé approximation (2, 3) of exp at z = −λh; its error estimate divides what
    /// (3) sums up by γ/h + λ, which the wrong sign would make zero for λh = γ.
    #[test]
    fn stages_and_estimate_of_a_decay_are_the_closed_forms() {
        let (h, x) = (0.5, [2.0]);
        let gamma = Radau::new(&Decay(1.0), 1e-3).gamma;
        let field = Decay(gamma / h);
        let mut radau = Radau::new(&field, 1e-3);
        let from = Point { t: 0.0, x: &x, scales: &[2.0], rest: (0.0, &[0.0]) };
        field.rate(0.0, &x, &mut radau.f0).unwrap();
        field.jacobian(0.0, &x, &mut radau.J).unwrap();
        radau.set_scales(from, h);
        radau.factorise(h);
        radau.guess(h);
        radau.solve(from, h).unwrap();
        let z = -gamma;
        let top = 1.0 + 0.4 * z + 0.05 * z * z;
        let bottom = 1.0 - 0.6 * z + 0.15 * z * z - z * z * z / 60.0;
        assert!((radau.z[S - 1] - 2.0 * (top / bottom - 1.0)).abs() < 1e-13);
        let root = 6f64.sqrt();
        let parts = [-13.0 - 7.0 * root, -13.0 + 7.0 * root, -1.0].map(|e| e / 3.0);
        let sum: f64 = parts.iter().zip(&radau.z).map(|(e, z)| e * z).sum();
        let expected = (radau.f0[0] + sum / h) / (2.0 * gamma / h);
        let found = radau.error(from, h, false).unwrap();
        assert!((found - expected.abs() / radau.scale[0]).abs() < 1e-9 * found);
    }

    #[test]
    fn the_estimate_vanishes_for_cubics() {
        let nodes = crate::quadrature::Nodes::radau(S);
        let root = 6f64.sqrt();
        let e = [-13.0 - 7.0 * root, -13.0 + 7.0 * root, -1.0].map(|e| e / 3.0);
        let sum = |k: i32| -> f64 { e.iter().zip(&nodes.c).map(|(e, c)| e * c.powi(k)).sum() };
        assert!((sum(1) + 1.0).abs() < 1e-14 && sum(2).abs() < 1e-14 && sum(3).abs() < 1e-14);
        assert!(sum(4).abs() > 1e-2);
    }
}
