//! Rotations: kinematics, brackets, and the principles against Euler angles.
//!
//! `B = Rz(φ) Rx(θ) Rz(ψ)` makes the angular velocity a linear form `W(q) q'`. The equations in the
//! angular velocity, put into angles and projected by `Wᵀ`, must be those of Euler and Lagrange in
//! the angles, which know nothing of rotations.
#![allow(non_snake_case, reason = "B, L, W are the symbols of the papers")]

mod exact;

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{
    Elementary, Expr, Kind, Substitution, Vector, apply, gradient, jacobian, partial, rate,
};
use alembert_mechanics::adjoint::provisos_by_adjoint;
use alembert_mechanics::principle::{
    Body, appell, dalembert, elimination, gauss, hamel, maggi, naive, steps, udwadia, vakonomic,
    voronec,
};
use alembert_mechanics::rotation::{Axes, Rotation, Triple, in_coordinates};
use alembert_mechanics::{
    Answer, Constraint, Linear, Motion, PRINCIPLES, PrincipleError, System, Theory,
};

use exact::{State, fraction, jet, parameter, solved};

const BOTH: [Axes; 2] = [Axes::Space, Axes::Body];

fn body(axes: Axes) -> Rotation {
    Rotation::new("B", axes, if axes == Axes::Space { "omega" } else { "Omega" })
}

fn is_zero(e: Expr) -> bool {
    zero_test(e) == Verdict::Zero
}

/// A Lagrangian in which nothing is symmetric: full inertia in these axes, a gyroscopic term, a
/// potential and a mixed term with the orientation.
fn lagrangian(rotation: &Rotation) -> Expr {
    let [x, y, z] = rotation.omega();
    let B = rotation.entries();
    let n = |n: i64| Expr::from(n);
    let T = n(3) * x * x + n(5) * y * y + n(7) * z * z + x * y - n(2) * y * z + z * x;
    let V =
        n(2) * B[0][0] - n(3) * B[0][1] * B[2][2] + B[1][2] + n(4) * B[2][0] - B[1][0] * B[2][1];
    T + n(2) * x - y + B[0][2] * x * y - B[1][1] * z * z + B[2][1] * z - V
}

/// `B` in Euler angles, with the angular velocity in these axes.
struct Euler {
    q: [Expr; 3],
    B: [Triple; 3],
    omega: Triple,
}

fn euler(axes: Axes) -> Euler {
    let q = ["phi", "theta", "psi"].map(|name| jet(name, 0));
    let [f, t, p] = ["phi", "theta", "psi"].map(|name| jet(name, 1));
    let s = q.map(|x| apply(Elementary::Sin, &[x]));
    let c = q.map(|x| apply(Elementary::Cos, &[x]));
    let B = [
        [c[0] * c[2] - s[0] * c[1] * s[2], -c[0] * s[2] - s[0] * c[1] * c[2], s[0] * s[1]],
        [s[0] * c[2] + c[0] * c[1] * s[2], -s[0] * s[2] + c[0] * c[1] * c[2], -c[0] * s[1]],
        [s[1] * s[2], s[1] * c[2], c[1]],
    ];
    let omega = match axes {
        Axes::Space => [t * c[0] + p * s[1] * s[0], t * s[0] - p * s[1] * c[0], f + p * c[1]],
        Axes::Body => [f * s[1] * s[2] + t * c[2], f * s[1] * c[2] - t * s[2], f * c[1] + p],
    };
    Euler { q, B, omega }
}

impl Euler {
    /// Puts the angles in for `B`, `ω` and `ω'`.
    fn put(&self, rotation: &Rotation) -> Substitution {
        let entries = rotation.entries().into_iter().flatten().zip(self.B.into_iter().flatten());
        let speeds = rotation.omega().into_iter().zip(self.omega);
        let speeds = speeds.flat_map(|(w, e)| [(w, e), (rate(w), rate(e))]);
        Substitution::new(entries.chain(speeds).collect::<Vec<_>>())
    }

