//! The sections of the papers, `examples/papers/NAME.sections`, and the section of each row.
//!
//! ```text
//! section = number "|" key of its first row "|" subject
//! ```
//!
//! A row belongs to the section that its key names (`§4.1.2 b`), else to the last section that has
//! begun. A paper without numbered sections has parts with names of ours.

use super::Paper;

/// A section of a paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its number in the paper, `3.6`; a word of ours where the paper has none.
    pub number: &'static str,
    /// The key of its first row.
    pub first: &'static str,
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
    let mut fields = line.split('|').map(str::trim);
    let (number, first, subject) = (fields.next()?, fields.next()?, fields.next()?);
    Some(Section { number, first, subject })
}

/// Follows the rows of a paper and tells the section of each.
pub(super) struct Place {
    sections: Vec<Section>,
    current: &'static str,
}

impl Place {
    /// Before the first row.
    pub(super) fn of(paper: &Paper) -> Place {
        Place { sections: paper.sections(), current: "" }
    }

    /// The section of the next row.
    pub(super) fn next(&mut self, key: &str) -> String {
        if let Some(begun) = self.sections.iter().find(|section| section.first == key) {
            self.current = begun.number;
        }
        let named = key.strip_prefix('§').and_then(|rest| rest.split_whitespace().next());
        named.unwrap_or(self.current).to_owned()
    }
}
