//! Runs that end before their time, each with its reason; bad requests.

use alembert::Spelling;
use alembert::language::{Code, Source, read_expression};
use alembert::walk::{Event, Refusal, RunReport, RunRequest, Until, WalkError};

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

#[test]
fn what_is_not_analytic_is_followed_by_a_method_that_does_not_mind() {
    let text = "coordinates\n  x, y\nL = ½ (x'² + y'²) - ½ x²\nconstraints\n  c: y' = abs(x)\n\
                initial\n  x = 0.5, x' = 0, y = 0\nrun 0 .. 4\n";
    let report = followed(text, RunRequest::default());
    assert_eq!(report.method, "dop853");
    // y is the integral of |½ cos t|
    let y = 0.5 * (2.0 - 4f64.sin());
    assert!((last(&report, "y") - y).abs() < 1e-6, "{}", last(&report, "y"));
}

#[test]
fn methods_that_are_asked_for_follow_the_same_motion() {
    let text = "coordinates\n  x, y\nL = ½ (x'² + y'²) - 9.81 y\nconstraints\n  rod: x² + y² = 1\n\
                initial\n  x = 0.6, y = -0.8, x' = 0\nrun 0 .. 2\n";
    let end = |method, step, tol| {
        let request = RunRequest { method: Some(method), step, tol, ..RunRequest::default() };
        let report = followed(text, request);
        assert_eq!((report.stop, report.method), ("end", method));
        assert!(report.max_residual < 1e-9, "{method}: {:e}", report.max_residual);
        last(&report, "x")
    };
    let exact = end("taylor", None, None);
    assert!((end("dop853", None, None) - exact).abs() < 1e-9);
    assert!((end("radau", None, None) - exact).abs() < 1e-6);
    assert!((end("collocation", Some(0.05), None) - exact).abs() < 1e-9);
    let request = RunRequest { method: Some("collocation"), ..RunRequest::default() };
    let refusal = tried(text, request).unwrap_err();
    assert_eq!(refusal, Refusal::Walk(WalkError::NoStep { method: "collocation" }));
}

#[test]
fn a_stiff_model_gets_a_method_for_it() {
    let text = "coordinates\n  x\nL = ½ x'² - ½ x²\nforces\n  x: -1e5 (x' + sin t)\n\
                initial\n  x = 1, x' = 0\nrun 0 .. 10\n";
    let report = followed(text, RunRequest::default());
    assert_eq!(report.method, "radau", "{}", report.why_method);
    assert!(report.why_method.starts_with("stiff"), "{}", report.why_method);
    // cos t is the exact motion from here
    assert!((last(&report, "x") - 10f64.cos()).abs() < 1e-9, "{}", last(&report, "x"));
}

/// A sleigh whose blade slips against a viscous friction of 10⁴: explicit steps would be 10⁻⁴.
#[test]
fn a_sleigh_on_viscous_ground_is_followed_by_radau() {
    let text = "coordinates\n  x, y, φ\nparameters\n  eps = 1e-4\n\
                L = ½ ((x' - 0.2 sin φ φ')² + (y' + 0.2 cos φ φ')²) + 0.15 φ'²\nforces\n  \
                x: -1/eps (x' sin φ - y' cos φ) sin φ\n  y: 1/eps (x' sin φ - y' cos φ) cos φ\n\
                initial\n  x = 0, y = 0, φ = 0.3, x' = 0.8, y' = 0.3, φ' = 1.1\nrun 0 .. 10\n";
    let report = followed(text, RunRequest::default());
    assert_eq!(report.method, "radau", "{}", report.why_method);
    assert!(report.why_method.starts_with("stiff") && report.steps < 3000, "{}", report.steps);
    let series = followed(text, RunRequest { method: Some("taylor"), ..RunRequest::default() });
    assert!(series.steps > 5 * report.steps, "{} {}", series.steps, report.steps);
    for name in ["x", "y", "phi", "x'", "y'", "phi'"] {
        let (a, b) = (last(&report, name), last(&series, name));
        assert!((a - b).abs() < 1e-8, "{name}: {a} and not {b}");
    }
}

/// A blade with viscous friction across it in place of a constraint.
fn viscous_sleigh(eps: &str) -> String {
    format!(
        "coordinates\n  x, y, φ\nparameters\n  eps = {eps}\n\
         L = ½ ((x' - 0.2 sin φ φ')² + (y' + 0.2 cos φ φ')²) + 0.15 φ'²\n\
         forces\n  x: -1/eps (x' sin φ - y' cos φ) sin φ\n  y: 1/eps (x' sin φ - y' cos φ) cos φ\n\
         initial\n  x = 0, y = 0, φ = 0.3, x' = 0.8, y' = 0.3, φ' = 1.1\nrun 0 .. 10\n"
    )
}

