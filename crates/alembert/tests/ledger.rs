//! The ledger of the papers: every row is decided, and the page says what running says.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use alembert::ledger::{
    Basis, CHECKS, Decided, LedgerReport, PAPER_MODELS, PAPERS, Paper, PaperModel, Ruling, Source,
    Tally, decide, page, rows,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All checks, run once.
fn report() -> &'static LedgerReport {
    static REPORT: OnceLock<LedgerReport> = OnceLock::new();
    REPORT.get_or_init(|| LedgerReport::new(PAPERS))
}

fn decided() -> impl Iterator<Item = &'static Decided> {
    report().papers.iter().flat_map(|(_, rows)| rows)
}

#[test]
fn every_row_is_decided_as_its_lines_say() {
    assert!(!report().fails(), "{}", report().summary());
    let count = |ruling| report().total().count(ruling);
    let found = Ruling::ALL.map(count);
    // holds, misprint, refuted, may be, definition, outside, open, failed
    assert_eq!(found, [141, 12, 16, 22, 31, 7, 0, 0], "{}", report().summary());
    assert_eq!(report().total().rows(), 229);
}

#[test]
fn the_papers_have_the_known_numbers_of_rows() {
    let counts = |(paper, rows): &(&'static Paper, Vec<Decided>)| {
        let tally = Tally::of(rows);
        (paper.name, Ruling::ALL.map(|ruling| tally.count(ruling)))
    };
    let found: Vec<_> = report().papers.iter().map(counts).collect();
    let expected = [
        ("lemos", [19, 0, 0, 0, 2, 0, 0, 0]),
        ("wolf", [55, 8, 6, 10, 9, 4, 0, 0]),
        ("note", [13, 2, 1, 0, 2, 1, 0, 0]),
        ("moreschi-castellano", [31, 0, 9, 7, 11, 2, 0, 0]),
        ("crasmareanu", [23, 2, 0, 5, 7, 0, 0, 0]),
    ];
    assert_eq!(found, expected);
}

#[test]
fn the_page_is_what_is_generated() {
    let written = fs::read_to_string(root().join("docs/ledger.md")).expect("the page is there");
    assert!(
        written == page(report()),
        "docs/ledger.md is stale; run `cargo run --release -- ledger --write docs/ledger.md`"
    );
}

#[test]
fn what_is_refuted_has_its_right_form_beside_it() {
    for Decided { row, findings, .. } in decided().filter(|d| d.ruling.is_wrong()) {
        assert!(findings.iter().any(|line| line.reject), "{}", row.key);
        assert!(findings.iter().any(|line| !line.reject), "{}", row.key);
        assert!(!row.remark.is_empty(), "{} has no word on its mistake", row.key);
    }
}

#[test]
fn every_model_and_every_check_decides_a_row() {
    let tables = PAPERS.iter().flat_map(|paper| rows(paper).expect("the tables are sound"));
    let used: Vec<Source> = tables
        .filter_map(|row| match row.basis {
            Basis::Sources(list) => Some(list),
            _ => None,
        })
        .flatten()
        .collect();
    for model in PAPER_MODELS {
        assert!(used.contains(&Source::Model(model.name.to_owned())), "{}", model.name);
    }
    for check in CHECKS {
        assert!(used.contains(&Source::Check(check.name.to_owned())), "{}", check.name);
    }
}

#[test]
fn the_list_of_models_is_complete() {
    let folder = root().join("examples/papers");
    let entries = fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("an entry can be read").path());
    let mut names: Vec<String> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "mech"))
        .map(|path| path.file_stem().expect("a file has a name").to_string_lossy().into_owned())
        .collect();
    names.sort();
    let listed: Vec<&str> = PAPER_MODELS.iter().map(|model| model.name).collect();
    assert_eq!(listed, names);
}

#[test]
fn every_line_of_the_models_is_decided_as_it_should_be() {
    for model in PAPER_MODELS {
        for (keys, finding) in model.findings().expect("the model is understood") {
            assert!(finding.holds, "{}: {}: {}", model.name, finding.text, finding.how);
            assert!(keys.iter().all(|key| !key.is_empty()), "{}", finding.text);
        }
    }
}

/// Models in which a quantity vanishes on every motion, and those in which it is driven.
const DRIVEN: [(&str, &str); 2] = [
    ("wolf-disk", "wolf-disk-driven"),
    ("moreschi-castellano-turntable", "moreschi-castellano-pushed"),
];

