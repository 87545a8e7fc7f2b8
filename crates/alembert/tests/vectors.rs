//! Vectors are lowered to their components, and what does not fit together is refused.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use alembert::language::{
    Code, Diagnostic, Model, Source, read, read_assignments, read_equation, read_expression,
};
use alembert::walk::{self, eval};
use alembert_algebra::Expr;
use serde_json::Value;

const HEAD: &str = "coordinates\n  x, y, z, α\nparameters\n  m = 1, k = 2\nlet\n  P = (x, y, z)\n  \
                    Q = (1, k, α)\n  F = (x, y)\n";

fn text(more: &str) -> String {
    format!("{HEAD}{more}\nT = ½ m (|P'|² + α'²)\nV = k x\n")
}

fn model(more: &str) -> Model {
    let reading = read(&Source::new("a.mech", text(more)));
    reading.model.unwrap_or_else(|| panic!("{more}: {:#?}", reading.diagnostics))
}

fn found(more: &str) -> Vec<Diagnostic> {
    read(&Source::new("a.mech", text(more))).diagnostics
}

fn value(model: &Model, text: &str) -> Expr {
    read_expression(&Source::new("<question>", text), model)
        .unwrap_or_else(|found| panic!("{text}: {found:#?}"))
}

/// Each line: an expression with vectors, and the same without.
fn equal(rows: &[(&str, &str)]) {
    for (vectors, numbers) in rows {
        let model = model(&format!("  W = {vectors}\nexpect\n  m k = x"));
        assert_eq!(value(&model, "W"), value(&model, numbers), "{vectors}");
    }
}

/// Each line: a vector, and its components.
fn components(rows: &[(&str, [&str; 3])]) {
    for (vector, expected) in rows {
        let model = model(&format!("  W = {vector}"));
        for (axis, expected) in ["W_x", "W_y", "W_z"].iter().zip(expected) {
            assert_eq!(value(&model, axis), value(&model, expected), "{axis} of {vector}");
        }
    }
}

#[test]
fn sums_multiples_and_derivatives_go_by_components() {
    components(&[
        ("P + Q", ["x + 1", "y + k", "z + α"]),
        ("P - 2 Q", ["x - 2", "y - 2 k", "z - 2 α"]),
        ("-k P", ["-k x", "-k y", "-k z"]),
        ("P/k", ["x/k", "y/k", "z/k"]),
        ("P α m", ["x α m", "y α m", "z α m"]),
        ("m · P", ["m x", "m y", "m z"]),
        ("P ((Q · Q) k)", ["x (1 + k² + α²) k", "y (1 + k² + α²) k", "z (1 + k² + α²) k"]),
        ("P'", ["x'", "y'", "z'"]),
        ("(α P)''", ["(α x)''", "(α y)''", "(α z)''"]),
        ("(x, y, 0) + (0, 0, z)", ["x", "y", "z"]),
        ("\\frac{P}{2} + \\dot{P}", ["x/2 + x'", "y/2 + y'", "z/2 + z'"]),
    ]);
}

#[test]
fn products_of_vectors() {
    equal(&[
        ("P · Q", "x + k y + α z"),
        ("dot(P, Q)", "x + k y + α z"),
        ("2 P · Q m", "2 (x + k y + α z) m"),
        ("F · F", "x² + y²"),
        ("|P|²", "x² + y² + z²"),
        ("|P|", "√(x² + y² + z²)"),
        ("|P|^-3", "1/√(x² + y² + z²)^3"),
        ("P²", "x² + y² + z²"),
        ("|-x|", "|x|"),
        ("(P × Q) · P", "(α y - k z) x + (z - α x) y + (k x - y) z"),
        ("P \\cdot Q", "x + k y + α z"),
    ]);
    components(&[
        ("P × Q", ["α y - k z", "z - α x", "k x - y"]),
        ("cross(P, Q)", ["α y - k z", "z - α x", "k x - y"]),
        ("P \\times Q", ["α y - k z", "z - α x", "k x - y"]),
        ("2 P × Q", ["2 (α y - k z)", "2 (z - α x)", "2 (k x - y)"]),
    ]);
}

