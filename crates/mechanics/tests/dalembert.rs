//! d'Alembert's principle as a whole: accelerations and multipliers at exact states.
#![allow(non_snake_case, reason = "M, A, L, Q are the symbols of the papers")]
#![allow(clippy::unwrap_used, reason = "a failed test says where")]

mod exact;

use alembert_algebra::{Expr, Vector, rate};
use alembert_mechanics::{Constraint, Linear, PRINCIPLES, System, principle::dalembert};
use exact::{State, constrained, fraction, free, half, jet, lambda, parameter, solved, state};
use exact::{blocks, value};

/// A particle of mass m in the plane under gravity g, with one constraint.
fn falling(constraint: Constraint) -> System {
    let (m, g) = (parameter("m"), parameter("g"));
    let L = half(m * (jet("x", 1).powi(2) + jet("y", 1).powi(2))) - m * g * jet("y", 0);
    constrained(&["x", "y"], L, vec![constraint])
}

/// Position (x, y), velocity (u, v), and m = 3, g = 10.
fn plane([x, y, u, v]: [i64; 4]) -> State {
    let (m, g) = (parameter("m"), parameter("g"));
    state(&[
        (jet("x", 0), x),
        (jet("y", 0), y),
        (jet("x", 1), u),
        (jet("y", 1), v),
        (m, 3),
        (g, 10),
    ])
}

/// Accelerations and multiplier of `falling` at a state.
fn answer(constraint: Constraint, at: [i64; 4]) -> [Expr; 3] {
    let label = constraint.label.clone();
    let at = solved(&dalembert(&falling(constraint)).unwrap(), &plane(at));
    [jet("x", 2), jet("y", 2), lambda(&label)].map(|e| value(e, &at))
}

fn numbers<const N: usize>(list: [i64; N]) -> [Expr; N] {
    list.map(Expr::from)
}

/// At rest below the pivot m y'' = −m g + λ y = 0, so λ = m g/y: along −y the rod pulls up.
#[test]
fn multiplier_has_the_sign_of_the_tension() {
    let (x, y, u, v) = (jet("x", 0), jet("y", 0), jet("x", 1), jet("y", 1));
    let rod = Constraint::ideal("rod", x * u + y * v);
    assert_eq!(answer(rod, [0, -2, 0, 0]), numbers([0, 0, -15]));
}

/// The same rod by its length: ∂φ/∂q = (2x, 2y), so λ is half as large.
#[test]
fn a_position_constraint_has_the_multiplier_of_its_own_gradient() {
    let (x, y) = (jet("x", 0), jet("y", 0));
    let rod = Constraint::ideal("rod", x.powi(2) + y.powi(2) - Expr::from(4));
    assert_eq!(answer(rod, [0, -2, 0, 0]), [Expr::zero(), Expr::zero(), fraction(-15, 2)]);
}

/// A swinging pendulum at its lowest point: y'' = v²/l, and λ y = m (g + v²/l).
#[test]
fn the_tension_grows_with_the_speed() {
    let (x, y) = (jet("x", 0), jet("y", 0));
    let rod = Constraint::ideal("rod", half(x.powi(2) + y.powi(2)) - Expr::from(2));
    assert_eq!(answer(rod, [0, -2, 4, 0]), numbers([0, 8, -27]));
}

/// The speed is kept by a thruster along x: y'' = −g, x'' = g y'/x', λ = m g y'/x'.
#[test]
fn a_servo_keeps_its_constraint_by_its_own_force() {
    let (u, v) = (jet("x", 1), jet("y", 1));
    let direction: Vector = vec![Expr::one(), Expr::zero()].into();
    let thruster = Constraint::servo("speed", u.powi(2) + v.powi(2) - parameter("m"), direction);
    assert_eq!(answer(thruster, [0, 0, 2, 3]), numbers([15, -10, 45]));
}

/// The same speed kept ideally: the force is 2 λ (x', y') with 2 λ = m g y'/(x'² + y'²).
#[test]
fn chetaevs_rule_pushes_along_the_velocity() {
    let (u, v) = (jet("x", 1), jet("y", 1));
    let thermostat = Constraint::ideal("speed", u.powi(2) + v.powi(2) - parameter("m"));
    assert_eq!(answer(thermostat, [0, 0, 1, 2]), [Expr::from(4), Expr::from(-2), Expr::from(6)]);
}

/// x'' + 2 y'' = 3 y': λ = (3 y' + 2 g) m/5, m x'' = λ, m y'' = −m g + 2 λ
#[test]
fn a_constraint_on_accelerations_pushes_along_its_acceleration_gradient() {
    let (a, b, v) = (jet("x", 2), jet("y", 2), jet("y", 1));
    let phi = a + Expr::from(2) * b - Expr::from(3) * v;
    assert_eq!(answer(Constraint::ideal("c", phi), [0, 0, 0, 5]), numbers([7, 4, 21]));
}

/// z'' = −g/(1 + a²) on the cone x'² + y'² = a² z'²
#[test]
fn appell_and_hamels_particle_falls_more_slowly() {
    let [u, v, w] = ["x", "y", "z"].map(|name| jet(name, 1));
    let g = parameter("g");
    let L = half(u.powi(2) + v.powi(2) + w.powi(2)) - g * jet("z", 0);
    let cone = Constraint::ideal("cone", u.powi(2) + v.powi(2) - Expr::from(4) * w.powi(2));
    let motion = dalembert(&constrained(&["x", "y", "z"], L, vec![cone])).unwrap();
    let at = solved(&motion, &state(&[(u, 6), (v, 8), (w, 5), (g, 10)]));
    assert_eq!(value(jet("z", 2), &at), Expr::from(-2));
    assert_eq!(value(jet("x", 2), &at), fraction(-12, 5));
}

