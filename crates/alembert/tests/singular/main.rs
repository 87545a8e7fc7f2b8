//! What is proved must be true of every motion, also of those along which the equations of motion are
//! singular: r ≡ 0 in polar coordinates, a sphere that stands still where its Euler angles have a pole.

#![allow(non_snake_case, reason = "A, W and h are the symbols of the equations")]

#[path = "../support/mod.rs"]
mod support;

mod search;
mod values;

use std::fs;
use std::path::{Path, PathBuf};

use alembert::gallery::EXAMPLES;
use alembert::language::{Model, Source, read, read_equation};
use alembert::walk::{
    Decision, Form, Request, Verdict, check, compare_models, derive, prove, read_map,
};
use alembert_algebra::Expr;
use search::{Found, Search};
use serde_json::json;
use support::canon::{System, model, systems, texts};

fn example(name: &str) -> Model {
    let example = EXAMPLES.iter().find(|e| e.name == name).expect("an example of this name");
    read(&example.source()).model.expect("a text without errors has a model")
}

fn sides(model: &Model, claim: &str) -> Option<(Expr, Expr)> {
    read_equation(&Source::new("<claim>", claim), model).ok()
}

/// The expressions of conditions as JSON has them, `r != 0`.
fn conditions(model: &Model, texts: &[String]) -> Vec<Expr> {
    let left = |text: &String| {
        let text = text.strip_suffix(" != 0").expect("a condition");
        sides(model, &format!("{text} = 0")).expect("a condition can be read").0
    };
    texts.iter().map(left).collect()
}

/// What `prove` says: the conditions of the proof.
fn proved_where(model: &Model, claim: &str) -> Vec<String> {
    let proof = prove(model, sides(model, claim).expect(claim), None).expect(claim);
    assert_eq!(proof.verdict, Verdict::Proved, "{claim}");
    let list = proof.json()["conditions"].as_array().cloned().unwrap_or_default();
    list.iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
}

#[test]
fn the_search_finds_the_motions_that_continuity_does_not_reach() {
    for (name, claim, needed) in [
        ("pendulum-polar", "r θ'' = -g sin θ", "r != 0"),
        ("rolling-sphere", "x'' = 5/7 g sin α", "sin(theta) != 0"),
        ("rolling-sphere", "λ_roll_x = -2/7 m g sin α", "sin(theta) != 0"),
        ("ball-on-turntable", "x'' = -2/7 Ω y'", "sin(theta) != 0"),
        ("tilting-disk", "cos θ φ'' = -2 θ' ψ'", "cos(theta) != 0"),
    ] {
        let model = example(name);
        let mut search = Search::new(&model).expect("a motion");
        let claim_sides = sides(&model, claim).expect(claim);
        let found = search.refutation(claim_sides, &[]);
        assert!(matches!(found, Found::Refuted(_)), "{name}: {claim}: {found:?}");
        assert_eq!(proved_where(&model, claim), [needed], "{name}: {claim}");
    }
}

#[test]
fn nothing_needless_is_a_condition() {
    for (name, claim) in [
        ("knife-edge", "x'' = g sin α cos²φ - φ' y'"),
        ("chaplygin-sleigh", "(m u² + (I + m a²) θ'²)' = 0"),
        ("ball-on-turntable-rotation", "x'' = -2/7 Ω y'"), // its divisor is 1 + u² + v² + w²
        ("pendulum-polar", "r² θ'' = -g r sin θ"),
        ("pendulum-polar", "θ'' = -g sin θ/r"), // it has no value where r = 0
        ("rolling-sphere", "θ'' = -φ' ψ' sin θ + 5/7 g sin α sin φ/R"),
        ("appell-hamel", "(1 + a²) z' x'' = -g x'"), // at rest it says 0 = 0
        ("snakeboard", "E is conserved"),
    ] {
        let model = example(name);
        let report = check(&model).expect("a sound model");
        let line = report.statements.iter().find(|line| line.text == claim);
        let found =
            line.map_or_else(|| proved_where(&model, claim), |line| line.conditions.clone());
        assert_eq!(found, [""; 0], "{name}: {claim}");
    }
}

/// A constraint that is not solved hides nothing from a claim about other coordinates, and a condition that
/// follows from another one is not listed.
#[test]
fn a_claim_beside_an_unsolved_constraint_has_its_own_conditions_alone() {
    let head = "coordinates\n  r, θ, x, z\nparameters\n  g = 9.81\n\
                L = ½ (r'^2 + r^2 θ'^2 + x'^2 + z'^2) + g r cos θ\nconstraints\n  ";
    for constraint in ["c: sin x + x = cos z + z", "c: r x' = sin(z) z'"] {
        let model = written(&format!("{head}{constraint}\n"));
        let polar = "r θ'' = -g sin θ - 2 r' θ'";
        assert_eq!(proved_where(&model, polar), ["r != 0"], "{constraint}");
    }
}

