//! The Euler–Lagrange expression: each term of `M` and `f`, by hand-written equations.
#![allow(non_snake_case, reason = "M, A, L, Q are the symbols of the papers")]
#![allow(clippy::unwrap_used, reason = "a failed test says where")]

mod exact;

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Function, Vector, apply, partial};
use alembert_mechanics::System;
use alembert_mechanics::principle::dalembert;
use exact::{blocks, fraction, free, half, input, jet, parameter};

#[test]
fn inertia_that_depends_on_position_acts_against_the_motion() {
    let (x, v) = (jet("x", 0), jet("x", 1));
    let b = blocks(&free(&["x"], half(x.powi(2) * v.powi(2))));
    assert_eq!(b.M[(0, 0)], x.powi(2));
    assert_eq!(b.f[0], -(x * v.powi(2)));
}

#[test]
fn a_potential_pushes_downhill() {
    let (x, v, k) = (jet("x", 0), jet("x", 1), parameter("k"));
    let b = blocks(&free(&["x"], half(v.powi(2)) - half(k * x.powi(2))));
    assert_eq!((b.M[(0, 0)], b.f[0]), (Expr::one(), -k * x));
}

/// x'' = −∂V/∂x − ∂A/∂t + y' (∂B/∂x − ∂A/∂y),  y'' = −∂V/∂y − ∂B/∂t − x' (∂B/∂x − ∂A/∂y)
#[test]
fn a_charge_in_a_changing_field_feels_the_lorentz_force() {
    let (x, y, t) = (jet("x", 0), jet("y", 0), Expr::time());
    let (u, v) = (jet("x", 1), jet("y", 1));
    let [V, A, B] = ["V", "A", "B"].map(|f| apply(Function::unspecified(f, 3), &[x, y, t]));
    let b = blocks(&free(&["x", "y"], half(u.powi(2) + v.powi(2)) + A * u + B * v - V));
    assert_eq!(b.M[(0, 0)], Expr::one());
    assert_eq!(b.M[(0, 1)], Expr::zero());
    let curl = |w: Expr| w * partial(B, x) - w * partial(A, y);
    assert_eq!(b.f[0], -partial(V, x) - partial(A, t) + curl(v));
    assert_eq!(b.f[1], -partial(V, y) - partial(B, t) - curl(u));
}

#[test]
fn an_input_in_the_momentum_acts_through_its_rate() {
    let (v, u) = (jet("x", 1), input("u", 0));
    let b = blocks(&free(&["x"], half(v.powi(2)) + u * v));
    assert_eq!(b.f[0], -input("u", 1));
}

#[test]
fn velocities_that_multiply_each_other_couple_the_accelerations() {
    let (x, u, v) = (jet("x", 0), jet("x", 1), jet("y", 1));
    let b = blocks(&free(&["x", "y"], u * v * x));
    assert_eq!(b.M.rows()[0].to_vec(), vec![Expr::zero(), x]);
    assert_eq!(b.M.rows()[1].to_vec(), vec![x, Expr::zero()]);
    assert_eq!(b.f.to_vec(), vec![Expr::zero(), -u.powi(2)]);
}

#[test]
fn forces_stand_on_the_right_with_a_plus_sign() {
    let (x, v) = (jet("x", 0), jet("x", 1));
    let (F, c) = (parameter("F"), parameter("c"));
    let Q: Vector = vec![F - c * v].into();
    let pushed = System::new(vec![x].into(), half(v.powi(2)), Q, vec![]).unwrap();
    assert_eq!(blocks(&pushed).f[0], F - c * v);
}

/// x'''' + (w₁² + w₂²) x'' + w₁² w₂² x = 0
#[test]
fn the_pais_uhlenbeck_oscillator_has_its_two_frequencies() {
    let [x, v, a] = [0, 1, 2].map(|k| jet("x", k));
    let (sum, product) = (parameter("sum"), parameter("product"));
    let L = half(a.powi(2)) - half(sum * v.powi(2)) + half(product * x.powi(2));
    let b = blocks(&free(&["x"], L));
    assert_eq!(b.M[(0, 0)], Expr::from(-1));
    assert_eq!(b.f[0], sum * a + product * x);
}

/// q'''' + q'' = 0 [Crasmareanu2000, §2, eq. (2.2)]
#[test]
fn the_free_spinning_particle_turns_with_unit_frequency() {
    let [v, a] = [1, 2].map(|k| jet("x", k));
    let b = blocks(&free(&["x"], half(v.powi(2)) - half(a.powi(2))));
    assert_eq!((b.M[(0, 0)], b.f[0]), (Expr::one(), -a));
}

/// L = ½ x x''² + x x' x'':  x x'''' = −3/2 x''² − 2 x' x''' − 3 x' x''
#[test]
fn positions_velocities_and_accelerations_mix_in_the_fourth_order_equation() {
    let [x, v, a, j] = [0, 1, 2, 3].map(|k| jet("x", k));
    let b = blocks(&free(&["x"], half(x * a.powi(2)) + x * v * a));
    assert_eq!(b.M[(0, 0)], -x);
    let (two, three) = (Expr::from(2), Expr::from(3));
    assert_eq!(b.f[0], fraction(3, 2) * a.powi(2) + two * v * j + three * v * a);
}