/// y = t x, at t = 1: y'' − x'' = 2 x' = 6, m x'' = −λ, m y'' = −m g + λ, so λ = m (6 + g)/2.
#[test]
fn a_bead_on_a_moving_wire_feels_the_wire() {
    let (x, y) = (jet("x", 0), jet("y", 0));
    let wire = Constraint::ideal("wire", y - Expr::time() * x);
    let motion = dalembert(&falling(wire)).unwrap();
    let mut at = plane([2, 2, 3, 5]);
    at.push((Expr::time(), Expr::one()));
    let at = solved(&motion, &at);
    assert_eq!(value(lambda("wire"), &at), Expr::from(24));
    assert_eq!(value(jet("x", 2), &at), Expr::from(-8));
    assert_eq!(value(jet("y", 2), &at), Expr::from(-2));
}

/// x'''' + x'' + y² x'' + y' z' + y z'''' = 0 and y'''' + y'' = 0
/// [Crasmareanu2000, §2, eqs. (2.10a), (2.10b)], with λ = z'' + z''''.
#[test]
fn the_nonholonomic_spinning_particle_moves_as_crasmareanu_says() {
    let part = |k| ["x", "y", "z"].map(|name| jet(name, k).powi(2));
    let L = half(Expr::sum(part(1)) - Expr::sum(part(2)));
    let contact = Constraint::ideal("c", jet("z", 1) - jet("y", 0) * jet("x", 1));
    let motion = dalembert(&constrained(&["x", "y", "z"], L, vec![contact])).unwrap();

    let mut at = state(&[(jet("x", 0), 1), (jet("y", 0), 2), (jet("z", 0), 5)]);
    at.extend(state(&[(jet("x", 1), 3), (jet("y", 1), -4), (jet("x", 2), 7), (jet("y", 2), 1)]));
    at.extend(state(&[(jet("x", 3), -2), (jet("y", 3), 6)]));
    at.extend(state(&[(jet("z", 1), 6), (jet("z", 2), 2), (jet("z", 3), -57)])); // y x', …
    for level in &motion.manifold {
        assert!(level.iter().all(|&e| value(e, &at) == Expr::zero()));
    }

    let at = solved(&motion, &at);
    let [x, y, z] = ["x", "y", "z"].map(|name| move |k| jet(name, k));
    let first = x(4) + x(2) + y(0).powi(2) * x(2) + y(1) * z(1) + y(0) * z(4);
    assert_eq!(value(first, &at), Expr::zero());
    assert_eq!(value(y(4) + y(2), &at), Expr::zero());
    assert_eq!(value(lambda("c") - z(2) - z(4), &at), Expr::zero());
}

/// L = ½ x'² + ½ x''²: x'' − x'''' = F
#[test]
fn a_force_beside_accelerations_has_the_sign_of_the_first_order_one() {
    let (x, v, a) = (jet("x", 0), jet("x", 1), jet("x", 2));
    let F = parameter("F");
    let L = half(v.powi(2)) + half(a.powi(2));
    let system = System::new(vec![x].into(), L, vec![F].into(), vec![]).unwrap();
    let b = blocks(&system);
    assert_eq!((b.M[(0, 0)], b.f[0]), (Expr::from(-1), F - a));
}

#[test]
fn the_state_is_followed_by_its_rate_and_the_unknowns_are_the_highest_derivatives() {
    let [x, u, a] = [0, 1, 2].map(|k| jet("x", k));
    let first = dalembert(&free(&["x"], u.powi(2))).unwrap();
    assert_eq!(first.state.to_vec(), vec![x, u]);
    assert_eq!(first.rate.to_vec(), vec![u, a]);
    assert_eq!(first.unknowns.to_vec(), vec![a]);

    let rod = Constraint::ideal("rod", x - Expr::time());
    let second = dalembert(&constrained(&["x"], a.powi(2), vec![rod])).unwrap();
    let jets: Vec<Expr> = (0..5).map(|k| jet("x", k)).collect();
    assert_eq!(second.state.to_vec(), jets[..4]);
    assert_eq!(second.rate.to_vec(), jets[1..]);
    assert_eq!(second.highest.to_vec(), jets[4..]);
    assert_eq!(second.unknowns.to_vec(), vec![jets[4], lambda("rod")]);
    assert!(second.state.iter().zip(second.rate.iter()).all(|(&x, &r)| rate(x) == r));
}

#[test]
fn a_lagrangian_without_velocities_has_no_inertia_and_still_has_equations() {
    let x = jet("x", 0);
    let Linear::Kkt { M, f, .. } = dalembert(&free(&["x"], x.powi(2))).unwrap().system else {
        panic!("d'Alembert's equations have blocks");
    };
    assert_eq!((M[(0, 0)], f[0]), (Expr::zero(), Expr::from(2) * x));
}

#[test]
fn every_principle_gives_its_own_name() {
    let system = free(&["x"], jet("x", 1).powi(2));
    for principle in PRINCIPLES {
        assert_eq!((principle.derive)(&system).unwrap().principle, principle.name);
        assert!(!principle.summary.is_empty());
    }
}
