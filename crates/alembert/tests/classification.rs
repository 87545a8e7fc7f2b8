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
    assert!(codes(&square).contains(&Code::NonlinearInVelocities));
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
