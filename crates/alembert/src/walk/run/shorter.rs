//! The matrices of a motion in the shorter of two forms.
//!
//! A tape computes what it is told to: the sum of the squares of `θ' cos φ + …` and `θ' sin φ − …` has an
//! inertia `I (cos²φ + sin²φ)` with all its products, and each costs a convolution an order. Entries that
//! are polynomials of symbols, sines and cosines have a normal form in the ring of their system, where
//! `sin² + cos² = 1` is used; it is an identity, and nothing is divided by. It is taken when the tape of
//! the system becomes shorter, and when accelerations keep the digits that the system has as it was built
//! (`walk/digits`).

#![allow(non_snake_case, reason = "L, A are the symbols of the papers")]

use std::cell::OnceCell;

use alembert_algebra::ring::Ring;
use alembert_algebra::tape::{Builder, Op, Tape};
use alembert_algebra::{Elementary, Expr, Kind};
use alembert_mechanics::eliminate::{self, Eliminated, Forms};
use alembert_mechanics::{Linear, Motion};

use super::super::digits::{Errors, States};
use super::chart::Charted;

/// Longer tapes stay as they are: normal forms of large systems take longer than they save.
const LONGEST: usize = 2000;

/// Products of terms that the normal forms may take: about a millisecond.
pub(super) const BUDGET: u64 = 20_000;

/// Puts the entries of the system of a motion and of the inertia into normal form where that is shorter and
/// keeps the digits; `symbols` are all that occur.
pub(super) fn shorten(
    motion: &mut Motion,
    inertia: &mut [Expr],
    symbols: &[Expr],
    states: impl FnOnce() -> States,
) {
    let Some((written, normal)) = rewritten(motion, inertia, symbols) else { return };
    let (before, after) = (accelerations(motion, symbols), accelerations(&written, symbols));
    let (Some(before), Some(after)) = (before, after) else { return };
    let reference = Reference::new(states(), before, symbols);
    if reference.is_kept_by(&after, symbols) {
        inertia.copy_from_slice(&normal);
        *motion = written;
    }
}

/// A motion and some expressions with their normal forms, where these are shorter.
fn rewritten(motion: &Motion, inertia: &[Expr], symbols: &[Expr]) -> Option<(Motion, Vec<Expr>)> {
    let mut entries = inertia.to_vec();
    let _ = motion.system.map(|e| {
        entries.push(e);
        e
    });
    let normal = shorter(&entries, symbols)?;
    let (inertia, rest) = normal.split_at(inertia.len());
    let mut rest = rest.iter();
    let system = motion.system.map(|e| rest.next().copied().unwrap_or(e));
    Some((Motion { system, ..motion.clone() }, inertia.to_vec()))
}

/// The tape of the accelerations of a motion.
fn accelerations(motion: &Motion, symbols: &[Expr]) -> Option<Tape> {
    let mut builder = Builder::new(symbols);
    motion.solve_on(&mut builder).ok()?;
    finished(builder, &motion.highest)
}

/// The tape with these outputs.
pub(super) fn finished(mut builder: Builder, outputs: &[Expr]) -> Option<Tape> {
    let slots = builder.expressions(outputs).ok()?;
    Some(builder.finish(slots.into_iter().map(|slot| (String::new(), slot)).collect()))
}

/// The accelerations of a motion as it was built, whose digits other forms have to keep.
pub(super) struct Reference {
    states: States,
    tape: Tape,
    symbols: Vec<Expr>,
    errors: OnceCell<Errors>,
}

impl Reference {
    fn new(states: States, tape: Tape, symbols: &[Expr]) -> Self {
        Self { states, tape, symbols: symbols.to_vec(), errors: OnceCell::new() }
    }

    /// The same quantities at states with other symbols.
    pub(super) fn with(&self, tape: Tape, symbols: &[Expr]) -> Self {
        Self::new(self.states.clone(), tape, symbols)
    }

    /// The products of the tape.
    pub(super) fn products(&self) -> usize {
        products(&self.tape, &self.symbols)
    }

    /// Has a tape with these inputs the same accelerations?
    pub(super) fn agrees_with(&self, tape: &Tape, symbols: &[Expr]) -> bool {
        self.states.agree(&self.tape, tape, symbols)
    }

    /// Does a tape with these inputs keep the digits?
    pub(super) fn is_kept_by(&self, tape: &Tape, symbols: &[Expr]) -> bool {
        let own = || self.errors.get_or_init(|| self.states.errors(&self.tape, &self.symbols));
        let errors = self.states.errors(tape, symbols);
        errors.are_small() || errors.keep_digits_of(own())
    }
}

