//! Brackets on the constrained phase space.

use alembert_algebra::Expr;
use alembert_mechanics::Constraint;
use alembert_mechanics::principle::{Jacobi, almost_poisson, jacobi, poisson};

use crate::exact::{constrained, free, half, jet, parameter, solved, state, value};
use crate::{assert_same, forced, knife_edge, rosenberg};

/// X₁ = (1, 0, y), X₂ = (0, 1, 0), [X₁, X₂] = (0, 0, −1), so {π₁, π₂} = `p_z` = y u₁.
#[test]
fn the_bracket_of_the_rosenberg_particle_is_known() {
    let found = almost_poisson(&rosenberg()).unwrap();
    let y = jet("y", 0);
    let [P, R] = [found.momenta[0].0, found.momenta[1].0];
    let one = Expr::one();
    let norm = one + y * y;
    assert_same(found.hamiltonian, half(P * P / norm + R * R));
    assert_same(found.momenta[0].1, norm * found.speeds[0].0);
    let inverse = found.inverse.expect("the momenta are linear in the speeds");
    assert_same(inverse[0], P / norm);
    let turn = y * P / norm;
    for i in 0..5 {
        for j in 0..5 {
            let expected = match (i, j) {
                (0, 3) | (1, 4) => one,
                (3, 0) | (4, 1) => -one,
                (2, 3) => y,
                (3, 2) => -y,
                (3, 4) => turn,
                (4, 3) => -turn,
                _ => Expr::zero(),
            };
            assert_same(found.bracket[(i, j)], expected);
        }
    }
}

/// (x, π₁, π₂) gives ∂{π₁, π₂}/∂π₁ = y/(1 + y²), which is not zero.
#[test]
fn the_bracket_of_a_nonholonomic_constraint_is_not_a_poisson_bracket() {
    let Jacobi::Fails { triple, value } = jacobi(&rosenberg()).unwrap() else { panic!("it fails") };
    assert_eq!(triple, [0, 3, 4]);
    let y = jet("y", 0);
    assert_same(value, y / (Expr::one() + y * y));
    assert!(matches!(jacobi(&knife_edge()).unwrap(), Jacobi::Fails { .. }));
}

/// z' = y x' + x y' is the rate of z = x y + c.
#[test]
fn the_bracket_of_a_holonomic_constraint_in_disguise_is_a_poisson_bracket() {
    let [x, y] = ["x", "y"].map(|name| jet(name, 0));
    let [u, v, w] = ["x", "y", "z"].map(|name| jet(name, 1));
    let saddle = Constraint::ideal("saddle", w - y * u - x * v);
    let system = constrained(&["x", "y", "z"], half(u * u + v * v + w * w), vec![saddle]);
    assert_eq!(jacobi(&system).unwrap(), Jacobi::Holds);
}

/// Without constraints the bracket is the canonical one, whatever the quasi-velocities are: here
/// none of them commute, and the masses change from place to place.
#[test]
fn the_bracket_in_quasi_velocities_that_do_not_commute_is_a_poisson_bracket() {
    let [x, y, z] = ["x", "y", "z"].map(|name| jet(name, 0));
    let [u, v, w] = ["x", "y", "z"].map(|name| jet(name, 1));
    let kinetic = half(u * u + (Expr::one() + x * x) * v * v + w * w);
    let forms = [u + y * w, v + x * z * u, w + x * v];
    let names = ["a", "b", "c"].map(|name| jet(name, 0));
    let system = free(&["x", "y", "z"], kinetic)
        .with_quasi_velocities(names.into_iter().zip(forms).collect())
        .unwrap();
    assert_eq!(jacobi(&system).unwrap(), Jacobi::Holds);
}

/// L = ½ (x'² + y'²) + B x y' has π = (x', y' + B x).
#[test]
fn momenta_with_a_part_without_speeds_are_solved_for_the_speeds() {
    let (x, u, v) = (jet("x", 0), jet("x", 1), jet("y", 1));
    let B = parameter("B");
    let found = almost_poisson(&free(&["x", "y"], half(u * u + v * v) + B * x * v)).unwrap();
    let [P, R] = [found.momenta[0].0, found.momenta[1].0];
    assert_same(found.inverse.unwrap()[1], R - B * x);
    assert_same(found.hamiltonian, half(P * P + (R - B * x).powi(2)));
}

/// x' √(1 + y²) is constant without forces; a force F along z acts as y F along X₁.
#[test]
fn forces_and_potentials_act_along_the_allowed_directions() {
    let [x, y, z] = ["x", "y", "z"].map(|name| jet(name, 1));
    let tie = Constraint::ideal("tie", z - jet("y", 0) * x);
    let L = half(x * x + y * y + z * z) - Expr::from(3) * jet("x", 0);
    let Q = [Expr::zero(), Expr::from(7), Expr::from(5)];
    let system = forced(&["x", "y", "z"], L, &Q, vec![tie]);
    let at = state(&[(jet("y", 0), 2), (x, 5), (y, 1), (z, 10)]);
    let at = solved(&poisson(&system).unwrap(), &at);
    let found = ["x", "y", "z"].map(|name| value(jet(name, 2), &at));
    // 5 x'' + y x' y' = −3 + 2·5, y'' = 7, z'' = 2 x'' + 5.
    let a = Expr::from(-3) / Expr::from(5);
    assert_eq!(found, [a, Expr::from(7), a + a + Expr::from(5)]);
}

/// The momentum of a Lagrangian that is not quadratic is not solved for the speed.
#[test]
fn a_lagrangian_that_is_not_quadratic_has_a_bracket_too() {
    let [x, y, z] = ["x", "y", "z"].map(|name| jet(name, 1));
    let tie = Constraint::ideal("tie", z - jet("y", 0) * x);
    let L = half(x * x + y * y + z * z) + x.powi(4);
    let system = constrained(&["x", "y", "z"], L, vec![tie]);
    assert!(almost_poisson(&system).unwrap().inverse.is_none());
    let at = state(&[(jet("y", 0), 2), (x, 1), (y, 1), (z, 2)]);
    let at = solved(&poisson(&system).unwrap(), &at);
    // (1 + y² + 12 x'²) x'' + y x' y' = 0.
    assert_eq!(value(jet("x", 2), &at), Expr::from(-2) / Expr::from(17));
}
