//! The page `docs/ledger.md`, written from the verdicts.

use super::{Decided, Finding, LedgerReport, Paper, Ruling, Tally};

const HEAD: &str = "# The ledger of the five papers

<!-- Written by `alembert ledger --write docs/ledger.md`; do not edit. -->

Every equation of five papers that says something which can be checked, decided by running. A row
*holds* when the lines that decide it hold under `expect`. It is *refuted* when the printed form
fails, under `reject`, and the right form stands beside it under `expect`. *Editorial* rows are
references, numbering and arguments about arguments, which no computation decides. \"Wrong\" means
wrong in the text that was used: where a lost dot or index may be the conversion's, the row says
*may be* under *lost mark*.

How a line was decided: *normal form*, an exact proof on every motion, or for a check as an identity;
*interval*, a state that is proved to exist and at which the line fails; *brackets*, the closure of the
allowed directions; *what is left is not zero*, the exact zero test; *enclosed*, an interval that is
proved to contain a number; *counted*, rows or unknowns; *compared*, the verdict of `compare`; *the form
in the velocities* and *the order of the Lagrangian*, read off the expressions.

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
         | equation | claim | verdict | lost mark | decided by | remark |\n|---|---|---|---|---|---|\n",
        paper.name, paper.title, paper.reference
    );
    for Decided { row, ruling, findings, .. } in rows {
        let mark = if row.lost_mark { "may be" } else { "" };
        let verdict = match ruling {
            Ruling::Refuted | Ruling::Failed => format!("**{}**", ruling.word()),
            _ => ruling.word().to_owned(),
        };
        let cells = [&row.key, &row.claim, &verdict, mark, &lines(findings), &row.remark];
        out.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    out
}

/// The lines that decide a row; those that stand together and were decided alike are one item.
fn lines(findings: &[Finding]) -> String {
    let alike =
        |a: &Finding, b: &Finding| a.place == b.place && a.reject == b.reject && a.how == b.how;
    let item = |group: &[Finding]| {
        let Finding { place, how, .. } = &group[0];
        let texts: Vec<String> = group.iter().map(line).collect();
        format!("{place}, {}: {} ({how})", group[0].word(), texts.join("; "))
    };
    findings.chunk_by(alike).map(item).collect::<Vec<_>>().join("<br>")
}

/// A line with its number; a bar would end the cell.
fn line(finding: &Finding) -> String {
    let number = finding.line.map_or_else(String::new, |line| format!("{line} "));
    format!("{number}`{}`", finding.text.replace('|', "\\|"))
}
