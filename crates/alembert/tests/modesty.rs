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

/// atan(1/x) has both signs and no zero: it jumps.
#[test]
fn a_factor_that_jumps_over_zero_is_no_drop_of_rank() {
    let report = checked("", "atan(1/x) y' = z atan(1/x) x'");
    assert_eq!(report.json()["rank_drops"], serde_json::json!([]));
    let open = "whether the constraints lose rank somewhere was not decided";
    assert!(report.json().to_string().contains(open));
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

#[test]
fn freedom_is_counted_only_near_a_state_that_is_regular() {
    // Each of these holds at points, lines or nowhere, or loses its rank wherever it holds.
    let cases = [
        "c: |x| + |y| = 0",
        "c: cos x + cos y = 2",
        "c: x² + 2 y² + 1 = 2 x",
        "c: x'² (1 + x²) + y'² exp x = 0",
        "c: x'² + sin²x y'² = 0",
        "c: x² + y² = 1\n  d: x = 1",
        "c: x² + y² = 1\n  d: x = 2",
        "c: x'² + y'² = 1\n  d: x' = 2",
    ];
    for constraints in cases {
        let report = check(&model("", &format!("  {constraints}\n"), "")).expect("a check");
        assert_eq!(report.velocity_freedom, None, "{constraints}");
        assert_eq!(report.classification.growth, None, "{constraints}");
        assert_eq!(report.classification.configuration, None, "{constraints}");
        assert_ne!(report.independent, Some(true), "{constraints}");
    }
    // These are regular almost everywhere.
    let cases = [
        ("c: x² + y² + z² = 1", 2),
        ("c: x² + y² = 1\n  d: x = 1/2", 1),
        ("c: x'² + y'² = 1\n  d: x' = 1/2", 1),
        ("c: sin x = y z", 2),
        // Far from the origin.
        ("c: (x - 20)² + (y - 30)² = 4", 2),
        ("c: (x - 3)² + (y - 4)² + z² = 4\n  d: x + y + z = 8", 1),
        ("c: x'² + y'² = 900", 2),
    ];
    for (constraints, freedom) in cases {
        let report = check(&model("", &format!("  {constraints}\n"), "")).expect("a check");
        assert_eq!(report.velocity_freedom, Some(freedom), "{constraints}");
    }
}

#[test]
fn what_is_one_function_here_and_another_there_is_said_of_a_part() {
    let parts = [
        "z' = (|y| - y) x'",
        "z' = (acos(cos y) - y) x'",
        "z' = (sqrt(1 - cos(y)^2) - sin y) x'",
        "z' = (2 atan y + asin(2 y/(1 + y²))) x'",
        "z' = (atan(1/y) + atan y) x'",
        "z' = (exp(log(y²)/2) - y) x'",
        "z' = (acosh(cosh y) - y) x'",
        "z' = (1/sqrt(1/y²) - y) x'",
    ];
    for constraint in parts {
        let report = checked("", constraint);
        assert_eq!(report.classification.controllable, None, "{constraint}");
        assert!(report.limits.iter().any(|l| l.contains("on a part of the space")), "{constraint}");
    }
    let whole = [
        "z' = sqrt(1 + y²) x'",
        "z' = sqrt(y) x'",
        "z' = acos(y) x'",
        "z' = atan(y) x'",
        "z' = y sqrt(x² + y²) x'",
        "z' = y |y² + 1| x'",
    ];
    for constraint in whole {
        let report = checked("", constraint);
        assert_eq!(report.classification.controllable, Some(true), "{constraint}");
        assert!(report.limits.is_empty(), "{constraint}: {:?}", report.limits);
    }
}

fn fixes(report: &CheckReport) -> Vec<&str> {
    report.diagnostics.iter().flat_map(|d| d.fixes.iter().map(|f| f.text.as_str())).collect()
}

#[test]
fn an_integral_is_offered_in_place_of_a_constraint_only_where_it_says_the_same() {
    let start = "initial\n  x = 1, y = 2, z = 0\n";
    let found = |parameters: &str, constraints: &str| {
        check(&model(parameters, &format!("  {constraints}\n"), start)).expect("a check")
    };
    // exp(a x) − a y = const is empty where a = 0, and there x − y is constant.
    let zero = found("parameters\n  a = 0\n", "c: exp(a x) x' = y'");
    assert_eq!(zero.integrals, ["x - y"]);
    let power = found("parameters\n  a = -1\n", "c: y' = x^a x'");
    assert!(power.integrals[0].contains("log"), "{:?}", power.integrals);
    let equal = found("parameters\n  a = 2\n  b = 2\n", "c: y' = sin(a x) sin(b x) x'");
    assert!(fixes(&equal)[0].contains("sin(2*x)") || fixes(&equal)[0].contains("sin 2x"));
    // An angle that goes around is no function of the positions.
    let turning = found("", "c: x y' - y x' = x² + y²");
    assert_eq!(fixes(&turning), [""; 0]);
    assert!(turning.text().contains("up to jumps of its angle by 2π: atan2(y, x) − t"));
    // Where a factor vanishes on the surface of another constraint, z is free.
    let factor = found("parameters\n  b = 1\n", "c: x' = y z'\n  d: x = b");
    assert_eq!(factor.integral_conditions, ["y != 0"]);
    assert_eq!(fixes(&factor), [""; 0]);
    // x = 0 leaves y free.
    let root = found("", "c: x' = sqrt(x) y'");
    assert_eq!(root.integral_conditions.len(), 1);
}

#[test]
fn a_constraint_that_follows_from_another_contradicts_nothing() {
    for constraints in ["c: x' = 1\n  d: x'² = 1", "c: x' + y' = 1\n  d: (x' + y')² = 1"] {
        let report = check(&model("", &format!("  {constraints}\n"), "")).expect("a check");
        assert_eq!(says(&report, Code::Contradiction), [""; 0], "{constraints}");
        assert_eq!(says(&report, Code::Dependent).len(), 1, "{constraints}");
    }
    let defined = model("parameters\n  a = 1\n  b = 2 a\n", "  c: x' = 2 a\n  d: x' = b\n", "");
    let report = check(&defined).expect("a check");
    assert_eq!(says(&report, Code::Contradiction), [""; 0]);
    assert_eq!(says(&report, Code::Dependent).len(), 1);
}

#[test]
fn the_bracket_of_a_reason_does_not_vanish_for_the_values_of_the_model() {
    let report = checked("parameters\n  a = 0\n  b = 1\n", "z' = a y x' + b y");
    assert!(report.classification.reasons[0].0.contains("(b instead of 0)"));
}

#[test]
fn what_is_reduced_holds_with_the_values_and_says_where() {
    use alembert::walk::{Form, Request, derive};
    let reduced = |parameters: &str, constraint: &str, start: &str| {
        let model = model(parameters, &format!("  c: {constraint}\n"), start);
        let request =
            Request { principle: None, form: Form::Multipliers, closed: false, reduce: true };
        derive(&model, request).expect("a system").reduced.expect("it was asked for")
    };
    let empty = reduced("parameters\n  a = 0\n", "exp(a x) x' = y'", "");
    assert!(empty.has_values, "{empty:?}");
    assert_eq!(empty.constants[0].1, "x - y");
    assert!(!reduced("parameters\n  a = 1\n", "exp(a x) x' = y'", "").has_values);
    let pole = reduced("", "y x' - x y' = 0", "initial\n  x = 0, y = 2\n");
    assert_eq!((pole.conditions, pole.excluded), (vec!["x != 0".to_owned()], vec!["x".to_owned()]));
    assert!(reduced("", "z' = sign(y) x'", "").is_piecewise);
}

#[test]
fn growth_at_a_point_and_rank_drops_are_those_of_the_values_of_the_model() {
    use alembert::language::read_assignments;
    use alembert::walk::check_at;
    let at = |parameters: &str, constraint: &str, point: &str| {
        let model = model(parameters, &format!("  c: {constraint}\n"), "");
        let point = read_assignments(&Source::new("at", point), &model).expect("a point");
        check_at(&model, &point).expect("a check").classification.growth_at
    };
    let heisenberg = "z' = a y x' + y² x'";
    assert_eq!(at("parameters\n  a = 0\n", heisenberg, "x=0, y=0, z=0"), Some(vec![2, 2, 3]));
    assert_eq!(at("parameters\n  a = 2\n", heisenberg, "x=0, y=-1, z=0"), Some(vec![2, 2, 3]));
    assert_eq!(at("parameters\n  a = 2\n", heisenberg, "x=0, y=0, z=0"), Some(vec![2, 3]));
    let drops = |parameters: &str, constraint: &str| {
        checked(parameters, constraint).rank_drops.expect("they were looked for").len()
    };
    assert_eq!(drops("parameters\n  a = 0\n", "(a² + x²) z' = y x'"), 1);
    assert_eq!(drops("parameters\n  a = 2\n  b = 1\n", "(a - b cos x) z' = y x'"), 0);
}

#[test]
fn what_holds_for_special_values_is_not_written_into_the_model() {
    let start = "initial\n  x = 1, y = 2, z = 3\n";
    let zero = model("parameters\n  k = 0 in 0 .. 2\n", "  c: z' = k y x'\n", start);
    let report = check(&zero).expect("a check");
    assert_eq!(fixes(&report), [""; 0]);
    let told = report.diagnostics.iter().find(|d| d.code == Code::HolonomicInDisguise);
    let hint = told.and_then(|d| d.hint.clone()).expect("a hint");
    assert!(hint.starts_with("for k = 0, as here"), "{hint}");
    // log(-1) is no number.
    let left = model("parameters\n  a = 2\n", "  c: x z' = a z x'\n", "initial\n  x = -1, z = 1\n");
    assert!(!fixes(&check(&left).expect("a check")).iter().any(|fix| fix.contains("log(-1)")));
    // A quotient has no value where a motion may well go.
    let report = checked("", "y x' = x y'");
    assert_eq!(report.integral_conditions, ["x != 0"]);
}

#[test]
fn kinds_are_not_expected_where_the_values_may_be_special() {
    let expect = "expect\n  c is nonholonomic\n";
    let power = model("parameters\n  a = 2\n", "  c: z' = y^(a-1) x' + x y'\n", expect);
    let report = check(&power).expect("a check");
    assert_ne!(report.statements[0].decision, alembert::walk::Decision::Holds);
}

#[test]
fn roots_on_a_curved_surface_and_poles_of_integrals_are_told() {
    let surface = model("", "  e: z = y²\n  c: x' = (sqrt(z) - y) y'\n", "");
    assert_eq!(check(&surface).expect("a check").classification.controllable, None);
    let skate = model("", "  c: x' sin z = y' cos z\n  d: z' = 0\n", "");
    let report = check(&skate).expect("a check");
    assert!(
        report.integral_conditions.contains(&"cos(z) != 0".to_owned()),
        "{:?}",
        report.integrals
    );
    let divided = model(
        "parameters\n  p = 1\n  q = 2\n",
        "  c: p x' + q y' + z' = 0\n  d: x' + y' + z' = 0\n",
        "",
    );
    let found = check(&divided).expect("a check").invariants.expect("they were looked for");
    assert!(!found.texts().iter().any(|text| text.contains("/(p - 1)")), "{:?}", found.texts());
}

#[test]
fn the_rank_drops_where_it_does_with_the_values_of_the_model() {
    let of = |parameters: &str, constraints: &str| {
        let text = format!(
            "coordinates\n  x, u, w, y, z\n{parameters}L = x'² + y'² + z'² + u'² + w'²\nconstraints\n\
             {constraints}"
        );
        let model = read(&Source::new("test.mech", text)).model.expect("a model");
        check(&model).expect("a check").rank_drops.expect("they were looked for")
    };
    let c = "  c: x x' + x u w' + a z y' = 0\n";
    assert_eq!(of("parameters\n  a = 1\n", c), ["x = 0, z = 0"]);
    // The constraint stays nonholonomic, with the same growth and as many places.
    assert_eq!(of("parameters\n  a = 0\n", c), ["x = 0"]);
    // Another value is special for another reason.
    let both = format!("{c}  d: z' = b y x'\n");
    assert_eq!(of("parameters\n  a = 0\n  b = 0\n", &both), ["x = 0"]);
    // Where nothing is special the parameters keep their names.
    let shifted = "  c: (x - a) x' + (x - a) u w' = 0\n";
    assert_eq!(of("parameters\n  a = 1/2\n", shifted), ["x - a = 0"]);
}

#[test]
fn places_within_others_are_not_listed() {
    let text = "coordinates\n  x, y, z, u\nL = x'² + y'² + z'² + u'²\nconstraints\n\
                \x20 a: x x' + y y' = 0\n  b: z z' + u u' = 0\n";
    let model = read(&Source::new("test.mech", text.to_owned())).model.expect("a model");
    let drops = check(&model).expect("a check").rank_drops.expect("they were looked for");
    assert_eq!(drops, ["x = 0, y = 0", "z = 0, u = 0"]);
}

#[test]
fn combinations_are_counted_for_the_values_of_the_model_or_not_at_all() {
    // The logarithms keep the brackets open, but not the search for integrals. With a = 0 these say
    // that v is constant, w' = −z v² x' and u' = −x y² x'.
    let count = |a: u32| {
        let roll = "(v' - 2 a z x' - a u y')";
        let text = format!(
            "coordinates\n  x, y, z, u, v, w\nparameters\n  a = {a}\n\
             L = x'² + y'² + z'² + u'² + v'² + w'²\nconstraints\n\
             \x20 b: (sqrt(u) - log(x)) {roll} + sqrt(w) (w' + z v² x') = 0\n\
             \x20 c: log(x) {roll} + sqrt(z) (w' + z v² x') = 0\n\
             \x20 d: log(y) log(u) (u' + x y² x') + sqrt(z) (w' + z v² x') = 0\n"
        );
        let model = read(&Source::new("test.mech", text)).model.expect("a model");
        let report = check(&model).expect("a check");
        assert_eq!(report.classification.growth, None);
        report.integrable_combinations
    };
    assert_eq!(count(3), Some(0));
    assert_eq!(count(0), Some(1));
}

#[test]
fn roots_that_may_be_two_functions_are_named_alone() {
    let surface = model("", "  e: z = y²\n  c: x' = (sqrt(z) - y) y'\n", "");
    let limits = check(&surface).expect("a check").limits.concat();
    assert!(limits.contains("√z may be one function here and another there"), "{limits}");
}

#[test]
fn squares_hide_linear_constraints_whatever_stands_before_the_velocities() {
    let of = |constraint: &str| {
        let text = format!(
            "coordinates\n  x, y, z, u\nL = x'² + y'² + z'² + u'²\nconstraints\n  c: {constraint}\n"
        );
        let model = read(&Source::new("test.mech", text)).model.expect("a model");
        check(&model).expect("a check")
    };
    let engel = of("(z' - y x')² + (u' - z x')² = 0");
    assert_eq!(engel.classification.kinds, [Some(ConstraintKind::Nonholonomic)]);
    assert_eq!(engel.classification.growth, Some(vec![2, 3, 4]));
    let still = of("x'² + z² y'² = 0");
    assert_eq!(still.classification.kinds, [Some(ConstraintKind::HolonomicInDisguise)]);
    assert_eq!(still.rank_drops, Some(vec!["z = 0".to_owned()]));
    // Where z = 0 this says y' = 0 and not nothing.
    let mixed = of("z² x'² + 2 z x' y' + 2 y'² = 0");
    assert_eq!(mixed.classification.hidden, [(0, "z ẋ + 2 ẏ = 0 and z² ẋ = 0".to_owned())]);
    // These are no sums of squares.
    for cone in ["x'² - z² y'² + u'² = 0", "x'² + z y'² = 0"] {
        assert!(of(cone).classification.hidden.is_empty(), "{cone}");
    }
}

#[test]
fn nothing_is_open_about_the_rank_where_the_values_decide_it() {
    let constraint = "(a + x²) x' + (a + x²) z y' = 0";
    let cases: [(&str, &[&str]); 3] =
        [("-1", &["x - 1 = 0", "1 + x = 0"]), ("0", &["x = 0"]), ("1", &[])];
    for (a, places) in cases {
        let report = checked(&format!("parameters\n  a = {a}\n"), constraint);
        assert_eq!(report.rank_drops.expect("they were looked for"), places, "{a}");
        assert!(!report.limits.iter().any(|limit| limit.contains("lose rank")), "{a}");
    }
}
