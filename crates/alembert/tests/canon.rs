//! The systems of the canon through the library: known accelerations and multipliers at given
//! states, and identities that hold on every motion.
//!
//! `data/canon.json` holds systems of the literature with values that were computed with 39
//! digits from exactly the states given, and rounded to doubles. The signs are those of
//! `NOTATION.md`; multipliers are numbered, constraints first, then position constraints.

mod support;

use std::collections::BTreeMap;

use alembert::language::{Model, Source, read_equation};
use alembert::walk::{EvalReport, Verdict, WalkError, eval, prove};
use alembert_mechanics::principle::{Jacobi, jacobi};
use alembert_mechanics::{Cause, PrincipleError};
use serde_json::Value;
use support::canon::{System, expected, state, systems, texts};

/// Accelerations, relative to the larger of 1 and their size: what is asked of the library.
const ACCELERATION: f64 = 1e-10;
/// Multipliers, in the same way; they carry the condition of the constraints in addition.
const MULTIPLIER: f64 = 1e-9;
/// Residuals of the constraints: the states satisfy them up to the rounding of their doubles.
const RESIDUAL: f64 = 1e-13;

/// How the parameters stand in a model.
#[derive(Clone, Copy, PartialEq)]
enum Parameters {
    /// As symbols with values that proofs do not use.
    Symbols,
    /// As abbreviations of their values.
    Values,
}

impl Parameters {
    fn section(self) -> &'static str {
        match self {
            Self::Symbols => "parameters",
            Self::Values => "let",
        }
    }
}

fn canon() -> Vec<System> {
    systems(include_str!("data/canon.json"))
}

/// The values of the equations of motion by a principle.
fn evaluation(model: &Model, at: &Value, principle: &str) -> Result<EvalReport, WalkError> {
    eval(model, &state(model, at), Some(principle))
}

fn close(found: f64, expected: f64, relative: f64) -> bool {
    (found - expected).abs() <= relative * expected.abs().max(1.0)
}

/// Every found value is expected, and as close as asked.
fn compare(found: &[(String, f64)], expected: &BTreeMap<String, f64>, tolerance: f64, id: &str) {
    assert_eq!(found.len(), expected.len(), "{id}");
    for (name, x) in found {
        let y = expected[name];
        assert!(close(*x, y, tolerance), "{id}: {name} = {x}, not {y}");
    }
}

/// Accelerations, multipliers if there are any, and residuals at a state.
fn check(found: &EvalReport, System { id, entry }: &System, state: &Value) {
    let id = format!("{id} by {}", found.principle);
    let expect = &state["expect"];
    compare(&found.highest, &expected(state), ACCELERATION, &id);
    if !found.multipliers.is_empty() {
        assert_eq!(found.unique, entry["rank_deficient"].is_null(), "{id}");
    }
    if found.unique && !found.multipliers.is_empty() {
        let lambda = expect["lambda"].as_array().expect("a list of multipliers");
        let number = |x: &Value| x.as_f64().expect("a number");
        let named = |(i, x)| (format!("lambda_c{}", i + 1), number(x));
        let lambda = lambda.iter().enumerate().map(named).collect();
        compare(&found.multipliers, &lambda, MULTIPLIER, &id);
    }
    for (label, x) in &found.residuals {
        assert!(x.abs() <= RESIDUAL, "{id}: the residual of {label} is {x}");
    }
}

/// Why a principle refuses a system of the canon that others take, if it does.
fn refusal(principle: &str, system: &System) -> Option<Cause> {
    let kind = system.entry["kind"].as_str().expect("a text");
    let label = "c1".to_owned();
    let nonlinear = ["benenti_parallel", "appell_hamel", "isokinetic"].contains(&&*system.id);
    match (principle, kind) {
        ("dalembert", _) | ("maggi", "servo") | ("gauss", "gauss2") => None,
        ("poisson", "second-order") => None,
        (_, "second-order") => Some(Cause::SecondOrder),
        (_, "servo") => Some(Cause::Servo(label)),
        (_, "gauss2") => Some(Cause::Acceleration(label)),
        ("hamel" | "poisson", _) if nonlinear => Some(Cause::NotLinear(label)),
        _ => None,
    }
}

/// Every state of the canon by a principle: the number of states that it takes, and whether it
/// gives multipliers for all of them.
fn states_by(principle: &str) -> (usize, bool) {
    let (mut states, mut multipliers) = (0, true);
    for system in &canon() {
        let model = system.model();
        for state in system.entry["states"].as_array().expect("a list of states") {
            let found = evaluation(&model, state, principle);
            if let Some(expected) = refusal(principle, system) {
                let Err(WalkError::Principle(PrincipleError::NotApplicable { cause, .. })) = found
                else {
                    panic!("{} by {principle}: not refused", system.id)
                };
                assert_eq!(cause, expected, "{} by {principle}", system.id);
                continue;
            }
            let found = found.unwrap_or_else(|e| panic!("{} by {principle}: {e}", system.id));
            check(&found, system, state);
            multipliers &= found.multipliers.len() == system.constraints().len();
            states += 1;
        }
    }
    (states, multipliers)
}

