//! What the caller decides about the writing.

use alembert_algebra::Expr;

/// How the symbols of a model are put in order, and whether brackets are tidied.
///
/// With the default, reading the text gives back the very same expression, provided the reader
/// multiplies the sign and all factors of a term in one go (a graph puts `−(a + b)` and
/// `2 (a + b)` into the sum at once, but not `2 (a + b) c`). With `tidy` it gives an expression of
/// the same value.
#[derive(Debug, Clone, Default)]
pub struct Notation {
    /// The symbols in reading order: parameters as declared, then coordinates. A coordinate
    /// stands for its derivatives too; what is not listed follows by name.
    pub order: Vec<Expr>,
    /// Pull numbers and signs out of bracketed sums: `2 m (a + b)` for `m (2 a + 2 b)`, and
    /// `z (y − x)` for `−z (x − y)`.
    pub tidy: bool,
    /// The parameters that are angles: `sin α ẋ` is read as it is meant.
    pub angles: Vec<Expr>,
}
