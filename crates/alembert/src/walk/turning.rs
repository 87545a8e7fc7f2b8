//! Rotations at a state: what is given, what follows from it, and both angular accelerations.
//!
//! An orientation that nobody gives is the identity. An angular velocity may be given in either
//! axes; with the values of the quaternion in `B`,
//!
//! ```text
//! Ω = Bᵀ ω,     ω = B Ω                                                             (1)
//! Ω' = Bᵀ ω',   ω' = B Ω'                                                           (2)
//! ```
//!
//! since `ω × ω = 0`.

use alembert_algebra::tape::Builder;
use alembert_algebra::{Expr, Substitution, rate};
use alembert_mechanics::Motion;
use alembert_mechanics::rotation::{Axes, Rotation, Triple};

use super::WalkError;
use crate::language::model::{Initial, Turning};
use crate::language::{Assignment, Model, angular_velocity};

/// The value of an orientation or an angular velocity that is not given by itself.
pub(super) fn value_of(model: &Model, given: &[Assignment], symbol: Expr) -> Option<Expr> {
    model.rotations.iter().find_map(|turning| {
        let rotation = &turning.rotation;
        let entry = || rotation.by_quaternion().into_iter().find(|pair| pair.0 == symbol);
        if let Some(k) = rotation.quaternion().iter().position(|&p| p == symbol) {
            return Some(quaternion(model, given, rotation)[k]);
        }
        if let Some(k) = rotation.omega().iter().position(|&w| w == symbol) {
            return Some(speed(model, given, turning)?[k]);
        }
        entry().map(|(_, e)| at_quaternion(model, given, rotation).apply(e))
    })
}

/// The initial values in the quantities of a state in quaternions: an angular velocity in the other
/// axes is given through its expression, and an orientation that is not given is guessed to be the
/// identity.
pub(super) fn initial(model: &Model) -> Vec<Initial> {
    let mut all = model.initial.clone();
    for turning in &model.rotations {
        let rotation = &turning.rotation;
        let mut put = Substitution::new(rotation.by_quaternion());
        let own = rotation.omega();
        let turned = match rotation.axes() {
            Axes::Body => rotation.to_space(own),
            Axes::Space => rotation.to_body(own),
        };
        let other = turning.other.as_ref().map(|name| angular_velocity(name));
        for (symbol, e) in other.into_iter().flatten().zip(turned) {
            let given = all.iter_mut().filter(|i| i.quantity == symbol);
            given.for_each(|i| i.quantity = put.apply(e)); // (1)
        }
        if !all.iter().any(|i| rotation.quaternion().contains(&i.quantity)) {
            all.extend(identity(model, rotation));
        }
    }
    all
}

/// The identity as a guess.
fn identity(model: &Model, rotation: &Rotation) -> Vec<Initial> {
    let guess = |(k, &quantity): (usize, &Expr)| Initial {
        name: format!("{}_{k}", rotation.name()),
        quantity,
        value: Expr::from(i64::from(k == 0)),
        unit: None,
        guess: true,
        span: model.lagrangian_span,
    };
    rotation.quaternion().iter().enumerate().map(guess).collect()
}

/// The quaternion: given, initial, or that of the identity.
fn quaternion(model: &Model, given: &[Assignment], rotation: &Rotation) -> [Expr; 4] {
    let p = rotation.quaternion();
    let at = p.map(|p| given.iter().rev().find(|a| a.symbol == p).map(|a| a.value));
    let initial = p.map(|p| model.initial.iter().find(|i| i.quantity == p).map(|i| i.value));
    let identity = [0, 1, 2, 3].map(|k| Expr::from(i64::from(k == 0)));
    let whole = |p: [Option<Expr>; 4]| p.into_iter().collect::<Option<Vec<Expr>>>();
    let found = whole(at).or_else(|| whole(initial)).unwrap_or_else(|| identity.to_vec());
    [found[0], found[1], found[2], found[3]]
}

