//! From a model to what a run computes: one tape, and where on it everything stands.
//!
//! ```text
//! inputs    t, the state, the work W, the parameters, the numbers of tables, the initial values
//! outputs   the rates of the state and of W, then everything that is looked at
//! ```
//!
//! The work is `W' = dE/dt` by its known causes, so that `E − E(0) − W` is what a run did wrong. It is
//! left out when nothing does work.

#![allow(non_snake_case, reason = "L, W are the symbols of the papers")]

use std::cell::OnceCell;
use std::ops::Range;

use alembert_algebra::tape::{Builder, Tape};
use alembert_algebra::{Expr, Kind, Substitution, gradient, rate, symbols};
use alembert_kernel::Program;
use alembert_mechanics::eliminate::Eliminated;
use alembert_mechanics::rotation::Rotation;
use alembert_mechanics::{Linear, Motion, System};

use super::super::digits::States;
use super::WalkError;
use super::chart::Charted;
use super::energies::energies;
use super::field::Numeral;
use super::lagrangian::Action;
use super::level::Levels;
use super::metric::is_metric;
use super::numbers::evaluated;
use super::periodic::{Places, is_periodic};
use super::shorter::{charted, fewer, shorten};
use super::signal::Signals;
use super::work::{power, size_of_power};
use crate::language::model::Function;
use crate::language::{Model, with_energy};

/// A model that is ready to run by one principle.
pub(super) struct Course {
    pub(super) motion: Motion,
    /// The same unknowns through fewer, for the rates, when that is shorter; with a chart it is looked for
    /// when somebody asks.
    eliminated: Option<Eliminated>,
    /// The motion in speeds with which the constraints hold by themselves, where there are such.
    pub(super) charted: Option<Charted>,
    /// Are the constraints on velocities independent everywhere, as elimination shows?
    pub(super) is_regular: bool,
    /// The inertia `∂²L/∂q'∂q'`, row by row; none for a Lagrangian with accelerations, and none where it is no
    /// metric.
    pub(super) inertia: Option<Vec<Expr>>,
    /// Its diagonal, which tells sizes whether or not it is a metric.
    diagonal: Vec<Expr>,
    pub(super) signals: Signals,
    /// The symbols of the initial values in statements, and what they are values of.
    pub(super) starts: Vec<(Expr, Expr)>,
    /// The number of velocities.
    pub(super) n: usize,
    /// The number of positions: a rotation has three velocities and a quaternion.
    pub(super) positions: usize,
    /// `dE/dt` by its known causes; none when nothing does work.
    pub(super) power: Option<Expr>,
    /// The size of what this is made of.
    pub(super) power_size: Option<Expr>,
    /// `T` and `V`, the sizes against which energies are measured; for a Lagrangian with
    /// accelerations the energy itself.
    pub(super) energies: [Expr; 2],
    /// Which entries of the state are angles.
    pub(super) angles: Vec<bool>,
    parameters: Vec<Expr>,
    formulas: Vec<alembert_algebra::Specification>,
    inputs: Substitution,
    quaternions: Substitution,
    /// What stands for `abs` and `sign` in a motion that is followed by phases.
    signs: Vec<Substitution>,
    pub(super) levels: Levels,
}

/// The tape of a course, with the number of its outputs that are rates.
pub(super) struct Lowered {
    pub(super) tape: Tape,
    /// How many inputs move: t, the state, the work.
    pub(super) moving: usize,
    /// The Lagrangian, for methods that step by it.
    pub(super) action: Option<Action>,
    /// The program of the rates, from the first time on that somebody follows them.
    rates: OnceCell<Program>,
}

impl Lowered {
    /// A tape whose first inputs move, so many of them.
    pub(super) fn new(tape: Tape, moving: usize) -> Self {
        Self { tape, moving, action: None, rates: OnceCell::new() }
    }

    /// The same with a Lagrangian.
    pub(super) fn with_action(self, action: Option<Action>) -> Self {
        Self { action, ..self }
    }

    /// The program of the rates, for long series.
    pub(super) fn rates(&self) -> &Program {
        self.rates.get_or_init(|| {
            let rates: Vec<usize> = (0..self.moving - 1).collect();
            Program::for_series(&self.tape, self.moving, &rates)
        })
    }
}

