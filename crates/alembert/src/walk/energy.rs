//! The energy in questions about a motion.

use alembert_algebra::{Expr, Substitution, rate};
use alembert_mechanics::work::energy_rate;
use alembert_mechanics::{Motion, System};

use crate::language::{energy_symbol, with_energy};

/// An expression with the energy put in for its symbol, and for the first derivative of the symbol
/// what the equations of motion say about it.
pub(super) fn on_motions(e: Expr, system: &System, motion: &Motion) -> Expr {
    let slope = rate(energy_symbol());
    if !alembert_algebra::contains(e, slope) {
        return with_energy(e, motion.energy);
    }
    let e = Substitution::new([(slope, energy_rate(system, motion))]).apply(e);
    with_energy(e, motion.energy)
}
