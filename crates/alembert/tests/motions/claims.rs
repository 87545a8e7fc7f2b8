//! Lines of `expect` and `reject` along a motion, closed forms, events, digits.

use alembert::language::{Source, read_expression};
use alembert::walk::{Decision, Event, RunRequest};
use alembert_render::Spelling;

use crate::{followed, last, model};

const CYCLOID: &str = "
coordinates
  x, y [m]
  φ [rad]
parameters
  m = 1
  J = 0.1
  g = 9.81
  α = 0.3
T = ½ m (x'² + y'²) + ½ J φ'²
V = -m g x sin α
constraints
  edge: x' sin φ = y' cos φ
initial
  x = 0, y = 0, φ = 0, x' = 0, φ' = 2
run 0 .. 10 s
";

fn decisions(lines: &str) -> Vec<(Decision, String)> {
    let report = followed(&format!("{CYCLOID}{lines}"), RunRequest::default());
    report.statements.into_iter().map(|s| (s.decision, s.how)).collect()
}

#[test]
fn the_knife_edge_falls_along_its_cycloid() {
    let report = followed(CYCLOID, RunRequest::default());
    let (k, w, t) = (9.81 * 0.3f64.sin() / 2.0, 2.0, 10.0);
    let x = k / (w * w) * (w * t).sin().powi(2);
    let y = k / (w * w) * (w * t - (2.0 * w * t).sin() / 2.0);
    assert!((last(&report, "x") - x).abs() < 1e-11 && (last(&report, "y") - y).abs() < 1e-11);
    assert!(report.energy_drift < 1e-13 && report.max_residual < 1e-15);
    assert!((last(&report, "phi") - 20.0).abs() < 1e-12, "angles are shown without wrapping");
}

#[test]
fn lines_hold_and_fail_along_the_motion() {
    let found = decisions(
        "expect
  x = g sin α/(2 φ'(0)²) sin²(φ'(0) t)
  φ = φ(0) + φ'(0) t
  E is conserved
  x = g sin α/(2 φ'(0)²) sin²(φ'(0) t) + 1e-5 t
  x'² + y'² is conserved
",
    );
    let words: Vec<Decision> = found.iter().map(|f| f.0).collect();
    use Decision::{Fails, Holds};
    assert_eq!(words, [Holds, Holds, Holds, Fails, Fails]);
    assert!(found[3].1.contains("at t = 10"), "{}", found[3].1);
}

#[test]
fn a_rejected_line_is_refuted_by_the_motion_or_fails() {
    let found = decisions(
        "reject
  x = g sin α/φ'(0)² sin²(φ'(0) t)
  φ = φ(0) + φ'(0) t
  φ' = 2
",
    );
    let words: Vec<Decision> = found.iter().map(|f| f.0).collect();
    // The last holds along this motion, which says nothing about others.
    assert_eq!(words, [Decision::Holds, Decision::Fails, Decision::Undecided]);
}

