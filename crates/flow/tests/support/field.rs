//! A recorded function as a field, and recorded constraints as a manifold.

use std::cell::RefCell;

use alembert_flow::{
    Constraints, Correction, FieldError, Jacobian, Manifold, Number, Projection, Series,
    VectorField,
};

use super::precise::Precise;
use super::tape::{E, Elementary, Tape};

/// A field ẋ = f(t, x) with watched quantities.
#[derive(Debug)]
pub struct Taped<R: Number = f64> {
    dim: usize,
    rate: Tape,
    watch: Tape,
    room: RefCell<Vec<R>>,
}

fn grow<R: Number>(room: &mut Vec<R>, size: usize) {
    if room.len() < size {
        room.resize(size, R::from(0.0));
    }
}

fn float(k: usize) -> f64 {
    f64::from(u32::try_from(k).expect("orders are small"))
}

impl<R: Elementary> Taped<R> {
    pub fn new(dim: usize, f: impl FnOnce(E, &[E]) -> Vec<E>) -> Self {
        let watch = Tape::record(dim, |_, _| Vec::new());
        Taped { dim, rate: Tape::record(dim, f), watch, room: RefCell::new(Vec::new()) }
    }

    pub fn watching(mut self, g: impl FnOnce(E, &[E]) -> Vec<E>) -> Self {
        self.watch = Tape::record(self.dim, g);
        self
    }

    fn values(&self, tape: &Tape, t: R, x: &[R], out: &mut [R]) -> Result<(), FieldError> {
        let mut room = self.room.borrow_mut();
        grow(&mut room, tape.nodes());
        tape.order(0, t, (x, self.dim), (&mut room, 1))?;
        tape.outputs.iter().zip(out).for_each(|(&node, out)| *out = room[node]);
        Ok(())
    }
}

impl Taped {
    /// The same field in double-double.
    pub fn precise(&self) -> Taped<Precise> {
        let (rate, watch) = (self.rate.clone(), self.watch.clone());
        Taped { dim: self.dim, rate, watch, room: RefCell::new(Vec::new()) }
    }
}

impl<R: Elementary> VectorField<R> for Taped<R> {
    fn dim(&self) -> usize {
        self.dim
    }
    fn rate(&self, t: R, x: &[R], dx: &mut [R]) -> Result<(), FieldError> {
        self.values(&self.rate, t, x, dx)
    }
    fn watches(&self) -> usize {
        self.watch.outputs.len()
    }
    fn watch(&self, t: R, x: &[R], g: &mut [R]) -> Result<(), FieldError> {
        self.values(&self.watch, t, x, g)
    }
}

impl<R: Elementary> Series<R> for Taped<R> {
    fn series(&self, t: R, x: &[R], order: usize, c: &mut [R]) -> Result<(), FieldError> {
        let (n, stride) = (self.dim, order + 1);
        let mut room = self.room.borrow_mut();
        grow(&mut room, self.rate.nodes() * stride);
        c[..n].copy_from_slice(x);
        for k in 0..order {
            self.rate.order(k, t, (c, n), (&mut room, stride))?;
            for (i, &node) in self.rate.outputs.iter().enumerate() {
                c[(k + 1) * n + i] = room[node * stride + k] / R::from(float(k + 1));
            }
        }
        Ok(())
    }

    fn watched(&self, t: R, order: usize, c: &[R], g: &mut [R]) -> Result<(), FieldError> {
        let (w, stride) = (self.watch.outputs.len(), order + 1);
        let mut room = self.room.borrow_mut();
        grow(&mut room, self.watch.nodes() * stride);
        for k in 0..=order {
            self.watch.order(k, t, (c, self.dim), (&mut room, stride))?;
            for (j, &node) in self.watch.outputs.iter().enumerate() {
                g[k * w + j] = room[node * stride + k];
            }
        }
        Ok(())
    }
}

impl Jacobian for Taped {
    fn jacobian(&self, t: f64, x: &[f64], j: &mut [f64]) -> Result<(), FieldError> {
        let rows = self.rate.gradient(t, x);
        rows.iter().zip(j.chunks_mut(self.dim)).for_each(|(row, j)| j.copy_from_slice(&row.1));
        Ok(())
    }
}

/// Constraints on (q, v) with unit masses: the first rows are positions, the others velocities.
#[derive(Debug)]
pub struct Rows {
    rows: Tape,
    positions: usize,
    scales: Vec<f64>,
    angles: Vec<bool>,
    room: RefCell<Vec<f64>>,
    correction: RefCell<Correction>,
}

impl Rows {
    pub fn new(angles: Vec<bool>, positions: usize, r: impl FnOnce(E, &[E]) -> Vec<E>) -> Self {
        let rows = Tape::record(angles.len(), r);
        let correction = Correction::new(angles.len(), rows.outputs.len());
        Rows {
            positions,
            scales: angles.iter().map(|&a| f64::from(u8::from(a))).collect(),
            room: RefCell::new(vec![0.0; rows.nodes()]),
            correction: RefCell::new(correction),
            angles,
            rows,
        }
    }
}

impl Manifold for Rows {
    fn project(&self, t: f64, x: &mut [f64]) -> Result<Projection, FieldError> {
        self.correction.borrow_mut().project(self, t, x)
    }
    fn scales(&self) -> &[f64] {
        &self.scales
    }
    fn angles(&self) -> &[bool] {
        &self.angles
    }
}

impl Constraints for Rows {
    fn count(&self) -> usize {
        self.rows.outputs.len()
    }
    fn residual(&self, t: f64, x: &[f64], r: &mut [f64]) -> Result<(), FieldError> {
        let room = &mut *self.room.borrow_mut();
        self.rows.order(0, t, (x, x.len()), (room, 1))?;
        self.rows.outputs.iter().zip(r).for_each(|(&node, r)| *r = room[node]);
        Ok(())
    }
    fn directions(&self, t: f64, x: &[f64], N: &mut [f64]) -> Result<(), FieldError> {
        let (m, half) = (self.count(), x.len() / 2);
        for (k, (_, row)) in self.rows.gradient(t, x).iter().enumerate() {
            for i in 0..x.len() {
                let is_own = (i < half) == (k < self.positions);
                N[i * m + k] = if is_own { row[i] } else { 0.0 };
            }
        }
        Ok(())
    }
    fn gradient(&self, t: f64, x: &[f64], G: &mut [f64]) -> Result<(), FieldError> {
        let rows = self.rows.gradient(t, x);
        rows.iter().zip(G.chunks_mut(x.len())).for_each(|(row, G)| G.copy_from_slice(&row.1));
        Ok(())
    }
}
