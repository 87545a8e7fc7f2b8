//! Functions, and the notations that two readers would read differently.
//!
//! ```text
//! function = fname [ exponent ] ( "(" expr { "," expr } ")" | [number] postfix )
//! ```

use super::cursor::Cursor;
use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::source::Span;
use crate::language::syntax::{Expr, ExprKind, Factor, Operator};
use crate::language::token::{Token, TokenKind};

impl Cursor<'_> {
    /// A function and its arguments; the name has been read.
    pub(super) fn application(&mut self, function: &str, place: Span) -> Expr {
        if let Some(Token { kind: TokenKind::Prime(_), .. }) = self.peek() {
            let message = format!("a prime stands after the argument: `{function}(…)'`");
            let mut hint = "a prime is the derivative with respect to time".to_owned();
            if self.vocabulary.declares_function(function) {
                hint += &format!(
                    "; the derivative by the first argument is `∂₁{function}(…)` or `D({function}, 1)(…)`"
                );
            }
            let diagnostic = Diagnostic::new(Code::Expected, self.place(), message).hint(hint);
            self.report.syntax(diagnostic);
            self.next();
        }
        let exponent = self.exponent().map(Box::new);
        let bracketed = self.is('(');
        let arguments =
            if bracketed { self.arguments() } else { vec![self.bare_argument(function)] };
        if !bracketed {
            self.refuse_second_factor(place, &arguments[0]);
        }
        let function = function.to_owned();
        let span = self.since(place.start);
        self.refuse_inverse(&function, place, exponent.as_deref(), &arguments);
        Expr::new(ExprKind::Apply { function, place, exponent, arguments, bracketed }, span)
    }

    /// `[number] postfix`
    fn bare_argument(&mut self, function: &str) -> Expr {
        let start = self.start();
        if !self.starts_factor() {
            let mut diagnostic = self.expected(&format!("the argument of `{function}`"));
            if self.is('-') || self.is('+') {
                diagnostic = diagnostic.hint(format!("write it in brackets: `{function}(-…)`"));
            } else if self.vocabulary.declares_function(function) {
                diagnostic = diagnostic.hint(format!("a function has arguments: `{function}(t)`"));
            }
            self.report.syntax(diagnostic);
            return Expr::error(Span::at(start));
        }
        let is_number = |token: Option<&Token>| token.is_some_and(|t| t.kind == TokenKind::Number);
        if !is_number(self.peek()) {
            return self.postfix();
        }
        let number = self.postfix();
        if !self.starts_factor() || is_number(self.peek()) || self.starts_function() {
            return number;
        }
        let factors = [number, self.postfix()];
        let factors = factors.map(|expr| Factor { operator: Operator::Beside, expr });
        Expr::new(ExprKind::Product(factors.into()), self.since(start))
    }

    /// Is the next word the name of a function? `sqrt 2 sqrt 3` is a product.
    pub(super) fn starts_function(&self) -> bool {
        let bracket = self.peek_at(1).is_some_and(|t| t.is('('));
        let name = self.peek().and_then(Token::name);
        name.is_some_and(|name| self.vocabulary.is_function(name, bracket))
    }

    /// `x(t)` is x times t by the grammar and the coordinate x to every reader. Takes the brackets.
    pub(super) fn refuse_argument_time(&mut self, expr: &Expr, start: usize) {
        let is_name = matches!(&expr.kind, ExprKind::Name(name) if name != "t")
            || matches!(expr.kind, ExprKind::Prime(..));
        let touches = self.is('(') && self.peek().is_some_and(|t| !t.spaced);
        let time = self.peek_at(1).is_some_and(|t| t.is_word("t"))
            && self.peek_at(2).is_some_and(|t| t.is(')'));
        if !(is_name && touches && time) {
            return;
        }
        let name = self.source().slice(self.since(start)).trim().to_owned();
        self.skip(3);
        let whole = self.since(start);
        let message =
            format!("ambiguous: is this {name}, which depends on time, or {name} times t ?");
        let hint = format!(
            "coordinates depend on time as they stand: write {name}; for the product {name} t; \
             a given function of time is declared under `functions`"
        );
        let diagnostic = Diagnostic::new(Code::Ambiguous, whole, message)
            .hint(hint)
            .fix(whole, name.clone())
            .fix(whole, format!("{name} t"));
        self.report.add(diagnostic);
    }

    /// Is it a letter that stands beside a name without space, as LaTeX writes `kx`?
    pub(super) fn letter_joins(&self, next: &Token) -> bool {
        let touches = |token: &Token| token.name().is_some() && token.span.end == next.span.start;
        let joins = self.previous().is_some_and(touches) && next.name().is_some();
        joins && self.is_latex() && !self.starts_function()
    }

    /// `sin⁻¹ x` is 1/sin x to some and asin x to others.
    fn refuse_inverse(
        &mut self,
        function: &str,
        place: Span,
        exponent: Option<&Expr>,
        arguments: &[Expr],
    ) {
        let Some(exponent) = exponent.filter(|e| is_minus_one(e)) else { return };
        let whole = self.since(place.start);
        let argument = arguments.first().map_or("", |a| self.source().slice(a.span));
        let argument = argument.trim_start_matches('(').trim_end_matches(')');
        let (over, arc) = (format!("1/{function}({argument})"), format!("a{function}({argument})"));
        let span = place.to(exponent.span);
        let message = format!("ambiguous: is this {over} or {arc} ?");
        let diagnostic = Diagnostic::new(Code::Ambiguous, span, message)
            .hint(format!("write {over} or {arc}"))
            .fix(whole, over)
            .fix(whole, arc);
        self.report.add(diagnostic);
    }

    /// `a/2b`, in LaTeX also `a/kl`: a slash, a number or a letter, and a letter without space.
    pub(super) fn refuse_half_product(&mut self, slash: &Token, divisor: &Expr) {
        let Some(next) = self.peek().filter(|t| t.name().is_some() && !t.spaced) else { return };
        let ends = self.previous().map(|token| &token.kind);
        match (&divisor.kind, ends) {
            (ExprKind::Number(_), Some(TokenKind::Number)) => {}
            (ExprKind::Name(_), Some(TokenKind::Name { .. })) if self.letter_joins(next) => {}
            _ => return,
        }
        let number = self.source().slice(divisor.span).to_owned();
        let name = self.source().slice(next.span).to_owned();
        let before = self.source().slice(Span::new(self.word_before(slash), slash.span.start));
        let letter = format!("{name}{}", self.exponent_after_next());
        let message = format!(
            "ambiguous: is this {before}/({number}{letter}) or ({before}/{number}) {letter} ?"
        );
        let hint = format!("write {before}/({number} {letter}) or {before}/{number} * {letter}");
        let end = next.span.end + self.exponent_after_next().len();
        let whole = Span::new(divisor.span.start, end);
        let diagnostic = Diagnostic::new(Code::Ambiguous, slash.span.to(next.span), message)
            .hint(hint)
            .fix(whole, format!("({number} {letter})"))
            .fix(whole, format!("{number} * {letter}"));
        self.report.add(diagnostic);
    }

    /// The name or number with its primes and power before a slash, for a message; elsewhere the
    /// slash itself.
    fn word_before(&self, slash: &Token) -> usize {
        let text = &self.source().text()[..slash.span.start];
        let part_of_power = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '^');
        let word = text.trim_end_matches(part_of_power);
        if text.len() - word.len() > 40 { slash.span.start } else { word.len() }
    }

    /// The text of the primes and the superscript that follow the next token.
    fn exponent_after_next(&self) -> String {
        let mut text = String::new();
        let mut ahead = 1;
        let mut end = self.place().end;
        while let Some(token) = self.peek_at(ahead).filter(|t| {
            t.span.start == end && matches!(t.kind, TokenKind::Prime(_) | TokenKind::Superscript(_))
        }) {
            text.push_str(self.source().slice(token.span));
            end = token.span.end;
            ahead += 1;
        }
        text
    }

    /// `cos φ²` is (cos φ)² by the grammar and cos(φ²) to many; `√x²` likewise.
    pub(super) fn refuse_power_of_bare_argument(&mut self, base: &Expr, exponent: &Expr) {
        if self.source().slice(base.span).starts_with(['(', '{']) {
            return;
        }
        let (head, argument) = match &base.kind {
            ExprKind::Apply { function, arguments, bracketed: false, .. } => {
                (function.as_str(), arguments.first())
            }
            ExprKind::Root(radicand)
                if !self.source().slice(radicand.span).starts_with(['(', '{']) =>
            {
                ("√", Some(&**radicand))
            }
            _ => return,
        };
        let Some(argument) = argument else { return };
        let end = exponent.span.end;
        let text = |from: usize, to: usize| self.source().slice(Span::new(from, to));
        let head =
            if head == "√" { head } else { text(base.span.start, argument.span.start).trim() };
        let power = text(base.span.end, end);
        let shown = self.source().slice(base.span);
        let inside = text(argument.span.start, end);
        let (outer, inner) = (format!("({shown}){power}"), format!("{head}({inside})"));
        let span = Span::new(base.span.start, end);
        let message = format!("ambiguous: is this {outer} or {inner} ?");
        let diagnostic = Diagnostic::new(Code::Ambiguous, span, message)
            .hint(format!("write {outer} or {inner}"))
            .fix(span, outer)
            .fix(span, inner);
        self.report.add(diagnostic);
    }
}

fn is_minus_one(expr: &Expr) -> bool {
    let ExprKind::Negative(one) = &expr.kind else { return false };
    matches!(&one.kind, ExprKind::Number(text) if text == "1")
}
