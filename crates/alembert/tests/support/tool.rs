//! Programs of others that tests need: a browser, LaTeX, libraries of Python.
//!
//! `./test` installs them and lists those that are there in `ALEMBERT_TOOLS`. A test whose tool is in the list and
//! is not found fails. Without its tool, and without a promise of it, a test checks nothing and says so.

use std::io::Write as _;
use std::path::Path;
use std::process::Command;

/// Names of tools with spaces between them.
const LIST: &str = "ALEMBERT_TOOLS";

/// Notes that a tool was not found, and what is not checked without it.
pub(crate) fn missing(tool: &str, check: &str) {
    let list = std::env::var(LIST).unwrap_or_default();
    let is_promised = list.split_whitespace().any(|name| name == tool);
    assert!(!is_promised, "`{LIST}` promises {tool}, which was not found: {check}");
    // Not by a macro, whose text is kept back when a test passes.
    let said = format!("\nNOT CHECKED, for {tool} is not installed: {check}\n");
    std::io::stderr().write_all(said.as_bytes()).expect("there is a standard error");
}

/// An interpreter that has a module: that of `./test`, or the one on the path.
#[allow(dead_code, reason = "browsers and LaTeX need none")]
pub(crate) fn python_with(module: &str) -> Option<String> {
    let own = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../python/bin/python3");
    let has = |python: &String| {
        let found = Command::new(python).args(["-c", &format!("import {module}")]).output();
        found.is_ok_and(|output| output.status.success())
    };
    [own.display().to_string(), "python3".to_owned()].into_iter().find(has)
}
