//! `-p` as an assumption: what is derived with a value in place of its parameter, and says so.

use serde_json::{Value, json};

use crate::{alembert, alembert_in, object, printed};

/// The main equation of the ball on a horizontal plane.
const LEMOS: &str = "θ'' + φ' ψ' sin θ = 0";

/// A spring without force.
const SLACK: &str = "coordinates\n  x\nparameters\n  m = 1\n  k = 0\n  c = 0\nL = ½ m x'² - ½ k x²\n\
                     forces\n  x: -c x'\n";

/// A constraint that says nothing for k = 0, and one that is holonomic then.
const BLADE: &str = "coordinates\n  x, y, z\nparameters\n  m = 1\n  k = 1\n\
                     L = ½ m (x'² + y'² + z'²)\nconstraints\n  a: k x' = 0\n  b: z' = k y x' + y'\n\
                     expect\n  a is linear\n  b is holonomic in disguise\n  x'' = 0\n";

/// The object that a command prints about a model, with its exit code and what it says besides.
fn asked(model: &str, arguments: &[&str]) -> (i32, Value, String) {
    let mut command = alembert(arguments);
    command.arg("--json").write_stdin(model);
    let output = command.output().expect("the command starts");
    let code = output.status.code().expect("it ends by itself");
    (code, object(&mut command), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_claim_is_proved_with_a_value_and_refuted_without() {
    let (code, proof, _) = asked("", &["prove", "rolling-sphere", LEMOS, "-p", "α=0"]);
    assert_eq!(
        (code, &proof["verdict"], &proof["with"]),
        (0, &json!("proved"), &json!(["alpha = 0"]))
    );
    let said = printed(&["prove", "rolling-sphere", LEMOS, "-p", "α=0"]);
    assert!(said.starts_with(&format!("proved: {LEMOS}\n  with α = 0\n")), "{said}");
    let (_, proof, _) = asked("", &["prove", "rolling-sphere", LEMOS]);
    assert_eq!((&proof["verdict"], &proof["with"]), (&json!("refuted"), &json!([])));
    // Not every value will do.
    let (_, proof, _) = asked("", &["prove", "rolling-sphere", LEMOS, "-p", "α=30 [deg]"]);
    assert_eq!((&proof["verdict"], &proof["with"]), (&json!("refuted"), &json!(["alpha = pi/6"])));
    assert_eq!(proof["witness"]["state"].get("alpha"), None);
}

#[test]
fn an_identity_is_proved_with_a_value() {
    let claim = ["prove", "-", "k x = 0", "--anywhere"];
    let verdict = |more: &[&str]| asked(SLACK, &[&claim[..], more].concat()).1["verdict"].clone();
    assert_eq!((verdict(&[]), verdict(&["-p", "k=0"])), (json!("refuted"), json!("proved")));
}

#[test]
fn equations_have_values_in_place_of_parameters() {
    let (_, derived, _) = asked(SLACK, &["derive", "-", "-p", "k=2", "-p", "c=0"]);
    assert_eq!(derived["with"], json!(["k = 2", "c = 0"]));
    assert_eq!(derived["equations"], json!([{ "lhs": "m*x''", "rhs": "-2*x" }]));
    let mut command = alembert(&["derive", "-", "-p", "k=2", "-p", "c=0"]);
    let said = command.write_stdin(SLACK).output().unwrap().stdout;
    assert!(String::from_utf8(said).unwrap().starts_with("with k = 2, c = 0\n\nm ẍ = −2 x\n"));
    for (form, head) in [("latex", "with\n\\begin{align*}\nk &= 2"), ("mathml", "<p>with</p>")] {
        let mut command = alembert(&["derive", "-", "-p", "k=2", "-f", form]);
        let said = String::from_utf8(command.write_stdin(SLACK).output().unwrap().stdout).unwrap();
        assert!(said.starts_with(head), "{said}");
    }
}

#[test]
fn a_definition_follows_from_values() {
    let model =
        "coordinates\n  θ\nparameters\n  m = 1\n  r = 1\n  J = m r²\n  q = 3\nL = ½ J θ'² - q θ\n";
    let prove = |claim: &str, more: &[&str]| {
        asked(model, &[&["prove", "-", claim], more].concat()).1["verdict"].clone()
    };
    assert_eq!(prove("θ'' = -q/8", &["-p", "m=2", "-p", "r=2"]), "proved");
    assert_eq!(prove("θ'' = -q/(2 r²)", &["-p", "m=2"]), "proved");
    assert_eq!(prove("m r² θ'' = -q", &["-p", "J=5"]), "refuted");
    assert_eq!(prove("θ'' = -q/m", &["-p", "J=m"]), "proved");
    let (_, derived, _) = asked(model, &["derive", "-", "-p", "m=2", "-p", "r=2"]);
    assert_eq!(derived["equations"][0], json!({ "lhs": "8*theta''", "rhs": "-q" }));
}

#[test]
fn principles_and_models_are_compared_with_values() {
    let compare = ["compare", "rolling-sphere", "dalembert", "gauss", "-p", "α=0"];
    let (_, report, _) = asked("", &compare);
    assert_eq!(
        (&report["with"], &report["pairs"][0]["verdict"]),
        (&json!(["alpha = 0"]), &json!("equal"))
    );
    assert!(printed(&compare).starts_with("with α = 0\ndalembert"));
    let map = ["--map", "x = r sin(θ), y = -r cos(θ)"];
    let models = ["compare", "pendulum-velocity", "pendulum-polar", "-p", "g=2"];
    let (_, report, _) = asked("", &[&models[..], &map].concat());
    // Of both models: g is the same parameter in them.
    assert_eq!(
        (&report["with"], &report["pairs"][0]["verdict"]),
        (&json!(["g = 2"]), &json!("equal"))
    );
    assert_eq!(report["pairs"][0]["parameters"], json!([]));
}

#[test]
fn lines_are_decided_with_values_and_constraints_that_vanish_say_nothing() {
    let (code, report, said) = asked(BLADE, &["check", "-", "-p", "k=0"]);
    let verdicts: Vec<&Value> =
        report["expect"].as_array().unwrap().iter().map(|s| &s["verdict"]).collect();
    assert_eq!((code, verdicts), (0, vec![&json!("undecided"), &json!("holds"), &json!("holds")]));
    assert_eq!(
        (&report["with"], report["constraints"].as_array().unwrap().len()),
        (&json!(["k = 0"]), 1)
    );
    assert!(said.contains("with k = 0 the constraint `a` says nothing"), "{said}");
    // A fix of the text would be one for every k.
    let fixes: Vec<&Value> =
        report["diagnostics"].as_array().unwrap().iter().map(|d| &d["fix"]).collect();
    assert!(!fixes.is_empty() && fixes.iter().all(|fix| fix.is_null()), "{fixes:?}");
    let (_, derived, _) = asked(BLADE, &["derive", "-", "-p", "k=0"]);
    assert_eq!(derived["equations"].as_array().unwrap().len(), 4);
}

#[test]
fn a_report_names_the_values_it_is_made_with() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("slack.mech"), SLACK).unwrap();
    let report = ["report", "slack.mech", "-p", "k=0", "-o", "slack.html", "--json"];
    let said = object(&mut alembert_in(folder.path(), &report));
    assert_eq!(said["with"], json!(["k = 0"]));
    let page = std::fs::read_to_string(folder.path().join("slack.html")).unwrap();
    assert!(page.contains("With k = 0 in all that is derived."));
}

