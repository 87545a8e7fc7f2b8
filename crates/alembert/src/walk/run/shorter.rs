//! The matrices of a motion in the shorter of two forms.
//!
//! A tape computes what it is told to: the sum of the squares of `θ' cos φ + …` and `θ' sin φ − …` has an
//! inertia `I (cos²φ + sin²φ)` with all its products, and each costs a convolution an order. Entries that
//! are polynomials of symbols, sines and cosines have a normal form in the ring of their system, where
//! `sin² + cos² = 1` is used; it is an identity, and nothing is divided by. It is taken when the tape of
//! the system becomes shorter.

use alembert_algebra::ring::Ring;
use alembert_algebra::tape::{Builder, Op, Tape};
use alembert_algebra::{Elementary, Expr};
use alembert_mechanics::eliminate::{self, Eliminated};
use alembert_mechanics::{Linear, Motion};

use super::chart::Charted;

/// Longer tapes stay as they are: normal forms of large systems take longer than they save.
const LONGEST: usize = 2000;

/// Products of terms that the normal forms may take: about a millisecond.
pub(super) const BUDGET: u64 = 20_000;

/// Puts the entries of a system and of the inertia into normal form where that is shorter; `symbols` are
/// all that occur.
pub(super) fn shorten(system: &mut Linear, inertia: &mut [Expr], symbols: &[Expr]) {
    let mut entries = inertia.to_vec();
    let _ = system.map(|e| {
        entries.push(e);
        e
    });
    let Some(normal) = shorter(&entries, symbols) else { return };
    inertia.copy_from_slice(&normal[..inertia.len()]);
    let mut rest = normal[inertia.len()..].iter();
    *system = system.map(|e| rest.next().copied().unwrap_or(e));
}

/// A motion with fewer unknowns.
pub(super) struct Fewer {
    plain: Eliminated,
    /// The work of the whole system.
    whole: usize,
}

impl Fewer {
    /// The linear system, in normal form when that is shorter; none when the whole one is shorter still.
    pub(super) fn eliminated(self, symbols: &[Expr]) -> Option<Eliminated> {
        // without constraints the entries have their normal form already
        let is_free = self.plain.dependents.is_empty();
        let found =
            if is_free { measured(self.plain, symbols) } else { shortest(self.plain, symbols) };
        found.filter(|(work, _)| *work < self.whole).map(|(_, system)| system)
    }

    /// The motion in speeds, where there are such; angles may be `oriented`, about axes that may become one.
    pub(super) fn charted(&self, symbols: &[Expr], oriented: bool) -> Option<Charted> {
        Charted::new(&self.plain, symbols, oriented)
    }
}

/// A motion with fewer unknowns; `symbols` are all that occur besides these. None when some constraint has
/// no direction of its own everywhere; where all have, none depends on the others.
pub(super) fn fewer(
    motion: &Motion,
    symbols: &[Expr],
    is_positive: impl Fn(Expr) -> bool,
) -> Option<Fewer> {
    let mut builder = Builder::new(symbols);
    motion.solve_on(&mut builder).ok()?;
    let whole = work(&builder.finish(Vec::new()));
    if whole > LONGEST {
        return None;
    }
    Some(Fewer { plain: eliminate::eliminated(motion, is_positive)?, whole })
}

/// The shorter of a system and its normal form, with the work of its tape.
pub(super) fn shortest(plain: Eliminated, symbols: &[Expr]) -> Option<(usize, Eliminated)> {
    let normal = normal(&plain, symbols).and_then(|normal| measured(normal, symbols));
    [normal, measured(plain, symbols)].into_iter().flatten().min_by_key(|(work, _)| *work)
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
    let mut builder = Builder::new(symbols);
    let slots = builder.expressions(list).ok()?;
    Some(builder.finish(slots.into_iter().map(|slot| (String::new(), slot)).collect()))
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
        shorten(&mut motion.system, &mut same, &alembert_algebra::symbols(&all));
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
}
