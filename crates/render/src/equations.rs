//! Equations as lines, aligned at `=`.
//!
//! Left sides start in one column, so that a printed block can be put into a model file as it is:
//! there a line that is indented deeper continues the one before.

use crate::lines::{padded, width, wrap};
use crate::{Layout, Tree};

/// An equation, with the label of its constraint if it is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Equation {
    /// The label in ASCII spelling.
    pub label: Option<String>,
    /// The left side.
    pub lhs: Tree,
    /// The right side.
    pub rhs: Tree,
}

/// Continuation lines of a long left side, and the `=` after it, are indented by this much.
const INDENT: usize = 4;
/// A right side gets at least this many columns, or a line of its own.
const LEAST_ROOM: usize = 24;

/// The equations as lines, each ended by a line feed.
///
/// ```
/// use alembert_algebra::{Expr, Kind};
/// use alembert_render::{Equation, Layout, Notation, Spelling, Typesetter, equations};
/// let [x, a] = [2, 0].map(|order| Expr::symbol("x", Kind::Coordinate, order));
/// let mut typesetter = Typesetter::new(&Notation::default());
/// let spring = Equation { label: None, lhs: typesetter.tree(x)?, rhs: typesetter.tree(-a)? };
/// let layout = Layout { spelling: Spelling::Unicode, width: 80 };
/// assert_eq!(equations::lines(&[spring], layout), "ẍ = −x\n");
/// # Ok::<(), alembert_render::RenderError>(())
/// ```
#[must_use]
pub fn lines(equations: &[Equation], layout: Layout) -> String {
    let labels: Vec<String> = equations.iter().map(|e| label(e, layout)).collect();
    let margin = labels.iter().map(|l| width(l) + 2).max().filter(|&w| w > 2).unwrap_or(0);
    let left: Vec<String> = equations.iter().map(|e| layout.spelling.text(&e.lhs)).collect();
    let right: Vec<String> = equations.iter().map(|e| layout.spelling.text(&e.rhs)).collect();
    let room = layout.width.saturating_sub(margin);
    let columns = Columns { margin, left: left_column(&left, &right, room), width: layout.width };
    let mut page = String::new();
    for ((label, left), right) in labels.iter().zip(&left).zip(&right) {
        columns.write(&mut page, label, left, right);
    }
    page
}

fn label(equation: &Equation, layout: Layout) -> String {
    equation.label.as_ref().map_or_else(String::new, |l| layout.spelling.name(l) + ":")
}

/// The width of the left column: that of the longest left side if every equation then fits its
/// line; otherwise of the longest that leaves three fifths of the room.
fn left_column(left: &[String], right: &[String], room: usize) -> usize {
    let longest = |limit| left.iter().map(|l| width(l)).filter(|&w| w <= limit).max().unwrap_or(0);
    let widest_right = right.iter().map(|r| width(r)).max().unwrap_or(0);
    let all = longest(usize::MAX);
    if all + " = ".len() + widest_right <= room { all } else { longest(room * 2 / 5) }
}

/// Where the parts of an equation stand.
struct Columns {
    margin: usize,
    left: usize,
    width: usize,
}

impl Columns {
    fn write(&self, page: &mut String, label: &str, left: &str, right: &str) {
        let line = padded(label, self.margin);
        let beside = self.margin + width(left).max(self.left) + " = ".len();
        let room = self.width.saturating_sub(beside);
        if width(right) <= room || (width(left) <= self.left && room >= LEAST_ROOM) {
            let line = line + &padded(left, self.left) + " = ";
            self.finish(page, line, right, beside);
        } else {
            let indent = self.margin + INDENT;
            let rest = self.width.saturating_sub(indent);
            let parts = wrap(left, self.width.saturating_sub(self.margin), rest);
            push_lines(page, &(line + &parts[0]), &parts[1..], indent);
            self.finish(page, " ".repeat(indent) + "= ", right, indent + "= ".len());
        }
    }

    /// The right side after what already stands in the line.
    fn finish(&self, page: &mut String, line: String, right: &str, column: usize) {
        let room = self.width.saturating_sub(column);
        let parts = wrap(right, room, room);
        push_lines(page, &(line + &parts[0]), &parts[1..], column);
    }
}

fn push_lines(page: &mut String, first: &str, more: &[String], indent: usize) {
    page.push_str(first);
    page.push('\n');
    for line in more {
        page.push_str(&" ".repeat(indent));
        page.push_str(line);
        page.push('\n');
    }
}
