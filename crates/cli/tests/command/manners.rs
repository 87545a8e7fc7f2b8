//! Manners: colours, frames, message formats, closed pipes, full disks, refusals.

use std::process::{Command, Stdio};

use predicates::prelude::*;

use crate::{BROKEN, alembert, object};

#[test]
fn without_a_terminal_there_is_no_colour_and_no_drawn_frame() {
    let plain = predicate::str::contains('\x1b').not().and(predicate::str::contains('│').not());
    alembert(&["check", "-"]).write_stdin(BROKEN).assert().code(2).stderr(plain);
}

#[test]
fn colour_can_be_demanded_and_the_option_wins_over_the_environment() {
    let red = predicate::str::starts_with("\x1b[1;31merror");
    alembert(&["check", "-", "--color", "always"])
        .env("NO_COLOR", "1")
        .write_stdin(BROKEN)
        .assert()
        .code(2)
        .stderr(red.clone());
    alembert(&["--color=always", "check", "nothing"]).assert().code(2).stderr(red);
}

#[test]
fn messages_as_json_are_one_object_a_line_with_the_documented_keys() {
    let keys = [
        "code",
        "severity",
        "message",
        "file",
        "line",
        "column",
        "end_line",
        "end_column",
        "hint",
        "fix",
    ];
    for (model, code) in [("-", Some("AL004")), ("nothing", None)] {
        let output = alembert(&["check", model, "--message-format", "json"])
            .write_stdin(BROKEN)
            .output()
            .unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(!text.is_empty());
        for line in text.lines() {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(value["code"].as_str(), code);
            for key in keys {
                assert!(value.get(key).is_some(), "{key} in {line}");
            }
        }
    }
}

/// Exit code and messages of a command whose reader is gone before the first byte.
fn with_closed_pipe(arguments: &[&str]) -> (Option<i32>, String) {
    let (reader, writer) = std::io::pipe().expect("the system has pipes");
    drop(reader);
    let output = Command::new(assert_cmd::cargo::cargo_bin!("alembert"))
        .args(arguments)
        .stdout(writer)
        .output()
        .expect("the command starts");
    (output.status.code(), String::from_utf8(output.stderr).expect("messages are UTF-8"))
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let lines =
        ["--help", "explain", "examples", "examples --check", "man", "check knife-edge", "tour"];
    for line in lines {
        let arguments: Vec<&str> = line.split(' ').collect();
        assert_eq!(with_closed_pipe(&arguments), (Some(0), String::new()), "{line}");
    }
}

#[test]
fn a_closed_pipe_changes_no_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.mech");
    let text = "coordinates\n  x\nL = ½ x'² - ½ x²\ninitial\n  x = 1, x' = 0\nrun 0 .. 1\nexpect\n  x'' = x\n";
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    for arguments in [&["check", path][..], &["check", path, "--json"], &["run", path]] {
        assert_eq!(with_closed_pipe(arguments).0, Some(1), "{arguments:?}");
    }
    assert_eq!(with_closed_pipe(&["run", path, "-o", "-"]).0, Some(1), "a table");
}

