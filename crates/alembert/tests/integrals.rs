//! Integrals of the constraints of a model: found, offered as position constraints, used to take
//! coordinates out.

use std::fs;
use std::path::Path;

use alembert::gallery::{EXAMPLES, Example};
use alembert::language::{Code, Diagnostic, Model, Source, mend, read};
use alembert::walk::{CheckReport, Derivation, Form, Request, Verdict, check, derive, prove};
use alembert::{Layout, Spelling};

const LAYOUT: Layout = Layout { spelling: Spelling::Ascii, width: 100 };

fn model(text: &str) -> Model {
    read(&Source::new("test.mech", text)).model.expect("a model without mistakes")
}

fn example(name: &str) -> Model {
    let source = Example::named(name).expect("an example").source();
    read(&source).model.expect("a model without mistakes")
}

fn mistake(name: &str) -> Source {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/mistakes").join(name);
    Source::new(name, fs::read_to_string(path).expect("the file is part of the project"))
}

fn checked(model: &Model) -> CheckReport {
    check(model).expect("the mechanics takes the model")
}

fn of_code(report: &CheckReport, code: Code) -> Vec<&Diagnostic> {
    report.diagnostics.iter().filter(|d| d.code == code).collect()
}

fn reduced(model: &Model, form: Form) -> Derivation {
    let request = Request { principle: None, form, closed: false, reduce: true };
    derive(model, request).expect("equations")
}

/// The text of a model after its fixes.
fn mended(source: &Source) -> String {
    let model = read(source).model.expect("a model without mistakes");
    mend(source, &checked(&model).diagnostics).expect("something to mend").text
}

#[test]
fn the_gallery_has_the_integrals_of_the_papers() {
    let expected: [(&str, &[&str]); 6] = [
        ("pendulum-velocity", &["x^2 + y^2"]),
        ("pendulum-polar", &["r"]),
        ("vertical-disk-on-a-line", &["x - R*theta*cos(phi)", "y - R*theta*sin(phi)", "phi"]),
        ("vertical-disk", &[]),
        ("knife-edge", &[]),
        ("rolling-sphere", &[]),
    ];
    for (name, integrals) in expected {
        let report = checked(&example(name));
        assert_eq!(report.integrals, integrals, "{name}");
        assert_eq!(report.integrable_combinations, Some(integrals.len()), "{name}");
    }
}

#[test]
fn an_integral_that_is_not_found_is_counted_and_said_to_exist() {
    let report = checked(&example("prescribed-velocity"));
    assert_eq!(report.integrable_combinations, Some(1));
    assert!(report.integrals.is_empty());
    let notes = of_code(&report, Code::HolonomicInDisguise);
    assert!(notes[0].message.contains("was not found") && notes[0].fixes.is_empty());
}

#[test]
fn every_example_is_looked_at_and_its_integrals_are_constant_on_every_motion() {
    for example in EXAMPLES {
        let model = read(&example.source()).model.expect("a model without mistakes");
        for integral in checked(&model).integrals {
            let claim = Source::new("<claim>", format!("({integral})' = 0"));
            let sides = alembert::language::read_equation(&claim, &model).expect("an equation");
            let proof = prove(&model, sides, None).expect("an answer");
            assert_eq!(proof.verdict, Verdict::Proved, "{}: {integral}", example.name);
        }
    }
}

#[test]
fn a_rolling_condition_is_offered_as_a_position_constraint() {
    let source = mistake("disguised.mech");
    let text = mended(&source);
    let before = source.text().replace("roll_x:  x' = R θ'", "roll_x:  x − R θ = 0");
    assert_eq!(text, before);
    let report = checked(&model(source.text()));
    let note = of_code(&report, Code::HolonomicInDisguise)[0];
    assert!(note.message.ends_with("x − R θ = const"), "{}", note.message);
    let hint = note.hint.as_deref().unwrap_or_default();
    assert!(hint.contains("θ then counts full turns"), "{hint}");
    assert_eq!(checked(&model(&text)).constraints[0].form, "position");
}

#[test]
fn a_constant_that_is_not_zero_becomes_a_parameter_and_divisors_are_cleared() {
    let text = mended(&mistake("integrating-factor.mech"));
    assert!(text.contains("  c_0 = 1\n  m = 1 [kg]\n"), "{text}");
    assert!(text.contains("\n  c:  y = c₀ x\n"), "{text}");
    assert_eq!(checked(&model(&text)).constraints[0].form, "position");
}

