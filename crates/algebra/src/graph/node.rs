//! One level of an expression, and what makes it canonical.
//!
//! | form | legal | illegal |
//! |---|---|---|
//! | sum | `2·x + 3·1`, `2·x` (one term, coefficient ≠ 1) | a sum or a number inside a sum; `1·x` alone; a zero coefficient; a repeated term |
//! | product | `x²·y⁻¹`, `x²` (one base, exponent ≠ 1), `x·x⁻¹` | a product under an integer power; `x¹` alone; a zero exponent; `x·x`; a number under an integer power |
//! | application | `sin x` | `sin 0`, `sin(−x)`, `log 1` |
//!
//! A base occurs at most twice in a product, once with a positive and once with a negative
//! exponent: the graph cancels nothing that might be zero. A symbol that is known to be positive
//! and a number occur once.

use std::rc::Rc;

use super::expr::Expr;
use super::function::Function;
use super::symbol::Symbol;
use crate::Rational;

/// One level of an expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Node {
    /// An exact number.
    Number(Rational),
    /// A symbol.
    Symbol(Symbol),
    /// `Σ coefficient · term`; the constant part is the coefficient of the number one.
    Sum(Rc<[(Rational, Expr)]>),
    /// `Π base^exponent`.
    Product(Rc<[(Expr, Rational)]>),
    /// A function of its arguments.
    Apply(Function, Rc<[Expr]>),
}

impl Node {
    /// The expressions directly below this node.
    pub fn children(&self) -> impl Iterator<Item = Expr> + '_ {
        let (terms, factors, arguments): (&[_], &[_], &[_]) = match self {
            Self::Number(_) | Self::Symbol(_) => (&[], &[], &[]),
            Self::Sum(terms) => (terms, &[], &[]),
            Self::Product(factors) => (&[], factors, &[]),
            Self::Apply(_, arguments) => (&[], &[], arguments),
        };
        let of_sum = terms.iter().map(|t: &(Rational, Expr)| t.1);
        let of_product = factors.iter().map(|f: &(Expr, Rational)| f.0);
        of_sum.chain(of_product).chain(arguments.iter().copied())
    }

    /// Does something with each expression directly below this node: what [`Node::children`] gives,
    /// without an iterator that knows all kinds of nodes.
    pub(super) fn for_each_child(&self, mut act: impl FnMut(Expr)) {
        match self {
            Self::Number(_) | Self::Symbol(_) => {}
            Self::Sum(terms) => terms.iter().for_each(|t| act(t.1)),
            Self::Product(factors) => factors.iter().for_each(|f| act(f.0)),
            Self::Apply(_, arguments) => arguments.iter().for_each(|&a| act(a)),
        }
    }

    /// The number of entries that the node stores: its cost in the pool.
    #[must_use]
    pub fn size(&self) -> usize {
        1 + match self {
            Self::Number(_) | Self::Symbol(_) => 0,
            Self::Sum(terms) => terms.len(),
            Self::Product(factors) => factors.len(),
            Self::Apply(_, arguments) => arguments.len(),
        }
    }
}