    /// `d/dt ∂L/∂q' − ∂L/∂q` in the angles.
    fn expression(&self, L: Expr) -> Vector {
        let balance = |x: Expr| rate(partial(L, rate(x))) - partial(L, x);
        self.q.iter().map(|&x| balance(x)).collect()
    }
}

fn system(rotation: &Rotation, constraints: Vec<Constraint>) -> System {
    let Q = Vector::zeros(3);
    System::with_rotations(
        Vector::default(),
        vec![rotation.clone()],
        lagrangian(rotation),
        Q,
        constraints,
    )
    .expect("a system")
}

/// `W y − h` of a motion without constraints.
fn balances(motion: &Motion) -> Vector {
    let (W, h) = motion.system.square();
    &(&W * &*motion.unknowns) - &h
}

#[test]
fn the_kinematics_of_entries_quaternion_and_parameters_agree() {
    for axes in BOTH {
        let rotation = body(axes);
        let tilted = rotation.tilted();
        for pairs in [rotation.by_quaternion(), rotation.by_chart(), tilted.by_chart()] {
            let mut put = Substitution::new(pairs.clone());
            for (entry, value) in pairs {
                assert!(is_zero(rate(value) - put.apply(rate(entry))), "{axes:?}");
            }
        }
        assert!(is_zero(
            Substitution::new(rotation.by_chart()).apply(determinant(&rotation)) - Expr::one()
        ));
    }
}

#[test]
fn the_parameters_of_a_tilt_come_back_from_the_entries() {
    for axes in BOTH {
        let tilted = body(axes).tilted();
        let mut put = Substitution::new(tilted.by_chart());
        let pairs = tilted.by_entries();
        assert_eq!(pairs.len(), 4);
        for (parameter, value) in pairs {
            assert!(is_zero(put.apply(value) - parameter), "{parameter:?}");
        }
        assert!(!is_zero(put.apply(tilted.half_turn())));
        let relations = tilted.orthogonality();
        assert!(relations.into_iter().all(|relation| is_zero(put.apply(relation))));
    }
}

#[test]
fn what_shortens_rotations_vanishes_for_all_of_them() {
    let rotation = body(Axes::Body);
    let mut put = Substitution::new(rotation.by_chart());
    let relations = rotation.orthogonality();
    assert_eq!(relations.len(), 30);
    for relation in relations {
        assert!(!is_zero(relation) && is_zero(put.apply(relation)), "{relation:?}");
    }
}

fn determinant(rotation: &Rotation) -> Expr {
    let [a, b, c] = rotation.entries();
    a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
}

#[test]
fn a_positive_rate_about_z_turns_x_towards_y() {
    for axes in BOTH {
        let rotation = body(axes);
        let [_, _, z] = rotation.omega();
        let one = [(0, 0), (1, 1), (2, 2)].map(|(i, j)| (rotation.entries()[i][j], Expr::one()));
        let others = rotation.entries().into_iter().flatten().map(|b| (b, Expr::zero()));
        let identity: Vec<_> =
            one.into_iter().chain(others.filter(|o| !one.iter().any(|p| p.0 == o.0))).collect();
        assert_eq!(Substitution::new(identity).apply(rate(rotation.entries()[1][0])), z);
        // A quarter turn about z.
        let half = fraction(1, 2).sqrt();
        let p = rotation.quaternion();
        let values = [(p[0], half), (p[1], Expr::zero()), (p[2], Expr::zero()), (p[3], half)];
        let mut at = Substitution::new(values);
        let turned = rotation.by_quaternion().into_iter().map(|(_, e)| at.apply(e));
        let expected = [0, -1, 0, 1, 0, 0, 0, 0, 1].map(Expr::from);
        assert_eq!(turned.collect::<Vec<_>>(), expected);
    }
}

#[test]
fn euler_angles_obey_the_same_kinematics() {
    for axes in BOTH {
        let (rotation, euler) = (body(axes), euler(axes));
        let mut put = euler.put(&rotation);
        for (b, e) in rotation.entries().into_iter().flatten().zip(euler.B.into_iter().flatten()) {
            assert!(is_zero(rate(e) - put.apply(rate(b))), "{axes:?}");
        }
    }
}