#[test]
fn a_proof_takes_no_values_of_one_motion() {
    for (given, reason) in
        [("x=1", "is an initial value"), ("x'=1", "is an initial value"), ("u=1", "is an input")]
    {
        let model = "coordinates\n  x\ninputs\n  u\nL = ½ x'²\nforces\n  x: u\n";
        let (code, _, said) = asked(model, &["prove", "-", "x'' = 0", "-p", given]);
        assert!(
            code == 2 && said.contains(reason) && said.contains("hint: a proof assumes"),
            "{said}"
        );
        let (code, _, said) = asked(model, &["derive", "-", "-p", given]);
        assert!(code == 0 && said.contains("has no effect"), "{said}");
    }
}

#[test]
fn values_that_say_nothing_are_refused_with_a_reason() {
    let (code, _, said) = asked(SLACK, &["prove", "-", "x'' = 0", "-p", "k=k+1"]);
    assert!(code == 2 && said.contains("`k` is given through itself"), "{said}");
    let model = "coordinates\n  x\nparameters\n  k = 1\nL = ½ x'² - x/k\n";
    let (code, _, said) = asked(model, &["derive", "-", "-p", "k=0"]);
    assert!(code == 2 && said.contains("with k = 0: the Lagrangian has no value"), "{said}");
}

#[test]
fn a_parameter_that_is_zero_is_named_where_a_claim_holds_for_it_alone() {
    let holds_with = |claim: &str| asked(SLACK, &["prove", "-", claim]).1["holds_with"].clone();
    assert_eq!(holds_with("m x'' = -c x'"), json!(["k = 0"]));
    assert_eq!(holds_with("x'' = 0"), json!(["k = 0", "c = 0"]));
    assert_eq!(holds_with("x'' = 1"), json!([]));
    assert_eq!(holds_with("m x'' = -c x' - k x"), json!([]));
    let mut command = alembert(&["prove", "-", "E is conserved"]);
    let said = String::from_utf8(command.write_stdin(SLACK).output().unwrap().stdout).unwrap();
    assert!(
        said.ends_with("  But it holds where c = 0, as in the model; `-p c=0` proves that.\n"),
        "{said}"
    );
    let expected = format!("{SLACK}expect\n  m x'' = -c x'\n");
    let (code, _, said) = asked(&expected, &["check", "-"]);
    assert!(code == 1 && said.contains("it holds where k = 0, as in the model"), "{said}");
    assert_eq!(asked(&expected, &["check", "-", "-p", "k=0"]).0, 0);
}
