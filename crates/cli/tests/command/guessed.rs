//! What is seen of models without `view`: the bodies of vectors, balls that turn.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::pictures::{channel, scene, text};

/// An arm of three links with relative angles whose hand slides along a wall.
const ARM: &str = "coordinates\n  q1, q2, q3 [rad]\nparameters\n  m = 2 [kg]\n  a = 0.4 [m]\n  b = 0.3 [m]\n  c = 0.2 [m]\n  \
    w = 0.6 [m]\n  g = 9 [m/s^2]\nlet\n  A = (a cos q1, a sin q1)\n  e = (b cos(q1 + q2), b sin(q1 + q2))\n  B = A + e\n  \
    C = B + (c cos(q1 + q2 + q3), c sin(q1 + q2 + q3))\n\
    T = ½ m |A'|² + ½ m |B'|² + ½ m |C'|²\nV = m g (A_y + B_y + C_y)\nconstraints\n  wall: C_x = w\n\
    initial\n  q1 = 0.8, q2 = -0.9, q3 = -0.5 (guess)\nrun 0 .. 1 s\n";

/// A ball that rolls in a bowl.
const BOWL: &str = "coordinates\n  x, y, z\n  B rotation with space ω, body Ω\nparameters\n  m = 1, r = 0.1, R = 1, \
    g = 9.81, I = 0.004\nlet\n  P = (x, y, z)\n  n = -P/(R - r)\nT = ½ m |P'|² + ½ I |ω|²\nV = m g z\nconstraints\n  \
    bowl: x² + y² + z² = (R - r)²\n  roll: P' - r ω × n = (0, 0, 0)\n\
    initial\n  x = 0.6, y = 0, z = -0.67 (guess), y' = 1, ω_z = 3\nrun 0 .. 1\n";

/// A car with a trailer, whose place is a vector.
const TRAILER: &str = "coordinates\n  x, y, θ, ψ\nparameters\n  m = 2, M = 1, J = 1, d = 3\nlet\n  P = (x - d cos ψ, y - d sin ψ)\n\
    T = ½ m (x'² + y'²) + ½ J θ'² + ½ M |P'|² + ½ J ψ'²\nconstraints\n  rear: x' sin θ - y' cos θ = 0\n  \
    trailer: P_x' sin ψ - P_y' cos ψ = 0\ninitial\n  x' = 2, θ' = 0.5\nrun 0 .. 2\n";

fn seen(folder: &Path, model: &str) -> Value {
    fs::write(folder.join("a.mech"), model).unwrap();
    scene(&text(folder, &["animate", "a.mech"], "a.html"))
}

fn of_kind<'a>(scene: &'a Value, kind: &str) -> Vec<&'a Value> {
    scene["shapes"].as_array().unwrap().iter().filter(|s| s["kind"] == kind).collect()
}

/// The vectors with masses are bodies, one that leads from body to body is none.
#[test]
fn an_arm_is_drawn_where_its_vectors_are() {
    let folder = tempfile::tempdir().unwrap();
    let scene = seen(folder.path(), ARM);
    let bodies = of_kind(&scene, "point");
    assert_eq!(bodies.len(), 3, "{scene:.600}");
    assert_eq!(of_kind(&scene, "rod").len(), 3, "three links");
    let hand = channel(&scene, 0, &bodies[2]["at"][0]);
    assert!(hand.iter().all(|x| (x - 0.6).abs() < 1e-4), "the hand is at the wall");
    let path = text(folder.path(), &["plot", "a.mech"], "a.svg");
    assert!(path.contains(">C_x [m]<") && path.contains(">C_y [m]<"), "the path of the hand");
}

#[test]
fn a_trailer_is_a_body_at_the_end_of_its_bar() {
    let folder = tempfile::tempdir().unwrap();
    let scene = seen(folder.path(), TRAILER);
    let bodies = of_kind(&scene, "box");
    assert_eq!((bodies.len(), of_kind(&scene, "rod").len()), (2, 1), "{scene:.600}");
    let last = |place: &Value| *channel(&scene, 0, place).last().unwrap();
    let [x, y] = [0, 1].map(|i| last(&bodies[1]["at"][i]) - last(&bodies[0]["at"][i]));
    let heading = last(&bodies[1]["heading"]);
    assert!((x + 3.0 * heading.cos()).abs() < 1e-3 && (y + 3.0 * heading.sin()).abs() < 1e-3);
}

/// A direction is no body; the ball has its own radius, and its marks turn.
#[test]
fn a_rotation_turns_the_ball_that_rolls() {
    let folder = tempfile::tempdir().unwrap();
    let scene = seen(folder.path(), BOWL);
    let [ball] = of_kind(&scene, "sphere")[..] else { panic!("one ball: {scene:.600}") };
    assert!(of_kind(&scene, "point").is_empty());
    assert_eq!(channel(&scene, 0, &ball["size"]), [0.1]);
    let entry = channel(&scene, 0, &ball["rotation"][0]);
    assert!(entry.iter().any(|b| (b - entry[0]).abs() > 0.5), "it turns");
}
