//! The map of the crates: which may use which, and what each has never heard of.
//!
//! A new arrow between crates is a decision: it changes the table here and `ARCHITECTURE.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Every crate by the name of its folder, and the crates of ours that it uses.
const ARROWS: &[(&str, &[&str])] = &[
    ("alembert", &["algebra", "flow", "kernel", "mechanics", "render"]),
    ("algebra", &[]),
    ("cli", &["alembert"]),
    ("flow", &[]),
    ("kernel", &["algebra"]),
    ("mechanics", &["algebra"]),
    ("render", &["algebra", "mechanics"]),
];

/// Arrows that only tests and benchmarks have, besides those above.
const TEST_ARROWS: &[(&str, &[&str])] = &[];

/// Parts of the standard library that a crate does without: files, threads, clocks, the network
/// and the process around it.
const ABSENT: &[(&str, &[&str])] = &[
    ("algebra", &["fs", "io", "thread", "time", "env", "net", "process"]),
    ("flow", &["fs", "io", "thread", "time", "env", "net", "process"]),
    ("kernel", &["fs", "io", "thread", "time", "env", "net", "process"]),
    ("mechanics", &["fs", "io", "thread", "time", "env", "net", "process"]),
    ("render", &["fs", "io", "thread", "time", "env", "net", "process"]),
    // it writes tables to whoever lends it a file, and opens none
    ("alembert", &["fs", "thread", "time", "env", "net", "process"]),
    ("cli", &["net"]), // a thread of it ends work that does not hear a signal
];

/// The streams of a terminal.
const STREAMS: [&str; 3] = ["stdin()", "stdout()", "stderr()"];

/// The members of a crate's manifest by section: what it uses, and what its tests use.
struct Manifest {
    used: BTreeSet<String>,
    tested: BTreeSet<String>,
}

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn folders() -> Vec<String> {
    let entries = fs::read_dir(crates()).expect("the folder of the crates can be read");
    let paths = entries.map(|entry| entry.expect("an entry can be read").path());
    let mut names: Vec<String> = paths
        .filter(|path| path.join("Cargo.toml").is_file())
        .map(|path| path.file_name().expect("a folder has a name").to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// The folder of a crate of ours: `alembert-algebra` lives in `algebra`.
fn folder(dependency: &str) -> Option<&str> {
    match dependency.strip_prefix("alembert-") {
        Some(name) => Some(name),
        None => (dependency == "alembert").then_some("alembert"),
    }
}

/// Reads the tables of dependencies: `name = …`, `name.workspace = true`, `[dependencies.name]`.
fn manifest(crate_folder: &str) -> Manifest {
    let path = crates().join(crate_folder).join("Cargo.toml");
    let text = fs::read_to_string(path).expect("a manifest can be read");
    let mut manifest = Manifest { used: BTreeSet::new(), tested: BTreeSet::new() };
    let mut table = String::new();
    for line in text.lines().map(str::trim) {
        let name = match line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            Some(header) => {
                let (kind, name) = header.rsplit_once("dependencies.").unwrap_or((header, ""));
                let is_short = name.is_empty();
                table = if is_short { header.to_owned() } else { format!("{kind}dependencies") };
                name
            }
            None => line.split(['=', '.', ' ']).next().unwrap_or(""),
        };
        let Some(name) = folder(name.trim_matches('"')) else { continue };
        if table.ends_with("dev-dependencies") {
            manifest.tested.insert(name.to_owned());
        } else if table.ends_with("dependencies") {
            manifest.used.insert(name.to_owned());
        }
    }
    manifest
}

fn table(rows: &[(&str, &[&str])]) -> BTreeMap<String, BTreeSet<String>> {
    let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    rows.iter().map(|&(name, used)| (name.to_owned(), set(used))).collect()
}

#[test]
fn the_arrows_between_crates_are_those_of_the_map() {
    let found = folders().into_iter().map(|name| (name.clone(), manifest(&name).used));
    assert_eq!(found.collect::<BTreeMap<_, _>>(), table(ARROWS));
}

#[test]
fn tests_have_no_other_arrows() {
    let found = folders().into_iter().map(|name| (name.clone(), manifest(&name).tested));
    let found: BTreeMap<_, _> = found.filter(|(_, tested)| !tested.is_empty()).collect();
    assert_eq!(found, table(TEST_ARROWS));
}

#[test]
fn no_crate_reaches_itself_along_the_arrows() {
    let arrows = table(ARROWS);
    let mut settled: BTreeSet<&String> = BTreeSet::new();
    while settled.len() < arrows.len() {
        let next = arrows.iter().find(|(name, used)| {
            !settled.contains(name) && used.iter().all(|u| settled.contains(u))
        });
        settled.insert(next.expect("every circle has a crate that waits for itself").0);
    }
}

/// The lines of the source of a crate that are neither comments nor tests.
fn source_lines(crate_folder: &str) -> Vec<(PathBuf, String)> {
    let mut open = vec![crates().join(crate_folder).join("src")];
    let mut lines = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).expect("a folder can be read");
            open.extend(entries.map(|entry| entry.expect("an entry can be read").path()));
            continue;
        }
        let text = fs::read_to_string(&path).expect("a source file can be read");
        let code = text.split("#[cfg(test)]").next().unwrap_or("");
        let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.extend(code.map(|line| (path.clone(), line.to_owned())));
    }
    lines
}

