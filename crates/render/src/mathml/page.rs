//! A page of equations as a piece of a web page.
//!
//! Alignment is said with styles in place: MathML Core has no attribute for it. Equations that are wider than a
//! line, though broken where they can be, say by how much they must shrink on paper (`--narrow`); a screen scrolls.

use super::document::escaped;
use super::{Line, element, name, text};
use crate::matrix::before_entries;
use crate::measure::{LINE, measure};
use crate::pieces::{Piece, length};
use crate::rows::{Row, Rows, condition_rows, list_rows, rows};
use crate::{Block, Equation, MatrixEquation, Page, Part, Tree};

const EQUALS: &str = "<mo form=\"infix\">=</mo>";
/// What a printed page has room for, in the units of [`measure`](crate::measure): a line that is a little too long.
const PAPER: usize = LINE + LINE / 16;
/// The indentation of rows that go on.
const INDENT: &str = "<mspace width=\"1em\"/>";

/// The page as elements of HTML.
///
/// ```
/// use alembert_algebra::{Expr, Kind};
/// use alembert_render::{Notation, Page, Part, Typesetter, mathml};
/// let x = Expr::symbol("x", Kind::Coordinate, 0);
/// let condition = Typesetter::new(&Notation::default()).tree(x)?;
/// let page = mathml::page(&Page::new(vec![Part::Conditions(vec![condition])]));
/// let formula = "<mrow><mi>x</mi><mo>≠</mo><mn>0</mn></mrow>";
/// assert_eq!(page, format!("<p>where <math>{formula}</math>.</p>\n"));
/// # Ok::<(), alembert_render::RenderError>(())
/// ```
#[must_use]
pub fn page(page: &Page) -> String {
    page.parts.iter().map(written).collect()
}

fn written(part: &Part) -> String {
    match part {
        Part::Heading(title) => format!("<h2>{}</h2>\n", escaped(title)),
        Part::Sentence(sentence) => format!("<p>{}</p>\n", escaped(sentence)),
        Part::Equations(list) => aligned(list),
        Part::Where(list) => format!("<p>where</p>\n{}", aligned(list)),
        Part::With(list) => format!("<p>with</p>\n{}", aligned(list)),
        Part::Conditions(list) => conditions(list),
        Part::System(list) => system(list),
        Part::List(name, entries) => list_of(name, entries),
        Part::Matrix(block) => matrix(block),
    }
}

fn display(inside: &str) -> String {
    format!("<math display=\"block\">{inside}</math>\n")
}

/// A cell that ends at the sign of equality.
fn left_side(inside: &str) -> String {
    styled("right", "padding-right: 0", inside)
}

/// A cell that begins there, or at the left edge.
fn right_side(inside: &str) -> String {
    styled("left", "padding-left: 0", inside)
}

/// Chromium aligns formulas in cells by its own words only.
fn styled(side: &str, padding: &str, inside: &str) -> String {
    let align = format!("text-align: {side}; text-align: -webkit-{side}");
    format!("<mtd style=\"{align}; {padding}\">{inside}</mtd>")
}

/// Rows, the widest of which has a width.
fn table(rows: &[String], widest: usize) -> String {
    let rows: Vec<String> = rows.iter().map(|row| format!("\n{}", element("mtr", row))).collect();
    let table = format!("<mtable displaystyle=\"true\">{}\n</mtable>", rows.concat());
    if widest <= PAPER {
        return display(&table);
    }
    let percent = 100 * PAPER / widest;
    format!("<math display=\"block\" style=\"--narrow: {percent}%\">{table}</math>\n")
}

fn aligned(equations: &[Equation]) -> String {
    let rows = rows(equations);
    let widest = rows.widest();
    let Rows { equations: rows, aligned: at_equals } = rows;
    let labelled = equations.iter().any(|e| e.label.is_some());
    let mut lines: Vec<String> = Vec::new();
    for (equation, rows) in equations.iter().zip(&rows) {
        for (i, row) in rows.iter().enumerate() {
            let label = equation.label.as_deref().filter(|_| i + 1 == rows.len());
            let mark = match label {
                _ if !labelled => String::new(),
                Some(label) => right_side(&format!("{INDENT}<mtext>{label}</mtext>")),
                None => right_side(""),
            };
            lines.push(cells(row, at_equals) + &mark);
        }
    }
    table(&lines, widest)
}

