//! What the methods of papers need besides a vector field: a Lagrangian and its constraints.
//!
//! ```text
//! d/dt L_v − L_q = Q + Aᵀ λ,   A = ∂φ/∂v;    g(t, q) = 0,  G = ∂g/∂q                       (1)
//! ```
//!
//! States are x = (q, v). Matrices are row by row; a matrix with no rows is an ordinary matrix.

use crate::field::FieldError;
use crate::linear::Factors;
use crate::piece::Piece;

/// First and second derivatives of L at (t, q, v), and the force.
#[derive(Debug, Clone, PartialEq)]
pub struct Derivatives {
    /// ∂L/∂q.
    pub L_q: Vec<f64>,
    /// ∂L/∂v.
    pub L_v: Vec<f64>,
    /// ∂²L/∂q∂v: row i by qᵢ, column j by vⱼ.
    pub L_qv: Vec<f64>,
    /// ∂²L/∂q∂q.
    pub L_qq: Vec<f64>,
    /// ∂²L/∂v∂v.
    pub L_vv: Vec<f64>,
    /// The generalized forces Q.
    pub Q: Vec<f64>,
}

impl Derivatives {
    /// Room for n coordinates.
    #[must_use]
    pub fn new(n: usize) -> Self {
        let (vector, matrix) = (vec![0.0; n], vec![0.0; n * n]);
        Derivatives {
            L_q: vector.clone(),
            L_v: vector.clone(),
            L_qv: matrix.clone(),
            L_qq: matrix.clone(),
            L_vv: matrix,
            Q: vector,
        }
    }
}

/// Constraints at a state, with their derivatives.
#[derive(Debug, Clone, PartialEq)]
pub struct Residuals {
    /// φ or g.
    pub value: Vec<f64>,
    /// ∂/∂q, rows by constraint.
    pub by_q: Vec<f64>,
    /// ∂/∂v, rows by constraint; zero for positions.
    pub by_v: Vec<f64>,
}

impl Residuals {
    /// Room for m constraints on n coordinates.
    #[must_use]
    pub fn new(m: usize, n: usize) -> Self {
        Residuals { value: vec![0.0; m], by_q: vec![0.0; m * n], by_v: vec![0.0; m * n] }
    }
}

/// A mechanical system (1).
pub trait Mechanical {
    /// The number of coordinates.
    fn freedom(&self) -> usize;

    /// The number of position constraints g.
    fn positions(&self) -> usize;

    /// The number of velocity constraints φ, the derivatives of g first.
    fn velocities(&self) -> usize;

    /// Derivatives of L, and Q.
    ///
    /// # Errors
    /// They have no finite value there.
    fn derivatives(
        &self,
        t: f64,
        q: &[f64],
        v: &[f64],
        out: &mut Derivatives,
    ) -> Result<(), FieldError>;

    /// g and G.
    ///
    /// # Errors
    /// They have no finite value there.
    fn position(&self, t: f64, q: &[f64], out: &mut Residuals) -> Result<(), FieldError>;

    /// φ, ∂φ/∂q and A.
    ///
    /// # Errors
    /// They have no finite value there.
    fn velocity(&self, t: f64, q: &[f64], v: &[f64], out: &mut Residuals)
    -> Result<(), FieldError>;
}

/// Finds v and κ with `L_v(q, v) − Aᵀ κ = p` and φ(q, v) = 0, from a guess of v. Each step of Newton's method
/// gives all of κ, and the change of v.
#[derive(Debug, Clone)]
pub(crate) struct Legendre {
    d: Derivatives,
    pub phi: Residuals,
    matrix: Factors,
    right: Vec<f64>,
}

/// Newton steps before an equation counts as unsolvable.
pub(crate) const MOST_NEWTON_STEPS: usize = 40;

impl Legendre {
    pub(crate) fn new(system: &dyn Mechanical) -> Self {
        let (n, m) = (system.freedom(), system.velocities());
        Legendre {
            d: Derivatives::new(n),
            phi: Residuals::new(m, n),
            matrix: Factors::new(n + m),
            right: vec![0.0; n + m],
        }
    }

    pub(crate) fn solve(
        &mut self,
        system: &dyn Mechanical,
        (t, q): (f64, &[f64]),
        p: &[f64],
        v: &mut [f64],
    ) -> Result<(), FieldError> {
        let (n, m) = (v.len(), self.phi.value.len());
        let mut steps = Newton::new("the velocity at the end of a step");
        while steps.goes_on() {
            system.derivatives(t, q, v, &mut self.d)?;
            system.velocity(t, q, v, &mut self.phi)?;
            let A = &self.phi.by_v;
            let matrix = self.matrix.matrix();
            matrix.fill(0.0);
            for i in 0..n {
                self.right[i] = p[i] - self.d.L_v[i];
                for j in 0..n {
                    matrix[i * (n + m) + j] = self.d.L_vv[i * n + j];
                }
                for k in 0..m {
                    matrix[i * (n + m) + n + k] = -A[k * n + i];
                    matrix[(n + k) * (n + m) + i] = A[k * n + i];
                }
            }
            (0..m).for_each(|k| self.right[n + k] = -self.phi.value[k]);
            self.matrix.factorise();
            self.matrix.solve(&mut self.right);
            v.iter_mut().zip(&self.right).for_each(|(v, d)| *v += d);
            steps.note(&self.right[..n], v);
        }
        steps.end()
    }
}

/// The end of Newton's method: a change that no longer falls and is small.
#[derive(Debug)]
pub(crate) struct Newton {
    iteration: &'static str,
    count: usize,
    change: f64,
    settled: bool,
}

impl Newton {
    pub(crate) fn new(iteration: &'static str) -> Self {
        Newton { iteration, count: 0, change: f64::INFINITY, settled: false }
    }

    pub(crate) fn goes_on(&self) -> bool {
        !self.settled && self.count < MOST_NEWTON_STEPS && !self.change.is_nan()
    }

    /// A change of unknowns that now have these values.
    pub(crate) fn note(&mut self, change: &[f64], values: &[f64]) {
        let largest =
            |v: &[f64]| v.iter().fold(0.0f64, |a, b| if b.is_nan() { *b } else { a.max(b.abs()) });
        let (now, size) = (largest(change), largest(values).max(1e-300));
        self.settled = now <= f64::EPSILON * size || (now >= self.change && now <= 1e-10 * size);
        self.change = now;
        self.count += 1;
    }

    pub(crate) fn end(&self) -> Result<(), FieldError> {
        if self.settled {
            return Ok(());
        }
        Err(FieldError::NoConvergence { iteration: self.iteration, change: self.change })
    }
}

/// Hermite's cubic through positions and velocities at both ends, and its derivative.
pub(crate) fn cubic(piece: &mut Piece, from: (f64, f64), x0: &[f64], x1: &[f64]) {
    let n = x0.len() / 2;
    let (t, h) = from;
    (piece.t, piece.h) = (t, h);
    piece.c.fill(0.0);
    for i in 0..n {
        let (u, v0, v1) = ((x1[i] - x0[i]) / h, x0[n + i], x1[n + i]);
        let c = [x0[i], v0, (3.0 * u - 2.0 * v0 - v1) / h, (v0 + v1 - 2.0 * u) / (h * h)];
        for k in 0..4 {
            piece.c[k * 2 * n + i] = c[k];
        }
        piece.c[n + i] = v0;
        piece.c[2 * n + n + i] = 2.0 * c[2];
        piece.c[2 * 2 * n + n + i] = 3.0 * c[3];
    }
    for i in 0..2 * n {
        piece.increment[i] = x1[i] - x0[i];
    }
}
