//! Brackets on the constrained phase space.

use alembert_algebra::{Expr, Substitution, Vector};
use alembert_mechanics::comparison::{Comparison, compare};
use alembert_mechanics::principle::{Jacobi, almost_poisson, dalembert, jacobi, poisson};
use alembert_mechanics::rotation::{Axes, Rotation};
use alembert_mechanics::{Choice, Constraint, System};

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

/// Of a state, the rates of the momenta by the bracket: those of the formula in speeds, and those of `J ∂H/∂z + d`
/// with the momenta put in.
fn both_rates(system: &System) -> Vec<(Expr, Expr)> {
    let found = almost_poisson(system).unwrap();
    let mut put = Substitution::new(found.momenta.iter().copied());
    let by_bracket = found.rates.iter().map(|&e| put.apply(e));
    by_bracket.zip(found.by_speeds.to_vec()).collect()
}

/// Does the principle give the motion of d'Alembert's?
fn agrees(system: &System) -> bool {
    let [own, other] = [poisson(system), dalembert(system)].map(Result::unwrap);
    matches!(compare(system, &own, &other, &Choice::default()), Comparison::Proved(_))
}

/// x' = ω y + u₁, y' = u₂ on a turntable: X₀ = (ω y, 0), π = (x', y'), {π₁, π₂} = 0 and −p · [Xₛ, X₀] = (0, −ω x').
#[test]
fn an_affine_constraint_adds_a_drift_to_the_bracket() {
    let [x, y, z] = ["x", "y", "z"].map(|name| jet(name, 1));
    let omega = parameter("omega");
    let belt = Constraint::ideal("belt", z - omega * jet("y", 0) - jet("x", 0) * y);
    let L = half(x * x + y * y + z * z) - jet("x", 0);
    let system =
        forced(&["x", "y", "z"], L, &[Expr::zero(), parameter("F"), parameter("K")], vec![belt]);
    let found = almost_poisson(&system).unwrap();
    let [P, R] = [found.momenta[0].0, found.momenta[1].0];
    let place = jet("x", 0);
    let w = (R - place * omega * jet("y", 0)) / (Expr::one() + place * place);
    let vertical = omega * jet("y", 0) + place * w;
    // X₁ = (1, 0, 0), X₂ = (0, 1, x), X₀ = (0, 0, ω y): [X₁, X₂] = (0, 0, 1), [X₁, X₀] = 0, [X₂, X₀] = (0, 0, ω).
    assert_same(found.inverse.unwrap()[0], P);
    assert_same(found.bracket[(3, 4)], -vertical);
    let expected =
        [Expr::zero(), Expr::zero(), omega * jet("y", 0), Expr::zero(), -vertical * omega];
    for (&found, expected) in found.drift.iter().zip(expected) {
        assert_same(found, expected);
    }
    assert_same(found.forces[4], parameter("F") + place * parameter("K"));
    for (by_bracket, by_speeds) in both_rates(&system) {
        assert_same(by_bracket, by_speeds);
    }
    assert!(agrees(&system));
    assert!(matches!(jacobi(&system).unwrap(), Jacobi::Fails { .. }));
}

/// On the wire y = t x + t² nothing is left of the bracket but {x, π} = 1, and the drift has ∂X/∂t.
#[test]
fn a_constraint_that_changes_in_time_adds_a_drift_to_the_bracket() {
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let (t, x) = (Expr::time(), jet("x", 0));
    let tie = Constraint::ideal("tie", v - t * u - x * x);
    let system = constrained(&["x", "y"], half(u * u + v * v) - x, vec![tie]);
    let found = almost_poisson(&system).unwrap();
    // X = (1, t), X₀ = (0, x²): p_y (∂X/∂t − [X, X₀])_y = y' (1 − 2 x), y' = t u + x².
    let P = found.momenta[0].0;
    let speed = (P - t * x * x) / (Expr::one() + t * t);
    let two = Expr::from(2);
    assert_same(found.drift[2], (t * speed + x * x) * (Expr::one() - two * x));
    assert_same(found.drift[1], x * x);
    for (by_bracket, by_speeds) in both_rates(&system) {
        assert_same(by_bracket, by_speeds);
    }
    assert!(agrees(&system));
    assert_eq!(jacobi(&system).unwrap(), Jacobi::Holds);
}

