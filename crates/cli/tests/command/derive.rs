//! `alembert derive -f` and `-o`: which text is printed, and which file is written.

use std::fs;
use std::path::Path;

use predicates::prelude::*;

use crate::{BROKEN, alembert, alembert_in, object, printed};

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder of the test");
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let mut names: Vec<String> = entries.map(|e| name(e.expect("an entry"))).collect();
    names.sort();
    names
}

#[test]
fn each_format_is_printed() {
    let derive = |format| printed(&["derive", "knife-edge", "-f", format]);
    assert_eq!(derive("unicode"), printed(&["derive", "knife-edge"]));
    assert_eq!(derive("ascii"), printed(&["derive", "knife-edge", "--ascii"]));
    assert_eq!(derive("json"), printed(&["derive", "knife-edge", "--json"]));
    let latex = derive("latex");
    assert!(latex.starts_with("\\begin{align*}\nm \\ddot{x} &= m g \\sin\\alpha + \\lambda_"));
    assert!(
        latex.contains("m \\ddot{y} &= -\\lambda_{\\mathrm{edge}} \\cos\\phi \\\\\n"),
        "{latex}"
    );
    assert!(latex.is_ascii() && !latex.contains("documentclass"));
    let mathml = derive("mathml");
    assert!(mathml.starts_with("<math display=\"block\">") && !mathml.contains("<html"));
}

#[test]
fn a_wrong_format_and_two_formats_are_refused() {
    for arguments in [
        &["derive", "knife-edge", "-f", "word"][..],
        &["derive", "knife-edge", "-f", "latex", "--json"],
        &["derive", "knife-edge", "-f", "latex", "--ascii"],
        &["derive", "knife-edge", "-f", "latex", "-o", "eq.tex"],
        &["derive", "knife-edge", "--json", "-o", "eq.tex"],
    ] {
        alembert(arguments).assert().code(2).stdout("");
    }
}

#[test]
fn mistakes_are_json_when_the_format_is() {
    let value = object(alembert(&["derive", "-", "-f", "json"]).write_stdin(BROKEN));
    assert_eq!(value["diagnostics"][0]["code"], "AL004");
    let value = object(&mut alembert(&["derive", "no/such/file", "-f", "json"]));
    assert_eq!(value["diagnostics"][0]["file"], "no/such/file");
}

#[test]
fn a_document_is_written_by_its_ending_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["eq.tex", "eq.html"] {
        let form = ["derive", "knife-edge", "--form", "explicit", "-o", name];
        let wrote = alembert_in(folder.path(), &form).assert().success().stdout("");
        wrote.stderr(format!("wrote {name}\n"));
    }
    assert_eq!(names(folder.path()), ["eq.html", "eq.tex"]);
    let tex = fs::read_to_string(folder.path().join("eq.tex")).unwrap();
    assert!(tex.starts_with("\\documentclass") && tex.ends_with("\\end{document}\n"));
    let html = fs::read_to_string(folder.path().join("eq.html")).unwrap();
    assert!(html.starts_with("<!DOCTYPE html>\n") && html.ends_with("</html>\n"));
    for text in [&tex, &html] {
        let words = ["Knife edge on an inclined plane", "Principle: dalembert", "Form: solved"];
        assert!(words.iter().all(|word| text.contains(word)), "{text}");
    }
    assert!(html.contains("prefers-color-scheme: dark"));
    for text in [&tex, &html] {
        assert!(text.contains("Constant on every motion:"), "{text}");
    }
}

#[test]
fn steps_are_typeset_within_the_document() {
    let steps = ["derive", "knife-edge", "--principle", "udwadia", "--steps"];
    let folder = tempfile::tempdir().unwrap();
    for (name, start, body, heading, matrix) in [
        (
            "eq.tex",
            "\\documentclass",
            "\\begin{document}",
            "\\paragraph{7. Indep",
            "\\begin{bmatrix}",
        ),
        ("eq.html", "<!DOCTYPE html>", "<main>", "<h2>7. Indep", "<mtable>"),
    ] {
        let arguments = [&steps[..], &["-o", name]].concat();
        alembert_in(folder.path(), &arguments).assert().success();
        let text = fs::read_to_string(folder.path().join(name)).expect("it was written");
        assert!(text.starts_with(start) && !text.contains('⎡'), "{text}");
        let body = text.split_once(body).expect("a body").1;
        let step = body.split_once(heading).expect("a heading").1;
        assert!(step.contains(matrix), "{step}");
    }
    let latex = printed(&[&steps[..], &["-f", "latex"]].concat());
    assert!(latex.starts_with("\\paragraph{1. ") && latex.is_ascii(), "{latex}");
    let mathml = printed(&[&steps[..], &["-f", "mathml"]].concat());
    assert!(mathml.starts_with("<h2>1. ") && !mathml.contains('⎡'), "{mathml}");
    assert!(printed(&steps).starts_with("1. Principle: the action is stationary"));
}

