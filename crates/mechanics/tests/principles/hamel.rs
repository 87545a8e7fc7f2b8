//! The equations of Boltzmann and Hamel.

use alembert_algebra::{Expr, Kind};
use alembert_mechanics::principle::{boltzmann_hamel, hamel};
use alembert_mechanics::{Cause, Constraint, PrincipleError, System};

use crate::exact::{constrained, free, half, input, jet, parameter, solved, state, value};
use crate::{assert_same, cos, forced, knife_edge, rosenberg, sin};

/// A rigid body by Euler's angles (3-1-3), with the rates in the body as quasi-velocities.
fn rigid_body() -> System {
    let [theta, psi] = ["theta", "psi"].map(|name| jet(name, 0));
    let [phi_, theta_, psi_] = ["phi", "theta", "psi"].map(|name| jet(name, 1));
    let rates = [
        phi_ * sin(theta) * sin(psi) + theta_ * cos(psi),
        phi_ * sin(theta) * cos(psi) - theta_ * sin(psi),
        phi_ * cos(theta) + psi_,
    ];
    let inertia = ["A", "B", "C"].map(parameter);
    let T = Expr::sum(inertia.iter().zip(&rates).map(|(&I, &w)| half(I * w * w)));
    let names = ["p", "q", "r"].map(|name| jet(name, 0));
    free(&["phi", "theta", "psi"], T)
        .with_quasi_velocities(names.into_iter().zip(rates).collect())
        .unwrap()
}

#[test]
fn a_rigid_body_obeys_eulers_equations() {
    let found = boltzmann_hamel(&rigid_body()).unwrap();
    let [p, q, r] = ["p", "q", "r"].map(|name| jet(name, 0));
    let [p_, q_, r_] = ["p", "q", "r"].map(|name| jet(name, 1));
    let [A, B, C] = ["A", "B", "C"].map(parameter);
    assert_same(found.equations[0], A * p_ + (C - B) * q * r);
    assert_same(found.equations[1], B * q_ + (A - C) * r * p);
    assert_same(found.equations[2], C * r_ + (B - A) * p * q);
    assert_same(found.lagrangian, half(A * p * p + B * q * q + C * r * r));
}

#[test]
fn hamels_coefficients_of_rotations_are_the_signs_of_permutations() {
    let gamma = boltzmann_hamel(&rigid_body()).unwrap().gamma;
    for r in 0..3_usize {
        for s in 0..3_usize {
            for t in 0..3_usize {
                let sign = match (s + 3 - r, t + 3 - s) {
                    (1 | 4, 1 | 4) => 1,
                    (2 | 5, 2 | 5) => -1,
                    _ => 0,
                };
                assert_eq!(gamma[r][(s, t)], Expr::from(sign), "{r} {s} {t}");
            }
        }
    }
}

/// A sleigh of mass m whose centre is a before its blade.
fn sleigh() -> System {
    let theta = jet("theta", 0);
    let [x, y, w] = ["x", "y", "theta"].map(|name| jet(name, 1));
    let [m, I, a] = ["m", "I", "a"].map(parameter);
    let centre = [x - a * w * sin(theta), y + a * w * cos(theta)];
    let T = half(m * (centre[0] * centre[0] + centre[1] * centre[1]) + I * w * w);
    let blade = Constraint::ideal("blade", x * sin(theta) - y * cos(theta));
    constrained(&["x", "y", "theta"], T, vec![blade])
}

/// m u' = m a ω², (I + m a²) ω' = −m a u ω; the blade's momentum is −m a ω, and γ³₁₂ = 1.
#[test]
fn the_sleigh_has_the_equations_of_chaplygin() {
    let found = boltzmann_hamel(&sleigh()).unwrap();
    let [m, I, a] = ["m", "I", "a"].map(parameter);
    let theta = jet("theta", 0);
    let [x, y, w] = ["x", "y", "theta"].map(|name| jet(name, 1));
    let speeds: Vec<Expr> = found.speeds.iter().map(|s| s.0).collect();
    assert_same(found.speeds[0].1, x * cos(theta) + y * sin(theta));
    assert_same(found.speeds[1].1, w);
    let (zero, one) = (Expr::zero(), Expr::one());
    for r in 0..2 {
        assert!(found.gamma[r].entries().all(|e| e == zero));
    }
    assert_eq!(found.gamma[2].entries().collect::<Vec<_>>(), [zero, one, -one, zero]);
    assert!(found.epsilon.entries().all(|e| e == zero));
    let [u, omega] = [speeds[0], speeds[1]];
    let [u_, omega_] = [u, omega].map(alembert_algebra::rate);
    assert_same(found.momenta[2], -(m * a * omega));
    assert_same(found.equations[0], m * u_ - m * a * omega * omega);
    assert_same(found.equations[1], (I + m * a * a) * omega_ + m * a * u * omega);
    assert_same(found.velocities[0], u * cos(theta));
    assert_same(found.velocities[1], u * sin(theta));
}

