//! Maggi's equations.

use alembert_algebra::{Expr, Vector};
use alembert_mechanics::principle::{allowed_directions, maggi};
use alembert_mechanics::{Cause, Constraint, PrincipleError, System};

use crate::exact::{constrained, half, jet, parameter, solved, state, value};
use crate::{cos, forced, knife_edge, sin};

#[test]
fn a_knife_edge_may_move_along_itself_and_turn() {
    let S = allowed_directions(&knife_edge()).unwrap();
    let phi = jet("phi", 0);
    let (zero, one) = (Expr::zero(), Expr::one());
    let rows: Vec<_> = S.rows().iter().map(|row| row.to_vec()).collect();
    assert_eq!(rows, [vec![cos(phi), zero], vec![sin(phi), zero], vec![zero, one]]);
}

/// The speed is kept by a thruster along x: y'' = −g, x'' = g y'/x'.
#[test]
fn a_servo_does_no_work_across_its_force() {
    let (u, v) = (jet("x", 1), jet("y", 1));
    let direction: Vector = vec![Expr::one(), Expr::zero()].into();
    let thruster = Constraint::servo("speed", u * u + v * v - parameter("c"), direction);
    let L = half(u * u + v * v) - Expr::from(10) * jet("y", 0);
    let motion = maggi(&constrained(&["x", "y"], L, vec![thruster])).unwrap();
    let at = solved(&motion, &state(&[(u, 2), (v, 3)]));
    assert_eq!([jet("x", 2), jet("y", 2)].map(|e| value(e, &at)), [15, -10].map(Expr::from));
}

/// x'² + y'² = c is kept along the velocity: with a force (0, −10), x'' = 10 x' y'/c.
#[test]
fn chetaevs_rule_projects_on_directions_that_contain_velocities() {
    let (u, v) = (jet("x", 1), jet("y", 1));
    let thermostat = Constraint::ideal("speed", u * u + v * v - parameter("c"));
    let L = half(u * u + v * v);
    let system = forced(&["x", "y"], L, &[Expr::zero(), Expr::from(-10)], vec![thermostat]);
    let at = solved(&maggi(&system).unwrap(), &state(&[(u, 2), (v, 1), (parameter("c"), 5)]));
    assert_eq!([jet("x", 2), jet("y", 2)].map(|e| value(e, &at)), [4, -8].map(Expr::from));
}

#[test]
fn two_servos_with_one_force_are_refused() {
    let (u, v) = (jet("x", 1), jet("y", 1));
    let along_x: Vector = vec![Expr::one(), Expr::zero()].into();
    let servo = |label, phi| Constraint::servo(label, phi, along_x.clone());
    let servos = vec![servo("c", u - Expr::one()), servo("d", v - Expr::one())];
    let system: System = constrained(&["x", "y"], half(u * u + v * v), servos);
    let expected = PrincipleError::NotApplicable { principle: "maggi", cause: Cause::Reactions };
    assert_eq!(maggi(&system).unwrap_err(), expected);
}

/// The reaction of the moving wire y = t x works with the power λ x.
#[test]
fn the_rate_of_the_energy_is_the_work_of_what_inertia_lacks() {
    let (x, t) = (jet("x", 0), Expr::time());
    let (u, v) = (jet("x", 1), jet("y", 1));
    let wire = Constraint::ideal("wire", jet("y", 0) - t * x);
    let L = half(u * u + v * v);
    let system = forced(&["x", "y"], L, &[Expr::one(), Expr::zero()], vec![wire]);
    let motion = maggi(&system).unwrap();
    let at = state(&[(t, 2), (x, 3), (jet("y", 0), 6), (u, 1), (v, 5)]);
    let at = solved(&motion, &at);
    // 5 x'' + 4 x' = 1 along (1, t): x'' = −3/5, y'' = t x'' + 2 x' = 4/5 = λ.
    let power = value(motion.power.total(), &at);
    let (a, b) = (value(jet("x", 2), &at), value(jet("y", 2), &at));
    assert_eq!(power, a * Expr::one() + b * Expr::from(5)); // dE/dt = x' x'' + y' y''
    assert_eq!(power, b * Expr::from(3) + Expr::one()); // λ x + F x'
}