/// The fastest decay is 10⁷ times as fast as the motion; nobody has to ask for a tolerance.
#[test]
fn a_viscous_sleigh_keeps_its_balance_of_energy() {
    let report = followed(&viscous_sleigh("1e-6"), RunRequest::default());
    assert_eq!((report.stop, report.method), ("end", "radau"), "{}", report.why_method);
    assert!(report.energy_drift < 1e-9 && report.steps < 4000, "{:e}", report.energy_drift);
    assert!(report.diagnostics.is_empty(), "{:?}", report.diagnostics);
}

/// A damping of 10⁵ that begins at t = 5. x' follows −sin t, so x follows cos t.
const LATER: &str = "coordinates\n  x\nL = ½ x'² - ½ x²\nforces\n  x: -1e5 (1 + tanh(4 (t - 5))) (x' + sin t)\n\
                     initial\n  x = 1, x' = 0\nrun 0 .. 10\n";

#[test]
fn stiffness_that_begins_on_the_way_changes_the_method() {
    let quantity = read_expression(&Source::new("--event", "x"), &model(LATER)).unwrap();
    let zeros = [Event { text: "x".to_owned(), quantity, ends: false }];
    let report =
        followed(LATER, RunRequest { events: &zeros, certify: true, ..RunRequest::default() });
    assert_eq!((report.stop, report.method), ("end", "taylor, then radau"), "{:?}", report.reason);
    assert!(report.why_method.contains("round-off; from t = 4."), "{}", report.why_method);
    assert!(report.steps < 5000, "{}", report.steps);
    let column = |k: usize| &report.columns[k].values;
    assert_eq!(column(0).len(), 201);
    for (t, x) in column(0).iter().zip(column(1)) {
        assert!((x - t.cos()).abs() < 1e-9, "{t}");
    }
    assert!(report.energy_drift < 1e-9, "{:e}", report.energy_drift);
    let met: Vec<f64> = report.events.iter().map(|event| event.t).collect();
    assert_eq!(met.len(), 3, "{met:?}");
    for (t, k) in met.iter().zip([1.0, 3.0, 5.0]) {
        assert!((t - k * std::f64::consts::FRAC_PI_2).abs() < 1e-9, "{t}");
    }
    // digits are counted as long as there are more of them
    let until = report.digits_until.expect("a time").t();
    assert!(until > 4.0 && until < 5.0, "{until}");
    assert!(report.digits.iter().flatten().all(|(_, digits)| digits.is_some_and(|d| d > 13.0)));
    let said = report.text(Spelling::Ascii, false);
    assert!(said.contains("until `radau` takes over at t = 4."), "{said}");
}

/// The same of a blade, which is followed in speeds, and of a force that is not analytic.
#[test]
fn every_explicit_method_gives_way_to_stiffness() {
    let blade = "coordinates\n  x, y, φ\nL = ½ (x'² + y'² + φ'²) - ½ φ²\n\
                 constraints\n  edge: x' sin φ = y' cos φ\n\
                 forces\n  φ: -1e5 (1 + tanh(4 (t - 5))) (φ' - cos t)\n\
                 initial\n  x = 0, y = 0, φ = 0, φ' = 1, x' = 1\nrun 0 .. 10\n";
    let report = followed(blade, RunRequest::default());
    assert_eq!((report.stop, report.method), ("end", "taylor, then radau"), "{:?}", report.reason);
    assert!((last(&report, "phi") - 10f64.sin()).abs() < 1e-9);
    assert!((last(&report, "x'").hypot(last(&report, "y'")) - 1.0).abs() < 1e-9);
    assert!(report.max_residual < 1e-14 && report.energy_drift < 1e-9, "{report:?}");
    let edged = LATER.replace("+ sin t)", "+ sin t) + abs(x) - abs(cos t)");
    let report = followed(&edged, RunRequest::default());
    assert_eq!((report.stop, report.method), ("end", "taylor, then radau"), "{:?}", report.reason);
    assert!((last(&report, "x") - 10f64.cos()).abs() < 1e-6 && report.steps < 10_000);
    // a method that was asked for stays
    let asked = RunRequest { method: Some("taylor"), to: Some(5.0), ..RunRequest::default() };
    assert_eq!(followed(LATER, asked).method, "taylor");
}

