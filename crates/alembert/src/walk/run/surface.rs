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
//! or, when the first were larger before beside the slopes Σ |G| of the row, by the largest that they
//! have been beside them: a row that shrinks as a whole is no better satisfied. Where all terms vanish,
//! as at rest, a small part of what they might be takes their place, [`PART`] of `Σ |G| max |y|`.
//!
//! A component that the constraints hold at 0 has no size of its own. What it could have is
//!
//! ```text
//! Sᵢ = √(Σ Mⱼⱼ sⱼ² / Mᵢᵢ)                                                           (3)
//! ```
//!
//! with the sizes sⱼ of the other positions, or velocities, and for velocities at least √(2E/Mᵢᵢ) with
//! the energy E at the start. A size below [`ROUNDING`] of it is rounding; [`PART`] of it takes its
//! place.
//!
//! Rows of G are scaled to one length before their rank is looked at, so that one that vanishes, as that
//! of x² = y² at the origin, would count as long as it is not exactly 0. Its length beside its usual one,
//!
//! ```text
//! fᵢ = |Gᵢ|/|Gᵢ| usual,   |Gᵢ|² = Σ Gᵢⱼ²/Mⱼⱼ                                         (4)
//! ```
//!
//! is part of the ratio of singular values. What is usual is the largest length so far, which fades with
//! the time constant of a fifth of the longest step: a row that only shrinks has no singularity.

#![allow(non_snake_case, reason = "G, N are the symbols of the papers")]

use std::cell::{Cell, RefCell};

use alembert_algebra::{Expr, gradient};
use alembert_flow::{Constraints, FieldError, Manifold, Projection};
use alembert_kernel::{
    Kernel, KernelError, Metric, Program, Workspace, correction_directions, nearest_correction,
};

use super::WalkError;
use super::course::Course;
use super::field::{Numeral, said};

/// Newton steps before a projection gives up.
const MOST_NEWTON_STEPS: usize = 12;
/// A scaled residual that stagnates below this many units of rounding is rounding.
const SETTLED: f64 = 1e5;

/// See (2) and (3).
const PART: f64 = 1e-3;

/// See (3).
const ROUNDING: f64 = 1e-11;

/// A ratio of singular values below this counts as 0 when positions are constrained: near a singular
/// configuration, rounding ε of the constraints moves the positions by √ε, so that a motion through it
/// passes by at this distance and goes on along any branch.
const BRANCHES: f64 = 1e-7;

/// A row of G below this part of its usual length is rounding and does not count.
const FADED: f64 = 1e-8;

