//! Unknowns that constant pivots give: the rest of the system has the same solution.

#![allow(non_snake_case, reason = "L, W are the symbols of the papers")]

use alembert_algebra::tape::Builder;
use alembert_algebra::{Elementary, Expr, Kind, Matrix, Vector, apply, rate, symbols};
use alembert_mechanics::eliminate::{self, Eliminated, Forms};
use alembert_mechanics::{Constraint, Linear, Motion, System, principle::dalembert};

fn coordinates(names: &[&str]) -> (Vec<Expr>, Vec<Expr>) {
    let symbol =
        |order: u32| names.iter().map(move |name| Expr::symbol(name, Kind::Coordinate, order));
    (symbol(0).collect(), symbol(1).collect())
}

fn parameter(name: &str) -> Expr {
    Expr::symbol(name, Kind::Parameter { positive: true }, 0)
}

fn half() -> Expr {
    Expr::one() / Expr::from(2)
}

fn sin(e: Expr) -> Expr {
    apply(Elementary::Sin, &[e])
}

fn cos(e: Expr) -> Expr {
    apply(Elementary::Cos, &[e])
}

/// The unknowns by the whole system and by the smaller one, at a state that obeys no constraint.
fn both(motion: &Motion, system: &Eliminated) -> [Vec<f64>; 2] {
    let mut used = motion.system.entries();
    used.extend(motion.state.iter());
    let inputs: Vec<Expr> =
        symbols(&used).into_iter().filter(|e| !motion.unknowns.contains(e)).collect();
    let values: Vec<f64> = (0..inputs.len()).map(|i| 0.3 + 0.17 * i as f64).collect();
    [false, true].map(|is_smaller| {
        let mut builder = Builder::new(&inputs);
        if is_smaller {
            system.solve_on(&mut builder).expect("everything has a value");
        } else {
            motion.solve_on(&mut builder).expect("everything has a value");
        }
        let slots = builder.expressions(&motion.unknowns).expect("the unknowns have places");
        let outputs = slots.into_iter().map(|slot| (String::new(), slot)).collect();
        builder.finish(outputs).evaluate(&values).expect("the system is regular").outputs
    })
}

fn assert_same([whole, smaller]: [Vec<f64>; 2]) {
    assert!(!whole.is_empty());
    for (a, b) in whole.iter().zip(&smaller) {
        assert!((a - b).abs() < 1e-12 * (1.0 + a.abs()), "{whole:?} {smaller:?}");
    }
}

/// The smaller system in normal form; as it was built it has the same unknowns.
fn eliminated(motion: &Motion, is_positive: impl Fn(Expr) -> bool) -> Option<Eliminated> {
    let Forms { normal, built } = eliminate::eliminated(motion, is_positive)?;
    assert_eq!(normal.unknowns, built.unknowns);
    assert_same(both(motion, &built));
    Some(normal)
}

/// The system of constraints that are solved in turn.
fn in_turn(motion: &Motion, L: Expr) -> Option<Eliminated> {
    let is_parameter = |e: Expr| {
        symbols(&[e]).iter().all(|s| s.as_symbol().is_some_and(|s| s.name.starts_with("p_")))
    };
    eliminate::in_turn(motion, L, |e| e != Expr::zero() && is_parameter(e))
}

