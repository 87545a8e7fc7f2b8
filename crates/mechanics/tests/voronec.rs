//! Voronec's equations and the naive ones, against elimination, which knows nothing of a
//! constrained Lagrangian.
#![allow(non_snake_case, reason = "M, A, L, Q are the symbols of the papers")]
#![allow(clippy::unwrap_used, reason = "a failed test says where")]

mod exact;

use std::iter::successors;

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Function, Matrix, Substitution, Vector, apply, partial, rate};
use alembert_mechanics::principle::{
    Body, curvature_terms, dalembert, dependence, elimination, naive, steps, voronec,
};
use alembert_mechanics::{Constraint, Motion, System};
use exact::{State, half, jet, parameter, solved, value};

fn is_zero(e: Expr) -> bool {
    zero_test(e) == Verdict::Zero
}

fn general(name: &str, arguments: &[Expr]) -> Expr {
    apply(Function::unspecified(name, arguments.len()), arguments)
}

fn named(names: &[&str], order: u32) -> Vec<Expr> {
    names.iter().map(|name| jet(name, order)).collect()
}

/// The system with the constraints `s' = ψ`.
fn explicit(names: &[&str], L: Expr, Q: &[Expr], psi: &[(&str, Expr)]) -> System {
    let constraint =
        |&(s, psi): &(&str, Expr)| Constraint::ideal(&format!("on_{s}"), jet(s, 1) - psi);
    let q: Vector = named(names, 0).into();
    let system =
        System::new(q, L, Q.to_vec().into(), psi.iter().map(constraint).collect()).unwrap();
    system.with_dependent(psi.iter().map(|(s, _)| jet(s, 0)).collect()).unwrap()
}

/// What vanishes on a motion, with `s' = ψ` and all its derivatives put in.
fn reduced(motion: &Motion, psi: &[(&str, Expr)], order: u32) -> Vector {
    let (W, h) = motion.system.square();
    let residuals = &(&W * &*motion.unknowns) - &h;
    let mut known: Vec<(Expr, Expr)> = Vec::new();
    for k in 1..=order {
        let mut lower = Substitution::new(known.clone());
        for &(s, psi) in psi {
            let value = successors(Some(psi), |&e| Some(rate(e))).nth(k as usize - 1).unwrap();
            known.push((jet(s, k), lower.apply(value)));
        }
    }
    Substitution::new(known).apply_all(&residuals)
}

/// Do the two principles have the same equations, off every motion?
fn agree(system: &System, psi: &[(&str, Expr)], motions: [Motion; 2]) -> bool {
    let [a, b] = motions.map(|motion| reduced(&motion, psi, 2 * system.order()));
    a.len() == b.len() && a.iter().zip(b.iter()).all(|(&a, &b)| is_zero(a - b))
}

fn voronec_is_elimination(system: &System, psi: &[(&str, Expr)]) -> bool {
    agree(system, psi, [voronec(system).unwrap(), elimination(system).unwrap()])
}

/// Lemos (8)–(11) for any L and a, with forces: off every motion both sides are the same.
#[test]
fn lemos_equations_hold_for_every_lagrangian_and_all_coefficients() {
    let names = ["r", "u", "s"];
    let (q, v) = (named(&names, 0), named(&names, 1));
    let L = general("L", &[&q[..], &v[..], &[Expr::time()]].concat());
    let Q = ["P", "Q", "S"].map(|name| general(name, &q));
    let psi = [("s", general("a", &q) * v[0] + general("b", &q) * v[1])];
    let system = explicit(&names, L, &Q, &psi);
    assert!(voronec_is_elimination(&system, &psi));
    assert!(!agree(&system, &psi, [naive(&system).unwrap(), elimination(&system).unwrap()]));
}

/// The same with a part without velocities and with time in the coefficients.
#[test]
fn affine_constraints_that_move_have_further_coefficients() {
    let names = ["r", "u", "s"];
    let (q, v) = (named(&names, 0), named(&names, 1));
    let moving = [&q[..], &[Expr::time(), exact::input("w", 0)]].concat();
    let L = half(v[0].powi(2) + general("m", &q) * v[2].powi(2)) + v[1] * v[2];
    let [a, b, c] = ["a", "b", "c"].map(|name| general(name, &moving));
    let psi = [("s", a * v[0] + b * v[1] + c)];
    let system = explicit(&names, L, &[Expr::zero(); 3], &psi);
    assert!(voronec_is_elimination(&system, &psi));
}

