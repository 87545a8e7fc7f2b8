//! `run` as scripts use it: keys, files, exit codes. That motions are right is tested in the library.

use std::fs;

use predicates::prelude::*;
use serde_json::{Value, json};

use crate::{alembert, alembert_in, object};

/// Half a swing of a spring, with a line that needs the motion.
const SPRING: &str = "coordinates\n  x\nL = ½ x'² - ½ x²\ninitial\n  x = 1, x' = 0\nrun 0 .. 3\n\
                      expect\n  x = cos t\n";

/// x = 1/(1 − t)² has a pole.
const POLE: &str = "coordinates\n  x\nL = ½ x'² + 2 x³\ninitial\n  x = 1, x' = 2\nrun 0 .. 3\n";

fn asked(model: &str, arguments: &[&str]) -> (i32, Value) {
    let mut command = alembert(arguments);
    command.arg("--json").write_stdin(model);
    let code = command.output().expect("the command starts").status.code();
    (code.expect("it ends by itself"), object(&mut command))
}

#[test]
fn the_documented_keys_are_there() {
    let (code, report) = asked("", &["run", "knife-edge"]);
    assert_eq!(code, 0);
    let documented =
        ["stop", "t", "final", "steps", "energy_drift", "max_residual", "method", "why_method"];
    assert!(documented.iter().all(|key| !report[key].is_null()), "{report:#}");
    assert_eq!((&report["stop"], &report["t"]), (&json!("end"), &json!(20.0)));
    assert_eq!(report["final"]["phi"].as_f64().map(|x| (x - 30.0).abs() < 1e-12), Some(true));
    assert_eq!(report["principle"], "dalembert");
}

#[test]
fn a_run_that_ends_before_its_time_ends_with_3_and_still_prints() {
    let (code, report) = asked(POLE, &["run", "-"]);
    assert_eq!((code, &report["stop"]), (3, &json!("step to zero")));
    assert!((report["t"].as_f64().unwrap() - 1.0).abs() < 1e-3);
    assert_eq!(report["diagnostics"][0]["code"], "AL050");
}

#[test]
fn a_run_that_breaks_its_promise_ends_with_3_and_so_does_one_without_an_end_in_sight() {
    let wide = SPRING.replace("½ x²\n", "x^4\n").replace("0 .. 3", "0 .. 30");
    let (code, report) = asked(&wide, &["run", "-", "--method", "taylor", "--step", "0.5"]);
    assert_eq!((code, &report["stop"]), (3, &json!("broken promise")), "{report:#}");
    let finding = report["diagnostics"].as_array().and_then(|all| all.first()).expect("an error");
    assert_eq!((&finding["code"], &finding["severity"]), (&json!("AL055"), &json!("error")));
    let fast = SPRING.replace("½ x²\n", "½·1e26 x²\n");
    let (code, report) = asked(&fast, &["run", "-"]);
    assert_eq!((code, &report["stop"]), (3, &json!("too many steps")), "{report:#}");
    assert_eq!(report["diagnostics"][0]["code"], "AL054");
    assert!(report["reason"].as_str().is_some_and(|r| r.contains("1.6e12 periods")), "{report:#}");
    for command in ["lyapunov", "section"] {
        let asked = [command, "-", "x"];
        let asked = if command == "section" { &asked[..] } else { &asked[..2] };
        alembert(asked).write_stdin(fast.as_str()).assert().code(3);
    }
    let (code, report) = asked(&fast, &["run", "-", "--most-steps", "100"]);
    assert_eq!((code, &report["steps"]), (3, &json!(100)));
}

#[test]
fn a_line_that_fails_along_the_motion_ends_with_1() {
    let (code, report) = asked(SPRING, &["run", "-"]);
    assert_eq!((code, &report["expect"][0]["verdict"]), (0, &json!("holds")));
    let wrong = SPRING.replace("cos t", "cos 2t");
    let (code, report) = asked(&wrong, &["run", "-"]);
    assert_eq!((code, &report["expect"][0]["verdict"]), (1, &json!("fails")));
    alembert(&["run", "-"])
        .write_stdin(wrong)
        .assert()
        .code(1)
        .stderr(predicate::str::contains("error[AL060]: expected, and yet it fails: x = cos 2t"));
}

