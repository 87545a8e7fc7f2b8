//! The ground: lines at round distances in a plane, so many that they lie under all of a scene.
//!
//! ```text
//! P(s, t) = origin + s a + t b,   s₀ ≤ s ≤ s₁,   t₀ ≤ t ≤ t₁                                (1)
//! ```
//!
//! A camera that sees the corners of (1) cuts nothing off.

use super::super::{Ink, Mark, Point, Stroke};
use super::camera::Camera;
use super::solid::along;
use super::{Body, Place, Solid};

/// Grids are at most so many squares wide.
const SQUARES: f64 = 12.0;
/// Rounding of huge places must not make more lines than this.
const MOST_LINES: f64 = 64.0;
/// A scene that reaches below z = 0 by this share of its width has its ground at its lowest place.
const BELOW: f64 = 0.15;
/// The part of a square that may stay uncovered, which is rounding.
const NEAR: f64 = 1e-6;

/// The lines of a plane, (1).
pub(super) struct Grid {
    origin: Place,
    axes: [Place; 2],
    ends: [(f64, f64); 2],
    step: f64,
}

impl Grid {
    /// The grids of the planes among some grounds under a box; the level ground where there are no grounds.
    /// A scene that is thinner than the digits of its place has none.
    pub(super) fn all(grounds: &[&Body], reach: (Place, Place)) -> Vec<Self> {
        let mut grids = match grounds {
            [] => vec![Self::level(reach.0, reach.1)],
            grounds => Self::planes(grounds, reach),
        };
        grids.retain(|grid| grid.corners().iter().flatten().all(|x| x.is_finite()));
        grids
    }

    fn planes(grounds: &[&Body], (low, high): (Place, Place)) -> Vec<Self> {
        let planes = grounds.iter().filter(|body| body.solid == Solid::Plane);
        let grid = |body: &&Body| {
            let axes = [body.axes[0], body.axes[1]];
            match body.size {
                size if size > 0.0 => {
                    let ends = [(-size / 2.0, size / 2.0); 2];
                    Self { origin: body.at, axes, ends, step: size / 10.0 }
                }
                _ => Self::covering((low, high), body.at, axes),
            }
        };
        planes.map(grid).collect()
    }

    /// The plane z = 0, or that of the lowest place of a scene that lies below it.
    fn level(low: Place, high: Place) -> Self {
        let z = if low[2] < -BELOW * widest(low, high) { low[2] } else { 0.0 };
        Self::covering((low, high), [0.0, 0.0, z], [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    }

    /// The whole squares of a plane that cover a box.
    fn covering((low, high): (Place, Place), origin: Place, axes: [Place; 2]) -> Self {
        let widest = widest(low, high);
        let decade = 10f64.powf((widest / 4.0).log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|k| k * decade);
        let step = steps.into_iter().find(|d| widest / d <= SQUARES).unwrap_or(widest);
        let corner = |k: usize| -> Place {
            std::array::from_fn(|i| if k >> i & 1 == 1 { high[i] } else { low[i] })
        };
        let ends = axes.map(|axis| {
            let place = |p: Place| (0..3).map(|i| (p[i] - origin[i]) * axis[i]).sum::<f64>() / step;
            let places = (0..8).map(|k| place(corner(k)));
            let (first, last) =
                places.fold((f64::MAX, f64::MIN), |(first, last), s| (first.min(s), last.max(s)));
            ((first + NEAR).floor() * step, (last - NEAR).ceil() * step)
        });
        Self { origin, axes, ends, step }
    }

    fn at(&self, s: f64, t: f64) -> Place {
        along(along(self.origin, s, self.axes[0]), t, self.axes[1]) // (1)
    }

    /// The corners of (1).
    pub(super) fn corners(&self) -> [Place; 4] {
        let [(s0, s1), (t0, t1)] = self.ends;
        [self.at(s0, t0), self.at(s1, t0), self.at(s1, t1), self.at(s0, t1)]
    }

    /// The lines.
    pub(super) fn marks(&self, camera: &Camera) -> Vec<Mark> {
        let [across, up] = self.ends;
        let see = |s: f64, t: f64| camera.see(self.at(s, t));
        let stroke = Stroke { ink: Ink::Grid, width: 0.8, dash: &[] };
        let line = |p: Point, q: Point| Mark::Line(vec![p, q], stroke.clone());
        let step = self.step;
        let places = |(low, high): (f64, f64)| {
            let count = ((high - low) / step).round().min(MOST_LINES);
            (0u32..).map(f64::from).take_while(move |k| *k <= count).map(move |k| low + k * step)
        };
        let upright = places(across).map(|s| line(see(s, up.0), see(s, up.1)));
        let level = places(up).map(|t| line(see(across.0, t), see(across.1, t)));
        upright.chain(level).collect()
    }
}

/// The larger of the two extents over the ground.
fn widest(low: Place, high: Place) -> f64 {
    (high[0] - low[0]).max(high[1] - low[1])
}
