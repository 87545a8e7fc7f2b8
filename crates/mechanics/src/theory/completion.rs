//! Has every solution of the equations of one motion multipliers with which it solves those of another?
//!
//! ```text
//! W y = h   ⇒   there is a λ with   M y − Bᵀ λ = f                                   (1)
//! ```
//!
//! is proved without dividing by anything that changes from state to state: each multiplier is taken from
//! an equation in which it has a coefficient of parameters, and nothing is left of the others. So (1)
//! holds also where both equations are singular and leave accelerations open.

use super::equations::Equations;
use super::givens::Givens;
use crate::gentle::Gentle;
use crate::{Motion, System};

/// Is (1) proved, for the solutions of `motion` and the equations of `other`, with so much work?
pub(crate) fn completes(system: &System, motion: &Motion, other: &Motion, work: u64) -> bool {
    let mut givens = Givens::new(system, motion, 0);
    let own = Equations::new(system, motion, &mut givens, 0);
    let theirs = Equations::new(system, other, &mut givens, 0);
    let (level, wanted) = (&own.levels[0], &theirs.levels[0]);
    let claims = wanted.equations().to_vec();
    let of_motion = [
        (&level.constraints, &level.highest),
        (&level.balances, &level.highest),
        (&level.balances, &level.others),
    ];
    let groups: Vec<_> = own.manifold.iter().zip(&own.jets).chain(of_motion).collect();
    let Ok(mut gentle) = Gentle::new(&claims, &groups, work) else { return false };
    if gentle.determine((&wanted.balances, &wanted.others), work).is_err() {
        return false; // (1)
    }
    claims.iter().all(|&e| gentle.gives(e, work)) && gentle.drops().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::principle::{dalembert, elimination, maggi};
    use crate::{Constraint, PrincipleError};
    use alembert_algebra::{Expr, Kind, Vector};

    const WORK: u64 = 100_000;

    fn symbol(name: &str, order: u32) -> Expr {
        Expr::symbol(name, Kind::Coordinate, order)
    }

    /// Is it proved of a free particle with one constraint on (x, y, z), which falls along z, that the
    /// equations of a principle complete those of another?
    fn complete(
        phi: Expr,
        from: impl Fn(&System) -> Result<Motion, PrincipleError>,
        to: impl Fn(&System) -> Result<Motion, PrincipleError>,
    ) -> bool {
        let q: Vector = ["x", "y", "z"].iter().map(|name| symbol(name, 0)).collect();
        let square = |name: &str| symbol(name, 1).powi(2);
        let L = Expr::sum(["x", "y", "z"].map(square)) - symbol("z", 0);
        let system = System::new(q, L, Vector::zeros(3), vec![Constraint::ideal("c", phi)]);
        let system = system.expect("a system");
        let motions = (from(&system).expect("a motion"), to(&system).expect("a motion"));
        completes(&system, &motions.0, &motions.1, WORK)
    }

    #[test]
    fn a_multiplier_that_stands_alone_is_found() {
        let phi = symbol("x", 1) - symbol("y", 0) * symbol("z", 1);
        assert!(complete(phi, maggi, dalembert));
        assert!(complete(phi, dalembert, maggi));
        assert!(complete(phi, dalembert, dalembert));
    }

    /// At rest on the cone x'² + y'² = z'² the multiplier does nothing, and z'' = −1/2; the equations without
    /// it say 0 = 0 there. An equation that is to be completed does not follow from itself.
    #[test]
    fn equations_without_multipliers_leave_open_what_no_multiplier_reaches() {
        let v = ["x", "y", "z"].map(|name| symbol(name, 1).powi(2));
        assert!(!complete(v[0] + v[1] - v[2], elimination, dalembert));
        assert!(complete(v[0] + v[1] - v[2], dalembert, dalembert));
    }

    /// Where x = y = 0 the multiplier of y x' = x z' has coefficients that vanish in every balance.
    #[test]
    fn a_multiplier_whose_coefficients_vanish_completes_nothing() {
        let turned = symbol("x", 1) * symbol("y", 0) - symbol("z", 1) * symbol("x", 0);
        assert!(!complete(turned, maggi, dalembert));
    }
}
