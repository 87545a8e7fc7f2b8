//! Rotations under constraints, by the principles that put constraints into the Lagrangian or
//! multiply them: each sign of `dependence` (6), `constrained` (4), `voronec` (6), (7) and of the
//! vakonomic equations.
#![allow(non_snake_case, reason = "B, L, W are the symbols of the papers")]

mod exact;

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{
    Elementary, Expr, Kind, Substitution, Vector, apply, jacobian, partial, rate,
};
use alembert_mechanics::principle::{
    Body, appell, dalembert, elimination, gibbs_appell, naive, steps, udwadia, vakonomic, voronec,
};
use alembert_mechanics::rotation::{Axes, Rotation, Triple};
use alembert_mechanics::{Constraint, Motion, System};

use exact::{State, fraction, jet, parameter, solved};

const BOTH: [Axes; 2] = [Axes::Space, Axes::Body];

fn body(axes: Axes) -> Rotation {
    Rotation::new("B", axes, if axes == Axes::Space { "omega" } else { "Omega" })
}

fn n(n: i64) -> Expr {
    Expr::from(n)
}

fn is_zero(e: Expr) -> bool {
    zero_test(e) == Verdict::Zero
}

/// A body on a slide x, with inertia, gyroscopic terms and a potential in which nothing is symmetric.
fn lagrangian(rotation: &Rotation) -> Expr {
    let [x, y, z] = rotation.omega();
    let (B, s, v) = (rotation.entries(), jet("x", 0), jet("x", 1));
    let T = n(3) * x * x + n(5) * y * y + n(7) * z * z + x * y - n(2) * y * z + n(2) * v * v;
    let mixed = v * (x * B[0][2] - n(3) * y * s + z * B[1][1]) + B[0][1] * x * y;
    T + mixed + n(2) * x - y + B[2][1] * z - B[0][0] + n(3) * B[1][2] * s
}

fn system(rotation: &Rotation, constraints: Vec<Constraint>) -> System {
    let (q, forces) = (vec![jet("x", 0)], ["a", "u", "v", "w"].map(parameter));
    let L = lagrangian(rotation);
    System::with_rotations(
        q.into(),
        vec![rotation.clone()],
        L,
        forces.into_iter().collect(),
        constraints,
    )
    .expect("a system")
}

/// One linear constraint with a part without velocities.
fn linear(rotation: &Rotation) -> Constraint {
    let ([x, y, z], B, s) = (rotation.omega(), rotation.entries(), jet("x", 0));
    let phi = x + (B[1][2] + s) * y - n(2) * B[0][0] * z + B[2][2] * jet("x", 1) + B[0][1] + s;
    Constraint::ideal("c", phi)
}

/// One that is not linear in the velocities and linear in the dependent one.
fn curved(rotation: &Rotation) -> Constraint {
    let ([x, y, z], B) = (rotation.omega(), rotation.entries());
    Constraint::ideal("c", x - y * z * B[1][2] - B[0][0] * z * z + n(2) * jet("x", 1) * y)
}

/// One with several branches for each velocity.
fn branched(rotation: &Rotation) -> Constraint {
    let ([x, y, z], B) = (rotation.omega(), rotation.entries());
    let square =
        x * x + n(2) * y * y + n(3) * z * z + jet("x", 1).powi(2) - n(40) * B[2][2] - n(41);
    Constraint::ideal("c", square)
}

/// A state with these velocities of the places but `ω_x`, which is a root of the constraint, and with
/// numbers for the forces.
fn state(rotation: &Rotation, omega_x: Expr) -> State {
    let c = [fraction(1, 2), fraction(-1, 3), fraction(2, 5)];
    let mut at = Substitution::new(rotation.chart().into_iter().zip(c));
    let entries = rotation.by_chart().into_iter().map(|(b, e)| (b, at.apply(e)));
    let mut state: State = entries.collect();
    let [x, y, z] = rotation.omega();
    state.extend([(jet("x", 0), fraction(2, 3)), (jet("x", 1), n(-2))]);
    state.extend([(y, n(3)), (z, fraction(-1, 2)), (x, omega_x)]);
    state.extend(["a", "u", "v", "w"].map(parameter).into_iter().zip([1, -4, 2, 3].map(n)));
    state
}

