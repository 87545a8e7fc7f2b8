//! What the constraints of small systems are: kinds, growth, combinations, rank drops, points.
#![allow(non_snake_case, reason = "L, R, X, Y are the symbols of the papers")]

use ConstraintKind as K;
use alembert_algebra::{Elementary, Expr, Kind, Vector, apply};
use alembert_mechanics::classify::{
    Classification, ConstraintKind, Hidden, Open, bracket, classify, growth_at, massless,
};
use alembert_mechanics::{Constraint, Reason, System};

fn q(name: &str) -> Expr {
    Expr::symbol(name, Kind::Coordinate, 0)
}

fn v(name: &str) -> Expr {
    Expr::symbol(name, Kind::Coordinate, 1)
}

fn positive(name: &str) -> Expr {
    Expr::symbol(name, Kind::Parameter { positive: true }, 0)
}

fn sin(x: Expr) -> Expr {
    apply(Elementary::Sin, &[x])
}

fn cos(x: Expr) -> Expr {
    apply(Elementary::Cos, &[x])
}

fn system(names: &[&str], phi: &[Expr]) -> System {
    let L = names.iter().map(|name| v(name).powi(2)).sum();
    let list = phi.iter().enumerate();
    let list = list.map(|(i, &phi)| Constraint::ideal(&format!("c{}", i + 1), phi)).collect();
    let names = names.iter().map(|name| q(name)).collect::<Vector>();
    let zeros = Vector::zeros(names.len());
    System::new(names, L, zeros, list).expect("a system")
}

fn found(names: &[&str], phi: &[Expr]) -> Classification {
    classify(&system(names, phi)).expect("it can be classified")
}

fn kinds(found: &Classification) -> Vec<ConstraintKind> {
    found.findings.iter().map(|f| f.kind.expect("the kind is known")).collect()
}

/// A disk of radius R that rolls upright with heading φ.
const DISK: [&str; 4] = ["x", "y", "theta", "phi"];

fn disk() -> [Expr; 2] {
    let (R, phi) = (positive("R"), q("phi"));
    [v("x") - R * cos(phi) * v("theta"), v("y") - R * sin(phi) * v("theta")]
}

/// A car with n trailers, as the canon has it: unit lengths, (x, y) the last trailer.
fn trailers(n: usize) -> System {
    let th: Vec<String> = (0..=n).map(|i| format!("th{i}")).collect();
    let mut names = vec!["x", "y"];
    names.extend(th.iter().map(String::as_str));
    let row = |k: usize| {
        let own = q(&th[k]);
        let before = (0..k).map(|j| cos(q(&th[j]) - own) * v(&th[j]));
        v("x") * sin(own) - v("y") * cos(own) - Expr::sum(before)
    };
    system(&names, &(0..=n).map(row).collect::<Vec<_>>())
}

/// The configuration in which every trailer stands at a right angle to the next.
fn jackknifed(n: usize, first: Expr) -> Vec<(Expr, Expr)> {
    let turn = |k: usize| {
        first + Expr::from(i64::try_from(k).expect("small")) * Expr::pi() / Expr::from(2)
    };
    let angles = (0..=n).map(|k| (q(&format!("th{k}")), turn(k)));
    [(q("x"), Expr::zero()), (q("y"), Expr::zero())].into_iter().chain(angles).collect()
}

#[test]
fn the_bracket_has_the_sign_of_its_definition() {
    let (x, y) = (q("x"), q("y"));
    let X: Vector = vec![y, Expr::zero()].into();
    let Y: Vector = vec![Expr::zero(), x * x].into();
    // [y ∂x, x² ∂y] = 2 x y ∂y − x² ∂x
    let expected: Vector = vec![-(x * x), Expr::from(2) * x * y].into();
    assert_eq!(bracket(&[x, y], &X, &Y), expected);
    assert_eq!(bracket(&[x, y], &Y, &X), -&expected);
}