#[test]
fn options_change_the_run() {
    let (_, report) = asked(SPRING, &["run", "-", "--to", "2", "-p", "x=3"]);
    assert!((report["final"]["x"].as_f64().unwrap() - 3.0 * 2.0f64.cos()).abs() < 1e-14);
    let (_, report) = asked(SPRING, &["run", "-", "--method", "dop853", "--tol", "1e-9"]);
    assert_eq!((&report["method"], &report["why_method"]), (&json!("dop853"), &json!("asked for")));
    let (_, report) = asked(SPRING, &["run", "-", "--until", "x - 0.5"]);
    let third = std::f64::consts::FRAC_PI_3;
    assert_eq!(report["stop"], "event");
    assert!((report["t"].as_f64().unwrap() - third).abs() < 1e-12);
    let (_, report) = asked(SPRING, &["run", "-", "--event", "x'", "--event", "x", "--to", "7"]);
    let events = report["events"].as_array().unwrap();
    assert_eq!(events.len(), 4, "{events:?}");
    let (_, report) = asked(SPRING, &["run", "-", "--certify"]);
    assert!(report["digits"]["x"].as_f64().unwrap() > 13.0);
}

#[test]
fn mistakes_on_the_command_line_are_told() {
    let told = |arguments: &[&str], words: &str| {
        let says = predicate::str::contains(words.to_owned());
        alembert(arguments).write_stdin(SPRING).assert().code(2).stdout("").stderr(says);
    };
    told(&["run", "-", "--method", "euler"], "there is no method `euler`; the methods are taylor");
    told(&["run", "-", "--event", "z"], "AL010");
    told(&["run", "-", "--tol", "7"], "the tolerance must be between 1e-16 and 0.1, and is 7");
    told(&["run", "-", "-o", "motion.xls"], "the ending of `motion.xls` does not say");
    told(&["run", "-", "--principle", "hamilton"], "no principle is called `hamilton`");
    told(&["run", "-", "--to", "soon"], "invalid value 'soon'");
}

#[test]
fn tables_are_written_whole_by_extension() {
    let folder = tempfile::tempdir().unwrap();
    for ending in ["csv", "json", "npz", "parquet"] {
        let name = format!("motion.{ending}");
        let arguments = ["run", "-", "--every", "1", "-o", &name];
        alembert_in(folder.path(), &arguments).write_stdin(SPRING).assert().success();
    }
    let names = fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name());
    assert_eq!(names.count(), 4, "nothing else is left behind");
    let csv = fs::read_to_string(folder.path().join("motion.csv")).unwrap();
    let rows: Vec<&str> = csv.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!((rows.len(), rows[0], rows[1]), (5, "t,x,x',E", "0,1,0,0.5"));
    let table: Value =
        serde_json::from_slice(&fs::read(folder.path().join("motion.json")).unwrap()).unwrap();
    assert_eq!(table["columns"][1]["name"], "x");
    assert_eq!(table["columns"][1]["values"].as_array().unwrap().len(), 4);
    let npz = fs::read(folder.path().join("motion.npz")).unwrap();
    assert!(npz.starts_with(b"PK\x03\x04") && npz.windows(6).any(|w| w == b"x'.npy"));
    let parquet = fs::read(folder.path().join("motion.parquet")).unwrap();
    assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
    assert!(parquet.windows(10).any(|w| w == b"model_hash"));
}

#[test]
fn no_drawings_without_a_terminal() {
    let output = alembert(&["run", "knife-edge"]).assert().success().get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    assert!(!text.contains(['▁', '█', '\x1b']), "{text}");
    assert!(text.lines().all(|line| line.trim_end() == line), "{text}");
}

/// Ctrl-C ends the run and not the command.
#[cfg(unix)]
#[test]
fn an_interrupted_run_prints_what_it_has_and_ends_with_130() {
    use std::io::Read as _;
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("spring.mech");
    fs::write(&path, SPRING).unwrap();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("alembert"))
        .args(["run", "--json", "--to", "1e9", "--every", "1e3", "-o", "motion.csv"])
        .arg(&path)
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["stop"], "interrupted");
    assert!(report["steps"].as_u64().unwrap() > 0 && report["t"].as_f64().unwrap() > 0.0);
    let csv = fs::read_to_string(folder.path().join("motion.csv")).unwrap();
    let last = csv.lines().next_back().and_then(|row| row.split(',').next()).unwrap();
    assert_eq!(last.parse::<f64>().ok(), report["t"].as_f64(), "what was computed is written");
    assert!(csv.contains("# stop: interrupted"));
}