/// L = ½ t x''² + t x' x'':  t x'''' = −2 x''' − x''
#[test]
fn explicit_time_beside_accelerations_is_differentiated_twice() {
    let [v, a, j] = [1, 2, 3].map(|k| jet("x", k));
    let t = Expr::time();
    let b = blocks(&free(&["x"], half(t * a.powi(2)) + t * v * a));
    assert_eq!(b.M[(0, 0)], -t);
    assert_eq!(b.f[0], Expr::from(2) * j + a);
}

/// L = ½ x''² + u x'':  x'''' = −u''
#[test]
fn an_input_beside_the_acceleration_acts_through_its_second_rate() {
    let (a, u) = (jet("x", 2), input("u", 0));
    let b = blocks(&free(&["x"], half(a.powi(2)) + u * a));
    assert_eq!((b.M[(0, 0)], b.f[0]), (Expr::from(-1), input("u", 2)));
}

/// L = x y'' x'':  the momenta couple, and −∂²L/∂a∂a is not diagonal.
#[test]
fn accelerations_that_multiply_each_other_couple_the_fourth_derivatives() {
    let [x, u, a, j] = [0, 1, 2, 3].map(|k| jet("x", k));
    let (b, c) = (jet("y", 2), jet("y", 3));
    let blocks = blocks(&free(&["x", "y"], x * a * b));
    assert_eq!(blocks.M.rows()[0].to_vec(), vec![Expr::zero(), -x]);
    assert_eq!(blocks.M.rows()[1].to_vec(), vec![-x, Expr::zero()]);
    let two = Expr::from(2);
    assert_eq!(blocks.f[0], two * a * b + two * u * c);
    assert_eq!(blocks.f[1], a.powi(2) + two * u * j);
}

/// L = ½ a x'''² + b x x'² has a x⁽⁶⁾ + b x'² + 2 b x x'' = Q; the energy has p₁ x' + p₂ x'' + p₃ x''' − L.
#[test]
fn third_derivatives_have_equations_of_the_sixth_order() {
    let [x, v, w, j, s, r, top] = [0, 1, 2, 3, 4, 5, 6].map(|k| jet("x", k));
    let [a, b] = ["a", "b"].map(parameter);
    let L = half(a * j * j) + b * x * v * v;
    let system = free(&["x"], L);
    let motion = dalembert(&system).unwrap();
    assert_eq!(motion.state.to_vec(), [x, v, w, j, s, r]);
    assert_eq!(motion.unknowns.to_vec(), [top]);
    let (W, h) = motion.system.square();
    assert_eq!(zero_test(W[(0, 0)] - a), Verdict::Zero);
    let two = Expr::from(2);
    assert_eq!(zero_test(h[0] + b * v * v + two * b * x * w), Verdict::Zero);
    let energy = (two * b * x * v + a * r) * v - a * s * w + a * j * j - L;
    assert_eq!(zero_test(motion.energy - energy), Verdict::Zero);
}

/// Orders 3, 2 and 1 beside each other: each coordinate keeps its own where nothing ties it to others.
#[test]
fn coordinates_keep_their_orders() {
    let [x, y, z] = ["x", "y", "z"].map(|name| jet(name, 0));
    let L = half(jet("x", 3).powi(2) + jet("y", 2).powi(2) + jet("z", 1).powi(2)) - x * y * z;
    let system = free(&["x", "y", "z"], L);
    let motion = dalembert(&system).unwrap();
    assert_eq!(motion.unknowns.to_vec(), [jet("x", 6), jet("y", 4), jet("z", 2)]);
    let (W, h) = motion.system.square();
    let diagonal = [Expr::one(), -Expr::one(), Expr::one()];
    for (i, force) in [-y * z, -x * z, -x * y].into_iter().enumerate() {
        assert_eq!((W[(i, i)], h[i]), (diagonal[i], force));
    }
    let tied = free(
        &["x", "y"],
        half(jet("x", 2).powi(2)) + jet("x", 2) * jet("y", 1) + half(jet("y", 1).powi(2)),
    );
    assert!(!tied.is_mixed());
}

/// L = ½ a (x' y'' − y' x'') + ½ m (x'² + y'²): the chiral oscillator.
#[test]
fn a_lagrangian_that_is_linear_in_accelerations_has_equations_of_the_third_order() {
    let [u, v, b, c] = [("x", 1), ("y", 1), ("x", 2), ("y", 2)].map(|(name, k)| jet(name, k));
    let [a, m] = ["a", "m"].map(parameter);
    let L = half(a * (u * c - v * b) + m * (u * u + v * v)) - jet("x", 0);
    let motion = dalembert(&free(&["x", "y"], L)).unwrap();
    let [x, y] = ["x", "y"].map(|name| jet(name, 0));
    assert_eq!(motion.state.to_vec(), [x, y, u, v, b, c]);
    assert_eq!(motion.unknowns.to_vec(), [jet("x", 3), jet("y", 3)]);
    let (W, h) = motion.system.square();
    let zero = Expr::zero();
    for (found, expected) in W.entries().zip([zero, a, -a, zero]) {
        assert_eq!(zero_test(found - expected), Verdict::Zero);
    }
    // dp/dt − ∂L/∂x is m x'' + a y''' + 1, for y it is m y'' − a x'''.
    assert_eq!(zero_test(h[0] + m * b + Expr::one()), Verdict::Zero);
    assert_eq!(zero_test(h[1] + m * c), Verdict::Zero);
}
