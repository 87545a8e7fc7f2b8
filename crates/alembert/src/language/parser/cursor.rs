//! A place in the tokens of one item, and the messages of the grammar.

use super::sections::Item;
use super::vocabulary::Vocabulary;
use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::limits;
use crate::language::report::Report;
use crate::language::source::{Source, Span};
use crate::language::syntax::{Ident, Unit};
use crate::language::token::{Token, TokenKind};

/// Where an expression stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// In the model: `x(0)` is a product.
    Model,
    /// In `expect`, `reject`, `observe`: `x'(0)` is the initial value.
    Statement,
    /// In `run`: a name after a number is a unit.
    Run,
}

/// Reads the tokens of one item from left to right.
pub(super) struct Cursor<'a> {
    source: &'a Source,
    item: &'a Item,
    at: usize,
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) context: Context,
    pub(super) report: &'a mut Report,
    pub(super) depth: usize,
    /// Is a bar open since the last bracket?
    pub(super) bar: bool,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(
        source: &'a Source,
        item: &'a Item,
        vocabulary: &'a Vocabulary,
        context: Context,
        report: &'a mut Report,
    ) -> Self {
        report.set_broken(item.broken);
        Cursor { source, item, at: 0, vocabulary, context, report, depth: 0, bar: false }
    }

    pub(super) fn source(&self) -> &'a Source {
        self.source
    }

    /// Does the item contain a LaTeX command?
    pub(super) fn is_latex(&self) -> bool {
        self.item.latex
    }

    /// The comment on the item's line.
    pub(super) fn doc(&self) -> Option<String> {
        self.item.doc.clone()
    }

    /// Reports an item with too many tokens.
    pub(super) fn within_limit(&mut self) -> bool {
        let within = self.item.tokens.len() <= limits::ITEM_TOKENS;
        if !within {
            let start = Span::at(self.item.span.start);
            self.limit(
                start,
                format!("an item has at most {} words and signs", limits::ITEM_TOKENS),
            );
        }
        within
    }

    pub(super) fn peek(&self) -> Option<&'a Token> {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Option<&'a Token> {
        self.item.tokens.get(self.at + ahead)
    }

    /// The token before the next one.
    pub(super) fn previous(&self) -> Option<&'a Token> {
        self.item.tokens.get(self.at.checked_sub(1)?)
    }

    pub(super) fn next(&mut self) -> Option<&'a Token> {
        let token = self.peek()?;
        self.at += 1;
        Some(token)
    }

    pub(super) fn is(&self, sign: char) -> bool {
        self.peek().is_some_and(|token| token.is(sign))
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.peek().is_some_and(|token| token.is_word(word))
    }

    pub(super) fn at_end(&self) -> bool {
        self.peek().is_none()
    }

    /// Takes a sign if it comes next.
    pub(super) fn take(&mut self, sign: char) -> bool {
        let found = self.is(sign);
        self.at += usize::from(found);
        found
    }

    /// Takes a word if it comes next.
    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    /// Takes a unit if it comes next.
    pub(super) fn unit(&mut self) -> Option<Unit> {
        let span = self.peek().filter(|t| t.kind == TokenKind::Unit)?.span;
        self.at += 1;
        let inside = self.source.slice(span).trim_start_matches('[').trim_end_matches(']');
        Some(Unit { text: inside.trim().to_owned(), span })
    }

    /// The next token, or the end of the item.
    pub(super) fn place(&self) -> Span {
        self.peek().map_or(Span::at(self.item.span.end), |token| token.span)
    }

    /// From `start` to the last token that was read.
    pub(super) fn since(&self, start: usize) -> Span {
        Span::new(start, self.previous().map_or(start, |token| token.span.end).max(start))
    }

    /// Where the next token starts.
    pub(super) fn start(&self) -> usize {
        self.place().start
    }

    /// Skips to the next `,` outside of brackets, or to the end.
    pub(super) fn skip_to_comma(&mut self) {
        let mut depth = 0_usize;
        while let Some(token) = self.peek() {
            match token.kind {
                TokenKind::Sign('(' | '{') => depth += 1,
                TokenKind::Sign(')' | '}') => depth = depth.saturating_sub(1),
                TokenKind::Sign(',') if depth == 0 => return,
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Passes over tokens that have been looked at.
    pub(super) fn skip(&mut self, tokens: usize) {
        self.at = (self.at + tokens).min(self.item.tokens.len());
    }

    /// Leaves the rest of the item unread.
    pub(super) fn skip_all(&mut self) {
        self.at = self.item.tokens.len();
    }

    /// What comes next, for a message.
    fn found(&self) -> String {
        match self.peek() {
            None => "the end of the line".to_owned(),
            Some(token) => {
                let text: String = self.source.slice(token.span).chars().take(20).collect();
                format!("`{text}`")
            }
        }
    }

    /// Reports that something else was expected here.
    pub(super) fn expected(&mut self, what: &str) -> Diagnostic {
        let message = format!("expected {what}, found {}", self.found());
        let diagnostic = Diagnostic::new(Code::Expected, self.place(), message);
        match self.foreign_habit() {
            _ if what == "`=`" && self.is(':') => {
                diagnostic.hint("write `=`").fix(self.place(), "=")
            }
            Some(hint) => diagnostic.hint(hint),
            None => diagnostic,
        }
    }

    /// What a person meant who writes powers or decimals as elsewhere: `x**2`, `9,81`.
    fn foreign_habit(&self) -> Option<&'static str> {
        let is_number = |token: Option<&Token>| token.is_some_and(|t| t.kind == TokenKind::Number);
        if self.peek()?.kind == TokenKind::Unit {
            return Some(
                "a unit stands after the value of a parameter: declare one and use its name",
            );
        }
        if self.is('*') && self.previous()?.is('*') {
            return Some("a power is written `x^2` or `x²`");
        }
        if self.is('=') && self.previous()?.is('=') {
            return Some("an equation has one `=`");
        }
        let before = self.at.checked_sub(2).and_then(|at| self.item.tokens.get(at));
        let follows = is_number(self.peek()) && is_number(before) && self.previous()?.is(',');
        let comma = self.is(',') && is_number(self.previous()) && is_number(self.peek_at(1));
        (comma || follows).then_some("a decimal point is a point: `9.81`")
    }

    /// Reports a limit and leaves the rest of the item unread.
    pub(super) fn limit(&mut self, span: Span, message: String) {
        self.report.syntax(Diagnostic::new(Code::Limit, span, message));
        self.skip_all();
    }

    /// Takes a sign or reports that it is missing.
    pub(super) fn expect(&mut self, sign: char) -> bool {
        let found = self.take(sign);
        if !found {
            let diagnostic = self.expected(&format!("`{sign}`"));
            self.report.syntax(diagnostic);
        }
        found
    }

    /// Takes a closing bracket or reports that it is missing, with the place of the opening one.
    pub(super) fn close(&mut self, sign: char, open: Span) {
        let closing = self.place();
        if self.take(sign) {
            return self.refuse_other_bracket(open, closing);
        }
        let diagnostic = self.expected(&format!("`{sign}`")).related(open, "this bracket is open");
        self.report.syntax(diagnostic);
    }

    /// `\left( … \right]`: the brackets of LaTeX come in pairs, too.
    fn refuse_other_bracket(&mut self, open: Span, closing: Span) {
        let [first, last] = [open, closing].map(|span| self.source.slice(span).to_owned());
        let kind = |text: &str, pair: [char; 3]| {
            let end = text.chars().last().and_then(|c| pair.iter().position(|&b| b == c));
            end.filter(|_| text.starts_with('\\'))
        };
        let kinds = (kind(&first, ['(', '[', '{']), kind(&last, [')', ']', '}']));
        let (Some(opened), Some(closed)) = kinds else { return };
        if opened == closed {
            return;
        }
        let needed = [")", "]", "\\}"][opened];
        let command = last.trim_end_matches([')', ']', '}', '\\', ' ']);
        let message = format!("`{last}` does not close `{first}`");
        let diagnostic = Diagnostic::new(Code::Expected, closing, message)
            .hint(format!("write `{command}{needed}`, or open with the other bracket"))
            .fix(closing, format!("{command}{needed}"))
            .related(open, "this bracket is open");
        self.report.syntax(diagnostic);
    }

    /// A name without primes, or a report that one was expected.
    pub(super) fn ident(&mut self, what: &str) -> Option<Ident> {
        match self.peek() {
            Some(Token { kind: TokenKind::Name { name, dots }, span, .. }) => {
                self.at += 1;
                let primed = matches!(self.peek(), Some(Token { kind: TokenKind::Prime(_), .. }));
                if *dots > 0 || primed {
                    let message = format!("expected {what}, without primes and dots");
                    let whole = if primed { span.to(self.place()) } else { *span };
                    self.at += usize::from(primed);
                    self.report.syntax(Diagnostic::new(Code::Expected, whole, message));
                }
                Some(Ident { name: name.clone(), span: *span })
            }
            _ => {
                let diagnostic = self.expected(what);
                self.report.syntax(diagnostic);
                None
            }
        }
    }

    /// Reads pieces separated by commas to the end of the item.
    pub(super) fn list(&mut self, mut piece: impl FnMut(&mut Self)) {
        while !self.at_end() {
            let before = self.at;
            piece(self);
            if !self.at_end() && !self.take(',') {
                let diagnostic = self.expected("`,` or the end of the line");
                self.report.syntax(diagnostic);
                self.skip_to_comma();
                self.take(',');
            }
            if self.at == before {
                self.skip_all();
            }
        }
    }

    /// Reports what was left unread.
    pub(super) fn finish(&mut self) {
        if !self.at_end() {
            let diagnostic = self.expected("the end of the line");
            self.report.syntax(diagnostic);
        }
    }
}
