//! Partial derivatives of declared functions, as derived equations show them:
//!
//! ```text
//! partial = "D" "(" fname "," order { "," order } ")" "(" expr { "," expr } ")"     D(V, 2, 1)(x, y)
//!         | mark { mark } fname "(" expr { "," expr } ")"                           ∂₁²∂₂V(x, y)
//! mark    = ("∂" | "\partial") index [ exponent ]
//! ```
//!
//! The name of a function stands nowhere else without its arguments, so `D(V, …` is a derivative
//! also in a model that declares a `D`.

use super::cursor::Cursor;
use crate::language::limits;
use crate::language::source::Span;
use crate::language::syntax::{Expr, ExprKind};
use crate::language::token::{Token, TokenKind};

const FORM: &str =
    "the derivative of V(x, y) by its first argument is ∂₁V(x, y) or D(V, 1, 0)(x, y)";

impl Cursor<'_> {
    /// Does `D(V,` come next, with a declared function V?
    pub(super) fn starts_derivative_by_orders(&self) -> bool {
        let sign = |ahead, sign| self.peek_at(ahead).is_some_and(|token: &Token| token.is(sign));
        let function = self.peek_at(2).and_then(Token::name);
        self.is_word("D")
            && sign(1, '(')
            && sign(3, ',')
            && function.is_some_and(|name| self.vocabulary.declares_function(name))
    }

    /// `D(V, 1, 0)(x, y)`; the lookahead has seen `D(V,`.
    pub(super) fn derivative_by_orders(&mut self) -> Expr {
        let (start, open) = (self.start(), self.peek_at(1).map_or(Span::at(0), |t| t.span));
        self.skip(2);
        let place = self.place();
        let function = self.peek().and_then(Token::name).unwrap_or_default().to_owned();
        self.next();
        let mut orders = Vec::new();
        while self.take(',') {
            match self.peek().and_then(|token| self.integer(token)) {
                Some(order) => {
                    self.next();
                    orders.push(order);
                }
                None => return self.no_derivative("an order, a number such as 1"),
            }
        }
        self.close(')', open);
        self.derivative_of(function, place, orders, start)
    }

    /// `∂₁²∂₂V(x, y)`; a mark comes next.
    pub(super) fn partial_derivative(&mut self) -> Expr {
        let start = self.start();
        let mut orders: Vec<u32> = Vec::new();
        while let Some(Token { kind: TokenKind::Partial(index), .. }) = self.peek() {
            let index = index.and_then(|n| usize::try_from(n).ok()?.checked_sub(1));
            let Some(index) = index.filter(|index| *index < limits::ARGUMENTS) else {
                return self.no_derivative("the number of an argument after `∂`");
            };
            let (order, ahead) = self.order(1).unwrap_or((1, 1));
            self.skip(ahead);
            orders.resize(orders.len().max(index + 1), 0);
            orders[index] = orders[index].saturating_add(order);
        }
        let place = self.place();
        let name = self.peek().and_then(Token::name);
        let declared = name.filter(|name| self.vocabulary.declares_function(name));
        let Some(function) = declared.map(str::to_owned) else {
            return self.no_derivative("a function that is declared under `functions`");
        };
        self.next();
        self.derivative_of(function, place, orders, start)
    }

    /// The arguments, and the whole.
    fn derivative_of(
        &mut self,
        function: String,
        place: Span,
        mut orders: Vec<u32>,
        start: usize,
    ) -> Expr {
        if !self.is('(') {
            return self.no_derivative("the arguments of the function in brackets");
        }
        let marked = self.source().text()[start..].starts_with(['∂', '\\']);
        let arguments = self.arguments();
        if marked && orders.len() < arguments.len() {
            orders.resize(arguments.len(), 0);
        }
        let span = self.since(start);
        if orders.iter().fold(0, |sum: u32, &order| sum.saturating_add(order)) > limits::PRIMES {
            self.limit(span, format!("at most {} partial derivatives", limits::PRIMES));
            return Expr::error(span);
        }
        Expr::new(ExprKind::Partial { function, place, orders, arguments }, span)
    }

    /// Reports what is missing in a partial derivative.
    fn no_derivative(&mut self, what: &str) -> Expr {
        let span = self.place();
        let diagnostic = self.expected(what).hint(FORM);
        self.report.syntax(diagnostic);
        self.skip_all();
        Expr::error(span)
    }
}
