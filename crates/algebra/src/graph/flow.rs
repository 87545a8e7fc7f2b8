//! Symbols that move by a law: their rates are expressions in themselves and in other symbols.
//!
//! ```text
//! d/dt x = r(x, y)                                                                  (1)
//! ```
//!
//! The entries of a turning matrix are such symbols. The law belongs to the pool of a thread, as
//! the symbols do, and [`rate`](super::rate) knows it; nothing else is special about them.

use super::expr::Expr;
use super::pool;
use super::symbol::Kind;

/// The symbols of these names that move by (1). A law is known by its text: whoever uses a text
/// twice means the same rates.
///
/// ```
/// use alembert_algebra::{Expr, graph::flow, rate};
/// let circle = |x: &[Expr]| vec![-x[1], x[0]];
/// let [c, s] = flow("the unit circle", &["c", "s"], circle)[..] else { unreachable!() };
/// assert_eq!(rate(c * s), c * c - s * s);
/// assert_eq!(flow("the unit circle", &["c", "s"], circle), [c, s]);
/// ```
#[must_use]
pub fn flow(law: &str, names: &[&str], r: impl FnOnce(&[Expr]) -> Vec<Expr>) -> Vec<Expr> {
    let (number, is_new) = pool::with(|pool| pool.law(law));
    let x: Vec<Expr> = names.iter().map(|name| Expr::symbol(name, Kind::Flow(number), 0)).collect();
    if is_new {
        let rates = r(&x);
        for (&x, rate) in x.iter().zip(rates) {
            pool::with(|pool| pool.rates.insert(x, rate)); // (1)
        }
    }
    x
}
