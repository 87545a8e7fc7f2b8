//! The summary of the ledger, and the rows of a paper, as text and as JSON.

use serde_json::{Value, json};

use super::decide::decide_some;
use super::{Chosen, Decided, Finding, Paper, Row, Ruling, decide_watched};

/// How many rows have each verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    counts: [usize; Ruling::ALL.len()],
}

impl Tally {
    /// Counts rows.
    #[must_use]
    pub fn of(rows: &[Decided]) -> Tally {
        let count = |ruling| rows.iter().filter(|decided| decided.ruling == ruling).count();
        Tally { counts: Ruling::ALL.map(count) }
    }

    /// How many rows have this verdict.
    #[must_use]
    pub fn count(&self, ruling: Ruling) -> usize {
        let place = Ruling::ALL.iter().position(|other| *other == ruling);
        place.map_or(0, |i| self.counts[i])
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.counts.iter().sum()
    }

    /// Counts of two papers together.
    #[must_use]
    pub fn with(&self, other: &Tally) -> Tally {
        let mut sum = *self;
        sum.counts.iter_mut().zip(other.counts).for_each(|(a, b)| *a += b);
        sum
    }

    fn json(&self) -> Value {
        let mut object = json!({ "rows": self.rows() });
        for ruling in Ruling::ALL {
            object[ruling.word()] = json!(self.count(ruling));
        }
        object
    }

    fn line(&self, name: &str) -> String {
        let counts = Ruling::ALL.map(|ruling| format!("{:>12}", self.count(ruling)));
        format!("{name:<20}{:>6}{}\n", self.rows(), counts.concat())
    }
}

/// The rows of some papers, each with its verdict.
#[derive(Clone, Debug)]
pub struct LedgerReport {
    /// The papers and their rows.
    pub papers: Vec<(&'static Paper, Vec<Decided>)>,
}

impl LedgerReport {
    /// Runs the checks of these papers.
    #[must_use]
    pub fn new(papers: &'static [Paper]) -> LedgerReport {
        Self::watched(papers, &mut |_, _| ())
    }

    /// The same, and tells which paper is looked at and the share of its rows that are decided.
    #[must_use]
    pub fn watched(
        papers: &'static [Paper],
        tell: &mut dyn FnMut(&'static Paper, f64),
    ) -> LedgerReport {
        let decided = |paper| (paper, decide_watched(paper, &mut |share| tell(paper, share)));
        LedgerReport { papers: papers.iter().map(decided).collect() }
    }

    /// Decides the rows that were looked up, and tells which paper is looked at and the share of its
    /// rows.
    #[must_use]
    pub fn chosen(chosen: &[Chosen], tell: &mut dyn FnMut(&'static Paper, f64)) -> LedgerReport {
        let decided = |Chosen { paper, keys, .. }: &Chosen| {
            let wanted = |row: &Row| keys.contains(&row.key);
            (*paper, decide_some(paper, &wanted, &mut |share| tell(paper, share)))
        };
        LedgerReport { papers: chosen.iter().map(decided).collect() }
    }

    /// The counts of all papers.
    #[must_use]
    pub fn total(&self) -> Tally {
        let tallies = self.papers.iter().map(|(_, rows)| Tally::of(rows));
        tallies.fold(Tally::default(), |sum, tally| sum.with(&tally))
    }

    /// Is there a row whose check does not hold?
    #[must_use]
    pub fn fails(&self) -> bool {
        self.total().count(Ruling::Failed) > 0
    }

    /// One line for each paper, and what failed.
    #[must_use]
    pub fn summary(&self) -> String {
        let words = Ruling::ALL.map(|ruling| format!("{:>12}", ruling.word()));
        let mut out = format!("{:<20}{:>6}{}\n", "paper", "rows", words.concat());
        for (paper, rows) in &self.papers {
            out.push_str(&Tally::of(rows).line(paper.name));
        }
        if self.papers.len() > 1 {
            out.push_str(&self.total().line("all"));
        }
        out.push_str(&self.troubles());
        out
    }

    fn troubles(&self) -> String {
        let mut out = String::new();
        for (paper, rows) in &self.papers {
            for decided in rows {
                for trouble in &decided.trouble {
                    out.push_str(&format!(
                        "failed: {} {}: {trouble}\n",
                        paper.name, decided.row.key
                    ));
                }
            }
        }
        out
    }

    /// Every row with the lines that decide it.
    #[must_use]
    pub fn details(&self) -> String {
        let rows = self.papers.iter().flat_map(|(_, rows)| rows);
        let rows: String = rows.map(detail).collect();
        format!("{rows}\n{}", self.summary())
    }

    /// The rows under their papers and sections, without counts.
    #[must_use]
    pub fn found(&self) -> String {
        let mut out = String::new();
        for (paper, rows) in &self.papers {
            out.push_str(&format!("{} [{}]\n", paper.title, paper.reference));
            let sections = paper.sections();
            for group in rows.chunk_by(|a, b| a.row.section == b.row.section) {
                let section = sections.iter().find(|s| s.number == group[0].row.section);
                if let Some(section) = section {
                    out.push_str(&format!("{}\n", section.heading()));
                }
                out.extend(group.iter().map(detail));
            }
        }
        out + &self.troubles()
    }

    /// The result as one object.
    #[must_use]
    pub fn json(&self) -> Value {
        let papers = self.papers.iter().map(|(paper, rows)| {
            json!({
                "paper": paper.name,
                "source": paper.reference,
                "counts": Tally::of(rows).json(),
                "rows": rows.iter().map(row_json).collect::<Vec<_>>(),
            })
        });
        let papers: Vec<Value> = papers.collect();
        json!({ "papers": papers, "counts": self.total().json() })
    }
}

fn detail(decided: &Decided) -> String {
    let Decided { row, ruling, findings, .. } = decided;
    let mut out = format!("{:<11} {}: {}\n", ruling.word(), row.key, row.claim);
    if row.lost_mark {
        out.push_str("            it may be a mark that was lost\n");
    }
    if !row.remark.is_empty() {
        out.push_str(&format!("            {}\n", row.remark));
    }
    for finding in findings {
        let (word, text, how) = (finding.word(), &finding.text, &finding.how);
        let line = finding.line.map_or_else(String::new, |line| format!(":{line}"));
        out.push_str(&format!("              {word} {text}   [{}{line}, {how}]\n", finding.place));
    }
    out
}

fn row_json(decided: &Decided) -> Value {
    let Decided { row, ruling, findings, trouble } = decided;
    let line = |f: &Finding| {
        json!({
            "place": f.place, "line": f.line, "text": f.text, "reject": f.reject, "holds": f.holds, "how": f.how,
        })
    };
    json!({
        "equation": row.key,
        "section": row.section,
        "claim": row.claim,
        "verdict": ruling.word(),
        "lost_mark": row.lost_mark,
        "remark": row.remark,
        "decided_by": findings.iter().map(line).collect::<Vec<_>>(),
        "trouble": trouble,
    })
}
