//! The constraints on the state, and the way back to them.
//!
//! Level k is the set of equations `ψ(q, …, q⁽ᵏ⁾, t) = 0` that restrict the derivatives `y = q⁽ᵏ⁾`,
//! from the positions upwards. Each is satisfied by Newton's method,
//!
//! ```text
//! G δ = −ψ,   G = ∂ψ/∂y,   δᵀ M δ smallest,     y ← y + δ                           (1)
//! ```
//!
//! in the kinetic metric M; for a Lagrangian with accelerations in the Euclidean metric of the scales. A
//! residual is measured by the terms of its row,
//!
//! ```text
//! |ψ| / (Σ |G y| + |ψ − G y|)                                                       (2)
//! ```
//!
//! or, when these were larger before, by the largest that they have been.

use std::cell::{Cell, RefCell};

use alembert_algebra::{Expr, gradient};
use alembert_flow::{FieldError, Manifold, Projection};
use alembert_kernel::{
    Correction, Kernel, KernelError, Metric, Program, Workspace, nearest_correction,
};

use super::WalkError;
use super::course::Course;
use super::field::{Numeral, said};

/// Newton steps before a projection gives up.
const MOST_NEWTON_STEPS: usize = 12;
/// A scaled residual that stagnates below this many units of rounding is rounding.
const SETTLED: f64 = 1e5;

/// One level of constraints.
pub(super) struct Level<T> {
    /// ψ, then G by rows, then M by rows when there is a kinetic metric.
    kernel: Kernel<T>,
    /// Where y begins in the state.
    pub(super) first: usize,
    /// How many there are.
    pub(super) n: usize,
    /// The number of equations.
    pub(super) m: usize,
    has_inertia: bool,
    /// The largest rank that was seen.
    rank: Cell<usize>,
    /// The largest denominators of (2) so far.
    sizes: RefCell<Vec<f64>>,
}

/// The values of a level at a state.
pub(super) struct Look<T> {
    /// ψ.
    pub(super) psi: Vec<T>,
    /// G, by rows.
    pub(super) rows: Vec<T>,
    /// M, by rows; empty without a kinetic metric.
    pub(super) inertia: Vec<T>,
    /// The residuals (2).
    pub(super) scaled: Vec<f64>,
}

/// All levels, with the scales and the angles of the state.
pub(super) struct Surface<T> {
    pub(super) levels: Vec<Level<T>>,
    scales: Vec<f64>,
    angles: Vec<bool>,
    room: RefCell<Room<T>>,
}

struct Room<T> {
    space: Workspace<T>,
    at: Vec<T>,
    out: Vec<T>,
}

impl<T: Numeral> Level<T> {
    /// The level of these equations on the derivatives of order k.
    pub(super) fn new(
        course: &Course,
        k: usize,
        level: &[Expr],
        fixed: &[T],
    ) -> Result<Self, WalkError> {
        let n = course.n;
        let y = &course.motion.state[k * n..(k + 1) * n];
        let mut outputs: Vec<Expr> = level.to_vec();
        outputs.extend(level.iter().flat_map(|&psi| gradient(psi, y).to_vec()));
        outputs.extend(course.inertia.iter().flatten());
        let lowered = course.plain_tape(&outputs)?;
        let all: Vec<usize> = (0..outputs.len()).collect();
        Ok(Self {
            kernel: Program::new(&lowered.tape, lowered.moving, &all).bind(fixed)?,
            first: k * n,
            n,
            m: level.len(),
            has_inertia: course.inertia.is_some(),
            rank: Cell::new(0),
            sizes: RefCell::new(vec![0.0; level.len()]),
        })
    }

    fn look(&self, room: &mut Room<T>, t: T, x: &[T]) -> Result<Look<T>, KernelError> {
        room.at.clear();
        room.at.push(t);
        room.at.extend_from_slice(x);
        self.kernel.values(&mut room.space, &room.at, &mut room.out)?;
        let (psi, rest) = room.out.split_at(self.m);
        let (rows, inertia) = rest.split_at(self.m * self.n);
        let y = &x[self.first..self.first + self.n];
        let scaled = (0..self.m).map(|i| {
            let row = &rows[i * self.n..(i + 1) * self.n];
            let terms = row.iter().zip(y).map(|(&g, &y)| g * y);
            let sum = terms.clone().fold(T::from(0.0), |sum, term| sum + term);
            let size: f64 = terms.map(|term| term.to_f64().abs()).sum();
            self.measured(i, psi[i].to_f64(), size + (psi[i] - sum).to_f64().abs()) // (2)
        });
        Ok(Look {
            scaled: scaled.collect(),
            psi: psi.to_vec(),
            rows: rows.to_vec(),
            inertia: inertia.to_vec(),
        })
    }

    fn measured(&self, i: usize, residual: f64, size: f64) -> f64 {
        let sizes = &mut *self.sizes.borrow_mut();
        sizes[i] = sizes[i].max(size);
        if residual == 0.0 { 0.0 } else { residual.abs() / sizes[i] }
    }

