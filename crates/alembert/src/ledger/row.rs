//! The rows of a paper's table.
//!
//! ```text
//! row     = key "|" claim "|" basis "|" mark "|" remark
//! basis   = "definition" | "editorial" | "open" | source { "," source }
//! source  = model | check "()"
//! mark    = "" | "lost mark"
//! ```
//!
//! Lines that are empty or begin with `#` are for the reader.

use super::Paper;
use super::section::Place;

/// One statement of a paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Where it stands: `(7)`, or `after (7)` for what has no number.
    pub key: String,
    /// The number of its section, `3.6`, or the name of its part; empty where there is none.
    pub section: String,
    /// What is said there, in our words.
    pub claim: String,
    /// What decides it.
    pub basis: Basis,
    /// May the mistake be a mark that was lost when the text was made?
    pub lost_mark: bool,
    /// What the right form is, how general the check is, why nothing decides it.
    pub remark: String,
}

/// What decides a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Basis {
    /// It names something; there is nothing to decide.
    Definition,
    /// No computation decides it; the remark says why.
    Editorial,
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
/// use alembert::ledger::{PAPERS, rows};
/// let all: usize = PAPERS.iter().map(|paper| rows(paper).unwrap().len()).sum();
/// assert_eq!(all, 205);
/// ```
///
/// # Errors
/// The first line that is not a row, or that names a row twice.
pub fn rows(paper: &Paper) -> Result<Vec<Row>, RowError> {
    let (mut rows, mut place) = (Vec::<Row>::new(), Place::of(paper));
    for (i, line) in paper.table.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let error = |problem| RowError { paper: paper.name, line: i + 1, problem };
        let row = row(line).map_err(error)?;
        let row = Row { section: place.next(&row.key), ..row };
        if rows.iter().any(|other| other.key == row.key) {
            return Err(error("has the key of another row"));
        }
        rows.push(row);
    }
    Ok(rows)
}

fn row(line: &str) -> Result<Row, &'static str> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [key, claim, basis, mark, remark] = fields[..] else {
        return Err("does not have five fields");
    };
    if key.is_empty() || claim.is_empty() || basis.is_empty() {
        return Err("has no key, no claim, or nothing that decides it");
    }
    let lost_mark = match mark {
        "" => false,
        "lost mark" => true,
        _ => return Err("has something else than `lost mark` in its fourth field"),
    };
    let basis = match basis {
        "definition" => Basis::Definition,
        "editorial" if remark.is_empty() => return Err("is editorial without a reason"),
        "editorial" => Basis::Editorial,
        "open" => Basis::Open,
        list => Basis::Sources(list.split(',').map(|name| source(name.trim())).collect()),
    };
    let [key, claim, remark] = [key, claim, remark].map(str::to_owned);
    Ok(Row { key, section: String::new(), claim, basis, lost_mark, remark })
}

fn source(name: &str) -> Source {
    match name.strip_suffix("()") {
        Some(check) => Source::Check(check.to_owned()),
        None => Source::Model(name.to_owned()),
    }
}
