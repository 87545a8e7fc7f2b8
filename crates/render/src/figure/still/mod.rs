//! A still picture of a motion in space: the paths of points, and bodies at some moments.
//!
//! It shows what the player shows, from the same side; earlier moments are fainter, and motions after the
//! first are dashed ghosts in colours of their own. Surfaces that are behind others
//! are covered by the order of drawing alone: bodies that stick into each other are not cut.

mod camera;
mod ground;
mod solid;

use super::fit::{Fitted, Room};
use super::ink;
use super::legend::{self, Sample};
use super::{Anchor, Figure, Ink, Label, Mark, Stroke, thin};
use camera::Camera;
use ground::Grid;

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
    /// A fixed point about which something turns.
    Pivot,
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
    /// Its name, for the legend of several.
    pub name: String,
    /// The points.
    pub points: Vec<Place>,
    /// Is it the path in a turning frame?
    pub turning: bool,
}

/// One motion of a still picture.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Seen {
    /// Its name, for the legend.
    pub name: String,
    /// The bodies at each moment, the last one last.
    pub moments: Vec<Vec<Body>>,
    /// The paths.
    pub trails: Vec<Trail>,
}

/// What a still picture shows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Still {
    /// The motions: the first one, and others as its ghosts, dashed and fainter.
    pub motions: Vec<Seen>,
    /// The direction from the scene to the eye; by default from above for what lies in a plane, else
    /// from the front and above.
    pub from: Option<Place>,
    /// What is to be said below it.
    pub remark: Option<String>,
}

/// The size of the picture, without the legend below it.
const SIZE: (f64, f64) = (400.0, 280.0);
/// How strong the first moment is drawn.
const FAINTEST: f64 = 0.25;
/// How strong a ghost is drawn beside the first motion.
const GHOST: f64 = 0.75;
/// The space around the legend.
const MARGIN: f64 = 14.0;
/// The height of a line of the remark, and that of its letters above the end of the line.
const REMARK_LINE: f64 = 15.0;
const REMARK_BASE: f64 = 5.0;

/// The picture; several motions are named in a legend.
#[must_use]
pub fn still(title: &str, shown: &Still) -> Figure {
    let is_ground = |b: &&Body| matches!(b.solid, Solid::Turntable | Solid::Plane);
    let is_pivot = |b: &&Body| b.solid == Solid::Pivot;
    let last = shown.motions.first().and_then(|seen| seen.moments.last());
    let of_last = || last.into_iter().flatten();
    let grounds: Vec<&Body> = of_last().filter(is_ground).collect();
    let grids = Grid::all(&grounds, camera::reach(shown));
    let camera = Camera::of(shown, &grids, SIZE);
    let mut marks: Vec<Mark> = grids.iter().flat_map(|grid| grid.marks(&camera)).collect();
    let plain = Look { curve: 0, strength: 1.0 };
    grounds.iter().for_each(|body| marks.extend(solid::draw(body, &camera, plain)));
    // The first motion is drawn over its ghosts.
    for (curve, seen) in shown.motions.iter().enumerate().rev() {
        let which = (curve, shown.motions.len());
        let trails = seen.trails.iter().enumerate();
        trails.for_each(|(k, trail)| marks.extend(path(trail, &camera, &stroke(trail, k, which))));
        for (k, moment) in seen.moments.iter().enumerate() {
            let is_moving = |b: &&Body| !is_ground(b) && !is_pivot(b);
            let mut bodies: Vec<&Body> = moment.iter().filter(is_moving).collect();
            bodies.sort_by(|a, b| camera.depth(a.at).total_cmp(&camera.depth(b.at)));
            let ghost = if curve == 0 { 1.0 } else { GHOST };
            let look = Look { curve, strength: ghost * strength(k, seen.moments.len()) };
            bodies.iter().for_each(|body| marks.extend(solid::draw(body, &camera, look)));
        }
    }
    of_last().filter(is_pivot).for_each(|body| marks.extend(solid::draw(body, &camera, plain)));
    framed(title, shown, marks)
}

