//! Constraints of every order: their rows, right sides, reactions, and what the state must obey.
#![allow(non_snake_case, reason = "M, A, L, Q are the symbols of the papers")]
#![allow(clippy::unwrap_used, reason = "a failed test says where")]

mod exact;

use alembert_algebra::{Expr, Vector, contains};
use alembert_mechanics::{Constraint, System, principle::dalembert};
use exact::{Blocks, blocks, constrained, half, input, jet, parameter};

/// A free particle of unit mass in the plane, with these constraints.
fn particle(constraints: Vec<Constraint>) -> System {
    let L = half(jet("x", 1).powi(2) + jet("y", 1).powi(2));
    constrained(&["x", "y"], L, constraints)
}

/// A particle whose Lagrangian contains accelerations, with one constraint.
fn spinning(phi: Expr) -> System {
    let L = half(jet("x", 2).powi(2) + jet("y", 2).powi(2));
    constrained(&["x", "y"], L, vec![Constraint::ideal("c", phi)])
}

fn one(phi: Expr) -> Blocks {
    blocks(&particle(vec![Constraint::ideal("c", phi)]))
}

fn manifold(system: &System) -> Vec<Vec<Expr>> {
    dalembert(system).unwrap().manifold.iter().map(|level| level.to_vec()).collect()
}

#[test]
fn a_position_constraint_is_differentiated_twice_and_pushes_along_its_gradient() {
    let [x, u] = [0, 1].map(|k| jet("x", k));
    let [y, v] = [0, 1].map(|k| jet("y", k));
    let phi = x.powi(3) + y - parameter("l");
    let b = one(phi);
    let (three, six) = (Expr::from(3), Expr::from(6));
    assert_eq!(b.A.rows()[0].to_vec(), vec![three * x.powi(2), Expr::one()]);
    assert_eq!(b.B, b.A);
    assert_eq!(b.g[0], -six * x * u.powi(2));
    let system = particle(vec![Constraint::ideal("c", phi)]);
    assert_eq!(manifold(&system), [[phi], [three * x.powi(2) * u + v]]);
}

#[test]
fn a_velocity_constraint_is_differentiated_once() {
    let [x, u, v] = [jet("x", 0), jet("x", 1), jet("y", 1)];
    let phi = v - x.powi(2) * u;
    let b = one(phi);
    assert_eq!(b.A.rows()[0].to_vec(), vec![-x.powi(2), Expr::one()]);
    assert_eq!(b.B, b.A);
    assert_eq!(b.g[0], Expr::from(2) * x * u.powi(2));
    let system = particle(vec![Constraint::ideal("c", phi)]);
    assert_eq!(manifold(&system), [vec![], vec![phi]]);
}

#[test]
fn a_nonlinear_constraint_pushes_along_its_velocity_gradient() {
    let [x, u, v] = [jet("x", 0), jet("x", 1), jet("y", 1)];
    let b = one(u.powi(2) * v - x);
    assert_eq!(b.A.rows()[0].to_vec(), vec![Expr::from(2) * u * v, u.powi(2)]);
    assert_eq!(b.B, b.A);
    assert_eq!(b.g[0], u);
}

#[test]
fn time_in_a_velocity_constraint_is_moved_to_the_right() {
    let (u, t) = (jet("x", 1), Expr::time());
    assert_eq!(one(u - t.powi(3)).g[0], Expr::from(3) * t.powi(2));
}

/// y = t² x:  y'' − t² x'' = 4 t x' + 2 x
#[test]
fn time_in_a_position_constraint_gives_coriolis_and_euler_terms() {
    let (x, u, y, t) = (jet("x", 0), jet("x", 1), jet("y", 0), Expr::time());
    let b = one(y - t.powi(2) * x);
    assert_eq!(b.g[0], Expr::from(4) * t * u + Expr::from(2) * x);
}

#[test]
fn inputs_enter_with_their_rates() {
    let (x, u) = (jet("x", 0), jet("x", 1));
    assert_eq!(one(u - input("w", 0)).g[0], input("w", 1));
    assert_eq!(one(x - input("w", 0)).g[0], input("w", 2));
}

#[test]
fn a_constraint_on_accelerations_is_used_as_it_stands() {
    let (a, b, v) = (jet("x", 2), jet("y", 2), jet("y", 1));
    let (c, w) = (parameter("c"), parameter("w"));
    let phi = a + c * b - w * v;
    let rows = one(phi);
    assert_eq!(rows.A.rows()[0].to_vec(), vec![Expr::one(), c]);
    assert_eq!(rows.B, rows.A);
    assert_eq!(rows.g[0], w * v);
    let system = particle(vec![Constraint::ideal("c", phi)]);
    assert_eq!(manifold(&system), [vec![], Vec::<Expr>::new()]);
}

