//! Lines of `view`: a shape, then words with what follows each of them.
//!
//! ```text
//! view = shape [ values ] { word [ values ] }
//! ```
//!
//! What cannot be read stays text; the line is not refused, but not shown either.

use super::cursor::{Context, Cursor};
use super::sections::Item;
use super::vocabulary::Vocabulary;
use crate::language::report::Report;
use crate::language::source::{Source, Span};
use crate::language::syntax::{Expr, ViewPart};
use crate::language::token::Token;

/// The shapes that can be drawn; a plane and a camera say how a scene is seen.
pub(crate) const SHAPES: &[&str] = &[
    "disk",
    "sphere",
    "box",
    "rod",
    "blade",
    "point",
    "spring",
    "arrow",
    "trail",
    "turntable",
    "plane",
    "camera",
];

/// Words that end an expression in a view.
pub(in crate::language) const WORDS: &[&str] = &[
    "at", "center", "from", "to", "heading", "spin", "radius", "length", "rotation", "euler313",
    "frames",
];

/// The words of a line with their values; nothing when a part of it could not be read.
pub(super) fn parts(item: &Item, source: &Source, vocabulary: &Vocabulary) -> Vec<ViewPart> {
    let is_word = |token: &Token| token.name().is_some_and(|name| WORDS.contains(&name));
    let mut parts = Vec::new();
    let mut at = 0;
    while at < item.tokens.len() {
        let word = item.tokens[at].name().map(str::to_owned);
        let rest = &item.tokens[at + 1..];
        let len = rest.iter().position(is_word).unwrap_or(rest.len());
        let values = values(&rest[..len], item, source, vocabulary);
        let (Some(word), Some(values)) = (word, values) else { return Vec::new() };
        parts.push(ViewPart { word, values });
        at += 1 + len;
    }
    parts
}

fn values(
    tokens: &[Token],
    item: &Item,
    source: &Source,
    vocabulary: &Vocabulary,
) -> Option<Vec<Expr>> {
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
        return Some(Vec::new());
    };
    let span = Span::new(first.span.start, last.span.end);
    let piece = Item { tokens: tokens.to_vec(), span, doc: None, broken: false, latex: item.latex };
    let mut report = Report::default();
    let mut cursor = Cursor::new(source, &piece, vocabulary, Context::Model, &mut report);
    let mut values = Vec::new();
    cursor.list(|cursor| values.push(cursor.expression()));
    cursor.finish();
    (!report.has_error()).then_some(values)
}
