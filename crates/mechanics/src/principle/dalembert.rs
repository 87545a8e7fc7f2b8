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

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Substitution, gradient, rate};

use super::constraint::{Rows, labels, multipliers, phi, rows};
use super::euler_lagrange::{expression, inertia};
use super::steps::{Body, Step, with_forces};
use super::virtual_work::{allowed, displacements, opening, with_multipliers};
use crate::affine::is_affine;
use crate::energy::{energy, explicit_rate, power};
use crate::{Constraint, Linear, Motion, PrincipleError, System};

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
        system: Linear::balanced(M, B, A, &f + &system.Q, g), // (3)
        labels: labels(system),
        residuals: phi(system), // (2)
        manifold,
        energy: energy(system),
        power: power(system, &reaction),
    }
    .checked()
}

/// What equations (1) and (2) are made of, from the principle on.
pub(super) fn steps(system: &System) -> Vec<Step> {
    let (E, B) = (expression(system.L, system), rows(system).B);
    let reaction = &B.transpose() * &*multipliers("lambda", system);
    let right = &system.Q + &reaction;
    let sides = E.iter().copied().zip(right.to_vec()).collect();
    let [lagrange, directions, motion] = sources(system);
    let expressions = match system.rotations.is_empty() {
        true => "Euler–Lagrange expressions",
        false => "Euler–Lagrange expressions, those of rotations with the turning of their axes",
    };
    let displaced = displacements(system);
    let (mut steps, mut vanishing) = opening(system);
    let slopes = &gradient(vanishing, &displaced) + &system.Q;
    steps.push(Step::new(expressions, lagrange, Body::vector("E", &E)).equal(slopes.to_vec()));
    if let Some(allowed) = allowed(system) {
        let expected = allowed.body.printed();
        let expected = expected.iter().flat_map(|&e| gradient(e, &displaced).to_vec());
        let shown = Step::new("Directions of the reactions", directions, Body::matrix("B", &B));
        let shown = shown.equal(expected);
        let added = with_multipliers(vanishing, appended(motion), system);
        vanishing = added.body.printed()[0];
        steps.extend([allowed, shown, added]);
    }
    let title = match motion {
        FORCED => "Equations of motion".to_owned(),
        _ => with_forces("Equations of motion", system),
    };
    let last = Step::new(&title, motion, Body::Equations(sides));
    steps.push(last.equal(gradient(vanishing, &displaced).to_vec()));
    steps
}

/// Where the constraints on δq with multipliers come from.
fn appended(motion: &'static str) -> &'static str {
    match motion {
        "Wolf (15)" => "Wolf (12)",
        "Moreschi–Castellano (28)" => "Moreschi–Castellano (23)",
        _ => "generalises Wolf (12)",
    }
}

/// Where the Euler–Lagrange expressions, the directions of the reactions and the equations come
/// from.
fn sources(system: &System) -> [&'static str; 3] {
    let [directions, motion] = sources_of_reactions(system);
    if system.order == 1 {
        let turns = !system.rotations.is_empty();
        let lagrange = if turns { "generalises Wolf (8)" } else { "Wolf (8)" };
        return [lagrange, directions, motion];
    }
    let motion = match (system.constraints.is_empty(), are_all_plain(system)) {
        (true, _) => "Crâşmăreanu (1.1a)",
        (_, true) => "Crâşmăreanu (1.4), before λ is eliminated",
        (_, false) => "generalises Crâşmăreanu (1.4), before λ is eliminated",
    };
    ["Crâşmăreanu (1.1b), with the opposite sign", directions, motion]
}

/// Lagrange's equations with forces.
const FORCED: &str = "Wolf (16)";

/// The same for the directions and the equations with them.
fn sources_of_reactions(system: &System) -> [&'static str; 2] {
    let orders: Vec<u32> = system.constraints.iter().filter_map(|c| c.order(&system.q)).collect();
    if orders.is_empty() {
        [FORCED; 2]
    } else if system.constraints.iter().any(|c| c.reaction.is_some()) {
        ["Marle 1998"; 2]
    } else if orders.contains(&2) {
        ["class note (5)"; 2]
    } else if orders.iter().all(|&order| order == 0) {
        ["Moreschi–Castellano (30)"; 2]
    } else if orders.contains(&0) {
        ["Moreschi–Castellano (28), (30)"; 2]
    } else if are_all_plain(system) {
        ["Wolf (14)", "Wolf (15)"]
    } else {
        ["Moreschi–Castellano (28)"; 2]
    }
}

fn are_all_plain(system: &System) -> bool {
    system.constraints.iter().all(|c| is_plain(c, system))
}

/// Is it an ideal constraint `a(q) q' = 0`?
pub(super) fn is_plain(constraint: &Constraint, system: &System) -> bool {
    let (phi, v) = (constraint.phi, system.jet(1));
    let a = gradient(phi, &v);
    let at_rest = Substitution::new(v.iter().map(|&x| (x, Expr::zero()))).apply(phi);
    let fixed = a.iter().all(|&e| explicit_rate(e, system.t) == Expr::zero());
    let ideal = constraint.reaction.is_none();
    ideal && is_affine(phi, &v) && fixed && zero_test(at_rest) == Verdict::Zero
}