#[test]
fn what_a_crate_has_never_heard_of_does_not_occur_in_it() {
    for (crate_folder, absent) in ABSENT {
        let lines = source_lines(crate_folder);
        assert!(lines.len() > 100, "{crate_folder} has source files");
        for (path, line) in lines {
            for part in *absent {
                let occurs = line.contains(&format!("std::{part}"));
                assert!(!occurs, "{}: {line}", path.display());
            }
            let is_lent = *crate_folder == "alembert";
            let occurs = STREAMS.iter().any(|stream| line.contains(stream));
            assert!(!(is_lent && occurs), "{}: {line}", path.display());
        }
    }
}

/// A cause that is a text can be read by people only.
#[test]
fn no_error_is_a_text() {
    for name in folders() {
        for (path, line) in source_lines(&name) {
            let is_text = line.contains("Result<") && line.contains(", String>");
            assert!(!is_text, "{}: {line}", path.display());
        }
    }
}

/// The crate with machine code and instructions of some machines only.
const UNSAFE: &str = "kernel";

/// The table of lints in a manifest, without the name of the workspace and without comments.
fn lints(manifest: &str, head: &str) -> Vec<String> {
    let table = manifest.split(&format!("[{head}")).skip(1).collect::<Vec<_>>().join("[");
    let ends = table.find("\n[profile").unwrap_or(table.len());
    let lines = table[..ends].lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

#[test]
fn unsafe_code_is_in_two_folders_of_the_kernel_alone() {
    let workspace = fs::read_to_string(crates().join("../Cargo.toml")).expect("it can be read");
    assert!(workspace.contains("unsafe_code = \"forbid\""));
    for name in folders() {
        let text =
            fs::read_to_string(crates().join(&name).join("Cargo.toml")).expect("it is there");
        if name == UNSAFE {
            let own = lints(&text, "lints.").join("\n");
            let denied = lints(&workspace, "workspace.lints.").join("\n");
            assert_eq!(own, denied.replace("\"forbid\"\nmissing", "\"deny\"\nmissing"));
        } else {
            assert!(text.contains("[lints]\nworkspace = true"), "{name} takes the lints");
        }
    }
    for (path, line) in source_lines(UNSAFE) {
        let path = path.to_string_lossy().into_owned();
        let may = ["/jit/", "/simd/"].iter().any(|folder| path.contains(folder));
        assert!(may || !line.contains("unsafe"), "{path}: {line}");
    }
}
