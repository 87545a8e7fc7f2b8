//! The examples read without a mistake, and each mistake gives its message; a model that can be
//! understood gives the summary of `check` before it.
//!
//! The expected messages are in `data/mistakes/messages.txt`; `UPDATE_GOLDEN=1 cargo test` writes
//! them anew.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use alembert::language::diagnostic::text::{Colour, render_all};
use alembert::language::{Code, Reading, Source, read};
use alembert::walk::check;

fn data(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder)
}

/// The models of a folder, sorted by name.
fn models(folder: &str) -> Vec<Source> {
    let entries = fs::read_dir(data(folder)).expect("the folder is part of the project");
    let entries = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut paths: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|e| e == "mech")).collect();
    paths.sort();
    let text = |path: &PathBuf| fs::read_to_string(path).expect("the file can be read");
    let name = |path: &PathBuf| {
        path.file_name().expect("a file has a name").to_string_lossy().into_owned()
    };
    paths.iter().map(|path| Source::new(name(path), text(path))).collect()
}

fn codes(reading: &Reading) -> Vec<Code> {
    reading.diagnostics.iter().map(|d| d.code).collect()
}

#[test]
fn the_examples_read_without_error() {
    for source in models("models").into_iter().chain(models("models/bench")) {
        let reading = read(&source);
        match source.name() {
            "appell-hamel.mech" => assert_eq!(codes(&reading), [Code::NonlinearInVelocities]),
            "pais-uhlenbeck.mech" => assert_eq!(codes(&reading), [Code::AccelerationInLagrangian]),
            name => assert_eq!(codes(&reading), [], "{name}"),
        }
        assert!(reading.model.is_some_and(|model| model.system().is_ok()), "{}", source.name());
    }
}

#[test]
fn each_mistake_gives_its_message() {
    let mut shown = String::new();
    for source in models("mistakes") {
        let mut reading = read(&source);
        let mut summary = String::new();
        if let Some(model) = &reading.model {
            let report = check(model).expect("the mechanics accepts it");
            summary = report.text();
            reading.diagnostics.extend(report.diagnostics);
        }
        let text = render_all(&reading.diagnostics, &source, Colour::Plain);
        let _ = writeln!(shown, "### {}\n{summary}{text}", source.name());
    }
    let golden = data("mistakes/messages.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&golden, &shown).unwrap();
    }
    assert_eq!(shown, fs::read_to_string(&golden).unwrap());
}

#[test]
fn line_endings_and_a_byte_order_mark_change_no_position() {
    for source in models("mistakes") {
        let dos = format!("\u{feff}{}", source.text().replace('\n', "\r\n"));
        let dos = Source::new(source.name(), dos);
        let places = |source: &Source| -> Vec<String> {
            let found = read(source).diagnostics;
            found
                .iter()
                .map(|d| format!("{:?} {}", source.position(d.span.start), d.message))
                .collect()
        };
        assert_eq!(places(&source), places(&dos), "{}", source.name());
    }
}