/// y = t x as its rate, y' = t x' + x: (1 + t²) x'' + 2 t x' = F.
#[test]
fn forms_with_time_and_without_velocities_add_their_own_terms() {
    let (x, t) = (jet("x", 0), Expr::time());
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let wire = Constraint::ideal("wire", v - t * u - x);
    let L = half(u * u + v * v);
    let system = forced(&["x", "y"], L, &[Expr::from(4), Expr::zero()], vec![wire]);
    let at = state(&[(t, 2), (x, 3), (u, 6), (v, 15)]);
    let at = solved(&hamel(&system).unwrap(), &at);
    assert_eq!([jet("x", 2), jet("y", 2)].map(|e| value(e, &at)), [-4, 4].map(Expr::from));
}

/// y' = c x' + x y with an input c, and a force that depends on the velocity.
#[test]
fn inputs_in_the_constraints_are_functions_of_time() {
    let [x, y] = ["x", "y"].map(|name| jet(name, 0));
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let c = input("c", 0);
    let drive = Constraint::ideal("drive", v - c * u - x * y);
    let L = half(u * u + v * v);
    let system = forced(&["x", "y"], L, &[v, Expr::zero()], vec![drive]);
    let at = state(&[(c, 2), (input("c", 1), 5), (x, 1), (y, 3), (u, 2), (v, 7)]);
    let at = solved(&hamel(&system).unwrap(), &at);
    // y'' = 2 x'' + 5·2 + 2·3 + 1·7 = 2 x'' + 23;  (x'' − 7) + 2 y'' = 0 along (1, c).
    let a = Expr::from(-39) / Expr::from(5);
    assert_eq!(value(jet("x", 2), &at), a);
    assert_eq!(value(jet("y", 2), &at), a + a + Expr::from(23));
}

/// The same accelerations whichever speeds are used: here x' + y' along with others.
#[test]
fn quasi_velocities_of_the_model_are_completed_by_velocities() {
    let u = jet("u", 0);
    let form = jet("x", 1) + jet("y", 1) * jet("x", 0) + jet("y", 0);
    let system = rosenberg().with_quasi_velocities(vec![(u, form)]).unwrap();
    let found = boltzmann_hamel(&system).unwrap();
    assert_eq!(found.speeds.len(), 2);
    assert_eq!(found.speeds[0], (u, form));
    let at = state(&[
        (jet("x", 0), 3),
        (jet("y", 0), 2),
        (jet("x", 1), 5),
        (jet("y", 1), 1),
        (jet("z", 1), 10),
    ]);
    let at = solved(&hamel(&system).unwrap(), &at);
    let found = ["x", "y", "z"].map(|name| value(jet(name, 2), &at));
    assert_eq!(found, [-2, 0, 1].map(Expr::from));
}

#[test]
fn quasi_velocities_that_say_what_the_constraint_says_are_refused() {
    let phi = jet("phi", 0);
    let across = jet("x", 1) * sin(phi) - jet("y", 1) * cos(phi);
    let refusal = |form| {
        let named = knife_edge().with_quasi_velocities(vec![(jet("u", 0), form)]).unwrap();
        hamel(&named).map(|_| ())
    };
    let cause = Cause::QuasiVelocities;
    let expected = Err(PrincipleError::NotApplicable { principle: "hamel", cause });
    assert_eq!(refusal(across), expected);
    assert_eq!(refusal(jet("x", 1) * jet("y", 1)), expected);
    assert_eq!(refusal(jet("phi", 1)), Ok(()));
}

#[test]
fn names_of_quasi_velocities_are_new_symbols() {
    let wrong = Expr::symbol("k", Kind::Parameter { positive: true }, 0);
    for (name, form) in
        [(wrong, jet("x", 1)), (jet("x", 0), jet("x", 1)), (jet("u", 0), jet("x", 2))]
    {
        assert!(knife_edge().with_quasi_velocities(vec![(name, form)]).is_err());
    }
    let twice = vec![(jet("u", 0), jet("x", 1)), (jet("u", 0), jet("y", 1))];
    assert!(knife_edge().with_quasi_velocities(twice).is_err());
}
