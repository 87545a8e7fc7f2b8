//! The fields whose momenta are tried.
//!
//! ```text
//! ∂/∂qᵢ                  every coordinate                                           (1)
//! qⱼ ∂/∂qᵢ               coordinates that stand in no function, such as x and y      (2)
//! S e_a                  directions that the constraints allow                      (3)
//! Bᵀ e_k  or  B e_k      for rotations: turns about the axes that (1) does not have   (4)
//! ```
//!
//! For a rotation (1) are turns about the axes in which its angular velocity is given, those of the
//! body or of the laboratory, and (4) are turns about the others.
//!
//! With constants, (2) and (1) give all fields that are affine in these coordinates: rotations,
//! shears, similarities. A coordinate inside a sine is an angle, and a field that grows with it is
//! not looked for.

use std::collections::BTreeSet;

use alembert_algebra::{Expr, Kind, Node, Vector, postorder, symbols};

use rustc_hash::FxHashSet;

use super::unit;
use crate::System;
use crate::principle::allowed_directions_within;
use crate::rotation::{Axes, Rotation};

/// Fields of (2) that are tried at most.
const MOST_LINEAR: usize = 64;

/// The fields (1), (4), (2), (3), in this order; what is a coordinate direction is not repeated. Each
/// step of solving for (3) has so many products of terms as work, and what is more is not tried.
pub(super) fn fields(system: &System, work: u64) -> Vec<Vector> {
    let q = system.q();
    let mut all: Vec<Vector> = q.iter().map(|&x| unit(x, system)).collect(); // (1)
    all.extend(turns(system)); // (4)
    all.extend(linear(system)); // (2)
    if system.constraints().is_empty() {
        return all; // every direction is allowed, and (1) has them
    }
    let allowed = allowed_directions_within(system, work).map(|S| S.transpose().rows().to_vec());
    let mut known: FxHashSet<Vec<Expr>> = all.iter().map(|xi| xi.to_vec()).collect();
    let is_field = |xi: &Vector| symbols(xi).into_iter().all(|x| is_position(x, system));
    for xi in allowed.unwrap_or_default().into_iter().filter(is_field) {
        if known.insert(xi.to_vec()) {
            all.push(xi); // (3)
        }
    }
    all
}

/// Positions and parameters: no velocities, which nonlinear constraints bring in, and no time.
fn is_position(x: Expr, system: &System) -> bool {
    let constant =
        x.as_symbol().is_some_and(|s| matches!(s.kind, Kind::Parameter { .. } | Kind::Pi));
    let mut entries = system.rotations().iter().flat_map(Rotation::entries).flatten();
    constant || system.plain().contains(&x) || entries.any(|b| b == x)
}

/// The fields (4).
fn turns(system: &System) -> Vec<Vector> {
    let mut all = Vec::new();
    for (number, rotation) in system.rotations().iter().enumerate() {
        let start = system.plain().len() + 3 * number;
        for k in 0..3 {
            let axis = [0, 1, 2].map(|i| Expr::from(i64::from(i == k)));
            let turn = match rotation.axes() {
                Axes::Body => rotation.to_body(axis),
                Axes::Space => rotation.to_space(axis),
            };
            let mut field = vec![Expr::zero(); system.q().len()];
            field[start..start + 3].copy_from_slice(&turn);
            all.push(field.into());
        }
    }
    all
}

/// The fields (2), `y ∂/∂x` before `x ∂/∂y`, so that rotations read `x ∂/∂y − y ∂/∂x`.
fn linear(system: &System) -> Vec<Vector> {
    let plain = plain(system);
    let n = plain.len();
    let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    let mut pairs: Vec<(usize, usize)> = pairs.collect();
    pairs.sort_by_key(|&(i, j)| (i >= j, i, j));
    let field = |(i, j): (usize, usize)| -> Vector {
        unit(plain[i], system).iter().map(|&e| e * plain[j]).collect()
    };
    if n * n > MOST_LINEAR { Vec::new() } else { pairs.into_iter().map(field).collect() }
}

/// The coordinates that stand in no function and in no root.
fn plain(system: &System) -> Vec<Expr> {
    let mut roots = vec![system.L()];
    roots.extend(system.Q().iter());
    roots.extend(system.constraints().iter().map(|c| c.phi));
    let mut inside = BTreeSet::new();
    for e in postorder(&roots) {
        let arguments: Vec<Expr> = match e.node() {
            Node::Apply(_, arguments) => arguments.to_vec(),
            Node::Product(powers) => {
                let roots = powers.iter().filter(|(_, k)| !k.is_integer());
                roots.map(|(base, _)| *base).collect()
            }
            _ => continue,
        };
        let names = symbols(&arguments).into_iter().filter_map(Expr::as_symbol);
        inside.extend(names.map(|s| s.name));
    }
    let free = |x: &Expr| x.as_symbol().is_some_and(|s| !inside.contains(&s.name));
    system.plain().iter().copied().filter(free).collect()
}
