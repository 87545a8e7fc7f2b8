//! Which `λ` belongs to which `μ`, where d'Alembert's principle and the vakonomic one agree.
//!
//! For a constraint on velocities whose coefficients are those of a differential, as in the
//! pendulum `x x' + y y' = 0`, the reaction `μ ∂φ/∂q − d/dt (μ ∂φ/∂q')` is `−μ' ∂φ/∂q'`, and for a
//! constraint on positions it is `μ ∂φ/∂q`:
//!
//! ```text
//! λ = −μ'     for velocities,     λ = μ     for positions                            (1)
//! ```
//!
//! Source: [Wolf2005, eqs. (31)–(32)]. That (1) holds is proved by putting it into the equations of
//! d'Alembert's principle, on every vakonomic motion.

use alembert_algebra::{Expr, Substitution};

use super::Patience;
use crate::theory::residuals;
use crate::{Motion, System};

/// Equation (1) for all constraints: each `λ` with its value, if it is proved with the work that is left.
#[must_use]
pub fn reactions(
    system: &System,
    dalembert: &Motion,
    vakonomic: &Motion,
    patience: &Patience,
) -> Option<Vec<(Expr, Expr)>> {
    let order = |x: Expr| x.as_symbol().map_or(0, |s| s.order);
    let value = |&u: &Expr| if order(u) == 1 { -u } else { u }; // (1)
    let values = vakonomic.multipliers.iter().map(value);
    let pairs: Vec<(Expr, Expr)> = dalembert.multipliers.iter().copied().zip(values).collect();
    if pairs.is_empty() || dalembert.multipliers.len() != vakonomic.multipliers.len() {
        return None;
    }
    let claims = Substitution::new(pairs.iter().copied()).apply_all(&residuals(dalembert).1);
    let mut theory = patience.theory(system, vakonomic, &claims).ok()?;
    let all = claims.iter().all(|&claim| patience.proves(&mut theory, claim));
    all.then_some(pairs)
}
