//! Odd constraints, of which nothing may be said that is not so: parameters that may be zero, factors
//! that say nothing somewhere, powers, products and functions of velocities. Each answer was found by
//! hand.

use alembert::language::{Code, Model, Source, read};
use alembert::walk::{CheckReport, check};
use alembert_mechanics::classify::ConstraintKind;

fn model(parameters: &str, constraints: &str, expect: &str) -> Model {
    let text = format!(
        "coordinates\n  x, y, z\n{parameters}L = ½ (x'² + y'² + z'²)\nconstraints\n{constraints}{expect}"
    );
    read(&Source::new("test.mech", text)).model.expect("a model")
}

fn checked(parameters: &str, constraint: &str) -> CheckReport {
    check(&model(parameters, &format!("  c: {constraint}\n"), "")).expect("a check")
}

fn says(report: &CheckReport, code: Code) -> Vec<&str> {
    report.diagnostics.iter().filter(|d| d.code == code).map(|d| d.message.as_str()).collect()
}

#[test]
fn a_constraint_that_is_integrable_for_special_parameters_says_so() {
    let cases = [
        ("parameters\n  w = 1 in 0 .. 2\n", "z' = w y x'", vec!["w != 0"]),
        ("parameters\n  w = 1 in 1 .. 2\n", "z' = w y x'", vec![]),
        ("parameters\n  a = 1\n  b = 2\n", "z' = (a - b) y x' + y'", vec!["b - a != 0"]),
        // The other part of the constraint is enough.
        ("parameters\n  w = 0\n", "z' = (w + 1) y x' - w y x'", vec![]),
        ("parameters\n  w = 0\n", "z' = y x' + w x y'", vec!["w - 1 != 0"]),
    ];
    for (parameters, constraint, conditions) in cases {
        let lines = format!("  c: {constraint}\n");
        let model = model(parameters, &lines, "expect\n  c is nonholonomic\n");
        let report = check(&model).expect("a check");
        assert_eq!(report.classification.kinds, [Some(ConstraintKind::Nonholonomic)]);
        assert_eq!(report.statements[0].conditions, conditions, "{constraint}");
        let told = report.json()["constraints"][0]["why"].to_string().contains(", where ");
        assert_eq!(told, !conditions.is_empty(), "{constraint}");
    }
}

#[test]
fn a_factor_without_velocities_stays_with_what_a_power_hides() {
    let report = checked("", "y x'² = 0");
    assert_eq!(report.classification.hidden, [(0, "y ẋ = 0".to_owned())]);
    assert_eq!(report.rank_drops, Some(vec!["y = 0".to_owned()]));
    let report = checked("", "x'² = 0");
    assert_eq!(report.classification.hidden, [(0, "ẋ = 0".to_owned())]);
    assert_eq!(report.rank_drops, Some(vec![]));
}

#[test]
fn velocities_that_lie_in_a_plane_are_not_said_to_form_none() {
    // The real velocities of all of these form a plane.
    for constraint in ["exp(z') = 1", "x'³ = y'³", "x'⁴ + y'⁴ = 0"] {
        let report = checked("", constraint);
        assert!(!report.classification.reasons[0].0.contains("plane"), "{constraint}");
    }
}

#[test]
fn a_constraint_on_velocities_without_solution_is_an_error() {
    let report = checked("", "x'² + y'² + 1 = 0");
    assert_eq!(says(&report, Code::Contradiction), ["constraint `c` has no solution"]);
    assert_eq!(report.velocity_freedom, None);
}

#[test]
fn a_square_that_holds_at_a_line_only_is_not_counted_as_one_constraint() {
    assert_eq!(checked("", "y² + z² = 0").velocity_freedom, None);
    assert_eq!(checked("", "y² + z² = 1").velocity_freedom, Some(2));
}

#[test]
fn a_product_is_not_said_to_fix_the_positions() {
    let report = checked("", "x' y' = 0");
    let hint = |code| {
        let found = report.diagnostics.iter().find(|d| d.code == code).expect("it is told");
        found.hint.clone().expect("with a hint")
    };
    assert!(hint(Code::HolonomicInDisguise).contains("as long as the same holds"));
    assert!(report.integrals.is_empty());
}