#[test]
fn equality_of_mixed_partials_is_not_what_makes_a_constraint_holonomic() {
    // ∂(−x)/∂x ≠ ∂y/∂y, and yet x/y stays constant.
    let ray = found(&["x", "y", "z"], &[q("y") * v("x") - q("x") * v("y")]);
    assert_eq!(kinds(&ray), [K::HolonomicInDisguise]);
    assert_eq!((ray.growth.clone(), ray.is_accessible()), (Ok(vec![2]), Some(false)));
    assert_eq!(ray.configuration_freedom(), Some(2));
}

#[test]
fn constraints_are_not_integrable_one_by_one() {
    // z' = y x' alone is nonholonomic; with y' = 0 both are holonomic.
    let contact = v("z") - q("y") * v("x");
    assert_eq!(kinds(&found(&["x", "y", "z"], &[contact])), [K::Nonholonomic]);
    let both = found(&["x", "y", "z"], &[contact, v("y")]);
    assert_eq!(kinds(&both), [K::HolonomicInDisguise, K::HolonomicInDisguise]);
    assert_eq!(both.combinations.expect("they are known").terms.len(), 2);
}

#[test]
fn a_disk_is_nonholonomic_in_any_basis_of_its_constraints() {
    let (R, phi) = (positive("R"), q("phi"));
    let along = v("x") * cos(phi) + v("y") * sin(phi) - R * v("theta");
    let across = v("x") * sin(phi) - v("y") * cos(phi);
    for phi in [disk(), [along, across]] {
        let disk = found(&DISK, &phi);
        assert_eq!(kinds(&disk), [K::Nonholonomic, K::Nonholonomic]);
        assert_eq!(disk.growth, Ok(vec![2, 3, 4]));
        assert_eq!(disk.is_controllable(), Some(true));
        assert!(disk.combinations.expect("they are known").terms.is_empty());
    }
    // `along` is closed modulo `across`, and still it is not integrable: the bracket that shows it
    // is longer.
    let lengths: Vec<usize> = found(&DISK, &[along, across])
        .findings
        .iter()
        .map(|f| f.escape.as_ref().expect("a bracket").word.len())
        .collect();
    assert_eq!(lengths, [3, 2]);
}

#[test]
fn a_disk_held_to_a_line_is_holonomic() {
    let [a, b] = disk();
    let held = found(&DISK, &[a, b, v("phi")]);
    assert_eq!(kinds(&held), [K::HolonomicInDisguise; 3]);
    let position = found(&DISK, &[a, b, q("phi")]);
    assert_eq!(kinds(&position), [K::HolonomicInDisguise, K::HolonomicInDisguise, K::Holonomic]);
    assert_eq!(position.configuration_freedom(), Some(1));
}

#[test]
fn brackets_are_taken_on_the_position_constraints_and_not_beside_them() {
    let (w, y) = (q("w"), q("y"));
    let names = ["x", "y", "z", "w"];
    let contact = v("z") - w * y * v("x");
    let on_zero = found(&names, &[contact, w]);
    assert_eq!(kinds(&on_zero), [K::HolonomicInDisguise, K::Holonomic]);
    assert_eq!((on_zero.growth, on_zero.dimension), (Ok(vec![2]), 3));
    let on_one = found(&names, &[contact, w - Expr::one()]);
    assert_eq!(kinds(&on_one), [K::Nonholonomic, K::Holonomic]);
    assert_eq!(on_one.growth, Ok(vec![2, 3]));
}

#[test]
fn the_three_forms_of_a_pendulum_are_holonomic() {
    let (x, y, l) = (q("x"), q("y"), positive("l"));
    let position = found(&["x", "y"], &[x * x + y * y - l * l]);
    assert_eq!((kinds(&position), position.growth), (vec![K::Holonomic], Ok(vec![1])));
    let velocity = found(&["x", "y"], &[x * v("x") + y * v("y")]);
    assert_eq!(kinds(&velocity), [K::HolonomicInDisguise]);
    let polar = found(&["r", "phi"], &[v("r")]);
    assert_eq!(kinds(&polar), [K::HolonomicInDisguise]);
    // On the sphere a knife edge that turns about the normal stays nonholonomic.
    let z = q("z");
    let sphere = x * x + y * y + z * z - l * l;
    let edge = v("x") - q("phi") * v("y");
    let on_sphere = found(&["x", "y", "z", "phi"], &[sphere, edge]);
    assert_eq!(kinds(&on_sphere), [K::Holonomic, K::Nonholonomic]);
    assert_eq!((on_sphere.growth, on_sphere.dimension), (Ok(vec![2, 3]), 3));
}

