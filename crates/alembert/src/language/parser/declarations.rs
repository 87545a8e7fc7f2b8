//! Declarations: model, coordinates, parameters, functions, inputs, abbreviations.

use super::cursor::Cursor;
use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::source::Span;
use crate::language::syntax::{
    Coordinate, Definition, Energy, EnergyKind, Expr, Function, Ident, ModelFile, Note, Parameter,
    Range, Rotation, Variable,
};
use crate::language::token::{Token, TokenKind};

impl Cursor<'_> {
    /// `"title"` after `model`, or `key "value"` below it.
    pub(super) fn note(&mut self, file: &mut ModelFile, section: Span) {
        let key = match self.peek().and_then(Token::name) {
            Some(_) => self.ident("a key"),
            None => Some(Ident { name: "model".to_owned(), span: section }),
        };
        let quoted = self.peek().filter(|token| token.kind == TokenKind::Text);
        let (Some(key), Some(token)) = (key, quoted) else {
            let mut diagnostic = self.expected("a text in quotation marks");
            if let Some(word) = self.previous().filter(|token| token.span.start > section.end) {
                let title = Span::new(word.span.start, self.place().start.max(word.span.end));
                let quoted = format!("\"{}\"", self.source().slice(title).trim());
                diagnostic = diagnostic.hint(format!("write `{quoted}`")).fix(title, quoted);
            }
            self.report.syntax(diagnostic);
            return self.skip_all();
        };
        self.next();
        let text = self.source().slice(token.span);
        let text = text.trim_start_matches('"').trim_end_matches('"').to_owned();
        let note = Note { key, text };
        match note.key.name.as_str() {
            "model" if file.title.is_none() => file.title = Some(note),
            "model" => {
                self.twice("the title", note.key.span, file.title.as_ref().map(|n| n.key.span));
            }
            "source" | "author" => file.notes.push(note),
            _ => {
                let message = "expected `source` or `author`";
                self.report.syntax(Diagnostic::new(Code::Expected, note.key.span, message));
            }
        }
    }

    /// Reports that something stands in the file a second time.
    pub(super) fn twice(&mut self, what: &str, span: Span, first: Option<Span>) {
        let mut diagnostic =
            Diagnostic::new(Code::DeclaredTwice, span, format!("{what} is given twice"));
        if let Some(first) = first {
            diagnostic = diagnostic.related(first, "first here");
        }
        self.report.add(diagnostic);
    }

    /// `x, y [m]` or `B rotation with space ω, body Ω`
    pub(super) fn coordinates(&mut self, file: &mut ModelFile) {
        let mut group = file.coordinates.len();
        while !self.at_end() {
            let Some(ident) = self.ident("the name of a coordinate") else {
                return self.skip_all();
            };
            self.refuse_time();
            let rotation = self.is_word("rotation").then(|| self.rotation());
            let doc = self.doc();
            file.coordinates.push(Coordinate { ident, unit: None, doc, rotation });
            if let Some(unit) = self.unit() {
                for coordinate in &mut file.coordinates[group..] {
                    coordinate.unit = Some(unit.clone());
                }
                group = file.coordinates.len();
            }
            if !self.at_end() && !self.comma_between_names() {
                return self.skip_all();
            }
        }
    }

    /// Reads a comma; a name without one before it is reported and taken as the next in the list.
    fn comma_between_names(&mut self) -> bool {
        let is_name = self.peek().and_then(Token::name).is_some();
        let (true, Some(before)) = (is_name, self.previous().map(|t| t.span.end)) else {
            if self.is('=') {
                let diagnostic = self.expected("`,`").hint(
                    "coordinates are names alone, `x, y, z`; a vector of them is written in `let`, a \
                     start in `initial`, a constant in `parameters`",
                );
                self.report.syntax(diagnostic);
                return false;
            }
            return self.expect(',');
        };
        let diagnostic = self.expected("`,`").hint("separate names by commas");
        self.report.syntax(diagnostic.fix(Span::at(before), ","));
        true
    }

    /// `x(t)`: a coordinate depends on time as it stands.
    fn refuse_time(&mut self) {
        let time = self.is('(')
            && self.peek_at(1).is_some_and(|token| token.is_word("t"))
            && self.peek_at(2).is_some_and(|token| token.is(')'));
        if time {
            let start = self.start();
            self.skip(3);
            let span = self.since(start);
            let message = "a coordinate is declared without `(t)`";
            let diagnostic = Diagnostic::new(Code::Expected, span, message)
                .hint("coordinates depend on time as they stand: leave `(t)` out")
                .fix(span, "");
            self.report.syntax(diagnostic);
        }
    }

    fn rotation(&mut self) -> Rotation {
        let start = self.start();
        self.next();
        let (mut space, mut body) = (None, None);
        if self.take_word("with") {
            loop {
                let which = self.ident("`space` or `body`").map(|ident| ident.name);
                match which.as_deref() {
                    Some("space") => {
                        let omega = self.ident("the angular velocity in space axes");
                        self.frame("space", &mut space, omega);
                    }
                    Some("body") => {
                        let omega = self.ident("the angular velocity in body axes");
                        self.frame("body", &mut body, omega);
                    }
                    _ => {
                        let message = "expected `space` or `body`";
                        let span = self.since(start);
                        let diagnostic = Diagnostic::new(Code::Expected, span, message)
                            .hint("write `B rotation with space ω, body Ω`, or one of both");
                        self.report.syntax(diagnostic);
                        self.skip_all();
                    }
                }
                if !self.take(',') {
                    break;
                }
            }
        }
        Rotation { space, body, span: self.since(start) }
    }

    /// Keeps the angular velocity in one kind of axes, which is given once.
    fn frame(&mut self, axes: &str, kept: &mut Option<Ident>, omega: Option<Ident>) {
        match (&kept, omega) {
            (Some(first), Some(second)) => {
                let what = format!("the angular velocity in {axes} axes");
                self.twice(&what, second.span, Some(first.span));
            }
            (None, omega) => *kept = omega,
            (Some(_), None) => {}
        }
    }

    /// `u, w [N]`
    pub(super) fn inputs(&mut self, file: &mut ModelFile) {
        let mut group = file.inputs.len();
        while !self.at_end() {
            let Some(ident) = self.ident("the name of an input") else { return self.skip_all() };
            file.inputs.push(Variable { ident, unit: None, doc: self.doc() });
            if let Some(unit) = self.unit() {
                for input in &mut file.inputs[group..] {
                    input.unit = Some(unit.clone());
                }
                group = file.inputs.len();
            }
            if self.is('=') {
                let diagnostic =
                    self.expected("`,` or a unit").hint("what an input does is written in `run`");
                self.report.syntax(diagnostic);
                return self.skip_all();
            }
            if !self.at_end() && !self.expect(',') {
                return self.skip_all();
            }
        }
    }

    /// `name = value [unit] in a .. b`
    pub(super) fn parameters(&mut self, file: &mut ModelFile) {
        self.list(|cursor| {
            let Some(ident) = cursor.ident("the name of a parameter") else {
                return cursor.skip_to_comma();
            };
            cursor.refuse_walrus();
            let value = cursor.take('=').then(|| cursor.expression());
            let (mut unit, mut range) = (None, None);
            loop {
                if cursor.is_word("in") && range.is_none() {
                    cursor.next();
                    range = cursor.range();
                } else if let (Some(found), None) = (cursor.unit(), &unit) {
                    unit = Some(found);
                } else {
                    break;
                }
            }
            if value.is_none() {
                cursor.no_value(&ident);
            }
            file.parameters.push(Parameter { ident, value, unit, range, doc: cursor.doc() });
        });
    }

    /// `m := 1`
    fn refuse_walrus(&mut self) {
        if self.is(':') && self.peek_at(1).is_some_and(|token| token.is('=')) {
            let colon = self.place();
            let diagnostic = Diagnostic::new(Code::Expected, colon, "expected `=`, found `:=`")
                .hint("leave the colon out")
                .fix(colon, "");
            self.report.syntax(diagnostic);
            self.next();
        }
    }

    fn no_value(&mut self, ident: &Ident) {
        let shown = self.source().slice(ident.span);
        let message = format!("parameter `{shown}` has no value");
        let diagnostic = Diagnostic::new(Code::NoValue, ident.span, message)
            .hint(format!("write `{shown} = 1`"))
            .fix(Span::at(ident.span.end), " = 1");
        self.report.syntax(diagnostic);
    }

    /// `a .. b`
    pub(super) fn range(&mut self) -> Option<Range> {
        let low = self.expression();
        self.range_from(low)
    }

    /// `.. b`, after the lower bound.
    pub(super) fn range_from(&mut self, low: Expr) -> Option<Range> {
        if self.peek().is_none_or(|token| token.kind != TokenKind::Range) {
            let diagnostic =
                self.expected("`..` between the bounds of a range").hint("write `0 .. 10`");
            self.report.syntax(diagnostic);
            return None;
        }
        self.next();
        let high = self.expression();
        Some(Range { low, high })
    }

    /// `V(x, y)`, `v1(t) = sin t`
    pub(super) fn functions(&mut self, file: &mut ModelFile) {
        self.list(|cursor| {
            let Some(ident) = cursor.ident("the name of a function") else {
                return cursor.skip_to_comma();
            };
            let open = cursor.place();
            if !cursor.expect('(') {
                return cursor.skip_to_comma();
            }
            let mut arguments = Vec::new();
            loop {
                arguments.extend(cursor.ident("the name of an argument"));
                if !cursor.take(',') {
                    break;
                }
            }
            cursor.close(')', open);
            let mut unit = cursor.unit();
            let formula = cursor.take('=').then(|| cursor.expression());
            unit = unit.or_else(|| cursor.unit());
            let doc = cursor.doc();
            file.functions.push(Function { ident, arguments, formula, unit, doc });
        });
    }

    /// `name = expr` in `let`, `quasi`, `observe`
    pub(super) fn definitions(&mut self, definitions: &mut Vec<Definition>) {
        self.list(|cursor| {
            let Some(ident) = cursor.ident("a name") else { return cursor.skip_to_comma() };
            if cursor.is(':') {
                let shown = cursor.source().slice(ident.span).to_owned();
                let diagnostic = cursor.expected("`=`").hint(format!("write `{shown} = …`"));
                let diagnostic = diagnostic.fix(cursor.place(), " =");
                cursor.report.syntax(diagnostic);
                return cursor.skip_to_comma();
            }
            if !cursor.expect('=') {
                return cursor.skip_to_comma();
            }
            let value = cursor.expression();
            let unit = cursor.unit();
            definitions.push(Definition { ident, value, unit, doc: cursor.doc() });
        });
    }

    /// `= expr` after `L`, `T`, `V`
    pub(super) fn energy(&mut self, file: &mut ModelFile, kind: EnergyKind, word: Span) {
        if self.expect('=') {
            let value = self.expression();
            file.energies.push(Energy { kind, word, value });
        } else {
            self.skip_all();
        }
    }
}
