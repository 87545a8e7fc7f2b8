//! `alembert ledger`

use std::collections::BTreeMap;
use std::sync::Mutex;

use alembert::ledger::{PAPERS, Shown, decide};
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
    assert_eq!(total, ["all", "229", "141", "12", "16", "22", "31", "7", "0", "0"]);
}

#[test]
fn a_paper_shows_its_rows_with_the_lines_that_decide_them() {
    let rows = printed(&["ledger", "wolf"]);
    let row = rows.split("misprint    (28): ").nth(1).expect("the row is shown");
    let row = row.split("misprint    (29)").next().expect("there is a next row");
    for line in [
        "J φ\u{308} − R μ₁ θ\u{307} sin φ − R μ₂ θ\u{307} cos φ = 0",
        "right: J φ\u{308} − R μ₁ θ\u{307} sin φ + R μ₂ θ\u{307} cos φ = 0",
        "expect J φ'' - R μ_roll_x θ' sin φ + R μ_roll_y θ' cos φ = 0",
        "reject J φ''",
        "$ alembert prove wolf-disk-vakonomic \"J φ''",
    ] {
        assert!(row.contains(line), "{row}");
    }
}

#[test]
fn the_json_has_every_row_with_its_verdict() {
    let value = object(&mut alembert(&["ledger", "crasmareanu", "--json"]));
    assert_eq!((&value["counts"]["misprint"], &value["counts"]["may be"]), (&2.into(), &5.into()));
    let rows = value["papers"][0]["rows"].as_array().expect("rows are a list");
    let main = rows.iter().find(|row| row["equation"] == "(1.9a)").expect("the row is there");
    assert_eq!((&main["verdict"], &main["lost_mark"]), (&"may be".into(), &true.into()));
    assert_eq!(main["section"], "1");
    let [printed, right] = ["printed", "right"].map(|key| main[key].as_str().expect("LaTeX"));
    assert!(printed.contains(r"\frac{\partial L}{\partial\dot s^b}B^2"), "{printed}");
    assert!(right.contains(r"\frac{\partial L}{\partial\ddot s^b}B^{2b}"), "{right}");
    assert!(!main["commands"].as_array().expect("commands are a list").is_empty());
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
    for (word, count) in [("misprint", 12), ("refuted", 16), ("may be", 22)] {
        let rows = page.lines().filter(|line| line.contains(&format!("| **{word}**")));
        assert_eq!(rows.count(), count, "{word}");
    }
    assert!(page.contains(r"$J\ddot\varphi-R\mu_1\dot\theta\sin\varphi"));
}

#[test]
fn an_unknown_paper_gets_a_suggestion() {
    alembert(&["ledger", "wolff"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("no paper `wolff`"))
        .stderr(predicate::str::contains("did you mean `wolf`?"));
}

/// The words of a command: what stands between quotes is one of them, and a shell leaves it alone.
fn words(command: &str) -> Vec<String> {
    let changed = ['$', '`', '\\', '!', '\n'];
    assert!(!command.contains(changed), "a shell would change `{command}`");
    let mut words = Vec::new();
    for (i, part) in command.split('"').enumerate() {
        match i % 2 {
            1 => words.push(part.to_owned()),
            _ => words.extend(part.split_whitespace().map(str::to_owned)),
        }
    }
    words
}

/// Every command of every row, each once, with what it should print.
fn all_commands() -> BTreeMap<(String, String), String> {
    let mut all = BTreeMap::new();
    for paper in PAPERS {
        for decided in decide(paper) {
            let key = format!("{} {}", paper.name, decided.row.key);
            for Shown { command, prints } in decided.commands(paper) {
                all.insert((command, prints), key.clone());
            }
        }
    }
    all
}

#[test]
fn every_command_of_a_row_works_as_it_is_typed_and_prints_the_verdict() {
    let all = Mutex::new(all_commands());
    let next = || all.lock().expect("no test panics while it holds the lock").pop_first();
    let wrong = Mutex::new(Vec::new());
    let work = || {
        while let Some(((command, prints), key)) = next() {
            let words = words(&command);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let output = alembert(&words).output().expect("the command starts");
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let as_told = match words[0] {
                "prove" => text.starts_with(&prints),
                _ => text.contains(&prints),
            };
            if !output.status.success() || !as_told {
                let message = format!("{key}: alembert {command}: no `{prints}`: {text}");
                wrong.lock().expect("no test panics while it holds the lock").push(message);
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let wrong = wrong.into_inner().expect("the threads have ended");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
    is(&["moreschi", "33"], "moreschi-castellano", &["(33)", "(33) b"]);
    is(&["castellano (5)"], "moreschi-castellano", &["(4)–(6)"]);
    is(&["crasmareanu", "1.9a"], "crasmareanu", &["(1.9a)"]);
    is(&["Crâşmăreanu", "[1.9]"], "crasmareanu", &["(1.9a)", "(1.9b)"]);
    is(&["note 5"], "note", &["(5)", "after (5)", "after (5) b"]);
    is(&["goldstein", "5"], "note", &["(5)", "after (5)", "after (5) b"]);
    is(&["lemos", "after 16 b"], "lemos", &["after (16) b"]);
    let earlier = ["§1.2", "§1.2 b", "§1.2 c", "§1.2 d"];
    is(&["moreschi", "§1.2"], "moreschi-castellano", &earlier);
    is(&["moreschi", "pars"], "moreschi-castellano", &["§1.2 b"]);
    is(&["moreschi", "1.2"], "moreschi-castellano", &earlier);
    is(&["moreschi", "§1.2 b"], "moreschi-castellano", &["§1.2 b"]);
    is(&["rund"], "moreschi-castellano", &["§1.2 c"]);
    is(&["(1.5b')"], "crasmareanu", &["(1.5b')"]);
}

#[test]
fn a_section_is_found_by_its_number() {
    let keys =
        |words: &[&str]| -> Vec<String> { found(words).into_iter().map(|(_, key)| key).collect() };
    let behind = ["", " b", " c", " d", " e"].map(|letter| format!("after (18){letter}"));
    let expected = [&["(18)".to_owned()][..], &behind].concat();
    assert_eq!(keys(&["wolf", "3.6"]), expected);
    assert_eq!(keys(&["wolf", "section", "3.6"]), expected);
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
