//! Where neighbouring motions cannot be led through jumps, and why: each reason by a motion that meets it.

use std::ops::ControlFlow;

use alembert::language::{Source, read_expression};
use alembert::walk::{
    LyapunovReport, LyapunovRequest, Refusal, RunReport, RunRequest, WalkError, lyapunov, run,
};

use crate::{column, last, model};

fn exponents(text: &str) -> Result<LyapunovReport, Refusal> {
    lyapunov(&model(text), LyapunovRequest::default(), &mut |_| ControlFlow::Continue(()))
}

/// Why a motion has no exponents.
fn refused(text: &str) -> String {
    let found = exponents(text);
    let Err(Refusal::Walk(WalkError::Ended { stop, .. })) = found else { panic!("{found:?}") };
    stop
}

/// A run with derivatives by a name.
fn by(text: &str, name: &str) -> RunReport {
    let model = model(text);
    let by = [read_expression(&Source::new("by", name), &model).expect("a name")];
    let request = RunRequest { sensitivity: &by, tol: Some(1e-15), ..RunRequest::default() };
    run(&model, request, &mut |_| ControlFlow::Continue(())).expect("a run")
}

/// Bodies that pass x = 0 all at t = 1/0.8, each with a force of its own that jumps there.
fn side_by_side(bodies: usize) -> String {
    let list = |of: &dyn Fn(usize) -> String, between: &str| {
        (1..=bodies).map(of).collect::<Vec<_>>().join(between)
    };
    format!(
        "coordinates\n  {}\nL = {}\nforces\n  {}\ninitial\n  {}\nrun 0 .. 3\n",
        list(&|k| format!("x{k}"), ", "),
        list(&|k| format!("½ x{k}'²"), " + "),
        list(&|k| format!("x{k}: 0.1 + 0.1 sign(x{k})"), "\n  "),
        list(&|k| format!("x{k} = -1, x{k}' = 0.8"), ", "),
    )
}

#[test]
fn four_jumps_at_one_moment_are_gone_through_and_five_are_not() {
    assert!(exponents(&side_by_side(4)).expect("exponents").sum().abs() < 1e-9);
    let why = refused(&side_by_side(5));
    assert!(why.starts_with("at t = 1.250000 `x1` and another argument"), "{why}");
}

/// z'' = s(x) s(y) is 1 where x and y change their signs together, and −1 between two changes.
const PRODUCT: &str = "coordinates\n  x, y, z\nparameters\n  a = 1\nL = ½ (x'² + y'² + z'²)\nforces\n  \
                       z: sign(x) sign(y)\ninitial\n  x = -a, x' = 0.8, y = -a, y' = 0.8, z = 0, z' = 0\nrun 0 .. 3\n";

#[test]
fn jumps_whose_order_matters_have_no_derivative() {
    let why = by(PRODUCT, "x").lacks.expect("a sentence");
    assert!(why.contains("at t = 1.250000") && why.contains("vanish together"), "{why}");
    assert!(refused(PRODUCT).contains("vanish together"));
    // with a both come later by the same time
    let report = by(PRODUCT, "a");
    assert_eq!(report.lacks, None);
    assert!(last(&report, "dz'/da").abs() < 1e-12);
}

/// y' rises to 0 when x passes 0, behind which it falls: those who pass x = 0 first never have y' > 0.
#[test]
fn a_zero_that_another_jump_keeps_away_has_no_order() {
    let text = "coordinates\n  x, y\nL = ½ (x'² + y'²)\nforces\n  y: -sign(x) - 0.1 sign(y')\ninitial\n  \
                x = -1, x' = 0.8, y = 0, y' = -1.375\nrun 0 .. 3\n";
    let why = refused(text);
    assert!(why.contains("at t = 1.250000") && why.contains("vanish together"), "{why}");
}

/// x and x − p vanish together at p = 0 alone.
#[test]
fn surfaces_that_a_parameter_parts_have_no_derivative_by_it() {
    let text = "coordinates\n  x\nparameters\n  p = 0\nL = ½ x'²\nforces\n  x: sign(x) + sign(x - p) + 2\ninitial\n  \
                x = -1, x' = 0.8\nrun 0 .. 3\n";
    let why = by(text, "p").lacks.expect("a sentence");
    assert!(why.contains("at t = 1.250000") && why.contains("vanish together"), "{why}");
    assert_eq!(by(text, "x").lacks, None);
}

/// 1/x has another sign behind its pole, which is no zero.
#[test]
fn a_sign_that_changes_at_a_pole_is_not_followed() {
    let text = "coordinates\n  x, y\nL = ½ (x'² + y'²)\nforces\n  y: sign(1/x)\ninitial\n  \
                x = -1, x' = 0.7, y = 0, y' = 0\nrun 0 .. 3\n";
    let why = refused(text);
    assert!(why.contains("has another sign than the motion was followed with"), "{why}");
    let report = by(text, "y'");
    let why = report.lacks.as_deref().expect("a sentence");
    assert!(why.contains("`1/x` has another sign"), "{why}");
    for (t, value) in column(&report, "t").iter().zip(column(&report, "dy/dy'")) {
        assert_eq!(value.is_nan(), *t > 1.0 / 0.7, "t = {t}");
    }
}

/// Where x' < 0 it rises, and behind 0 the force ends.
const ENDING: &str = "coordinates\n  x\nL = ½ x'²\nforces\n  x: 1 - sign(x')\ninitial\n  x = 0, x' = -2.5\nrun 0 .. 3\n";

#[test]
fn rates_that_end_at_a_zero_do_not_say_where_the_motion_goes() {
    let why = refused(ENDING);
    assert!(why.starts_with("at t = 1.250000 `x'` = 0, and its rates do not say"), "{why}");
}

#[test]
fn rates_that_end_where_a_motion_begins_do_not_say_where_it_goes() {
    let why = refused(&ENDING.replace("-2.5", "0"));
    assert!(why.starts_with("at t = 0.000000 `x'` = 0, and its rates do not say"), "{why}");
}

#[test]
fn a_motion_that_begins_at_a_zero_is_held_there_or_may_leave_it_on_both_sides() {
    let text = |force: &str| {
        format!(
            "coordinates\n  x\nL = ½ x'²\nforces\n  x: {force}\ninitial\n  x = 0, x' = 0\nrun 0 .. 3\n"
        )
    };
    let held = refused(&text("0.3 - sign(x')"));
    assert!(held.starts_with("the motion stays where `x'` = 0 from t = 0.000000 on"), "{held}");
    let parts = refused(&text("0.3 + sign(x')"));
    assert!(parts.contains("`x'` = 0, and the equations allow motions to either side"), "{parts}");
}
