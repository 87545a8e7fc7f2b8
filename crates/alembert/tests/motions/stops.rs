//! Runs that end before their time, each with its reason; bad requests.

use alembert::Spelling;
use alembert::language::Code;
use alembert::walk::{Refusal, RunReport, RunRequest, Until, WalkError};

use crate::stiffness::viscous_sleigh;
use crate::{followed, last, model, tried};

/// A model, the word for its end, when that is, and what the reason says.
const STOPS: &[(&str, &str, f64, &str)] = &[
    // x'' = 6 x², x = 1/(1 − t)² has a pole at t = 1
    (
        "coordinates\n  x\nL = ½ x'² + 2 x³\ninitial\n  x = 1, x' = 2\nrun 0 .. 3\n",
        "step to zero",
        1.0,
        "steps become too short",
    ),
    // x^(3/2) has no series at x = 0, where the body falls
    (
        "coordinates\n  x\nL = ½ x'² + x^(3/2)\nforces\n  x: -2\ninitial\n  x = 0.5, x' = 0\nrun 0 .. 5\n",
        "domain",
        f64::NAN,
        "reaches 0, the edge of its domain",
    ),
    // x = 0.5 + t leaves the domain of asin at t = 0.5
    (
        "coordinates\n  x, y\nL = ½ (x'² + y'²)\nforces\n  y: asin x\n\
         initial\n  x = 0.5, x' = 1, y = 0, y' = 0\nrun 0 .. 5\n",
        "domain",
        0.5,
        "the argument of asin reaches 1, the edge of its domain",
    ),
    // the same of a tangent, backwards in time
    (
        "coordinates\n  x, y\nL = ½ (x'² + y'²)\nforces\n  y: tan x\n\
         initial\n  x = 0, x' = 1, y = 0, y' = 0\nrun 0 .. -5\n",
        "domain",
        -std::f64::consts::FRAC_PI_2,
        "the argument of tan reaches -1.5707963267948966, the edge of its domain",
    ),
    // two rods in one line: the four-bar linkage is flat
    (
        "coordinates\n  x, y, u, v\nL = ½ (x'² + y'² + u'² + v'²)\nconstraints\n  a: x² + y² = 1\n\
         \x20 b: (u - 2)² + v² = 1\n  c: (x - u)² + (y - v)² = 4\n\
         initial\n  x = 0, y = 1, u = 2, v = 1, x' = -1, y' = 0, u' = -1, v' = 0\nrun 0 .. 4\n",
        "rank loss",
        std::f64::consts::FRAC_PI_2,
        "the constraints `a`, `b`, `c` become dependent at t = 1.57079",
    ),
];

#[test]
fn each_end_has_its_reason() {
    for (text, word, t, reason) in STOPS {
        let report = followed(text, RunRequest::default());
        assert_eq!(report.stop, *word, "{:?}\n{text}", report.reason);
        assert!(!report.is_complete());
        let said = report.reason.clone().expect("a reason");
        assert!(said.contains(reason), "{said}");
        assert!(t.is_nan() || (report.t - t).abs() < 1e-3, "{} and not {t}", report.t);
        for column in &report.columns {
            // multipliers of dependent constraints have no value
            let rows = column.values.len();
            let kept =
                rows - usize::from(*word == "rank loss" && column.name.starts_with("lambda"));
            assert!(column.values[..kept].iter().all(|x| x.is_finite()), "{}\n{text}", column.name);
            assert!(column.values[kept..].iter().all(|x| x.is_nan()), "{}\n{text}", column.name);
        }
    }
}

#[test]
fn a_pole_is_told_at_its_place_in_the_text() {
    let report = followed(STOPS[0].0, RunRequest::default());
    assert!(report.diagnostics.iter().any(|d| d.code == Code::StepVanished));
}

/// A number that no double holds is named, with its place where it has one.
#[test]
fn numbers_that_are_too_large_are_named() {
    let text = "coordinates\n  x\nparameters\n  k = 1\nL = ½ x'² - ½ k x²\ninitial\n  x = 1, x' = 0\nrun 0 .. 1\n";
    let large = text.replace("x = 1,", "x = 1e400,");
    let Err(Refusal::Diagnosed(found)) = tried(&large, RunRequest::default()) else {
        panic!("it has no start")
    };
    assert_eq!(found.code, Code::InitialViolates);
    assert_eq!(&large[found.span.start..found.span.end], "x = 1e400");
    let refusal = tried(&text.replace("k = 1", "k = 1e400"), RunRequest::default()).unwrap_err();
    let named = WalkError::NoNumber { name: "k".to_owned() };
    assert_eq!(refusal, Refusal::Walk(named));
}

