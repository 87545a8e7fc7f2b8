//! What the principles show of their way.

use alembert_algebra::{Expr, Matrix};
use alembert_mechanics::System;
use alembert_mechanics::principle::{Body, Step, gaussian, gibbs_appell, steps};

use crate::exact::jet;
use crate::{knife_edge, linked, rosenberg};

fn shown(principle: &str, system: &System) -> Vec<Step> {
    let found = steps(principle, system).unwrap();
    assert!(found.iter().all(|step| !step.title.is_empty() && !step.source.is_empty()));
    found
}

fn value(list: &[Step], name: &str) -> Option<Expr> {
    list.iter().find_map(|step| match &step.body {
        Body::Value(found, value) if found == name => Some(*value),
        _ => None,
    })
}

fn matrix(list: &[Step], name: &str) -> Option<Matrix> {
    list.iter().find_map(|step| match &step.body {
        Body::Matrix(found, matrix) if found == name => Some(matrix.clone()),
        _ => None,
    })
}

#[test]
fn least_constraint_shows_the_gaussian_and_the_constraints_on_accelerations() {
    let list = shown("gauss", &linked());
    assert_eq!(value(&list, "Z"), Some(gaussian(&linked())));
    let tied = Body::Equations(vec![(jet("x", 2) - jet("y", 2), Expr::zero())]);
    assert_eq!(list[1].body, tied);
}

#[test]
fn appell_shows_the_energy_of_accelerations() {
    let S = gibbs_appell(&rosenberg()).unwrap().S;
    assert_eq!(value(&shown("appell", &rosenberg()), "S"), Some(S));
}

#[test]
fn udwadia_and_maggi_show_their_matrices() {
    let list = shown("udwadia", &linked());
    assert!(["a_free", "A", "e", "X", "G"].iter().all(|name| matrix(&list, name).is_some()));
    let S = matrix(&shown("maggi", &knife_edge()), "S").unwrap();
    assert_eq!((S.nrows(), S.ncols()), (3, 2));
}

/// Only the velocity across the blade has a coefficient, γ³₁₂ = 1.
#[test]
fn hamel_shows_the_coefficients_that_are_not_zero() {
    let list = shown("hamel", &knife_edge());
    let (zero, one) = (Expr::zero(), Expr::one());
    let gamma = matrix(&list, "gamma").unwrap();
    assert_eq!(gamma.entries().collect::<Vec<_>>(), [zero, one, -one, zero]);
    assert_eq!(list.iter().filter(|step| step.title.starts_with("Coefficients")).count(), 1);
}

#[test]
fn the_bracket_is_shown_with_its_verdict() {
    let list = shown("poisson", &rosenberg());
    assert_eq!(matrix(&list, "J").unwrap().nrows(), 5);
    assert!(list[3].title.ends_with("not a Poisson bracket: Jacobi's identity fails"));
    assert!(value(&list, "H").is_some());
}
