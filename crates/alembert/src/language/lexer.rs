//! From characters to tokens.
//!
//! The lexer takes a piece of a line without its comment. It never fails: a character without
//! meaning is reported and left out. Its time is linear in the text.

use std::collections::BTreeMap;

use super::characters::describe;
use super::diagnostic::{Code, Diagnostic};
use super::latex::{self, Meaning};
use super::letters::{FRACTIONS, GREEK_VARIANTS, subscript, superscript};
use super::limits;
use super::names::{self, Reading};
use super::report::Report;
use super::source::{Source, Span};
use super::token::{Token, TokenKind};

/// Tokens for which there is room before the first one is read.
const ROOM: usize = 32;

/// Reads pieces of one source and remembers which look-alike letters it saw.
#[derive(Debug)]
pub(super) struct Lexer<'a> {
    source: &'a Source,
    seen: BTreeMap<String, Vec<(String, Span)>>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(source: &'a Source) -> Self {
        Lexer { source, seen: BTreeMap::new() }
    }

    /// The tokens of a piece, appended to `out`; at most one more than an item may have.
    pub(super) fn lex(&mut self, span: Span, out: &mut Vec<Token>, report: &mut Report) {
        let mut scan =
            Scan { text: self.source.slice(span), base: span.start, at: 0, spaced: true };
        out.reserve(scan.text.len().min(ROOM));
        while scan.at < scan.text.len() && out.len() <= limits::ITEM_TOKENS {
            let start = scan.at;
            let spaced = scan.spaced;
            scan.spaced = false;
            if let Some(kind) = self.token(&mut scan, report) {
                out.push(Token { kind, span: scan.span(start), spaced });
            }
        }
    }

    /// The next token; none when white space or a mistake was passed over.
    fn token(&mut self, scan: &mut Scan<'_>, report: &mut Report) -> Option<TokenKind> {
        let c = scan.peek()?;
        if c.is_whitespace() {
            scan.at += c.len_utf8();
            scan.spaced = true;
            return None;
        }
        if let Some(reading) = names::read(scan.rest()) {
            return Some(self.name(scan, reading, report));
        }
        match c {
            '\\' => self.command(scan, report),
            '∂' => {
                scan.at += c.len_utf8();
                Some(scan.partial())
            }
            '0'..='9' => Some(scan.number()),
            '[' => Some(scan.enclosed(']', TokenKind::Unit, report)),
            '"' => Some(scan.enclosed('"', TokenKind::Text, report)),
            '_' if scan.text[..scan.at].ends_with('}') => scan.subscript(report),
            '_' if scan.text[..scan.at].trim_end().ends_with(')') => Some(scan.index(report)),
            '.' if scan.rest().starts_with("..") => Some(scan.take(2, TokenKind::Range)),
            _ => scan.sign(c).or_else(|| {
                unexpected(scan, report);
                None
            }),
        }
    }

    fn name(&mut self, scan: &mut Scan<'_>, reading: Reading, report: &mut Report) -> TokenKind {
        let start = scan.at;
        scan.at += reading.len;
        for (letter, offset) in reading.look_alikes {
            let place = scan.base + start + offset;
            let span = Span::new(place, place + letter.len_utf8());
            self.look_alike(letter.encode_utf8(&mut [0; 4]), span);
        }
        let mut name = reading.name;
        if name.len() > limits::NAME_CHARS {
            let message = format!("a name has at most {} characters", limits::NAME_CHARS);
            report.syntax(Diagnostic::new(Code::Limit, scan.span(start), message));
            name.truncate(limits::NAME_CHARS);
        }
        TokenKind::Name { name, dots: reading.dots }
    }

    fn command(&mut self, scan: &mut Scan<'_>, report: &mut Report) -> Option<TokenKind> {
        let start = scan.at;
        let command = latex::command_name(&scan.rest()[1..]);
        scan.at += 1 + command.len();
        match latex::meaning(command) {
            Some(Meaning::Letter(head)) => {
                if GREEK_VARIANTS.iter().any(|&(odd, usual)| odd == command || usual == command) {
                    self.look_alike(&format!("\\{command}"), scan.span(start));
                }
                let reading = names::read_after_command(head, scan.rest());
                Some(self.name(scan, reading, report))
            }
            Some(Meaning::Function(name)) => {
                Some(TokenKind::Name { name: name.to_owned(), dots: 0 })
            }
            Some(Meaning::Sign(sign)) => Some(TokenKind::Sign(sign)),
            Some(Meaning::Dots(dots)) => Some(TokenKind::Dots(dots)),
            Some(Meaning::Fraction) => Some(TokenKind::Fraction),
            Some(Meaning::Root) => Some(TokenKind::Root),
            Some(Meaning::Partial) => Some(scan.partial()),
            Some(Meaning::Bracket) => scan.bracket(start, report),
            Some(Meaning::Upright) => match names::read_upright(scan.rest()) {
                Some(reading) => Some(self.name(scan, reading, report)),
                None => scan.missing(&format!("a name in braces after `\\{command}`"), report),
            },
            Some(Meaning::Space) => {
                scan.spaced = true;
                None
            }
            None => {
                if matches!(command, "begin" | "end") {
                    let group =
                        scan.rest().starts_with('{').then(|| scan.rest().find('}')).flatten();
                    scan.at += group.map_or(0, |end| end + 1);
                }
                report.add_error(|| unknown_command(command, scan.span(start)));
                report.set_broken(true);
                None
            }
        }
    }

    /// Remembers the first place of each look-alike letter.
    fn look_alike(&mut self, glyph: &str, span: Span) {
        if self.seen.values().flatten().any(|(seen, _)| seen == glyph) {
            return;
        }
        let class = if glyph.starts_with('\\') { "\\" } else { "" };
        let Some(name) = names::canonical(glyph) else { return };
        let places = self.seen.entry(format!("{class}{name}")).or_default();
        places.push((glyph.to_owned(), span));
    }

    /// One warning for each letter that was written in two ways.
    pub(super) fn finish(self, report: &mut Report) {
        for places in self.seen.into_values() {
            let [(first, origin), (second, span), ..] = places.as_slice() else { continue };
            let message = format!("`{second}` and `{first}` are the same name");
            let diagnostic = Diagnostic::new(Code::LookAlike, *span, message)
                .hint(format!("write `{first}` everywhere, or choose another letter"))
                .fix(*span, first.clone())
                .related(*origin, format!("`{first}` is used here"));
            report.add(diagnostic);
        }
    }
}

