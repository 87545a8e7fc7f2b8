//! Texts of others on a terminal: what would steer it is shown and not obeyed.
//!
//! A title or a name may contain the escape character, which changes colours and titles of windows, or marks that
//! turn the direction of writing, so that a line seems to say something else. Both are written as `\u{1b}`.

use std::borrow::Cow;

/// The text with control characters but line feeds and tabs, and marks that turn the direction of writing, as
/// `\u{1b}`.
///
/// ```
/// use alembert::language::visible;
/// assert_eq!(visible("a\u{1b}[31m"), "a\\u{1b}[31m");
/// assert_eq!(visible("ẋ = 1\n"), "ẋ = 1\n");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    let steers = |c: char| steers(c) && !matches!(c, '\n' | '\t');
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| if steers(c) { escape(c) } else { c.to_string() };
    Cow::Owned(text.chars().map(shown).collect())
}

/// The text of an object with the same characters as `\u001b`: it is the same object.
#[must_use]
pub fn visible_json(text: &str) -> Cow<'_, str> {
    let steers = |c: char| steers(c) && c != '\n';
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| match steers(c) {
        true => format!("\\u{:04x}", u32::from(c)),
        false => c.to_string(),
    };
    Cow::Owned(text.chars().map(shown).collect())
}

/// Would a terminal obey the character?
pub(super) fn steers(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}');
    let ends_line = matches!(c, '\u{2028}' | '\u{2029}');
    c.is_control() || turns || ends_line || matches!(c, '\u{2066}'..='\u{2069}')
}

/// What is written for such a character.
pub(super) fn escape(c: char) -> String {
    c.escape_unicode().to_string()
}
