//! A shape of `view` as the player wants it: which channels place and turn it.

use alembert_algebra::{Expr, rate};
use serde_json::{Map, Value, json};

use super::plot::pretty;
use crate::language::Model;
use crate::language::SHAPES;
use crate::language::model::{Shape, ShapePart};

/// Why a line of `view` is not shown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum ShapeError {
    /// It has no words.
    #[error("it could not be read")]
    Unread,
    /// There is no such shape.
    #[error("there is no shape `{0}`")]
    Unknown(String),
    /// A point is no vector.
    #[error("`{0}` needs a vector, `{0} (x, y, 0)`")]
    NoVector(&'static str),
    /// A point is missing.
    #[error("it says nowhere `{0}` which point it is")]
    NoPlace(&'static str),
    /// An orientation has too few or too many numbers.
    #[error("`{word}` needs {count} numbers, not {found}")]
    Numbers {
        /// Its word.
        word: &'static str,
        /// How many it needs.
        count: usize,
        /// How many there are.
        found: usize,
    },
}

/// The quantities whose values the player needs.
#[derive(Default)]
pub(super) struct Channels {
    pub(super) quantities: Vec<Expr>,
}

impl Channels {
    /// The channel of a quantity.
    pub(super) fn place(&mut self, e: Expr) -> usize {
        if let Some(known) = self.quantities.iter().position(|q| *q == e) {
            return known;
        }
        self.quantities.push(e);
        self.quantities.len() - 1
    }

    fn point(&mut self, values: &[Expr]) -> Value {
        let three = values.iter().copied().chain(std::iter::repeat(Expr::zero())).take(3);
        three.map(|e| self.place(e)).collect::<Vec<_>>().into()
    }

    /// The quantities of a point.
    pub(super) fn read(&self, point: &Value) -> [Expr; 3] {
        let channel = |i: usize| point[i].as_u64().and_then(|k| usize::try_from(k).ok());
        let quantity = |i: usize| channel(i).and_then(|k| self.quantities.get(k).copied());
        std::array::from_fn(|i| quantity(i).unwrap_or(Expr::zero()))
    }
}

/// The shapes of a line for the player, or why it is not shown.
pub(super) fn shapes(
    model: &Model,
    line: &Shape,
    channels: &mut Channels,
) -> Result<Vec<Value>, ShapeError> {
    let (first, rest) = line.parts.split_first().ok_or(ShapeError::Unread)?;
    let kind = first.word.as_str();
    if !SHAPES.contains(&kind) {
        return Err(ShapeError::Unknown(kind.to_owned()));
    }
    let mut shape = Map::new();
    shape.insert("kind".to_owned(), json!(kind));
    let part = |word: &str| rest.iter().find(|p| p.word == word);
    place(kind, first, &part, channels, &mut shape)?;
    turn(&part, channels, &mut shape)?;
    size(model, kind, &part, channels, &mut shape);
    if kind == "camera" {
        return Ok(eye(&shape));
    }
    if kind == "trail" {
        let name = trail_name(model, line);
        return Ok(trails(model, &shape, (&name, part("frames")), channels));
    }
    let at = part("at").or_else(|| part("center")).map(|p| p.values.clone());
    if let Some(at) = at.filter(|_| !is_ground(kind)) {
        let velocity: Vec<Expr> = at.iter().map(|&e| rate(e)).collect();
        shape.insert("velocity".to_owned(), channels.point(&velocity));
    }
    Ok(vec![Value::Object(shape)])
}

/// Is it what other shapes stand on?
fn is_ground(kind: &str) -> bool {
    ["turntable", "plane"].contains(&kind)
}

/// A camera, which has no place among the shapes that are drawn: `eye` is the direction to it.
fn eye(shape: &Map<String, Value>) -> Vec<Value> {
    vec![json!({ "kind": "camera", "eye": shape["from"] })]
}

/// Where the shape is.
fn place<'a>(
    kind: &str,
    first: &'a ShapePart,
    part: &dyn Fn(&str) -> Option<&'a ShapePart>,
    channels: &mut Channels,
    shape: &mut Map<String, Value>,
) -> Result<(), ShapeError> {
    let vector = |p: &ShapePart| (2..=3).contains(&p.values.len());
    let needed: &[&'static str] = match kind {
        "rod" | "spring" | "arrow" => &["from", "to"],
        "camera" => &["from"],
        _ => &["at"],
    };
    for word in needed {
        let given = part(word).or_else(|| part("center").filter(|_| *word == "at"));
        let stands_first = *word == "at" || kind == "camera";
        let given = given.or(Some(first).filter(|p| !p.values.is_empty() && stands_first));
        let values = match given {
            Some(p) if vector(p) => p.values.clone(),
            Some(_) => return Err(ShapeError::NoVector(word)),
            None if is_ground(kind) => vec![Expr::zero(); 3],
            None => return Err(ShapeError::NoPlace(word)),
        };
        shape.insert((*word).to_owned(), channels.point(&values));
    }
    Ok(())
}