#[test]
fn accelerations_that_cancel_in_a_row_do_not_stay_in_it() {
    let (a, c) = (jet("x", 2), parameter("c"));
    let shifted = a + Expr::one();
    let b = one(half(shifted.powi(2) * c) - half(a.powi(2) * c));
    assert!(!contains(b.A[(0, 0)], a));
    assert_eq!((b.A[(0, 0)], b.g[0]), (c, -half(c)));
}

#[test]
fn a_servo_pushes_in_its_own_direction_and_not_along_the_gradient() {
    let (u, v, x) = (jet("x", 1), jet("y", 1), jet("x", 0));
    let direction: Vector = vec![x, Expr::from(-3)].into();
    let servo = Constraint::servo("c", u + v, direction.clone());
    let b = blocks(&particle(vec![servo]));
    assert_eq!(b.A.rows()[0].to_vec(), vec![Expr::one(), Expr::one()]);
    assert_eq!(b.B.rows()[0], direction);
}

#[test]
fn constraints_keep_their_order_and_redundant_ones_stay() {
    let (x, u, v) = (jet("x", 0), jet("x", 1), jet("y", 1));
    let system = particle(vec![
        Constraint::ideal("first", u),
        Constraint::ideal("second", v),
        Constraint::ideal("third", u + v),
        Constraint::ideal("fourth", x),
    ]);
    let motion = dalembert(&system).unwrap();
    let names: Vec<_> =
        motion.multipliers.iter().map(|e| e.as_symbol().unwrap().spelling()).collect();
    assert_eq!(names, ["lambda_first", "lambda_second", "lambda_third", "lambda_fourth"]);
    assert_eq!(motion.residuals.to_vec(), vec![u, v, u + v, x]);
    assert_eq!(manifold(&system), [vec![x], vec![u, v, u + v, u]]);
    let b = blocks(&system);
    let rows: Vec<_> = b.A.rows().iter().map(|row| row.to_vec()).collect();
    let (zero, one) = (Expr::zero(), Expr::one());
    assert_eq!(rows, [[one, zero], [zero, one], [one, one], [one, zero]]);
}

#[test]
fn no_constraints_are_matrices_without_rows() {
    let b = blocks(&particle(vec![]));
    assert_eq!((b.A.nrows(), b.A.ncols()), (0, 2));
    assert_eq!((b.B.nrows(), b.B.ncols()), (0, 2));
    assert_eq!(b.g.len(), 0);
}

/// y = x²: y'''' − 2 x x'''' = 8 x' x''' + 6 x''²
#[test]
fn beside_accelerations_in_the_lagrangian_positions_are_differentiated_four_times() {
    let [x, u, a, j] = [0, 1, 2, 3].map(|k| jet("x", k));
    let [y, v, b, c] = [0, 1, 2, 3].map(|k| jet("y", k));
    let system = spinning(y - x.powi(2));
    let rows = blocks(&system);
    let two = Expr::from(2);
    assert_eq!(rows.A.rows()[0].to_vec(), vec![-two * x, Expr::one()]);
    assert_eq!(rows.B, rows.A);
    assert_eq!(rows.g[0], Expr::from(8) * u * j + Expr::from(6) * a.powi(2));
    let levels = manifold(&system);
    assert_eq!(levels.len(), 4);
    assert_eq!(levels[0], [y - x.powi(2)]);
    assert_eq!(levels[1], [v - two * x * u]);
    assert_eq!(levels[2], [b - two * x * a - two * u.powi(2)]);
    assert_eq!(levels[3], [c - two * x * j - Expr::from(6) * u * a]);
}

/// y' = x x': y'''' − x x'''' = 4 x' x''' + 3 x''²
#[test]
fn beside_accelerations_in_the_lagrangian_velocities_are_differentiated_three_times() {
    let [x, u, a, j] = [0, 1, 2, 3].map(|k| jet("x", k));
    let system = spinning(jet("y", 1) - x * u);
    let rows = blocks(&system);
    assert_eq!(rows.A.rows()[0].to_vec(), vec![-x, Expr::one()]);
    assert_eq!(rows.g[0], Expr::from(4) * u * j + Expr::from(3) * a.powi(2));
    let sizes: Vec<_> = manifold(&system).iter().map(Vec::len).collect();
    assert_eq!(sizes, [0, 1, 1, 1]);
}

/// y'' = t x'': y'''' − t x'''' = 2 x'''
#[test]
fn beside_accelerations_in_the_lagrangian_accelerations_are_differentiated_twice() {
    let (a, j, b, t) = (jet("x", 2), jet("x", 3), jet("y", 2), Expr::time());
    let system = spinning(b - t * a);
    let rows = blocks(&system);
    assert_eq!(rows.A.rows()[0].to_vec(), vec![-t, Expr::one()]);
    assert_eq!(rows.B, rows.A);
    assert_eq!(rows.g[0], Expr::from(2) * j);
    let sizes: Vec<_> = manifold(&system).iter().map(Vec::len).collect();
    assert_eq!(sizes, [0, 0, 1, 1]);
}
