//! The page `docs/ledger.md`, written from the verdicts.

use super::{Decided, Finding, LedgerReport, Paper, Row, Ruling, Shown, Tally};

const HEAD: &str = "# The ledger of the five papers

<!-- Written by `alembert ledger --write docs/ledger.md`; do not edit. -->

Every equation of five papers that says something which can be checked, decided by running.

* A row *holds* when the lines that decide it hold under `expect`.
* Where the printed form fails, under `reject`, the right form stands beside it under `expect`, and
  the row says in which sense it is wrong: *misprint*, right as it is meant and wrong as it is printed;
  *refuted*, wrong as it is meant; *may be*, wrong in the text that was used, which may have lost a dot,
  an index or a sign that the paper has.
* A *definition* names something. *Outside* are rows that no computation decides: names, priority, what
  somebody knows; the row says why.

How a line was decided: *normal form*, an exact proof on every motion, or for a check as an identity;
*interval*, a state that is proved to exist and at which the line fails; *brackets*, the closure of the
allowed directions; *what is left is not zero*, the exact zero test; *enclosed*, an interval that is
proved to contain a number; *counted*, rows or unknowns; *compared*, the verdict of `compare`; *the form
in the velocities* and *the order of the Lagrangian*, read off the expressions.

Formulas are those of the papers, under the verdict the right form of what is wrong. Models are in
`examples/papers`, and their names are typed without a path. Names with `()` are checks in
`crates/alembert/src/ledger/check`. `alembert ledger` runs them all.

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
        out.push_str(&part(paper, rows));
    }
    out
}

fn counts(name: &str, tally: &Tally) -> String {
    let counts = Ruling::ALL.map(|ruling| format!(" {} |", tally.count(ruling)));
    format!("| {name} | {} |{}\n", tally.rows(), counts.concat())
}

/// A paper, with a table for each of its sections.
fn part(paper: &Paper, rows: &[Decided]) -> String {
    let mut out = format!(
        "\n## <a id=\"{}\"></a>{}\n\nSource: [{}] in `REFERENCES.bib`.\n",
        paper.name, paper.title, paper.reference
    );
    let sections = paper.sections();
    for section in rows.chunk_by(|a, b| a.row.section == b.row.section) {
        let name = &section[0].row.section;
        if let Some(known) = sections.iter().find(|known| known.number == *name) {
            out.push_str(&format!("\n### {}: {}\n", paper.author, known.heading()));
        }
        out.push_str(
            "\n| equation | printed, and what it says | verdict | shown by | decided by |\n",
        );
        out.push_str("|---|---|---|---|---|\n");
        for decided in section {
            out.push_str(&line(paper, decided));
        }
    }
    out
}

fn line(paper: &Paper, decided: &Decided) -> String {
    let Decided { row, findings, .. } = decided;
    let commands: Vec<String> = decided.commands(paper).iter().map(command).collect();
    let cells =
        [row.key.clone(), said(row), verdict(decided), commands.join("<br>"), lines(findings)];
    format!("| {} |\n", cells.join(" | "))
}

/// The printed formula, and our words.
fn said(row: &Row) -> String {
    let formula = row.printed.as_ref().map(|latex| format!("{}<br>", math(latex)));
    format!("{}{}", formula.unwrap_or_default(), row.claim)
}

/// The verdict, the right form, and the remark.
fn verdict(decided: &Decided) -> String {
    let Decided { row, ruling, .. } = decided;
    let word = match ruling {
        Ruling::Failed => format!("**{}**", ruling.word()),
        wrong if wrong.is_wrong() => format!("**{}**", wrong.word()),
        _ => ruling.word().to_owned(),
    };
    let right = row.right.as_ref().map(|latex| math(latex));
    let remark = Some(row.remark.clone()).filter(|remark| !remark.is_empty());
    [Some(word), right, remark].into_iter().flatten().collect::<Vec<_>>().join("<br>")
}

/// A formula between dollars. Markdown would take `\\` and `|` for its own.
fn math(latex: &str) -> String {
    format!("${}$", latex.replace(r"\\", r"\cr "))
}

fn command(shown: &Shown) -> String {
    code(&format!("alembert {}", shown.command))
}

/// Text as it is typed; a bar would end the cell, and what names principles is words.
fn code(text: &str) -> String {
    let text = text.replace('|', "\\|");
    if text.contains('`') { text } else { format!("`{text}`") }
}

/// The lines that decide a row; those that stand together and were decided alike are one item.
fn lines(findings: &[Finding]) -> String {
    let alike =
        |a: &Finding, b: &Finding| a.place == b.place && a.reject == b.reject && a.how == b.how;
    let item = |group: &[Finding]| {
        let Finding { place, how, .. } = &group[0];
        let texts: Vec<String> = group.iter().map(numbered).collect();
        format!("{place}, {}: {} ({how})", group[0].word(), texts.join("; "))
    };
    findings.chunk_by(alike).map(item).collect::<Vec<_>>().join("<br>")
}

/// A line with its number.
fn numbered(finding: &Finding) -> String {
    let number = finding.line.map_or_else(String::new, |line| format!("{line} "));
    format!("{number}{}", code(&finding.text))
}
