//! The constraints on the state, and the way back to them.
//!
//! Level k (`level`) is the set of equations `ψ(q, …, q⁽ᵏ⁾, t) = 0` that restrict the derivatives
//! `y = q⁽ᵏ⁾`, from the positions upwards. Each is satisfied by Newton's method,
//!
//! ```text
//! G δ = −ψ,   G = ∂ψ/∂y,   δᵀ M δ smallest,     y ← y + δ                           (1)
//! ```
//!
//! in the kinetic metric M; for a Lagrangian with accelerations in the Euclidean metric of the scales.
//!
//! A component that the constraints, or the equations of motion, hold at 0 has no size of its own. What it could have is
//!
//! ```text
//! Sᵢ = √(Σ Mⱼⱼ sⱼ² / Mᵢᵢ)                                                           (2)
//! ```
//!
//! with the sizes sⱼ of the other positions, or velocities, and for velocities at least √(2E/Mᵢᵢ) with
//! the energy E at the start. A size below [`ROUNDING`] of it is rounding; [`PART`] of it takes its
//! place. The diagonal of the inertia tells this also where the inertia is no metric, as that of a point with more
//! coordinates than three; there it is the one at the start.

#![allow(non_snake_case, reason = "G, N are the symbols of the papers")]

use std::cell::{Cell, RefCell};

use alembert_flow::{Constraints, FieldError, Manifold, Projection};
use alembert_kernel::{KernelError, Workspace, correction_directions, nearest_correction};

use super::WalkError;
use super::chart::InSpeeds;
use super::course::Course;
use super::field::{Numeral, said};
use super::level::{Level, Look, PART, Room, Seen};

/// Newton steps before a projection gives up.
const MOST_NEWTON_STEPS: usize = 12;
/// A scaled residual that stagnates below this many units of rounding is rounding.
const SETTLED: f64 = 1e5;

/// See (2).
const ROUNDING: f64 = 1e-11;

/// A ratio of singular values below this counts as 0 when positions are constrained: near a singular
/// configuration, rounding ε of the constraints moves the positions by √ε, so that a motion through it
/// passes by at this distance and goes on along any branch.
const BRANCHES: f64 = 1e-7;

/// How fast the usual length of a row is forgotten: by this many powers of e in the longest step.
const FORGETTING: f64 = 5.0;

/// All levels, with the scales and the angles of the state.
pub(super) struct Surface<T> {
    pub(super) levels: Vec<Level<T>>,
    scales: Vec<f64>,
    angles: Vec<bool>,
    /// Where the velocities begin in the state.
    velocities: usize,
    /// The energy at the start, 1 where it is 0.
    energy: f64,
    /// The diagonal of the inertia of positions and of velocities where it was last seen, empty before.
    masses: RefCell<[Vec<f64>; 2]>,
    /// The time of the last projection, not a number before it, and the longest step.
    clock: Cell<(f64, f64)>,
    /// The part of usual lengths that is remembered after this step.
    memory: Cell<f64>,
    /// Where the last two projections ended.
    ended: RefCell<[Ended<T>; 2]>,
    room: RefCell<Room<T>>,
    /// What was looked at last.
    looked: RefCell<Looked<T>>,
}

/// The values of a level where it was looked at last.
struct Looked<T> {
    /// Where the level begins, the time and the state; none before.
    at: Option<(usize, T)>,
    x: Vec<T>,
    look: Look<T>,
}

/// The end of a projection, and what was seen of the last level.
struct Ended<T> {
    t: T,
    x: Vec<T>,
    seen: Option<Seen>,
}

impl<T: Numeral> Ended<T> {
    fn nowhere() -> Self {
        Self { t: T::from(0.0), x: Vec::new(), seen: None }
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
        let levels = levels.collect::<Result<_, _>>()?;
        let angles = course.angles.clone();
        Ok(Self::on(levels, (scales, angles), (course.level(1).start, energy), Default::default()))
    }

    /// The states of a run in speeds, where nothing is constrained; with the inertia of positions and of
    /// speeds.
    pub(super) fn free(reduced: &InSpeeds, masses: [Vec<f64>; 2], energy: f64) -> Self {
        let angles = reduced.angles.clone();
        let mut scales: Vec<f64> = angles.iter().map(|&angle| f64::from(u8::from(angle))).collect();
        scales[reduced.positions + reduced.speeds..].fill(energy);
        Self::on(Vec::new(), (scales, angles), (reduced.positions, energy), masses)
    }