/// How fast the usual length of a row is forgotten: by this many powers of e in the longest step.
const FORGETTING: f64 = 5.0;

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
    /// The last denominators of (2).
    sizes: RefCell<Vec<f64>>,
    /// The largest Σ |G y| so far, each over the slopes Σ |G| of its row.
    reach: RefCell<Vec<f64>>,
    /// The usual lengths of the rows of G, (4).
    lengths: RefCell<Vec<f64>>,
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
    /// Where the velocities begin in the state.
    velocities: usize,
    /// The energy at the start, 1 where it is 0.
    energy: f64,
    /// The diagonal of the inertia where it was last seen, empty before.
    masses: RefCell<Vec<f64>>,
    /// The time of the last projection, not a number before it, and the longest step.
    clock: Cell<(f64, f64)>,
    /// The part of usual lengths that is remembered after this step.
    memory: Cell<f64>,
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
        let places = course.level(k);
        let (first, n) = (places.start, places.len());
        let y = &course.motion.state[places];
        // The inertia is one of velocities; with quaternions the positions are more than these.
        let inertia = course.inertia.as_ref().filter(|_| n == course.n);
        let mut outputs: Vec<Expr> = level.to_vec();
        outputs.extend(level.iter().flat_map(|&psi| gradient(psi, y).to_vec()));
        outputs.extend(inertia.into_iter().flatten());
        let lowered = course.plain_tape(&outputs)?;
        let all: Vec<usize> = (0..outputs.len()).collect();
        Ok(Self {
            kernel: Program::new(&lowered.tape, lowered.moving, &all).bind(fixed)?,
            first,
            n,
            m: level.len(),
            has_inertia: inertia.is_some(),
            rank: Cell::new(0),
            sizes: RefCell::new(vec![0.0; level.len()]),
            reach: RefCell::new(vec![0.0; level.len()]),
            lengths: RefCell::new(vec![0.0; level.len()]),
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
        let fastest = y.iter().map(|y| y.to_f64().abs()).fold(0.0, f64::max);
        let scaled = (0..self.m).map(|i| {
            let row = &rows[i * self.n..(i + 1) * self.n];
            let terms = row.iter().zip(y).map(|(&g, &y)| g * y);
            let sum = terms.clone().fold(T::from(0.0), |sum, term| sum + term);
            let size: f64 = terms.map(|term| term.to_f64().abs()).sum();
            let slope: f64 = row.iter().map(|g| g.to_f64().abs()).sum();
            let linear = size.max(PART * slope * fastest);
            self.measured(i, psi[i].to_f64(), (linear, (psi[i] - sum).to_f64().abs()), slope) // (2)
        });
        Ok(Look {
            scaled: scaled.collect(),
            psi: psi.to_vec(),
            rows: rows.to_vec(),
            inertia: inertia.to_vec(),
        })
    }

    /// A residual over the size of its terms, of which the linear ones may have been larger before, beside
    /// the slopes of the row.
    fn measured(&self, i: usize, residual: f64, (linear, rest): (f64, f64), slope: f64) -> f64 {
        let (sizes, reach) = (&mut *self.sizes.borrow_mut(), &mut *self.reach.borrow_mut());
        if slope > 0.0 {
            reach[i] = reach[i].max(linear / slope);
        }
        let size = (reach[i] * slope).max(linear) + rest;
        sizes[i] = if size > 0.0 { size } else { sizes[i] };
        if residual == 0.0 { 0.0 } else { residual.abs() / sizes[i] }
    }

    /// Measures residuals as if nothing had been seen before.
    pub(super) fn forget(&self) {
        self.sizes.borrow_mut().fill(0.0);
        self.reach.borrow_mut().fill(0.0);
    }

    /// The metric of (1).
    fn metric<'a>(&self, look: &'a Look<T>, scales: &'a [f64]) -> Metric<'a, T> {
        match self.has_inertia {
            true => Metric::Inertia(&look.inertia),
            false => Metric::Scales(scales),
        }
    }

    /// The δ of (1) without rows that have faded, and the ratio of singular values with (4): 0 when the
    /// rank is less than it has been.
    fn correction(&self, look: &Look<T>, scales: &[f64]) -> Option<(Vec<T>, f64)> {
        let mut parts = self.fading(look, scales);
        let mut rows = look.rows.clone();
        for (row, _) in rows.chunks_exact_mut(self.n.max(1)).zip(&parts).filter(|r| *r.1 < FADED) {
            row.fill(T::from(0.0));
        }
        let found = nearest_correction(self.metric(look, scales), &rows, &look.psi)?;
        let lost = found.rank < self.rank.get();
        self.rank.set(self.rank.get().max(found.rank));
        parts.sort_by(|a, b| b.total_cmp(a));
        let part = self.rank.get().checked_sub(1).map_or(1.0, |last| parts[last]);
        Some((found.delta, if lost { 0.0 } else { found.ratio * part }))
    }

    /// The denominator of (2); 1 before anything was seen.
    fn size(&self, i: usize) -> f64 {
        let size = self.sizes.borrow()[i];
        if size > 0.0 { size } else { 1.0 }
    }

    /// The lengths of the rows of G.
    fn row_lengths(&self, look: &Look<T>, scales: &[f64]) -> Vec<f64> {
        let weight = |j: usize| match self.has_inertia {
            true => 1.0 / look.inertia[j * (self.n + 1)].to_f64(),
            false => scales[j] * scales[j],
        };
        let weights: Vec<f64> = (0..self.n).map(weight).collect();
        let weights = if weights.iter().all(|w| *w > 0.0) { weights } else { vec![1.0; self.n] };
        let length = |row: &[T]| {
            let squares = row.iter().zip(&weights).map(|(g, w)| g.to_f64().powi(2) * w);
            squares.sum::<f64>().sqrt()
        };
        look.rows.chunks_exact(self.n.max(1)).map(length).collect()
    }

    /// Keeps the lengths of the rows at the end of a step as the usual ones, and a part of those before.
    fn remember(&self, look: &Look<T>, scales: &[f64], part: f64) {
        let mut usual = self.lengths.borrow_mut();
        for (usual, length) in usual.iter_mut().zip(self.row_lengths(look, scales)) {
            *usual = length.max(part * *usual);
        }
    }

    /// The parts (4) of the rows; 1 where nothing is usual yet.
    fn fading(&self, look: &Look<T>, scales: &[f64]) -> Vec<f64> {
        let usual = self.lengths.borrow();
        let part = |(length, &usual): (f64, &f64)| if usual > 0.0 { length / usual } else { 1.0 };
        self.row_lengths(look, scales).into_iter().zip(usual.iter()).map(part).collect()
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
            velocities: course.level(1).start,
            energy,
            masses: RefCell::default(),
            clock: Cell::new((f64::NAN, 0.0)),
            memory: Cell::new(1.0),
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
        let scales = self.metric_scales(level, x);
        Some(nearest_correction(level.metric(&look, &scales), &look.rows, &look.psi)?.weakest)
    }

    /// A ratio of singular values, 0 where branches meet.
    fn ratio(&self, ratio: f64) -> f64 {
        let positions = self.levels.first().is_some_and(|first| first.first == 0);
        if positions && ratio < BRANCHES { 0.0 } else { ratio }
    }

    /// Scales for the Euclidean metric: given ones, or sizes of the state.
    fn metric_scales(&self, level: &Level<T>, x: &[T]) -> Vec<f64> {
        let scale = |i: usize| match self.scales[i] {
            0.0 => x[i].to_f64().abs().max(1.0),
            given => given,
        };
        (level.first..level.first + level.n).map(scale).collect()
    }

    /// What a step to a time leaves of usual lengths.
    fn pass(&self, t: f64) {
        let (last, longest) = self.clock.get();
        let step = if last.is_nan() { 0.0 } else { (t - last).abs() };
        let longest = longest.max(step);
        self.clock.set((t, longest));
        self.memory.set(if step > 0.0 { (-FORGETTING * step / longest).exp() } else { 1.0 });
    }

    /// Keeps the diagonal of the inertia of a level.
    fn weigh(&self, level: &Level<T>, look: &Look<T>) {
        if level.has_inertia {
            let diagonal = look.inertia.iter().step_by(level.n + 1).map(|m| m.to_f64());
            let mut masses = self.masses.borrow_mut();
            masses.clear();
            masses.extend(diagonal);
        }
    }

    /// Equation (3) for the positions or velocities from a place on; `least` is at least Σ Mⱼⱼ sⱼ².
    fn raise_level(&self, first: usize, least: f64, scales: &mut [f64]) {
        let masses = self.masses.borrow();
        let scales = &mut scales[first..first + masses.len()];
        let sum: f64 = masses.iter().zip(&*scales).map(|(m, s)| m * s * s).sum();
        for (i, (m, s)) in masses.iter().zip(scales).enumerate() {
            let possible = (sum.max(least) / m).sqrt(); // (3)
            let is_free = self.scales[first + i] == 0.0 && possible.is_finite();
            if is_free && *s < ROUNDING * possible {
                *s = PART * possible;
            }
        }
    }

    fn settle(&self, level: &Level<T>, t: T, x: &mut [T]) -> Result<Projection, FieldError> {
        let mut done = Projection::NONE;
        let mut before = f64::INFINITY;
        let enough = <T as alembert_algebra::numeric::Real>::EPSILON / 2.0;
        let mut look = self.look(level, t, x).map_err(|error| said(&error))?;
        for _ in 0..MOST_NEWTON_STEPS {
            done.residual = look.scaled.iter().fold(0.0, |a, &b| a.max(b));
            if done.residual <= enough || done.residual >= 0.5 * before {
                break;
            }
            before = done.residual;
            let scales = self.metric_scales(level, x);
            let correction = level.correction(&look, &scales);
            let (delta, ratio) =
                correction.ok_or(FieldError::NotFinite { component: level.first })?;
            done.rank = self.ratio(ratio);
            for (i, &delta) in delta.iter().enumerate() {
                x[level.first + i] = x[level.first + i] + delta; // (1)
                done.moved = done.moved.max(delta.to_f64().abs() / scales[i]);
            }
            look = self.look(level, t, x).map_err(|error| said(&error))?;
        }
        self.weigh(level, &look);
        level.remember(&look, &self.metric_scales(level, x), self.memory.get());
        let settled = SETTLED * <T as alembert_algebra::numeric::Real>::EPSILON;
        match done.residual < settled {
            true => Ok(done),
            false => Err(FieldError::OffManifold { residual: done.residual }),
        }
    }
}

