//! Which characters are used, and how wide a line may be.

use crate::{Tree, ascii, unicode};

/// The characters in which a tree is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Spelling {
    /// `m*theta'^2/2`: for files, JSON and other programs.
    Ascii,
    /// `½ m θ̇²`: for terminals and pages.
    Unicode,
}

impl Spelling {
    /// The tree in one line.
    #[must_use]
    pub fn text(self, tree: &Tree) -> String {
        match self {
            Self::Ascii => ascii::text(tree),
            Self::Unicode => unicode::text(tree),
        }
    }

    /// A name without dots, such as the label of a constraint.
    #[must_use]
    pub fn name(self, name: &str) -> String {
        match self {
            Self::Ascii => name.to_owned(),
            Self::Unicode => crate::name::letters(name),
        }
    }
}

/// How lines are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// The characters to use.
    pub spelling: Spelling,
    /// The number of columns of a line. A name or number that is longer is not broken.
    pub width: usize,
}
