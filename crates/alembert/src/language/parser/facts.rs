//! Lines of `expect` and `reject`: equations, and facts in words.
//!
//! ```text
//! fact = subjects ("is" | "are") ("holonomic" | … | "conserved" | "equal to" expr | number)
//! ```

use super::cursor::Cursor;
use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::source::Span;
use crate::language::syntax::{
    Expr, ExprKind, Fact, KindWord, Predicate, Statement, StatementKind,
};
use crate::language::token::TokenKind;

impl Cursor<'_> {
    /// One fact, or equations separated by commas.
    pub(super) fn statements(&mut self, statements: &mut Vec<Statement>) {
        if self.says_fact() {
            statements.extend(self.fact());
            return;
        }
        if let Some(word) = self.fact_without_verb() {
            let message = format!("expected `is` before `{word}`");
            let place = Span::at(self.place_of_last().start);
            let diagnostic = Diagnostic::new(Code::Expected, place, message)
                .hint(format!("write `… is {word}`"))
                .fix(place, "is ");
            self.report.syntax(diagnostic);
            return self.skip_all();
        }
        self.list(|cursor| {
            let start = cursor.start();
            let (left, right) = cursor.equation();
            let kind = StatementKind::Equation(left, right);
            statements.push(Statement { kind, span: cursor.since(start) });
        });
    }

    /// Is there an `is` or `are` in the item?
    fn says_fact(&self) -> bool {
        let mut ahead = 0;
        while let Some(token) = self.peek_at(ahead) {
            if token.is_word("is") || token.is_word("are") {
                return true;
            }
            ahead += 1;
        }
        false
    }

    /// The word of a fact that ends a line without an equation, `E conserved`.
    fn fact_without_verb(&self) -> Option<&'static str> {
        let mut tokens = (0..).map_while(|ahead| self.peek_at(ahead));
        let words = KindWord::WORDS.iter().map(|row| row.0).chain(["conserved"]);
        let equals = tokens.clone().any(|token| token.is('='));
        let last = tokens.by_ref().last().filter(|_| !equals)?;
        words.into_iter().find(|word| last.is_word(word) && !self.vocabulary.declares(word))
    }

    /// The place of the last token of the item.
    fn place_of_last(&self) -> Span {
        let last = (0..).map_while(|ahead| self.peek_at(ahead)).last();
        last.map_or_else(|| self.place(), |token| token.span)
    }

    fn fact(&mut self) -> Option<Statement> {
        let start = self.start();
        let mut subjects = vec![self.subject()];
        while self.take(',') {
            subjects.push(self.subject());
        }
        if !(self.take_word("is") || self.take_word("are")) {
            let diagnostic = self.expected("`is` or `are`");
            self.report.syntax(diagnostic);
            self.skip_all();
            return None;
        }
        let predicate = self.predicate()?;
        let kind = StatementKind::Fact(Fact { subjects, predicate });
        Some(Statement { kind, span: self.since(start) })
    }

    /// `constraints` stands for all of them; anything else is an expression.
    fn subject(&mut self) -> Expr {
        let place = self.place();
        if self.take_word("constraints") {
            return Expr::new(ExprKind::Name("constraints".to_owned()), place);
        }
        self.expression()
    }

    fn predicate(&mut self) -> Option<Predicate> {
        let is_number = self.peek().is_some_and(|t| t.kind == TokenKind::Number || t.is('-'));
        if is_number {
            return Some(Predicate::Number(self.expression()));
        }
        if self.is_word("equal") && self.peek_at(1).is_some_and(|t| t.is_word("to")) {
            self.skip(2);
            return Some(Predicate::EqualTo(self.expression()));
        }
        let words = self.words();
        if words == "conserved" {
            self.skip_all();
            return Some(Predicate::Conserved);
        }
        if let Some(row) = KindWord::WORDS.iter().find(|row| row.0 == words) {
            self.skip_all();
            return Some(Predicate::Kind(row.1));
        }
        self.unknown_fact(&words);
        None
    }

    fn unknown_fact(&mut self, words: &str) {
        let known = || KindWord::WORDS.iter().map(|row| row.0).chain(["conserved", "equal to"]);
        let near = known()
            .map(|word| (strsim::damerau_levenshtein(word, words), word))
            .filter(|(distance, word)| words.len() <= 80 && *distance <= word.len() / 3)
            .min();
        let start = self.start();
        let diagnostic = self.expected("a fact");
        self.skip_all();
        let span = self.since(start);
        self.report.syntax(match near {
            Some((_, word)) => diagnostic.hint(format!("did you mean `{word}`?")).fix(span, word),
            None => {
                let all: Vec<&str> = known().collect();
                diagnostic.hint(format!("the facts are {} … and a number", all.join(", ")))
            }
        });
    }

    /// The words up to the end of the item, with one space between them.
    fn words(&self) -> String {
        let mut words = Vec::new();
        while let Some(token) = self.peek_at(words.len()) {
            // A name has a bounded length, so the text has one.
            words.push(token.name().unwrap_or("?"));
            if words.len() > 3 {
                break;
            }
        }
        words.join(" ")
    }
}
