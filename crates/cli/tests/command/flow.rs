//! `section`, `lyapunov`, `connect` and what `run` got from them, as scripts use them.

use std::fs;

use predicates::prelude::*;
use serde_json::{Value, json};

use crate::{alembert, alembert_in, object};

const SPRING: &str = "coordinates\n  x\nparameters\n  k = 4\nL = ½ x'² - ½ k x²\ninitial\n  \
                      x = 1, x' = 0\nrun 0 .. 7\n";

fn asked(model: &str, arguments: &[&str]) -> (i32, Value) {
    let mut command = alembert(arguments);
    command.arg("--json").write_stdin(model);
    let code = command.output().expect("the command starts").status.code();
    (code.expect("it ends by itself"), object(&mut command))
}

#[test]
fn a_section_lists_its_points_and_writes_them() {
    let (code, report) = asked(SPRING, &["section", "-", "x", "--direction", "up"]);
    assert_eq!((code, &report["count"], &report["stop"]), (0, &json!(2), &json!("end")));
    let first = report["points"][0]["t"].as_f64().unwrap();
    assert!((first - 0.75 * std::f64::consts::PI).abs() < 1e-13);
    let (_, report) = asked(SPRING, &["section", "-", "x", "--count", "30"]);
    assert_eq!((&report["count"], &report["stop"]), (&json!(30), &json!("count")));
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["section", "-", "x", "-o", "points.csv"];
    alembert_in(folder.path(), &arguments).write_stdin(SPRING).assert().success();
    let csv = fs::read_to_string(folder.path().join("points.csv")).unwrap();
    assert_eq!(csv.lines().filter(|line| !line.starts_with('#')).count(), 5);
    assert!(csv.contains("# section: x\n"));
}

#[test]
fn exponents_and_their_sum_are_printed() {
    let (code, report) = asked(SPRING, &["lyapunov", "-"]);
    assert_eq!((code, report["exponents"].as_array().unwrap().len()), (0, 2));
    assert!(report["sum"].as_f64().unwrap().abs() < 1e-9);
    alembert(&["lyapunov", "-", "--settle", "9"])
        .write_stdin(SPRING)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("the time to settle must be shorter than the run"));
}

#[test]
fn motions_between_two_points_are_listed() {
    let free = SPRING.replace("x' = 0", "x' = 0 (guess)");
    let arguments = ["connect", "-", "--to", "0.3", "--end", "x=2", "--tries", "2"];
    let (code, report) = asked(&free, &arguments);
    assert_eq!((code, report["motions"].as_array().unwrap().len()), (0, 1));
    let (s, c) = 0.6f64.sin_cos();
    let speed = report["motions"][0]["start"]["x'"].as_f64().unwrap();
    assert!((speed - 2.0 * (2.0 - c) / s).abs() < 1e-9);
    let says = predicate::str::contains("a state of this motion has 2 numbers, and there are 3");
    alembert(&arguments).write_stdin(SPRING).assert().code(2).stdout("").stderr(says);
}

#[test]
fn a_run_differentiates_drives_and_shows_reactions() {
    let (code, report) = asked(SPRING, &["run", "-", "--sensitivity", "x", "--to", "1"]);
    assert_eq!(code, 0);
    assert!((report["final"]["dx/dx"].as_f64().unwrap() - 2f64.cos()).abs() < 1e-10);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("u.csv"), "t,u\n0,2\n9,2\n").unwrap();
    let driven = "coordinates\n  x\ninputs\n  u\nL = ½ x'²\nforces\n  x: u\ninitial\n  \
                  x = 0, x' = 0\nrun 0 .. 3\n";
    let mut command = alembert_in(folder.path(), &["run", "-", "--input", "u=u.csv", "--json"]);
    let report = object(command.write_stdin(driven));
    assert!((report["final"]["x"].as_f64().unwrap() - 9.0).abs() < 1e-12);
    let told = |option: &str, words: &str| {
        let says = predicate::str::contains(words.to_owned());
        let arguments = ["run", "-", "--input", option];
        alembert_in(folder.path(), &arguments).write_stdin(driven).assert().code(2).stderr(says);
    };
    told("u.csv", "`--input u.csv` does not say for which input");
    told("w=u.csv", "the model has no input `w`; its inputs are u");
    told("u=none.csv", "none.csv");
    let (_, report) = asked("", &["run", "knife-edge", "--reactions", "--to", "1"]);
    assert!(report["final"]["reaction_edge_x"].is_f64(), "{report:#}");
    assert_eq!(report["friction"], json!([]));
    let why = report["no_friction"].as_str().unwrap();
    assert!(why.starts_with("no constraint keeps a body on a surface"), "{why}");
}

/// A ball on an incline of the angle 0.4 needs 2/7 tan 0.4.
#[test]
fn a_run_tells_the_friction_that_is_needed() {
    let ball = "coordinates\n  x, y, θ\nT = ½ (x'² + y'²) + 1/5 θ'²\nV = 9.81 (y cos(0.4) - x sin(0.4))\n\
                constraints\n  plane: y = 1\n  roll: x' = θ'\ninitial\n  x = 0, y = 1, x' = 0\nrun 0 .. 1\n";
    let (code, report) = asked(ball, &["run", "-", "--reactions"]);
    assert_eq!((code, &report["no_friction"]), (0, &Value::Null));
    let contact = &report["friction"][0];
    assert_eq!(contact["place"], json!(["x", "y"]));
    assert_eq!((&contact["surface"], &contact["t"]), (&json!("plane"), &json!(0.0)));
    assert_eq!(
        (&contact["opens"], &contact["columns"]),
        (&Value::Null, &json!(["friction", "normal"]))
    );
    assert!((contact["needed"].as_f64().unwrap() - 2.0 / 7.0 * 0.4f64.tan()).abs() < 1e-12);
    let says = predicate::str::contains(
        "(x, y) on `plane`, taken as a surface, needs a coefficient of at least 0.120798",
    );
    alembert(&["run", "-", "--reactions"]).write_stdin(ball).assert().success().stdout(says);
    let says = predicate::str::contains("there is no column `friction`: no constraint keeps");
    alembert(&["run", "knife-edge", "--reactions"]).assert().success().stderr(says);
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["run", "-", "--reactions", "-o", "ball.csv"];
    alembert_in(folder.path(), &arguments).write_stdin(ball).assert().success();
    let csv = fs::read_to_string(folder.path().join("ball.csv")).unwrap();
    let names = csv.lines().find(|line| !line.starts_with('#')).unwrap();
    assert!(names.ends_with(",friction,normal"), "{names}");
    let (_, plain) = asked(ball, &["run", "-"]);
    assert_eq!(plain["final"]["friction"], Value::Null, "only where reactions are asked for");
}

/// What a link points to is written, and the link stays one; a device is written to and not replaced.
#[cfg(unix)]
#[test]
fn files_behind_links_are_written_and_links_stay() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("real.csv"), "old").unwrap();
    std::os::unix::fs::symlink("real.csv", path("link.csv")).unwrap();
    std::os::unix::fs::symlink("/dev/full", path("full.csv")).unwrap();
    let write = |name: &str| {
        let mut command = alembert_in(folder.path(), &["run", "-", "-o", name]);
        command.write_stdin(SPRING).assert()
    };
    write("link.csv").success();
    assert!(path("link.csv").is_symlink());
    assert!(fs::read_to_string(path("real.csv")).unwrap().contains("t,x,x'"));
    write("full.csv").code(2).stderr(predicate::str::contains("cannot write"));
    assert!(path("full.csv").is_symlink() && fs::metadata("/dev/full").is_ok_and(|m| !m.is_file()));
}
