//! What must not be claimed: verdicts of `compare` on systems that do not determine their motion and
//! on constraints whose gradient vanishes, proofs without the states that they do not reach, and
//! words that say more than is known.

mod support;

use alembert::Spelling;
use alembert::gallery::Example;
use alembert::language::{Model, Source, read_equation};
use alembert::walk::{
    Decision, Form, PairReport, PairVerdict, Request, Verdict, check, compare, derive, eval, prove,
};
use serde_json::{Value, json};
use support::canon::model;

fn example(name: &str) -> Model {
    model(name, Example::named(name).expect("it is in the gallery").source().text())
}

fn pairs(model: &Model, names: &[&str]) -> Vec<PairReport> {
    compare(model, names).expect("the model is a system").pairs
}

/// Constraints that hold where their gradient vanishes: `∂φ/∂q'` says nothing there.
const DEGENERATE: [(&str, &str); 4] = [
    ("x, y", "x'² = 0"),
    ("x, y", "x² = 0"),
    ("x, y, z", "(z' - y x')² = 0"),
    ("x, y, z", "(z' - y x')³ = 0"),
];

#[test]
fn nothing_is_proved_where_the_gradient_of_a_constraint_vanishes_on_all_states() {
    for (coordinates, constraint) in DEGENERATE {
        let squares = coordinates.split(", ").map(|x| format!("{x}'²")).collect::<Vec<_>>();
        let text = format!(
            "coordinates\n  {coordinates}\nL = ½ ({}) - x\nconstraints\n  a: {constraint}\n",
            squares.join(" + ")
        );
        for pair in pairs(&model(constraint, &text), &[]) {
            let word = pair.verdict.word();
            assert!(
                ["unknown", "not applicable"].contains(&word),
                "{constraint}: {}: {:?}",
                pair.b,
                pair.verdict
            );
        }
    }
}

/// Systems with coordinates that no equation determines, and the accelerations that are open.
const OPEN: [(&str, &str); 3] = [
    ("coordinates\n  x, y\nL = ½ x'² - x\n", "ÿ"),
    ("coordinates\n  x, y\nL = ½ (x' + y')² - x - y\n", "ẍ, ÿ"),
    ("coordinates\n  x, y, z\nL = ½ x'² - x\nconstraints\n  c: z' = x y'\n", "ÿ, z̈"),
];

#[test]
fn what_no_equation_determines_is_not_compared() {
    for (text, open) in OPEN {
        for pair in pairs(&model("open", text), &["dalembert", "elimination"]) {
            let PairVerdict::Unknown(reason) = &pair.verdict else { panic!("{:?}", pair.verdict) };
            let said = format!("the equations of `dalembert` do not determine {open}; ");
            assert!(reason.starts_with(&said), "{reason}");
        }
        for pair in pairs(&model("open", text), &[]) {
            assert_ne!(pair.verdict.word(), "differ", "{}: {:?}", pair.b, pair.verdict);
        }
    }
}

/// With the cone solved for x' the naive equation of y is 0 = 0.
#[test]
fn what_one_principle_leaves_open_has_no_value_by_it() {
    let report = compare(&example("appell-hamel"), &["dalembert", "naive"]).expect("a system");
    let pair = report.json()["pairs"][0].clone();
    assert_eq!((&pair["verdict"], &pair["how"]), (&json!("differ"), &json!("proved")));
    let by = |side: &str, name: &str| pair["witness"][side][name].as_f64();
    assert!(by("a", "x''").is_some() && by("b", "x''").is_none(), "{pair}");
    assert_eq!(by("a", "z''"), by("b", "z''"));
    let open = json!("the equations of `naive` do not determine ẍ, ÿ");
    assert_eq!(pair["reason"], open);
    assert!(report.text(Spelling::Ascii).contains("  open\n"), "{}", report.text(Spelling::Ascii));
}

#[test]
fn a_lagrangian_that_is_homogeneous_of_degree_one_has_no_accelerations_to_compare() {
    let light = model("light", "coordinates\n  x, y\nL = √(x'² + y'²)\n");
    for pair in pairs(&light, &[]) {
        assert_ne!(pair.verdict.word(), "differ", "{}: {:?}", pair.b, pair.verdict);
    }
}

/// Two lines on which the velocities may lie, one of them far away.
#[test]
fn states_of_one_part_say_nothing_of_another() {
    let text = "coordinates\n  x, y, z\nL = ½ (x'² + y'² + z'²) - x\n\
                constraints\n  a: (x' + z')*(z' - y x' - 100000) = 0\n";
    let parts = model("parts", text);
    for pair in pairs(&parts, &["dalembert", "vakonomic", "naive"]) {
        assert_ne!(pair.verdict.word(), "equal", "{}: {:?}", pair.b, pair.verdict);
    }
    // These have the same rows whatever the constraint says, so that its parts do not matter.
    for pair in pairs(&parts, &["gauss", "elimination"]) {
        assert_eq!((pair.verdict.word(), pair.verdict.how()), ("equal", Some("proved")));
    }
}

