//! The discrete Lagrange–d'Alembert method of order 2 for velocity constraints. To reproduce papers.
//!
//! With the midpoint q̄ = ½ (q₀ + q₁), u = (q₁ − q₀)/h and the action h L(q̄, u) of a step,
//!
//! ```text
//! L_v(q̄, u) − (h/2) (L_q(q̄, u) + Q(q̄, u)) = p₀ + A(q₀)ᵀ λ                                   (1)
//! φ(q̄, u) = 0                                                                               (2)
//! p₁ = L_v(q̄, u) + (h/2) (L_q(q̄, u) + Q(q̄, u))                                              (3)
//! L_v(q₁, v₁) − A(q₁)ᵀ κ = p₁,   φ(q₁, v₁) = 0                                              (4)
//! ```
//!
//! (1) and (2) are the discrete equations of \[`CortesMartinez2001`\]; (4) names the velocity at
//! a node: what it adds to p₁ along A is absorbed by the next λ. Newton's method leaves out the
//! derivatives of Q.
//!
//! Known limits: fixed steps; constraints linear or affine in v; position constraints hold only to
//! O(h²), as their velocity form at midpoints; energy drifts on systems that are not reversible.

use crate::events::Graphs;
use crate::field::{FieldError, VectorField};
use crate::linear::Factors;
use crate::manifold::{Projection, largest};
use crate::mechanical::{Derivatives, Legendre, Mechanical, Newton, Residuals, cubic};
use crate::method::{Effort, Method, NoStep, Point};
use crate::piece::Piece;

/// The method for a mechanical system; `field` is asked for watched quantities only.
pub struct Dla<'a> {
    system: &'a dyn Mechanical,
    field: &'a dyn VectorField,
    h: f64,
    d: Derivatives,
    start: Residuals,
    middle: Residuals,
    lambda: Vec<f64>,
    matrix: Factors,
    right: Vec<f64>,
    q: Vec<f64>,
    u: Vec<f64>,
    p: Vec<f64>,
    x1: Vec<f64>,
    legendre: Legendre,
    effort: Effort,
}

impl std::fmt::Debug for Dla<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Dla").field("h", &self.h).finish()
    }
}

impl<'a> Dla<'a> {
    /// With steps of length h.
    #[must_use]
    pub fn new(system: &'a dyn Mechanical, field: &'a dyn VectorField, h: f64) -> Self {
        let (n, m) = (system.freedom(), system.velocities());
        Dla {
            system,
            field,
            h: h.abs(),
            d: Derivatives::new(n),
            start: Residuals::new(m, n),
            middle: Residuals::new(m, n),
            lambda: vec![0.0; m],
            matrix: Factors::new(n + m),
            right: vec![0.0; n + m],
            q: vec![0.0; n],
            u: vec![0.0; n],
            p: vec![0.0; n],
            x1: vec![0.0; 2 * n],
            legendre: Legendre::new(system),
            effort: Effort::default(),
        }
    }

    /// λ of the last step, equation (1): an impulse along A(q₀).
    #[must_use]
    pub fn multipliers(&self) -> &[f64] {
        &self.lambda
    }

    /// Equations (1) and (2) for q₁ and λ.
    fn positions(&mut self, from: Point<'_>, h: f64) -> Result<(), FieldError> {
        let n = self.u.len();
        let (q0, v0) = from.x.split_at(n);
        self.system.derivatives(from.t, q0, v0, &mut self.d)?;
        self.p.copy_from_slice(&self.d.L_v);
        self.system.velocity(from.t, q0, v0, &mut self.start)?;
        for i in 0..n {
            self.x1[i] = q0[i] + h * v0[i];
        }
        let mut steps = Newton::new("the solution of the discrete Lagrange–d'Alembert equations");
        while steps.goes_on() {
            self.evaluate(from, h)?;
            self.assemble(h);
            self.matrix.factorise();
            self.matrix.solve(&mut self.right);
            self.x1.iter_mut().zip(&self.right[..n]).for_each(|(q, d)| *q += d);
            self.lambda.copy_from_slice(&self.right[n..]);
            steps.note(&self.right[..n], &self.x1[..n]);
        }
        self.evaluate(from, h)?;
        steps.end()
    }

    /// Derivatives of L and φ at the midpoint.
    fn evaluate(&mut self, from: Point<'_>, h: f64) -> Result<(), FieldError> {
        for i in 0..self.u.len() {
            self.q[i] = 0.5 * (from.x[i] + self.x1[i]);
            self.u[i] = (self.x1[i] - from.x[i]) / h;
        }
        self.effort.evaluations += 1;
        let t = from.t + 0.5 * h;
        self.system.derivatives(t, &self.q, &self.u, &mut self.d)?;
        self.system.velocity(t, &self.q, &self.u, &mut self.middle)
    }

    /// The linear system of Newton's method for (1) and (2).
    fn assemble(&mut self, h: f64) {
        let (n, m) = (self.u.len(), self.lambda.len());
        let (d, w) = (&self.d, n + m);
        let matrix = self.matrix.matrix();
        matrix.fill(0.0);
        for i in 0..n {
            self.right[i] = self.p[i] - d.L_v[i] + 0.5 * h * (d.L_q[i] + d.Q[i]); // (1) but for λ
            for j in 0..n {
                let (ij, ji) = (i * n + j, j * n + i);
                matrix[i * w + j] =
                    d.L_vv[ij] / h + 0.5 * (d.L_qv[ji] - d.L_qv[ij]) - 0.25 * h * d.L_qq[ij];
            }
            for k in 0..m {
                matrix[i * w + n + k] = -self.start.by_v[k * n + i];
                matrix[(n + k) * w + i] =
                    0.5 * self.middle.by_q[k * n + i] + self.middle.by_v[k * n + i] / h;
            }
        }
        for k in 0..m {
            self.right[n + k] = -self.middle.value[k]; // (2)
        }
    }

    /// Equations (3) and (4).
    fn velocities(&mut self, from: Point<'_>, h: f64) -> Result<(), FieldError> {
        let n = self.u.len();
        for i in 0..n {
            self.p[i] = self.d.L_v[i] + 0.5 * h * (self.d.L_q[i] + self.d.Q[i]); // (3)
        }
        let (q1, v1) = self.x1.split_at_mut(n);
        v1.copy_from_slice(&self.u);
        self.legendre.solve(self.system, (from.t + h, q1), &self.p, v1) // (4)
    }
}

impl Method for Dla<'_> {
    fn name(&self) -> &'static str {
        "dla"
    }

    fn dim(&self) -> usize {
        2 * self.system.freedom()
    }

    fn degree(&self) -> usize {
        3
    }

    fn step(&mut self, from: Point<'_>, limit: f64, piece: &mut Piece) -> Result<(), NoStep> {
        let whole = self.h * (1.0 + 1e-9) < limit.abs();
        let h = if whole { self.h.copysign(limit) } else { limit };
        self.positions(from, h)?;
        self.velocities(from, h)?;
        cubic(piece, (from.t, h), from.x, &self.x1);
        Ok(())
    }

    fn projection(&self) -> Option<Projection> {
        let residual = largest(&self.legendre.phi.value);
        Some(Projection { residual, ..Projection::NONE })
    }

    fn watches(&self) -> usize {
        self.field.watches()
    }

    fn watch(&self, t: f64, x: &[f64], g: &mut [f64]) -> Result<(), FieldError> {
        self.field.watch(t, x, g)
    }

    fn graphs(&mut self, piece: &Piece, graphs: &mut Graphs) {
        graphs.sample(self.field, piece);
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}