/// The angular velocity of the equations of motion: what is given before what is initial, each in
/// these axes or in the others; components that are left out of it are zero.
fn speed(model: &Model, given: &[Assignment], turning: &Turning) -> Option<Triple> {
    let at = |x: Expr| given.iter().rev().find(|a| a.symbol == x).map(|a| a.value);
    let initial = |x: Expr| model.initial.iter().find(|i| i.quantity == x).map(|i| i.value);
    let found = |value: &dyn Fn(Expr) -> Option<Expr>, omega: Triple| {
        let parts = omega.map(value);
        parts.iter().any(Option::is_some).then(|| parts.map(|e| e.unwrap_or(Expr::zero())))
    };
    let own = turning.rotation.omega();
    let others = turning.other.as_ref().map(|name| angular_velocity(name));
    let mut turned = at_quaternion(model, given, &turning.rotation);
    let mut back = |omega: Triple| to_own_axes(&turning.rotation, omega).map(|e| turned.apply(e));
    for value in [&at as &dyn Fn(Expr) -> Option<Expr>, &initial] {
        let other = others.and_then(|omega| found(value, omega)).map(&mut back); // (1)
        if let Some(omega) = found(value, own).or(other) {
            return Some(omega);
        }
    }
    None
}

/// Puts the quaternion of the state into the entries of `B`.
fn at_quaternion(model: &Model, given: &[Assignment], rotation: &Rotation) -> Substitution {
    let p = quaternion(model, given, rotation);
    let mut values = Substitution::new(rotation.quaternion().into_iter().zip(p));
    let pairs = rotation.by_quaternion().into_iter();
    Substitution::new(pairs.map(|(entry, e)| (entry, values.apply(e))).collect::<Vec<_>>())
}

/// A vector in the other axes, in those of the equations of motion.
fn to_own_axes(rotation: &Rotation, p: Triple) -> Triple {
    match rotation.axes() {
        Axes::Body => rotation.to_body(p),
        Axes::Space => rotation.to_space(p),
    }
}

/// The values of symbols, and orientations as quaternions, by name.
type Oriented = (Vec<(Expr, f64)>, Vec<(String, [f64; 4])>);

/// A state without the parameters of its orientations, and these as quaternions that are not of
/// unit length.
pub(super) fn told(model: &Model, state: &[(Expr, f64)]) -> Oriented {
    let value = |x: Expr| state.iter().find(|(y, _)| *y == x).map(|pair| pair.1);
    let mut plain = state.to_vec();
    let mut turned = Vec::new();
    for rotation in model.rotations.iter().map(|t| &t.rotation) {
        let c = rotation.chart();
        if c.iter().any(|&c| value(c).is_some()) {
            let [x, y, z] = c.map(|c| value(c).unwrap_or(0.0));
            turned.push((rotation.name().to_owned(), [1.0, x, y, z]));
        }
        plain.retain(|(x, _)| !c.contains(x));
    }
    (plain, turned)
}

/// The rates of the angular velocities in the other axes, by name, equation (2).
pub(super) fn other_rates(
    model: &Model,
    motion: &Motion,
    arguments: &[Expr],
    values: &[f64],
    highest: &[(String, f64)],
) -> Result<Vec<(String, f64)>, WalkError> {
    let mut known: Vec<Expr> = arguments.to_vec();
    known.extend(motion.highest.iter());
    let numbers: Vec<f64> = values.iter().copied().chain(highest.iter().map(|h| h.1)).collect();
    let mut builder = Builder::new(&known);
    let mut outputs = Vec::new();
    for turning in &model.rotations {
        let Some(other) = &turning.other else { continue };
        let rotation = &turning.rotation;
        let mut put = Substitution::new(rotation.by_quaternion());
        let own = rotation.omega().map(rate);
        let turned = match rotation.axes() {
            Axes::Body => rotation.to_space(own),
            Axes::Space => rotation.to_body(own),
        };
        for (axis, e) in ["x", "y", "z"].into_iter().zip(turned) {
            outputs.push((format!("{other}_{axis}'"), builder.expression(put.apply(e))?)); // (2)
        }
    }
    let names: Vec<String> = outputs.iter().map(|o| o.0.clone()).collect();
    let values = builder.finish(outputs).evaluate(&numbers)?.outputs;
    Ok(names.into_iter().zip(values.into_iter().map(|x| x + 0.0)).collect())
}
