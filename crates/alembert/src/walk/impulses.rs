//! Tables, and signs in constraints, that make velocities jump.
//!
//! A table is straight between its corners. Where it prescribes a place (`x = u`), the velocity jumps at each corner;
//! where it prescribes a velocity (`x' = u`), where two values have one time. A run goes on with the impulse of the
//! reaction there, and so do neighbouring motions; programs that are exported do not know of it.
//!
//! A place that jumps has no motion, whatever the impulse. With the highest derivative k of the coordinates in a
//! constraint and the highest derivative m of an input, positions follow u^(m−k): two values at one time, or within
//! [`NO_TIME`] of what the table lasts, are refused where
//!
//! ```text
//! m ≥ k                                                                             (1)
//! ```

use alembert_algebra::{Elementary, Expr, Function, Kind, Node, postorder, symbols};

use super::run::{Refusal, numbers, told::moment};
use crate::language::model::{Constraint, Signal};
use crate::language::{Code, Diagnostic, Model};

/// The part of a table's time in which nothing but a jump happens.
const NO_TIME: f64 = 1e-9;

/// Refuses tables that would make positions jump: AL043.
///
/// # Errors
/// The constraint, the input and the time.
pub(super) fn refuse_jumping_positions(model: &Model) -> Result<(), Refusal> {
    for input in &model.inputs {
        let signal = model.run.inputs.iter().find(|(u, _)| *u == input.symbol);
        let Some((_, Signal::Table(points))) = signal else { continue };
        let follows = |c: &&Constraint| prescribes_position(c.phi, input.symbol);
        let Some(constraint) = model.constraints.iter().find(follows) else { continue };
        let Some((t, from, to)) = first_jump(model, points)? else { continue };
        let (name, label) = (&input.name, &constraint.label);
        let message = format!(
            "the table of `{name}` jumps from {from} to {to} at t = {}, and `{label}` prescribes a position with it: \
             no motion goes from one place to another in no time",
            moment(t, 6)
        );
        let hint = "give the two points times that differ, so that the table is a ramp, or prescribe the velocity, \
                    which may jump";
        return Err(Diagnostic::new(Code::BadTable, constraint.span, message).hint(hint).into());
    }
    Ok(())
}

/// Inequality (1), where nothing but coordinates, inputs, time and parameters is in a constraint.
fn prescribes_position(phi: Expr, u: Expr) -> bool {
    let name = u.as_symbol().map(|s| s.name);
    let found: Vec<_> = symbols(&[phi]).into_iter().filter_map(Expr::as_symbol).collect();
    let own = found.iter().filter(|s| s.kind == Kind::Input && Some(&s.name) == name.as_ref());
    let Some(m) = own.map(|s| s.order).max() else { return false };
    let is_plain = |kind: Kind| {
        matches!(
            kind,
            Kind::Coordinate | Kind::Input | Kind::Time | Kind::Pi | Kind::Parameter { .. }
        )
    };
    let coordinates = found.iter().filter(|s| s.kind == Kind::Coordinate);
    let k = coordinates.map(|s| s.order).max().unwrap_or(0);
    m >= k && found.iter().all(|s| is_plain(s.kind))
}

/// The first time at which a table has two values, and these.
fn first_jump(model: &Model, points: &[(Expr, Expr)]) -> Result<Option<(f64, f64, f64)>, Refusal> {
    let flat: Vec<Expr> = points.iter().flat_map(|p| [p.0, p.1]).collect();
    let flat: Vec<f64> = numbers::evaluated(model, &flat)?;
    let points: Vec<(f64, f64)> = flat.chunks_exact(2).map(|p| (p[0], p[1])).collect();
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return Ok(None) };
    let none = NO_TIME * (last.0 - first.0).abs();
    let is_jump = |pair: &&[(f64, f64)]| pair[1].0 - pair[0].0 <= none && pair[0].1 != pair[1].1;
    let found = points.windows(2).find(is_jump);
    Ok(found.map(|pair| (pair[0].0, pair[0].1, pair[1].1)))
}

/// The inputs whose tables make velocities jump.
#[must_use]
pub fn impulsive_inputs(model: &Model) -> Vec<&str> {
    let is_impulsive = |u: Expr| {
        let signal = model.run.inputs.iter().find(|(input, _)| *input == u);
        let Some((_, Signal::Table(pairs))) = signal else { return false };
        let jumps = pairs.windows(2).any(|pair| pair[0].0 == pair[1].0);
        let bends = pairs.len() > 2;
        model.constraints.iter().any(|c| {
            let found = symbols(&[c.phi]);
            found.contains(&u) && (jumps || (bends && !found.iter().any(is_velocity)))
        })
    };
    let inputs = model.inputs.iter().filter(|input| is_impulsive(input.symbol));
    inputs.map(|input| input.name.as_str()).collect()
}

/// The labels of constraints on velocities that jump with a sign in them.
#[must_use]
pub(super) fn impulsive_constraints(model: &Model) -> Vec<&str> {
    let is_sign =
        |e: &Expr| matches!(e.node(), Node::Apply(Function::Elementary(Elementary::Sign), _));
    let jumps = |c: &&Constraint| postorder(&[model.specified(c.phi)]).iter().any(is_sign);
    model.constraints.iter().filter(jumps).map(|c| c.label.as_str()).collect()
}

fn is_velocity(symbol: &Expr) -> bool {
    symbol.as_symbol().is_some_and(|s| s.kind == Kind::Coordinate && s.order > 0)
}
