//! Constraints, forces, symmetries and initial values.

use super::cursor::Cursor;
use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::source::Span;
use crate::language::syntax::{
    Constraint, Definition, Expr, Force, Generator, Ident, Initial, ModelFile,
};
use crate::language::token::{Token, TokenKind};

impl Cursor<'_> {
    /// `left = right`
    pub(super) fn equation(&mut self) -> (Expr, Expr) {
        let left = self.expression();
        let right = match self.expect('=') {
            true => self.expression(),
            false => Expr::error(self.place()),
        };
        (left, right)
    }

    /// `[label:] left = right [reaction (…)]`
    pub(super) fn constraints(&mut self, file: &mut ModelFile) {
        self.list(|cursor| {
            let start = cursor.start();
            let label = cursor.label();
            let left = cursor.expression();
            let right =
                if cursor.take('=') { cursor.expression() } else { cursor.no_equals(&left) };
            let reaction = cursor.take_word("reaction").then(|| cursor.reaction()).flatten();
            let span = cursor.since(start);
            let doc = cursor.doc();
            file.constraints.push(Constraint { label, left, right, reaction, span, doc });
        });
    }

    /// `name:` if it comes next.
    fn label(&mut self) -> Option<Ident> {
        if !self.peek_at(1).is_some_and(|token| token.is(':')) {
            return None;
        }
        let label = self.ident("a label");
        self.take(':');
        label
    }

    /// A constraint that is not an equation. Its right side is taken to be zero.
    fn no_equals(&mut self, left: &Expr) -> Expr {
        let end = Span::at(left.span.end);
        if !(self.at_end() || self.is(',') || self.is_word("reaction")) {
            let diagnostic = self.expected("`=`");
            self.report.syntax(diagnostic);
            self.skip_to_comma();
            return Expr::error(end);
        }
        let shown = self.source().slice(left.span);
        let hint = match shown.chars().count() {
            0..=60 => format!("write `{shown} = 0`"),
            _ => "write `... = 0`".to_owned(),
        };
        let diagnostic =
            Diagnostic::new(Code::NoEquation, left.span, "a constraint is an equation")
                .hint(hint)
                .fix(end, " = 0");
        self.report.syntax(diagnostic);
        Expr::error(end)
    }

    /// `(bx, by, …)` after `reaction`
    fn reaction(&mut self) -> Option<Vec<Expr>> {
        if self.is('(') {
            return Some(self.arguments());
        }
        let diagnostic = self.expected("the direction of the reaction, `(…)`");
        self.report.syntax(diagnostic);
        self.skip_to_comma();
        None
    }

    /// `coordinate: expr` and `dissipation = expr`
    pub(super) fn forces(&mut self, file: &mut ModelFile) {
        self.list(|cursor| {
            let Some(ident) = cursor.ident("a coordinate or `dissipation`") else {
                return cursor.skip_to_comma();
            };
            if cursor.take(':') {
                let value = cursor.expression();
                file.forces.push(Force { coordinate: ident, value });
            } else if ident.name == "dissipation" && cursor.take('=') {
                let value = cursor.expression();
                let (unit, doc) = (None, cursor.doc());
                file.dissipation.push(Definition { ident, value, unit, doc });
            } else {
                let mut diagnostic = cursor.expected("`:` after the coordinate");
                if cursor.is('=') {
                    let shown = cursor.source().slice(ident.span).to_owned();
                    let hint =
                        format!("a force stands after the coordinate it acts on: `{shown}: …`");
                    diagnostic = diagnostic.hint(hint).fix(cursor.place(), ":");
                }
                cursor.report.syntax(diagnostic);
                cursor.skip_to_comma();
            }
        });
    }

    /// `x = -y, y = x, φ = 1`
    pub(super) fn symmetry(&mut self, file: &mut ModelFile) {
        let mut generator = Vec::new();
        self.list(|cursor| {
            let Some(coordinate) = cursor.ident("a coordinate") else {
                return cursor.skip_to_comma();
            };
            if cursor.expect('=') {
                generator.push(Generator { coordinate, value: cursor.expression() });
            }
        });
        file.symmetries.push(generator);
    }

    /// `dalembert`
    pub(super) fn principle(&mut self, file: &mut ModelFile) {
        let Some(ident) = self.ident("the name of a principle") else { return self.skip_all() };
        match &file.principle {
            Some(first) => self.twice("the principle", ident.span, Some(first.span)),
            None => file.principle = Some(ident),
        }
    }

    /// `x = 1, x' = 0 (guess)`
    pub(super) fn initial(&mut self, file: &mut ModelFile) {
        self.list(|cursor| {
            let start = cursor.start();
            let Some((ident, order)) = cursor.jet() else { return cursor.skip_to_comma() };
            cursor.refuse_start();
            if !cursor.expect('=') {
                return cursor.skip_to_comma();
            }
            let value = cursor.expression();
            let unit = cursor.unit();
            let guess = cursor.guess();
            let span = cursor.since(start);
            file.initial.push(Initial { ident, order, value, unit, guess, span });
        });
    }

    /// `x(0) = 1`: in this section every value is one at the start.
    fn refuse_start(&mut self) {
        let bracket = self.is('(') && self.peek_at(2).is_some_and(|token| token.is(')'));
        if bracket {
            let start = self.start();
            self.skip(3);
            let span = self.since(start);
            let shown = self.source().slice(span).to_owned();
            let message = format!("an initial value is written without `{shown}`");
            let diagnostic = Diagnostic::new(Code::Expected, span, message)
                .hint(format!("these are values at the start of the run: leave `{shown}` out"))
                .fix(span, "");
            self.report.syntax(diagnostic);
        }
    }

    /// A name with primes or dots, in any spelling.
    fn jet(&mut self) -> Option<(Ident, u32)> {
        let (mut order, mut braces) = (0_u32, 0);
        if let Some(Token { kind: TokenKind::Dots(dots), .. }) = self.peek() {
            order = *dots;
            self.next();
            braces = i32::from(self.take('{'));
        }
        let Some(Token { kind: TokenKind::Name { name, dots }, span, .. }) = self.peek() else {
            let diagnostic = self.expected("the name of a coordinate");
            self.report.syntax(diagnostic);
            return None;
        };
        self.next();
        order = order.saturating_add(*dots);
        let mut name = name.clone();
        if braces > 0 {
            self.expect('}');
            if let Some(Token { kind: TokenKind::Subscript(index), .. }) = self.peek() {
                name = format!("{name}_{index}");
                self.next();
            }
        }
        while let Some(Token { kind: TokenKind::Prime(primes), .. }) = self.peek() {
            order = order.saturating_add(*primes);
            self.next();
        }
        Some((Ident { name, span: *span }, order))
    }

    /// `(guess)` if it comes next.
    fn guess(&mut self) -> bool {
        let found = self.is('(') && self.peek_at(1).is_some_and(|token| token.is_word("guess"));
        if found {
            let open = self.place();
            self.skip(2);
            self.close(')', open);
        }
        found
    }
}
