//! What `run` says of options that it cannot follow, of motions that end, and of what it computes beside them.

use std::fs;
use std::path::Path;

use predicates::prelude::*;
use serde_json::Value;

use crate::{alembert, alembert_in, object};

const SPRING: &str = "coordinates\n  x\nL = ½ x'² - ½ x²\ninitial\n  x = 1, x' = 0\nrun 0 .. 3\n";

/// A body that is thrown at the end of a root.
const ROOT: &str = "coordinates\n  x\nT = ½ x'²\nV = ½ x² + 2 √(1 + x)\n\
                    initial\n  x = 0, x' = -3\nrun 0 .. 3\n";

/// A rod that holds a body by its position.
const ROD: &str = "coordinates\n  x, y\nT = ½ (x'² + y'²)\nV = 9.81 y\nconstraints\n  rod: x² + y² = 1\n\
                   initial\n  x = 0.6, y = -0.8, x' = 0\nrun 0 .. 6\n";

/// The exit code of a run of a text, and what it says beside the result.
fn said(model: &str, arguments: &[&str]) -> (i32, String) {
    let output = alembert(&[&["run", "-"], arguments].concat()).write_stdin(model).output();
    let output = output.expect("the command starts");
    let code = output.status.code().expect("it ends by itself");
    (code, String::from_utf8(output.stderr).expect("messages are UTF-8"))
}

fn report(model: &str, arguments: &[&str]) -> Value {
    let arguments = [&["run", "-", "--json"], arguments].concat();
    object(alembert(&arguments).write_stdin(model))
}

#[test]
fn steps_and_runs_that_are_lost_in_rounding_are_refused() {
    let late = SPRING.replace("0 .. 3", "1 .. 3");
    for (model, option, value, words) in [
        (
            SPRING,
            "--step",
            "1e-300",
            "the step is too short beside the rounding of t: it is 1e-300",
        ),
        (&late, "--step", "5e-16", "the step is too short beside the rounding of t: it is 5e-16"),
        (SPRING, "--to", "1e-300", "the run is too short beside the rounding of t: it is 1e-300"),
        (SPRING, "--to", "1e-39", "the run is too short beside the rounding of t: it is 1e-39"),
        (&late, "--to", "1.00000000000002", "the run is too short beside the rounding of t"),
    ] {
        let (code, told) = said(model, &[option, value]);
        assert_eq!(code, 2, "{option} {value}: {told}");
        assert!(told.contains(words), "{told}");
        assert!(told.contains("= hint: give a") && !told.contains("singularity"), "{told}");
    }
    assert_eq!(said(SPRING, &["--to", "1e-30"]).0, 0, "a short time is one");
}

#[test]
fn a_fixed_step_that_loses_the_constraints_is_to_blame() {
    let reason = |arguments: &[&str]| report(ROD, arguments)["reason"].to_string();
    for method in ["taylor", "dop853"] {
        let told = reason(&["--step", "3", "--method", method]);
        assert!(
            told.contains("a step of 3 is too long to get back onto the constraints"),
            "{told}"
        );
        assert!(told.contains("give a shorter `--step`, or none"), "{told}");
    }
    assert_eq!(reason(&["--step", "0.01"]), "null");
}

/// The text that a diagnostic of a run underlines.
fn underlined(model: &str) -> String {
    let report = report(model, &[]);
    let first = &report["diagnostics"][0];
    assert_eq!(first["code"], "AL050", "{report:#}");
    let number = |key: &str| first[key].as_u64().and_then(|place| usize::try_from(place).ok());
    let place = |key: &str| number(key).expect("a place");
    assert_eq!(place("line"), place("end_line"));
    let line = model.lines().nth(place("line") - 1).expect("a line of the model");
    line.chars().take(place("end_column") - 1).skip(place("column") - 1).collect()
}

#[test]
fn the_operation_that_ends_a_motion_is_underlined() {
    assert_eq!(underlined(ROOT), "√(1 + x)");
    assert_eq!(underlined(&ROOT.replace("2 √(1 + x)", "log(1 + x) + √(9 + x)")), "log(1 + x)");
    let force = "coordinates\n  x, y\nT = ½ (x'² + y'²)\nV = √(5 + y)\nforces\n  y: 3 asin(x)\n\
                 initial\n  x = 0, x' = 1, y = 0, y' = 0\nrun 0 .. 3\n";
    assert_eq!(underlined(force), "asin(x)");
    let named = "coordinates\n  x\nparameters\n  k = 1\nlet\n  r = x - 1/2\nT = ½ x'²\nV = x²/9 + k/r^2\n\
                 forces\n  x: -2 k/r^3\ninitial\n  x = 2, x' = -3\nrun 0 .. 3\n";
    assert_eq!(underlined(&named.replace("+ k/r^2", "- k/r^2")), "k/r^2");
}