/// A free body: {Mᵢ, Mⱼ} = −Σ εᵢⱼₖ Mₖ in body axes, with the opposite sign in space axes, and the vertical Γ.
#[test]
fn a_body_has_the_bracket_of_its_angular_momentum() {
    for axes in [Axes::Body, Axes::Space] {
        let body = Rotation::new("B", axes, "omega");
        let [a, b, c] = body.omega();
        let I = ["I1", "I2", "I3"].map(parameter);
        let place = body.entries()[2];
        let L = half(I[0] * a * a + I[1] * b * b + I[2] * c * c) - parameter("k") * place[2];
        let system =
            System::with_rotations(vec![].into(), vec![body], L, Vector::zeros(3), vec![]).unwrap();
        let found = almost_poisson(&system).unwrap();
        let M: Vec<Expr> = found.momenta.iter().map(|p| p.0).collect();
        let sign = if axes == Axes::Body { -Expr::one() } else { Expr::one() };
        let m = found.coordinates.len() - 3;
        assert_eq!(m, 3, "one row or column of B");
        for i in 0..3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            assert_same(found.bracket[(m + i, m + j)], sign * M[k]);
            assert_same(found.bracket[(m + i, m + i)], Expr::zero());
        }
        assert_same(
            found.hamiltonian,
            half(M[0] * M[0] / I[0] + M[1] * M[1] / I[1] + M[2] * M[2] / I[2])
                + parameter("k") * place[2],
        );
        for (by_bracket, by_speeds) in both_rates(&system) {
            assert_same(by_bracket, by_speeds);
        }
        assert_eq!(found.jacobi, Jacobi::Holds);
        assert!(agrees(&system));
    }
}

/// A ball that rolls: the directions are not involutive.
#[test]
fn the_bracket_of_a_rolling_ball_is_not_a_poisson_bracket() {
    let ball = Rotation::new("B", Axes::Space, "omega");
    let [a, b, c] = ball.omega();
    let [x, y] = ["x", "y"].map(|name| jet(name, 1));
    let L = half(x * x + y * y + parameter("I") * (a * a + b * b + c * c));
    let roll = [x - parameter("R") * b, y + parameter("R") * a];
    let roll =
        ["c1", "c2"].into_iter().zip(roll).map(|(l, phi)| Constraint::ideal(l, phi)).collect();
    let q: Vector = ["x", "y"].map(|name| jet(name, 0)).into_iter().collect();
    let system = System::with_rotations(q, vec![ball], L, Vector::zeros(5), roll).unwrap();
    assert!(matches!(jacobi(&system).unwrap(), Jacobi::Fails { .. }));
    assert!(agrees(&system));
    for (by_bracket, by_speeds) in both_rates(&system) {
        assert_same(by_bracket, by_speeds);
    }
}

/// L = ½ (x''² + y''² + z''²) + x with z' = y x' has `{π₁, π₂} = P_z` with `P_z = p_z`, and the bracket of Ostrogradsky's
/// momenta without constraints.
#[test]
fn a_lagrangian_with_accelerations_has_a_bracket() {
    let [a, b, c] = ["x", "y", "z"].map(|name| jet(name, 2));
    let [u, v, w] = ["x", "y", "z"].map(|name| jet(name, 1));
    let k = parameter("k");
    let L = half(a * a + b * b + c * c - k * (u * u + v * v + w * w)) - jet("x", 0) * jet("z", 0);
    // In the third the directions change along their bracket: Y · ∂q'/∂q is not zero.
    let ties = [w - jet("y", 0) * u, w - jet("y", 0) * u - jet("z", 0) * v];
    let tied = ties.map(|phi| vec![Constraint::ideal("tie", phi)]);
    for constraints in [vec![]].into_iter().chain(tied) {
        let is_free = constraints.is_empty();
        let system = constrained(&["x", "y", "z"], L, constraints);
        for (by_bracket, by_speeds) in both_rates(&system) {
            assert_same(by_bracket, by_speeds);
        }
        assert!(agrees(&system));
        assert_eq!(jacobi(&system).unwrap() == Jacobi::Holds, is_free);
    }
}
