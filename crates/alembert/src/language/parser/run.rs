//! The section `run`: `0 .. 20 s`, then `step`, `every`, `tol`, `method`, and what inputs do.

use super::cursor::{Context, Cursor};
use crate::language::source::Span;
use crate::language::syntax::{Expr, Ident, InputValue, ModelFile, Run};
use crate::language::token::Token;

/// Words that begin a part of `run`.
const WORDS: &[&str] = &["step", "every", "tol", "method"];

impl Cursor<'_> {
    /// One line of `run`.
    pub(super) fn run(&mut self, file: &mut ModelFile) {
        let mut run = file.run.take().unwrap_or_default();
        while !self.at_end() {
            self.run_part(&mut run);
            self.take(',');
        }
        file.run = Some(run);
    }

    fn run_part(&mut self, run: &mut Run) {
        let word = self.peek().and_then(Token::name);
        match word {
            Some("step") => {
                self.setting(|run| &mut run.step, run);
                run.step_unit = self.time_unit();
            }
            Some("every") => {
                self.setting(|run| &mut run.every, run);
                run.every_unit = self.time_unit();
            }
            Some("tol") => self.setting(|run| &mut run.tol, run),
            Some("method") => self.method(run),
            Some(name) if name != "pi" => self.input_value(run),
            _ => self.run_range(run),
        }
    }

    fn run_range(&mut self, run: &mut Run) {
        let start = self.start();
        let first = run.range.as_ref().map(|range| range.low.span);
        let low = self.expression();
        let low_unit = self.time_unit();
        let Some(range) = self.range_from(low) else { return self.skip_all() };
        if first.is_some() {
            let span = self.since(start);
            self.twice("the range of `run`", span, first);
        }
        run.range = Some(range);
        run.low_unit = low_unit;
        run.unit = self.time_unit();
    }

    /// A unit, which needs no brackets here; its name is its text.
    fn time_unit(&mut self) -> Option<Ident> {
        if let Some(unit) = self.unit() {
            return Some(Ident { name: unit.text, span: unit.span });
        }
        let token = self.peek()?;
        token.name().filter(|name| !WORDS.contains(name))?;
        if self.peek_at(1).is_some_and(|next| next.is('=')) {
            return None;
        }
        self.next();
        let name = self.source().slice(token.span).to_owned();
        Some(Ident { name, span: token.span })
    }

    /// A word and a number.
    fn setting(&mut self, place: fn(&mut Run) -> &mut Option<Expr>, run: &mut Run) {
        let word = self.place();
        self.next();
        let value = self.expression();
        let slot = place(run);
        let first: Option<Span> = slot.as_ref().map(|e| e.span);
        if first.is_some() {
            let shown = format!("`{}`", self.source().slice(word));
            self.twice(&shown, word, first);
        }
        *slot = Some(value);
    }

    fn method(&mut self, run: &mut Run) {
        self.next();
        match self.ident("the name of a method") {
            Some(ident) => run.method = Some(ident),
            None => self.skip_all(),
        }
    }

    /// `u = sin t`, or `u = (0, 0), (1, 2)`
    fn input_value(&mut self, run: &mut Run) {
        let ident = self.ident("the name of an input");
        if !self.take('=') {
            let diagnostic = self.expected("`=`").hint(
                "`run` knows a range `0 .. 20 s`, `step`, `every`, `tol`, `method` and `input = …`",
            );
            self.report.syntax(diagnostic);
            return self.skip_all();
        }
        self.context = Context::Model;
        let mut values = vec![self.expression()];
        while self.is(',') && self.peek_at(1).is_some_and(|token| token.is('(')) {
            self.next();
            values.push(self.expression());
        }
        self.context = Context::Run;
        run.inputs.extend(ident.map(|ident| InputValue { ident, values }));
    }
}