/// The equations under `expect` of a model, each once for every sign that is turned round in it, and
/// once with the whole right side turned round; their comments are kept.
fn with_other_signs(text: &str) -> (String, usize) {
    let (head, rest) = text.split_once("\nexpect").expect("a model expects something");
    let lines = rest.split("\nreject").next().expect("a text has a beginning");
    let joined = lines.split_once('\n').expect("lines follow").1.replace("\n    ", " ");
    let mut turned = Vec::new();
    for line in joined.lines() {
        let (claim, comment) = line.split_once('#').unwrap_or((line, ""));
        let Some((left, right)) = claim.split_once('=') else { continue };
        let mut add = |claim: String| turned.push(format!("  {claim}    #{comment}\n"));
        for (place, sign) in claim.match_indices(['+', '-']) {
            let other = if sign == "+" { "-" } else { "+" };
            add(format!("{}{other}{}", claim[..place].trim_start(), &claim[place + 1..]));
        }
        if right.trim() != "0" {
            add(format!("{} = -({})", left.trim(), right.trim()));
        }
    }
    (format!("{head}\nexpect\n{}", turned.concat()), turned.len())
}

/// Where a line holds with either sign, as what it says is that two zeros are equal, its rows are
/// decided by another model too.
#[test]
fn an_expected_line_with_another_sign_does_not_hold() {
    let keys_of = |name: &str| -> Vec<String> {
        let model = PAPER_MODELS.iter().find(|model| model.name == name).expect("a known model");
        let findings = model.findings().expect("the model is understood").into_iter();
        findings.flat_map(|(keys, _)| keys).collect()
    };
    let mut count = 0;
    for model in PAPER_MODELS {
        let (text, flips) = with_other_signs(model.text);
        let turned = PaperModel { name: model.name, text: Box::leak(text.into_boxed_str()) };
        let found = turned.findings().expect("the model is understood");
        assert_eq!(found.len(), flips, "{}", model.name);
        let driven = DRIVEN.iter().find(|pair| pair.0 == model.name);
        let elsewhere = driven.map_or(Vec::new(), |pair| keys_of(pair.1));
        for (keys, line) in found.iter().filter(|(_, line)| line.holds) {
            let covered = keys.iter().all(|key| elsewhere.contains(key));
            assert!(covered, "{}: {}", model.name, line.text);
        }
        count += flips;
    }
    assert!(count > 350, "{count}");
}

/// A table of one row.
fn ruling(table: &'static str) -> (Ruling, Vec<String>) {
    let paper = Paper { name: "test", author: "Test", title: "Test", reference: "Test", table };
    let mut decided = decide(&paper);
    let first = decided.remove(0);
    (first.ruling, first.trouble)
}

#[test]
fn a_row_without_a_line_that_names_it_fails() {
    let (found, trouble) =
        ruling("(99) | a claim\n  by: lemos-naive\n(6) | another\n  by: lemos-naive\n");
    assert_eq!(found, Ruling::Failed);
    assert_eq!(trouble, ["no line of `lemos-naive` names (99)"]);
}

#[test]
fn a_row_that_names_nothing_that_exists_fails() {
    assert_eq!(ruling("(1) | a claim\n  by: lemos-cube\n").1, ["there is no model `lemos-cube`"]);
    assert_eq!(ruling("(1) | a claim\n  by: magic()\n").1, ["there is no check `magic`"]);
}

#[test]
fn a_line_that_names_a_row_which_does_not_look_at_it_is_reported() {
    let (found, trouble) = ruling("(7) | a claim\n  by: open\n(6) | another\n  by: lemos-naive\n");
    assert_eq!((found, trouble), (Ruling::Open, Vec::new()));
    let (found, trouble) = ruling("(6) | a claim\n  by: open\n(7) | another\n  by: lemos-naive\n");
    assert_eq!(found, Ruling::Failed);
    assert!(
        trouble[0].ends_with("of `lemos-naive` names (6), which does not name it"),
        "{trouble:?}"
    );
}

#[test]
fn rows_without_a_source_are_open_outside_or_definitions() {
    assert_eq!(ruling("(1) | a claim\n  by: open\n").0, Ruling::Open);
    assert_eq!(ruling("(1) | a name\n  by: definition\n").0, Ruling::Definition);
    assert_eq!(ruling("(1) | a name\n  by: outside\n  remark: Why.\n").0, Ruling::Outside);
}

/// The lines of a check that rejects the printed form, under a word of ours.
fn worded(word: &'static str) -> (Ruling, Vec<String>) {
    let table = format!("(2.2) | a claim\n  right: x\n{word}  by: free_particle()\n");
    ruling(Box::leak(table.into_boxed_str()))
}

