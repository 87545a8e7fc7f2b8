//! Principles beside d'Alembert's: closed forms, and each of their equations term by term.
#![allow(non_snake_case, reason = "M, A, L, Q are the symbols of the papers")]
#![allow(clippy::unwrap_used, reason = "a failed test says where")]

mod appell;
mod canonical;
#[path = "../exact/mod.rs"]
mod exact;
mod gauss;
mod hamel;
mod maggi;
mod poisson;
mod refusal;
mod steps;
mod udwadia;

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Elementary, Expr, Vector, apply};
use alembert_mechanics::{Constraint, System};

use exact::{constrained, half, jet, parameter};

/// Two expressions are the same function.
fn assert_same(left: Expr, right: Expr) {
    assert_eq!(zero_test(left - right), Verdict::Zero);
}

fn sin(x: Expr) -> Expr {
    apply(Elementary::Sin, &[x])
}

fn cos(x: Expr) -> Expr {
    apply(Elementary::Cos, &[x])
}

/// A system without constraints under forces.
fn forced(names: &[&str], L: Expr, Q: &[Expr], constraints: Vec<Constraint>) -> System {
    let q: Vector = names.iter().map(|name| jet(name, 0)).collect();
    System::new(q, L, Q.iter().copied().collect(), constraints).unwrap()
}

/// Masses `m` and `n` on a line, with equal velocities, the first one pulled by `F`.
fn linked() -> System {
    let [x, y] = ["x", "y"].map(|name| jet(name, 1));
    let [m, n] = ["m", "n"].map(parameter);
    let L = half(m * x * x + n * y * y);
    forced(&["x", "y"], L, &[parameter("F"), Expr::zero()], vec![Constraint::ideal("link", x - y)])
}

/// A knife edge of mass `m` and moment of inertia `J`.
fn knife_edge() -> System {
    let [x, y, phi] = ["x", "y", "phi"].map(|name| jet(name, 1));
    let L = half(parameter("m") * (x * x + y * y) + parameter("J") * phi * phi);
    let heading = jet("phi", 0);
    let edge = Constraint::ideal("edge", x * sin(heading) - y * cos(heading));
    constrained(&["x", "y", "phi"], L, vec![edge])
}

/// A particle of unit mass that obeys `z' = y x'`.
fn rosenberg() -> System {
    let [x, y, z] = ["x", "y", "z"].map(|name| jet(name, 1));
    let tie = Constraint::ideal("tie", z - jet("y", 0) * x);
    constrained(&["x", "y", "z"], half(x * x + y * y + z * z), vec![tie])
}
