//! The systems of the canon through the library: known accelerations and multipliers at given
//! states, and identities that hold on every motion.
//!
//! `data/canon.json` holds systems of the literature with values that were computed with 39
//! digits from exactly the states given, and rounded to doubles. The signs are those of
//! `NOTATION.md`; multipliers are numbered, constraints first, then position constraints.

use std::collections::BTreeMap;

use alembert::language::{Model, Source, read, read_assignments, read_equation};
use alembert::walk::{EvalReport, Verdict, eval, prove};
use serde::Deserialize;

/// Accelerations, relative to the larger of 1 and their size: what is asked of the library.
const ACCELERATION: f64 = 1e-10;
/// Multipliers, in the same way; they carry the condition of the constraints in addition.
const MULTIPLIER: f64 = 1e-9;
/// Residuals of the constraints: the states satisfy them up to the rounding of their doubles.
const RESIDUAL: f64 = 1e-13;

#[derive(Deserialize)]
struct System {
    id: String,
    kind: String,
    coordinates: Vec<String>,
    parameters: serde_json::Map<String, serde_json::Value>,
    lagrangian: String,
    #[serde(default)]
    constraints: Vec<String>,
    #[serde(default)]
    holonomic: Vec<String>,
    #[serde(default)]
    forces: BTreeMap<String, String>,
    reaction_directions: Option<Vec<Vec<String>>>,
    #[serde(default)]
    rank_deficient: bool,
    #[serde(default)]
    identities: Vec<String>,
    states: Vec<State>,
}

/// Values of the derivatives of order 0 to 3, and what they lead to.
#[derive(Deserialize)]
struct State {
    t: f64,
    q: BTreeMap<String, f64>,
    v: BTreeMap<String, f64>,
    #[serde(default)]
    a: BTreeMap<String, f64>,
    #[serde(default)]
    j: BTreeMap<String, f64>,
    expect: Expect,
}

#[derive(Deserialize)]
struct Expect {
    a: Option<BTreeMap<String, f64>>,
    d4: Option<BTreeMap<String, f64>>,
    #[serde(default)]
    lambda: Vec<f64>,
}

fn canon() -> Vec<System> {
    serde_json::from_str(include_str!("data/canon.json")).expect("the data fit the types")
}

/// How the parameters stand in a model.
#[derive(Clone, Copy, PartialEq)]
enum Parameters {
    /// As symbols with values that proofs do not use.
    Symbols,
    /// As abbreviations of their values.
    Values,
}

impl System {
    /// The text of the model; constraint number i, counted from 1, has the label `c<i>`.
    fn text(&self, parameters: Parameters) -> String {
        let mut text = format!("coordinates\n  {}\n", self.coordinates.join(", "));
        if !self.parameters.is_empty() {
            text += if parameters == Parameters::Symbols { "parameters\n" } else { "let\n" };
        }
        for (name, value) in &self.parameters {
            text += &format!("  {name} = {}\n", value.as_str().expect("decimals are strings"));
        }
        text += &format!("lagrangian = {}\n", self.lagrangian);
        let constraints: Vec<String> = self.constraint_lines().collect();
        if !constraints.is_empty() {
            text += &format!("constraints\n{}", constraints.concat());
        }
        if !self.forces.is_empty() {
            text += "forces\n";
        }
        text + &self.forces.iter().map(|(q, e)| format!("  {q}: {e}\n")).collect::<String>()
    }

    fn constraint_lines(&self) -> impl Iterator<Item = String> + '_ {
        let reaction = |i: usize| {
            let directions = self.reaction_directions.as_ref();
            directions.map_or_else(String::new, |d| format!("  reaction ({})", d[i].join(", ")))
        };
        let all = self.constraints.iter().chain(&self.holonomic).enumerate();
        all.map(move |(i, phi)| format!("  c{}: {phi} = 0{}\n", i + 1, reaction(i)))
    }

    fn model(&self, parameters: Parameters) -> Model {
        let reading = read(&Source::new(self.id.as_str(), self.text(parameters)));
        let errors: Vec<_> = reading.diagnostics.iter().filter(|d| d.is_error()).collect();
        assert!(errors.is_empty(), "{}: {errors:#?}", self.id);
        reading.model.expect("a text without errors has a model")
    }
}