fn written(text: &str) -> Model {
    read(&Source::new("model", text)).model.expect("a sound model")
}

/// Is a claim refuted at a singular state, for values that the model admits, under these conditions?
fn is_refuted(model: &Model, claim: &str, conditions: &[Expr]) -> bool {
    let mut search = Search::new(model).expect("a motion");
    let found = search.refutation(sides(model, claim).expect(claim), conditions);
    matches!(found, Found::Refuted(_))
}

/// Parameters that may be zero belong to a condition; two conditions do not make each other needless. The
/// search finds the values at which the claims fail without them.
#[test]
fn a_parameter_that_may_be_zero_takes_part_in_a_condition() {
    let arm = |inertia: &str| {
        let force = format!("-({inertia}) sin(θ) + 2 x x' θ'");
        written(&format!(
            "coordinates\n  x, θ\nparameters\n  a = 0\n\
             L = ½ x'^2 + ½ ({inertia}) θ'^2\nforces\n  θ: {force}\n"
        ))
    };
    assert_eq!(proved_where(&arm("a^2 + x^2"), "θ'' = -sin(θ)"), ["a^2 + x^2 != 0"]);
    assert_eq!(proved_where(&arm("1 + x^2"), "θ'' = -sin(θ)"), [""; 0]);
    let pairs = written(
        "coordinates\n  x, z, u, w, y, s\nparameters\n  a = 0.5 in -1 .. 1, b = 0.2 in -1 .. 1\n\
         L = ½ (x'^2 + z'^2 + u'^2 + w'^2 + y'^2 + s'^2)\nconstraints\n  c: a (x' - z') = 0\n  \
         d: b (x' - z') = 0\n  f: b (w' - u') = 0\n  g: a (y' - s') = 0\n",
    );
    let needed = proved_where(&pairs, "x' = z'");
    assert!(!needed.is_empty(), "a = b = 0 leaves x' and z' free");
    assert!(is_refuted(&pairs, "x' = z'", &[]));
    assert!(!is_refuted(&pairs, "x' = z'", &conditions(&pairs, &needed)));
}

/// What stands before x'' vanishes for equal parameters.
#[test]
fn parameters_that_may_be_equal_are_tried() {
    let masses = |range: &str| {
        written(&format!(
            "coordinates\n  x\nparameters\n  m = 2{range}, M = 3{range}\nL = ½ (m - M)^2 x'^2\n"
        ))
    };
    let own = masses(" in 1 .. 5");
    assert_eq!(proved_where(&own, "x'' = 0"), ["m - M != 0"]);
    assert!(is_refuted(&own, "x'' = 0", &[]));
    assert!(!is_refuted(&own, "x'' = 0", &conditions(&own, &["m - M != 0".to_owned()])));
}

/// The equations of a form as claims, each with the conditions of the form.
fn no_equation_fails(count: &mut Count, name: &str, model: &Model, search: &mut Search) {
    let request = Request { principle: None, form: Form::Explicit, closed: true, reduce: false };
    let Ok(derivation) = derive(model, request) else { return };
    if derivation.form != Form::Explicit || derivation.conditions.iter().any(|c| c.contains("det("))
    {
        return;
    }
    let multipliers = derivation.closed.iter().filter(|(left, _)| left.starts_with("lambda_"));
    for (left, right) in derivation.equations.iter().chain(multipliers) {
        let Some(claim) = sides(model, &format!("{left} = {right}")) else { continue };
        let Some(list) = readable(model, &derivation.conditions) else { continue };
        count.look_at(name, search, claim, &list);
    }
}

/// The conditions, unless they contain names of long parts.
fn readable(model: &Model, texts: &[String]) -> Option<Vec<Expr>> {
    let left = |text: &String| sides(model, &format!("{} = 0", text.strip_suffix(" != 0")?));
    texts.iter().map(|text| left(text).map(|pair| pair.0)).collect()
}