/// At a state in speeds the constraints hold, the speeds are what their velocities say, and their rates are
/// those of these values by the accelerations of the motion. All unknowns are those of the whole system.
fn assert_charted(motion: &Motion, system: &Eliminated, count: usize) {
    let chart = system.chart.as_ref().expect("the constraints are on velocities");
    assert_eq!(chart.speeds.len(), count);
    let of_velocities = |e: &Expr| chart.velocities.iter().any(|(v, _)| v == e);
    let mut used =
        [motion.system.entries(), chart.velocities.iter().map(|v| v.1).collect()].concat();
    used.extend(motion.state.iter().chain(&chart.speeds));
    let inputs: Vec<Expr> = symbols(&used)
        .into_iter()
        .filter(|e| !motion.unknowns.contains(e) && !of_velocities(e))
        .collect();
    let values: Vec<f64> = (0..inputs.len()).map(|i| 0.3 + 0.17 * i as f64).collect();
    let mut builder = Builder::new(&inputs);
    for &(v, value) in &chart.velocities {
        let slot = builder.expression(value).expect("velocities have values");
        builder.bind(v, slot);
    }
    motion.solve_on(&mut builder).expect("everything has a value");
    let unknowns = builder.expressions(&motion.unknowns).expect("they have places");
    let mut outputs = motion.residuals.to_vec();
    outputs.extend(&chart.values);
    outputs.extend(&chart.speeds);
    outputs.extend(chart.values.iter().map(|&u| rate(u)));
    let mut slots = builder.expressions(&outputs).expect("everything has a value");
    system.solve_on(&mut builder).expect("everything has a value");
    slots.extend(builder.expressions(&chart.rates).expect("the rates have values"));
    slots.extend(unknowns);
    slots.extend(builder.expressions(&motion.unknowns).expect("they have places"));
    let tape = builder.finish(slots.into_iter().map(|slot| (String::new(), slot)).collect());
    let mut found = tape.evaluate(&values).expect("the system is regular").outputs;
    let own = found.split_off(found.len() - motion.unknowns.len());
    let whole = found.split_off(found.len() - motion.unknowns.len());
    assert_same([whole, own]);
    let (residuals, rest) = found.split_at(motion.residuals.len());
    assert!(residuals.iter().all(|r| r.abs() < 1e-14), "{residuals:?}");
    let parts: Vec<&[f64]> = rest.chunks(count).collect();
    for (pair, what) in [((0, 1), "speeds"), ((2, 3), "rates")] {
        let (a, b) = (parts[pair.0], parts[pair.1]);
        assert!(
            a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12 * (1.0 + a.abs())),
            "{what}: {a:?} {b:?}"
        );
        assert!(a.iter().any(|a| a.abs() > 1e-3), "{what}: {a:?}");
    }
}

/// A constraint on positions, or one that is not linear along its blade, leaves no chart; one that is solved for a
/// velocity does, however the others occur in it.
#[test]
fn charts_are_of_constraints_that_are_solved_for_velocities() {
    let motion = particle(|q, _| vec![Constraint::ideal("level", q[2])]);
    assert!(eliminated(&motion, |_| true).is_some_and(|system| system.chart.is_none()));
    let veering = |v: &[Expr]| v[0] * sin(v[2]) - v[1] * cos(v[2]);
    let motion = particle(|_, v| vec![Constraint::ideal("veering", veering(v))]);
    assert!(eliminated(&motion, |_| true).is_some_and(|system| system.chart.is_none()));
    let curved = particle(|q, v| vec![Constraint::ideal("curved", v[2] - q[0] * v[0] * v[1])]);
    assert_charted(&curved, &eliminated(&curved, |_| true).expect("z' has the factor 1"), 2);
}

