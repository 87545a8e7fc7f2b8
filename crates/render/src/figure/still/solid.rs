//! Bodies as marks.

use super::super::{Ink, Mark, Point, Stroke};
use super::camera::Camera;
use super::{Body, Look, Place, Solid};
use crate::figure::ink;

/// Corners of a circle.
const SEGMENTS: u32 = 40;
/// How strong surfaces are, beside their edges.
const SURFACE: f64 = 0.3;

/// The marks of a body, the fainter the smaller its strength; its edges are dashed as its curve is.
pub(super) fn draw(body: &Body, camera: &Camera, look: Look) -> Vec<Mark> {
    let pen = Pen { camera, curve: look.curve, strength: look.strength };
    let to = body.to.unwrap_or(body.at);
    match body.solid {
        Solid::Disk => pen.disk(body),
        Solid::Sphere => pen.sphere(body),
        Solid::Box => pen.cuboid(body),
        Solid::Turntable => pen.table(body),
        // Its lines are a grid, which the camera has to know.
        Solid::Plane => Vec::new(),
        Solid::Pivot => pen.pivot(body.at),
        Solid::Blade => {
            let end = |s: f64| along(body.at, s * body.size / 2.0, body.axes[0]);
            vec![pen.line(&[end(-1.0), end(1.0)], 4.0), pen.dot(end(1.0), 3.0)]
        }
        Solid::Rod => vec![pen.line(&[body.at, to], 2.5)],
        Solid::Spring => vec![pen.line(&coil(body.at, to), 1.2)],
        Solid::Arrow => pen.arrow(body.at, to),
        Solid::Point => vec![pen.dot(body.at, 4.5)],
    }
}

struct Pen<'a> {
    camera: &'a Camera,
    curve: usize,
    strength: f64,
}

