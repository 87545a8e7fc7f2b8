//! The path that a plot shows: those of `view`, or a guess.
//!
//! Without `view` it is that of the first point of coordinates, of the last point, or the first coordinate
//! with its velocity. A path in space is seen from above and from the front, unless it lies in a plane of
//! the axes.

use alembert_algebra::{Expr, rate};
use alembert_render::figure::{Curve, Panel};

use super::guess::is_angle;
use super::motions::Motion;
use super::places::{Point, points};
use super::plot::{column_unit, pretty};
use super::shape::traced;
use super::standard::shown;
use crate::language::model::Shape;
use crate::language::{Model, unit_of};

/// A path that is thinner than this share of its width lies in a plane.
const THIN: f64 = 1e-6;

/// The curve of a point: its name, and its components with theirs.
struct Trace {
    name: String,
    components: Vec<(String, Expr)>,
}

/// What the panels of a path show.
pub(super) struct Path {
    /// Curves with the same number of components, two or three.
    traces: Vec<Trace>,
    title: String,
    is_phase: bool,
}

impl Path {
    /// The path of a model, if two of its quantities make one.
    pub(super) fn of(model: &Model) -> Option<Self> {
        let own = Self::of_view(model).or_else(|| Self::of_points(model));
        own.or_else(|| Self::of_coordinates(model))
    }

    /// The trails of `view`.
    fn of_view(model: &Model) -> Option<Self> {
        let trails = model.view.iter().filter_map(|line| Some((trail(line)?, traced(line))));
        let trails: Vec<([Expr; 3], &str)> = trails.collect();
        let all: Vec<([Expr; 3], [String; 3])> =
            trails.iter().map(|(at, _)| (*at, named(model, *at))).collect();
        let traces = in_common(all, |k| pretty(trails[k].1));
        let is_named =
            |trace: &Trace| trace.components.iter().all(|(name, e)| known(model, *e) == Some(name));
        let title = match &traces[..] {
            [] => return None,
            [only] if !is_named(only) => format!("Path of {}", only.name),
            [_] => "Path".to_owned(),
            _ => "Paths".to_owned(),
        };
        Some(Self { traces, title, is_phase: false })
    }

    /// The first point of coordinates, or the last point.
    fn of_points(model: &Model) -> Option<Self> {
        let all = points(model);
        let is_own = |p: &Point| model.coordinates.iter().any(|c| c.name == p.names[0]);
        let point = all.iter().find(|p| is_own(p)).or(all.last())?;
        let traces = in_common(vec![(point.at, point.names.clone())], |_| point.name());
        Some(Self { traces, title: "Path".to_owned(), is_phase: false })
    }

    /// Two lengths, or a coordinate with its velocity.
    fn of_coordinates(model: &Model) -> Option<Self> {
        let q = model.coordinates.first()?;
        let second = model.coordinates.get(1);
        let second = second.filter(|c| !is_angle(model, c) && !is_angle(model, q));
        let is_phase = second.is_none();
        let up = match second {
            Some(second) => (second.name.clone(), second.symbol),
            None => (format!("{}'", q.name), rate(q.symbol)),
        };
        let components = vec![(q.name.clone(), q.symbol), up];
        let title = if is_phase { "Phase portrait" } else { "Path" }.to_owned();
        Some(Self { traces: vec![Trace { name: q.name.clone(), components }], title, is_phase })
    }

    /// What has to be followed.
    pub(super) fn quantities(&self) -> Vec<Expr> {
        self.traces.iter().flat_map(|trace| trace.components.iter().map(|c| c.1)).collect()
    }

    /// What stands on the axes.
    pub(super) fn names(&self) -> Vec<String> {
        let components = self.traces.iter().flat_map(|trace| &trace.components);
        components.map(|(name, _)| name.clone()).collect()
    }

    /// The panels; the quantities have to be the first that were followed.
    pub(super) fn panels(&self, model: &Model, motions: &[Motion]) -> Vec<Panel> {
        if self.traces[0].components.len() == 2 {
            return vec![self.panel(model, motions, (&self.title, [0, 1]))];
        }
        let extents: [f64; 3] = std::array::from_fn(|i| self.extent(motions, i));
        let widest = extents.into_iter().fold(0.0, f64::max);
        let plane = match extents.map(|extent| extent <= THIN * widest) {
            [_, _, true] => Some([0, 1]),
            [_, true, _] => Some([0, 2]),
            [true, ..] => Some([1, 2]),
            _ => None,
        };
        if let Some(axes) = plane {
            return vec![self.panel(model, motions, (&self.title, axes))];
        }
        let sides = [("from above", [0, 1]), ("from the front", [0, 2])];
        let panel =
            |(side, axes)| self.panel(model, motions, (&format!("{}, {side}", self.title), axes));
        sides.map(panel).into()
    }

