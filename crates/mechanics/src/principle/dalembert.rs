//! The Lagrange–d'Alembert principle, with Chetaev's rule.
//!
//! Ideal constraints do no work on the virtual displacements `δq` that satisfy
//! `(∂φ/∂q') δq = 0`, which for constraints that are not linear in the velocities is Chetaev's
//! rule. Hence, with the momentum `p = ∂L/∂q' − d/dt ∂L/∂q''`,
//!
//! ```text
//! dp/dt − ∂L/∂q = Q + Bᵀ λ,     B = ∂φ/∂q'                                          (1)
//! φ(q, q', t) = 0                                                                   (2)
//! ```
//!
//! where `B` is `∂φ/∂q` for constraints on positions, `∂φ/∂q''` for constraints on accelerations,
//! and a given direction for a servo, which is not ideal. With (2) differentiated until it
//! contains the highest derivatives,
//!
//! ```text
//! ⎡ M  −Bᵀ ⎤ ⎡ q⁽²ˢ⁾ ⎤   ⎡ f + Q ⎤
//! ⎣ A   0  ⎦ ⎣   λ   ⎦ = ⎣   g   ⎦                                                  (3)
//! ```
//!
//! `M, f` are in `euler_lagrange`, `A, B, g` in `constraint`; without accelerations in `L`, `s = 1`.
//!
//! Sources: [Wolf2005, §3.3, eqs. (14)–(15)]; [`MoreschiCastellano2006`, §2.2, eqs. (28), (30)];
//! [Crasmareanu2000, §1, eq. (1.4)], where `λ` is eliminated, for accelerations in `L`. Signs:
//! `λ > 0` pushes along `+B`.

use alembert_algebra::rate;

use super::constraint::{Rows, labels, multipliers, phi, rows};
use super::euler_lagrange::{expression, inertia};
use super::steps::{Body, Step};
use crate::energy::{energy, power};
use crate::{Linear, Motion, PrincipleError, System};

/// Equations (1) and (2), in the form (3).
///
/// ```
/// use alembert_algebra::{Expr, Kind, Vector};
/// use alembert_mechanics::{Linear, System, principle::dalembert};
/// let [x, v, a] = [0, 1, 2].map(|order| Expr::symbol("x", Kind::Coordinate, order));
/// let k = Expr::symbol("k", Kind::Parameter { positive: true }, 0);
/// let L = (v * v - k * x * x) / Expr::from(2);
/// let motion = dalembert(&System::new(vec![x].into(), L, Vector::zeros(1), vec![])?)?;
/// assert_eq!(motion.unknowns.to_vec(), vec![a]);
/// let (W, h) = motion.system.square();
/// assert_eq!((W[(0, 0)], h[0]), (Expr::one(), -k * x)); // x'' = −k x
/// # Ok::<(), alembert_mechanics::PrincipleError>(())
/// ```
///
/// # Errors
/// [`PrincipleError::Fault`] when the equations become too large or divide by zero.
pub fn dalembert(system: &System) -> Result<Motion, PrincipleError> {
    let (M, f) = inertia(system.L, system);
    let Rows { A, B, g, manifold } = rows(system);

    let (state, highest) = (system.state(), system.highest());
    let lambda = multipliers("lambda", system);
    let reaction = &B.transpose() * &*lambda; // (1)

    Motion {
        principle: "dalembert",
        rotations: system.rotations.clone(),
        rate: state.iter().map(|&x| rate(x)).collect(),
        state,
        unknowns: highest.stack(&lambda),
        highest,
        multipliers: lambda,
        system: Linear::Kkt { M, B, A, f: &f + &system.Q, g }, // (3)
        labels: labels(system),
        residuals: phi(system), // (2)
        manifold,
        energy: energy(system),
        power: power(system, &reaction),
    }
    .checked()
}

/// What equations (1) and (2) are made of.
pub(super) fn steps(system: &System) -> Vec<Step> {
    let step = |title: &str, source, body| Step { title: title.to_owned(), source, body };
    let (E, B) = (expression(system.L, system), rows(system).B);
    let reaction = &B.transpose() * &*multipliers("lambda", system);
    let right = &system.Q + &reaction;
    let sides = E.iter().copied().zip(right.to_vec()).collect();
    let mut steps = vec![step("Euler–Lagrange expressions", "Wolf (8)", Body::vector("E", &E))];
    if B.nrows() > 0 {
        steps.push(step("Directions of the reactions", "Wolf (14)", Body::matrix("B", &B)));
    }
    steps.push(step("Equations of motion", "Wolf (15)", Body::Equations(sides)));
    steps
}
