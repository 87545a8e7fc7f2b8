//! RATTLE: the variational method of order 2 for position constraints. To reproduce papers.
//!
//! With u = (q₁ − q₀)/h and the trapezoidal rule for the action of a step,
//!
//! ```text
//! p₀ = ½ (L_v(q₀, u) + L_v(q₁, u)) − (h/2) (L_q(q₀, u) + Q(q₀, u) + G(q₀)ᵀ λ)               (1)
//! g(q₁) = 0                                                                                 (2)
//! p₁ = ½ (L_v(q₀, u) + L_v(q₁, u)) + (h/2) (L_q(q₁, u) + Q(q₁, u) + G(q₁)ᵀ μ)               (3)
//! G(q₁) v₁ + g_t = 0,   p₁ = L_v(q₁, v₁)                                                    (4)
//! ```
//!
//! For L = ½ vᵀM v − V(q) with constant M this is the RATTLE of \[Andersen1983\]; for other L it is
//! the method of [`HairerLubichWanner2006`, §VII.1.4] in positions. λ here is discrete: it differs
//! from the multiplier of the motion by O(h). Newton's method leaves out the derivatives of Q and of
//! ∂²L by q, which do not change what it converges to.
//!
//! Known limits: position constraints only; fixed steps.

use crate::events::Graphs;
use crate::field::{FieldError, VectorField};
use crate::linear::Factors;
use crate::manifold::{Projection, largest};
use crate::mechanical::{Derivatives, Legendre, Mechanical, Newton, Residuals, cubic};
use crate::method::{Effort, Method, NoStep, Point};
use crate::piece::Piece;

/// The method for a mechanical system; `field` is asked for watched quantities only.
pub struct Rattle<'a> {
    system: &'a dyn Mechanical,
    field: &'a dyn VectorField,
    h: f64,
    start: Derivatives,
    end: Derivatives,
    g0: Residuals,
    g1: Residuals,
    lambda: Vec<f64>,
    matrix: Factors,
    right: Vec<f64>,
    u: Vec<f64>,
    p: Vec<f64>,
    x1: Vec<f64>,
    legendre: Legendre,
    residual: f64,
    effort: Effort,
}

impl std::fmt::Debug for Rattle<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rattle").field("h", &self.h).finish()
    }
}

impl<'a> Rattle<'a> {
    /// With steps of length h.
    #[must_use]
    pub fn new(system: &'a dyn Mechanical, field: &'a dyn VectorField, h: f64) -> Self {
        let (n, m) = (system.freedom(), system.positions());
        Rattle {
            system,
            field,
            h: h.abs(),
            start: Derivatives::new(n),
            end: Derivatives::new(n),
            g0: Residuals::new(m, n),
            g1: Residuals::new(m, n),
            lambda: vec![0.0; m],
            matrix: Factors::new(n + m),
            right: vec![0.0; n + m],
            u: vec![0.0; n],
            p: vec![0.0; n],
            x1: vec![0.0; 2 * n],
            legendre: Legendre::new(system),
            residual: 0.0,
            effort: Effort::default(),
        }
    }

    /// λ of the last step, equation (1): the reaction is G(q₀)ᵀ λ.
    #[must_use]
    pub fn multipliers(&self) -> &[f64] {
        &self.lambda
    }

    /// Equations (1) and (2) for q₁ and λ.
    fn positions(&mut self, from: Point<'_>, h: f64) -> Result<(), FieldError> {
        let n = self.u.len();
        let (q0, v0) = from.x.split_at(n);
        self.system.derivatives(from.t, q0, v0, &mut self.start)?;
        self.p.copy_from_slice(&self.start.L_v);
        self.system.position(from.t, q0, &mut self.g0)?;
        for i in 0..n {
            self.x1[i] = q0[i] + h * v0[i];
        }
        let mut steps = Newton::new("RATTLE");
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

    /// Derivatives of L at (q₀, u) and (q₁, u), and g at q₁.
    fn evaluate(&mut self, from: Point<'_>, h: f64) -> Result<(), FieldError> {
        let n = self.u.len();
        for i in 0..n {
            self.u[i] = (self.x1[i] - from.x[i]) / h;
        }
        self.effort.evaluations += 2;
        self.system.derivatives(from.t, &from.x[..n], &self.u, &mut self.start)?;
        self.system.derivatives(from.t + h, &self.x1[..n], &self.u, &mut self.end)?;
        self.system.position(from.t + h, &self.x1[..n], &mut self.g1)
    }

    /// The linear system of Newton's method for (1) and (2).
    fn assemble(&mut self, h: f64) {
        let (n, m) = (self.u.len(), self.lambda.len());
        let (a, b, w) = (&self.start, &self.end, n + m);
        let matrix = self.matrix.matrix();
        matrix.fill(0.0);
        for i in 0..n {
            let momentum = 0.5 * (a.L_v[i] + b.L_v[i]);
            self.right[i] = self.p[i] - momentum + 0.5 * h * (a.L_q[i] + a.Q[i]); // (1) but for λ
            for j in 0..n {
                let ij = i * n + j;
                matrix[i * w + j] =
                    0.5 * (a.L_vv[ij] + b.L_vv[ij]) / h + 0.5 * (b.L_qv[j * n + i] - a.L_qv[ij]);
            }
            for k in 0..m {
                matrix[i * w + n + k] = -0.5 * h * self.g0.by_q[k * n + i];
                matrix[(n + k) * w + i] = self.g1.by_q[k * n + i];
            }
        }
        for k in 0..m {
            self.right[n + k] = -self.g1.value[k]; // (2)
        }
    }

    /// Equations (3) and (4).
    fn velocities(&mut self, from: Point<'_>, h: f64) -> Result<(), FieldError> {
        let n = self.u.len();
        let (a, b) = (&self.start, &self.end);
        for i in 0..n {
            self.p[i] = 0.5 * (a.L_v[i] + b.L_v[i]) + 0.5 * h * (b.L_q[i] + b.Q[i]); // (3)
        }
        let (q1, v1) = self.x1.split_at_mut(n);
        v1.copy_from_slice(&self.u);
        self.legendre.solve(self.system, (from.t + h, q1), &self.p, v1)?; // (4)
        self.residual = largest(&self.g1.value).max(largest(&self.legendre.phi.value));
        Ok(())
    }
}

impl Method for Rattle<'_> {
    fn name(&self) -> &'static str {
        "rattle"
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
        Some(Projection { residual: self.residual, ..Projection::NONE })
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
