//! What is kept of a run on its way: samples, the balance of energy, residuals, crossings.

use std::ops::{ControlFlow, Range};

use alembert_algebra::contains;
use alembert_flow::{Crossing, Ending, Manifold, Observer, Step, Stiff, Stiffness, Stop};
use alembert_kernel::{Kernel, KernelError, Program, Workspace};

use super::chart::Unfolding;
use super::course::Lowered;
use super::energies::Energies;
use super::field::{Field, Numeral};
use super::journey::{Journey, Passage, Plan};
use super::method::{Choice, Methodical};
use super::phases::Phase;
use super::surface::Surface;
use super::trajectory::Sample;
use super::{Progress, WalkError};

/// Near a singularity of angles steps are shorter than this part of the longest one: there the inertia is
/// looked at after each, and where samples are taken; with steps of fixed length everywhere.
const SHORT: f64 = 0.25;
/// After so many samples within a step the listener is asked whether the run is to go on.
const MANY: u64 = 64;

/// Places of what is seen, and how they are computed.
type Group<T> = (Range<usize>, Option<Kernel<T>>);

/// Keeps what is to be known of a piece of a run.
pub(super) struct Recorder<'a, T> {
    pub(super) plan: &'a Plan<'a>,
    surface: &'a Surface<T>,
    unfolding: Unfolding<T>,
    pub(super) leg: &'a Leg<'a, T>,
    core: Kernel<T>,
    /// The energies alone; none when they come with the core only.
    energies: Option<Energies<T>>,
    /// The size of the power of what does work; none where nothing does.
    power: Option<Kernel<T>>,
    /// Everything that is seen; none when that is nothing, or a part has no values anywhere.
    whole: Option<Kernel<T>>,
    /// The groups of what is seen, from the first time on that something has no value; what has no
    /// values anywhere has no kernel.
    seen: Vec<Group<T>>,
    space: Workspace<T>,
    /// The same for what is seen.
    seeing: Workspace<T>,
    at: Vec<T>,
    out: Vec<T>,
    /// Room for a state of the run.
    run: Vec<T>,
    pub(super) journey: &'a mut Journey<T>,
    pub(super) first_energy: Option<T>,
    next: u64,
    /// When the piece begins, and its steps so far.
    pub(super) from: f64,
    pub(super) steps: u64,
    /// The longest step so far.
    longest: f64,
    pub(super) watch: Option<Watch<'a, T>>,
    /// Why another method has to go on.
    pub(super) stiff: Option<Stiff>,
    progress: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    /// Was the run broken off among the samples of a step?
    is_left: bool,
    pub(super) error: Option<KernelError>,
}

/// Who watches for stiffness, and what it looks at.
pub(super) struct Watch<'a, T> {
    pub(super) stiffness: &'a mut Stiffness,
    pub(super) field: &'a Field<T>,
    pub(super) manifold: &'a Surface<T>,
}

/// One piece of a run, on which every table is straight, by one method.
pub(super) struct Leg<'a, T> {
    pub(super) plan: &'a Plan<'a>,
    pub(super) choice: &'a Choice,
    pub(super) fixed: Vec<T>,
    pub(super) first_energy: Option<T>,
    /// The phases of the piece.
    pub(super) mode: &'a [Phase],
}

impl<T: Numeral> Leg<'_, T> {
    /// The kernel of some of what is seen.
    fn kernel(&self, parts: Range<usize>) -> Result<Kernel<T>, KernelError> {
        let Lowered { tape, moving, .. } = self.plan.lowered;
        let first = moving - 1 + self.plan.looks.core.len();
        let places: Vec<usize> = parts.map(|i| first + i).collect();
        Program::new(tape, *moving, &places).bind(&self.fixed)
    }

    /// The kernel of everything that is seen; none when that is nothing, or a part has no values anywhere.
    fn whole(&self) -> Option<Kernel<T>> {
        let count = self.plan.looks.seen.len();
        if count == 0 { None } else { self.kernel(0..count).ok() }
    }

    /// Kernels for the groups of what is seen.
    fn groups(&self) -> Vec<Group<T>> {
        let groups = self.plan.looks.groups().into_iter();
        groups.map(|parts| (parts.clone(), self.kernel(parts).ok())).collect()
    }
}

