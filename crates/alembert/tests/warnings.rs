//! AL035 and AL038: warnings about the principle and about the Lagrangian, and models that get none.

mod support;

use alembert::gallery::EXAMPLES;
use alembert::language::{Code, Diagnostic};
use alembert::walk::check;
use support::canon::model;

const ROLLING: &str = "coordinates\n  x, y, θ, φ\nparameters\n  m = 1, R = 1, I = 1, J = 1\n\
                       constraints\n  a: x' = R θ' cos φ\n  b: y' = R θ' sin φ\n";
const RIGHT: &str = "L = ½ m (x'² + y'²) + ½ I θ'² + ½ J φ'²\n";
const WRONG: &str = "L = ½ m R² θ'² + ½ I θ'² + ½ J φ'²\n";

fn findings(code: Code, text: &str) -> Vec<Diagnostic> {
    let report = check(&model("a.mech", text)).expect("a system");
    report.diagnostics.into_iter().filter(|d| d.code == code).collect()
}

#[test]
fn al035_warns_of_vakonomic_for_a_body_that_rolls() {
    let text = format!("{ROLLING}{RIGHT}principle vakonomic\n");
    let found = findings(Code::VakonomicRolling, &text);
    assert_eq!(found.len(), 1);
    assert_eq!(&text[found[0].span.start..found[0].span.end], "vakonomic");
    assert!(
        found[0].message.contains("`a`") && found[0].hint.as_ref().unwrap().contains("dalembert")
    );
}

#[test]
fn al035_is_silent_for_other_principles_for_costs_and_for_holonomic_constraints() {
    let body = format!("{ROLLING}{RIGHT}");
    assert!(findings(Code::VakonomicRolling, &body).is_empty());
    let cost = "coordinates\n  x, y, z\nL = ½ (x'² + y'²)\nconstraints\n  c: z' = y x'\n\
                principle vakonomic\n";
    assert!(findings(Code::VakonomicRolling, cost).is_empty());
    let disguised = "coordinates\n  x, y\nL = ½ (x'² + y'²)\nconstraints\n  c: x' = 2 y'\n\
                     principle vakonomic\n";
    assert!(findings(Code::VakonomicRolling, disguised).is_empty());
}

#[test]
fn al038_warns_of_a_lagrangian_into_which_the_constraints_were_put() {
    let text = format!("{ROLLING}{WRONG}");
    let found = findings(Code::ConstraintPutIn, &text);
    assert_eq!(found.len(), 1);
    assert!(found[0].message.contains("x, y"), "{}", found[0].message);
    // A skate: y' = x' tan φ put into ½ m (x'² + y'²).
    let skate = "coordinates\n  x, y, φ\nparameters\n  m = 1, J = 1\n\
                 L = ½ m x'²/cos²φ + ½ J φ'²\nconstraints\n  e: x' sin φ = y' cos φ\n";
    assert_eq!(findings(Code::ConstraintPutIn, skate).len(), 1);
}

#[test]
fn al038_is_silent_where_nothing_was_put_in() {
    assert!(findings(Code::ConstraintPutIn, &format!("{ROLLING}{RIGHT}")).is_empty());
    // A trailer without mass is only drawn: the car knows nothing of it.
    let trailer = "coordinates\n  x, y, θ, ψ\nparameters\n  m = 1, J = 1, d = 2\n\
                   L = ½ m (x'² + y'²) + ½ J θ'²\nconstraints\n  rear: x' sin θ = y' cos θ\n  \
                   hitch: x' sin ψ - y' cos ψ + d ψ' = 0\n";
    assert!(findings(Code::ConstraintPutIn, trailer).is_empty());
    // A cost knows nothing of some velocities.
    let cost = format!("{ROLLING}{WRONG}principle vakonomic\n");
    assert!(findings(Code::ConstraintPutIn, &cost).is_empty());
}

#[test]
fn the_gallery_gets_neither() {
    for example in EXAMPLES {
        for code in [Code::VakonomicRolling, Code::ConstraintPutIn] {
            assert!(findings(code, example.source().text()).is_empty(), "{}", example.name);
        }
    }
}

#[test]
fn other_commands_give_the_same_warnings_once() {
    use alembert::walk::principle_warnings;
    let codes = |text: &str, principle| -> Vec<Code> {
        principle_warnings(&model("a.mech", text), principle).iter().map(|d| d.code).collect()
    };
    let body = format!("{ROLLING}{RIGHT}");
    assert_eq!(codes(&body, None), []);
    assert_eq!(codes(&body, Some("vakonomic")), [Code::VakonomicRolling]);
    assert_eq!(codes(&format!("{body}principle vakonomic\n"), None), [Code::VakonomicRolling]);
    assert_eq!(codes(&format!("{ROLLING}{WRONG}"), None), [Code::ConstraintPutIn]);
    assert_eq!(codes("coordinates\n  x\nL = ½ x'²\n", Some("vakonomic")), []);
}
