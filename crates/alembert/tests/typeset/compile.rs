//! LaTeX documents compile with nothing but Debian's `texlive-latex-base`.

use std::fs;
use std::path::Path;
use std::process::Command;

use alembert::gallery::EXAMPLES;
use alembert::language::{Source, read};
use alembert::walk::{Form, Request, Way, Writing, derive, report, steps_of};
use alembert_mechanics::PRINCIPLES;

use crate::tool::missing;
use crate::{Shown, shown};

/// Points by which a line may stick out: less than a letter.
const OVERFULL: f64 = 5.5;

fn installed() -> bool {
    Command::new("pdflatex").arg("--version").output().is_ok_and(|o| o.status.success())
}

/// The equations of all systems, with their names.
fn documents() -> Vec<(String, String)> {
    let document = |s: &Shown| (s.name.clone(), s.latex_document.clone());
    shown().iter().map(document).collect()
}

/// All documents, one after the other, in one run: starting `pdflatex` takes longer than a page.
fn joined(documents: &[(String, String)]) -> String {
    let (preamble, _) = documents[0].1.split_once("\\begin{document}").unwrap();
    let body = |text: &str| {
        let inside = text.split_once("\\begin{document}").unwrap().1;
        inside.split_once("\\end{document}").unwrap().0.to_owned()
    };
    let page = |(name, text): &(String, String)| {
        format!("\\typeout{{PAGE {name}}}\n{}\\clearpage\n", body(text))
    };
    let pages: String = documents.iter().map(page).collect();
    format!("{preamble}\\begin{{document}}\n{pages}\\end{{document}}\n")
}

fn compiled(folder: &Path, text: &str) -> (bool, String) {
    fs::write(folder.join("pages.tex"), text).expect("the folder of tests can be written");
    let output = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", "pages.tex"])
        .current_dir(folder)
        .output()
        .expect("pdflatex was there a moment ago");
    (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The points of `Overfull \hbox (12.3pt too wide)`, with the page on which it is.
fn overfull(log: &str) -> Vec<(String, f64)> {
    let mut page = String::new();
    let mut found = Vec::new();
    for line in log.lines() {
        if let Some((_, name)) = line.split_once("PAGE ") {
            page = name.to_owned();
        }
        let points = line.strip_prefix("Overfull \\hbox (").and_then(|l| l.split_once("pt"));
        found.extend(points.map(|(points, _)| (page.clone(), points.parse().unwrap())));
    }
    found
}

/// Compiles a document, and looks for lines and pages that stick out.
fn assert_compiles(name: &str, text: &str) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typeset").join(name);
    fs::create_dir_all(&folder).expect("the folder of tests can be written");
    let (success, log) = compiled(&folder, text);
    let lines: Vec<&str> = log.lines().collect();
    let end = lines[lines.len().saturating_sub(30)..].join("\n");
    assert!(success, "{name}: {end}");
    for (name, points) in overfull(&log) {
        assert!(points <= OVERFULL, "{name}: a line sticks out by {points} pt");
    }
    let lost = log.lines().find(|line| line.starts_with("Overfull \\vbox"));
    assert_eq!(lost, None, "{name}: a page is too long");
}

#[test]
fn the_latex_of_every_system_in_every_form_compiles() {
    if !installed() {
        return missing("pdflatex", "the documents were not compiled");
    }
    assert_compiles("forms", &joined(&documents()));
}

/// The steps of all principles that take an example, and of the way that is none of a principle.
fn ways(name: &str, text: &str) -> Vec<(String, String)> {
    let model = read(&Source::new(name, text)).model.expect("a sound model");
    let own = PRINCIPLES.iter().map(|principle| (Way::Principle, principle.name));
    let all = own.chain([(Way::MoreschiCastellano, "dalembert")]);
    let written = |(way, principle)| {
        let steps = steps_of(way, &model, Some(principle)).ok()?;
        let request = Request {
            principle: Some(principle),
            form: Form::Multipliers,
            closed: false,
            reduce: false,
        };
        let mut derivation = derive(&model, request).ok()?;
        derivation.show(steps);
        Some((format!("{name} {principle}"), derivation.latex_document()))
    };
    all.filter_map(written).collect()
}

#[test]
fn the_latex_of_the_steps_of_every_example_compiles() {
    if !installed() {
        return missing("pdflatex", "the documents were not compiled");
    }
    let all: Vec<_> = EXAMPLES.iter().flat_map(|e| ways(e.name, e.text)).collect();
    assert!(all.len() > 150 && all.iter().all(|(_, text)| !text.contains("[U+")));
    assert_compiles("steps", &joined(&all));
}

/// A point with more claims than a page has lines.
fn claimed() -> String {
    let claims: String = (1..=70).map(|k| format!("  {k} x'' = 0\n")).collect();
    format!("coordinates\n  x\nL = ½ x'²\nexpect\n{claims}")
}

#[test]
fn the_latex_report_of_every_example_compiles() {
    if !installed() {
        return missing("pdflatex", "the reports were not compiled");
    }
    let long = claimed();
    let all = EXAMPLES.iter().map(|e| (e.name, e.text)).chain([("claims", long.as_str())]);
    let written = |(name, text): (&str, &str)| {
        let model = read(&Source::new(name, text)).model.expect("a sound model");
        (name.to_owned(), report(&model, Writing::Latex).expect("a report").text)
    };
    assert_compiles("reports", &joined(&all.map(written).collect::<Vec<_>>()));
}

#[test]
fn latex_is_ascii_with_as_many_braces_closed_as_opened_and_one_package() {
    for Shown { name, latex, latex_document, .. } in shown() {
        assert!(latex.is_ascii(), "{name}");
        assert_eq!(latex.matches('{').count(), latex.matches('}').count(), "{name}");
        assert_eq!(latex_document.matches("\\usepackage").count(), 1, "{name}");
        assert!(latex_document.contains("\\usepackage{amsmath}"), "{name}");
    }
}
