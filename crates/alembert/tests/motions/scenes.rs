//! What is seen of a model that does not say it.

use alembert::walk::{Following, RunRequest, scene};
use serde_json::Value;

use crate::model;

/// A car of speed v in a circle, with a trailer behind it.
const CAR: &str = "coordinates\n  x0, y0, θ_0, δ_1\nparameters\n  v = 1, l = 0.5\nlet\n  x1 = x0 - l cos δ_1\n  \
                   y1 = y0 - l sin δ_1\n\
                   T = ½ (x0'² + y0'² + x1'² + y1'²) + ½ (θ_0'² + δ_1'²)\nconstraints\n  \
                   car: x0' sin θ_0 = y0' cos θ_0\n  trailer: x1' sin δ_1 = y1' cos δ_1\n\
                   initial\n  x0 = 0, y0 = 0, θ_0 = 0, δ_1 = 0, x0' = v, θ_0' = 0.5\nrun 0 .. 4\n";

fn shapes(text: &str) -> Value {
    let following = Following { principles: &[], request: RunRequest::default() };
    let seen = scene(&model(text), following, &mut |_| std::ops::ControlFlow::Continue(()));
    seen.expect("a scene").json
}

/// The first value of the channel that a shape names.
fn first(json: &Value, channel: &Value) -> f64 {
    let place = channel.as_u64().expect("a channel");
    json["runs"][0]["channels"][usize::try_from(place).expect("few")][0].as_f64().expect("a number")
}

#[test]
fn points_of_let_are_bodies_with_the_angle_of_their_index_and_a_rod_between() {
    let json = shapes(CAR);
    let list = json["shapes"].as_array().expect("shapes");
    let kinds: Vec<&str> = list.iter().filter_map(|s| s["kind"].as_str()).collect();
    assert_eq!(kinds, ["rod", "box", "box", "trail", "trail"]);
    let (car, trailer) = (&list[1], &list[2]);
    assert_ne!(car["heading"], trailer["heading"]);
    assert_eq!(first(&json, &car["at"][0]), 0.0);
    assert_eq!(first(&json, &trailer["at"][0]), -0.5);
    assert_eq!(first(&json, &car["size"]), 0.2);
}

#[test]
fn a_body_is_seen_in_a_wide_scene_and_leaves_room_in_a_narrow_one() {
    let ratio = |v: &str| {
        let text = CAR.replace("v = 1", &format!("v = {v}")).replace("θ_0' = 0.5", "θ_0' = 0");
        let json = shapes(&text);
        let width = 4.0 * v.parse::<f64>().expect("a number") + 0.5;
        first(&json, &json["shapes"][1]["size"]) / width
    };
    for v in ["300", "3"] {
        assert!((0.015..0.1).contains(&ratio(v)), "{v}: {}", ratio(v));
    }
}

/// The ends of the rods at the first frame, each from the smaller end on.
fn rods(text: &str) -> Vec<[[f64; 2]; 2]> {
    let json = shapes(text);
    let rods = json["shapes"].as_array().expect("shapes").iter().filter(|s| s["kind"] == "rod");
    let end = |point: &Value| [0, 1].map(|i| first(&json, &point[i]));
    rods.map(|rod| [end(&rod["from"]), end(&rod["to"])]).collect()
}

/// A four-bar linkage with a crank of length 0.4 at the origin and a rocker of length 0.8 at (1.1, 0).
fn linkage(closing: &str) -> String {
    format!(
        "coordinates\n  α, β, γ\nparameters\n  a = 0.4, b = 1, c = 0.8, d = 1.1\nlet\n  x1 = a cos α\n  y1 = a sin α\n  \
         x2 = x1 + b cos β\n  y2 = y1 + b sin β\n  x3 = x2 - c cos γ\n  y3 = y2 - c sin γ\n\
         T = ½ (x1'² + y1'² + x2'² + y2'²) + ½ γ'²\nconstraints\n{closing}\
         initial\n  α = 1, β = 0.5 (guess), γ = 1.8 (guess), α' = 2\nrun 0 .. 1\n"
    )
}

fn length([p, q]: [[f64; 2]; 2]) -> f64 {
    (p[0] - q[0]).hypot(p[1] - q[1])
}

