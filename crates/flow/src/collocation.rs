//! Gauss collocation of order 2s with symmetric projection: fixed steps, reversible.
//!
//! A step leaves the constraints by N μ, follows the polynomial whose slope is the field at the
//! nodes c of Gauss, and comes back by the same μ:
//!
//! ```text
//! x̂ = x₀ + N(x₀) μ                                                                        (1)
//! k_i = f(t + c_i h, x̂ + h Σ a_ij k_j)                                                    (2)
//! x₁ = x̂ + h Σ b_i k_i + N(x₁) μ                                                          (3)
//! r(t + h, x₁) = 0                                                                        (4)
//! ```
//!
//! Exchanging (t, x₀) and (t + h, x₁) with h → −h and μ → −μ gives the same equations: the step is
//! symmetric, and a motion that is run back returns to its start. Source: \[Hairer2000\],
//! [`HairerLubichWanner2006`, §V.4.1]; N is the direction of the mechanics and not Gᵀ.
//!
//! (2) is iterated until it no longer changes; if that does not settle, by Newton's method with the
//! Jacobian. (4) is solved by μ ← μ − (2 G N)⁻¹ r. What does not converge is an error.
//!
//! Known limit: dense output is a sum of powers, whose round-off is about 10⁻¹² h |k| for s = 8.

use crate::events::Graphs;
use crate::field::{FieldError, Jacobian, finite};
use crate::linear::Factors;
use crate::manifold::{Constraints, Correction, Projection, largest};
use crate::method::{Effort, Method, NoStep, Point};
use crate::piece::Piece;
use crate::quadrature::Nodes;

/// The method for a field on its constraints.
pub struct Collocation<'a> {
    field: &'a dyn Jacobian,
    on: &'a dyn Constraints,
    h: f64,
    nodes: Nodes,
    /// The slopes k, stage by stage, and what an iteration makes of them.
    k: Vec<f64>,
    next: Vec<f64>,
    /// The length of the step that the slopes belong to; 0 if they are not known.
    known: f64,
    mu: Vec<f64>,
    room: Room,
    last: Projection,
    effort: Effort,
}

struct Room {
    x_hat: Vec<f64>,
    x1: Vec<f64>,
    y: Vec<f64>,
    /// N(x₀) and N(x₁).
    N0: Vec<f64>,
    N1: Vec<f64>,
    r: Vec<f64>,
    correction: Correction,
    newton: Option<(Factors, Vec<f64>, Vec<f64>)>,
}

impl std::fmt::Debug for Collocation<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Collocation").field("s", &self.nodes.s).field("h", &self.h).finish()
    }
}

/// Iterations of the stages, of Newton's method, and of the projection.
const MOST_ITERATIONS: [usize; 3] = [60, 30, 30];

impl<'a> Collocation<'a> {
    /// With s nodes (order 2s) and steps of length h.
    #[must_use]
    pub fn new(field: &'a dyn Jacobian, on: &'a dyn Constraints, s: usize, h: f64) -> Self {
        let (n, m, s) = (field.dim(), on.count(), s.clamp(1, 16));
        let room = Room {
            x_hat: vec![0.0; n],
            x1: vec![0.0; n],
            y: vec![0.0; n],
            N0: vec![0.0; n * m],
            N1: vec![0.0; n * m],
            r: vec![0.0; m],
            correction: Correction::new(n, m),
            newton: None,
        };
        Collocation {
            field,
            on,
            h: h.abs(),
            nodes: Nodes::gauss(s),
            k: vec![0.0; s * n],
            next: vec![0.0; s * n],
            known: 0.0,
            mu: vec![0.0; m],
            room,
            last: Projection::NONE,
            effort: Effort::default(),
        }
    }

    /// Slopes to begin with: the polynomial of the last step, or the field here.
    fn guess(&mut self, from: Point<'_>, h: f64) -> Result<(), FieldError> {
        let (n, s) = (from.x.len(), self.nodes.s);
        if self.known == h {
            for i in 0..s {
                for r in 0..n {
                    let old = |j: usize| {
                        self.nodes.lagrange(j, 1.0 + self.nodes.c[i]) * self.k[j * n + r]
                    };
                    self.next[i * n + r] = (0..s).map(old).sum();
                }
            }
            std::mem::swap(&mut self.k, &mut self.next);
            return Ok(());
        }
        self.mu.fill(0.0);
        self.effort.evaluations += 1;
        self.field.rate(from.t, from.x, &mut self.k[..n])?;
        (1..s).for_each(|i| self.k.copy_within(..n, i * n));
        Ok(())
    }

