//! The state of a run in speeds with which the constraints hold by themselves.
//!
//! Where every constraint on velocities has a direction of its own everywhere (`x' = R θ' cos φ`, a blade)
//! there are speeds u in which the velocities are v(t, q, u) and the constraints are identities
//! ([`Chart`](alembert_mechanics::eliminate::Chart)). Such a run follows (q, u): there is nothing to
//! project, a series has fewer components, and dense output obeys the constraints as well as the ends of
//! steps do. Everybody else sees the state (q, v), which [`Unfolding`] gives.

#![allow(non_snake_case, reason = "S, M are the symbols of the papers")]

use std::ops::Range;

use alembert_algebra::tape::{Builder, LowerError, Tape};
use alembert_algebra::{Expr, Substitution, rate};
use alembert_kernel::{Kernel, KernelError, Program, Workspace};
use alembert_mechanics::Motion;
use alembert_mechanics::eliminate::{Chart, Eliminated, Forms};

use super::WalkError;
use super::course::{Course, Lowered};
use super::energies::{Energies, energies};
use super::field::{Field, Numeral};
use super::journey::Plan;
use super::shorter::{Reference, by_work, finished, products};
use super::sine::divided;
use super::surface::Surface;

/// How many times as many products the rates of speeds that are found in turn may have as those of the whole state: a
/// product in machine code takes a third of the time of one in a system with multipliers, and nothing is projected.
const MOST_PRODUCTS: usize = 2;

/// A motion in speeds.
pub(super) struct Charted {
    chart: Chart,
    /// The linear system for the rates of the speeds.
    system: Eliminated,
    /// What it was divided by, which must not vanish.
    sine: Option<Expr>,
}

impl Charted {
    /// The shortest form of a system with speeds in place of velocities that keeps the digits of the whole one,
    /// divided by a sine where angles are `oriented`, about axes that may become one; none when the motion has
    /// no chart. `symbols` are all that occur besides speeds and unknowns.
    pub(super) fn new(
        forms: &Forms,
        symbols: &[Expr],
        oriented: bool,
        (motion, whole): (&Motion, &Reference),
    ) -> Option<Self> {
        let chart = forms.built.chart.clone()?;
        let mut put = Substitution::new(chart.velocities.iter().copied());
        let mut in_speeds = |form: &Eliminated| {
            let own = Eliminated { dependents: Vec::new(), ..form.clone() };
            own.map(|e| put.apply(e))
        };
        let own = Forms { normal: in_speeds(&forms.normal), built: in_speeds(&forms.built) };
        let all = [symbols, &chart.speeds].concat();
        let inputs = inputs(&chart, symbols);
        let accelerations: Vec<Expr> = chart.values.iter().map(|&u| rate(u)).collect();
        let solved = |builder: &mut Builder| motion.solve_on(builder).map(drop);
        let whole = whole.with(rates(&chart, &inputs, solved, &accelerations)?, &inputs);
        let keeps = |system: &Eliminated| {
            let solved = |builder: &mut Builder| system.solve_on(builder);
            let tape = rates(&chart, &inputs, solved, &chart.rates);
            tape.is_some_and(|tape| whole.is_kept_by(&tape, &inputs))
        };
        let (system, sine) = by_work(own, &all, true).into_iter().find_map(|(_, system)| {
            let over_sine = oriented.then(|| divided(&system)).flatten();
            match over_sine.filter(|(system, _)| keeps(system)) {
                Some((system, sine)) => Some((system, Some(sine))),
                None => keeps(&system).then_some((system, None)),
            }
        })?;
        let system = Eliminated { dependents: forms.built.dependents.clone(), ..system };
        Some(Self { chart, system, sine })
    }

    /// A system with speeds whose constraints are solved in turn, where it is not too long, has the same accelerations as
    /// the whole one, and keeps their digits.
    pub(super) fn in_turn(
        system: Eliminated,
        symbols: &[Expr],
        (motion, whole): (&Motion, &Reference),
    ) -> Option<Self> {
        let chart = system.chart.clone()?;
        let inputs = inputs(&chart, symbols);
        let solved = |builder: &mut Builder| system.solve_on(builder);
        let own = rates(&chart, &inputs, solved, &chart.rates)?;
        if products(&own, &inputs) > MOST_PRODUCTS * whole.products() {
            return None;
        }
        let accelerations: Vec<Expr> = chart.values.iter().map(|&u| rate(u)).collect();
        let solved = |builder: &mut Builder| motion.solve_on(builder).map(drop);
        let whole = whole.with(rates(&chart, &inputs, solved, &accelerations)?, &inputs);
        let is_right = whole.agrees_with(&own, &inputs) && whole.is_kept_by(&own, &inputs);
        is_right.then_some(Self { chart, system, sine: None })
    }
}

