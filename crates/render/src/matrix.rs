//! Matrices as blocks of aligned columns.
//!
//! A block that is wider than the line is listed instead, entry by entry, without its zeros. A
//! matrix with no rows or no columns is shown by its size.

use alembert_algebra::{Expr, Matrix, Rational};

use crate::lines::{padded, width, wrap};
use crate::measure::{LINE, measure};
use crate::{Equation, Layout, Name, RenderError, Spelling, Tree, Typesetter};

/// A matrix, or a column, with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The name: `M`.
    pub name: String,
    /// The rows, each with `cols` entries.
    pub rows: Vec<Vec<Tree>>,
    /// The number of columns.
    pub cols: usize,
}

impl Block {
    /// The shown form of a matrix.
    ///
    /// # Errors
    /// If an entry is too long to be written out, or has no value.
    pub fn matrix(
        name: &str,
        matrix: &Matrix,
        typesetter: &mut Typesetter,
    ) -> Result<Self, RenderError> {
        let rows: Result<_, _> = matrix.rows().iter().map(|row| trees(row, typesetter)).collect();
        Ok(Self { name: name.to_owned(), rows: rows?, cols: matrix.ncols() })
    }

    /// The shown form of a column.
    ///
    /// # Errors
    /// If an entry is too long to be written out, or has no value.
    pub fn column(
        name: &str,
        column: &[Expr],
        typesetter: &mut Typesetter,
    ) -> Result<Self, RenderError> {
        let rows = column.iter().map(|&e| trees(&[e], typesetter)).collect::<Result<_, _>>()?;
        Ok(Self { name: name.to_owned(), rows, cols: 1 })
    }

    /// Does it fit a typeset page?
    pub(crate) fn fits_a_typeset_page(&self) -> bool {
        let widest = |j: usize| self.rows.iter().map(|row| measure(&row[j])).max().unwrap_or(0);
        let columns: usize = (0..self.cols).map(|j| widest(j) + COLUMN_GAP).sum();
        columns + 2 * COLUMN_GAP <= LINE && self.rows.len() <= TALLEST
    }

    /// Its entries that are not zero, `M_{1,2} = …`.
    pub(crate) fn entries(&self) -> Vec<Equation> {
        let zero = Tree::Number(Rational::ZERO);
        let mut list = Vec::new();
        for (i, row) in self.rows.iter().enumerate() {
            for (j, entry) in row.iter().enumerate().filter(|(_, e)| **e != zero) {
                let place = match self.cols {
                    1 => format!("{}_{}", self.name, i + 1),
                    _ => format!("{}_{}_{}", self.name, i + 1, j + 1),
                };
                let lhs = Tree::Name(Name::new(&place, 0));
                list.push(Equation { label: None, lhs, rhs: entry.clone() });
            }
        }
        list
    }
}

/// The distance of two columns on a typeset page, in hundredths of an em.
const COLUMN_GAP: usize = 100;
/// The most rows of a matrix on a typeset page.
const TALLEST: usize = 30;

fn trees(row: &[Expr], typesetter: &mut Typesetter) -> Result<Vec<Tree>, RenderError> {
    row.iter().map(|&e| typesetter.tree(e)).collect()
}

/// The block as lines, each ended by a line feed.
///
/// ```
/// use alembert_algebra::{Expr, Kind};
/// use alembert_render::{Block, Layout, Notation, Spelling, Typesetter, matrix};
/// let [x, y] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 1));
/// let mut typesetter = Typesetter::new(&Notation::default());
/// let speeds = Block::column("v", &[x, -y], &mut typesetter)?;
/// let layout = Layout { spelling: Spelling::Unicode, width: 80 };
/// assert_eq!(matrix::lines(&speeds, layout), "v = ⎡ ẋ  ⎤\n    ⎣ −ẏ ⎦\n");
/// # Ok::<(), alembert_render::RenderError>(())
/// ```
#[must_use]
pub fn lines(block: &Block, layout: Layout) -> String {
    let head = format!("{} = ", layout.spelling.name(&block.name));
    if block.rows.is_empty() || block.cols == 0 {
        return head + &size(block, layout.spelling) + "\n";
    }
    let entries: Vec<Vec<String>> = block
        .rows
        .iter()
        .map(|row| row.iter().map(|tree| layout.spelling.text(tree)).collect())
        .collect();
    let rows = aligned(&entries, block.cols, layout.spelling);
    let frame = width(&head) + "[ ".len() + " ]".len();
    if rows.iter().any(|row| width(row) + frame > layout.width) {
        return list(block, &entries, layout);
    }
    let mut page = String::new();
    for (i, row) in rows.iter().enumerate() {
        let (open, close) = brackets(i, rows.len(), layout.spelling);
        let start = if i == 0 { head.clone() } else { " ".repeat(width(&head)) };
        page.push_str(&format!("{start}{open} {row} {close}\n"));
    }
    page
}