#[test]
fn time_is_a_coordinate_of_affine_and_rheonomic_constraints() {
    let (x, t) = (q("x"), Expr::time());
    let decay = found(&["x"], &[v("x") - x]);
    assert_eq!((kinds(&decay), decay.has_time()), (vec![K::HolonomicInDisguise], true));
    let areal = x * v("y") - q("y") * v("x") - Expr::one();
    let areal = found(&["x", "y"], &[areal]);
    assert_eq!(
        (kinds(&areal), areal.growth.clone()),
        (vec![K::AffineNonholonomic], Ok(vec![2, 3]))
    );
    assert_eq!((areal.is_accessible(), areal.is_controllable()), (Some(true), None));
    let turning = found(&["x", "y"], &[v("x") * sin(t) - v("y") * cos(t)]);
    assert_eq!((kinds(&turning), turning.growth), (vec![K::Nonholonomic], Ok(vec![2, 3])));
    let input = Expr::symbol("u", Kind::Input, 0);
    assert_eq!(kinds(&found(&["x"], &[v("x") - input])), [K::HolonomicInDisguise]);
}

#[test]
fn integrable_combinations_are_combinations_of_the_constraints_as_written() {
    let (phi, b, r) = (q("phi"), positive("b"), positive("r"));
    let forward = v("x") * cos(phi) + v("y") * sin(phi);
    let wheels = [
        v("y") * cos(phi) - v("x") * sin(phi),
        forward + b * v("phi") - r * v("right"),
        forward - b * v("phi") - r * v("left"),
    ];
    let robot = found(&["x", "y", "phi", "right", "left"], &wheels);
    assert_eq!(kinds(&robot), [K::Nonholonomic; 3]);
    assert_eq!((robot.is_controllable(), robot.configuration_freedom()), (Some(false), Some(4)));
    let combinations = robot.combinations.expect("they are known");
    assert_eq!(combinations.terms, [vec![(1, Expr::one()), (2, -Expr::one())]]);
    assert!(!combinations.are_constraints());
    let form = &combinations.forms.rows()[0];
    let two = Expr::from(2);
    assert_eq!(form.to_vec(), [Expr::zero(), Expr::zero(), two * b, -r, r]);
}

#[test]
fn constraints_that_contradict_each_other_are_not_classified() {
    let both = system(&["x"], &[v("x") - Expr::one(), v("x") - Expr::from(2)]);
    assert_eq!(classify(&both).expect_err("no motion"), Reason::Contradiction);
    let places = system(&["x", "y"], &[q("x"), q("x") - Expr::one()]);
    assert_eq!(classify(&places).expect_err("no place"), Reason::Contradiction);
}

#[test]
fn a_set_of_several_parts_is_left_open() {
    let (x, y) = (q("x"), q("y"));
    let cross = system(&["x", "y", "z"], &[x * y, v("z") - x * v("y")]);
    assert_eq!(classify(&cross).expect_err("two lines"), Reason::Split);
}

#[test]
fn logarithms_are_decided_by_enclosures() {
    let log = apply(Elementary::Log, &[q("y")]);
    let contact = found(&["x", "y", "z"], &[v("z") - log * v("x")]);
    assert_eq!((kinds(&contact), contact.growth), (vec![K::Nonholonomic], Ok(vec![2, 3])));
}