/// A motion with fewer unknowns.
pub(super) struct Fewer {
    forms: Forms,
    /// The unknowns whose digits count.
    highest: Vec<Expr>,
    /// The whole system.
    whole: Reference,
}

impl Fewer {
    /// The linear system, in the shortest form that keeps the digits; none when the whole one is shorter still.
    pub(super) fn eliminated(self, symbols: &[Expr]) -> Option<Eliminated> {
        // without constraints the entries have their normal form already
        let has_own = !self.forms.normal.dependents.is_empty();
        let whole = work(&self.whole.tape);
        let by_work = by_work(self.forms, symbols, has_own);
        let mut shorter = by_work.into_iter().take_while(|(work, _)| *work < whole);
        let keeps = |system: &Eliminated| -> Option<bool> {
            let mut builder = Builder::new(symbols);
            system.solve_on(&mut builder).ok()?;
            Some(self.whole.is_kept_by(&finished(builder, &self.highest)?, symbols))
        };
        shorter.find(|(_, system)| keeps(system) == Some(true)).map(|(_, system)| system)
    }
}

/// A motion in speeds with which its constraints hold by themselves, where there are such: those of constraints with
/// directions of their own, which may be `oriented` by angles about axes that become one, or those of constraints that are
/// solved in turn. L is the Lagrangian.
pub(super) fn charted(
    motion: &Motion,
    (L, symbols): (Expr, &[Expr]),
    oriented: bool,
    values: (impl Fn(Expr) -> f64, impl FnOnce() -> States),
) -> Option<Charted> {
    let (value, states) = values;
    let is_positive = |e: Expr| value(e) > 0.0;
    let whole = accelerations(motion, symbols).filter(|tape| work(tape) <= LONGEST)?;
    let whole = Reference::new(states(), whole, symbols);
    let by_forms = |written: &Linear| {
        let forms = eliminate::eliminated_with(motion, written, is_positive)?;
        Charted::new(&forms, symbols, oriented, (motion, &whole))
    };
    let by_directions = || {
        let shorter = rewritten(motion, &[], symbols);
        let found = shorter.and_then(|(written, _)| by_forms(&written.system));
        found.or_else(|| by_forms(&motion.system))
    };
    let Linear::Kkt { A, .. } = &motion.system else { return None };
    let found = if eliminate::have_own_columns(A) { by_directions() } else { None };
    found.or_else(|| {
        let is_nonzero = |e: Expr| value(e).abs() > 0.0;
        Charted::in_turn(eliminate::in_turn(motion, L, is_nonzero)?, symbols, (motion, &whole))
    })
}

/// A motion with fewer unknowns; `symbols` are all that occur besides these. None when some constraint has
/// no direction of its own everywhere; where all have, none depends on the others.
pub(super) fn fewer(
    motion: &Motion,
    symbols: &[Expr],
    is_positive: impl Fn(Expr) -> bool,
    states: impl FnOnce() -> States,
) -> Option<Fewer> {
    let whole = accelerations(motion, symbols)?;
    if work(&whole) > LONGEST {
        return None;
    }
    let forms = eliminate::eliminated(motion, is_positive)?;
    let whole = Reference::new(states(), whole, symbols);
    Some(Fewer { forms, highest: motion.highest.to_vec(), whole })
}

/// The forms of a system with the work of their tapes, the shortest first; the normal form of the whole is looked
/// for when there is one beside that of the matrix.
pub(super) fn by_work(
    Forms { normal: written, built }: Forms,
    symbols: &[Expr],
    has_own: bool,
) -> Vec<(usize, Eliminated)> {
    let own = if has_own { normal(&written, symbols) } else { None };
    let all = [own, Some(written), Some(built)].into_iter().flatten();
    let mut all: Vec<_> = all.filter_map(|system| measured(system, symbols)).collect();
    all.sort_by_key(|(work, _)| *work);
    all
}

/// A system with the work of its tape.
fn measured(system: Eliminated, symbols: &[Expr]) -> Option<(usize, Eliminated)> {
    let mut builder = Builder::new(symbols);
    system.solve_on(&mut builder).ok()?;
    Some((work(&builder.finish(Vec::new())), system))
}