    /// Equations (1) to (4).
    fn solve(&mut self, from: Point<'_>, h: f64) -> Result<(), FieldError> {
        self.on.directions(from.t, from.x, &mut self.room.N0)?;
        self.room.x1.copy_from_slice(from.x);
        let mut before = f64::INFINITY;
        for _ in 0..MOST_ITERATIONS[2] {
            add(from.x, &self.room.N0, &self.mu, &mut self.room.x_hat); // (1)
            self.stages(from.t, h)?; // (2)
            self.arrive(from.t + h, h)?; // (3)
            self.on.residual(from.t + h, &self.room.x1, &mut self.room.r)?; // (4)
            self.last.residual = largest(&self.room.r);
            let settled = self.last.residual >= 0.5 * before && before < SETTLED;
            if self.last.residual == 0.0 || settled {
                return Ok(());
            }
            before = self.last.residual;
            self.last.rank = self.room.correction.factorise(self.on, from.t + h, &self.room.x1)?;
            self.room.correction.solve(&mut self.room.r);
            self.mu.iter_mut().zip(&self.room.r).for_each(|(mu, r)| *mu -= 0.5 * r);
        }
        Err(FieldError::NoConvergence { iteration: "symmetric projection", change: before })
    }

    /// Equation (3), with N at the end itself.
    fn arrive(&mut self, t: f64, h: f64) -> Result<(), FieldError> {
        let n = self.room.y.len();
        for r in 0..n {
            let slopes = (0..self.nodes.s).map(|i| self.nodes.b[i] * self.k[i * n + r]);
            self.room.y[r] = self.room.x_hat[r] + h * slopes.sum::<f64>();
        }
        for _ in 0..if self.mu.is_empty() { 0 } else { 2 } {
            self.on.directions(t, &self.room.x1, &mut self.room.N1)?;
            add(&self.room.y, &self.room.N1, &self.mu, &mut self.room.x1);
        }
        if self.mu.is_empty() {
            self.room.x1.copy_from_slice(&self.room.y);
        }
        finite(&self.room.x1)
    }

    /// Equation (2): iteration first, Newton's method if it does not settle.
    fn stages(&mut self, t: f64, h: f64) -> Result<(), FieldError> {
        let mut before = f64::INFINITY;
        for count in 0..MOST_ITERATIONS[0] {
            let change = self.iterate(t, h)?;
            if settled(change, before, largest(&self.k)) {
                return Ok(());
            }
            if !change.is_finite() || (count > 3 && change > before) {
                break;
            }
            before = change;
        }
        self.newton(t, h)
    }

    /// k ← f(…): the largest change.
    fn iterate(&mut self, t: f64, h: f64) -> Result<f64, FieldError> {
        let n = self.room.y.len();
        for i in 0..self.nodes.s {
            self.stage(i, h);
            let k = &mut self.next[i * n..(i + 1) * n];
            self.effort.evaluations += 1;
            self.field.rate(t + self.nodes.c[i] * h, &self.room.y, k)?;
        }
        std::mem::swap(&mut self.k, &mut self.next);
        let changes = self.k.iter().zip(&self.next).map(|(a, b)| (a - b).abs());
        Ok(changes.fold(0.0, |a: f64, b| if b.is_nan() { b } else { a.max(b) }))
    }

    /// The argument of stage i.
    fn stage(&mut self, i: usize, h: f64) {
        let (n, s) = (self.room.y.len(), self.nodes.s);
        for r in 0..n {
            let sum: f64 = (0..s).map(|j| self.nodes.a[i * s + j] * self.k[j * n + r]).sum();
            self.room.y[r] = self.room.x_hat[r] + h * sum;
        }
    }