/// How the shape is turned.
fn turn<'a>(
    part: &dyn Fn(&str) -> Option<&'a ShapePart>,
    channels: &mut Channels,
    shape: &mut Map<String, Value>,
) -> Result<(), ShapeError> {
    for (word, count) in [("heading", 1), ("spin", 1), ("euler313", 3), ("rotation", 9)] {
        let Some(given) = part(word) else { continue };
        if given.values.len() != count {
            return Err(ShapeError::Numbers { word, count, found: given.values.len() });
        }
        let places: Vec<usize> = given.values.iter().map(|&e| channels.place(e)).collect();
        let value = if count == 1 { json!(places[0]) } else { json!(places) };
        shape.insert(word.to_owned(), value);
    }
    Ok(())
}

/// Shapes that have a size, which the scene gives to those that say none.
pub(super) const SIZED: [&str; 5] = ["disk", "sphere", "box", "blade", "turntable"];

/// Its radius or length; a round body without one has the radius R, if there is such a parameter.
fn size<'a>(
    model: &Model,
    kind: &str,
    part: &dyn Fn(&str) -> Option<&'a ShapePart>,
    channels: &mut Channels,
    shape: &mut Map<String, Value>,
) {
    let given = part("radius").or_else(|| part("length")).and_then(|p| p.values.first().copied());
    let is_sized = SIZED.contains(&kind);
    let radius = || {
        let named = model.parameters.iter().find(|p| p.name == "R" && kind != "box");
        named.filter(|_| is_sized).map(|p| p.symbol)
    };
    // A plane without a length is as wide as the scene.
    if let Some(size) = given.or_else(radius).filter(|_| is_sized || kind == "plane") {
        shape.insert("size".to_owned(), json!(channels.place(size)));
    }
}

/// A trail in each of its frames, with its name.
fn trails(
    model: &Model,
    shape: &Map<String, Value>,
    (name, frames): (&str, Option<&ShapePart>),
    channels: &mut Channels,
) -> Vec<Value> {
    let table =
        model.view.iter().find(|line| line.parts.first().is_some_and(|p| p.word == "turntable"));
    let spin = table.and_then(|line| line.parts.iter().find(|p| p.word == "spin"));
    let spin = spin.and_then(|p| p.values.first().copied());
    let frames = frames.map_or(vec!["lab"], |p| p.names.iter().map(String::as_str).collect());
    let mut all = Vec::new();
    for &frame in &frames {
        let mut trail = shape.clone();
        let within = match (frame, frames.len()) {
            (_, 1) => "",
            ("table", _) => " on the table",
            _ => " in the lab",
        };
        trail.insert("name".to_owned(), json!(format!("{name}{within}")));
        if let Some(spin) = spin.filter(|_| frame == "table") {
            trail.insert("turning".to_owned(), json!(channels.place(spin)));
        }
        all.push(Value::Object(trail));
    }
    all
}

/// The name of a path: that of its point where several points leave one.
fn trail_name(model: &Model, line: &Shape) -> String {
    let is_trail = |line: &&Shape| line.parts.first().is_some_and(|p| p.word == "trail");
    match model.view.iter().filter(is_trail).count() {
        1 => "path".to_owned(),
        _ => format!("path of {}", pretty(traced(line))),
    }
}

/// The point of a path as it is written, unless that is LaTeX.
pub(super) fn traced(line: &Shape) -> &str {
    let behind = line.text.trim().strip_prefix("trail").unwrap_or_default();
    let point = behind.split(" frames").next().unwrap_or_default().trim();
    let point = point.strip_prefix("at ").unwrap_or(point).trim();
    if point.is_empty() || point.contains('\\') { "a point" } else { point }
}

/// Fixed points at which rods and springs begin or end; a rod between two of them is a wall.
pub(super) fn pivots(shapes: &[Value], channels: &Channels) -> Vec<Value> {
    let is_fixed = |place: &&Value| {
        let channel = |k: &Value| k.as_u64().and_then(|k| usize::try_from(k).ok());
        let quantity = |k: &Value| channel(k).and_then(|k| channels.quantities.get(k));
        let list = place.as_array().into_iter().flatten();
        list.map(quantity).all(|e| e.is_some_and(|&e| rate(e) == Expr::zero()))
    };
    let mut found: Vec<Value> = Vec::new();
    for shape in shapes.iter().filter(|s| ["rod", "spring"].iter().any(|kind| s["kind"] == *kind)) {
        let ends: Vec<&Value> =
            [&shape["from"], &shape["to"]].into_iter().filter(is_fixed).collect();
        let is_marked = |at: &Value| {
            let other = |s: &Value| s["at"] == *at && s["kind"] != "trail";
            shapes.iter().any(other) || found.iter().any(|pivot| pivot["at"] == *at)
        };
        if let [at] = ends[..] {
            let pivot = json!({ "kind": "pivot", "at": at });
            found.extend(Some(pivot).filter(|_| !is_marked(at)));
        }
    }
    found
}
