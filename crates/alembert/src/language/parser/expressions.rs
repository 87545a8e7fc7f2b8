//! Expressions, by the grammar of the language:
//!
//! ```text
//! expr     = term { ("+" | "-") term }
//! term     = unary { ("*" | "·" | "×" | "/") unary | power }   juxtaposition binds like * and /
//! unary    = ("-" | "+") unary | power
//! power    = postfix [ exponent ]
//! exponent = "^" unary | superscript | "^{" expr "}"
//! postfix  = primary { prime } [ "(" "0" ")" ]
//! primary  = number | name | "(" expr { "," expr } ")" | "|" expr "|" | function | "√" postfix
//!          | partial | latex
//! ```
//!
//! Partial derivatives are in [`partial`](super::partial). What LaTeX writes differently is in [`latex`](super::latex).
//!
//! Sums and products are read in loops, so only nesting recurses, and [`limits::DEPTH`] bounds it.

use super::cursor::{Context, Cursor};
use super::vocabulary::is_reserved;
use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::limits;
use crate::language::source::Span;
use crate::language::syntax::{Expr, ExprKind, Factor, Operator, Term};
use crate::language::token::{Token, TokenKind};

impl Cursor<'_> {
    /// `expr`
    pub(super) fn expression(&mut self) -> Expr {
        self.nested(Self::sum)
    }

    /// One level deeper, up to the limit.
    pub(super) fn nested(&mut self, read: impl FnOnce(&mut Self) -> Expr) -> Expr {
        if self.depth >= limits::DEPTH {
            let place = self.place();
            let message = format!("an expression is nested at most {} levels deep", limits::DEPTH);
            self.limit(place, message);
            return Expr::error(place);
        }
        self.depth += 1;
        let expr = read(self);
        self.depth -= 1;
        expr
    }

    pub(super) fn sum(&mut self) -> Expr {
        let start = self.start();
        let first = self.term();
        if !(self.is('+') || self.is('-')) {
            return first;
        }
        let mut terms = vec![Term { negative: false, expr: first }];
        while self.is('+') || self.is('-') {
            let negative = self.is('-');
            self.next();
            terms.push(Term { negative, expr: self.term() });
        }
        Expr::new(ExprKind::Sum(terms), self.since(start))
    }

    fn term(&mut self) -> Expr {
        let start = self.start();
        let first = self.unary();
        let mut factors = vec![Factor { operator: Operator::Beside, expr: first }];
        while let Some(factor) = self.factor() {
            factors.push(factor);
        }
        match factors.len() {
            1 => factors.swap_remove(0).expr,
            _ => Expr::new(ExprKind::Product(factors), self.since(start)),
        }
    }

    /// A further factor of a term.
    fn factor(&mut self) -> Option<Factor> {
        let operator = match self.peek()?.kind {
            TokenKind::Sign('*') => Operator::Star,
            TokenKind::Sign('·') => Operator::Dot,
            TokenKind::Sign('×') => Operator::Cross,
            TokenKind::Sign('/') => Operator::Over,
            _ if self.starts_factor() => {
                self.refuse_adjacent_numbers();
                return Some(Factor { operator: Operator::Beside, expr: self.power() });
            }
            _ => return None,
        };
        let sign = self.next()?;
        let expr = self.unary();
        if operator == Operator::Over {
            self.refuse_half_product(sign, &expr);
        }
        Some(Factor { operator, expr })
    }

    /// Can the next token begin a factor without a sign before it?
    pub(super) fn starts_factor(&self) -> bool {
        let Some(token) = self.peek() else { return false };
        match &token.kind {
            TokenKind::Number | TokenKind::Sign('√') => true,
            TokenKind::Dots(_) | TokenKind::Fraction | TokenKind::Root => true,
            TokenKind::Partial(_) => true,
            TokenKind::Sign('{') => self.is_latex(),
            TokenKind::Name { name, .. } if self.context == Context::Run => name == "pi",
            TokenKind::Name { name, .. } => !is_reserved(name),
            TokenKind::Sign('(') => !self.peek_at(1).is_some_and(|t| t.is_word("guess")),
            TokenKind::Sign('|') => !self.bar,
            _ => false,
        }
    }

    /// Signs are counted in a loop: `- - x` is no nesting.
    fn unary(&mut self) -> Expr {
        let start = self.start();
        let mut negative = false;
        let mut signs = 0;
        while self.is('+') || self.is('-') {
            negative ^= self.is('-');
            signs += 1;
            self.next();
        }
        let expr = self.power();
        match (signs, negative) {
            (0, _) => expr,
            (_, true) => Expr::new(ExprKind::Negative(Box::new(expr)), self.since(start)),
            (_, false) => Expr::new(expr.kind, self.since(start)),
        }
    }

    fn power(&mut self) -> Expr {
        let start = self.start();
        let base = self.postfix();
        let Some(exponent) = self.exponent() else { return base };
        self.refuse_power_of_bare_argument(&base, &exponent);
        self.refuse_product_beside_exponent(&base, &exponent);
        Expr::new(ExprKind::Power(Box::new(base), Box::new(exponent)), self.since(start))
    }

    /// An exponent if one comes next.
    pub(super) fn exponent(&mut self) -> Option<Expr> {
        match &self.peek()?.kind {
            TokenKind::Superscript(digits) => {
                let span = self.next()?.span;
                Some(self.superscript(digits, span))
            }
            TokenKind::Sign('^') => {
                self.next();
                let open = self.place();
                if self.take('{') {
                    let expr = self.bracketed(Self::sum);
                    self.close('}', open);
                    return Some(expr);
                }
                Some(self.nested(Self::unary))
            }
            _ => None,
        }
    }

    /// `⁻¹` as an expression.
    fn superscript(&mut self, digits: &str, span: Span) -> Expr {
        let number = digits.trim_start_matches(['-', '+']);
        if number.is_empty() || number.contains(['-', '+']) || digits.len() > number.len() + 1 {
            let message = "expected an integer as exponent";
            self.report.syntax(Diagnostic::new(Code::Expected, span, message));
            return Expr::error(span);
        }
        let expr = self.number(number.to_owned(), span);
        match digits.starts_with('-') {
            true => Expr::new(ExprKind::Negative(Box::new(expr)), span),
            false => expr,
        }
    }

    pub(super) fn postfix(&mut self) -> Expr {
        let start = self.start();
        let dots = match self.peek() {
            Some(Token { kind: TokenKind::Name { dots, .. }, .. }) => *dots,
            _ => 0,
        };
        let mut expr = self.primary();
        self.refuse_argument_time(&expr, start);
        let mut order = dots;
        while let Some(Token { kind: TokenKind::Prime(primes), .. }) = self.peek() {
            order = order.saturating_add(*primes);
            self.next();
        }
        order = order.saturating_add(self.derivative_in_brackets().unwrap_or(0));
        if order > limits::PRIMES {
            let message = format!("at most {} time derivatives", limits::PRIMES);
            self.limit(self.since(start), message);
            return Expr::error(self.since(start));
        }
        if order > 0 {
            expr = Expr::new(ExprKind::Prime(Box::new(expr), order), self.since(start));
        }
        self.refuse_argument_time(&expr, start);
        if self.context == Context::Statement && self.at_start(&expr) {
            expr = Expr::new(ExprKind::AtStart(Box::new(expr)), self.since(start));
        }
        expr
    }

    /// Takes `(0)` after something that can have an initial value.
    fn at_start(&mut self, expr: &Expr) -> bool {
        let fits = matches!(expr.kind, ExprKind::Name(_) | ExprKind::Prime(..));
        let zero = self.is('(')
            && self.peek_at(1).is_some_and(|t| self.source().slice(t.span) == "0")
            && self.peek_at(2).is_some_and(|t| t.is(')'));
        if fits && zero {
            self.skip(3);
        }
        fits && zero
    }

    pub(super) fn primary(&mut self) -> Expr {
        let Some(token) = self.peek() else { return self.missing_expression() };
        let span = token.span;
        match &token.kind {
            TokenKind::Number => {
                self.next();
                self.number(self.source().slice(span).to_owned(), span)
            }
            TokenKind::Name { name, .. } if is_reserved(name) => self.missing_expression(),
            TokenKind::Name { name, .. } => {
                let bracket = self.peek_at(1).is_some_and(|t| t.is('('));
                if self.starts_derivative_by_orders() {
                    return self.nested(Self::derivative_by_orders);
                }
                self.next();
                if self.vocabulary.is_function(name, bracket) {
                    return self.nested(|cursor| cursor.application(name, span));
                }
                Expr::new(ExprKind::Name(name.clone()), span)
            }
            TokenKind::Sign('(') => self.brackets(),
            TokenKind::Sign('|') => self.bars(),
            TokenKind::Sign('√') => {
                self.next();
                let radicand = self.nested(Self::postfix);
                Expr::new(ExprKind::Root(Box::new(radicand)), self.since(span.start))
            }
            TokenKind::Dots(dots) => {
                self.next();
                let group = self.nested(Self::dotted_group);
                Expr::new(ExprKind::Prime(Box::new(group), *dots), self.since(span.start))
            }
            TokenKind::Partial(_) => self.nested(Self::partial_derivative),
            TokenKind::Fraction => self.fraction(),
            TokenKind::Root => self.root(),
            TokenKind::Sign('{') if self.is_latex() => self.nested(Self::indexed_group),
            _ => self.missing_expression(),
        }
    }

    /// A number, unless it is too long.
    fn number(&mut self, text: String, span: Span) -> Expr {
        let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((&text, "0"));
        let exponent = exponent.trim_start_matches(['+', '-']).trim_start_matches('0');
        let size = if exponent.is_empty() { Ok(0) } else { exponent.parse::<u32>() };
        if digits.len() > limits::NUMBER_CHARS {
            let message = format!("a number has at most {} digits", limits::NUMBER_CHARS);
            self.report.syntax(Diagnostic::new(Code::Limit, span, message));
            return Expr::error(span);
        }
        if size.map_or(true, |size| size > limits::DECIMAL_EXPONENT) {
            let message =
                format!("the exponent of a number is at most {}", limits::DECIMAL_EXPONENT);
            self.report.syntax(Diagnostic::new(Code::Limit, span, message));
            return Expr::error(span);
        }
        Expr::new(ExprKind::Number(text), span)
    }

    /// `(a)` or `(a, b, c)`
    fn brackets(&mut self) -> Expr {
        let open = self.place();
        let mut parts = self.arguments();
        if matches!(self.peek(), Some(Token { kind: TokenKind::Subscript(_), .. })) {
            self.next();
            return Expr::error(self.since(open.start));
        }
        let span = self.since(open.start);
        match parts.len() {
            1 => Expr::new(parts.swap_remove(0).kind, span),
            _ => Expr::new(ExprKind::Tuple(parts), span),
        }
    }

    /// `(a, b)` with at least one part; the opening bracket comes next.
    pub(super) fn arguments(&mut self) -> Vec<Expr> {
        let open = self.place();
        self.next();
        let mut parts = vec![self.bracketed(Self::sum)];
        self.refuse_unit();
        while self.take(',') {
            if parts.len() >= limits::ARGUMENTS {
                let message = format!("a list has at most {} parts", limits::ARGUMENTS);
                self.limit(self.place(), message);
                break;
            }
            parts.push(self.bracketed(Self::sum));
            self.refuse_unit();
        }
        self.close(')', open);
        parts
    }

    /// A unit inside of brackets is a mistake; it is left out.
    fn refuse_unit(&mut self) {
        if self.peek().is_some_and(|token| token.kind == TokenKind::Unit) {
            let message = "a unit cannot stand inside of an expression";
            let hint = "angles are in rad: write 30 pi/180, or declare a parameter with its unit \
                        and use its name";
            let finding = Diagnostic::new(Code::Expected, self.place(), message).hint(hint);
            self.report.syntax(finding);
            self.next();
        }
    }

    /// Reads inside brackets, where an outer bar is not open and names are names.
    pub(super) fn bracketed(&mut self, read: impl FnOnce(&mut Self) -> Expr) -> Expr {
        let bar = std::mem::replace(&mut self.bar, false);
        let expr = self.nested(read);
        self.bar = bar;
        expr
    }

    /// `|x|`
    fn bars(&mut self) -> Expr {
        let open = self.place();
        self.next();
        let bar = std::mem::replace(&mut self.bar, true);
        let inside = self.expression();
        self.bar = bar;
        self.close('|', open);
        Expr::new(ExprKind::Bars(Box::new(inside)), self.since(open.start))
    }

    /// Reports that an expression is missing here.
    fn missing_expression(&mut self) -> Expr {
        let mut diagnostic = self.expected("an expression");
        if let Some(name) = self.peek().and_then(Token::name).filter(|name| is_reserved(name)) {
            diagnostic = diagnostic.hint(format!("`{name}` is a word of the language"));
        } else if self.is('|') && self.bar {
            diagnostic = diagnostic.hint("nest absolute values with brackets: `|(…)|`");
        }
        self.report.syntax(diagnostic);
        Expr::error(Span::at(self.start()))
    }

    fn refuse_adjacent_numbers(&mut self) {
        let number = |token: Option<&Token>| token.is_some_and(|t| t.kind == TokenKind::Number);
        if let (true, Some(token)) = (number(self.previous()) && number(self.peek()), self.peek()) {
            let message = "two numbers side by side";
            let diagnostic = Diagnostic::new(Code::Expected, token.span, message)
                .hint("write `*` between them for a product");
            self.report.syntax(diagnostic);
        }
    }
}