impl Pen<'_> {
    fn ink(&self) -> Ink {
        Ink::Curve(self.curve)
    }

    fn stroke(&self, width: f64) -> Stroke {
        ink::stroke(self.curve, width)
    }

    fn seen(&self, points: &[Place]) -> Vec<Point> {
        points.iter().map(|&p| self.camera.see(p)).collect()
    }

    fn line(&self, points: &[Place], width: f64) -> Mark {
        Mark::Faint(self.strength, vec![Mark::Line(self.seen(points), self.stroke(width))])
    }

    fn area(&self, points: &[Place]) -> Mark {
        let outline = self.seen(points);
        self.surface(Mark::Polygon(outline.clone(), Ink::Paper), Mark::Polygon(outline, self.ink()))
    }

    /// Paper, then a tint, so that what is behind a body is covered.
    fn surface(&self, paper: Mark, tint: Mark) -> Mark {
        let layers = vec![Mark::Faint(0.7, vec![paper]), Mark::Faint(SURFACE, vec![tint])];
        Mark::Faint(self.strength, layers)
    }

    /// A dot; that of a ghost is hollow.
    fn dot(&self, at: Place, radius: f64) -> Mark {
        let at = self.camera.see(at);
        let mut layers = vec![Mark::Disc(at, radius, self.ink())];
        if self.curve > 0 {
            layers.push(Mark::Disc(at, 0.6 * radius, Ink::Paper));
        }
        Mark::Faint(self.strength, layers)
    }

    fn disk(&self, body: &Body) -> Vec<Mark> {
        let rim = ring(body.at, body.size, body.axes[0], body.axes[1]);
        let mark = along(body.at, 0.72 * body.size, body.axes[1]);
        let spoke = [body.at, along(body.at, body.size, body.axes[1])];
        vec![self.area(&rim), self.line(&rim, 1.6), self.line(&spoke, 1.2), self.dot(mark, 2.2)]
    }

    /// A ball with the near halves of its three great circles.
    fn sphere(&self, body: &Body) -> Vec<Mark> {
        let (centre, radius) = (self.camera.see(body.at), body.size * self.camera.scale);
        let outline: Vec<Point> = turns()
            .map(|angle| (centre.0 + radius * angle.cos(), centre.1 + radius * angle.sin()))
            .collect();
        let edge = Mark::Line(outline, self.stroke(1.4));
        let disc = |ink| Mark::Disc(centre, radius, ink);
        let surface = self.surface(disc(Ink::Paper), disc(self.ink()));
        let mut marks = vec![surface, Mark::Faint(self.strength, vec![edge])];
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            let circle = ring(body.at, body.size, body.axes[i], body.axes[j]);
            let is_near = |p: &Place| self.camera.depth(*p) >= self.camera.depth(body.at);
            let halves = circle.split(|p| !is_near(p)).filter(|half| half.len() > 1);
            marks.extend(halves.map(|half| self.line(half, 0.9)));
        }
        marks
    }

    fn cuboid(&self, body: &Body) -> Vec<Mark> {
        let half = [body.size / 2.0, body.size / 3.2, body.size / 5.0];
        let corner =
            |s: [f64; 3]| (0..3).fold(body.at, |p, i| along(p, s[i] * half[i], body.axes[i]));
        let mut faces = Vec::new();
        for i in 0..3 {
            for side in [-1.0, 1.0] {
                let face = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)];
                faces.push(face.map(|(s, t)| {
                    let mut place = [side; 3];
                    (place[(i + 1) % 3], place[(i + 2) % 3]) = (s, t);
                    corner(place)
                }));
            }
        }
        let depth =
            |face: &[Place; 5]| face[..4].iter().map(|&p| self.camera.depth(p)).sum::<f64>();
        faces.sort_by(|f, g| depth(f).total_cmp(&depth(g)));
        // The three that are behind are covered.
        faces[3..].iter().flat_map(|face| [self.area(face), self.line(face, 1.1)]).collect()
    }

    fn arrow(&self, from: Place, to: Place) -> Vec<Mark> {
        let (tail, head) = (self.camera.see(from), self.camera.see(to));
        let length = (head.0 - tail.0).hypot(head.1 - tail.1).max(1e-9);
        let (ux, uy) = ((head.0 - tail.0) / length, (head.1 - tail.1) / length);
        let size = 8f64.min(length / 2.0);
        let back = |side: f64| {
            (
                head.0 - size * ux - side * 0.45 * size * uy,
                head.1 - size * uy + side * 0.45 * size * ux,
            )
        };
        let point = Mark::Polygon(vec![head, back(1.0), back(-1.0)], self.ink());
        vec![self.line(&[from, to], 2.0), Mark::Faint(self.strength, vec![point])]
    }

    fn table(&self, body: &Body) -> Vec<Mark> {
        let rim = self.seen(&ring(body.at, body.size, body.axes[0], body.axes[1]));
        let stroke = |width| Stroke { ink: Ink::Axis, width, dash: &[] };
        let mut marks = vec![
            Mark::Faint(0.5, vec![Mark::Polygon(rim.clone(), Ink::Grid)]),
            Mark::Line(rim, stroke(1.2)),
        ];
        for (k, angle) in
            [0.0, 1.0, 2.0].map(|k| k * std::f64::consts::FRAC_PI_3).iter().enumerate()
        {
            let end = |s: f64| {
                let across = along(body.at, s * body.size * angle.cos(), body.axes[0]);
                self.camera.see(along(across, s * body.size * angle.sin(), body.axes[1]))
            };
            let width = if k == 0 { 1.4 } else { 0.5 };
            marks.push(Mark::Line(vec![end(-1.0), end(1.0)], stroke(width)));
        }
        marks
    }

    /// A ring of the colour of axes, which rods do not hide.
    fn pivot(&self, at: Place) -> Vec<Mark> {
        let at = self.camera.see(at);
        vec![Mark::Disc(at, 4.0, Ink::Axis), Mark::Disc(at, 2.4, Ink::Paper)]
    }
}

fn turns() -> impl Iterator<Item = f64> {
    (0..=SEGMENTS).map(|k| std::f64::consts::TAU * f64::from(k) / f64::from(SEGMENTS))
}

/// A circle in the plane of two axes.
fn ring(centre: Place, radius: f64, a: Place, b: Place) -> Vec<Place> {
    turns()
        .map(|angle| along(along(centre, radius * angle.cos(), a), radius * angle.sin(), b))
        .collect()
}

/// A zigzag between two points.
fn coil(from: Place, to: Place) -> Vec<Place> {
    let d: Place = std::array::from_fn(|i| to[i] - from[i]);
    let side = [-0.04 * d[1], 0.04 * d[0], 0.0];
    let corner = |k: u32| {
        let sign = if k.is_multiple_of(2) { -1.0 } else { 1.0 };
        along(along(from, f64::from(k) / 20.0, d), sign, side)
    };
    std::iter::once(from).chain((1..20).map(corner)).chain([to]).collect()
}

/// p + s a
pub(super) fn along(p: Place, s: f64, a: Place) -> Place {
    std::array::from_fn(|i| p[i] + s * a[i])
}