/// The normal forms of a system; none when they are not shorter.
fn normal(system: &Eliminated, symbols: &[Expr]) -> Option<Eliminated> {
    let mut entries = Vec::new();
    let _ = system.map(|e| {
        entries.push(e);
        e
    });
    let values = system.values.iter().chain(&system.dependents).map(|v| v.0);
    let unknowns = system.unknowns.iter().copied().chain(values);
    let symbols: Vec<Expr> = symbols.iter().copied().chain(unknowns).collect();
    let mut normal = shorter(&entries, &symbols)?.into_iter();
    Some(system.map(|e| normal.next().unwrap_or(e)))
}

/// The operations of a tape, with those of its linear systems in each order of a series.
fn work(tape: &Tape) -> usize {
    let systems = tape.solves.iter().map(|solve| solve.unknowns() * solve.unknowns());
    tape.ops.len() + systems.sum::<usize>()
}

/// The products of a tape in which something moves, and the entries of its linear systems: each of them is a sum over all
/// orders in each order of a series, and sums are not.
pub(super) fn products(tape: &Tape, inputs: &[Expr]) -> usize {
    let is_input_moving =
        |x: &Expr| x.as_symbol().is_some_and(|s| s.kind.is_of_motion() || s.kind == Kind::Time);
    let (mut moves, mut count) = (Vec::with_capacity(tape.ops.len()), 0);
    for op in &tape.ops {
        let own = match op {
            Op::Input(i) => is_input_moving(&inputs[*i]),
            Op::Solution(..) => true,
            other => other.arguments().iter().any(|&slot| moves[slot]),
        };
        count += usize::from(match op {
            Op::Mul(a, b) => moves[*a] && moves[*b],
            Op::Div(_, b) => moves[*b],
            Op::Power(..) | Op::Sqrt(_) | Op::RationalPower(..) | Op::Call(..) | Op::Atan2(..) => {
                own
            }
            _ => false,
        });
        moves.push(own);
    }
    let entries = tape.solves.iter().map(|solve| solve.unknowns() * solve.unknowns());
    count + entries.sum::<usize>()
}

/// The normal forms of polynomials over parameters, when their tape is shorter.
fn shorter(list: &[Expr], symbols: &[Expr]) -> Option<Vec<Expr>> {
    let before = tape(list, symbols)?;
    if before.ops.len() > LONGEST || !before.ops.iter().all(is_polynomial) {
        return None;
    }
    let mut ring = Ring::new(list).ok()?;
    ring.set_budget(BUDGET);
    let normal = |e: &Expr| {
        let f = ring.fraction(*e).ok()?;
        let by_parameters =
            f.den.iter().all(|(p, _)| p.atoms().all(|atom| ring.is_parameter(atom)));
        by_parameters.then(|| ring.expression(&f))
    };
    let normal = list.iter().map(normal).collect::<Option<Vec<_>>>()?;
    let after = tape(&normal, symbols)?;
    (after.ops.len() < before.ops.len()).then_some(normal)
}

/// The tape of some expressions; none when they have no values.
fn tape(list: &[Expr], symbols: &[Expr]) -> Option<Tape> {
    finished(Builder::new(symbols), list)
}

/// Is an operation one of fractions, sines and cosines?
fn is_polynomial(op: &Op) -> bool {
    match op {
        Op::Input(_) | Op::Constant(_) | Op::Add(..) | Op::Sub(..) | Op::Mul(..) => true,
        Op::Neg(_) | Op::Div(..) | Op::Power(..) => true,
        Op::Call(f, _) => matches!(f, Elementary::Sin | Elementary::Cos),
        Op::Sqrt(_) | Op::RationalPower(..) | Op::Atan2(..) | Op::Solution(..) => false,
    }
}

#[cfg(test)]
#[allow(non_snake_case, reason = "W, M are the symbols of the papers")]
mod tests {
    use super::*;
    use crate::language::{Source, read};
    use crate::walk::motion;
    use crate::walk::run::course::Course;
    use crate::walk::run::numbers::evaluated;

    /// The matrix of inertia of a model as it is derived, and shortened.
    fn inertia(text: &str) -> (Vec<Expr>, Vec<Expr>) {
        let model = read(&Source::new("short.mech", text)).model.expect("the text has no mistake");
        let (_, mut motion) = motion(&model, None).expect("the model has a motion");
        let entries = |system: &Linear| match system {
            Linear::Kkt { M, .. } => M.entries().collect::<Vec<_>>(),
            Linear::General { .. } => panic!("there is an inertia"),
        };
        let before = entries(&motion.system);
        let (W, h) = motion.system.square();
        let all: Vec<Expr> = W.entries().chain(h.iter().copied()).collect();
        let mut same = before.clone();
        let states = || States::of(&model, &[], &[]);
        shorten(&mut motion, &mut same, &alembert_algebra::symbols(&all), states);
        assert_eq!(same, entries(&motion.system));
        (before, same)
    }

