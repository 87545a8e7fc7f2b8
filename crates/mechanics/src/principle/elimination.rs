//! The dependent variations eliminated: d'Alembert's principle without multipliers.
//!
//! With the constraints solved for the dependent velocities, `s' = ψ(q, r', t)`, the virtual
//! displacements are
//!
//! ```text
//! δs = (∂ψ/∂r') δr                                                                  (1)
//! ```
//!
//! where the `δr` are arbitrary. With the Euler–Lagrange expression `E = dp/dt − ∂L/∂q`,
//! `p = ∂L/∂q' − d/dt ∂L/∂q''`, the principle `(E − Q) · δq = 0` becomes
//!
//! ```text
//! E_r − Q_r + (∂ψ/∂r')ᵀ (E_s − Q_s) = 0                                             (2)
//! s' = ψ(q, r', t)                                                                  (3)
//! ```
//!
//! and (3), differentiated until it contains the highest derivatives, completes (2).
//!
//! Sources: [Wolf2005, §3.2, eqs. (9)–(11)]; [Crasmareanu2000, §1, eqs. (1.3)–(1.5)] for
//! accelerations in `L`. Their constraints are `s' = −A r'`, so that `∂ψ/∂r' = −A`; for
//! constraints that are not linear in the velocities (1) is Chetaev's rule.

use alembert_algebra::gradient;

use super::dependence::{Dependence, dependence};
use super::eliminated::Eliminated;
use super::euler_lagrange::expression;
use super::reduced::{projected, without_multipliers};
use super::steps::{Body, Step, are_plain, with_forces};
use super::virtual_work::{allowed, displacements, opening};
use crate::{Motion, PrincipleError, System};

/// Equations (2) and (3).
///
/// ```
/// use alembert_algebra::{Expr, Kind, Vector};
/// use alembert_mechanics::{Constraint, System, principle::elimination};
/// let [x, y] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
/// let [u, v] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 1));
/// let L = (u * u + v * v) / Expr::from(2);
/// let wire = Constraint::ideal("wire", y - Expr::time() * x);
/// let motion = elimination(&System::new(vec![x, y].into(), L, Vector::zeros(2), vec![wire])?)?;
/// let (W, _) = motion.system.square();
/// assert_eq!(W.rows()[0].to_vec(), [Expr::one(), Expr::time()]); // x'' + t y'' = 0
/// # Ok::<(), alembert_mechanics::PrincipleError>(())
/// ```
///
/// # Errors
/// Constraints that are not ideal or that restrict accelerations, and those of the choice of
/// dependent velocities.
pub fn elimination(system: &System) -> Result<Motion, PrincipleError> {
    let dependence = dependence("elimination", system)?;
    let E = &expression(system.L, system) - &system.Q;
    let equations = projected(&E, &dependence); // (2)
    without_multipliers("elimination", &equations, &dependence, system)
}

/// What equations (1) and (2) are made of, from the principle on.
pub(super) fn steps(system: &System) -> Result<Vec<Step>, PrincipleError> {
    let dependence = dependence("elimination", system)?;
    let E = &expression(system.L, system) - &system.Q;
    let [solved, lagrange, motion] = sources(&dependence, system);
    let eliminated = Eliminated::new(&dependence, system);
    let (mut steps, vanishing) = opening(system);
    let slopes = gradient(vanishing, &displacements(system)).to_vec();
    let title = "Euler–Lagrange expressions minus forces";
    steps.push(Step::new(title, lagrange, Body::vector("E", &E)).equal(slopes));
    steps.extend(allowed(system));
    steps.extend(eliminated.steps(solved));
    let (balance, vanishing) = eliminated.balance(vanishing, &E);
    steps.push(balance);
    let body = Body::vanishing(&projected(&E, &dependence));
    let last = Step::new(&with_forces("Equations of motion", system), motion, body);
    steps.push(last.equal(eliminated.coefficients(vanishing)));
    Ok(steps)
}

/// Where the solved constraints, the Euler–Lagrange expressions and the equations come from.
fn sources(dependence: &Dependence, system: &System) -> [&'static str; 3] {
    let opposite = "Crâşmăreanu (1.1b), with the opposite sign";
    match (system.order, are_plain(dependence, system)) {
        (1, true) => ["Wolf (11)", "Wolf (8)", "Wolf (10)"],
        (1, false) => ["Moreschi–Castellano (26)", "Wolf (8)", "generalises Wolf (10)"],
        (_, true) => ["Crâşmăreanu (1.5a)", opposite, "Crâşmăreanu (1.4)"],
        (_, false) => ["generalises Crâşmăreanu (1.5a)", opposite, "generalises Crâşmăreanu (1.4)"],
    }
}