/// What is given of a state in speeds: all symbols but velocities that these give, and the speeds.
fn inputs(chart: &Chart, symbols: &[Expr]) -> Vec<Expr> {
    let is_free = |x: &&Expr| chart.velocities.iter().all(|(v, _)| v != *x);
    let new = chart.speeds.iter().filter(|u| !symbols.contains(u));
    symbols.iter().filter(is_free).chain(new).copied().collect()
}

/// The tape of the rates of speeds, by a linear system that is put on it.
fn rates(
    chart: &Chart,
    inputs: &[Expr],
    solved: impl FnOnce(&mut Builder) -> Result<(), LowerError>,
    rates: &[Expr],
) -> Option<Tape> {
    let mut builder = Builder::new(inputs);
    for &(v, value) in &chart.velocities {
        let slot = builder.expression(value).ok()?;
        builder.bind(v, slot);
    }
    solved(&mut builder).ok()?;
    finished(builder, rates)
}

/// A run in speeds.
pub(super) struct InSpeeds {
    /// The tape: the rates of positions, speeds and work, then what is looked at as in [`Course::tape`],
    /// then velocities, then energies.
    pub(super) lowered: Lowered,
    /// The place of the first velocity among the outputs.
    first: usize,
    /// The places of the energies; none when there are none.
    energies: Option<Range<usize>>,
    /// The place of the sine that the linear system was divided by; none when it was not.
    sine: Option<usize>,
    /// The speeds as functions of the whole state.
    folding: Lowered,
    /// The number of positions, of speeds and of velocities.
    pub(super) positions: usize,
    pub(super) speeds: usize,
    velocities: usize,
    /// Which entries of the state are angles.
    pub(super) angles: Vec<bool>,
}

impl InSpeeds {
    /// None for a course without a chart.
    pub(super) fn new(course: &Course, looked_at: &[Expr]) -> Result<Option<Self>, WalkError> {
        let Some(Charted { chart, system, sine }) = &course.charted else { return Ok(None) };
        let range = course.level(1);
        let (positions, velocities) = (range.start, range.len());
        let state = &course.motion.state;
        let mut moving = vec![Expr::time()];
        moving.extend(state[..positions].iter().chain(&chart.speeds));
        moving.extend(course.power.map(|_| Course::work()));
        let mut builder = Builder::new(&[&moving[..], &course.fixed()].concat());
        for &(v, value) in &chart.velocities {
            let slot = builder.expression(value)?;
            builder.bind(v, slot);
        }
        system.solve_on(&mut builder)?;
        let mut outputs = course.motion.rate[..positions].to_vec();
        outputs.extend(chart.rates.iter().copied().chain(course.power));
        outputs.extend(looked_at);
        let first = outputs.len();
        outputs.extend(&state[range]);
        let energies = energies(course);
        let from = outputs.len();
        outputs.extend(energies.iter().flatten());
        let energies = energies.map(|_| from..outputs.len());
        let sine = sine.map(|sine| {
            outputs.push(sine);
            outputs.len() - 1
        });
        let slots = builder.expressions(&outputs)?;
        let outputs = slots.into_iter().map(|slot| (String::new(), slot)).collect();
        let tape = builder.finish(outputs);
        let mut angles = course.angles[..positions].to_vec();
        angles.resize(moving.len() - 1, false);
        Ok(Some(Self {
            lowered: Lowered::new(tape, moving.len()),
            first,
            energies,
            sine,
            folding: course.plain_tape(&chart.values)?,
            positions,
            speeds: chart.speeds.len(),
            velocities,
            angles,
        }))
    }

    /// The diagonal of the inertia of the positions, and of the speeds: with S = ∂v/∂u,
    ///
    /// ```text
    /// Mᵢᵢ,     (Sᵀ M S)ⱼⱼ                                                              (1)
    /// ```
    fn inertia<T: Numeral>(
        &self,
        (course, fixed): (&Course, &[T]),
        unfolding: &mut Unfolding<T>,
        t: T,
        x: &[T],
    ) -> Result<[Vec<f64>; 2], WalkError> {
        let (Some(inertia), Some(velocities)) = (&course.inertia, &unfolding.kernel) else {
            return Ok([Vec::new(), Vec::new()]);
        };
        let (n, speeds) = (self.velocities, self.speeds);
        let mut S = vec![T::from(0.0); n * speeds];
        let columns = self.positions + 1..self.positions + 1 + speeds;
        let at = [&[t], x].concat();
        velocities.jacobian(&mut unfolding.space, &at, columns, &mut S)?;
        let mut whole = Vec::new();
        unfolding.whole(t, x, &mut whole)?;
        let inputs = [&[t], &whole[..], fixed].concat();
        let M = course.plain_tape(inertia)?.tape.evaluate(&inputs)?.outputs;
        let M = |i: usize, k: usize| M[i * n + k].to_f64();
        let S = |i: usize, j: usize| S[i * speeds + j].to_f64();
        let along = |j: usize| {
            let pairs = (0..n).flat_map(|i| (0..n).map(move |k| (i, k)));
            pairs.map(|(i, k)| S(i, j) * M(i, k) * S(k, j)).sum()
        };
        Ok([(0..n).map(|i| M(i, i)).collect(), (0..speeds).map(along).collect()]) // (1)
    }

