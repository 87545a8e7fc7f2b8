//! The sections of the papers: the headings in the tables of their rows.
//!
//! ```text
//! heading = "== " number " | " subject
//! ```
//!
//! A paper without numbered sections has parts with names of ours.

use super::Paper;

/// A section of a paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its number in the paper, `3.6`; a word of ours where the paper has none.
    pub number: &'static str,
    /// What it is about.
    pub subject: &'static str,
}

/// What a heading begins with.
pub(super) const HEADING: &str = "== ";

impl Section {
    /// `§3.6, variational equations`; a part that has no number is named by its subject.
    #[must_use]
    pub fn heading(&self) -> String {
        match self.number.starts_with(|c: char| c.is_ascii_digit()) {
            true => format!("§{}, {}", self.number, self.subject),
            false => self.subject.to_owned(),
        }
    }

    /// The section of a heading.
    pub(super) fn of_line(line: &'static str) -> Option<Section> {
        let (number, subject) = line.strip_prefix(HEADING)?.split_once(" | ")?;
        Some(Section { number: number.trim(), subject: subject.trim() })
    }
}

impl Paper {
    /// Its sections, in their order.
    ///
    /// ```
    /// use alembert::ledger::Paper;
    /// let wolf = Paper::named("wolf").unwrap();
    /// assert_eq!(wolf.sections()[7].subject, "variational equations");
    /// ```
    #[must_use]
    pub fn sections(&self) -> Vec<Section> {
        self.table.lines().filter_map(Section::of_line).collect()
    }
}
