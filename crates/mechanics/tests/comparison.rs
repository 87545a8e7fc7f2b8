//! Principles whose linear systems are proved to be the same, and systems that differ in one entry, which
//! must not be.

#![allow(non_snake_case, reason = "M, A, L, Q are the symbols of the papers")]

use alembert_algebra::{Elementary, Expr, Kind, Matrix, Vector, apply, rate};
use alembert_mechanics::comparison::{Comparison, Patience, compare_within};
use alembert_mechanics::principle::PRINCIPLES;
use alembert_mechanics::{Choice, Constraint, Linear, Motion, System};

/// Products of terms that one comparison may take: a tenth of a second.
const WORK: u64 = 2_400_000;
/// The principles that are d'Alembert's in other words.
const FAITHFUL: [&str; 8] =
    ["elimination", "voronec", "hamel", "gauss", "udwadia", "appell", "maggi", "poisson"];

fn coordinates<const N: usize>(names: [&str; N]) -> [Expr; N] {
    names.map(|name| Expr::symbol(name, Kind::Coordinate, 0))
}

fn parameters<const N: usize>(names: [&str; N]) -> [Expr; N] {
    names.map(|name| Expr::symbol(name, Kind::Parameter { positive: true }, 0))
}

fn system(q: &[Expr], L: Expr, phi: &[Expr]) -> System {
    let constraint = |(i, &e): (usize, &Expr)| Constraint::ideal(&format!("c{i}"), e);
    let constraints = phi.iter().enumerate().map(constraint).collect();
    let Q = Vector::zeros(q.len());
    System::new(q.iter().copied().collect(), L, Q, constraints).expect("a system")
}

fn square_of_speed(q: &[Expr]) -> Expr {
    Expr::sum(q.iter().map(|&x| rate(x).powi(2)))
}

fn kinetic(m: Expr, q: &[Expr]) -> Expr {
    m * square_of_speed(q) / Expr::from(2)
}

fn distance(p: &[Expr], q: &[Expr]) -> Expr {
    Expr::sum(p.iter().zip(q).map(|(&x, &y)| (x - y).powi(2)))
}

/// Heavy particles with these places and the constraints of a function.
fn particles(places: &[&[Expr]], phi: impl Fn(&[&[Expr]]) -> Vec<Expr>) -> System {
    let g = parameters(["g"])[0];
    let masses = parameters(["m1", "m2", "m3"]);
    let of = |(&m, p): (&Expr, &&[Expr])| kinetic(m, p) - m * g * p[p.len() - 1];
    let L = Expr::sum(masses.iter().zip(places).map(of));
    system(&places.concat(), L, &phi(places))
}

fn rod() -> System {
    let (p, r) = (coordinates(["x1", "y1"]), coordinates(["x2", "y2"]));
    let l = parameters(["l"])[0];
    particles(&[&p, &r], |c| vec![distance(c[0], c[1]) - l * l])
}

/// A blade at (x, y) with heading θ, and a particle at (X, Y) on a rod to its point of contact.
fn skate() -> System {
    let [x, y, theta, X, Y] = coordinates(["x", "y", "theta", "X", "Y"]);
    let [M, J, m, l] = parameters(["M", "J", "m", "l"]);
    let L = kinetic(M, &[x, y]) + kinetic(J, &[theta]) + kinetic(m, &[X, Y]);
    let [s, c] = [Elementary::Sin, Elementary::Cos].map(|f| apply(f, &[theta]));
    let blade = rate(x) * s - rate(y) * c;
    let phi = [blade, distance(&[x, y], &[X, Y]) - l * l];
    system(&[x, y, theta, X, Y], L, &phi)
}

fn compared(system: &System, a: &Motion, b: &Motion) -> Comparison {
    compare_within(system, a, b, &Choice::default(), &Patience::fair(WORK))
}

fn motions(system: &System) -> Vec<Motion> {
    PRINCIPLES.iter().filter_map(|p| (p.derive)(system).ok()).collect()
}

/// The principles beside d'Alembert's that take the system; all that are faithful are proved to be equal, and
/// those that are named are too, the others of `vakonomic` and `naive` are proved to differ.
fn assert_decided(system: &System, also: &[&str]) -> Vec<&'static str> {
    let all = motions(system);
    let check = |b: &Motion| {
        let found = compared(system, &all[0], b);
        if FAITHFUL.contains(&b.principle) || also.contains(&b.principle) {
            assert!(matches!(found, Comparison::Proved(_)), "{}: {found:?}", b.principle);
        } else {
            assert!(matches!(found, Comparison::Differ(_)), "{}: {found:?}", b.principle);
        }
        b.principle
    };
    all[1..].iter().map(check).collect()
}

#[test]
fn two_particles_on_a_rod_have_one_motion_by_every_principle() {
    assert_eq!(assert_decided(&rod(), &["vakonomic", "naive"]).len(), PRINCIPLES.len() - 1);
    let (p, r) = (coordinates(["x1", "y1", "z1"]), coordinates(["x2", "y2", "z2"]));
    let l = parameters(["l"])[0];
    let in_space = particles(&[&p, &r], |c| vec![distance(c[0], c[1]) - l * l]);
    assert_eq!(assert_decided(&in_space, &["vakonomic", "naive"]).len(), PRINCIPLES.len() - 1);
}