/// An iteration that fails is no domain that is left.
#[test]
fn collocation_that_does_not_converge_is_told_as_such() {
    let text = "coordinates\n  x, y, z\nL = ½ (x'² + y'² + z'²) + 7 x - 3 y + 2 z - x²\n\
                constraints\n  a: x cos(y) + y + z = 0\n  b: x cos(y) + y + (1 + 1e-9) z = 0\n\
                initial\n  x = 0, y = 0, z = 0, x' = 0\nrun 0 .. 2\n";
    let request =
        RunRequest { method: Some("collocation"), step: Some(0.1), ..RunRequest::default() };
    let report = followed(text, request);
    assert_eq!(report.stop, "no convergence", "{:?}", report.reason);
    let reason = report.reason.expect("a reason");
    let said = "stopped at t = 0.000000000: collocation does not converge";
    assert!(reason.starts_with(said), "{reason}");
}

/// A top in Euler angles that passes close to the vertical.
#[test]
fn nearly_singular_angles_are_warned_about() {
    let top = |theta: &str| {
        format!(
            "coordinates\n  φ, θ, ψ [rad]\nL = ½ (φ'² sin²θ + θ'²) + ½ (ψ' + φ' cos θ)²\n\
             initial\n  φ = 0, θ = {theta}, ψ = 0, φ' = 0, θ' = -1, ψ' = 0\nrun 0 .. 0.9\n"
        )
    };
    let warned = |theta: &str| {
        let report = followed(&top(theta), RunRequest::default());
        report.diagnostics.iter().any(|d| d.code == Code::EulerSingularity)
    };
    assert!(warned("0.9001") && !warned("1.5"));
    // a force that is 0 is not to blame, an inertia that is 0 is
    let hint = |energy: &str| {
        let text =
            top("0.9001").replace("\ninitial", &format!("{energy}\nparameters\n  k = 0\ninitial"));
        let found = followed(&text, RunRequest::default()).diagnostics;
        let finding = found.into_iter().find(|d| d.code == Code::EulerSingularity);
        finding.and_then(|d| d.hint).unwrap_or_else(|| panic!("{text} has no hint"))
    };
    assert!(!hint(" - k cos θ").contains("`k`"), "{}", hint(" - k cos θ"));
    assert!(hint(" + ½ k φ'²").contains("`k` = 0"), "{}", hint(" + ½ k φ'²"));
    // a sample where two angles turn about one axis ends the run, and a start there is refused
    let through = top("0.5").replace("run 0 .. 0.9", "run 0 .. 2");
    let report = followed(&through, RunRequest::default());
    assert_eq!(report.stop, "domain", "{:?}", report.reason);
    assert!(report.diagnostics.iter().any(|d| d.code == Code::EulerSingularity), "{report:?}");
    let refusal = tried(&top("0"), RunRequest::default()).unwrap_err();
    let Refusal::Walk(error @ WalkError::SingularAngles(_)) = refusal else {
        panic!("{refusal:?}")
    };
    assert!(error.to_string().contains("`alembert explain AL042`"), "{error}");
}

/// Where a pass is so close to a pole of the angles that their rates leave no digits to the centre, the
/// reason is told.
#[test]
fn a_pass_too_close_to_a_pole_of_angles_is_told() {
    let text = include_str!("../../../../examples/ball-on-turntable/ball-on-turntable.mech");
    let slow = text.replace("x' = 0, y' = 0.2, φ' = 0 ", "x' = 1e-4, y' = 1e-5, φ' = 0 ");
    assert_ne!(slow, text);
    let report = followed(&slow, RunRequest { to: Some(0.2), ..RunRequest::default() });
    assert!(report.diagnostics.iter().any(|d| d.code == Code::EulerSingularity), "{report:?}");
    assert!(report.t > 0.129, "{:?}", report.reason);
}