impl Course {
    /// Puts the formulas of functions and inputs into a motion.
    pub(super) fn new(model: &Model, system: &System, motion: &Motion) -> Result<Self, WalkError> {
        let mut formulas: Vec<_> =
            model.functions.iter().filter_map(Function::specification).collect();
        let mut specified = |e: Expr| formulas.iter_mut().fold(e, |e, f| f.apply(e));
        let entries = system.rotations().iter().flat_map(Rotation::by_quaternion);
        let mut quaternions = Substitution::new(entries);
        let motion = motion.in_quaternions().map(&mut specified);
        let power = power(system, &motion);
        let size = power.map(|_| specified(size_of_power(system, &motion)));
        let size = size.map(|e| quaternions.apply(e));
        let L = quaternions.apply(specified(system.L()));
        let mut used: Vec<Expr> = vec![L, motion.energy, motion.power.total()];
        let (W, h) = motion.system.square();
        used.extend(W.entries().chain(h.iter().copied()).chain(motion.residuals.iter().copied()));
        used.extend(motion.manifold.iter().flat_map(|level| level.to_vec()));
        used.extend(model.observed.iter().map(|d| d.value));
        let signals = Signals::new(model, &used)?;
        let mut inputs = signals.substitution();
        let motion = motion.map(|e| inputs.apply(e));
        let L = inputs.apply(L);
        let [power, power_size] = [power, size].map(|e| e.map(|e| inputs.apply(e)));
        let v = system.jet(1);
        let second_order = system.order() > 1;
        let inertia = (!second_order).then(|| {
            gradient(L, &v).iter().flat_map(|&p| gradient(p, &v).to_vec()).collect::<Vec<_>>()
        });
        let energies = energies_of(L, &motion, system);
        let mut course = Self {
            n: motion.highest.len(),
            positions: motion.highest.len() + system.rotations().len(),
            power,
            power_size,
            inertia,
            diagonal: Vec::new(),
            signals,
            starts: starts(model, &mut quaternions),
            energies,
            angles: Vec::new(),
            parameters: model.parameters.iter().map(|p| p.symbol).collect(),
            formulas,
            inputs,
            quaternions,
            signs: Vec::new(),
            levels: Levels::default(),
            eliminated: None,
            charted: None,
            is_regular: false,
            motion,
        };
        course.angles = course.find_angles(model);
        course.reduce(model, L, &v);
        let inertia = course.inertia.as_deref().unwrap_or_default();
        course.diagonal = inertia.iter().step_by(course.n + 1).copied().collect();
        course.keep_metric(model);
        Ok(course)
    }

    /// Looks for speeds, when all constraints are on velocities `v` and the rows of the linear system are their slopes;
    /// else for short rates. Who follows speeds does without these.
    fn reduce(&mut self, model: &Model, L: Expr, v: &[Expr]) {
        let are_slopes = self.has_slopes_of_velocities(v);
        let on_velocities = match &self.motion.manifold[..] {
            [on_positions, phi] => on_positions.is_empty() && !phi.is_empty(),
            _ => false,
        };
        if are_slopes && on_velocities {
            let symbols = [self.moving(), self.fixed()].concat();
            let angles = self.angles.iter().filter(|angle| **angle).count();
            let oriented = angles >= 2 && energies(self).is_some();
            let states = || States::of(model, &[], &symbols);
            let values = (|e| value(model, e), states);
            self.charted = charted(&self.motion, (L, &symbols), oriented, values);
        }
        match self.charted.is_some() {
            true => self.is_regular = true,
            false => self.shorten(model, are_slopes),
        }
    }

    /// Looks for the shortest rates of the whole state, for those who follow it.
    pub(super) fn shorten_rates(&mut self, model: &Model) {
        if self.charted.is_some() {
            self.shorten(model, true);
        }
    }

    fn shorten(&mut self, model: &Model, are_slopes: bool) {
        let symbols = [self.moving(), self.fixed()].concat();
        let inertia = self.inertia.as_deref_mut().unwrap_or_default();
        shorten(&mut self.motion, inertia, &symbols, || States::of(model, &[], &symbols));
        let states = || States::of(model, &[], &symbols);
        let is_positive = |e: Expr| value(model, e) > 0.0;
        let Some(fewer) = fewer(&self.motion, &symbols, is_positive, states) else { return };
        self.is_regular = are_slopes;
        self.eliminated = fewer.eliminated(&symbols);
    }

    /// Forgets an inertia that is no metric, where one is needed: constraints that may become dependent are
    /// measured by it.
    fn keep_metric(&mut self, model: &Model) {
        let is_needed =
            !self.is_regular && self.motion.manifold.iter().any(|level| !level.is_empty());
        let moving = self.moving();
        self.inertia.take_if(|inertia| is_needed && !is_metric(model, inertia, &moving));
    }

    /// Are the rows of the linear system with multipliers the slopes of the constraints on velocities?
    fn has_slopes_of_velocities(&self, v: &[Expr]) -> bool {
        let Linear::Kkt { A, .. } = &self.motion.system else { return false };
        let level = self.motion.manifold.get(1).map_or(&[][..], |level| level);
        let mut rows = A.rows().iter().zip(level);
        A.rows().len() == level.len() && rows.all(|(row, &psi)| row[..] == gradient(psi, v)[..])
    }