/// `ω_x` by a constraint that is linear in it.
fn solved_for_x(phi: Expr, rotation: &Rotation) -> Expr {
    let x = rotation.omega()[0];
    let rest = Substitution::new([(x, Expr::zero())]).apply(phi);
    exact::value(-rest, &state(rotation, Expr::zero()))
}

#[test]
fn a_constraint_of_any_form_gives_one_motion_by_all_principles() {
    for axes in BOTH {
        let rotation = body(axes);
        for constraint in [linear(&rotation), curved(&rotation)] {
            let at = state(&rotation, solved_for_x(constraint.phi, &rotation));
            agree(&rotation, constraint, &at);
        }
        // No root of the third is a fraction, so that ω_x stays free and the constraint has another level there.
        let constraint = branched(&rotation);
        let level = exact::value(constraint.phi, &state(&rotation, n(2)));
        let phi = constraint.phi - level;
        agree(&rotation, Constraint { phi, ..constraint }, &state(&rotation, n(2)));
    }
}

fn agree(rotation: &Rotation, constraint: Constraint, at: &State) {
    let system = system(rotation, vec![constraint]);
    let accelerations = |motion: &Motion| {
        let found = solved(motion, at);
        system.jet(2).iter().map(|&a| exact::value(a, &found)).collect::<Vec<Expr>>()
    };
    let expected = accelerations(&dalembert(&system).expect("a motion"));
    assert!(expected.iter().all(|&a| a != Expr::zero()));
    for principle in [elimination, voronec, udwadia, appell] {
        let motion = principle(&system).expect("a motion");
        assert_eq!(accelerations(&motion), expected, "{}", motion.principle);
    }
    let motion = naive(&system).expect("a motion");
    assert_ne!(accelerations(&motion), expected, "a constraint that is not integrable");
}

#[test]
fn the_dependent_velocity_may_be_any() {
    let rotation = body(Axes::Body);
    let constraint = linear(&rotation);
    let at = state(&rotation, solved_for_x(constraint.phi, &rotation));
    let plain = system(&rotation, vec![constraint]);
    let found = solved(&dalembert(&plain).unwrap(), &at);
    let expected: Vec<Expr> = plain.jet(2).iter().map(|&a| exact::value(a, &found)).collect();
    for place in plain.places().to_vec() {
        let system = plain.clone().with_dependent(vec![place].into()).unwrap();
        let found = solved(&voronec(&system).unwrap(), &at);
        let own: Vec<Expr> = system.jet(2).iter().map(|&a| exact::value(a, &found)).collect();
        assert_eq!(own, expected, "{place:?}");
    }
}

/// A body whose turning about its axis z is prescribed: `I₁ Ω_x' = I₂ c Ω_y` without the reaction's
/// couple, where Euler's equation has `(I₂ − I₃) c Ω_y`.
#[test]
fn the_naive_equations_of_a_body_are_those_of_euler_and_poincare_for_what_is_left() {
    let [I1, I2, I3, c] = ["I1", "I2", "I3", "c"].map(parameter);
    for (axes, sign) in [(Axes::Body, 1), (Axes::Space, -1)] {
        let rotation = body(axes);
        let [x, y, z] = rotation.omega();
        let L = (I1 * x * x + I2 * y * y + I3 * z * z) / n(2);
        let held = vec![Constraint::ideal("held", z - c)];
        let Q = Vector::zeros(3);
        let system = System::with_rotations(Vector::default(), vec![rotation], L, Q, held).unwrap();
        let equation = |motion: Motion| {
            let (W, h) = motion.system.square();
            (&(&W * &*motion.unknowns) - &h)[0]
        };
        let wrong = I1 * rate(x) - n(sign) * I2 * c * y;
        assert!(is_zero(equation(naive(&system).unwrap()) - wrong), "{axes:?}");
        let right = I1 * rate(x) - n(sign) * (I2 - I3) * c * y;
        let found = equation(voronec(&system).unwrap());
        assert!(is_zero(Substitution::new([(z, c)]).apply(found - right)), "{axes:?}");
    }
}

