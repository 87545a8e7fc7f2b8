//! What `prove`, `expect` and `eval` decide about functions with formulas, about ranges in
//! degrees, about lines that no state satisfies, and which numbers they show.

use alembert::Spelling;
use alembert::language::{Model, Source, read, read_assignments, read_equation};
use alembert::walk::{Decision, Proof, Verdict, check, eval, prove, prove_anywhere};

fn model(text: &str) -> Model {
    let reading = read(&Source::new("test.mech", text));
    let errors: Vec<_> = reading.diagnostics.iter().filter(|d| d.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    reading.model.expect("a text without errors has a model")
}

fn proof(text: &str, claim: &str) -> Proof {
    let model = model(text);
    let sides = read_equation(&Source::new("<question>", claim), &model).expect("it is read");
    prove(&model, sides, None).expect("there is a motion")
}

fn decisions(text: &str) -> Vec<Decision> {
    let report = check(&model(text)).expect("there is a motion");
    report.statements.iter().map(|s| s.decision).collect()
}

/// A cart that a motor moves by a given function.
const CART: &str = "coordinates\n  x, y\nparameters\n  m = 1\nfunctions\n  v1(t) = sin t\n\
L = ½ m (x'² + y'²)\nconstraints\n  motor: x' = v1(t)\n";

#[test]
fn a_claim_that_a_formula_makes_true_is_not_refuted() {
    assert_eq!(proof(CART, "x'' = cos t").verdict, Verdict::Undecided);
    assert_eq!(proof(CART, "v1(t) = sin t").verdict, Verdict::Undecided);
    // Neither every function nor this one.
    assert_eq!(proof(CART, "x'' = sin t").verdict, Verdict::Refuted);
    assert_eq!(proof(CART, "x'' = v1(t)").verdict, Verdict::Refuted);
    assert_eq!(proof(CART, "x'' = v1(t)'").verdict, Verdict::Proved);
    assert_eq!(proof(CART, "m y'' = 1").verdict, Verdict::Refuted);
    let cart = model(CART);
    let anywhere = |claim: &str| {
        let sides = read_equation(&Source::new("<question>", claim), &cart).expect("it is read");
        prove_anywhere(&cart, sides).verdict
    };
    assert_eq!(anywhere("v1(t) = sin t"), Verdict::Undecided);
    assert_eq!(anywhere("v1(t) = cos t"), Verdict::Refuted);
    let lines = format!("{CART}expect\n  x'' = cos t\nreject\n  x'' = sin t\n");
    assert_eq!(decisions(&lines), [Decision::Undecided, Decision::Holds]);
}

/// With the formula the slide says y' = 0, and the drive y' = 1: there is no motion that could refute anything.
#[test]
fn a_claim_is_not_refuted_where_the_formula_leaves_no_motion() {
    let text = |formula: &str| {
        format!(
            "coordinates\n  x, y\nfunctions\n  f(x) = {formula}\nL = ½ (x'² + y'²)\n\
             constraints\n  slide: y' = f(x) x'\n  drive: y' = 1\n"
        )
    };
    assert_eq!(proof(&text("1 + x²"), "x'' = 5").verdict, Verdict::Refuted);
    assert_eq!(proof(&text("x - x"), "x'' = 5").verdict, Verdict::Undecided);
}

/// sign x is |x|/x but where x vanishes.
#[test]
fn a_sign_in_a_claim_about_motions_has_its_condition() {
    let spring = "coordinates\n  x\nL = ½ x'² - ½ x²\n";
    for claim in ["x'' sign(x) = -|x|", "x'' = -sign(x) |x|", "sign(x) x''' = -x' sign(x)"] {
        let proof = proof(spring, claim);
        assert_eq!(proof.verdict, Verdict::Proved, "{claim}: {:?}", proof.reason);
        assert_eq!(proof.json()["conditions"], serde_json::json!(["x != 0"]), "{claim}");
    }
    assert_eq!(proof(spring, "x'' = -x").conditions, []);
}

#[test]
fn a_witness_keeps_to_ranges_in_degrees() {
    let slope = |low: i32, high: i32, value: i32| {
        format!(
            "coordinates\n  x\nparameters\n  m = 1, g = 9.81\n  \
             α = {value} [deg] in {low} .. {high}\nL = ½ m x'² + m g x sin α\n"
        )
    };
    for (low, high, value) in [(170, 190, 180), (-190, -170, -180), (-5, 5, 1)] {
        let proof = proof(&slope(low, high, value), "x'' = g");
        let witness = proof.witness.expect("it is refuted");
        let alpha = witness
            .state
            .iter()
            .find(|(e, _)| e.as_symbol().is_some_and(|symbol| &*symbol.name == "alpha"));
        let degrees = alpha.expect("the claim depends on it").1.to_degrees();
        assert!((f64::from(low)..=f64::from(high)).contains(&degrees), "{degrees}");
    }
}

const ROD: &str = "coordinates\n  x, y\nparameters\n  m = 1, g = 9.81, l = 1\n\
L = ½ m (x'² + y'²) - m g y\nconstraints\n  rod: x² + y² = l²\n";

#[test]
fn an_expected_line_that_no_state_satisfies_fails() {
    let lines = format!("{ROD}expect\n  0 = 1\n  x² + y² = 2 l²\n  x = 1\n  l = 1\n  l = 2\n");
    let wanted = [
        Decision::Fails,
        Decision::Fails,
        Decision::Undecided, // some motion may have it
        Decision::Undecided, // proofs do not use the number, and with it the line holds
        Decision::Fails,
    ];
    assert_eq!(decisions(&lines), wanted);
    let lines = format!("{ROD}reject\n  x² + y² = 2 l²\n");
    assert_eq!(decisions(&lines), [Decision::Holds]);
}

#[test]
fn eval_shows_the_residual_of_the_rate_of_a_position_constraint() {
    let model = model(ROD);
    let state = "x = 0.6, y = -0.8, x' = 1, y' = 1";
    let state = read_assignments(&Source::new("--at", state), &model).expect("it is a state");
    let report = eval(&model, &state, None).expect("it has values");
    // 2 (x x' + y y')
    assert!((report.rates[0].1 + 0.4).abs() < 1e-12, "{:?}", report.rates);
    let text = report.text(Spelling::Unicode);
    assert!(
        text.contains("residual of rod  ") && text.contains("residual of rod' = -0.4"),
        "{text}"
    );
    assert!(report.json().get("rates").is_none());
}

#[test]
fn a_quantity_that_vanishes_is_shown_as_zero() {
    // y' = 0 follows; x'' = 0 is enclosed around zero.
    let text = "coordinates\n  x, y\nparameters\n  m = 3, k = 0.7\nL = ½ m (x'² + y'²) - ½ k x²\n\
constraints\n  line: 3 y' = 0\n";
    let proof = proof(text, "y'' = y");
    let witness = proof.witness.as_ref().expect("it is refuted");
    let tiny = witness.state.iter().find(|(_, x)| *x != 0.0 && x.abs() < 1e-12);
    assert_eq!(tiny, None);
    assert!(witness.left == 0.0 && witness.left.is_sign_positive());
    let shown = proof.json().to_string();
    assert!(!shown.contains("-0.0,") && !shown.contains("e-4"), "{shown}");
}
