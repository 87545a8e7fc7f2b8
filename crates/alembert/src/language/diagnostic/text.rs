//! Diagnostics for people: the line, a caret under the place, a hint.
//!
//! ```text
//! error[AL010]: unknown symbol `mg`
//!    ┌─ pendulum.mech:14:6
//!    │
//! 14 │ V = -mg x
//!    │      ^^
//!   = hint: for a product write `m g`
//! ```
//!
//! Tabs are shown as spaces and marks such as the dot of `ẋ` take no column, so carets stay under
//! what they mean. Of a very long line only the part around the place is shown.

use std::fmt::Write as _;

use super::{Diagnostic, Severity};
use crate::language::source::{Source, Span, char_width, width};
use crate::language::visible::{escape, steers, visible};

/// Columns of a source line that are shown at most.
const WINDOW: usize = 160;

/// Columns kept before the place when a line is cut.
const BEFORE: usize = 40;

/// Is the output coloured by terminal escape codes?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Plain text.
    Plain,
    /// Escape codes for bold, red, yellow and cyan.
    Terminal,
}

/// One diagnostic as text, ending with a line feed.
#[must_use]
pub fn render(diagnostic: &Diagnostic, source: &Source, colour: Colour) -> String {
    let mut out = String::new();
    let paint = Paint { severity: diagnostic.severity, colour };
    let kind = format!("{}[{}]", diagnostic.severity.word(), diagnostic.code);
    let _ = writeln!(out, "{}: {}", paint.main(&kind), paint.bold(&visible(&diagnostic.message)));
    excerpt(&mut out, source, diagnostic.span, &paint.main("^"), "", paint);
    for related in &diagnostic.related {
        excerpt(
            &mut out,
            source,
            related.span,
            &paint.aside("-"),
            &visible(&related.message),
            paint,
        );
    }
    if let Some(hint) = &diagnostic.hint {
        let _ = writeln!(out, "  {} {}", paint.aside("= hint:"), visible(hint));
    }
    out
}

/// All diagnostics, separated by empty lines.
#[must_use]
pub fn render_all(diagnostics: &[Diagnostic], source: &Source, colour: Colour) -> String {
    let texts: Vec<String> = diagnostics.iter().map(|d| render(d, source, colour)).collect();
    texts.join("\n")
}

/// Place, source line and carets.
fn excerpt(out: &mut String, source: &Source, span: Span, mark: &str, label: &str, paint: Paint) {
    let place = source.position(span.start);
    let gutter = " ".repeat(place.line.to_string().len());
    let bar = paint.aside("│");
    let view = Window::around(source, place.line, span);
    let corner = paint.aside("┌─");
    let name = visible(source.name());
    let _ = writeln!(out, "{gutter} {corner} {name}:{}:{}", place.line, place.column);
    let _ = writeln!(out, "{gutter} {bar}");
    let _ = writeln!(out, "{} {bar} {}", paint.aside(&place.line.to_string()), view.text);
    let carets = mark.repeat(view.carets);
    let line = format!("{gutter} {bar} {}{carets} {label}", " ".repeat(view.indent));
    let _ = writeln!(out, "{}", line.trim_end());
}

/// The part of a line that is shown, with the place of the carets below it.
struct Window {
    text: String,
    indent: usize,
    carets: usize,
}

impl Window {
    fn around(source: &Source, number: usize, span: Span) -> Window {
        let line = source.line_span(number);
        let start = span.start.clamp(line.start, line.end);
        let end = span.end.clamp(start, line.end);
        let text = source.text();
        let indent = width(&text[line.start..start], 0);
        let carets = width(&text[start..end], indent).max(1);
        let shown = &text[line.start..line.end];
        if width(shown, 0) <= WINDOW {
            return Window { text: shown_text(shown, 0, usize::MAX), indent, carets };
        }
        let from = indent.saturating_sub(BEFORE);
        let head = if from > 0 { "…" } else { "" };
        let body = shown_text(shown, from, from + WINDOW);
        let indent = indent - from + head.chars().count();
        Window { text: format!("{head}{body}…"), indent, carets: carets.min(WINDOW - BEFORE) }
    }
}

