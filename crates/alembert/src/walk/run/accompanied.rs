//! A method for (q, v), accompanied by the work.
//!
//! The state of a run may have one more entry than the methods of papers know: the work W of the known
//! sources. Over a step of length h its rate p is the parabola through p₀, p½ and p₁, so that
//!
//! ```text
//! W(τ) = W₀ + p₀ τ + (4p½ − 3p₀ − p₁) τ²/(2h) + 2 (p₀ − 2p½ + p₁) τ³/(3h²)          (1)
//! ```
//!
//! whose value at τ = h is Simpson's rule: the balance of energy is then as good as the step.

use alembert_flow::{
    Effort, FieldError, Graphs, Method, NoStep, Piece, Point, Projection, VectorField,
};

use super::field::Field;

/// A method whose states lack the last entry of a field's.
pub(super) struct Accompanied<'f> {
    method: Box<dyn Method + 'f>,
    field: &'f Field<f64>,
    piece: Piece,
}

impl<'f> Accompanied<'f> {
    /// The method as it is, or accompanied when the field has one entry more.
    pub(super) fn if_needed(
        method: Box<dyn Method + 'f>,
        field: &'f Field<f64>,
    ) -> Box<dyn Method + 'f> {
        if method.dim() == VectorField::dim(field) {
            return method;
        }
        let piece = Piece::new(method.dim(), method.degree());
        Box::new(Self { method, field, piece })
    }

    /// p at τ.
    fn power(&self, tau: f64, work: f64) -> Result<f64, FieldError> {
        let n = self.method.dim();
        let mut x = vec![work; n + 1];
        self.piece.at(tau, &mut x[..n]);
        let mut dx = vec![0.0; n + 1];
        self.field.rate(self.piece.t + tau, &x, &mut dx)?;
        Ok(dx[n])
    }
}

impl Method for Accompanied<'_> {
    fn name(&self) -> &'static str {
        self.method.name()
    }

    fn dim(&self) -> usize {
        self.method.dim() + 1
    }

    fn degree(&self) -> usize {
        self.method.degree()
    }

    fn begin(&mut self, span: f64) {
        self.method.begin(span);
    }

    fn step(&mut self, from: Point<'_>, limit: f64, piece: &mut Piece) -> Result<(), NoStep> {
        let n = self.method.dim();
        let rest = (from.rest.0, &from.rest.1[..n]);
        let inner = Point { x: &from.x[..n], scales: &from.scales[..n], rest, ..from };
        self.method.step(inner, limit, &mut self.piece)?;
        let (h, work) = (self.piece.h, from.x[n]);
        (piece.t, piece.h) = (self.piece.t, h);
        piece.c.fill(0.0);
        for k in 0..=self.piece.order {
            let row = &self.piece.c[k * n..(k + 1) * n];
            piece.c[k * (n + 1)..k * (n + 1) + n].copy_from_slice(row);
        }
        piece.increment[..n].copy_from_slice(&self.piece.increment);
        let [p0, p, p1] = [0.0, 0.5 * h, h].map(|tau| self.power(tau, work));
        let (p0, p, p1) = (p0?, p?, p1?);
        let second = (4.0 * p - 3.0 * p0 - p1) / (2.0 * h);
        let third = 2.0 * (p0 - 2.0 * p + p1) / (3.0 * h * h);
        for (k, c) in [work, p0, second, third].into_iter().enumerate() {
            piece.c[k * (n + 1) + n] = c; // (1)
        }
        piece.increment[n] = h * (p0 + 4.0 * p + p1) / 6.0;
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

    fn projection(&self) -> Option<Projection> {
        self.method.projection()
    }

    fn effort(&self) -> Effort {
        self.method.effort()
    }
}