#[test]
fn a_quantity_that_is_never_zero_is_told() {
    let said = |until: &str| {
        let output = alembert(&["run", "-", "--until", until]).write_stdin(SPRING).output();
        String::from_utf8(output.expect("the command starts").stderr).unwrap()
    };
    let never = said("x - 5");
    assert!(never.contains("the run went to its end at t = 3: `x - 5` was never 0"), "{never}");
    assert!(!said("x").contains("never"));
}

/// A body that a spring pulls turns once in π; many turns are counted and not all told.
#[test]
fn the_page_of_a_run_lists_so_many_events_and_counts_the_rest() {
    let run = ["run", "-", "--event", "x'", "--to", "200"];
    let page = alembert(&run).write_stdin(SPRING).assert().success();
    let page = String::from_utf8(page.get_output().stdout.clone()).unwrap();
    assert_eq!(page.matches("event ").count(), 50, "{page}");
    assert!(page.contains(" more; --json has all of them"), "{page}");
}

#[test]
fn files_record_what_options_changed() {
    let folder = tempfile::tempdir().unwrap();
    let model = "coordinates\n  x\nparameters\n  m = 1\ninputs\n  u\nL = ½ m x'²\nforces\n  x: u\n\
                 initial\n  x = 0, x' = 0\nrun 0 .. 1\n  u = 0\n";
    fs::write(folder.path().join("m.mech"), model).unwrap();
    fs::write(folder.path().join("wind.csv"), "0,1\n1,2\n").unwrap();
    let run = ["run", "m.mech", "-p", "m=3", "--input", "u=wind.csv", "-o", "a.csv"];
    let more = ["-p", "x'=2", "--tol", "1e-6"];
    alembert_in(folder.path(), &[&run[..], &more].concat()).assert().success();
    let csv = fs::read_to_string(folder.path().join("a.csv")).unwrap();
    assert!(csv.contains("# initial: {\"x\":0.0,\"x'\":2.0}\n"), "{csv}");
    assert!(csv.contains("# tolerance: 1e-6\n") && !csv.contains("# step"), "{csv}");
    assert!(csv.contains("# parameters: {\"m\":3.0}\n"), "{csv}");
    assert!(csv.contains("# inputs: {\"u\":\"a table of 2 points from wind.csv\"}\n"), "{csv}");
}

#[test]
fn an_end_that_is_no_time_is_refused_with_a_hint() {
    for command in [&["run", "-"][..], &["lyapunov", "-"], &["section", "-", "x"]] {
        for to in ["nan", "inf", "0"] {
            let says = "the end of the run must be a finite time other than the start, and is";
            alembert(&[command, &["--to", to]].concat())
                .write_stdin(SPRING)
                .assert()
                .code(2)
                .stderr(predicate::str::contains(says).and(predicate::str::contains("`--to 10`")));
        }
    }
    alembert(&["lyapunov", "-", "--to", "-1"])
        .write_stdin(SPRING)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("the end of the run must be after its start"));
    alembert(&["run", "-", "--step", "-1"]).write_stdin(SPRING).assert().code(2).stderr(
        predicate::str::contains("the step must be positive").and(predicate::str::contains("hint")),
    );
}

#[test]
fn an_input_without_a_value_may_come_from_a_table() {
    let text = "coordinates\n  x\ninputs\n  u\nL = ½ x'²\nforces\n  x: u\n";
    alembert(&["run", "-"])
        .write_stdin(text)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("`--input u=FILE.csv`"));
}

/// A cart that is pushed.
const PUSHED: &str = "coordinates\n  x\ninputs\n  u\nL = ½ x'²\nforces\n  x: u\ninitial\n  x = 0, x' = 0\n\
                      run 0 .. 1\n  u = 0\n";

#[test]
fn an_input_that_is_given_twice_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("wind.csv"), "t,u\n0,0\n1,1\n").expect("a table");
    let refused = |arguments: &[&str]| {
        let mut all = vec!["run", "-", "--input", "u=wind.csv"];
        all.extend(arguments);
        let mut command = alembert_in(folder.path(), &all);
        let output = command.write_stdin(PUSHED).output().expect("the command starts");
        let text = String::from_utf8(output.stderr).expect("text");
        (output.status.code(), text.lines().next().unwrap_or_default().to_owned())
    };
    let (code, said) = refused(&["-p", "u=3"]);
    assert_eq!(code, Some(2));
    let both = "`-p u=…` and `--input u=wind.csv` both say what the input `u` does";
    assert_eq!(said, format!("error: {both}"));
    let (code, said) = refused(&["--input", "u=wind.csv"]);
    assert_eq!(code, Some(2));
    assert!(
        said.starts_with("error: `--input u=wind.csv` and `--input u=wind.csv` both"),
        "{said}"
    );
    assert_eq!(refused(&[]).0, Some(0));
}

