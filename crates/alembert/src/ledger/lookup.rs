//! Rows of the ledger by what a reader types: a paper, the number of an equation, a section, a subject.
//!
//! ```text
//! query   = [ paper ] [ number | "§" section | words ]
//! paper   = its name, one of its authors, its key, or the beginning of one of these
//! number  = 28, (28), 1.9a, 1.9 (all of its letters), 2.1 (a section where no equation has the number)
//! words   = each of them begins a word of the row or of the subject of its section
//! ```
//!
//! Capitals, brackets and diacritics do not count. Without a paper all papers are looked at. Who is
//! discussed in a paper, Goldstein in the note, leads to the rows on what they say.

use super::fold::{folded, numbers};
use super::{PAPERS, Paper, Row, rows};

/// Rows of a paper, by their keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The paper.
    pub paper: &'static Paper,
    /// The keys of the rows, in their order.
    pub keys: Vec<String>,
    /// Are these all of its rows?
    pub whole: bool,
}

/// Why there are no rows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LookupError {
    /// The first word names no paper, and no row speaks of it.
    #[error("the ledger has no paper `{0}` and no row that speaks of it")]
    NoPaper(String),
    /// The papers have no such row.
    #[error("the ledger has no row `{asked}` of {of}")]
    NoRow {
        /// What was asked for.
        asked: String,
        /// The name of the paper, or [`LookupError::ANY`].
        of: String,
        /// The keys and sections whose numbers are nearest.
        near: Vec<String>,
    },
}

impl LookupError {
    /// What [`LookupError::NoRow`] names when no paper was named.
    pub const ANY: &'static str = "any paper";
}

/// Other words for a paper: its authors, and who is discussed in all of it.
const PAPER_WORDS: &[(&str, &[&str])] = &[
    ("lemos", &["lemos"]),
    ("wolf", &["wolf"]),
    ("note", &["class note", "note", "goldstein"]),
    (
        "moreschi-castellano",
        &["moreschi and castellano", "moreschi castellano", "moreschi", "castellano"],
    ),
    ("crasmareanu", &["crasmareanu"]),
];

/// Who is discussed in a part of a paper: words, the paper, keys of rows or sections.
const DISCUSSED: &[(&str, &str, &[&str])] = &[
    ("hand", "lemos", &["(4)", "(5)", "(6)", "after (16) b", "after (16) c"]),
    ("finch", "lemos", &["(4)", "(5)", "(6)", "after (16) b", "after (16) c"]),
    ("saletan", "lemos", &["after (6)", "(7)"]),
    ("cromer", "lemos", &["after (6)", "(7)"]),
    ("neimark", "lemos", &["(8)", "(10)", "(11)"]),
    ("fufaev", "lemos", &["(8)", "(10)", "(11)"]),
    ("bloch", "wolf", &["§3.1", "§3.4", "§3.5"]),
    ("baruh", "wolf", &["after (17) b"]),
    ("ray", "note", &["(2)", "after (2) b"]),
    ("gatland", "note", &["(2)", "after (2) b"]),
    ("flannery", "note", &["(2)", "after (2) b"]),
    ("pars", "moreschi-castellano", &["§1.2"]),
    ("rund", "moreschi-castellano", &["§1.2"]),
    ("miron", "crasmareanu", &["(1.1a)", "(1.1b)"]),
    ("leon", "crasmareanu", &["(1.1b)", "(2.1)"]),
    ("bates", "crasmareanu", &["(2.3)"]),
    ("sniatycki", "crasmareanu", &["(2.3)"]),
    ("rosenberg", "crasmareanu", &["(2.3)"]),
    ("vranceanu", "crasmareanu", &["§1"]),
];

/// Words between the paper and the number that say nothing.
const FILLERS: [&str; 7] = ["eq", "eqs", "equation", "equations", "row", "rows", "no"];

/// Words that say that a number is a section.
const SECTION_WORDS: [&str; 4] = ["§", "sec", "section", "sections"];

/// The rows that a query means.
///
/// ```
/// use alembert::ledger::lookup;
/// let found = lookup("Wolf (28)").unwrap();
/// assert_eq!((found[0].paper.name, &*found[0].keys), ("wolf", &["(28)".to_owned()][..]));
/// assert!(lookup("goldstein").unwrap()[0].whole);
/// assert!(lookup("wolf 99").is_err());
/// ```
///
/// # Errors
/// When no paper has such a row: the nearest numbers.
///
/// # Panics
/// Never: a test reads the tables.
pub fn lookup(query: &str) -> Result<Vec<Chosen>, LookupError> {
    let words: Vec<String> = folded(query).split_whitespace().map(str::to_owned).collect();
    let (paper, rest) = split(&words);
    let asked = rest.join(" ");
    let papers = paper.map_or(PAPERS, std::slice::from_ref);
    let found: Vec<Chosen> = papers.iter().filter_map(|paper| chosen(paper, &rest)).collect();
    match paper {
        _ if !found.is_empty() => Ok(found),
        None if numbers(&asked).is_none() => Err(LookupError::NoPaper(query.trim().to_owned())),
        _ => {
            let of = paper.map_or(LookupError::ANY, |paper| paper.name).to_owned();
            Err(LookupError::NoRow { near: near(papers, &asked), asked, of })
        }
    }
}

