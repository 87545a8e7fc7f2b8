//! Which operation of the equations of motion reaches the edge of its domain.
//!
//! Before such an edge steps become shorter without end, as they do before a pole of the motion itself. With an
//! argument a and its edge e,
//!
//! ```text
//! s = (e − a)/ȧ                                                                     (1)
//! ```
//!
//! is the time that is left, and of its order where a − e falls as a power of it. An operation is to blame when s is
//! at most a million times the step that was refused, or when nothing but rounding is left of its distance at the
//! start,
//!
//! ```text
//! |a − e| ≤ 10⁻¹² |a₀ − e|                                                          (2)
//! ```
//!
//! as where a touches e. Known limit: linear systems that become singular are not looked at.

use std::f64::consts::{FRAC_PI_2, PI};
use std::fmt;

use alembert_algebra::Elementary;
use alembert_algebra::tape::{Op, Slot, Tape};
use alembert_flow::VectorField;
use alembert_kernel::{Program, Workspace};

use super::course::Lowered;
use super::field::{Field, Numeral};

/// Refused steps in which an edge is near, (1). Beside a pole a rate has few digits left, and steps are refused that are
/// much shorter than the way to it.
const NEAR: f64 = 1e6;
/// The part of a distance that is rounding, (2).
const ROUNDING: f64 = 1e-12;

/// An argument at the edge of the domain of its operation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Edge {
    argument: &'static str,
    edge: f64,
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { argument, edge } = self;
        write!(f, "{argument} reaches {edge}, the edge of its domain")
    }
}

/// An operation whose domain has an edge.
pub(super) struct Edged {
    /// Its argument in words.
    words: &'static str,
    argument: Slot,
    /// The edge next to an argument.
    pub(super) next: fn(f64) -> f64,
}

impl Edged {
    pub(super) fn new(op: &Op) -> Option<Self> {
        use Elementary::{Acos, Acosh, Asin, Atanh, Log, Tan};
        let zero: fn(f64) -> f64 = |_| 0.0;
        let unit: fn(f64) -> f64 = |a| 1f64.copysign(a);
        let (words, argument, next) = match op {
            Op::Div(_, b) => ("the denominator of a quotient", b, zero),
            Op::Power(a, n) if *n < 0 => ("the denominator of a quotient", a, zero),
            Op::Sqrt(a) => ("the argument of a square root", a, zero),
            Op::RationalPower(a, _) => ("the base of a power", a, zero),
            Op::Call(Log, a) => ("the argument of log", a, zero),
            Op::Call(Asin, a) => ("the argument of asin", a, unit),
            Op::Call(Acos, a) => ("the argument of acos", a, unit),
            Op::Call(Atanh, a) => ("the argument of atanh", a, unit),
            Op::Call(Acosh, a) => ("the argument of acosh", a, (|_| 1.0) as fn(f64) -> f64),
            Op::Call(Tan, a) => ("the argument of tan", a, pole as fn(f64) -> f64),
            _ => return None,
        };
        Some(Self { words, argument: *argument, next })
    }
}

/// The pole of the tangent next to an angle.
fn pole(angle: f64) -> f64 {
    FRAC_PI_2 + PI * ((angle - FRAC_PI_2) / PI).round()
}

/// The operation of the rates whose edge a motion reaches that began at a start, ends at a state and was refused a
/// step h.
pub(super) fn reached<T: Numeral>(
    (lowered, field, fixed): (&Lowered, &Field<T>, &[T]),
    start: (T, &[T]),
    (t, x): (T, &[T]),
    h: f64,
) -> Option<Edge> {
    let mut rate = vec![T::from(0.0); x.len()];
    field.rate(t, x, &mut rate).ok()?;
    let along = [x, &rate].concat();
    let still = [start.1, &vec![T::from(0.0); x.len()]].concat();
    let mut space = Workspace::default();
    let mut look = |Edged { words, argument, next }: Edged| {
        let tape = Tape { outputs: vec![(String::new(), argument)], ..lowered.tape.clone() };
        let kernel = Program::new(&tape, lowered.moving, &[0]).bind(fixed).ok()?;
        let mut series = |t: T, c: &[T]| {
            let mut found = Vec::new();
            kernel.composition(&mut space, t, c, 1, &mut found).ok()?;
            Some((found[0].to_f64(), found[1].to_f64()))
        };
        let (a, slope) = series(t, &along)?;
        let edge = next(a);
        let s = if a == edge { 0.0 } else { (edge - a) / slope * h.signum() }; // (1)
        let begun = series(start.0, &still).map_or(0.0, |(a, _)| a - edge);
        let touches = (a - edge).abs() <= ROUNDING * begun.abs(); // (2)
        let is_near = (0.0..=NEAR * h.abs()).contains(&s) || touches;
        is_near.then_some((s.abs(), Edge { argument: words, edge }))
    };
    let candidates =
        needed(lowered).into_iter().filter_map(|slot| Edged::new(&lowered.tape.ops[slot]));
    let near = candidates.filter_map(&mut look);
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, edge)| edge)
}

/// The operations that the rates need, in their order.
fn needed(lowered: &Lowered) -> Vec<Slot> {
    let Tape { ops, solves, outputs, .. } = &lowered.tape;
    let mut is_needed = vec![false; ops.len()];
    let mut open: Vec<Slot> = outputs[..lowered.moving - 1].iter().map(|o| o.1).collect();
    while let Some(slot) = open.pop() {
        if std::mem::replace(&mut is_needed[slot], true) {
            continue;
        }
        open.extend(ops[slot].arguments());
        if let Op::Solution(system, _) = ops[slot] {
            open.extend(solves[system].slots());
        }
    }
    (0..ops.len()).filter(|&slot| is_needed[slot]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_the_nearest_ones() {
        assert!((pole(1.5) - FRAC_PI_2).abs() < 1e-15 && (pole(-1.5) + FRAC_PI_2).abs() < 1e-15);
        assert!((pole(5.0) - 3.0 * FRAC_PI_2).abs() < 1e-15);
        let asin = Edged::new(&Op::Call(Elementary::Asin, 0)).unwrap();
        assert_eq!(((asin.next)(0.9), (asin.next)(-0.9)), (1.0, -1.0));
        assert!(Edged::new(&Op::Power(0, 2)).is_none() && Edged::new(&Op::Power(0, -2)).is_some());
    }
}