/// `θ'' = −sin θ` has no pole, and where x = 0 the equations of motion leave θ'' open.
#[test]
fn a_solved_form_without_poles_says_where_the_equations_are_singular() {
    let arm = |inertia: &str, force: &str| {
        written(&format!(
            "coordinates\n  x, θ\nL = ½ x'^2 + ½ ({inertia}) θ'^2\nforces\n  θ: {force} + 2 x x' θ'\n"
        ))
    };
    let conditions = |model: &Model, form| {
        let request = Request { principle: None, form, closed: false, reduce: false };
        derive(model, request).expect("it is short").conditions
    };
    let singular = arm("x^2", "-x^2 sin(θ)");
    let regular = arm("1 + x^2", "-(1 + x^2) sin(θ)");
    for form in [Form::Explicit, Form::Quasi] {
        assert_eq!(conditions(&singular, form), ["x != 0"], "{form:?}");
        assert_eq!(conditions(&regular, form), [""; 0], "{form:?}");
    }
    assert!(is_refuted(&singular, "θ'' = -sin(θ)", &[]));
    let ray = written("coordinates\n  x, y\nL = ½ (x'^2 + y'^2)\nconstraints\n  c: x y' = y x'\n");
    assert_eq!(conditions(&ray, Form::Explicit), [""; 0]); // at rest in the origin x'' = 0 holds, too
    assert_eq!(conditions(&ray, Form::Quasi), ["x^2 + y^2 != 0"]); // x' = x w misses x' there
}

#[test]
fn models_are_equal_where_the_equations_of_both_are_regular() {
    let [flat, polar] = ["pendulum-velocity", "pendulum-polar"].map(example);
    let map = read_map(&Source::new("--map", "x = r sin(θ), y = -r cos(θ)"), [&flat, &polar])
        .expect("a map");
    let report = compare_models(["flat", "polar"], [&flat, &polar], &map).expect("two systems");
    assert_eq!(report.verdict().0, "equal");
    assert_eq!(report.json()["pairs"][0]["conditions"], json!(["r != 0"]));
}

/// How many proofs were looked at, of how many it was said that they hold at singular states, and how
/// many contain what has no value at a state.
#[derive(Debug, Default, PartialEq)]
struct Count {
    proofs: usize,
    at_singular_states: usize,
    not_evaluated: usize,
}

impl Count {
    fn look_at(&mut self, name: &str, search: &mut Search, claim: (Expr, Expr), list: &[Expr]) {
        self.proofs += 1;
        match search.refutation(claim, list) {
            Found::Refuted(state) => panic!("{name}: {claim:?} fails at {state:?}"),
            Found::Held(0) => {}
            Found::Held(_) => self.at_singular_states += 1,
            Found::NotEvaluated => self.not_evaluated += 1,
        }
    }
}

fn models_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut found: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .flat_map(|path| if path.is_dir() { models_in(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|ending| ending == "mech"))
        .collect();
    found.sort();
    found
}

#[test]
fn no_proof_of_the_gallery_and_of_the_papers_fails_at_a_singular_state() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut count = Count::default();
    for path in models_in(&examples) {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a readable model");
        let model = read(&Source::new(&name, &text)).model.expect("a sound model");
        let Some(mut search) = Search::new(&model) else { continue };
        no_equation_fails(&mut count, &name, &model, &mut search);
        let report = check(&model).expect("a sound model");
        for line in report.statements.iter().filter(|l| !l.reject && l.decision == Decision::Holds)
        {
            let Some(claim) = sides(&model, &line.text) else { continue };
            let list = conditions(&model, &line.conditions);
            count.look_at(&name, &mut search, claim, &list);
        }
    }
    assert!(count.proofs > 200 && count.at_singular_states > 40, "{count:?}");
}

/// An identity of the canon as a claim, with the names of the multipliers.
fn identity(system: &System, text: &str) -> String {
    let rename = |text: String, i| text.replace(&format!("lambda{i}"), &format!("lambda_c{i}"));
    (1..=system.constraints().len()).fold(format!("{text} = 0"), rename)
}

#[test]
fn no_proof_of_the_canon_fails_at_a_singular_state() {
    let mut count = Count::default();
    for system in systems(include_str!("../data/canon.json")) {
        let model = model(&system.id, &system.text());
        let Some(mut search) = Search::new(&model) else { continue };
        for text in texts(&system.entry["identities"]) {
            let claim = identity(&system, text);
            let pair = sides(&model, &claim).expect(&claim);
            if prove(&model, pair, None).expect(&claim).verdict == Verdict::Proved {
                let list = conditions(&model, &proved_where(&model, &claim));
                count.look_at(&system.id, &mut search, pair, &list);
            }
        }
    }
    assert!(count.proofs >= 48, "{count:?}");
}
