//! Runs that keep what their method promises, that are made once more, and that say that they do not.

use alembert::language::Code;
use alembert::walk::{RunReport, RunRequest};

use super::{followed, last};

/// A spring whose potential, A (√(A² + B + x²) − √(A² + B)) ≈ ½ x² for B = A, is a difference of large numbers; its
/// force is none.
fn spring(size: &str) -> String {
    format!(
        "coordinates\n  x\nparameters\n  A = {size}, B = {size}\nT = ½ x'²\n\
         V = A (sqrt(A² + B + x²) - sqrt(A² + B))\n\
         initial\n  x = 1, x' = 0\nrun 0 .. 3\n"
    )
}

fn breaks_promise(report: &RunReport) -> bool {
    let told = report.diagnostics.iter().any(|d| d.code == Code::BrokenPromise && d.is_error());
    assert_eq!(told, report.stop == "broken promise");
    assert!(!told || !report.is_complete());
    told
}

/// Was the run made once more?
fn is_mended(report: &RunReport) -> bool {
    report.why_method.contains("with twice the digits")
}

#[test]
fn a_graph_that_loses_all_digits_breaks_the_promise() {
    // neither doubles nor numbers of twice the digits know A² + A + 1 for A = 10³⁰
    let report = followed(&spring("1e30"), RunRequest::default());
    assert!(breaks_promise(&report) && report.energy_drift > 0.1, "{report:?}");
    assert!(report.reason.as_deref().is_some_and(|r| r.contains("energy drift")), "{report:?}");
    assert!(!report.why_method.contains("round-off"), "it was not measured: {}", report.why_method);
}

#[test]
fn digits_that_doubles_lose_are_had_with_twice_as_many() {
    let report = followed(&spring("1e10"), RunRequest::default());
    assert!(!breaks_promise(&report) && is_mended(&report), "{report:?}");
    assert!(report.energy_drift < 1e-9 && (last(&report, "x") - 3f64.cos()).abs() < 1e-9);
    let plain = followed(&spring("1"), RunRequest::default());
    assert!(!breaks_promise(&plain) && !is_mended(&plain), "{plain:?}");
    assert!(plain.why_method.ends_with("Taylor series at round-off"), "{}", plain.why_method);
}

/// The stiffness k = 10¹² (√(1 + 2·10⁻¹²) − 1) ≈ 1 is a difference of large numbers, and the energy is one with it.
#[test]
fn digits_that_the_energy_does_not_miss_are_counted() {
    let text = "coordinates\n  x\nparameters\n  k = 1e12 (sqrt(1 + 2e-12) - 1)\nT = ½ x'²\nV = ½ k x²\n\
                initial\n  x = 1, x' = 0\nrun 0 .. 3\n";
    let report = followed(text, RunRequest { certify: true, ..RunRequest::default() });
    assert!(!breaks_promise(&report) && is_mended(&report), "{report:?}");
    assert!((last(&report, "x") - 3f64.cos()).abs() < 1e-11, "{}", last(&report, "x"));
    let digits = report.digits.expect("they were asked for");
    assert!(digits.iter().all(|d| d.1.is_none_or(|d| d > 12.0)), "{digits:?}");
    // a method that somebody asked for stays what it is, and says so
    let fixed = RunRequest { step: Some(0.1), certify: true, ..RunRequest::default() };
    let report = followed(text, fixed);
    assert!(breaks_promise(&report) && !is_mended(&report), "{report:?}");
    assert!(report.reason.as_deref().is_some_and(|r| r.contains("digits of x")), "{report:?}");
}

#[test]
fn digits_that_chaos_takes_break_no_promise() {
    let chaos = "coordinates\n  a, b\nL = ½ (2 a'² + b'² + 2 a' b' cos(a - b)) + 9.81 (2 cos a + cos b)\n\
                 initial\n  a = 2, b = 2.5, a' = 0, b' = 0\nrun 0 .. 20\n";
    let report = followed(chaos, RunRequest { certify: true, ..RunRequest::default() });
    let digits = report.digits.as_ref().expect("they were asked for");
    assert!(digits.iter().any(|d| d.1.is_some_and(|d| d < 6.0)), "{digits:?}");
    assert!(!breaks_promise(&report) && !is_mended(&report), "{report:?}");
}

#[test]
fn a_tolerance_and_an_order_promise_what_they_say() {
    let pendulum =
        "coordinates\n  θ\nL = ½ θ'² + 9.81 cos θ\ninitial\n  θ = 2, θ' = 0\nrun 0 .. 30\n";
    let coarse = RunRequest { tol: Some(1e-4), ..RunRequest::default() };
    let report = followed(pendulum, coarse);
    assert!(report.energy_drift > 1e-9 && !breaks_promise(&report), "{report:?}");
    let second = RunRequest { method: Some("rattle"), step: Some(0.1), ..RunRequest::default() };
    let report = followed(pendulum, second);
    assert!(report.energy_drift > 1e-9 && !breaks_promise(&report), "{report:?}");
    // series are exact to round-off with steps of any length, or the step is too long
    let series = RunRequest { method: Some("taylor"), ..second };
    assert!(!breaks_promise(&followed(pendulum, RunRequest { step: Some(0.05), ..series })));
    assert!(breaks_promise(&followed(pendulum, RunRequest { step: Some(0.4), ..series })));
}

/// A spring of 10²⁶ swings 1.6·10¹² times in a unit of time.
#[test]
fn an_end_that_nobody_lives_to_see_is_told_early() {
    let text = "coordinates\n  x\nparameters\n  k = 1e26\nT = 1/2 x'^2\nV = 1/2 k x^2\n\
                initial\n  x = 1\nrun 0 .. 0.1\n";
    for method in [None, Some("dop853"), Some("radau")] {
        let report = followed(text, RunRequest { method, ..RunRequest::default() });
        assert_eq!((report.stop, report.steps), ("too many steps", 10_000), "{method:?}");
        let told = report.diagnostics.iter().find(|d| d.code == Code::TooFar).expect("an error");
        assert!(told.is_error() && told.message.contains("1.6e12 periods"), "{}", told.message);
    }
    let request = RunRequest { most_steps: Some(20_000), ..RunRequest::default() };
    assert_eq!(followed(text, request).steps, 20_000, "whoever says how many gets so many");
    // a million steps are no reason
    let long = text.replace("1e26", "1e14").replace("0.1", "0.18");
    let report = followed(&long, RunRequest::default());
    assert!(report.stop == "end" && report.steps > 900_000, "{} steps", report.steps);
}
