//! Forms that a physicist would write: rotations are rotations, what the constraints say is used,
//! divisors stay as they stand.

use alembert::language::{Model, Source, read};
use alembert::walk::{Certificate, Derivation, Form, Request, check, derive, steps};
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

/// What `check` says about what is conserved.
fn invariants(text: &str) -> Vec<String> {
    let found = check(&model(text)).expect("a sound model").invariants;
    found.expect("they were looked for").lines(Spelling::Ascii)
}

#[test]
fn the_power_of_friction_is_a_sum_of_three_squares() {
    let lines = invariants(GYROSCOPE);
    let expected = "dE/dt = -c*Omega_x^2 - c*Omega_y^2 - c*Omega_z^2";
    assert!(lines.iter().any(|line| line == expected), "{lines:#?}");
}

const RACER: &str = "coordinates\n  x, y, θ, ψ\n\
    parameters\n  m = 1, I_1 = 0.1, I_2 = 0.02, l_1 = 0.3, l_2 = 0.1\n\
    T = ½ m (x'² + y'²) + ½ I_1 θ'² + ½ I_2 (θ' + ψ')²\n\
    constraints\n  rear: y' cos θ - x' sin θ = 0\n  \
    front: -x' sin(θ + ψ) + y' cos(θ + ψ) + l_1 θ' cos ψ + l_2 (θ' + ψ') = 0\n";

#[test]
fn multiples_of_the_constraints_are_taken_off() {
    let found = proved(RACER, Form::Explicit);
    let expected = "theta'' = m*I_2*l_1*cos(psi)*psi'*(cos(psi)*(cos(theta)*x' + sin(theta)*y') \
                    + l_1*sin(psi)*theta')/(I_2*(I_1 + (m*l_1^2 - I_1)*cos(psi)^2) + m*I_1*l_2^2)";
    assert_eq!(equations(&found)[2], expected);
    assert!(found.operations <= Some(147), "{:?}", found.operations);
}

/// Two pendulums in a row, below `P`.
fn double_pendulum(head: &str, rest: &str) -> String {
    format!(
        "{head}\n  P = A + a (sin θ, -cos θ)\n  Q = P + b (sin φ, -cos φ)\n{rest} \
         + ½ m_1 |P'|² + ½ m_2 |Q'|²\nV = m_1 g P_y + m_2 g Q_y\n"
    )
}

#[test]
fn a_double_pendulum_on_a_cart_has_the_angle_between_its_rods() {
    let head = "coordinates\n  x, θ, φ\nparameters\n  M = 2, m_1 = 1, m_2 = 2, a = 1, b = 1, g = 9.81\nlet\n  A = (x, 0)";
    let found = proved(&double_pendulum(head, "T = ½ M x'²"), Form::Explicit);
    let divisor = "m_1*(M + (m_1 + m_2)*sin(theta)^2) + M*m_2*sin(theta - phi)^2";
    let expected = format!(
        "x'' = m_1*sin(theta)*(a*(m_1 + m_2)*theta'^2 + m_2*b*cos(theta - phi)*phi'^2 \
         + g*(m_1 + m_2)*cos(theta))/({divisor})"
    );
    assert_eq!(equations(&found)[0], expected);
    assert!(found.operations <= Some(132), "{:?}", found.operations);
    assert_eq!(found.conditions, [format!("{divisor} != 0")]);
}

#[test]
fn conditions_have_no_sign_in_front() {
    let head = "coordinates\n  θ, φ\nparameters\n  m_1 = 1, m_2 = 2, a = 1, b = 1, g = 9.81\nlet\n  A = (0, 0)";
    let found = proved(&double_pendulum(head, "T = 0"), Form::Explicit);
    assert_eq!(found.conditions, ["m_1 + m_2*sin(theta - phi)^2 != 0"]);
}

#[test]
fn one_pole_is_better_than_two() {
    let text = "coordinates\n  x, y, θ\nparameters\n  m = 1, I = 1\n\
                T = ½ m (x'² + y'²) + ½ I θ'²\nconstraints\n  blade: y' cos θ = x' sin θ\n";
    let request =
        Request { principle: Some("naive"), form: Form::Explicit, closed: false, reduce: false };
    let found = derive(&model(text), request).expect("there is an explicit form");
    assert_eq!(found.conditions, ["cos(theta) != 0"], "{:#?}", found.equations);
}

#[test]
fn the_energy_of_a_spherical_pendulum_has_the_square_of_a_sine() {
    let lines = invariants(
        "coordinates\n  θ, φ\nparameters\n  m = 1, l = 1, g = 9.81\n\
         let\n  P = l (sin θ cos φ, sin θ sin φ, -cos θ)\nL = ½ m |P'|² - m g P_z\n",
    );
    let energy = "m*l^2*theta'^2/2 + m*l^2*sin(theta)^2*phi'^2/2 - m*l*g*cos(theta)";
    assert_eq!(lines[0], format!("conserved: E = {energy}"));
}

#[test]
fn a_lagrangian_with_the_constraint_put_in_is_short() {
    let text = "coordinates\n  x, y, θ\nparameters\n  m = 1, I = 1\n\
                T = ½ m (x'² + y'²) + ½ I θ'²\nconstraints\n  blade: y' cos θ = x' sin θ\n";
    let found = steps(&model(text), Some("voronec")).expect("Voronec's equations have steps");
    let all: Vec<_> = found.steps.iter().flat_map(|s| &s.equations).collect();
    let lagrangian = all.iter().find(|e| e.0 == "L_bar").expect("it is a step");
    assert_eq!(lagrangian.1, "m*x'^2/(2*cos(theta)^2) + I*theta'^2/2");
}

#[test]
fn the_determinant_of_a_ball_has_the_squares_of_the_vertical() {
    let text = "coordinates\n  x, y\n  B rotation with space ω, body Ω\n\
                parameters\n  m = 1, R = 1, I_1 = 2, I_2 = 3, I_3 = 4\n\
                T = ½ m (x'² + y'²) + ½ I_1 Ω_x² + ½ I_2 Ω_y² + ½ I_3 Ω_z²\n\
                constraints\n  c1: x' - R ω_y = 0\n  c2: y' + R ω_x = 0\n";
    let found = proved(text, Form::Explicit);
    assert!(found.operations <= Some(262), "{:?} {:#?}", found.operations, found.equations);
}

#[test]
fn factors_of_position_are_taken_out_of_squares_of_velocities() {
    let sphere = "coordinates\n  r, θ, φ\nparameters\n  m = 1\n\
                  L = ½ m (r'² + r² θ'² + r² sin²θ φ'²)\n";
    let found = proved(sphere, Form::Multipliers);
    assert_eq!(equations(&found)[0], "m*r'' = m*r*(theta'^2 + sin(theta)^2*phi'^2)");
}

#[test]
fn a_parameter_that_a_root_brings_with_it_is_cancelled() {
    let relativistic = "coordinates\n  x, y\nparameters\n  m = 1, c = 2, q = 1, b = 3\nfunctions\n  U(x, y)\n\
        L = -m c² sqrt(1 - (x'² + y'²)/c²) + ½ q b (x y' - y x') - q U(x, y)\n";
    let found = proved(relativistic, Form::Explicit);
    for equation in equations(&found) {
        assert!(equation.contains(" = q*sqrt(") && equation.ends_with("/(m*c^2)"), "{equation}");
    }
    let energy = &invariants(relativistic)[0];
    assert!(energy.ends_with("+ q*U(x, y)"), "{energy}");
}
