//! Forms that a physicist would write: rotations are rotations, what the constraints say is used,
//! divisors stay as they stand.

use alembert::language::{Model, Source, read};
use alembert::walk::{Certificate, Derivation, Form, Request, check, derive};
use alembert_render::Spelling;

fn model(text: &str) -> Model {
    let reading = read(&Source::new("test.mech", text));
    let errors: Vec<_> = reading.diagnostics.iter().filter(|d| d.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    reading.model.expect("a text without errors has a model")
}

/// The equations in a form, which must be proved.
fn proved(text: &str, form: Form) -> Derivation {
    let request = Request { principle: None, form, closed: false, reduce: false };
    let found = derive(&model(text), request).expect("there is such a form");
    assert_eq!(found.certificate, Certificate::Proved, "{:#?}", found.equations);
    found
}

fn equations(found: &Derivation) -> Vec<String> {
    found.equations.iter().map(|(l, r)| format!("{l} = {r}")).collect()
}

fn operations(text: &str) -> usize {
    proved(text, Form::Explicit).operations.expect("they are counted")
}

const GYROSCOPE: &str = "coordinates\n  x\n  B rotation with space ω, body Ω\n\
    parameters\n  M = 2, m = 1, l = 0.3, A = 0.05, C = 0.02, g = 9.81, k = 5, c = 0.1\n\
    let\n  P = (x, 0, 0) + B (0, 0, l)\n\
    T = ½ M x'² + ½ m |P'|² + ½ A (Ω_x² + Ω_y²) + ½ C Ω_z²\n\
    V = m g P_z + ½ k x²\nforces\n  B: -c ω\n";

#[test]
fn friction_on_a_body_has_the_components_of_its_angular_velocity() {
    let unsolved = equations(&proved(GYROSCOPE, Form::Multipliers));
    assert_eq!(unsolved[3], "C*Omega_z' = -c*Omega_z");
    let solved = equations(&proved(GYROSCOPE, Form::Explicit));
    assert_eq!(solved[3], "Omega_z' = -c*Omega_z/C");
}

#[test]
fn columns_of_a_rotation_are_perpendicular_units_in_matrices() {
    let found = proved(GYROSCOPE, Form::Matrix);
    let (name, rows) = &found.matrices[0];
    assert_eq!(name, "M");
    assert_eq!(rows[1], ["-m*l*B_xy", "A + m*l^2", "0", "0"]);
    assert_eq!(rows[2], ["m*l*B_xx", "0", "A + m*l^2", "0"]);
}

#[test]
fn the_power_of_friction_is_a_sum_of_three_squares() {
    let found = check(&model(GYROSCOPE)).expect("a sound model").invariants;
    let lines = found.expect("they were looked for").lines(Spelling::Ascii);
    let expected = "dE/dt = -c*Omega_x^2 - c*Omega_y^2 - c*Omega_z^2";
    assert!(lines.iter().any(|line| line == expected), "{lines:#?}");
}
