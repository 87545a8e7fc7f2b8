//! Claims about every motion: true ones are proved, false ones refuted.

#[path = "../../algebra/tests/support/mod.rs"]
mod support;

use alembert_algebra::zero::Doubt;
use alembert_algebra::{Expr, Fault, Vector};
use alembert_mechanics::{
    Answer, Choice, Constraint, Reason, System, Theory, principle::dalembert,
};
use support::read;

/// Left side minus right side of an equation.
fn difference(equation: &str) -> Expr {
    let (left, right) = equation.split_once('=').expect("an equation");
    read(left) - read(right)
}

fn system(coordinates: &[&str], lagrangian: &str, constraints: &[&str]) -> System {
    let q: Vector = coordinates.iter().map(|name| read(name)).collect();
    let phi = constraints.iter().enumerate();
    let phi = phi.map(|(i, text)| Constraint::ideal(&format!("c{}", i + 1), read(text))).collect();
    let n = q.len();
    System::new(q, read(lagrangian), Vector::zeros(n), phi).expect("a system")
}

fn answer(system: &System, claim: &str) -> Answer {
    let motion = dalembert(system).expect("a motion");
    let claim = difference(claim);
    match Theory::new(system, &motion, &[claim]) {
        Ok(mut theory) => theory.decide(claim),
        Err(reason) => Answer::Undecided(reason),
    }
}

fn assert_claims(system: &System, proved: &[&str], refuted: &[&str]) {
    for claim in proved {
        assert_eq!(answer(system, claim), Answer::Proved, "{claim}");
    }
    for claim in refuted {
        assert_ne!(answer(system, claim), Answer::Proved, "{claim}");
        assert_has_witness(system, claim);
    }
}

fn assert_has_witness(system: &System, claim: &str) {
    let (left, right) = claim.split_once('=').expect("an equation");
    let motion = dalembert(system).expect("a motion");
    let mut theory = Theory::new(system, &motion, &[difference(claim)]).expect("a theory");
    let witness = theory.witness((read(left), read(right)), &Choice::default()).expect(claim);
    assert!((witness.left - witness.right).abs() > 1e-12, "{claim}");
}

#[test]
fn the_knife_edge_does_not_run_away() {
    let lagrangian = "m/2*(x'^2+y'^2)+J/2*phi'^2+m*g*sin(al)*x";
    let edge = system(&["x", "y", "phi"], lagrangian, &["x'*sin(phi)-y'*cos(phi)"]);
    assert_claims(
        &edge,
        &[
            "phi'' = 0",
            "x'' = g*sin(al)*cos(phi)^2 - phi'*y'",
            "x'*sin(phi) = y'*cos(phi)",
            "(x'*cos(phi) + y'*sin(phi))^2 = x'^2 + y'^2",
            "phi''' = 0",
        ],
        &["x'' = g*sin(al)*cos(phi)^2 + phi'*y'", "phi'' = 1", "x' = y'"],
    );
}

#[test]
fn the_rolling_sphere_keeps_its_velocity() {
    let spin = "phi'^2+theta'^2+psi'^2+2*phi'*psi'*cos(theta)";
    let sphere = system(
        &["phi", "theta", "psi", "x", "y"],
        &format!("m/2*(x'^2+y'^2)+m*R^2/5*({spin})"),
        &[
            "x'-R*(theta'*sin(phi)-psi'*sin(theta)*cos(phi))",
            "y'+R*(theta'*cos(phi)+psi'*sin(theta)*sin(phi))",
        ],
    );
    assert_claims(
        &sphere,
        &[
            "x'' = 0",
            "y'' = 0",
            "theta'' = -phi'*psi'*sin(theta)",
            "lambda_c1 = 0",
            "phi''*sin(theta) = theta'*(psi' - cos(theta)*phi')",
        ],
        &["theta'' = phi'*psi'*sin(theta)", "phi'' = 0"],
    );
}

