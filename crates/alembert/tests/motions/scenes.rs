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
    moved(text, &[])
}

/// The scene of a model that is moved by some principles.
fn moved(text: &str, principles: &[&str]) -> Value {
    let principles: Vec<String> = principles.iter().map(|&name| name.to_owned()).collect();
    let following = Following { principles: &principles, request: RunRequest::default() };
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

/// The values of three channels by a motion, frame by frame; none where one is not known.
fn vectors(json: &Value, run: usize, channels: &Value) -> Vec<Option<[f64; 3]>> {
    let values = |i: usize| {
        let place = usize::try_from(channels[i].as_u64().expect("a channel")).expect("few");
        json["runs"][run]["channels"][place].as_array().expect("values")
    };
    let at = |i: usize, frame: usize| values(i).get(frame).or(values(i).first()).cloned();
    let vector = |frame: usize| {
        let numbers = [0, 1, 2].map(|i| at(i, frame).and_then(|x| x.as_f64()));
        Some([numbers[0]?, numbers[1]?, numbers[2]?])
    };
    (0..json["t"].as_array().expect("times").len()).map(vector).collect()
}

/// The direction of a blade keeps its force at right angles; that of the trailer stands at the trailer, whose place
/// is one of `let`, and not at the car.
#[test]
fn a_force_acts_at_the_point_that_its_constraint_holds() {
    let json = shapes(CAR);
    for body in [&json["shapes"][1], &json["shapes"][2]] {
        let forces = vectors(&json, 0, &body["force"]);
        let heading = vectors(&json, 0, &serde_json::json!([body["heading"], 0, 0]));
        assert!(forces.iter().flatten().any(|f| f[0].hypot(f[1]) > 1e-2), "{body}");
        for (force, heading) in forces.iter().zip(&heading) {
            let (f, angle) = (force.expect("a force"), heading.expect("an angle")[0]);
            let along = f[0] * angle.cos() + f[1] * angle.sin();
            assert!(along.abs() < 1e-4, "{f:?} at {angle}");
        }
    }
}

/// The blade of a sleigh is held, and the middle of its mass, which stands before it, is not.
#[test]
fn a_point_at_which_no_constraint_acts_has_no_arrow() {
    let sleigh = "coordinates\n  x, y, θ\nparameters\n  a = 0.3\nlet\n  X = x + a cos θ\n  Y = y + a sin θ\n\
                  T = ½ (X'² + Y'²) + ½ θ'²\nconstraints\n  x' sin θ = y' cos θ\n\
                  initial\n  θ = 0, x' = 1, θ' = 1\nrun 0 .. 1\nview\n  blade at (x, y, 0) heading θ\n  point at (X, Y, 0)\n";
    let json = shapes(sleigh);
    assert!(json["shapes"][0].get("force").is_some(), "{}", json["shapes"]);
    assert!(json["shapes"][1].get("force").is_none(), "{}", json["shapes"]);
    let middle = sleigh.replace("  blade at (x, y, 0) heading θ\n", "");
    let seen = shapes(&middle);
    assert!(seen["shapes"][0].get("force").is_some(), "the resultant, where the blade is not seen");
}

/// The determinant of ∂(X, Y)/∂(s, θ) is k² s.
#[test]
fn a_force_acts_at_a_point_however_small_its_unit_is() {
    for k in ["1", "1e-6", "1e6"] {
        let text = format!(
            "coordinates\n  s, θ\nparameters\n  k = {k}\nlet\n  X = k s cos θ\n  Y = k s sin θ\n\
             T = ½ (s'² + s² θ'²)\nconstraints\n  line: X + Y = k\n\
             initial\n  s = 1, θ = 0, s' = 1, θ' = -1\nrun 0 .. 0.1\nview\n  point at (X, Y, 0)\n"
        );
        let json = shapes(&text);
        assert!(json["shapes"][0].get("force").is_some(), "k = {k}: {}", json["shapes"]);
    }
}

/// A constraint between angles acts at no point.
#[test]
fn a_force_that_acts_nowhere_is_told() {
    let geared = "coordinates\n  x, θ, φ\nL = ½ (x'² + θ'² + φ'²)\nconstraints\n  gear: θ' = 2 φ'\n\
                  initial\n  x' = 1, φ' = 1\nrun 0 .. 1\nview\n  box at (x, 0, 0)\n";
    assert_eq!(shapes(geared)["elsewhere"], serde_json::json!(["gear"]));
    assert_eq!(shapes(CAR)["elsewhere"], serde_json::json!([]));
}

/// Principles without multipliers have the reactions of d'Alembert's; the vakonomic motion has none, and says so.
#[test]
fn forces_are_those_of_every_principle_that_has_reactions() {
    for principle in ["gauss", "maggi", "hamel", "appell", "poisson", "udwadia", "elimination"] {
        let json = moved(CAR, &["dalembert", principle]);
        for body in [&json["shapes"][1], &json["shapes"][2]] {
            let [first, second] = [0, 1].map(|run| vectors(&json, run, &body["force"]));
            for (f, g) in first.iter().zip(&second) {
                let (f, g) = (f.expect("a force"), g.expect("a force"));
                let apart = (0..3).map(|i| (f[i] - g[i]).abs()).fold(0.0, f64::max);
                assert!(apart < 1e-4, "{principle}: {f:?}, {g:?}");
            }
        }
        assert!(json["runs"][1]["forceless"].is_null(), "{principle}");
    }
    let text = CAR.replace("x0' = v,", "x0' = v, μ_car = 0.1, μ_trailer = 0.2,");
    let json = moved(&text, &["dalembert", "vakonomic"]);
    let force = &json["shapes"][2]["force"];
    assert!(vectors(&json, 0, force).iter().all(Option::is_some));
    assert!(vectors(&json, 1, force).iter().all(Option::is_none));
    assert!(json["runs"][0]["forceless"].is_null());
    let said = json["runs"][1]["forceless"].as_str().expect("a reason");
    assert!(said.contains("vakonomic"), "{said}");
}

/// Position constraints have the same reactions by both principles.
#[test]
fn vakonomic_multipliers_of_positions_are_forces() {
    let pendulum = "coordinates\n  x, y\nL = ½ (x'² + y'²) - 9 y\nconstraints\n  rod: x² + y² = 1\n\
                    initial\n  x = 0.6, y = -0.8, x' = 0.8, y' = 0.6\nrun 0 .. 1\n";
    let json = moved(pendulum, &["dalembert", "vakonomic"]);
    let body = json["shapes"].as_array().expect("shapes").iter().find(|s| s.get("force").is_some());
    let force = &body.expect("a body with a force")["force"];
    let [f, g] = [0, 1].map(|run| vectors(&json, run, force)[0].expect("a force"));
    // |v|² = 1 and the weight along the rod 9·0.8
    assert!((f[0].hypot(f[1]) - 8.2).abs() < 1e-3 && (f[0] - g[0]).abs() < 1e-3, "{f:?}, {g:?}");
}
