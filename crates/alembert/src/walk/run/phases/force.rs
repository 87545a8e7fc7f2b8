//! The forces of dry friction as observed quantities: in the force on each coordinate, and in what dissipation makes of
//! it, the terms that contain `sign` of a velocity.

use alembert_algebra::{Elementary, Expr, Function, Kind, Node, partial, postorder, rate, symbols};

use crate::language::Model;
use crate::language::model::Definition;
use crate::walk::reactions::unit;
use crate::walk::run::work::terms;

/// The model with `friction_COORDINATE` among its observed quantities, before the others, for each coordinate on which dry
/// friction acts. A model that has them stays as it is.
#[must_use]
pub fn with_friction(model: &Model) -> Model {
    let mut forces = Vec::new();
    for (c, &force) in model.coordinates.iter().zip(&model.forces) {
        let drag = model.dissipation.map_or(Expr::zero(), |d| partial(d, rate(c.symbol)));
        let dry = Expr::sum([force, -drag].iter().flat_map(|&e| terms(e)).filter(|&e| is_dry(e)));
        if dry == Expr::zero() {
            continue;
        }
        let mut name = format!("friction_{}", c.name);
        if model.observed.iter().any(|d| d.name == name && d.value == dry) {
            continue;
        }
        while is_taken(model, &name) {
            name.push('_');
        }
        let unit = unit(model, &c.name, dry);
        forces.push(Definition { name, value: dry, unit, doc: None });
    }
    let names: Vec<(&str, Expr)> = forces.iter().map(|d| (d.name.as_str(), d.value)).collect();
    let mut seen = model.with_names(&names);
    seen.observed.splice(0..0, forces);
    seen
}

/// Does it contain the sign of a velocity?
pub(in crate::walk::run) fn is_dry(e: Expr) -> bool {
    !dry_arguments(e).is_empty()
}

/// The velocities whose signs it contains.
pub(in crate::walk) fn dry_arguments(e: Expr) -> Vec<Expr> {
    let moves = |e: Expr| {
        let found = symbols(&[e]).into_iter().filter_map(Expr::as_symbol);
        { found }.any(|s| s.kind == Kind::Coordinate && s.order > 0)
    };
    let sign = Function::Elementary(Elementary::Sign);
    let argument = |e: Expr| match e.node() {
        Node::Apply(f, u) if f == sign && moves(u[0]) => Some(u[0]),
        _ => None,
    };
    postorder(&[e]).into_iter().filter_map(argument).collect()
}

fn is_taken(model: &Model, name: &str) -> bool {
    let variables = model.coordinates.iter().chain(&model.inputs).map(|v| &v.name);
    variables.chain(model.observed.iter().map(|d| &d.name)).any(|n| n == name)
}
