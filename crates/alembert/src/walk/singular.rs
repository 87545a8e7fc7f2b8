//! What is singular at a state: why its equations have no solution, and signs of zero.

use alembert_algebra::tape::TapeError;
use alembert_algebra::{Elementary, Expr, Function, Node, postorder};
use alembert_mechanics::{Motion, explicit};
use alembert_render::Spelling;

use super::notation::text;
use super::{WalkError, conditions, values};
use crate::language::{Assignment, Model};

/// What is as small as rounding in a factor of a determinant counts as zero.
const ROUNDING: f64 = 1e-9;

/// The error of a linear system without solution at a state, with the factors of its determinant
/// that vanish there, where they are known.
pub(super) fn named(
    model: &Model,
    given: &[Assignment],
    motion: &Motion,
    error: TapeError,
) -> WalkError {
    let TapeError::Solve(_) = error else { return error.into() };
    let vanishing = vanishing_factors(model, given, motion);
    if vanishing.is_empty() {
        return error.into();
    }
    let is_angle = |e: &Expr| {
        let circles = [Elementary::Sin, Elementary::Cos, Elementary::Tan].map(Function::from);
        let circle = |e: Expr| matches!(e.node(), Node::Apply(f, _) if circles.contains(&f));
        postorder(&[*e]).into_iter().any(circle)
    };
    let angles = vanishing.iter().any(is_angle);
    let list = vanishing.iter().filter_map(|&e| text(e, model, Spelling::Ascii).ok());
    let list = list.map(|e| format!("{e} = 0")).collect::<Vec<_>>().join(", ");
    WalkError::Singular { error, list, angles }
}

/// The factors of what the accelerations divide by that vanish at the state.
fn vanishing_factors(model: &Model, given: &[Assignment], motion: &Motion) -> Vec<Expr> {
    let Ok(solution) = explicit(motion, false) else { return Vec::new() };
    let divisors = solution.accelerations.iter().flat_map(|s| &s.conditions).copied();
    let mut factors = conditions::listed(model, divisors);
    factors.retain(|&e| match values::at(model, given, &[e]) {
        Ok(value) => value[0].abs() < ROUNDING,
        Err(_) => false,
    });
    factors
}

/// A note for each sign of zero in the equations at the state.
pub(super) fn signs_of_zero(model: &Model, given: &[Assignment], motion: &Motion) -> Vec<String> {
    let (matrix, right) = motion.system.square();
    let entries: Vec<Expr> = matrix.entries().chain(right.iter().copied()).collect();
    let argument = |e: Expr| match e.node() {
        Node::Apply(Function::Elementary(Elementary::Sign), x) => Some(x[0]),
        _ => None,
    };
    let mut notes: Vec<String> = Vec::new();
    for x in postorder(&entries).into_iter().filter_map(argument) {
        let vanishes = values::at(model, given, &[x]).is_ok_and(|value| value[0] == 0.0);
        let name = text(x, model, Spelling::Ascii).unwrap_or_default();
        let note = format!("sign({name}) has no value where {name} = 0, and is taken as 0 here");
        if vanishes && !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes
}
