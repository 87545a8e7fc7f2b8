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

/// The keys of the rows that words find, each with its paper.
fn found(words: &[&str]) -> Vec<(String, String)> {
    let value = object(&mut alembert(&[&["ledger"], words, &["--json"]].concat()));
    let papers = value["papers"].as_array().expect("papers are a list").clone();
    let mut keys = Vec::new();
    for paper in papers {
        let name = paper["paper"].as_str().expect("a paper has a name").to_owned();
        for row in paper["rows"].as_array().expect("rows are a list") {
            let key = row["equation"].as_str().expect("a row has a key");
            keys.push((name.clone(), key.to_owned()));
        }
    }
    keys
}

#[test]
fn rows_are_found_by_paper_and_number() {
    let is = |words: &[&str], paper: &str, keys: &[&str]| {
        let expected: Vec<(String, String)> =
            keys.iter().map(|key| (paper.to_owned(), (*key).to_owned())).collect();
        assert_eq!(found(words), expected, "{words:?}");
    };
    is(&["wolf", "28"], "wolf", &["(28)"]);
    is(&["Wolf", "(28)"], "wolf", &["(28)"]);
    is(&["WOLF eq. 28"], "wolf", &["(28)"]);
    is(&["moreschi", "33"], "moreschi-castellano", &["(33)"]);
    is(&["castellano (5)"], "moreschi-castellano", &["(4)–(6)"]);
    is(&["crasmareanu", "1.9a"], "crasmareanu", &["(1.9a)"]);
    is(&["Crâşmăreanu", "[1.9]"], "crasmareanu", &["(1.9a)", "(1.9b)"]);
    is(&["note 5"], "note", &["(5)", "after (5)"]);
    is(&["goldstein", "5"], "note", &["(5)", "after (5)"]);
    is(&["lemos", "after 16 b"], "lemos", &["after (16) b"]);
    is(&["moreschi", "§1.2"], "moreschi-castellano", &["§1.2"]);
    is(&["moreschi", "pars"], "moreschi-castellano", &["§1.2"]);
    is(&["(1.5b')"], "crasmareanu", &["(1.5b')"]);
}

#[test]
fn a_section_is_found_by_its_number() {
    let keys =
        |words: &[&str]| -> Vec<String> { found(words).into_iter().map(|(_, key)| key).collect() };
    assert_eq!(keys(&["wolf", "3.6"]), ["(18)", "after (18)"]);
    assert_eq!(keys(&["wolf", "section", "3.6"]), ["(18)", "after (18)"]);
    let disk = keys(&["wolf", "4.1"]);
    assert!(disk.contains(&"(19)".to_owned()) && disk.contains(&"after (29) C".to_owned()));
    assert!(!disk.contains(&"(30)".to_owned()));
    assert_eq!(keys(&["wolf", "§4"]).last().map(String::as_str), Some("(32)"));
    assert_eq!(keys(&["wolf", "4"]), ["(4)"]);
}

#[test]
fn rows_are_found_by_subject() {
    let turntable = found(&["turntable"]);
    assert!(turntable.contains(&("moreschi-castellano".to_owned(), "(33)".to_owned())));
    let penny = found(&["penny"]);
    assert!(penny.iter().any(|(paper, key)| paper == "lemos" && key == "after (16) b"));
    let whole = found(&["goldstein"]);
    assert!(whole.iter().all(|(paper, _)| paper == "note"));
    assert_eq!(whole, found(&["note"]));
}

#[test]
fn a_row_that_was_looked_up_stands_under_its_paper_and_section() {
    let text = printed(&["ledger", "wolf", "28"]);
    let mut lines = text.lines();
    assert!(lines.next().is_some_and(|line| line.ends_with("[Wolf2005]")), "{text}");
    assert_eq!(lines.next(), Some("§4.1.3, the rolling disk, variational"));
    assert!(!text.contains("(29)") && text.contains("(28)"), "{text}");
    let value = object(&mut alembert(&["ledger", "wolf", "28", "--json"]));
    assert_eq!(value["papers"][0]["rows"][0]["section"], "4.1.3");
}

#[test]
fn a_number_that_does_not_exist_gets_the_nearest() {
    for (words, near) in [
        (&["wolf", "99"][..], "the nearest are (32), (31), (30)"),
        (&["wolf", "3.9"], "the nearest are §3.6, §3.5, §3.4"),
        (&["crasmareanu", "1.9c"], "the nearest are (1.9b), (1.9a), (1.8c)"),
        (&["lemos", "bicycle"], "`alembert ledger lemos` shows all rows of this paper"),
    ] {
        let asked = format!("no row `{}` of {}", words[1], words[0]);
        alembert(&[&["ledger"], words].concat())
            .assert()
            .code(2)
            .stdout("")
            .stderr(predicate::str::contains(asked))
            .stderr(predicate::str::contains(near));
    }
}
