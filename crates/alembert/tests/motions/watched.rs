//! Quantities that are watched for zeros: those that are zero all along, have kinks, or jump.

use alembert::language::{Source, read_expression};
use alembert::walk::{Event, RunReport, RunRequest};

use crate::{followed, model};

const PAIR: &str = "coordinates\n  x, y\nL = ½ (x'² + y'²) - ½ x² - ½ y²\ninitial\n  \
                    x = 1, x' = 0, y = 1, y' = 0\nrun 0 .. 10\n";

/// A run that watches a quantity, by a method.
fn watching(quantity: &str, method: Option<&str>) -> RunReport {
    let read = read_expression(&Source::new("--event", quantity), &model(PAIR))
        .expect("the quantity has no mistake");
    let events = [Event { text: quantity.to_owned(), quantity: read, ends: false }];
    followed(PAIR, RunRequest { events: &events, method, ..RunRequest::default() })
}

/// How a quantity meets zero, in the order of the run.
fn met(quantity: &str, method: &str) -> Vec<&'static str> {
    watching(quantity, Some(method)).events.iter().map(|event| event.how).collect()
}

#[test]
fn what_is_zero_all_along_crosses_nothing() {
    for method in ["taylor", "dop853", "radau"] {
        for quantity in ["x - y", "x^2 + x'^2 - 1", "3 (x - y)", "(x^2 + x'^2 - 1) y"] {
            let report = watching(quantity, Some(method));
            assert!(report.events.is_empty(), "{quantity} by {method}: {:?}", report.events);
            let [zero] = &report.zeros[..] else { panic!("{quantity} by {method}") };
            let said = zero.said();
            assert!(said.contains("is 0 all along the motion"), "{said}");
        }
    }
    let other = watching("x - 2 y", None);
    assert!(other.zeros.is_empty() && other.events.len() == 3);
}

/// However coarse the steps are, what swings has zeros, also around a value that is much larger.
#[test]
fn what_swings_is_not_zero_by_any_tolerance() {
    for (quantity, tol) in
        [("x", 1e-3), ("x + 1000 - 1000.2 y/y", 1e-6), ("x + 1e6 - 1e6 y/y", 1e-4)]
    {
        let read =
            read_expression(&Source::new("--event", quantity), &model(PAIR)).expect("no mistake");
        let events = [Event { text: quantity.to_owned(), quantity: read, ends: false }];
        let request = RunRequest { events: &events, tol: Some(tol), ..RunRequest::default() };
        let report = followed(PAIR, request);
        assert!(report.zeros.is_empty(), "{quantity}: {:?}", report.zeros);
        assert_eq!(report.events.len(), 3, "{quantity}");
    }
}

#[test]
fn kinks_touch_and_signs_jump() {
    for method in ["taylor", "dop853"] {
        assert_eq!(met("abs(x)", method), ["touching"; 3], "{method}");
        assert_eq!(met("x abs(x)", method), ["falling", "rising", "falling"], "{method}");
        let jumps = ["jumping down", "jumping up", "jumping down"];
        assert_eq!(met("sign(x) + 0.5 x", method), jumps, "{method}");
        assert_eq!(met("abs(x) - x", method)[0], "touching", "{method}");
    }
    let said = watching("sign(x) + 0.5 x", None).text(alembert::Spelling::Ascii, false);
    assert!(said.contains("sign(x) + 0.5 x jumps over 0 at t = 1.57"), "{said}");
}

#[test]
fn a_root_is_zero_at_the_edge_of_its_domain() {
    for method in ["taylor", "dop853"] {
        let report = watching("sqrt(x)", Some(method));
        let times: Vec<f64> = report.events.iter().map(|event| event.t).collect();
        assert_eq!(times.len(), 2, "{method}: {times:?}");
        let turns = [0.5, 2.5].map(|t| t * std::f64::consts::PI);
        assert!(times.iter().zip(turns).all(|(t, turn)| (t - turn).abs() < 1e-9), "{times:?}");
    }
}

/// Beside the pole of its exponent exp(1/(x − a)) is larger than any number on one side and vanishes on the other.
#[test]
fn quantities_that_overflow_are_watched_as_far_as_they_have_values() {
    for a in ["0.5", "-0.3"] {
        let report = watching(&format!("exp(1/(x - {a})) - 1"), None);
        assert_eq!(report.stop, "end", "{a}: {:?}", report.reason);
    }
}
