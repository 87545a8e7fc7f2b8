//! Does a Lagrangian look as if a nonholonomic constraint had been put into it before varying?
//!
//! With coordinates `s` of whose velocities the Lagrangian knows nothing, and constraints
//! `s' = ψ(q, r')` that give them through the others, a body that moves along `s` is missing its
//! kinetic energy, or has it written with the constraints:
//!
//! ```text
//! T = … + ½ m Σ ψ_s²,     ∂²T/∂r'∂r' = … + m aᵀa,     a = ∂ψ/∂r'                    (1)
//! ```
//!
//! What speaks for the second is that the inertia of `L` goes along with `aᵀa`: where a diagonal
//! entry of `aᵀa` changes with a coordinate, the entry of the inertia changes in a constant
//! proportion to it; where it is constant, it is made of a parameter (the radius) that the inertia
//! contains too. A passive body without mass, a trailer that is only drawn, shows neither. This is a
//! sign and no proof, so it is only good for a warning.

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Kind, Matrix, gradient, jacobian, partial, symbols};

use crate::System;
use crate::principle::{Dependence, dependence};

/// The coordinates whose kinetic energy seems to have been written with the constraints; `labels` are
/// the constraints that are known to be nonholonomic.
///
/// ```
/// use alembert_algebra::{Elementary, Expr, Kind, Vector, apply};
/// use alembert_mechanics::{Constraint, System, put_in::put_in};
/// let [x, y, a] = ["x", "y", "a"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
/// let [u, v, w] = ["x", "y", "a"].map(|name| Expr::symbol(name, Kind::Coordinate, 1));
/// let skate = Constraint::ideal("skate", v - u * apply(Elementary::Tan, &[a]));
/// let square = apply(Elementary::Cos, &[a]).powi(2);
/// let q: Vector = vec![x, y, a].into();
/// let wrong = System::new(q.clone(), u * u / square + w * w, Vector::zeros(3), vec![skate.clone()])?;
/// assert_eq!(put_in(&wrong, &["skate"]), [y]); // (u² + v²) with v = u tan a
/// let right = System::new(q, u * u + v * v + w * w, Vector::zeros(3), vec![skate])?;
/// assert_eq!(put_in(&right, &["skate"]), []);
/// # Ok::<(), alembert_mechanics::PrincipleError>(())
/// ```
#[must_use]
pub fn put_in(system: &System, labels: &[&str]) -> Vec<Expr> {
    let missing = missing(system, labels);
    if missing.is_empty() {
        return Vec::new();
    }
    let named = system.clone().with_dependent(missing.iter().copied().collect());
    let Some(found) = named.ok().and_then(|s| dependence("voronec", &s).ok()) else {
        return Vec::new();
    };
    if shows(system, &found) { missing } else { Vec::new() }
}

/// The coordinates whose velocities the Lagrangian does not contain and one of these constraints
/// does.
fn missing(system: &System, labels: &[&str]) -> Vec<Expr> {
    let named = system.constraints().iter().filter(|c| labels.contains(&c.label.as_str()));
    let phi: Vec<Expr> = named.map(|c| c.phi).collect();
    let pairs = system.q().iter().copied().zip(system.jet(1).to_vec());
    let contains = |e: Expr, v: Expr| !vanishes(partial(e, v));
    let missing =
        pairs.filter(|&(_, v)| !contains(system.L(), v) && phi.iter().any(|&e| contains(e, v)));
    missing.map(|(q, _)| q).collect()
}

/// Does the inertia go along with `aᵀa`, equation (1)?
fn shows(system: &System, found: &Dependence) -> bool {
    let r = found.r(&system.jet(1));
    let inertia = jacobian(&gradient(system.L(), &r), &r);
    let aTa = &found.psi_v.transpose() * &found.psi_v;
    (0..r.len()).any(|i| goes_along(entry(&inertia, i), entry(&aTa, i), system))
}

fn entry(matrix: &Matrix, i: usize) -> Expr {
    matrix[(i, i)]
}

fn goes_along(inertia: Expr, square: Expr, system: &System) -> bool {
    let moved = system.q().iter().find(|&&x| !vanishes(partial(square, x)));
    let Some(&x) = moved else {
        let is_parameter =
            |e: &Expr| e.as_symbol().is_some_and(|s| matches!(s.kind, Kind::Parameter { .. }));
        let own = symbols(&[inertia]);
        return symbols(&[square]).iter().filter(|e| is_parameter(e)).any(|e| own.contains(e));
    };
    let slope = partial(inertia, x);
    let share = slope / partial(square, x);
    !vanishes(slope) && system.q().iter().all(|&y| vanishes(partial(share, y)))
}

fn vanishes(e: Expr) -> bool {
    e == Expr::zero() || zero_test(e) == Verdict::Zero
}
