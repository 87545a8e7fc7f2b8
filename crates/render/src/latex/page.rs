//! A page of equations as a piece of a LaTeX document.

use super::document::escaped;
use super::{Line, name, text};
use crate::matrix::before_entries;
use crate::pieces::Piece;
use crate::rows::{Row, Rows, condition_rows, list_rows, rows};
use crate::typography::is_tall;
use crate::{Block, Equation, MatrixEquation, Page, Part, Tree};

/// The page, for a document that uses the package `amsmath`.
///
/// ```
/// use alembert_algebra::{Expr, Kind};
/// use alembert_render::{Equation, Notation, Page, Part, Typesetter, latex};
/// let [x, a] = [2, 0].map(|order| Expr::symbol("x", Kind::Coordinate, order));
/// let mut typesetter = Typesetter::new(&Notation::default());
/// let spring = Equation { label: None, lhs: typesetter.tree(x)?, rhs: typesetter.tree(-a)? };
/// let page = Page::new(vec![Part::Equations(vec![spring])]);
/// assert_eq!(latex::page(&page), "\\begin{align*}\n\\ddot{x} &= -x\n\\end{align*}\n");
/// # Ok::<(), alembert_render::RenderError>(())
/// ```
#[must_use]
pub fn page(page: &Page) -> String {
    let mut blocks: Vec<String> = Vec::new();
    let mut gathered: Vec<String> = Vec::new();
    for part in &page.parts {
        match part {
            Part::System(list) => gathered.push(system(list)),
            Part::List(name, entries) => gathered.extend(list_of(name, entries)),
            _ => {
                blocks.extend(gather(&mut gathered));
                blocks.push(written(part));
            }
        }
    }
    blocks.extend(gather(&mut gathered));
    blocks.concat()
}

fn written(part: &Part) -> String {
    match part {
        Part::Heading(title) => format!("\\paragraph{{{}}}\n", escaped(title)),
        Part::Sentence(sentence) => format!("{}\n\n", escaped(sentence)),
        Part::Equations(list) => align(list),
        Part::Where(list) => format!("where\n{}", align(list)),
        Part::With(list) => format!("with\n{}", align(list)),
        Part::Conditions(list) => conditions(list),
        Part::Matrix(block) => matrix(block),
        Part::System(_) | Part::List(..) => String::new(),
    }
}

/// Rows in the middle of the page.
fn gather(rows: &mut Vec<String>) -> Option<String> {
    let rows = std::mem::take(rows);
    let inside = || format!("\\begin{{gather*}}\n{}\n\\end{{gather*}}\n", rows.join(" \\\\\n"));
    (!rows.is_empty()).then(inside)
}

fn align(equations: &[Equation]) -> String {
    let Rows { equations: rows, aligned } = rows(equations);
    let mut lines: Vec<String> = Vec::new();
    for (equation, rows) in equations.iter().zip(&rows) {
        lines.extend(rows.iter().map(|r| row(r, aligned)));
        if let (Some(label), Some(last)) = (&equation.label, lines.last_mut()) {
            last.push_str(&format!(" \\tag*{{{}}}", label.replace('_', "\\_")));
        }
    }
    format!("\\begin{{align*}}\n{}\n\\end{{align*}}\n", lines.join(" \\\\\n"))
}

fn row(row: &Row<'_>, aligned: bool) -> String {
    match row {
        Row::Both(left, right) if aligned => format!("{} &= {}", text(left), line(right)),
        Row::Both(left, right) => format!("&{} = {}", text(left), line(right)),
        Row::Left(pieces) => format!("&{}", line(pieces)),
        Row::More(pieces) => format!("&\\quad {}", line(pieces)),
        Row::Right(pieces) => format!("&\\quad = {}", line(pieces)),
    }
}

fn line(pieces: &[Piece<'_>]) -> String {
    pieces.iter().fold(Line::default(), Line::piece).text
}

/// `where $\cos\theta \neq 0$.`, in rows of their own where one is long.
fn conditions(conditions: &[Tree]) -> String {
    if let Some(long) = condition_rows(conditions) {
        let rows: Vec<String> = long.iter().map(|lines| condition(lines)).collect();
        return format!("where\n\\begin{{align*}}\n{}\n\\end{{align*}}\n", rows.join(" \\\\\n"));
    }
    let one = |tree: &Tree| format!("${} \\neq 0$", text(tree));
    format!("where {}.\n", conditions.iter().map(one).collect::<Vec<_>>().join(", "))
}

/// A condition in rows of which all but the first are indented.
fn condition(lines: &[Vec<Piece<'_>>]) -> String {
    let rows: Vec<String> = lines.iter().map(|pieces| line(pieces)).collect();
    format!("&{} \\neq 0", rows.join(" \\\\\n&\\quad "))
}

fn system(list: &[MatrixEquation]) -> String {
    let one = |e: &MatrixEquation| {
        let unknown = name(&e.unknown);
        let unknown = if e.rate { format!("\\dot{{{unknown}}}") } else { unknown };
        let reaction = e.reaction.as_ref().map(|(matrix, column)| {
            format!(" + {}^{{\\mathsf{{T}}}} {}", name(matrix), name(column))
        });
        let left = format!("{} {unknown} = {}", name(&e.matrix), name(&e.right));
        left + &reaction.unwrap_or_default()
    };
    list.iter().map(one).collect::<Vec<_>>().join(", \\qquad ")
}

/// `y = (\ddot{x}, \ddot{y})`, in as many rows as it needs.
fn list_of(symbol: &str, entries: &[Tree]) -> Vec<String> {
    let rows = list_rows(entries);
    let last = rows.len() - 1;
    let row = |(i, row): (usize, &&[Tree])| {
        let inside = row.iter().map(text).collect::<Vec<_>>().join(",\\, ");
        let open = if i == 0 { format!("{} = (", name(symbol)) } else { String::new() };
        format!("{open}{inside}{}", if i == last { ")" } else { "," })
    };
    rows.iter().enumerate().map(row).collect()
}

/// The matrix, or a list of its entries when it is too wide.
fn matrix(block: &Block) -> String {
    if !block.fits_a_typeset_page() {
        let head = format!("${}$ {}\n", name(&block.name), before_entries(block));
        let entries = block.entries();
        return if entries.is_empty() { head } else { head + &align(&entries) };
    }
    let tall = block.rows.iter().flatten().any(is_tall);
    let end = if tall { " \\\\[4pt]\n" } else { " \\\\\n" };
    let row = |row: &Vec<Tree>| row.iter().map(text).collect::<Vec<_>>().join(" & ");
    let inside = block.rows.iter().map(row).collect::<Vec<_>>().join(end);
    let head = format!("\\begin{{equation*}}\n{} =\n", name(&block.name));
    // `bmatrix` has at most ten columns.
    let columns = "c".repeat(block.cols);
    let (open, close) = match block.cols {
        0..=10 => ("\\begin{bmatrix}".to_owned(), "\\end{bmatrix}"),
        _ => (format!("\\left[\\begin{{array}}{{{columns}}}"), "\\end{array}\\right]"),
    };
    format!("{head}{open}\n{inside}\n{close}\n\\end{{equation*}}\n")
}
