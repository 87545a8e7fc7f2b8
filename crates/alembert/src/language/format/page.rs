//! A document as text: sections, aligned columns, comments in a column, long sums broken.

use super::Form;
use super::document::{Document, Item, Section};
use super::entry::{Entry, Part, is_plural};
use super::expression::{Writer, dotted};
use super::names::spelled;
use super::unit_text;
use crate::language::source::width;
use crate::language::syntax::{EnergyKind, Expr, ExprKind, SectionKind};

/// Columns of a line before a sum is broken.
const LINE: usize = 100;

/// Columns of an item beyond which its comment is not aligned with the others.
const LONG: usize = 60;

/// The text of a document.
pub(super) fn page(document: &Document, form: Form) -> String {
    let plain = document.plain_parameters();
    let writer = Writer::new(form, &plain);
    let mut text = String::new();
    let mut previous = None;
    for section in &document.sections {
        let energies = |kind| matches!(kind, SectionKind::Energy(_));
        let together = previous.is_some_and(energies) && energies(section.kind) && !section.blank;
        if previous.is_some() && !together {
            text.push('\n');
        }
        push_comments(&mut text, &section.before, 0);
        push_section(&mut text, section, writer);
        previous = Some(section.kind);
    }
    push_comments(&mut text, &document.after, 0);
    text
}

fn push_comments(text: &mut String, comments: &[String], indent: usize) {
    for comment in comments {
        text.push_str(format!("{}# {comment}", " ".repeat(indent)).trim_end());
        text.push('\n');
    }
}

/// Lines of an item: the first one and those that continue it.
type Lines = Vec<String>;

fn push_section(text: &mut String, section: &Section, writer: Writer<'_>) {
    let on_line = |item: &Item| {
        item.before.is_empty() && section.comment.is_none() && begins_on_line(section.kind, item)
    };
    let first = usize::from(section.items.first().is_some_and(on_line));
    let cells: Vec<Vec<String>> =
        section.items[first..].iter().map(|item| cells(section.kind, item, writer)).collect();
    let widths = widths(&cells);
    let rest: Vec<Lines> = cells.iter().map(|cells| broken(&aligned(cells, &widths), 2)).collect();
    let column = comment_column(&section.items[first..], &rest);
    match section.items.first().filter(|_| first == 1) {
        Some(item) => {
            let inline =
                format!("{}{}", head(section.kind), cells_in_line(section.kind, item, writer));
            push_item(text, &broken(&inline, 0), item.comment.as_deref(), 0, 0);
        }
        None => push_item(
            text,
            &[section.kind.word().to_owned()],
            section.comment.as_deref(),
            0,
            column,
        ),
    }
    for (item, lines) in section.items[first..].iter().zip(&rest) {
        if item.blank && !text.ends_with("\n\n") {
            text.push('\n');
        }
        push_comments(text, &item.before, 2);
        push_item(text, lines, item.comment.as_deref(), 2, column);
    }
    push_comments(text, &section.after, 2);
}

/// Does the first item stand on the line of the section's word?
fn begins_on_line(kind: SectionKind, item: &Item) -> bool {
    match kind {
        SectionKind::Energy(_) | SectionKind::Principle => true,
        SectionKind::Model => item.entries.iter().any(|entry| entry.get("key").is_none()),
        SectionKind::Run => item.entries.iter().any(|entry| entry.get("low").is_some()),
        _ => false,
    }
}

fn head(kind: SectionKind) -> String {
    let sign = if matches!(kind, SectionKind::Energy(_)) { " = " } else { " " };
    let word = match kind {
        SectionKind::Energy(EnergyKind::Lagrangian) => "lagrangian",
        kind => kind.word(),
    };
    format!("{word}{sign}")
}

fn push_item(
    text: &mut String,
    lines: &[String],
    comment: Option<&str>,
    indent: usize,
    column: usize,
) {
    let margin = " ".repeat(indent);
    for (i, line) in lines.iter().enumerate() {
        text.push_str(&margin);
        text.push_str(line);
        if let (0, Some(comment)) = (i, comment) {
            let used = indent + width(line, 0);
            text.push_str(&" ".repeat(column.saturating_sub(used).max(2)));
            text.push_str(format!("# {comment}").trim_end());
        }
        text.push('\n');
    }
}

