//! Energy and power, against hand-written values and against the rate of the energy itself.
#![allow(non_snake_case, reason = "M, A, L, Q are the symbols of the papers")]
#![allow(clippy::unwrap_used, reason = "a failed test says where")]

mod exact;

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Vector, rate};
use alembert_mechanics::work::energy_rate;
use alembert_mechanics::{Constraint, Motion, Power, System, dissipative_force};
use alembert_mechanics::{energy::energy, principle::dalembert};
use exact::{State, constrained, free, half, input, jet, parameter, solved, state, value};

/// The parts of the power at a state, after checking that they add up to the rate of the energy.
fn power(motion: &Motion, at: &State) -> [Expr; 3] {
    let at = solved(motion, at);
    let Power { explicit, forces, reactions } = motion.power;
    assert_eq!(value(rate(motion.energy), &at), value(motion.power.total(), &at));
    [explicit, forces, reactions].map(|e| value(e, &at))
}

fn numbers(list: [i64; 3]) -> [Expr; 3] {
    list.map(Expr::from)
}

/// L = ½ x² x'² + t x x' − ½ x³: E = ½ x² x'² + ½ x³, without the term linear in x'.
#[test]
fn terms_linear_in_the_velocities_have_no_energy() {
    let (x, v, t) = (jet("x", 0), jet("x", 1), Expr::time());
    let L = half(x.powi(2) * v.powi(2)) + t * x * v - half(x.powi(3));
    let at = state(&[(x, 2), (v, 3), (t, 5)]);
    assert_eq!(value(energy(&free(&["x"], L)), &at), Expr::from(18 + 4));
}

/// E = −½ (w₁² + w₂²) x'² − x' x''' + ½ x''² − ½ w₁² w₂² x²
#[test]
fn the_pais_uhlenbeck_oscillator_has_ostrogradskys_energy() {
    let [x, v, a, j] = [0, 1, 2, 3].map(|k| jet("x", k));
    let (sum, product) = (parameter("sum"), parameter("product"));
    let L = half(a.powi(2)) - half(sum * v.powi(2)) + half(product * x.powi(2));
    let motion = dalembert(&free(&["x"], L)).unwrap();
    let at = state(&[(x, 2), (v, 3), (a, 4), (j, 5), (sum, 7), (product, 9)]);
    let by_hand = -half(sum * v.powi(2)) - v * j + half(a.powi(2)) - half(product * x.powi(2));
    assert_eq!(value(motion.energy, &at), value(by_hand, &at));
    assert_eq!(power(&motion, &at), numbers([0, 0, 0]));
}

/// L = ½ x'² − ½ t² x² + (t + u) x': −∂L/∂t = t x² − x', and −x' u' through the input.
#[test]
fn a_lagrangian_that_changes_in_time_does_work() {
    let (x, v, t) = (jet("x", 0), jet("x", 1), Expr::time());
    let L = half(v.powi(2)) - half(t.powi(2) * x.powi(2)) + (t + input("u", 0)) * v;
    let motion = dalembert(&free(&["x"], L)).unwrap();
    let at = state(&[(x, 2), (v, 3), (t, 5), (input("u", 0), 11), (input("u", 1), 7)]);
    assert_eq!(power(&motion, &at), numbers([20 - 3 - 21, 0, 0]));
}

#[test]
fn friction_takes_energy_and_a_push_gives_it() {
    let (x, v, c) = (jet("x", 0), jet("x", 1), parameter("c"));
    let drag = dissipative_force(half(c * v.powi(2)), &[x]);
    let push: Vector = vec![drag[0] + Expr::from(10)].into();
    let at = state(&[(x, 0), (v, 3), (c, 2)]);
    let run = |Q| {
        let system = System::new(vec![x].into(), half(v.powi(2)), Q, vec![]).unwrap();
        power(&dalembert(&system).unwrap(), &at)
    };
    assert_eq!(run(drag), numbers([0, -18, 0]));
    assert_eq!(run(push), numbers([0, 12, 0]));
}