    /// The surface of some levels, on which nobody has been.
    fn on(
        levels: Vec<Level<T>>,
        (scales, angles): (Vec<f64>, Vec<bool>),
        (velocities, energy): (usize, f64),
        masses: [Vec<f64>; 2],
    ) -> Self {
        let (space, at, out) = (Workspace::default(), Vec::new(), Vec::new());
        Self {
            levels,
            scales,
            angles,
            velocities,
            energy,
            masses: RefCell::new(masses),
            clock: Cell::new((f64::NAN, 0.0)),
            memory: Cell::new(1.0),
            ended: RefCell::new([Ended::nowhere(), Ended::nowhere()]),
            room: RefCell::new(Room { space, at, out }),
            looked: RefCell::new(Looked { at: None, x: Vec::new(), look: Look::default() }),
        }
    }

    /// The values of a level at a state.
    pub(super) fn look(&self, level: &Level<T>, t: T, x: &[T]) -> Result<Look<T>, KernelError> {
        let mut look = Look::default();
        level.look(&mut self.room.borrow_mut(), (t, x), &mut look)?;
        Ok(look)
    }

    /// The values of a level at a state, which may have been looked at before.
    fn look_again<'a>(
        &self,
        level: &Level<T>,
        (t, x): (T, &[T]),
        looked: &'a mut Looked<T>,
    ) -> Result<&'a Look<T>, KernelError> {
        if looked.at != Some((level.first, t)) || looked.x != x {
            looked.at = None;
            level.look(&mut self.room.borrow_mut(), (t, x), &mut looked.look)?;
            looked.at = Some((level.first, t));
            looked.x.clear();
            looked.x.extend_from_slice(x);
        }
        Ok(&looked.look)
    }

    /// The values of a level that was looked at last, after a change of what it restricts.
    fn look_after<'a>(
        &self,
        level: &Level<T>,
        (t, x): (T, &[T]),
        looked: &'a mut Looked<T>,
    ) -> Result<&'a Look<T>, KernelError> {
        looked.at = None;
        level.look_after(&mut self.room.borrow_mut(), (t, x), &mut looked.look)?;
        looked.at = Some((level.first, t));
        looked.x.clear();
        looked.x.extend_from_slice(x);
        Ok(&looked.look)
    }

    /// The largest scaled residual at a state.
    pub(super) fn residual(&self, t: T, x: &[T]) -> Result<f64, KernelError> {
        let mut largest = 0.0f64;
        let looked = &mut *self.looked.borrow_mut();
        for level in &self.levels {
            let look = self.look_again(level, (t, x), looked)?;
            largest = look.scaled.iter().fold(largest, |a, &b| a.max(b));
        }
        Ok(largest)
    }

    /// What the rows of each level have reached.
    pub(super) fn reach(&self) -> Vec<Vec<f64>> {
        self.levels.iter().map(Level::reach).collect()
    }

    /// Goes on from what rows have reached on earlier pieces; those on velocities from a part of what the energy
    /// allows.
    pub(super) fn resume(&self, reach: &[Vec<f64>], fastest: f64) {
        for (k, level) in self.levels.iter().enumerate() {
            let none = vec![0.0; level.m];
            let least = if level.first == self.velocities { PART * fastest } else { 0.0 };
            level.resume(reach.get(k).unwrap_or(&none), least);
        }
    }

    /// Is there anything to project onto?
    pub(super) fn has_levels(&self) -> bool {
        !self.levels.is_empty()
    }

    /// The weights of the constraints in the combination that is nearest to 0, level by level from the
    /// highest.
    pub(super) fn weakest(&self, t: T, x: &[T]) -> Option<Vec<f64>> {
        let level = self.levels.last()?;
        let look = self.look(level, t, x).ok()?;
        let scales = self.metric_scales(level, x);
        Some(nearest_correction(level.metric(&look, &scales), &look.rows, &look.psi)?.weakest)
    }

    /// The rank of the constraints on the highest derivatives: the largest so far, and that at a state.
    pub(super) fn ranks(&self, t: T, x: &[T]) -> Option<(usize, usize)> {
        let level = self.levels.last()?;
        let look = self.look(level, t, x).ok()?;
        level.ranks(&look, &self.metric_scales(level, x))
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
            self.keep_masses(look.inertia.iter().step_by(level.n + 1).map(|m| m.to_f64()));
        }
    }

    /// The same where projections do not tell the masses, with those at the start: a component that stays at 0 has no
    /// size either.
    pub(super) fn with_masses(self, masses: Vec<f64>) -> Self {
        self.keep_masses(masses.into_iter());
        self
    }

    fn keep_masses(&self, diagonal: impl Iterator<Item = f64>) {
        let [positions, velocities] = &mut *self.masses.borrow_mut();
        velocities.clear();
        velocities.extend(diagonal);
        // With quaternions there are more positions than velocities, and these have sizes.
        let count = if velocities.len() == self.velocities { self.velocities } else { 0 };
        positions.clear();
        positions.extend_from_slice(&velocities[..count]);
    }

    /// Equation (2) for the positions or velocities from a place on; `least` is at least Σ Mⱼⱼ sⱼ².
    fn raise_level(&self, (first, masses): (usize, &[f64]), least: f64, scales: &mut [f64]) {
        let scales = &mut scales[first..first + masses.len()];
        let sum: f64 = masses.iter().zip(&*scales).map(|(m, s)| m * s * s).sum();
        let sum = sum.max(least);
        for (i, (m, s)) in masses.iter().zip(scales).enumerate() {
            let is_small = m * *s * *s < ROUNDING * ROUNDING * sum && self.scales[first + i] == 0.0;
            let possible = if is_small { (sum / m).sqrt() } else { 0.0 }; // (2)
            if is_small && possible.is_finite() {
                *s = PART * possible;
            }
        }
    }

    /// Equation (1) for a level, and what was seen of it.
    fn settle(
        &self,
        level: &Level<T>,
        t: T,
        x: &mut [T],
    ) -> Result<(Projection, Option<Seen>), FieldError> {
        let mut done = Projection::NONE;
        let mut seen = None;
        let mut before = f64::INFINITY;
        let enough = <T as alembert_algebra::numeric::Real>::EPSILON / 2.0;
        let looked = &mut *self.looked.borrow_mut();
        let mut look = self.look_again(level, (t, &*x), looked).map_err(|error| said(&error))?;
        for _ in 0..MOST_NEWTON_STEPS {
            done.residual = look.scaled.iter().fold(0.0, |a, &b| a.max(b));
            if done.residual <= enough || done.residual >= 0.5 * before {
                break;
            }
            before = done.residual;
            let scales = self.metric_scales(level, x);
            let correction = level.correction(look, &scales);
            let (delta, rows) =
                correction.ok_or(FieldError::NotFinite { component: level.first })?;
            done.rank = self.ratio(level.ratio(&rows));
            seen = Some(rows);
            for (i, &delta) in delta.iter().enumerate() {
                x[level.first + i] = x[level.first + i] + delta; // (1)
                done.moved = done.moved.max(delta.to_f64().abs() / scales[i]);
            }
            look = self.look_after(level, (t, &*x), looked).map_err(|error| said(&error))?;
        }
        self.weigh(level, look);
        let scales = self.metric_scales(level, x);
        level.remember(look, &scales, self.memory.get());
        if seen.is_none() && !level.is_regular {
            seen = level.seen(look, &scales);
        }
        let settled = SETTLED * <T as alembert_algebra::numeric::Real>::EPSILON;
        match done.residual < settled {
            true => Ok((done, seen)),
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
        let mut last = None;
        for level in &self.levels {
            let (done, seen) = self.settle(level, t, x)?;
            last = seen;
            all.moved = all.moved.max(done.moved);
            all.residual = all.residual.max(done.residual);
            all.rank = all.rank.min(done.rank);
        }
        let ended = &mut *self.ended.borrow_mut();
        ended.swap(0, 1);
        (ended[1].t, ended[1].seen) = (t, last);
        ended[1].x.clear();
        ended[1].x.extend_from_slice(x);
        Ok(all)
    }

    fn scales(&self) -> &[f64] {
        &self.scales
    }

    fn angles(&self) -> &[bool] {
        &self.angles
    }

    fn raise(&self, scales: &mut [f64]) {
        let [positions, velocities] = &*self.masses.borrow();
        self.raise_level((0, positions), 0.0, scales);
        self.raise_level((self.velocities, velocities), 2.0 * self.energy, scales);
    }

    fn may_lose_rank(&self) -> bool {
        self.levels.last().is_some_and(|level| !level.is_regular)
    }

    fn may_jump(&self) -> bool {
        self.levels.iter().any(|level| !level.kernel.program().is_analytic())
    }

    fn rank(&self, t: T, x: &[T]) -> Result<f64, FieldError> {
        let Some(level) = self.levels.last() else { return Ok(1.0) };
        let ended = self.ended.borrow();
        let here = ended.iter().find(|ended| ended.t == t && ended.x == x);
        let known =
            here.and_then(|ended| ended.seen.as_ref()).filter(|seen| level.counts_all(seen));
        if let Some(seen) = known {
            return Ok(self.ratio(level.ratio(seen)));
        }
        let looked = &mut *self.looked.borrow_mut();
        let look = self.look_again(level, (t, x), looked).map_err(|error| said(&error))?;
        let seen = level.seen(look, &self.metric_scales(level, x));
        Ok(seen.map_or(0.0, |seen| self.ratio(level.ratio(&seen))))
    }
}
