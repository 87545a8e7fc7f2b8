//! A still picture of a motion in space: the paths of points, and bodies at some moments.
//!
//! It shows what the player shows, from the same side; earlier moments are fainter. Surfaces that are
//! behind others are covered by the order of drawing alone: bodies that stick into each other are
//! not cut.

mod camera;
mod solid;

use super::{Figure, Ink, Mark, Stroke, thin};
use camera::Camera;

/// A point in space.
pub type Place = [f64; 3];

/// What a body looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Solid {
    /// A wheel in the plane of its first two axes.
    Disk,
    /// A ball.
    Sphere,
    /// A box.
    Box,
    /// A blade along its first axis.
    Blade,
    /// A rod between two points.
    Rod,
    /// A spring between two points.
    Spring,
    /// An arrow between two points.
    Arrow,
    /// A point.
    Point,
    /// A round table in the plane of its first two axes.
    Turntable,
    /// A piece of ground in the plane of its first two axes.
    Plane,
}

/// A body at a moment.
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    /// What it looks like.
    pub solid: Solid,
    /// Its middle, or where it begins.
    pub at: Place,
    /// Where it ends, if it lies between two points.
    pub to: Option<Place>,
    /// Its three axes.
    pub axes: [Place; 3],
    /// Its radius or its length; a plane of size 0 is as wide as the scene.
    pub size: f64,
}

/// The path of a point.
#[derive(Debug, Clone, PartialEq)]
pub struct Trail {
    /// The points.
    pub points: Vec<Place>,
    /// Is it the path in a turning frame?
    pub turning: bool,
}

/// What a still picture shows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Still {
    /// The bodies at each moment, the last one last.
    pub moments: Vec<Vec<Body>>,
    /// The paths.
    pub trails: Vec<Trail>,
    /// The direction from the scene to the eye; by default from above for what lies in a plane, else
    /// from the front and above.
    pub from: Option<Place>,
}

/// The size of the picture.
const SIZE: (f64, f64) = (400.0, 280.0);
/// How strong the first moment is drawn.
const FAINTEST: f64 = 0.25;

/// The picture.
#[must_use]
pub fn still(title: &str, shown: &Still) -> Figure {
    let camera = Camera::of(shown, SIZE);
    let mut marks = vec![Mark::Area((0.0, 0.0), SIZE.0, SIZE.1, Ink::Paper)];
    let is_ground = |b: &&Body| matches!(b.solid, Solid::Turntable | Solid::Plane);
    let last = shown.moments.last();
    let grounds: Vec<&Body> = last.into_iter().flatten().filter(is_ground).collect();
    if grounds.is_empty() {
        marks.extend(solid::ground(&camera));
    }
    grounds.iter().for_each(|body| marks.extend(solid::draw(body, &camera, 1.0)));
    shown.trails.iter().for_each(|trail| marks.extend(path(trail, &camera)));
    for (k, moment) in shown.moments.iter().enumerate() {
        let mut bodies: Vec<&Body> = moment.iter().filter(|b| !is_ground(b)).collect();
        bodies.sort_by(|a, b| camera.depth(a.at).total_cmp(&camera.depth(b.at)));
        let strength = strength(k, shown.moments.len());
        bodies.iter().for_each(|body| marks.extend(solid::draw(body, &camera, strength)));
    }
    let marks = vec![Mark::Inside((0.0, 0.0), SIZE.0, SIZE.1, marks)];
    Figure { title: title.to_owned(), width: SIZE.0, height: SIZE.1, marks }
}

/// How strong a moment is drawn: the last one fully.
fn strength(k: usize, moments: usize) -> f64 {
    match moments {
        0 | 1 => 1.0,
        _ if k + 1 == moments => 1.0,
        _ => FAINTEST + (0.7 - FAINTEST) * super::plot::count(k) / super::plot::count(moments - 1),
    }
}

fn path(trail: &Trail, camera: &Camera) -> Vec<Mark> {
    let (ink, dash): (Ink, &'static [f64]) =
        if trail.turning { (Ink::Curve(1), &[2.0, 2.0]) } else { (Ink::Curve(0), &[]) };
    let pieces = thin::pieces(trail.points.iter().map(|&p| camera.see(p)));
    let stroke = Stroke { ink, width: 1.4, dash };
    pieces.into_iter().map(|piece| Mark::Line(piece, stroke.clone())).collect()
}