#[test]
fn nonlinear_constraints_may_hide_linear_ones() {
    let (u, w, R) = (v("x") - positive("R") * v("y"), v("x") - q("z") * v("y"), positive("R"));
    let hidden = |phi: Expr| {
        let found = found(&["x", "y", "z"], &[phi]);
        (found.findings[0].kind.expect("known"), found.findings[0].hidden.clone())
    };
    let (kind, square) = hidden(u.powi(2));
    assert_eq!(kind, K::HolonomicInDisguise);
    assert!(matches!(square, Some(Hidden::All(list)) if list.len() == 1));
    let one = Expr::one();
    let (kind, fraction) = hidden(u / (v("x").powi(2) + one));
    assert_eq!(kind, K::HolonomicInDisguise);
    assert_eq!(fraction, Some(Hidden::Numerator(u))); // its gradient does not vanish
    let (_, both) = hidden(u.powi(2) / (v("x").powi(2) + one));
    assert!(matches!(both, Some(Hidden::All(list)) if list.len() == 1));
    let (kind, product) = hidden(v("x").powi(2) - R.powi(2) * v("y").powi(2));
    assert_eq!(kind, K::HolonomicInDisguise);
    assert!(matches!(product, Some(Hidden::Either(list)) if list.len() == 2));
    let (kind, sum) = hidden(v("x").powi(2) + R * u.powi(2));
    assert_eq!(kind, K::HolonomicInDisguise); // x' = 0 and y' = 0
    assert!(matches!(sum, Some(Hidden::All(list)) if list.len() == 2));
    assert_eq!(hidden(w.powi(3)).0, K::Nonholonomic);
    let cone = v("x").powi(2) + v("y").powi(2) - R * v("z").powi(2);
    assert_eq!(hidden(cone), (K::Nonlinear, None));
}

#[test]
fn the_locus_of_a_rank_drop_is_given_by_equations() {
    let (x, y, phi) = (q("x"), q("y"), q("phi"));
    let parts = |names: &[&str], phi: &[Expr]| {
        let drops = found(names, phi).drops.expect("it is found");
        assert!(drops.open.is_empty());
        drops.parts
    };
    assert_eq!(parts(&["x", "y", "z"], &[x * v("y") + x * v("z")]), [vec![x]]);
    assert_eq!(parts(&["x", "y"], &[x * v("x") + y * v("y")]), [vec![x, y]]);
    let edge = v("x") * sin(phi) - v("y") * cos(phi);
    assert_eq!(parts(&["x", "y", "phi"], &[edge]), [[]; 0]);
    // The centre of the circle is no position of the pendulum.
    let circle = x * x + y * y - positive("l").powi(2);
    assert_eq!(parts(&["x", "y"], &[circle]), [[]; 0]);
    let (theta, r) = (q("theta"), positive("r"));
    let wheel = |sign: i64| {
        let a = theta + Expr::from(sign) * phi;
        v("y") * cos(a) - v("x") * sin(a) + Expr::from(sign) * r * cos(phi) * v("theta")
    };
    assert_eq!(parts(&["x", "y", "theta", "phi"], &[wheel(1), wheel(-1)]), [vec![cos(phi)]]);
}

#[test]
fn growth_slows_down_where_the_curvature_vanishes() {
    let martinet = system(&["x", "y", "z"], &[v("z") - q("y").powi(2) * v("x")]);
    let at = |y: i64| {
        let point =
            [("x", 1), ("y", y), ("z", 2)].map(|(name, value)| (q(name), Expr::from(value)));
        growth_at(&martinet, &point, 3)
    };
    assert_eq!(at(1), Ok(vec![2, 3]));
    assert_eq!(at(0), Ok(vec![2, 2, 3]));
}

#[test]
fn points_off_the_positions_and_singular_points_have_no_growth() {
    let (x, y) = (q("x"), q("y"));
    let pendulum = system(&["x", "y"], &[x * x + y * y - Expr::one()]);
    let at = |a: i64, b: i64| growth_at(&pendulum, &[(x, Expr::from(a)), (y, Expr::from(b))], 1);
    assert_eq!((at(0, 1), at(1, 1)), (Ok(vec![1]), Err(Open::OffTheSurface)));
    let ray = system(&["x", "y"], &[y * v("x") - x * v("y")]);
    let origin = [(x, Expr::zero()), (y, Expr::zero())];
    assert_eq!(growth_at(&ray, &origin, 1), Err(Open::RankDrops));
    // Brackets never leave z = 0, where they vanish.
    let trapped = system(&["x", "y", "z"], &[v("z") - q("z") * q("y") * v("x")]);
    let point = ["x", "y", "z"].map(|name| (q(name), Expr::zero()));
    assert_eq!(growth_at(&trapped, &point, 3), Err(Open::Deep(21)));
}