#[test]
fn a_document_replaces_an_older_one() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("eq.tex"), "old").unwrap();
    alembert_in(folder.path(), &["derive", "knife-edge", "-o", "eq.tex"]).assert().success();
    let text = fs::read_to_string(folder.path().join("eq.tex")).unwrap();
    assert!(text.starts_with("\\documentclass"), "{text}");
    assert_eq!(names(folder.path()), ["eq.tex"]);
}

#[test]
fn another_ending_is_refused_with_a_hint_before_anything_is_read() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["eq.pdf", "eq", "eq.tex.bak", ".tex"] {
        let refused = alembert_in(folder.path(), &["derive", "no-such-model", "-o", name]);
        let hint = predicate::str::contains(".tex` for LaTeX or ")
            .and(predicate::str::contains("does not say what to write"));
        { refused }.assert().code(2).stdout("").stderr(hint);
    }
    assert_eq!(names(folder.path()), [] as [&str; 0]);
}

#[test]
fn nothing_is_written_when_there_is_no_result() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("eq.tex"), "old").unwrap();
    let broken = &mut alembert_in(folder.path(), &["derive", "-", "-o", "eq.tex"]);
    broken.write_stdin(BROKEN).assert().code(2).stdout("");
    let refused = ["derive", "appell-hamel", "--form", "quasi", "-o", "eq.tex"];
    alembert_in(folder.path(), &refused).assert().failure().stdout("");
    assert_eq!(fs::read_to_string(folder.path().join("eq.tex")).unwrap(), "old");
    assert_eq!(names(folder.path()), ["eq.tex"]);
}

#[test]
fn a_place_that_cannot_be_written_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("eq.tex")).unwrap();
    let to_folder = ["derive", "knife-edge", "-o", "eq.tex"];
    let refused = alembert_in(folder.path(), &to_folder).assert().code(2).stdout("");
    refused.stderr(predicate::str::starts_with("error: cannot write `eq.tex`: "));
    fs::create_dir(folder.path().join("pictures")).unwrap();
    for command in ["plot", "animate", "report", "run"] {
        let to_folder = [command, "knife-edge", "-o", "pictures"];
        let refused = alembert_in(folder.path(), &to_folder).assert().code(2).stdout("");
        refused.stderr(predicate::str::contains("`pictures`: is a directory"));
    }
    fs::remove_dir(folder.path().join("pictures")).unwrap();
    let nowhere = ["derive", "knife-edge", "-o", "no/such/folder/eq.tex"];
    alembert_in(folder.path(), &nowhere).assert().code(2).stdout("");
    assert_eq!(names(folder.path()), ["eq.tex"]);
}

#[test]
fn a_text_that_goes_to_no_terminal_has_a_hundred_columns() {
    let page = printed(&["derive", "snakeboard", "--form", "explicit", "--ascii"]);
    assert!(page.lines().all(|line| line.len() <= 100), "{page}");
    assert!(page.lines().any(|line| line.len() > 60), "{page}");
}

#[test]
fn a_motion_in_closed_form_is_proved_by_one_text_or_by_several() {
    let forms = ["x = R Ω/ω sin(ω t)", "y = -R Ω/ω cos(ω t)", "φ = ω t", "θ = Ω t"];
    let [x, y, phi, theta] = forms;
    let several = printed(&["prove", "vertical-disk", x, y, phi, theta]);
    assert_eq!(printed(&["prove", "vertical-disk", &forms.join("; ")]), several);
    assert!(several.starts_with("proved: "), "{several}");
    assert!(several.contains("\n  where ω ≠ 0\n"), "{several}");
    let answer = object(&mut alembert(&["prove", "vertical-disk", x, y, phi, theta, "--json"]));
    assert_eq!(answer["closed_form"]["constants"], serde_json::json!(["Omega", "omega"]));
    let missing = alembert(&["prove", "vertical-disk", x, y, phi]).assert().code(2).stdout("");
    missing.stderr(predicate::str::contains("θ is not given"));
}

#[test]
fn values_at_the_start_are_written_in_the_letters_of_the_page() {
    let line = "x = x(0) + x'(0) t; y = y(0) + y'(0) t; φ = φ(0); θ = θ(0) + θ'(0) t";
    let said = printed(&["prove", "vertical-disk", line]);
    assert!(
        said.contains("They start with x(0), x'(0), y(0), y'(0), φ(0), θ(0), θ'(0)."),
        "{said}"
    );
    let ascii = printed(&["prove", "vertical-disk", line, "--ascii"]);
    assert!(ascii.contains("phi(0), theta(0), theta'(0)"), "{ascii}");
}
