//! Momenta, their rates, and what is conserved: each equation of `invariant` by a case that fails
//! when one of its signs is flipped.

#![allow(non_snake_case, reason = "L, H, X are the symbols of the papers")]

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Elementary, Expr, Kind, Vector, apply, rate};
use alembert_mechanics::invariant::{Balance, InvariantKind, Invariants, WORK, invariants};
use alembert_mechanics::principle::{dalembert, hamel, maggi, naive, vakonomic, voronec};
use alembert_mechanics::rotation::{Axes, Rotation};
use alembert_mechanics::{Answer, Constraint, Motion, System, Theory};

fn coordinates() -> [Expr; 3] {
    ["x", "y", "a"].map(|name| Expr::symbol(name, Kind::Coordinate, 0))
}

fn parameter(name: &str) -> Expr {
    Expr::symbol(name, Kind::Parameter { positive: true }, 0)
}

fn vector(list: &[Expr]) -> Vector {
    list.iter().copied().collect()
}

/// A skate on a slope with a push; with accelerations in the Lagrangian where `order` is 2.
fn skate(order: u32) -> System {
    let [x, y, a] = coordinates();
    let [u, v, w] = [x, y, a].map(rate);
    let (s, c) = (apply(Elementary::Sin, &[a]), apply(Elementary::Cos, &[a]));
    let high = if order == 2 {
        rate(u).powi(2) + y * rate(v).powi(2) + rate(w).powi(2)
    } else {
        Expr::zero()
    };
    let L = (u * u + v * v + w * w) / Expr::from(2) + high + x;
    let push = vector(&[y, Expr::zero(), x]);
    let edge = Constraint::ideal("edge", u * s - v * c);
    System::new(vector(&[x, y, a]), L, push, vec![edge]).expect("a system")
}

/// Is `dJ/dt`, written out, the rate that the balance gives?
fn balances(system: &System, motion: &Motion, xi: &[Expr]) -> bool {
    let balance = Balance::new(system, motion);
    let claim = rate(balance.value(xi)) - balance.rate(xi).total();
    let mut theory = Theory::new(system, motion, &[claim]).expect("a theory");
    theory.decide(claim) == Answer::Proved
}

#[test]
fn the_rate_of_a_momentum_is_variation_and_forces_and_reaction() {
    let [x, y, a] = coordinates();
    let rotation = [-y, x, Expr::one()];
    let shear = [x * y, a, x];
    for order in [1, 2] {
        let system = skate(order);
        for motion in [dalembert(&system), voronec(&system), vakonomic(&system)] {
            let motion = motion.expect("a motion");
            assert!(balances(&system, &motion, &rotation), "{} {order}", motion.principle);
            assert!(balances(&system, &motion, &shear), "{} {order}", motion.principle);
        }
    }
    let system = skate(1);
    assert!(balances(&system, &naive(&system).expect("a motion"), &rotation));
}

/// A ball without spin about the vertical, as a sleeve on a table that turns with Ω:
/// x' = −Ω y + a', y' = Ω x.
fn turntable() -> System {
    let [x, y, a] = coordinates();
    let [u, v, w] = [x, y, a].map(rate);
    let omega = parameter("Omega");
    let L = (u * u + v * v + w * w) / Expr::from(2);
    let rows = [u + omega * y, v - omega * x];
    let constraint = |(i, &phi): (usize, &Expr)| Constraint::ideal(&format!("c{i}"), phi);
    let constraints = rows.iter().enumerate().map(constraint).collect();
    System::new(vector(&[x, y, a]), L, Vector::zeros(3), constraints).expect("a system")
}

fn found(system: &System, given: &[Vector]) -> Invariants {
    invariants(system, &dalembert(system).expect("a motion"), given, WORK)
}