#[test]
fn the_cone_of_appell_and_hamel_is_used_and_needed() {
    let lagrangian = "m/2*(x'^2+y'^2+z'^2)-m*g*z";
    let cone = system(&["x", "y", "z"], lagrangian, &["x'^2+y'^2-kap^2*z'^2"]);
    assert_claims(
        &cone,
        &["z'' = -g/(1+kap^2)", "x'*y'' = y'*x''", "x'^2 + y'^2 = kap^2*z'^2"],
        &["z'' = -g/(1-kap^2)", "x'' = 0"],
    );
}

#[test]
fn the_pendulum_by_its_position() {
    let pendulum = system(&["x", "y"], "m/2*(x'^2+y'^2)-m*g*y", &["x^2+y^2-R^2"]);
    assert_claims(
        &pendulum,
        &[
            "x*y'' - y*x'' = -g*x",
            "x^2 + y^2 = R^2",
            "x*x' + y*y' = 0",
            "2*R^2*lambda_c1 = m*(g*y - x'^2 - y'^2)",
        ],
        &["x*y'' - y*x'' = g*x", "2*R^2*lambda_c1 = m*(g*y + x'^2 + y'^2)"],
    );
}

#[test]
fn redundant_constraints_leave_multipliers_open_but_not_the_motion() {
    let twice = system(&["x", "y"], "m/2*(x'^2+y'^2)-m*g*y", &["x'-y'", "2*x'-2*y'"]);
    assert_claims(&twice, &["x'' = -g/2", "y'' = -g/2"], &["x'' = g/2"]);
    assert_eq!(answer(&twice, "lambda_c1 = 0"), Answer::Undecided(Reason::Undetermined));
}

#[test]
fn contradictory_constraints_prove_nothing() {
    let impossible = system(&["x", "y"], "m/2*(x'^2+y'^2)", &["x'-1", "x'-2"]);
    assert_eq!(answer(&impossible, "x'' = 5"), Answer::Undecided(Reason::Contradiction));
}

/// One equation says x'' + y'' = −1 and the other x'' + y'' = −2: each of them follows, and there is no motion.
#[test]
fn equations_of_motion_that_contradict_each_other_prove_nothing() {
    let rod = system(&["x", "y"], "(x'+y')^2/2 - x - 2*y", &[]);
    for claim in ["x'' + y'' = -1", "x'' + y'' = -2", "x'' + y'' = 5", "1 + x'' = -y''"] {
        assert_eq!(answer(&rod, claim), Answer::Undecided(Reason::NoMotion), "{claim}");
    }
    let pulled = system(&["x", "y", "z"], "(x'+y')^2/2 + z'^2/2 - x - 2*y", &["z'-x'-y'"]);
    for claim in ["z'' = -1", "z'' = x'' + y''", "z'' = -1/2"] {
        assert_ne!(answer(&pulled, claim), Answer::Proved, "{claim}");
    }
}

/// The constraint says x' = 0, after a division by 1 + y² that a short way to a proof does without.
#[test]
fn a_claim_that_divides_by_what_vanishes_on_every_state_is_not_proved() {
    let held = system(&["x", "y"], "x'^2/2+y'^2/2", &["(1+y^2)*x'"]);
    let nothing = Answer::Undecided(Reason::Doubt(Doubt::Fault(Fault::Undefined)));
    for claim in ["y*x'/x' = y", "(y+1)*x'/x' = y + 1", "y*x''/x'' = y"] {
        assert_eq!(answer(&held, claim), nothing, "{claim}");
    }
    assert_eq!(answer(&held, "y*(2+x')/(2+x') = y"), Answer::Proved);
}

#[test]
fn definitions_may_be_used_and_numbers_may_not() {
    let plain = system(&["x"], "J/2*x'^2 - m*g*x", &[]);
    let defined = plain.clone().with_definitions(vec![(read("J"), read("2*m"))]).unwrap();
    assert!(matches!(answer(&plain, "x'' = -g/2"), Answer::Refuted(_)));
    assert_eq!(answer(&defined, "x'' = -g/2"), Answer::Proved);
}

/// Is there a state at which the claim fails?
fn has_witness(system: &System, claim: &str) -> bool {
    let (left, right) = claim.split_once('=').expect("an equation");
    let motion = dalembert(system).expect("a motion");
    let mut theory = Theory::new(system, &motion, &[difference(claim)]).expect("a theory");
    theory.witness((read(left), read(right)), &Choice::default()).is_some()
}