    /// How far the paths reach along an axis.
    fn extent(&self, motions: &[Motion], i: usize) -> f64 {
        let range = |values: &[f64]| {
            let finite = values.iter().copied().filter(|x| x.is_finite());
            finite.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)))
        };
        let each = (0..self.traces.len()).flat_map(|k| motions.iter().map(move |m| (k, m)));
        each.map(|(k, m)| range(m.values(3 * k + i)))
            .map(|(low, high)| high - low)
            .fold(0.0, f64::max)
    }

    /// One panel with the components of two axes.
    fn panel(&self, model: &Model, motions: &[Motion], (title, axes): (&str, [usize; 2])) -> Panel {
        let (first, count) = (&self.traces[0], self.traces[0].components.len());
        let unit = |trace: &Trace, i: usize| {
            let (name, e) = &trace.components[i];
            column_unit(motions, name).or_else(|| unit_of(model, *e))
        };
        let mut curves = Vec::new();
        for motion in motions {
            for (k, trace) in self.traces.iter().enumerate() {
                let principle = motion.report.principle;
                let name = match (self.traces.len(), motions.len()) {
                    (1, _) => principle.to_owned(),
                    (_, 1) => trace.name.clone(),
                    _ => format!("{} ({principle})", trace.name),
                };
                let [x, y] = axes.map(|i| motion.values(count * k + i).to_vec());
                curves.push(Curve { name, unit: unit(trace, axes[1]), x, y });
            }
        }
        let common = |i: usize| {
            let is_shared = |trace: &Trace| trace.components[i].0 == first.components[i].0;
            let letter = ["x", "y", "z"][i].to_owned();
            if self.traces.iter().all(is_shared) { shown(&first.components[i].0) } else { letter }
        };
        let (names, units) = (axes.map(common), axes.map(|i| unit(first, i)));
        let [x, y] = [0, 1].map(|i| (names[i].as_str(), units[i].as_deref()));
        let mut panel = Panel::new(title, x, y, curves);
        panel.equal = !self.is_phase;
        panel
    }
}

/// The point of a line `trail`.
fn trail(line: &Shape) -> Option<[Expr; 3]> {
    let (first, rest) = line.parts.split_first()?;
    let at = rest.iter().find(|p| ["at", "center"].contains(&p.word.as_str()));
    let values = &at.unwrap_or(first).values;
    let is_point = first.word == "trail" && (2..=3).contains(&values.len());
    is_point.then(|| std::array::from_fn(|i| values.get(i).copied().unwrap_or(Expr::zero())))
}

/// Points as curves with as many components: three where one of them rises.
fn in_common(points: Vec<([Expr; 3], [String; 3])>, name: impl Fn(usize) -> String) -> Vec<Trace> {
    let rises = points.iter().any(|(at, _)| rate(at[2]) != Expr::zero());
    let count = if rises { 3 } else { 2 };
    let trace = |(k, (at, names)): (usize, ([Expr; 3], [String; 3]))| Trace {
        name: name(k),
        components: names.into_iter().zip(at).take(count).collect(),
    };
    points.into_iter().enumerate().map(trace).collect()
}

/// The names of the components of a point: their own where all that move have one, else the letters of the axes.
fn named(model: &Model, at: [Expr; 3]) -> [String; 3] {
    let letters = ["x", "y", "z"];
    let own = |i: usize| known(model, at[i]).cloned();
    let all: [Option<String>; 3] = std::array::from_fn(own);
    let is_whole = (0..3).all(|i| all[i].is_some() || rate(at[i]) == Expr::zero());
    std::array::from_fn(|i| all[i].clone().filter(|_| is_whole).unwrap_or(letters[i].to_owned()))
}

/// The name of a quantity that is a coordinate or a definition.
fn known(model: &Model, e: Expr) -> Option<&String> {
    let coordinate = model.coordinates.iter().find(|c| c.symbol == e).map(|c| &c.name);
    coordinate.or_else(|| model.abbreviations.iter().find(|d| d.value == e).map(|d| &d.name))
}