/// The column of the comments of a section: behind the items that are not too long.
fn comment_column(items: &[Item], lines: &[Lines]) -> usize {
    let commented = items.iter().zip(lines).filter(|(item, _)| item.comment.is_some());
    let used = commented.map(|(_, lines)| 2 + lines.first().map_or(0, |line| width(line, 0)));
    used.filter(|&used| used <= LONG).max().map_or(0, |used| used + 2)
}

/// The widths of the columns of the items with several cells.
fn widths(items: &[Vec<String>]) -> Vec<usize> {
    let columns = items.iter().map(Vec::len).max().unwrap_or(0);
    let cell = |item: &Vec<String>, i: usize| item.get(i).map_or(0, |cell| width(cell, 0));
    let aligned = |item: &&Vec<String>| item.len() > 1 && cell(item, 0) <= LONG / 2;
    (0..columns)
        .map(|i| items.iter().filter(aligned).map(|item| cell(item, i)).max().unwrap_or(0))
        .collect()
}

fn aligned(cells: &[String], widths: &[usize]) -> String {
    let mut text = String::new();
    for (cell, &column) in cells.iter().zip(widths) {
        text.push_str(cell);
        let gap = column.saturating_sub(width(cell, 0));
        text.push_str(&" ".repeat(if column == 0 && cell.is_empty() { 0 } else { gap + 2 }));
    }
    text.trim_end().to_owned()
}

/// A line, broken before signs that stand outside of brackets when it is too long.
fn broken(line: &str, indent: usize) -> Lines {
    // A text in quotation marks stays in one line.
    if width(line, indent) <= LINE || line.contains('"') {
        return vec![line.to_owned()];
    }
    let mut lines = vec![String::new()];
    for piece in pieces(line) {
        let last = lines.last_mut().expect("there is a line from the start");
        let full = indent + width(last, 0) + width(piece, 0) > LINE;
        if full && !last.trim().is_empty() {
            *last = last.trim_end().to_owned();
            lines.push(format!("  {piece}"));
        } else {
            last.push_str(piece);
        }
    }
    lines
}

/// The text cut before each sign between spaces that stands outside of brackets.
fn pieces(line: &str) -> Vec<&str> {
    let bytes = line.as_bytes();
    let mut cuts = vec![0];
    let (mut depth, mut bars) = (0_i32, false);
    for (i, &b) in bytes.iter().enumerate() {
        match b {
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth -= 1,
            b'|' => bars = !bars,
            b'+' | b'-' if depth == 0 && !bars => {
                let spaced = i > 0 && bytes[i - 1] == b' ' && bytes.get(i + 1) == Some(&b' ');
                if spaced {
                    cuts.push(i);
                }
            }
            _ => {}
        }
    }
    cuts.push(line.len());
    cuts.windows(2).map(|pair| &line[pair[0]..pair[1]]).collect()
}

fn cells_in_line(kind: SectionKind, item: &Item, writer: Writer<'_>) -> String {
    let cells = cells(kind, item, writer);
    cells.iter().filter(|cell| !cell.is_empty()).map(String::as_str).collect::<Vec<_>>().join("  ")
}

/// The columns of an item.
fn cells(kind: SectionKind, item: &Item, writer: Writer<'_>) -> Vec<String> {
    let writer = Spelling { writer, form: writer.form };
    match (kind, item.entries.as_slice()) {
        (SectionKind::Parameters, [entry]) => writer.parameter(entry),
        (SectionKind::Coordinates | SectionKind::Inputs, [entry]) => writer.names(entry),
        (SectionKind::Constraints, [entry]) => writer.constraint(entry),
        (_, entries) => {
            let texts: Vec<String> =
                entries.iter().map(|entry| writer.entry(kind, entry)).collect();
            vec![texts.join(", ")]
        }
    }
}

