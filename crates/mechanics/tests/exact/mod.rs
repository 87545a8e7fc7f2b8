//! Exact values of motions at states of whole numbers and fractions: what the tests compare with.
//!
//! Numbers put in place of symbols fold, so polynomial models need no evaluator.
#![allow(dead_code, reason = "each test file uses its own part")]

use alembert_algebra::{Expr, Kind, Matrix, Rational, Substitution, Vector};
use alembert_mechanics::{Constraint, Linear, Motion, System, principle::dalembert};

/// The coordinate `name` with `order` dots.
pub(crate) fn jet(name: &str, order: u32) -> Expr {
    Expr::symbol(name, Kind::Coordinate, order)
}

/// A positive parameter.
pub(crate) fn parameter(name: &str) -> Expr {
    Expr::symbol(name, Kind::Parameter { positive: true }, 0)
}

/// The input `name` with `order` dots.
pub(crate) fn input(name: &str, order: u32) -> Expr {
    Expr::symbol(name, Kind::Input, order)
}

/// The multiplier of the constraint `label`.
pub(crate) fn lambda(label: &str) -> Expr {
    Expr::symbol(&format!("lambda_{label}"), Kind::Multiplier, 0)
}

/// The number `n/d`.
pub(crate) fn fraction(n: i64, d: i64) -> Expr {
    Rational::ratio(n, d).into()
}

/// `e/2`.
pub(crate) fn half(e: Expr) -> Expr {
    e * fraction(1, 2)
}

/// A system without forces and constraints.
pub(crate) fn free(names: &[&str], L: Expr) -> System {
    constrained(names, L, vec![])
}

/// A system without forces.
pub(crate) fn constrained(names: &[&str], L: Expr, constraints: Vec<Constraint>) -> System {
    let q: Vector = names.iter().map(|name| jet(name, 0)).collect();
    let Q = Vector::zeros(q.len());
    System::new(q, L, Q, constraints).expect("a system")
}

/// The blocks of the equations of motion.
pub(crate) struct Blocks {
    pub(crate) M: Matrix,
    pub(crate) B: Matrix,
    pub(crate) A: Matrix,
    pub(crate) f: Vector,
    pub(crate) g: Vector,
}

/// The blocks that `dalembert` gives.
pub(crate) fn blocks(system: &System) -> Blocks {
    match dalembert(system).expect("a motion").system {
        Linear::Kkt { M, B, A, f, g } => Blocks { M, B, A, f, g },
        Linear::General { .. } => panic!("d'Alembert's equations have blocks"),
    }
}

/// Symbols and their values.
pub(crate) type State = Vec<(Expr, Expr)>;

/// The state with these whole numbers.
pub(crate) fn state(values: &[(Expr, i64)]) -> State {
    values.iter().map(|&(symbol, n)| (symbol, Expr::from(n))).collect()
}

/// The value of `e`, which must be a number at this state.
pub(crate) fn value(e: Expr, at: &State) -> Expr {
    let number = Substitution::new(at.iter().copied()).apply(e);
    assert!(number.as_number().is_some(), "a symbol has no value: {:?}", number.node());
    number
}

/// The state together with the unknowns that the motion has there.
pub(crate) fn solved(motion: &Motion, at: &State) -> State {
    let (W, h) = motion.system.square();
    let number = |e| value(e, at).as_number().expect("a number");
    let matrix = W.rows().iter().map(|row| row.iter().map(|&e| number(e)).collect()).collect();
    let solution = gauss_jordan(matrix, h.iter().map(|&e| number(e)).collect());
    let unknowns = motion.unknowns.iter().copied().zip(solution.into_iter().map(Expr::number));
    at.iter().copied().chain(unknowns).collect()
}

/// The solution of a regular system of equations.
pub(crate) fn gauss_jordan(mut W: Vec<Vec<Rational>>, mut h: Vec<Rational>) -> Vec<Rational> {
    let n = h.len();
    for k in 0..n {
        let pivot = (k..n).find(|&i| !W[i][k].is_zero()).expect("the tests solve regular systems");
        W.swap(k, pivot);
        h.swap(k, pivot);
        let inverse = W[k][k].recip().expect("a pivot");
        for i in (0..n).filter(|&i| i != k) {
            let c = &W[i][k] * &inverse;
            for j in k..n {
                let part = &c * &W[k][j];
                W[i][j] = &W[i][j] - &part;
            }
            let part = &c * &h[k];
            h[i] = &h[i] - &part;
        }
    }
    (0..n).map(|k| h[k].checked_div(&W[k][k]).expect("a pivot")).collect()
}
