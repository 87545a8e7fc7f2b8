//! Lines of `view`: their names have a meaning, their shapes can be drawn.
//!
//! What cannot be drawn is a warning: the equations do not need it.

use super::check::Checker;
use super::scope::Place;
use super::suggest::nearest;
use crate::language::diagnostic::{Code, Diagnostic, Severity};
use crate::language::names;
use crate::language::parser::view::SHAPES;
use crate::language::source::Span;
use crate::language::syntax::ViewLine;

impl Checker<'_> {
    /// A line that could not be read uses what it names.
    pub(super) fn view(&mut self, line: &ViewLine) {
        names::all(&line.text).for_each(|name| self.set_used(&name));
        match line.parts.first() {
            None => self.not_shown(line.span, "this line of `view` is not understood"),
            Some(first) if !SHAPES.contains(&first.word.as_str()) => {
                self.no_shape(line, &first.word);
            }
            Some(_) => {}
        }
        let quantities = line.parts.iter().filter(|part| !part.is_word());
        for value in quantities.flat_map(|part| &part.values) {
            self.expr(value, Place::View);
        }
    }

    fn no_shape(&mut self, line: &ViewLine, word: &str) {
        let start = line.span.start;
        let as_written = self.source.text()[start..line.span.end].starts_with(word);
        let span = if as_written { Span::new(start, start + word.len()) } else { line.span };
        let message = format!("there is no shape `{word}`");
        let hint = match nearest(word, SHAPES.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", SHAPES.join(", ")),
        };
        let found = Diagnostic::new(Code::UnknownSymbol, span, message).hint(hint);
        self.report.add(Diagnostic { severity: Severity::Warning, ..found });
    }

    fn not_shown(&mut self, span: Span, message: &str) {
        let found = Diagnostic::new(Code::Expected, span, message)
            .hint("a line is a shape with its words: `disk center (x, y, R) heading φ radius R`");
        self.report.add(Diagnostic { severity: Severity::Warning, ..found });
    }
}