/// Writes entries.
struct Spelling<'a> {
    writer: Writer<'a>,
    form: Form,
}

impl Spelling<'_> {
    fn expr(&self, entry: &Entry, key: &str) -> String {
        match entry.get(key) {
            Some(Part::Expr(expr)) => self.writer.expr(expr),
            _ => String::new(),
        }
    }

    fn exprs(&self, list: &[Expr]) -> String {
        let texts: Vec<String> = list.iter().map(|expr| self.writer.expr(expr)).collect();
        texts.join(", ")
    }

    /// A name, a word or a unit at a key.
    fn word(&self, entry: &Entry, key: &str) -> String {
        match entry.get(key) {
            Some(Part::Name(name)) => spelled(name, self.form),
            Some(Part::Word(word)) => word.clone(),
            Some(Part::Unit(unit)) => format!("[{}]", unit_text(unit, self.form)),
            Some(Part::Names(names)) => {
                let names: Vec<String> =
                    names.iter().map(|name| spelled(name, self.form)).collect();
                names.join(", ")
            }
            _ => String::new(),
        }
    }

    fn parameter(&self, entry: &Entry) -> Vec<String> {
        let value = match entry.get("value") {
            Some(_) => format!(" = {}", self.expr(entry, "value")),
            None => String::new(),
        };
        let name = format!("{}{value}", self.word(entry, "name"));
        let range = match entry.get("low") {
            Some(_) => format!("in {} .. {}", self.expr(entry, "low"), self.expr(entry, "high")),
            None => String::new(),
        };
        vec![name, self.word(entry, "unit"), range]
    }

    fn names(&self, entry: &Entry) -> Vec<String> {
        if entry.get("rotation").is_none() {
            return vec![self.word(entry, "names"), self.word(entry, "unit")];
        }
        let frame = |key: &str| entry.get(key).map(|_| format!("{key} {}", self.word(entry, key)));
        let frames: Vec<String> = ["space", "body"].into_iter().filter_map(frame).collect();
        let with = if frames.is_empty() { "" } else { " with " };
        vec![format!("{} rotation{with}{}", self.word(entry, "rotation"), frames.join(", "))]
    }

    fn constraint(&self, entry: &Entry) -> Vec<String> {
        let equation = format!("{} = {}", self.expr(entry, "left"), self.expr(entry, "right"));
        let equation = match entry.get("reaction") {
            Some(Part::Exprs(list)) => format!("{equation} reaction ({})", self.exprs(list)),
            _ => equation,
        };
        match entry.get("label") {
            Some(_) => vec![format!("{}:", self.word(entry, "label")), equation],
            None => vec![equation],
        }
    }

    /// An entry in a line.
    fn entry(&self, kind: SectionKind, entry: &Entry) -> String {
        let joined = |cells: Vec<String>| {
            let filled = cells.into_iter().filter(|cell| !cell.is_empty());
            filled.collect::<Vec<_>>().join(" ")
        };
        match kind {
            SectionKind::Parameters => joined(self.parameter(entry)),
            SectionKind::Coordinates | SectionKind::Inputs => joined(self.names(entry)),
            SectionKind::Constraints => joined(self.constraint(entry)),
            SectionKind::Model => {
                let key = entry.get("key").map(|_| format!("{} ", self.word(entry, "key")));
                format!("{}\"{}\"", key.unwrap_or_default(), self.word(entry, "text"))
            }
            SectionKind::Functions => self.function(entry),
            SectionKind::Let | SectionKind::Quasi | SectionKind::Observe => {
                let equation =
                    format!("{} = {}", self.word(entry, "name"), self.expr(entry, "value"));
                joined(vec![equation, self.word(entry, "unit")])
            }
            SectionKind::Energy(_) => self.expr(entry, "value"),
            SectionKind::Forces => self.force(entry),
            SectionKind::Symmetry => {
                format!("{} = {}", self.word(entry, "coordinate"), self.expr(entry, "value"))
            }
            SectionKind::Principle => self.word(entry, "principle"),
            SectionKind::Initial => self.initial(entry),
            SectionKind::Run => self.run(entry),
            SectionKind::View => self.view(entry),
            SectionKind::Expect | SectionKind::Reject => self.statement(entry),
        }
    }

    fn function(&self, entry: &Entry) -> String {
        let mut text = format!("{}({})", self.word(entry, "name"), self.word(entry, "arguments"));
        if entry.get("value").is_some() {
            text.push_str(&format!(" = {}", self.expr(entry, "value")));
        }
        if entry.get("unit").is_some() {
            text.push_str(&format!(" {}", self.word(entry, "unit")));
        }
        text
    }

    fn force(&self, entry: &Entry) -> String {
        match entry.get("dissipation") {
            Some(_) => format!("dissipation = {}", self.expr(entry, "dissipation")),
            None => format!("{}: {}", self.word(entry, "coordinate"), self.expr(entry, "value")),
        }
    }

    fn initial(&self, entry: &Entry) -> String {
        let name = match (entry.get("name"), entry.get("order"), self.form) {
            (Some(Part::Name(name)), Some(Part::Order(order @ 1..=4)), Form::Latex) => {
                dotted(name, *order)
            }
            (_, Some(Part::Order(order)), _) => {
                format!("{}{}", self.word(entry, "name"), "'".repeat(*order as usize))
            }
            _ => self.word(entry, "name"),
        };
        let mut text = format!("{name} = {}", self.expr(entry, "value"));
        if entry.get("unit").is_some() {
            text.push_str(&format!(" {}", self.word(entry, "unit")));
        }
        if entry.get("guess").is_some() {
            text.push_str(" (guess)");
        }
        text
    }

    fn run(&self, entry: &Entry) -> String {
        for key in ["step", "every", "tol"] {
            if entry.get(key).is_some() {
                return format!("{key} {}{}", self.expr(entry, key), self.time(entry, "time"));
            }
        }
        match entry.get("values") {
            _ if entry.get("method").is_some() => format!("method {}", self.word(entry, "method")),
            Some(Part::Exprs(list)) => {
                format!("{} = {}", self.word(entry, "input"), self.exprs(list))
            }
            _ => {
                let bound = |key: &str, unit: &str| {
                    format!("{}{}", self.expr(entry, key), self.time(entry, unit))
                };
                format!("{} .. {}", bound("low", "low_time"), bound("high", "time"))
            }
        }
    }

    /// The unit of a time with the space before it; what is no single word stands in brackets.
    fn time(&self, entry: &Entry, key: &str) -> String {
        let Some(Part::Unit(unit)) = entry.get(key) else { return String::new() };
        match unit_text(unit, self.form) {
            unit if unit.chars().all(char::is_alphabetic) => format!(" {unit}"),
            unit => format!(" [{unit}]"),
        }
    }

    fn view(&self, entry: &Entry) -> String {
        let Some(Part::View(parts)) = entry.get("view") else { return self.word(entry, "raw") };
        let one = |part: &crate::language::syntax::ViewPart| {
            format!("{} {}", part.word, self.exprs(&part.values)).trim_end().to_owned()
        };
        parts.iter().map(one).collect::<Vec<_>>().join("  ")
    }

    fn statement(&self, entry: &Entry) -> String {
        let Some(Part::Exprs(subjects)) = entry.get("subjects") else {
            return format!("{} = {}", self.expr(entry, "left"), self.expr(entry, "right"));
        };
        let verb = if is_plural(subjects) { "are" } else { "is" };
        let names: Vec<String> = subjects.iter().map(|subject| self.subject(subject)).collect();
        let rest = [self.word(entry, "is"), self.expr(entry, "value")];
        let rest: Vec<&str> = rest.iter().map(String::as_str).filter(|t| !t.is_empty()).collect();
        format!("{} {verb} {}", names.join(", "), rest.join(" "))
    }

    /// `constraints` is a word, everything else an expression.
    fn subject(&self, subject: &Expr) -> String {
        match &subject.kind {
            ExprKind::Name(name) if matches!(name.as_str(), "constraints" | "order") => {
                name.clone()
            }
            _ => self.writer.expr(subject),
        }
    }
}
