//! Energies and momenta as they are on the constraints, the energy of vakonomic motions, and speeds in
//! which no quantities of different units are added.
#![allow(non_snake_case, reason = "L, D, U are the symbols of the papers")]

mod exact;

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{
    Elementary, Expr, Kind, Matrix, Substitution, Vector, apply, gradient, jacobian, partial, rate,
    symbols,
};
use alembert_mechanics::invariant::{InvariantKind, Invariants, WORK, invariants};
use alembert_mechanics::on_constraints::OnConstraints;
use alembert_mechanics::principle::{almost_poisson, boltzmann_hamel, dalembert, vakonomic};
use alembert_mechanics::{Answer, Constraint, Motion, PrincipleError, System, Theory};

use exact::{half, jet, parameter};

fn is_zero(e: Expr) -> bool {
    zero_test(e) == Verdict::Zero
}

fn system(names: &[&str], L: Expr, Q: &[Expr], phi: &[(&str, Expr)]) -> System {
    let q: Vector = names.iter().map(|name| jet(name, 0)).collect();
    let constraints = phi.iter().map(|&(label, phi)| Constraint::ideal(label, phi)).collect();
    System::new(q, L, Q.iter().copied().collect(), constraints).expect("a system")
}

fn found(principle: fn(&System) -> Result<Motion, PrincipleError>, system: &System) -> Invariants {
    invariants(system, &principle(system).expect("a motion"), &[], WORK)
}

fn of_kind(report: &Invariants, kind: &InvariantKind) -> Option<Expr> {
    report.found.iter().find(|i| i.kind == *kind).map(|i| i.value)
}

/// Two particles of equal speed, with a rod between them or without.
fn two(rod: bool) -> System {
    let [x, y, X, Y] = ["x1", "y1", "x2", "y2"].map(|name| jet(name, 0));
    let [u, v, U, V] = [x, y, X, Y].map(rate);
    let L = half(u * u + v * v + U * U + V * V);
    let equal = ("equal", u * u + v * v - U * U - V * V);
    let length = ("rod", (x - X).powi(2) + (y - Y).powi(2) - parameter("l").powi(2));
    let phi = if rod { vec![length, equal] } else { vec![equal] };
    system(&["x1", "y1", "x2", "y2"], L, &[Expr::zero(); 4], &phi)
}

#[test]
fn the_power_of_a_reaction_that_vanishes_on_the_constraints_is_none() {
    for rod in [false, true] {
        let report = found(dalembert, &two(rod));
        assert_eq!(report.power.total(), Expr::zero());
        assert_eq!(of_kind(&report, &InvariantKind::Energy), Some(report.energy));
    }
}

#[test]
fn a_multiple_of_a_constraint_is_nothing_and_the_other_sign_is_something() {
    let two = two(true);
    let on = OnConstraints::new(&two, &dalembert(&two).expect("a motion"));
    let [u, v, U, V] = ["x1", "y1", "x2", "y2"].map(|name| jet(name, 1));
    let lambda = Expr::symbol("lambda_equal", Kind::Multiplier, 0);
    let equal = u * u + v * v - U * U - V * V;
    assert_eq!(on.reduced(lambda * u * equal), Expr::zero());
    let other = lambda * (u * u + v * v + U * U - V * V);
    assert_ne!(on.reduced(other), Expr::zero());
    assert!(on.vanishes(equal) && !on.vanishes(u * u + v * v - U * U + V * V));
    // The rate of the rod's length is among what vanishes.
    let [x, y, X, Y] = ["x1", "y1", "x2", "y2"].map(|name| jet(name, 0));
    assert!(on.vanishes(lambda * ((x - X) * (u - U) + (y - Y) * (v - V))));
    assert!(!on.vanishes((x - X) * (u - U) - (y - Y) * (v - V)));
}

#[test]
fn a_relation_is_not_divided_by_a_parameter_that_may_be_zero() {
    let a = Expr::symbol("a", Kind::Parameter { positive: false }, 0);
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let free = system(&["x", "y"], half(u * u + v * v), &[Expr::zero(); 2], &[("c", a * (u - v))]);
    let on = OnConstraints::new(&free, &dalembert(&free).expect("a motion"));
    assert!(on.vanishes(a * u - a * v) && !on.vanishes(u - v));
}

