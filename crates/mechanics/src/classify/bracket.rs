//! The Lie bracket of vector fields,
//!
//! ```text
//! [X, Y]ⁱ = Xʲ ∂Yⁱ/∂xʲ − Yʲ ∂Xⁱ/∂xʲ                                                 (1)
//! ```
//!
//! that is what is left after a little of X, a little of Y, and both back again.

use alembert_algebra::{Expr, Node, Vector, partial};

/// Equation (1) in the coordinates `x`.
///
/// ```
/// use alembert_algebra::{Elementary, Expr, Kind, Vector, apply};
/// use alembert_mechanics::classify::bracket;
/// // A skate: turning it, then driving along the blade.
/// let [x, y, phi] = ["x", "y", "phi"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
/// let (s, c) = (apply(Elementary::Sin, &[phi]), apply(Elementary::Cos, &[phi]));
/// let zero = Expr::zero();
/// let (turn, drive) = (Vector::from(vec![zero, zero, Expr::one()]), vec![c, s, zero].into());
/// assert_eq!(bracket(&[x, y, phi], &turn, &drive), vec![-s, c, zero].into()); // sideways
/// ```
#[must_use]
pub fn bracket(x: &[Expr], X: &Vector, Y: &Vector) -> Vector {
    let moved = |X: &Vector| -> Vec<(Expr, Expr)> {
        x.iter().copied().zip(X.iter().copied()).filter(|(_, a)| *a != Expr::zero()).collect()
    };
    let (by_X, by_Y) = (moved(X), moved(Y));
    // Most entries are numbers where there are many coordinates.
    let along = |moved: &[(Expr, Expr)], e: Expr| match e.node() {
        Node::Number(_) => Expr::zero(),
        _ => Expr::sum(moved.iter().map(|&(x, a)| a * partial(e, x))),
    };
    X.iter().zip(Y.iter()).map(|(&a, &b)| along(&by_X, b) - along(&by_Y, a)).collect() // (1)
}
