//! Replacing parts of an expression, with a memo so that sharing is kept.

use rustc_hash::FxHashMap;

use super::expr::Expr;
use super::pool::{self, Pool};
use super::walk::rebuild;

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
    /// The symbols of what is replaced: what has none of them stays as it is. `None` where numbers
    /// are replaced, which have no symbols.
    mask: Option<u128>,
}

impl Substitution {
    /// The replacement of each first by its second, all at once.
    #[must_use]
    pub fn new(pairs: impl IntoIterator<Item = (Expr, Expr)>) -> Self {
        let done: FxHashMap<Expr, Expr> = pairs.into_iter().collect();
        let symbols = |e: &Expr| match pool::with(|pool| pool.mask(*e)) {
            0 => None,
            mask => Some(mask),
        };
        let mask = done.keys().map(symbols).try_fold(0, |all, mask| Some(all | mask?));
        Self { done, mask }
    }

    /// `e` with the replacements made.
    #[must_use]
    pub fn apply(&mut self, e: Expr) -> Expr {
        let apart = |pool: &Pool, a| self.mask.is_some_and(|mask| pool.mask(a) & mask == 0);
        let stays = |pool: &Pool, a| apart(pool, a) || self.done.contains_key(&a);
        for a in pool::with(|pool| pool.unknown(&[e], stays)) {
            let replaced = rebuild(a, &a.node(), |child| self.image(child));
            self.done.insert(a, replaced);
        }
        self.image(e)
    }

    /// What was put in place of an expression that was visited.
    fn image(&self, e: Expr) -> Expr {
        self.done.get(&e).copied().unwrap_or(e)
    }

    /// Every entry with the replacements made.
    #[must_use]
    pub fn apply_all(&mut self, list: &[Expr]) -> crate::Vector {
        list.iter().map(|&e| self.apply(e)).collect()
    }
}
