//! Motions with kinks that end, or come to rest, where their zeros accumulate or no phase follows.

use std::ops::ControlFlow;

use alembert::walk::{Refusal, RunRequest, WalkError, run};

use crate::phases::{METHODS, assert_phases, by, incline, near};
use crate::{followed, last, model, tried};

#[test]
fn a_surface_that_repels_has_no_one_motion() {
    let text = "coordinates\n  x\nL = ½ x'²\nforces\n  x: {a} + 0.4 sign(x')\ninitial\n  x = 0, x' = {v}\nrun 0 .. 3\n";
    let with = |a: &str, v: &str| text.replace("{a}", a).replace("{v}", v);
    let refused = tried(&with("0.2", "0"), RunRequest::default());
    let Err(Refusal::Walk(error @ WalkError::NoPhase { .. })) = refused else {
        panic!("{refused:?}")
    };
    assert!(
        error.is_computational() && error.to_string().contains("more than one motion"),
        "{error}"
    );
    // stronger than the force that repels there is one, and one that comes from outside goes through
    near(last(&by(&with("1", "0"), None), "x'"), 4.2, 1e-13, "x'");
    let report = by(&with("-1", "1"), None);
    near(last(&report, "x'"), -1.4 * (3.0 - 1.0 / 0.6), 1e-13, "x'");
    // backwards friction repels: the past of a block at rest is not known
    let past = "coordinates\n  x\nL = ½ x'²\nforces\n  x: -sign(x')\ninitial\n  x = 0, x' = 0\nrun 0 .. -3\n";
    assert!(tried(past, RunRequest::default()).is_err());
}

/// A motion that arrives where it may go on in several ways ends there, and says so: what pressed it against a surface
/// that repels ends when it arrives.
#[test]
fn a_motion_that_may_go_on_in_several_ways_ends() {
    let text = "coordinates\n  x\nL = ½ x'²\nforces\n  x: 0.5 sign(x') - 1 + sign(t - 2)\n\
                initial\n  x = 0, x' = 3\nrun 0 .. 5\n";
    let report = followed(text, RunRequest::default());
    assert_eq!((report.stop, report.is_complete()), ("no phase", false), "{:?}", report.reason);
    near(report.t, 2.0, 1e-12, "t");
    let reason = report.reason.as_deref().expect("a sentence");
    assert!(reason.contains("`x'` = 0") && reason.contains("more than one motion"), "{reason}");
    let hint = report.diagnostics[0].hint.as_deref().expect("a hint");
    assert!(hint.contains("has the other sign"), "{hint}");
}

/// Friction whose coefficient 2 − t falls below 0 holds no longer, but repels.
#[test]
fn friction_that_becomes_repulsion_ends_a_motion() {
    let text = "coordinates\n  x\nL = ½ x'²\nforces\n  x: (t - 2) sign(x')\ninitial\n  x = 0, x' = 1\nrun 0 .. 5\n";
    let report = followed(text, RunRequest::default());
    assert_eq!(report.stop, "no phase", "{:?}", report.reason);
    assert!(report.reason.as_deref().is_some_and(|r| r.contains("t = 2.000000000")), "{report:?}");
    // x' = 1 − 2 t + ½ t²
    assert_phases(&report, &[("x'", "sticks", 2.0 - 2f64.sqrt())], 1e-12);
}

/// Friction at x = 0 and in x': zeros accumulate at t = √2 (4/3)/(1 − 1/√3), and it rests from there on.
#[test]
fn a_motion_whose_zeros_accumulate_comes_to_rest_or_ends() {
    let step = "coordinates\n  x\nL = ½ x'²\nforces\n  x: -sign(x') - 2 sign(x)\ninitial\n  x = 1, x' = 0\nrun 0 .. 10\n";
    let valley = "coordinates\n  x\nL = ½ x'² - 2 abs(x)\nforces\n  x: -sign(x')\ninitial\n  x = 1, x' = 0\nrun 0 .. 10\n";
    let rest = 2f64.sqrt() * (4.0 / 3.0) / (1.0 - 1.0 / 3f64.sqrt());
    for text in [step, valley] {
        for (method, _) in METHODS {
            let report = followed(text, RunRequest { method, ..RunRequest::default() });
            near(last(&report, "x"), 0.0, 1e-8, text);
            assert!(report.stop == "end" || (report.t - rest).abs() < 1e-3, "{:?}", report.reason);
            let end = report.phases.last().map_or(report.t, |p| p.t);
            // the lengths of phases are a geometric sequence
            near(end, rest, 1e-11, text);
            assert!(report.is_complete() == (report.stop == "end"), "{:?}", report.reason);
        }
        let still = by(&text.replace("x = 1", "x = 0"), None);
        assert_eq!((last(&still, "x"), last(&still, "x'")), (0.0, 0.0), "{text}");
    }
}

