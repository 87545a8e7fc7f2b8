//! Jacobi's identity for a bracket whose entries are known in its coordinates.
//!
//! ```text
//! Jᵢⱼ = {zᵢ, zⱼ},     {zᵢ, {zⱼ, zₖ}} + cyclic = Σₗ (Jᵢₗ ∂ₗJⱼₖ + Jⱼₗ ∂ₗJₖᵢ + Jₖₗ ∂ₗJᵢⱼ)     (1)
//! ```

use alembert_algebra::{Expr, Matrix, gradient};

/// The left side of Jacobi's identity for three of the coordinates, equation (1).
///
/// ```
/// use alembert_algebra::{Expr, Kind, Matrix};
/// use alembert_mechanics::hamilton::jacobiator;
/// let [x, p, w] = ["x", "p", "w"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
/// let rows = [[Expr::zero(), Expr::one(), x], [-Expr::one(), Expr::zero(), p], [-x, -p, Expr::zero()]];
/// let J = Matrix::from_rows(rows.map(|row| row.into_iter().collect()).to_vec(), 3);
/// // {x, {p, w}} + {p, {w, x}} + {w, {x, p}} = {x, p} − {p, x}
/// assert_eq!(jacobiator(&J, &[x, p, w], [0, 1, 2]), Expr::from(2));
/// ```
#[must_use]
pub fn jacobiator(J: &Matrix, z: &[Expr], [i, j, k]: [usize; 3]) -> Expr {
    let inner = |[i, j, k]: [usize; 3]| J.rows()[i].dot(&gradient(J[(j, k)], z));
    Expr::sum([[i, j, k], [j, k, i], [k, i, j]].map(inner)) // (1)
}
