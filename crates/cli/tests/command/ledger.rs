//! `alembert ledger`

use predicates::prelude::predicate;

use crate::{alembert, object, printed};

#[test]
fn the_summary_counts_every_paper() {
    let summary = printed(&["ledger"]);
    let lines: Vec<&str> = summary.lines().collect();
    assert_eq!(lines.len(), 7, "{summary}");
    for (line, name) in lines[1..].iter().zip(["lemos", "wolf", "note", "moreschi-castellano"]) {
        assert!(line.starts_with(name), "{line}");
    }
    let total: Vec<&str> = lines[6].split_whitespace().collect();
    assert_eq!(total, ["all", "205", "122", "46", "7", "30", "0", "0"]);
}

#[test]
fn a_paper_shows_its_rows_with_the_lines_that_decide_them() {
    let rows = printed(&["ledger", "wolf"]);
    let row = rows.split("refuted     (28): ").nth(1).expect("the row is shown");
    let row = row.split("refuted     (29)").next().expect("there is a next row");
    for line in ["expect J φ'' - R μ_roll_x θ' sin φ + R μ_roll_y θ' cos φ = 0", "reject J φ''"]
    {
        assert!(row.contains(line), "{row}");
    }
}

#[test]
fn the_json_has_every_row_with_its_verdict() {
    let value = object(&mut alembert(&["ledger", "crasmareanu", "--json"]));
    assert_eq!(value["counts"]["refuted"], 7);
    let rows = value["papers"][0]["rows"].as_array().expect("rows are a list");
    let main = rows.iter().find(|row| row["equation"] == "(1.9a)").expect("the row is there");
    assert_eq!((&main["verdict"], &main["lost_mark"]), (&"refuted".into(), &true.into()));
    assert!(main["decided_by"].as_array().expect("lines are a list").len() >= 2);
}

#[test]
fn the_page_is_written_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.md");
    let name = path.to_string_lossy().into_owned();
    alembert(&["ledger", "--write", &name]).assert().success();
    let page = std::fs::read_to_string(path).unwrap();
    assert!(page.starts_with("# The ledger of the five papers\n"));
    assert_eq!(page.lines().filter(|line| line.contains("| **refuted** |")).count(), 46);
}

#[test]
fn an_unknown_paper_gets_a_suggestion() {
    alembert(&["ledger", "wolff"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("no paper `wolff`"))
        .stderr(predicate::str::contains("did you mean `wolf`?"));
}