/// Whoever listens ends a run between two phases, too.
#[test]
fn a_listener_ends_a_run_of_many_short_phases() {
    let text = "coordinates\n  x\nL = ½ x'² - abs(x)\nforces\n  x: -x'\ninitial\n  x = 1, x' = 0\nrun 0 .. 30\n";
    let mut calls = 0;
    let report = run(&model(text), RunRequest::default(), &mut |_| {
        calls += 1;
        if calls < 50 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let report = report.expect("a run");
    assert_eq!((report.stop, calls), ("interrupted", 50), "{:?}", report.reason);
    assert!(report.t > 0.0 && report.t < 30.0, "{}", report.t);
}

/// y' = 1 − 0.3 t until 10/3; friction on x has the sign of both velocities, and none where y is held by nothing.
#[test]
fn signs_that_are_multiplied_follow_the_one_that_sticks() {
    let text = "coordinates\n  x, y\nL = ½ x'² + ½ y'²\nforces\n  x: cos(t) - 0.5 sign(x') sign(y')\n  \
                y: -0.3 sign(y')\ninitial\n  x = 0, x' = 1, y = 0, y' = 1\nrun 0 .. 10\n";
    let v = |t: f64| 1.0 + t.sin() - 0.5 * t;
    let (mut low, mut high) = (2.0, 3.3);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if v(middle) > 0.0 { low = middle } else { high = middle }
    }
    let stop = 10.0f64 / 3.0;
    let then = stop.sin() - low.sin() + 0.5 * (stop - low);
    assert!(then < 0.0);
    for (method, close) in METHODS {
        let report = by(text, method);
        near(last(&report, "x'"), then + 10f64.sin() - stop.sin(), 10.0 * close, "x'");
        assert_phases(&report, &[("y'", "sticks", stop)], close);
    }
}

/// Where both of them would stick, what their product is, is not known.
#[test]
fn signs_that_are_multiplied_and_stick_together_are_told() {
    let text = "coordinates\n  x, y\nL = ½ x'² + ½ y'²\nforces\n  x: {a} - 0.5 sign(x') sign(y')\n  \
                y: 0.1 - 0.3 sign(y')\ninitial\n  x = 0, x' = 0, y = 0, y' = 0\nrun 0 .. 1\n";
    // sign(y') is 1/3, and 0.5/3 less than 0.2
    let report = by(&text.replace("{a}", "0.2"), None);
    near(last(&report, "x'"), 0.2 - 0.5 / 3.0, 1e-13, text);
    let Err(Refusal::Walk(error)) = tried(&text.replace("{a}", "0.1"), RunRequest::default())
    else {
        panic!("there is no equation for the product")
    };
    let said = error.to_string();
    assert!(said.contains("the product of `sign(y')` and `sign(x')`"), "{said}");
}

/// Methods that step by the Lagrangian go over zeros of velocities, and say which ones do not.
#[test]
fn methods_without_phases_name_those_that_have_them() {
    for method in ["rattle", "dla"] {
        let request =
            RunRequest { method: Some(method), step: Some(0.01), ..RunRequest::default() };
        let report = followed(&incline(0.6, 1.5), request);
        let reason = report.reason.as_deref().expect("a sentence");
        assert!(
            !report.is_complete() && reason.contains("`taylor`, `dop853` and `radau` do"),
            "{reason}"
        );
    }
}

/// Damping makes the zeros of x in a valley of |x| come closer and closer, by e^{-t/3}, and never to an end.
#[test]
fn zeros_that_come_closer_and_closer_end_a_motion() {
    let text = "coordinates\n  x\nL = ½ x'² - abs(x)\nforces\n  x: -x'\ninitial\n  x = 1, x' = 0\nrun 0 .. 3000\n";
    let report = followed(text, RunRequest::default());
    let reason = report.reason.as_deref().expect("a sentence");
    assert!(reason.contains("the zeros of `x` come closer and closer"), "{reason}");
    assert!(report.stop == "no phase" && report.steps < 20_000, "{} steps", report.steps);
    let energy = 0.5 * last(&report, "x'").powi(2) + last(&report, "x").abs();
    // E falls by e^{-2t/3} and a bit, as ⟨v²⟩ = ⅔ E
    let exponent = -energy.ln() / report.t;
    assert!((exponent - 2.0 / 3.0).abs() < 0.1, "{exponent}");
}
