//! What the sections of the papers are about, `examples/papers/NAME.sections`.
//!
//! ```text
//! section = number "|" subject
//! ```
//!
//! Which rows a section has is told by the table of rows. A paper without numbered sections has parts
//! with names of ours.

use super::Paper;

/// A section of a paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its number in the paper, `3.6`; a word of ours where the paper has none.
    pub number: &'static str,
    /// What it is about.
    pub subject: &'static str,
}

impl Section {
    /// `§3.6, variational equations`; a part that has no number is named by its subject.
    #[must_use]
    pub fn heading(&self) -> String {
        match self.number.starts_with(|c: char| c.is_ascii_digit()) {
            true => format!("§{}, {}", self.number, self.subject),
            false => self.subject.to_owned(),
        }
    }
}

macro_rules! sections {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../examples/papers/", $name, ".sections")))),*]
    };
}

/// The tables of sections, by paper.
const TABLES: &[(&str, &str)] =
    sections!["lemos", "wolf", "note", "moreschi-castellano", "crasmareanu"];

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
        let table = TABLES.iter().find(|(name, _)| *name == self.name).map_or("", |(_, text)| text);
        table.lines().filter(|line| !line.starts_with('#')).filter_map(section).collect()
    }
}

fn section(line: &'static str) -> Option<Section> {
    let (number, subject) = line.split_once('|')?;
    Some(Section { number: number.trim(), subject: subject.trim() })
}
