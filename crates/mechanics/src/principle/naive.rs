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

use alembert_algebra::{Expr, Vector, gradient, rate};

use super::constrained::Constrained;
use super::dependence::{Dependence, dependence};
use super::eliminated::Eliminated;
use super::formula::Formula;
use super::reduced::{projected, without_multipliers};
use super::scope::Scope;
use super::steps::{Body, Step, are_plain, with_forces};
use super::virtual_work::{pairs, variation, varied_action};
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
    let eliminated = Eliminated::new(&dependence, system);
    let L_bar = constrained.L_bar;
    let (varied, expected) = varied(&constrained, &eliminated);
    let work = &projected(&system.Q, &dependence);
    let work = Formula::linear(pairs(work, &eliminated.delta_r));
    let action = varied_action(constrained.letter(), L_bar, varied);
    let whole = match work == Formula::zero() {
        true => action,
        false => Formula::sum([action, Formula::integral(work)]),
    };
    let title = with_forces(THE_MISTAKE, system);
    let mut steps =
        vec![Step::new(&title, without, Body::Formulas(vec![(whole, Formula::zero())]))];
    steps.extend(eliminated.steps(solved));
    steps.push(constrained.step(lagrangian));
    let last =
        Step::new(&with_forces(NOT_THE_MOTION, system), without, Body::vanishing(&equations));
    steps.push(match dependence.psi {
        Some(_) => last.equal(expected).on(&eliminated.values, &[]),
        None => last,
    });
    Ok(steps)
}

const THE_MISTAKE: &str =
    "The mistake: the constraints are put into L, and then its action is varied";

/// The variation of the action of `L̄`, and what (1) follows from when it is integrated by parts with `δs = a δr`.
fn varied(constrained: &Constrained<'_>, eliminated: &Eliminated<'_>) -> (Expr, Vec<Expr>) {
    let (system, dependence) = (eliminated.system, eliminated.dependence);
    let (r, s) = (&eliminated.delta_r, &eliminated.delta_s);
    let rates = |k: u32| r.iter().map(|&x| (0..k).fold(x, |e, _| rate(e))).collect::<Vector>();
    let whole = variation(constrained.L_bar, system);
    let by = |k: u32| gradient(whole, &rates(k));
    let once: Vector = by(1).iter().map(|&e| rate(e)).collect();
    let twice: Vector = by(2).iter().map(|&e| rate(rate(e))).collect();
    let through = &dependence.psi_v.transpose() * &*gradient(whole, s);
    let force = &(&(&by(0) + &through) - &once) + &twice;
    let expected = -&(&force + &projected(&system.Q, dependence));
    (whole, expected.to_vec())
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