#[test]
fn a_model_in_ascii_stays_in_ascii() {
    let text = "coordinates\n  x, theta\nparameters\n  R = 2\nL = x'^2 + theta'^2\n\
                constraints\n  roll: x' = R theta'\ninitial\n  x = 1, theta = 0\n";
    let source = Source::new("ascii.mech", text);
    let mended = mended(&source);
    assert!(mended.contains("  roll_0 = 1\n  R = 2\n"), "{mended}");
    assert!(mended.contains("  roll:  x - R*theta = roll_0\n"), "{mended}");
    assert!(mended.is_ascii());
}

#[test]
fn without_a_start_an_integral_has_no_value_and_nothing_is_mended() {
    let text = "coordinates\n  x, y\nL = x'^2 + y'^2\nconstraints\n  rod: x x' + y y' = 0\n";
    for start in ["", "initial\n  x = 1\n"] {
        let report = checked(&model(&format!("{text}{start}")));
        let note = of_code(&report, Code::HolonomicInDisguise)[0];
        assert!(note.fixes.is_empty(), "{:?}", note.fixes);
        let hint = note.hint.as_deref().unwrap_or_default();
        assert!(hint.ends_with("x² + y² = its value at the start"), "{hint}");
    }
}

#[test]
fn the_mended_model_has_the_motions_of_the_original() {
    let source = mistake("integrating-factor.mech");
    let (before, after) = (model(source.text()), model(&mended(&source)));
    for claim in ["z'' = 0", "x y' = y x'", "x y'' = y x''"] {
        for model in [&before, &after] {
            let claim = Source::new("<claim>", claim);
            let sides = alembert::language::read_equation(&claim, model).expect("an equation");
            let proof = prove(model, sides, None).expect("an answer");
            assert_eq!(proof.verdict, Verdict::Proved, "{}", claim.text());
        }
    }
}

#[test]
fn an_integrable_combination_is_named() {
    let text = "coordinates\n  x, y, f, a, b\nparameters\n  w = 1 in 0.1 .. 2\n  r = 1 in 0.1 .. 2\n\
                L = x'^2 + y'^2 + f'^2 + a'^2 + b'^2\nconstraints\n  side: x' sin f = y' cos f\n  \
                right: x' cos f + y' sin f + w f' = r a'\n  \
                left: x' cos f + y' sin f - w f' = r b'\n";
    let report = checked(&model(text));
    let notes = of_code(&report, Code::IntegrableCombination);
    assert_eq!(notes.len(), 1);
    assert!(notes[0].message.contains("2 w f − r a + r b") || notes[0].message.contains("= const"));
    assert_eq!(notes[0].hint.as_deref(), Some("the combination is right - left"));
    assert_eq!(report.integrable_combinations, Some(1));
}

#[test]
fn a_disk_on_a_line_is_reduced_to_its_angle() {
    let disk = reduced(&example("vertical-disk-on-a-line"), Form::Multipliers);
    assert_eq!(disk.equations, [("(I + m*R^2)*theta''".to_owned(), "0".to_owned())]);
    let out = disk.reduced.as_ref().expect("coordinates were taken out");
    let values: Vec<(&str, &str)> =
        out.eliminated.iter().map(|(q, value)| (q.as_str(), value.as_str())).collect();
    let expected =
        [("x", "c_1 + R*theta*cos(c_3)"), ("y", "c_2 + R*theta*sin(c_3)"), ("phi", "c_3")];
    assert_eq!(values, expected);
    assert!(out.is_proved && out.unsolved.is_empty());
    assert_eq!(out.dropped, ["roll_x", "roll_y", "line"]);
    assert!(disk.text(LAYOUT).contains("theta counts full turns"), "{}", disk.text(LAYOUT));
}

#[test]
fn a_pendulum_in_polar_coordinates_is_reduced_to_its_angle() {
    let pendulum = reduced(&example("pendulum-polar"), Form::Explicit);
    let expected = ("theta''".to_owned(), "-g*sin(theta)/c_1".to_owned());
    assert_eq!(pendulum.equations, [expected]);
    let out = pendulum.reduced.expect("coordinates were taken out");
    assert_eq!(out.constants, [("c_1".to_owned(), "r".to_owned(), Some("1".to_owned()))]);
}

