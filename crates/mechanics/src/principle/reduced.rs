//! Motions without multipliers: independent equations and differentiated constraints.
//!
//! ```text
//! ⎡ equations of motion, one an independent coordinate ⎤
//! ⎣ constraints, differentiated: A y = g               ⎦  =  W y − h  =  0           (1)
//! ```
//!
//! for the highest derivatives `y` of all coordinates. Constraints that follow from others are left
//! out of (1) and stay conditions on the state. The reaction, for the power, is what the
//! Euler–Lagrange expression of `L` leaves over.

use alembert_algebra::{Expr, Matrix, Vector, rate};

use super::constraint::{Rows, labels, phi, rows};
use super::dependence::Dependence;
use super::euler_lagrange::expression;
use super::linear::coefficients;
use crate::energy::{energy, power};
use crate::{Linear, Motion, PrincipleError, System};

/// Equation (1) for expressions that vanish, one an independent coordinate, and are linear in `y`.
pub(super) fn without_multipliers(
    principle: &'static str,
    equations: &[Expr],
    dependence: &Dependence,
    system: &System,
) -> Result<Motion, PrincipleError> {
    let Rows { A, g, manifold, .. } = rows(system);
    let own = equations.iter().map(|&e| coefficients(e, system));
    let kept = dependence.constraints.iter().map(|&i| (A.rows()[i].clone(), g[i]));
    let (W, h): (Vec<Vector>, Vec<Expr>) = own.chain(kept).unzip();

    let (state, highest) = (system.state(), system.highest());
    let reaction = &expression(system.L, system) - &system.Q;
    Motion {
        principle,
        rotations: system.rotations.clone(),
        rate: state.iter().map(|&x| rate(x)).collect(),
        state,
        unknowns: highest.clone(),
        system: Linear::General { W: Matrix::from_rows(W, highest.len()), h: h.into() }, // (1)
        highest,
        multipliers: Vector::default(),
        labels: labels(system),
        residuals: phi(system),
        manifold,
        energy: energy(system),
        power: power(system, &reaction),
    }
    .checked()
}

/// The force along the independent coordinates, `Q_r + (∂ψ/∂r')ᵀ Q_s`, of forces with one entry a
/// coordinate.
pub(super) fn projected(Q: &Vector, dependence: &Dependence) -> Vector {
    &dependence.r(Q) + &(&dependence.psi_v.transpose() * &*dependence.s(Q))
}