/// Two dependent coordinates, each in the coefficients of the other.
#[test]
fn several_dependent_velocities_curve_each_other() {
    let names = ["x", "y", "z", "w"];
    let (q, v) = (named(&names, 0), named(&names, 1));
    let L = general("L", &[&q[..], &v[..]].concat());
    let first = q[2] * q[3] * v[0] + (q[0] + q[3].powi(2)) * v[1] + q[2] * q[1];
    let second = q[2].powi(2) * v[0] - q[1] * q[3] * v[1] - q[3] * q[0];
    let psi = [("z", first), ("w", second)];
    let system = explicit(&names, L, &[Expr::zero(); 4], &psi);
    assert!(voronec_is_elimination(&system, &psi));
}

/// Constraints solved for s' that are not linear in r': the general form with d/dt ∂ψ/∂r'.
#[test]
fn solved_constraints_need_not_be_linear() {
    let names = ["r", "u", "s"];
    let (q, v) = (named(&names, 0), named(&names, 1));
    let L = half(v[0].powi(2) + q[2] * v[1].powi(2) + q[0] * v[2].powi(2)) + q[1] * v[0] * v[2];
    let psi = [("s", general("f", &[&q[..], &v[..2], &[Expr::time()]].concat()))];
    let system = explicit(&names, L, &[q[1], v[0], q[2]], &psi);
    assert!(dependence("voronec", &system).unwrap().affine.is_none());
    assert!(voronec_is_elimination(&system, &psi));
}

/// Constraints with several branches, at states of one of them.
#[test]
fn constraints_with_branches_have_the_accelerations_of_dalembert() {
    let names = ["x", "y", "z"];
    let (q, v) = (named(&names, 0), named(&names, 1));
    let L = half(v[0].powi(2) + q[2] * v[1].powi(2) + v[2].powi(4)) + q[0] * v[1] * v[2] - q[1];
    let sphere = v[0].powi(2) + q[2] * v[1].powi(2) + q[0] * v[2].powi(2) * Expr::time();
    let cubic = v[2].powi(3) - q[0] * v[1].powi(2) * v[2] + q[1] * v[0].powi(3);
    let numbers = q.iter().zip([2, 3, -1]).chain(v.iter().zip([5, 1, 7]));
    let mut at: State = numbers.map(|(&x, n)| (x, Expr::from(n))).collect();
    at.push((Expr::time(), Expr::from(3)));
    let level = |phi: Expr| phi - value(phi, &at);
    for phi in [vec![sphere], vec![cubic], vec![sphere, cubic]] {
        let label = |(i, &phi): (usize, &Expr)| Constraint::ideal(&format!("c{i}"), level(phi));
        let constraints = phi.iter().enumerate().map(label).collect();
        let Q = vec![v[1], q[0], Expr::one()];
        let system = System::new(q.clone().into(), L, Q.into(), constraints).unwrap();
        assert!(dependence("voronec", &system).unwrap().psi.is_none());
        let [right, found, wrong] = [dalembert(&system), voronec(&system), naive(&system)]
            .map(|motion| solved(&motion.unwrap(), &at));
        let all = |at: &State| named(&names, 2).iter().map(|&x| value(x, at)).collect::<Vec<_>>();
        assert_eq!(all(&found), all(&right));
        assert_ne!(all(&wrong), all(&right));
    }
}

/// A Lagrangian of second order in which every kind of term occurs.
fn second_order(q: &[Expr], v: &[Expr], a: &[Expr]) -> Expr {
    half(a[0].powi(2) + q[2] * a[1].powi(2) + q[0] * a[2].powi(2))
        + v[2] * a[0] * a[2]
        + q[1] * v[0] * v[2]
        + v[1].powi(2) * a[2]
}

