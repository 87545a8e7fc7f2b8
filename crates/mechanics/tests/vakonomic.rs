//! The vakonomic equations, against the Euler–Lagrange equations of `L + μφ`.
#![allow(non_snake_case, reason = "M, A, L, Q are the symbols of the papers")]
#![allow(clippy::unwrap_used, reason = "a failed test says where")]

mod exact;

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Function, Kind, Vector, apply, partial, rate};
use alembert_mechanics::principle::{dalembert, vakonomic};
use alembert_mechanics::{Constraint, System};
use exact::{constrained, half, jet, lambda, parameter, solved, state, value};

fn is_zero(e: Expr) -> bool {
    zero_test(e) == Verdict::Zero
}

fn mu(label: &str, order: u32) -> Expr {
    Expr::symbol(&format!("mu_{label}"), Kind::Multiplier, order)
}

fn general(name: &str, arguments: &[Expr]) -> Expr {
    apply(Function::unspecified(name, arguments.len()), arguments)
}

/// Are the equations of motion the Euler–Lagrange equations of `L + μφ`, with `Q` on the right?
fn is_variational(system: &System) -> bool {
    let motion = vakonomic(system).unwrap();
    let (W, h) = motion.system.square();
    let found = &(&W * &*motion.unknowns) - &h;
    let terms = system.constraints().iter().map(|c| mu(&c.label, 0) * c.phi);
    let L_mu = system.L() + Expr::sum(terms);
    let along = |i: usize| {
        let [x, v, a] = [0, 1, 2].map(|order| system.jet(order)[i]);
        let lower = rate(partial(L_mu, v)) - partial(L_mu, x);
        lower - rate(rate(partial(L_mu, a))) - system.Q()[i]
    };
    (0..system.q().len()).all(|i| is_zero(found[i] - along(i)))
}

#[test]
fn the_equations_are_those_of_euler_and_lagrange_for_every_system() {
    let [x, y] = ["x", "y"].map(|name| jet(name, 0));
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let [a, b] = ["x", "y"].map(|name| jet(name, 2));
    let first = general("L", &[x, y, u, v, Expr::time()]);
    let second = half(a.powi(2) + x * b.powi(2)) + y * a * b + u * v * x;
    let velocity = general("f", &[x, y, u, v, Expr::time()]);
    let position = general("h", &[x, y, Expr::time()]);
    let Q: Vector = vec![general("P", &[x, v]), general("Q", &[y, u])].into();
    for L in [first, second] {
        for phi in [vec![velocity], vec![position], vec![velocity, position]] {
            let label = |(i, &phi): (usize, &Expr)| Constraint::ideal(&format!("c{i}"), phi);
            let constraints = phi.iter().enumerate().map(label).collect();
            let system = System::new(vec![x, y].into(), L, Q.clone(), constraints).unwrap();
            assert!(is_variational(&system));
        }
    }
}

/// Constraints are differentiated as in d'Alembert's principle: x'' = y x'' … by hand.
#[test]
fn the_constraint_is_differentiated() {
    let [x, y, u, v] = [jet("x", 0), jet("y", 0), jet("x", 1), jet("y", 1)];
    let phi = v - x * u + Expr::time() * y;
    let system = constrained(&["x", "y"], u * u, vec![Constraint::ideal("c", phi)]);
    let motion = vakonomic(&system).unwrap();
    let (W, h) = motion.system.square();
    let found = (&(&W * &*motion.unknowns) - &h)[2];
    assert!(is_zero(found - (jet("y", 2) - x * jet("x", 2) - u * u + y + Expr::time() * v)));
}

#[test]
fn multipliers_of_velocities_belong_to_the_state_and_those_of_positions_do_not() {
    let [x, y, u, v] = [jet("x", 0), jet("y", 0), jet("x", 1), jet("y", 1)];
    let roll = Constraint::ideal("roll", v - x * u);
    let rod = Constraint::ideal("rod", x * x + y * y);
    let system = constrained(&["x", "y"], u * u + v * v, vec![roll, rod]);
    let motion = vakonomic(&system).unwrap();
    assert_eq!(motion.state.to_vec(), [x, y, u, v, mu("roll", 0)]);
    let rates = [u, v, jet("x", 2), jet("y", 2), mu("roll", 1)];
    assert_eq!(motion.rate.to_vec(), rates);
    assert_eq!(motion.multipliers.to_vec(), [mu("roll", 1), mu("rod", 0)]);
    assert_eq!(motion.labels, ["roll", "rod"]);
}

/// Wolf (31)–(32): the pendulum by its velocity constraint has λ = −μ', whatever μ is.
#[test]
fn the_pendulum_has_the_multiplier_of_dalembert_with_the_opposite_sign() {
    let [x, y, u, v] = [jet("x", 0), jet("y", 0), jet("x", 1), jet("y", 1)];
    let L = half(u * u + v * v) - parameter("g") * y;
    let rod = Constraint::ideal("rod", x * u + y * v);
    let system = constrained(&["x", "y"], L, vec![rod]);
    for any in [-3, 0, 7] {
        let here = [(x, 3), (y, -4), (u, 8), (v, 6), (parameter("g"), 10), (mu("rod", 0), any)];
        let by = |motion| solved(&motion, &state(&here));
        let (right, found) = (by(dalembert(&system).unwrap()), by(vakonomic(&system).unwrap()));
        assert_eq!(value(mu("rod", 1), &found), -value(lambda("rod"), &right));
        for a in [jet("x", 2), jet("y", 2)] {
            assert_eq!(value(a, &found), value(a, &right));
        }
    }
}

/// Moreschi–Castellano (30): by its length the pendulum has μ = λ.
#[test]
fn a_position_constraint_has_the_multiplier_of_dalembert() {
    let [x, y, u, v] = [jet("x", 0), jet("y", 0), jet("x", 1), jet("y", 1)];
    let L = half(u * u + v * v) - parameter("g") * y;
    let rod = Constraint::ideal("rod", x * x + y * y - Expr::from(25));
    let system = constrained(&["x", "y"], L, vec![rod]);
    let here = state(&[(x, 3), (y, -4), (u, 8), (v, 6), (parameter("g"), 10)]);
    let right = solved(&dalembert(&system).unwrap(), &here);
    let found = solved(&vakonomic(&system).unwrap(), &here);
    assert_eq!(value(mu("rod", 0), &found), value(lambda("rod"), &right));
    assert_eq!(value(jet("x", 2), &found), value(jet("x", 2), &right));
}

#[test]
fn the_rate_of_the_energy_is_the_power() {
    let [x, y, u, v] = [jet("x", 0), jet("y", 0), jet("x", 1), jet("y", 1)];
    let t = Expr::time();
    let L = u * u * y + u * v + v * v - t * x * x;
    let phi = Constraint::ideal("c", v * v - x * u - t);
    let q: Vector = vec![x, y].into();
    let system = System::new(q, L, vec![v, x].into(), vec![phi]).unwrap();
    let motion = vakonomic(&system).unwrap();
    let here = state(&[(x, 2), (y, 3), (u, 5), (v, 4), (t, 6), (mu("c", 0), 7)]);
    let at = solved(&motion, &here);
    assert_eq!(value(rate(motion.energy), &at), value(motion.power.total(), &at));
    assert_ne!(value(motion.power.reactions, &at), Expr::zero());
}
