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
    assert_eq!(held, 347);
}

/// The lines that wait: closed forms along one motion.
const WAITING: [(&str, usize); 24] = [
    ("appell-hamel", 0),
    ("ball-on-turntable", 0),
    ("ball-on-turntable-rotation", 0),
    ("block-on-a-belt", 2),
    ("chaplygin-ball", 0),
    ("chaplygin-sleigh", 2),
    ("heavy-top", 0),
    ("knife-edge", 2),
    ("linked-masses", 0),
    ("pais-uhlenbeck", 1),
    ("pendulum-polar", 0),
    ("pendulum-position", 0),
    ("pendulum-velocity", 0),
    ("prescribed-velocity", 0),
    ("rolling-penny", 2),
    ("rolling-sphere", 0),
    ("snakeboard", 0),
    ("spinning-particle", 1),
    ("spinning-particle-constrained", 0),
    ("suslov", 1),
    ("sympy-rolling-disc", 0),
    ("tilting-disk", 0),
    ("vertical-disk", 3),
    ("vertical-disk-on-a-line", 0),
];

#[test]
fn only_closed_forms_wait() {
    let found = EXAMPLES.iter().map(|example| {
        let report = report(example);
        let waiting = report.statements.iter().filter(|s| s.decision == Decision::Undecided);
        let waiting: Vec<_> = waiting.collect();
        for line in &waiting {
            assert!(line.how.contains("it needs a motion"), "{}: {}", line.text, line.how);
        }
        (example.name, waiting.len())
    });
    assert_eq!(found.collect::<Vec<_>>(), WAITING);
}

/// The growth vectors, counted by hand or by another program; none for constraints that are not
/// linear.
const GROWTH: [(&str, &[usize]); 24] = [
    ("appell-hamel", &[]),
    ("ball-on-turntable", &[4, 6]),
    ("ball-on-turntable-rotation", &[4, 6]),
    ("block-on-a-belt", &[1]),
    ("chaplygin-ball", &[3, 5]),
    ("chaplygin-sleigh", &[2, 3]),
    ("heavy-top", &[3]),
    ("knife-edge", &[2, 3]),
    ("linked-masses", &[1]),
    ("pais-uhlenbeck", &[1]),
    ("pendulum-polar", &[1]),
    ("pendulum-position", &[1]),
    ("pendulum-velocity", &[1]),
    ("prescribed-velocity", &[2]),
    ("rolling-penny", &[2, 3, 4]),
    ("rolling-sphere", &[3, 5]),
    ("snakeboard", &[3, 4, 5]),
    ("spinning-particle", &[3]),
    ("spinning-particle-constrained", &[2, 3]),
    ("suslov", &[2, 3]),
    ("sympy-rolling-disc", &[3, 4, 5]),
    ("tilting-disk", &[3, 4, 5]),
    ("vertical-disk", &[2, 3, 4]),
    ("vertical-disk-on-a-line", &[1]),
];

#[test]
fn growth_vectors_are_the_known_ones() {
    let found: Vec<(&str, Vec<usize>)> = EXAMPLES
        .iter()
        .map(|example| (example.name, report(example).classification.growth.unwrap_or_default()))
        .collect();
    let expected: Vec<(&str, Vec<usize>)> =
        GROWTH.iter().map(|(name, growth)| (*name, growth.to_vec())).collect();
    assert_eq!(found, expected);
}

#[test]
fn the_equations_agree_with_the_projection_on_allowed_velocities() {
    // Rotations are no curves of coordinates; `tests/rotation.rs` compares them with Euler angles.
    let models = EXAMPLES.iter().map(model).filter(|model| model.rotations.is_empty());
    let states: usize = models.map(|model| maggi::assert_agrees(&model)).sum();
    assert_eq!(states, (EXAMPLES.len() - 4) * maggi::STATES);
}
