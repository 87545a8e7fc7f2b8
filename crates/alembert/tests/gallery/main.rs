//! Every model of the gallery: its lines hold, and its equations agree with a second principle
//! that is computed from values of the Lagrangian alone.

#![allow(non_snake_case, reason = "A is the matrix of the constraints")]

mod curve;
mod maggi;
mod pages;

use alembert::gallery::{EXAMPLES, Example};
use alembert::language::{Model, read};
use alembert::walk::{CheckReport, Decision, check};

fn model(example: &Example) -> Model {
    let reading = read(&example.source());
    let errors: Vec<_> = reading.diagnostics.iter().filter(|d| d.is_error()).collect();
    assert!(errors.is_empty(), "{}: {errors:#?}", example.name);
    reading.model.expect("a text without errors has a model")
}

fn report(example: &Example) -> CheckReport {
    check(&model(example)).expect("the models of the gallery are sound")
}

#[test]
fn no_line_of_the_gallery_fails() {
    let mut held = 0;
    for example in EXAMPLES {
        let report = report(example);
        for line in &report.statements {
            assert_ne!(line.decision, Decision::Fails, "{}: {}", example.name, line.text);
            held += usize::from(line.decision == Decision::Holds);
        }
        assert!(!report.fails(false));
        assert_eq!(report.independent, Some(true), "{}", example.name);
    }
    assert_eq!(held, 251);
}

/// The lines that wait: facts about kinds of constraints, and closed forms along one motion.
const WAITING: [(&str, usize, usize); 18] = [
    ("appell-hamel", 0, 0),
    ("ball-on-turntable", 1, 0),
    ("chaplygin-sleigh", 1, 2),
    ("knife-edge", 2, 2),
    ("linked-masses", 1, 0),
    ("pais-uhlenbeck", 0, 1),
    ("pendulum-polar", 2, 0),
    ("pendulum-position", 1, 0),
    ("pendulum-velocity", 2, 0),
    ("prescribed-velocity", 1, 0),
    ("rolling-penny", 1, 2),
    ("rolling-sphere", 1, 0),
    ("snakeboard", 1, 0),
    ("spinning-particle", 0, 1),
    ("spinning-particle-constrained", 1, 0),
    ("tilting-disk", 1, 0),
    ("vertical-disk", 1, 3),
    ("vertical-disk-on-a-line", 3, 0),
];

#[test]
fn only_kinds_and_closed_forms_wait() {
    let found = EXAMPLES.iter().map(|example| {
        let report = report(example);
        let waiting = report.statements.iter().filter(|s| s.decision == Decision::Undecided);
        let (kinds, rest): (Vec<_>, Vec<_>) = waiting.partition(|s| s.how.contains("kinds"));
        for line in &rest {
            assert!(line.how.contains("it needs a motion"), "{}: {}", line.text, line.how);
        }
        (example.name, kinds.len(), rest.len())
    });
    assert_eq!(found.collect::<Vec<_>>(), WAITING);
}

#[test]
fn the_equations_agree_with_the_projection_on_allowed_velocities() {
    let states: usize = EXAMPLES.iter().map(|example| maggi::assert_agrees(&model(example))).sum();
    assert_eq!(states, EXAMPLES.len() * maggi::STATES);
}