#[test]
fn a_model_with_a_special_value_is_classified_for_it() {
    let report = |parameters: &str, phi: &str| {
        let text = format!(
            "coordinates\n  x, y, z\nparameters\n{parameters}L = x'² + y'² + z'²\nconstraints\n  c: {phi}\n"
        );
        let model = read(&Source::new("test.mech", text)).model.expect("a model");
        check(&model).expect("a check").json()
    };
    let generic = report("  w = 1 in -1 .. 1\n", "z' = w y x'");
    assert_eq!(generic["constraints"][0]["kind"], "nonholonomic");
    assert_eq!(generic["parameter_conditions"], serde_json::json!(["w != 0"]));
    assert_eq!(generic["growth_vector"], serde_json::json!([2, 3]));
    let special = report("  w = 0\n", "z' = w y x'");
    assert_eq!(special["constraints"][0]["kind"], "holonomic in disguise");
    assert_eq!(special["parameter_conditions"], serde_json::json!([]));
    assert_eq!(special["growth_vector"], serde_json::json!([2]));
    assert_eq!(special["controllable"], false);
    assert_eq!(special["special_values"], "w = 0");
    assert_eq!(special["integrals"], serde_json::json!(["z"]));
    assert_eq!(generic["special_values"], serde_json::Value::Null);
    // Through other parameters, and with a value that is not zero.
    let special = report("  a = 2\n  b = 2\n", "z' = (a - b) y x'");
    assert_eq!(special["constraints"][0]["kind"], "holonomic in disguise");
    assert_eq!(special["special_values"], "a = 2, b = 2");
}

#[test]
fn growth_rank_and_inertia_are_those_of_the_values_of_the_model() {
    let report = |parameters: &str, lagrangian: &str, constraints: &str| {
        let text = format!(
            "coordinates\n  x, y, z, u\nparameters\n{parameters}L = {lagrangian}\nconstraints\n{constraints}"
        );
        let model = read(&Source::new("test.mech", text)).model.expect("a model");
        check(&model).expect("a check")
    };
    let free = "x'² + y'² + z'² + u'²";
    // Both constraints stay nonholonomic, and yet with w = 0 their difference is d(u − z).
    let pair = "  a: z' = y x'\n  b: u' = (y + w y²) x'\n";
    let found = report("  w = 1 in -1 .. 1\n", free, pair);
    assert_eq!(found.classification.growth, Some(vec![2, 3, 4]));
    assert_eq!(found.classification.values, None);
    let found = report("  w = 0\n", free, pair);
    assert_eq!(found.classification.growth, Some(vec![2, 3]));
    assert_eq!(found.integrable_combinations, Some(1));
    assert_eq!(found.classification.controllable, Some(false));
    assert_eq!(found.classification.kinds, [Some(ConstraintKind::Nonholonomic); 2]);
    assert_eq!(found.integrals, ["z - u"]);
    // The rank: two constraints that are one.
    let found = report("  k = 1\n", free, "  a: x' = k y'\n  b: x' = y'\n");
    assert_eq!(found.velocity_freedom, Some(3));
    assert_eq!(found.independent, Some(false));
    // A contradiction.
    let found = report("  k = 1\n", free, "  a: x' = k y' + 1\n  b: x' = y'\n");
    assert_eq!(says(&found, Code::Contradiction).len(), 1);
    // Positions that hold at a line only.
    let found = report("  l = 0\n", free, "  a: x² + y² = l²\n");
    assert_eq!(found.velocity_freedom, None);
    assert_eq!(found.classification.growth, None);
    // The inertia.
    let found = report("  m = 0\n", "x'² + y'² + z'² + m u'²", "  a: x' = y'\n");
    assert_eq!(says(&found, Code::NoKineticEnergy), ["the coordinate `u` has no kinetic energy"]);
    // A constraint that says nothing keeps its place in the list.
    let found = report("  k = 0\n", free, "  a: k x' = k y'\n  b: z' = y x'\n");
    assert_eq!(found.classification.kinds, [None, Some(ConstraintKind::Nonholonomic)]);
    assert_eq!(found.velocity_freedom, Some(3));
    assert_eq!(found.constraints.len(), 2);
    assert_eq!(says(&found, Code::RankDrops), ["with k = 0 the constraint `a` says nothing"]);
}
