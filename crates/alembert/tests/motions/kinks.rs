//! Motions with kinks: pieces against closed forms, events, digits, accelerations.

use std::f64::consts::PI;
use std::ops::ControlFlow;

use alembert::language::{Source, read_assignments, read_expression};
use alembert::walk::{Event, RunRequest, WalkError, eval, run};

use crate::phases::{METHODS, by, incline, near};
use crate::{column, followed, last, model};

#[test]
fn zeros_of_a_velocity_that_stays_zero_are_found_once() {
    let text = incline(0.6, 1.5);
    let model = model(&text);
    let quantity = read_expression(&Source::new("event", "x'"), &model).expect("an expression");
    let events = [Event { text: "x'".to_owned(), quantity, ends: false }];
    let request = RunRequest { events: &events, ..RunRequest::default() };
    let report = run(&model, request, &mut |_| ControlFlow::Continue(())).expect("a run");
    assert_eq!(report.events.len(), 1, "{:?}", report.events);
    assert_eq!(report.events[0].t, report.phases[0].t);
}

/// V = |x| is a parabola on each side: x(t) has the period 4 √(2 x₀).
#[test]
fn pieces_of_parabolas_are_parted_at_their_ends() {
    let text = "coordinates\n  x\nT = ½ x'²\nV = abs(x)\ninitial\n  x = 0.7, x' = 0\nrun 0 .. 50\n";
    let report = by(text, None);
    let period = 4.0 * 1.4f64.sqrt();
    let exact = |t: f64| {
        let phase = t.rem_euclid(period);
        let (side, tau) = match phase / period {
            p if p < 0.25 => (1.0, phase),
            p if p < 0.75 => (-1.0, phase - period / 2.0),
            _ => (1.0, phase - period),
        };
        side * (0.7 - tau * tau / 2.0)
    };
    for (&t, &x) in column(&report, "t").iter().zip(column(&report, "x")) {
        near(x, exact(t), 5e-13, "x");
    }
    assert!(report.energy_drift < 1e-13, "{}", report.energy_drift);
    // at the bottom it stays
    let rest = by(&text.replace("x = 0.7", "x = 0"), None);
    assert_eq!(last(&rest, "x"), 0.0);
}

#[test]
fn signs_of_time_begin_at_their_zeros() {
    let text = "coordinates\n  x\nL = ½ x'²\nforces\n  x: sign(sin(t))\ninitial\n  x = 0, x' = 0\nrun 0 .. 10\n";
    let report = by(text, None);
    near(last(&report, "x'"), PI - PI + PI - (10.0 - 3.0 * PI), 1e-14, "x'");
    let back = by(&text.replace("0 .. 10", "0 .. -2"), None);
    near(last(&back, "x"), -2.0, 1e-14, "x");
}

#[test]
fn accelerations_are_those_of_the_phase_of_a_state() {
    let at = |text: &str, state: &str| {
        let model = model(text);
        let given = read_assignments(&Source::new("at", state), &model).expect("a state");
        eval(&model, &given, None).map(|report| report.highest[0].1)
    };
    let text = "coordinates\n  x\nparameters\n  a = 1\nL = ½ x'²\nforces\n  x: a - 0.4 sign(x')\n";
    for (a, exact) in [("1", 0.6), ("0.3", 0.0), ("-1", -0.6), ("0.4", 0.0)] {
        let text = text.replace("a = 1", &format!("a = {a}"));
        near(at(&text, "x' = 0").expect("a value"), exact, 1e-15, &text);
        let moving = a.parse::<f64>().expect("a number") - 0.4;
        near(at(&text, "x' = 1").expect("a value"), moving, 1e-15, &text);
    }
    let repels = text.replace("- 0.4", "+ 2");
    assert!(matches!(at(&repels, "x' = 0"), Err(WalkError::NoPhase { .. })));
}

