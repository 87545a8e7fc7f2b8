//! The page `docs/ledger.md`, written from the verdicts.

use super::{Decided, Finding, LedgerReport, Paper, Ruling, Tally};

const HEAD: &str = "# The ledger of the five papers

<!-- Written by `alembert ledger --write docs/ledger.md`; do not edit. -->

Every equation of five papers that says something which can be checked, decided by running. A row
*holds* when the lines that decide it hold under `expect`. It is *refuted* when the printed form
fails, under `reject`, and the right form stands beside it under `expect`. *Editorial* rows are
references, numbering and arguments about arguments, which no computation decides. \"Wrong\" means
wrong in the text that was used: where a lost dot or index may be the conversion's, the row says
*may be a lost mark*.

Models are in `examples/papers`; `alembert check examples/papers/NAME.mech` decides their lines.
Names with `()` are checks in `crates/alembert/src/ledger/check`. `alembert ledger` runs them all.

";

/// The page of a report.
#[must_use]
pub fn page(report: &LedgerReport) -> String {
    let mut out = HEAD.to_owned();
    let words = Ruling::ALL.map(|ruling| format!(" {} |", ruling.word()));
    out.push_str(&format!("| paper | rows |{}\n", words.concat()));
    out.push_str(&format!("|---|---:|{}\n", "---:|".repeat(words.len())));
    for (paper, rows) in &report.papers {
        out.push_str(&counts(&format!("[{}](#{})", paper.title, paper.name), &Tally::of(rows)));
    }
    out.push_str(&counts("all", &report.total()));
    for (paper, rows) in &report.papers {
        out.push_str(&section(paper, rows));
    }
    out
}

fn counts(name: &str, tally: &Tally) -> String {
    let counts = Ruling::ALL.map(|ruling| format!(" {} |", tally.count(ruling)));
    format!("| {name} | {} |{}\n", tally.rows(), counts.concat())
}

fn section(paper: &Paper, rows: &[Decided]) -> String {
    let mut out = format!(
        "\n## <a id=\"{}\"></a>{}\n\nSource: [{}] in `REFERENCES.bib`.\n\n\
         | equation | claim | verdict | \
         decided by | remark |\n|---|---|---|---|---|\n",
        paper.name, paper.title, paper.reference
    );
    for Decided { row, ruling, findings, .. } in rows {
        let lines: Vec<String> = findings.iter().map(line).collect();
        let mark = if row.lost_mark { "May be a lost mark. " } else { "" };
        let verdict = match ruling {
            Ruling::Refuted | Ruling::Failed => format!("**{}**", ruling.word()),
            _ => ruling.word().to_owned(),
        };
        out.push_str(&format!(
            "| {} | {} | {verdict} | {} | {mark}{} |\n",
            row.key,
            row.claim,
            lines.join("<br>"),
            row.remark
        ));
    }
    out
}

fn line(finding: &Finding) -> String {
    let word = if finding.reject { "reject" } else { "expect" };
    let text = finding.text.replace('|', "\\|");
    format!("{}: {word} `{text}` ({})", finding.place, finding.how)
}
