//! `alembert examples`

use std::fs;
use std::path::Path;

use alembert::gallery::EXAMPLES;
use alembert::ledger::{PAPER_MODELS, PAPERS};
use predicates::prelude::*;

use crate::{alembert, alembert_in, object, printed};

#[test]
fn the_list_is_complete_and_sorted_and_has_the_titles() {
    let output = alembert(&["examples"]).assert().success().get_output().clone();
    let list = String::from_utf8(output.stdout).unwrap();
    assert!(String::from_utf8(output.stderr).unwrap().contains("alembert examples --papers"));
    let names: Vec<&str> = list.lines().filter_map(|line| line.split("  ").next()).collect();
    let mut folders: Vec<String> =
        fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|folder| folder != "papers") // they belong to the ledger
            .collect();
    folders.sort();
    assert_eq!(names, folders);
    for (line, example) in list.lines().zip(EXAMPLES) {
        let title = example.text.split('"').nth(1).unwrap();
        assert!(line.ends_with(&format!("  {title}")), "{line}");
    }
}

#[test]
fn one_example_is_counted_in_the_singular() {
    let text = printed(&["examples", "knife-edge", "--check"]);
    assert!(text.contains("\n1 example, 0 failed"), "{text}");
}

#[test]
fn the_list_as_json_has_the_same_names_and_titles() {
    let value = object(&mut alembert(&["examples", "--json"]));
    let rows = value["examples"].as_array().unwrap();
    assert_eq!(rows.len(), EXAMPLES.len());
    for (row, example) in rows.iter().zip(EXAMPLES) {
        assert_eq!(row["name"], example.name);
        assert_eq!(row["title"], example.title());
        assert_eq!(row["text"], example.text);
    }
}

#[test]
fn an_example_is_printed_as_it_is() {
    for example in EXAMPLES {
        assert_eq!(printed(&["examples", example.name]), example.text);
    }
}

#[test]
fn an_unknown_example_gets_the_nearest_name() {
    let hint = predicate::str::contains("did you mean `knife-edge`?");
    alembert(&["examples", "knifeedge"]).assert().code(2).stdout("").stderr(hint);
    let value = object(&mut alembert(&["examples", "knifeedge", "--json"]));
    assert_eq!(value["diagnostics"][0]["hint"], "did you mean `knife-edge`?");
}

#[test]
fn every_example_checks_and_is_counted() {
    let report = printed(&["examples", "--check"]);
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(lines.len(), EXAMPLES.len() + 2);
    for (line, example) in lines.iter().zip(EXAMPLES) {
        assert!(line.starts_with(&format!("ok      {} ", example.name)), "{line}");
    }
    let total = format!("{} examples, 0 failed; ", EXAMPLES.len());
    assert!(lines.last().unwrap().starts_with(&total), "{report}");
}

#[test]
fn the_check_as_json_counts_the_same() {
    let value = object(&mut alembert(&["examples", "--check", "--json"]));
    assert_eq!(value["failed"], 0);
    assert_eq!(value["examples"].as_array().unwrap().len(), EXAMPLES.len());
}

#[test]
fn written_examples_are_the_texts_and_writing_again_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for said in ["wrote 18 models to models\n", "wrote 0 models to models, 18 were there already\n"]
    {
        alembert_in(folder.path(), &["examples", "--write", "models"])
            .assert()
            .success()
            .stdout("")
            .stderr(said.replace("18", &EXAMPLES.len().to_string()));
    }
    for example in EXAMPLES {
        let path = folder.path().join("models").join(example.file_name());
        assert_eq!(fs::read_to_string(path).unwrap(), example.text);
    }
}

#[test]
fn a_file_of_the_user_is_not_overwritten_and_nothing_else_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let mine = folder.path().join("snakeboard.mech");
    fs::write(&mine, "mine").unwrap();
    alembert_in(folder.path(), &["examples", "--write", "."])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("exists already"));
    assert_eq!(fs::read_to_string(mine).unwrap(), "mine");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn one_example_is_written_alone() {
    let folder = tempfile::tempdir().unwrap();
    alembert_in(folder.path(), &["examples", "snakeboard", "--write", "."]).assert().success();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn equations_are_written_into_a_page_between_their_marks_and_the_rest_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("knife-edge");
    fs::create_dir(&place).unwrap();
    fs::write(place.join("README.md"), "# Mine\n").unwrap();
    let pages = ["examples", "knife-edge", "--pages", "."];
    for wrote in ["wrote 1 of 1 pages\n", "wrote 0 of 1 pages\n"] {
        alembert_in(folder.path(), &pages).assert().success().stdout("").stderr(wrote);
    }
    let page = fs::read_to_string(place.join("README.md")).unwrap();
    assert!(page.starts_with("# Mine\n") && page.contains("\nφ\u{308} = 0\n"), "{page}");
    alembert_in(&place, &pages).assert().code(2).stdout("");
}

#[test]
fn the_models_of_the_papers_are_listed_by_paper_with_their_equations() {
    let list = printed(&["examples", "--papers"]);
    for paper in PAPERS {
        assert!(list.contains(&format!("{} [{}]\n", paper.title, paper.reference)), "{list}");
    }
    for model in PAPER_MODELS {
        assert!(list.contains(&format!("\n  {}\n", model.name)), "{}", model.name);
    }
    let sphere = list.split("  lemos-sphere\n").nth(1).unwrap();
    let sphere = sphere.split("\n  lemos-voronec").next().unwrap();
    assert!(sphere.ends_with("(4), (5), after (6), (7), (15), after (16)"), "{sphere}");
    let one = printed(&["examples", "--papers", "Wolf"]);
    assert!(one.contains("  wolf-disk\n") && !one.contains("lemos"), "{one}");
    let value = object(&mut alembert(&["examples", "--papers", "--json"]));
    assert_eq!(value["papers"].as_array().unwrap().len(), PAPERS.len());
    alembert(&["examples", "--papers", "wolff"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("did you mean `wolf`?"));
}

#[test]
fn a_model_of_a_paper_stands_wherever_an_example_can() {
    let model = PAPER_MODELS.iter().find(|model| model.name == "lemos-sphere").unwrap();
    assert_eq!(printed(&["examples", "lemos-sphere"]), model.text);
    assert!(printed(&["check", "wolf-knife-edge"]).contains("edge  nonholonomic"));
    assert!(printed(&["prove", "lemos-sphere", "θ'' + φ' ψ' sin θ = 0"]).starts_with("proved"));
    let folder = tempfile::tempdir().unwrap();
    alembert_in(folder.path(), &["init", "mine", "--from", "wolf-disk"]).assert().success();
    let mine = fs::read_to_string(folder.path().join("mine.mech")).unwrap();
    assert_eq!(mine, printed(&["examples", "wolf-disk"]));
    alembert_in(folder.path(), &["examples", "lemos-sphere", "--write", "."]).assert().success();
    assert!(folder.path().join("lemos-sphere.mech").is_file());
    alembert(&["derive", "lemos-spere"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("did you mean `lemos-sphere`?"));
}

#[test]
fn completions_know_the_models_of_gallery_and_papers() {
    for shell in ["bash", "zsh", "fish"] {
        let script = printed(&["completions", shell]);
        for name in ["knife-edge", "lemos-sphere", "crasmareanu-free"] {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
}
