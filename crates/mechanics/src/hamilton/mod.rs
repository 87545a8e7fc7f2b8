//! Hamilton's side of a system: phase space, Hamiltonian, bracket.
//!
//! `canonical` has the equations with multipliers, in all momenta. The phase space that constraints leave, in
//! momenta along the allowed directions, belongs to the principle
//! [`poisson`](crate::principle::poisson()). Here is what both need: the coordinates of the configurations.
//!
//! A rotation has no coordinates. What depends on its orientation does so through entries of `B`, and those
//! of one row (body axes) or one column (space axes) change by themselves,
//!
//! ```text
//! (Bᵀ e)' = (Bᵀ e) × Ω,     (B e)' = ω × (B e)                                      (1)
//! ```

mod canonical;
mod error;
mod jacobiator;
mod legendre;
mod squares;

use alembert_algebra::{Expr, Vector, contains};

use crate::System;
use crate::rotation::{Axes, Rotation, Triple};

pub use canonical::{Canonical, canonical};
pub use error::HamiltonError;
pub use jacobiator::jacobiator;

/// The functions of the configuration that are coordinates of a phase space, each with its derivatives along
/// the coordinates and along virtual rotations: the coordinates, and of each rotation the rows or columns (1)
/// that something in the list depends on.
pub(crate) fn configuration(system: &System, uses: &[Expr]) -> Vec<(Expr, Vector)> {
    let occurs = |triple: &Triple| triple.iter().any(|&b| uses.iter().any(|&e| contains(e, b)));
    let entries = system.rotations.iter().flat_map(closed).filter(occurs).flatten();
    let all = system.plain().iter().copied().chain(entries);
    all.map(|x| (x, system.by_position(x))).collect()
}

/// The rows or columns (1).
fn closed(rotation: &Rotation) -> [Triple; 3] {
    let rows = rotation.entries();
    match rotation.axes() {
        Axes::Body => rows,
        Axes::Space => [0, 1, 2].map(|j| [0, 1, 2].map(|i| rows[i][j])),
    }
}
