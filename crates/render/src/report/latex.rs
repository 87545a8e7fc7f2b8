//! A report as LaTeX.
//!
//! Pictures are drawn by operators of PDF in place, so that `pdflatex` alone makes the document.

use super::{Item, Report, Section};
use crate::figure::{Figure, pdf};
use crate::latex::{self, escaped};

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
        Item::Table(head, rows) => table(head, rows),
        Item::Equations(page) => format!("{}\n", latex::page(page)),
        Item::Folded(title, page) => {
            format!("\\paragraph{{{}}}\n\n{}\n", escaped(title), latex::page(page))
        }
        Item::Picture(figure) => picture(figure),
        Item::Scene(_) => String::new(),
    }
}

fn table(head: &[String], rows: &[Vec<String>]) -> String {
    let columns = match head.len() {
        0 | 1 => "l".to_owned(),
        n => format!("{}p{{8.5cm}}", "l".repeat(n - 1)),
    };
    let row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|c| escaped(c)).collect();
        format!("{}\\\\\n", cells.join(" & "))
    };
    let body: String = rows.iter().map(|r| row(r)).collect();
    format!("\\begin{{tabular}}{{{columns}}}\n{}\\hline\n{body}\\end{{tabular}}\n\n", row(head))
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
