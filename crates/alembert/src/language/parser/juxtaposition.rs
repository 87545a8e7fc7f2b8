//! Products beside the argument of a function and beside an exponent of e.
//!
//! A function without brackets takes one factor, and so does an exponent: `sin k x` is (sin k) x and `e^2x` is
//! (e²) x by the grammar, sin(k x) and exp(2 x) to every reader. Such places are refused where the first factor
//! is π or a parameter that is no angle, with or without a number before it, and a quantity follows. A
//! coordinate or an angle is an argument by itself: `cos φ θ'`, `sin α cos φ`, `sin 2θ x` are what they seem.

use super::cursor::Cursor;
use super::vocabulary::{Opening, is_reserved};
use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::source::Span;
use crate::language::syntax::{Expr, ExprKind, Factor, Operator};
use crate::language::token::{Token, TokenKind};

impl Cursor<'_> {
    /// `cos ω t`, `cos ω*t`, `sin k x'`, `sin 2π k t`, `sin π/2`, `\sin kx`.
    pub(super) fn refuse_second_factor(&mut self, place: Span, argument: &Expr) {
        let starred = self.is('*') || self.is('·');
        let Some(next) = self.peek_at(usize::from(starred)) else { return };
        let joins = !starred && self.letter_joins(next);
        if next.is_word("t") || joins || self.belongs(argument, usize::from(starred)) {
            let head = Span::new(place.start, argument.span.start);
            self.refuse_readings(head, argument.span, usize::from(starred), ("(", ")"));
        }
    }

    /// `e^2x`, `e^-k t`; braces, brackets and high digits are plain.
    pub(super) fn refuse_product_beside_exponent(&mut self, base: &Expr, exponent: &Expr) {
        let is_e = matches!(&base.kind, ExprKind::Name(name) if name == "e");
        let sign = self.source().slice(Span::new(base.span.end, exponent.span.start));
        if !is_e || self.vocabulary.declares("e") || sign.trim() != "^" {
            return;
        }
        let next = self.peek().and_then(Token::name).unwrap_or_default();
        let belongs = match self.opening(exponent) {
            Some(Opening::Number) => {
                self.starts_quantity() || !is_reserved(next) && self.vocabulary.knows(next)
            }
            Some(_) => self.starts_quantity(),
            None => false,
        };
        if belongs && !self.starts_function() {
            let head = Span::new(base.span.start, exponent.span.start);
            let around = if self.is_latex() { ("{", "}") } else { ("(", ")") };
            self.refuse_readings(head, exponent.span, 0, around);
        }
    }

    /// What a first factor is when a second one is likely to belong to it.
    fn opening(&self, first: &Expr) -> Option<Opening> {
        let first = match &first.kind {
            ExprKind::Negative(inner) => &**inner,
            _ => first,
        };
        if self.source().slice(first.span).starts_with(['(', '{']) {
            return None;
        }
        match &first.kind {
            ExprKind::Number(_) => Some(Opening::Number),
            ExprKind::Name(name) => self.vocabulary.opening(name),
            ExprKind::Product(factors) => match factors.as_slice() {
                [_, Factor { operator: Operator::Beside, expr }] => match &expr.kind {
                    ExprKind::Name(name) => self.vocabulary.opening(name),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// Does what comes next belong to the bare argument before it?
    fn belongs(&self, argument: &Expr, ahead: usize) -> bool {
        let starred = ahead > 0;
        match self.opening(argument) {
            Some(Opening::Pi) => {
                let divided = usize::from(self.is('/'));
                self.factor_at(ahead + divided).is_some()
            }
            Some(Opening::Parameter) => !starred && self.starts_quantity() && !self.is_set_apart(),
            _ => false,
        }
    }

    /// Does a space command of LaTeX stand before what comes next, as in `\sin k\,\dot x`?
    fn is_set_apart(&self) -> bool {
        let between = self.previous().map(|token| Span::new(token.span.end, self.start()));
        between.is_some_and(|span| self.source().slice(span).contains('\\'))
    }

    /// Does time, π, a parameter or something that moves come next, also as `\dot x`?
    fn starts_quantity(&self) -> bool {
        match self.peek().map(|token| &token.kind) {
            Some(TokenKind::Dots(_)) => true,
            Some(TokenKind::Name { name, .. }) => {
                self.vocabulary.is_quantity(name) && !self.starts_function()
            }
            _ => false,
        }
    }

    /// Reports a product with its readings: all of it belongs to the first factor, or what stands before a slash,
    /// or nothing.
    fn refuse_readings(&mut self, head: Span, first: Span, ahead: usize, around: (&str, &str)) {
        let (near, far) = self.factors_beside(ahead);
        let (Some(next), Some(last)) = (self.peek_at(ahead), self.peek_at(far.max(1) - 1)) else {
            return;
        };
        let (start, end) = (next.span.start, last.span.end);
        let text = |from: usize, to: usize| self.source().slice(Span::new(from, to));
        let (opened, inside) = (text(head.start, head.end).trim(), text(first.start, first.end));
        let gap = if next.is('/') || start == first.end && !self.is_latex() { "" } else { " " };
        let whole = |to: usize| {
            let (open, close) = around;
            let rest = text(to, end);
            format!("{opened}{open}{inside}{gap}{}{close}{rest}", text(start, to))
        };
        let space = if opened.ends_with('^') { "" } else { " " };
        let split = if next.is('/') { "" } else { " " };
        let outer = format!("({opened}{space}{inside}){split}{}", text(start, end));
        let before_slash = self.peek_at(near.max(1) - 1).filter(|_| ahead < near && near < far);
        let shorter = before_slash.map(|token| whole(token.span.end));
        let readings: Vec<String> =
            [whole(end)].into_iter().chain(shorter).chain([outer]).collect();
        let span = Span::new(head.start, end);
        let (last, others) = readings.split_last().expect("there are two readings or three");
        let listed = format!("{} or {last}", others.join(", "));
        let mut diagnostic =
            Diagnostic::new(Code::Ambiguous, span, format!("ambiguous: is this {listed} ?"))
                .hint(format!("write {listed}"));
        for reading in readings {
            diagnostic = diagnostic.fix(span, reading);
        }
        self.report.add(diagnostic);
    }

    /// Where the factors side by side end, and the divisors after them. Something that moves is the last factor:
    /// `sin k x y'` is sin(k x) y'.
    fn factors_beside(&self, from: usize) -> (usize, usize) {
        let mut near = from;
        while let Some((len, moves)) = self.factor_at(near) {
            near += len;
            if moves {
                break;
            }
        }
        let mut far = near;
        while self.peek_at(far).is_some_and(|token| token.is('/')) {
            let Some((len, _)) = self.factor_at(far + 1) else { break };
            far += 1 + len;
        }
        (near, far)
    }

    /// The tokens of a factor with its primes and power, and whether it is something that moves.
    fn factor_at(&self, at: usize) -> Option<(usize, bool)> {
        let (mut len, moves) = match &self.peek_at(at)?.kind {
            TokenKind::Name { name, dots } => {
                let bracket = self.peek_at(at + 1).is_some_and(|token| token.is('('));
                if is_reserved(name) || self.vocabulary.is_function(name, bracket) {
                    return None;
                }
                (1, *dots > 0 || self.vocabulary.moves(name))
            }
            TokenKind::Number => (1, false),
            TokenKind::Dots(_) => (1 + self.group_at(at + 1), true),
            TokenKind::Sign('(') => (self.group_at(at), true),
            _ => return None,
        };
        loop {
            len += match self.peek_at(at + len).map(|token| &token.kind) {
                Some(TokenKind::Prime(_) | TokenKind::Superscript(_)) => 1,
                Some(TokenKind::Sign('^')) => {
                    let minus = self.peek_at(at + len + 1).is_some_and(|token| token.is('-'));
                    let sign = 1 + usize::from(minus);
                    sign + self.group_at(at + len + sign)
                }
                _ => return Some((len, moves)),
            };
        }
    }

    /// The tokens of a group in brackets, or one.
    fn group_at(&self, at: usize) -> usize {
        let mut depth = 0_usize;
        let mut len = 0;
        while let Some(token) = self.peek_at(at + len) {
            len += 1;
            match token.kind {
                TokenKind::Sign('(' | '{') => depth += 1,
                TokenKind::Sign(')' | '}') => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        len
    }
}