    /// The energies of a state of the run; none when they come with everything else only.
    pub(super) fn energies<T: Numeral>(&self, fixed: &[T]) -> Option<Energies<T>> {
        let places: Vec<usize> = self.energies.clone()?.chain(self.sine).collect();
        Energies::on(&self.lowered, &places, self.velocities, fixed)
    }

    /// The state in speeds.
    pub(super) fn fold<T: Numeral>(&self, fixed: &[T], t: T, x: &[T]) -> Result<Vec<T>, WalkError> {
        let speeds = self.folding.tape.evaluate(&[&[t], x, fixed].concat())?.outputs;
        let work = &x[self.positions + self.velocities..];
        Ok([&x[..self.positions], &speeds, work].concat())
    }
}

/// What an integrator follows: a field, the set that its states lie in, and what they say about the motion.
pub(super) struct Way<T> {
    pub(super) field: Field<T>,
    pub(super) surface: Surface<T>,
    pub(super) unfolding: Unfolding<T>,
    /// The start.
    pub(super) x: Vec<T>,
}

impl<T: Numeral> Way<T> {
    /// The way of a plan from a state of the motion, with so many quantities that are watched.
    pub(super) fn new(
        plan: &Plan<'_>,
        fixed: &[T],
        (t, x): (T, &[T]),
        watched: usize,
    ) -> Result<Self, WalkError> {
        let first = plan.lowered.moving - 1 + plan.looks.core.len() + plan.looks.seen.len();
        let watched: Vec<usize> = (first..first + watched).collect();
        let field = Field::new(plan.lowered, &watched, fixed)?.unique_from(plan.events.len());
        let mut unfolding = Unfolding::new(plan.reduced, fixed)?;
        let Some(reduced) = plan.reduced else {
            let surface = Surface::new(plan.course, fixed, plan.choice.energy)?;
            let is_free = surface.levels.is_empty();
            // elsewhere projections tell
            let untold = is_free || plan.course.inertia.is_none();
            let masses = if untold { plan.course.masses(fixed, t, x) } else { Vec::new() };
            let (field, surface) = (field.freed(is_free), surface.with_masses(masses));
            return Ok(Self { field, surface, unfolding, x: x.to_vec() });
        };
        let x = reduced.fold(fixed, t, x)?;
        // Without an inertia, as at a kink, sizes are those that the motion shows.
        let masses = reduced.inertia((plan.course, fixed), &mut unfolding, t, &x);
        let masses = masses.unwrap_or_default();
        let surface = Surface::free(reduced, masses, plan.choice.energy);
        Ok(Self { field: field.freed(true), surface, unfolding, x })
    }
}

/// From a state of a run to the state of the motion.
pub(super) struct Unfolding<T> {
    /// The velocities; none where the run follows them.
    kernel: Option<Kernel<T>>,
    positions: usize,
    speeds: usize,
    space: Workspace<T>,
    at: Vec<T>,
    out: Vec<T>,
}

impl<T: Numeral> Unfolding<T> {
    pub(super) fn new(reduced: Option<&InSpeeds>, fixed: &[T]) -> Result<Self, KernelError> {
        let kernel = |reduced: &InSpeeds| {
            let Lowered { tape, moving, .. } = &reduced.lowered;
            let places: Vec<usize> = (reduced.first..reduced.first + reduced.velocities).collect();
            Program::new(tape, *moving, &places).bind(fixed)
        };
        Ok(Self {
            kernel: reduced.map(kernel).transpose()?,
            positions: reduced.map_or(0, |r| r.positions),
            speeds: reduced.map_or(0, |r| r.speeds),
            space: Workspace::default(),
            at: Vec::new(),
            out: Vec::new(),
        })
    }

    /// Positions, velocities and work of a state of the run.
    pub(super) fn whole(&mut self, t: T, x: &[T], whole: &mut Vec<T>) -> Result<(), KernelError> {
        whole.clear();
        let Some(kernel) = &self.kernel else {
            whole.extend_from_slice(x);
            return Ok(());
        };
        self.at.clear();
        self.at.push(t);
        self.at.extend_from_slice(x);
        kernel.values(&mut self.space, &self.at, &mut self.out)?;
        whole.extend_from_slice(&x[..self.positions]);
        whole.extend_from_slice(&self.out);
        whole.extend_from_slice(&x[self.positions + self.speeds..]);
        Ok(())
    }
}
