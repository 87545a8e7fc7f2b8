//! The command as a user or a script meets it: what is printed where, and how it ends.

#![allow(clippy::unwrap_used, reason = "a test may fail where it unwraps")]

mod answers;
mod assumed;
mod bad_data;
mod browser;
mod derive;
mod driven;
mod ends;
mod examples;
mod explain;
mod export;
mod files;
mod fix;
mod flow;
mod fmt;
mod guessed;
mod help;
mod init;
mod ledger;
mod looks;
mod manners;
mod opened;
mod pictures;
mod recorded;
mod rows;
mod run;
mod seen;
mod told;
#[path = "../../../alembert/tests/support/tool.rs"]
mod tool;
mod tour;
mod tries;

use std::path::Path;

use assert_cmd::Command;

/// The command, in an environment that does not depend on who runs the test.
fn alembert(arguments: &[&str]) -> Command {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("alembert");
    for name in ["NO_COLOR", "TERM", "COLUMNS"] {
        command.env_remove(name);
    }
    command.args(arguments);
    command
}

/// The same, in a folder.
fn alembert_in(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = alembert(arguments);
    command.current_dir(folder);
    command
}

/// What a command that succeeds prints.
fn printed(arguments: &[&str]) -> String {
    let output = alembert(arguments).assert().success().stderr("").get_output().stdout.clone();
    String::from_utf8(output).expect("results are UTF-8")
}

/// The one JSON object that a command prints, whatever its exit code.
fn object(command: &mut Command) -> serde_json::Value {
    let output = command.output().expect("the command starts").stdout;
    let value: serde_json::Value = serde_json::from_slice(&output).expect("one JSON object");
    assert!(value.is_object());
    value
}

/// A model without mistakes.
const FREE: &str = "coordinates\n  x\nparameters\n  m = 1\nL = ½ m x'²\n";

/// A model with a bracket that is not closed.
const BROKEN: &str = "coordinates\n  x\nL = ½ (x'²\n";