#[test]
fn drift_is_warned_about() {
    let text = "coordinates\n  θ\nL = ½ θ'² + 9.81 cos θ\ninitial\n  θ = 2, θ' = 0\nrun 0 .. 30\n";
    let drift = |report: &RunReport| report.diagnostics.iter().any(|d| d.code == Code::Drift);
    assert!(!drift(&followed(text, RunRequest::default())));
    let coarse = RunRequest { tol: Some(1e-3), ..RunRequest::default() };
    let report = followed(text, coarse);
    assert!(drift(&report), "{:e}", report.energy_drift);
    let hint = |report: &RunReport| {
        let found = report.diagnostics.iter().find(|d| d.code == Code::Drift);
        found.and_then(|d| d.hint.clone()).unwrap_or_default()
    };
    assert!(hint(&report).starts_with("leave `tol` and `step` out"));
    // without settings of one's own the run itself takes smaller ones
    let report = followed(&viscous_sleigh("1e-9"), RunRequest::default());
    assert!(!drift(&report) && report.is_complete(), "{:?}", report.diagnostics);
    assert!(report.why_method.contains("1e-14 a step"), "{}", report.why_method);
}

/// x'' = −x + 0.3 while x' < 0: the friction jumps at the start, and the body moves.
#[test]
fn a_body_at_rest_begins_to_move_against_dry_friction() {
    let text = "coordinates\n  x\nL = ½ x'² - ½ x²\nforces\n  x: -0.3 sign(x')\n\
                initial\n  x = 1, x' = 0\nrun 0 .. 3\n";
    let report = followed(text, RunRequest::default());
    assert_eq!((report.stop, report.method), ("end", "taylor"), "{:?}", report.reason);
    let x = 0.3 + 0.7 * 3f64.cos();
    assert!((last(&report, "x") - x).abs() < 1e-10, "{}", last(&report, "x"));
    // after one swing and back the spring is too weak: it sticks at x = −0.2
    let long = text.replace("0 .. 3", "0 .. 20");
    let report = followed(&long, RunRequest::default());
    assert_eq!((report.stop, report.phases.len()), ("end", 1), "{:?}", report.reason);
    assert!((report.phases[0].t - std::f64::consts::TAU).abs() < 1e-14, "{:?}", report.phases);
    assert!((last(&report, "x") + 0.2).abs() < 1e-14);
}

/// z' = √(x'² + y'²)/2 has no slope at rest: a start there is refused, and a motion that comes to
/// rest ends there. Going up with a slope of ½, x'' = −0.4.
#[test]
fn a_cone_of_velocities_has_an_end() {
    let text = |start: &str| {
        format!(
            "coordinates\n  x, y, z\nL = ½ (x'² + y'² + z'²) - z\nconstraints\n  c: z' = 0.5 √(x'² + y'²)\n\
             initial\n  x = 0, y = 0, z = 0\n{start}run 0 .. 4\n"
        )
    };
    for start in ["  x' = 0, y' = 0\n", "", "  z' = 0\n"] {
        let refusal = tried(&text(start), RunRequest::default()).unwrap_err();
        assert!(matches!(refusal, Refusal::Walk(WalkError::Kernel(_))), "{refusal:?}");
    }
    let report = followed(&text("  x' = 1, y' = 0\n"), RunRequest::default());
    assert!(!report.is_complete());
    assert!((report.t - 2.5).abs() < 1e-6, "{}: {:?}", report.t, report.reason);
    assert!((last(&report, "x") - 1.25).abs() < 1e-9);
}

#[test]
fn a_broken_off_run_keeps_what_was_computed() {
    let text = "coordinates\n  x\nL = ½ x'² - ½ x²\ninitial\n  x = 1, x' = 0\nrun 0 .. 1000\n";
    let mut steps = 0;
    let mut patience = |_| {
        steps += 1;
        if steps == 20 {
            std::ops::ControlFlow::Break(())
        } else {
            std::ops::ControlFlow::Continue(())
        }
    };
    let request = RunRequest { every: Some(0.5), ..RunRequest::default() };
    let report = alembert::walk::run(&model(text), request, &mut patience).unwrap();
    assert_eq!((report.stop, report.steps), ("interrupted", 20));
    let column = |k: usize| &report.columns[k].values;
    assert!(column(0).len() > 10);
    for (t, x) in column(0).iter().zip(column(1)) {
        assert!((x - t.cos()).abs() < 1e-13);
    }
}

/// Of a run that is broken off nothing is known but its start: no digits stand beside its last values.
#[test]
fn a_broken_off_run_is_not_certified() {
    let text = "coordinates\n  x\nL = ½ x'² - ½ x²\ninitial\n  x = 1, x' = 0\nrun 0 .. 1000\n";
    for (every, until) in [(0.5, "2.5"), (10.0, "0")] {
        let mut steps = 0;
        let mut patience = |_| {
            steps += 1;
            match steps < 20 {
                true => std::ops::ControlFlow::Continue(()),
                false => std::ops::ControlFlow::Break(()),
            }
        };
        let request = RunRequest { every: Some(every), certify: true, ..RunRequest::default() };
        let report = alembert::walk::run(&model(text), request, &mut patience).unwrap();
        assert_eq!(report.digits.as_ref().map(Vec::is_empty), Some(until == "0"));
        let page = report.text(Spelling::Ascii, false);
        let values = page.split("method").next().unwrap_or_default();
        assert!(!values.contains("digits") && !page.contains("within rounding"), "{page}");
        assert!(page.contains(&format!("counted until t = {until}, where the run with")), "{page}");
    }
}

