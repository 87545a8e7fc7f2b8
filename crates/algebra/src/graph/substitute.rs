//! Replacing parts of an expression, with a memo so that sharing is kept.

use rustc_hash::FxHashMap;

use super::expr::Expr;
use super::walk::{postorder_above, rebuild};

/// A simultaneous replacement of expressions by expressions.
///
/// ```
/// use alembert_algebra::{Expr, Kind, Substitution};
/// let [x, y] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
/// let mut swap = Substitution::new([(x, y), (y, x)]);
/// assert_eq!(swap.apply(x - y), y - x);
/// ```
#[derive(Debug, Default)]
pub struct Substitution {
    done: FxHashMap<Expr, Expr>,
}

impl Substitution {
    /// The replacement of each first by its second, all at once.
    #[must_use]
    pub fn new(pairs: impl IntoIterator<Item = (Expr, Expr)>) -> Self {
        Self { done: pairs.into_iter().collect() }
    }

    /// `e` with the replacements made.
    #[must_use]
    pub fn apply(&mut self, e: Expr) -> Expr {
        for a in postorder_above(&[e], |a| self.done.contains_key(&a)) {
            let replaced = rebuild(a, &a.node(), |child| self.done[&child]);
            self.done.insert(a, replaced);
        }
        self.done[&e]
    }

    /// Every entry with the replacements made.
    #[must_use]
    pub fn apply_all(&mut self, list: &[Expr]) -> crate::Vector {
        list.iter().map(|&e| self.apply(e)).collect()
    }
}