/// A place in a piece of text.
struct Scan<'a> {
    text: &'a str,
    base: usize,
    at: usize,
    spaced: bool,
}

impl<'a> Scan<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.base + start, self.base + self.at)
    }

    fn take(&mut self, bytes: usize, kind: TokenKind) -> TokenKind {
        self.at += bytes;
        kind
    }

    /// `digits [. digits] [e [sign] digits]`; a dot or an `e` without digits is not part of it.
    fn number(&mut self) -> TokenKind {
        let bytes = self.rest().as_bytes();
        let digits = |from: usize| {
            bytes[from.min(bytes.len())..].iter().take_while(|b| b.is_ascii_digit()).count()
        };
        let mut len = digits(0);
        if bytes.get(len) == Some(&b'.') && digits(len + 1) > 0 {
            len += 1 + digits(len + 1);
        }
        if matches!(bytes.get(len), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(len + 1), Some(b'+' | b'-')));
            let exponent = digits(len + 1 + sign);
            if exponent > 0 {
                len += 1 + sign + exponent;
            }
        }
        self.take(len, TokenKind::Number)
    }

    /// Text up to a closing sign on the same line, both signs included.
    fn enclosed(&mut self, close: char, kind: TokenKind, report: &mut Report) -> TokenKind {
        let start = self.at;
        let end = self.rest()[1..].find(close);
        self.at += end.map_or(self.rest().len(), |end| end + 2);
        if end.is_none() {
            let place = Span::at(self.base + self.at);
            let open = Span::new(self.base + start, self.base + start + 1);
            let diagnostic = Diagnostic::new(Code::Expected, place, format!("expected `{close}`"))
                .fix(place, close.to_string())
                .related(open, "opened here");
            report.syntax(diagnostic);
        }
        kind
    }

    /// The bracket after `\left` or `\right`; square ones and braces are round ones here.
    fn bracket(&mut self, start: usize, report: &mut Report) -> Option<TokenKind> {
        let spaces = self.rest().len() - self.rest().trim_start().len();
        self.at += spaces;
        let brackets = [
            ("(", '('),
            (")", ')'),
            ("[", '('),
            ("]", ')'),
            ("\\{", '('),
            ("\\}", ')'),
            ("|", '|'),
            ("\\lvert", '|'),
            ("\\rvert", '|'),
            ("\\vert", '|'),
        ];
        match brackets.iter().find(|row| self.rest().starts_with(row.0)) {
            Some(row) => Some(self.take(row.0.len(), TokenKind::Sign(row.1))),
            None => {
                let command = self.text[start..self.at].trim_end();
                self.missing(&format!("a bracket after `{command}`"), report)
            }
        }
    }

    /// `_{1}` after a group.
    fn subscript(&mut self, report: &mut Report) -> Option<TokenKind> {
        match names::read_subscript(self.rest()) {
            Some((index, len)) => Some(self.take(len, TokenKind::Subscript(index))),
            None => {
                unexpected(self, report);
                None
            }
        }
    }

    /// `_z` after round brackets, which is refused.
    fn index(&mut self, report: &mut Report) -> TokenKind {
        let start = self.at;
        let rest = &self.rest()[1..];
        let axis: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
        let kind = self.take(1 + axis.len(), TokenKind::Subscript(axis));
        report.add_error(|| index_of_brackets(self.text, start, self.span(start)));
        report.set_broken(true);
        kind
    }

    /// The number of an argument after `∂`: `₁`, `_1`, `_{1}`.
    fn partial(&mut self) -> TokenKind {
        let low: String =
            self.rest().chars().map_while(subscript).take_while(char::is_ascii_digit).collect();
        let bytes: usize = self.rest().chars().take(low.len()).map(char::len_utf8).sum();
        let (index, len) = match low.is_empty() {
            false => (low, bytes),
            true => names::read_subscript(self.rest()).unwrap_or_default(),
        };
        let number: Option<u32> = index.parse().ok();
        let taken = if number.is_some() { len } else { 0 };
        self.take(taken, TokenKind::Partial(number))
    }

    /// Reports what a command lacks.
    fn missing(&self, what: &str, report: &mut Report) -> Option<TokenKind> {
        let place = Span::at(self.base + self.at);
        report.syntax(Diagnostic::new(Code::Expected, place, format!("expected {what}")));
        None
    }

    /// Signs, primes, fractions and superscripts.
    fn sign(&mut self, c: char) -> Option<TokenKind> {
        let kind = match c {
            '+' | '-' | '*' | '·' | '×' | '/' | '^' | '(' | ')' | '{' | '}' | ',' | ':' | '='
            | '|' | '√' => TokenKind::Sign(c),
            '−' => TokenKind::Sign('-'),
            '⋅' => TokenKind::Sign('·'),
            '\'' | '′' => TokenKind::Prime(1),
            '″' => TokenKind::Prime(2),
            '‴' => TokenKind::Prime(3),
            '⁗' => TokenKind::Prime(4),
            _ if FRACTIONS.iter().any(|&(glyph, _)| glyph == c) => TokenKind::Number,
            _ if superscript(c).is_some() => return Some(self.superscript()),
            _ => return None,
        };
        Some(self.take(c.len_utf8(), kind))
    }

    fn superscript(&mut self) -> TokenKind {
        let digits: String = self.rest().chars().map_while(superscript).collect();
        let bytes: usize = self.rest().chars().take(digits.len()).map(char::len_utf8).sum();
        self.take(bytes, TokenKind::Superscript(digits))
    }
}

