//! `alembert explain`

use std::fs;

use alembert::language::CODES;
use alembert::walk::principles;
use predicates::prelude::*;

use crate::{alembert, printed};

#[test]
fn every_topic_is_explained_and_listed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../alembert/explain");
    let list = printed(&["explain"]);
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let page = fs::read_to_string(&path).unwrap();
        assert_eq!(printed(&["explain", name]), page);
        let title = page.lines().next().unwrap();
        assert!(list.lines().any(|line| line.contains(name) && line.ends_with(title)), "{name}");
    }
}

#[test]
fn the_page_of_principles_names_all_that_can_be_used() {
    let page = printed(&["explain", "principles"]);
    let rows = page.lines().skip(2).take_while(|line| !line.starts_with("The first nine"));
    let named: Vec<&str> = rows
        .filter(|line| !line.starts_with(' '))
        .filter_map(|l| l.split_whitespace().next())
        .collect();
    for name in principles() {
        assert!(named.contains(&name), "{name} is missing");
    }
    for name in named {
        assert!(principles().contains(&name), "{name} cannot be used");
    }
}

#[test]
fn every_code_is_explained_and_listed() {
    let list = printed(&["explain"]);
    for row in CODES {
        let code = row.code.to_string();
        let page = printed(&["explain", &code]);
        let head = format!("{code} ({}): {}", row.severity.word(), row.title);
        let words: Vec<&str> = page.split_whitespace().collect();
        assert!(words.join(" ").starts_with(&head), "{page}");
        assert!(page.contains("\nInstead of\n") && page.contains("\nwrite\n"), "{code}");
        assert!(list.contains(&format!("{code}  {:7}  {}\n", row.severity.word(), row.title)));
        assert_eq!(page, printed(&["explain", &code.to_lowercase()]));
    }
}

#[test]
fn prose_keeps_within_the_width_of_the_page() {
    let output = alembert(&["explain", "AL006"]).env("COLUMNS", "40").output().unwrap().stdout;
    let page = String::from_utf8(output).unwrap();
    assert!(page.lines().all(|line| line.chars().count() <= 40), "{page}");
}

#[test]
fn a_slip_gets_the_nearest_topic() {
    alembert(&["explain", "chetaef"])
        .assert()
        .code(2)
        .stdout("")
        .stderr(predicate::str::contains("did you mean `chetaev`?"));
}

#[test]
fn a_word_that_is_no_topic_gets_the_topics_that_contain_it() {
    alembert(&["explain", "leibniz"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("there is no page and no message code `leibniz`"))
        .stderr(predicate::str::contains("pages that speak of it: poisson"));
    alembert(&["explain", "xylophone"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("`alembert explain` lists all of them"));
}

#[test]
fn the_list_goes_by_groups() {
    let list = printed(&["explain"]);
    let place = |text: &str| list.find(text).unwrap_or_else(|| panic!("{text}: {list}"));
    let places = [
        "\nPrinciples\n",
        "\n  dalembert ",
        "\nConstraints\n",
        "\n  distribution ",
        "\nConservation and control\n",
        "\n  symmetry ",
        "\nPapers\n",
        "\n  crasmareanu ",
        "\nMessages: ",
    ]
    .map(place);
    assert!(places.is_sorted(), "{places:?}");
}

#[test]
fn words_of_the_papers_and_their_relatives_lead_to_a_page() {
    for (word, page) in [
        ("goldstein", "note"),
        ("hamilton", "hamilton"),
        ("Hamilton's principle", "hamilton"),
        ("variations", "hamilton"),
        ("virtual displacement", "virtual-displacements"),
        ("virtual work", "virtual-displacements"),
        ("distributions", "distribution"),
        ("Lie brackets", "distribution"),
        ("connections", "connection"),
        ("curvature", "connection"),
        ("Hamiltonian", "hamiltonian"),
        ("Hamilton's equations", "hamiltonian"),
        ("symmetries", "symmetry"),
        ("Noether", "symmetry"),
        ("Noether's theorem", "symmetry"),
        ("momentum map", "symmetry"),
        ("optimal control", "optimal-control"),
        ("Pontryagin", "optimal-control"),
        ("controllability", "chow"),
        ("Crâşmăreanu", "crasmareanu"),
        ("moreschi", "moreschi-castellano"),
        ("d'Alembert", "dalembert"),
        ("voronets", "voronec"),
    ] {
        assert_eq!(printed(&["explain", word]), printed(&["explain", page]), "{word}");
    }
}

#[test]
fn what_a_page_cites_is_in_the_bibliography() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../alembert/explain");
    let list = concat!(env!("CARGO_MANIFEST_DIR"), "/../../REFERENCES.bib");
    let list = fs::read_to_string(list).unwrap();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let page = fs::read_to_string(&path).unwrap();
        let Some((_, sources)) = page.split_once("\nSource") else { continue };
        for cited in sources.split('[').skip(1) {
            let key = cited.split([']', ',']).next().unwrap();
            assert!(list.contains(&format!("{{{key},")), "{}: {key}", path.display());
        }
    }
}

#[test]
fn an_unknown_code_is_refused() {
    alembert(&["explain", "AL999"])
        .assert()
        .code(2)
        .stdout("")
        .stderr(predicate::str::contains("`AL999`").and(predicate::str::contains("lists all")));
}

#[test]
fn a_topic_of_two_words_may_be_written_as_two() {
    let page = printed(&["explain", "growth-vector"]);
    assert_eq!(printed(&["explain", "growth", "vector"]), page);
    assert_eq!(printed(&["explain", "growth vector"]), page);
}

#[test]
fn a_name_with_more_words_finds_its_page() {
    let page = printed(&["explain", "quasi"]);
    for topic in [&["quasi-velocity"][..], &["Quasi", "velocities"], &["quasi-velocities"]] {
        assert_eq!(printed(&[&["explain"], topic].concat()), page, "{topic:?}");
    }
    alembert(&["explain", "quasivelocity"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("did you mean `quasi`?"));
}

#[test]
fn commands_and_notions_without_a_page_lead_to_the_one_that_treats_them() {
    for (name, page) in [
        ("plot", "view"),
        ("report", "view"),
        ("animate", "view"),
        ("units", "language"),
        ("inputs", "run"),
    ] {
        assert_eq!(printed(&["explain", name]), printed(&["explain", page]), "{name}");
    }
}
