//! The end states, closed forms and invariants of the systems of the literature; end states were computed with
//! more than 25 digits elsewhere.

use alembert::walk::{RunReport, RunRequest};
use serde_json::Value;

use crate::{column, followed, last};

/// End states, relative to the larger of 1 and their size.
const END: f64 = 1e-10;
/// Closed forms at the end, relative to the larger of 1 and their size.
const CLOSED: f64 = 1e-11;
/// Invariants along the motion, relative to the larger of 1 and their size.
const INVARIANT: f64 = 1e-12;
/// The scaled residual of the constraints, in the middle and at the end of every step.
const RESIDUAL: f64 = 1e-14;
/// The energy against its sources, relative to |T| + |V|.
const ENERGY: f64 = 1e-12;

/// What does not hold, in sentences.
struct Complaints<'a> {
    id: &'a Value,
    list: &'a mut Vec<String>,
}

impl Complaints<'_> {
    /// Compares two numbers; what is not a number is wrong.
    fn compare(&mut self, what: &str, (found, expected): (f64, f64), allowed: f64) {
        let error = (found - expected).abs() / expected.abs().max(1.0);
        if error.is_nan() || error > allowed {
            self.list.push(format!("{}: {what} = {found}, expected {expected}", self.id));
        }
    }
}

fn words(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// The entries of a list, or none.
fn entries(value: &Value) -> impl Iterator<Item = (usize, &Value)> {
    value.as_array().into_iter().flatten().enumerate()
}

/// The model, which observes both sides of its closed forms and its invariants.
fn text(entry: &Value) -> String {
    let mut lines: Vec<String> =
        entries(&entry["model"]).map(|(_, line)| words(line).to_owned()).collect();
    lines.push("observe".to_owned());
    for (i, pair) in entries(&entry["closed"]) {
        lines.push(format!("  found{i} = {}", words(&pair[0])));
        lines.push(format!("  form{i} = {}", words(&pair[1])));
    }
    for (i, pair) in entries(&entry["invariants"]) {
        lines.push(format!("  invariant{i} = {}", words(&pair[0])));
    }
    if lines.last().is_some_and(|line| line == "observe") {
        lines.pop();
    }
    lines.join("\n") + "\n"
}

fn check(entry: &Value, report: &RunReport, wrong: &mut Complaints<'_>) {
    for (name, expected) in entry["final"].as_object().expect("an object") {
        wrong.compare(name, (last(report, name), number(expected)), END);
    }
    for (i, pair) in entries(&entry["closed"]) {
        let (found, form) = (format!("found{i}"), format!("form{i}"));
        let what = words(&pair[0]);
        wrong.compare(what, (last(report, &found), last(report, &form)), CLOSED);
    }
    for (i, pair) in entries(&entry["invariants"]) {
        let expected = number(&pair[1]);
        for value in column(report, &format!("invariant{i}")) {
            wrong.compare(words(&pair[0]), (*value, expected), INVARIANT);
        }
    }
    if report.max_residual > RESIDUAL || report.energy_drift > ENERGY {
        let (r, e) = (report.max_residual, report.energy_drift);
        wrong.list.push(format!("{}: residual {r:.1e}, energy {e:.1e}", wrong.id));
    }
    if report.stop != "end" {
        wrong.list.push(format!("{}: {:?}", wrong.id, report.reason));
    }
}

#[test]
fn motions_are_those_of_the_literature() {
    let list: Vec<Value> =
        serde_json::from_str(include_str!("../data/trajectories.json")).expect("a list");
    let count = |what: &str| list.iter().map(|e| entries(&e[what]).count()).sum::<usize>();
    assert_eq!((list.len(), count("closed"), count("invariants")), (43, 55, 81));
    let mut wrong = Vec::new();
    for entry in &list {
        let request =
            RunRequest { principle: entry["principle"].as_str(), ..RunRequest::default() };
        let report = followed(&text(entry), request);
        check(entry, &report, &mut Complaints { id: &entry["id"], list: &mut wrong });
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
