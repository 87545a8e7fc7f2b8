//! Sines and cosines of angles of very different size, which an explicit form should not tear.
//!
//! ```text
//! sin 2q = 8 sin(q/4) cos(q/4) (1 − 2 sin²(q/4)) (1 − 8 sin²(q/4) cos²(q/4))              (1)
//! ```
//!
//! The ring writes all functions of multiples of an angle by those of one base angle. Polynomials of high degree
//! come of that, whose terms cancel: nobody reads them, and whoever computes with them loses digits. Where that happens,
//! only angles up to a factor 2 keep their common base; the others are unknowns of their own while the form is looked for.

use alembert_algebra::tape::{Builder, Tape};
use alembert_algebra::{Elementary, Expr, Function, Kind, Node, Rational, postorder, symbols};
use alembert_mechanics::{Motion, Solved};

use super::digits::{Errors, States, errors_of};
use crate::language::Model;

/// The functions that (1) would tear: for each angle, those of its multiples but for the largest and half of it.
pub(super) fn scattered(motion: &Motion) -> Vec<Expr> {
    let mut calls: Vec<(Expr, Expr, Rational)> = Vec::new();
    for call in postorder(&motion.system.entries()) {
        if let Some((direction, multiple)) = angle(call) {
            calls.push((call, direction, multiple));
        }
    }
    let largest = |direction: Expr| {
        let same = calls.iter().filter(|c| c.1 == direction).map(|c| &c.2);
        same.max().cloned().expect("it is one of them")
    };
    let half = Rational::ratio(1, 2);
    let stays = |direction: Expr, multiple: &Rational| {
        let most = largest(direction);
        *multiple == most || *multiple == &most * &half
    };
    calls.iter().filter(|(_, d, m)| !stays(*d, m)).map(|c| c.0).collect()
}

/// The argument of a sine, cosine or tangent, as a positive multiple of a direction.
fn angle(call: Expr) -> Option<(Expr, Rational)> {
    use Elementary as E;
    let Node::Apply(Function::Elementary(E::Sin | E::Cos | E::Tan), arguments) = call.node() else {
        return None;
    };
    let moves = |e: &Expr| e.as_symbol().is_some_and(|s| s.kind == Kind::Coordinate);
    let argument = arguments[0];
    if !symbols(&[argument]).iter().any(moves) {
        return None;
    }
    let multiple = match argument.node() {
        Node::Sum(terms) => terms.first().map(|(c, _)| c.clone())?,
        _ => Rational::ONE,
    };
    let direction = argument.scale(&Rational::ONE.checked_div(&multiple)?);
    Some((direction, multiple.abs()))
}

/// The errors of an explicit form at states, and of the equations that it solves; none where one cannot be evaluated.
pub(super) fn errors(
    model: &Model,
    motion: &Motion,
    accelerations: &[Solved],
) -> Option<[Errors; 2]> {
    let built = errors_of(model, &[], motion)?;
    let parameters: Vec<Expr> = model.parameters.iter().map(|p| p.symbol).collect();
    let inputs = motion.arguments(&parameters).to_vec();
    let tape = tape(&inputs, accelerations)?;
    Some([States::of(model, &[], &inputs).errors(&tape, &inputs), built])
}

/// The accelerations of an explicit form; one may be made of others.
fn tape(inputs: &[Expr], accelerations: &[Solved]) -> Option<Tape> {
    let mut builder = Builder::new(inputs);
    let mut left: Vec<&Solved> = accelerations.iter().collect();
    let mut outputs = Vec::new();
    while !left.is_empty() {
        let open: Vec<Expr> = left.iter().map(|s| s.unknown).collect();
        let is_ready = |s: &Solved| !symbols(&[s.value]).iter().any(|x| open.contains(x));
        let next = left.remove(left.iter().position(|s| is_ready(s))?);
        let slot = builder.expression(next.value).ok()?;
        builder.bind(next.unknown, slot);
        outputs.push((String::new(), slot));
    }
    Some(builder.finish(outputs))
}