#[test]
fn turns_follow_the_right_hand() {
    components(&[
        ("Rz(α, (1, 0, 0))", ["cos α", "sin α", "0"]),
        ("Rx(α, (0, 1, 0))", ["0", "cos α", "sin α"]),
        ("Ry(α, (0, 0, 1))", ["sin α", "0", "cos α"]),
        ("Rz(α, (0, 1, 0))", ["-sin α", "cos α", "0"]),
        ("Rx(α, (0, 0, 1))", ["0", "-sin α", "cos α"]),
        ("Ry(α, (1, 0, 0))", ["cos α", "0", "-sin α"]),
        ("R((0, 0, 1), α, (1, 0, 0))", ["cos α", "sin α", "0"]),
        ("R((1, 0, 0), α, (0, 1, 0))", ["0", "cos α", "sin α"]),
        ("R((0, 1, 0), α, (0, 1, 0))", ["0", "1", "0"]),
    ]);
    let model = model("  G = Rz(α, F)");
    assert_eq!(value(&model, "G_x"), value(&model, "x cos α - y sin α"));
    assert_eq!(value(&model, "G_y"), value(&model, "x sin α + y cos α"));
}

#[test]
fn a_declared_name_wins_over_a_component_and_over_a_function() {
    let declared = "coordinates\n  x, y\nparameters\n  P_x = 3, R = 2\nlet\n  P = (x, y)\nL = ½ R(x'² + y'²) + P_x P_y\n";
    let model = read(&Source::new("a", declared)).model.expect("the model is right");
    let expected = value(&model, "½ R (x'² + y'²) + P_x y");
    assert_eq!(model.lagrangian, expected);
}

#[test]
fn an_equation_between_vectors_is_a_constraint_for_each_component() {
    let more = "constraints\n  roll: P' = α' Q\n  F' = (0, 0)\nexpect\n  roll is nonholonomic\n  \
                roll_y, c2_x are linear\n  λ_roll_z = x\n  P'' = (0, 0, 0)";
    let model = model(more);
    let labels: Vec<&str> = model.constraints.iter().map(|c| c.label.as_str()).collect();
    assert_eq!(labels, ["roll_x", "roll_y", "roll_z", "c2_x", "c2_y"]);
    let side = |text: &str| read_equation(&Source::new("<q>", text), &model).expect("it is right");
    let (left, right) = side("y' = k α'");
    assert_eq!(model.constraints[1].phi, left - right);
}

#[test]
fn observed_vectors_and_abbreviations_become_components() {
    let model = model("observe\n  C = P + P'\nexpect\n  C_x = 0");
    let names: Vec<&str> = model.observed.iter().map(|d| d.name.as_str()).collect();
    assert_eq!(names, ["C_x", "C_y", "C_z"]);
    assert_eq!(model.abbreviations[0].name, "P_x");
    assert_eq!(model.abbreviations[0].value, value(&model, "x"));
}

