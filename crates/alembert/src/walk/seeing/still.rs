//! A still picture of a scene.
//!
//! ```text
//! heading φ          e₁ = (cos φ, sin φ, 0),  e₂ = (0, 0, 1),  e₃ = e₁ × e₂                  (1)
//! spin θ             the spoke that was up goes forward: e₂ → cos θ e₂ + sin θ e₁            (2)
//! euler313 (φ, θ, ψ) B = Rz(φ) Rx(θ) Rz(ψ)                                                   (3)
//! ```
//!
//! (1) and (2) are for wheels; other bodies turn about z by the sum of heading and spin. The moments are
//! chosen by [`super::moments`].

use alembert_render::figure::Figure;
use alembert_render::figure::still::{Body, Place, Seen, Solid, Still, Trail, still};
use serde_json::Value;

use super::moments::moments;
use super::scene::Scene;

/// Moments at which bodies are shown.
const MOMENTS: usize = 8;
/// The same, where several motions share the picture.
const FEW_MOMENTS: usize = 5;

impl Scene {
    /// One picture: paths, and bodies at some moments; the motions by further principles are its ghosts.
    #[must_use]
    pub fn still(&self) -> Figure {
        let frames = self.json["t"].as_array().map_or(0, Vec::len);
        let runs = self.json["runs"].as_array().into_iter().flatten();
        let films: Vec<Film<'_>> = runs.map(|run| Film { run, frames }).collect();
        let shapes: Vec<&Value> = self.json["shapes"].as_array().into_iter().flatten().collect();
        let count = if films.len() > 1 { FEW_MOMENTS } else { MOMENTS };
        let pose = |frame: usize| films.iter().flat_map(|film| film.pose(&shapes, frame)).collect();
        let moments = moments(&(0..frames).map(pose).collect::<Vec<_>>(), count);
        let camera = shapes.iter().find(|shape| shape["kind"] == "camera");
        let eye = films.first().zip(camera).map(|(film, shape)| film.point(&shape["eye"], 0));
        let motions = films.iter().map(|film| film.seen(&shapes, &moments)).collect();
        let remark = self.remark().map(str::to_owned);
        still(&self.title, &Still { motions, from: eye, remark })
    }
}

/// The values of a scene by one of its principles.
struct Film<'a> {
    run: &'a Value,
    frames: usize,
}

impl Film<'_> {
    /// The paths of a motion, and its bodies at some moments.
    fn seen(&self, shapes: &[&Value], moments: &[usize]) -> Seen {
        let moment =
            |frame: &usize| shapes.iter().filter_map(|shape| self.body(shape, *frame)).collect();
        let trails = shapes.iter().filter(|shape| shape["kind"] == "trail");
        Seen {
            name: self.run["name"].as_str().unwrap_or_default().to_owned(),
            moments: moments.iter().map(moment).collect(),
            trails: trails.map(|shape| self.trail(shape)).collect(),
        }
    }

    /// Points of all bodies: their places and the ends of their axes.
    fn pose(&self, shapes: &[&Value], frame: usize) -> Vec<Place> {
        let is_moved =
            |b: &Body| !matches!(b.solid, Solid::Turntable | Solid::Plane | Solid::Pivot);
        let bodies = shapes.iter().filter_map(|shape| self.body(shape, frame)).filter(is_moved);
        let points = |b: Body| {
            let end = |e: Place| std::array::from_fn(|i| b.at[i] + b.size / 2.0 * e[i]);
            [Some(b.at), b.to].into_iter().flatten().chain(b.axes.map(end)).collect::<Vec<_>>()
        };
        bodies.flat_map(points).collect()
    }

    /// The value of a channel at a frame; a channel of one number is constant.
    fn value(&self, channel: &Value, frame: usize) -> f64 {
        let place = channel.as_u64().and_then(|k| usize::try_from(k).ok()).unwrap_or(usize::MAX);
        let values = &self.run["channels"][place];
        let found = values.get(frame).or_else(|| values.get(0));
        found.and_then(Value::as_f64).unwrap_or(0.0)
    }

    fn point(&self, channels: &Value, frame: usize) -> Place {
        std::array::from_fn(|i| self.value(&channels[i], frame))
    }

    fn body(&self, shape: &Value, frame: usize) -> Option<Body> {
        let solid = solid(shape["kind"].as_str()?)?;
        let between = shape.get("to").is_some();
        let at = self.point(&shape[if between { "from" } else { "at" }], frame);
        let to = between.then(|| self.point(&shape["to"], frame));
        let size = shape.get("size").map_or(0.0, |size| self.value(size, frame));
        Some(Body { solid, at, to, axes: self.axes(shape, solid, frame), size })
    }

    /// The axes of a body, (1) to (3).
    fn axes(&self, shape: &Value, solid: Solid, frame: usize) -> [Place; 3] {
        let angle = |word: &str| shape.get(word).map_or(0.0, |c| self.value(c, frame));
        if let Some(entries) = shape.get("rotation") {
            let entry = |i: usize, j: usize| self.value(&entries[3 * i + j], frame);
            return std::array::from_fn(|j| std::array::from_fn(|i| entry(i, j)));
        }
        if let Some(angles) = shape.get("euler313") {
            let [phi, theta, psi] = self.point(angles, frame);
            return AXES.map(|e| turn_z(phi, turn_x(theta, turn_z(psi, e)))); // (3)
        }
        let (heading, spin) = (angle("heading"), angle("spin"));
        if solid != Solid::Disk {
            return AXES.map(|e| turn_z(heading + spin, e));
        }
        let (s, c) = heading.sin_cos();
        let [e1, e2, e3] = [[c, s, 0.0], [0.0, 0.0, 1.0], [s, -c, 0.0]]; // (1)
        let (s, c) = spin.sin_cos();
        let mixed = |a: f64, b: f64| std::array::from_fn(|i| a * e1[i] + b * e2[i]);
        [mixed(c, -s), mixed(s, c), e3] // (2)
    }

    /// The path of a point, in the frame of the lab or of a turning table as it stands at the end.
    fn trail(&self, shape: &Value) -> Trail {
        let turning = shape.get("turning");
        let end = turning.map_or(0.0, |c| self.value(c, self.frames.saturating_sub(1)));
        let place = |frame: usize| {
            let p = self.point(&shape["at"], frame);
            turning.map_or(p, |c| turn_z(end - self.value(c, frame), p))
        };
        let name = shape["name"].as_str().unwrap_or_default().to_owned();
        Trail { name, points: (0..self.frames).map(place).collect(), turning: turning.is_some() }
    }
}