/// y' = t x' moves the particle only across its reaction; y' = t x' + 1 lets it do the work λ.
#[test]
fn only_inhomogeneous_constraints_do_work() {
    let (x, u, v, t) = (jet("x", 0), jet("x", 1), jet("y", 1), Expr::time());
    let L = half(u.powi(2) + v.powi(2)) - x;
    let run = |phi, v0| {
        let system = constrained(&["x", "y"], L, vec![Constraint::ideal("c", phi)]);
        let at = state(&[(x, 0), (u, 3), (v, v0), (t, 2)]);
        power(&dalembert(&system).unwrap(), &at)
    };
    assert_eq!(run(v - t * u, 6), numbers([0, 0, 0]));
    // y'' − 2 x'' = 3, x'' = −1 − 2 λ, y'' = λ: λ = 1/5
    let [explicit, forces, reactions] = run(v - t * u - Expr::one(), 7);
    assert_eq!([explicit, forces], [Expr::zero(); 2]);
    assert_eq!(reactions * Expr::from(5), Expr::one());
}

/// The servo works along its own direction: λ B · q' with λ = 1 here.
#[test]
fn a_servo_does_work_along_its_direction() {
    let (u, v) = (jet("x", 1), jet("y", 1));
    let direction: Vector = vec![Expr::from(2), Expr::from(5)].into();
    let servo = Constraint::servo("c", u - Expr::from(2) * Expr::time(), direction);
    let system = constrained(&["x", "y"], half(u.powi(2) + v.powi(2)), vec![servo]);
    let motion = dalembert(&system).unwrap();
    assert_eq!(power(&motion, &state(&[(u, 3), (v, 7)])), numbers([0, 0, 41]));
}

/// Accelerations, time, an input, a force and a working constraint in one system.
#[test]
fn the_power_of_a_second_order_lagrangian_is_the_rate_of_its_energy() {
    let [x, u, a] = [0, 1, 2].map(|k| jet("x", k));
    let [y, v, b] = [0, 1, 2].map(|k| jet("y", k));
    let (t, w) = (Expr::time(), input("w", 0));
    let L = half(t * a.powi(2) + x * b.powi(2)) + w * u * b + u * v - half(t * y.powi(2));
    let phi = v - x * u - t;
    let Q: Vector = vec![v, -a].into();
    let constraints = vec![Constraint::ideal("c", phi)];
    let motion = dalembert(&System::new(vec![x, y].into(), L, Q, constraints).unwrap()).unwrap();

    let mut at = state(&[(x, 2), (u, 3), (a, 4), (jet("x", 3), 5), (t, 7), (w, 1)]);
    at.extend(state(&[(y, 6), (v, 13), (b, 2), (jet("y", 3), -3)]));
    at.extend(state(&[(input("w", 1), 2), (input("w", 2), -1), (input("w", 3), 4)]));
    let [explicit, forces, reactions] = power(&motion, &at);
    // −½ x''² + ½ y² − w' x' y'' and y' x' − x'' y'
    assert_eq!(explicit, Expr::from(-8 + 18 - 12));
    assert_eq!(forces, Expr::from(39 - 52));
    assert_ne!(reactions, Expr::zero());
}

/// A belt `x' = c` works with `λ c`, a wire `y = t x` with `λ x`: what moves a constraint is left of
/// the work of its reaction, for every velocity and not only for those that it allows.
#[test]
fn the_work_of_a_moving_constraint_is_that_of_what_moves_it() {
    let (x, u, v) = (jet("x", 0), jet("x", 1), jet("y", 1));
    let L = half(u * u + v * v);
    let lambda = exact::lambda("c");
    let rate = |phi: Expr| {
        let system = constrained(&["x", "y"], L, vec![Constraint::ideal("c", phi)]);
        energy_rate(&system, &dalembert(&system).unwrap())
    };
    let same = |a: Expr, b: Expr| assert_eq!(zero_test(a - b), Verdict::Zero);
    same(rate(u - parameter("speed")), lambda * parameter("speed"));
    same(rate(jet("y", 0) - Expr::time() * x), lambda * x);
    same(rate(v - x * u), Expr::zero());
}
