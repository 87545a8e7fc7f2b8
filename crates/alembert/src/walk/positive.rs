//! AL025: a kinetic energy that is negative in some direction, for the values of the model.
//!
//! The matrix of inertia `M = ∂²L/∂q'∂q'` is looked at in some states, and its signature is read off the
//! pivots of Gauss's elimination (Sylvester). Only what is negative in all of them is told. Lagrangians
//! with accelerations are not looked at, and neither are those with functions that have no formula.

#![allow(non_snake_case, reason = "M is the symbol of the papers")]

use alembert_algebra::numeric::SplitMix64;
use alembert_algebra::{
    Expr, Kind, Matrix, Rational, Substitution, contains, gradient, jacobian, symbols,
};
use alembert_mechanics::System;

use super::classification::list;
use super::notation::as_typed;
use super::run::evaluated;
use crate::language::{Code, Diagnostic, Model};

/// States that are looked at.
const STATES: u64 = 4;
/// A pivot is negative when it is so by more than this part of the largest entry.
const ROUNDING: f64 = 1e-9;

/// The warning, if there is a reason for it.
pub(super) fn negative_inertia(model: &Model, system: &System) -> Option<Diagnostic> {
    if system.order() > 1 {
        return None;
    }
    let v = system.jet(1);
    let M = jacobian(&gradient(system.L(), &v), &v);
    let states =
        (0..STATES).map(|number| at_state(model, &M, number)).collect::<Option<Vec<_>>>()?;
    let n = v.len();
    if !states.iter().all(|entries| has_negative_pivot(entries, n)) {
        return None;
    }
    let alone = |i: &usize| states.iter().all(|entries| entries[i * n + i] < 0.0);
    let names = model.coordinates.iter().enumerate().filter(|(i, _)| alone(i));
    let names: Vec<String> =
        names.map(|(_, c)| format!("`{}`", as_typed(&c.name, model))).collect();
    let message = match names.as_slice() {
        [] => "the kinetic energy is negative in some direction".to_owned(),
        names => format!("the kinetic energy of {} is negative", list(names)),
    };
    let entries: Vec<Expr> = M.support().collect();
    let occurs = |symbol| entries.iter().any(|&e| contains(e, symbol));
    let negative = |e: Expr| evaluated::<f64>(model, &[e]).is_ok_and(|value| value[0] < 0.0);
    let culprits = model.parameters.iter().filter(|p| occurs(p.symbol) && negative(p.symbol));
    let culprits: Vec<String> =
        culprits.map(|p| format!("`{}`", as_typed(&p.name, model))).collect();
    let hint = match culprits.as_slice() {
        [] => "look at the signs in the kinetic energy: L is T − V".to_owned(),
        [one] => format!("the value of {one} is negative"),
        several => format!("the values of {} are negative", list(several)),
    };
    let finding = Diagnostic::new(Code::NegativeInertia, model.lagrangian_span, message);
    Some(finding.hint(hint))
}

/// The entries of the matrix at a state that is chosen by its number.
fn at_state(model: &Model, M: &Matrix, number: u64) -> Option<Vec<f64>> {
    let entries: Vec<Expr> = M.support().collect();
    let mut random = SplitMix64::new(0x1AE7_71A0 + number);
    let moves = |s: &Expr| {
        let fixed = |kind| matches!(kind, Kind::Parameter { .. } | Kind::Pi);
        s.as_symbol().is_some_and(|s| !fixed(s.kind))
    };
    let chosen = symbols(&entries).into_iter().filter(moves).map(|s| {
        let value = Rational::from_f64(2.0 * random.unit() - 1.0).unwrap_or(Rational::ONE);
        (s, Expr::from(value))
    });
    let mut put = Substitution::new(chosen.collect::<Vec<_>>());
    let entries: Vec<Expr> = entries.into_iter().map(|e| put.apply(e)).collect();
    let mut values = evaluated(model, &entries).ok()?.into_iter();
    let value = |e: Expr| if e == Expr::zero() { Some(0.0) } else { values.next() };
    M.entries().map(value).collect()
}

/// Has Gauss's elimination of a symmetric matrix a negative pivot?
fn has_negative_pivot(entries: &[f64], n: usize) -> bool {
    let mut rows: Vec<Vec<f64>> = entries.chunks(n.max(1)).map(<[f64]>::to_vec).collect();
    let scale = entries.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
    for k in 0..n {
        let pivot = rows[k][k];
        if pivot < -ROUNDING * scale {
            return true;
        }
        if pivot <= ROUNDING * scale {
            continue;
        }
        let above: Vec<(usize, f64)> =
            rows[k].iter().copied().enumerate().filter(|&(_, a)| a != 0.0).collect();
        for row in rows[k + 1..].iter_mut().filter(|row| row[k] != 0.0) {
            let factor = row[k] / pivot;
            above.iter().for_each(|&(j, a)| row[j] -= factor * a);
        }
    }
    false
}