#[test]
fn trailers_grow_by_one_almost_everywhere() {
    for n in 0..=4 {
        let growth = classify(&trailers(n)).expect("it can be classified").growth;
        assert_eq!(growth, Ok((2..=n + 3).collect()), "{n} trailers");
    }
}

#[test]
fn the_degree_of_nonholonomy_of_trailers_is_a_fibonacci_number() {
    for (n, degree) in [2, 3, 5, 8, 13].into_iter().enumerate() {
        let growth = growth_at(&trailers(n), &jackknifed(n, Expr::zero()), n + 3);
        assert_eq!(growth.map(|ranks| ranks.len()), Ok(degree), "{n} trailers");
    }
    let first = Expr::number(alembert_algebra::Rational::ratio(6435, 10000));
    let turned = growth_at(&trailers(2), &jackknifed(2, first), 5);
    assert_eq!(turned, Ok(vec![2, 3, 4, 4, 5]));
}

/// The heading of the whole train does not matter, whether its sine is in the table or not.
#[test]
fn the_degree_of_nonholonomy_does_not_depend_on_the_heading() {
    let ratio = |n, d| Expr::number(alembert_algebra::Rational::ratio(n, d));
    let headings = [ratio(6435, 10000), Expr::pi() * ratio(1, 6), Expr::pi() * ratio(-22, 7)];
    for first in headings {
        for (n, degree) in [(3, 8), (4, 13)] {
            let growth = growth_at(&trailers(n), &jackknifed(n, first), n + 3);
            assert_eq!(growth.map(|ranks| ranks.len()), Ok(degree), "{n} trailers at {first:?}");
        }
    }
}

/// Only right angles are singular: a degree or a seventh of a turn beside them the train grows by one.
#[test]
fn trailers_beside_the_right_angle_are_regular() {
    let ratio = |n, d| Expr::number(alembert_algebra::Rational::ratio(n, d));
    for turn in [Expr::pi() * ratio(3, 7), Expr::pi() * ratio(89, 180), ratio(3, 2)] {
        let (zero, turned) = (Expr::zero(), turn);
        let point = [("x", zero), ("y", zero), ("th0", zero), ("th1", turned), ("th2", turned)];
        let point = point.map(|(name, value)| (q(name), value));
        assert_eq!(growth_at(&trailers(2), &point, 5), Ok(vec![2, 3, 4, 5]), "{turn:?}");
    }
}

#[test]
fn the_rank_of_trailers_and_chains_never_drops() {
    for n in 0..=4 {
        let drops = classify(&trailers(n)).expect("it can be classified").drops;
        assert_eq!(drops, Ok(Default::default()), "{n} trailers");
    }
    for n in 1..=5 {
        let found = chain(n);
        assert_eq!(found.drops, Ok(Default::default()), "{n} links");
        assert_eq!((found.rank, found.growth), (n, Ok(vec![n])), "{n} links");
    }
}

/// A chain of n links of length 1 in the plane, by the positions of its ends.
fn chain(n: usize) -> Classification {
    let names: Vec<String> = (1..=n).flat_map(|i| [format!("x{i}"), format!("y{i}")]).collect();
    let end = |letter: &str, i: usize| match i {
        0 => Expr::zero(),
        _ => q(&format!("{letter}{i}")),
    };
    let step = |letter: &str, i: usize| (end(letter, i) - end(letter, i - 1)).powi(2);
    let link = |i: usize| step("x", i) + step("y", i) - Expr::one();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    found(&names, &(1..=n).map(link).collect::<Vec<_>>())
}

