//! Proofs for parameters whose range begins at 0, case by case: positive values, then 0.
//!
//! `|b| = b` holds for b in 0 .. 1, and no normal form says so: a square root is taken out of an absolute
//! value where its base is positive. A claim that is undecided is asked again with each such parameter
//! positive, and with 0 in its place; it is proved when it is proved in every case.

use alembert_algebra::{Expr, Kind, Substitution, contains};

use super::prove::{Proof, Verdict};
use crate::language::Model;

/// Parameters beyond this number are not taken apart: each of them doubles the cases.
const MOST_PARAMETERS: usize = 3;

/// A proof of what is undecided in general, by cases. `prove` decides the claim of a model with values put
/// in.
pub(super) fn by_cases(
    model: &Model,
    (left, right): (Expr, Expr),
    prove: impl Fn(&Model, (Expr, Expr)) -> Option<Proof>,
) -> Option<Proof> {
    let parameters = from_zero(model, &[left, right]);
    if parameters.is_empty() || parameters.len() > MOST_PARAMETERS {
        return None;
    }
    let mut conditions: Vec<Expr> = Vec::new();
    for case in 0..(1usize << parameters.len()) {
        let zeros: Vec<Expr> = parameters
            .iter()
            .enumerate()
            .filter(|(i, _)| (case >> i) & 1 == 1)
            .map(|(_, &p)| p)
            .collect();
        let (model, mut put) = in_case(model, &parameters, &zeros);
        let sides = (put.apply(left), put.apply(right));
        if sides.0.fault().or(sides.1.fault()).is_some() {
            conditions.extend(zeros); // the claim has no value there
            continue;
        }
        let proof = prove(&model, sides).filter(|proof| proof.verdict == Verdict::Proved)?;
        let back = parameters.iter().map(|&p| (positive(p), p));
        conditions.extend(Substitution::new(back).apply_all(&proof.conditions).iter());
    }
    Some(Proof::where_none_vanishes(model, conditions))
}

/// The parameters of a claim or of the equations whose range begins at 0.
fn from_zero(model: &Model, claim: &[Expr]) -> Vec<Expr> {
    let begins = |range: Option<(Expr, Expr)>| range.is_some_and(|(low, _)| low == Expr::zero());
    let all = model.parameters.iter().filter(|p| !p.is_definition && begins(p.range));
    let takes_part = |p: &Expr| claim.iter().any(|&e| contains(e, *p)) || model.uses(*p);
    all.map(|p| p.symbol).filter(takes_part).collect()
}

/// The parameter as one that is positive.
fn positive(parameter: Expr) -> Expr {
    let name = parameter.as_symbol().map(|s| s.name.to_string()).unwrap_or_default();
    Expr::symbol(&name, Kind::Parameter { positive: true }, 0)
}

/// The model in which some parameters are 0 and the others are positive, and what is put into a claim.
fn in_case(model: &Model, parameters: &[Expr], zeros: &[Expr]) -> (Model, Substitution) {
    let value = |p: Expr| if zeros.contains(&p) { Expr::zero() } else { positive(p) };
    let values: Vec<(Expr, Expr)> = parameters.iter().map(|&p| (p, value(p))).collect();
    let mut special = model.with_values(&values);
    for p in special.parameters.iter_mut().filter(|p| parameters.contains(&p.symbol)) {
        if !zeros.contains(&p.symbol) {
            p.symbol = positive(p.symbol);
        }
    }
    (special, Substitution::new(values))
}
