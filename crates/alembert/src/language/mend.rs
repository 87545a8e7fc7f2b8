//! Applies the fixes of diagnostics to a text.
//!
//! Only findings with exactly one fix are mended: of several the author must choose. A change that
//! would overlap another, or after which the text has more errors than before, is left out. What
//! lies outside of the changes stays as it is, comments and line ends included.

use super::Code;
use super::diagnostic::{Diagnostic, Fix};
use super::read::read;
use super::source::{Source, Span};

/// More findings than this are not mended in one go.
const MOST: usize = 100;

/// A text after its fixes.
#[derive(Clone, Debug)]
pub struct Mended {
    /// The new text.
    pub text: String,
    /// What was changed, in the order of the old text.
    pub changes: Vec<Change>,
}

/// One finding that was mended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its code.
    pub code: Code,
    /// The line in the old text, from 1.
    pub line: usize,
    /// What stood there.
    pub before: String,
    /// What stands there now.
    pub after: String,
    /// Lines that were added elsewhere.
    pub added: Vec<String>,
}

/// The text with the fixes of these diagnostics; `None` when there is nothing to change.
///
/// ```
/// use alembert::language::{Source, mend, read};
/// let source = Source::new("a.mech", "coordinates\n  x\nconstrains\n  x = 1\nL = x'^2\n");
/// let mended = mend(&source, &read(&source).diagnostics).unwrap();
/// assert_eq!(mended.text, "coordinates\n  x\nconstraints\n  x = 1\nL = x'^2\n");
/// assert_eq!(mended.changes[0].line, 3);
/// ```
#[must_use]
pub fn mend(source: &Source, diagnostics: &[Diagnostic]) -> Option<Mended> {
    let mut accepted: Vec<&Diagnostic> = Vec::new();
    let mut errors = count_errors(source);
    let mut text = source.text().to_owned();
    for diagnostic in diagnostics.iter().filter(|d| d.fixes.len() == 1).take(MOST) {
        let tried: Vec<&Diagnostic> = accepted.iter().copied().chain([diagnostic]).collect();
        let Some(changed) = with_fixes(source.text(), &tried) else { continue };
        let left = count_errors(&Source::new(source.name(), &*changed));
        if left <= errors && changed != text {
            (errors, text) = (left, changed);
            accepted.push(diagnostic);
        }
    }
    let changes: Vec<Change> = accepted.iter().map(|d| change(source, d)).collect();
    (!changes.is_empty()).then_some(Mended { text, changes })
}

fn count_errors(source: &Source) -> usize {
    read(source).diagnostics.iter().filter(|d| d.is_error()).count()
}

fn edits(diagnostic: &Diagnostic) -> impl Iterator<Item = &Fix> {
    diagnostic.fixes.iter().take(1).chain(&diagnostic.also)
}

/// The text with all changes; `None` when two of them overlap or one lies outside.
fn with_fixes(text: &str, diagnostics: &[&Diagnostic]) -> Option<String> {
    let mut all: Vec<&Fix> = diagnostics.iter().flat_map(|d| edits(d)).collect();
    all.sort_by_key(|fix| (fix.span.start, fix.span.end));
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for Fix { span: Span { start, end }, text: new } in all {
        out.push_str(text.get(done..*start).filter(|_| start <= end)?);
        out.push_str(new);
        done = *end;
    }
    out.push_str(text.get(done..)?);
    Some(out)
}

fn change(source: &Source, diagnostic: &Diagnostic) -> Change {
    let fix = &diagnostic.fixes[0];
    Change {
        code: diagnostic.code,
        line: source.position(fix.span.start).line,
        before: source.slice(fix.span).to_owned(),
        after: fix.text.clone(),
        added: diagnostic.also.iter().map(|fix| fix.text.trim().to_owned()).collect(),
    }
}
