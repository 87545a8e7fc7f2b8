//! Where the operation that ends a motion stands in the text.
//!
//! Of all operations in the equations whose domain has an edge e it is the one whose argument a has come nearest
//! to it,
//!
//! ```text
//! |a − e|/|a₀ − e|   is the smallest, and at most 10⁻³                              (1)
//! ```
//!
//! with a₀ at the start; of those that share an argument, the shortest text. Known limit: formulas of declared
//! functions and entries of orientations are not looked at.

use alembert_algebra::tape::Op;
use alembert_algebra::{Expr, Function, Node};

use super::Fixed;
use super::edge::Edged;
use super::journey::{Journey, Plan};
use super::trajectory::Sample;
use crate::language::{Model, Span};

/// The part of its distance at the start that is left of a way to an edge, (1).
const LEFT: f64 = 1e-3;

/// The place of the operation at whose edge a run ended; none when it is not found.
pub(super) fn place(
    (model, plan): (&Model, &Plan<'_>),
    fixed: &Fixed<'_>,
    journey: &Journey<f64>,
) -> Option<Span> {
    journey.edge?;
    let (first, last) = (journey.samples.first()?, journey.samples.last()?);
    let numbers = fixed.numbers::<f64>().ok()?;
    let course = plan.course;
    let mut inputs = course.signals.substitution();
    let mut left = |argument: Expr, next: Next| {
        let lowered = course.plain_tape(&[inputs.apply(model.specified(argument))]).ok()?;
        let value = |sample: &Sample<f64>| {
            let mut x = sample.x.clone();
            x.resize(lowered.moving - 1, 0.0);
            let inputs = [&[sample.t], &x[..], &fixed.at(&numbers, sample.t)].concat();
            lowered.tape.evaluate(&inputs).ok().map(|found| found.outputs[0])
        };
        let (begun, a) = (value(first)?, value(last)?);
        let edge = next(a);
        Some((a - edge).abs() / (begun - edge).abs()).filter(|left| *left <= LEFT) // (1)
    };
    let mut nearest: Option<(f64, Span)> = None;
    for (operation, span) in model.operations() {
        for (argument, next) in edged(operation) {
            let Some(left) = left(argument, next) else { continue };
            let length = |span: Span| span.end - span.start;
            let is_nearer = |(best, at): (f64, Span)| (left, length(span)) < (best, length(at));
            if nearest.is_none_or(is_nearer) {
                nearest = Some((left, span));
            }
        }
    }
    nearest.map(|(_, span)| span)
}

/// The edge next to an argument.
type Next = fn(f64) -> f64;

/// The arguments of an operation whose domain has an edge, with the edge next to them.
fn edged(operation: Expr) -> Vec<(Expr, Next)> {
    match operation.node() {
        Node::Apply(Function::Elementary(function), arguments) => {
            let edged = Edged::new(&Op::Call(function, 0));
            edged.into_iter().map(|edged| (arguments[0], edged.next)).collect()
        }
        Node::Product(factors) => {
            let divided = factors.iter().filter(|(_, n)| n.is_negative() || !n.is_integer());
            divided.map(|(base, _)| (*base, (|_| 0.0) as Next)).collect()
        }
        _ => Vec::new(),
    }
}
