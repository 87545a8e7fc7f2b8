//! What each principle does not take, and what it says then.

use alembert_algebra::{Expr, Kind, Vector};
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
    for principle in [gauss, udwadia, appell, maggi, hamel, poisson] {
        assert_eq!(cause(principle(&elastic)), Some(Cause::SecondOrder));
    }
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
fn brackets_need_homogeneous_constraints_that_stay_as_they_are() {
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let affine = plane(u - v - jet("x", 0));
    assert_eq!(cause(poisson(&affine)), Some(Cause::NotHomogeneous(label())));
    let turning = plane(u - Expr::time() * v);
    assert_eq!(cause(poisson(&turning)), Some(Cause::Rheonomic(label())));
    let moving = plane(jet("x", 0) - Expr::time());
    assert_eq!(cause(poisson(&moving)), Some(Cause::Rheonomic(label())));
    for system in [affine, turning, moving] {
        assert_eq!(cause(hamel(&system)), None);
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

#[test]
fn speeds_that_change_in_time_have_no_bracket() {
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let with = |speeds: Vec<Expr>| {
        let names = ["u", "w"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
        let speeds = names.into_iter().zip(speeds).collect();
        free(&["x", "y"], half(u * u + v * v)).with_quasi_velocities(speeds).expect("two forms")
    };
    let t = Expr::time();
    for moving in [vec![u + jet("x", 0), v], vec![u + t * v, v], vec![(Expr::one() + t * t) * u, v]]
    {
        let system = with(moving);
        assert_eq!(cause(poisson(&system)), Some(Cause::MovingSpeeds));
        assert_eq!(cause(hamel(&system)), None);
    }
    assert_eq!(cause(poisson(&with(vec![u + jet("x", 0) * v, v]))), None);
}