/// The values of the equations of motion by d'Alembert's principle.
fn evaluation(model: &Model, state: &State) -> EvalReport {
    let mut parts = vec![format!("t={:?}", state.t)];
    for (values, primes) in [(&state.q, ""), (&state.v, "'"), (&state.a, "''"), (&state.j, "'''")] {
        parts.extend(values.iter().map(|(name, x)| format!("{name}{primes}={x:?}")));
    }
    let state = Source::new("<state>", parts.join(", "));
    let given = read_assignments(&state, model).expect("a state can be read");
    eval(model, &given, Some("dalembert")).expect("the equations have values at the state")
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

#[test]
fn accelerations_multipliers_and_residuals_are_the_known_ones() {
    let mut states = 0;
    for system in canon() {
        let model = system.model(Parameters::Symbols);
        for state in &system.states {
            let found = evaluation(&model, state);
            let (highest, primes) = match (&state.expect.a, &state.expect.d4) {
                (Some(a), None) => (a, "''"),
                (None, Some(d4)) => (d4, "''''"),
                _ => panic!("{}: accelerations or fourth derivatives", system.id),
            };
            let highest = highest.iter().map(|(name, &x)| (format!("{name}{primes}"), x));
            compare(&found.highest, &highest.collect(), ACCELERATION, &system.id);
            assert_eq!(found.unique, !system.rank_deficient, "{}", system.id);
            if found.unique {
                let lambda = state.expect.lambda.iter().enumerate();
                let lambda = lambda.map(|(i, &x)| (format!("lambda_c{}", i + 1), x));
                compare(&found.multipliers, &lambda.collect(), MULTIPLIER, &system.id);
            }
            for (label, x) in &found.residuals {
                assert!(x.abs() <= RESIDUAL, "{}: the residual of {label} is {x}", system.id);
            }
            states += 1;
        }
    }
    assert_eq!(states, 44);
}

#[test]
fn the_canon_has_every_kind_of_constraint() {
    let systems = canon();
    assert_eq!(systems.len(), 41);
    for (kind, count) in [("lda", 34), ("servo", 2), ("second-order", 4), ("gauss2", 1)] {
        assert_eq!(systems.iter().filter(|s| s.kind == kind).count(), count, "{kind}");
    }
}

/// The identity that rests on a relation between the parameters which their values satisfy,
/// `J + Jr + 2 Jw = m r²` (system and number): it is proved with the values put in, and it is
/// rightly refuted for free parameters.
const NEEDS_VALUES: (&str, usize) = ("snakeboard", 2);

/// What is decided about `identity = right` in a model of the canon.
fn verdict(system: &System, parameters: Parameters, identity: &str, right: &str) -> Verdict {
    let model = system.model(parameters);
    let rename = |text: String, i| text.replace(&format!("lambda{i}"), &format!("lambda_c{i}"));
    let constraints = system.constraints.len() + system.holonomic.len();
    let text = (1..=constraints).fold(format!("{identity} = {right}"), rename);
    let sides = read_equation(&Source::new("<claim>", text), &model).expect("it can be read");
    prove(&model, sides, None).expect("the model has a motion").verdict
}

#[test]
fn identities_of_the_canon_are_proved() {
    let mut proved = 0;
    for system in canon() {
        for (number, identity) in system.identities.iter().enumerate() {
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
        for identity in &system.identities {
            let found = verdict(&system, Parameters::Symbols, identity, "1");
            assert_eq!(found, Verdict::Refuted, "{}: {identity} = 1", system.id);
        }
    }
}
