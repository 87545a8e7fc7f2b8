//! The distributions of the canon through the library: kinds, growth, reach, combinations, rank
//! drops, growth at special points; and what `check` says about them.
//!
//! `data/classification.json` holds distributions of the literature with results that were computed
//! by exact arithmetic elsewhere. A distribution with `affine_or_rheonomic` is taken on the space of
//! coordinates and time.

use alembert::language::{Code, Model, Source, read, read_assignments};
use alembert::walk::{CheckReport, Decision, check, check_at};
use serde_json::{Value, json};

fn canon() -> Value {
    serde_json::from_str(include_str!("data/classification.json")).expect("the data are JSON")
}

fn distributions() -> Vec<Value> {
    canon()["distributions"].as_array().expect("a list").clone()
}

fn texts(list: &Value) -> Vec<String> {
    let items = list.as_array().expect("a list").iter();
    items.map(|text| text.as_str().expect("a text").to_owned()).collect()
}

fn understood(text: String) -> Model {
    let reading = read(&Source::new("model", text));
    let errors: Vec<_> = reading.diagnostics.iter().filter(|d| d.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    reading.model.expect("a text without errors has a model")
}

/// The model of an entry with these constraints, labelled c1, c2, …
fn model(entry: &Value, constraints: &[String]) -> Model {
    let coordinates = texts(&entry["coordinates"]);
    let squares: Vec<String> = coordinates.iter().map(|q| format!("{q}'^2/2")).collect();
    let mut text = format!("coordinates\n  {}\n", coordinates.join(", "));
    text += &format!("lagrangian = {}\n", squares.join(" + "));
    for (name, value) in entry["parameters"].as_object().into_iter().flatten() {
        text += &format!("parameters\n  {name} = {}\n", value.as_str().expect("a text"));
    }
    for (i, phi) in constraints.iter().enumerate() {
        text += &format!("constraints\n  c{}: {phi} = 0\n", i + 1);
    }
    understood(text)
}

fn report(entry: &Value) -> CheckReport {
    check(&model(entry, &texts(&entry["constraints"]))).expect("the model is sound")
}

fn kinds(report: &Value) -> Vec<&str> {
    let list = report["constraints"].as_array().expect("a list").iter();
    list.map(|c| c["kind"].as_str().expect("the kind is known")).collect()
}

fn is_holonomic(kind: &str) -> bool {
    kind == "holonomic" || kind == "holonomic in disguise"
}

#[test]
fn kinds_growth_and_reach_are_the_known_ones() {
    for entry in distributions() {
        let (found, expect, id) = (report(&entry).json(), &entry["expect"], &entry["id"]);
        let all = kinds(&found).into_iter().all(is_holonomic);
        assert_eq!(json!(all), expect["integrable"], "{id}");
        assert_eq!(found["growth_vector"], expect["growth_generic"], "{id}");
        assert_eq!(found["accessible"], expect["bracket_generating"], "{id}");
        let timed = entry["affine_or_rheonomic"] == true;
        let reach = if timed { &Value::Null } else { &expect["bracket_generating"] };
        assert_eq!(&found["controllable"], reach, "{id}");
        if let Some(locus) = expect["rank_drop_locus"].as_array() {
            let known = texts(&json!(locus)).join("; ").replace('=', " = ").replace(',', ", ");
            assert_eq!(texts(&found["rank_drops"]).join("; "), known, "{id}");
        }
        let open = texts(&found["limits"]);
        let known = ["lose rank", "invariants were looked for"];
        let is_known = |what: &str| known.iter().any(|k| what.contains(k));
        assert!(open.iter().all(|what| is_known(what)), "{id}: {open:?}");
    }
}

#[test]
fn each_constraint_alone_is_integrable_or_not_as_known() {
    let mut count = 0;
    for entry in distributions() {
        let Some(known) = entry["expect"]["individually_integrable"].as_array() else { continue };
        for (phi, known) in texts(&entry["constraints"]).into_iter().zip(known) {
            let alone = check(&model(&entry, std::slice::from_ref(&phi))).expect("sound").json();
            assert_eq!(json!(is_holonomic(kinds(&alone)[0])), *known, "{}: {phi}", entry["id"]);
            count += 1;
        }
    }
    assert_eq!(count, 44);
}

#[test]
fn integrable_combinations_are_as_many_as_the_known_integrals() {
    for entry in distributions() {
        let (found, expect) = (report(&entry).json(), &entry["expect"]);
        let partial = expect["first_integrals_partial"].as_array().map_or(0, Vec::len);
        let codimension = expect["space_dim"].as_u64().expect("a dimension")
            - expect["dim_D"].as_u64().expect("a dimension");
        let all = if expect["integrable"] == true { codimension } else { partial as u64 };
        assert_eq!(found["integrable_combinations"], json!(all), "{}", entry["id"]);
        let known = expect["first_integrals"].as_array().map_or(0, Vec::len);
        let integrals = found["integrals"].as_array().map_or(0, Vec::len);
        assert!(integrals >= known.max(partial), "{}: {}", entry["id"], found["integrals"]);
    }
}

#[test]
fn growth_at_special_points_is_exact() {
    let mut count = 0;
    for entry in distributions() {
        for known in entry["expect"]["growth_at"].as_array().into_iter().flatten() {
            let model = model(&entry, &texts(&entry["constraints"]));
            let value = |x: &Value| x.as_str().map_or_else(|| x.to_string(), str::to_owned);
            let point = known["point"].as_object().expect("a point").iter();
            let point: Vec<String> = point.map(|(x, y)| format!("{x}={}", value(y))).collect();
            let source = Source::new("--at", point.join(", "));
            let at = read_assignments(&source, &model).expect("a point can be read");
            let found = check_at(&model, &at).expect("the model is sound").json();
            assert_eq!(found["growth_at"], known["growth"], "{} at {point:?}", entry["id"]);
            count += 1;
        }
    }
    assert_eq!(count, 5);
}

#[test]
fn types_and_degrees_of_homogeneity_are_the_known_ones() {
    for entry in canon()["types"].as_array().expect("a list") {
        let phi = entry["constraint"].as_str().expect("a text").to_owned();
        let found = check(&model(entry, &[phi])).expect("the model is sound").json();
        let known = entry["type"].as_str().expect("a text");
        let known = if known.starts_with("holonomic") { "position" } else { known };
        assert_eq!(found["constraints"][0]["type"], known, "{entry}");
        assert_eq!(found["constraints"][0]["degree"], entry["homogeneous_degree"], "{entry}");
    }
}

/// A body in the plane with these constraints and expectations.
fn body(more: &str) -> CheckReport {
    let head = "coordinates\n  x, y, φ, θ\nparameters\n  R = 1\nL = x'² + y'² + φ'² + θ'²\n";
    check(&understood(format!("{head}{more}"))).expect("the model is sound")
}

fn codes(report: &CheckReport) -> Vec<Code> {
    report.diagnostics.iter().map(|d| d.code).collect()
}

#[test]
fn the_reason_names_the_coordinates_and_the_bracket() {
    let disk = body("constraints\n  roll_x: x' = R cos φ θ'\n  roll_y: y' = R sin φ θ'\n").json();
    assert_eq!(
        disk["constraints"][0]["why"],
        "moving phi and moving x, y and theta together, by turns, shifts x and y as `roll_x` \
         forbids: [X_1, X_2] leaves the allowed directions (-R*sin(phi) instead of 0)"
    );
    assert_eq!(disk["freedom"], json!({ "configuration": 4, "velocity": 2, "state": 6 }));
}

#[test]
fn disguised_and_combined_constraints_get_a_note() {
    let disguised = body("constraints\n  roll: x' = R θ'\n");
    assert_eq!(codes(&disguised), [Code::HolonomicInDisguise]);
    let combined = body("constraints\n  a: x' + φ' - y' sin θ = 0\n  b: x' - φ' - y' sin θ = 0\n");
    let note = combined.diagnostics.iter().find(|d| d.code == Code::IntegrableCombination);
    let hint = note.and_then(|d| d.hint.clone()).expect("a note with a hint");
    assert_eq!(hint, "the combination is a/2 - b/2");
    assert!(codes(&body("constraints\n  c: x y' = 0\n")).contains(&Code::RankDrops));
    let square = body("constraints\n  c: (x' - y')² = 0\n");
    assert!(codes(&square).contains(&Code::IrregularConstraint));
    assert!(!codes(&square).contains(&Code::NonlinearInVelocities));
    assert_eq!(kinds(&square.json()), ["holonomic in disguise"]);
}

#[test]
fn lines_about_kinds_are_decided() {
    let lines = "expect\n  a is nonholonomic\n  b is holonomic in disguise\n  c is holonomic\n  \
                 a, b are nonholonomic\nreject\n  b is nonholonomic\n";
    let report =
        body(&format!("constraints\n  a: x' sin φ = y' cos φ\n  b: θ' = 0\n  c: θ = 1\n{lines}"));
    let decisions: Vec<Decision> = report.statements.iter().map(|s| s.decision).collect();
    use Decision::{Fails, Holds};
    assert_eq!(decisions, [Holds, Holds, Holds, Fails, Holds]);
}

/// A model of points on lines with these constraints.
fn points(coordinates: &str, constraints: &str) -> CheckReport {
    let speeds: Vec<String> =
        coordinates.split(", ").map(|name| format!("{}'²/2", name.trim())).collect();
    let head = format!("coordinates\n  {coordinates}\nL = {}\n", speeds.join(" + "));
    check(&understood(format!("{head}constraints\n{constraints}"))).expect("the model is sound")
}

fn notes(report: &CheckReport, code: Code) -> Vec<&str> {
    report.diagnostics.iter().filter(|d| d.code == code).map(|d| d.message.as_str()).collect()
}

#[test]
fn a_long_chain_of_links_is_decided_without_solving_it() {
    let link = |i: usize| format!("  l{i}: (x{i} - x{0})² + (y{i} - y{0})² = 1\n", i - 1);
    let links: String = (2..=4).map(link).collect();
    let names = "x1, y1, x2, y2, x3, y3, x4, y4";
    let report = points(names, &format!("  l1: x1² + y1² = 1\n{links}"));
    assert_eq!(report.independent, Some(true));
    let open: Vec<_> = report.limits.iter().filter(|l| !l.starts_with("invariants")).collect();
    assert!(open.is_empty(), "{open:?}");
    let freedom = json!({ "configuration": 4, "velocity": 4, "state": 8 });
    assert_eq!(report.json()["freedom"], freedom);
}

#[test]
fn nothing_is_claimed_on_one_part_of_a_set_of_two() {
    let report = points("x, y, z, w", "  c1: x y = 0\n  c2: z' = x w'\n");
    assert_eq!(notes(&report, Code::HolonomicInDisguise), [] as [&str; 0]);
    assert_eq!((report.integrable_combinations, report.integrals.len()), (None, 0));
}

#[test]
fn constraints_that_hold_together_at_special_places_only_are_an_error() {
    let report = points("x, y", "  c1: x' = y\n  c2: x = 1\n");
    assert_eq!(codes(&report), [Code::Contradiction]);
    assert_eq!((report.velocity_freedom, report.integrals.len()), (None, 0));
    let empty = points("x, y", "  c1: x² + y² = -1\n");
    assert_eq!(codes(&empty), [Code::Contradiction]);
}

#[test]
fn an_integral_of_one_constraint_stands_for_it_beside_those_of_all() {
    let report = points("x, y, z", "  c1: x x' + y y' = 0\n  c2: x' + y z' = 0\n");
    let found = notes(&report, Code::HolonomicInDisguise);
    assert_eq!(found[0], "constraint `c1` is holonomic in disguise: x² + y² = const");
    assert_eq!(found[1], "constraint `c2` is holonomic in disguise: x cos z + y sin z = const");
    let both = points("x, y, z", "  c1: z' - y x' = 0\n  c2: y' = x x'\n");
    let found = notes(&both, Code::HolonomicInDisguise);
    assert!(found[1].ends_with("2 y − x² = const"), "{}", found[1]);
    assert!(found[0].ends_with("= const"), "{}", found[0]);
}

#[test]
fn hidden_constraints_count_for_the_freedom_and_redundant_ones_do_not() {
    let squares = points("x, y, z", "  c1: x'² + x' y' + y'² = 0\n").json();
    let freedom = json!({ "configuration": 1, "velocity": 1, "state": 2 });
    assert_eq!(squares["freedom"], freedom);
    let either = points("x, y, z", "  c1: x'² - y'² = 0\n").json();
    assert_eq!(either["integrable_combinations"], json!(null));
    let rate = points("x, y, z", "  c1: z = x² + y²\n  c2: 2 x x' + 2 y y' = z'\n");
    assert_eq!(rate.json()["redundant"], json!([["c2", "-c1'"]]));
    assert_eq!(codes(&rate), [Code::Dependent]);
    let void = points("x, y, θ", "  c1: θ = π\n  c2: sin(θ) (x' + y') = 0\n");
    assert_eq!((void.independent, void.velocity_freedom), (Some(false), Some(2)));
}

/// Where x = 0 the constraint says nothing, and y + z may change.
#[test]
fn an_integral_has_the_conditions_of_its_constraint() {
    let report = points("x, y, z", "  c1: x y' + x z' = 0\n");
    assert_eq!(report.integrals, ["y + z"]);
    assert_eq!(report.integral_conditions, ["x != 0"]);
    assert!(report.text().contains("constant where x ≠ 0: y + z\n"), "{}", report.text());
    let disguised = report.diagnostics.iter().find(|d| d.code == Code::HolonomicInDisguise);
    assert!(disguised.is_some_and(|d| d.fixes.is_empty()), "it is not to be replaced");
    let plain = points("x, y, z", "  c1: y' + z' = 0\n");
    assert!(plain.integral_conditions.is_empty());
    assert!(plain.text().contains("constant on every motion: y + z\n"), "{}", plain.text());
}

#[test]
fn definitions_of_parameters_are_used_to_find_an_integral() {
    let head = "coordinates\n  x, y, z\nparameters\n  a = 2\n  b = a²\nL = x'² + y'² + z'²\n";
    let model = understood(format!("{head}constraints\n  c: z' = (a² - b) y x'\n"));
    assert_eq!(check(&model).expect("sound").integrals, ["z"]);
}

#[test]
fn what_has_no_inertia_is_named_on_the_allowed_velocities() {
    let report = |energy: &str, more: &str| {
        check(&understood(format!("coordinates\n  x, y\nL = {energy}\n{more}"))).expect("sound")
    };
    let tied = report("x'²/2", "constraints\n  c: y = 2 x\n");
    assert_eq!(notes(&tied, Code::NoKineticEnergy), [] as [&str; 0]);
    let free = report("x'²/2 - y²", "");
    let text = ["the coordinate `y` has no kinetic energy"];
    assert_eq!(notes(&free, Code::NoKineticEnergy), text);
    let difference = report("(x' - y')²/2", "");
    let text = ["there is no kinetic energy in moving `x` and `y` together"];
    assert_eq!(notes(&difference, Code::NoKineticEnergy), text);
}

#[test]
fn growth_at_a_point_is_set_beside_growth_elsewhere() {
    let head = "coordinates\n  x, y, z\nL = x'² + y'² + z'²\nconstraints\n  c: z' = y² x'\n";
    let model = understood(head.to_owned());
    let at = read_assignments(&Source::new("<point>", "x=1, y=0"), &model).expect("a point");
    let text = check_at(&model, &at).expect("sound").text();
    let line = "  growth at x = 1, y = 0, z = 0: (2, 2, 3), brackets of 3 fields are needed to reach \
                what\n  brackets of 2 reach almost everywhere\n";
    assert!(text.contains(line), "{text}");
}

#[test]
fn the_state_of_equations_of_fourth_order_has_four_values_a_coordinate() {
    let state = |rest: &str| {
        let text = format!("coordinates\n  x, y, z\nL = {rest}");
        check(&understood(text)).expect("a check").state_freedom()
    };
    assert_eq!(state("½ (x'² + y'² + z'²)\n"), Some(6));
    assert_eq!(state("½ (x''² + y''² + z''²)\n"), Some(12));
    // q has 3, and q', q'', q''' have 2 each; x − y = const takes one more.
    assert_eq!(state("½ (x''² + y''² + z''²)\nconstraints\n  c: z' = y x'\n"), Some(9));
    assert_eq!(state("½ (x''² + y''² + z''²)\nconstraints\n  c: x' = y'\n"), Some(8));
}

#[test]
fn the_rank_of_dependent_forms_does_not_drop_where_another_takes_over() {
    let drops = |constraints: &str| {
        let text =
            format!("coordinates\n  x, y, θ\nL = x'² + y'² + θ'²\nconstraints\n{constraints}");
        check(&understood(text)).expect("the model is sound").json()["rank_drops"].clone()
    };
    let never = "  a: (x' - y') sin θ = 0\n  b: (x' - y') cos θ = 0\n";
    assert_eq!(drops(never), json!([]));
    let sometimes = "  a: (x' - y') sin θ = 0\n  b: (x' - y') sin θ cos θ = 0\n";
    assert_eq!(drops(sometimes), json!(["sin(theta) = 0"]));
}

#[test]
fn a_bracket_of_the_car_does_not_depend_on_its_heading() {
    let text = "coordinates\n  x, y, θ, φ\nparameters\n  l = 1\nL = x'² + y'² + θ'² + φ'²\n\
                constraints\n  rear: -x' sin θ + y' cos θ = 0\n  \
                steer: -x' sin(θ + φ) + y' cos(θ + φ) + l θ' cos φ = 0\n";
    let report = check(&understood(text.to_owned())).expect("the model is sound").json();
    // X₁ = l cos φ (cos θ, sin θ) + sin φ ∂θ, X₂ = ∂φ: the rear wheel feels [X₁, [X₁, X₂]] as ± l.
    for (i, end) in [(0, "(l instead of 0)"), (1, "(-l instead of 0)")] {
        let why = report["constraints"][i]["why"].as_str().expect("a reason");
        assert!(why.ends_with(end), "{why}");
    }
}