#[test]
fn settings_out_of_their_range_are_refused() {
    let text = "coordinates\n  x\nL = ½ x'²\ninitial\n  x' = 1\nrun 0 .. 1\n";
    let bad = [
        RunRequest { tol: Some(-1.0), ..RunRequest::default() },
        RunRequest { tol: Some(1.0), ..RunRequest::default() },
        RunRequest { every: Some(0.0), ..RunRequest::default() },
        RunRequest { every: Some(1e-12), ..RunRequest::default() },
        RunRequest { step: Some(f64::NAN), ..RunRequest::default() },
        RunRequest { to: Some(f64::INFINITY), ..RunRequest::default() },
        RunRequest { to: Some(0.0), ..RunRequest::default() },
    ];
    for request in bad {
        let refusal = tried(text, request).unwrap_err();
        assert!(matches!(refusal, Refusal::Walk(WalkError::RunSetting { .. })), "{refusal:?}");
    }
    let request = RunRequest { method: Some("euler"), ..RunRequest::default() };
    let refusal = tried(text, request).unwrap_err();
    assert_eq!(refusal, Refusal::Walk(WalkError::NoMethod("euler".to_owned())));
}

#[test]
fn equations_without_a_value_at_the_start_are_refused() {
    let text = "coordinates\n  x\nL = ½ x'² + log x\ninitial\n  x = 0, x' = 1\nrun 0 .. 1\n";
    let refusal = tried(text, RunRequest::default()).unwrap_err();
    assert!(matches!(refusal, Refusal::Walk(WalkError::Kernel(_))), "{refusal:?}");
}

/// Redundant constraints leave the motion unique and the multipliers not.
#[test]
fn redundant_constraints_run() {
    let text = "coordinates\n  x, y\nL = ½ (x'² + y'²) - y\nconstraints\n  a: y' = x'\n  b: 2 y' = 2 x'\n\
                initial\n  x = 0, y = 0, x' = 1\nrun 0 .. 2\n";
    let report = followed(text, RunRequest::default());
    assert_eq!(report.stop, "end");
    assert!(!report.unique);
    // x'' = −1/2
    assert!((last(&report, "x") - (2.0 - 1.0)).abs() < 1e-14);
    let [a, b] = ["lambda_a", "lambda_b"].map(|name| last(&report, name));
    assert!((b - 2.0 * a).abs() < 1e-13 && (a + 2.0 * b - 0.5).abs() < 1e-13, "{a}, {b}");
}

#[test]
fn runs_go_backwards_too() {
    let text = "coordinates\n  x\nL = ½ x'² - ½ x²\ninitial\n  x = 1, x' = 0\nrun 0 .. -3\n";
    let report = followed(text, RunRequest::default());
    assert!((last(&report, "x") - 3.0f64.cos()).abs() < 1e-14);
    assert_eq!(report.columns[0].values.len(), 201);
}

/// Times of 10⁻⁹ s are told with their digits.
#[test]
fn short_times_have_digits_in_sentences() {
    let text = "coordinates\n  x\nL = ½ x'² + 1e54 x³/3\ninitial\n  x = 1, x' = 0\nrun 0 .. 1\n";
    let report = followed(text, RunRequest::default());
    let said = report.text(Spelling::Ascii, false);
    assert_eq!(report.stop, "step to zero");
    assert!(said.contains("e-27; steps become too short at t = "), "{said}");
    assert!(!said.contains("0.00000"), "{said}");
}

/// x = 1/(1 − t)² has a pole, over which steps of fixed length go; the run with more digits does not.
#[test]
fn digits_are_counted_as_far_as_the_run_with_more_of_them_goes() {
    let text =
        "coordinates\n  x\nL = ½ x'² + 2 x³\ninitial\n  x = 1, x' = 2\nrun 0 .. 1.5\n  every 0.4\n";
    let request = RunRequest { certify: true, step: Some(0.3), ..RunRequest::default() };
    let report = followed(text, request);
    assert!(report.t > 1.0, "{}", report.t);
    assert_eq!(report.digits_until, Some(Until::Ended(0.8)));
    let said = "counted until t = 0.8, where the run with more digits ends";
    let page = report.text(Spelling::Ascii, false);
    assert!(page.contains(said), "{page}");
}

/// Steps that are too long leave the energy in the last one, before √x ends, and the balance says so.
#[test]
fn the_last_row_counts_in_the_balance_of_energy() {
    let text = "coordinates\n  x\nT = ½ x'²\nV = sqrt(x)\ninitial\n  x = 1, x' = 0\nrun 0 .. 10\n";
    let report = followed(text, RunRequest { step: Some(0.4), ..RunRequest::default() });
    assert!(!report.is_complete());
    let (first, last) = (1.0, last(&report, "E"));
    assert!((last - first).abs() > 1e-5 && report.energy_drift > 0.1 * (last - first).abs());
}