#[test]
fn real_points_of_a_rank_drop_are_found_and_others_are_none() {
    let (x, y, z, theta) = (q("x"), q("y"), q("z"), q("theta"));
    let (one, two) = (Expr::one(), Expr::from(2));
    let parts = |a: Expr, b: Expr| {
        let form = a * v("y") + b * v("z");
        let drops = found(&["x", "y", "z", "theta"], &[form]).drops.expect("it is found");
        assert!(drops.open.is_empty());
        drops.parts
    };
    assert_eq!(parts(x * x + one, y * y + one), [[]; 0]);
    assert_eq!(parts(two + cos(theta), sin(theta)), [[]; 0]);
    assert_eq!(parts(one + cos(theta), sin(theta)), [[one + cos(theta)]]);
    assert_eq!(parts(x * x - two, (x * x - two) * y), [[x * x - two]]);
    assert_eq!(parts(x * x - Expr::from(3) * x + two, x * x - one), [[x - one]]);
    assert_eq!(parts(x * x + y * y, x * z), [[x, y]]);
}

#[test]
fn ranks_drop_where_the_position_constraints_hold_and_not_beside_them() {
    let (x, y, z) = (q("x"), q("y"), q("z"));
    let ball = x * x + y * y + z * z - Expr::one();
    let parts = |phi: &[Expr]| {
        let drops = found(&["x", "y", "z"], phi).drops.expect("it is found");
        assert!(drops.open.is_empty());
        drops.parts
    };
    // At the poles both forms are dz.
    let turning = y * v("x") - x * v("y") - v("z");
    assert_eq!(parts(&[ball, turning]), [[x, y]]);
    let plane = z - Expr::one();
    assert_eq!(parts(&[plane, x * v("x") + y * v("y")]), [[x, y]]);
    assert_eq!(parts(&[plane, z * v("x") + x * v("y")]), [[]; 0]);
}

#[test]
fn constraints_may_depend_on_each_other_on_the_positions_only() {
    let theta = q("theta");
    let straight = theta - Expr::pi();
    let void = found(&["x", "theta"], &[straight, sin(theta) * v("x")]);
    assert_eq!((void.dependent, void.rank, void.growth), (vec![1], 1, Ok(vec![1])));
    let circle = q("x").powi(2) + q("y").powi(2) - Expr::one();
    let rate = q("x") * v("x") + q("y") * v("y");
    assert_eq!(found(&["x", "y"], &[circle, rate]).dependent, [1]);
    assert_eq!(found(&["x", "y"], &[circle]).dependent, [] as [usize; 0]);
}

#[test]
fn positions_without_real_points_contradict_themselves() {
    let (x, y) = (q("x"), q("y"));
    let nowhere = system(&["x", "y"], &[x * x + y * y + Expr::one()]);
    assert_eq!(classify(&nowhere).expect_err("no place"), Reason::Contradiction);
}

#[test]
fn an_absolute_value_of_velocities_is_not_linear() {
    let size = apply(Elementary::Abs, &[v("x")]);
    assert_eq!(kinds(&found(&["x", "y"], &[size])), [K::Nonlinear]);
    assert_eq!(kinds(&found(&["x", "y"], &[v("x").powi(2).sqrt()])), [K::Nonlinear]);
}

#[test]
fn inertia_counts_on_the_allowed_velocities() {
    let (u, w) = (v("x"), v("y"));
    let directions = |L: Expr, phi: &[Expr]| {
        let list = phi.iter().map(|&phi| Constraint::ideal("c", phi)).collect();
        let system = System::new(vec![q("x"), q("y")].into(), L, Vector::zeros(2), list);
        let system = system.expect("a system");
        let motion = alembert_mechanics::principle::dalembert(&system).expect("a motion");
        let alembert_mechanics::Linear::Kkt { M, .. } = motion.system else { panic!("no M") };
        massless(&system, &M, &classify(&system).expect("classified")).expect("decided")
    };
    let (zero, one) = (Expr::zero(), Expr::one());
    assert_eq!(directions(u * u, &[]), [vec![zero, one].into()]);
    assert_eq!(directions(u * u, &[u - w]), []);
    assert_eq!(directions(u * u, &[q("x") - q("y")]), []);
    assert_eq!(directions((u - w).powi(2), &[]), [vec![one, one].into()]);
    assert_eq!(directions((u - w).powi(2), &[u + w]), []);
    assert_eq!(directions(u * u - w * w, &[u - w]), [vec![one, one].into()]);
}