/// The sphere of the benchmarks: two accelerations by the constraints, two by constant inertia, one is left.
#[test]
fn a_rolling_sphere_has_one_unknown_left() {
    let (q, v) = coordinates(&["x", "y", "phi", "theta", "psi"]);
    let [m, R, I] = ["m", "R", "I"].map(parameter);
    let [x, y, f, t, p] = v[..] else { unreachable!() };
    let (phi, theta) = (q[2], q[3]);
    let turning = f * f + t * t + p * p + Expr::from(2) * f * p * cos(theta);
    let L = half() * m * (x * x + y * y) + half() * I * turning;
    let roll_x = Constraint::ideal("roll_x", x - R * (t * sin(phi) - p * sin(theta) * cos(phi)));
    let roll_y = Constraint::ideal("roll_y", y + R * (t * cos(phi) + p * sin(theta) * sin(phi)));
    let system = System::new(q.into(), L, Vector::zeros(5), vec![roll_x, roll_y]);
    let motion = dalembert(&system.expect("the system is sound")).expect("there is a motion");
    let smaller = eliminated(&motion, |_| true).expect("there are constant pivots");
    assert_eq!(smaller.unknowns.len(), 1);
    assert_eq!((smaller.values.len(), smaller.dependents.len()), (2, 4));
    assert_charted(&motion, &smaller, 3);
    assert_same(both(&motion, &smaller));
    // Inertias whose sign is not known are no pivots.
    let cautious = eliminated(&motion, |_| false).expect("constraints have constant pivots");
    assert_eq!(cautious.unknowns.len(), 3);
    assert_same(both(&motion, &cautious));
}

/// Affine constraints that share a column, with different numbers as pivots and gyroscopic forces.
#[test]
fn right_sides_and_multipliers_are_those_of_the_whole_system() {
    let (q, v) = coordinates(&["x", "y", "z", "s"]);
    let (k, two) = (parameter("k"), Expr::from(2));
    let [x, y, z, s] = v[..] else { unreachable!() };
    let L = half() * (x * x + two * y * y + x * z + z * z * (two + sin(q[3])) + s * s * k)
        + q[0] * y
        - k * q[2] * q[2];
    let one = Constraint::ideal("one", two * x - z * q[3] + Expr::time() * s - q[1]);
    let other = Constraint::ideal("other", s * cos(q[0]) - y - q[2] * z);
    let system = System::new(q.into(), L, Vector::zeros(4), vec![one, other]);
    let motion = dalembert(&system.expect("the system is sound")).expect("there is a motion");
    let smaller = eliminated(&motion, |_| true).expect("there are constant pivots");
    assert_eq!(smaller.unknowns.len(), 2);
    assert_same(both(&motion, &smaller));
    assert_charted(&motion, &smaller, 2);
}

fn sleigh(blade: impl Fn(Expr, Expr, Expr) -> Expr) -> Motion {
    let (q, v) = coordinates(&["x", "y", "theta"]);
    let a = parameter("a");
    let (u, w) = (v[0] - a * v[2] * sin(q[2]), v[1] + a * v[2] * cos(q[2]));
    let L = half() * (u * u + w * w + v[2] * v[2]) - q[0] * q[1];
    let blade = Constraint::ideal("blade", blade(v[0], v[1], q[2]) - q[1] * v[2]);
    let system = System::new(q.into(), L, Vector::zeros(3), vec![blade]);
    dalembert(&system.expect("the system is sound")).expect("there is a motion")
}

/// A sleigh moves along its blade, whatever its heading.
#[test]
fn blades_leave_the_direction_along_them() {
    let two = Expr::from(2);
    let motion = sleigh(|x, y, theta| two * (x * sin(theta) - y * cos(theta)));
    let smaller = eliminated(&motion, |_| true).expect("sin² + cos² is a number");
    assert!(smaller.unknowns.len() <= 1);
    assert_same(both(&motion, &smaller));
    assert_charted(&motion, &smaller, 2);
}

/// A blade whose entries vanish together somewhere has no direction that exists everywhere.
#[test]
fn constraints_without_a_constant_pivot_stay() {
    let motion = sleigh(|x, y, theta| x * sin(theta) - y * theta);
    assert!(eliminated(&motion, |_| true).is_none());
}

/// A particle in space with unequal masses.
fn particle(constraints: impl Fn(&[Expr], &[Expr]) -> Vec<Constraint>) -> Motion {
    let (q, v) = coordinates(&["x", "y", "z"]);
    let L = half() * (v[0] * v[0] + Expr::from(2) * v[1] * v[1] + Expr::from(3) * v[2] * v[2])
        - q[0] * q[1]
        - q[2];
    let constraints = constraints(&q, &v);
    let system = System::new(q.into(), L, Vector::zeros(3), constraints);
    dalembert(&system.expect("the system is sound")).expect("there is a motion")
}

