//! The tables that can be asked for, one file each.

mod chains;
mod gallery;
mod shown;
mod zero;

pub use chains::chains;
pub use gallery::gallery;
pub use shown::{Task, shown};
pub use zero::zero;

/// A table that the program can print.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The word that asks for it.
    pub name: &'static str,
    /// What it shows, in a line.
    pub summary: &'static str,
    /// The page.
    pub page: fn() -> String,
}

/// All tables.
pub const TABLES: &[Entry] = &[
    Entry { name: "chains", summary: "from text to tape for chains of N bodies", page: chains },
    Entry { name: "gallery", summary: "check and derive for every example", page: gallery },
    Entry { name: "shown", summary: "from text to explicit equations and to tape", page: shown },
    Entry { name: "zero", summary: "the zero test on identities and near misses", page: zero },
];