fn proved(model: &Model, claim: &str) -> Value {
    let sides = read_equation(&Source::new("<claim>", claim), model).expect("a claim");
    let proof = prove(model, sides, None).expect("the model is a system");
    assert_eq!(proof.verdict, Verdict::Proved, "{claim}");
    proof.json()["conditions"].clone()
}

/// At rest the gradient of the cone vanishes, and the body falls freely.
#[test]
fn a_proof_does_not_reach_states_at_which_several_conditions_take_the_rank() {
    let cone = example("appell-hamel");
    let at_rest = json!(["x'^2 + y'^2 + z'^2 != 0"]);
    assert_eq!(proved(&cone, "z'' = -g/(1 + a²)"), at_rest);
    let pendulum = example("pendulum-velocity");
    assert_eq!(proved(&pendulum, "(x² + y²)'' = 0"), json!([]), "it needs no rank");
    assert_eq!(proved(&example("pendulum-position"), "x y'' - y x'' = -g x"), json!([]));
    assert_eq!(proved(&example("knife-edge"), "φ'' = 0"), json!([]));
}

const THRUSTER: &str = "coordinates\n  x, y\nparameters\n  m = 1, g = 9.81, c = 3\n\
                        L = ½ m (x'² + y'²) - m g y\n\
                        constraints\n  speed:  x'² + y'² = c²";

#[test]
fn a_servo_needs_no_rule_of_chetaev() {
    let page = |text: String| {
        let report = check(&model("thruster", &text)).expect("a check");
        report.json().to_string()
    };
    assert!(page(format!("{THRUSTER}\n")).contains("Chetaev"));
    let servo = page(format!("{THRUSTER}  reaction (1, 0)\n"));
    assert!(!servo.contains("Chetaev"), "{servo}");
    assert!(servo.contains("the direction of its reaction is given"), "{servo}");
}

#[test]
fn the_form_in_quasi_velocities_says_truly_why_a_principle_has_none() {
    let edge = example("knife-edge");
    let why = |principle: &str| {
        let request =
            Request { principle: Some(principle), form: Form::Quasi, closed: false, reduce: false };
        derive(&edge, request).expect_err("it has none").to_string()
    };
    assert!(why("naive").contains("not those of a motion"), "{}", why("naive"));
    assert!(why("vakonomic").contains("μ is part of the state"), "{}", why("vakonomic"));
    assert!(why("udwadia").contains("gives the same motion"), "{}", why("udwadia"));
}

/// A ball in a cylinder whose spin about the vertical is not given.
#[test]
fn a_state_that_violates_constraints_is_told_with_what_was_taken_as_zero() {
    let text = "coordinates\n  φ, z\n  B rotation with space ω\n\
                parameters\n  m = 1, r = 0.1, a = 0.9, I = 2/5 m r²\n\
                let\n  C = (a cos φ, a sin φ, z)\n  n = (cos φ, sin φ, 0)\n\
                T = ½ m |C'|² + ½ I |ω|²\nV = m z\n\
                constraints\n  roll: (C' + ω × (r n)) = (0, 0, 0)\n\
                initial\n  φ = 0, z = 0, φ' = 3, z' = 0\n";
    let error = eval(&model("ball", text), &[], None).expect_err("it violates the rolling");
    let said = error.to_string();
    assert!(said.contains("the state violates `roll_y`, of which 2.7 is left"), "{said}");
    assert!(said.contains("omega_z") && said.contains("taken as 0"), "{said}");
}

#[test]
fn an_integral_in_place_of_a_constraint_changes_its_multiplier() {
    let report = check(&example("pendulum-velocity")).expect("a check");
    let hints: Vec<&str> = report.diagnostics.iter().filter_map(|d| d.hint.as_deref()).collect();
    let told = hints.iter().any(|hint| hint.contains("the present λ is 2 times the new one"));
    assert!(told, "{hints:?}");
}

/// `x' = x'(0)` holds on each motion of a body without forces. x'(0) is no symbol that a state may give any value:
/// such a state would refute it.
#[test]
fn a_claim_with_initial_values_is_left_to_one_motion() {
    let text = "coordinates\n  x, y\nL = ½ (x'² + y'²) - y\n";
    let stone = model("stone", text);
    let claims =
        ["x' = x'(0)", "x = x(0) + x'(0) t", "y' = y'(0) - t", "x'(0) = y'(0)", "x''/x'(0) = 0"];
    for claim in claims {
        let sides = read_equation(&Source::new("<question>", claim), &stone).expect("it is read");
        let proof = prove(&stone, sides, None).expect("there is a motion");
        assert_eq!(proof.verdict, Verdict::Undecided, "{claim}: {:?}", proof.witness);
        let reason = proof.reason.unwrap_or_default();
        assert!(reason.contains("initial values, so it is about one motion"), "{claim}: {reason}");
    }
    for section in ["expect", "reject"] {
        let lines = format!("{text}{section}\n  {}\n", claims.join("\n  "));
        for line in check(&model("stone", &lines)).expect("a check").statements {
            assert_eq!(line.decision, Decision::Undecided, "{}", line.text);
        }
    }
}