#[test]
fn the_lines_say_whether_a_printed_form_fails_and_the_word_in_which_sense() {
    assert_eq!(worded("  wrong: misprint\n").0, Ruling::Misprint);
    assert_eq!(worded("  wrong: refuted\n").0, Ruling::Refuted);
    assert_eq!(worded("  wrong: may be\n").0, Ruling::MayBe);
    let silent = ruling("(2.2) | a claim\n  by: free_particle()\n");
    assert_eq!(silent.0, Ruling::Failed);
    assert_eq!(silent.1, ["the printed form fails, and no word says in which sense"]);
    let slander = ruling("(6) | a claim\n  wrong: refuted\n  by: lemos-naive\n");
    assert_eq!(slander.0, Ruling::Failed);
    assert_eq!(slander.1, ["a word says that it is wrong, and no line rejects it"]);
}

#[test]
fn a_table_with_a_mistake_says_where() {
    let error = |table: &'static str| {
        let paper = Paper { name: "test", author: "Test", title: "Test", reference: "Test", table };
        rows(&paper).expect_err("the table is wrong").to_string()
    };
    let cases = [
        ("# head\n(1) a claim\n", "line 2 of the table of test has no `|` between key and claim"),
        ("(1) |\n", "line 1 of the table of test has no key or no claim"),
        ("  by: open\n", "line 1 of the table of test is a field without a row"),
        ("(1) | a\n  by\n", "line 2 of the table of test has no `: ` behind the name of a field"),
        ("(1) | a\n  sheep: x\n", "line 2 of the table of test has a field of an unknown name"),
        (
            "(1) | a\n  wrong: very\n",
            "line 2 of the table of test says something else than misprint, refuted or may be",
        ),
        ("(1) | a\n\n", "line 1 of the table of test ends a row that nothing decides"),
        (
            "(1) | a\n  by: outside\n(2) | b\n",
            "line 3 of the table of test ends a row outside without a reason",
        ),
        (
            "(1) | a\n  by: x\n  wrong: misprint\n",
            "line 3 of the table of test ends a misprint without the right form",
        ),
        (
            "(1) | a\n  by: x\n  right: y\n",
            "line 3 of the table of test ends a row with a right form and no word on what is wrong",
        ),
        (
            "(1) | a\n  by: open\n(1) | b\n",
            "line 3 of the table of test has the key of another row",
        ),
    ];
    for (table, message) in cases {
        assert_eq!(error(table), message);
    }
}

#[test]
fn rows_know_their_section() {
    let wolf = rows(Paper::named("wolf").expect("a paper")).expect("a sound table");
    let section = |key: &str| {
        let row = wolf.iter().find(|row| row.key == key);
        row.map(|row| row.section.as_str())
    };
    assert_eq!(section("(28)"), Some("4.1.3"));
    assert_eq!(section("(3)"), Some("2.2"));
    for row in wolf.iter().filter(|row| row.key.starts_with('§')) {
        let named = row.key.trim_start_matches('§').split(' ').next();
        assert_eq!(named, Some(row.section.as_str()));
    }
}

/// Formulas that Markdown and web pages would not leave alone.
fn is_robust(latex: &str) -> bool {
    let latex = latex.replace(r"\\", r"\cr "); // as the page has it
    let mut signs = latex.match_indices('\\').filter_map(|(at, _)| latex[at + 1..].chars().next());
    let letters = signs.all(|c| c.is_ascii_alphabetic());
    latex.is_ascii() && letters && !latex.contains(['|', '$', '<', '>', '`', '*'])
}

#[test]
fn every_formula_is_typeset() {
    let mut count = 0;
    for row in decided().map(|d| &d.row) {
        for latex in row.printed.iter().chain(&row.right) {
            let line = alembert_render::formula::line(latex);
            let line = line.unwrap_or_else(|error| panic!("{}: {error}", row.key));
            assert!(!line.contains(['\\', '$', '&']), "{}: {line}", row.key);
            assert!(is_robust(latex), "{}: {latex}", row.key);
            count += 1;
        }
    }
    assert!(count > 230, "{count}");
}

#[test]
fn what_is_wrong_is_printed_and_a_misprint_has_its_right_form() {
    for Decided { row, ruling, .. } in decided().filter(|d| d.ruling.is_wrong()) {
        if *ruling != Ruling::Refuted {
            assert!(row.printed.is_some(), "{}", row.key);
            assert_ne!(row.printed, row.right, "{}", row.key);
        }
    }
}

#[test]
fn whoever_watches_is_told_of_every_row() {
    let paper = Paper::named("note").expect("a paper");
    let mut shares = Vec::new();
    let rows = alembert::ledger::decide_watched(paper, &mut |share| shares.push(share));
    assert_eq!(shares.len(), rows.len());
    assert!(shares.windows(2).all(|pair| pair[0] < pair[1]) && shares.last() == Some(&1.0));
}
