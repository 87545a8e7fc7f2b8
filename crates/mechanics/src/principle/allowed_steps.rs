//! The steps of principles that take the balance along allowed directions: d'Alembert's principle, the directions, and
//! what is left along each.
//!
//! Source: \[`NeimarkFufaev1972`\].

use alembert_algebra::{Expr, Kind, Matrix, Substitution, Vector};

use super::constraint::rows;
use super::formula::Formula;
use super::steps::{Body, Step};
use super::virtual_work::{displacements, pairs};
use crate::System;

/// That the columns of `S` are directions in which no reaction works, `B S = 0`.
pub(super) fn directions(title: &str, source: &'static str, S: &Matrix, system: &System) -> Step {
    let rows = rows(system);
    let work = (&rows.B * S).entries().collect();
    Step::new(title, source, Body::matrix("S", S)).vanishing(work, &rows.manifold[0])
}

/// What a sum over δq, or over what takes its place, becomes along each column of `S`.
pub(super) fn each(vanishing: Expr, symbols: &[Expr], S: &Matrix) -> Vec<Expr> {
    let column = |s: usize| S.rows().iter().map(|row| row[s]).collect::<Vector>();
    let along = |s: usize| Substitution::new(pairs(symbols, &column(s))).apply(vanishing);
    (0..S.ncols()).map(along).collect()
}

/// The displacements `δq = S ε` with arbitrary small `ε`.
pub(super) fn displaced(S: &Matrix, source: &'static str, system: &System) -> Step {
    let displaced = displacements(system);
    let epsilon = |k: usize| Expr::symbol(&format!("epsilon_{}", k + 1), Kind::Auxiliary, 0);
    let small: Vector = (0..S.ncols()).map(epsilon).collect();
    let row =
        |(&x, row): (&Expr, &Vector)| (Formula::Value(x), Formula::linear(pairs(row, &small)));
    let body = Body::Formulas(displaced.iter().zip(S.rows()).map(row).collect());
    let rows = rows(system);
    let claims = (&rows.B * &*(S * &*small)).to_vec();
    let title = "Displacements along them, with arbitrary ε";
    Step::new(title, source, body).vanishing(claims, &rows.manifold[0])
}