/// The paper that the first words name, and the other words; `wolf28` is two words.
fn split(words: &[String]) -> (Option<&'static Paper>, Vec<String>) {
    let Some(first) = words.first() else { return (None, Vec::new()) };
    let line = words.join(" ");
    for paper in PAPERS {
        let names = PAPER_WORDS.iter().filter(|(name, _)| *name == paper.name);
        for name in names.flat_map(|(_, names)| names.iter()) {
            let Some(rest) = line.strip_prefix(name) else { continue };
            if rest.starts_with(char::is_alphabetic) || paper.reference.to_lowercase() == *first {
                continue;
            }
            return (Some(paper), rest.split_whitespace().map(str::to_owned).collect());
        }
    }
    let begun = |paper: &&Paper| {
        let key = paper.reference.to_lowercase();
        key == *first || (first.chars().count() > 3 && paper.name.starts_with(first.as_str()))
    };
    match PAPERS.iter().find(begun) {
        Some(paper) => (Some(paper), words[1..].to_vec()),
        None => (None, words.to_vec()),
    }
}

/// The rows of a paper that the words mean; none when there are none.
fn chosen(paper: &'static Paper, words: &[String]) -> Option<Chosen> {
    let rows = rows(paper).expect("the tables have no mistakes");
    let is_section = words.iter().any(|word| SECTION_WORDS.contains(&word.as_str()));
    let says = |word: &&String| {
        !FILLERS.contains(&word.as_str()) && !SECTION_WORDS.contains(&word.as_str())
    };
    let words: Vec<&str> = words.iter().filter(says).map(String::as_str).collect();
    let keys = match words[..] {
        [] => Some(rows.iter().map(|row| row.key.clone()).collect()),
        [number] if numbers(number).is_some() => by_number(&rows, number, is_section),
        _ => by_words(paper, &rows, &words),
    }?;
    let whole = keys.len() == rows.len();
    Some(Chosen { paper, keys, whole })
}

/// Keys of the rows that a test takes; none when there are none.
fn keys<'a>(rows: &'a [Row], takes: impl FnMut(&&'a Row) -> bool) -> Option<Vec<String>> {
    let keys: Vec<String> = rows.iter().filter(takes).map(|row| row.key.clone()).collect();
    Some(keys).filter(|keys| !keys.is_empty())
}

/// Rows by a number: of an equation, of an equation with letters, or of a section.
fn by_number(rows: &[Row], number: &str, is_section: bool) -> Option<Vec<String>> {
    let in_section = |row: &&Row| {
        let rest = row.section.strip_prefix(number);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    if is_section {
        return keys(rows, in_section);
    }
    let with = |covers: fn(&str, &str) -> bool| {
        keys(rows, |row| equations(&row.key).iter().any(|equation| covers(equation, number)))
    };
    with(is_number).or_else(|| with(is_letter_of)).or_else(|| keys(rows, in_section))
}

/// The numbers in a key, `28` of `after (28) b`; that of a section is none of an equation.
fn equations(key: &str) -> Vec<String> {
    if key.starts_with('§') {
        return Vec::new();
    }
    let key = folded(key);
    key.split_whitespace().filter(|word| numbers(word).is_some()).map(str::to_owned).collect()
}

/// Is it the number, or a range with it?
fn is_number(equation: &str, number: &str) -> bool {
    let whole = |text: &str| text.parse::<u32>().ok();
    let between = equation
        .split_once('-')
        .and_then(|(first, last)| Some((whole(first)?..=whole(last)?).contains(&whole(number)?)));
    equation == number || between == Some(true)
}

/// Is it the number with a letter behind it, `1.9a` for `1.9`?
fn is_letter_of(equation: &str, number: &str) -> bool {
    let rest = equation.strip_prefix(number);
    rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_alphabetic() || c == '\''))
}

/// Rows by words: a key, somebody who is discussed, a part of the paper, or a subject.
fn by_words(paper: &Paper, rows: &[Row], words: &[&str]) -> Option<Vec<String>> {
    let key = words.join(" ");
    let begins = |row: &&Row| {
        let own = folded(&row.key);
        let rest = own.strip_prefix("§ ").unwrap_or(&own).strip_prefix(&key);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let on = |name: &str| DISCUSSED.iter().find(|(word, of, _)| *word == name && *of == paper.name);
    if let [name] = words
        && let Some((_, _, places)) = on(name)
    {
        let section = |row: &Row| format!("§{}", row.section);
        return keys(rows, |row| {
            places.contains(&row.key.as_str()) || places.contains(&section(row).as_str())
        });
    }
    let subjects = paper.sections();
    let subject = |row: &Row| {
        subjects.iter().find(|section| section.number == row.section).map_or("", |s| s.subject)
    };
    let speaks = |row: &&Row| {
        let text = [&row.key, &row.claim, &row.remark, &row.section, subject(row)].join(" ");
        let text = folded(&text);
        let all: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
        words.iter().all(|word| all.iter().any(|other| other.starts_with(word)))
    };
    keys(rows, begins).or_else(|| keys(rows, speaks))
}

/// How many near numbers are told.
const NEAR: usize = 3;

/// The equations and sections whose numbers are nearest to the one that is asked for.
fn near(papers: &[Paper], asked: &str) -> Vec<String> {
    let Some(wanted) = asked.split_whitespace().find_map(numbers) else { return Vec::new() };
    let mut found: Vec<(bool, Vec<u32>, String)> = Vec::new();
    let mut add = |number: Vec<u32>, name: String| {
        let differences = wanted.iter().zip(&number).map(|(a, b)| a.abs_diff(*b)).collect();
        if found.iter().all(|(_, _, other)| *other != name) {
            found.push((wanted.len() != number.len(), differences, name));
        }
    };
    for paper in papers {
        for row in rows(paper).expect("the tables have no mistakes") {
            equations(&row.key)
                .iter()
                .filter_map(|e| Some((numbers(e)?, e)))
                .for_each(|(number, equation)| add(number, format!("({equation})")));
            numbers(&row.section).into_iter().for_each(|s| add(s, format!("§{}", row.section)));
        }
    }
    found.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    found.into_iter().take(NEAR).map(|(_, _, name)| name).collect()
}
