//! LaTeX commands with groups, and derivatives as LaTeX writes them:
//!
//! ```text
//! latex = "\frac" group group | "\dot" group [arguments] | "\sqrt" group
//!       | "\frac{d}{dt}" postfix | "\frac{dx}{dt}" | "\frac{d^4x}{dt^4}" | postfix "^{(4)}"
//! group = "{" expr "}" | letter | digit
//! ```

use super::cursor::Cursor;
use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::limits;
use crate::language::source::Span;
use crate::language::syntax::{Expr, ExprKind, Factor, Operator};
use crate::language::token::{Token, TokenKind};

/// What stands above `dt` in a derivative.
enum Numerator {
    /// `d`, or `d^2`: what is differentiated follows the fraction.
    Nothing,
    /// `dx`: a name.
    Name(String),
    /// `d x`, `d^4x`: an expression.
    Expression,
}

impl Cursor<'_> {
    /// What a command takes: `{…}`, or one name or number.
    pub(super) fn group(&mut self) -> Expr {
        let open = self.place();
        if self.take('{') {
            let expr = self.bracketed(Self::sum);
            self.close('}', open);
            return Expr::new(expr.kind, self.since(open.start));
        }
        self.primary()
    }

    /// A group, with the index that may stand after it: `{x}_1` is the name `x_1`.
    pub(super) fn indexed_group(&mut self) -> Expr {
        let start = self.start();
        let mut expr = self.group();
        if let (ExprKind::Name(name), Some(Token { kind: TokenKind::Subscript(index), .. })) =
            (&mut expr.kind, self.peek())
        {
            *name = format!("{name}_{index}");
            self.next();
            expr.span = self.since(start);
        }
        expr
    }

    /// What dots stand on: a group, or a function with its arguments: `{v}(t)`.
    pub(super) fn dotted_group(&mut self) -> Expr {
        let place = self.place();
        match self.function_in_braces() {
            Some((name, tokens)) => {
                self.skip(tokens);
                self.application(&name, place)
            }
            None => self.indexed_group(),
        }
    }

    /// `{v}` or `{v}_1` before a bracket, if that is a function: its name and the number of tokens.
    fn function_in_braces(&self) -> Option<(String, usize)> {
        let sign = |ahead, sign| self.peek_at(ahead).is_some_and(|token: &Token| token.is(sign));
        let head = self.peek_at(1)?.name().filter(|_| sign(0, '{') && sign(2, '}'))?;
        let (name, tokens) = match &self.peek_at(3)?.kind {
            TokenKind::Subscript(index) => (format!("{head}_{index}"), 4),
            _ => (head.to_owned(), 3),
        };
        let function = sign(tokens, '(') && self.vocabulary.is_function(&name, true);
        function.then_some((name, tokens))
    }

    /// `\frac` and its groups; the command comes next.
    pub(super) fn fraction(&mut self) -> Expr {
        let start = self.start();
        if let Some(derivative) = self.differential_quotient() {
            return derivative;
        }
        self.next();
        let above = self.nested(Self::group);
        let below = self.nested(Self::group);
        let factors = vec![
            Factor { operator: Operator::Beside, expr: above },
            Factor { operator: Operator::Over, expr: below },
        ];
        Expr::new(ExprKind::Product(factors), self.since(start))
    }

    /// `\sqrt` and its group; the command comes next.
    pub(super) fn root(&mut self) -> Expr {
        let start = self.start();
        self.next();
        if self.peek().is_some_and(|token| token.kind == TokenKind::Unit) {
            let diagnostic =
                self.expected("`{` after `\\sqrt`").hint("write x^{1/3} for a cube root");
            self.report.syntax(diagnostic);
            self.next();
        }
        let radicand = self.nested(Self::group);
        Expr::new(ExprKind::Root(Box::new(radicand)), self.since(start))
    }

    /// `^{(4)}` if it comes next: so many dots.
    pub(super) fn derivative_in_brackets(&mut self) -> Option<u32> {
        let sign = |ahead, sign| self.peek_at(ahead).is_some_and(|token: &Token| token.is(sign));
        let signs = sign(0, '^') && sign(1, '{') && sign(2, '(') && sign(4, ')') && sign(5, '}');
        let order = self.peek_at(3).filter(|_| signs).and_then(|token| self.integer(token))?;
        self.skip(6);
        Some(order)
    }

    pub(super) fn integer(&self, token: &Token) -> Option<u32> {
        match &token.kind {
            TokenKind::Number => self.source().slice(token.span).parse().ok(),
            TokenKind::Superscript(digits) => digits.parse().ok(),
            _ => None,
        }
    }

    /// `\frac{d}{dt} x`, `\frac{dx}{dt}`, `\frac{d^4x}{dt^4}` if one comes next.
    fn differential_quotient(&mut self) -> Option<Expr> {
        let start = self.start();
        let (numerator, order, ahead) = self.differential_above()?;
        let close = self.closing_brace(ahead)?;
        let end = self.differential_below(close + 1, order)?;
        let inner = match numerator {
            Numerator::Name(name) => {
                let place = self.peek_at(ahead - 1)?.span;
                self.skip(end);
                Expr::new(ExprKind::Name(name), Span::new(place.start + 1, place.end))
            }
            Numerator::Expression => {
                self.skip(ahead);
                let inner = self.bracketed(Self::sum);
                self.skip(end - close);
                inner
            }
            Numerator::Nothing => {
                self.skip(end);
                let inner = self.nested(Self::postfix);
                self.refuse_power_of_derivative(start, &inner);
                inner
            }
        };
        let span = self.since(start);
        if order > limits::PRIMES {
            self.limit(span, format!("at most {} time derivatives", limits::PRIMES));
            return Some(Expr::error(span));
        }
        Some(Expr::new(ExprKind::Prime(Box::new(inner), order), span))
    }

    /// `{d`, `{d^4` or `{dx`: what it is, the order, and how many tokens it has.
    fn differential_above(&self) -> Option<(Numerator, u32, usize)> {
        self.peek_at(1).filter(|token| token.is('{'))?;
        let name = self.peek_at(2)?.name()?;
        let closes = |ahead| self.peek_at(ahead).is_some_and(|token: &Token| token.is('}'));
        if name == "d" {
            let (order, ahead) = self.order(3)?;
            let kind = if closes(ahead) { Numerator::Nothing } else { Numerator::Expression };
            return Some((kind, order, ahead));
        }
        let rest = name.strip_prefix('d').filter(|rest| rest.starts_with(char::is_alphabetic))?;
        let whole = closes(3) && !self.vocabulary.declares(name);
        whole.then(|| (Numerator::Name(rest.to_owned()), 1, 3))
    }

    /// `{dt^4}` with this order at some distance: the distance of what follows it.
    fn differential_below(&self, open: usize, order: u32) -> Option<usize> {
        self.peek_at(open).filter(|token| token.is('{'))?;
        let word = |ahead: usize, word| self.peek_at(ahead).is_some_and(|t| t.is_word(word));
        let after = match () {
            () if word(open + 1, "dt") && !self.vocabulary.declares("dt") => open + 2,
            // With a parameter `d` and a space it is a product.
            () if self.vocabulary.declares("d") && self.peek_at(open + 2)?.spaced => return None,
            () if word(open + 1, "d") && word(open + 2, "t") => open + 3,
            () => return None,
        };
        let (found, end) = self.order(after)?;
        let closes = self.peek_at(end).is_some_and(|token| token.is('}'));
        (found == order && closes).then_some(end + 1)
    }

    /// The exponent at some distance, 1 when there is none, and the distance of what follows it.
    pub(super) fn order(&self, ahead: usize) -> Option<(u32, usize)> {
        let token = self.peek_at(ahead)?;
        let braced = self.peek_at(ahead + 1).is_some_and(|token| token.is('{'));
        match &token.kind {
            TokenKind::Superscript(_) => Some((self.integer(token)?, ahead + 1)),
            TokenKind::Sign('^') if braced => {
                Some((self.integer(self.peek_at(ahead + 2)?)?, ahead + 4))
            }
            TokenKind::Sign('^') => Some((self.integer(self.peek_at(ahead + 1)?)?, ahead + 2)),
            _ => Some((1, ahead)),
        }
    }

    /// The distance of the brace that closes the group which is open at some distance.
    fn closing_brace(&self, from: usize) -> Option<usize> {
        let mut depth = 0_u32;
        let mut ahead = from;
        loop {
            match self.peek_at(ahead)?.kind {
                TokenKind::Sign('{') => depth += 1,
                TokenKind::Sign('}') if depth == 0 => return Some(ahead),
                TokenKind::Sign('}') => depth -= 1,
                _ => {}
            }
            ahead += 1;
        }
    }

    /// `\frac{d}{dt} x^2` is (x')² by the grammar and (x²)' to many.
    fn refuse_power_of_derivative(&mut self, start: usize, inner: &Expr) {
        let exponent = matches!(
            self.peek().map(|token| &token.kind),
            Some(TokenKind::Sign('^') | TokenKind::Superscript(_))
        );
        let shown = self.source().slice(inner.span);
        if !exponent || shown.starts_with(['(', '\\']) {
            return;
        }
        let span = Span::new(start, self.place().end);
        let message = format!(
            "ambiguous: is this the power of a derivative, or the derivative of a power of {shown} ?"
        );
        let diagnostic = Diagnostic::new(Code::Ambiguous, span, message)
            .hint(format!("write \\dot{{{shown}}}^… or \\frac{{d}}{{dt}} ({shown}^…)"));
        self.report.add(diagnostic);
    }
}