impl<'a, T: Numeral> Recorder<'a, T> {
    /// Before the first step of a piece.
    pub(super) fn new(
        leg: &'a Leg<'a, T>,
        (surface, unfolding): (&'a Surface<T>, Unfolding<T>),
        journey: &'a mut Journey<T>,
        progress: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, WalkError> {
        let Lowered { tape, moving, .. } = leg.plan.lowered;
        let (dim, core) = (moving - 1, leg.plan.looks.core.len());
        let places: Vec<usize> = (dim..dim + core).collect();
        let power = leg.plan.looks.power_place().map(|place| dim + place);
        let bound = |place| Program::new(tape, *moving, &[place]).bind(&leg.fixed);
        Ok(Self {
            plan: leg.plan,
            surface,
            unfolding,
            leg,
            core: Program::new(tape, *moving, &places).bind(&leg.fixed)?,
            energies: match leg.plan.reduced {
                Some(reduced) => reduced.energies(&leg.fixed),
                None => Energies::new(leg.plan.course, &leg.fixed),
            },
            power: power.map(bound).transpose()?,
            whole: leg.whole(),
            seen: Vec::new(),
            space: Workspace::default(),
            seeing: Workspace::default(),
            at: Vec::new(),
            out: Vec::new(),
            run: Vec::new(),
            next: journey.samples.len() as u64,
            from: leg.plan.span.0,
            steps: 0,
            journey,
            longest: 0.0,
            first_energy: leg.first_energy,
            watch: None,
            stiff: None,
            progress,
            is_left: false,
            error: None,
        })
    }
}

impl<T: Numeral> Recorder<'_, T> {
    /// The first start is a sample.
    pub(super) fn begin(&mut self, (t, x): (T, &[T])) -> Result<(), KernelError> {
        self.from = t.to_f64();
        self.stay();
        if self.next == 0 {
            self.sample(t, x, x)?;
            self.balance(t, x, true)?;
            self.settle()??;
            self.next = 1;
        }
        Ok(())
    }

    /// The state of the motion at a state of the run; the last sample where it has no value.
    pub(super) fn whole_or_last(&mut self, t: T, x: &[T]) -> Vec<T> {
        let mut whole = Vec::new();
        match (self.unfolding.whole(t, x, &mut whole), self.journey.samples.last()) {
            (Err(error), Some(last)) => {
                self.error = Some(error);
                last.x.clone()
            }
            _ => whole,
        }
    }

    fn evaluate(&mut self, t: T, x: &[T]) -> Result<Vec<T>, KernelError> {
        self.go_to(t, x);
        self.core.values(&mut self.space, &self.at, &mut self.out)?;
        Ok(self.out.clone())
    }

    fn go_to(&mut self, t: T, x: &[T]) {
        self.at.clear();
        self.at.push(t);
        self.at.extend_from_slice(x);
    }

    /// What is seen at a state. What has no value there is not a number: an observed quantity has a gap,
    /// which the report names, and [`claims`](super::claims) calls a statement undecided.
    fn see(&mut self, t: T, x: &[T]) -> Vec<T> {
        if self.plan.looks.seen.is_empty() {
            return Vec::new();
        }
        self.go_to(t, x);
        if let Some(whole) = &self.whole
            && whole.values(&mut self.seeing, &self.at, &mut self.out).is_ok()
        {
            return self.out.clone();
        }
        if self.seen.is_empty() {
            self.seen = self.leg.groups();
        }
        let mut seen = vec![T::from(f64::NAN); self.plan.looks.seen.len()];
        for (parts, kernel) in &self.seen {
            let Some(kernel) = kernel else { continue };
            if kernel.values(&mut self.seeing, &self.at, &mut self.out).is_ok() {
                seen[parts.clone()].copy_from_slice(&self.out);
            }
        }
        seen
    }

    /// Keeps a sample at a state of the run; `wrapped` is the same state with angles wrapped.
    fn sample(&mut self, t: T, x: &[T], wrapped: &[T]) -> Result<(), KernelError> {
        let core = self.evaluate(t, wrapped)?;
        self.journey.unique &= self.space.unique();
        let seen = self.see(t, x);
        let mut whole = Vec::new();
        self.unfolding.whole(t, x, &mut whole)?;
        if self.plan.reduced.is_some() {
            let residual = self.surface.residual(t, &whole)?;
            self.journey.residual = self.journey.residual.max(residual);
        }
        self.journey.samples.push(Sample { t, x: whole, core, seen });
        Ok(())
    }

    /// Compares the energy at a state of the run with what its sources gave, and may look at the inertia. The state may
    /// wait for others.
    fn balance(&mut self, t: T, run: &[T], weighs: bool) -> Result<(), KernelError> {
        self.go_to(t, run);
        let Some(energies) = &mut self.energies else { return self.balance_now(t, run) };
        if weighs {
            let Some(pivot) = energies.pivot(&self.at)? else {
                self.settle()??;
                return self.balance_by_core(t, run);
            };
            self.weigh(t, pivot);
        }
        let is_enough = self.energies.as_mut().is_some_and(|energies| energies.wait(&self.at));
        if is_enough { self.settle()? } else { Ok(()) }
    }

    /// Compares the energies at the states that wait. That the last of them has none is told apart.
    fn settle(&mut self) -> Result<Result<(), KernelError>, KernelError> {
        let Some(energies) = &mut self.energies else { return Ok(Ok(())) };
        let (count, found) = energies.waited();
        for p in 0..count {
            let Some(energies) = &self.energies else { return Ok(Ok(())) };
            match found {
                Some(found) => {
                    let last = energies.state(p).next_back().unwrap_or(T::from(0.0));
                    self.compare(found.map(|of| of[p]), last);
                }
                None => {
                    let at: Vec<T> = energies.state(p).collect();
                    self.go_to(at[0], &at[1..]);
                    let compared = self.balance_now(at[0], &at[1..]);
                    if p + 1 == count {
                        return Ok(compared);
                    }
                    compared?;
                }
            }
        }
        Ok(Ok(()))
    }

    /// Compares the energy at a state of the run, where it was gone to.
    fn balance_now(&mut self, t: T, run: &[T]) -> Result<(), KernelError> {
        match self.energies.as_mut().and_then(|energies| energies.at(&self.at)) {
            Some(found) => self.compare(found, run[run.len() - 1]),
            None => self.balance_by_core(t, run)?,
        }
        Ok(())
    }

    /// The same with the energies that come with the accelerations, and with the inertia of their linear system.
    fn balance_by_core(&mut self, t: T, run: &[T]) -> Result<(), KernelError> {
        let core = self.evaluate(t, run)?;
        self.weigh(t, self.space.inertia());
        let place = self.plan.looks.energy(self.plan.course);
        self.compare([core[place], core[place + 1], core[place + 2]], run[run.len() - 1]);
        Ok(())
    }

    /// Keeps the smallest pivot of the inertia and its time.
    fn weigh(&mut self, t: T, pivot: f64) {
        if pivot < self.journey.inertia.0 {
            self.journey.inertia = (pivot, t.to_f64());
        }
    }

    /// Compares E, T and V with the first energy; the last number of a state is the work where forces do some.
    fn compare(&mut self, [energy, kinetic, potential]: [T; 3], last: T) {
        let work = if self.plan.course.power.is_some() { last } else { T::from(0.0) };
        let balance = energy - work;
        let first = *self.first_energy.get_or_insert(balance);
        let size = kinetic.to_f64().abs() + potential.to_f64().abs();
        self.journey.energy = self.journey.energy.max(size);
        self.journey.drift = self.journey.drift.max((balance - first).to_f64().abs());
    }

    /// Keeps the largest work that all causes together do in a step, each with its size: the energy balance cannot be
    /// more exact than rounding of these.
    fn weigh_work(&mut self, run: &mut [T], step: &Step<'_, T>) {
        let Some(power) = &self.power else { return };
        let half = step.piece.h / T::from(2.0);
        step.piece.at(half, run);
        self.at.clear();
        self.at.push(step.piece.t + half);
        self.at.extend_from_slice(run);
        if power.values(&mut self.space, &self.at, &mut self.out).is_err() {
            return;
        }
        let work = self.out[0].to_f64() * step.piece.h.to_f64().abs();
        if work.is_finite() {
            self.journey.energy = self.journey.energy.max(work);
        }
    }

    /// The time of sample k.
    fn time(&self, k: u64) -> f64 {
        let (from, to) = self.plan.span;
        let t = from + k as f64 * self.plan.every.copysign(to - from);
        let past = if to >= from { t > to } else { t < to };
        if past || (to - t).abs() < 1e-9 * self.plan.every { to } else { t }
    }

    fn record(&mut self, step: &Step<'_, T>) -> Result<(), KernelError> {
        let mut run = std::mem::take(&mut self.run);
        run.resize(step.x.len(), T::from(0.0));
        let recorded = self.record_in(&mut run, step);
        self.run = run;
        recorded
    }

    /// The same with room for a state.
    fn record_in(&mut self, run: &mut [T], step: &Step<'_, T>) -> Result<(), KernelError> {
        let piece = step.piece;
        if self.plan.reduced.is_none() && self.surface.has_levels() {
            let residual = self.middle_residual(run, step)?.max(step.projection.residual);
            self.journey.residual = self.journey.residual.max(residual);
        }
        self.weigh_work(run, step);
        if step.projection.moved > 0.0 {
            piece.at(piece.h, run);
        } else {
            let ends = piece.c.iter().zip(&piece.increment);
            run.iter_mut().zip(ends).for_each(|(x, (&c, &rise))| *x = c + rise);
        }
        let h = piece.h.to_f64().abs();
        self.longest = self.longest.max(h);
        let forward = self.plan.span.1 >= self.plan.span.0;
        let is_passed = |t: f64| if forward { t <= step.t.to_f64() } else { t >= step.t.to_f64() };
        let is_fixed = self.plan.choice.step.is_some();
        let weighs = is_fixed || h < SHORT * self.longest || is_passed(self.time(self.next));
        // where the end of a step has no energy, what lies before it is kept all the same
        let mut balanced = self.balance(step.t, run, weighs);
        let mut taken = 0;
        loop {
            let t = T::from(self.time(self.next));
            let inside = if forward { t <= step.t } else { t >= step.t };
            let done = self.time(self.next) == self.time(self.next - 1);
            if !inside || done {
                return balanced;
            }
            if balanced.is_ok() {
                balanced = self.settle()?;
            }
            let is_end = t == step.t || self.is_across_jump(step);
            let mut wrapped = vec![T::from(0.0); run.len()];
            piece.at(if is_end { piece.h } else { t - piece.t }, &mut wrapped);
            if is_end {
                run.copy_from_slice(step.x);
            } else {
                run.copy_from_slice(&wrapped);
                step.unwrap(run);
            }
            self.sample(t, run, &wrapped)?;
            if balanced.is_err() {
                self.go_to(t, &wrapped);
                self.balance_now(t, &wrapped)?;
            }
            self.next += 1;
            taken += 1;
            if taken % MANY == 0 && self.is_over(t.to_f64(), step.number) {
                self.is_left = true;
                return Ok(());
            }
        }
    }

    /// Does somebody break the run off here?
    fn is_over(&mut self, t: f64, steps: u64) -> bool {
        let (from, to) = self.plan.span;
        let share = (t - from) / (to - from);
        (self.progress)(Progress { share, t, steps }).is_break()
    }

    /// When the run was broken off among the samples of a step: at the last of them.
    pub(super) fn left_at(&self) -> Option<f64> {
        self.journey.samples.last().filter(|_| self.is_left).map(|last| last.t.to_f64())
    }

    /// Does a step lead across a jump of the constraints? Then no state inside of it is on them.
    fn is_across_jump(&self, step: &Step<'_, T>) -> bool {
        Manifold::may_jump(self.surface) && step.projection.is_jump()
    }

    /// The residual in the middle of a step. One across a jump of the constraints, which is as short as can be, has no
    /// middle.
    fn middle_residual(&self, run: &mut [T], step: &Step<'_, T>) -> Result<f64, KernelError> {
        if self.is_across_jump(step) {
            return Ok(0.0);
        }
        let half = step.piece.h / T::from(2.0);
        step.piece.at(half, run);
        self.surface.residual(step.piece.t + half, run)
    }

    /// After the last step of a piece.
    pub(super) fn close(&mut self) {
        let settled = self.settle().and_then(|last| last);
        self.error = self.error.take().or(settled.err());
    }

    /// The last state of a run that ended before its time, when it has values; is it a sample of its own?
    pub(super) fn last(&mut self, ending: &Ending<T>) -> bool {
        let before = self.journey.samples.len();
        let new = self.journey.samples.last().is_none_or(|s| s.t != ending.t);
        if new {
            let kept = self.sample(ending.t, &ending.x, &ending.x);
            self.go_to(ending.t, &ending.x);
            let kept = kept.and_then(|()| self.balance_now(ending.t, &ending.x));
            self.error = self.error.take().or(kept.err());
        }
        if matches!(ending.stop, Stop::RankLoss { .. }) {
            self.leave_out_multipliers(ending.t);
        }
        self.journey.samples.len() > before
    }

    /// Where the constraints are dependent, multipliers and what is observed of them are digits of rounding: a sample
    /// there has none.
    fn leave_out_multipliers(&mut self, t: T) {
        let Plan { course, looks, .. } = *self.plan;
        let multipliers = &course.motion.multipliers;
        let last = self.journey.samples.last().filter(|last| last.t == t).cloned();
        let Some(mut last) = last else { return };
        let none = T::from(f64::NAN);
        last.core[course.n..course.n + multipliers.len()].fill(none);
        for (seen, &e) in last.seen.iter_mut().zip(&looks.seen[..looks.observed]) {
            if multipliers.iter().any(|&lambda| contains(e, lambda)) {
                *seen = none;
            }
        }
        self.journey.samples.pop();
        self.journey.samples.push(last);
    }
}

impl<T: Methodical> Observer<T> for Recorder<'_, T> {
    fn step(&mut self, step: &Step<'_, T>) -> ControlFlow<()> {
        if let Err(error) = self.record(step) {
            self.error = Some(error);
            return ControlFlow::Break(());
        }
        if self.is_left || self.is_over(step.t.to_f64(), step.number) {
            return ControlFlow::Break(());
        }
        self.steps = step.number;
        self.is_enough()?;
        if let Some(Watch { stiffness, field, manifold }) = &mut self.watch {
            self.stiff = T::stiffness(stiffness, self.leg.choice, (*field, *manifold), step);
        }
        if self.stiff.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn crossing(&mut self, crossing: &Crossing<T>, x: &[T]) {
        self.cross(crossing, x);
    }

    fn passage(&mut self, t: T, x: &[T]) {
        let weakest = self.surface.weakest(t, x);
        self.journey.passages.push(Passage { t: t.to_f64(), weakest });
    }
}
