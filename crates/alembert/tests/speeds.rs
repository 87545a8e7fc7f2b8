//! Equations in quasi-velocities: which speeds are refused, which are found, and where they fail.

use alembert::language::{Model, Source, read};
use alembert::walk::{Certificate, Derivation, Form, Request, WalkError, derive};
use alembert::{Layout, Spelling};

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
    let layout = Layout { spelling: Spelling::Ascii, width: 80 };
    let request = Request { principle: None, form: Form::Quasi, closed: false, layout };
    derive(&model(text), request)
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
