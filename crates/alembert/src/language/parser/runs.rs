//! Letters side by side in LaTeX.
//!
//! LaTeX has no words: `mgl` is m g l, and `\frac m2` takes one letter and one digit. In an item
//! that contains a LaTeX command, a run of letters that is no declared name is cut into letters,
//! if each of them (with its index) is a name that is known. What cannot be cut stays whole and is
//! reported as an unknown symbol later. Everywhere else `mgl` is one name.

use super::sections::{Item, Section};
use super::vocabulary::{FACT_WORDS, Vocabulary, is_reserved};
use crate::language::letters::{DOT_MARKS, subscript};
use crate::language::lexer::Lexer;
use crate::language::names;
use crate::language::report::Report;
use crate::language::source::{Source, Span};
use crate::language::syntax::SectionKind;
use crate::language::token::{Token, TokenKind};

/// Cuts the runs of letters in the LaTeX items of a section.
pub(super) fn cut_section(section: &mut Section, source: &Source, vocabulary: &Vocabulary) {
    if matches!(section.kind, None | Some(SectionKind::Run | SectionKind::View)) {
        return;
    }
    let formulas = section.kind == Some(SectionKind::Functions);
    for item in section.items.iter_mut().filter(|item| item.latex) {
        let bound = if formulas { bound_names(&item.tokens) } else { Vec::new() };
        cut(item, source, vocabulary, bound);
    }
}

/// Cuts the runs of letters in an item, if it is LaTeX. `bound` are names that are known besides
/// the vocabulary.
pub(super) fn cut(item: &mut Item, source: &Source, vocabulary: &Vocabulary, bound: Vec<String>) {
    if item.latex {
        let scissors = Scissors { source, vocabulary, bound };
        let tokens = std::mem::take(&mut item.tokens);
        item.tokens = scissors.runs(scissors.arguments(tokens));
    }
}

/// The names in the first brackets, the arguments of a function that is being declared.
fn bound_names(tokens: &[Token]) -> Vec<String> {
    let inside = tokens.iter().skip_while(|t| !t.is('(')).take_while(|t| !t.is(')'));
    inside.filter_map(Token::name).map(str::to_owned).collect()
}

struct Scissors<'a> {
    source: &'a Source,
    vocabulary: &'a Vocabulary,
    bound: Vec<String>,
}

impl Scissors<'_> {
    fn knows(&self, name: &str) -> bool {
        self.vocabulary.knows(name) || self.bound.iter().any(|bound| bound == name)
    }

    /// Cuts off what a command takes without braces: one letter, with its index, or one digit.
    fn arguments(&self, tokens: Vec<Token>) -> Vec<Token> {
        let mut out = Vec::with_capacity(tokens.len());
        let mut open = Vec::new();
        let mut wanted = 0_usize;
        let mut rest: Vec<Token> = tokens.into_iter().rev().collect();
        while let Some(token) = rest.pop() {
            let takes = match token.kind {
                TokenKind::Fraction => 2,
                TokenKind::Root | TokenKind::Dots(_) => 1,
                _ => 0,
            };
            if token.is('{') {
                open.push(wanted.saturating_sub(1));
                wanted = 0;
            } else if token.is('}') {
                wanted = open.pop().unwrap_or(0);
            } else {
                let first = (wanted > 0).then(|| self.first(&token)).flatten();
                wanted = wanted.saturating_sub(1) + takes;
                if let Some((first, others)) = first {
                    out.push(first);
                    rest.extend(others.into_iter().rev());
                    continue;
                }
            }
            out.push(token);
        }
        out
    }

    /// The first letter or digit of a token, and what remains of it.
    fn first(&self, token: &Token) -> Option<(Token, Vec<Token>)> {
        let text = self.source.slice(token.span);
        let len = match &token.kind {
            TokenKind::Number if text.bytes().all(|b| b.is_ascii_digit()) => 1,
            TokenKind::Name { name, .. } => {
                let len = piece(text);
                let first = read(&text[..len])?.0;
                let whole = self.knows(name) && !self.knows(&first);
                if whole { text.len() } else { len }
            }
            _ => return None,
        };
        if len == text.len() {
            return None;
        }
        let cut = token.span.start + len;
        let mut others = Vec::new();
        let lexer = &mut Lexer::new(self.source);
        let first = &mut Vec::new();
        lexer.lex(Span::new(token.span.start, cut), first, &mut Report::default());
        lexer.lex(Span::new(cut, token.span.end), &mut others, &mut Report::default());
        others.iter_mut().take(1).for_each(|token| token.spaced = false);
        let first = first.pop()?;
        Some((Token { spaced: token.spaced, ..first }, others))
    }

    /// Cuts runs of letters that are no names.
    fn runs(&self, tokens: Vec<Token>) -> Vec<Token> {
        let mut out = Vec::with_capacity(tokens.len());
        for token in tokens {
            match self.run(&token) {
                Some(pieces) => out.extend(pieces),
                None => out.push(token),
            }
        }
        out
    }

    fn run(&self, token: &Token) -> Option<Vec<Token>> {
        let name = token.name()?;
        let text = self.source.slice(token.span);
        let word = is_reserved(name) || FACT_WORDS.contains(&name);
        if word || self.knows(name) || upright(text) || piece(text) == text.len() {
            return None;
        }
        let mut pieces = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let len = piece(&text[at..]);
            let (name, dots) = read(&text[at..at + len]).filter(|read| self.knows(&read.0))?;
            let start = token.span.start + at;
            let span = Span::new(start, start + len);
            let spaced = token.spaced && at == 0;
            pieces.push(Token { kind: TokenKind::Name { name, dots }, span, spaced });
            at += len;
        }
        Some(pieces)
    }
}

/// Is the name written as one word, `\mathrm{kin}`?
fn upright(text: &str) -> bool {
    text.starts_with('\\') && text.contains('{') && names::canonical(text).is_none()
}

/// Bytes of the letter at the start of a text, with its dots and its index.
fn piece(text: &str) -> usize {
    let command = text.strip_prefix('\\');
    let letters = |t: &str| t.bytes().take_while(u8::is_ascii_alphabetic).count();
    let head = match command {
        Some(command) => 1 + letters(command),
        None => text.chars().next().map_or(0, char::len_utf8),
    };
    let attached = |c: &char| subscript(*c).is_some() || DOT_MARKS.iter().any(|row| row.0 == *c);
    let marks: usize =
        text[head..].chars().take_while(|c| attached(c) && !c.is_ascii()).map(char::len_utf8).sum();
    let end = head + marks;
    end + names::read_subscript(&text[end..]).map_or(0, |(_, len)| len)
}

/// The name of one letter, with its dots.
fn read(text: &str) -> Option<(String, u32)> {
    match text.strip_prefix('\\') {
        Some(_) => names::canonical(text).map(|name| (name, 0)),
        None => names::read(text).filter(|r| r.len == text.len()).map(|r| (r.name, r.dots)),
    }
}
