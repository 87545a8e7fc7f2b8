//! The equation of Udwadia and Kalaba.

use alembert_algebra::Expr;
use alembert_mechanics::Constraint;
use alembert_mechanics::principle::{fundamental_equation, udwadia};

use crate::exact::{constrained, fraction, half, jet, lambda, parameter, solved, state, value};
use crate::{assert_same, linked};

#[test]
fn linked_masses_have_the_closed_form_of_the_book() {
    let found = fundamental_equation(&linked()).unwrap();
    let [m, n, F] = ["m", "n", "F"].map(parameter);
    let one = Expr::one();
    assert_same(found.free[0], F / m);
    assert_same(found.free[1], Expr::zero());
    assert_same(found.X[(0, 0)], one / m);
    assert_same(found.X[(1, 0)], -one / n);
    assert_same(found.G[(0, 0)], one / m + one / n);
    assert_same(found.e[0], -F / m);
    let reaction = found.e[0] / found.G[(0, 0)];
    let at = state(&[(m, 1), (n, 3), (F, 1)]);
    let real = solved(&udwadia(&linked()).unwrap(), &at);
    assert_eq!(value(lambda("link"), &real), value(reaction, &at));
    let acceleration = found.free[0] + found.X[(0, 0)] * reaction;
    assert_eq!(value(jet("x", 2), &real), value(acceleration, &at));
    assert_eq!(value(jet("x", 2), &real), fraction(1, 4));
}

/// x' = y' and 2 x' = 2 y': the reaction −3/4 is shared as 1 : 2, which is shortest.
#[test]
fn multipliers_of_redundant_constraints_are_the_shortest() {
    let [x, y] = ["x", "y"].map(|name| jet(name, 1));
    let L = half(x * x + Expr::from(3) * y * y) + jet("x", 0);
    let two = Expr::from(2);
    let links = [("c", x - y), ("d", two * x - two * y)];
    let links = links.map(|(label, phi)| Constraint::ideal(label, phi)).to_vec();
    let motion = udwadia(&constrained(&["x", "y"], L, links)).unwrap();
    assert!(!motion.has_unique_multipliers());
    let at = solved(&motion, &vec![]);
    let found = [jet("x", 2), jet("y", 2), lambda("c"), lambda("d")].map(|e| value(e, &at));
    let [c, d] = [fraction(-3, 20), fraction(-6, 20)];
    assert_eq!(found, [fraction(1, 4), fraction(1, 4), c, d]);
}

#[test]
fn multipliers_of_independent_constraints_are_unique() {
    assert!(udwadia(&linked()).unwrap().has_unique_multipliers());
}

/// x x' + y y' = 0 follows from the circle x² + y² = 25, whose row is twice as long.
#[test]
fn a_velocity_constraint_that_follows_from_a_position_is_redundant() {
    let [x, y] = ["x", "y"].map(|name| jet(name, 0));
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let circle = Constraint::ideal("circle", x * x + y * y - Expr::from(25));
    let turn = Constraint::ideal("turn", x * u + y * v);
    let L = half(u * u + v * v);
    let motion = udwadia(&constrained(&["x", "y"], L, vec![circle, turn])).unwrap();
    let at = state(&[(x, 3), (y, 4), (u, -4), (v, 3)]);
    let at = solved(&motion, &at);
    // Centripetal: a = −(x, y) v²/25 = 2 λ (x, y) + μ (x, y), so 2 λ + μ = −1, λ = 2 μ.
    let found = [jet("x", 2), jet("y", 2), lambda("circle"), lambda("turn")];
    let expected = [Expr::from(-3), Expr::from(-4), fraction(-2, 5), fraction(-1, 5)];
    assert_eq!(found.map(|e| value(e, &at)), expected);
}
