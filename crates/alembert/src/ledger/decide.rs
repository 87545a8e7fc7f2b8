//! The verdict on every row, from running its lines.

use std::collections::BTreeMap;

use super::row::{Basis, Row, Source, rows};
use super::{CHECKS, Finding, Paper, PaperModel, SourceError};

/// What became of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ruling {
    /// It is as the paper says.
    Holds,
    /// It is not; the right form stands beside it.
    Refuted,
    /// No computation decides it.
    Editorial,
    /// It names something.
    Definition,
    /// Nothing decides it yet.
    Open,
    /// A line that should decide it does not hold.
    Failed,
}

impl Ruling {
    /// All of them, in the order of the summary.
    pub const ALL: [Ruling; 6] = [
        Ruling::Holds,
        Ruling::Refuted,
        Ruling::Editorial,
        Ruling::Definition,
        Ruling::Open,
        Ruling::Failed,
    ];

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Refuted => "refuted",
            Self::Editorial => "editorial",
            Self::Definition => "definition",
            Self::Open => "open",
            Self::Failed => "failed",
        }
    }
}

/// A row with its verdict.
#[derive(Clone, Debug)]
pub struct Decided {
    /// The row.
    pub row: Row,
    /// The verdict.
    pub ruling: Ruling,
    /// The lines that decide it.
    pub findings: Vec<Finding>,
    /// Why it failed.
    pub trouble: Vec<String>,
}

/// What the sources of a paper found, each line with the rows that it names; or why there is none.
type Found = BTreeMap<Source, Result<Vec<(Vec<String>, Finding)>, SourceError>>;

/// Runs all that decides the rows of a paper.
///
/// # Panics
/// Never: a test reads the tables.
#[must_use]
pub fn decide(paper: &Paper) -> Vec<Decided> {
    decide_watched(paper, &mut |_| ())
}

/// The same, and tells the share of the rows that are decided.
pub fn decide_watched(paper: &Paper, tell: &mut dyn FnMut(f64)) -> Vec<Decided> {
    decide_some(paper, &|_| true, tell)
}

/// The same for the rows that are wanted; nothing else runs.
pub(super) fn decide_some(
    paper: &Paper,
    wanted: &dyn Fn(&Row) -> bool,
    tell: &mut dyn FnMut(f64),
) -> Vec<Decided> {
    let all = rows(paper).expect("the tables have no mistakes");
    let rows: Vec<Row> = all.iter().filter(|row| wanted(row)).cloned().collect();
    let mut found = Found::new();
    for (i, row) in rows.iter().enumerate() {
        for source in sources(row) {
            found.entry(source.clone()).or_insert_with(|| run(source));
        }
        tell(share(i + 1, rows.len()));
    }
    let mut decided: Vec<Decided> = rows.into_iter().map(|row| ruled(row, &found)).collect();
    report_strays(&mut decided, &all, &found);
    decided
}

/// A part of a whole, between 0 and 1.
fn share(part: usize, whole: usize) -> f64 {
    let number = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    number(part) / number(whole.max(1))
}

fn sources(row: &Row) -> &[Source] {
    match &row.basis {
        Basis::Sources(list) => list,
        Basis::Definition | Basis::Editorial | Basis::Open => &[],
    }
}

fn run(source: &Source) -> Result<Vec<(Vec<String>, Finding)>, SourceError> {
    match source {
        Source::Model(name) => match PaperModel::named(name) {
            Some(model) => model.findings(),
            None => Err(SourceError::NoModel(name.clone())),
        },
        Source::Check(name) => match CHECKS.iter().find(|check| check.name == name) {
            Some(check) => Ok((check.run)()),
            None => Err(SourceError::NoCheck(name.clone())),
        },
    }
}

fn ruled(row: Row, found: &Found) -> Decided {
    let (findings, mut trouble) = gathered(&row, found);
    for line in findings.iter().filter(|line| !line.holds) {
        trouble.push(format!("{}: `{}` is not decided so: {}", line.place, line.text, line.how));
    }
    let rejected = findings.iter().any(|line| line.reject);
    if rejected && findings.iter().all(|line| line.reject) {
        trouble.push("no right form stands beside what is refuted".to_owned());
    }
    let ruling = match row.basis {
        _ if !trouble.is_empty() => Ruling::Failed,
        Basis::Definition => Ruling::Definition,
        Basis::Editorial => Ruling::Editorial,
        Basis::Open => Ruling::Open,
        Basis::Sources(_) if rejected => Ruling::Refuted,
        Basis::Sources(_) => Ruling::Holds,
    };
    Decided { row, ruling, findings, trouble }
}

/// The lines that decide a row, and what is wrong with its sources.
fn gathered(row: &Row, found: &Found) -> (Vec<Finding>, Vec<String>) {
    let (mut findings, mut trouble) = (Vec::new(), Vec::new());
    for source in sources(row) {
        let (name, is_check) = match source {
            Source::Model(name) => (name, false),
            Source::Check(name) => (name, true),
        };
        let decides = |keys: &[String]| keys.contains(&row.key) || (is_check && keys.is_empty());
        match &found[source] {
            Err(reason) => trouble.push(reason.to_string()),
            Ok(lines) if !lines.iter().any(|(keys, _)| decides(keys)) => {
                trouble.push(format!("no line of `{name}` names {}", row.key));
            }
            Ok(lines) => {
                let named = lines.iter().filter(|(keys, _)| decides(keys));
                findings.extend(named.map(|(_, finding)| finding.clone()));
            }
        }
    }
    (findings, trouble)
}

/// A line that names a row which does not look at its model would be lost.
fn report_strays(decided: &mut [Decided], all: &[Row], found: &Found) {
    for (source, lines) in found {
        let Source::Model(name) = source else { continue };
        let lines = lines.iter().flatten();
        for (key, line) in lines.flat_map(|(keys, line)| keys.iter().map(move |key| (key, line))) {
            let looks = |row: &Row| row.key == *key && sources(row).contains(source);
            if all.iter().any(looks) {
                continue;
            }
            let place = decided.iter().position(|d| d.row.key == *key).unwrap_or(0);
            let text = &line.text;
            let stray = format!("`{text}` of `{name}` names {key}, which does not name it");
            decided[place].trouble.push(stray);
            decided[place].ruling = Ruling::Failed;
        }
    }
}
