//! Does a map reach all states of a system?
//!
//! A map `x = F(q, t)` takes the states of one system to states of another. When both have positions
//! of the same dimension and equally many free velocities, it reaches all states near almost every
//! state that it reaches if no allowed displacement of the positions is lost:
//!
//! ```text
//! J = (∂F/∂q, ∂φ/∂q) for the position constraints φ,     det JᵀJ ≠ 0 somewhere on φ = 0      (1)
//! ```
//!
//! What (1) takes one to one on the displacements it takes so on the allowed velocities among them.
//! The states give the motions only where the equations of both systems determine them.

use alembert_algebra::{Expr, Matrix};

use super::models::Correspondence;
use super::{Patience, determines};
use crate::classify::Surface;
use crate::independence::independence;
use crate::regular::is_regular_on;
use crate::rotation::chart;
use crate::theory::definitions;
use crate::{Motion, Reason, System};

/// Why motions of the second system, which are motions of the first by the map, are not all of these,
/// or are not proved to be; none when they are all.
pub(super) fn missing(
    (first, motion): (&System, &Motion),
    map: &[(Expr, Expr)],
    (second, other): (&System, &Motion),
) -> Result<Option<Correspondence>, Reason> {
    let (a, b) = (free_velocities(first)?, free_velocities(second)?);
    if a != b {
        return Ok(Some(Correspondence::Freedom(a, b)));
    }
    let (a, b) = (Positions::new(first)?, Positions::new(second)?);
    if a.dimension != b.dimension {
        return Ok(Some(Correspondence::Positions(a.dimension, b.dimension)));
    }
    if !b.keeps_displacements(map, (first, second)) {
        return Ok(Some(Correspondence::Part));
    }
    determines(first, motion, &Patience::endless())?;
    determines(second, other, &Patience::endless())?;
    Ok(None)
}

fn free_velocities(system: &System) -> Result<usize, Reason> {
    Ok(system.q().len() - independence(system)?.rank)
}

/// The positions that a system allows.
struct Positions {
    /// The constraints on them.
    stated: Vec<Expr>,
    surface: Surface,
    dimension: usize,
}

impl Positions {
    fn new(system: &System) -> Result<Self, Reason> {
        let (mut given, mut chart) = (definitions(system), chart(system.rotations()));
        let all = system.constraints().iter();
        let on_positions = all.filter(|c| c.order(system.q()) == Some(0));
        let stated: Vec<Expr> = on_positions.map(|c| c.phi).collect();
        let constraints: Vec<Expr> =
            stated.iter().map(|&phi| chart.apply(given.apply(phi))).collect();
        let surface = Surface::new(&constraints, system.q())?;
        let dimension = system.q().len() - surface.codimension();
        Ok(Self { stated, surface, dimension })
    }

    /// Equation (1), where turning a body is a displacement too. Rotations that are not in the map have the same
    /// names in both systems.
    fn keeps_displacements(
        &self,
        map: &[(Expr, Expr)],
        (first, second): (&System, &System),
    ) -> bool {
        let (mut given, mut chart) = (definitions(second), chart(second.rotations()));
        let shared = first.rotations().iter().filter(|r| second.rotations().contains(r));
        let turned: Vec<Expr> = shared.flat_map(|r| r.entries().concat()).collect();
        let mapped = map.iter().map(|&(_, value)| value).chain(turned);
        let slopes = |e: Expr| chart.apply_all(&second.by_position(given.apply(e)));
        let all = mapped.chain(self.stated.iter().copied());
        let J = Matrix::from_rows(all.map(slopes).collect(), second.q().len());
        is_regular_on(&self.surface, &(&J.transpose() * &J))
    }
}
