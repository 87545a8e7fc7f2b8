//! A model as sections, items and comments, without the places of anything.
//!
//! A comment on the line of an item is the item's. A comment on a line of its own belongs to what
//! follows it; one that is indented at the end of a section stays at the end of the section. A
//! comment on a further line of an item is put before the item.

use std::collections::BTreeSet;

use super::canonical::canonical;
use super::entry::{Entry, Part, entries};
use crate::language::parser::{self, ParsedSection};
use crate::language::report::Report;
use crate::language::source::{Source, Span};
use crate::language::syntax::{Expr, ExprKind, SectionKind};
use crate::language::units::is_angle;

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Document {
    pub(super) sections: Vec<Section>,
    /// Comments after everything else.
    pub(super) after: Vec<String>,
}

impl Document {
    /// The parameters that are no angles, neither by their unit nor by what they are made of.
    pub(super) fn plain_parameters(&self) -> BTreeSet<String> {
        let (mut plain, mut angles) = (BTreeSet::new(), BTreeSet::new());
        let sections = self.sections.iter().filter(|s| s.kind == SectionKind::Parameters);
        for entry in sections.flat_map(|s| &s.items).flat_map(|item| &item.entries) {
            let Some(Part::Name(name)) = entry.get("name") else { continue };
            let is_angle = match (entry.get("unit"), entry.get("value")) {
                (Some(Part::Unit(unit)), _) => is_angle(unit),
                (_, Some(Part::Expr(value))) => mentions(value, &angles),
                _ => false,
            };
            let kind = if is_angle { &mut angles } else { &mut plain };
            kind.insert(name.clone());
        }
        plain
    }
}

/// Does an expression contain one of these names?
fn mentions(expr: &Expr, names: &BTreeSet<String>) -> bool {
    let own = matches!(&expr.kind, ExprKind::Name(name) if names.contains(name));
    own || expr.parts().into_iter().any(|part| mentions(part, names))
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Section {
    pub(super) kind: SectionKind,
    /// Comments before it, on lines of their own.
    pub(super) before: Vec<String>,
    /// The comment on its line, when no item stands there.
    pub(super) comment: Option<String>,
    pub(super) items: Vec<Item>,
    /// Indented comments after its items.
    pub(super) after: Vec<String>,
    /// Is there an empty line before it?
    pub(super) blank: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Item {
    pub(super) before: Vec<String>,
    pub(super) comment: Option<String>,
    pub(super) entries: Vec<Entry>,
    /// Is there an empty line before it?
    pub(super) blank: bool,
}

/// The document of a text; mistakes of grammar go into the report.
pub(super) fn document(source: &Source, report: &mut Report) -> Document {
    let parsed = parser::parse_items(source, report);
    let mut document = Document::default();
    for section in &parsed {
        let items = section.items.iter().map(|(span, file)| {
            let mut entries = entries(section.kind, file);
            let parts = entries.iter_mut().flat_map(|entry| &mut entry.0);
            parts.flat_map(|row| row.1.expressions()).for_each(|expr| *expr = canonical(expr));
            Item { entries, blank: blank_before(source, span.start), ..Item::default() }
        });
        document.sections.push(Section {
            kind: section.kind,
            before: Vec::new(),
            comment: None,
            items: items.collect(),
            after: Vec::new(),
            blank: blank_before(source, section.word.start),
        });
    }
    for (line, span, alone) in parser::comments(source) {
        let text = source.slice(span).trim().to_owned();
        place(&mut document, &parsed, source, (line, span, alone), text);
    }
    document
}

/// Is the line before this place, and before the comments above it, empty?
fn blank_before(source: &Source, at: usize) -> bool {
    let mut line = source.position(at).line;
    while line > 1 && source.line(line - 1).trim_start().starts_with('#') {
        line -= 1;
    }
    line > 1 && source.line(line - 1).trim().is_empty()
}

/// Puts a comment where it belongs.
fn place(
    document: &mut Document,
    parsed: &[ParsedSection],
    source: &Source,
    (line, span, alone): (usize, Span, bool),
    text: String,
) {
    let line_of = |at: usize| source.position(at).line;
    let before = parsed.partition_point(|section| section.word.start < span.start);
    let Some(number) = before.checked_sub(1) else {
        return match document.sections.first_mut() {
            Some(section) => section.before.push(text),
            None => document.after.push(text),
        };
    };
    let items = &parsed[number].items;
    let next = items.partition_point(|(item, _)| item.start < span.start);
    let last = next.checked_sub(1).map(|item| (item, items[item].0));
    let section = &mut document.sections[number];
    match last {
        Some((item, place)) if !alone && line_of(place.start) == line => {
            section.items[item].comment = Some(text);
        }
        Some((item, place)) if span.start < place.end || !alone => {
            section.items[item].before.push(text);
        }
        None if !alone => section.comment = Some(text),
        _ if next < items.len() => section.items[next].before.push(text),
        _ if source.line(line).starts_with(char::is_whitespace) => section.after.push(text),
        _ => match document.sections.get_mut(number + 1) {
            Some(section) => section.before.push(text),
            None => document.after.push(text),
        },
    }
}