/// A reaction that is not along the constraint does work along the directions that it leaves.
#[test]
fn servos_are_not_eliminated() {
    let kept = |q: &[Expr], v: &[Expr]| v[2] - q[0] * v[1];
    let servo = particle(|q, v| {
        let push = vec![Expr::one(), Expr::zero(), Expr::one()].into();
        vec![Constraint::servo("kept", kept(q, v), push)]
    });
    assert!(eliminated(&servo, |_| true).is_none());
    let ideal = particle(|q, v| vec![Constraint::ideal("kept", kept(q, v))]);
    assert_same(both(&ideal, &eliminated(&ideal, |_| true).expect("z' has the factor 1")));
}

/// Along x, which both constraints restrict, neither can be changed alone; y and z belong to one each.
#[test]
fn a_direction_belongs_to_one_constraint_only() {
    let motion = particle(|q, v| {
        let first = Constraint::ideal("first", v[0] + v[1] - q[2]);
        vec![first, Constraint::ideal("second", v[0] + Expr::from(2) * v[2] - q[0])]
    });
    let smaller = eliminated(&motion, |_| true).expect("y' and z' have constant factors");
    assert_same(both(&motion, &smaller));
    let tied = particle(|q, v| {
        let first = Constraint::ideal("first", v[0] + q[0] * v[1] - q[2]);
        vec![first, Constraint::ideal("second", v[0] + v[1] - q[0])]
    });
    assert!(eliminated(&tied, |_| true).is_none());
}

/// The pivots are those of a symmetric matrix.
#[test]
fn an_inertia_that_is_not_symmetric_is_left_as_it_is() {
    let mut motion = particle(|_, v| vec![Constraint::ideal("level", v[2])]);
    assert!(eliminated(&motion, |_| true).is_some());
    let Linear::Kkt { M, .. } = &mut motion.system else { panic!("it has multipliers") };
    let mut rows: Vec<Vec<Expr>> = M.rows().iter().map(|row| row.to_vec()).collect();
    rows[0][1] = Expr::one();
    *M = Matrix::from_rows(rows.into_iter().map(Vector::from).collect(), 3);
    assert!(eliminated(&motion, |_| true).is_none());
}

/// A car with so many trailers of length l that are hitched axle to axle, its kinetic energy, and its potential energy.
fn trailers(count: usize, more: impl Fn(&[Expr], &[Expr]) -> Expr) -> (Motion, Expr) {
    let names: Vec<String> = (0..=count).map(|i| format!("th{i}")).collect();
    let names: Vec<&str> = ["x", "y"].into_iter().chain(names.iter().map(|s| &**s)).collect();
    let (q, v) = coordinates(&names);
    let [m, J, l] = ["p_m", "p_J", "p_l"].map(parameter);
    let (mut place, mut L, mut constraints) = ([q[0], q[1]], Expr::zero(), Vec::new());
    for (i, &theta) in q[2..].iter().enumerate() {
        if i > 0 {
            place = [place[0] - l * cos(theta), place[1] - l * sin(theta)];
        }
        let [x, y] = place.map(rate);
        L = L + half() * m * (x * x + y * y) + half() * J * v[2 + i] * v[2 + i];
        constraints.push(Constraint::ideal(&format!("w{i}"), x * sin(theta) - y * cos(theta)));
    }
    let L = L + more(&q, &v);
    let force = v.iter().map(|&v| -parameter("p_c") * v * v * v).collect();
    let system = System::new(q.into(), L, force, constraints).expect("the system is sound");
    (dalembert(&system).expect("there is a motion"), L)
}