fn assert_not_refuted(system: &System, claims: &[&str]) {
    for claim in claims {
        let answer = answer(system, claim);
        assert!(!matches!(answer, Answer::Refuted(_)), "{claim}: {answer:?}");
        assert!(!has_witness(system, claim), "{claim}");
    }
}

#[test]
fn what_follows_from_a_constraint_inside_functions_is_not_refuted() {
    let line = system(&["x", "y"], "m/2*(x'^2+y'^2)", &["x-y"]);
    assert_not_refuted(&line, &["sin(x) = sin(y)", "exp(x) = exp(y)", "sin(x-y) = 0"]);
    assert_not_refuted(&line, &["(1+x^2)^(1/2) = (1+y^2)^(1/2)", "f(x) = f(y)"]);
    let circle = system(&["x", "y"], "m/2*(x'^2+y'^2)", &["x^2+y^2-1"]);
    assert_not_refuted(&circle, &["(x^2+y^2)^(1/2) = 1", "sin(x^2) = sin(1-y^2)"]);
    assert_not_refuted(&circle, &["f(x^2) = f(1-y^2)"]);
    let speed = system(&["x", "y"], "m/2*(x'^2+y'^2)", &["x'-y'"]);
    assert_not_refuted(&speed, &["sin(x') = sin(y')", "exp(x') = exp(y')"]);
}

#[test]
fn what_is_false_on_a_constraint_inside_functions_has_a_witness() {
    let line = system(&["x", "y"], "m/2*(x'^2+y'^2)", &["x-y"]);
    assert_claims(&line, &[], &["sin(x) = cos(y)", "f(x) = f(2*y)", "exp(x) = exp(-y)"]);
}

#[test]
fn what_holds_at_every_real_state_is_not_refuted_by_complex_ones() {
    let still = system(&["x", "y"], "m/2*(x'^2+y'^2)", &["x'^2+y'^2"]);
    assert_not_refuted(&still, &["x' = 0", "x' = y'"]);
    let point = system(&["x", "y"], "m/2*(x'^2+y'^2)", &["x^2+y^2"]);
    assert_not_refuted(&point, &["x = 0"]);
}

#[test]
fn conditions_that_the_equations_of_motion_leave_on_the_state_are_not_refuted() {
    let singular = system(&["x", "y"], "x'^2/2 - y^2 - x*y", &[]);
    assert_not_refuted(&singular, &["y = -x/2", "x'' = x/2"]);
    assert_eq!(answer(&singular, "x'' = -y"), Answer::Proved);
}

/// y² + x² = 0 is left of the equation of y, whose only real point is the origin.
#[test]
fn a_curved_condition_that_is_left_on_the_state_refutes_nothing_by_itself() {
    let point = system(&["x", "y"], "x'^2/2 - y^3/3 - x^2*y", &[]);
    assert_not_refuted(&point, &["x = 0", "x = y", "x' = 0"]);
}

/// x² + y² + z² = 0 is irreducible, and its only real point is the origin, where all is at rest: neither as a
/// constraint nor as what is left of the equation of y does it leave its symbols free.
#[test]
fn curved_conditions_with_one_real_point_refute_nothing_about_accelerations() {
    let held = system(&["x", "y", "z"], "m/2*(x'^2+y'^2+z'^2)", &["x^2+y^2+z^2"]);
    assert_not_refuted(&held, &["x'' = y''", "z'' = 0"]);
    let left = system(&["x", "y", "z"], "x'^2/2 + z'^2/2 - y^3/3 - x^2*y - z^2*y", &[]);
    assert_not_refuted(&left, &["x'' = 0", "x'' = z''"]);
}

