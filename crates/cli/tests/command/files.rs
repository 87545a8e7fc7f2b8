//! Where a model comes from, and files that are none.

use std::fs;

use predicates::prelude::*;

use crate::{BROKEN, FREE, alembert, alembert_in, object};

const WITH_MODEL: [&str; 4] = ["check", "derive", "eval", "prove"];

/// The arguments of a command that takes a model.
fn on<'a>(command: &'a str, model: &'a str) -> Vec<&'a str> {
    let mut arguments = vec![command, model];
    if command == "prove" {
        arguments.push("x = 0");
    }
    arguments
}

#[test]
fn a_model_is_read_from_standard_input_and_from_a_file_and_from_the_gallery() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("free.mech"), FREE).unwrap();
    alembert(&["check", "-"]).write_stdin(FREE).assert().success();
    alembert_in(folder.path(), &["check", "free.mech"]).assert().success();
    alembert_in(folder.path(), &["check", "knife-edge"]).assert().success();
}

#[test]
fn a_file_wins_over_an_example_and_an_example_over_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("knife-edge"), BROKEN).unwrap();
    fs::create_dir(folder.path().join("snakeboard")).unwrap();
    alembert_in(folder.path(), &["check", "knife-edge"]).assert().code(2);
    alembert_in(folder.path(), &["check", "snakeboard"]).assert().success();
}

#[test]
fn a_missing_file_is_refused_by_every_command_with_a_hint() {
    for command in WITH_MODEL {
        alembert(&on(command, "knife-egde")).assert().code(2).stdout("").stderr(
            "error: there is no file and no built-in example `knife-egde`\n  \
             = hint: did you mean `knife-edge`?\n",
        );
    }
}

#[test]
fn a_forgotten_ending_and_a_slip_are_understood() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("my-skate.mech"), FREE).unwrap();
    for wrong in ["my-skate", "my-skat.mech", "my-skate.mch"] {
        alembert_in(folder.path(), &["check", wrong])
            .assert()
            .code(2)
            .stderr(predicate::str::contains("did you mean `my-skate.mech`?"));
    }
}

#[test]
fn a_folder_is_no_model() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("models")).unwrap();
    alembert_in(folder.path(), &["check", "models"])
        .assert()
        .code(2)
        .stdout("")
        .stderr(predicate::str::starts_with("error: `models` is a folder, not a model file\n"));
}

#[test]
fn a_path_through_a_file_is_refused_with_the_reason_of_the_system() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("free.mech"), FREE).unwrap();
    alembert_in(folder.path(), &["check", "free.mech/model"])
        .assert()
        .code(2)
        .stderr(predicate::str::starts_with("error: cannot read `free.mech/model`: "));
}

#[test]
fn text_that_is_not_utf_8_is_refused_with_its_line() {
    alembert(&["check", "-"]).write_stdin(&b"coordinates\n  \xe9\n"[..]).assert().code(2).stderr(
        "error: `<stdin>` is not UTF-8 text, first in line 2\n  = hint: save it as UTF-8\n",
    );
    alembert(&["check", "-"])
        .write_stdin(&b"\xff\xfec\0o\0"[..])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("UTF-16"));
}

#[test]
fn an_empty_file_and_a_huge_one_get_an_answer() {
    alembert(&["check", "-"]).write_stdin("").assert().code(predicate::in_iter([0, 2]));
    let huge = "x ".repeat(3 << 20);
    alembert(&["check", "-"])
        .write_stdin(huge)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("error[AL008]"));
}

#[test]
fn a_mistake_in_the_model_stops_every_command_at_its_place() {
    for command in WITH_MODEL {
        alembert(&on(command, "-"))
            .write_stdin(BROKEN)
            .assert()
            .code(2)
            .stderr(predicate::str::starts_with("error[AL004]"))
            .stderr(predicate::str::contains("-> <stdin>:3:"));
    }
}

#[test]
fn with_json_there_is_one_object_also_when_something_is_wrong() {
    for command in WITH_MODEL {
        let mut arguments = on(command, "-");
        arguments.push("--json");
        let value = object(alembert(&arguments).write_stdin(BROKEN));
        assert_eq!(value["diagnostics"][0]["code"], "AL004", "{command}");
        assert_eq!(value["diagnostics"][0]["line"], 3, "{command}");

        let mut arguments = on(command, "no/such/file");
        arguments.push("--json");
        let value = object(&mut alembert(&arguments));
        assert!(value["diagnostics"][0]["code"].is_null(), "{command}");
        assert_eq!(value["diagnostics"][0]["file"], "no/such/file", "{command}");
    }
}
