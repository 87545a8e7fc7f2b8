//! The end states of the systems of the literature, computed with more than 25 digits elsewhere.

use alembert::walk::RunRequest;
use serde_json::Value;

use crate::{followed, last};

/// End states, relative to the larger of 1 and their size.
const END: f64 = 1e-10;
/// The scaled residual of the constraints, in the middle and at the end of every step.
const RESIDUAL: f64 = 1e-14;
/// The energy against its sources, relative to |T| + |V|.
const ENERGY: f64 = 1e-12;

#[test]
fn end_states_are_those_of_the_literature() {
    let entries: Vec<Value> =
        serde_json::from_str(include_str!("../data/trajectories.json")).expect("a list");
    assert_eq!(entries.len(), 43);
    let mut wrong = Vec::new();
    for entry in &entries {
        let lines: Vec<&str> =
            entry["model"].as_array().unwrap().iter().map(|l| l.as_str().unwrap()).collect();
        let request =
            RunRequest { principle: entry["principle"].as_str(), ..RunRequest::default() };
        let report = followed(&lines.join("\n"), request);
        let id = &entry["id"];
        for (name, expected) in entry["final"].as_object().unwrap() {
            let (x, y) = (last(&report, name), expected.as_f64().unwrap());
            if (x - y).abs() > END * y.abs().max(1.0) {
                wrong.push(format!("{id}: {name} = {x}, expected {y}"));
            }
        }
        if report.max_residual > RESIDUAL || report.energy_drift > ENERGY {
            let (r, e) = (report.max_residual, report.energy_drift);
            wrong.push(format!("{id}: residual {r:.1e}, energy {e:.1e}"));
        }
        if report.stop != "end" {
            wrong.push(format!("{id}: {:?}", report.reason));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
