//! `alembert init`

use std::fs;

use predicates::prelude::*;

use crate::{alembert_in, object};

#[test]
fn a_new_model_checks_without_any_message() {
    let folder = tempfile::tempdir().unwrap();
    alembert_in(folder.path(), &["init", "mine"])
        .assert()
        .success()
        .stdout("")
        .stderr(predicate::str::contains("alembert check mine.mech"));
    alembert_in(folder.path(), &["check", "mine.mech"]).assert().success().stderr("");
    let report = object(&mut alembert_in(folder.path(), &["check", "mine.mech", "--json"]));
    assert_eq!(report["diagnostics"], serde_json::json!([]));
}

#[test]
fn the_title_is_the_name_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    alembert_in(folder.path(), &["init", "my skate.mech"]).assert().success();
    let text = fs::read_to_string(folder.path().join("my skate.mech")).unwrap();
    assert!(text.starts_with("model \"my skate\"\n"), "{text}");
}

#[test]
fn the_suggested_command_takes_a_name_with_a_space_as_one_word() {
    let folder = tempfile::tempdir().unwrap();
    alembert_in(folder.path(), &["init", "my model"])
        .assert()
        .success()
        .stderr(predicate::str::contains("alembert check 'my model.mech'"));
}

#[test]
fn a_file_that_exists_is_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.mech");
    fs::write(&path, "my work").unwrap();
    for arguments in [vec!["init", "mine"], vec!["init", "mine.mech", "--from", "snakeboard"]] {
        alembert_in(folder.path(), &arguments)
            .assert()
            .code(2)
            .stdout("")
            .stderr(predicate::str::contains("`mine.mech` exists already"));
    }
    assert_eq!(fs::read_to_string(path).unwrap(), "my work");
}

#[test]
fn a_model_can_start_from_an_example() {
    let folder = tempfile::tempdir().unwrap();
    alembert_in(folder.path(), &["init", "mine", "--from", "snakeboard"]).assert().success();
    let text = fs::read_to_string(folder.path().join("mine.mech")).unwrap();
    assert!(text.starts_with("model \"Snakeboard\""), "{text}");
}

#[test]
fn an_unknown_example_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    alembert_in(folder.path(), &["init", "mine", "--from", "snakebord"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("did you mean `snakeboard`?"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn folders_on_the_way_are_made() {
    let folder = tempfile::tempdir().unwrap();
    alembert_in(folder.path(), &["init", "models/mine"]).assert().success();
    assert!(folder.path().join("models/mine.mech").is_file());
}

#[test]
fn a_file_in_the_place_of_a_folder_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("nowhere"), "no folder").unwrap();
    alembert_in(folder.path(), &["init", "nowhere/mine"]).assert().code(2).stdout("");
}
