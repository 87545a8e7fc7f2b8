//! Energy and power.
//!
//! The energy is that of the Lagrangian itself, whatever the constraints are. With the momentum
//! `p` of a Lagrangian `L(q, q', q'', t)`,
//!
//! ```text
//! p = ∂L/∂q' − d/dt ∂L/∂q''                                                         (1)
//! E = p · q' + ∂L/∂q'' · q'' − L                                                    (2)
//! ```
//!
//! and in general, with derivatives up to the order `s` and `pₛ = ∂L/∂q⁽ˢ⁾`,
//!
//! ```text
//! pₖ = ∂L/∂q⁽ᵏ⁾ − d/dt pₖ₊₁,     p = p₁,     E = Σ pₖ · q⁽ᵏ⁾ − L
//! ```
//!
//! which is Ostrogradsky's \[Ostrogradsky1850\]; without accelerations in `L` it is `Σ q' ∂L/∂q' − L`
//! [Wolf2005, §3.5, eq. (17)]. Differentiated, with `∂L/∂q' = p + d/dt ∂L/∂q''` from (1), the
//! terms with `q''` and `q'''` cancel:
//!
//! ```text
//! dE/dt = (dp/dt − ∂L/∂q) · q' − ∂L/∂t
//! ```
//!
//! and the equations of motion `dp/dt − ∂L/∂q = Q + reaction` leave
//!
//! ```text
//! dE/dt = −∂L/∂t + Q · q' + reaction · q'                                           (3)
//! ```
//!
//! for both orders. In `∂L/∂t` the inputs count as known functions of time, each with its rate.
//! A reaction `λ ∂φ/∂q'` does work unless `φ` is homogeneous in the velocities; whether it does is
//! not decided here.

use alembert_algebra::{Expr, Kind, Vector, gradient, partial, rate, symbols};

use crate::System;

/// The rate of the energy, equation (3), by its causes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Power {
    /// `−∂L/∂t`: the Lagrangian changes in time by itself or through its inputs.
    pub explicit: Expr,
    /// `Q · q'`: applied forces.
    pub forces: Expr,
    /// The work of the reactions of the constraints.
    pub reactions: Expr,
}

impl Power {
    /// `dE/dt`, equation (3).
    #[must_use]
    pub fn total(&self) -> Expr {
        self.explicit + self.forces + self.reactions // (3)
    }

    /// The power with every part mapped.
    #[must_use]
    pub fn map(&self, to: impl FnMut(Expr) -> Expr) -> Self {
        let [explicit, forces, reactions] = [self.explicit, self.forces, self.reactions].map(to);
        Self { explicit, forces, reactions }
    }
}

/// The momentum of `L`, equation (1).
pub(crate) fn momentum(L: Expr, system: &System) -> Vector {
    momenta(L, system).remove(0)
}

/// The momenta `p₁`, `p₂`, … of `L`.
fn momenta(L: Expr, system: &System) -> Vec<Vector> {
    let mut all: Vec<Vector> = Vec::new();
    for k in (1..=system.order).rev() {
        let slope = gradient(L, &system.jet(k));
        let own = match all.first() {
            None => slope,
            Some(above) => &slope - &above.iter().map(|&p| rate(p)).collect(), // (1)
        };
        all.insert(0, own);
    }
    all
}

/// The energy of the system, equation (2).
///
/// ```
/// use alembert_algebra::{Expr, Kind, Vector};
/// use alembert_mechanics::{System, energy::energy};
/// let [x, v] = [0, 1].map(|order| Expr::symbol("x", Kind::Coordinate, order));
/// let spring = System::new(vec![x].into(), v * v - x * x, Vector::zeros(1), vec![])?;
/// assert_eq!(energy(&spring), v * v + x * x);
/// # Ok::<(), alembert_mechanics::PrincipleError>(())
/// ```
#[must_use]
pub fn energy(system: &System) -> Expr {
    let momenta = momenta(system.L, system);
    let products = (1..=system.order).zip(&momenta).map(|(k, p)| p.dot(&system.jet(k)));
    Expr::sum(products.collect::<Vec<_>>()) - system.L // (2)
}

/// The power under the given reaction, one entry a coordinate: equation (3).
#[must_use]
pub fn power(system: &System, reaction: &Vector) -> Power {
    let v = system.jet(1);
    Power {
        explicit: -explicit_rate(system.L, system.t),
        forces: system.Q.dot(&v),
        reactions: reaction.dot(&v),
    }
}

/// `∂L/∂t` with the inputs as known functions of time.
pub(crate) fn explicit_rate(L: Expr, t: Expr) -> Expr {
    let is_input = |e: &Expr| e.as_symbol().is_some_and(|s| s.kind == Kind::Input);
    let inputs = symbols(&[L]).into_iter().filter(is_input);
    partial(L, t) + Expr::sum(inputs.map(|u| partial(L, u) * rate(u)))
}
