//! What is shown divides by nothing that need not be divided by.

use alembert::language::{Model, Source, read};
use alembert::walk::{Certificate, Derivation, Form, Request, derive, steps};

fn model(text: &str) -> Model {
    let reading = read(&Source::new("test.mech", text));
    let errors: Vec<_> = reading.diagnostics.iter().filter(|d| d.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    reading.model.expect("a text without errors has a model")
}

fn proved(text: &str, form: Form, closed: bool) -> Derivation {
    let request = Request { principle: None, form, closed, reduce: false };
    let found = derive(&model(text), request).expect("the form exists");
    assert_eq!(found.certificate, Certificate::Proved);
    found
}

/// A bead on a curve, in coordinates that are not perpendicular.
const BEAD: &str = "coordinates\n  s, theta\nparameters\n  m = 1, R = 2\n\
    T = ½ m (s'^2 + R^2 theta'^2 + 2 R s' theta' sin(theta - s/R))\n\
    constraints\n  c: s = R theta^2 + exp(theta) - 1\n";

#[test]
fn a_multiplier_has_no_factor_in_common_with_what_it_divides_by() {
    for (form, closed) in [(Form::Explicit, true), (Form::Quasi, false)] {
        let found = proved(BEAD, form, closed);
        // R² + 2 R sin(θ − s/R) (exp θ + 2 R θ) + (exp θ + 2 R θ)², the inertia along the curve
        let inertia = "R*(R + 2*sin((R*theta - s)/R)*exp(theta) \
                       + 4*theta*(exp(theta) + R*(sin((R*theta - s)/R) + theta))) + exp(theta)^2";
        assert_eq!(found.conditions, [format!("{inertia} != 0")]);
    }
}

fn by(principle: &str, text: &str) -> Derivation {
    let (form, closed, reduce) = (Form::Multipliers, false, false);
    let request = Request { principle: Some(principle), form, closed, reduce };
    derive(&model(text), request).expect("the principle applies")
}

/// Two blades on a rod, of which the front one is steered.
const BICYCLE: &str = "coordinates\n  x, y, theta, delta\nparameters\n  m = 10, I = 2, J = 1, w = 1\n\
    T = ½ m (x'^2 + y'^2) + ½ I theta'^2 + ½ J (theta' + delta')^2\n\
    constraints\n  rear: x' sin(theta) - y' cos(theta) = 0\n  \
    front: x' sin(theta + delta) - y' cos(theta + delta) - w theta' cos(delta) = 0\n\
    quasi\n  v = x' cos(theta) + y' sin(theta)\n";

#[test]
fn the_angle_of_a_handlebar_is_seen_through_sums_of_angles() {
    let found = steps(&model(BICYCLE), Some("hamel")).expect("Hamel's equations exist");
    let velocities = &found.steps[1].equations;
    assert_eq!(velocities[2], ("theta'".to_owned(), "v*sin(delta)/(w*cos(delta))".to_owned()));
    let found = by("hamel", BICYCLE);
    assert_eq!(found.conditions[0], "cos(delta) != 0");
}

#[test]
fn equations_along_directions_that_degenerate_say_where() {
    let cone = "coordinates\n  x, y, z\nparameters\n  m = 1, g = 9.81, a = 0.5\n\
                L = ½ m (x'^2 + y'^2 + z'^2) - m g z\nconstraints\n  cone: x'^2 + y'^2 = a^2 z'^2\n";
    for principle in ["appell", "maggi"] {
        assert_eq!(by(principle, cone).conditions, ["x' != 0", "z' != 0"], "{principle}");
    }
    assert!(by("dalembert", cone).conditions.is_empty(), "multipliers need no directions");
}