/// Crâşmăreanu (1.9a) with ∂L/∂s'' in the last term, for any A(r, s).
#[test]
fn second_order_equations_hold_for_all_coefficients() {
    let names = ["r", "u", "s"];
    let [q, v, a] = [0, 1, 2].map(|order| named(&names, order));
    let psi = [("s", general("a", &q) * v[0] + general("b", &q) * v[1])];
    let system = explicit(&names, second_order(&q, &v, &a), &[q[0], v[2], a[1]], &psi);
    assert!(voronec_is_elimination(&system, &psi));
}

/// The same for constraints with time, a part without velocities, and products of velocities.
#[test]
fn second_order_equations_hold_for_moving_and_nonlinear_constraints() {
    let names = ["r", "u", "s"];
    let [q, v, a] = [0, 1, 2].map(|order| named(&names, order));
    let L = second_order(&q, &v, &a);
    let moving = [&q[..], &[Expr::time()]].concat();
    let affine = general("a", &moving) * v[0] + q[2] * v[1] + general("c", &moving);
    let curved = q[2] * v[0] * v[1] + general("a", &q) * v[0].powi(2);
    for psi in [affine, curved] {
        let psi = [("s", psi)];
        let system = explicit(&names, L, &[Expr::zero(); 3], &psi);
        assert!(voronec_is_elimination(&system, &psi));
    }
}

/// The state with `x` so that `e`, which is linear in it, vanishes.
fn completed(mut at: State, e: Expr, x: Expr) -> State {
    let [zero, one] = [0, 1].map(|n| {
        at.push((x, Expr::from(n)));
        let number = value(e, &at).as_number().unwrap();
        at.pop();
        number
    });
    let slope = &one - &zero;
    at.push((x, Expr::number((-&zero).checked_div(&slope).unwrap())));
    at
}

/// The same for a constraint with branches, at a state of one of them.
#[test]
fn second_order_equations_hold_on_a_branch() {
    let names = ["r", "u", "s"];
    let [q, v, a, j] = [0, 1, 2, 3].map(|order| named(&names, order));
    let t = Expr::time();
    let phi = q[2] * v[2].powi(2) + q[0] * v[0] * v[1].powi(2) + t * v[0].powi(2) * q[1];
    let jets = q.iter().zip([2, 3, 5]).chain(v.iter().zip([1, -2, 3]));
    let jets = jets.chain(a.iter().zip([4, 1])).chain(j.iter().zip([-1, 2]));
    let mut at: State = jets.map(|(&x, n)| (x, Expr::from(n))).collect();
    at.push((t, Expr::from(7)));
    let phi = phi - value(phi, &at);
    let at = completed(at, rate(phi), a[2]);
    let at = completed(at, rate(rate(phi)), j[2]);
    let constraint = Constraint::ideal("c", phi);
    let Q = vec![q[0], v[2], a[1]];
    let L = second_order(&q, &v, &a);
    let system = System::new(q.clone().into(), L, Q.into(), vec![constraint]).unwrap();
    let system = system.with_dependent(vec![q[2]].into()).unwrap();
    assert!(dependence("voronec", &system).unwrap().psi.is_none());
    let [right, found] =
        [dalembert(&system), voronec(&system)].map(|motion| solved(&motion.unwrap(), &at));
    for x in named(&names, 4) {
        assert_eq!(value(x, &found), value(x, &right));
    }
}

/// The last term of (1.9a) as printed, with ∂L/∂s', is seen in L = z'²/2 − x''², z' = z y x'.
#[test]
fn the_second_curvature_does_not_touch_lagrangians_without_its_acceleration() {
    let names = ["x", "y", "z"];
    let [q, v, a] = [0, 1, 2].map(|order| named(&names, order));
    let L = half(v[2].powi(2)) - half(a[0].powi(2) + a[1].powi(2));
    let psi = [("z", q[2] * q[1] * v[0])];
    let system = explicit(&names, L, &[Expr::zero(); 3], &psi);
    assert!(voronec_is_elimination(&system, &psi));
}

