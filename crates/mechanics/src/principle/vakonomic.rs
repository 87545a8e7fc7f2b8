//! Vakonomic equations: Hamilton's principle for `L + μφ`.
//!
//! The action of
//!
//! ```text
//! L_μ = L + μ · φ                                                                   (1)
//! ```
//!
//! is stationary when all coordinates and `μ` are varied freely,
//!
//! ```text
//! d/dt ∂L_μ/∂q' − ∂L_μ/∂q − d²/dt² ∂L_μ/∂q'' = Q                                    (2)
//! φ = 0                                                                             (3)
//! ```
//!
//! For a constraint on velocities `μ` is part of the state, and its rate is an unknown beside the
//! highest derivatives; for a constraint on positions `μ` itself is the unknown, equal to the `λ`
//! of d'Alembert's principle. With `u` for these unknowns, and (3) differentiated, (2) is
//!
//! ```text
//! M y − Bᵀ u = f,     A y = g,     M = M(L_μ),     B = ∂(M y − right side)/∂u          (4)
//! B = −∂φ/∂q' for velocities,     B = ∂φ/∂q for positions
//! ```
//!
//! For a rotation (2) is the equation of Euler and Poincaré, with the turning of `∂L_μ/∂ω` (see
//! `euler_lagrange`): the variations are `δω = η' + [w, η]` before the constraint is obeyed.
//!
//! The reaction, which is no force of a body that rolls, is `μ ∂φ/∂q − d/dt (μ ∂φ/∂q')`.
//!
//! Sources: [Wolf2005, §3.6, eq. (18)] and its example (26)–(29), where two signs are misprinted;
//! [`ClassNote`, eq. (2)], where `μ` is called `λ`. Redundant constraints have
//! many `μ'`; the shortest is taken.

use alembert_algebra::{Expr, Matrix, Substitution, Vector, partial, rate};

use super::constraint::{Rows, labels, multipliers, phi, rows};
use super::dalembert::is_plain;
use super::dependence::refuse;
use super::euler_lagrange::{expression, inertia};
use super::steps::{Body, Step, with_forces};
use crate::energy::{energy, momentum, power};
use crate::{Linear, Motion, PrincipleError, System};

/// Equations (2) and (3), in the form (4).
///
/// ```
/// use alembert_algebra::{Expr, Kind, Vector};
/// use alembert_mechanics::{Constraint, System, principle::vakonomic};
/// let [x, y] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
/// let [u, v] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 1));
/// let [mu, mu_rate] = [0, 1].map(|order| Expr::symbol("mu_c", Kind::Multiplier, order));
/// let c = Constraint::ideal("c", v - x * u);
/// let L = (u * u + v * v) / Expr::from(2);
/// let motion = vakonomic(&System::new(vec![x, y].into(), L, Vector::zeros(2), vec![c])?)?;
/// assert_eq!(motion.state.to_vec(), [x, y, u, v, mu]);
/// assert_eq!(motion.multipliers.to_vec(), [mu_rate]);
/// let (W, _) = motion.system.square();
/// assert_eq!(W.rows()[1].to_vec(), [Expr::zero(), Expr::one(), Expr::one()]); // y'' + μ' = 0
/// # Ok::<(), alembert_mechanics::PrincipleError>(())
/// ```
///
/// # Errors
/// Constraints that are not ideal, or that restrict accelerations.
pub fn vakonomic(system: &System) -> Result<Motion, PrincipleError> {
    refuse("vakonomic", system)?;
    let mu = multipliers("mu", system);
    let L_mu = system.L + mu.dot(&phi(system)); // (1)
    let unknown = unknowns(&mu, system);
    let (M, whole) = inertia(L_mu, system);
    let row = |&u: &Expr| whole.iter().map(|&e| partial(e, u)).collect();
    let B = Matrix::from_rows(unknown.iter().map(row).collect(), system.q.len()); // (4)
    let mut without = Substitution::new(unknown.iter().map(|&u| (u, Expr::zero())));
    let f = &without.apply_all(&whole) + &system.Q;
    let Rows { A, g, manifold, .. } = rows(system);

    let carried: Vector = mu.iter().copied().filter(|x| !unknown.contains(x)).collect();
    let (state, highest) = (system.state().stack(&carried), system.highest());
    let reaction = &expression(system.L, system) - &expression(L_mu, system);
    Motion {
        principle: "vakonomic",
        rotations: system.rotations.clone(),
        rate: state.iter().map(|&x| rate(x)).collect(),
        state,
        unknowns: highest.stack(&unknown),
        highest,
        multipliers: unknown,
        system: Linear::balanced(M, B, A, f, g),
        labels: labels(system),
        residuals: phi(system), // (3)
        manifold,
        energy: energy(system),
        power: power(system, &reaction),
    }
    .checked()
}

/// `μ` of constraints on positions, `μ'` of constraints on velocities.
fn unknowns(mu: &Vector, system: &System) -> Vector {
    let pairs = mu.iter().zip(&system.constraints);
    pairs.map(|(&mu, c)| if c.order(&system.q) == Some(0) { mu } else { rate(mu) }).collect()
}

/// What equation (2) is made of.
pub(super) fn steps(system: &System) -> Result<Vec<Step>, PrincipleError> {
    refuse("vakonomic", system)?;
    let L_mu = system.L + multipliers("mu", system).dot(&phi(system));
    let step = |title: &str, source, body| Step { title: title.to_owned(), source, body };
    let plain =
        system.rotations.is_empty() && system.constraints.iter().all(|c| is_plain(c, system));
    let (lagrangian, source) = match (system.order, plain) {
        (1, true) => ("Wolf (18)", "class note (2)"),
        (1, false) => ("class note, before (2)", "class note (2)"),
        (_, true) => ("generalises Wolf (18)", "generalises class note (2)"),
        (_, false) => ("generalises class note, before (2)", "generalises class note (2)"),
    };
    Ok(vec![
        step("Lagrangian with multipliers", lagrangian, Body::value("L_mu", L_mu)),
        step("Momenta", source, Body::vector("p", &momentum(L_mu, system))),
        step(
            &with_forces("Equations of motion", system),
            source,
            Body::vanishing(&(&expression(L_mu, system) - &system.Q)),
        ),
    ])
}
