//! The equations of Gibbs and Appell.

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, gradient};
use alembert_mechanics::principle::{appell, gibbs_appell};
use alembert_mechanics::{Cause, PrincipleError, System};

use crate::exact::{free, half, input, jet, parameter, solved, state, value};
use crate::{forced, rosenberg};

/// ½ m of the squared acceleration in polar coordinates, up to a part without r'' and θ''.
#[test]
fn the_energy_of_accelerations_is_that_of_the_acceleration_vector() {
    let [[r, u, a], [_, w, b]] = ["r", "theta"].map(|name| [0, 1, 2].map(|order| jet(name, order)));
    let m = parameter("m");
    let T = half(m * (u * u + r * r * w * w));
    let radial = a - r * w * w;
    let across = r * b + u * w + u * w;
    let of_vector = half(m * (radial * radial + across * across));
    let S = gibbs_appell(&free(&["r", "theta"], T)).unwrap().S;
    for slope in gradient(S - of_vector, &[a, b]).iter() {
        assert_eq!(zero_test(*slope), Verdict::Zero);
    }
}

/// The acceleration of a motion of one coordinate at x = 3, x' = 2, t = 5, c = 7, c' = 11.
fn acceleration(L: Expr, Q: Expr) -> Expr {
    let system = forced(&["x"], L, &[Q], vec![]);
    let at = state(&[
        (jet("x", 0), 3),
        (jet("x", 1), 2),
        (Expr::time(), 5),
        (input("c", 0), 7),
        (input("c", 1), 11),
    ]);
    value(jet("x", 2), &solved(&appell(&system).unwrap(), &at))
}

#[test]
fn every_term_of_the_lagrangian_acts_with_its_sign() {
    let (x, u, t, c) = (jet("x", 0), jet("x", 1), Expr::time(), input("c", 0));
    let kinetic = half(u * u);
    let zero = Expr::zero();
    let number = Expr::from;
    assert_eq!(acceleration(kinetic - half(x * x), zero), number(-3)); // ∂V/∂q
    assert_eq!(acceleration(kinetic, x), number(3)); // Q
    assert_eq!(acceleration(kinetic + t * t * u, zero), number(-10)); // ∂l/∂t
    assert_eq!(acceleration(kinetic + c * u, zero), number(-11)); // an input in l
    assert_eq!(acceleration(kinetic + x * x * u, zero), zero); // ∂l/∂q has no curl
    let growing = acceleration(half(t * u * u), zero); // (t x')' = 0
    assert_eq!(growing * number(5), number(-2));
    let growing = acceleration(half(c * u * u), zero);
    assert_eq!(growing * number(7), number(-22));
    let turning = acceleration(half(x * u * u), zero); // x x'' + x'²/2 = 0
    assert_eq!(turning * number(3), number(-2));
}

/// L = ½ (x'² + y'²) + B x y': the charge circles, x'' = B y', y'' = −B x'.
#[test]
fn a_part_linear_in_the_velocities_acts_by_its_curl() {
    let (x, u, v) = (jet("x", 0), jet("x", 1), jet("y", 1));
    let system = free(&["x", "y"], half(u * u + v * v) + Expr::from(7) * x * v);
    let at = solved(&appell(&system).unwrap(), &state(&[(u, 2), (v, 3)]));
    assert_eq!([jet("x", 2), jet("y", 2)].map(|e| value(e, &at)), [21, -14].map(Expr::from));
}

/// x' √(1 + y²) is constant: x'' = −y x' y'/(1 + y²), and z'' = y x'' + x' y'.
#[test]
fn quasi_accelerations_are_those_that_the_constraints_allow() {
    let at = state(&[(jet("y", 0), 2), (jet("x", 1), 5), (jet("y", 1), 1), (jet("z", 1), 10)]);
    let at = solved(&appell(&rosenberg()).unwrap(), &at);
    let found = ["x", "y", "z"].map(|name| value(jet(name, 2), &at));
    assert_eq!(found, [-2, 0, 1].map(Expr::from));
}

#[test]
fn a_lagrangian_that_is_not_quadratic_is_refused_and_one_that_only_looks_so_is_not() {
    let u = jet("x", 1);
    let refusal = |system: &System| appell(system).map(|_| ());
    let relativistic = free(&["x"], -(Expr::one() - u * u).sqrt());
    let cause = Cause::NotQuadratic;
    let expected = Err(PrincipleError::NotApplicable { principle: "appell", cause });
    assert_eq!(refusal(&relativistic), expected);
    let disguised = free(&["x"], (u * u + Expr::one()).powi(2) - u.powi(4));
    assert_eq!(refusal(&disguised), Ok(()));
}
