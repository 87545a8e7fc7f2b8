//! Momenta, their rates, and what is conserved: each equation of `invariant` by a case that fails
//! when one of its signs is flipped.

#![allow(non_snake_case, reason = "L, H, X are the symbols of the papers")]

use alembert_algebra::{Elementary, Expr, Kind, Vector, apply, rate};
use alembert_mechanics::invariant::{Balance, InvariantKind, Invariants, WORK, invariants};
use alembert_mechanics::principle::{dalembert, naive, vakonomic, voronec};
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
    assert_eq!(
        alembert_algebra::zero::zero_test(power.reactions - expected),
        alembert_algebra::zero::Verdict::Zero
    );
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