/// What the lines of a scene are: its motions, and the paths of one where there are several.
fn samples(shown: &Still) -> Vec<Sample> {
    let count = shown.motions.len();
    let motions = shown.motions.iter().enumerate().filter(|_| count > 1);
    let motions = motions.map(|(i, seen)| Sample::curve(&seen.name, i));
    let paths = shown.motions.first().map_or(&[][..], |seen| &seen.trails);
    let paths = paths.iter().enumerate().filter(|_| paths.len() > 1);
    // Where each motion has its colour, a path is told by its dashes alone.
    let ink = |own: Ink| if count > 1 { Ink::Axis } else { own };
    let paths = paths.map(|(k, trail)| {
        let stroke = stroke(trail, k, (0, count));
        let stroke = Stroke { ink: ink(stroke.ink), width: legend::WIDTH, ..stroke };
        Sample { name: trail.name.clone(), stroke }
    });
    motions.chain(paths).collect()
}

/// The marks of a scene, with the legend and the remark below them.
fn framed(title: &str, shown: &Still, scene: Vec<Mark>) -> Figure {
    let samples = samples(shown);
    let (width, wide) = (SIZE.0, SIZE.0 - 2.0 * MARGIN);
    let mut bottom = SIZE.1;
    let mut below = Vec::new();
    let tall = legend::height(&samples, wide);
    if tall > 0.0 {
        below = legend::legend(&samples, (MARGIN, SIZE.1 + MARGIN), wide);
        bottom += tall + MARGIN;
    }
    for line in shown.remark.iter().flat_map(|remark| remarked(remark, wide)) {
        bottom += REMARK_LINE;
        below.push(Mark::Text(Label { at: (MARGIN, bottom - REMARK_BASE), ..line }));
    }
    let paper = |y: f64, height: f64| Mark::Area((0.0, y), width, height, Ink::Paper);
    let mut marks = Vec::new();
    if bottom > SIZE.1 {
        marks.push(paper(SIZE.1, bottom - SIZE.1));
    }
    let scene = [vec![paper(0.0, SIZE.1)], scene].concat();
    marks.push(Mark::Inside((0.0, 0.0), width, SIZE.1, scene));
    marks.extend(below);
    Figure { title: title.to_owned(), width, height: bottom, marks }
}

/// The lines of a remark, without their places.
fn remarked(remark: &str, width: f64) -> Vec<Label> {
    let room = Room { width, lines: 2, sizes: (9.5, 8.0), bold: false };
    let Fitted { lines, size } = room.fit(remark);
    let (at, anchor) = ((0.0, 0.0), Anchor::Start);
    let label = |text: String| Label { at, text, size, anchor, upright: false, bold: false };
    lines.into_iter().map(label).collect()
}

/// How a motion is drawn: by which curve of the legend, and how strong.
#[derive(Debug, Clone, Copy)]
struct Look {
    curve: usize,
    strength: f64,
}

/// How strong a moment is drawn: the last one fully.
fn strength(k: usize, moments: usize) -> f64 {
    match moments {
        0 | 1 => 1.0,
        _ if k + 1 == moments => 1.0,
        _ => FAINTEST + (0.7 - FAINTEST) * super::plot::count(k) / super::plot::count(moments - 1),
    }
}

/// Dots of paths in a turning frame, motion by motion.
const TURNING: [&[f64]; 3] = [&[2.0, 2.0], &[2.0, 2.0, 2.0, 6.0], &[2.0, 6.0]];
/// Dashes of further paths of the first of several motions.
const FURTHER: &[f64] = &[7.0, 2.0, 1.5, 2.0];
/// The colours of several paths of one motion, which are those of the player.
const PATHS: [usize; 4] = [0, 1, 4, 5];

/// How the path of a number is drawn. One in the lab has the colour and the dashes of its motion; one in a
/// turning frame is dotted; several have colours of their own where they can belong to one motion only.
fn stroke(trail: &Trail, k: usize, (curve, motions): (usize, usize)) -> Stroke {
    let own = ink::stroke(curve, 1.4);
    let of_path = Ink::Curve(PATHS[k % PATHS.len()]);
    match trail.turning {
        true if motions == 1 => Stroke { ink: of_path, dash: TURNING[0], ..own },
        true => Stroke { dash: TURNING[curve % TURNING.len()], ..own },
        false if motions == 1 => Stroke { ink: of_path, ..own },
        false if curve == 0 && k > 0 => Stroke { dash: FURTHER, ..own },
        false => own,
    }
}

fn path(trail: &Trail, camera: &Camera, stroke: &Stroke) -> Vec<Mark> {
    let pieces = thin::pieces(trail.points.iter().map(|&p| camera.see(p)));
    pieces.into_iter().map(|piece| Mark::Line(piece, stroke.clone())).collect()
}