impl Surface<f64> {
    /// Calls with each level, its values and the number of its first equation.
    fn each(
        &self,
        t: f64,
        x: &[f64],
        mut visit: impl FnMut(&Level<f64>, &Look<f64>, usize),
    ) -> Result<(), FieldError> {
        let mut first = 0;
        for level in &self.levels {
            let look = self.look(level, t, x).map_err(|error| said(&error))?;
            visit(level, &look, first);
            first += level.m;
        }
        Ok(())
    }
}

/// For methods that project by themselves: all levels together.
impl Constraints for Surface<f64> {
    fn count(&self) -> usize {
        self.levels.iter().map(|level| level.m).sum()
    }

    fn residual(&self, t: f64, x: &[f64], r: &mut [f64]) -> Result<(), FieldError> {
        self.each(t, x, |level, look, first| {
            for i in 0..level.m {
                r[first + i] = look.psi[i] / level.size(i);
            }
        })
    }

    fn directions(&self, t: f64, x: &[f64], N: &mut [f64]) -> Result<(), FieldError> {
        let count = self.count();
        N.fill(0.0);
        self.each(t, x, |level, look, first| {
            let scales = self.metric_scales(level, x);
            let columns = correction_directions(level.metric(look, &scales), &look.rows, level.m);
            for i in 0..level.n {
                for k in 0..level.m {
                    N[(level.first + i) * count + first + k] = columns[i * level.m + k];
                }
            }
        })
    }