/// The steps of a second-order Lagrangian with s' = a r' + b u': B¹ and B² by Crâşmăreanu (1.6),
/// (1.10a) and (1.10b), with A = −(a, b).
#[test]
fn the_curvatures_are_those_of_the_paper() {
    let names = ["r", "u", "s"];
    let [q, v, acc] = [0, 1, 2].map(|order| named(&names, order));
    let (a, b) = (general("a", &q), general("b", &q));
    let psi = [("s", a * v[0] + b * v[1])];
    let L = half(acc[0].powi(2) + acc[1].powi(2) + acc[2].powi(2));
    let system = explicit(&names, L, &[Expr::zero(); 3], &psi);
    let A = [-a, -b];
    let s = q[2];
    let A2 = |i: usize, j: usize| partial(A[i], s) * A[j] - partial(A[i], q[j]); // (1.6)
    let B1 = |i: usize, j: usize| A2(j, i) - A2(i, j); // (1.10a)
    let B2 = |i: usize, j: usize, k: usize| {
        partial(A2(j, k), q[i]) - partial(A2(j, i), q[k]) + A[k] * partial(A2(j, i), s)
            - A[i] * partial(A2(j, k), s) // (1.10b)
    };
    let steps = steps("voronec", &system).unwrap();
    let matrix = |source: &str, name: &str| -> Matrix {
        let shown = steps.iter().filter(|step| step.source == source);
        let mut shown = shown.filter_map(|step| match &step.body {
            Body::Matrix(own, matrix) if own == name => Some(matrix.clone()),
            _ => None,
        });
        shown.next().unwrap_or_else(|| panic!("{name} is shown"))
    };
    let first = matrix("Crâşmăreanu (1.10a)", "B1_s");
    let contracted = matrix("Crâşmăreanu (1.10b)", "B2");
    for i in 0..2 {
        assert!((0..2).all(|j| is_zero(first[(i, j)] - B1(i, j))));
        let second = matrix("Crâşmăreanu (1.10b)", &format!("B2_s_{}", i + 1));
        let pairs = || (0..2).flat_map(|j| (0..2).map(move |k| (j, k)));
        assert!(pairs().all(|(j, k)| is_zero(second[(j, k)] - B2(i, j, k))));
        let sum = Expr::sum(pairs().map(|(j, k)| B2(i, j, k) * v[j] * v[k]));
        assert!(is_zero(contracted[(0, i)] - sum));
    }
}

/// With z' = y x' the momentum z' works on κ = (y', −x'), so that Voronec's equations have +z' y' for
/// x and −z' x' for y on their right sides.
#[test]
fn the_terms_that_naive_lacks_have_their_signs() {
    let names = ["x", "y", "z"];
    let (q, v) = (named(&names, 0), named(&names, 1));
    let L = half(v[0].powi(2) + v[1].powi(2) + v[2].powi(2));
    let system = explicit(&names, L, &[Expr::zero(); 3], &[("z", q[1] * v[0])]);
    let terms = curvature_terms(&system).unwrap();
    let found: Vec<(Expr, Expr)> = terms.iter().map(|t| (t.independent, t.dependent)).collect();
    assert_eq!(found, [(q[0], q[2]), (q[1], q[2])]);
    assert!(is_zero(terms[0].value - v[2] * v[1]));
    assert!(is_zero(terms[1].value + v[2] * v[0]));
    let sides = |motion: Motion| -> Vector { reduced(&motion, &[("z", q[1] * v[0])], 2) };
    let [whole, lacking] = [voronec(&system), naive(&system)].map(|m| sides(m.unwrap()));
    for (i, term) in terms.iter().enumerate() {
        let mut on_shell = Substitution::new([(v[2], q[1] * v[0])]);
        assert!(is_zero(lacking[i] - whole[i] - on_shell.apply(term.value)));
    }
}

