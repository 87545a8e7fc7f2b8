//! An orthographic camera that sees the whole scene.
//!
//! ```text
//! right = (−sin α, cos α, 0)
//! up    = (−cos α sin β, −sin α sin β, cos β)                                               (1)
//! near  = ( cos α cos β,  sin α cos β, sin β)
//! ```
//!
//! with the azimuth α and the elevation β; α = −π/2, β = π/2 is the view from above, x to the right.

use std::f64::consts::FRAC_PI_2;

use super::super::Point;
use super::ground::Grid;
use super::{Body, Place, Solid, Still};

/// A scene that is thinner than this share of its width lies in a plane.
const THIN: f64 = 0.07;
/// The part of the picture that the scene fills.
const FILLED: f64 = 0.94;

pub(super) struct Camera {
    right: Place,
    up: Place,
    near: Place,
    middle: Place,
    centre: Point,
    /// Points of the picture a unit of length.
    pub(super) scale: f64,
}

impl Camera {
    /// The camera that fits a scene and its ground into a picture.
    pub(super) fn of(shown: &Still, grids: &[Grid], size: (f64, f64)) -> Self {
        let (low, high) = reach(shown);
        let widest = (high[0] - low[0]).max(high[1] - low[1]);
        let (azimuth, elevation) = match shown.from {
            Some([x, y, z]) => {
                (if x == 0.0 && y == 0.0 { -FRAC_PI_2 } else { y.atan2(x) }, z.atan2(x.hypot(y)))
            }
            None if high[2] - low[2] <= THIN * widest => (-FRAC_PI_2, FRAC_PI_2),
            None => (-1.0, 0.5),
        };
        let ((sa, ca), (sb, cb)) = (quarters(azimuth), quarters(elevation));
        let right = [-sa, ca, 0.0]; // (1)
        let up = [-ca * sb, -sa * sb, cb];
        let near = [ca * cb, sa * cb, sb];
        let (mut low, mut high) = (low, high);
        for corner in grids.iter().flat_map(Grid::corners) {
            low = std::array::from_fn(|i| low[i].min(corner[i]));
            high = std::array::from_fn(|i| high[i].max(corner[i]));
        }
        let half: Place = std::array::from_fn(|i| (high[i] - low[i]) / 2.0);
        let extent = |axis: Place| (0..3).map(|i| axis[i].abs() * half[i]).sum::<f64>();
        let scale = (size.0 / extent(right)).min(size.1 / extent(up)) * FILLED / 2.0;
        let middle = std::array::from_fn(|i| (low[i] + high[i]) / 2.0);
        let centre = (size.0 / 2.0, size.1 / 2.0);
        Self { right, up, near, middle, centre, scale }
    }

    /// Where a point of space is in the picture.
    pub(super) fn see(&self, p: Place) -> Point {
        let across = self.centre.0 + self.scale * self.along(p, self.right);
        (across, self.centre.1 - self.scale * self.along(p, self.up))
    }

    /// How near a point is.
    pub(super) fn depth(&self, p: Place) -> f64 {
        self.along(p, self.near)
    }

    fn along(&self, p: Place, axis: Place) -> f64 {
        (0..3).map(|i| (p[i] - self.middle[i]) * axis[i]).sum()
    }
}

/// The box of everything that is shown; never without an extent.
pub(super) fn reach(shown: &Still) -> (Place, Place) {
    let (mut low, mut high) = ([f64::MAX; 3], [f64::MIN; 3]);
    let mut include = |p: Place, radius: Place| {
        for i in 0..3 {
            if p[i].is_finite() {
                low[i] = low[i].min(p[i] - radius[i]);
                high[i] = high[i].max(p[i] + radius[i]);
            }
        }
    };
    for body in shown.motions.iter().flat_map(|seen| seen.moments.iter().flatten()) {
        include(body.at, radius(body));
        body.to.into_iter().for_each(|to| include(to, [0.0; 3]));
    }
    let trails = shown.motions.iter().flat_map(|seen| &seen.trails);
    trails.flat_map(|t| &t.points).for_each(|&p| include(p, [0.0; 3]));
    for i in 0..3 {
        if low[i] > high[i] {
            (low[i], high[i]) = (-1.0, 1.0);
        }
    }
    let widest = (0..3).map(|i| high[i] - low[i]).fold(0.0, f64::max).max(1e-9);
    for i in 0..2 {
        let lacking = (0.1 * widest - (high[i] - low[i])).max(0.0) / 2.0;
        (low[i], high[i]) = (low[i] - lacking, high[i] + lacking);
    }
    (low, high)
}

/// How far a body reaches from its middle.
fn radius(body: &Body) -> Place {
    let r = body.size;
    match body.solid {
        Solid::Disk | Solid::Sphere => [r; 3],
        Solid::Turntable => [r, r, 0.0],
        Solid::Box | Solid::Blade | Solid::Plane => [r / 2.0, r / 2.0, 0.0],
        Solid::Rod | Solid::Spring | Solid::Arrow | Solid::Point | Solid::Pivot => [0.0; 3],
    }
}

/// Sine and cosine, exact at quarter turns: seen from above, all of a plane is equally near.
fn quarters(angle: f64) -> (f64, f64) {
    let exact = |x: f64| if x.abs() < f64::EPSILON { 0.0 } else { x };
    (exact(angle.sin()), exact(angle.cos()))
}
