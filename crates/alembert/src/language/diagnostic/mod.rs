//! What is wrong with a model, where, and how to mend it.
//!
//! A [`Diagnostic`] is a value; it is shown to people by [`text`](mod@text) and to programs by
//! [`json`](mod@json). The codes and their explanations are a table: [`CODES`].

mod codes;
mod explain;
pub mod json;
pub mod text;

pub use codes::{CODES, Code, Explanation};

use super::source::Span;

/// How bad it is. An error stops the walk from text to equations, a warning does not, a note
/// states a fact that the author may not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A fact worth knowing.
    Note,
    /// Probably not what was meant.
    Warning,
    /// The model cannot be used as it stands.
    Error,
}

impl Severity {
    /// `error`, `warning` or `note`, as it is printed.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A change of the text that mends the mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What is replaced; empty to insert.
    pub span: Span,
    /// What comes there.
    pub text: String,
}

/// A second place that belongs to a diagnostic: the other declaration, the opening bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The place.
    pub span: Span,
    /// What is there, in a few words.
    pub message: String,
}

/// One finding about a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which of the table.
    pub code: Code,
    /// How bad; by default what the table says.
    pub severity: Severity,
    /// Where in the text.
    pub span: Span,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// Changes that mend it; more than one when the author must choose.
    pub fixes: Vec<Fix>,
    /// Changes elsewhere that each of the fixes needs besides, such as a new parameter.
    pub also: Vec<Fix>,
    /// Other places to look at.
    pub related: Vec<Related>,
}

impl Diagnostic {
    /// A finding with the severity of its code.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: code.severity(),
            span,
            message: message.into(),
            hint: None,
            fixes: Vec::new(),
            also: Vec::new(),
            related: Vec::new(),
        }
    }

    /// With advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Takes back the changes that would mend it.
    pub fn without_fix(&mut self) {
        self.fixes.clear();
        self.also.clear();
    }

    /// With a change that mends it.
    #[must_use]
    pub fn fix(mut self, span: Span, text: impl Into<String>) -> Self {
        self.fixes.push(Fix { span, text: text.into() });
        self
    }

    /// With a change elsewhere that the fix needs besides.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.also.push(Fix { span, text: text.into() });
        self
    }

    /// With a second place.
    #[must_use]
    pub fn related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Related { span, message: message.into() });
        self
    }

    /// Does it stop the walk from text to equations?
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
