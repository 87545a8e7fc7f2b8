//! Legendre's transform, for a Lagrangian of any order.
//!
//! Let `sᵢ ≥ 1` be the order of the highest derivative of the coordinate `qᵢ` in `L`. Ostrogradsky's momenta are
//!
//! ```text
//! pᵢ,ₛ = ∂L/∂qᵢ⁽ˢ⁾,     pᵢ,ₖ = ∂L/∂qᵢ⁽ᵏ⁾ − d/dt pᵢ,ₖ₊₁,     k = s − 1 … 1              (1)
//! ```
//!
//! so that `p = ∂L/∂q'` without accelerations in `L`, and with them `p₁ = ∂L/∂q' − d/dt ∂L/∂q''`, `p₂ = ∂L/∂q''`.
//! The highest derivatives follow from the highest momenta where
//!
//! ```text
//! det ∂²L/∂q⁽ˢ⁾∂q⁽ˢ⁾ ≠ 0                                                            (2)
//! ```
//!
//! In general that is a nonlinear system. It is solved where the momenta are linear in the highest derivatives, and
//! where their squares are fractions of the squares of these (`squares`).
//!
//! Source: \[Ostrogradsky1850\].

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{
    Expr, Kind, Matrix, Substitution, Vector, gradient, jacobian, partial, rate,
};

use super::error::{HamiltonError, spelled};
use super::squares::by_squares;
use crate::System;
use crate::affine::is_affine;
use crate::principle::linear::determinant;
use crate::principle::solution;
use crate::system::order;

/// A momentum.
#[derive(Debug, Clone, Copy)]
pub(super) struct Momentum {
    /// The place of its coordinate, or of its angular velocity.
    pub(super) slot: usize,
    /// `k` in (1).
    pub(super) level: u32,
    /// Its symbol.
    pub(super) name: Expr,
    /// Its value (1).
    pub(super) value: Expr,
    /// The derivative `q⁽ᵏ⁾` that belongs to it.
    pub(super) speed: Expr,
}

/// The orders `s` of the coordinates.
pub(super) fn orders(system: &System) -> Vec<u32> {
    let plain = system.plain().iter().map(|&x| order(system.L, &[x]).unwrap_or(0).max(1));
    plain.chain(vec![1; 3 * system.rotations.len()]).collect()
}

/// Equation (1), the momenta of the first level first.
pub(super) fn momenta(system: &System) -> Vec<Momentum> {
    let orders = orders(system);
    let top = orders.iter().copied().max().unwrap_or(1);
    let jets: Vec<Vector> = (0..=top).map(|k| system.jet(k)).collect();
    let names = Names::of(system, top);
    let mut found = Vec::new();
    for (slot, &s) in orders.iter().enumerate() {
        let mut above = Expr::zero();
        for level in (1..=s).rev() {
            let speed = jets[level as usize][slot];
            let value = partial(system.L, speed) - rate(above); // (1)
            found.push(Momentum { slot, level, name: names.name(slot, level), value, speed });
            above = value;
        }
    }
    found.sort_by_key(|p| (p.level, p.slot));
    found
}

/// The names of momenta.
struct Names<'a> {
    system: &'a System,
    letter: &'static str,
    has_levels: bool,
}

impl<'a> Names<'a> {
    fn of(system: &'a System, top: u32) -> Self {
        let has_levels = top > 1;
        let named = |letter| Names { system, letter, has_levels };
        let used = alembert_algebra::symbols(&uses(system));
        let is_free = |names: &Self| {
            let all = (0..system.q.len()).flat_map(|i| (1..=top).map(move |k| (i, k)));
            all.into_iter().all(|(i, k)| {
                let name = spelled(names.name(i, k));
                !used.iter().filter_map(|x| x.as_symbol()).any(|s| *s.name == *name)
            })
        };
        ["p", "P", "mom"].into_iter().map(named).find(is_free).unwrap_or_else(|| named("momentum"))
    }

    /// `p_x`, `p2_x`, and for rotations `M_x`, with several `M_B_x`.
    fn name(&self, slot: usize, level: u32) -> Expr {
        let plain = self.system.plain();
        let text = match plain.get(slot) {
            Some(&x) if self.has_levels => format!("{}{level}_{}", self.letter, spelled(x)),
            Some(&x) => format!("{}_{}", self.letter, spelled(x)),
            None => self.angular((slot - plain.len()) / 3, (slot - plain.len()) % 3),
        };
        Expr::symbol(&text, Kind::Coordinate, 0)
    }

    fn angular(&self, rotation: usize, axis: usize) -> String {
        let letter = if self.letter == "p" { "M" } else { "angular" };
        let axis = ["x", "y", "z"][axis];
        match self.system.rotations.as_slice() {
            [_] => format!("{letter}_{axis}"),
            all => format!("{letter}_{}_{axis}", all[rotation].name()),
        }
    }
}

/// Everything in which names occur.
fn uses(system: &System) -> Vec<Expr> {
    let constraints = system.constraints.iter().map(|c| c.phi);
    constraints.chain([system.L]).chain(system.Q.iter().chain(system.q.iter()).copied()).collect()
}

/// The highest derivatives through the highest momenta.
pub(super) fn solved(
    momenta: &[Momentum],
    system: &System,
) -> Result<Vec<(Expr, Expr)>, HamiltonError> {
    let orders = orders(system);
    let top: Vec<&Momentum> = momenta.iter().filter(|p| p.level == orders[p.slot]).collect();
    let speeds: Vector = top.iter().map(|p| p.speed).collect();
    let values: Vector = top.iter().map(|p| p.value).collect();
    if is_singular(&values, &speeds) {
        return Err(HamiltonError::Singular); // (2)
    }
    if let Some(p) = top.iter().find(|p| !is_affine(p.value, &speeds)) {
        let names: Vector = top.iter().map(|p| p.name).collect();
        let found = by_squares(&names, &values, &speeds);
        let found = found.ok_or_else(|| HamiltonError::NotSolved(spelled(p.name)))?;
        return Ok(speeds.iter().copied().zip(found.to_vec()).collect());
    }
    let mut at_rest = Substitution::new(speeds.iter().map(|&w| (w, Expr::zero())));
    let K: Matrix = jacobian(&values, &speeds).map(|e| at_rest.apply(e));
    let right: Vector = top.iter().map(|p| p.name - at_rest.apply(p.value)).collect();
    let found = solution(&K, &right).map_err(HamiltonError::Limit)?;
    Ok(speeds.iter().copied().zip(found.to_vec()).collect())
}

/// Is it proved that (2) fails?
fn is_singular(momenta: &Vector, speeds: &Vector) -> bool {
    let no_speed = |&p: &Expr| gradient(p, speeds).iter().all(|&e| e == Expr::zero());
    let whole = determinant(&jacobian(momenta, speeds));
    momenta.iter().any(no_speed) || whole.is_some_and(|det| zero_test(det) == Verdict::Zero)
}
