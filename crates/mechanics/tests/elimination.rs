//! Elimination of the dependent variations, and the choice of the dependent velocities.
#![allow(non_snake_case, reason = "M, A, L, Q are the symbols of the papers")]
#![allow(clippy::unwrap_used, reason = "a failed test says where")]

mod exact;

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Elementary, Expr, Function, Vector, apply, gradient, rate};
use alembert_mechanics::principle::{dalembert, dependence, elimination};
use alembert_mechanics::{Constraint, Linear, Motion, PrincipleError, System};
use exact::{constrained, free, half, jet, parameter, solved, state, value};

fn is_zero(e: Expr) -> bool {
    zero_test(e) == Verdict::Zero
}

/// What vanishes on a motion without multipliers.
fn residuals(motion: &Motion) -> Vector {
    let Linear::General { W, h } = &motion.system else { panic!("there are no multipliers") };
    &(W * &*motion.unknowns) - h
}

/// The function `name` of positions, velocities and time, of which nothing is known.
fn general(name: &str, arguments: &[Expr]) -> Expr {
    apply(Function::unspecified(name, arguments.len()), arguments)
}

fn named(names: &[&str], order: u32) -> Vec<Expr> {
    names.iter().map(|name| jet(name, order)).collect()
}

fn system_with_forces(names: &[&str], L: Expr, Q: Vec<Expr>, phi: &[Expr]) -> System {
    let q: Vector = named(names, 0).into();
    let label = |(i, &phi): (usize, &Expr)| Constraint::ideal(&format!("c{i}"), phi);
    let constraints = phi.iter().enumerate().map(label).collect();
    System::new(q, L, Q.into(), constraints).unwrap()
}

/// Wolf (10) for any L, Q and A = −a.
#[test]
fn the_dependent_equation_is_added_with_its_coefficient() {
    let names = ["r", "u", "s"];
    let (q, v) = (named(&names, 0), named(&names, 1));
    let L = general("L", &[&q[..], &v[..], &[Expr::time()]].concat());
    let [a, b] = ["a", "b"].map(|name| general(name, &q));
    let forces: Vec<Expr> = ["P", "Q", "S"].map(|name| general(name, &q)).to_vec();
    let phi = v[2] - a * v[0] - b * v[1];
    let system = system_with_forces(&names, L, forces.clone(), &[phi]);
    let system = system.with_dependent(vec![q[2]].into()).unwrap();
    let E: Vec<Expr> =
        (0..3).map(|i| rate(gradient(L, &v)[i]) - gradient(L, &q)[i] - forces[i]).collect();
    let found = residuals(&elimination(&system).unwrap());
    assert!(is_zero(found[0] - (E[0] + a * E[2])));
    assert!(is_zero(found[1] - (E[1] + b * E[2])));
    assert!(is_zero(found[2] - rate(phi)));
}

/// Crâşmăreanu (1.4), with A = −a.
#[test]
fn accelerations_in_the_lagrangian_add_their_second_derivative() {
    let [r, s] = ["r", "s"].map(|name| jet(name, 0));
    let [r2, s2] = ["r", "s"].map(|name| jet(name, 2));
    let a = general("a", &[r, s]);
    let L = half(r2.powi(2) + r * s2.powi(2)) + s * r2 * s2;
    let phi = jet("s", 1) - a * jet("r", 1);
    let system = constrained(&["r", "s"], L, vec![Constraint::ideal("c", phi)]);
    let expression = |x: &str| {
        let higher = rate(rate(alembert_algebra::partial(L, jet(x, 2))));
        higher + alembert_algebra::partial(L, jet(x, 0))
    };
    let found = residuals(&elimination(&system).unwrap());
    // E = d/dt L_q' − L_q − d²/dt² L_q'', and here L_q' = 0.
    assert!(is_zero(found[0] + expression("r") + a * expression("s")));
    assert!(is_zero(found[1] - rate(rate(rate(phi)))));
}

