//! What is seen of a model that does not say it.
//!
//! Names x, y, z with the same index, of coordinates or of `let`, are points in space; those at fixed distances,
//! from each other or from a pivot, are joined by rods ([`super::rods`]). In the plane each is a box,
//! whose heading is the angle of the same index, or one that its place depends on, or the first that
//! constraints or forces depend on. A rotation is a box at the origin. Other lengths are boxes along a line; angles are the
//! links of a chain that hangs down:
//!
//! ```text
//! P₀ = 0,   Pₖ = Pₖ₋₁ + (sin θₖ, −cos θₖ, 0)                                               (1)
//! ```

use alembert_algebra::{Elementary, Expr, Rational, apply, contains, rate};
use alembert_mechanics::rotation::Rotation;

use super::rods::rods;
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
    let boxes = lengths.iter().map(|c| {
        let at = [c.symbol, Expr::zero(), Expr::zero()];
        shape("box", &[("at", &at)])
    });
    bodies.chain(boxes).chain(chain(&angles)).collect()
}

/// A point with the names of its components.
struct Point {
    names: [String; 3],
    at: [Expr; 3],
}

/// Bodies or points, with the rods between them and the paths of the first and the last.
fn joined(model: &Model, points: &[Point], angles: &[&Variable]) -> Vec<Shape> {
    let places: Vec<[Expr; 3]> = points.iter().map(|point| point.at).collect();
    let rods = rods(model, &places);
    let rods = rods.iter().map(|[from, to]| shape("rod", &[("from", from), ("to", to)]));
    let bodies = points.iter().map(|point| match heading(model, point, angles) {
        Some(heading) if point.at[2] == Expr::zero() => {
            shape("box", &[("at", &point.at), ("heading", &[heading])])
        }
        _ => shape("point", &[("at", &point.at)]),
    });
    let ends = points.first().into_iter().chain(points[1..].last());
    let trails = ends.map(|point| shape("trail", &[("", &point.at)]));
    rods.chain(bodies).chain(trails).collect()
}

/// The direction in which the body at a point points.
fn heading(model: &Model, point: &Point, angles: &[&Variable]) -> Option<Expr> {
    let own = index(&point.names[0]);
    let same_index = |c: &&&Variable| !own.is_empty() && index(&c.name) == own;
    let moves_it = |c: &&&Variable| point.at.iter().any(|&e| contains(e, c.symbol));
    let turns = |c: &&&Variable| {
        let mut constraints = model.constraints.iter().map(|constraint| constraint.phi);
        let mut forces = model.forces.iter().copied();
        constraints.any(|phi| contains(phi, c.symbol)) || forces.any(|f| contains(f, c.symbol))
    };
    let found = angles.iter().find(same_index).or_else(|| angles.iter().rev().find(moves_it));
    found.or_else(|| angles.iter().find(turns)).map(|c| c.symbol)
}

/// The digits and letters after an underscore at the end of a name: `1` of `theta1`, `a` of `x_a`.
fn index(name: &str) -> &str {
    match name.split_once('_') {
        Some((_, index)) => index,
        None => name.trim_start_matches(|c: char| !c.is_ascii_digit()),
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
    [shape("box", &parts), shape("trail", &[("", &first)])]
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
        rods.push(shape("trail", &[("", &last)]));
    }
    rods
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
fn is_angle(model: &Model, c: &Variable) -> bool {
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

/// The points (x, y, z) of a model that have at least x and y, in either case: coordinates first.
fn points(model: &Model) -> Vec<Point> {
    let coordinates = model.coordinates.iter().map(|c| (c.name.as_str(), c.symbol));
    let names = coordinates.chain(model.abbreviations.iter().map(|d| (d.name.as_str(), d.value)));
    let names: Vec<(&str, Expr)> = names.filter(|(_, value)| is_place(model, *value)).collect();
    let find = |letter: &str, rest: &str| {
        let named = |(name, _): &&(&str, Expr)| name.strip_prefix(letter) == Some(rest);
        names.iter().find(named).map(|(_, value)| *value)
    };
    let point = |(name, x): &(&str, Expr)| {
        let letters = [["x", "y", "z"], ["X", "Y", "Z"]];
        let [first, second, third] = letters.into_iter().find(|l| name.starts_with(l[0]))?;
        let rest = name.strip_prefix(first)?;
        let y = find(second, rest).filter(|_| rest.is_empty() || !index(name).is_empty())?;
        let at = [*x, y, find(third, rest).unwrap_or(Expr::zero())];
        Some(Point { names: [first, second, third].map(|letter| format!("{letter}{rest}")), at })
    };
    names.iter().filter_map(point).collect()
}

/// Is it moved by the coordinates, and not a velocity?
fn is_place(model: &Model, e: Expr) -> bool {
    let has = |c: &Variable| contains(e, c.symbol);
    model.coordinates.iter().any(has)
        && model.coordinates.iter().all(|c| !contains(e, rate(c.symbol)))
}

/// The two quantities of the plot of a path: of a trail, of the position, or the first coordinate with
/// its velocity.
pub(super) fn path(model: &Model) -> Option<[(String, Expr); 2]> {
    if let Some(Point { names: [x, y, z], at }) = points(model).into_iter().next() {
        let is_plane = at[2] == Expr::zero() || !is_moving(model, at[2]);
        let up = if is_plane { (y, at[1]) } else { (z, at[2]) };
        return Some([(x, at[0]), up]);
    }
    let q = model.coordinates.first()?;
    let v = rate(q.symbol);
    match model.coordinates.get(1).filter(|c| !is_angle(model, c) && !is_angle(model, q)) {
        Some(second) => Some([(q.name.clone(), q.symbol), (second.name.clone(), second.symbol)]),
        None => Some([(q.name.clone(), q.symbol), (format!("{}'", q.name), v)]),
    }
}

/// Does the potential pull along a coordinate? Then it is height.
fn is_moving(model: &Model, z: Expr) -> bool {
    contains(model.lagrangian, z)
}