fn unknown_command(command: &str, span: Span) -> Diagnostic {
    if command.is_empty() {
        let message = "a backslash without a LaTeX command";
        return Diagnostic::new(Code::UnknownCommand, span, message);
    }
    if command == "\\" {
        let message = "unexpected end of a LaTeX line, `\\\\`";
        return Diagnostic::new(Code::UnknownCommand, span, message)
            .hint("leave it out: every equation has a line of its own")
            .fix(span, "");
    }
    if matches!(command, "begin" | "end") {
        let message = format!("unexpected LaTeX command `\\{command}`");
        return Diagnostic::new(Code::UnknownCommand, span, message)
            .hint("leave out the environment: every equation has a line of its own");
    }
    let shown: String = command.chars().take(limits::NAME_CHARS).collect();
    let message = format!("unknown LaTeX command `\\{shown}`");
    let diagnostic = Diagnostic::new(Code::UnknownCommand, span, message);
    match latex::nearest(command) {
        Some(name) => diagnostic
            .hint(format!("did you mean `\\{name}`? supported: {}", latex::SUPPORTED))
            .fix(span, format!("\\{name}")),
        None => diagnostic.hint(format!("supported: {}", latex::SUPPORTED)),
    }
}

/// Reports a character without meaning and passes over it and its equals.
fn unexpected(scan: &mut Scan<'_>, report: &mut Report) {
    let start = scan.base + scan.at;
    let c = scan.peek().expect("the caller saw a character");
    let equal = scan.rest().chars().take_while(|&d| d == c).count();
    scan.at += equal * c.len_utf8();
    let ends_line = c == ';' && scan.rest().trim_start().is_empty();
    let place = Span::new(start, start + c.len_utf8());
    report.add_error(|| unexpected_character(c, place, ends_line));
    report.set_broken(true);
}

