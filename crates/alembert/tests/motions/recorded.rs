//! What a run keeps of its last step: the balance of energy, and the residual behind a jump.

use std::ops::ControlFlow;

use alembert::walk::{Progress, RunRequest, run};

use crate::{column, followed, last, model};

/// The constraint has no value in the middle of the first step, where residuals are looked at; the method does not
/// look there. The row at the end of that step is kept, and its energy is in the balance.
#[test]
fn the_last_row_of_a_run_without_residuals_is_in_the_balance() {
    let text = "coordinates\n  x, y, z\nL = ½ (x'² + y'² + z'²) - 200 y²\nconstraints\n  \
                gap: z' = sqrt((x - 0.05)² - 0.000025) x'\ninitial\n  x = 0, x' = 1, y = 1, y' = 0, z = 0\nrun 0 .. 1\n";
    let request = RunRequest { method: Some("dop853"), step: Some(0.1), ..RunRequest::default() };
    let report = followed(text, request);
    assert_eq!((report.stop, column(&report, "t")), ("domain", &[0.0, 0.1][..]));
    let (first, end) = (column(&report, "E")[0], last(&report, "E"));
    let drift = (end - first).abs() / first.max(end);
    assert!(drift > 1e-9 && (report.energy_drift / drift - 1.0).abs() < 1e-6, "{drift:e}");
}

/// y' is 0 until x = 0, without residuals, and then follows z'. The run is broken off behind the jump.
#[test]
fn the_residual_behind_a_jump_is_kept() {
    let text = "coordinates\n  x, y, z\nL = ½ (x'² + y'² + z'²)\nconstraints\n  \
                gear: y' = (1 + sign(x)) (0.3 z'² + 0.1 z')\ninitial\n  x = -1, x' = 1, y = 0, z = 0, z' = 0.7\n\
                run 0 .. 2\n";
    let mut patience = |progress: Progress| match progress.t < 1.0 {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let request = RunRequest { method: Some("dop853"), every: Some(0.3), ..RunRequest::default() };
    let report = run(&model(text), request, &mut patience).expect("a run");
    let residuals = column(&report, "residual_gear");
    let (end, before) = residuals.split_last().expect("rows");
    assert!(*end != 0.0 && before.iter().all(|r| *r == 0.0), "{residuals:?}");
    assert!(report.max_residual > 0.0 && report.max_residual < 1e-12, "{}", report.max_residual);
}

/// A row at the time of a jump is a state behind it, and none between the two constraints.
#[test]
fn a_row_at_a_jump_is_on_the_constraint_behind_it() {
    let text = "coordinates\n  x, y, z\nL = ½ (x'² + y'² + z'²)\nconstraints\n  \
                gear: y' = (1 + sign(x)) (0.3 z'² + 0.1 z')\ninitial\n  x = -1, x' = 1, y = 0, z = 0, z' = 0.7\n\
                run 0 .. 2\n";
    let request = RunRequest { every: Some(0.25), ..RunRequest::default() };
    let report = run(&model(text), request, &mut |_| ControlFlow::Continue(())).expect("a run");
    let residuals = column(&report, "residual_gear");
    assert!(residuals.iter().all(|r| r.abs() < 1e-12), "{residuals:?}");
}
