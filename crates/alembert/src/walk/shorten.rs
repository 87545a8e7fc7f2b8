//! A shorter way to write an expression: its normal form, when that is shorter.
//!
//! The normal form is exact, so the value does not change; what it cancels is a factor that is
//! proved not to vanish identically. Expressions that are short already, or too long for the
//! ring, stay as they are. The search for the form that reads best comes with the shown form.

use std::collections::HashMap;

use alembert_algebra::ring::{LARGEST_QUESTION, Ring};
use alembert_algebra::{Expr, Node, postorder};

/// Expressions larger than this as a tree are not expanded.
const LONGEST: u64 = 3_000;
/// Products of terms that a shorter form may cost: some ten milliseconds.
const MOST_WORK: u64 = 200_000;

/// The expression in normal form, if that is shorter.
pub(super) fn shorten(e: Expr) -> Expr {
    let size = tree_size(e);
    if size > LONGEST {
        return e;
    }
    match normal_form(e, size) {
        Some(form) if tree_size(form) < size => form,
        _ => e,
    }
}

/// The normal form, unless it takes much work or has too many terms to be shorter than `size`.
fn normal_form(e: Expr, size: u64) -> Option<Expr> {
    let mut ring = Ring::new(&[e]).ok()?;
    let spent = ring.budget().used() + MOST_WORK;
    ring.budget().charge(LARGEST_QUESTION.saturating_sub(spent)).ok()?;
    let fraction = ring.fraction(e).ok()?;
    let lowest = ring.lowest(&fraction).ok()?;
    let terms = lowest.den.iter().fold(lowest.num.len(), |sum, (p, _)| sum + p.len());
    (terms as u64 <= size).then(|| ring.expression(&lowest))
}

/// The number of parts of the expression when it is written out.
pub(super) fn tree_size(e: Expr) -> u64 {
    let mut sizes: HashMap<Expr, u64> = HashMap::new();
    for a in postorder(&[e]) {
        let node = a.node();
        let below = node.children().fold(0u64, |sum, child| sum.saturating_add(sizes[&child]));
        let own = match &node {
            Node::Sum(terms) => terms.iter().filter(|(c, _)| !c.abs().is_one()).count() as u64,
            Node::Product(powers) => powers.iter().filter(|(_, k)| !k.is_one()).count() as u64,
            _ => 0,
        };
        sizes.insert(a, below.saturating_add(1 + own));
    }
    sizes[&e]
}