#[test]
fn a_table_is_printed_in_place_of_the_summary() {
    for output in ["-", "/dev/stdout"] {
        let done =
            alembert(&["run", "-", "--every", "1", "-o", output]).write_stdin(SPRING).assert();
        let done = done.success().stderr(predicate::str::contains("wrote").not());
        let printed = String::from_utf8(done.get_output().stdout.clone()).unwrap();
        let rows: Vec<&str> = printed.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!((rows.len(), rows[0], rows[1]), (5, "t,x,x',E", "0,1,0,0.5"), "{printed}");
    }
    let (code, told) = said(SPRING, &["-o", "-", "--json"]);
    assert_eq!(code, 2);
    assert!(told.contains("`-o -` and `--json` both say what is printed"), "{told}");
    let section =
        alembert(&["section", "-", "x'", "--to", "9", "-o", "-"]).write_stdin(SPRING).assert();
    section.success().stdout(predicate::str::contains("\nt,x,x',E\n"));
}

#[test]
fn a_tolerance_beside_a_step_has_no_effect_and_that_is_told() {
    let words = "note: `tol` has no effect beside `step`";
    assert!(said(SPRING, &["--tol", "1e-6", "--step", "0.1"]).1.contains(words));
    assert!(!said(SPRING, &["--step", "0.1"]).1.contains("no effect"));
    assert!(!said(SPRING, &["--tol", "1e-6"]).1.contains("no effect"));
}

#[test]
fn digits_that_are_lost_at_a_pole_are_not_lost_by_chaos() {
    let pole = SPRING.replace("- ½ x²", "+ 2 x³").replace("x' = 0", "x' = 2");
    let report = report(&pole, &["--certify"]);
    let found = report["diagnostics"].as_array().expect("a list");
    let lost = found.iter().find(|d| d["code"] == "AL051").expect("few digits are left");
    let hint = lost["hint"].as_str().expect("a hint");
    assert!(hint.contains("beside a pole") && !hint.contains("chaotic"), "{hint}");
}

/// The motion stays at rest, and its neighbours run away from it.
#[test]
fn a_derivative_that_becomes_infinite_is_named() {
    let model = "coordinates\n  y, x\nT = ½ (x'² + y'²)\nV = -500000 x²\n\
                 initial\n  x = 0, x' = 0, y = 1, y' = 0\nrun 0 .. 1\n";
    let (code, told) = said(model, &["--sensitivity", "y,x"]);
    assert_eq!(code, 3);
    assert!(told.contains("`∂x'/∂x` is not finite there") && !told.contains("component"), "{told}");
}

/// The motion stays at rest, and its neighbours swing a million times a second.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_sensitivities_and_keeps_what_was_computed() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let folder = tempfile::tempdir().unwrap();
    let model = "coordinates\n  x\nT = ½ x'²\nV = 5e11 x²\ninitial\n  x = 0, x' = 0\nrun 0 .. 20\n";
    fs::write(folder.path().join("swing.mech"), model).unwrap();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("alembert"))
        .args(["run", "swing.mech", "--sensitivity", "x'", "--every", "0.001", "-o", "motion.json"])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(3));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let begin = Instant::now();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None if begin.elapsed() < Duration::from_secs(30) => {
                std::thread::sleep(Duration::from_millis(50));
            }
            None => {
                child.kill().unwrap();
                panic!("it goes on after Ctrl-C");
            }
        }
    };
    assert_eq!(status.code(), Some(130));
    let text = fs::read_to_string(folder.path().join("motion.json")).unwrap();
    let table: Value = serde_json::from_str(&text).unwrap();
    let last = table["columns"].as_array().unwrap().last().unwrap();
    let known = last["values"].as_array().unwrap().iter().filter(|value| !value.is_null()).count();
    assert_eq!(table["metadata"]["stop"], "end", "the motion was done");
    assert!(last["name"] == "dx'/dx'" && known > 1 && known < 20_001, "{known}");
}

/// The axis of the energy in a picture of a model or of a file.
fn energy_axis(folder: &Path, what: &str) -> String {
    alembert_in(folder, &["plot", what, "-o", "a.svg"]).assert().success();
    let svg = fs::read_to_string(folder.join("a.svg")).unwrap();
    let at = svg.find(">E − E(0)").expect("an axis of the energy");
    svg[at + 1..].split('<').next().unwrap_or_default().to_owned()
}

#[test]
fn the_energy_is_known_by_its_place_where_the_model_has_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let own = "coordinates\n  E [m]\nparameters\n  m = 1 [kg]\n  k = 1 [N/m]\nT = ½ m E'²\nV = ½ k E²\n\
               initial\n  E = 1, E' = 0\nrun 0 .. 10 s\n";
    let observed = own.replace('E', "x") + "observe\n  E = x\n";
    let beside = own.replace('E', "x") + "observe\n  E_ = x\n";
    for (model, energy) in [(own, "E_"), (&observed, "E_"), (&beside, "E")] {
        fs::write(path.join("own.mech"), model).unwrap();
        alembert_in(path, &["run", "own.mech", "-o", "own.csv"]).assert().success();
        let csv = fs::read_to_string(path.join("own.csv")).unwrap();
        let units = csv.lines().find(|line| line.starts_with("# units: ")).unwrap();
        assert!(units.split(", ").any(|unit| unit == format!("{energy} [J]")), "{units}");
        for what in ["own.mech", "own.csv"] {
            let axis = energy_axis(path, what);
            assert!(axis.ends_with("J]"), "{what}: {axis}\n{model}");
        }
    }
}