#[test]
fn brackets_of_virtual_rotations_have_the_sign_of_their_axes() {
    for (axes, sign) in [(Axes::Space, -1), (Axes::Body, 1)] {
        let bracket = |i: usize, j: usize| body(axes).bracket(i, j);
        let unit = |k: usize, sign: i64| [0, 1, 2].map(|i| Expr::from(sign * i64::from(i == k)));
        for (i, j, k) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
            assert_eq!(bracket(i, j), unit(k, sign));
            assert_eq!(bracket(j, i), unit(k, -sign));
            assert_eq!(bracket(i, i), unit(k, 0));
        }
    }
}

#[test]
fn all_principles_give_the_equations_of_lagrange_in_euler_angles() {
    for axes in BOTH {
        let (rotation, euler) = (body(axes), euler(axes));
        let system = system(&rotation, vec![]);
        let mut put = euler.put(&rotation);
        let v: Vec<Expr> = euler.q.iter().map(|&x| rate(x)).collect();
        let W = jacobian(&euler.omega, &v);
        let expected = euler.expression(put.apply(system.L()));
        let others = [elimination, voronec, udwadia, appell, vakonomic, naive];
        for principle in [dalembert, gauss, hamel, maggi].into_iter().chain(others) {
            let motion = principle(&system).unwrap();
            let found = &W.transpose() * &*put.apply_all(&balances(&motion));
            for (&e, &f) in expected.iter().zip(found.iter()) {
                assert!(is_zero(e - f), "{} in the axes {axes:?}", motion.principle);
            }
        }
    }
}

#[test]
fn the_steps_show_the_equations_that_are_derived() {
    for axes in BOTH {
        let system = system(&body(axes), vec![]);
        let steps = steps("dalembert", &system).unwrap();
        let balance =
            steps.iter().find(|step| matches!(&step.body, Body::Matrix(name, _) if name == "E"));
        let balance = balance.expect("the left sides");
        let Body::Matrix(_, E) = &balance.body else { panic!("{balance:?}") };
        let derived = balances(&dalembert(&system).unwrap());
        for (e, &f) in E.entries().zip(derived.iter()) {
            assert!(is_zero(e - f), "{axes:?}");
        }
        assert_eq!(balance.source, "generalises Wolf (8)"); // ω is the rate of no coordinates
    }
}

/// Two constraints that do not commute, one with a part without velocities.
fn restricted(rotation: &Rotation) -> System {
    let [x, y, z] = rotation.omega();
    let B = rotation.entries();
    let first = x + B[2][0] * z - B[1][1] * y;
    let second = y * B[0][0] + z + B[2][2];
    let constraints = vec![Constraint::ideal("a", first), Constraint::ideal("b", second)];
    system(rotation, constraints)
}

/// A state that obeys the constraints, in fractions: an orientation by its parameters, `ω_z`, and
/// the other components from the constraints.
fn state(system: &System, rotation: &Rotation, c: [(i64, i64); 3], z: i64) -> State {
    let parameters = rotation.chart().into_iter().zip(c.map(|(n, d)| fraction(n, d)));
    let mut at = Substitution::new(parameters);
    let entries = rotation.by_chart().into_iter().map(|(b, e)| (b, at.apply(e)));
    let mut state: State = entries.collect();
    let [wx, wy, wz] = rotation.omega();
    state.push((wz, Expr::from(z)));
    let rest: Vec<(Expr, Expr)> = [wx, wy].into_iter().map(|w| (w, Expr::zero())).collect();
    let at_rest = [state.clone(), rest].concat();
    let phi: Vec<Expr> = system.constraints().iter().map(|c| c.phi).collect();
    let number = |e: Expr| exact::value(e, &at_rest).as_number().expect("a number");
    let rows = phi.iter().map(|&phi| [wx, wy].map(|w| number(partial(phi, w))).to_vec());
    let right = phi.iter().map(|&phi| -&number(phi)).collect();
    let solution = exact::gauss_jordan(rows.collect(), right);
    state.extend([wx, wy].into_iter().zip(solution.into_iter().map(Expr::number)));
    state
}

