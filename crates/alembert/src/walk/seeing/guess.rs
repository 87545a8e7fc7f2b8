//! What is seen of a model that does not say it.
//!
//! Coordinates x, y, z are a point in space; in the plane, an angle that the constraints depend on is the
//! heading of a box there. A rotation is a box at the origin. Other lengths are boxes along a line; angles are the
//! links of a chain that hangs down:
//!
//! ```text
//! P₀ = 0,   Pₖ = Pₖ₋₁ + (sin θₖ, −cos θₖ, 0)                                               (1)
//! ```

use alembert_algebra::{Elementary, Expr, Rational, apply, contains, rate};
use alembert_mechanics::rotation::Rotation;

use crate::language::Model;
use crate::language::model::{Shape, ShapePart, Variable};

/// Shapes for a model that says nothing of them.
pub(super) fn shapes(model: &Model) -> Vec<Shape> {
    let (angles, lengths): (Vec<&Variable>, Vec<&Variable>) =
        model.coordinates.iter().partition(|c| is_angle(c));
    if let Some(p) = position(model) {
        if let Some(heading) = heading(model, &angles).filter(|_| p[2] == Expr::zero()) {
            let body = shape("box", &[("at", &p), ("heading", &[heading])]);
            return vec![body, shape("trail", &[("", &p)])];
        }
        return vec![shape("point", &[("at", &p)]), shape("trail", &[("", &p)])];
    }
    let bodies = model.rotations.iter().flat_map(|turning| body(&turning.rotation));
    let boxes = lengths.iter().map(|c| {
        let at = [c.symbol, Expr::zero(), Expr::zero()];
        shape("box", &[("at", &at)])
    });
    bodies.chain(boxes).chain(chain(&angles)).collect()
}

/// The angle on which the constraints depend: the direction in which a body points.
fn heading(model: &Model, angles: &[&Variable]) -> Option<Expr> {
    let turns = |c: &&&Variable| {
        model.constraints.iter().any(|constraint| contains(constraint.phi, c.symbol))
    };
    angles.iter().find(turns).map(|c| c.symbol)
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

/// Is a coordinate an angle, by its unit or by its letter?
fn is_angle(c: &Variable) -> bool {
    const LETTERS: [&str; 9] =
        ["theta", "phi", "psi", "alpha", "beta", "gamma", "chi", "vartheta", "varphi"];
    match c.unit.as_deref() {
        Some(unit) => ["rad", "deg"].contains(&unit),
        None => {
            let letter = c.name.split('_').next().unwrap_or_default();
            let letter = letter.trim_end_matches(|d: char| d.is_ascii_digit());
            LETTERS.contains(&letter)
        }
    }
}

/// The point (x, y, z) of a model that has at least x and y, in either case.
fn position(model: &Model) -> Option<[Expr; 3]> {
    let find = |names: [&str; 2]| {
        let named = model.coordinates.iter().find(|c| names.contains(&c.name.as_str()));
        named.map(|c| c.symbol)
    };
    let (x, y) = (find(["x", "X"])?, find(["y", "Y"])?);
    Some([x, y, find(["z", "Z"]).unwrap_or(Expr::zero())])
}

/// The two quantities of the plot of a path: of a trail, of the position, or the first coordinate with
/// its velocity.
pub(super) fn path(model: &Model) -> Option<[(String, Expr); 2]> {
    let spelled = |e: Expr| e.as_symbol().map(|s| s.spelling());
    if let Some([x, y, z]) = position(model) {
        let is_plane = z == Expr::zero() || !is_moving(model, z);
        let up = if is_plane { y } else { z };
        return Some([x, up].map(|e| (spelled(e).unwrap_or_default(), e)));
    }
    let q = model.coordinates.first()?;
    let v = rate(q.symbol);
    match model.coordinates.get(1).filter(|c| !is_angle(c) && !is_angle(q)) {
        Some(second) => Some([(q.name.clone(), q.symbol), (second.name.clone(), second.symbol)]),
        None => Some([(q.name.clone(), q.symbol), (format!("{}'", q.name), v)]),
    }
}

/// Does the potential pull along a coordinate? Then it is height.
fn is_moving(model: &Model, z: Expr) -> bool {
    contains(model.lagrangian, z)
}