#[test]
fn every_zero_of_a_quantity_is_found_and_may_end_the_run() {
    let text = CYCLOID;
    let quantity = read_expression(&Source::new("--event", "sin φ"), &model(text)).unwrap();
    let mut event = Event { text: "sin φ".to_owned(), quantity, ends: false };
    let events = [event.clone()];
    let report = followed(text, RunRequest { events: &events, ..RunRequest::default() });
    // φ = 2 t passes multiples of π at t = π/2, π, …; t = 0 is no crossing.
    assert_eq!(report.events.len(), 6);
    for (k, found) in report.events.iter().enumerate() {
        let t = (k + 1) as f64 * std::f64::consts::FRAC_PI_2;
        assert!((found.t - t).abs() < 1e-12, "{} and not {t}", found.t);
        assert_eq!(found.how, if k % 2 == 0 { "falling" } else { "rising" });
    }
    event.ends = true;
    let events = [event];
    let report = followed(text, RunRequest { events: &events, ..RunRequest::default() });
    assert_eq!(report.stop, "event");
    assert!((report.t - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
}

/// x = cos t comes within 10⁻¹⁰ of 1 twice in every turn, and touches it once.
#[test]
fn grazing_events_are_found_and_told() {
    let text = "coordinates\n  x\nL = ½ x'² - ½ x²\ninitial\n  x = 1, x' = 0\nrun 0.5 .. 200\n";
    let shifted = text.replace("x = 1, x' = 0", "x = cos 0.5, x' = -sin 0.5");
    let found = |quantity: &str| {
        let parsed = read_expression(&Source::new("--event", quantity), &model(&shifted)).unwrap();
        let events = [Event { text: quantity.to_owned(), quantity: parsed, ends: false }];
        let report = followed(&shifted, RunRequest { events: &events, ..RunRequest::default() });
        report.events.iter().map(|e| e.t).collect::<Vec<f64>>()
    };
    let turns = (200.0 / std::f64::consts::TAU).floor();
    let times = found("x - 0.9999999999");
    assert_eq!(times.len() as f64, 2.0 * turns);
    let half = 0.9999999999f64.acos();
    for (k, t) in times.iter().enumerate() {
        let turn = std::f64::consts::TAU * (k / 2 + 1) as f64;
        let exact = if k % 2 == 0 { turn - half } else { turn + half };
        // the crossing is so flat that a rounding of x moves it by 10⁻¹¹
        assert!((t - exact).abs() < 1e-9, "{t} and not {exact}");
    }
}

/// An angle that is watched for more than a turn is not wrapped.
#[test]
fn an_event_may_count_turns() {
    let text = CYCLOID;
    let quantity = read_expression(&Source::new("--event", "φ - 13"), &model(text)).unwrap();
    let events = [Event { text: "φ - 13".to_owned(), quantity, ends: true }];
    let report = followed(text, RunRequest { events: &events, ..RunRequest::default() });
    assert!((report.t - 6.5).abs() < 1e-12, "{}", report.t);
}

/// How a claim of digits may differ from what a closed form shows.
const CLAIM: f64 = 0.3;

/// The cycloid by its closed form, for the columns of a run: x, y, φ, x', y', φ', E, λ and x' + y'.
fn cycloid(t: f64) -> [f64; 9] {
    let (g, w) = (9.81 * 0.3f64.sin(), 2.0);
    let (sin, cos) = (w * t).sin_cos();
    let (x, y) = (g / (2.0 * w * w) * sin * sin, g / (2.0 * w * w) * (w * t - sin * cos));
    let (vx, vy) = (g / w * sin * cos, g / w * sin * sin);
    [x, y, w * t, vx, vy, w, 0.5 * 0.1 * w * w, -2.0 * g * sin, vx + vy]
}

#[test]
fn digits_of_every_output_are_those_of_the_closed_form() {
    let text = format!("{CYCLOID}observe\n  both = x' + y'\n");
    let tol = Some(1e-6);
    let rough =
        |method, step| RunRequest { certify: true, tol, method, step, ..RunRequest::default() };
    for request in [
        rough(None, None),
        rough(Some("dop853"), None),
        rough(Some("radau"), None),
        rough(Some("dla"), Some(0.02)),
    ] {
        let report = followed(&text, request);
        let column = |name: &str| &report.columns.iter().find(|c| c.name == name).unwrap().values;
        let exact: Vec<[f64; 9]> = column("t").iter().map(|&t| cycloid(t)).collect();
        let (digits, ends) = (report.digits.as_ref().unwrap(), report.end_digits.as_ref().unwrap());
        let names: Vec<&str> = digits.iter().map(|d| d.0.as_str()).collect();
        let all = ["x", "y", "phi", "x'", "y'", "phi'", "E", "lambda_edge", "both"];
        assert_eq!(names, all);
        for (k, name) in all.into_iter().enumerate() {
            let error = |(value, exact): (&f64, &[f64; 9])| (value - exact[k]).abs();
            let largest = exact.iter().map(|x| x[k].abs()).fold(0.0, f64::max);
            let worst = column(name).iter().zip(&exact).map(error).fold(0.0, f64::max);
            let last = (last(&report, name) - exact.last().unwrap()[k]).abs();
            let shown =
                [(largest / worst), (exact.last().unwrap()[k].abs() / last)].map(f64::log10);
            // What is right to round-off is so for the closed form too, and both count to 16 at most.
            for (claim, shown) in [digits[k].1, ends[k].1].into_iter().zip(shown) {
                let claim = claim.expect("it is not 0");
                let is_told = (claim - shown).abs() < CLAIM || (claim > 13.0 && shown > 13.0);
                assert!(
                    is_told,
                    "{:?} {name}: {claim}, and {shown} by the closed form",
                    request.method
                );
            }
        }
        let least = digits.iter().filter_map(|d| d.1).fold(f64::INFINITY, f64::min);
        assert!((2.0..11.0).contains(&least), "{digits:?}");
    }
}

#[test]
fn runs_at_round_off_have_thirteen_digits_and_say_how_they_are_measured() {
    let report = followed(CYCLOID, RunRequest { certify: true, ..RunRequest::default() });
    let digits = report.digits.as_ref().expect("they were asked for");
    assert_eq!(digits.len(), 8);
    assert!(digits.iter().all(|(_, d)| d.is_none_or(|d| (13.0..=16.0).contains(&d))), "{digits:?}");
    let shown = report.text(Spelling::Ascii, false);
    assert!(
        shown.contains(" correct in every column, relative to its largest value (fewest: "),
        "{shown}"
    );
    assert!(shown.contains(" of every last value, relative to itself (fewest: "), "{shown}");
    assert_eq!(shown.matches(" digits\n").count(), 8, "{shown}");
    let json = report.json();
    assert_eq!(json["digits"]["E"].as_f64(), digits[6].1);
    assert_eq!(json["end_digits"].as_object().unwrap().len(), 8);
}

/// y stays where it is, and nobody counts the digits of 0.
#[test]
fn what_is_zero_has_no_digits_to_count() {
    let text = "coordinates\n  x, y\nL = ½ (x'² + y'²) - ½ x²\ninitial\n  x = 1, y = 0, x' = 0, y' = 0\nrun 0 .. 9\n";
    let report = followed(text, RunRequest { certify: true, ..RunRequest::default() });
    let none: Vec<bool> = report.digits.as_ref().unwrap().iter().map(|d| d.1.is_none()).collect();
    assert_eq!(none, [false, true, false, true, false]);
    let shown = report.text(Spelling::Ascii, false);
    assert!(shown.contains("           y = y' = 0 within rounding\n"), "{shown}");
}

#[test]
fn observed_quantities_and_samples_are_as_asked() {
    let text = format!("{CYCLOID}observe\n  speed = sqrt(x'² + y'²)\n  turn = φ - φ(0)\n");
    let report = followed(&text, RunRequest { every: Some(0.25), ..RunRequest::default() });
    let column = |name: &str| &report.columns.iter().find(|c| c.name == name).unwrap().values;
    assert_eq!(column("t").len(), 41);
    assert!((column("t")[3] - 0.75).abs() < 1e-15 && column("t")[40] == 10.0);
    for k in 0..41 {
        let (vx, vy) = (column("x'")[k], column("y'")[k]);
        assert!((column("speed")[k] - vx.hypot(vy)).abs() < 1e-13);
    }
    let names: Vec<&str> = report.columns.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names[..7], ["t", "x", "y", "phi", "x'", "y'", "phi'"]);
    assert!(names.contains(&"E") && names.contains(&"lambda_edge"));
    assert_eq!(report.columns[1].unit.as_deref(), Some("m"));
    assert_eq!(report.columns[6].unit.as_deref(), Some("rad/s"));
}

#[test]
fn tables_say_what_they_are() {
    let report = followed(CYCLOID, RunRequest { every: Some(5.0), ..RunRequest::default() });
    let csv = report.table(CYCLOID).csv();
    let rows: Vec<&str> = csv.lines().filter(|l| !l.starts_with('#')).collect();
    assert!(rows[0].starts_with("t,x,y,phi,x',y',phi',E,lambda_edge,residual_edge"));
    assert_eq!(rows.len(), 4);
    let cells: Vec<f64> = rows[3].split(',').map(|c| c.parse().unwrap()).collect();
    assert_eq!(cells[1], last(&report, "x"));
    assert!(csv.contains("# method: taylor\n") && csv.contains("phi' [rad/s]"));
    let json = report.table(CYCLOID).json();
    assert_eq!(json["columns"][1]["values"][2], cells[1]);
    assert_eq!(json["metadata"]["model_hash"].as_str().unwrap().len(), 16);
    assert_eq!(&report.table(CYCLOID).npz().unwrap()[..4], b"PK\x03\x04");
    assert_eq!(&report.table(CYCLOID).parquet()[..4], b"PAR1");
}

#[test]
fn the_balance_of_energy_sees_forces_and_time() {
    let damped = "
coordinates
  x
parameters
  m = 1
  k = 4
L = ½ m x'² - ½ k x² (1 + ⅓ sin t)
forces
  x: -0.3 x' + cos(2 t)
initial
  x = 1, x' = 0
run 0 .. 20
expect
  E is conserved
";
    let report = followed(damped, RunRequest::default());
    assert!(report.has_sources && report.energy_drift < 1e-13, "{:e}", report.energy_drift);
    assert!(report.fails(), "the energy is not conserved");
}

/// An oscillator of 10⁻¹³ m and 10⁻¹⁸ kg: nothing is true because it is small.
#[test]
fn claims_do_not_depend_on_units() {
    let text = "coordinates\n  x, y\nparameters\n  m = 1e-18\n  a = 1e-13\nT = ½ m (x'² + y'²)\nV = ½ m (x² + y²)\n\
                initial\n  x = a\nrun 0 .. 3\nexpect\n  x = a cos t\n  y = 0\n  x y' - y x' = 0\n  x = 2 a cos t\n  \
                x = a sin t\n  E = m x²\n  y = x/1000\nreject\n  x = 2 a cos t\n  x' = -3 a sin t\n";
    let report = followed(text, RunRequest::default());
    let found: Vec<Decision> = report.statements.iter().map(|s| s.decision).collect();
    use Decision::{Fails, Holds};
    assert_eq!(found, [Holds, Holds, Holds, Fails, Fails, Fails, Fails, Holds, Holds]);
    assert!(report.statements[3].how.contains("1.000000000e-13 against 2.000000000e-13"));
}

/// Twice the digits tell rounding of a claim from a claim that is wrong: large terms that cancel leave 10⁻⁸ here.
#[test]
fn claims_whose_terms_cancel_are_not_refuted_by_rounding() {
    let text = "coordinates\n  x\nL = ½ x'² - ½ x²\ninitial\n  x = 1\nrun 0 .. 3\nexpect\n  \
                ((1e4 + x)² - 1e8 - 2e4 x - x²) x' = 0\n  ((1e4 + x)² - 1e8 - 2e4 x - x²) x' = 1e-3 x\n";
    let report = followed(text, RunRequest::default());
    let found: Vec<Decision> = report.statements.iter().map(|s| s.decision).collect();
    assert_eq!(found, [Decision::Holds, Decision::Fails]);
}

/// A grain that swings beside a planet does not stand still, whatever the two together could do.
#[test]
fn what_is_small_beside_others_is_not_called_zero() {
    let text = "coordinates\n  y, s\nT = 500 y'² + 5*10^-7 s'²\nV = -4*10^17/y + 5*10^-7 s²\ninitial\n  \
                y = 6.4e6, y' = 0, s = 0.01, s' = 0\nrun 0 .. 10\nexpect\n  s = 0\n  s' = 0\n  s = 0.01 cos t\n";
    let report = followed(text, RunRequest::default());
    let found: Vec<Decision> = report.statements.iter().map(|s| s.decision).collect();
    assert!(found[0] != Decision::Holds && found[1] != Decision::Holds, "{found:?}");
    assert_eq!(found[2], Decision::Holds);
}

/// A disk rolls off a cylinder; its constraints depend on each other, so that the multipliers are the shortest ones. The
/// zero of one is the same by a method with series and by one without.
#[test]
fn zeros_of_multipliers_that_are_not_unique_are_found() {
    let text = "coordinates\n  x, z, q\nparameters\n  m = 0.3\n  r = 0.1\n  R = 0.9\n  g = 9.81\n\
                T = ½ m (x'² + z'²) + ¼ m r² q'²\nV = m g z\nconstraints\n  surf: x² + z² = (R + r)²\n  \
                rx: x' = r q' z/(R + r)\n  rz: z' = -r q' x/(R + r)\n\
                initial\n  x = 0.1, z = 0.9 (guess), x' = 0.1\nrun 0 .. 2\n";
    let source = Source::new("--event", "lambda_surf");
    let quantity = read_expression(&source, &model(text)).unwrap();
    let events = [Event { text: "lambda_surf".to_owned(), quantity, ends: true }];
    let ends = ["taylor", "dop853"].map(|method| {
        let request = RunRequest { events: &events, method: Some(method), ..RunRequest::default() };
        let report = followed(text, request);
        assert_eq!(report.stop, "event", "{method}: {:?}", report.reason);
        report.t
    });
    assert!((ends[0] - ends[1]).abs() < 1e-8 && (ends[0] - 1.0348).abs() < 1e-4, "{ends:?}");
}
