//! What must not vanish for the constraints to be independent, without the equations of motion.

use alembert_algebra::ring::{Imposed, LARGEST_QUESTION};
use alembert_algebra::{Expr, Vector, gradient, symbols};

use super::equations::Equations;
use super::givens::Givens;
use super::{Reason, Theory};
use crate::{Motion, System};

impl Theory {
    /// What must not vanish for the constraints to be independent.
    ///
    /// Constraints that are linear in the velocities, and nothing but these, are looked at alone: at
    /// every position they leave one affine space of velocities, whatever the equations of motion
    /// are.
    ///
    /// # Errors
    /// As for [`Theory::new`]; and [`Reason::Split`] where the constraints consist of several parts.
    pub fn rank_conditions(system: &System, motion: &Motion) -> Result<Vec<Expr>, Reason> {
        if is_linear_in_velocities(system, motion)
            && let Some(provisos) = of_velocities(system, motion)?
        {
            return Ok(provisos);
        }
        let theory = Self::new(system, motion, &[])?;
        if theory.is_split() { Err(Reason::Split) } else { Ok(theory.provisos) }
    }
}

/// Are there only constraints on velocities, linear ones, and no rotations?
fn is_linear_in_velocities(system: &System, motion: &Motion) -> bool {
    let [positions, velocities] = motion.manifold.as_slice() else { return false };
    if !positions.is_empty() || !system.rotations().is_empty() {
        return false;
    }
    let v = system.jet(1);
    let slopes: Vec<Expr> = velocities.iter().flat_map(|&phi| gradient(phi, &v).to_vec()).collect();
    !symbols(&slopes).iter().any(|x| v.contains(x))
}

/// The provisos of constraints on velocities; none where one of them was not solved, or where they
/// contradict each other.
fn of_velocities(system: &System, motion: &Motion) -> Result<Option<Vec<Expr>>, Reason> {
    let mut givens = Givens::new(system, motion, 0);
    let manifold: Vec<Vector> =
        motion.manifold.iter().map(|level| givens.apply_all(level)).collect();
    let jets = vec![system.jet(0), system.jet(1)];
    let stated = manifold.clone();
    let constraints = Equations { manifold, stated, levels: Vec::new(), jets };
    let (ring, outcome) = constraints.ring_of(&constraints.all(), LARGEST_QUESTION)?;
    let solved = |o: &Imposed| matches!(o, Imposed::Rule(_) | Imposed::Redundant);
    let known = !ring.is_split() && outcome.iter().flatten().all(solved);
    Ok(known.then(|| ring.provisos()))
}
