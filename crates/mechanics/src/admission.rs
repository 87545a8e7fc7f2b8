//! What a system must be for a principle to have a meaning. Each check refuses with the part
//! that is wrong; nothing is repaired.

use alembert_algebra::{Expr, Kind, Symbol, gradient, jacobian, symbols};

use crate::gauge::is_odd;
use crate::rotation::Rotation;
use crate::system::order;
use crate::{Constraint, Place, PrincipleError, System};

/// Constraints may contain accelerations.
const HIGHEST_ORDER: u32 = 2;

/// Lagrangians may contain third derivatives.
const HIGHEST_IN_LAGRANGIAN: u32 = 3;

/// Distinct coordinates without dots.
pub(crate) fn coordinates(q: &[Expr]) -> Result<(), PrincipleError> {
    distinct_symbols(q, Kind::Coordinate, &Place::Coordinates)
}

/// A value, in known symbols, with third derivatives at most; the highest ones not only linearly, unless
/// the equations of motion are of odd order.
pub(crate) fn lagrangian(system: &System) -> Result<(), PrincipleError> {
    let largest = if system.rotations.is_empty() { HIGHEST_IN_LAGRANGIAN } else { 1 };
    expression(system.L, system, largest, || Place::Lagrangian)?;
    if system.order == 1 || system.is_odd() || !vanishes_twice(system.L, &system.jet(system.order))
    {
        return Ok(());
    }
    match is_odd(system.L, system.plain()) {
        true => Err(PrincipleError::OddOrder),
        false => Err(PrincipleError::LinearLagrangian),
    }
}

/// One force a coordinate, below the order of the equations of motion.
pub(crate) fn forces(system: &System) -> Result<(), PrincipleError> {
    size(&system.Q, system, || Place::Forces)?;
    for (slot, &force) in system.Q.iter().enumerate() {
        let place = || Place::Force { coordinate: slot_name(slot, system) };
        expression(force, system, 2 * system.order - 1, place)?;
        let all = symbols(&[force]).into_iter().filter_map(Expr::as_symbol);
        let mut beyond = all.filter(|s| s.kind.is_of_motion() && s.order >= system.order_of(s));
        if let Some(s) = beyond.next() {
            let largest = system.order_of(&s) - 1;
            return Err(PrincipleError::TooHigh { place: place(), order: s.order, largest });
        }
    }
    Ok(())
}

/// Each constraint by itself, and no label twice.
pub(crate) fn constraints(system: &System) -> Result<(), PrincipleError> {
    for (index, constraint) in system.constraints.iter().enumerate() {
        let label = &constraint.label;
        if label.is_empty() {
            return Err(PrincipleError::NoLabel { index });
        }
        if system.constraints[..index].iter().any(|earlier| earlier.label == *label) {
            let place = Place::Constraint { label: label.clone() };
            return Err(PrincipleError::Repeated { place, name: label.clone() });
        }
        restriction(constraint, system)?;
        reaction(constraint, system)?;
    }
    Ok(())
}

/// `φ` restricts a coordinate, is linear in accelerations, and its highest derivatives stay.
fn restriction(constraint: &Constraint, system: &System) -> Result<(), PrincipleError> {
    let Constraint { label, phi, .. } = constraint;
    expression(*phi, system, HIGHEST_ORDER, || Place::Constraint { label: label.clone() })?;
    let Some(order) = constraint.order(&system.q) else {
        return Err(PrincipleError::NoCoordinate { label: label.clone() });
    };
    let highest = system.jet(order);
    let slopes = if order == 0 { system.by_position(*phi) } else { gradient(*phi, &highest) };
    if slopes.iter().all(|&e| e == Expr::zero()) {
        return Err(PrincipleError::Cancelling { label: label.clone(), order });
    }
    if order == HIGHEST_ORDER && !vanishes_twice(*phi, &highest) {
        return Err(PrincipleError::NotLinear { label: label.clone() });
    }
    Ok(())
}

/// The direction of a servo: one entry a coordinate, below the order of the equations of motion.
fn reaction(constraint: &Constraint, system: &System) -> Result<(), PrincipleError> {
    let Some(direction) = &constraint.reaction else { return Ok(()) };
    let place = || Place::Reaction { label: constraint.label.clone() };
    size(direction, system, place)?;
    let largest = 2 * system.order - 1;
    direction.iter().try_for_each(|&e| expression(e, system, largest, place))
}

/// Distinct inputs without dots, among them all that `occur`.
pub(crate) fn inputs(list: &[Expr], occur: &[Expr]) -> Result<(), PrincipleError> {
    distinct_symbols(list, Kind::Input, &Place::Inputs)?;
    match occur.iter().find(|u| !list.contains(u)) {
        Some(&u) => Err(PrincipleError::Missing { place: Place::Inputs, name: name(u) }),
        None => Ok(()),
    }
}