    #[test]
    fn a_velocity_in_two_directions_has_the_inertia_of_a_point() {
        let text = "coordinates a, b\nlet\n  u = a' cos b\n  w = a' sin b\nL = ½ (u² + w² + b'²)\n";
        let (before, after) = inertia(text);
        let [zero, one] = [Expr::zero(), Expr::one()];
        assert_ne!(before, [one, zero, zero, one]);
        assert_eq!(after, [one, zero, zero, one]);
    }

    #[test]
    fn what_is_short_or_has_divisors_stays_as_it_is() {
        let short = "coordinates x\nL = ½ x'² - cos x\n";
        let divided = "coordinates x\nL = ½ x'² (sin²x + cos²x) - 1/x\n";
        for text in [short, divided] {
            let (before, after) = inertia(text);
            assert_eq!(before, after);
        }
    }

    /// A car with two trailers, with springs, friction and a force.
    const TRAILERS: &str = "
coordinates
  x, y, a, b, c
parameters
  m = 1.3
  J = 0.1
  l = 0.5
inputs
  F
let
  x1 = x - l cos(b)
  y1 = y - l sin(b)
  x2 = x1 - l cos(c)
  y2 = y1 - l sin(c)
T = ½ m (x'² + y'² + x1'² + y1'² + x2'² + y2'²) + ½ J (a'² + b'² + c'²)
V = ½ x² + (b - a)² + ½ (c - b)²
constraints
  w0: x' sin(a) - y' cos(a) = 0
  w1: x1' sin(b) - y1' cos(b) = 0
  w2: x2' sin(c) - y2' cos(c) = 0
forces
  x: F cos(a)
  b: -0.1 b'
initial
  x = 0.2, y = 0.1, a = 0.3, b = 0.4, c = 0.6, x' = 0.5, a' = 0.2
run 0 .. 4
  F = 0.3 cos(t)
";

    /// How many speeds TRAILERS has when its system was changed, and the entries of the linear systems in these speeds and
    /// in the whole state, which are summed in each order of a series; none where it is not followed in these speeds.
    fn in_turn(change: impl Fn(Expr) -> Expr) -> Option<[usize; 3]> {
        let reading = read(&Source::new("t.mech", TRAILERS));
        let model = reading.model.unwrap_or_else(|| panic!("{:?}", reading.diagnostics));
        let (system, motion) = motion(&model, None).expect("the model has a motion");
        let course = Course::new(&model, &system, &motion).expect("all symbols have values");
        assert!(course.charted.is_some() && course.is_regular);
        let symbols = [course.moving(), course.fixed()].concat();
        let motion = &course.motion;
        let tape = accelerations(motion, &symbols).expect("there are accelerations");
        let whole = Reference::new(States::of(&model, &[], &symbols), tape, &symbols);
        let is_fixed = |e: Expr| evaluated::<f64>(&model, &[e]).is_ok_and(|e| e[0] != 0.0);
        let own = eliminate::in_turn(motion, system.L(), is_fixed).expect("they are in turn");
        let own = Eliminated { h: own.h.iter().map(|&e| change(e)).collect(), ..own };
        let entries = |count: usize| count * count;
        let counts = (own.unknowns.len(), motion.unknowns.len());
        let speeds = own.chart.as_ref().map_or(0, |chart| chart.speeds.len());
        Charted::in_turn(own, &symbols, (motion, &whole))?;
        Some([speeds, entries(counts.0), entries(counts.1)])
    }

    /// Five accelerations and three multipliers become two rates of speeds, of which the turning of the car stands alone.
    #[test]
    fn constraints_in_turn_are_followed_in_speeds_with_less_work() {
        assert_eq!(in_turn(|e| e), Some([2, 1, 64]));
    }

    /// A fifth power that is multiplied out beside the same as it is: zero, and a thousand times less precise.
    #[test]
    fn speeds_that_lose_digits_or_have_other_rates_are_not_taken() {
        let x = Expr::symbol("x", Kind::Coordinate, 0);
        let five = Expr::from(5);
        let terms = [1, -25, 250, -1250, 3125, -3125].into_iter().zip(0..);
        let expanded: Expr = terms.map(|(c, k)| Expr::from(c) * x.powi(5 - k)).sum();
        assert!(in_turn(|e| e + (x - five).powi(5) - expanded).is_none());
        assert!(in_turn(|e| e * (Expr::one() + Expr::from(10).powi(-9))).is_none());
    }
}
