//! Which places of a model are bodies.
//!
//! Names x, y, z with the same index, of coordinates or of `let`, are points in space. A vector of `let` is one when it
//! has a mass in the kinetic energy,
//!
//! ```text
//! T = Σ ½ mₖ |Pₖ'|² + Σ cᵢⱼ q̇ᵢ q̇ⱼ,     mₖ ≠ 0                                            (1)
//! ```
//!
//! with constants cᵢⱼ for coordinates and for bodies that turn. Where T is not of this form, a vector is a place when it is
//! a length. The masses are found at points drawn from a fixed stream: a guess for the eye, and no proof.

use alembert_algebra::{Expr, Substitution, contains, rate};

use super::rods::combination;
use crate::language::model::Variable;
use crate::language::{Model, unit_of};
use crate::walk::sampled::values;

/// A point with the names of its components.
#[derive(Debug, Clone)]
pub(super) struct Point {
    pub(super) names: [String; 3],
    pub(super) at: [Expr; 3],
}

impl Point {
    /// `P` for a vector, `(x, y)` for a point of numbers.
    pub(super) fn name(&self) -> String {
        let [x, y, z] = &self.names;
        match x.strip_suffix("_x").filter(|stem| y.strip_suffix("_y") == Some(stem)) {
            Some(stem) => stem.to_owned(),
            None if self.at[2] == Expr::zero() => format!("({x}, {y})"),
            None => format!("({x}, {y}, {z})"),
        }
    }
}

/// The points of a model that have at least x and y: of coordinates, of numbers of `let`, of its vectors.
pub(super) fn points(model: &Model) -> Vec<Point> {
    let mut all = named(model);
    let vectors: Vec<Point> = vectors(model).into_iter().filter(|p| is_new(p, &all)).collect();
    let given = all.iter().map(|point| point.at).collect::<Vec<_>>();
    all.extend(bodies(model, &given, vectors));
    all
}

fn is_new(point: &Point, known: &[Point]) -> bool {
    known.iter().all(|other| other.at != point.at)
}

/// The points (x, y, z), in either case: coordinates first.
fn named(model: &Model) -> Vec<Point> {
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

/// The digits and letters after an underscore at the end of a name: `1` of `theta1`, `a` of `x_a`.
pub(super) fn index(name: &str) -> &str {
    match name.split_once('_') {
        Some((_, index)) => index,
        None => name.trim_start_matches(|c: char| !c.is_ascii_digit()),
    }
}

/// Is it moved by the coordinates, and not a velocity?
fn is_place(model: &Model, e: Expr) -> bool {
    let has = |c: &Variable| contains(e, c.symbol);
    model.coordinates.iter().any(has) && !is_moving(model, e)
}

fn is_moving(model: &Model, e: Expr) -> bool {
    model.coordinates.iter().any(|c| contains(e, rate(c.symbol)))
}

/// The vectors of `let` that are moved by the coordinates, and are no velocities.
fn vectors(model: &Model) -> Vec<Point> {
    let find = |name: &str| model.abbreviations.iter().find(|d| d.name == name).map(|d| d.value);
    let vector = |name: &str| {
        let stem = name.strip_suffix("_x")?;
        let names = ["x", "y", "z"].map(|letter| format!("{stem}_{letter}"));
        let at = [find(&names[0])?, find(&names[1])?, find(&names[2]).unwrap_or(Expr::zero())];
        let moved = at.iter().any(|&e| is_place(model, e));
        (moved && !at.iter().any(|&e| is_moving(model, e))).then_some(Point { names, at })
    };
    model.abbreviations.iter().filter_map(|d| vector(&d.name)).collect()
}

/// Those vectors that are bodies by (1), or by their unit.
fn bodies(model: &Model, given: &[[Expr; 3]], vectors: Vec<Point>) -> Vec<Point> {
    let masses = masses(model, given, &vectors);
    let is_length = |point: &Point| unit_of(model, point.at[0]).as_deref() == Some("m");
    let is_body = |(k, point): &(usize, Point)| match &masses {
        Some(masses) => masses[*k].abs() > LIGHT,
        None => is_length(point),
    };
    vectors.into_iter().enumerate().filter(is_body).map(|(_, point)| point).collect()
}

/// A mass below this is none, in units of the model.
const LIGHT: f64 = 1e-9;

/// The masses of vectors in (1), when T has this form beside the points that are given.
fn masses(model: &Model, given: &[[Expr; 3]], vectors: &[Point]) -> Option<Vec<f64>> {
    let v: Vec<Expr> = model.coordinates.iter().map(|c| rate(c.symbol)).collect();
    let mut rest = Substitution::new(v.iter().map(|&v| (v, Expr::zero())));
    let kinetic = model.lagrangian - rest.apply(model.lagrangian);
    let speed = |at: [Expr; 3]| at.map(rate).into_iter().map(|x| x * x).sum::<Expr>();
    // What is proportional to a point that is given has no mass of its own; an arm about a pivot has one,
    // though it might be a constant of (1) as well.
    let known = given.iter().map(|&at| speed(at));
    let own = vectors.iter().map(|point| speed(point.at));
    let forms = (0..v.len()).flat_map(|i| (0..=i).map(move |j| (i, j)));
    let forms = forms.map(|(i, j)| v[i] * v[j]);
    let list: Vec<Expr> = [kinetic].into_iter().chain(known).chain(own).chain(forms).collect();
    let rows = values(model, &list);
    if rows.len() < list.len() {
        return None;
    }
    let column = |k: usize| rows.iter().map(|row| row[k]).collect::<Vec<f64>>();
    let columns: Vec<Vec<f64>> = (0..list.len()).map(column).collect();
    let found = combination(&columns[0], &columns[1..].iter().collect::<Vec<_>>())?; // (1)
    Some(found[given.len()..].to_vec())
}
