//! AL018, AL019, AL025, AL035, AL038, AL040: warnings about the principle, the Lagrangian and the start, and
//! models that get none.

mod support;

use alembert::gallery::EXAMPLES;
use alembert::language::{Code, Diagnostic, Source, read};
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

#[test]
fn al018_tells_initial_values_that_are_not_used() {
    let found = |initial: &str, energy: &str| {
        let text = format!("coordinates\n  x\nL = {energy}\ninitial\n  {initial}\n");
        let found = read(&Source::new("a.mech", &text)).diagnostics;
        let found = found.into_iter().find(|d| d.code == Code::NeverUsed);
        found.map(|d| text[d.span.start..d.span.end].to_owned())
    };
    assert_eq!(found("x = 1, x'' = 3", "½ x'²"), Some("x'' = 3".to_owned()));
    assert_eq!(found("x = 1, x'' = 3", "½ x''²"), None);
    assert_eq!(found("x = 1, x'''' = 3", "½ x''²"), Some("x'''' = 3".to_owned()));
    let mixed = "coordinates\n  x, y\nL = ½ x''² + ½ y'²\ninitial\n  x'' = 1, y'' = 2\n";
    let all = read(&Source::new("a.mech", mixed)).diagnostics;
    let unused: Vec<_> = all.iter().filter(|d| d.code == Code::NeverUsed).collect();
    assert!(unused.len() == 1 && unused[0].message.contains("`y''`"), "{all:#?}");
}

#[test]
fn al025_warns_of_a_negative_mass() {
    let head = "coordinates\n  x, φ\nparameters\n  m = -1, J = 2\n";
    let text = format!("{head}L = ½ m x'² + ½ J φ'²\n");
    let found = findings(Code::NegativeInertia, &text);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].message, "the kinetic energy of `x` is negative");
    assert!(found[0].hint.as_ref().unwrap().contains("`m`"), "{found:#?}");
    // T and V exchanged: L = V − T
    let exchanged = "coordinates\n  x\nL = ½ x² - ½ x'²\n";
    assert_eq!(findings(Code::NegativeInertia, exchanged).len(), 1);
    // ½ (x'² + 4 x' y' + y'²) is negative along (1, −1), and neither velocity is so by itself
    let along = "coordinates\n  x, y\nL = ½ x'² + ½ y'² + 2 x' y'\n";
    let found = findings(Code::NegativeInertia, along);
    assert_eq!(found[0].message, "the kinetic energy is negative in some direction");
    let fine = "coordinates\n  x, y, θ\nparameters\n  m = 1, c = -3\n\
                L = ½ m (x'² + y'² + θ'² sin²θ) + c x' y - c x²\n";
    assert!(findings(Code::NegativeInertia, fine).is_empty());
    for example in EXAMPLES {
        let found = findings(Code::NegativeInertia, example.source().text());
        assert!(found.is_empty(), "{}", example.name);
    }
}

#[test]
fn al040_and_al041_are_told_before_a_run() {
    let rod = |initial: &str| {
        let head = "coordinates\n  θ, φ\nL = ½ θ'² + ½ φ'²\nconstraints\n  c: θ² + φ² = 1\n";
        format!("{head}{initial}\n")
    };
    let text = rod("initial\n  θ = 0.6, φ = 0.9");
    let found = findings(Code::InitialViolates, &text);
    assert_eq!(&text[found[0].span.start..found[0].span.end], "φ = 0.9");
    assert!(found[0].hint.as_ref().unwrap().contains("`θ`, `φ`"), "{found:#?}");
    let text = rod("initial\n  θ = 0.6");
    assert_eq!(findings(Code::SeveralInitial, &text).len(), 1);
    for fine in ["initial\n  θ = 0.6, φ = 0.8", "initial\n  θ = 0.6, φ = 0.9 (guess)", ""] {
        let text = rod(fine);
        assert!(findings(Code::InitialViolates, &text).is_empty(), "{fine}");
        assert!(findings(Code::SeveralInitial, &text).is_empty(), "{fine}");
    }
}

#[test]
fn al019_spells_names_as_the_model_does() {
    let named = |text: &str| findings(Code::NoKineticEnergy, text)[0].message.clone();
    let greek = named("coordinates\n  x, ω₁\nL = ½ x'² - ω₁²\n");
    assert_eq!(greek, "the coordinate `ω₁` has no kinetic energy");
    let ascii = named("coordinates\n  x, omega_1\nL = 1/2 x'^2 - omega_1^2\n");
    assert_eq!(ascii, "the coordinate `omega_1` has no kinetic energy");
}
