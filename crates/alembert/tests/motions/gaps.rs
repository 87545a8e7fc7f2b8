//! Observed quantities without a value at some times, digits that are lost, and what files say about a run.

use std::f64::consts::TAU;

use alembert::language::{Code, Source, read_expression};
use alembert::walk::{
    Event, Following, NoEvent, RunReport, RunRequest, Table, WalkError, plot, read_event,
    read_panel, scene,
};

use crate::{followed, model};

/// x = t; the root ends at t = 1, and the logarithm begins after t = 0.
const ROOT: &str = "coordinates\n  x\nL = ½ x'²\ninitial\n  x = 0, x' = 1\nrun 0 .. 2\n  every 0.25\n\
                    observe\n  root = sqrt(1 - x)\n  h = log(x)\n  double = 2 x\n";

fn values<'a>(table: &'a Table, name: &str) -> &'a [f64] {
    &table.columns.iter().find(|c| c.name == name).expect("a column").values
}

#[test]
fn a_quantity_without_a_value_leaves_a_gap_and_the_run_goes_on() {
    let report = followed(ROOT, RunRequest::default());
    assert_eq!((report.stop, report.t), ("end", 2.0));
    let gaps = report.gaps();
    let told: Vec<(&str, f64, usize)> =
        gaps.iter().map(|gap| (gap.name.as_str(), gap.t, gap.count)).collect();
    assert_eq!(told, [("root", 1.25, 4), ("h", 0.0, 1)]);
    assert_eq!(gaps[0].said("root"), "`root` has no value at 4 of 9 samples, first at t = 1.25");
    let table = report.table("");
    assert!(values(&table, "root")[..5].iter().all(|x| x.is_finite()));
    assert!(values(&table, "h")[1..].iter().all(|x| x.is_finite()));
    assert!(values(&table, "double").iter().zip(values(&table, "t")).all(|(d, t)| *d == 2.0 * t));
}

#[test]
fn gaps_are_empty_cells_and_null_and_are_read_back() {
    let table = followed(ROOT, RunRequest::default()).table("");
    let csv = table.csv();
    assert!(!csv.contains("NaN"), "{csv}");
    assert!(csv.lines().any(|line| line.starts_with("2,2,1,") && line.contains(",,")), "{csv}");
    let json = table.json().to_string();
    assert!(json.contains("null") && !json.contains("NaN"));
    let parquet = table.parquet();
    let nan = f64::NAN.to_le_bytes();
    assert_eq!(parquet.windows(8).filter(|bytes| *bytes == nan).count(), 5);
    for read in [Table::from_csv(&csv).unwrap(), Table::from_json(&json).unwrap()] {
        assert_eq!(values(&read, "root").iter().filter(|x| x.is_nan()).count(), 4);
        assert_eq!(values(&read, "double"), values(&table, "double"));
    }
    assert!(Table::from_csv("t,x\n,1\n").is_err(), "a row has a time");
}

#[test]
fn a_curve_has_a_gap_and_the_others_do_not_end() {
    let model = model(ROOT);
    let panels: Vec<_> = ["log(1 - x)", "x"]
        .map(|text| read_panel(&Source::new("curve", text), &model).expect("a panel"))
        .to_vec();
    let following = Following { principles: &[], request: RunRequest::default() };
    let drawn = plot(&model, &panels, following, &mut |_| std::ops::ControlFlow::Continue(()));
    let notes = drawn.expect("a plot").notes;
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert!(notes[0].starts_with("`log(1 - x)` has no value at "), "{notes:?}");
    assert!(notes[0].ends_with("first at t = 1"), "{notes:?}");
}

#[test]
fn a_scene_ends_where_a_place_has_no_value() {
    let following = Following { principles: &[], request: RunRequest::default() };
    let seen = |at: &str| {
        let text = format!("{ROOT}view\n  point at ({at}, 0)\n");
        scene(&model(&text), following, &mut |_| std::ops::ControlFlow::Continue(()))
    };
    let cut = seen("sqrt(1 - x)").expect("a scene");
    let last = cut.json["t"].as_array().unwrap().last().unwrap().as_f64().unwrap();
    assert!((0.9..=1.0).contains(&last), "{last}");
    assert!(cut.notes.iter().any(|note| note.contains("`view` has no value")), "{:?}", cut.notes);
    assert!(!cut.json.to_string().contains("null"));
    assert!(seen("log(x)").is_err(), "there is no value at the start");
}