    /// Newton's method for (2): `(δ_ij − h a_ij J_i) Δk_j = f_i − k_i`.
    fn newton(&mut self, t: f64, h: f64) -> Result<(), FieldError> {
        let (n, s) = (self.room.y.len(), self.nodes.s);
        self.effort.rejected += 1;
        self.field.rate(t, &self.room.x_hat, &mut self.k[..n])?;
        (1..s).for_each(|i| self.k.copy_within(..n, i * n));
        let room = self.room.newton.take();
        let (mut matrix, mut J, mut change) =
            room.unwrap_or_else(|| (Factors::new(s * n), vec![0.0; n * n], vec![0.0; s * n]));
        let mut before = f64::INFINITY;
        let mut done = Err(FieldError::NoConvergence { iteration: "collocation", change: before });
        for _ in 0..MOST_ITERATIONS[1] {
            self.linearise(t, h, &mut J, &mut matrix, &mut change)?;
            matrix.factorise();
            matrix.solve(&mut change);
            self.k.iter_mut().zip(&change).for_each(|(k, d)| *k += d);
            let size = largest(&change);
            if settled(size, before, largest(&self.k)) {
                done = Ok(());
                break;
            }
            done = Err(FieldError::NoConvergence { iteration: "collocation", change: size });
            before = size;
        }
        self.room.newton = Some((matrix, J, change));
        done
    }

    /// The matrix and the right side of Newton's method.
    fn linearise(
        &mut self,
        t: f64,
        h: f64,
        J: &mut [f64],
        matrix: &mut Factors,
        right: &mut [f64],
    ) -> Result<(), FieldError> {
        let (n, s) = (self.room.y.len(), self.nodes.s);
        for i in 0..s {
            self.stage(i, h);
            let t = t + self.nodes.c[i] * h;
            self.effort.evaluations += 1;
            self.field.rate(t, &self.room.y, &mut right[i * n..(i + 1) * n])?;
            self.field.jacobian(t, &self.room.y, J)?;
            for (entry, index) in
                matrix.matrix()[i * n * s * n..(i + 1) * n * s * n].iter_mut().zip(0usize..)
            {
                let (p, j, q) = (index / (s * n), index % (s * n) / n, index % n);
                let unit = f64::from(u8::from(i == j && p == q));
                *entry = unit - h * self.nodes.a[i * s + j] * J[p * n + q];
            }
        }
        right.iter_mut().zip(&self.k).for_each(|(f, k)| *f -= k);
        Ok(())
    }

    /// The polynomial of the step, led to its end.
    fn write(&mut self, from: Point<'_>, h: f64, piece: &mut Piece) {
        let (n, s) = (from.x.len(), self.nodes.s);
        (piece.t, piece.h) = (from.t, h);
        piece.c.fill(0.0);
        piece.c[..n].copy_from_slice(from.x);
        let mut length = 1.0;
        for power in 0..s {
            for r in 0..n {
                let slopes = (0..s).map(|j| self.nodes.p[j * s + power] * self.k[j * n + r]);
                piece.c[(power + 1) * n + r] = slopes.sum::<f64>() / length;
            }
            length *= h;
        }
        for r in 0..n {
            let along: f64 = (0..s).map(|i| self.nodes.b[i] * self.k[i * n + r]).sum();
            let out = self.room.x_hat[r] - from.x[r];
            let back = self.room.x1[r] - (self.room.x_hat[r] + h * along);
            piece.increment[r] = h * along + (out + back);
            let delta = piece.increment[r] - piece.rise(h, r);
            piece.lead_to(r, delta);
        }
    }
}

/// A residual or a relative change that stagnates below this is round-off.
const SETTLED: f64 = 1e-10;

/// Whether an iteration has come to round-off: it no longer falls, and it is small.
fn settled(change: f64, before: f64, size: f64) -> bool {
    change == 0.0 || (change >= before && change <= SETTLED * size)
}

/// y = x + N μ.
fn add(x: &[f64], N: &[f64], mu: &[f64], y: &mut [f64]) {
    let m = mu.len();
    for r in 0..x.len() {
        y[r] = x[r] + (0..m).map(|k| N[r * m + k] * mu[k]).sum::<f64>();
    }
}

impl Method for Collocation<'_> {
    fn name(&self) -> &'static str {
        "collocation"
    }

    fn dim(&self) -> usize {
        self.field.dim()
    }

    fn degree(&self) -> usize {
        self.nodes.s.max(3)
    }

    fn step(&mut self, from: Point<'_>, limit: f64, piece: &mut Piece) -> Result<(), NoStep> {
        let whole = self.h * (1.0 + 1e-9) < limit.abs();
        let h = if whole { self.h.copysign(limit) } else { limit };
        self.guess(from, h)?;
        self.known = 0.0;
        self.solve(from, h)?;
        self.write(from, h, piece);
        self.known = h;
        Ok(())
    }

    fn projection(&self) -> Option<Projection> {
        Some(self.last)
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
