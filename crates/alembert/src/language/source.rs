//! The text of a model and places in it.
//!
//! A [`Span`] counts bytes, because that is what slicing needs; a [`Position`] counts lines and
//! characters from 1, because that is what people and editors say. A byte order mark at the start
//! is not a character of the first line, and a carriage return before a line feed is not a
//! character of its line. Columns on a terminal are a third measure: [`width`].

use super::format;
use super::visible::{escape, steers};

/// A piece of a [`Source`], in bytes: `start` is in it, `end` is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The piece from `start` to `end`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Span { start, end }
    }

    /// The empty piece at `place`.
    #[must_use]
    pub const fn at(place: usize) -> Self {
        Span { start: place, end: place }
    }

    /// The smallest piece that holds both.
    #[must_use]
    pub fn to(self, other: Span) -> Self {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A place as people count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Character in the line, from 1.
    pub column: usize,
}

/// A text with its name (a path, or `<stdin>`) and the places where its lines begin.
///
/// ```
/// use alembert::language::{Source, Span};
/// let source = Source::new("pendulum.mech", "coordinates\r\n  θ [rad]\r\n");
/// assert_eq!(source.line(2), "  θ [rad]");
/// let unit = source.text().find('[').unwrap();
/// assert_eq!(source.position(unit).column, 5);
/// assert_eq!(source.slice(Span::new(unit, unit + 5)), "[rad]");
/// ```
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    starts: Vec<usize>,
}

const BYTE_ORDER_MARK: char = '\u{feff}';

impl Source {
    /// A text under a name. A model in JSON becomes its text, which messages then show.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let text = format::text(&text).and_then(Result::ok).unwrap_or(text);
        let first = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
        let rest = text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| i + 1);
        let starts = std::iter::once(first).chain(rest).collect();
        Source { name: name.into(), text, starts }
    }

    /// The name under which messages show it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text, as it was given.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a span; empty when the span is not a piece of this text.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or("")
    }

    /// How many lines there are; a text that ends with a line feed has an empty last one.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.starts.len()
    }

    /// The bytes of a line, counted from 1, without its line ending.
    #[must_use]
    pub fn line_span(&self, line: usize) -> Span {
        let Some(&start) = line.checked_sub(1).and_then(|i| self.starts.get(i)) else {
            return Span::at(self.text.len());
        };
        let end = self.starts.get(line).map_or(self.text.len(), |&next| next - 1);
        let body = &self.text[start..end];
        Span::new(start, start + body.strip_suffix('\r').unwrap_or(body).len())
    }

    /// The text of a line, counted from 1, without its line ending.
    #[must_use]
    pub fn line(&self, line: usize) -> &str {
        self.slice(self.line_span(line))
    }

    /// Line and character of a byte. A byte inside a character counts as that character.
    #[must_use]
    pub fn position(&self, byte: usize) -> Position {
        let byte = byte.max(self.starts[0]);
        let line = self.starts.partition_point(|&start| start <= byte);
        let before = self.line_span(line);
        let body = &self.text[before.start..before.end];
        let column = body.char_indices().take_while(|(i, _)| before.start + i < byte).count() + 1;
        Position { line, column }
    }
}

/// Columns that a text takes on a terminal, tabs expanded to every fourth column, from column `from`.
#[must_use]
pub fn width(text: &str, from: usize) -> usize {
    text.chars().fold(from, |column, c| column + char_width(c, column)) - from
}

/// Distance of tab stops when a line is shown.
pub(super) const TAB: usize = 4;

/// Columns of one character that stands at `column`.
pub(super) fn char_width(c: char, column: usize) -> usize {
    match c {
        '\t' => TAB - column % TAB,
        c if steers(c) => escape(c).len(),
        // Combining marks, joiners and variation selectors take no column.
        '\u{300}'..='\u{36f}'
        | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{fe20}'..='\u{fe2f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2060}'
        | '\u{feff}' => 0,
        // East Asian wide letters and emoji.
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{1f300}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_and_column_count_characters() {
        let source = Source::new("a", "x = θ\n  φ = 1");
        let phi = source.text().find('φ').unwrap();
        assert_eq!(source.position(phi), Position { line: 2, column: 3 });
        assert_eq!(source.position(phi + 'φ'.len_utf8()), Position { line: 2, column: 4 });
    }

    #[test]
    fn carriage_returns_are_no_part_of_a_line() {
        let source = Source::new("a", "one\r\ntwo\r\n");
        assert_eq!((source.line(1), source.line(2), source.line(3)), ("one", "two", ""));
        assert_eq!(source.lines(), 3);
    }

    #[test]
    fn a_byte_order_mark_is_no_column() {
        let source = Source::new("a", "\u{feff}model");
        assert_eq!(source.line(1), "model");
        assert_eq!(source.position(3), Position { line: 1, column: 1 });
        assert_eq!(source.position(0), Position { line: 1, column: 1 });
    }

    #[test]
    fn the_end_of_the_text_has_a_position() {
        let source = Source::new("a", "ab\n");
        assert_eq!(source.position(3), Position { line: 2, column: 1 });
        assert_eq!(source.position(99), Position { line: 2, column: 1 });
    }

    #[test]
    fn combining_marks_take_no_column_and_tabs_reach_the_next_stop() {
        assert_eq!(width("x\u{307}", 0), 1);
        assert_eq!(width("a\tb", 0), 5);
        assert_eq!(width("\t", 3), 1);
        assert_eq!(width("質", 0), 2);
    }
}