#[test]
fn all_principles_give_one_motion_under_constraints() {
    let states = [([(1, 2), (-1, 3), (2, 5)], 3), ([(-2, 1), (3, 4), (1, 7)], -2)];
    for axes in BOTH {
        let rotation = body(axes);
        let system = restricted(&rotation);
        for (c, z) in states {
            let at = state(&system, &rotation, c, z);
            let accelerations = |motion: &Motion| {
                let found = solved(motion, &at);
                rotation.omega().map(|w| exact::value(rate(w), &found))
            };
            let expected = accelerations(&dalembert(&system).unwrap());
            assert_ne!(expected, [Expr::zero(); 3]);
            for principle in [gauss, hamel, maggi, elimination, voronec, udwadia, appell] {
                let motion = principle(&system).unwrap();
                assert_eq!(accelerations(&motion), expected, "{} {axes:?}", motion.principle);
            }
        }
    }
}

#[test]
fn reactions_act_along_the_slopes_by_the_angular_velocity() {
    for axes in BOTH {
        let rotation = body(axes);
        let system = restricted(&rotation);
        let Linear::Kkt { A, B, g, .. } = dalembert(&system).unwrap().system else {
            unreachable!()
        };
        let entries = rotation.entries();
        assert_eq!(A, B);
        assert_eq!(A.rows()[0].to_vec(), [Expr::one(), -entries[1][1], entries[2][0]]);
        let phi = system.constraints()[0].phi;
        let turning = gradient(rate(phi), &rotation.omega().map(rate));
        assert_eq!(turning, A.rows()[0]);
        let at_rest = rotation.omega().map(|w| (rate(w), Expr::zero()));
        assert_eq!(g[0], -Substitution::new(at_rest).apply(rate(phi)));
    }
}

#[test]
fn a_constraint_on_the_orientation_pushes_along_virtual_rotations() {
    let rotation = body(Axes::Body);
    let B = rotation.entries();
    let tilt = Constraint::ideal("tilt", B[2][2] - fraction(1, 2));
    let motion = dalembert(&system(&rotation, vec![tilt])).unwrap();
    let Linear::Kkt { A, .. } = &motion.system else { unreachable!() };
    // δB_zz = B_zx δθ_y − B_zy δθ_x
    assert_eq!(A.rows()[0].to_vec(), [-B[2][1], B[2][0], Expr::zero()]);
    assert_eq!(motion.manifold[0].len(), 1);
    assert_eq!(motion.manifold[1].to_vec(), [rate(B[2][2])]);
}

