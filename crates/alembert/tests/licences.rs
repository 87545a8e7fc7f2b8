//! Every dependency, direct or not, can be used under a permissive licence.

use std::env;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The licences that a dependency may have, by their SPDX names.
const PERMISSIVE: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Can the licence expression be satisfied by permissive licences alone? `OR` offers a choice,
/// `AND` binds stronger and demands both, `/` is an old way to write `OR`, and an exception
/// (`WITH`) only gives further rights.
fn is_permissive(expression: &str) -> Option<bool> {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut reader = Reader { words: &words };
    let answer = reader.choice()?;
    reader.words.is_empty().then_some(answer)
}

/// The words of an expression that are not read yet.
struct Reader<'a> {
    words: &'a [&'a str],
}

impl<'a> Reader<'a> {
    fn word(&mut self) -> Option<&'a str> {
        let (&first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(first)
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.words.first() == Some(&word);
        if found {
            self.words = &self.words[1..];
        }
        found
    }

    fn choice(&mut self) -> Option<bool> {
        let mut answer = self.demand()?;
        while self.take("OR") {
            answer |= self.demand()?;
        }
        Some(answer)
    }

    fn demand(&mut self) -> Option<bool> {
        let mut answer = self.licence()?;
        while self.take("AND") {
            answer &= self.licence()?;
        }
        Some(answer)
    }

    fn licence(&mut self) -> Option<bool> {
        if self.take("(") {
            let answer = self.choice()?;
            return self.take(")").then_some(answer);
        }
        let name = self.word().filter(|w| !["OR", "AND", "WITH", ")"].contains(w))?;
        if self.take("WITH") {
            self.word()?;
        }
        Some(PERMISSIVE.contains(&name))
    }
}

#[test]
fn expressions_are_judged_by_what_they_demand() {
    let permissive = [
        "MIT",
        "MIT OR Apache-2.0",
        "MIT/Apache-2.0",
        "MIT OR GPL-3.0-only",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception OR GPL-2.0-only",
        "GPL-3.0-only OR MIT AND Zlib",
    ];
    for expression in permissive {
        assert_eq!(is_permissive(expression), Some(true), "{expression}");
    }
    let demanding = [
        "GPL-3.0-only",
        "MIT AND GPL-3.0-only",
        "(MIT OR Apache-2.0) AND GPL-3.0-only",
        "GPL-3.0-only OR LGPL-2.1-only",
        "GPL-2.0-only WITH Classpath-exception-2.0",
        "GPL-3.0-only OR MIT AND LGPL-3.0-only",
        "mit",
    ];
    for expression in demanding {
        assert_eq!(is_permissive(expression), Some(false), "{expression}");
    }
    for broken in ["", "MIT OR", "(MIT", "MIT)", "MIT Apache-2.0", "AND MIT", "MIT WITH"] {
        assert_eq!(is_permissive(broken), None, "{broken}");
    }
}

/// What cargo knows of all packages; from its store alone if that is enough.
fn metadata() -> Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let ask = |offline: &[&str]| {
        let mut command = Command::new(&cargo);
        command.current_dir(&root).args(["metadata", "--format-version", "1", "--locked"]);
        command.args(offline).output().expect("cargo can be started")
    };
    let mut output = ask(&["--offline"]);
    if !output.status.success() {
        output = ask(&[]);
    }
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo prints JSON")
}

#[test]
fn every_dependency_is_permissive() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("a list of packages");
    assert!(packages.len() > 20, "dependencies of dependencies are in the list");
    for package in packages {
        let name = package["name"].as_str().expect("a package has a name");
        let licence = package["license"].as_str().unwrap_or_default();
        assert_eq!(is_permissive(licence), Some(true), "{name}: {licence:?}");
    }
}

#[test]
fn our_own_crates_are_under_both_licences() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("a list of packages");
    let ours: Vec<&Value> = packages.iter().filter(|p| p["source"].is_null()).collect();
    assert!(ours.len() >= 5);
    for package in ours {
        assert_eq!(package["license"], "MIT OR Apache-2.0", "{}", package["name"]);
    }
}
