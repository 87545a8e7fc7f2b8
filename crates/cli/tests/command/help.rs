//! Help, version, completions and manual pages.

use std::fs;

use predicates::prelude::*;

use crate::{alembert, printed};

const COMMANDS: [&str; 21] = [
    "tour",
    "check",
    "derive",
    "eval",
    "prove",
    "run",
    "section",
    "lyapunov",
    "connect",
    "plot",
    "animate",
    "report",
    "export",
    "compare",
    "fmt",
    "examples",
    "init",
    "explain",
    "ledger",
    "completions",
    "man",
];

#[test]
fn help_of_every_command_has_examples_and_exit_codes() {
    for command in COMMANDS {
        for help in [vec![command, "--help"], vec![command, "-h"], vec!["help", command]] {
            let text = printed(&help);
            assert!(text.contains("Usage: alembert "), "{help:?}");
            assert!(text.contains(&format!("Examples:\n  alembert {command}")), "{help:?}");
            assert!(text.contains("Exit codes:") && text.contains("130  interrupted"), "{help:?}");
        }
    }
}

#[test]
fn help_lists_every_command() {
    let text = printed(&["--help"]);
    for command in COMMANDS {
        assert!(text.contains(&format!("\n  {command} ")), "{command}");
    }
}

#[test]
fn help_keeps_within_a_hundred_columns() {
    for command in COMMANDS {
        let text = printed(&[command, "--help"]);
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{command}");
    }
}

#[test]
fn without_a_command_help_goes_to_standard_error() {
    let usage = predicate::str::contains("Usage: alembert");
    alembert(&[]).assert().code(2).stdout("").stderr(usage);
}

#[test]
fn a_mistyped_command_or_option_gets_the_nearest_one() {
    let near = |name| predicate::str::contains(format!("'{name}'"));
    alembert(&["chek", "knife-edge"]).assert().code(2).stdout("").stderr(near("check"));
    alembert(&["derive", "knife-edge", "--frm", "matrix"]).assert().code(2).stderr(near("--form"));
    alembert(&["derive", "knife-edge", "--form", "matrx"]).assert().code(2).stderr(near("matrix"));
}

#[test]
fn the_version_is_printed() {
    assert_eq!(printed(&["--version"]), concat!("alembert ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn completions_exist_for_every_shell_and_know_the_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = printed(&["completions", shell]);
        assert!(COMMANDS.iter().all(|command| script.contains(command)), "{shell}");
        assert_eq!(script, printed(&["completions", shell]));
    }
}

#[test]
fn an_unknown_shell_is_refused_with_the_known_ones() {
    let known = predicate::str::contains("bash").and(predicate::str::contains("zsh"));
    alembert(&["completions", "tcsh"]).assert().code(2).stdout("").stderr(known);
}

#[test]
fn the_manual_page_is_printed_as_roff() {
    let page = printed(&["man"]);
    assert!(page.contains(".TH alembert 1") && page.contains("alembert\\-check(1)"), "{page}");
}

#[test]
fn a_manual_page_for_each_command_is_written_and_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("man1");
    for _ in 0..2 {
        alembert(&["man", "--output", target.to_str().unwrap()]).assert().success().stdout("");
    }
    for command in COMMANDS {
        let page = fs::read_to_string(target.join(format!("alembert-{command}.1"))).unwrap();
        assert!(page.contains(&format!("alembert {command}")), "{command}: {page}");
    }
    assert_eq!(fs::read_dir(&target).unwrap().count(), COMMANDS.len() + 1);
}

#[test]
fn manual_pages_that_cannot_be_written_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    alembert(&["man", "--output", file.to_str().unwrap()])
        .assert()
        .code(2)
        .stderr(predicate::str::starts_with("error: cannot write"));
}

/// The words of a line as a shell reads them: blanks within quotation marks are part of a word.
fn words(line: &str) -> Vec<String> {
    let (mut all, mut open) = (vec![String::new()], None);
    for letter in line.chars() {
        match letter {
            '"' | '\'' if open == Some(letter) => open = None,
            '"' | '\'' if open.is_none() => open = Some(letter),
            ' ' if open.is_none() => all.push(String::new()),
            _ => all.last_mut().expect("there is a word").push(letter),
        }
    }
    all.retain(|word| !word.is_empty());
    all
}

/// The examples of a command about built-in models that need no other file and no other program.
fn tries(command: &str) -> Vec<Vec<String>> {
    let page = alembert(&[command, "--help"]).output().expect("the command runs").stdout;
    let page = String::from_utf8(page).expect("help is text").replace("\\\n", " ");
    let lines = page.lines().filter_map(|line| line.strip_prefix("  alembert "));
    let alone = |line: &&str| {
        !["&&", ">", "<", ".csv", ".mech", "--check"].iter().any(|w| line.contains(w))
    };
    lines.filter(alone).map(words).collect()
}

/// Help that does not work is worse than none: what it proposes is understood, and computed.
#[test]
fn the_examples_of_help_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut count = 0;
    for command in [
        "check", "derive", "eval", "prove", "run", "plot", "animate", "report", "compare", "export",
    ] {
        for example in tries(command) {
            let list: Vec<&str> = example.iter().map(String::as_str).collect();
            let done = crate::alembert_in(folder.path(), &list).output().expect("the command runs");
            let told = String::from_utf8_lossy(&done.stderr);
            assert!(matches!(done.status.code(), Some(0 | 1)), "{example:?}: {told}");
            count += 1;
        }
    }
    assert!(count > 30, "{count}");
}