const AXES: [Place; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

fn turn_z(angle: f64, [x, y, z]: Place) -> Place {
    let (s, c) = angle.sin_cos();
    [c * x - s * y, s * x + c * y, z]
}

fn turn_x(angle: f64, [x, y, z]: Place) -> Place {
    let (s, c) = angle.sin_cos();
    [x, c * y - s * z, s * y + c * z]
}

fn solid(kind: &str) -> Option<Solid> {
    Some(match kind {
        "disk" => Solid::Disk,
        "sphere" => Solid::Sphere,
        "box" => Solid::Box,
        "blade" => Solid::Blade,
        "rod" => Solid::Rod,
        "spring" => Solid::Spring,
        "arrow" => Solid::Arrow,
        "point" => Solid::Point,
        "pivot" => Solid::Pivot,
        "turntable" => Solid::Turntable,
        "plane" => Solid::Plane,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn axes(kind: &str, angles: &[(&str, Value)], channels: &Value) -> [Place; 3] {
        let run = json!({ "channels": channels });
        let mut shape = json!({ "kind": kind });
        angles.iter().for_each(|(word, place)| shape[*word] = place.clone());
        Film { run: &run, frames: 1 }.axes(&shape, solid(kind).expect("a solid"), 0)
    }

    fn are_near(found: [Place; 3], expected: [Place; 3]) {
        let all = found.iter().flatten().zip(expected.iter().flatten());
        assert!(all.into_iter().all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
    }

    /// A wheel that heads along y and has rolled by a quarter: its spoke that was up points forward.
    #[test]
    fn a_wheel_rolls_forward() {
        let quarter = std::f64::consts::FRAC_PI_2;
        let at = [("heading", json!(0)), ("spin", json!(1))];
        let found = axes("disk", &at, &json!([[quarter], [quarter]]));
        are_near(found, [[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]);
        let found = axes("disk", &at, &json!([[quarter], [0.0]]));
        are_near(found, [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]);
    }

    /// Euler angles and the entries of the same rotation give the same axes.
    #[test]
    fn angles_and_entries_agree() {
        let (phi, theta, psi) = (0.3f64, 0.5f64, 0.7f64);
        let found =
            axes("sphere", &[("euler313", json!([0, 1, 2]))], &json!([[phi], [theta], [psi]]));
        // the third column of Rz(φ) Rx(θ) Rz(ψ), and the last entry of the first
        let third = [phi.sin() * theta.sin(), -phi.cos() * theta.sin(), theta.cos()];
        assert!((0..3).all(|i| (found[2][i] - third[i]).abs() < 1e-12), "{found:?}");
        assert!((found[0][2] - theta.sin() * psi.sin()).abs() < 1e-12);
        let entries: Vec<Vec<f64>> = (0..9).map(|k| vec![found[k % 3][k / 3]]).collect();
        let places: Vec<usize> = (0..9).collect();
        are_near(axes("sphere", &[("rotation", json!(places))], &json!(entries)), found);
    }

    #[test]
    fn other_bodies_turn_about_the_vertical() {
        let found = axes("blade", &[("heading", json!(0))], &json!([[0.5]]));
        are_near(
            found,
            [
                [0.5f64.cos(), 0.5f64.sin(), 0.0],
                [-0.5f64.sin(), 0.5f64.cos(), 0.0],
                [0.0, 0.0, 1.0],
            ],
        );
    }
}
