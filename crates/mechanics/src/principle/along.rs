//! The directions along which principles without multipliers write their equations.
//!
//! Where the constraints are solved for the dependent velocities, `s' = ψ(q, r', t)`, they are
//!
//! ```text
//! δq = (δr, δs) = (1, ∂ψ/∂r') δr                                                    (1)
//! ```
//!
//! in other principles a basis `S` of the displacements that the constraints allow, or in which the
//! reactions do no work. What is given here is an offer: `comparison` proves what it needs of it.

use alembert_algebra::{Expr, Matrix, Vector};

use super::basis::basis;
use super::dependence::{Dependence, dependence};
use super::frame::{Frame, frame};
use super::maggi::allowed_directions;
use super::projected::independent;
use super::scope::Scope;
use crate::System;

/// The directions of the principle of this name, one column each; none for principles that have
/// multipliers, or that do not take the system.
pub(crate) fn directions(principle: &str, system: &System) -> Option<Matrix> {
    match principle {
        "elimination" | "voronec" | "naive" => {
            dependence("elimination", system).ok().map(|found| by_dependence(&found))
        }
        "maggi" => allowed_directions(system).ok(),
        "appell" => {
            let rows = independent(system);
            Some(basis(&rows.A, &rows.manifold, system).ok()?.S)
        }
        "hamel" => frame(Scope("hamel"), system).ok().map(|found| by_speeds(&found)),
        "poisson" => frame(Scope("poisson"), system).ok().map(|found| by_speeds(&found)),
        _ => None,
    }
}

/// Equation (1).
fn by_dependence(found: &Dependence) -> Matrix {
    let Dependence { independent, dependent, psi_v, .. } = found;
    let (n, k) = (independent.len() + dependent.len(), independent.len());
    let row = |j: usize| -> Vector {
        match dependent.iter().position(|&d| d == j) {
            Some(nu) => psi_v.rows()[nu].clone(),
            None => independent.iter().map(|&i| Expr::from(i64::from(i == j))).collect(),
        }
    };
    Matrix::from_rows((0..n).map(row).collect(), k)
}

/// The columns of the speeds.
fn by_speeds(found: &Frame) -> Matrix {
    let k = found.u.len();
    let row = |row: &Vector| row.iter().copied().take(k).collect();
    Matrix::from_rows(found.V.rows().iter().map(row).collect(), k)
}
