//! Orientations of one model through angles of another.
//!
//! ```text
//! euler313(φ, θ, ψ) = Rz(φ) Rx(θ) Rz(ψ)                                             (1)
//! ```

use alembert_algebra::{Elementary, Expr, Matrix, Vector, apply};

/// The name of (1) in a map.
pub(super) const EULER: &str = "euler313";

/// Equation (1).
pub(super) fn euler([phi, theta, psi]: [Expr; 3]) -> Matrix {
    &(&about_z(phi) * &about_x(theta)) * &about_z(psi) // (1)
}

fn about_z(angle: Expr) -> Matrix {
    let (c, s, zero) = (cosine(angle), sine(angle), Expr::zero());
    matrix([[c, -s, zero], [s, c, zero], [zero, zero, Expr::one()]])
}

fn about_x(angle: Expr) -> Matrix {
    let (c, s, zero) = (cosine(angle), sine(angle), Expr::zero());
    matrix([[Expr::one(), zero, zero], [zero, c, -s], [zero, s, c]])
}

fn matrix(rows: [[Expr; 3]; 3]) -> Matrix {
    Matrix::from_rows(rows.map(|row| row.into_iter().collect::<Vector>()).to_vec(), 3)
}

fn cosine(x: Expr) -> Expr {
    apply(Elementary::Cos, &[x])
}

fn sine(x: Expr) -> Expr {
    apply(Elementary::Sin, &[x])
}
