//! Gauss's principle.

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Substitution, gradient};
use alembert_mechanics::principle::{gauss, gaussian};
use alembert_mechanics::{Constraint, Linear};

use crate::exact::{constrained, fraction, half, jet, lambda, parameter, solved, state, value};
use crate::{assert_same, forced, linked};

/// (F − m x'')²/2m + (n y'')²/2n, up to a part without accelerations.
#[test]
fn the_gaussian_of_particles_weighs_by_the_inverse_masses() {
    let [x, y] = ["x", "y"].map(|name| jet(name, 2));
    let [m, n, F] = ["m", "n", "F"].map(parameter);
    let by_particles = (F - m * x).powi(2) / (m + m) + (n * y).powi(2) / (n + n);
    let difference = gaussian(&linked()) - by_particles;
    for slope in gradient(difference, &[x, y]).iter() {
        assert_eq!(zero_test(*slope), Verdict::Zero);
    }
}

/// Masses 1 and 3, a force of 1: Newton's acceleration is 1/4. Without the weights it were 1/10.
#[test]
fn linked_masses_have_newtons_acceleration() {
    let at = state(&[(parameter("m"), 1), (parameter("n"), 3), (parameter("F"), 1)]);
    let at = solved(&gauss(&linked()).unwrap(), &at);
    let found = [jet("x", 2), jet("y", 2), lambda("link")].map(|e| value(e, &at));
    assert_eq!(found, [fraction(1, 4), fraction(1, 4), fraction(-3, 4)]);
}

/// On the wire y = x² under a potential x y the real accelerations have the least Gaussian.
#[test]
fn the_real_accelerations_have_the_least_gaussian_of_all_that_are_allowed() {
    let [x, y] = ["x", "y"].map(|name| jet(name, 0));
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let wire = Constraint::ideal("wire", y - x * x);
    let system = constrained(&["x", "y"], half(u * u + v * v) - x * y, vec![wire]);
    let at = state(&[(x, 2), (y, 4), (u, 3), (v, 12)]);
    let real = solved(&gauss(&system).unwrap(), &at);
    let least = value(gaussian(&system), &real).as_number().unwrap();
    for change in [-1, 1] {
        let [a, b] = [jet("x", 2), jet("y", 2)];
        let other = value(a, &real) + Expr::from(change);
        let dependent = Expr::from(4) * other + Expr::from(18); // y'' = 2 x x'' + 2 x'²
        let moved: Vec<_> = at.iter().copied().chain([(a, other), (b, dependent)]).collect();
        assert!(value(gaussian(&system), &moved).as_number().unwrap() > least);
    }
    // With the force (−4, −2), (x'' + 4) + 4 (y'' + 2) = 0.
    assert_eq!(value(jet("x", 2), &real), fraction(-84, 17));
}

/// x'' = y is kept as it is, by the force λ = m y.
#[test]
fn a_constraint_on_accelerations_is_not_differentiated() {
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let m = parameter("m");
    let L = half(m * (u * u + v * v)) - m * jet("y", 0);
    let drive = Constraint::ideal("drive", jet("x", 2) - jet("y", 0));
    let motion = gauss(&constrained(&["x", "y"], L, vec![drive])).unwrap();
    assert!(motion.manifold.iter().all(|level| level.is_empty()));
    let at = solved(&motion, &state(&[(jet("y", 0), 5), (m, 2)]));
    let found = [jet("x", 2), jet("y", 2), lambda("drive")].map(|e| value(e, &at));
    assert_eq!(found, [5, -1, 10].map(Expr::from));
}

/// Everything in a Lagrangian that is not a sum of squares: M, ∂M/∂q, a part linear in the
/// velocities, time, a force.
#[test]
fn free_motion_is_that_of_lagrange() {
    let (x, u, t) = (jet("x", 0), jet("x", 1), Expr::time());
    let L = half((Expr::one() + x * x) * u * u) + t * x * u - x.powi(3);
    let system = forced(&["x"], L, &[u], vec![]);
    let Linear::Kkt { M, f, .. } = gauss(&system).unwrap().system else { panic!("blocks") };
    assert_same(M[(0, 0)], Expr::one() + x * x);
    let right = -(x * u * u) - x - Expr::from(3) * x * x + u;
    assert_same(f[0], right);
}

#[test]
fn the_rate_of_the_energy_is_the_work_of_the_reaction() {
    let t = Expr::time();
    let wire = Constraint::ideal("wire", jet("y", 0) - t * jet("x", 0));
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let motion = gauss(&constrained(&["x", "y"], half(u * u + v * v), vec![wire])).unwrap();
    let mut moving = Substitution::new([(v, t * u + jet("x", 0))]);
    assert_same(moving.apply(motion.power.total()), lambda("wire") * jet("x", 0));
}
