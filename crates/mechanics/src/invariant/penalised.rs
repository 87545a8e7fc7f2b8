//! The energy of a vakonomic motion.
//!
//! The Lagrangian that is varied is `L_μ = L + μ φ`, and the energy that its equations conserve is
//!
//! ```text
//! E_μ = q' · ∂L_μ/∂q' − L_μ = E + D,     D = μ (q' · ∂φ/∂q' − φ)                      (1)
//! dE_μ/dt = −∂L_μ/∂t + Q · q'                                                       (2)
//! ```
//!
//! `D` is written as it is on the constraints: nothing for `φ` homogeneous in the velocities, `2 μ c²`
//! for `φ = x'² + y'² − c²`, `−μ b` for `φ = a q' + b`. The rate of the energy of `L` itself is
//!
//! ```text
//! dE/dt = dE_μ/dt − dD/dt                                                           (3)
//! ```

use alembert_algebra::{Expr, rate};

use super::Balance;
use crate::on_constraints::OnConstraints;
use crate::{Motion, Power};

/// The energy of `L + μφ`, equations (1) and (2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Penalised {
    /// `E_μ`, as the energy of `L` and what the constraints leave of `D`.
    pub value: Expr,
    /// Its rate.
    pub rate: Expr,
}

/// The rate of the energy by (3), and the other energy where `D` does not vanish.
pub(super) fn of(
    motion: &Motion,
    balance: &Balance,
    on: &OnConstraints,
) -> (Power, Option<Penalised>) {
    let D = on.reduced(balance.energy() - motion.energy); // (1)
    let whole = on.reduced(balance.energy_rate()); // (2)
    let Power { explicit, forces, .. } = motion.power;
    let reactions = on.reduced(whole - rate(D) - explicit - forces); // (3)
    let power = Power { explicit, forces, reactions };
    let penalised = Penalised { value: motion.energy + D, rate: whole };
    (power, (D != Expr::zero()).then_some(penalised))
}
