//! The mistake: Lagrange's equations of the constrained Lagrangian.
//!
//! The constraints are put into `L` before it is varied, and the result is varied as if it were a
//! Lagrangian like any other,
//!
//! ```text
//! d/dt ∂L̄/∂r'ᵢ − ∂L̄/∂rᵢ − d²/dt² ∂L̄/∂r''ᵢ = Qᵢ + Σ_ν (∂L̄/∂s_ν + Q_ν) ∂ψ_ν/∂r'ᵢ     (1)
//! ```
//!
//! with the constraints beside it. These are Voronec's equations without the terms in `b`, so they
//! are right when the constraints are holonomic (`b = 0`), right by accident when the terms cancel
//! (the upright penny), and wrong otherwise (the sphere). They even depend on which velocities are
//! taken as dependent, which the motion does not. They are here to be refuted.
//!
//! For rotations (1) has the term of Euler and Poincaré that `L̄` would have as the Lagrangian of the
//! independent velocities (`constrained`).
//!
//! Source: [Lemos2022, eqs. (4)–(6)], where `L̄` does not contain `s`; with `s` in it, the
//! constraints enter (1) as they do in the multiplier method for `L̄`.

use super::constrained::Constrained;
use super::dependence::{Dependence, dependence};
use super::reduced::{projected, without_multipliers};
use super::scope::Scope;
use super::steps::{Body, Step, are_plain, constraint_steps, with_forces};
use crate::{Motion, PrincipleError, System};

/// Equation (1), which is not the motion in general.
///
/// ```
/// use alembert_algebra::{Expr, Kind, Vector};
/// use alembert_mechanics::{Constraint, System, principle::naive};
/// let [x, y, z] = ["x", "y", "z"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
/// let [u, v, w] = ["x", "y", "z"].map(|name| Expr::symbol(name, Kind::Coordinate, 1));
/// let c = Constraint::ideal("c", w - y * u);
/// let L = (u * u + v * v + w * w) / Expr::from(2);
/// let motion = naive(&System::new(vec![x, y, z].into(), L, Vector::zeros(3), vec![c])?)?;
/// let (_, h) = motion.system.square();
/// assert_eq!(h[1], y * u * u); // y'' = y x'², where y'' = 0 is right
/// # Ok::<(), alembert_mechanics::PrincipleError>(())
/// ```
///
/// # Errors
/// Constraints that are not ideal or that restrict accelerations, and those of the choice of
/// dependent velocities.
pub fn naive(system: &System) -> Result<Motion, PrincipleError> {
    Scope("naive").first_order_where_turning(system)?;
    let dependence = dependence("naive", system)?;
    let E_bar = Constrained::new(&dependence, system).expression();
    let equations = &E_bar - &projected(&system.Q, &dependence); // (1)
    without_multipliers("naive", &equations, &dependence, system)
}

const NOT_THE_MOTION: &str = "Lagrange's equations of it, which are not the motion in general";

/// What equation (1) is made of.
pub(super) fn steps(system: &System) -> Result<Vec<Step>, PrincipleError> {
    let dependence = dependence("naive", system)?;
    let constrained = Constrained::new(&dependence, system);
    let equations = &constrained.expression() - &projected(&system.Q, &dependence);
    let [solved, lagrangian, without] = sources(&dependence, system);
    let mut steps = constraint_steps(&dependence, system, solved);
    steps.push(constrained.step(lagrangian));
    steps.push(Step {
        title: with_forces(NOT_THE_MOTION, system),
        source: without,
        body: Body::vanishing(&equations),
    });
    Ok(steps)
}

/// Where the solved constraints and the constrained Lagrangian come from, and which equation it is
/// that lacks its correction. For a rolling sphere these are Lemos (2), (4)–(5) and (6).
fn sources(dependence: &Dependence, system: &System) -> [&'static str; 3] {
    match (system.order, are_plain(dependence, system)) {
        (1, true) => ["Lemos (8)", "Lemos (9)", "Lemos (10) without the terms with b"],
        (1, false) => [
            "generalises Lemos (8)",
            "generalises Lemos (9)",
            "generalises Lemos (10) without the terms with b",
        ],
        (_, true) => {
            ["Crâşmăreanu (1.5a)", "Crâşmăreanu (1.7)", "Crâşmăreanu (1.9a) without its right side"]
        }
        (_, false) => [
            "generalises Crâşmăreanu (1.5a)",
            "generalises Crâşmăreanu (1.7)",
            "generalises Crâşmăreanu (1.9a) without its right side",
        ],
    }
}
