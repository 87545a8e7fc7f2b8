//! Does the vakonomic principle contain d'Alembert's motions?
//!
//! A vakonomic motion starts with values of `μ` that no measurement gives. D'Alembert's motions are
//! among the vakonomic ones when there is a section
//!
//! ```text
//! μ = μ*(q, q', t)     such that μ* and dμ*/dt solve the vakonomic equations               (1)
//! ```
//!
//! on every motion of d'Alembert's principle. That the accelerations agree at one instant, as they do
//! at `μ = 0` for a disk, is not enough. Two sections are tried:
//!
//! ```text
//! (∂φ/∂s')ᵀ μ* = −∂L/∂s',     μ* = 0                                                       (2)
//! ```
//!
//! the first of which takes the momenta of the dependent velocities `s'` away from `L + μφ`.
//! Constraints that follow from others get `μ* = 0`. That neither is a section does not say that
//! there is none; `exclusion` proves that, and `part` looks for motions that have one.

use alembert_algebra::{Expr, Kind, Matrix, Substitution, Vector, jacobian, rate};

use super::Patience;
use crate::energy::momentum;
use crate::explicit::readable;
use crate::principle::dependence;
use crate::principle::linear::solve;
use crate::theory::residuals;
use crate::{Motion, System};

/// A section (1): `μ` with `μ*`, one for each constraint on velocities, if it is proved with the work that
/// is left.
#[must_use]
pub fn section(
    system: &System,
    dalembert: &Motion,
    vakonomic: &Motion,
    patience: &Patience,
) -> Option<Vec<(Expr, Expr)>> {
    let mu = multipliers(vakonomic)?;
    let chosen = dependence("vakonomic", system).ok();
    let momenta = chosen.map(|found| momenta(system, &found.constraints, &found.dependent));
    let momenta = momenta.map(|values| readable(&values).into());
    let mut found = momenta.into_iter().chain([Vector::zeros(mu.len())]).map(|e| pairs(&mu, &e));
    found.find(|section| is_section(&claims(section, vakonomic), system, dalembert, patience))
}

/// The multipliers in the state of the vakonomic motion, one for each constraint.
pub(super) fn multipliers(vakonomic: &Motion) -> Option<Vector> {
    let is_multiplier = |x: &Expr| x.as_symbol().is_some_and(|s| s.kind == Kind::Multiplier);
    let mu: Vector = vakonomic.state.iter().copied().filter(is_multiplier).collect();
    (!mu.is_empty() && mu.len() == vakonomic.multipliers.len()).then_some(mu)
}

pub(super) fn pairs(mu: &[Expr], values: &[Expr]) -> Vec<(Expr, Expr)> {
    mu.iter().copied().zip(values.iter().copied()).collect()
}

/// The first of (2), for independent constraints and as many dependent velocities, by their numbers;
/// the other constraints get 0.
pub(super) fn momenta(system: &System, constraints: &[usize], dependent: &[usize]) -> Vector {
    let phi: Vec<Expr> = constraints.iter().map(|&j| system.constraints()[j].phi).collect();
    let at = |list: &[Expr]| dependent.iter().map(|&i| list[i]).collect::<Vector>();
    let slopes = jacobian(&phi, &at(&system.jet(1))).transpose();
    let right = at(&momentum(system.L, system)).iter().map(|&p| vec![-p].into()).collect();
    let solved: Vec<Expr> =
        solve(&slopes, &Matrix::from_rows(right, 1), system).entries().collect(); // (2)
    let place = |j: usize| constraints.iter().position(|&k| k == j);
    let value = |j: usize| place(j).map_or(Expr::zero(), |k| solved[k]);
    (0..system.constraints().len()).map(value).collect()
}

/// What vanishes by (1) on the motions of d'Alembert's principle.
pub(super) fn claims(section: &[(Expr, Expr)], vakonomic: &Motion) -> Vec<Expr> {
    let jets = section.iter().flat_map(|&(mu, e)| [(mu, e), (rate(mu), rate(e))]);
    let (_, balances) = residuals(vakonomic);
    Substitution::new(jets).apply_all(&balances).to_vec()
}

/// Equation (1).
fn is_section(claims: &[Expr], system: &System, dalembert: &Motion, patience: &Patience) -> bool {
    let Ok(mut theory) = patience.theory(system, dalembert, claims) else { return false };
    claims.iter().all(|&claim| patience.proves(&mut theory, claim))
}