/// A particle of given speed in a field, pushed, in a gyroscopic term.
fn isokinetic(push: Expr) -> System {
    let ([x, y], [u, v]) = (["x", "y"].map(|n| jet(n, 0)), ["x", "y"].map(|n| jet(n, 1)));
    let L = half(parameter("m") * (u * u + v * v)) - parameter("g") * y + x * v;
    let speed = u * u + v * v - parameter("c").powi(2);
    system(&["x", "y"], L, &[push, Expr::zero()], &[("speed", speed)])
}

fn mu(label: &str) -> Expr {
    Expr::symbol(&format!("mu_{label}"), Kind::Multiplier, 0)
}

#[test]
fn the_energy_of_a_vakonomic_motion_has_the_part_of_the_multiplier() {
    let report = found(vakonomic, &isokinetic(Expr::zero()));
    let value = of_kind(&report, &InvariantKind::Penalised).expect("it is conserved");
    let expected = report.energy + Expr::from(2) * mu("speed") * parameter("c").powi(2);
    assert!(is_zero(value - expected), "E + 2 μ c²");
    assert_eq!(of_kind(&report, &InvariantKind::Energy), None);
    // dE/dt = −2 c² μ'
    let slope = -Expr::from(2) * parameter("c").powi(2) * rate(mu("speed"));
    assert!(is_zero(report.power.total() - slope), "{:?}", report.power);
}

#[test]
fn what_pushes_changes_the_energy_of_a_vakonomic_motion() {
    let push = parameter("f") * jet("y", 0);
    let report = found(vakonomic, &isokinetic(push));
    let penalised = report.penalised.expect("it is another function");
    assert!(is_zero(penalised.rate - push * jet("x", 1)));
    assert_eq!(of_kind(&report, &InvariantKind::Penalised), None);
}

#[test]
fn an_affine_constraint_takes_its_free_part_from_the_energy() {
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let (x, w) = (jet("x", 0), parameter("w"));
    let L = half(u * u + v * v);
    let table = system(&["x", "y"], L, &[Expr::zero(); 2], &[("c", v - x * u - w * x)]);
    let report = found(vakonomic, &table);
    let value = of_kind(&report, &InvariantKind::Penalised).expect("it is conserved");
    assert!(is_zero(value - report.energy - mu("c") * w * x), "E − μ b with b = −w x");
}

#[test]
fn a_homogeneous_constraint_leaves_the_energy_of_a_vakonomic_motion_as_it_is() {
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let x = jet("x", 0);
    for phi in [v - x * u, v * v - x * x * u * u] {
        let free = system(&["x", "y"], half(u * u + v * v), &[Expr::zero(); 2], &[("c", phi)]);
        let report = found(vakonomic, &free);
        assert_eq!(report.penalised, None);
        assert_eq!(of_kind(&report, &InvariantKind::Energy), Some(report.energy));
        assert_eq!(report.power.total(), Expr::zero());
    }
}

#[test]
fn the_rate_of_the_energy_of_a_vakonomic_motion_is_that_of_its_equations() {
    let ([u, v], x, t) = (["x", "y"].map(|n| jet(n, 1)), jet("x", 0), Expr::time());
    let L = half(u * u + v * v) + t * x;
    let push = [parameter("f") * v, -x];
    let moving = system(&["x", "y"], L, &push, &[("c", u * u + x * v * v - t)]);
    let motion = vakonomic(&moving).expect("a motion");
    let report = invariants(&moving, &motion, &[], WORK);
    let penalised = report.penalised.expect("it is another function");
    let claims =
        [rate(penalised.value) - penalised.rate, rate(report.energy) - report.power.total()];
    let mut theory = Theory::new(&moving, &motion, &claims).expect("a theory");
    for claim in claims {
        assert_eq!(theory.decide(claim), Answer::Proved);
    }
    let wrong = rate(penalised.value) + penalised.rate;
    let mut theory = Theory::new(&moving, &motion, &[wrong]).expect("a theory");
    assert_ne!(theory.decide(wrong), Answer::Proved);
}