#[test]
fn symmetries_of_a_reduced_system_move_the_coordinates_that_are_left() {
    let text = "coordinates\n  y, x, z\nL = ½ (x'² + y'² + z'²)\nconstraints\n  v: y' = 0\n";
    let plane = reduced(&model(text), Form::Multipliers).text(LAYOUT);
    assert!(plane.contains("(momentum of x = -z, z = x)"), "{plane}");
}

#[test]
fn a_position_constraint_is_solved_for_a_coordinate() {
    let masses = reduced(&example("linked-masses"), Form::Multipliers);
    let out = masses.reduced.expect("coordinates were taken out");
    assert_eq!(out.eliminated, [("x_2".to_owned(), "l + x_1".to_owned())]);
    assert_eq!(masses.equations, [("(m_1 + m_2)*x_1''".to_owned(), "F".to_owned())]);
    assert!(out.constants.is_empty());
}

#[test]
fn nothing_is_taken_out_by_a_nonholonomic_constraint() {
    let edge = reduced(&example("knife-edge"), Form::Multipliers);
    let out = edge.reduced.as_ref().expect("it was asked for");
    assert!(out.eliminated.is_empty() && out.dropped.is_empty());
    assert!(edge.text(LAYOUT).contains("no coordinate is taken out"));
}

const PENDULUM: &str = "coordinates\n  x, y\nparameters\n  m = 1\n  g = 9.81\n  l = 1 RANGE\n\
                        L = ½ m (x'² + y'²) - m g y\nconstraints\n  rod: ROD\n";

fn pendulum(range: &str, rod: &str) -> Derivation {
    let text = PENDULUM.replace("RANGE", range).replace("ROD", rod);
    reduced(&model(&text), Form::Multipliers)
}

#[test]
fn a_pendulum_has_a_circle_of_configurations() {
    for rod in ["x² + y² = l²", "sqrt(x² + y²) = l", "l = sqrt(x² + y²)"] {
        let found = pendulum("", rod);
        let equation = ("m*l^2*theta''".to_owned(), "-m*g*l*sin(theta)".to_owned());
        assert_eq!(found.equations, [equation], "{rod}");
        let text = found.text(LAYOUT);
        let said = "theta [rad] is an angle on the circle of (x, y): it covers the whole circle";
        assert!(text.contains(said) && text.contains("once modulo 2 pi"), "{text}");
        let out = found.reduced.expect("coordinates were taken out");
        assert!(out.is_proved && out.unsolved.is_empty() && out.conditions.is_empty());
        assert_eq!(out.json()["angles"][0]["covers"], "circle");
    }
}

#[test]
fn a_circle_that_may_be_a_point_has_a_condition() {
    let out = pendulum("in 0 .. 2", "x² + y² = l²").reduced.expect("coordinates were taken out");
    assert_eq!(out.conditions, ["l != 0"]);
    let grown = pendulum("", "x² + y² = (l + g t)²");
    let out = grown.reduced.as_ref().expect("coordinates were taken out");
    assert_eq!(out.conditions, ["l + g*t != 0"]);
    assert!(out.is_proved, "{:?}", grown.equations);
    assert_eq!(out.eliminated[0].1, "sin(theta)*(l + g*t)");
}

#[test]
fn a_sphere_is_covered_without_its_poles() {
    let text = PENDULUM.replace("x, y\n", "x, y, z\n").replace("y'²)", "y'² + z'²)");
    let text = text.replace("RANGE", "").replace("ROD", "x² + y² + z² = l²");
    let sphere = reduced(&model(&text), Form::Multipliers);
    let said = sphere.text(LAYOUT);
    assert!(said.contains("motions through a pole, sin theta = 0, are left out"), "{said}");
    let out = sphere.reduced.expect("coordinates were taken out");
    assert_eq!(out.conditions, ["sin(theta) != 0"]);
    assert_eq!(out.json()["angles"][0]["covers"], "sphere");
}

#[test]
fn an_angle_takes_a_name_that_is_free() {
    let text = PENDULUM.replace("m = 1", "m = 1\n  θ = 2\n  φ = 3").replace("RANGE", "");
    let text = text.replace("ROD", "x²/θ² + y²/φ² = 1");
    let bead =
        reduced(&model(&text), Form::Multipliers).reduced.expect("coordinates were taken out");
    let values: Vec<&str> = bead.eliminated.iter().map(|(_, value)| value.as_str()).collect();
    assert_eq!(values, ["theta*sin(psi)", "-phi*cos(psi)"]);
    assert_eq!(bead.json()["angles"][0]["covers"], "ellipse");
}
