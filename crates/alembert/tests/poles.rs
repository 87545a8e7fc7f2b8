//! What is shown divides by nothing that need not be divided by.

use alembert::language::{Model, Source, read};
use alembert::walk::{Certificate, Derivation, Form, Request, check, derive, steps};

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
    let velocity = ("theta'".to_owned(), "v*tan(delta)/w".to_owned());
    assert!(found.steps.iter().any(|step| step.equations.contains(&velocity)));
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

fn texts(list: &[(String, String)]) -> Vec<String> {
    list.iter().map(|(l, r)| format!("{l} = {r}")).collect()
}

#[test]
fn a_wire_that_a_motor_turns_has_no_pole_at_any_time() {
    let wire = "coordinates\n  x, y\nparameters\n  m = 1, Ω = 3, k = 5\n\
                T = ½ m (x'² + y'²)\nV = ½ k (x² + y²)\n\
                constraints\n  wire: x sin(Ω t) - y cos(Ω t) = 0\n";
    let found = proved(wire, Form::Explicit, true);
    assert!(found.conditions.is_empty(), "{:?}", found.conditions);
    let lambda = "lambda_wire = -2*m*Omega*(cos(Omega*t)*x' + sin(Omega*t)*y')";
    assert_eq!(texts(&found.closed), [lambda]);
    let found = proved(wire, Form::Quasi, false);
    let expected = [
        "x' = u*cos(Omega*t) - Omega*y",
        "y' = Omega*x + u*sin(Omega*t)",
        "u' = (m*Omega^2 - k)*(x*cos(Omega*t) + y*sin(Omega*t))/m",
    ];
    assert_eq!(texts(&found.equations), expected);
    assert!(found.conditions.is_empty(), "{:?}", found.conditions);
    let power = check(&model(wire)).expect("it is checked").text();
    assert!(power.contains("dE/dt = −Ω λ_wire (x cos(Ω t) + y sin(Ω t))"), "{power}");
}

#[test]
fn two_skates_on_a_hinge_have_no_pole_at_any_heading() {
    let skates = "coordinates\n  x, y, α, β\nparameters\n  m = 1, J = 1, a = 0.5, b = 0.7, M = 2, K = 3\n  c = 1\n\
        let\n  P = (x, y)\n  Q = P - a (cos α, sin α) - b (cos β, sin β)\n\
        T = ½ m |P'|² + ½ J α'² + ½ M |Q'|² + ½ K β'²\n\
        forces\n  dissipation = ½ c (α' - β')²\n\
        constraints\n  s1: -P_x' sin α + P_y' cos α = 0\n  s2: Q_y' cos β = Q_x' sin β\n";
    let found = proved(skates, Form::Explicit, true);
    assert!(found.operations.is_some_and(|n| n <= 300), "{:?}", found.operations);
    let inertia = "(m*a^2 - J)*(b^2*M - K)*cos(beta - alpha)^2 - (J + a^2*M)*(K + m*b^2)";
    assert_eq!(texts(&found.closed)[0], format!("Delta = {inertia}"));
    assert_eq!(found.conditions, ["Delta != 0"]);
}

#[test]
fn redundant_constraints_have_the_multipliers_of_least_norm() {
    let wheel = "coordinates\n  x, θ\nparameters\n  m = 1, I = 2, R = 0.5, F = 3\n\
                 L = ½ m x'² + ½ I θ'² + F x\n\
                 constraints\n  a: x' = R θ'\n  b: 2 x' = 2 R θ'\n";
    // The reaction −I F/(m R² + I) along x is λ_a + 2 λ_b; the shortest such pair is in the ratio 1 : 2.
    let found = proved(wheel, Form::Explicit, true);
    let expected = ["lambda_a = -I*F/(5*(I + m*R^2))", "lambda_b = -2*I*F/(5*(I + m*R^2))"];
    assert_eq!(texts(&found.closed), expected);
}

#[test]
fn a_body_whose_constraint_has_full_rank_everywhere_turns_by_half_turns_too() {
    let veselova = "coordinates\n  B rotation with space ω, body Ω\nparameters\n  A = 1, D = 2, C = 3\n\
                    T = ½ (A Ω_x² + D Ω_y² + C Ω_z²)\nconstraints\n  c: ω_z = 0\nexpect\n  E is conserved\n";
    let found = proved(veselova, Form::Explicit, false);
    assert!(!found.conditions.iter().any(|c| c.contains("B_xx")), "{:?}", found.conditions);
    let report = check(&model(veselova)).expect("it is checked");
    assert!(report.statements[0].conditions.is_empty(), "{:?}", report.statements[0].conditions);
}

#[test]
fn a_sum_of_multiples_of_constraints_needs_no_rank() {
    let board = "coordinates\n  x, y, θ, φ\nparameters\n  m = 1, J = 1, r = 1\n\
        T = ½ m (x'² + y'²) + ½ J (θ'² + φ'²)\n\
        constraints\n  front: -x' sin(θ + φ) + y' cos(θ + φ) + r θ' cos φ = 0\n  \
        back: -x' sin(θ - φ) + y' cos(θ - φ) - r θ' cos φ = 0\n\
        expect\n  cos φ (x' sin θ - y' cos θ) = 0\n  x' sin θ = y' cos θ\n";
    let report = check(&model(board)).expect("it is checked");
    assert!(report.statements[0].conditions.is_empty(), "{:?}", report.statements[0].conditions);
    assert_eq!(report.statements[1].conditions, ["cos(phi) != 0"], "at right angles it may fail");
}

#[test]
fn what_is_too_long_names_the_form_that_is_not() {
    let arm = "coordinates\n  φ, α, β\nparameters\n  m = 2, n = 1.5, l = 0.4, h = 0.3, g = 9.81, I = 0.1\n\
        let\n  P = Rz(φ, (0.2*l, 0, 0) + Ry(α, (0, 0, l)))\n  Q = P + Rz(φ, Ry(α, Rx(β, (0, h, 0))))\n\
        T = ½ I φ'² + ½ m |P'|² + ½ n |Q'|²\nV = g (m P_z + n Q_z)\n";
    let request = Request { principle: None, form: Form::Explicit, closed: false, reduce: false };
    let found = derive(&model(arm), request).expect("another form takes its place");
    let instead = found.instead.expect("the explicit form fills a book").sentence();
    assert!(instead.contains("matri"), "{instead}");
}
