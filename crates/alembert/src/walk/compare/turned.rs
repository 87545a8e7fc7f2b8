//! Orientations of one model through quantities of another, as matrices.
//!
//! ```text
//! euler313(φ, θ, ψ)      = Rz(φ) Rx(θ) Rz(ψ)                                         (1)
//! axis(u, α)             = cos α 1 + (1 − cos α) n nᵀ + sin α [n]×,   n = u/|u|       (2)
//! quaternion(w, x, y, z) = ((w² − p·p) 1 + 2 p pᵀ + 2 w [p]×)/(w² + p·p),  p = (x, y, z)  (3)
//! ```
//!
//! with `[n]× v = n × v`; or a rotation of the other model.

use alembert_algebra::{Elementary, Expr, Matrix, Vector, apply};
use alembert_mechanics::rotation::Rotation;

/// A function that gives an orientation, with its arguments.
pub(super) enum Turn {
    Euler([Expr; 3]),
    Axis([Expr; 3], Expr),
    Quaternion([Expr; 4]),
    /// A rotation of the other model, by its entries.
    Given(Matrix),
}

impl Turn {
    /// The function of this name, if there is one that takes these arguments: numbers and vectors.
    pub(super) fn new(name: &str, arguments: &[Vec<Expr>]) -> Option<Self> {
        let numbers = || -> Option<Vec<Expr>> {
            arguments
                .iter()
                .map(|list| if let [one] = list[..] { Some(one) } else { None })
                .collect()
        };
        match name {
            "euler313" => Some(Self::Euler(numbers()?.try_into().ok()?)),
            "quaternion" => Some(Self::Quaternion(numbers()?.try_into().ok()?)),
            "axis" => {
                let [u, angle] = arguments else { return None };
                let [angle] = angle[..] else { return None };
                Some(Self::Axis(u.clone().try_into().ok()?, angle))
            }
            _ => None,
        }
    }

    /// A rotation of the other model itself.
    pub(super) fn of(rotation: &Rotation) -> Self {
        Self::Given(matrix(rotation.entries()))
    }

    /// Equations (1), (2), (3).
    pub(super) fn matrix(&self) -> Matrix {
        match *self {
            Self::Given(ref entries) => entries.clone(),
            Self::Euler([phi, theta, psi]) => {
                &(&about_z(phi) * &about_x(theta)) * &about_z(psi) // (1)
            }
            Self::Axis(u, angle) => {
                let length = square(u).sqrt();
                let (c, s) = (cosine(angle), sine(angle));
                combined(c, Expr::one() - c, s, u.map(|x| x / length)) // (2)
            }
            Self::Quaternion([w, x, y, z]) => {
                let (p, two) = ([x, y, z], Expr::from(2));
                let size = w * w + square(p);
                let [a, b, c] = [w * w - square(p), two, two * w].map(|e| e / size);
                combined(a, b, c, p) // (3)
            }
        }
    }
}

fn square([x, y, z]: [Expr; 3]) -> Expr {
    x * x + y * y + z * z
}

/// `a 1 + b n nᵀ + c [n]×`
fn combined(a: Expr, b: Expr, c: Expr, n: [Expr; 3]) -> Matrix {
    let ([x, y, z], zero) = (n, Expr::zero());
    let cross = [[zero, -z, y], [z, zero, -x], [-y, x, zero]];
    let entry = |i: usize, j: usize| {
        let one = if i == j { a } else { zero };
        one + b * n[i] * n[j] + c * cross[i][j]
    };
    matrix([0, 1, 2].map(|i| [0, 1, 2].map(|j| entry(i, j))))
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
