//! What each principle does not take, and what it says then.

use alembert_algebra::{Expr, Vector};
use alembert_mechanics::principle::{appell, gauss, hamel, maggi, poisson, udwadia};
use alembert_mechanics::{Cause, Constraint, Motion, Principle, PrincipleError, System};

use crate::exact::{constrained, free, half, jet};

fn cause(found: Result<Motion, PrincipleError>) -> Option<Cause> {
    match found {
        Err(PrincipleError::NotApplicable { cause, .. }) => Some(cause),
        Err(other) => panic!("{other}"),
        Ok(_) => None,
    }
}

/// A particle in the plane with one constraint `c`.
fn plane(phi: Expr) -> System {
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    constrained(&["x", "y"], half(u * u + v * v), vec![Constraint::ideal("c", phi)])
}

fn label() -> String {
    "c".to_owned()
}

#[test]
fn lagrangians_with_accelerations_are_refused() {
    let elastic = free(&["x"], jet("x", 2).powi(2));
    for principle in [gauss, udwadia, appell, maggi, hamel] {
        assert_eq!(cause(principle(&elastic)), Some(Cause::SecondOrder));
    }
    assert_eq!(cause(poisson(&elastic)), None);
}

#[test]
fn constraints_on_accelerations_are_for_gauss_alone() {
    let driven = plane(jet("x", 2) - jet("y", 0));
    assert_eq!(cause(gauss(&driven)), None);
    for principle in [udwadia, appell, maggi, hamel, poisson] {
        assert_eq!(cause(principle(&driven)), Some(Cause::Acceleration(label())));
    }
}

#[test]
fn servos_are_for_maggi_alone() {
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let direction: Vector = vec![Expr::one(), Expr::one()].into();
    let servo = Constraint::servo("c", u - v - v, direction);
    let system = constrained(&["x", "y"], half(u * u + v * v), vec![servo]);
    assert_eq!(cause(maggi(&system)), None);
    for principle in [gauss, udwadia, appell, hamel, poisson] {
        assert_eq!(cause(principle(&system)), Some(Cause::Servo(label())));
    }
}

#[test]
fn linearity_is_asked_of_functions_and_not_of_their_spelling() {
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let conic = plane(u * u + v * v - Expr::one());
    let disguised = plane((u + v).powi(2) - (u - v).powi(2) - Expr::from(4) * u * v + u - v);
    for principle in [hamel, poisson] {
        assert_eq!(cause(principle(&conic)), Some(Cause::NotLinear(label())));
        assert_eq!(cause(principle(&disguised)), None);
    }
    for principle in [gauss, udwadia, appell, maggi] {
        assert_eq!(cause(principle(&conic)), None);
    }
}

#[test]
fn a_refusal_names_the_principle_the_constraint_and_a_way_out() {
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let conic = plane(u * u + v * v - Expr::one());
    let row = Principle::named("hamel").unwrap();
    assert_eq!(
        (row.derive)(&conic).unwrap_err().to_string(),
        "`hamel` does not apply: constraint `c` is not linear in the velocities; \
         use `gauss` or `maggi`",
    );
}