#[cfg(unix)]
#[test]
fn an_interrupt_is_left_to_the_system_so_that_shells_report_130() {
    use std::os::unix::process::ExitStatusExt as _;
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("alembert"))
        .args(["check", "-"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().signal(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = Command::new(assert_cmd::cargo::cargo_bin!("alembert"))
        .arg("examples")
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with("error: cannot write the result: "), "{text}");
}

#[test]
fn principles_that_do_not_exist_are_refused_by_name() {
    for command in ["derive", "eval"] {
        alembert(&[command, "knife-edge", "--principle", "alembert"])
            .assert()
            .code(2)
            .stderr(predicate::str::contains("did you mean `dalembert`?"));
    }
    let value =
        object(&mut alembert(&["derive", "knife-edge", "--principle", "alembert", "--json"]));
    assert_eq!(value["diagnostics"][0]["severity"], "error");
}

#[test]
fn a_value_without_a_name_is_refused() {
    alembert(&["eval", "knife-edge", "-p", "m"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("write NAME=VALUE"));
}

#[test]
fn output_is_the_same_in_every_run() {
    for arguments in [&["examples", "--check"][..], &["check", "tilting-disk", "--json"], &["man"]]
    {
        let run = || alembert(arguments).output().unwrap();
        assert_eq!(run().stdout, run().stdout, "{arguments:?}");
    }
}

#[test]
fn questions_in_other_words_get_an_answer_or_the_right_words() {
    let said = |arguments: &[&str]| {
        let done = alembert(arguments).output().unwrap();
        let [out, err] = [done.stdout, done.stderr].map(|text| String::from_utf8(text).unwrap());
        out + &err
    };
    assert!(said(&["prove", "vertical-disk", "p_φ is conserved"]).starts_with("proved"));
    assert!(said(&["prove", "vertical-disk", "p_x is conserved"]).starts_with("refuted"));
    let kind = said(&["prove", "knife-edge", "edge is nonholonomic"]);
    assert!(kind.contains("`alembert check` tells the kinds"), "{kind}");
    let kane = said(&["derive", "knife-edge", "--principle", "kane"]);
    assert!(kane.contains("Kane's equations are those of `maggi`"), "{kane}");
    let unit = said(&["eval", "knife-edge", "--at", "phi=45 deg"]);
    assert!(unit.contains("a unit stands in brackets behind its number: `45 [deg]`"), "{unit}");
    let text = "coordinates\n  x, y, phi\nL = x'^2 + y'^2 + phi'^2\nconstraints\n  edge: x' sin phi = y' cos phi\n\
                initial\n  x' = 1, y' = 1\nrun 0 .. 1\n";
    let start = alembert(&["run", "-"]).write_stdin(text).output().unwrap();
    let start = String::from_utf8(start.stderr).unwrap();
    assert!(start.contains("`phi` was not given, and is taken as 0"), "{start}");
}

/// A title and a line that would steer a terminal.
const STEERING: &str = "model \"a\u{1b}[31mRED\u{1b}]0;pwn\u{7} \u{202e}x\"\ncoordinates\n  x\nT = 1/2 x'^2\nV = 1/2 x^2\n\
                        initial\n  x = 1\nrun 0 .. 1\n";

fn steers(text: &str) -> bool {
    text.contains(['\u{1b}', '\u{7}', '\u{202e}'])
}

#[test]
fn what_would_steer_a_terminal_is_written_out() {
    let wrong = STEERING.replace("1/2 x^2", "1/2 \u{1b}[31mq^2");
    for (model, arguments) in [
        (STEERING, vec!["check", "-"]),
        (STEERING, vec!["run", "-"]),
        (STEERING, vec!["derive", "-", "--steps"]),
        (STEERING, vec!["compare", "-", "dalembert", "gauss"]),
        (STEERING, vec!["check", "-", "--json"]),
        (wrong.as_str(), vec!["check", "-"]),
        (wrong.as_str(), vec!["check", "-", "--message-format", "json"]),
        (STEERING, vec!["check", "\u{1b}[31m.mech"]),
        (STEERING, vec!["eval", "-", "--at", "\u{1b}[31m=1"]),
        (STEERING, vec!["run", "-", "--to", "\u{1b}[31m"]),
    ] {
        let output = alembert(&arguments).write_stdin(model).output().unwrap();
        let [out, err] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        assert!(!steers(&out) && !steers(&err), "{arguments:?}\n{out:?}\n{err:?}");
        assert!(!out.is_empty() || !err.is_empty(), "{arguments:?}");
    }
    let checked = alembert(&["check", "-"]).write_stdin(STEERING).output().unwrap().stdout;
    assert!(String::from_utf8(checked).unwrap().starts_with("a\\u{1b}[31mRED"));
    // the text of a file is left as it is
    let spelled = alembert(&["fmt", "-"]).write_stdin(STEERING).output().unwrap().stdout;
    assert!(steers(&String::from_utf8(spelled).unwrap()));
}

#[test]
fn files_do_not_depend_on_the_width_of_the_page() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [
        vec!["derive", "rolling-sphere", "--form", "explicit", "--steps", "-o", "a.tex"],
        vec!["derive", "rolling-sphere", "-o", "a.html"],
        vec!["run", "knife-edge", "-o", "a.csv"],
        vec!["animate", "knife-edge", "-o", "b.html"],
        vec!["report", "pendulum-polar", "-o", "b.tex"],
    ] {
        let written = ["30", "200"].map(|columns| {
            let mut command = crate::alembert_in(folder.path(), &arguments);
            command.env("COLUMNS", columns).assert().success();
            std::fs::read(folder.path().join(arguments.last().unwrap())).unwrap()
        });
        assert!(written[0] == written[1], "{arguments:?}");
    }
}

#[test]
fn commands_of_other_programs_have_their_names_here() {
    let output = alembert(&["simulate", "knife-edge"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("there is no command `simulate`") && said.contains("`run`"), "{said}");
}

#[test]
fn a_fault_in_an_expectation_stops_nothing_but_check() {
    let folder = tempfile::tempdir().unwrap();
    let model = "coordinates\n  x\nparameters\n  k = 1\nL = 1/2 x'^2 - 1/2 k x^2\ninitial\n  x = 1\nrun 0 .. 1\n\
                 expect\n  E is conserved\n  x = q\n  x = 1 +\n";
    std::fs::write(folder.path().join("a.mech"), model).unwrap();
    for arguments in [
        vec!["run", "a.mech"],
        vec!["derive", "a.mech"],
        vec!["eval", "a.mech"],
        vec!["prove", "a.mech", "x'' = -k x"],
        vec!["plot", "a.mech", "-o", "a.svg"],
        vec!["animate", "a.mech", "-o", "a.html"],
        vec!["export", "a.mech", "c"],
        vec!["compare", "a.mech", "dalembert", "gauss"],
    ] {
        let output = crate::alembert_in(folder.path(), &arguments).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}\n{said}");
        let warned = "warning[AL010]: this line is left out: unknown symbol `q`";
        assert!(said.contains(warned) && said.contains("warning[AL004]"), "{arguments:?}\n{said}");
        assert!(!said.contains("error"), "{arguments:?}\n{said}");
    }
    let output = crate::alembert_in(folder.path(), &["check", "a.mech"]).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(output.status.code(), Some(2));
    assert!(err.contains("error[AL010]: unknown symbol `q`"), "{err}");
    assert!(out.contains("E is conserved"), "the other line is decided:\n{out}");
}

#[test]
fn a_proof_may_name_its_principle() {
    let verdict = |more: &[&str]| {
        let asked = ["prove", "vertical-disk", "θ'' = 0"];
        let arguments: Vec<&str> = asked.iter().chain(more).copied().collect();
        let output = alembert(&arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert!(verdict(&[]).1.starts_with("proved"));
    assert!(verdict(&["--principle", "gauss"]).1.starts_with("proved"));
    let (code, text) = verdict(&["--principle", "vakonomic"]);
    assert!(code == Some(0) && text.starts_with("refuted"), "{text}");
    assert_eq!(verdict(&["--principle", "kane"]).0, Some(2));
    assert_eq!(verdict(&["--principle", "gauss", "--anywhere"]).0, Some(2));
}
