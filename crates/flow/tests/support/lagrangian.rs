//! Mechanical systems from recorded Lagrangians and constraints, and their motion by the KKT
//! equations.

use alembert_flow::{
    Derivatives, Factors, FieldError, Free, Mechanical, Residuals, Settings, Trajectory,
    VectorField,
};

use super::tape::{E, Tape};

/// Coordinates, velocities and time of a recorded function.
pub struct At<'a> {
    pub q: &'a [E],
    pub v: &'a [E],
    pub t: E,
}

/// L, Q, g and φ (the derivatives of g first), as functions of (q, v, t).
pub struct Lagrangian {
    pub name: &'static str,
    n: usize,
    L: Tape,
    Q: Tape,
    g: Tape,
    phi: Tape,
    pub start: Vec<f64>,
}

fn record(n: usize, f: impl FnOnce(&At<'_>) -> Vec<E>) -> Tape {
    Tape::record(2 * n + 1, |_, x| f(&At { q: &x[..n], v: &x[n..2 * n], t: x[2 * n] }))
}

impl Lagrangian {
    pub fn new(name: &'static str, start: &[f64], L: impl FnOnce(&At<'_>) -> E) -> Self {
        let n = start.len() / 2;
        let none = || record(n, |_| Vec::new());
        let L = record(n, |at| vec![L(at)]);
        Lagrangian { name, n, L, Q: none(), g: none(), phi: none(), start: start.to_vec() }
    }

    pub fn forced(mut self, Q: impl FnOnce(&At<'_>) -> Vec<E>) -> Self {
        self.Q = record(self.n, Q);
        self
    }

    /// A velocity constraint.
    pub fn rolling(mut self, phi: impl FnOnce(&At<'_>) -> Vec<E>) -> Self {
        self.phi = record(self.n, phi);
        self
    }

    /// Position constraints with their derivatives.
    pub fn on(
        mut self,
        g: impl FnOnce(&At<'_>) -> Vec<E>,
        velocity: impl FnOnce(&At<'_>) -> Vec<E>,
    ) -> Self {
        self.g = record(self.n, g);
        self.phi = record(self.n, velocity);
        self
    }

    fn at(&self, t: f64, q: &[f64], v: &[f64]) -> Vec<f64> {
        q.iter().chain(v).copied().chain([t]).collect()
    }

    fn residuals(&self, tape: &Tape, x: &[f64], out: &mut Residuals) -> Vec<f64> {
        let n = self.n;
        let rows = tape.gradient(0.0, x);
        for (k, (value, row)) in rows.iter().enumerate() {
            out.value[k] = *value;
            out.by_q[k * n..(k + 1) * n].copy_from_slice(&row[..n]);
            out.by_v[k * n..(k + 1) * n].copy_from_slice(&row[n..2 * n]);
        }
        rows.iter().map(|(_, row)| row[2 * n]).collect()
    }

    /// The state at a time: the KKT equations by dop853 at its finest.
    pub fn truth(&self, end: f64) -> Trajectory {
        let mut method = alembert_flow::Dop853::new(self, 1e-13);
        let free = Free::new(2 * self.n);
        Trajectory::of(&mut method, &free, (0.0, &self.start), &Settings::to(end))
    }
}

impl Mechanical for Lagrangian {
    fn freedom(&self) -> usize {
        self.n
    }
    fn positions(&self) -> usize {
        self.g.outputs.len()
    }
    fn velocities(&self) -> usize {
        self.phi.outputs.len()
    }
    fn derivatives(
        &self,
        t: f64,
        q: &[f64],
        v: &[f64],
        out: &mut Derivatives,
    ) -> Result<(), FieldError> {
        let (n, x) = (self.n, self.at(t, q, v));
        let w = x.len();
        let L = &self.L.second(0.0, &x)[0];
        out.L_q.copy_from_slice(&L.first[..n]);
        out.L_v.copy_from_slice(&L.first[n..2 * n]);
        for i in 0..n {
            for j in 0..n {
                out.L_qq[i * n + j] = L.second[i * w + j];
                out.L_qv[i * n + j] = L.second[i * w + n + j];
                out.L_vv[i * n + j] = L.second[(n + i) * w + n + j];
            }
        }
        for (i, force) in self.Q.gradient(0.0, &x).iter().enumerate() {
            out.Q[i] = force.0;
        }
        Ok(())
    }
    fn position(&self, t: f64, q: &[f64], out: &mut Residuals) -> Result<(), FieldError> {
        let still = vec![0.0; self.n];
        self.residuals(&self.g, &self.at(t, q, &still), out);
        Ok(())
    }
    fn velocity(
        &self,
        t: f64,
        q: &[f64],
        v: &[f64],
        out: &mut Residuals,
    ) -> Result<(), FieldError> {
        self.residuals(&self.phi, &self.at(t, q, v), out);
        Ok(())
    }
}

impl VectorField for Lagrangian {
    fn dim(&self) -> usize {
        2 * self.n
    }

    /// `L_vv a − Aᵀ λ = L_q − L_vq v − L_vt + Q` and `A a = −φ_q v − φ_t`.
    fn rate(&self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), FieldError> {
        let (n, m) = (self.n, self.velocities());
        let (q, v) = x.split_at(n);
        let all = self.at(t, q, v);
        let (mut d, mut phi) = (Derivatives::new(n), Residuals::new(m, n));
        self.derivatives(t, q, v, &mut d)?;
        let by_t = self.residuals(&self.phi, &all, &mut phi);
        let L = &self.L.second(0.0, &all)[0];
        let mut matrix = Factors::new(n + m);
        let mut right = vec![0.0; n + m];
        for i in 0..n {
            let drift: f64 = (0..n).map(|j| d.L_qv[j * n + i] * v[j]).sum();
            right[i] = d.L_q[i] - drift - L.second[(n + i) * all.len() + 2 * n] + d.Q[i];
            for j in 0..n {
                matrix.matrix()[i * (n + m) + j] = d.L_vv[i * n + j];
            }
            for k in 0..m {
                matrix.matrix()[i * (n + m) + n + k] = -phi.by_v[k * n + i];
                matrix.matrix()[(n + k) * (n + m) + i] = phi.by_v[k * n + i];
            }
        }
        for k in 0..m {
            let drift: f64 = (0..n).map(|j| phi.by_q[k * n + j] * v[j]).sum();
            right[n + k] = -drift - by_t[k];
        }
        matrix.factorise();
        matrix.solve(&mut right);
        dx[..n].copy_from_slice(v);
        dx[n..].copy_from_slice(&right[..n]);
        Ok(())
    }
}
