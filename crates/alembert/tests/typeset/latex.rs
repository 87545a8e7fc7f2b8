//! LaTeX, read back.

use alembert::language::{Source, read};
use alembert::walk::{Form, Request, derive};

use crate::meaning::{Said, assert_same};
use crate::shown;

/// What stands between `\begin{name}` and `\end{name}`, each time.
fn environments<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let (begin, end) = (format!("\\begin{{{name}}}"), format!("\\end{{{name}}}"));
    let rest = page.split(begin.as_str()).skip(1);
    rest.map(|text| text.split_once(end.as_str()).unwrap().0.trim()).collect()
}

/// The equations of an `align*`: a row that goes on begins with `&\quad`.
fn equations(block: &str) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    for row in block.split("\\\\\n") {
        let row = row.split("\\tag*").next().unwrap().trim();
        match (row.strip_prefix("&\\quad"), list.last_mut()) {
            (Some(more), Some(last)) => last.push_str(more),
            _ => list.push(row.replace('&', "")),
        }
    }
    list
}

/// The entries of a `bmatrix`.
fn entries(block: &str) -> Vec<Vec<String>> {
    let row = |row: &str| row.split('&').map(|e| e.trim().to_owned()).collect();
    block.split("\\\\").map(|r| r.trim_start_matches("[4pt]")).map(row).collect()
}

/// Conditions within a sentence, and those in rows.
fn said(page: &str) -> Said {
    let rows = environments(page, "align*").into_iter().flat_map(equations);
    let (unequal, equations): (Vec<String>, Vec<String>) =
        rows.partition(|row| row.ends_with("\\neq 0"));
    let formulas = page.split('$').skip(1).step_by(2).map(str::to_owned).chain(unequal);
    let condition = |f: String| Some(f.strip_suffix("\\neq 0")?.to_owned());
    Said {
        equations,
        matrices: environments(page, "bmatrix").iter().map(|b| entries(b)).collect(),
        conditions: formulas.filter_map(condition).collect(),
    }
}

#[test]
fn every_equation_in_every_form_reads_back_from_latex() {
    for shown in shown() {
        assert_same(shown, &said(&shown.latex));
    }
}

#[test]
fn long_equations_go_on_in_further_rows() {
    let page = |name: &str| &shown().iter().find(|s| s.name == name).unwrap().latex;
    let long = page("chaplygin-ball-explicit");
    assert!(long.contains("\\\\\n&\\quad"), "{long}");
    let long = page("links-multipliers");
    assert!(long.contains("\\\\\n&\\quad ="), "{long}");
    let long = page("wide-matrix");
    assert!(long.contains("those that are not zero are"), "{long}");
}

#[test]
fn names_that_look_alike_are_told() {
    let document = |second: &str| {
        let text = format!(
            "coordinates\n  x\nparameters\n  m1 = 1\n  {second} = 2\nT = m1 {second} x'^2\n"
        );
        let model = read(&Source::new("test.mech", text)).model.expect("a sound model");
        let request =
            Request { principle: None, form: Form::Multipliers, closed: false, reduce: false };
        derive(&model, request).expect("it has equations").latex_document()
    };
    assert!(document("m_1").contains("m1 and m\\_1 look alike here."));
    assert!(!document("m_2").contains("look alike"));
}
