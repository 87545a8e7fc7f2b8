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

use alembert_algebra::{Expr, Matrix, Substitution, Vector, gradient, partial, rate};

use super::constraint::{Rows, labels, multipliers, phi, rows};
use super::dalembert::is_plain;
use super::dependence::refuse;
use super::euler_lagrange::{expression, inertia};
use super::formula::{Formula, delta};
use super::steps::{Body, Step, with_forces};
use super::virtual_work::{
    boundary, derivative_along, displacements, first_variation, pairs, positions,
    slopes_by_position, variation, varied_action,
};
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

/// What equation (2) is made of, from the principle on: the constraints are put in before the variation.
pub(super) fn steps(system: &System) -> Result<Vec<Step>, PrincipleError> {
    refuse("vakonomic", system)?;
    let mu = multipliers("mu", system);
    let L_mu = system.L + mu.dot(&phi(system));
    let [lagrangian, source, wolf] = sources(system);
    let mut steps =
        vec![Step::new("Lagrangian with multipliers", lagrangian, Body::value("L_mu", L_mu))];
    let (varied, integrand) = direct_variation(L_mu, &mu, system);
    steps.extend(varied);
    let displaced = displacements(system);
    let by_delta = |k: u32| {
        let rates: Vector = displaced.iter().map(|&x| (0..k).fold(x, |e, _| rate(e))).collect();
        gradient(first_variation(L_mu, system).value(), &rates)
    };
    let slopes = slopes_by_position(L_mu, system);
    let rows = positions(system).to_vec().into_iter().zip(slopes.to_vec());
    let forces = rows.zip(system.by_position(L_mu).to_vec());
    let forces =
        forces.map(|((x, slope), shown)| (Formula::slope("L_mu", x, slope), Formula::Value(shown)));
    let forces = Body::Formulas(forces.collect());
    steps.push(Step::new("Slopes by the positions", wolf, forces).identity());
    let higher: Vector = by_delta(2).iter().map(|&e| rate(e)).collect();
    let momenta = Step::new("Momenta", source, Body::vector("p", &momentum(L_mu, system)));
    steps.push(momenta.equal((&by_delta(1) - &higher).to_vec()));
    if !system.constraints.is_empty() {
        let delta_mu: Vec<Expr> = mu.iter().map(|&mu| delta(mu)).collect();
        let kept = Step::new("Constraints, by δμ", wolf, Body::vanishing(&phi(system)));
        steps.push(kept.equal(gradient(integrand, &delta_mu).to_vec()));
    }
    let title = with_forces("Equations of motion", system);
    let body = Body::vanishing(&(&expression(L_mu, system) - &system.Q));
    let expected = &-&gradient(integrand, &displaced) - &system.Q;
    steps.push(Step::new(&title, source, body).equal(expected.to_vec()));
    Ok(steps)
}

/// The variation of the action of `L_μ`, carried out and integrated by parts, and what stands under the integral.
fn direct_variation(L_mu: Expr, mu: &Vector, system: &System) -> (Vec<Step>, Expr) {
    let displaced = displacements(system);
    let by_mu = pairs(&phi(system), &mu.iter().map(|&mu| delta(mu)).collect::<Vec<_>>());
    let free: Vec<(Expr, Expr)> = mu.iter().map(|&mu| (mu, delta(mu))).collect();
    let whole = variation(L_mu, system) + derivative_along(L_mu, &free);
    let action = || varied_action("L_mu", L_mu, whole);
    let with_mu = |form: Formula| Formula::sum([form, Formula::linear(by_mu.clone())]);
    let work = Formula::linear(pairs(&system.Q, &displaced));
    let required = match work == Formula::zero() {
        true => action(),
        false => Formula::sum([action(), Formula::integral(work)]),
    };
    let first = with_mu(first_variation(L_mu, system));
    let E = -&expression(L_mu, system);
    let second = with_mu(Formula::linear(pairs(&E, &displaced)));
    let integrand = second.value();
    let wolf = sources(system)[2];
    let title = "Principle: this action is stationary for all δq and δμ that vanish at both ends; \
                 the constraints are put in before the variation";
    let step = |title: &str, right| {
        let right = if right == Formula::zero() { right } else { Formula::integral(right) };
        Step::new(title, wolf, Body::Formulas(vec![(action(), right)]))
    };
    let body = Body::Formulas(vec![(required, Formula::zero())]);
    let parts = step("Integrated by parts", second).equal([rate(boundary(L_mu, system))]);
    let steps = vec![
        Step::new(&with_forces(title, system), wolf, body),
        step("Variation of the action", first).identity(),
        parts,
    ];
    (steps, integrand)
}

/// Where the Lagrangian with multipliers, its equations and its variation come from.
fn sources(system: &System) -> [&'static str; 3] {
    let plain =
        system.rotations.is_empty() && system.constraints.iter().all(|c| is_plain(c, system));
    match (system.order, plain) {
        (1, true) => ["Wolf (18)", "class note (2)", "Wolf, before (32)"],
        (1, false) => ["class note, before (2)", "class note (2)", "generalises Wolf, before (32)"],
        (_, true) => {
            ["generalises Wolf (18)", "generalises class note (2)", "generalises Wolf, before (32)"]
        }
        (_, false) => [
            "generalises class note, before (2)",
            "generalises class note (2)",
            "generalises Wolf, before (32)",
        ],
    }
}
