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
//! the first of which takes the momenta of the dependent velocities `s'` away from `L + μφ`. That
//! neither is a section does not say that there is none; `exclusion` proves that.

use alembert_algebra::{Expr, Kind, Matrix, Substitution, Vector, jacobian, rate};

use crate::energy::momentum;
use crate::principle::dependence;
use crate::principle::linear::solve;
use crate::theory::residuals;
use crate::{Answer, Motion, System, Theory};

/// A section (1): `μ` with `μ*`, one for each constraint on velocities.
#[must_use]
pub fn section(
    system: &System,
    dalembert: &Motion,
    vakonomic: &Motion,
) -> Option<Vec<(Expr, Expr)>> {
    let is_multiplier = |x: &Expr| x.as_symbol().is_some_and(|s| s.kind == Kind::Multiplier);
    let mu: Vector = vakonomic.state.iter().copied().filter(is_multiplier).collect();
    if mu.is_empty() || mu.len() != vakonomic.multipliers.len() {
        return None;
    }
    let candidates = [momenta(system), Some(Vector::zeros(mu.len()))];
    let mut found = candidates.into_iter().flatten().map(|value| {
        let pairs = mu.iter().copied().zip(value.to_vec());
        pairs.collect::<Vec<(Expr, Expr)>>()
    });
    found.find(|section| is_section(section, system, dalembert, vakonomic))
}

/// The first of (2).
fn momenta(system: &System) -> Option<Vector> {
    let found = dependence("vakonomic", system).ok()?;
    let phi: Vec<Expr> = system.constraints().iter().map(|c| c.phi).collect();
    if found.constraints.len() != phi.len() {
        return None;
    }
    let at = |list: &[Expr]| found.dependent.iter().map(|&i| list[i]).collect::<Vector>();
    let slopes = jacobian(&phi, &at(&system.jet(1))).transpose();
    let right = at(&momentum(system.L, system)).iter().map(|&p| vec![-p].into()).collect();
    let solved = solve(&slopes, &Matrix::from_rows(right, 1)); // (2)
    Some(solved.entries().collect())
}

/// Equation (1).
fn is_section(
    section: &[(Expr, Expr)],
    system: &System,
    dalembert: &Motion,
    vakonomic: &Motion,
) -> bool {
    let jets = section.iter().flat_map(|&(mu, e)| [(mu, e), (rate(mu), rate(e))]);
    let (_, balances) = residuals(vakonomic);
    let claims = Substitution::new(jets).apply_all(&balances).to_vec();
    let Ok(mut theory) = Theory::new(system, dalembert, &claims) else { return false };
    claims.iter().all(|&claim| theory.decide(claim) == Answer::Proved)
}
