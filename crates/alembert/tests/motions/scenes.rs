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
