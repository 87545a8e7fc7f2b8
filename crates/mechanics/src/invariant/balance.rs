//! The rate of the momentum of a field.
//!
//! With the momentum `p = ∂L/∂q' − d/dt ∂L/∂q''` and a field `ξ(q)`,
//!
//! ```text
//! J = p · ξ + ∂L/∂q'' · ξ'                                                          (1)
//! dJ/dt = δL + Q · ξ + reaction · ξ                                                 (2)
//! δL = ∂L/∂q · ξ + ∂L/∂q' · ξ' + ∂L/∂q'' · ξ''                                       (3)
//! ```
//!
//! A rotation has the virtual rotation `ξ` about the axes of its angular velocity, `∂L/∂q` along
//! these, and, since they do not commute, a further part of `δL` (see [`rotation`](crate::rotation)):
//!
//! ```text
//! −ξ · (Ω × ∂L/∂Ω)  (body),     ξ · (ω × ∂L/∂ω)  (space)                            (4)
//! ```
//!
//! where (2) is what the equations of motion `dp/dt = ∂L/∂q + Q + reaction` leave of the derivative
//! of (1). `δL = 0` is a symmetry of the Lagrangian; the reaction `λ ∂φ/∂q'` does no work on a field
//! that the constraints allow. For `vakonomic` motions `L + μφ` stands in place of `L`, and there is
//! no reaction; for principles without multipliers the reaction is what is left of `dp/dt`.
//!
//! In the same way the energy of this Lagrangian has the rate
//!
//! ```text
//! p · q' + ∂L/∂q'' · q'' − L                                                        (5)
//! −∂L/∂t + Q · q' + reaction · q'                                                   (6)
//! ```
//!
//! which for `vakonomic` motions is conserved unless `L + μφ` contains the time or forces do work.

use alembert_algebra::{Expr, Kind, Vector, gradient, rate};

use crate::energy::{explicit_rate, momentum};
use crate::{Linear, Motion, System};

/// Momentum, forces and reaction of a motion.
#[derive(Debug, Clone)]
pub struct Balance {
    L: Expr,
    t: Expr,
    /// `q'`, `q''`.
    jets: [Vector; 2],
    /// `∂L/∂q`, `∂L/∂q'`, `∂L/∂q''`.
    slopes: [Vector; 3],
    p: Vector,
    /// What (4) takes from the variation, along each place.
    turning: Vector,
    Q: Vector,
    reaction: Vector,
}

/// The rate of a momentum, equation (2), by its causes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MomentumRate {
    /// `δL`, equation (3).
    pub variation: Expr,
    /// `Q · ξ`.
    pub forces: Expr,
    /// The work of the reaction on the field.
    pub reactions: Expr,
}

impl MomentumRate {
    /// `dJ/dt`, equation (2).
    #[must_use]
    pub fn total(&self) -> Expr {
        self.variation + self.forces + self.reactions // (2)
    }
}

impl Balance {
    /// The balance of the momentum of a motion.
    #[must_use]
    pub fn new(system: &System, motion: &Motion) -> Self {
        let vakonomic = motion.principle == "vakonomic";
        let L = if vakonomic { system.L + penalty(system) } else { system.L };
        let p = momentum(L, system);
        let jets = [1, 2].map(|k| system.jet(k));
        let [v, a] = [&jets[0], &jets[1]].map(|jet| gradient(L, jet));
        let (slopes, turning) = ([system.by_position(L), v, a], system.turning(&p));
        let reaction = match &motion.system {
            _ if vakonomic => Vector::zeros(p.len()),
            Linear::Kkt { B, .. } => &B.transpose() * &*motion.multipliers,
            Linear::General { .. } => {
                let inertia: Vector = p.iter().map(|&p| rate(p)).collect();
                &(&(&inertia + &turning) - &slopes[0]) - &system.Q
            }
        };
        Self { L, t: system.t, jets, slopes, p, turning, Q: system.Q.clone(), reaction }
    }

    /// Equation (5).
    #[must_use]
    pub fn energy(&self) -> Expr {
        self.p.dot(&self.jets[0]) + self.slopes[2].dot(&self.jets[1]) - self.L // (5)
    }

    /// Equation (6).
    #[must_use]
    pub fn energy_rate(&self) -> Expr {
        let work = self.Q.dot(&self.jets[0]) + self.reaction.dot(&self.jets[0]);
        work - explicit_rate(self.L, self.t) // (6)
    }

    /// Equation (1).
    #[must_use]
    pub fn value(&self, xi: &[Expr]) -> Expr {
        self.p.dot(xi) + self.slopes[2].dot(&rates(xi)) // (1)
    }

    /// Equations (2), (3) and (4).
    #[must_use]
    pub fn rate(&self, xi: &[Expr]) -> MomentumRate {
        let jets = [xi.iter().copied().collect(), rates(xi), rates(&rates(xi))];
        let variation = self.slopes.iter().zip(&jets).map(|(slope, xi)| slope.dot(xi));
        MomentumRate {
            variation: Expr::sum(variation) - self.turning.dot(xi), // (3), (4)
            forces: self.Q.dot(xi),
            reactions: self.reaction.dot(xi),
        }
    }
}

fn rates(list: &[Expr]) -> Vector {
    list.iter().map(|&e| rate(e)).collect()
}

/// `μ · φ`.
fn penalty(system: &System) -> Expr {
    let term = |c: &crate::Constraint| {
        Expr::symbol(&format!("mu_{}", c.label), Kind::Multiplier, 0) * c.phi
    };
    Expr::sum(system.constraints().iter().map(term))
}