/// A ball that starts close to a pole of its angles, and passes it: the centre goes round its circle, with the angular speed
/// 2Ω/7, to all digits but two. In the pole itself, as far as doubles can tell, there is no start.
#[test]
fn balls_pass_poles_of_their_angles_with_their_digits() {
    let text = include_str!("../../../../examples/ball-on-turntable/ball-on-turntable.mech");
    let from = |theta: &str| text.replace("θ = 1.2", &format!("θ = {theta}"));
    for theta in ["-0.1", "1e-3", "1e-5", "1e-6"] {
        let report = followed(&from(theta), RunRequest::default());
        assert_eq!(report.stop, "end", "{theta}: {:?}", report.reason);
        assert!(report.diagnostics.iter().any(|d| d.code == Code::EulerSingularity), "{theta}");
        let (w, t) = (6.0 / 7.0, 20.0);
        let (x, y) = (0.5 - 0.2 / w * (1.0 - f64::cos(w * t)), 0.2 / w * f64::sin(w * t));
        let errors = [last(&report, "x") - x, last(&report, "y") - y];
        assert!(errors.iter().all(|error| error.abs() < 1e-12), "{theta}: {errors:?}");
    }
    for theta in ["0", "1e-8", "-1e-9", "π", "π + 1e-8"] {
        let refusal = tried(&from(theta), RunRequest::default()).unwrap_err();
        let is_told = matches!(refusal, Refusal::Walk(WalkError::SingularAngles(_)));
        assert!(is_told, "{theta}: {refusal:?}");
    }
    // the pole of a disk is where it lies flat, at a cosine
    let text = include_str!("../../../../examples/tilting-disk/tilting-disk.mech");
    for theta in ["π/2", "π/2 - 1e-9"] {
        let flat = text.replace("θ = 0.3", &format!("θ = {theta}")).replace("θ' = 0,", "θ' = 0.1,");
        assert!(flat.contains(theta) && flat.contains("θ' = 0.1"));
        let refusal = tried(&flat, RunRequest::default()).unwrap_err();
        let is_told = matches!(refusal, Refusal::Walk(WalkError::SingularAngles(_)));
        assert!(is_told, "{theta}: {refusal:?}");
    }
}

/// Coordinates without mass, which constraints carry along, have an inertia that is singular everywhere; it says nothing
/// about the angles. Nor is it definite where two angles have one velocity, and there the angles are told all the same.
#[test]
fn bodies_that_carry_along_what_has_no_mass_move() {
    let text = include_str!("../../../../examples/ball-on-turntable/ball-on-turntable.mech");
    let light = text.replace("½ m (x'² + y'²) + ", "").replace("I = 2/5 m R²", "I = 0.004");
    let report = followed(&light, RunRequest::default());
    assert_eq!(report.stop, "end", "{:?}", report.reason);
    // without mass there is no reaction, and ω is constant: x' = R ω_y − Ω y, y' = −R ω_x + Ω x
    let (t, v) = (20.0, 0.2 - 1.5);
    let x = 0.5 * f64::cos(3.0 * t) + v / 3.0 * (f64::cos(3.0 * t) - 1.0);
    assert!((last(&report, "x") - x).abs() < 1e-10, "{}", last(&report, "x") - x);
    let carried = "coordinates\n  s\n  a, b [rad]\nL = ½ (a' (2 + cos b) + b' (2 + sin a))² + ½ sin²(a) b'²\n\
                   constraints\n  roll: s' = a'\n\
                   initial\n  s = 0, a = 0.00001, b = 0.3, a' = 1, b' = 0\nrun 0 .. 0.5\n";
    let report = followed(carried, RunRequest::default());
    assert!(report.diagnostics.iter().any(|d| d.code == Code::EulerSingularity), "{report:?}");
}

/// A spring of 10⁸ N/m that is hardly stretched pulls with the difference of large terms. It hangs as a rod does.
#[test]
fn a_stiff_spring_swings_like_a_rod() {
    let start = "T = ½ (x'² + y'²)\ninitial\n  x = 1, y = 0, x' = 0\nrun 0 .. 1\n";
    let spring = format!("coordinates\n  x, y\nV = 9.81 y + 5e7 (√(x² + y²) - 1)²\n{start}");
    let rod = format!("coordinates\n  x, y\nV = 9.81 y\nconstraints\n  rod: x² + y² = 1\n{start}");
    let [spring, rod] = [spring, rod].map(|text| followed(&text, RunRequest::default()));
    assert_eq!((spring.stop, spring.method), ("end", "taylor"), "{:?}", spring.reason);
    assert!(spring.steps < 10_000 && spring.energy_drift < 1e-14, "{}", spring.steps);
    // It is longer by 3 g/k.
    assert!((last(&spring, "x") - last(&rod, "x")).abs() < 1e-6);
}

#[test]
fn the_reason_for_a_method_is_true_of_its_settings() {
    let text = "coordinates\n  x\nL = ½ x'² - ½ x²\ninitial\n  x = 1, x' = 0\nrun 0 .. 1\n";
    for (request, reason) in [
        (RunRequest::default(), "analytic and not stiff: Taylor series at round-off"),
        (
            RunRequest { tol: Some(1e-5), ..RunRequest::default() },
            "analytic and not stiff: Taylor series, 1e-5 a step",
        ),
        (
            RunRequest { step: Some(0.5), ..RunRequest::default() },
            "analytic: Taylor series of order 20, steps of 0.5",
        ),
    ] {
        assert_eq!(followed(text, request).why_method, reason);
    }
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