/// The characters whose columns lie in `from .. to`, with tabs as spaces and what steers a terminal as `\u{1b}`.
fn shown_text(line: &str, from: usize, to: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    for c in line.chars() {
        let wide = char_width(c, column);
        if column >= to {
            break;
        }
        if column >= from {
            match c {
                '\t' => out.extend(std::iter::repeat_n(' ', wide)),
                c if steers(c) => out.push_str(&escape(c)),
                c => out.push(c),
            }
        }
        column += wide;
    }
    out
}

/// Colours of one message.
#[derive(Clone, Copy)]
struct Paint {
    severity: Severity,
    colour: Colour,
}

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        match self.colour {
            Colour::Plain => text.to_owned(),
            Colour::Terminal => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }

    fn main(self, text: &str) -> String {
        let code = match self.severity {
            Severity::Error => "1;31",
            Severity::Warning => "1;33",
            Severity::Note => "1;32",
        };
        self.with(code, text)
    }

    fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    fn aside(self, text: &str) -> String {
        self.with("36", text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Code;

    fn shown(text: &str, what: &str) -> String {
        let start = text.find(what).unwrap();
        let span = Span::new(start, start + what.len());
        let diagnostic = Diagnostic::new(Code::UnknownSymbol, span, "message").hint("advice");
        render(&diagnostic, &Source::new("a.mech", text), Colour::Plain)
    }

    #[test]
    fn a_message_shows_place_line_caret_and_hint() {
        let expected = "error[AL010]: message\n  ┌─ a.mech:2:5\n  │\n2 │ L = mg\n  │     ^^\n  = hint: advice\n";
        assert_eq!(shown("coordinates\nL = mg", "mg"), expected);
    }

    #[test]
    fn carets_stay_under_their_text_after_tabs_and_combining_marks() {
        let lines: Vec<String> =
            shown("\tx\u{307}\u{308} yy", "yy").lines().map(str::to_owned).collect();
        assert_eq!(lines[3], "1 │     x\u{307}\u{308} yy");
        assert_eq!(lines[4], "  │       ^^");
    }

    #[test]
    fn what_steers_a_terminal_is_shown_with_its_caret_below() {
        let lines: Vec<String> =
            shown("a\u{1b}[31m\u{202e} yy", "yy").lines().map(str::to_owned).collect();
        assert_eq!(lines[3], "1 │ a\\u{1b}[31m\\u{202e} yy");
        let place = lines[3].find("yy").map(|i| lines[3][..i].chars().count());
        assert_eq!(place, lines[4].find("^^").map(|i| lines[4][..i].chars().count()));
        let source = Source::new("a\u{1b}.mech", "L = x");
        let message = Diagnostic::new(Code::UnknownSymbol, Span::new(4, 5), "`\u{7}` is unknown");
        let shown = render(&message.hint("a \u{2066} hint"), &source, Colour::Plain);
        assert!(!shown.contains(['\u{1b}', '\u{7}', '\u{2066}']), "{shown}");
        assert!(shown.contains("`\\u{7}` is unknown") && shown.contains("a\\u{1b}.mech:1:5"));
    }

    #[test]
    fn a_very_long_line_is_cut_around_the_place() {
        let text = format!("{} mg {}", "x + ".repeat(1000), "+ y".repeat(1000));
        let lines: Vec<String> = shown(&text, "mg").lines().map(str::to_owned).collect();
        assert!(lines[3].chars().count() < 180);
        let place = lines[3].find("mg").map(|i| lines[3][..i].chars().count());
        assert_eq!(place, lines[4].find("^^").map(|i| lines[4][..i].chars().count()));
    }

    #[test]
    fn colour_changes_no_letter() {
        let source = Source::new("a", "L = mg");
        let d = Diagnostic::new(Code::UnknownSymbol, Span::new(4, 6), "m").hint("h");
        let coloured = render(&d, &source, Colour::Terminal);
        let mut plain = String::new();
        let mut rest = coloured.as_str();
        while let Some(i) = rest.find('\x1b') {
            plain.push_str(&rest[..i]);
            rest = &rest[i + rest[i..].find('m').unwrap() + 1..];
        }
        assert_eq!(plain + rest, render(&d, &source, Colour::Plain));
    }
}
