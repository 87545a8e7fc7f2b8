//! Coordinates taken out by integrals: the reduced equations, term by term.

#[path = "../../algebra/tests/support/mod.rs"]
mod support;

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Kind, Vector};
use alembert_mechanics::integral::WORK;
use alembert_mechanics::reduction::{Joined, Names, Reduction, ReductionError, reduce};
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

/// Reduces with the constants c, kap and the angles th, ps.
fn reduce_with_names(system: &System) -> Result<Reduction, ReductionError> {
    let parameter = |name| Expr::symbol(name, Kind::Parameter { positive: false }, 0);
    let coordinate = |name| Expr::symbol(name, Kind::Coordinate, 0);
    let (constants, angles) = (["c", "kap"].map(parameter), ["th", "ps"].map(coordinate));
    reduce(system, Names { constants: &constants, angles: &angles }, WORK)
}

fn reduced(system: &System) -> Reduction {
    let reduction = reduce_with_names(system).expect("a reduced system");
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
    let expected: Vec<Expr> = expected.iter().map(|text| read(text)).collect();
    assert_equations_of(reduction, &expected);
}

/// The same with expressions.
fn assert_equations_of(reduction: &Reduction, expected: &[Expr]) {
    let motion = dalembert(&reduction.system).expect("a motion");
    let Linear::Kkt { M, A, f, .. } = &motion.system else { panic!("linear equations") };
    assert_eq!(A.nrows(), 0);
    let residuals = &(M * &*motion.highest) - f;
    assert_eq!(residuals.len(), expected.len());
    for (&found, &e) in residuals.iter().zip(expected) {
        assert_eq!(zero_test(found - e), Verdict::Zero);
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
fn a_circle_has_an_angle_that_counts_from_where_a_pendulum_hangs() {
    let lagrangian = "m/2*(x'^2+y'^2)-m*g*y";
    let pendulum = system(&["x", "y"], lagrangian, &["0", "0"], &["x^2+y^2-R^2"]);
    let reduction = reduced(&pendulum);
    assert_values(&reduction, &[("x", "R*sin(th)"), ("y", "-R*cos(th)")]);
    assert_equations(&reduction, &["m*R^2*th''+m*g*R*sin(th)"]);
    assert_eq!(reduction.dropped, ["c1"]);
    assert!(reduction.unsolved.is_empty());
    assert_eq!(reduction.coverings[0].condition, read("R^2"));
}

#[test]
fn a_circle_in_velocities_has_a_constant_for_its_radius() {
    let lagrangian = "m/2*(x'^2+y'^2)-m*g*y";
    let pendulum = system(&["x", "y"], lagrangian, &["0", "0"], &["x*x'+y*y'"]);
    let reduction = reduced(&pendulum);
    let radius = read("c").sqrt(); // the integral is x² + y²
    assert_eq!(reduction.eliminated[0].value, radius * read("sin(th)"));
    assert_equations_of(&reduction, &[read("m*c*th''") + read("m*g*sin(th)") * radius]);
}

#[test]
fn a_sphere_has_two_angles_and_two_poles() {
    let lagrangian = "m/2*(x'^2+y'^2+z'^2)-m*g*z";
    let bob = system(&["x", "y", "z"], lagrangian, &["0"; 3], &["x^2+y^2+z^2-R^2"]);
    let reduction = reduced(&bob);
    let values = [("x", "R*sin(th)*cos(ps)"), ("y", "R*sin(th)*sin(ps)"), ("z", "-R*cos(th)")];
    assert_values(&reduction, &values);
    assert_equations(
        &reduction,
        &[
            "m*R^2*th''-m*R^2*sin(th)*cos(th)*ps'^2+m*g*R*sin(th)",
            "m*R^2*sin(th)^2*ps''+2*m*R^2*sin(th)*cos(th)*th'*ps'",
        ],
    );
    assert_eq!(reduction.coverings[0].condition, read("R^3*sin(th)"));
}

#[test]
fn a_second_circle_stands_around_the_first_particle() {
    let lagrangian = "m/2*(x'^2+y'^2)+k/2*(u'^2+w'^2)-m*g*y-k*g*w";
    let rods = ["x^2+y^2-R^2", "(u-x)^2+(w-y)^2-J^2"];
    let double = system(&["x", "y", "u", "w"], lagrangian, &["0"; 4], &rods);
    let reduction = reduced(&double);
    let values = [
        ("x", "R*sin(th)"),
        ("y", "-R*cos(th)"),
        ("u", "R*sin(th)+J*sin(ps)"),
        ("w", "-R*cos(th)-J*cos(ps)"),
    ];
    assert_values(&reduction, &values);
    assert_equations(
        &reduction,
        &[
            "(m+k)*R^2*th''+k*R*J*cos(th-ps)*ps''+k*R*J*sin(th-ps)*ps'^2+(m+k)*g*R*sin(th)",
            "k*J^2*ps''+k*R*J*cos(th-ps)*th''-k*R*J*sin(th-ps)*th'^2+k*g*J*sin(ps)",
        ],
    );
}

#[test]
fn a_rod_in_the_plane_turns_around_its_first_end() {
    let lagrangian = "m/2*(x'^2+y'^2)+k/2*(u'^2+w'^2)";
    let rod = system(&["x", "y", "u", "w"], lagrangian, &["0"; 4], &["(x-u)^2+(y-w)^2-J^2"]);
    let reduction = reduced(&rod);
    assert_values(&reduction, &[("u", "x+J*sin(th)"), ("w", "y-J*cos(th)")]);
    assert_eq!(reduction.system.q().to_vec(), [read("x"), read("y"), read("th")]);
}

#[test]
fn an_ellipse_has_two_radii_around_its_centre() {
    let phi = "(x-k*al)^2/J^2+y^2/R^2-1";
    let lagrangian = "m/2*(x'^2+y'^2)-m*g*y";
    let bead = system(&["x", "y"], lagrangian, &["0", "0"], &[phi]);
    let reduction = reduced(&bead);
    assert_values(&reduction, &[("x", "k*al+J*sin(th)"), ("y", "-R*cos(th)")]);
    assert!(!reduction.coverings[0].is_round);
    let shape =
        "m*(J^2*cos(th)^2+R^2*sin(th)^2)*th''+m*(R^2-J^2)*sin(th)*cos(th)*th'^2+m*g*R*sin(th)";
    assert_equations(&reduction, &[shape]);
}

#[test]
fn a_length_given_by_a_root_is_the_same_circle() {
    let lagrangian = "m/2*(x'^2+y'^2)-m*g*y";
    let pendulum = system(&["x", "y"], lagrangian, &["0", "0"], &["(x^2+y^2)^(1/2)-R"]);
    let reduction = reduced(&pendulum);
    assert_values(&reduction, &[("x", "R*sin(th)"), ("y", "-R*cos(th)")]);
    assert_eq!(reduction.dropped, ["c1"]);
}

#[test]
fn a_hyperbola_has_no_angle() {
    let lagrangian = "m/2*(x'^2+y'^2)";
    for phi in ["x^2-y^2-R^2", "x^2+y^2-x*y-R^2", "x^2+y^2+R^2"] {
        let system = system(&["x", "y"], lagrangian, &["0", "0"], &[phi]);
        let reduction = reduced(&system);
        assert!(reduction.eliminated.is_empty(), "{phi}");
        assert_eq!(reduction.unsolved, ["c1"]);
    }
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
    let error = reduce_with_names(&fixed).expect_err("nothing is left");
    assert_eq!(error, ReductionError::NothingLeft);
}