#[test]
fn every_two_principles_for_a_rod_are_proved_to_be_equal() {
    let (system, all) = (rod(), motions(&rod()));
    for (i, a) in all.iter().enumerate() {
        for b in &all[i + 1..] {
            let found = compared(&system, a, b);
            assert!(
                matches!(found, Comparison::Proved(_)),
                "{} {}: {found:?}",
                a.principle,
                b.principle
            );
        }
    }
}

#[test]
fn a_skate_with_a_particle_on_a_rod_is_decided() {
    assert_eq!(assert_decided(&skate(), &[]).len(), PRINCIPLES.len() - 1);
}

#[test]
fn a_double_pendulum_by_positions_has_one_motion() {
    let (p, r) = (coordinates(["x1", "y1"]), coordinates(["x2", "y2"]));
    let [k, l] = parameters(["k", "l"]);
    let origin = [Expr::zero(), Expr::zero()];
    let system = particles(&[&p, &r], |c| {
        vec![distance(c[0], &origin) - k * k, distance(c[0], c[1]) - l * l]
    });
    assert_eq!(assert_decided(&system, &["vakonomic", "naive"]).len(), PRINCIPLES.len() - 1);
}

/// The states of a rod with |v₁| = |v₂| have two parts, translations and turns about an axis on the rod's
/// bisector; that the equations are the same needs none of them.
#[test]
fn principles_agree_on_states_of_several_parts() {
    let (p, r) = (coordinates(["x1", "y1"]), coordinates(["x2", "y2"]));
    let l = parameters(["l"])[0];
    let speeds = particles(&[&p, &r], |c| {
        vec![distance(c[0], c[1]) - l * l, square_of_speed(c[0]) - square_of_speed(c[1])]
    });
    assert!(assert_decided(&speeds, &[]).contains(&"maggi"));
}

#[test]
fn two_nonlinear_constraints_beside_a_rod_have_one_motion_by_each_faithful_principle() {
    let (p, r, s) =
        (coordinates(["x1", "y1"]), coordinates(["x2", "y2"]), coordinates(["x3", "y3"]));
    let l = parameters(["l"])[0];
    let system = particles(&[&p, &r, &s], |c| {
        let [a, b, d] = [c[0], c[1], c[2]].map(square_of_speed);
        vec![distance(c[0], c[1]) - l * l, a - b, b - d]
    });
    let all = motions(&system);
    let mut seen = 0;
    for b in all.iter().filter(|b| FAITHFUL.contains(&b.principle)) {
        let found = compared(&system, &all[0], b);
        assert!(matches!(found, Comparison::Proved(_)), "{}: {found:?}", b.principle);
        seen += 1;
    }
    assert_eq!(seen, 6, "hamel and poisson do not take them");
}

/// A proof by directions names where these degenerate: those of `maggi` and the slopes of `elimination`.
#[test]
fn a_proof_names_where_its_directions_degenerate() {
    let (system, all) = (rod(), motions(&rod()));
    let conditions = |name: &str| {
        let b = all.iter().find(|b| b.principle == name).expect("it applies");
        let Comparison::Proved(conditions) = compared(&system, &all[0], b) else {
            panic!("{name}")
        };
        alembert_mechanics::explicit::conditions(&conditions, &[])
    };
    assert_eq!(conditions("gauss"), []);
    assert_eq!(conditions("vakonomic"), []);
    for name in ["elimination", "voronec", "maggi", "hamel"] {
        assert!(!conditions(name).is_empty(), "{name}");
    }
}

/// The blocks of d'Alembert's equations.
type Blocks = (Matrix, Matrix, Matrix, Vector, Vector);

/// A motion with one of its blocks changed.
fn changed(motion: &Motion, change: impl Fn(&mut Blocks)) -> Motion {
    let Linear::Kkt { M, B, A, f, g } = motion.system.clone() else { panic!("it has blocks") };
    let mut blocks = (M, B, A, f, g);
    change(&mut blocks);
    let (M, B, A, f, g) = blocks;
    Motion { system: Linear::Kkt { M, B, A, f, g }, ..motion.clone() }
}

fn with_entry(matrix: &Matrix, (i, j): (usize, usize), to: impl Fn(Expr) -> Expr) -> Matrix {
    let row = |(k, row): (usize, &Vector)| -> Vector {
        let entry = |(l, &e): (usize, &Expr)| if (k, l) == (i, j) { to(e) } else { e };
        row.iter().enumerate().map(entry).collect()
    };
    Matrix::from_rows(matrix.rows().iter().enumerate().map(row).collect(), matrix.ncols())
}

fn with_value(list: &Vector, i: usize, to: impl Fn(Expr) -> Expr) -> Vector {
    list.iter().enumerate().map(|(k, &e)| if k == i { to(e) } else { e }).collect()
}