fn is_near(p: [f64; 2], q: [f64; 2]) -> bool {
    length([p, q]) < 1e-4
}

#[test]
fn a_linkage_that_closes_is_drawn_closed() {
    let pivots = "  close_x: x2 = d + c cos γ\n  close_y: y2 = c sin γ\n";
    let pinned = "  close_x: x3 = d\n  close_y: 2 y3 = 0\n";
    let circle = "  rocker: (x2 - d)² + y2² = c²\n  angle: c sin γ = y2\n";
    let unnamed = |text: String| text.replace("  x3 = x2 - c cos γ\n  y3 = y2 - c sin γ\n", "");
    let linkages = [unnamed(linkage(pivots)), linkage(pinned), unnamed(linkage(circle))];
    for text in linkages {
        let rods = rods(&text);
        let has = |long: f64, end: [f64; 2]| {
            rods.iter().any(|&rod| {
                (length(rod) - long).abs() < 1e-4 && rod.iter().any(|&p| is_near(p, end))
            })
        };
        assert!(has(0.4, [0.0, 0.0]) && has(0.8, [1.1, 0.0]), "{text}\n{rods:?}");
        assert!(rods.iter().any(|&rod| (length(rod) - 1.0).abs() < 1e-4), "the coupler: {rods:?}");
    }
}

#[test]
fn rods_are_where_distances_are_fixed_and_nowhere_else() {
    let pendulum = "coordinates\n  x, y\nL = ½ (x'² + y'²) - y\nconstraints\n  rod: x x' + y y' = 0\n\
                    initial\n  x = 0.6, y = -0.8\nrun 0 .. 1\n";
    let found = rods(pendulum);
    assert!(found.len() == 1 && is_near(found[0][0], [0.0, 0.0]), "{found:?}");
    let free = "coordinates\n  x1, y1, x2, y2\nL = ½ (x1'² + y1'² + x2'² + y2'²) - (x1 - x2)²\n\
                initial\n  x1 = 1, y1 = 0, x2 = 2, y2 = 1\nrun 0 .. 1\n";
    assert!(rods(free).is_empty());
    let circling = "coordinates\n  x, y, φ\nL = ½ (x'² + y'² + φ'²)\nconstraints\n  x' sin φ = y' cos φ\n\
                    initial\n  x = 0, y = 0, φ = 0, x' = 1, φ' = 1\nrun 0 .. 1\n";
    assert!(rods(circling).is_empty(), "a skate on a circle is held by no rod");
}

/// A planar body that is pushed along an axis of its own points along the angle of this axis.
#[test]
fn a_body_has_the_heading_of_the_forces_on_it() {
    let json = shapes(
        "coordinates\n  x, y, θ\nL = ½ (x'² + y'² + θ'²) - y\nforces\n  x: -sin θ\n  y: cos θ\n\
         initial\n  θ = 0.25, θ' = 1\nrun 0 .. 1\n",
    );
    assert_eq!(json["shapes"][0]["kind"], "box");
    assert_eq!(first(&json, &json["shapes"][0]["heading"]), 0.25);
}

/// The number of frames of a point that moves along a line.
fn frames(run: &str, to: Option<f64>) -> usize {
    let text =
        format!("coordinates\n  x\nparameters\n  T = 2000\nL = ½ x'²\ninitial\n  x' = 1\n{run}\n");
    let request = RunRequest { to, ..RunRequest::default() };
    let following = Following { principles: &[], request };
    let seen = scene(&model(&text), following, &mut |_| std::ops::ControlFlow::Continue(()));
    seen.expect("a scene").json["t"].as_array().expect("times").len()
}

#[test]
fn frames_do_not_depend_on_how_the_end_is_written() {
    assert_eq!(frames("run 0 .. T", None), frames("run 0 .. 2000", None));
    assert_eq!(frames("run 0 .. T", None), 1201);
    assert_eq!(frames("run 0 .. T/1000", None), 201);
}

#[test]
fn frames_count_from_the_start_of_the_run() {
    assert_eq!(frames("run 100 .. 200", Some(101.0)), 201);
    assert_eq!(frames("run 100 .. 101", Some(110.0)), 301);
    assert_eq!(frames("", Some(10.0)), 301);
}