#[test]
fn the_reaction_of_an_affine_constraint_works_by_its_free_part() {
    let [x, y, _] = coordinates();
    let omega = parameter("Omega");
    let [first, second] = ["lambda_c0", "lambda_c1"].map(|n| Expr::symbol(n, Kind::Multiplier, 0));
    let power = found(&turntable(), &[]).power;
    let expected = omega * x * second - omega * y * first; // λ (∂φ/∂q') q'
    assert_eq!(zero_test(power.reactions - expected), Verdict::Zero);
    assert_eq!((power.explicit, power.forces), (Expr::zero(), Expr::zero()));
}

#[test]
fn symmetries_that_are_given_have_their_momentum_equation() {
    let [x, y, _] = coordinates();
    let system = skate(1);
    let rotation = vector(&[-y, x, Expr::one()]);
    let turn = vector(&[Expr::zero(), Expr::zero(), Expr::one()]);
    let report = found(&system, &[rotation, turn]);
    assert_eq!(report.given.len(), 2);
    assert!(report.given.iter().all(|m| m.conserved == Ok(false)));
    let a = Expr::symbol("a", Kind::Coordinate, 1);
    assert_eq!(report.given[1].value, a);
    assert_eq!(report.given[1].rate.forces, x); // the push turns the skate
    assert_eq!(report.given[1].rate.reactions, Expr::zero());
    assert_eq!(
        report.cyclic,
        [Expr::symbol("y", Kind::Coordinate, 0), Expr::symbol("a", Kind::Coordinate, 0)]
    );
    assert!(report.found.is_empty()); // forces act
}

#[test]
fn a_free_particle_has_energy_momenta_and_rotations() {
    let [x, y, a] = coordinates();
    let [u, v, w] = [x, y, a].map(rate);
    let L = (u * u + v * v + w * w) / Expr::from(2);
    let system = System::new(vector(&[x, y, a]), L, Vector::zeros(3), vec![]).expect("a system");
    let report = found(&system, &[]);
    let momenta = report.found.iter().filter(|i| matches!(i.kind, InvariantKind::Momentum(_)));
    let rotations = report.found.iter().filter(|i| matches!(i.kind, InvariantKind::Symmetry(_)));
    assert_eq!((momenta.count(), rotations.count(), report.found.len()), (3, 3, 7));
    assert_eq!(report.found[0].kind, InvariantKind::Energy);
    assert_eq!(report.limit, None);
}

#[test]
fn a_momentum_divides_by_no_parameter_that_may_be_zero() {
    let [x, y, _] = coordinates();
    let [u, v] = [x, y].map(rate);
    let w = Expr::symbol("w", Kind::Parameter { positive: false }, 0);
    let half = Expr::one() / Expr::from(2);
    let L = half * (u * u + v * v) - half * (w * x + y).powi(2);
    let system = System::new(vector(&[x, y]), L, Vector::zeros(2), vec![]).expect("a system");
    let report = found(&system, &[]);
    let momentum = report.found.iter().find(|i| matches!(i.kind, InvariantKind::Symmetry(_)));
    let value = momentum.expect("along w x + y = const").value;
    let signs = [value - (w * v - u), value + (w * v - u)];
    assert!(signs.iter().any(|&e| e == Expr::zero()), "{value:?}"); // x' is left where w = 0
}

#[test]
fn a_moving_energy_names_the_field_whose_momentum_it_lacks() {
    let [x, y, a] = coordinates();
    let (b, omega) = (Expr::symbol("b", Kind::Coordinate, 0), parameter("Omega"));
    let [u, v, w, z] = [x, y, a, b].map(rate);
    let L = (u * u + v * v + w * w + z * z) / Expr::from(2);
    let slip = [u + omega * y - w, v - omega * x - z]; // a ball on a table, without its spin
    let constraints = ["c0", "c1"].iter().zip(slip).map(|(c, phi)| Constraint::ideal(c, phi));
    let system = System::new(vector(&[x, y, a, b]), L, Vector::zeros(4), constraints.collect());
    let system = system.expect("a system");
    let report = found(&system, &[]);
    let moving = report.found.iter().find_map(|i| match &i.kind {
        InvariantKind::MovingEnergy(field) => Some((field.clone(), i.value)),
        _ => None,
    });
    let (field, value) = moving.expect("the table turns steadily");
    let momentum = Balance::new(&system, &dalembert(&system).expect("a motion")).value(&field);
    let lacks = report.energy - momentum - value;
    assert_eq!(zero_test(lacks), Verdict::Zero);
    assert_eq!(field[..2], [-omega * y, omega * x]); // it turns with the table
}

