//! Walks over the graph: every node once, never as a tree, never by recursion.

use super::expr::{Expr, apply};
use super::node::Node;
use super::pool;
use super::product::product;
use super::sum::sum;

/// All expressions under `roots`, each once, children before parents.
#[must_use]
pub fn postorder(roots: &[Expr]) -> Vec<Expr> {
    postorder_above(roots, |_| false)
}

/// The expressions under `roots` that are not known, each once, children before parents. Nothing
/// below a known expression is visited.
pub(crate) fn postorder_above(roots: &[Expr], known: impl Fn(Expr) -> bool) -> Vec<Expr> {
    pool::with(|pool| pool.unknown(roots, |_, e| known(e)))
}

/// The symbols under `roots`, sorted by name and number of dots.
#[must_use]
pub fn symbols(roots: &[Expr]) -> Vec<Expr> {
    pool::with(|pool| {
        let mut found = pool.unknown(roots, |_, _| false);
        let symbol = |e: Expr| match pool.node(e) {
            Node::Symbol(symbol) => Some(symbol),
            _ => None,
        };
        found.retain(|&e| symbol(e).is_some());
        found.sort_by(|&a, &b| symbol(a).cmp(&symbol(b)));
        found
    })
}

/// Does the symbol `x` occur in `e`?
#[must_use]
pub fn contains(e: Expr, x: Expr) -> bool {
    pool::with(|pool| pool.may_contain(e, x)) && postorder(&[e]).contains(&x)
}

/// The node built again with its children replaced.
pub(super) fn rebuild(e: Expr, node: &Node, child: impl Fn(Expr) -> Expr) -> Expr {
    if node.children().all(|c| child(c) == c) {
        return e;
    }
    match node {
        Node::Number(_) | Node::Symbol(_) => e,
        Node::Sum(terms) => sum(terms.iter().map(|(c, t)| (c.clone(), child(*t))).collect()),
        Node::Product(powers) => {
            product(powers.iter().map(|(b, k)| (child(*b), k.clone())).collect())
        }
        Node::Apply(f, arguments) => {
            apply(f.clone(), &arguments.iter().map(|a| child(*a)).collect::<Vec<_>>())
        }
    }
}
