//! What is seen of a model that does not say it.
//!
//! Points in space ([`super::places`]) at fixed distances, from each other or from a pivot, are joined by rods
//! ([`super::rods`]). In the plane each is a box, whose heading is the angle of the same index, or one
//! that its place depends on, or the first that constraints or forces depend on. A rotation turns the first point,
//! which is a ball where it rolls, or a box at the origin. Other lengths are boxes along a line; angles are the
//! links of a chain that hangs down:
//!
//! ```text
//! P₀ = 0,   Pₖ = Pₖ₋₁ + (sin θₖ, −cos θₖ, 0)                                               (1)
//! ```

use alembert_algebra::{Elementary, Expr, Kind, Rational, apply, contains, rate, symbols};
use alembert_mechanics::rotation::Rotation;

use super::places::{Point, index, points};
use super::rods::{linked, rods};
use crate::language::Model;
use crate::language::model::{Shape, ShapePart, Variable};
use crate::walk::integrals::sine_arguments;

/// Shapes for a model that says nothing of them.
pub(super) fn shapes(model: &Model) -> Vec<Shape> {
    let (angles, lengths): (Vec<&Variable>, Vec<&Variable>) =
        model.coordinates.iter().partition(|c| is_angle(model, c));
    let points = points(model);
    if !points.is_empty() {
        return joined(model, &points, &angles);
    }
    let bodies = model.rotations.iter().flat_map(|turning| body(&turning.rotation));
    let places: Vec<[Expr; 3]> =
        lengths.iter().map(|c| [c.symbol, Expr::zero(), Expr::zero()]).collect();
    let boxes = places.iter().map(|at| shape("box", &[("at", at)]));
    bodies.chain(rigid(&linked(model, &places))).chain(boxes).chain(chain(&angles)).collect()
}

/// Rods between bodies of a view that constraints keep at their distances, where the view joins none.
pub(super) fn links(model: &Model, view: &[Shape]) -> Vec<Shape> {
    let kind = |line: &&Shape| line.parts.first().map(|p| p.word.clone()).unwrap_or_default();
    let is_body = |line: &&Shape| ["disk", "sphere", "box", "point"].contains(&kind(line).as_str());
    if view.iter().any(|line| ["rod", "spring"].contains(&kind(&line).as_str())) {
        return Vec::new();
    }
    let place = |line: &Shape| {
        let at = line.parts.iter().find(|p| ["at", "center"].contains(&p.word.as_str()))?;
        let at = |i: usize| at.values.get(i).copied().unwrap_or(Expr::zero());
        Some(std::array::from_fn(at))
    };
    let places: Vec<[Expr; 3]> = view.iter().filter(is_body).filter_map(place).collect();
    rigid(&linked(model, &places))
}

/// Rods between places.
fn rigid(ends: &[[[Expr; 3]; 2]]) -> Vec<Shape> {
    ends.iter().map(|[from, to]| shape("rod", &[("from", from), ("to", to)])).collect()
}

/// Bodies or points, with the rods between them and the paths of the first and the last.
fn joined(model: &Model, points: &[Point], angles: &[&Variable]) -> Vec<Shape> {
    let places: Vec<[Expr; 3]> = points.iter().map(|point| point.at).collect();
    let rods = rigid(&rods(model, &places));
    let turned = turned(model, &points[0]);
    let rest = if turned.is_some() { &points[1..] } else { points };
    let is_flat = |point: &&Point| point.at[2] == Expr::zero();
    let headings: Option<Vec<Expr>> = rest
        .iter()
        .map(|point| Some(point).filter(is_flat).and_then(|p| heading(model, p, angles)))
        .collect();
    // Where one body has no direction that is known, all are points.
    let others = rest.iter().enumerate().map(|(k, point)| match &headings {
        Some(list) => shape("box", &[("at", &point.at), ("heading", &list[k..=k])]),
        None => shape("point", &[("at", &point.at)]),
    });
    let bodies = turned.into_iter().chain(others);
    let ends = points.first().into_iter().chain(points[1..].last());
    let trails = ends.map(|point| trail(&point.name(), &point.at));
    rods.into_iter().chain(bodies).chain(trails).collect()
}