/// `(B r)_z`: only names have components.
fn index_of_brackets(text: &str, at: usize, span: Span) -> Diagnostic {
    let axis = &text[at..at + (span.end - span.start)];
    let mut depth = 0_usize;
    let open = text[..at].char_indices().rev().find(|&(_, c)| {
        depth += usize::from(c == ')');
        depth -= usize::from(c == '(');
        depth == 0
    });
    let group = open.map_or("(…)", |(from, _)| &text[from..at]);
    let inside = group.trim_end().strip_prefix('(').and_then(|inside| inside.strip_suffix(')'));
    let inside: String = inside.unwrap_or("…").chars().take(limits::NAME_CHARS).collect();
    let message = format!("`{axis}` stands after a bracket, and only names have components");
    Diagnostic::new(Code::UnexpectedCharacter, span, message)
        .hint(format!("name the vector under `let`, `P = {inside}`, and write `P{axis}`"))
}

fn unexpected_character(c: char, span: Span, ends_line: bool) -> Diagnostic {
    let code = format!("U+{:04X}", u32::from(c));
    let shown = if c.is_control() { code.clone() } else { c.to_string() };
    let (name, instead) = describe(c).unwrap_or(("", None));
    let place = if name.is_empty() { code } else { format!("{code} {name}") };
    let message = format!("unexpected character `{shown}` ({place})");
    let diagnostic = Diagnostic::new(Code::UnexpectedCharacter, span, message);
    match instead {
        Some(_) if ends_line => {
            diagnostic.hint("leave it out: a line ends by itself").fix(span, "")
        }
        Some(instead) => diagnostic.hint(format!("write `{instead}`")).fix(span, instead),
        None if c.is_alphabetic() => {
            diagnostic.hint("names are written with Latin and Greek letters")
        }
        None if matches!(c, '<' | '>') => diagnostic.hint(
            "there are no inequalities: a range of a parameter is written `m = 1 in 0.1 .. 10`, and \
             `run --until \"x - 1\"` ends a run where x is 1",
        ),
        None if c == '&' => diagnostic
            .hint("leave out the `&` of aligned formulas: one equation a line")
            .fix(span, ""),
        None if c == '.' => diagnostic.hint("a decimal point stands between digits: `0.5`, `5.0`"),
        None => diagnostic,
    }
}