/// One sign or one number in M, B, A, f or g makes another motion, whichever principle it is compared with.
#[test]
fn systems_that_differ_in_one_entry_are_never_proved_to_be_equal() {
    for system in [rod(), skate()] {
        let all = motions(&system);
        let half = |e: Expr| e / Expr::from(2);
        let q = system.q()[0];
        let wrong = [
            changed(&all[0], |b| b.0 = with_entry(&b.0, (0, 0), half)),
            changed(&all[0], |b| b.0 = with_entry(&b.0, (0, 1), |e| e + q)),
            changed(&all[0], |b| b.1 = with_entry(&b.1, (0, 0), |e| -e)),
            changed(&all[0], |b| b.1 = with_entry(&b.1, (b.1.nrows() - 1, 1), half)),
            changed(&all[0], |b| b.2 = with_entry(&b.2, (0, 1), |e| -e)),
            changed(&all[0], |b| b.3 = with_value(&b.3, 0, |e| e + Expr::one())),
            changed(&all[0], |b| b.4 = with_value(&b.4, 0, |e| e + q)),
            changed(&all[0], |b| b.4 = with_value(&b.4, 0, |e| -e)),
        ];
        for (number, motion) in wrong.iter().enumerate() {
            for b in all.iter().filter(|b| FAITHFUL.contains(&b.principle)) {
                let found = compared(&system, motion, b);
                assert!(
                    !matches!(found, Comparison::Proved(_)),
                    "{number}, {}: {found:?}",
                    b.principle
                );
            }
        }
    }
}

/// Equations without multipliers with one entry changed. A row `J θ'' = 0` says the same when it is doubled.
#[test]
fn projected_equations_that_differ_in_one_entry_are_never_proved_to_be_equal() {
    let system = skate();
    let all = motions(&system);
    let projected = ["elimination", "voronec", "maggi", "hamel", "appell", "poisson"];
    for b in all.iter().filter(|b| projected.contains(&b.principle)) {
        let Linear::General { W, h } = &b.system else { panic!("{}", b.principle) };
        let rows = W.nrows() - 2;
        let find = |i: usize| W.rows()[i].sparse().next().expect("a row").0;
        let mut wrong = Vec::new();
        let is_alone = |i: &usize| W.rows()[*i].sparse().count() == 1;
        for i in (0..rows).filter(|i| !is_alone(i)) {
            let W = with_entry(W, (i, find(i)), |e| e + e);
            wrong.push(Linear::General { W, h: h.clone() });
            let h = with_value(h, i, |e| e + Expr::one());
            wrong.push(Linear::General { W: W_of(b), h });
        }
        for changed in wrong {
            let motion = Motion { system: changed, ..b.clone() };
            for a in [&all[0], b] {
                let found = compared(&system, a, &motion);
                assert!(!matches!(found, Comparison::Proved(_)), "{}: {found:?}", b.principle);
            }
        }
    }
}

fn W_of(motion: &Motion) -> Matrix {
    motion.system.square().0
}

/// A reaction along a given direction is not that of the ideal constraint.
#[test]
fn a_servo_is_not_the_ideal_constraint() {
    let [x, y] = coordinates(["x", "y"]);
    let phi = rate(y) - x * rate(x);
    let of = |reaction: Option<Vector>| {
        let constraint = Constraint { reaction, ..Constraint::ideal("c", phi) };
        let L = kinetic(Expr::one(), &[x, y]) - y;
        System::new([x, y].into_iter().collect(), L, Vector::zeros(2), vec![constraint])
            .expect("a system")
    };
    let servo = of(Some([Expr::one(), Expr::zero()].into_iter().collect()));
    let (driven, ideal) = (motions(&servo), motions(&of(None)));
    let found = compared(&servo, &driven[0], &ideal[0]);
    assert!(matches!(found, Comparison::Differ(_)), "{found:?}");
    let maggi = driven.iter().find(|b| b.principle == "maggi").expect("it takes servos");
    assert!(matches!(compared(&servo, &driven[0], maggi), Comparison::Proved(_)));
}

/// h(y) d/dt(y − x²) = 0 is holonomic: the vakonomic multiplier is shifted by what h does, and nothing else.
#[test]
fn a_shifted_multiplier_is_the_same_reaction() {
    let [x, y, z] = coordinates(["x", "y", "z"]);
    let rates = rate(y) - Expr::from(2) * x * rate(x);
    let L = kinetic(Expr::one(), &[x, y, z]) - y;
    let factor = Expr::one() + y * y;
    assert_decided(&system(&[x, y, z], L, &[factor * rates]), &["vakonomic", "naive"]);
    // z' in place of x' is no rate of a function, and the principles differ.
    let curved = rate(y) - Expr::from(2) * x * rate(z);
    assert_decided(&system(&[x, y, z], L, &[curved]), &[]);
}

/// Redundant constraints have multipliers that are not unique; the accelerations are.
#[test]
fn redundant_constraints_do_not_disturb_a_proof() {
    let [x, y, z] = coordinates(["x", "y", "z"]);
    let phi = rate(z) - y * rate(x);
    let L = kinetic(Expr::one(), &[x, y, z]);
    assert_decided(&system(&[x, y, z], L, &[phi, phi + phi]), &[]);
}