fn size(block: &Block, spelling: Spelling) -> String {
    let times = if spelling == Spelling::Ascii { "x" } else { "×" };
    format!("[ ] ({} {times} {})", block.rows.len(), block.cols)
}

/// Rows of equal width.
fn aligned(entries: &[Vec<String>], cols: usize, spelling: Spelling) -> Vec<String> {
    let gap = if spelling == Spelling::Ascii { ", " } else { "   " };
    let widest = |j: usize| entries.iter().map(|row| width(&row[j])).max().unwrap_or(0);
    let widths: Vec<usize> = (0..cols).map(widest).collect();
    let cell = |j: usize, entry: &str| match j + 1 == cols {
        true => padded(entry, widths[j]),
        false => padded(&format!("{entry}{gap}"), widths[j] + gap.len()),
    };
    let row = |row: &Vec<String>| row.iter().enumerate().map(|(j, e)| cell(j, e)).collect();
    entries.iter().map(row).collect()
}

fn brackets(i: usize, rows: usize, spelling: Spelling) -> (&'static str, &'static str) {
    match spelling {
        _ if rows == 1 => ("[", "]"),
        Spelling::Ascii => ("[", "]"),
        Spelling::Unicode if i == 0 => ("⎡", "⎤"),
        Spelling::Unicode if i + 1 == rows => ("⎣", "⎦"),
        Spelling::Unicode => ("⎢", "⎥"),
    }
}

/// `M[1,2] = …` for every entry that is not zero.
fn list(block: &Block, entries: &[Vec<String>], layout: Layout) -> String {
    let name = layout.spelling.name(&block.name);
    let zero = Tree::Number(Rational::ZERO);
    let is_full = block.rows.iter().flatten().all(|e| *e != zero);
    let left_out = if is_full { "" } else { ", zeros left out" };
    let mut page = format!("{name}: {}{left_out}\n", size_in_words(block));
    for (i, row) in entries.iter().enumerate() {
        for (j, entry) in row.iter().enumerate().filter(|(j, _)| block.rows[i][*j] != zero) {
            let place =
                if block.cols == 1 { format!("{}", i + 1) } else { format!("{},{}", i + 1, j + 1) };
            let head = format!("{name}[{place}] = ");
            let room = layout.width.saturating_sub(width(&head));
            let rest = wrap(entry, room, room).join(&format!("\n{}", " ".repeat(width(&head))));
            page.push_str(&format!("{head}{rest}\n"));
        }
    }
    page
}

/// `3 entries`, `2 rows, 1 column`.
fn size_in_words(block: &Block) -> String {
    let count =
        |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let rows = block.rows.len();
    match block.cols {
        1 => count(rows, "entry", "entries"),
        cols => format!("{}, {}", count(rows, "row", "rows"), count(cols, "column", "columns")),
    }
}

/// What is said between the name of a matrix and the list of its entries on a typeset page.
pub(crate) fn before_entries(block: &Block) -> String {
    let size = size_in_words(block);
    match block.entries().len() {
        0 => format!("has {size}, all zero."),
        n if n < block.rows.len() * block.cols => {
            format!("has {size}; those that are not zero are")
        }
        _ => format!("has {size}:"),
    }
}
