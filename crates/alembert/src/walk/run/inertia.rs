//! Which coordinates have no inertia, when there are no accelerations.

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Substitution, gradient, rate};
use alembert_kernel::KernelError;

use super::told::zeros_of;
use super::{Refusal, WalkError, table};
use crate::language::Model;

/// A linear system without a solution, in words: the coordinates whose velocities have no kinetic energy with the
/// values of the parameters. Other refusals, and systems that are singular for other reasons, stay.
pub(super) fn named(model: &Model, refusal: Refusal) -> Refusal {
    let is_singular = matches!(
        refusal,
        Refusal::Walk(WalkError::Kernel(KernelError::Solve(_)) | WalkError::SingularStart { .. })
    );
    let coordinates = if is_singular { without_inertia(model) } else { Vec::new() };
    if coordinates.is_empty() {
        return refusal;
    }
    let zeros = zeros_of(model, &table::parameters(model));
    WalkError::NoInertia { coordinates, zeros }.into()
}

/// Coordinates q with `∂²L/∂q'∂v = 0` for all velocities v.
fn without_inertia(model: &Model) -> Vec<String> {
    let mut own = Substitution::new(model.own_values());
    let lagrangian = own.apply(model.specified(model.lagrangian));
    let v: Vec<Expr> = model.coordinates.iter().map(|q| rate(q.symbol)).collect();
    let is_light = |momentum: Expr| {
        gradient(momentum, &v).iter().all(|&entry| zero_test(entry) == Verdict::Zero)
    };
    let momenta = gradient(lagrangian, &v);
    let pairs = model.coordinates.iter().zip(momenta.iter());
    pairs.filter(|(_, p)| is_light(**p)).map(|(q, _)| q.name.clone()).collect()
}
