//! Equations in quasi-velocities: which speeds are refused, which are found, and where they fail.

use alembert::language::{Model, Source, read};
use alembert::walk::{Certificate, Derivation, Form, Request, WalkError, derive};

const KNIFE_EDGE: &str = "coordinates\n  x, y, θ\nparameters\n  m = 2 in 1 .. 3\n  J = 1 in 0.5 .. 3\n\
                          T = ½ m (x'² + y'²) + ½ J θ'²\nV = x y\nconstraints\n\
                          \x20 edge: x' sin θ - y' cos θ = 0\n";

fn model(text: &str) -> Model {
    let reading = read(&Source::new("test.mech", text));
    let errors: Vec<_> = reading.diagnostics.iter().filter(|d| d.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    reading.model.expect("a text without errors has a model")
}

fn derived(text: &str) -> Result<Derivation, WalkError> {
    derive(
        &model(text),
        Request { principle: None, form: Form::Quasi, closed: false, reduce: false },
    )
}

fn quasi(text: &str) -> Derivation {
    let found = derived(text).expect("there are speeds");
    assert_eq!(found.certificate, Certificate::Proved);
    found
}

fn equations(derivation: &Derivation) -> Vec<String> {
    derivation.equations.iter().map(|(l, r)| format!("{l} = {r}")).collect()
}

#[test]
fn a_speed_that_does_not_fit_is_named_with_the_reason() {
    for (lines, message) in [
        ("  w = θ'\n  n = x' sin θ - y' cos θ\n", "`n` follows from the constraints"),
        ("  w = θ'\n  d = 2 θ'\n", "`d` follows from the constraints and the quasi-velocities"),
        ("  s = x' cos θ + y' sin θ\n  w = θ'\n  n = x'\n", "`n` is one more than"),
    ] {
        let error = derived(&format!("{KNIFE_EDGE}quasi\n{lines}")).expect_err("it does not fit");
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn names_of_nonlinear_expressions_are_not_taken_for_speeds() {
    for name in ["s = |x'|", "s = x'²", "s = x' θ'", "s = x''"] {
        let found = quasi(&format!("{KNIFE_EDGE}let\n  {name}\n"));
        assert_eq!(equations(&found)[0], "x' = u*cos(theta)", "{name}");
    }
}

#[test]
fn on_a_circle_no_motion_is_lost() {
    let text = "coordinates\n  x, y\nparameters\n  m = 1 in 0.5 .. 2\n  g = 9.81\n  l = 1 in 0.5 .. 2\n\
                L = ½ m (x'² + y'²) - m g y\nconstraints\n  rod: x² + y² = l²\n";
    let found = quasi(text);
    // The column (y, −x) has the length l at every state.
    assert_eq!(equations(&found)[..2], ["x' = y*u", "y' = -x*u"]);
    assert_eq!(found.conditions, [""; 0]);
}

#[test]
fn on_two_cylinders_no_motion_is_lost_where_the_cylinders_cross() {
    let text = "coordinates\n  x, y, z\nL = ½ (x'² + y'² + z'²)\nconstraints\n\
                \x20 first: x² + y² = 1\n  second: x² + z² = 2\n";
    let found = quasi(text);
    let kinematics = equations(&found)[..3].join(", ");
    assert_eq!(kinematics, "x' = y*z*u, y' = -x*z*u, z' = -x*y*u");
}

#[test]
fn where_speeds_are_lost_is_a_condition() {
    let text = "coordinates\n  x, y, z\nparameters\n  R = 2 in 1 .. 3\n\
                L = ½ (x'² + y'² + z'²)\nconstraints\n  sphere: x² + y² + z² = R²\n";
    let found = quasi(text);
    // There are no two vector fields on a sphere that are independent everywhere.
    assert!(found.conditions.contains(&"x != 0".to_owned()), "{:?}", found.conditions);
}

#[test]
fn speeds_are_taken_in_the_chart_that_loses_the_fewest_states() {
    let text = "coordinates\n  x, y, z\nL = ½ (x'² + y'² + z'²)\nconstraints\n\
                \x20 c: (x² + y²) z' = x y' - y x'\n";
    let found = quasi(text);
    assert!(found.conditions.iter().all(|c| c == "x^2 + y^2 != 0"), "{:?}", found.conditions);
    assert!(!found.conditions.is_empty());
}

#[test]
fn names_in_let_bring_no_poles() {
    for name in ["v = θ'", "u = x' sin θ", "w = x'\n  v = θ'"] {
        let found = quasi(&format!("{KNIFE_EDGE}let\n  {name}\n"));
        assert_eq!(found.conditions, [""; 0], "{name}");
    }
    let found = quasi(&format!("{KNIFE_EDGE}let\n  v = θ'\n"));
    assert_eq!(equations(&found)[..3], ["x' = u*cos(theta)", "y' = u*sin(theta)", "theta' = v"]);
}

#[test]
fn speeds_that_the_model_asks_for_are_taken_with_their_poles() {
    let found = quasi(&format!("{KNIFE_EDGE}quasi\n  s = x'\n"));
    assert_eq!(equations(&found)[0], "x' = s");
    assert_eq!(found.conditions, ["cos(theta) != 0"]);
}

#[test]
fn a_speed_has_a_name_that_nothing_else_has() {
    for section in ["functions\n  u(t)\n", "inputs\n  u\n", "parameters\n  u = 1\n"] {
        let force = if section.contains("(t)") { "u(t)" } else { "u" };
        let text = format!("{KNIFE_EDGE}{section}forces\n  θ: {force}\n");
        assert_eq!(equations(&quasi(&text))[0], "x' = w*cos(theta)", "{section}");
    }
    let unused = quasi(&format!("{KNIFE_EDGE}functions\n  u(t)\nobserve\n  w = x\n"));
    assert_eq!(equations(&unused)[0], "x' = s*cos(theta)");
}

#[test]
fn a_linear_system_for_the_rates_has_its_conditions() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/models/bench");
    let text = std::fs::read_to_string(folder.join("chaplygin-ball.mech"));
    let found = quasi(&text.expect("the model is there"));
    assert_eq!(found.matrices[0].0, "G", "the radius of the ball is R");
    assert_eq!(found.conditions, ["sin(theta) != 0", "det(G) != 0"]);
}

#[test]
fn equations_of_hamel_are_shown_in_speeds_and_held_against_his_own() {
    let by = |principle, text: &str| {
        let request =
            Request { principle: Some(principle), form: Form::Quasi, closed: false, reduce: false };
        derive(&model(text), request)
    };
    let named = format!("{KNIFE_EDGE}quasi\n  s = x' cos θ + y' sin θ\n  w = θ'\n");
    for text in [KNIFE_EDGE, &named] {
        let found = by("hamel", text).expect("there are speeds");
        assert_eq!((found.principle, found.certificate), ("hamel", Certificate::Proved));
        let other = by("dalembert", text).expect("there are speeds");
        assert_eq!(equations(&found), equations(&other));
    }
    let found = by("hamel", KNIFE_EDGE).expect("there are speeds");
    assert!(equations(&found).contains(&"u' = -(x*sin(theta) + y*cos(theta))/m".to_owned()));
    let error = by("voronec", KNIFE_EDGE).expect_err("its equations are others");
    assert!(
        error.to_string().contains("made from equations of the form of d'Alembert's"),
        "{error}"
    );
}