/// A constraint on positions counts by its rate, one that is not linear by Chetaev's rule.
#[test]
fn positions_and_nonlinear_velocities_have_the_accelerations_of_dalembert() {
    let names = ["x", "y", "z"];
    let (q, v) = (named(&names, 0), named(&names, 1));
    let three = Expr::from(3);
    let L = half(v[0].powi(2) + three * v[1].powi(2) + v[2].powi(2)) + q[0] * q[1] - q[2] * v[0];
    let at: exact::State = q
        .iter()
        .zip([2, 3, -1])
        .chain(v.iter().zip([5, 1, 7]))
        .map(|(&x, n)| (x, Expr::from(n)))
        .collect();
    let sphere = q[0].powi(2) + q[1].powi(2) + q[0] * q[2];
    let curved = v[0] * v[1] + q[1] * v[2].powi(2) - Expr::from(152);
    let cubic = v[0].powi(3) - v[1] * q[0] - Expr::from(123);
    for phi in [vec![sphere], vec![curved], vec![cubic], vec![curved, cubic]] {
        let forces = vec![q[1], v[2], -v[0]];
        let system = system_with_forces(&names, L, forces, &phi);
        let [right, found] =
            [dalembert(&system), elimination(&system)].map(|m| solved(&m.unwrap(), &at));
        for x in named(&names, 2) {
            assert_eq!(value(x, &found), value(x, &right));
        }
    }
}

#[test]
fn the_rate_of_the_energy_is_the_power() {
    let names = ["x", "y"];
    let (q, v) = (named(&names, 0), named(&names, 1));
    let L = v[0].powi(2) * q[1] + v[0] * v[1] - Expr::time() * q[0].powi(2);
    let phi = v[1] - q[0] * v[0] - Expr::time();
    let system = system_with_forces(&names, L, vec![v[1], q[0]], &[phi]);
    let motion = elimination(&system).unwrap();
    assert!(is_zero(rate(motion.energy) - motion.power.total()));
    assert_eq!(motion.power.forces, v[1] * v[0] + q[0] * v[1]);
}

#[test]
fn dependent_velocities_are_chosen_without_poles() {
    let names = ["x", "y", "phi"];
    let (q, v) = (named(&names, 0), named(&names, 1));
    let (sine, cosine) = (apply(Elementary::Sin, &[q[2]]), apply(Elementary::Cos, &[q[2]]));
    let L = half(v[0].powi(2) + v[1].powi(2) + v[2].powi(2));
    let blade = Constraint::ideal("blade", v[0] * sine - v[1] * cosine);
    let roll = Constraint::ideal("roll", v[0] * cosine + v[1] * sine - parameter("R") * v[2]);
    let both = constrained(&names, L, vec![blade.clone(), roll]);
    let found = dependence("elimination", &both).unwrap();
    assert_eq!((found.dependent, found.independent), (vec![0, 1], vec![2]));
    assert_eq!(found.minor, Some(Expr::one())); // sin² + cos²
    let psi = found.psi.unwrap();
    assert!(is_zero(psi[0] - parameter("R") * v[2] * cosine));
    assert!(is_zero(psi[1] - parameter("R") * v[2] * sine));

    let alone = constrained(&names, L, vec![blade]);
    let found = dependence("elimination", &alone).unwrap();
    assert!(found.dependent == [0] || found.dependent == [1]);
    let chosen = alone.with_dependent(vec![q[0]].into()).unwrap();
    let found = dependence("elimination", &chosen).unwrap();
    assert_eq!((found.dependent, found.minor), (vec![0], Some(sine)));
    assert_eq!(found.psi_v.rows()[0].to_vec(), [cosine / sine, Expr::zero()]);
}

/// The wheels of a snakeboard: the minor of x and y is −sin 2φ, whatever the heading θ is, and those of
/// θ with one of them change with θ.
#[test]
fn a_minor_that_changes_with_fewer_coordinates_is_preferred() {
    let names = ["x", "y", "theta", "phi"];
    let (q, v) = (named(&names, 0), named(&names, 1));
    let L = half(v.iter().fold(Expr::zero(), |sum, u| sum + u.powi(2)));
    let wheel = |label, angle: Expr, arm: Expr| {
        let (sine, cosine) = (apply(Elementary::Sin, &[angle]), apply(Elementary::Cos, &[angle]));
        let turning = arm * apply(Elementary::Cos, &[q[3]]) * v[2];
        Constraint::ideal(label, v[1] * cosine - v[0] * sine + turning)
    };
    let r = parameter("r");
    let wheels = vec![wheel("front", q[2] + q[3], r), wheel("back", q[2] - q[3], -r)];
    let found = dependence("voronec", &constrained(&names, L, wheels)).unwrap();
    assert_eq!(found.dependent, [0, 1]);
    let twice = apply(Elementary::Sin, &[q[3] + q[3]]);
    assert!(is_zero(found.minor.unwrap() + twice));
    assert!(found.is_chaplygin);
}