#[test]
fn accelerations_multipliers_and_residuals_are_the_known_ones() {
    assert_eq!(states_by("dalembert"), (44, true));
}

#[test]
fn least_constraint_gives_the_known_accelerations_and_multipliers() {
    assert_eq!(states_by("gauss"), (38, true));
}

#[test]
fn the_pseudo_inverse_gives_the_known_accelerations_and_multipliers() {
    assert_eq!(states_by("udwadia"), (37, true));
}

#[test]
fn the_projected_equations_give_the_known_accelerations() {
    assert_eq!(states_by("maggi"), (39, false));
}

#[test]
fn the_energy_of_accelerations_gives_the_known_accelerations() {
    assert_eq!(states_by("appell"), (37, false));
}

#[test]
fn quasi_velocities_give_the_known_accelerations() {
    assert_eq!(states_by("hamel"), (34, false));
}

#[test]
fn the_bracket_gives_the_known_accelerations() {
    assert_eq!(states_by("poisson"), (39, false));
}

/// The systems whose constraints are holonomic, among those that have brackets.
const HOLONOMIC: [&str; 6] = [
    "pendulum_cartesian",
    "spherical_pendulum",
    "double_pendulum",
    "disk_down_incline",
    "kanai_oscillator",
    "spherical_pendulum_position",
];

#[test]
fn the_jacobiator_vanishes_exactly_when_the_constraints_are_holonomic() {
    let (mut holonomic, mut others) = (0, 0);
    for system in canon().iter().filter(|s| refusal("poisson", s).is_none()) {
        let model = system.model().system().expect("the model has a system");
        match jacobi(&model).expect("the principle takes the system") {
            Jacobi::Holds => {
                assert!(HOLONOMIC.contains(&&*system.id), "{}", system.id);
                holonomic += 1;
            }
            Jacobi::Fails { .. } => {
                assert!(!HOLONOMIC.contains(&&*system.id), "{}", system.id);
                others += 1;
            }
            Jacobi::Undecided => panic!("{}: not decided", system.id),
        }
    }
    assert_eq!((holonomic, others), (6, 22));
}

#[test]
fn the_canon_has_every_kind_of_constraint() {
    let systems = canon();
    assert_eq!(systems.len(), 41);
    for (kind, count) in [("lda", 34), ("servo", 2), ("second-order", 4), ("gauss2", 1)] {
        assert_eq!(systems.iter().filter(|s| s.entry["kind"] == kind).count(), count, "{kind}");
    }
}

/// The identity that rests on a relation between the parameters which their values satisfy,
/// `J + Jr + 2 Jw = m r²` (system and number): it is proved with the values put in, and it is
/// rightly refuted for free parameters.
const NEEDS_VALUES: (&str, usize) = ("snakeboard", 2);

/// What is decided about `identity = right` in a model of the canon.
fn verdict(system: &System, parameters: Parameters, identity: &str, right: &str) -> Verdict {
    let model = support::canon::model(&system.id, &system.text_with(parameters.section()));
    let rename = |text: String, i| text.replace(&format!("lambda{i}"), &format!("lambda_c{i}"));
    let text = (1..=system.constraints().len()).fold(format!("{identity} = {right}"), rename);
    let sides = read_equation(&Source::new("<claim>", text), &model).expect("it can be read");
    prove(&model, sides, None).expect("the model has a motion").verdict
}

#[test]
fn identities_of_the_canon_are_proved() {
    let mut proved = 0;
    for system in canon() {
        for (number, identity) in texts(&system.entry["identities"]).into_iter().enumerate() {
            let about = |parameters| verdict(&system, parameters, identity, "0");
            let place = format!("{}: {identity}", system.id);
            if (system.id.as_str(), number) == NEEDS_VALUES {
                assert_eq!(about(Parameters::Symbols), Verdict::Refuted, "{place}");
            } else {
                assert_eq!(about(Parameters::Symbols), Verdict::Proved, "{place}");
            }
            assert_eq!(about(Parameters::Values), Verdict::Proved, "{place}, with values");
            proved += 1;
        }
    }
    assert_eq!(proved, 49);
}

#[test]
fn identities_that_are_off_by_one_are_refuted() {
    for system in canon() {
        for identity in texts(&system.entry["identities"]) {
            let found = verdict(&system, Parameters::Symbols, identity, "1");
            assert_eq!(found, Verdict::Refuted, "{}: {identity} = 1", system.id);
        }
    }
}
