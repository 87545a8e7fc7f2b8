//! The rate of the energy by every principle: what is said of it without solving anything is the rate of the formula
//! along the motion.
#![allow(non_snake_case, reason = "L is the Lagrangian")]

mod exact;

use alembert_algebra::{Expr, Vector, rate};
use alembert_mechanics::work::energy_rate;
use alembert_mechanics::{Constraint, PRINCIPLES, System};
use exact::{State, constrained, fraction, half, jet, solved, state, value};

/// The rate of the energy at a state by each principle that takes the system and needs nothing but it, after
/// comparing it with the rate of the formula.
fn rates(system: &System, at: &State) -> Vec<(&'static str, Expr)> {
    rates_without(&["vakonomic"], system, at)
}

/// The same without some principles.
fn rates_without(names: &[&str], system: &System, at: &State) -> Vec<(&'static str, Expr)> {
    let mut found = Vec::new();
    for principle in PRINCIPLES.iter().filter(|principle| !names.contains(&principle.name)) {
        let Ok(motion) = (principle.derive)(system) else { continue };
        let at = solved(&motion, at);
        let said = value(energy_rate(system, &motion), &at);
        assert_eq!(said, value(rate(motion.energy), &at), "by {}", principle.name);
        found.push((principle.name, said));
    }
    found
}

/// A particle in the plane; −x is its potential where it has one.
fn particle(V: Expr, constraints: Vec<Constraint>) -> System {
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    constrained(&["x", "y"], half(u * u + v * v) - V, constraints)
}

const PROJECTING: [&str; 8] =
    ["elimination", "voronec", "hamel", "gauss", "udwadia", "appell", "maggi", "poisson"];

/// x' = 2 y' is held in the direction (1, 1): u̇ = −1 + λ, v̇ = λ, so λ = −1 and the power is λ (x' + y').
#[test]
fn a_servo_does_work_by_every_principle_that_takes_it() {
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let direction: Vector = vec![Expr::one(), Expr::one()].into();
    let servo = Constraint::servo("c", u - v - v, direction);
    let at = state(&[(jet("x", 0), 0), (u, 6), (v, 3)]);
    let rates = rates(&particle(jet("x", 0), vec![servo]), &at);
    assert_eq!(rates, ["dalembert", "maggi"].map(|name| (name, Expr::from(-9))));
}

/// The curve x = y² is held in the direction of y: ü = 0 = 2 y'² + 2 y λ.
#[test]
fn a_servo_on_positions_does_work_by_every_principle_that_takes_it() {
    let [x, y] = ["x", "y"].map(|name| jet(name, 0));
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let direction: Vector = vec![Expr::zero(), Expr::one()].into();
    let servo = Constraint::servo("c", x - y * y, direction);
    let at = state(&[(x, 4), (y, 2), (u, 4), (v, 1)]);
    let rates = rates(&particle(Expr::zero(), vec![servo]), &at);
    assert_eq!(rates, ["dalembert", "maggi"].map(|name| (name, fraction(-1, 2))));
}

/// y' = t x' with t = 2: the right motions keep the energy, and the mistake does not. By it
/// (1 + t²) x'' = −2 t x', so x'' = −12/5, y'' = −9/5.
#[test]
fn the_mistake_does_work_under_a_constraint_that_turns_in_time() {
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let turning = Constraint::ideal("c", v - Expr::time() * u);
    let at = state(&[(u, 3), (v, 6), (Expr::time(), 2)]);
    let rates = rates(&particle(Expr::zero(), vec![turning]), &at);
    for &(name, rate) in &rates {
        let expected = if name == "naive" { -18 } else { 0 };
        assert_eq!(rate, Expr::from(expected), "by {name}");
    }
    let names: Vec<&str> = rates.iter().map(|rate| rate.0).collect();
    assert_eq!(names, [&["dalembert"][..], &PROJECTING, &["naive"]].concat());
}

/// z' = y x' keeps the energy by every principle, and even by the mistake: nothing changes in time.
#[test]
fn the_energy_is_kept_where_nothing_changes_in_time() {
    let [x, y, z] = ["x", "y", "z"].map(|name| jet(name, 0));
    let [u, v, w] = ["x", "y", "z"].map(|name| jet(name, 1));
    let tie = Constraint::ideal("tie", w - y * u);
    let system = constrained(&["x", "y", "z"], half(u * u + v * v + w * w) - x * z, vec![tie]);
    let at = state(&[(x, 1), (y, 2), (z, 4), (u, 3), (v, 5), (w, 6)]);
    let rates = rates(&system, &at);
    assert_eq!(rates.len(), PROJECTING.len() + 2, "{rates:?}");
    assert!(rates.iter().all(|rate| rate.1 == Expr::zero()), "{rates:?}");
}

/// What moves a constraint does work: y' = t x' + 1, and the belt x' = 3 under a force.
#[test]
fn what_moves_a_constraint_does_work_by_every_principle() {
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let at = state(&[(jet("x", 0), 0), (u, 3), (v, 7), (Expr::time(), 2)]);
    let moving = Constraint::ideal("c", v - Expr::time() * u - Expr::one());
    let found = rates(&particle(jet("x", 0), vec![moving]), &at);
    let right = found.iter().filter(|rate| rate.0 != "naive");
    assert!(right.clone().count() >= 7 && right.clone().all(|rate| rate.1 == fraction(1, 5)));
    let belt = Constraint::ideal("c", u - Expr::from(3));
    let found = rates(&particle(jet("x", 0), vec![belt]), &at);
    assert!(found.len() >= 7 && found.iter().all(|rate| rate.1 == Expr::from(3)), "{found:?}");
}

/// Appell's cone: z'² = x'² + y'², homogeneous of degree two, does no work.
#[test]
fn a_homogeneous_constraint_that_is_not_linear_does_no_work() {
    let z = jet("z", 0);
    let [u, v, w] = ["x", "y", "z"].map(|name| jet(name, 1));
    let cone = Constraint::ideal("cone", u * u + v * v - w * w);
    let system = constrained(&["x", "y", "z"], half(u * u + v * v + w * w) - z, vec![cone]);
    let at = state(&[(z, 0), (u, 3), (v, 4), (w, 5)]);
    // the mistake does not determine a motion here
    let rates = rates_without(&["vakonomic", "naive"], &system, &at);
    let names: Vec<&str> = rates.iter().map(|rate| rate.0).collect();
    assert_eq!(
        names,
        ["dalembert", "elimination", "voronec", "gauss", "udwadia", "appell", "maggi"]
    );
    assert!(rates.iter().all(|rate| rate.1 == Expr::zero()), "{rates:?}");
}