    /// Only angles in which these expressions are periodic too are wrapped.
    pub(super) fn restrict_angles(&mut self, list: &[Expr]) {
        for (angle, &x) in self.angles.iter_mut().zip(self.motion.state.iter()) {
            *angle = *angle && is_periodic(list, x);
        }
    }

    /// An expression of the model with the formulas of functions and inputs, and the energy.
    pub(super) fn specified(&mut self, e: Expr) -> Expr {
        let e = with_energy(e, self.motion.energy);
        let e = self.formulas.iter_mut().fold(e, |e, f| f.apply(e));
        let e = self.quaternions.apply(self.inputs.apply(e));
        self.signs.iter_mut().fold(e, |e, signs| signs.apply(e))
    }

    /// Takes what stands for `abs` and `sign`, those inside of others first.
    pub(super) fn with_signs(mut self, pairs: &[(Expr, Expr)]) -> Self {
        self.signs = pairs.iter().map(|&pair| Substitution::new([pair])).collect();
        let signs = &mut self.signs;
        let mut put = |e: Expr| signs.iter_mut().fold(e, |e, signs| signs.apply(e));
        self.energies = self.energies.map(&mut put);
        self.inertia.iter_mut().flatten().for_each(|e| *e = put(*e));
        self.power_size = self.power_size.map(put);
        self
    }

    /// Where the derivatives of order k stand in the state.
    pub(super) fn level(&self, k: usize) -> Range<usize> {
        let (level, further) = (self.motion.level(k), self.positions - self.n);
        match k {
            0 => 0..self.positions,
            _ => level.start + further..level.end + further,
        }
    }

    /// The number of entries of the state, the work included.
    pub(super) fn dim(&self) -> usize {
        self.motion.state.len() + usize::from(self.power.is_some())
    }

    /// The symbol of the work.
    pub(super) fn work() -> Expr {
        Expr::symbol("work", Kind::Multiplier, 0)
    }

    /// The fixed inputs: parameters, numbers of tables, initial values.
    pub(super) fn fixed(&self) -> Vec<Expr> {
        let starts = self.starts.iter().map(|s| s.0);
        self.parameters.iter().copied().chain(self.signals.symbols()).chain(starts).collect()
    }

    /// Every symbol that has a value along a motion.
    pub(super) fn known(&self) -> Vec<Expr> {
        let mut known = self.moving();
        known.extend(self.fixed());
        known.extend(self.motion.unknowns.iter());
        known.push(Expr::pi());
        known
    }

    pub(super) fn moving(&self) -> Vec<Expr> {
        let mut moving = vec![Expr::time()];
        moving.extend(self.motion.state.iter());
        moving.extend(self.power.map(|_| Self::work()));
        moving
    }

    /// The tape with the rates of the state and then these expressions as outputs. What is looked at comes
    /// from the whole linear system, which has multipliers even where they are not unique.
    pub(super) fn tape(&self, looked_at: &[Expr]) -> Result<Lowered, WalkError> {
        let moving = self.moving();
        let mut builder = Builder::new(&[&moving[..], &self.fixed()].concat());
        match &self.eliminated {
            Some(eliminated) => eliminated.solve_on(&mut builder)?,
            None => drop(self.motion.solve_on(&mut builder)?),
        }
        let mut slots = Vec::new();
        for e in self.motion.rate.iter().copied().chain(self.power) {
            slots.push(builder.expression(e)?);
        }
        if self.eliminated.is_some() {
            self.motion.solve_on(&mut builder)?;
        }
        slots.extend(builder.expressions(looked_at)?);
        let outputs = slots.into_iter().map(|slot| (String::new(), slot)).collect();
        Ok(Lowered::new(builder.finish(outputs), moving.len()))
    }

    /// The tape of these expressions in the state alone.
    pub(super) fn plain_tape(&self, list: &[Expr]) -> Result<Lowered, WalkError> {
        let moving = self.moving();
        let mut builder = Builder::new(&[&moving[..], &self.fixed()].concat());
        let slots = builder.expressions(list)?;
        let outputs = slots.into_iter().map(|slot| (String::new(), slot)).collect();
        Ok(Lowered::new(builder.finish(outputs), moving.len()))
    }

    /// The diagonal of the inertia at a state; empty when there is none.
    pub(super) fn masses<T: Numeral>(&self, fixed: &[T], t: T, x: &[T]) -> Vec<f64> {
        let inputs = [&[t], x, fixed].concat();
        let lowered = self.plain_tape(&self.diagonal).ok();
        let values = lowered.and_then(|lowered| lowered.tape.evaluate(&inputs).ok());
        values.map_or(Vec::new(), |values| values.outputs.iter().map(|m| m.to_f64()).collect())
    }