/// Distinct coordinates of the system.
pub(crate) fn dependent(list: &[Expr], q: &[Expr]) -> Result<(), PrincipleError> {
    let once = |(i, x): (usize, &Expr)| q.contains(x) && !list[..i].contains(x);
    if list.iter().enumerate().all(once) {
        return Ok(()); // the places of rotations among them, which are no coordinates
    }
    distinct_symbols(list, Kind::Coordinate, &Place::Dependent)?;
    match list.iter().find(|x| !q.contains(x)) {
        Some(&x) => Err(PrincipleError::Foreign { place: Place::Dependent, symbol: name(x) }),
        None => Ok(()),
    }
}

/// Parameters, each with a value that is constant in time.
pub(crate) fn definitions(list: &[(Expr, Expr)]) -> Result<(), PrincipleError> {
    for (index, &(parameter, value)) in list.iter().enumerate() {
        let is_parameter = |s: Symbol| matches!(s.kind, Kind::Parameter { .. });
        if !parameter.as_symbol().is_some_and(is_parameter) {
            return Err(PrincipleError::WrongKind { place: Place::Definitions, index });
        }
        let place = || Place::Definition { name: name(parameter) };
        no_fault(value, place)?;
        known_symbols(value, place, |s| s.kind != Kind::Time && !s.kind.has_jets())?;
    }
    Ok(())
}

/// Names beside the coordinates for expressions in positions and velocities.
pub(crate) fn quasi_velocities(
    list: &[(Expr, Expr)],
    system: &System,
) -> Result<(), PrincipleError> {
    let names: Vec<Expr> = list.iter().map(|(name, _)| *name).collect();
    distinct_symbols(&names, Kind::Coordinate, &Place::QuasiVelocities)?;
    for &(u, form) in list {
        let place = || Place::QuasiVelocity { name: name(u) };
        if system.q.contains(&u) {
            return Err(PrincipleError::Repeated { place: place(), name: name(u) });
        }
        expression(form, system, 1, place)?;
    }
    Ok(())
}

/// A value in symbols that have a meaning, with derivatives of `largest` order at most.
fn expression(
    e: Expr,
    system: &System,
    largest: u32,
    place: impl Fn() -> Place,
) -> Result<(), PrincipleError> {
    no_fault(e, &place)?;
    known_symbols(e, &place, |s| match s.kind {
        Kind::Coordinate => system.q.contains(&Expr::symbol(&s.name, s.kind, 0)),
        Kind::Quasi | Kind::Flow(_) => is_of_rotation(s, system),
        kind => kind != Kind::Multiplier,
    })?;
    match order(e, &system.q) {
        Some(order) if order > largest => {
            Err(PrincipleError::TooHigh { place: place(), order, largest })
        }
        _ => Ok(()),
    }
}

/// Is the symbol an entry of a rotation of the system, or an angular velocity with any dots?
fn is_of_rotation(s: &Symbol, system: &System) -> bool {
    let own = Expr::symbol(&s.name, s.kind, u32::from(s.kind == Kind::Quasi));
    let turns =
        |r: &Rotation| r.omega().contains(&own) || r.entries().iter().any(|row| row.contains(&own));
    s.order <= HIGHEST_ORDER && system.rotations.iter().any(turns)
}

/// The name of a coordinate, or of the rotation that takes this place.
fn slot_name(slot: usize, system: &System) -> String {
    let plain = system.plain();
    match plain.get(slot) {
        Some(&x) => name(x),
        None => system.rotations[(slot - plain.len()) / 3].name().to_owned(),
    }
}

fn no_fault(e: Expr, place: impl Fn() -> Place) -> Result<(), PrincipleError> {
    e.fault().map_or(Ok(()), |fault| Err(PrincipleError::Fault { place: place(), fault }))
}

fn known_symbols(
    e: Expr,
    place: impl Fn() -> Place,
    known: impl Fn(&Symbol) -> bool,
) -> Result<(), PrincipleError> {
    let mut foreign = symbols(&[e]).into_iter().filter_map(Expr::as_symbol).filter(|s| !known(s));
    match foreign.next() {
        Some(s) => Err(PrincipleError::Foreign { place: place(), symbol: s.spelling() }),
        None => Ok(()),
    }
}

fn size(list: &[Expr], system: &System, place: impl Fn() -> Place) -> Result<(), PrincipleError> {
    let (expected, found) = (system.q.len(), list.len());
    if found == expected {
        return Ok(());
    }
    Err(PrincipleError::Size { place: place(), expected, found })
}

fn distinct_symbols(list: &[Expr], kind: Kind, place: &Place) -> Result<(), PrincipleError> {
    for (index, &x) in list.iter().enumerate() {
        if !x.as_symbol().is_some_and(|s| s.kind == kind && s.order == 0) {
            return Err(PrincipleError::WrongKind { place: place.clone(), index });
        }
        if list[..index].contains(&x) {
            return Err(PrincipleError::Repeated { place: place.clone(), name: name(x) });
        }
    }
    Ok(())
}

/// Are all second derivatives by `x` structurally zero?
fn vanishes_twice(e: Expr, x: &[Expr]) -> bool {
    jacobian(&gradient(e, x), x).entries().all(|second| second == Expr::zero())
}

/// The spelling of a symbol.
fn name(x: Expr) -> String {
    x.as_symbol().map(|s| s.spelling()).unwrap_or_default()
}
