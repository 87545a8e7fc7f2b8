//! Coordinates taken out by integrals: the reduced equations, term by term.

#[path = "../../algebra/tests/support/mod.rs"]
mod support;

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Kind, Vector};
use alembert_mechanics::integral::WORK;
use alembert_mechanics::reduction::{Joined, Reduction, ReductionError, reduce};
use alembert_mechanics::{Constraint, Linear, System, principle::dalembert};
use support::read;

fn system(coordinates: &[&str], lagrangian: &str, forces: &[&str], phi: &[&str]) -> System {
    let q: Vector = coordinates.iter().map(|name| read(name)).collect();
    let constraint =
        |(i, text): (usize, &&str)| Constraint::ideal(&format!("c{}", i + 1), read(text));
    let constraints = phi.iter().enumerate().map(constraint).collect();
    let applied = forces.iter().map(|text| read(text)).collect();
    System::new(q, read(lagrangian), applied, constraints).expect("a system")
}

fn constant(i: usize) -> Expr {
    let name = ["c", "kap"][i];
    Expr::symbol(name, Kind::Parameter { positive: false }, 0)
}

fn reduced(system: &System) -> Reduction {
    let reduction = reduce(system, constant, WORK).expect("a reduced system");
    assert!(reduction.is_proved);
    reduction
}

fn assert_values(reduction: &Reduction, expected: &[(&str, &str)]) {
    assert_eq!(reduction.eliminated.len(), expected.len());
    for (out, (name, value)) in reduction.eliminated.iter().zip(expected) {
        assert_eq!(out.coordinate, read(name));
        assert_eq!(zero_test(out.value - read(value)), Verdict::Zero, "{name} = {value}");
    }
}

/// `M q'' − f` of the reduced motion, without constraints.
fn assert_equations(reduction: &Reduction, expected: &[&str]) {
    let motion = dalembert(&reduction.system).expect("a motion");
    let Linear::Kkt { M, A, f, .. } = &motion.system else { panic!("linear equations") };
    assert_eq!(A.nrows(), 0);
    let residuals = &(M * &*motion.highest) - f;
    assert_eq!(residuals.len(), expected.len());
    for (&found, text) in residuals.iter().zip(expected) {
        assert_eq!(zero_test(found - read(text)), Verdict::Zero, "{text}");
    }
}

#[test]
fn a_disk_on_a_line_keeps_its_angle_and_gains_inertia() {
    let lagrangian = "m/2*x'^2+I/2*theta'^2+m*g*sin(al)*x";
    let disk = system(&["x", "theta"], lagrangian, &["0", "0"], &["x'-R*theta'"]);
    let reduction = reduced(&disk);
    assert_values(&reduction, &[("x", "R*theta+c")]);
    assert_equations(&reduction, &["(m*R^2+I)*theta''-m*g*R*sin(al)"]);
    assert_eq!(reduction.dropped, ["c1"]);
}

#[test]
fn a_disk_whose_heading_is_held_rolls_along_a_line() {
    let lagrangian = "m/2*(x'^2+y'^2)+I/2*theta'^2+J/2*phi'^2";
    let rolling = ["x'-R*cos(phi)*theta'", "y'-R*sin(phi)*theta'", "phi"];
    let names = ["x", "y", "theta", "phi"];
    let disk = system(&names, lagrangian, &["0", "0", "k", "0"], &rolling);
    let reduction = reduced(&disk);
    assert_values(&reduction, &[("phi", "0"), ("x", "R*theta+c"), ("y", "kap")]);
    assert_equations(&reduction, &["(m*R^2+I)*theta''-k"]);
}

#[test]
fn a_pendulum_in_polar_coordinates_keeps_its_length() {
    let lagrangian = "m/2*(r'^2+r^2*phi'^2)+m*g*r*cos(phi)";
    let pendulum = system(&["r", "phi"], lagrangian, &["0", "-k*phi'"], &["r'"]);
    let reduction = reduced(&pendulum);
    assert_values(&reduction, &[("r", "c")]);
    assert_equations(&reduction, &["m*c^2*phi''+m*g*c*sin(phi)+k*phi'"]);
}

#[test]
fn a_curved_wire_brings_its_slope_into_the_equations() {
    let lagrangian = "m/2*(x'^2+y'^2)-m*g*y";
    let bead = system(&["x", "y"], lagrangian, &["0", "k"], &["y'-x*x'"]);
    let reduction = reduced(&bead);
    assert_values(&reduction, &[("y", "(x^2+c)/2")]);
    assert_equations(&reduction, &["m*(1+x^2)*x''+m*x*x'^2+m*g*x-k*x"]);
}

#[test]
fn a_pair_of_wheels_loses_one_constraint_and_stays_nonholonomic() {
    let drive = [
        "y'*cos(phi)-x'*sin(phi)",
        "x'*cos(phi)+y'*sin(phi)+k*phi'-R*tr'",
        "x'*cos(phi)+y'*sin(phi)-k*phi'-R*tl'",
    ];
    let lagrangian = "m/2*(x'^2+y'^2)+J/2*phi'^2+I/2*(tr'^2+tl'^2)";
    let robot = system(&["x", "y", "phi", "tr", "tl"], lagrangian, &["0"; 5], &drive);
    let reduction = reduced(&robot);
    assert_eq!(reduction.system.q().len(), 4);
    assert_eq!(reduction.system.constraints().len(), 2);
    assert_eq!(reduction.dropped, ["c3"]);
    let reactions = Some(vec![("c3".to_owned(), Expr::one())]);
    assert_eq!(reduction.joined, [Joined { label: "c2".to_owned(), reactions }]);
}

#[test]
fn the_reaction_of_a_constraint_that_was_left_out_comes_with_its_factor() {
    let lagrangian = "m/2*(x'^2+y'^2)+J/2*phi'^2+I/2*tr'^2";
    let doubled = ["tr'", "x'*sin(phi)-y'*cos(phi)+tr'", "k*tr'-k*x'*sin(phi)+k*y'*cos(phi)"];
    let edge = system(&["x", "y", "phi", "tr"], lagrangian, &["0"; 4], &doubled);
    let reduction = reduced(&edge);
    let reactions = Some(vec![("c3".to_owned(), -read("k"))]);
    assert_eq!(reduction.joined, [Joined { label: "c2".to_owned(), reactions }]);
}

#[test]
fn a_circle_is_not_solved_and_stays_a_constraint() {
    let lagrangian = "m/2*(x'^2+y'^2)-m*g*y";
    let pendulum = system(&["x", "y"], lagrangian, &["0", "0"], &["x*x'+y*y'"]);
    let reduction = reduced(&pendulum);
    assert!(reduction.eliminated.is_empty());
    assert_eq!(reduction.unsolved, ["c1"]);
}

#[test]
fn a_nonholonomic_constraint_is_never_put_in() {
    let lagrangian = "m/2*(x'^2+y'^2)+J/2*phi'^2";
    let edge = system(&["x", "y", "phi"], lagrangian, &["0"; 3], &["x'*sin(phi)-y'*cos(phi)"]);
    let reduction = reduced(&edge);
    assert!(reduction.eliminated.is_empty() && reduction.unsolved.is_empty());
    assert_eq!(reduction.system.constraints().len(), 1);
}

#[test]
fn where_nothing_can_move_there_is_no_reduced_system() {
    let fixed = system(&["x"], "m/2*x'^2", &["0"], &["x'"]);
    let error = reduce(&fixed, constant, WORK).expect_err("nothing is left");
    assert_eq!(error, ReductionError::NothingLeft);
}