/// Lemos (12)–(14): the coefficients of the rolling sphere, by the steps.
#[test]
fn the_coefficients_of_the_sphere_are_those_of_the_paper() {
    use alembert_algebra::Elementary::{Cos, Sin};
    let names = ["phi", "theta", "psi", "x", "y"];
    let (q, v) = (named(&names, 0), named(&names, 1));
    let R = parameter("R");
    let [sin, cos] = [Sin, Cos].map(|f| move |x: Expr| apply(f, &[x]));
    let along_x = R * v[1] * sin(q[0]) - R * v[2] * sin(q[1]) * cos(q[0]);
    let along_y = -R * v[1] * cos(q[0]) - R * v[2] * sin(q[1]) * sin(q[0]);
    let spin = v[0].powi(2) + v[1].powi(2) + v[2].powi(2);
    let L = half(v[3].powi(2) + v[4].powi(2)) + spin + v[0] * v[2] * cos(q[1]);
    let constraint = |label, phi| Constraint::ideal(label, phi);
    let constraints = vec![constraint("x", v[3] - along_x), constraint("y", v[4] - along_y)];
    let system = System::new(q.clone().into(), L, Vector::zeros(5), constraints).unwrap();
    let found = dependence("voronec", &system).unwrap();
    assert_eq!((&found.dependent[..], found.is_chaplygin), (&[3, 4][..], true));
    let b: Vec<Matrix> = steps("voronec", &system)
        .unwrap()
        .into_iter()
        .filter(|step| step.source == "Lemos (11)")
        .map(|step| match step.body {
            Body::Matrix(_, matrix) => matrix,
            other => panic!("a matrix is shown, not {other:?}"),
        })
        .collect();
    let expected = [
        [-R * cos(q[0]), -R * sin(q[1]) * sin(q[0]), R * cos(q[1]) * cos(q[0])],
        [-R * sin(q[0]), R * sin(q[1]) * cos(q[0]), R * cos(q[1]) * sin(q[0])],
    ];
    for (b, [b12, b13, b23]) in b.iter().zip(expected) {
        for ((i, j), value) in [((0, 1), b12), ((0, 2), b13), ((1, 2), b23)] {
            assert!(is_zero(b[(i, j)] - value) && is_zero(b[(j, i)] + value));
        }
    }
}

/// A dependent coordinate in L or in the constraints makes it no Chaplygin system.
#[test]
fn chaplygins_case_is_told_from_the_others() {
    let names = ["x", "y", "z"];
    let (q, v) = (named(&names, 0), named(&names, 1));
    let L = half(v[0].powi(2) + v[1].powi(2) + v[2].powi(2));
    let is_chaplygin = |L: Expr, psi: Expr| {
        let system = explicit(&names, L, &[Expr::zero(); 3], &[("z", psi)]);
        dependence("voronec", &system).unwrap().is_chaplygin
    };
    assert!(is_chaplygin(L - q[0], q[1] * v[0]));
    assert!(!is_chaplygin(L - q[2], q[1] * v[0]));
    assert!(!is_chaplygin(L, q[2] * v[0]));
}

/// Naive equations are right where b = 0: z' = d(x y²)/dt.
#[test]
fn naive_equations_are_right_for_integrable_constraints() {
    let names = ["x", "y", "z"];
    let (q, v) = (named(&names, 0), named(&names, 1));
    let L = general("L", &[&q[..], &v[..]].concat());
    let psi = [("z", rate(q[0] * q[1].powi(2)))];
    let system = explicit(&names, L, &[q[1], q[2], v[0]], &psi);
    assert!(agree(&system, &psi, [naive(&system).unwrap(), elimination(&system).unwrap()]));
}

/// Lemos (6) for any L, a and Q: the equations of the constrained Lagrangian with the work of
/// `∂L̄/∂s` and of the forces on the dependent coordinate.
#[test]
fn naive_equations_are_those_of_the_constrained_lagrangian() {
    let names = ["r", "u", "s"];
    let (q, v) = (named(&names, 0), named(&names, 1));
    let L = general("L", &[&q[..], &v[..]].concat());
    let Q = ["P", "Q", "S"].map(|name| general(name, &q));
    let a = [general("a", &q), general("b", &q)];
    let psi = [("s", a[0] * v[0] + a[1] * v[1])];
    let found = reduced(&naive(&explicit(&names, L, &Q, &psi)).unwrap(), &psi, 2);
    let mut on_constraint = Substitution::new([(v[2], psi[0].1)]);
    let L_bar = on_constraint.apply(L);
    for i in 0..2 {
        let by_s = a[i] * partial(L_bar, q[2]);
        let expected = rate(partial(L_bar, v[i])) - partial(L_bar, q[i]) - by_s;
        let expected = expected - Q[i] - a[i] * Q[2];
        assert!(is_zero(found[i] - on_constraint.apply(expected)), "equation of {}", names[i]);
    }
}
