//! The Lie bracket of vector fields,
//!
//! ```text
//! [X, Y]ⁱ = Xʲ ∂Yⁱ/∂xʲ − Yʲ ∂Xⁱ/∂xʲ                                                 (1)
//! ```
//!
//! that is what is left after a little of X, a little of Y, and both back again.

use alembert_algebra::{Expr, Vector, partial};

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
    let along = |X: &Vector, e: Expr| {
        let moved = x.iter().zip(X.iter()).filter(|(_, a)| **a != Expr::zero());
        Expr::sum(moved.map(|(&x, &a)| a * partial(e, x)))
    };
    X.iter().zip(Y.iter()).map(|(&a, &b)| along(X, b) - along(Y, a)).collect() // (1)
}