    fn gradient(&self, t: f64, x: &[f64], G: &mut [f64]) -> Result<(), FieldError> {
        let at = [&[t], x].concat();
        let mut first = 0;
        for level in &self.levels {
            let mut whole = vec![0.0; level.kernel.program().outputs() * x.len()];
            let room = &mut *self.room.borrow_mut();
            let done = level.kernel.jacobian(&mut room.space, &at, 1..x.len() + 1, &mut whole);
            done.map_err(|error| said(&error))?;
            for i in 0..level.m {
                let row = &whole[i * x.len()..(i + 1) * x.len()];
                let to = &mut G[(first + i) * x.len()..(first + i + 1) * x.len()];
                to.iter_mut().zip(row).for_each(|(to, g)| *to = g / level.size(i));
            }
            first += level.m;
        }
        Ok(())
    }
}

impl<T: Numeral> Manifold<T> for Surface<T> {
    fn project(&self, t: T, x: &mut [T]) -> Result<Projection, FieldError> {
        let mut all = Projection::NONE;
        self.pass(t.to_f64());
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

    fn raise(&self, scales: &mut [f64]) {
        let count = self.masses.borrow().len();
        // With quaternions there are more positions than velocities, and these have sizes.
        if count == self.velocities {
            self.raise_level(0, 0.0, scales);
        }
        if count > 0 {
            self.raise_level(self.velocities, 2.0 * self.energy, scales);
        }
    }

    fn may_lose_rank(&self) -> bool {
        !self.levels.is_empty()
    }

    fn rank(&self, t: T, x: &[T]) -> Result<f64, FieldError> {
        let Some(level) = self.levels.last() else { return Ok(1.0) };
        let look = self.look(level, t, x).map_err(|error| said(&error))?;
        let correction = level.correction(&look, &self.metric_scales(level, x));
        Ok(correction.map_or(0.0, |(_, ratio)| self.ratio(ratio)))
    }
}