#[test]
fn the_same_body_in_three_coordinates_has_the_same_motion() {
    for axes in BOTH {
        let rotation = body(axes);
        let L = lagrangian(&rotation);
        let Q: Vector = ["u", "v", "w"].map(parameter).into_iter().collect();
        let turning =
            System::with_rotations(Vector::default(), vec![rotation.clone()], L, Q, vec![]);
        let turning = turning.unwrap();
        let flat = in_coordinates(&turning).unwrap();
        let c: Vec<Expr> = flat.q().to_vec();
        let values = [fraction(1, 2), fraction(-1, 3), fraction(2, 5)];
        let speeds = [fraction(3, 1), fraction(-1, 1), fraction(2, 3)];
        let forces = ["u", "v", "w"].map(parameter).into_iter().zip([2, -3, 5].map(Expr::from));
        let mut at: State = c.iter().copied().zip(values).collect();
        at.extend(c.iter().map(|&c| rate(c)).zip(speeds));
        at.extend(forces.clone());
        let in_angles = solved(&dalembert(&flat).unwrap(), &at);
        // The law of the parameters, differentiated once more, gives c'' from ω'.
        let named = |e: Expr| {
            let pairs = rotation.chart().into_iter().zip(c.iter().copied());
            Substitution::new(pairs).apply(e)
        };
        let law: Vec<Expr> = rotation.chart().into_iter().map(|c| named(rate(c))).collect();
        let rest: Vec<(Expr, Expr)> = rotation.omega().map(|w| (w, Expr::zero())).to_vec();
        let mut still = Substitution::new(rest);
        let number = |e: Expr| exact::value(e, &at).as_number().unwrap();
        let slope = law.iter().map(|&e| rotation.omega().map(|w| number(partial(e, w))).to_vec());
        let slope: Vec<Vec<_>> = slope.collect();
        let right = law.iter().zip(speeds).map(|(&e, v)| number(v - still.apply(e))).collect();
        let omega = exact::gauss_jordan(slope, right).into_iter().map(Expr::number);
        let mut turned: State = rotation.omega().into_iter().zip(omega).collect();
        turned
            .extend(rotation.by_chart().into_iter().map(|(b, e)| (b, exact::value(named(e), &at))));
        turned.extend(forces);
        let in_axes = solved(&dalembert(&turning).unwrap(), &turned);
        let all = [in_angles.clone(), in_axes].concat();
        let twice = rotation.chart().into_iter().map(|c| named(rate(rate(c))));
        for (second, &c) in twice.zip(&c) {
            assert_eq!(
                exact::value(second, &all),
                exact::value(rate(rate(c)), &in_angles),
                "{axes:?}"
            );
        }
    }
}

#[test]
fn parameters_are_found_again_from_the_entries() {
    let rotation = body(Axes::Space);
    let mut put = Substitution::new(rotation.by_chart());
    for (c, e) in rotation.by_entries() {
        assert!(is_zero(put.apply(e) - c));
    }
}

#[test]
fn torques_are_given_in_space_axes() {
    let tau = ["u", "v", "w"].map(parameter);
    assert_eq!(body(Axes::Space).torque(tau), tau);
    let rotation = body(Axes::Body);
    let column = rotation.entries().map(|row| row[1]);
    let expected = Expr::sum((0..3).map(|i| column[i] * tau[i]));
    assert_eq!(rotation.torque(tau)[1], expected);
}

#[test]
fn claims_are_decided_on_rotations_and_not_on_nine_free_entries() {
    let rotation = body(Axes::Body);
    let system = system(&rotation, vec![]);
    let motion = dalembert(&system).unwrap();
    let B = rotation.entries();
    let row = Expr::sum(B[0].map(|b| b * b)) - Expr::one();
    let minor = B[0][0] * B[1][1] - B[0][1] * B[1][0];
    let claims = [row, minor - B[2][2], minor + B[2][2], B[0][0]];
    let mut theory = Theory::new(&system, &motion, &claims).unwrap();
    assert_eq!(theory.decide(claims[0]), Answer::Proved);
    assert_eq!(theory.decide(claims[1]), Answer::Proved);
    assert!(matches!(theory.decide(claims[2]), Answer::Refuted(_)));
    assert!(matches!(theory.decide(claims[3]), Answer::Refuted(_)));
}

#[test]
fn a_motion_in_quaternions_has_them_in_its_state() {
    let rotation = body(Axes::Body);
    let motion = dalembert(&system(&rotation, vec![])).unwrap().in_quaternions();
    let p = rotation.quaternion();
    assert_eq!(motion.state.to_vec(), [p.as_slice(), rotation.omega().as_slice()].concat());
    assert_eq!(motion.rate.to_vec()[..4], p.map(rate));
    assert_eq!(motion.manifold[0].to_vec(), [rotation.unit()]);
    // The unit stays one: p · p' = 0.
    assert_eq!(Expr::sum(p.map(|p| p * rate(p))).fault(), None);
    assert!(is_zero(rate(rotation.unit())));
    assert!(motion.checked().is_ok());
}

#[test]
fn every_principle_takes_a_rotation() {
    let system = system(&body(Axes::Body), vec![]);
    for principle in PRINCIPLES {
        let derived = (principle.derive)(&system).map(|motion| motion.principle);
        assert_eq!(derived, Ok(principle.name));
    }
}