#[test]
fn what_has_no_effect_by_a_principle_is_told() {
    let said = |arguments: &[&str]| {
        let output = alembert(arguments).output().expect("the command starts");
        String::from_utf8(output.stderr).expect("text")
    };
    let multiplier = said(&["run", "vertical-disk", "-p", "mu_roll_x=1"]);
    assert!(multiplier.contains("`-p mu_roll_x` has no effect: by `dalembert`"), "{multiplier}");
    let dependent = said(&["run", "vertical-disk", "--dependent", "x,y"]);
    assert!(dependent.contains("`--dependent` has no effect: `dalembert`"), "{dependent}");
    let derived = said(&["derive", "vertical-disk", "--dependent", "x,y"]);
    assert!(derived.contains("`--dependent` has no effect"), "{derived}");
    let used = ["run", "vertical-disk", "--principle", "vakonomic", "-p", "mu_roll_x=1"];
    assert!(!said(&used).contains("no effect"));
    let used = ["run", "vertical-disk", "--principle", "voronec", "--dependent", "x,y"];
    assert!(!said(&used).contains("no effect"));
}

#[test]
fn events_that_cannot_happen_are_refused_with_what_is_meant() {
    for (option, text, said, hint) in [
        ("--until", "0", "`0` is constant along every motion", "name a quantity that changes"),
        ("--event", "2 - pi", "`2 - pi` is constant", "name a quantity that changes"),
        ("--event", "sign(x) - 0.5", "`sign(x) - 0.5` jumps", "look for the zeros of `x`"),
        ("--event", "x = 0.5", "`x = 0.5` is an equation", "write `x - 0.5`"),
        ("--event", "x = 1 - t", "`x = 1 - t` is an equation", "write `x - (1 - t)`"),
        ("--until", "x' = 0", "`x' = 0` is an equation", "write `x'`"),
    ] {
        let mut command = alembert(&["run", "-", option, text]);
        let assertion = command.write_stdin(SPRING).assert().code(2);
        assertion.stderr(predicate::str::contains(said).and(predicate::str::contains(hint)));
    }
    let mut command = alembert(&["run", "-", "-p", "u=0.3", "--event", "u - 0.5"]);
    let assertion = command.write_stdin(PUSHED).assert().code(2);
    assertion.stderr(predicate::str::contains("`u - 0.5` is constant along every motion"));
    let mut command = alembert(&["section", "-", "x = 0.5"]);
    let assertion = command.write_stdin(SPRING).assert().code(2);
    assertion.stderr(predicate::str::contains("write `x - 0.5`"));
}

#[test]
fn a_coordinate_without_mass_is_named() {
    let text = "coordinates\n  x, y\nparameters\n  m = 1\nL = ½ x'² + ½ m y'² - ½ (x - y)²\ninitial\n  \
                x = 1, x' = 0, y = 0, y' = 0\nrun 0 .. 5\n";
    let said = |text: &str, arguments: &[&str]| {
        let mut command = alembert(arguments);
        let output = command.write_stdin(text).output().expect("the command starts");
        assert_eq!(output.status.code(), Some(3));
        String::from_utf8(output.stderr).expect("text")
    };
    let light = said(&text.replace(" + ½ m y'²", ""), &["run", "-"]);
    assert!(light.contains("`y` has no inertia: L has no kinetic energy in `y'`"), "{light}");
    assert!(light.contains("add its kinetic energy to L, `½ m y'²`"), "{light}");
    let zero = said(text, &["run", "-", "-p", "m=0"]);
    assert!(zero.contains("`m` = 0 takes its kinetic energy away"), "{zero}");
}

#[test]
fn zeros_that_follow_each_other_closely_are_told_in_one_line() {
    let mut command = alembert(&["run", "-", "--event", "sin(5000 t)", "--event", "x - 0.5"]);
    let output = command.write_stdin(SPRING).output().expect("the command starts");
    let text = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("event")).collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].contains("sin(5000 t) = 0: 4774 zeros between t = 0.000628"), "{lines:?}");
    assert!(lines[1].contains("x - 0.5 = 0 at t = 1.047197551"), "{lines:?}");
    let (_, report) = asked(SPRING, &["run", "-", "--event", "sin(5000 t)"]);
    assert_eq!(report["events"].as_array().map(Vec::len), Some(4774), "programs have all");
}