#[test]
fn lost_digits_are_told_with_their_time() {
    let chaos = "coordinates\n  a, b\nL = ½ (2 a'² + b'² + 2 a' b' cos(a - b)) + 9.81 (2 cos a + cos b)\n\
                 initial\n  a = 2, b = 2.5, a' = 0, b' = 0\nrun 0 .. 40\n";
    let request = RunRequest { certify: true, ..RunRequest::default() };
    let report = followed(chaos, request);
    let until = report.certain_until.expect("a chaotic motion loses its digits");
    assert!((5.0..40.0).contains(&until), "{until}");
    let found = report.diagnostics.iter().find(|d| d.code == Code::Drift).expect("a warning");
    assert!(found.message.starts_with("fewer than 3 digits of the state are correct from t = "));
    let short = followed(chaos, RunRequest { to: Some(2.0), ..request });
    assert_eq!(short.certain_until, None);
    assert!(short.diagnostics.is_empty(), "{:?}", short.diagnostics);
}

#[test]
fn files_tell_the_values_of_parameters_and_what_inputs_do() {
    let text = "coordinates\n  x\nparameters\n  m = 2, k = 3 m\ninputs\n  u, w\nL = ½ m x'² - ½ k x²\n\
                forces\n  x: u + w\ninitial\n  x = 0, x' = 0\nrun 0 .. 1\n  u = sin(2 t)\n  \
                w = (0, 0), (1, 2)\n";
    let table = followed(text, RunRequest::default()).table(text);
    assert_eq!(table.metadata["parameters"].to_string(), r#"{"m":2.0,"k":6.0}"#);
    let inputs = table.metadata["inputs"].to_string();
    assert_eq!(inputs, r#"{"u":"sin(2*t)","w":"a table of 2 points"}"#);
    assert!(table.csv().contains("# parameters: {\"m\":2.0,\"k\":6.0}\n"));
}

#[test]
fn what_the_constraints_determine_is_not_taken_as_zero() {
    let text = "coordinates\n  x, y, z\nL = ½ (x'² + y'² + z'²)\nconstraints\n  c: z' = y x'\n\
                initial\n  x = 0, y = 0, x' = 1\nrun 0 .. 1\n";
    let report = followed(text, RunRequest::default());
    assert_eq!(report.assumed, ["z", "y'"]);
    let found: Vec<(&str, f64)> = report.changes.iter().map(|c| (c.name.as_str(), c.to)).collect();
    assert_eq!(found, [("z'", 0.0)]);
}

#[test]
fn a_zero_at_the_end_is_a_crossing() {
    let text = "coordinates\n  x\nL = ½ x'² - ½ x²\ninitial\n  x = 0, x' = 1\nrun 0 .. 2 π\n";
    let model = model(text);
    let quantity = read_expression(&Source::new("event", "x"), &model).expect("a quantity");
    let events = [Event { text: "x".to_owned(), quantity, ends: false }];
    let report = followed(text, RunRequest { events: &events, ..RunRequest::default() });
    let how: Vec<&str> = report.events.iter().map(|event| event.how).collect();
    assert_eq!(how, ["falling", "rising"]);
}

#[test]
fn an_inertia_that_vanishes_with_a_mass_is_not_blamed_on_angles() {
    let text = "coordinates\n  a [rad], b [rad]\nparameters\n  m = 0, n = 1, g = 9.81\n\
                L = ½ m a'² + ½ n (a'² + b'² + 2 a' b' cos(a - b)) + (m + n) g cos a + n g cos b\n\
                initial\n  a = 1, b = 0.2, a' = 0, b' = 0\nrun 0 .. 10\n";
    let report = followed(text, RunRequest::default());
    let found = report.diagnostics.iter().find(|d| d.code == Code::EulerSingularity);
    let hint = found.expect("the inertia vanishes where a = b").hint.clone().unwrap_or_default();
    assert!(hint.contains("`m` = 0") && !hint.contains("rotation"), "{hint}");
}

#[test]
fn a_rotation_is_proposed_for_euler_angles_only() {
    let hint = |text: &str| {
        let report = followed(text, RunRequest::default());
        let found = report.diagnostics.iter().find(|d| d.code == Code::EulerSingularity);
        found.unwrap_or_else(|| panic!("{text}")).hint.clone().unwrap_or_default()
    };
    // a mass at the end of two rods that have none
    let rods = "coordinates\n  a [rad], b [rad]\nparameters\n  g = 9.81\n\
                L = ½ (a'² + b'² + 2 a' b' cos(a - b)) + g cos a + g cos b\n\
                initial\n  a = 1, b = 0.2, a' = 0, b' = 0\nrun 0 .. 10\n";
    assert!(!hint(rods).contains("`rotation`"), "{}", hint(rods));
    let top = "coordinates\n  φ, θ, ψ [rad]\nL = ½ (φ'² sin²θ + θ'²) + ½ (ψ' + φ' cos θ)²\n\
               initial\n  φ = 0, θ = 0.9001, ψ = 0, φ' = 0, θ' = -1, ψ' = 0\nrun 0 .. 0.9\n";
    assert!(hint(top).contains("`rotation`"), "{}", hint(top));
}

fn watched(text: &str, quantities: &[&str], method: &str) -> RunReport {
    watched_until(text, (quantities, false), method)
}

/// A run with events that end it, or do not.
fn watched_until(text: &str, (quantities, ends): (&[&str], bool), method: &str) -> RunReport {
    let model = model(text);
    let event = |text: &&str| Event {
        text: (*text).to_owned(),
        quantity: read_expression(&Source::new("event", *text), &model).expect("a quantity"),
        ends,
    };
    let events: Vec<Event> = quantities.iter().map(event).collect();
    let request = RunRequest { events: &events, method: Some(method), ..RunRequest::default() };
    followed(text, request)
}

/// x = cos t: log x has no value where it is negative, and log x = −1 where cos t = 1/e.
#[test]
fn an_event_without_a_value_leaves_a_gap_and_disturbs_no_other() {
    let text = "coordinates\n  x\nL = ½ x'² - ½ x²\ninitial\n  x = 1, x' = 0\nrun 0 .. 12\n";
    for method in ["taylor", "dop853"] {
        let both = watched(text, &["log(x) + 1", "x - 0.5"], method);
        assert_eq!((both.stop, both.t), ("end", 12.0));
        let times = |report: &RunReport, text: &str| -> Vec<f64> {
            report.events.iter().filter(|e| e.text == text).map(|e| e.t).collect()
        };
        let a = (-1f64).exp().acos();
        let asked = [a, TAU - a, TAU + a, 2.0 * TAU - a];
        let found = times(&both, "log(x) + 1");
        assert_eq!(found.len(), 4, "{found:?}");
        for (found, asked) in found.iter().zip(asked) {
            assert!((found - asked).abs() < 1e-9, "{method}: {found} {asked}");
        }
        let other = times(&both, "x - 0.5");
        let asked = [TAU / 6.0, TAU * 5.0 / 6.0, TAU * 7.0 / 6.0, TAU * 11.0 / 6.0];
        let allowed = if method == "taylor" { 1e-13 } else { 1e-9 };
        assert_eq!(other.len(), 4, "{other:?}");
        for (found, asked) in other.iter().zip(asked) {
            assert!((found - asked).abs() < allowed, "{method}: {found} {asked}");
        }
        let [absence] = &both.absences[..] else { panic!("{:?}", both.absences) };
        assert_eq!(
            absence.said(),
            "`log(x) + 1` has no value from t = 1.570796 to 4.712389, from t = 7.853982 to 10.995574: its \
             zeros are not looked for there"
        );
    }
}

/// y = 0 and x = cos t: y √x is 0 wherever it has a value, and that is not all along.
#[test]
fn a_quantity_that_is_zero_beside_gaps_is_not_zero_all_along() {
    let text = "coordinates\n  x, y\nL = ½ (x'² + y'²) - ½ x²\ninitial\n  x = 1, x' = 0, y = 0, y' = 0\n\
                run 0 .. 12\n  every 0.25\n";
    for method in ["taylor", "dop853"] {
        let report = watched(text, &["y sqrt(x)"], method);
        assert!(report.zeros.is_empty(), "{method}: {:?}", report.zeros);
        let [absence] = &report.absences[..] else { panic!("{method}: {:?}", report.absences) };
        assert_eq!(absence.spans.len(), 2, "{method}: {absence:?}");
        let whole = watched(text, &["y (x² + 1)"], method);
        assert_eq!((whole.zeros.len(), whole.absences.len()), (1, 0), "{method}");
    }
}

#[test]
fn equations_of_motion_that_leave_their_domain_still_end_the_run() {
    let text =
        "coordinates\n  x\nL = ½ x'² - 1000 log(2 - x)\ninitial\n  x = 0, x' = -20\nrun 0 .. 12\n";
    let report = watched(text, &["log(x + 0.1)", "x + 0.05"], "taylor");
    assert!(!report.is_complete(), "{}", report.stop);
    assert_eq!(report.absences.len(), 1);
}

/// x = cos t, or − cos t.
fn spring(start: f64) -> String {
    format!("coordinates\n  x\nL = ½ x'² - ½ x²\ninitial\n  x = {start}, x' = 0\nrun 0 .. 12\n")
}

/// Radau makes an error of 10⁻¹² a step.
const NEAR: f64 = 1e-8;

#[test]
fn zeros_beside_the_edge_of_a_domain_are_found_by_every_method() {
    let short = f64::hypot(0.01, 0.005);
    for (text, places) in [
        ("sqrt(x) - 0.1", vec![1e-2]),
        ("sqrt(x) - 0.001", vec![1e-6]),
        ("log(x) + 5", vec![(-5f64).exp()]),
        ("log(x) + 12", vec![(-12f64).exp()]),
        ("acos(1 - x) - 0.01", vec![1.0 - 0.01f64.cos()]),
        ("x^(3/2) - 1e-6", vec![1e-4]),
        ("sqrt(x^2 - 0.0001) - 0.005", vec![-short, short]),
    ] {
        let turns = |x: &f64| [x.acos(), TAU - x.acos(), TAU + x.acos(), 2.0 * TAU - x.acos()];
        let mut asked: Vec<f64> = places.iter().flat_map(turns).collect();
        asked.sort_by(f64::total_cmp);
        for method in ["taylor", "dop853", "radau"] {
            let report = watched(&spring(1.0), &[text], method);
            let found: Vec<f64> = report.events.iter().map(|event| event.t).collect();
            assert_eq!(found.len(), asked.len(), "{text} by {method}: {found:?} {asked:?}");
            for (found, asked) in found.iter().zip(&asked) {
                assert!((found - asked).abs() < NEAR, "{text} by {method}: {found} {asked}");
            }
        }
    }
}

#[test]
fn the_first_zero_behind_an_edge_ends_a_run() {
    for (text, place) in
        [("sqrt(x) - 0.1", 1e-2), ("sqrt(x) - 0.001", 1e-6), ("log(x) + 9", (-9f64).exp())]
    {
        for method in ["taylor", "dop853", "radau"] {
            let report = watched_until(&spring(-1.0), (&[text], true), method);
            let asked = (-place).acos();
            assert!((report.t - asked).abs() < NEAR, "{text} by {method}: {} {asked}", report.t);
            assert_eq!(report.events.len(), 1);
        }
    }
}

#[test]
fn an_edge_itself_is_not_told_twice() {
    for method in ["taylor", "dop853", "radau"] {
        let nothing = watched(&spring(1.0), &["1/log(x/2)", "sqrt(x) + 1e-9"], method);
        assert_eq!(nothing.events, [], "{method}");
        let at_edges = watched(&spring(1.0), &["sqrt(x)"], method);
        let times: Vec<f64> = at_edges.events.iter().map(|event| event.t).collect();
        assert!(times.windows(2).all(|t| t[1] - t[0] > 1.0), "{method}: {times:?}");
    }
}

#[test]
fn a_quantity_of_held_inputs_is_no_event() {
    let text = |u: &str| {
        format!(
            "coordinates\n  x\nparameters\n  k = 2\ninputs\n  u\nL = ½ x'² - ½ k x²\nforces\n  x: u\n\
             initial\n  x = 1, x' = 0\nrun 0 .. 1\n  u = {u}\n"
        )
    };
    let read = |u: &str, event: &str| read_event(&Source::new("event", event), &model(&text(u)));
    for (u, event) in [("0.3", "u - 0.5"), ("k/3", "u - k"), ("0.3", "u'")] {
        let refused = NoEvent::Walk(WalkError::ConstantEvent { text: event.to_owned() });
        assert_eq!(read(u, event), Err(refused), "u = {u}");
    }
    for (u, event) in [("sin(t)", "u - 0.5"), ("0.3", "x - u"), ("(0, 0), (1, 2)", "u - 1")] {
        assert!(read(u, event).is_ok(), "u = {u}: {event}");
    }
}