/// x + sin x = y + sin y is not solved, neither as a constraint nor as what is left of the equation of y: it
/// leaves nothing free, and a normal form alone does not refute what is claimed beside it.
#[test]
fn a_normal_form_beside_an_unsolved_condition_needs_a_state() {
    let held = system(&["x", "y"], "(x'^2+y'^2)/2", &["x+sin(x)-y-sin(y)"]);
    let left = system(&["x", "y"], "x'^2/2 + y^2/2 - cos(y) + (x+sin(x))*y", &[]);
    for curved in [held, left] {
        let found = answer(&curved, "x'' = 5");
        assert!(matches!(found, Answer::Undecided(_)), "{found:?}");
    }
    let free = system(&["x", "y"], "(x'^2+y'^2)/2", &[]);
    assert!(matches!(answer(&free, "x'' = 5"), Answer::Refuted(_)));
}

/// x'² = y'² has two parts, and the time derivative of a constraint holds on each of them.
#[test]
fn a_part_of_a_differentiated_constraint_follows_on_states_of_several_parts() {
    let lines = system(&["x", "y"], "(x'^2+y'^2)/2", &["x'^2-y'^2"]);
    for claim in ["x'*x'' = y'*y''", "3*x'*x'' = 3*y'*y''", "2*x'*x''*y = 2*y'*y''*y"] {
        assert_eq!(answer(&lines, claim), Answer::Proved, "{claim}");
    }
    for claim in ["x'*x'' = -y'*y'' + 1", "x'*y'' = y'*x'' + x'"] {
        assert_ne!(answer(&lines, claim), Answer::Proved, "{claim}");
    }
}

/// x + sin x = y + sin y says x = y, where `(sin x − sin y) z' = 0` says nothing.
#[test]
fn a_divisor_that_vanishes_on_an_unsolved_constraint_proves_nothing() {
    let level = "x + sin(x) - y - sin(y)";
    let held = system(&["x", "y", "z"], "m/2*(x'^2+y'^2+z'^2)", &[level, "(sin(x)-sin(y))*z'"]);
    for claim in ["z' = 0", "z'' = 0", "z'*x = 0"] {
        assert_ne!(answer(&held, claim), Answer::Proved, "{claim}");
    }
    let free = system(&["x", "y", "z"], "m/2*(x'^2+y'^2+z'^2)", &[level]);
    assert_eq!(answer(&free, "z'' = 0"), Answer::Proved);
}

/// log(m g) − log m − log g vanishes for all positive parameters, which the algebra does not know.
#[test]
fn a_divisor_of_parameters_that_may_vanish_proves_nothing() {
    let disguised = "(log(m*g)-log(m)-log(g))*x'";
    let held = system(&["x", "y"], "m/2*(x'^2+y'^2)-m*g*y", &[disguised]);
    for claim in ["x' = 0", "x'' = 0", "x'*y = 0"] {
        assert_ne!(answer(&held, claim), Answer::Proved, "{claim}");
    }
}

#[test]
fn linear_constraints_alone_tell_where_they_are_independent() {
    let free = "x'^2/2+y'^2/2+phi'^2/2+x*cos(phi)";
    let conditions = |constraints: &[&str]| {
        let system = system(&["x", "y", "phi"], free, constraints);
        let motion = dalembert(&system).expect("a motion");
        let whole = Theory::new(&system, &motion, &[]).map(|theory| match theory.is_split() {
            true => Err(Reason::Split),
            false => Ok(theory.provisos().to_vec()),
        });
        let found = Theory::rank_conditions(&system, &motion);
        assert_eq!(Ok(&found), whole.as_ref(), "{constraints:?}");
        found
    };
    assert_eq!(conditions(&["x'*sin(phi)-y'*cos(phi)"]), Ok(vec![]));
    assert_eq!(conditions(&["k*x'-k*y'", "phi'-x'"]), Ok(vec![read("k")]));
    assert_eq!(conditions(&["x*x'-x*y*y'"]), Ok(vec![read("x")]));
    assert_eq!(conditions(&["x'-y'", "y'-x'"]), Ok(vec![]));
    // Parts, and constraints on positions, are looked at with the equations of motion.
    assert_eq!(conditions(&["x'^2-y'^2"]), Err(Reason::Split));
    assert_eq!(conditions(&["x*(x^2+y^2-1)"]), Err(Reason::Split));
    assert!(conditions(&["x^2+y^2-1"]).is_ok());
}
