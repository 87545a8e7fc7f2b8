//! Which method follows a motion, and where a stiff one takes over.

use alembert::Spelling;
use alembert::language::{Source, read_expression};
use alembert::walk::{Event, Refusal, RunRequest, WalkError};

use crate::{followed, last, model, tried};

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
pub(crate) fn viscous_sleigh(eps: &str) -> String {
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
