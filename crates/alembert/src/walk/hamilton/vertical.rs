//! The vertical in a body, `Γ = Bᵀ e_z`, in place of the last row of `B` where nothing depends on the others.

use alembert_algebra::{Expr, Kind, Substitution};
use alembert_mechanics::rotation::Axes;

use crate::language::Model;

/// The names `Γ_x`, `Γ_y`, `Γ_z` with the entries that they stand for; none where other entries are among the
/// coordinates `z`, in space axes, or where the model has such names.
pub(super) fn vertical(model: &Model, z: &[Expr]) -> Vec<(Expr, Expr)> {
    let names = ["Gamma_x", "Gamma_y", "Gamma_z"];
    let [turning] = model.rotations.as_slice() else { return Vec::new() };
    let rotation = &turning.rotation;
    let [first, second, last] = rotation.entries();
    let others = first.iter().chain(&second).any(|b| z.contains(b));
    let is_free = names.iter().all(|name| !model.knows(name));
    if others || !z.contains(&last[0]) || rotation.axes() != Axes::Body || !is_free {
        return Vec::new();
    }
    let symbol = |name: &str| Expr::symbol(name, Kind::Coordinate, 0);
    names.into_iter().map(symbol).zip(last).collect()
}

/// Puts the names in.
pub(super) fn named(vertical: &[(Expr, Expr)]) -> Substitution {
    Substitution::new(vertical.iter().map(|&(name, entry)| (entry, name)))
}