#[test]
fn what_does_not_fit_together_is_refused_at_its_place() {
    let rows = [
        ("  W = P + m", "m"),
        ("  W = m + P", "P"),
        ("  W = P + F", "F"),
        ("  W = P Q", "P Q"),
        ("  W = m/P", "P"),
        ("  W = sin(P)", "P"),
        ("  W = P^3", "P"),
        ("  W = 2^P", "P"),
        ("  W = √P", "P"),
        ("  W = P · F", "P · F"),
        ("  W = F × F", "F × F"),
        ("  W = (1, P)", "P"),
        ("  W = (1, 2, 3, 4)", "(1, 2, 3, 4)"),
        ("  W = Rx(α, F)", "F"),
        ("  W = Rx(P, P)", "P"),
        ("  W = R(F, α, P)", "F"),
        ("  W = dot(P, m)", "m"),
        ("constraints\n  c: P' = 0", "0"),
        ("constraints\n  c: P' = F'", "F'"),
        ("constraints\n  c: x' = P", "P"),
        ("constraints\n  c: F' = (0, 0) reaction (1, 0, 0, 0)", "1"),
        ("forces\n  x: P", "P"),
        ("initial\n  x = (1, 2)", "(1, 2)"),
        ("expect\n  P'(0) = x", "P'"),
        ("expect\n  P = x", "x"),
    ];
    for (more, place) in rows {
        let used = if more.starts_with("  W") {
            format!("{more}\nexpect\n  W = W")
        } else {
            more.to_owned()
        };
        let errors: Vec<Diagnostic> =
            found(&used).into_iter().filter(Diagnostic::is_error).collect();
        assert_eq!(errors.len(), 1, "{more}: {errors:#?}");
        assert_eq!(errors[0].code, Code::Expected, "{more}");
        assert_eq!(&text(&used)[errors[0].span.start..errors[0].span.end], place, "{more}");
    }
}

#[test]
fn messages_about_vectors_say_what_is_what() {
    let d = &found("  W = P + m\nexpect\n  W = W")[0];
    assert_eq!(d.message, "`m` is a number and cannot be added to a vector of 3 components");
    let d = &found("constraints\n  c: P' = 0")[0];
    assert_eq!(d.fixes[0].text, "(0, 0, 0)");
    let all = found("expect\n  F_z = 0");
    let d = all.iter().find(|d| d.is_error()).expect("an error");
    assert_eq!(
        (d.code, d.hint.as_deref()),
        (Code::UnknownSymbol, Some("the vector has 2 components"))
    );
    let all = found("expect\n  Rx(α) = 0");
    let d = all.iter().find(|d| d.is_error()).expect("an error");
    assert_eq!(d.message, "`Rx` takes 2 arguments, not 1");
    let questions = read_expression(&Source::new("<q>", "P"), &model("")).unwrap_err();
    assert!(questions[0].message.starts_with("expected a number"));
}

#[test]
fn nested_lengths_take_linear_time() {
    let deep = format!("{}x{}", "|(".repeat(60), ")|²".repeat(60));
    let started = Instant::now();
    assert!(
        found(&format!("expect\n  {deep} = 0"))
            .iter()
            .all(|d| d.code == Code::Limit || !d.is_error())
    );
    assert!(started.elapsed() < Duration::from_secs(5));
}

/// The state was computed independently, in 50 digits.
const TOLERANCE: f64 = 1e-9;

#[test]
fn the_bicycle_has_the_accelerations_and_multipliers_of_the_independent_computation() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let read_text = |name: &str| fs::read_to_string(folder.join(name)).expect("the file is there");
    let state: Value = serde_json::from_str(&read_text("states/whipple.json")).expect("it is JSON");
    let started = Instant::now();
    let reading = read(&Source::new("whipple.mech", read_text("models/bench/whipple.mech")));
    assert_eq!(reading.diagnostics, []);
    let model = reading.model.expect("there is no error");
    let at = state["at"].as_object().expect("values by name");
    let at: Vec<String> = at.iter().map(|(name, x)| format!("{name}={x}")).collect();
    let given = read_assignments(&Source::new("--at", at.join(", ")), &model).expect("a state");
    let report = eval(&model, &given, None).expect("the state is regular");
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    for (part, values) in [("highest", &report.highest), ("multipliers", &report.multipliers)] {
        let expected = state[part].as_object().expect("values by name");
        assert_eq!(values.len(), expected.len());
        for (name, x) in values {
            let exact = expected[name].as_f64().expect("a number");
            assert!((x - exact).abs() <= TOLERANCE * exact.abs().max(1.0), "{name}: {x}, {exact}");
        }
    }
    assert!(walk::motion(&model, None).is_ok());
}