/// Digits are counted through phases, too.
#[test]
fn motions_with_phases_are_certified() {
    let text = incline(0.6, 1.5);
    let request = RunRequest { certify: true, ..RunRequest::default() };
    let report = followed(&text, request);
    let digits = report.digits.expect("they are counted");
    assert!(digits.iter().filter_map(|d| d.1).all(|d| d > 14.0), "{digits:?}");
}

/// The argument of a kink vanishes where one piece ends and the next begins: that is one zero.
#[test]
fn a_zero_between_two_pieces_is_told_once() {
    let valley =
        "coordinates\n  x\nT = ½ x'²\nV = abs(x)\ninitial\n  x = 0.7, x' = 0\nrun 0 .. 12\n";
    let quarter = 1.4f64.sqrt();
    let passes: Vec<_> = (0..5).map(|k| quarter * f64::from(2 * k + 1)).collect();
    // x turns at 1.75 − 0.2 n, a half turn each, until friction holds it at 0.05 ≤ 0.1
    let spring = "coordinates\n  x\nL = ½ x'² - ½ x²\nforces\n  x: -0.1 sign(x')\n\
                  initial\n  x = 1.75, x' = 0\nrun 0 .. 30\n";
    let turns: Vec<_> = (1..=9).map(|k| PI * f64::from(k)).collect();
    for (text, quantity, exact) in [(valley, "x", passes), (spring, "x'", turns)] {
        let model = model(text);
        let read = read_expression(&Source::new("event", quantity), &model).expect("an expression");
        let events = [Event { text: quantity.to_owned(), quantity: read, ends: false }];
        let fixed = ["taylor", "dop853"].map(|method| (Some(method), Some(0.01)));
        for (method, step) in METHODS.map(|(method, _)| (method, None)).into_iter().chain(fixed) {
            let request = RunRequest { events: &events, method, step, ..RunRequest::default() };
            let report = run(&model, request, &mut |_| ControlFlow::Continue(())).expect("a run");
            let found: Vec<f64> = report.events.iter().map(|e| e.t).collect();
            assert_eq!(found.len(), exact.len(), "{found:?} {exact:?} by {method:?}, {step:?}");
            found.iter().zip(&exact).for_each(|(a, b)| near(*a, *b, 1e-10, quantity));
            let ways: Vec<_> = report.events.iter().map(|e| e.how).collect();
            assert!(ways.windows(2).all(|w| w[0] != w[1]), "{ways:?}");
            assert_eq!(ways.last() == Some(&"touching"), quantity == "x'", "{ways:?}");
        }
    }
}

/// x = (t − 1)²: |x'| and |t − 1| touch 0 at t = 1, which lies a little before or behind the end of a step.
#[test]
fn a_touch_beside_the_end_of_a_step_is_found() {
    let text =
        "coordinates\n  x\nL = ½ x'²\nforces\n  x: 2\ninitial\n  x = 1, x' = -2\nrun 0 .. 3\n";
    let model = model(text);
    let sizes = [0.0, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-7];
    for beside in sizes.into_iter().flat_map(|size| [size, -size]) {
        for quantity in ["abs(x' + 0)", "abs(t - 1)"] {
            let read =
                read_expression(&Source::new("event", quantity), &model).expect("it is read");
            let events = [Event { text: quantity.to_owned(), quantity: read, ends: false }];
            for method in [Some("taylor"), Some("dop853")] {
                let step = Some((1.0 - beside) / 4.0);
                let request = RunRequest { events: &events, method, step, ..RunRequest::default() };
                let report = run(&model, request, &mut |_| ControlFlow::Continue(()));
                let found = report.expect("a run").events;
                assert_eq!(found.len(), 1, "{quantity} by {method:?}, {beside:e}: {found:?}");
                near(found[0].t, 1.0, 1e-10, quantity);
                assert_eq!(found[0].how, "touching", "{quantity} by {method:?}, {beside:e}");
            }
        }
    }
}