#[test]
fn a_choice_that_the_constraints_do_not_determine_is_refused() {
    let (q, v) = (named(&["x", "y", "z"], 0), named(&["x", "y", "z"], 1));
    let L = half(v[0].powi(2) + v[1].powi(2) + v[2].powi(2));
    let system = constrained(&["x", "y", "z"], L, vec![Constraint::ideal("c", v[0] - q[1] * v[1])]);
    let wrong = |list: &[Expr]| {
        let system = system.clone().with_dependent(list.to_vec().into()).unwrap();
        elimination(&system).unwrap_err()
    };
    let names = |list: &[&str]| list.iter().map(|&x| x.to_owned()).collect();
    let error = |list: &[&str]| PrincipleError::WrongDependent { names: names(list), number: 1 };
    assert_eq!(wrong(&[q[2]]), error(&["z"]));
    assert_eq!(wrong(&[q[0], q[1]]), error(&["x", "y"]));
    let foreign = system.clone().with_dependent(vec![jet("w", 0)].into()).unwrap_err();
    assert!(matches!(foreign, PrincipleError::Foreign { symbol, .. } if symbol == "w"));
    let twice = system.with_dependent(vec![q[0], q[0]].into()).unwrap_err();
    assert!(matches!(twice, PrincipleError::Repeated { name, .. } if name == "x"));
}

#[test]
fn constraints_that_follow_from_others_are_left_out() {
    let (q, v) = (named(&["x", "y"], 0), named(&["x", "y"], 1));
    let L = half(v[0].powi(2) + v[1].powi(2)) - q[1];
    let phi = v[0] - q[0] * v[1];
    let twice = Constraint::ideal("twice", Expr::from(2) * phi);
    let system = constrained(&["x", "y"], L, vec![Constraint::ideal("once", phi), twice]);
    let found = dependence("elimination", &system).unwrap();
    assert_eq!(found.constraints, [0]);
    let motion = elimination(&system).unwrap();
    assert_eq!((motion.labels.len(), motion.residuals.len()), (2, 2));
    let at = solved(&motion, &state(&[(q[0], 2), (q[1], 0), (v[0], 6), (v[1], 3)]));
    // x'' = 2 y'' + 18 and 2 x'' + y'' = −1
    assert_eq!(value(jet("y", 2), &at), exact::fraction(-37, 5));
    assert_eq!(value(jet("x", 2), &at), exact::fraction(16, 5));
}

#[test]
fn constraints_that_contradict_each_other_are_refused() {
    let v = jet("x", 1);
    let one = Constraint::ideal("one", v - Expr::one());
    let two = Constraint::ideal("two", v - Expr::from(2));
    let system = constrained(&["x"], half(v * v), vec![one, two]);
    let expected = PrincipleError::Contradiction { label: "two".to_owned() };
    assert_eq!(elimination(&system).unwrap_err(), expected);
}

#[test]
fn a_system_without_constraints_is_no_special_case() {
    let [x, v] = [0, 1].map(|order| jet("x", order));
    let system = free(&["x"], half(v * v - x * x));
    let (W, h) = elimination(&system).unwrap().system.square();
    assert_eq!((W[(0, 0)], h[0]), (Expr::one(), -x));
}

/// x = y by two constraints: where they hold, x² = y² adds nothing.
#[test]
fn constraints_may_follow_from_others_only_where_these_hold() {
    let (q, v) = (named(&["x", "y", "z"], 0), named(&["x", "y", "z"], 1));
    let L = half(v[0].powi(2) + v[1].powi(2) + v[2].powi(2)) - q[0];
    let line = Constraint::ideal("line", q[0] - q[1]);
    let lines = Constraint::ideal("lines", q[0].powi(2) - q[1].powi(2));
    let system = constrained(&["x", "y", "z"], L, vec![line, lines]);
    assert_eq!(dependence("elimination", &system).unwrap().constraints, [0]);
}
