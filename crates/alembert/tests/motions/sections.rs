//! Sections against closed forms.

use std::f64::consts::{PI, TAU};
use std::ops::ControlFlow;

use alembert::language::{Source, read_expression};
use alembert::walk::{Event, RunRequest, SectionReport, SectionRequest, Side, section};

use crate::model;

/// Two springs with frequencies 1 and ω: x = cos t, y = sin ωt.
const SPRINGS: &str = "
coordinates
  x, y
parameters
  w = 1.7
L = ½ (x'² + y'²) - ½ x² - ½ w² y²
initial
  x = 1, y = 0, x' = 0, y' = w
run 0 .. 30
observe
  double = 2 y
";

fn cut(text: &str, quantity: &str, side: Side, count: Option<usize>) -> SectionReport {
    let model = model(text);
    let source = Source::new("quantity", quantity);
    let expression = read_expression(&source, &model).expect("an expression");
    let event = Event { text: quantity.to_owned(), quantity: expression, ends: false };
    let run = RunRequest::default();
    let request = SectionRequest { run, quantity: &event, side, count };
    section(&model, request, &mut |_| ControlFlow::Continue(())).expect("a section")
}

fn column<'a>(report: &'a SectionReport, name: &str) -> &'a [f64] {
    &report.columns.iter().find(|c| c.name == name).expect("a column").values
}

#[test]
fn a_section_that_is_never_reached_ends_with_a_sentence() {
    let report = cut(SPRINGS, "x - 5", Side::Both, Some(3));
    assert_eq!((report.stop, report.count()), ("too many steps", 0));
    assert!(report.reason.expect("a reason").starts_with("no point in the last 20000 steps"));
}

#[test]
fn a_zero_at_the_end_belongs_to_the_section() {
    let sine = "coordinates\n  x\nL = ½ x'² - ½ x²\ninitial\n  x = 0, x' = 1\nrun 0 .. 2 π\n\
                observe\n  root = sqrt(x - 1)\n";
    let report = cut(sine, "x", Side::Up, None);
    assert_eq!(report.count(), 1);
    assert!((column(&report, "t")[0] - TAU).abs() < 1e-14);
    assert_eq!(report.gaps().len(), 1, "the root has no value there");
    assert_eq!(cut(sine, "x", Side::Down, None).count(), 1);
}

#[test]
fn points_of_a_section_are_those_of_the_closed_form() {
    // x = cos t rises through 0 at t = 3π/2 + 2πk, and y = sin 1.7t there.
    let report = cut(SPRINGS, "x", Side::Up, None);
    assert_eq!((report.stop, report.count()), ("end", 5));
    for (k, &t) in (0u8..).zip(column(&report, "t")) {
        assert!((t - (1.5 * PI + TAU * f64::from(k))).abs() < 1e-12, "{t}");
    }
    for (t, (y, double)) in
        column(&report, "t").iter().zip(column(&report, "y").iter().zip(column(&report, "double")))
    {
        assert!((y - (1.7 * t).sin()).abs() < 1e-12 && (double - 2.0 * y).abs() < 1e-15);
    }
    assert!(column(&report, "x'").iter().all(|v| (v - 1.0).abs() < 1e-12));
    assert_eq!(cut(SPRINGS, "x", Side::Down, None).count(), 5);
    assert_eq!(cut(SPRINGS, "x", Side::Both, None).count(), 10);
}

#[test]
fn a_number_of_points_ends_the_run_and_a_touch_has_no_side() {
    let report = cut(SPRINGS, "x", Side::Up, Some(40));
    assert_eq!((report.stop, report.count()), ("count", 40));
    assert!((column(&report, "t")[39] - (1.5 * PI + TAU * 39.0)).abs() < 1e-11);
    assert_eq!(cut(SPRINGS, "1 - x", Side::Up, None).count(), 0);
    assert_eq!(cut(SPRINGS, "1 - x", Side::Both, None).count(), 4);
}

/// A block that a force 2 sin t moves against friction of 1.6: x' has zeros where the block stops, and stays there.
#[test]
fn a_section_through_dry_friction_has_a_point_for_each_stop() {
    let text = "coordinates\n  x\nL = ½ x'²\nforces\n  x: 2 sin(t) - 1.6 sign(x')\n\
                initial\n  x = 0, x' = 0\nrun 0 .. 30\n";
    // held until sin t₀ = 0.8, then x' = 2 cos t₀ − 2 cos t − 1.6 (t − t₀); the other way round half a turn later
    let begin = 0.8f64.asin();
    let v = |t: f64| 2.0 * (begin.cos() - t.cos()) - 1.6 * (t - begin);
    let (mut low, mut high) = (2.0, 3.5);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if v(middle) > 0.0 { low = middle } else { high = middle }
    }
    // it is held when it stops at once where |2 sin t| < 1
    assert!((2.0 * low.sin()).abs() < 1.6);
    let report = cut(text, "x'", Side::Both, None);
    let exact: Vec<f64> =
        (0..).map(|n| low + PI * f64::from(n)).take_while(|&t| t < 30.0).collect();
    let found = column(&report, "t");
    assert_eq!((report.stop, found.len()), ("end", exact.len()), "{found:?}");
    assert!(found.iter().zip(&exact).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?} {exact:?}");
    // there it stays for a while, on neither side
    assert_eq!(cut(text, "x'", Side::Up, None).count(), 0);
    // other quantities have their zeros during a hold, too
    let turns = cut(text, "cos(t)", Side::Both, None);
    let exact = (0..10).map(|n| PI / 2.0 + PI * f64::from(n));
    assert_eq!(turns.count(), 10);
    assert!(column(&turns, "t").iter().zip(exact).all(|(a, b)| (a - b).abs() < 1e-13));
    let friction = column(&turns, "friction_x");
    assert!(friction.iter().all(|f| (f.abs() - 1.6).abs() < 1e-12), "{friction:?}");
    let few = cut(text, "x'", Side::Both, Some(40));
    assert_eq!((few.stop, few.count()), ("count", 40));
}

/// V = |x| has the period 4 √(2 x₀), and x = 0 at each odd quarter of it.
#[test]
fn a_section_at_a_kink_has_each_passage_once() {
    let text = "coordinates\n  x\nT = ½ x'²\nV = abs(x)\ninitial\n  x = 0.7, x' = 0\nrun 0 .. 50\n";
    let period = 4.0 * 1.4f64.sqrt();
    for (side, from, step) in
        [(Side::Both, 0.25, 0.5), (Side::Up, 0.75, 1.0), (Side::Down, 0.25, 1.0)]
    {
        let report = cut(text, "x", side, Some(20));
        assert_eq!((report.stop, report.count()), ("count", 20), "{:?}", report.reason);
        for (k, t) in (0u8..).zip(column(&report, "t")) {
            let exact = period * (from + step * f64::from(k));
            assert!((t - exact).abs() < 1e-12 * exact, "{t} and not {exact}");
        }
    }
}
