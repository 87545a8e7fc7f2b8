//! Functions that are one analytic function here and another one there.
//!
//! What does not vanish somewhere does not vanish almost anywhere, if it is one analytic function on a
//! connected set. `|y| − y` is not: it vanishes for y > 0. Where such functions occur, what is
//! proved for a part of the space is not said of all of it.

use std::collections::HashSet;

use alembert_algebra::{
    Elementary, Expr, Function, Node, Rational, Substitution, postorder, product,
};
use alembert_mechanics::explicit;

use super::ground::is_fixed;
use super::sampled;
use crate::language::Model;

/// Roots and inverse functions in expressions, which on a curved surface may be made of several: with
/// `w = y²` the root √w is |y|.
pub(super) fn with_branches(list: &[Expr]) -> Vec<Expr> {
    use Elementary as E;
    let has_branches = |e: &Expr| match e.node() {
        Node::Apply(Function::Elementary(f), _) => {
            matches!(f, E::Asin | E::Acos | E::Acosh | E::Atan | E::Atan2 | E::Log)
        }
        Node::Product(powers) => powers.iter().any(|(_, k)| k.to_i64().is_none()),
        _ => false,
    };
    parts(list).into_iter().filter(has_branches).collect()
}

/// What the expressions are made of and what moves in it, each once; of products each power.
fn parts(list: &[Expr]) -> Vec<Expr> {
    let powers = |e: Expr| match e.node() {
        Node::Product(powers) => powers.iter().map(|p| product(vec![p.clone()])).collect(),
        _ => vec![e],
    };
    let mut known = HashSet::new();
    let moving = postorder(list).into_iter().flat_map(powers).filter(|&e| !is_fixed(e));
    moving.filter(|&e| known.insert(e)).collect()
}

/// The functions in the expressions that may be made of several.
pub(super) fn piecewise(model: &Model, list: &[Expr]) -> Vec<Expr> {
    let mut own = Substitution::new(model.own_values());
    let with_values = |e: Expr| own.apply(e);
    let list: Vec<Expr> = list.iter().copied().map(with_values).collect();
    parts(&list).into_iter().filter(|&e| is_made_of_several(model, e)).collect()
}

fn is_made_of_several(model: &Model, e: Expr) -> bool {
    use Elementary as E;
    match e.node() {
        Node::Apply(Function::Elementary(f), x) => match f {
            E::Abs | E::Sign => !never_vanishes(x[0]),
            E::Atan2 => true,
            // Inside of their domain they are analytic; `acos(cos y)` goes to the edge and back.
            E::Asin | E::Acos => sampled::values(model, &[x[0]]).iter().all(|v| v[0].abs() <= 1.0),
            E::Acosh => sampled::values(model, &[x[0]]).iter().all(|v| v[0] >= 1.0),
            E::Log => !never_vanishes(x[0]) && is_never_negative(model, x[0]),
            E::Atan => !explicit::conditions(&[divisor(x[0])], &[]).is_empty(),
            _ => false,
        },
        Node::Product(powers) => powers.iter().any(|(base, k)| {
            k.to_i64().is_none() && !never_vanishes(*base) && is_never_negative(model, *base)
        }),
        _ => false,
    }
}

/// Has it neither zeros nor poles, or only such that divide no space, as √(x² + y²) has?
fn never_vanishes(e: Expr) -> bool {
    let (zeros, poles) =
        (explicit::conditions(&[e], &[]), explicit::conditions(&[divisor(e)], &[]));
    (zeros.is_empty() || is_sum_of_two_squares(e)) && poles.is_empty()
}

/// `x² + 2 y²`: it vanishes where two coordinates do.
fn is_sum_of_two_squares(e: Expr) -> bool {
    let Node::Sum(terms) = e.node() else { return false };
    let square = |(c, x): &(Rational, Expr)| match x.node() {
        Node::Product(powers) if *c > Rational::ZERO => match &powers[..] {
            [(base, k)] => {
                k.to_i64().is_some_and(|k| k > 0 && k % 2 == 0) && base.as_symbol().is_some()
            }
            _ => false,
        },
        _ => false,
    };
    terms.len() > 1 && terms.iter().all(square)
}

/// A root ends where its radicand changes sign; one that touches zero goes on beyond.
fn is_never_negative(model: &Model, e: Expr) -> bool {
    sampled::values(model, &[e]).iter().all(|v| v[0] >= 0.0)
}

/// What an expression divides by, with the poles of tangents.
pub(super) fn divisor(e: Expr) -> Expr {
    let parts = postorder(&[e]).into_iter().map(|e| match e.node() {
        Node::Apply(f, x) if f == Elementary::Tan.into() => {
            alembert_algebra::apply(Elementary::Cos, &[x[0]])
        }
        Node::Product(powers) => {
            let below = powers.iter().filter(|(_, k)| k.is_negative());
            product(below.map(|(base, k)| (*base, -k)).collect())
        }
        _ => Expr::one(),
    });
    parts.fold(Expr::one(), |all, part| all * part)
}
