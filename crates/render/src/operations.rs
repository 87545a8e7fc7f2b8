//! How many operations a text contains.
//!
//! Counted as `SymPy`'s `count_ops` counts the ASCII text when it is parsed as it stands
//! (`evaluate=False`): a sum or product of n parts has n − 1, a leading minus, a fraction bar, a
//! power, a root and a function have one each.

use crate::Tree;

/// The number of operations in the text of a tree.
///
/// ```
/// use alembert_algebra::{Elementary, Expr, Kind, apply};
/// use alembert_render::{Notation, operations, tree};
/// let [x, v] = [0, 1].map(|order| Expr::symbol("x", Kind::Coordinate, order));
/// let e = -v.powi(2) * apply(Elementary::Sin, &[x]) / (x + v);
/// assert_eq!(operations(&tree(e, &Notation::default())?), 6); // -sin(x)*x'^2/(x + x')
/// # Ok::<(), alembert_render::RenderError>(())
/// ```
#[must_use]
pub fn operations(tree: &Tree) -> usize {
    let all = |parts: &[Tree]| parts.iter().map(operations).sum::<usize>();
    match tree {
        Tree::Number(r) => usize::from(!r.is_integer()),
        Tree::Name(_) => 0,
        Tree::Sum(terms) => {
            let leading_minus = terms.first().is_some_and(|t| t.negative);
            let parts = terms.iter().map(|t| operations(&t.body)).sum::<usize>();
            parts + terms.len() - 1 + usize::from(leading_minus)
        }
        Tree::Product(factors) => {
            // ½ x is written x/2.
            let unit = matches!(&factors[0], Tree::Number(r) if r.numer().is_one());
            all(factors) + factors.len() - 1 - usize::from(unit)
        }
        Tree::Fraction(above, below) => operations(above) + operations(below) + 1,
        Tree::Power(base, k) => operations(base) + 1 + usize::from(!k.is_integer()),
        Tree::Root(base) => operations(base) + 1,
        Tree::Call(_, arguments) => all(arguments) + 1,
        Tree::Operated(_, of) => operations(of) + 1,
        Tree::Slope(of, by) => operations(of) + operations(by) + 1,
    }
}