/// `S = ½ Ω' · J Ω' + Ω' · (Ω × J Ω)` for a body with principal axes.
#[test]
fn the_energy_of_accelerations_of_a_free_body_is_that_of_appell() {
    let I = ["I1", "I2", "I3"].map(parameter);
    for (axes, sign) in [(Axes::Body, 1), (Axes::Space, -1)] {
        let rotation = body(axes);
        let w = rotation.omega();
        let a = w.map(rate);
        let L = Expr::sum((0..3).map(|i| I[i] * w[i] * w[i])) / n(2);
        let Q = Vector::zeros(3);
        let system =
            System::with_rotations(Vector::default(), vec![rotation], L, Q, vec![]).unwrap();
        let square = Expr::sum((0..3).map(|i| I[i] * a[i] * a[i])) / n(2);
        let turning = (0..3).map(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            n(sign) * a[i] * (I[k] - I[j]) * w[j] * w[k]
        });
        let S = gibbs_appell(&system).unwrap().S;
        assert!(is_zero(S - square - Expr::sum(turning)), "{axes:?}");
    }
}

/// `B = Rz(φ) Rx(θ) Rz(ψ)` with its angular velocity.
fn euler(rotation: &Rotation) -> ([Expr; 3], Triple, Substitution) {
    let q = ["phi", "theta", "psi"].map(|name| jet(name, 0));
    let [f, t, p] = q.map(rate);
    let s = q.map(|x| apply(Elementary::Sin, &[x]));
    let c = q.map(|x| apply(Elementary::Cos, &[x]));
    let B = [
        [c[0] * c[2] - s[0] * c[1] * s[2], -c[0] * s[2] - s[0] * c[1] * c[2], s[0] * s[1]],
        [s[0] * c[2] + c[0] * c[1] * s[2], -s[0] * s[2] + c[0] * c[1] * c[2], -c[0] * s[1]],
        [s[1] * s[2], s[1] * c[2], c[1]],
    ];
    let omega = match rotation.axes() {
        Axes::Space => [t * c[0] + p * s[1] * s[0], t * s[0] - p * s[1] * c[0], f + p * c[1]],
        Axes::Body => [f * s[1] * s[2] + t * c[2], f * s[1] * c[2] - t * s[2], f * c[1] + p],
    };
    let entries = rotation.entries().into_iter().flatten().zip(B.into_iter().flatten());
    let speeds = rotation.omega().into_iter().zip(omega);
    let speeds = speeds.flat_map(|(w, e)| [(w, e), (rate(w), rate(e))]);
    (q, omega, Substitution::new(entries.chain(speeds).collect::<Vec<_>>()))
}

/// The action of `L + μφ` is stationary: in Euler angles these are Lagrange's equations of it.
#[test]
fn vakonomic_bodies_obey_lagrange_with_multipliers_in_euler_angles() {
    let mu = Expr::symbol("mu_c", Kind::Multiplier, 0);
    for axes in BOTH {
        let rotation = body(axes);
        for constraint in [linear(&rotation), branched(&rotation)] {
            let system = system(&rotation, vec![constraint.clone()]);
            let (q, omega, mut put) = euler(&rotation);
            let whole = put.apply(system.L() + mu * constraint.phi);
            let motion = vakonomic(&system).unwrap();
            let (W, h) = motion.system.square();
            let found = put.apply_all(&(&(&W * &*motion.unknowns) - &h));
            let balance = |x: Expr| rate(partial(whole, rate(x))) - partial(whole, x);
            let Q = put.apply_all(system.Q());
            assert!(is_zero(balance(jet("x", 0)) - Q[0] - found[0]), "{axes:?}");
            let slopes = jacobian(&omega, &q.map(rate));
            for (i, &x) in q.iter().enumerate() {
                let column = (0..3).map(|k| slopes[(k, i)] * (found[k + 1] + Q[k + 1]));
                assert!(is_zero(balance(x) - Expr::sum(column)), "{axes:?} {x:?}");
            }
        }
    }
}

#[test]
fn the_steps_of_a_body_name_its_angular_velocity() {
    let rotation = body(Axes::Body);
    let system = system(&rotation, vec![linear(&rotation)]);
    let system = system.with_dependent(vec![rotation.omega()[0]].into()).unwrap();
    let found = steps("voronec", &system).unwrap();
    assert!(found.iter().any(|step| step.title.contains("dependent velocities Omega_x;")));
    let b = found.iter().find_map(|step| match &step.body {
        Body::Matrix(name, b) if name == "b_Omega_x" => Some(b),
        _ => None,
    });
    let b = b.expect("the curvature");
    for (i, j) in [(0, 1), (0, 2), (1, 2)] {
        assert!(is_zero(b[(i, j)] + b[(j, i)]), "b is antisymmetric");
    }
}