/// A body with three moments of inertia and a weight on it, whose constraint holds one component of
/// its angular velocity to a velocity.
fn body(axes: Axes) -> (System, Rotation) {
    let rotation = Rotation::new("B", axes, "w");
    let x = Expr::symbol("x", Kind::Coordinate, 0);
    let omega = rotation.omega();
    let [p, q, r] = match axes {
        Axes::Body => omega,
        Axes::Space => rotation.to_body(omega),
    };
    let B = rotation.entries();
    let (two, three) = (Expr::from(2), Expr::from(3));
    let L = (p * p + two * q * q + three * r * r + rate(x).powi(2)) / two - x * B[2][1];
    let torque = vector(&[x, B[0][1], x, Expr::one()]);
    let rolls = Constraint::ideal("rolls", rate(x) - omega[0] - x * omega[1]);
    let made = System::with_rotations(vector(&[x]), vec![rotation.clone()], L, torque, vec![rolls]);
    (made.expect("a system"), rotation)
}

#[test]
fn the_rate_of_an_angular_momentum_has_the_turning_of_its_axes() {
    for axes in [Axes::Body, Axes::Space] {
        let (system, rotation) = body(axes);
        let (x, B) = (system.plain()[0], rotation.entries());
        let about_one_axis = [x, Expr::zero(), Expr::zero(), Expr::one()];
        let about_moving_axes = [B[0][0], B[2][0], B[2][1], B[2][2]];
        for motion in [dalembert(&system), maggi(&system), hamel(&system)] {
            let motion = motion.expect("a motion");
            for xi in [about_one_axis, about_moving_axes] {
                assert!(balances(&system, &motion, &xi), "{} {axes:?}", motion.principle);
            }
        }
    }
}

#[test]
fn a_free_body_keeps_its_angular_momentum_in_the_laboratory() {
    for axes in [Axes::Body, Axes::Space] {
        let rotation = Rotation::new("B", axes, "w");
        let omega = match axes {
            Axes::Body => rotation.omega(),
            Axes::Space => rotation.to_body(rotation.omega()),
        };
        let moments = [1, 1, 3].map(Expr::from);
        let spin = [0, 1, 2].map(|i| moments[i] * omega[i]);
        let L = (0..3).fold(Expr::zero(), |sum, i| sum + spin[i] * omega[i]) / Expr::from(2);
        let system = System::with_rotations(
            Vector::default(),
            vec![rotation.clone()],
            L,
            Vector::zeros(3),
            vec![],
        );
        let system = system.expect("a system");
        let report = found(&system, &[]);
        assert_eq!(report.limit, None);
        let [p, q, r] = rotation.to_space(spin);
        let expected = [report.energy, p, q, r, spin[2]]; // and about its own axis
        let motion = dalembert(&system).expect("a motion");
        let values: Vec<Expr> = report.found.iter().map(|i| i.value).collect();
        assert_eq!(values.len(), expected.len(), "{axes:?}");
        for value in expected {
            let list: Vec<Expr> = values.iter().copied().chain([value]).collect();
            let mut theory = Theory::new(&system, &motion, &list).expect("a theory");
            assert_eq!(theory.is_combination(&list, 6_000_000), Ok(true), "{axes:?}");
        }
    }
}
