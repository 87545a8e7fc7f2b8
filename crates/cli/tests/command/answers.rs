//! `check`, `derive`, `eval` and `prove` as scripts use them: keys, verdicts and exit codes.
//!
//! That the answers are right is tested in the library.

use predicates::prelude::*;
use serde_json::{Value, json};

use crate::{FREE, alembert, object, printed};

/// A mass pushed by a unit force.
const PUSHED: &str = "coordinates\n  x\nparameters\n  m = 1\nL = ½ m x'²\nforces\n  x: 1\n";

/// The object that a command prints about a model, with its exit code.
fn asked(model: &str, arguments: &[&str]) -> (i32, Value) {
    let mut command = alembert(arguments);
    command.arg("--json").write_stdin(model);
    let code =
        command.output().expect("the command starts").status.code().expect("it ends by itself");
    (code, object(&mut command))
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn check_prints_the_documented_keys() {
    let (code, report) = asked("", &["check", "knife-edge"]);
    assert_eq!(code, 0);
    let documented = [
        "with",
        "coordinates",
        "rotations",
        "constraints",
        "independent",
        "redundant",
        "freedom",
        "parameter_conditions",
        "special_values",
        "growth_vector",
        "growth_at",
        "integrable_combinations",
        "integrals",
        "integral_conditions",
        "rank_drops",
        "controllable",
        "accessible",
        "invariants",
        "conditional_invariants",
        "expect",
        "limits",
        "energy",
        "cyclic",
        "momenta",
        "diagnostics",
    ];
    assert_eq!(keys(&report), documented);
    assert_eq!(report["coordinates"], json!(["x", "y", "phi"]));
    assert_eq!(report["freedom"]["velocity"], 2);
    assert_eq!(keys(&report["constraints"][0]), ["label", "kind", "type", "degree", "why"]);
    assert_eq!(keys(&report["expect"][0]), ["text", "verdict", "how", "conditions"]);
}

#[test]
fn a_failed_fact_does_not_send_to_prove() {
    let model = "coordinates\n  x, y\nL = ½ x'² + ½ y'²\nconstraints\n  c: x' = y'\nexpect\n  c is affine\n";
    let (code, report) = asked(model, &["check", "-"]);
    let all = report["diagnostics"].as_array().expect("a list");
    let failed = all.iter().find(|d| d["code"] == "AL060").expect("the line fails");
    let hint = failed["hint"].as_str().expect("there is a hint");
    assert!(code == 1 && hint.starts_with("decided by") && !hint.contains("prove"), "{hint}");
}

#[test]
fn a_failed_expectation_is_exit_code_1_with_its_place() {
    let model = format!("{FREE}expect\n  x'' = 1\n");
    let (code, report) = asked(&model, &["check", "-"]);
    assert_eq!((code, &report["expect"][0]["verdict"]), (1, &json!("fails")));
    assert_eq!(report["diagnostics"][0]["code"], "AL060");
    assert_eq!(report["diagnostics"][0]["line"], 7);
    let model = format!("{FREE}reject\n  x'' = 0\n");
    assert_eq!(asked(&model, &["check", "-"]).0, 1);
}

#[test]
fn an_undecided_line_fails_only_when_strict() {
    let model = format!("{FREE}expect\n  x = t\n");
    let (code, report) = asked(&model, &["check", "-"]);
    assert_eq!((code, &report["expect"][0]["verdict"]), (0, &json!("undecided")));
    assert_eq!(asked(&model, &["check", "-", "--strict"]).0, 1);
}

#[test]
fn constraints_that_contradict_each_other_are_exit_code_2() {
    let model = format!("{FREE}constraints\n  a: x' = 0\n  b: x' = 1\n");
    let (code, report) = asked(&model, &["check", "-"]);
    assert_eq!((code, &report["diagnostics"][0]["code"]), (2, &json!("AL031")));
}

#[test]
fn derive_prints_the_documented_keys_and_ascii_texts() {
    let (code, report) = asked("", &["derive", "knife-edge"]);
    assert_eq!(code, 0);
    for key in ["principle", "form", "equations", "where", "certificate", "conditions"] {
        assert!(report.get(key).is_some(), "{key}");
    }
    assert_eq!(report["principle"], "dalembert");
    assert_eq!(report["equations"][1], json!({ "lhs": "m*y''", "rhs": "-lambda_edge*cos(phi)" }));
}

#[test]
fn equations_are_shown_in_unicode_or_in_ascii() {
    assert!(printed(&["derive", "knife-edge"]).contains("m ÿ = −λ_edge cos φ\n"));
    assert!(printed(&["derive", "knife-edge", "--ascii"]).is_ascii());
    assert!(printed(&["derive", "knife-edge", "--form", "matrix"]).contains("A = "));
}

#[test]
fn equations_keep_within_the_columns_of_the_page() {
    let mut command = alembert(&["derive", "rolling-sphere", "--ascii"]);
    let page = String::from_utf8(command.env("COLUMNS", "60").output().unwrap().stdout).unwrap();
    assert!(page.lines().all(|line| line.len() <= 60), "{page}");
}

#[test]
fn eval_uses_the_state_and_the_changed_parameters() {
    let (code, report) = asked(PUSHED, &["eval", "-", "--at", "x'=2, x=1", "-p", "m=4"]);
    assert_eq!(code, 0);
    let documented = ["principle", "highest", "multipliers", "unique", "energy", "residuals"];
    assert_eq!(keys(&report), documented);
    assert_eq!(report["highest"], json!({ "x''": 0.25 }));
    assert_eq!(report["energy"], json!(8.0));
}

#[test]
fn eval_says_what_it_took_as_zero() {
    alembert(&["eval", "-"])
        .write_stdin(PUSHED)
        .assert()
        .success()
        .stdout(predicate::str::contains("x''"))
        .stderr("note: not given and taken as 0: x, x'\n");
    let output = alembert(&["eval", "-", "--message-format", "json"])
        .write_stdin(PUSHED)
        .output()
        .unwrap()
        .stderr;
    let note: Value = serde_json::from_slice(&output).unwrap();
    assert_eq!(note["severity"], "note");
}

#[test]
fn a_state_without_values_is_exit_code_3() {
    let (code, report) =
        asked("coordinates\n  x\nL = ½ x'²/x\n", &["eval", "-", "--at", "x=0, x'=1"]);
    assert_eq!((code, &report["diagnostics"][0]["severity"]), (3, &json!("error")));
}

#[test]
fn mistakes_in_an_option_are_shown_in_the_option() {
    let at = alembert(&["eval", "knife-edge", "--at", "x=1, z=2"]).assert().code(2);
    at.stdout("").stderr(predicate::str::contains("-> --at:1:6"));
    let value = alembert(&["eval", "knife-edge", "-p", "mass=2"]).assert().code(2);
    value.stdout("").stderr(predicate::str::contains("-> -p:1:1"));
    let claim = alembert(&["prove", "knife-edge", "x'' = z"]).assert().code(2);
    claim.stdout("").stderr(predicate::str::contains("-> <equation>:1:7"));
}

#[test]
fn prove_exits_with_0_whatever_the_verdict() {
    let (code, proof) = asked(FREE, &["prove", "-", "-x'' = 0"]);
    assert_eq!((code, &proof["verdict"]), (0, &json!("proved")));
    assert_eq!((&proof["how"], &proof["witness"]), (&json!("normal form"), &Value::Null));
    let (code, proof) = asked(FREE, &["prove", "-", "x'' = x"]);
    assert_eq!((code, &proof["verdict"]), (0, &json!("refuted")));
    assert!(proof["witness"].is_object());
}

#[test]
fn compare_prints_the_documented_keys_and_exits_with_0_whatever_the_verdict() {
    let (code, report) = asked("", &["compare", "rolling-sphere"]);
    assert_eq!(code, 0);
    let pairs = report["pairs"].as_array().expect("a list");
    assert!(pairs.iter().all(|pair| pair["a"] == "dalembert"));
    for key in ["b", "verdict", "how", "witness", "lacks", "contains"] {
        assert!(pairs.iter().all(|pair| keys(pair).contains(&key)), "{key}");
    }
    let naive = pairs.iter().find(|pair| pair["b"] == "naive").expect("it is compared");
    assert_eq!(
        (&naive["verdict"], keys(&naive["witness"])),
        (&json!("differ"), vec!["state", "a", "b"])
    );
    let (code, report) = asked("", &["compare", "appell-hamel", "hamel", "gauss"]);
    assert_eq!((code, &report["pairs"][0]["verdict"]), (0, &json!("not applicable")));
}

#[test]
fn compare_with_a_mistyped_principle_gets_the_nearest_one() {
    let near = predicate::str::contains("gauss");
    alembert(&["compare", "knife-edge", "gaus"]).assert().code(2).stdout("").stderr(near);
}

#[test]
fn an_identity_is_proved_without_the_equations_of_motion() {
    assert_eq!(asked(FREE, &["prove", "-", "x'' = 0", "--anywhere"]).1["verdict"], "refuted");
    let identity = ["prove", "-", "sin²x + cos²x = 1", "--anywhere"];
    assert_eq!(asked(FREE, &identity).1["verdict"], "proved");
}

#[test]
fn what_the_mechanics_refuses_is_exit_code_2_and_json_all_the_same() {
    for arguments in
        [&["check", "-"][..], &["derive", "-"], &["eval", "-"], &["prove", "-", "x = 0"]]
    {
        let (code, report) = asked("coordinates\n  x\nL = x''''²\n", arguments);
        assert_eq!(code, 2, "{arguments:?}");
        assert!(!report["diagnostics"].as_array().unwrap().is_empty(), "{arguments:?}");
    }
}

#[test]
fn chaplygin_is_a_name_for_voronec() {
    let model = format!("{FREE}principle chaplygin\n");
    let (code, report) = asked(&model, &["derive", "-"]);
    assert_eq!((code, &report["principle"]), (0, &Value::from("voronec")));
    let (code, report) = asked("", &["derive", "vertical-disk", "--principle", "chaplygin"]);
    assert_eq!((code, &report["principle"]), (0, &Value::from("voronec")));
    assert_eq!(report["chaplygin"], true);
}

#[test]
fn derive_shows_the_steps_when_it_is_asked_to() {
    let voronec = ["derive", "rolling-penny", "--principle", "voronec"];
    let (code, report) = asked("", &voronec);
    assert_eq!((code, &report["steps"]), (0, &Value::Null));
    let (code, report) = asked("", &[&voronec[..], &["--steps"]].concat());
    assert_eq!(code, 0);
    let steps = report["steps"].as_array().expect("a list of steps");
    assert_eq!(keys(&steps[0]), ["title", "source", "equations", "matrix", "check"]);
    assert_eq!(steps[0]["equations"][0], json!({ "lhs": "delta(integral(L))", "rhs": "0" }));
    assert_eq!(steps[0]["check"], "stated");
    assert!(steps[1..].iter().all(|step| step["check"] == "proved"), "{steps:#?}");
    let solved = steps.iter().find(|step| step["source"] == "Lemos (8)").expect("Lemos (8)");
    assert_eq!(solved["equations"][0]["lhs"], "x'");
    assert_eq!(report["notes"].as_array().map(Vec::len), Some(1));
}

#[test]
fn dependent_velocities_can_be_named() {
    let elimination = ["derive", "knife-edge", "--principle", "elimination", "--dependent"];
    for (name, code) in [("x", 0), ("y", 0), ("φ", 2), ("x,y", 2), ("x'", 2), ("q", 2)] {
        let (found, report) = asked("", &[&elimination[..], &[name]].concat());
        assert_eq!(found, code, "{name}: {report}");
    }
    let state = ["eval", "knife-edge", "--principle", "voronec", "--at", "phi=1, phi'=2"];
    let (code, report) = asked("", &[&state[..], &["--dependent", "x"]].concat());
    assert_eq!((code, &report["principle"]), (0, &json!("voronec")));
}

#[test]
fn a_place_has_one_message_of_a_code() {
    let text = "coordinates\n  x, y, z\nL = ½ (x'² + y'² + z'²)\nconstraints\n  d: x'² + y'² = 0\n";
    let output = alembert(&["check", "-"]).write_stdin(text).output().unwrap();
    let shown = String::from_utf8(output.stderr).unwrap();
    assert_eq!((shown.matches("AL044").count(), shown.matches("AL034").count()), (1, 0), "{shown}");
    assert!(shown.contains("irregular"), "{shown}");
}

#[test]
fn warnings_of_a_principle_are_given_by_every_command_that_uses_it() {
    let text = "coordinates\n  x, y, φ\nL = ½ (x'² + y'² + φ'²)\nconstraints\n  \
                edge: x' sin φ = y' cos φ\nprinciple vakonomic\ninitial\n  x' = 1, μ_edge = 0\n";
    for command in ["check", "derive", "compare", "run"] {
        let mut arguments = vec![command, "-"];
        if command == "run" {
            arguments.extend(["--to", "0.1"]);
        }
        let output = alembert(&arguments).write_stdin(text).output().unwrap();
        let shown = String::from_utf8(output.stderr).unwrap();
        assert_eq!(shown.matches("AL035").count(), 1, "{command}: {shown}");
    }
}
