//! Derivatives that know where they do not exist.
//!
//! The derivative of sign(u) is 0, and nothing would be left of u = 0, where it does not exist. In claims a
//! term is added that is 0 for u ≠ 0 and has no value at u = 0,
//!
//! ```text
//! d/dt sign(u) = |u|/u − sign(u)                                                     (1)
//! ```
//!
//! which a proof takes for 0 where u ≠ 0.

use alembert_algebra::{Elementary, Expr, Function, Node, apply, postorder, rate};

/// The time derivative of an expression in a claim.
pub(crate) fn slope(e: Expr) -> Expr {
    let argument = |node: Expr| match node.node() {
        Node::Apply(Function::Elementary(Elementary::Sign), u) => Some(u[0]),
        _ => None,
    };
    let jump = |u: Expr| apply(Elementary::Abs, &[u]) / u - apply(Elementary::Sign, &[u]); // (1)
    rate(e) + postorder(&[e]).into_iter().filter_map(argument).map(jump).sum::<Expr>()
}
