//! What is shown of a derivation, before it is decided how: equations, named parts, conditions,
//! matrices, in reading order.
//!
//! The same page is written in lines for a terminal ([`Page::lines`]), as LaTeX
//! ([`crate::latex::page`]) and as MathML ([`crate::mathml::page`]).

use crate::lines::{width, wrap};
use crate::{Block, Equation, Layout, Spelling, Tree, equations, matrix};

/// A page of equations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Page {
    /// Its parts, in reading order.
    pub parts: Vec<Part>,
}

/// A part of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A heading above what follows, in plain text.
    Heading(String),
    /// A sentence, in plain text.
    Sentence(String),
    /// Equations, aligned at `=`.
    Equations(Vec<Equation>),
    /// The same after the word `where`.
    Where(Vec<Equation>),
    /// Values that are assumed, after the word `with`.
    With(Vec<Equation>),
    /// What must not vanish.
    Conditions(Vec<Tree>),
    /// Equations between matrices, which parts that follow define.
    System(Vec<MatrixEquation>),
    /// `y = (ẍ, ÿ)`.
    List(String, Vec<Tree>),
    /// A matrix by its name.
    Matrix(Block),
}

/// `M y = f + Aᵀ λ`: a matrix and a column on the left, columns on the right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatrixEquation {
    /// The matrix.
    pub matrix: String,
    /// The unknown, in ASCII spelling.
    pub unknown: String,
    /// Is it the rate of the unknown that is meant?
    pub rate: bool,
    /// The column on the right.
    pub right: String,
    /// The matrix that is transposed and the column that it multiplies, added on the right.
    pub reaction: Option<(String, String)>,
}

impl Page {
    /// The page without its parts that have no content.
    #[must_use]
    pub fn new(parts: Vec<Part>) -> Self {
        let is_full = |part: &Part| match part {
            Part::Heading(text) | Part::Sentence(text) => !text.is_empty(),
            Part::Equations(list) | Part::Where(list) | Part::With(list) => !list.is_empty(),
            Part::Conditions(list) | Part::List(_, list) => !list.is_empty(),
            Part::System(list) => !list.is_empty(),
            Part::Matrix(block) => !block.rows.is_empty(),
        };
        Self { parts: parts.into_iter().filter(is_full).collect() }
    }

    /// The page as lines, parts after a blank line. Lists follow what they belong to, and parts
    /// their heading.
    #[must_use]
    pub fn lines(&self, layout: Layout) -> String {
        let mut page = String::new();
        let mut below_heading = true;
        for part in &self.parts {
            if !below_heading && !matches!(part, Part::List(..)) {
                page.push('\n');
            }
            page.push_str(&part.lines(layout));
            below_heading = matches!(part, Part::Heading(_));
        }
        page
    }
}

impl Part {
    fn lines(&self, layout: Layout) -> String {
        match self {
            Self::Heading(text) | Self::Sentence(text) => format!("{text}\n"),
            Self::Equations(list) => equations::lines(list, layout),
            Self::Where(list) => format!("where\n{}", equations::lines(list, layout)),
            Self::With(list) => assumptions(list, layout),
            Self::Conditions(list) => conditions(list, layout),
            Self::System(list) => system(list, layout.spelling),
            Self::List(name, entries) => entry_list(name, entries, layout),
            Self::Matrix(block) => matrix::lines(block, layout),
        }
    }
}

/// `where cos θ ≠ 0, x ≠ 0`, wrapped to the page.
fn conditions(conditions: &[Tree], layout: Layout) -> String {
    let unequal = match layout.spelling {
        Spelling::Ascii => "!=",
        Spelling::Unicode => "≠",
    };
    let one = |tree: &Tree| format!("{} {unequal} 0", layout.spelling.text(tree));
    enumerated("where ", conditions.iter().map(one).collect(), layout)
}

/// `with α = 0, m = 2`, wrapped to the page.
fn assumptions(list: &[Equation], layout: Layout) -> String {
    let text = |tree: &Tree| layout.spelling.text(tree);
    let one = |e: &Equation| format!("{} = {}", text(&e.lhs), text(&e.rhs));
    enumerated("with ", list.iter().map(one).collect(), layout)
}

/// A word and what follows it with commas, in lines below each other.
fn enumerated(head: &str, items: Vec<String>, layout: Layout) -> String {
    let room = layout.width.saturating_sub(width(head));
    let mut lines: Vec<String> = Vec::new();
    let last = items.len().saturating_sub(1);
    for (k, item) in items.into_iter().enumerate() {
        let one = if k < last { format!("{item},") } else { item };
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(&one) <= room => {
                line.push(' ');
                line.push_str(&one);
            }
            _ => lines.extend(wrap(&one, room, room)),
        }
    }
    format!("{head}{}\n", lines.join(&format!("\n{}", " ".repeat(width(head)))))
}

/// `M y = f + Aᵀ λ,  A y = g`.
fn system(list: &[MatrixEquation], spelling: Spelling) -> String {
    let one = |e: &MatrixEquation| {
        let unknown = match (e.rate, spelling) {
            (false, _) => spelling.name(&e.unknown),
            (true, Spelling::Ascii) => format!("{}'", e.unknown),
            (true, Spelling::Unicode) => format!("{}\u{307}", spelling.name(&e.unknown)),
        };
        let left = format!("{} {unknown} = {}", e.matrix, e.right);
        match &e.reaction {
            None => left,
            Some((matrix, column)) => {
                let transposed = if spelling == Spelling::Ascii { "^T" } else { "ᵀ" };
                format!("{left} + {matrix}{transposed} {}", spelling.name(column))
            }
        }
    };
    let separator = if spelling == Spelling::Ascii { ", " } else { ",  " };
    list.iter().map(one).collect::<Vec<_>>().join(separator) + "\n"
}

/// `y = (ẍ, ÿ)`.
fn entry_list(name: &str, entries: &[Tree], layout: Layout) -> String {
    let head = format!("{} = ", layout.spelling.name(name));
    let texts: Vec<String> = entries.iter().map(|tree| layout.spelling.text(tree)).collect();
    let room = layout.width.saturating_sub(width(&head));
    let parts = wrap(&format!("({})", texts.join(", ")), room, room);
    head.clone() + &parts.join(&format!("\n{}", " ".repeat(width(&head)))) + "\n"
}