#[test]
fn an_energy_that_the_constraints_fix_is_conserved() {
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let L = half(parameter("m") * (u * u + v * v));
    let speed = ("speed", u * u + v * v - parameter("c").powi(2));
    let report = found(dalembert, &system(&["x", "y"], L, &[Expr::zero(); 2], &[speed]));
    assert_eq!(of_kind(&report, &InvariantKind::Energy), Some(report.energy));
    assert_eq!(report.power.total(), Expr::zero());
}

/// A board whose allowed glide is `(r cos φ, sin φ)`: a length and a number.
fn board() -> System {
    let (phi, r) = (jet("phi", 0), parameter("r"));
    let [x, theta, steer] = ["x", "theta", "phi"].map(|name| jet(name, 1));
    let [s, c] = [Elementary::Sin, Elementary::Cos].map(|f| apply(f, &[phi]));
    let [m, J, K] = ["m", "J", "K"].map(parameter);
    let L = half(m * x * x + J * theta * theta + K * steer * steer);
    system(&["x", "theta", "phi"], L, &[Expr::zero(); 3], &[("c", s * x - r * c * theta)])
}

/// With lengths `k` times as large each formula must be a power of `k` times what it was.
fn is_of_one_unit(e: Expr) -> bool {
    let k = Expr::symbol("k", Kind::Parameter { positive: true }, 0);
    let lengths = [("r", 1), ("J", 2), ("K", 2)];
    let lengths = lengths.map(|(name, power)| (parameter(name), parameter(name) * k.powi(power)));
    let moved = (jet("x", 1), jet("x", 1) * k);
    let scaled = Substitution::new(lengths.into_iter().chain([moved])).apply(e);
    // k ∂/∂k log e is a number
    let degree = k * partial(scaled, k) / scaled;
    symbols(&[degree]).iter().all(|&x| is_zero(partial(degree, x)))
}

#[test]
fn speeds_add_no_lengths_to_numbers() {
    let board = board();
    assert!(!is_of_one_unit(parameter("r").powi(2) + Expr::one()));
    let hamel = boltzmann_hamel(&board).expect("it is linear");
    let poisson = almost_poisson(&board).expect("it is linear");
    for speeds in [&hamel.speeds, &poisson.speeds] {
        assert!(speeds.iter().all(|&(_, form)| is_of_one_unit(form)), "{speeds:?}");
    }
    let gamma = hamel.gamma.iter().flat_map(Matrix::entries);
    assert!(gamma.filter(|&e| !is_zero(e)).all(is_of_one_unit));
    // U S = 1: the speed of the glide along itself is 1.
    let v = board.jet(1);
    let forms: Vector = hamel.speeds.iter().map(|s| s.1).collect();
    let u: Vector = hamel.speeds.iter().map(|s| s.0).collect();
    let identity = &jacobian(&forms, &v) * &jacobian(&hamel.velocities, &u);
    for (i, row) in identity.rows().iter().enumerate() {
        for (j, &e) in row.iter().enumerate() {
            assert!(is_zero(e - Expr::from(i64::from(i == j))));
        }
    }
}

#[test]
fn speeds_along_lengths_alone_need_no_inertia() {
    let phi = jet("phi", 0);
    let [x, y, turn] = ["x", "y", "phi"].map(|name| jet(name, 1));
    let [s, c] = [Elementary::Sin, Elementary::Cos].map(|f| apply(f, &[phi]));
    let L = half(parameter("m") * x * x + parameter("M") * y * y + turn * turn);
    let edge = ("edge", s * x - c * y);
    let skate = system(&["x", "y", "phi"], L, &[Expr::zero(); 3], &[edge]);
    let speeds = boltzmann_hamel(&skate).expect("it is linear").speeds;
    let glide = speeds.iter().find(|(_, form)| gradient(*form, &[x])[0] != Expr::zero());
    assert!(is_zero(glide.expect("it glides").1 - (c * x + s * y)));
}