#[test]
fn an_event_without_a_value_is_told_once() {
    let mut command = alembert(&["run", "-", "--event", "log(x)", "--json"]);
    let assertion = command.write_stdin(SPRING).assert().code(0);
    let said =
        "note: `log(x)` has no value from t = 1.570796 to 3.000000: its zeros are not looked for";
    assertion.stderr(predicate::str::contains(said).count(1));
    let (_, report) = asked(SPRING, &["run", "-", "--event", "log(x)"]);
    assert_eq!(report["absences"][0]["event"], "log(x)");
}

#[test]
fn the_help_of_run_tells_which_steps_are_exact() {
    let output = alembert(&["run", "--help"]).output().expect("the command starts");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("Steps of taylor") && text.contains("1e-12"), "{text}");
    assert!(!text.contains("Each step is exact to round-off"), "{text}");
}

#[test]
fn times_have_the_units_that_are_written() {
    let ms = SPRING.replace("run 0 .. 3", "run 0 .. 100 ms\n  every 20 ms");
    let end = |model: &str, more: &[&str]| {
        let arguments: Vec<&str> = ["run", "-"].iter().chain(more).copied().collect();
        asked(model, &arguments).1["t"].as_f64()
    };
    assert_eq!(end(&ms, &[]), Some(0.1));
    assert_eq!(end(&ms.replace("100 ms", "0.05 min"), &[]), Some(3.0));
    assert_eq!(end(SPRING, &["--to", "100ms"]), Some(0.1));
    assert_eq!(
        end(SPRING, &["--to", "0.05 min", "--every", "500 ms", "--step", "10ms"]),
        Some(3.0)
    );
    let rows = |arguments: &[&str]| {
        let output = alembert(arguments).write_stdin(ms.as_str()).output().unwrap().stdout;
        let text = String::from_utf8(output).unwrap();
        text.lines().filter(|line| !line.starts_with('#')).count()
    };
    assert_eq!(rows(&["run", "-", "-o", "-"]), 1 + 6);
    assert_eq!(rows(&["run", "-", "-o", "-", "--every", "10 ms"]), 1 + 11);
    for (command, option) in [
        ("run", "--to"),
        ("run", "--every"),
        ("run", "--step"),
        ("lyapunov", "--settle"),
        ("lyapunov", "--interval"),
        ("plot", "--to"),
        ("animate", "--to"),
        ("report", "--to"),
    ] {
        let wrong = alembert(&[command, "-", option, "3 kg", "-o", "x.html"]).output().unwrap();
        let said = String::from_utf8(wrong.stderr).unwrap();
        assert_eq!(wrong.status.code(), Some(2), "{command} {option}");
        assert!(command == "lyapunov" || said.contains("2 min"), "{said}");
    }
}

#[test]
fn headers_of_tables_have_units_of_the_si() {
    let model = "coordinates\n  x [m]\n  φ [rad]\nparameters\n  J = 2000 [g m^2]\n  m = 3 [t]\n\
                 T = ½ m x'² + ½ J φ'²\nobserve\n  J_0 = J\n  m_0 = m\nrun 0 .. 1 s\n";
    let output = alembert(&["run", "-", "-o", "-", "--every", "1"]).write_stdin(model).output();
    let text = String::from_utf8(output.unwrap().stdout).unwrap();
    assert!(text.contains("J_0 [kg m^2]") && text.contains("m_0 [kg]"), "{text}");
    assert!(text.lines().last().unwrap().ends_with(",2,3000"), "{text}");
}

/// A time with a unit may be negative, and friction is a curve.
#[test]
fn times_before_the_start_and_friction_have_their_places() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = folder.path().join("block.mech");
    let text = "coordinates\n  x\nL = ½ x'²\nforces\n  x: -0.4 sign(x')\ninitial\n  x = 0, x' = 1\nrun 0 .. 5\n";
    fs::write(&model, text).expect("a file");
    let command = || alembert(&[]);
    let back = command().arg("run").arg(&model).args(["--to", "-2ms"]).assert().success();
    let said = String::from_utf8_lossy(&back.get_output().stdout).into_owned();
    assert!(said.contains("t = 0 .. -0.002"), "{said}");
    let figure = folder.path().join("friction.svg");
    command()
        .arg("plot")
        .arg(&model)
        .arg("friction_x, x'")
        .arg("-o")
        .arg(&figure)
        .assert()
        .success();
    assert!(figure.exists());
}
