//! Lines of a file: indentation, content, comment.

use crate::language::source::{Source, Span, char_width};

/// A line that is not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Columns before the content.
    pub(super) indent: usize,
    /// The text without indentation, comment and white space at its end.
    pub(super) content: Span,
    /// The text after `#`.
    pub(super) comment: Option<Span>,
}

/// All lines that have content.
pub(super) fn lines(source: &Source) -> impl Iterator<Item = Line> + '_ {
    (1..=source.lines()).filter_map(|number| line(source, number))
}

/// All comments: the line, the text after `#`, and whether the line has nothing else.
pub(in crate::language) fn comments(
    source: &Source,
) -> impl Iterator<Item = (usize, Span, bool)> + '_ {
    (1..=source.lines()).filter_map(|number| {
        let span = source.line_span(number);
        let text = source.slice(span);
        let hash = comment_start(text)?;
        let alone = text[..hash].trim().is_empty();
        Some((number, Span::new(span.start + hash + 1, span.end), alone))
    })
}

fn line(source: &Source, number: usize) -> Option<Line> {
    let span = source.line_span(number);
    let text = source.slice(span);
    let hash = comment_start(text);
    let body = text[..hash.unwrap_or(text.len())].trim_end();
    let content = body.trim_start();
    if content.is_empty() {
        return None;
    }
    let margin = &body[..body.len() - content.len()];
    let indent = margin.chars().fold(0, |column, c| column + char_width(c, column).max(1));
    let start = span.start + margin.len();
    Some(Line {
        indent,
        content: Span::new(start, start + content.len()),
        comment: hash.map(|at| Span::new(span.start + at + 1, span.end)),
    })
}

/// Where the comment begins: at the first `#` outside of quotation marks.
fn comment_start(text: &str) -> Option<usize> {
    let mut quoted = false;
    for (i, b) in text.bytes().enumerate() {
        match b {
            b'"' => quoted = !quoted,
            b'#' if !quoted => return Some(i),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_empty_lines_are_no_content() {
        let source = Source::new("a", "# only\n\n  x = 1  # the value\nmodel \"a # b\"\n");
        let all: Vec<Line> = lines(&source).collect();
        assert_eq!(all.len(), 2);
        assert_eq!(source.slice(all[0].content), "x = 1");
        assert_eq!(all[0].comment.map(|c| source.slice(c)), Some(" the value"));
        assert_eq!((all[0].indent, all[1].indent), (2, 0));
        assert_eq!(source.slice(all[1].content), "model \"a # b\"");
    }

    #[test]
    fn a_tab_indents_to_the_next_stop() {
        let source = Source::new("a", "let\n\tx = 1\n  \ty = 2");
        assert_eq!(lines(&source).map(|l| l.indent).collect::<Vec<_>>(), [0, 4, 4]);
    }
}