#[test]
fn angular_accelerations_in_the_lagrangian_are_refused() {
    let rotation = body(Axes::Space);
    let L = rate(rotation.omega()[0]).powi(2);
    let refused =
        System::with_rotations(Vector::default(), vec![rotation], L, Vector::zeros(3), vec![]);
    assert!(matches!(refused, Err(PrincipleError::TooHigh { order: 2, largest: 1, .. })));
    let foreign = Expr::symbol("w_x", Kind::Quasi, 1).powi(2);
    let refused =
        System::with_rotations(Vector::default(), vec![], foreign, Vector::zeros(0), vec![]);
    assert!(matches!(refused, Err(PrincipleError::Foreign { .. })));
}

/// A ball of radius R on a plane, whose centre of mass lies at the distance e below its centre and whose
/// moments of inertia are A, A and C, with a claim about it.
struct EccentricBall {
    system: System,
    rotation: Rotation,
}

impl EccentricBall {
    fn new() -> Self {
        let rotation = Rotation::new("B", Axes::Body, "Omega");
        let [m, R, e, A, C, g] = ["m", "R", "e", "A", "C", "g"].map(positive);
        let omega = rotation.omega();
        let space = rotation.to_space(omega);
        let [x, y] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
        let [u, v] = [x, y].map(rate);
        let P = rotation.to_space([Expr::zero(), Expr::zero(), -e]);
        let [a, b, c] = P.map(rate);
        let half = Expr::one() / Expr::from(2);
        let speed = (u + a).powi(2) + (v + b).powi(2) + c * c;
        let spin = A * (omega[0] * omega[0] + omega[1] * omega[1]) + C * omega[2] * omega[2];
        let L = half * (m * speed + spin) - m * g * P[2];
        let rolling = vec![
            Constraint::ideal("roll_x", u - R * space[1]),
            Constraint::ideal("roll_y", v + R * space[0]),
        ];
        let Q = Vector::zeros(5);
        let rotations = vec![rotation.clone()];
        let system = System::with_rotations(vec![x, y].into(), rotations, L, Q, rolling);
        Self { system: system.expect("a system"), rotation }
    }

    fn proves(&self, quantity: Expr) -> bool {
        let motion = dalembert(&self.system).expect("a motion");
        provisos_by_adjoint(&self.system, &motion, rate(quantity)).is_some()
    }
}

fn positive(name: &str) -> Expr {
    Expr::symbol(name, Kind::Parameter { positive: true }, 0)
}

/// Jellett: the moment of momentum along the line from the centre of mass to the contact. Routh:
/// `Ω_z² (A C + m C (R B_zz − e)² + m A R² (B_zx² + B_zy²))`.
#[test]
fn the_integrals_of_jellett_and_routh_are_combinations_of_the_equations_of_motion() {
    let ball = EccentricBall::new();
    let [m, R, e, A, C] = ["m", "R", "e", "A", "C"].map(positive);
    let [omega, row] = [ball.rotation.omega(), ball.rotation.entries()[2]];
    let jellett = |sign: Expr| {
        let across = A * R * (row[0] * omega[0] + row[1] * omega[1]);
        across + C * (R * row[2] - sign * e) * omega[2]
    };
    let inertia = |sign: Expr| {
        let across = row[0] * row[0] + row[1] * row[1];
        A * C + m * C * (R * row[2] - sign * e).powi(2) + m * A * R * R * across
    };
    for (sign, proved) in [(Expr::one(), true), (-Expr::one(), false)] {
        assert_eq!(ball.proves(jellett(sign)), proved, "{sign:?}");
        assert_eq!(ball.proves(inertia(sign) * omega[2] * omega[2]), proved, "{sign:?}");
        assert_eq!(ball.proves(inertia(sign).sqrt() * omega[2]), proved, "{sign:?}");
    }
    assert!(!ball.proves(omega[2]));
}