/// The wheels of a trailer restrict what the wheels before them restrict: none but the last has a direction of its own.
#[test]
fn trailers_are_solved_from_the_car_to_the_last() {
    let none = |_: &[Expr], _: &[Expr]| Expr::zero();
    let springs = |q: &[Expr], _: &[Expr]| q[0] * q[0] * q[3] - sin(q[2] - q[3]);
    for (motion, L) in [trailers(1, none), trailers(1, springs), trailers(3, springs)] {
        assert!(eliminated(&motion, |_| true).is_none());
        let own = in_turn(&motion, L).expect("each has its angle, the first one a circle");
        // the heading of the car is turned by its own moment alone
        assert_eq!((own.unknowns.len(), own.values.len()), (1, 1));
        assert_charted(&motion, &own, 2);
    }
}

/// A term of a Lagrangian in positions and velocities.
type Term<'a> = dyn Fn(&[Expr], &[Expr]) -> Expr + 'a;

/// Squares of what is no rate of a function, terms that are no squares, and potentials of velocities.
#[test]
fn all_terms_of_a_lagrangian_are_along_the_speeds() {
    let turned = |q: &[Expr], v: &[Expr]| v[0] * cos(q[2]) + v[1] * sin(q[2]) - v[3] * q[0];
    let cases: [&Term<'_>; 5] = [
        &|q, v| parameter("p_b") * turned(q, v) * turned(q, v),
        &|q, v| (turned(q, v) + Expr::time() * q[1]).powi(2),
        &|q, v| v[0] * v[3] * sin(q[3]) / Expr::from(7) + v[1] * v[2] * q[0] / Expr::from(9),
        &|q, v| (Expr::from(2) + sin(q[0])) * v[2] * v[2] + q[3] * q[3] * v[0] * Expr::time(),
        &|q, v| q[1] * v[0] - v[3].powi(3) / Expr::from(50),
    ];
    for (number, more) in cases.into_iter().enumerate() {
        let (motion, L) = trailers(1, more);
        let own = in_turn(&motion, L).unwrap_or_else(|| panic!("case {number}"));
        assert_charted(&motion, &own, 2);
    }
}

/// Rests that move, and two velocities that turn after others were solved for.
#[test]
fn constraints_in_turn_may_have_rests() {
    let (q, v) = coordinates(&["x", "y", "z", "w", "s"]);
    let p = parameter("p_k");
    let [x, y, z, w, s] = v[..] else { unreachable!() };
    let L = half() * (x * x + y * y + z * z + w * w + s * s + (x + z * q[3]).powi(2)) - q[0] * q[4];
    let belt = p * (x * sin(q[4]) - y * cos(q[4])) - s * q[2] - Expr::time();
    let last = p * z + x * q[1] - w * sin(q[3]) - q[0] * Expr::time();
    let constraints = vec![Constraint::ideal("belt", belt), Constraint::ideal("last", last)];
    let system = System::new(q.into(), L, Vector::zeros(5), constraints);
    let motion = dalembert(&system.expect("the system is sound")).expect("there is a motion");
    let own = in_turn(&motion, L).expect("p is no zero");
    assert_charted(&motion, &own, 3);
}

/// Each of two constraints has what the other one has, or a factor that vanishes somewhere.
#[test]
fn constraints_without_an_order_are_not_solved_in_turn() {
    let tied = particle(|q, v| {
        let first = Constraint::ideal("first", v[0] + q[0] * v[1] - q[2]);
        vec![first, Constraint::ideal("second", v[0] + v[1] - q[0])]
    });
    assert!(in_turn(&tied, Expr::zero()).is_none());
    let vanishing = particle(|q, v| vec![Constraint::ideal("c", q[0] * v[1] - q[2])]);
    assert!(in_turn(&vanishing, Expr::zero()).is_none());
    let on_positions = particle(|q, _| vec![Constraint::ideal("level", q[2])]);
    assert!(in_turn(&on_positions, Expr::zero()).is_none());
}
