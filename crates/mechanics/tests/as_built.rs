//! Principles whose expressions stay as they are built: the same motion, with the digits of the formulas.

#![allow(non_snake_case, reason = "L is the symbol of the papers")]

use alembert_algebra::{Elementary, Expr, Kind, Vector, apply, rate};
use alembert_mechanics::{Constraint, PRINCIPLES, Principle, System};

/// The principles that write equations anew.
const REWRITING: [&str; 7] =
    ["elimination", "voronec", "hamel", "udwadia", "appell", "maggi", "poisson"];

fn quarter(f: Elementary, e: Expr) -> Expr {
    apply(f, &[e / Expr::from(4)])
}

/// Angles of different size: in its smallest one, constraints are polynomials of high degrees.
fn system(more: impl Fn(&[Expr], &[Expr]) -> Vec<Constraint>) -> System {
    let q: Vec<Expr> =
        ["x", "y", "z"].iter().map(|name| Expr::symbol(name, Kind::Coordinate, 0)).collect();
    let v: Vec<Expr> = q.iter().map(|&x| rate(x)).collect();
    let (two, half) = (Expr::from(2), Expr::one() / Expr::from(2));
    let sin = |e: Expr| apply(Elementary::Sin, &[e]);
    let swing = sin(q[0]) * sin(two * q[1]) * v[2];
    let L = v[0] * v[0] + v[1] * v[1] * half + v[2] * v[2] + swing * swing - sin(two * q[1]);
    let slope = sin(two * q[0]) * v[0] + quarter(Elementary::Tan, q[0]) * v[1];
    let own = Constraint::ideal("own", v[2] - slope);
    let constraints = [vec![own], more(&q, &v)].concat();
    System::new(q.into(), L, Vector::zeros(3), constraints).expect("the system is sound")
}

/// The accelerations at t = 0.
fn accelerations(system: &System, principle: &str, state: &[f64]) -> Vec<f64> {
    let row = Principle::named(principle).expect("there is such a principle");
    let motion = (row.derive)(system).unwrap_or_else(|error| panic!("{principle}: {error}"));
    let at = [&[0.0], state].concat();
    let tape = motion.tape(&[]).expect("everything has a value");
    let outputs = tape.evaluate(&at).expect("the system is regular").outputs;
    outputs[..motion.highest.len()].to_vec()
}

fn assert_as_dalembert(system: System, state: &[f64]) {
    let right = accelerations(&system, "dalembert", state);
    assert!(right.iter().any(|a| a.abs() > 1e-2), "{right:?}");
    let system = system.as_built();
    for principle in REWRITING {
        let found = accelerations(&system, principle, state);
        let same = right.iter().zip(&found).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(same, "{principle}: {found:?}, not {right:?}");
    }
}

#[test]
fn expressions_as_they_are_built_keep_their_digits() {
    let (x, y, u, v) = (-0.3f64, 0.4, 0.7, -0.2);
    let w = (2.0 * x).sin() * u + (x / 4.0).tan() * v;
    assert_as_dalembert(system(|_, _| Vec::new()), &[x, y, 0.1, u, v, w]);
}

/// A constraint that follows from the first one has a multiplier of its own by Udwadia and Kalaba.
#[test]
fn dependent_rows_are_left_out_as_built() {
    let (x, y, u, v) = (-0.3f64, 0.4, 0.7, -0.2);
    let w = (2.0 * x).sin() * u + (x / 4.0).tan() * v;
    let twice = |q: &[Expr], v: &[Expr]| {
        let slope = apply(Elementary::Sin, &[Expr::from(2) * q[0]]) * v[0]
            + quarter(Elementary::Tan, q[0]) * v[1];
        let factor = Expr::from(2) + apply(Elementary::Sin, &[q[0]]);
        vec![Constraint::ideal("twice", factor * (v[2] - slope))]
    };
    assert_as_dalembert(system(twice), &[x, y, 0.1, u, v, w]);
}

/// What is listed here is all that depends on the choice.
#[test]
fn other_principles_write_nothing_anew() {
    let plain = system(|_, _| Vec::new());
    for row in PRINCIPLES.iter().filter(|row| !REWRITING.contains(&row.name)) {
        let motions = [plain.clone(), plain.clone().as_built()].map(|s| (row.derive)(&s).ok());
        let [own, built] = motions.map(|motion| motion.map(|m| m.system));
        assert_eq!(own, built, "{}", row.name);
    }
}