    /// The δ of (1).
    fn correction(&self, look: &Look<T>, scales: &[f64]) -> Option<Correction<T>> {
        let metric = match self.has_inertia {
            true => Metric::Inertia(&look.inertia),
            false => Metric::Scales(scales),
        };
        nearest_correction(metric, &look.rows, &look.psi)
    }

    /// The ratio of singular values, 0 when the rank is less than it has been.
    fn ratio(&self, correction: &Correction<T>) -> f64 {
        let lost = correction.rank < self.rank.get();
        self.rank.set(self.rank.get().max(correction.rank));
        if lost { 0.0 } else { correction.ratio }
    }
}

impl<T: Numeral> Surface<T> {
    /// The surface of a course; the work has the scale of the energies.
    pub(super) fn new(course: &Course, fixed: &[T], energy: f64) -> Result<Self, WalkError> {
        let levels = (0..course.motion.manifold.len())
            .filter(|&k| !course.motion.manifold[k].is_empty())
            .map(|k| Level::new(course, k, &course.motion.manifold[k], fixed));
        let mut scales: Vec<f64> =
            course.angles.iter().map(|&angle| if angle { 1.0 } else { 0.0 }).collect();
        if course.power.is_some() {
            *scales.last_mut().expect("the work is the last entry") = energy;
        }
        let (space, at, out) = (Workspace::default(), Vec::new(), Vec::new());
        Ok(Self {
            levels: levels.collect::<Result<_, _>>()?,
            scales,
            angles: course.angles.clone(),
            room: RefCell::new(Room { space, at, out }),
        })
    }

    /// The values of a level at a state.
    pub(super) fn look(&self, level: &Level<T>, t: T, x: &[T]) -> Result<Look<T>, KernelError> {
        level.look(&mut self.room.borrow_mut(), t, x)
    }

    /// The largest scaled residual at a state.
    pub(super) fn residual(&self, t: T, x: &[T]) -> Result<f64, KernelError> {
        let mut largest = 0.0f64;
        for level in &self.levels {
            let look = self.look(level, t, x)?;
            largest = look.scaled.iter().fold(largest, |a, &b| a.max(b));
        }
        Ok(largest)
    }

    /// The weights of the constraints in the combination that is nearest to 0, level by level from the
    /// highest.
    pub(super) fn weakest(&self, t: T, x: &[T]) -> Option<Vec<f64>> {
        let level = self.levels.last()?;
        let look = self.look(level, t, x).ok()?;
        Some(level.correction(&look, &self.metric_scales(level, x))?.weakest)
    }

    /// Scales for the Euclidean metric: given ones, or sizes of the state.
    fn metric_scales(&self, level: &Level<T>, x: &[T]) -> Vec<f64> {
        let scale = |i: usize| match self.scales[i] {
            0.0 => x[i].to_f64().abs().max(1.0),
            given => given,
        };
        (level.first..level.first + level.n).map(scale).collect()
    }

    fn settle(&self, level: &Level<T>, t: T, x: &mut [T]) -> Result<Projection, FieldError> {
        let mut done = Projection::NONE;
        let mut before = f64::INFINITY;
        let enough = <T as alembert_algebra::numeric::Real>::EPSILON / 2.0;
        for round in 0..MOST_NEWTON_STEPS {
            let look = self.look(level, t, x).map_err(|error| said(&error))?;
            done.residual = look.scaled.iter().fold(0.0, |a, &b| a.max(b));
            if round > 0 && (done.residual <= enough || done.residual >= 0.5 * before) {
                break;
            }
            before = done.residual;
            let scales = self.metric_scales(level, x);
            let correction = level.correction(&look, &scales);
            let correction = correction.ok_or(FieldError::NotFinite { component: level.first })?;
            done.rank = level.ratio(&correction);
            for (i, &delta) in correction.delta.iter().enumerate() {
                x[level.first + i] = x[level.first + i] + delta; // (1)
                done.moved = done.moved.max(delta.to_f64().abs() / scales[i]);
            }
        }
        let settled = SETTLED * <T as alembert_algebra::numeric::Real>::EPSILON;
        match done.residual < settled {
            true => Ok(done),
            false => Err(FieldError::OffManifold { residual: done.residual }),
        }
    }
}

impl<T: Numeral> Manifold<T> for Surface<T> {
    fn project(&self, t: T, x: &mut [T]) -> Result<Projection, FieldError> {
        let mut all = Projection::NONE;
        for level in &self.levels {
            let done = self.settle(level, t, x)?;
            all.moved = all.moved.max(done.moved);
            all.residual = all.residual.max(done.residual);
            all.rank = all.rank.min(done.rank);
        }
        Ok(all)
    }

    fn scales(&self) -> &[f64] {
        &self.scales
    }

    fn angles(&self) -> &[bool] {
        &self.angles
    }

    fn may_lose_rank(&self) -> bool {
        !self.levels.is_empty()
    }

    fn rank(&self, t: T, x: &[T]) -> Result<f64, FieldError> {
        let Some(level) = self.levels.last() else { return Ok(1.0) };
        let look = self.look(level, t, x).map_err(|error| said(&error))?;
        let correction = level.correction(&look, &self.metric_scales(level, x));
        Ok(correction.map_or(0.0, |c| level.ratio(&c)))
    }
}
