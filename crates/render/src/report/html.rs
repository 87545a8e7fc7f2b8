//! A report as a web page: one file, MathML, nothing to load.

use super::{Item, Report, Section};
use crate::figure::{Theme, card, svg};
use crate::mathml::{self, escaped};
use crate::{Tree, player};

const STYLE: &str = include_str!("../../assets/report.css");

/// The page.
#[must_use]
pub fn html(report: &Report) -> String {
    let title = escaped(&report.heading.title);
    let lead: String =
        report.heading.sentences.iter().map(|s| format!("<p>{}</p>\n", escaped(s))).collect();
    let link =
        |(i, s): (usize, &Section)| format!("<a href=\"#section-{i}\">{}</a>\n", escaped(&s.title));
    let contents: String = report.sections.iter().enumerate().map(link).collect();
    let sections: String = report.sections.iter().enumerate().map(section).collect();
    let (colours, style, script) = (player::COLOURS, player::STYLE, player::SCRIPT);
    let equations = mathml::STYLE;
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{title}</title>\n\
         <style>\n{colours}{style}{equations}{STYLE}</style>\n<script>\n{script}</script>\n</head>\n<body>\n<main>\n\
         <header>\n<h1>{title}</h1>\n{lead}<nav>\n{contents}</nav>\n</header>\n{sections}</main>\n</body>\n</html>\n"
    )
}

fn section((number, section): (usize, &Section)) -> String {
    let title = escaped(&section.title);
    let items: String = section
        .items
        .iter()
        .enumerate()
        .map(|(i, it)| item(it, &format!("scene-{number}-{i}")))
        .collect();
    format!("<section id=\"section-{number}\">\n<h2>{title}</h2>\n{items}</section>\n")
}

fn item(item: &Item, id: &str) -> String {
    match item {
        Item::Sentence(text) => format!("<p>{}</p>\n", escaped(text)),
        Item::Table(head, rows) => table(head, &rows.iter().map(|r| texts(r)).collect::<Vec<_>>()),
        Item::Symbols(head, rows) => {
            let row = |(symbol, rest): &(Tree, Vec<String>)| {
                let formula = format!("<math>{}</math>", mathml::text(symbol));
                std::iter::once(formula).chain(texts(rest)).collect()
            };
            table(head, &rows.iter().map(row).collect::<Vec<_>>())
        }
        Item::Equations(page) => below_section(&mathml::page(page)),
        Item::Folded(title, page) => {
            let inside = below_section(&mathml::page(page));
            format!("<details>\n<summary>{}</summary>\n{inside}</details>\n", escaped(title))
        }
        Item::Panels(_, panels) => {
            let drawn =
                panels.iter().map(|panel| svg::text(&card(&panel.title, panel), Theme::Page));
            format!("<figure class=\"panels\">\n{}</figure>\n", drawn.collect::<String>())
        }
        Item::Scene(scene) => player::element(id, scene),
    }
}

/// The headings of a page of equations stand below that of the section.
fn below_section(page: &str) -> String {
    page.replace("<h2>", "<h3>").replace("</h2>", "</h3>")
}

/// A cell of more characters than this is a sentence.
const PROSE: usize = 60;

/// Texts as they stand in a page.
fn texts(cells: &[String]) -> Vec<String> {
    cells.iter().map(|cell| escaped(cell)).collect()
}

/// A table; its cells are elements of the page.
fn table(head: &[String], rows: &[Vec<String>]) -> String {
    let cells = |tag: &str, row: &[String]| -> String {
        row.iter().map(|cell| format!("<{tag}>{cell}</{tag}>")).collect()
    };
    let body: String = rows.iter().map(|r| format!("<tr>{}</tr>\n", cells("td", r))).collect();
    // On a narrow page sentences get a line of their own.
    let is_prose = |row: &Vec<String>| row.last().is_some_and(|cell| cell.chars().count() > PROSE);
    let is_told = |row: &Vec<String>| row.len() > 3 && row[1].chars().count() > PROSE / 2;
    let class = match (rows.iter().any(is_told), rows.iter().any(is_prose)) {
        (true, _) => " class=\"told\"",
        (false, true) => " class=\"prose\"",
        (false, false) => "",
    };
    format!(
        "<div class=\"wide\"><table{class}>\n<thead><tr>{}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div>\n",
        cells("th", &texts(head))
    )
}
