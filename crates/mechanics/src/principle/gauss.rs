//! Gauss's principle of least constraint.
//!
//! Among all accelerations `a = q''` that the constraints allow at a given state, the motion takes
//! those that deviate least from the free motion, which obeys `M a = F`. The deviation is measured
//! by the Gaussian, for particles `Σ (F − m a)²/2m`, in general
//!
//! ```text
//! Z = ½ (a − M⁻¹F)ᵀ M (a − M⁻¹F) = ½ aᵀ M a − a · F + (a part without a)            (1)
//! M a − F = d/dt ∂L/∂q' − ∂L/∂q − Q                                                 (2)
//! ```
//!
//! The constraints are differentiated until they contain the accelerations,
//!
//! ```text
//! c = φ(q, q', q'', t), dφ/dt or d²φ/dt²                                            (3)
//! ```
//!
//! and `Z` is stationary under `c = 0`, with `Z − λ c` stationary in `a` and `λ`:
//!
//! ```text
//! ∂Z/∂a − λ ∂c/∂a = 0,     c = 0                                                    (4)
//! ```
//!
//! Everything here comes from derivatives of `Z − λ c`, so that the matrix of inertia and the
//! directions of the reactions are second derivatives of one function. `Z` has a minimum where `M` is
//! positive on the allowed accelerations, otherwise a stationary value; `M` is not inverted.
//!
//! For a rotation the accelerations are `Ω'` or `ω'`, the metric of `Z` is still that of the kinetic
//! energy, and the free motion is that of Euler's equations: in (2) the momentum is differentiated
//! with the turning of its axes,
//!
//! ```text
//! d/dt ∂L/∂Ω + Ω × ∂L/∂Ω,     d/dt ∂L/∂ω − ω × ∂L/∂ω                               (5)
//! ```
//!
//! where `∂L/∂q` is the derivative along virtual rotations.
//!
//! Source: [`ClassNote`, eqs. (3)–(5)]; its function `G` is `Z + λ c`, whose `λ` is ours with the
//! opposite sign, and its eq. (5) has our sign. For servo constraints there is no such function.

mod steps;

use alembert_algebra::{
    Expr, Kind, Matrix, Substitution, Vector, gradient, jacobian, partial, rate, symbols,
};

use super::constraint::{labels, multipliers, phi, rows};
use super::euler_lagrange::inertia;
use super::scope::Scope;
use crate::energy::{energy, power};
use crate::{Constraint, Linear, Motion, PrincipleError, System};

pub(super) use steps::steps;

/// The Gaussian `Z` of (1) without its last part, in the symbols `q''`.
///
/// ```
/// use alembert_algebra::{Expr, Kind, Vector};
/// use alembert_mechanics::{System, principle::gaussian};
/// let [x, v, a] = [0, 1, 2].map(|order| Expr::symbol("x", Kind::Coordinate, order));
/// let half = Expr::one() / Expr::from(2);
/// let spring = System::new(vec![x].into(), (v * v - x * x) * half, Vector::zeros(1), vec![])?;
/// assert_eq!(gaussian(&spring), half * a * a + a * x); // (a + x)²/2 without x²/2
/// # Ok::<(), alembert_mechanics::PrincipleError>(())
/// ```
#[must_use]
pub fn gaussian(system: &System) -> Expr {
    let [v, a] = [1, 2].map(|k| system.jet(k));
    let momentum = gradient(system.L, &v);
    let rates = momentum.iter().map(|&p| rate(p)).collect::<Vector>();
    let rates = &rates + &system.turning(&momentum); // (5)
    let deviation = &(&rates - &system.by_position(system.L)) - &system.Q; // (2)
    let M = Matrix::symmetric(a.len(), |i, j| partial(deviation[i], a[j]));
    let F = -&system.without_highest().apply_all(&deviation);
    (&M * &*a).dot(&a) / Expr::from(2) - F.dot(&a) // (1)
}

/// Equation (3) for one constraint.
pub(super) fn on_accelerations(constraint: &Constraint, system: &System) -> Expr {
    let order = constraint.order(&system.q).expect("a system's constraint contains a coordinate");
    (order..2).fold(constraint.phi, |e, _| rate(e))
}

/// Equations (1)–(4).
///
/// # Errors
/// [`PrincipleError::NotApplicable`] for accelerations in the Lagrangian and for servos,
/// [`PrincipleError::Fault`] when the equations become too large or divide by zero.
pub fn gauss(system: &System) -> Result<Motion, PrincipleError> {
    Scope("gauss").first_order(system)?;
    Scope("gauss").ideal(system)?;

    let (a, lambda) = (system.highest(), multipliers("lambda", system));
    let c: Vector = system.constraints.iter().map(|c| on_accelerations(c, system)).collect(); // (3)
    let G = gaussian(system) - lambda.dot(&c);
    let stationary = gradient(G, &a); // (4)
    let nowhere = a.iter().chain(lambda.iter()).map(|&y| (y, Expr::zero()));
    let mut nowhere = Substitution::new(nowhere);

    let M = jacobian(&stationary, &a).map(|e| nowhere.apply(e));
    let B = jacobian(&stationary, &lambda).transpose().map(|e| nowhere.apply(-e));
    let A = jacobian(&c, &a).map(|e| nowhere.apply(e));
    let (f, g) = (-&nowhere.apply_all(&stationary), -&nowhere.apply_all(&c));
    let reaction = &B.transpose() * &*lambda;
    let state = system.state();
    Motion {
        principle: "gauss",
        rotations: system.rotations.clone(),
        rate: state.iter().map(|&x| rate(x)).collect(),
        state,
        unknowns: a.stack(&lambda),
        highest: a,
        multipliers: lambda,
        system: Linear::Kkt { M, B, A, f, g },
        labels: labels(system),
        residuals: phi(system),
        manifold: rows(system).manifold,
        energy: energy(system),
        power: power(system, &reaction),
    }
    .checked()
}

/// Has every acceleration a constant mass of its own, as those of particles have?
fn is_of_particles(system: &System) -> bool {
    let M = inertia(system.L, system).0;
    let is_constant = |e: Expr| {
        let mut kinds = symbols(&[e]).into_iter().filter_map(Expr::as_symbol).map(|s| s.kind);
        kinds.all(|kind| matches!(kind, Kind::Parameter { .. } | Kind::Pi))
    };
    let n = M.nrows();
    let mut places = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    let is_diagonal = places
        .all(|(i, j)| if i == j { is_constant(M[(i, i)]) } else { M[(i, j)] == Expr::zero() });
    system.rotations.is_empty() && is_diagonal
}
