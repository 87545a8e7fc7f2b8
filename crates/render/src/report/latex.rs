//! A report as LaTeX.
//!
//! Pictures are drawn by operators of PDF in place, so that `pdflatex` alone makes the document.

use super::{Item, Report, Section};
use crate::figure::{Figure, pdf, sheet};
use crate::latex::{self, escaped};
use crate::{Spelling, Tree};

/// The document.
#[must_use]
pub fn latex(report: &Report) -> String {
    let title = escaped(&report.heading.title);
    let lead: Vec<String> = report.heading.sentences.iter().map(|s| escaped(s)).collect();
    let sections: String = report.sections.iter().map(section).collect();
    let preamble = latex::PREAMBLE;
    format!(
        "{preamble}\n\\section*{{{title}}}\n{}\n\n{sections}\\end{{document}}\n",
        lead.join("\n\n")
    )
}

fn section(section: &Section) -> String {
    let items: String = section.items.iter().map(item).collect();
    match items.is_empty() {
        true => String::new(),
        false => format!("\\subsection*{{{}}}\n{items}\n", escaped(&section.title)),
    }
}

fn item(item: &Item) -> String {
    match item {
        Item::Sentence(text) => format!("{}\n\n", escaped(text)),
        Item::Table(head, rows) => {
            let written = rows.iter().map(|r| texts(r)).collect::<Vec<_>>();
            table(head, &columns(head, rows), &written)
        }
        Item::Symbols(head, rows) => symbols(head, rows),
        Item::Equations(page) => format!("{}\n", latex::page(page)),
        Item::Folded(title, page) => {
            format!("\\paragraph{{{}}}\n\n{}\n", escaped(title), latex::page(page))
        }
        Item::Panels(title, panels) => picture(&sheet(title, panels)),
        Item::Scene(_) => String::new(),
    }
}

/// Cells with more letters than this are broken into lines.
const SHORT: usize = 22;
/// The width of the page and of a letter, in centimetres.
const PAGE: f64 = 15.5;
const LETTER: f64 = 0.19;

/// Columns of short cells are as wide as they are; the others share what is left by their lengths.
fn columns(head: &[String], rows: &[Vec<String>]) -> String {
    let longest = |i: usize| {
        let cells = rows.iter().filter_map(|row| row.get(i)).chain(head.get(i));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let lengths: Vec<usize> = (0..head.len()).map(longest).collect();
    let number = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    let kept: f64 =
        lengths.iter().map(|&n| 0.42 + if n > SHORT { 0.0 } else { LETTER * number(n) }).sum();
    let long: Vec<f64> =
        lengths.iter().filter(|&&n| n > SHORT).map(|&n| number(n.min(80))).collect();
    let unit = (PAGE - kept).max(4.0) / long.iter().sum::<f64>().max(1.0);
    let column = |&n: &usize| match n > SHORT {
        true => format!("p{{{:.2}cm}}", (unit * number(n.min(80))).min(LETTER * number(n))),
        false => "l".to_owned(),
    };
    lengths.iter().map(column).collect()
}

/// Rows that begin with a formula, which is as wide as the name that it shows.
fn symbols(head: &[String], rows: &[(Tree, Vec<String>)]) -> String {
    let plain = |(symbol, rest): &(Tree, Vec<String>)| {
        std::iter::once(Spelling::Unicode.text(symbol)).chain(rest.iter().cloned()).collect()
    };
    let columns = columns(head, &rows.iter().map(plain).collect::<Vec<_>>());
    let row = |(symbol, rest): &(Tree, Vec<String>)| {
        std::iter::once(format!("${}$", latex::text(symbol))).chain(texts(rest)).collect()
    };
    table(head, &columns, &rows.iter().map(row).collect::<Vec<_>>())
}

/// Texts as they stand in a document.
fn texts(cells: &[String]) -> Vec<String> {
    cells.iter().map(|cell| escaped(cell)).collect()
}

/// Lines of a piece of a table, and letters of a line in a cell, as a careful guess: a table does not break over
/// pages, and what is below the end of a page is lost.
const LINES: usize = 35;
const WIDTH: usize = 40;

/// A table; its cells are LaTeX. A long one is written in pieces that have the same head.
fn table(head: &[String], columns: &str, rows: &[Vec<String>]) -> String {
    let (mut pieces, mut lines): (Vec<&[Vec<String>]>, usize) = (Vec::new(), 0);
    let mut first = 0;
    for (k, row) in rows.iter().enumerate() {
        let own = 1 + row.iter().map(|cell| cell.chars().count() / WIDTH).max().unwrap_or(0);
        if k > first && lines + own > LINES {
            pieces.push(&rows[first..k]);
            (first, lines) = (k, 0);
        }
        lines += own;
    }
    pieces.push(&rows[first..]);
    pieces.into_iter().map(|rows| piece(head, columns, rows)).collect()
}

/// A piece of a table, on one page.
fn piece(head: &[String], columns: &str, rows: &[Vec<String>]) -> String {
    let row = |cells: &[String]| format!("{}\\\\\n", cells.join(" & "));
    let body: String = rows.iter().map(|r| row(r)).collect();
    format!(
        "{{\\raggedright\\small\n\\begin{{tabular}}{{{columns}}}\n{}\\hline\\rule{{0pt}}{{2.6ex}}%\n{body}\\end{{tabular}}\\par\\medskip}}\n\n",
        row(&texts(head))
    )
}

/// The width of a line of text in points of PDF.
const LINE: f64 = 480.0;

fn picture(figure: &Figure) -> String {
    let scale = (LINE / figure.width).min(1.0);
    let (width, height) = (figure.width * scale, figure.height * scale);
    format!(
        "\\begin{{center}}\n\\hbox to {width:.2}bp{{\\vrule width 0pt height {height:.2}bp\\pdfliteral{{q {scale:.5} 0 0 \
         {scale:.5} 0 0 cm\n{}Q}}\\hfil}}\n\\end{{center}}\n",
        pdf::content(figure)
    )
}