/// The body of the only rotation, at a point: a ball that lies on the plane z = 0 unless it has a height, where
/// constraints make it roll, else a box.
fn turned(model: &Model, point: &Point) -> Option<Shape> {
    let [turning] = &model.rotations[..] else { return None };
    let entries = turning.rotation.entries();
    let turns = entries.as_flattened();
    let is_spin = |x: &Expr| x.as_symbol().is_some_and(|s| s.kind == Kind::Quasi);
    let rolls = model.constraints.iter().any(|c| {
        let moves = point.at.iter().any(|&x| x != Expr::zero() && contains(c.phi, rate(x)));
        moves && symbols(&[c.phi]).iter().any(is_spin)
    });
    if !rolls {
        return Some(shape("box", &[("at", &point.at), ("rotation", turns)]));
    }
    let named = |name: &&str| model.parameters.iter().find(|p| p.name == **name).map(|p| p.symbol);
    let radius = ["r", "a", "R"].iter().find_map(named);
    let [x, y, z] = point.at;
    let at = [x, y, if z == Expr::zero() { radius.unwrap_or(z) } else { z }];
    let mut parts: Vec<(&str, &[Expr])> = vec![("at", &at), ("rotation", turns)];
    parts.extend(radius.as_ref().map(|r| ("radius", std::slice::from_ref(r))));
    Some(shape("sphere", &parts))
}

/// The direction in which the body at a point points.
fn heading(model: &Model, point: &Point, angles: &[&Variable]) -> Option<Expr> {
    let own = index(&point.names[0]);
    let same_index = |c: &&&Variable| !own.is_empty() && index(&c.name) == own;
    let moves_it = |c: &&&Variable| point.at.iter().any(|&e| contains(e, c.symbol));
    // An angle that stands in sums only is measured from another body.
    let is_absolute = |c: &&&Variable| sine_arguments(&point.at).contains(&c.symbol);
    let turns = |c: &&&Variable| {
        let mut constraints = model.constraints.iter().map(|constraint| constraint.phi);
        let mut forces = model.forces.iter().copied();
        constraints.any(|phi| contains(phi, c.symbol)) || forces.any(|f| contains(f, c.symbol))
    };
    if let Some(own) = angles.iter().find(same_index) {
        return Some(own.symbol);
    }
    match angles.iter().rev().find(moves_it) {
        Some(last) => Some(last).filter(is_absolute).map(|c| c.symbol),
        None => angles.iter().find(turns).map(|c| c.symbol),
    }
}

/// A body that turns about a point, with the path of the end of its first axis.
fn body(rotation: &Rotation) -> [Shape; 2] {
    let entries = rotation.entries();
    let first = entries.map(|row| row[0]);
    let origin = [Expr::zero(); 3];
    let long = [Expr::number(Rational::ratio(3, 2))];
    let parts: [(&str, &[Expr]); 3] =
        [("at", &origin), ("rotation", entries.as_flattened()), ("length", &long)];
    [shape("box", &parts), trail("its first axis", &first)]
}

/// (1), as rods.
fn chain(angles: &[&Variable]) -> Vec<Shape> {
    let mut from = [Expr::zero(); 3];
    let mut rods = Vec::new();
    for angle in angles {
        let turned = |f| apply(f, &[angle.symbol]);
        let to = [from[0] + turned(Elementary::Sin), from[1] - turned(Elementary::Cos), from[2]];
        rods.push(shape("rod", &[("from", &from), ("to", &to)]));
        rods.push(shape("point", &[("at", &to)]));
        from = to;
    }
    if let Some(last) = rods.last().map(|rod| rod.parts[1].values.clone()) {
        rods.push(trail("the end", &last));
    }
    rods
}

/// The path of a point with a name.
fn trail(name: &str, at: &[Expr]) -> Shape {
    Shape { text: format!("trail {name}"), ..shape("trail", &[("", at)]) }
}

fn shape(kind: &str, parts: &[(&str, &[Expr])]) -> Shape {
    let part = |(word, values): &(&str, &[Expr])| ShapePart {
        word: (*word).to_owned(),
        values: values.to_vec(),
        names: Vec::new(),
    };
    let mut all: Vec<ShapePart> = vec![part(&(kind, &[]))];
    for (word, values) in parts {
        match word.is_empty() {
            true => all[0].values = values.to_vec(),
            false => all.push(part(&(word, values))),
        }
    }
    Shape { text: kind.to_owned(), parts: all, span: crate::language::Span::at(0) }
}

/// Is a coordinate an angle, by its unit, or by the sines and cosines in which it stands?
pub(super) fn is_angle(model: &Model, c: &Variable) -> bool {
    let is_turned = || {
        let parts = model.constraints.iter().map(|constraint| constraint.phi);
        let all: Vec<Expr> = parts.chain([model.lagrangian]).collect();
        sine_arguments(&all).into_iter().any(|e| contains(e, c.symbol))
    };
    let letter = c.name.split('_').next().unwrap_or_default();
    let is_usual = USUAL.contains(&letter.trim_end_matches(|d: char| d.is_ascii_digit()));
    match c.unit.as_deref() {
        Some(unit) => ["rad", "deg"].contains(&unit),
        None => is_usual || is_turned(),
    }
}

/// The letters of angles.
const USUAL: [&str; 9] =
    ["theta", "phi", "psi", "alpha", "beta", "gamma", "chi", "vartheta", "varphi"];
