//! The rows of a paper's table.
//!
//! ```text
//! table   = { "== " section " | " subject newline { row } }
//! row     = key " | " claim newline { "  " field ": " text newline }
//! field   = "printed"    the formula as it is printed, in LaTeX
//!         | "right"      the formula that is right, where the printed one is not
//!         | "wrong"      "misprint" | "refuted" | "may be": what is wrong with a printed form that fails
//!         | "by"         "definition" | "outside" | "open" | source { "," source }
//!         | "see"        a command of `alembert` that shows it, [" => " words that it prints];
//!                        "ledger" for the ledger's own
//!         | "remark"     how general the check is, why nothing decides it
//! source  = model | check "()"
//! ```
//!
//! Lines that are empty or begin with `#` are for the reader. [`super::Section`] has the sections.

use super::Paper;
use super::section::{HEADING, Section};

/// One statement of a paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Where it stands: `(7)`, or `after (7)` for what has no number.
    pub key: String,
    /// The number of its section, `3.6`, or the name of its part; empty where there is none.
    pub section: String,
    /// What is said there, in our words.
    pub claim: String,
    /// The formula as it is printed, in LaTeX; none for what is said in words.
    pub printed: Option<String>,
    /// The right formula, in LaTeX, where the printed one is not.
    pub right: Option<String>,
    /// What decides it.
    pub basis: Basis,
    /// What is wrong with it, if the printed form fails.
    pub wrong: Option<Wrong>,
    /// Commands that show it, besides those that its lines give.
    pub shown: Vec<Shown>,
    /// How general the check is, why nothing decides it.
    pub remark: String,
}

/// What is wrong where a printed form fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It is right as it is meant, and wrong as it is printed.
    Print,
    /// It is wrong as it is meant.
    Meaning,
    /// The text at hand may have lost a dot, an index or a sign that the paper has.
    Text,
}

/// A command that shows a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// What is typed, without the name of the program.
    pub command: String,
    /// Words that it prints; empty where it is enough that it succeeds.
    pub prints: String,
}

/// What decides a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Basis {
    /// It names something; there is nothing to decide.
    Definition,
    /// No computation decides it; the remark says why.
    Outside,
    /// Nothing decides it yet.
    Open,
    /// Lines of models and checks.
    Sources(Vec<Source>),
}

/// Where the deciding lines come from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// The lines of a model that name the row.
    Model(String),
    /// The findings of a check.
    Check(String),
}

/// A line of a table that is not a row.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the table of {paper} {problem}")]
pub struct RowError {
    /// The name of the paper.
    pub paper: &'static str,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: &'static str,
}

/// The rows of a paper, in their order.
///
/// ```
/// use alembert::ledger::{Paper, rows};
/// let rows = rows(Paper::named("wolf").unwrap()).unwrap();
/// let row = rows.iter().find(|row| row.key == "(28)").unwrap();
/// assert_eq!(row.section, "4.1.3");
/// assert!(row.printed.as_ref().unwrap().contains(r"\ddot\varphi"));
/// ```
///
/// # Errors
/// The first line that is not a part of a row, or a row that is not whole or has the key of another.
pub fn rows(paper: &Paper) -> Result<Vec<Row>, RowError> {
    let mut table = Table::default();
    for (i, line) in paper.table.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let error = |problem| RowError { paper: paper.name, line: i + 1, problem };
        table.read(line).map_err(error)?;
        table.line = i + 1;
    }
    let line = table.line;
    table.finish().map_err(|problem| RowError { paper: paper.name, line, problem })?;
    Ok(table.rows)
}

/// What was read of a table.
#[derive(Default)]
struct Table {
    rows: Vec<Row>,
    section: String,
    open: Option<Fields>,
    line: usize,
}

/// A row whose fields are being read.
struct Fields {
    row: Row,
    has_basis: bool,
}

impl Table {
    fn read(&mut self, line: &'static str) -> Result<(), &'static str> {
        if let Some(field) = line.strip_prefix("  ") {
            let fields = self.open.as_mut().ok_or("is a field without a row")?;
            return fields.read(field);
        }
        self.finish()?;
        if line.starts_with(HEADING) {
            let section = Section::of_line(line).ok_or("has a section without a subject")?;
            section.number.clone_into(&mut self.section);
            return Ok(());
        }
        let (key, claim) = line.split_once('|').ok_or("has no `|` between key and claim")?;
        let [key, claim] = [key, claim].map(|text| text.trim().to_owned());
        if key.is_empty() || claim.is_empty() {
            return Err("has no key or no claim");
        }
        if self.rows.iter().any(|other| other.key == key) {
            return Err("has the key of another row");
        }
        self.open = Some(Fields::new(key, claim, self.section.clone()));
        Ok(())
    }

    /// Ends the row that is open.
    fn finish(&mut self) -> Result<(), &'static str> {
        if let Some(fields) = self.open.take() {
            self.rows.push(fields.whole()?);
        }
        Ok(())
    }
}

impl Fields {
    fn new(key: String, claim: String, section: String) -> Fields {
        let row = Row {
            key,
            section,
            claim,
            printed: None,
            right: None,
            basis: Basis::Open,
            wrong: None,
            shown: Vec::new(),
            remark: String::new(),
        };
        Fields { row, has_basis: false }
    }

    fn read(&mut self, line: &str) -> Result<(), &'static str> {
        let (name, text) = line.split_once(": ").ok_or("has no `: ` behind the name of a field")?;
        let text = text.trim().to_owned();
        match name.trim() {
            "printed" => self.row.printed = Some(text),
            "right" => self.row.right = Some(text),
            "wrong" => self.row.wrong = Some(wrong(&text)?),
            "by" => (self.row.basis, self.has_basis) = (basis(&text), true),
            "see" => self.row.shown.push(shown(&text)),
            "remark" => self.row.remark = text,
            _ => return Err("has a field of an unknown name"),
        }
        Ok(())
    }

    /// The row, if nothing is missing.
    fn whole(self) -> Result<Row, &'static str> {
        let Fields { row, has_basis } = self;
        let fixed = matches!(row.wrong, Some(Wrong::Print | Wrong::Text));
        match row.basis {
            _ if !has_basis => Err("ends a row that nothing decides"),
            Basis::Outside if row.remark.is_empty() => Err("ends a row outside without a reason"),
            _ if fixed && row.right.is_none() => Err("ends a misprint without the right form"),
            _ if row.right.is_some() && row.wrong.is_none() => {
                Err("ends a row with a right form and no word on what is wrong")
            }
            _ => Ok(row),
        }
    }
}

fn wrong(text: &str) -> Result<Wrong, &'static str> {
    match text {
        "misprint" => Ok(Wrong::Print),
        "refuted" => Ok(Wrong::Meaning),
        "may be" => Ok(Wrong::Text),
        _ => Err("says something else than misprint, refuted or may be"),
    }
}

fn basis(text: &str) -> Basis {
    match text {
        "definition" => Basis::Definition,
        "outside" => Basis::Outside,
        "open" => Basis::Open,
        list => Basis::Sources(list.split(',').map(|name| source(name.trim())).collect()),
    }
}

fn source(name: &str) -> Source {
    match name.strip_suffix("()") {
        Some(check) => Source::Check(check.to_owned()),
        None => Source::Model(name.to_owned()),
    }
}

fn shown(text: &str) -> Shown {
    let (command, prints) = text.split_once(" => ").unwrap_or((text, ""));
    let [command, prints] = [command, prints].map(|part| part.trim().to_owned());
    Shown { command, prints }
}