    /// Coordinates in which everything that makes the motion is periodic.
    fn find_angles(&self, model: &Model) -> Vec<bool> {
        let mut made_of: Vec<Expr> = self.motion.rate.to_vec();
        let (W, h) = self.motion.system.square();
        made_of.extend(W.entries().chain(h.iter().copied()).chain(self.power));
        made_of.extend(self.motion.manifold.iter().flat_map(|level| level.to_vec()));
        made_of.extend(self.inertia.iter().flatten().chain(&self.energies));
        let rad = |unit: &str| unit.trim() == "rad" || unit.trim() == "deg";
        let places = Places::new(&made_of);
        let angle = |(i, _): (usize, &Expr)| {
            let coordinate = model.coordinates.get(i).filter(|_| i < self.n);
            coordinate.is_some_and(|c| {
                let unit = c.unit.as_deref();
                unit.is_none_or(rad)
                    && places.are_periodic(c.symbol)
                    && (unit.is_some() || places.contain(c.symbol))
            })
        };
        let mut angles: Vec<bool> = self.motion.state.iter().enumerate().map(angle).collect();
        angles.extend(self.power.map(|_| false));
        angles
    }
}

/// T and V, by the velocities and the rest of L; with accelerations the energy itself.
fn energies_of(L: Expr, motion: &Motion, system: &System) -> [Expr; 2] {
    if system.order() > 1 {
        return [motion.energy, Expr::zero()];
    }
    let v = system.jet(1);
    let mut at_rest = Substitution::new(v.iter().map(|&x| (x, Expr::zero())));
    let potential = -at_rest.apply(L);
    [motion.energy - potential, potential]
}

/// The value of an expression in parameters; NaN where it has none.
fn value(model: &Model, e: Expr) -> f64 {
    evaluated::<f64>(model, &[e]).map_or(f64::NAN, |value| value[0])
}

/// The initial values that statements and observed quantities contain.
fn starts(model: &Model, quaternions: &mut Substitution) -> Vec<(Expr, Expr)> {
    let mut starts: Vec<(Expr, Expr)> = Vec::new();
    for statement in model.expect.iter().chain(&model.reject) {
        for &(symbol, value) in &statement.starts {
            let pair = (symbol, quaternions.apply(value));
            if !starts.contains(&pair) {
                starts.push(pair);
            }
        }
    }
    let observed: Vec<Expr> = model.observed.iter().map(|d| d.value).collect();
    for symbol in symbols(&observed) {
        let pair = start_of(model, symbol).map(|value| (symbol, value));
        let new = pair.filter(|pair| !starts.contains(pair));
        starts.extend(new);
    }
    starts
}

/// What the symbol `x'(0)` of an observed quantity is the initial value of, if that is a coordinate with
/// dots.
fn start_of(model: &Model, symbol: Expr) -> Option<Expr> {
    let symbol = symbol.as_symbol().filter(|s| s.kind == Kind::Auxiliary)?;
    let name = symbol.name.strip_suffix("(0)")?;
    let letter = name.trim_end_matches('\'');
    let coordinate = model.coordinates.iter().find(|c| c.name == letter)?;
    Some((letter.len()..name.len()).fold(coordinate.symbol, |e, _| rate(e)))
}

#[cfg(test)]
mod tests {
    use super::Course;
    use crate::language::{Source, read};
    use crate::walk::motion;

    /// Are the constraints of a model known to be independent everywhere?
    fn is_regular(coordinates: &str, constraints: &str) -> bool {
        let text = format!(
            "coordinates\n  {coordinates}\nL = ½ (x'² + y'² + a'²)\nconstraints\n  {constraints}\n"
        );
        let model = read(&Source::new("rows.mech", &text)).model.expect("the text has no mistake");
        let (system, motion) = motion(&model, None).expect("the model has a motion");
        Course::new(&model, &system, &motion).expect("all symbols have values").is_regular
    }

    #[test]
    fn independent_constraints_are_those_with_directions_of_their_own() {
        assert!(is_regular("x, y, a", "blade: x' sin(a) - y' cos(a) = 0"));
        assert!(is_regular("x, y, a", "p: x' = a' cos(a)\n  q: y' = a' sin(a)"));
        // a row that vanishes at x = y = 0, and two that are equal where a = 1
        assert!(!is_regular("x, y, a", "p: x x' + y y' = 0"));
        assert!(!is_regular("x, y, a", "p: x' + a y' = 0\n  q: x' + y' = 0"));
    }
}