fn cells(row: &Row<'_>, aligned: bool) -> String {
    match row {
        Row::Both(left, right) if aligned => {
            left_side(&text(left)) + &right_side(&format!("{EQUALS}{}", line(right)))
        }
        Row::Both(left, right) => right_side(&format!("{}{EQUALS}{}", text(left), line(right))),
        Row::More(pieces) if aligned => {
            left_side("") + &right_side(&format!("{INDENT}{INDENT}{}", line(pieces)))
        }
        Row::Left(pieces) => right_side(&line(pieces)),
        Row::More(pieces) => right_side(&format!("{INDENT}{}", line(pieces))),
        Row::Right(pieces) => right_side(&format!("{INDENT}{EQUALS}{}", line(pieces))),
    }
}

fn line(pieces: &[Piece<'_>]) -> String {
    element("mrow", &pieces.iter().fold(Line::default(), Line::piece).text)
}

/// `≠ 0`.
const UNEQUAL: &str = "<mo>≠</mo><mn>0</mn>";

/// `where cos θ ≠ 0.`, in rows of their own where one is long.
fn conditions(conditions: &[Tree]) -> String {
    if let Some(long) = condition_rows(conditions) {
        let rows: Vec<String> = long.iter().flat_map(|lines| condition(lines)).collect();
        let widest = long.iter().flatten().map(|line| length(line)).max().unwrap_or(0);
        return format!("<p>where</p>\n{}", table(&rows, widest));
    }
    let unequal = |tree: &Tree| format!("{}{UNEQUAL}", text(tree));
    let one = |tree: &Tree| element("math", &element("mrow", &unequal(tree)));
    let list: Vec<String> = conditions.iter().map(one).collect();
    format!("<p>where {}.</p>\n", list.join(", "))
}

/// A condition in rows of which all but the first are indented.
fn condition(lines: &[Vec<Piece<'_>>]) -> Vec<String> {
    let row = |(i, pieces): (usize, &Vec<Piece<'_>>)| {
        let indent = if i == 0 { "" } else { INDENT };
        let end = if i + 1 == lines.len() { UNEQUAL } else { "" };
        right_side(&format!("{indent}{}{end}", line(pieces)))
    };
    lines.iter().enumerate().map(row).collect()
}

fn system(list: &[MatrixEquation]) -> String {
    let one = |e: &MatrixEquation| {
        let unknown = match e.rate {
            false => name::plain(&e.unknown),
            true => name::dotted(&crate::Name::new(&e.unknown, 1)),
        };
        let times = super::TIMES;
        let left = format!("{}{times}{unknown}", name::plain(&e.matrix));
        let reaction = e.reaction.as_ref().map(|(matrix, column)| {
            let transposed = format!("{}<mi mathvariant=\"normal\">T</mi>", name::plain(matrix));
            format!("<mo>+</mo>{}{times}{}", element("msup", &transposed), name::plain(column))
        });
        format!("{left}{EQUALS}{}{}", name::plain(&e.right), reaction.unwrap_or_default())
    };
    let separator = "<mo>,</mo><mspace width=\"2em\"/>";
    display(&element("mrow", &list.iter().map(one).collect::<Vec<_>>().join(separator)))
}

/// `y = (ẍ, ÿ)`, in as many rows as it needs.
fn list_of(symbol: &str, entries: &[Tree]) -> String {
    let rows = list_rows(entries);
    let last = rows.len() - 1;
    let row = |(i, row): (usize, &&[Tree])| {
        let inside = row.iter().map(text).collect::<Vec<_>>().join("<mo>,</mo>");
        let open = match i {
            0 => format!("{}{EQUALS}<mo stretchy=\"false\">(</mo>", name::plain(symbol)),
            _ => INDENT.to_owned(),
        };
        let close = if i == last { "<mo stretchy=\"false\">)</mo>" } else { "<mo>,</mo>" };
        right_side(&format!("{open}{inside}{close}"))
    };
    let width = |row: &&[Tree]| row.iter().map(measure).sum();
    let widest = rows.iter().map(width).max().unwrap_or(0);
    table(&rows.iter().enumerate().map(row).collect::<Vec<_>>(), widest)
}

/// The matrix, or a list of its entries when it is too wide.
fn matrix(block: &Block) -> String {
    let symbol = name::plain(&block.name);
    if !block.fits_a_typeset_page() {
        let head = format!("<p><math>{symbol}</math> {}</p>\n", before_entries(block));
        let entries = block.entries();
        return if entries.is_empty() { head } else { head + &aligned(&entries) };
    }
    let cells = |row: &Vec<Tree>| row.iter().map(|e| element("mtd", &text(e))).collect::<String>();
    let row = |row: &Vec<Tree>| element("mtr", &cells(row));
    let rows: String = block.rows.iter().map(row).collect();
    let inside = format!("<mo>[</mo><mtable>{rows}</mtable><mo>]</mo>");
    display(&element("mrow", &format!("{symbol}{EQUALS}{}", element("mrow", &inside))))
}
