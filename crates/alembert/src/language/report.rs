//! Collects diagnostics while a text is read.
//!
//! One mistake should give one message. After a mistake of grammar the rest of that item is read
//! as well as it can be, but what else seems wrong with its grammar is not said; the next item
//! starts afresh.

use super::diagnostic::{Code, Diagnostic};
use super::limits;
use super::source::Span;

/// The diagnostics so far.
#[derive(Debug, Default)]
pub(super) struct Report {
    diagnostics: Vec<Diagnostic>,
    left_out: usize,
    /// Is there an error, shown or not?
    failed: bool,
    broken: bool,
}

impl Report {
    /// Adds a finding, whatever was found before.
    pub(super) fn add(&mut self, diagnostic: Diagnostic) {
        self.failed |= diagnostic.is_error();
        self.push(|| diagnostic);
    }

    /// Adds a finding, unless the same has been found before.
    pub(super) fn add_once(&mut self, diagnostic: Diagnostic) {
        if !self.diagnostics.contains(&diagnostic) {
            self.add(diagnostic);
        }
    }

    /// Adds an error that is put into words only if it will be shown.
    pub(super) fn add_error(&mut self, diagnostic: impl FnOnce() -> Diagnostic) {
        self.failed = true;
        self.push(diagnostic);
    }

    fn push(&mut self, diagnostic: impl FnOnce() -> Diagnostic) {
        if self.diagnostics.len() < limits::DIAGNOSTICS {
            self.diagnostics.push(diagnostic());
        } else {
            self.left_out += 1;
        }
    }

    /// Adds a mistake of grammar, unless the item has one already.
    pub(super) fn syntax(&mut self, diagnostic: Diagnostic) {
        if !self.broken {
            self.add(diagnostic);
        }
        self.broken = true;
    }

    /// The item that is being read has a mistake of grammar.
    pub(super) fn set_broken(&mut self, broken: bool) {
        self.broken = broken;
    }

    /// Has the item that is being read a mistake of grammar?
    pub(super) fn is_broken(&self) -> bool {
        self.broken
    }

    /// Is there an error so far?
    pub(super) fn has_error(&self) -> bool {
        self.failed
    }

    /// All findings in the order of the text.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        if self.left_out > 0 {
            let end = self.diagnostics.last().map_or(Span::at(0), |d| d.span);
            let message = format!(
                "{} more findings are not shown; the limit is {}",
                self.left_out,
                limits::DIAGNOSTICS
            );
            self.diagnostics.push(Diagnostic::new(Code::Limit, end, message));
        }
        self.diagnostics.sort_by_key(|d| (d.span.start, d.code));
        self.diagnostics
    }
}
