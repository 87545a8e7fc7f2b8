//! Motions of the principles that project the reactions away.
//!
//! Such a principle gives as many equations as there are allowed directions, linear in the
//! accelerations, and with the differentiated constraints they determine these:
//!
//! ```text
//! e(q, q', q'', t) = 0,     A q'' = g                                               (1)
//! ```
//!
//! There are no multipliers; the reactions follow from the motion,
//!
//! ```text
//! reaction = d/dt ∂L/∂q' − ∂L/∂q − Q                                                (2)
//! ```
//!
//! where the rate of the angular momentum of a rotation is the one in axes that stand still: it has
//! a further `Ω × ∂L/∂Ω` for components in body axes, and `−ω × ∂L/∂ω` in space axes, where
//! `∂L/∂q` turns the body and not its angular velocity.

use alembert_algebra::{Expr, Matrix, Vector, gradient, rate};

use super::constraint::{Rows, labels, phi, rows};
use super::rank::rank;
use crate::energy::{energy, power};
use crate::{Linear, Motion, PrincipleError, System};

/// The constraints with a maximal independent set of rows. The rows of `B` are not sorted out.
pub(super) fn independent(system: &System) -> Rows {
    let Rows { A, B, g, manifold } = rows(system);
    let kept = rank(&A, &manifold, system).kept;
    Rows { A: A.select_rows(&kept), B, g: kept.iter().map(|&i| g[i]).collect(), manifold }
}

/// Equation (2).
pub(super) fn reaction(system: &System) -> Vector {
    let momentum = gradient(system.L, &system.jet(1));
    let inertia: Vector = momentum.iter().map(|&p| rate(p)).collect();
    let inertia = &inertia + &system.turning(&momentum);
    &(&inertia - &system.by_position(system.L)) - &system.Q
}

/// The motion that obeys (1).
pub(super) fn motion(
    principle: &'static str,
    system: &System,
    e: &[Expr],
    Rows { A, g, manifold, .. }: Rows,
) -> Result<Motion, PrincipleError> {
    let (state, a) = (system.state(), system.highest());
    let mut without = system.without_highest();
    let slopes = e.iter().map(|&e| without.apply_all(&gradient(e, &a)));
    let W: Vec<Vector> = slopes.chain(A.rows().iter().cloned()).collect();
    let h = (-&system.without_highest().apply_all(e)).stack(&g);
    Motion {
        principle,
        rotations: system.rotations.clone(),
        rate: state.iter().map(|&x| rate(x)).collect(),
        state,
        unknowns: a.clone(),
        system: Linear::General { W: Matrix::from_rows(W, a.len()), h }, // (1)
        highest: a,
        multipliers: Vector::default(),
        labels: labels(system),
        residuals: phi(system),
        manifold,
        energy: energy(system),
        power: power(system, &reaction(system)),
    }
    .checked()
}
