//! How pictures look: stills, cameras, planes, units, panels that are left out.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::pictures::{channel, scene, text};
use crate::{alembert_in, printed};

fn model(folder: &Path, text: &str) {
    fs::write(folder.join("a.mech"), text).unwrap();
}

fn drawn(folder: &Path, arguments: &[&str]) -> String {
    text(folder, arguments, "a.svg")
}

fn complaint(folder: &Path, arguments: &[&str]) -> String {
    let done = alembert_in(folder, arguments).assert().code(2);
    String::from_utf8(done.get_output().stderr.clone()).unwrap()
}

#[test]
fn panels_without_curves_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let svg = drawn(folder.path(), &["plot", "spinning-particle"]);
    assert!(svg.contains(">Path, from above<") && svg.contains(">Energy drift<"));
    assert!(!svg.contains("Residuals") && !svg.contains("Multipliers"));
    assert!(svg.contains("viewBox=\"0 0 800 614\""), "two rows for three panels");
}

#[test]
fn energies_multipliers_and_expressions_have_units() {
    let folder = tempfile::tempdir().unwrap();
    let curves = ["plot", "knife-edge", "E", "lambda_edge", "x'^2 + y'^2", "x phi'", "x + phi"];
    let svg = drawn(folder.path(), &curves);
    for axis in ["E [J]", "λ_edge [N]", "x′² + y′² [m²/s²]", "x φ′ [m/s]", "x + φ"] {
        assert!(svg.contains(&format!(">{axis}<")), "{axis}");
    }
    let standard = drawn(folder.path(), &["plot", "knife-edge"]);
    assert!(standard.contains(">λ [N]<") && standard.contains("residual ["), "{standard:.3000}");
    alembert_in(folder.path(), &["run", "knife-edge", "-o", "k.csv"]).assert().success();
    let csv = fs::read_to_string(folder.path().join("k.csv")).unwrap();
    assert!(csv.contains("E [J], lambda_edge [N], residual_edge [m/s]"), "{csv:.600}");
}

/// `x1` is no column, and an angular acceleration no coordinate: both have units all the same.
#[test]
fn points_of_let_and_accelerations_have_units() {
    let folder = tempfile::tempdir().unwrap();
    let text = "coordinates\n  θ [rad]\nparameters\n  l = 50 [cm]\n  m = 1 [kg]\n  g = 9.81 [m/s^2]\nlet\n  \
        x1 = l sin θ\n  y1 = -l cos θ\nT = ½ m (x1'² + y1'²)\nV = m g y1\nobserve\n  height = l + y1 [cm]\n\
        initial\n  θ = 1\nrun 0 .. 1 s\n";
    model(folder.path(), text);
    let path = drawn(folder.path(), &["plot", "a.mech"]);
    assert!(path.contains(">x1 [m]<") && path.contains(">y1 [m]<"));
    let svg = drawn(folder.path(), &["plot", "a.mech", "theta''", "m l^2 theta''", "l theta'"]);
    for axis in ["θ′′ [rad/s²]", "m l² θ′′ [N m]", "l θ′ [m/s]"] {
        assert!(svg.contains(&format!(">{axis}<")), "{axis}");
    }
    alembert_in(folder.path(), &["run", "a.mech", "-o", "a.csv"]).assert().success();
    let csv = fs::read_to_string(folder.path().join("a.csv")).unwrap();
    assert!(csv.contains("theta' [rad/s]") && csv.contains("height [m]"), "{csv:.600}");
}

#[test]
fn energy_with_sources_is_named_by_them() {
    let folder = tempfile::tempdir().unwrap();
    let driven = drawn(folder.path(), &["plot", "prescribed-velocity"]);
    assert!(driven.contains(">Energy, on which constraints and time work<"));
    let pulled = drawn(folder.path(), &["plot", "linked-masses"]);
    assert!(pulled.contains(">Energy, on which forces work<"));
}

#[test]
fn mistakes_in_curves_are_shown_at_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let asked =
        |curve: &str| complaint(folder.path(), &["plot", "knife-edge", curve, "-o", "a.svg"]);
    let behind = asked("x, y vs x + qq");
    assert!(behind.contains("<curve>:1:13") && behind.contains("unknown symbol `qq`"), "{behind}");
    assert!(asked("x vs").contains("a quantity is missing behind `vs`"));
    assert!(asked("vs x").contains("a quantity is missing before `vs`"));
    assert!(asked("x vs y vs t").contains("a second `vs`"));
    assert!(asked("x vs y, phi").contains("a second quantity behind `vs`"));
    assert!(asked("x,, y").contains("a quantity is missing"));
    assert!(asked("").contains("a curve is an expression of the model"));
}

const DISK: &str = "coordinates\n  x, y\n  φ, θ\nparameters\n  R = 0.5\n\
    L = ½ (x'² + y'² + φ'² + θ'²)\nconstraints\n  roll: x' = R cos φ θ'\n  side: y' = R sin φ θ'\n\
    initial\n  θ' = 1, φ' = 0.5\nrun 0 .. 4\n";

#[test]
fn the_camera_and_the_plane_of_a_view_are_used() {
    let folder = tempfile::tempdir().unwrap();
    let with =
        |lines: &str| format!("{DISK}view\n  disk center (x, y, R) heading φ spin θ\n{lines}");
    model(folder.path(), &with("  camera from (2, 0, 1)\n  plane at (0, 0, -R) length 3\n"));
    let scene = scene(&text(folder.path(), &["animate", "a.mech"], "a.html"));
    let shapes = scene["shapes"].as_array().unwrap();
    let of = |kind: &str| shapes.iter().find(|s| s["kind"] == kind).unwrap();
    let eye: Vec<f64> = (0..3).map(|i| channel(&scene, 0, &of("camera")["eye"][i])[0]).collect();
    assert_eq!(eye, [2.0, 0.0, 1.0]);
    assert_eq!(channel(&scene, 0, &of("plane")["at"][2]), [-0.5]);
    assert_eq!(channel(&scene, 0, &of("plane")["size"]), [3.0]);
    assert!(of("plane").get("velocity").is_none());
    let from_the_side = drawn(folder.path(), &["animate", "a.mech"]);
    model(folder.path(), &with(""));
    assert_ne!(drawn(folder.path(), &["animate", "a.mech"]), from_the_side);
    model(folder.path(), &with("  camera\n"));
    let done =
        alembert_in(folder.path(), &["animate", "a.mech", "-o", "b.html"]).assert().success();
    let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert!(said.contains("`camera` of `view` is not shown: it says nowhere `from`"), "{said}");
}

/// A body in the plane turns with the angle of its constraints, not with the one it rolls by.
#[test]
fn a_guessed_view_has_the_heading() {
    let folder = tempfile::tempdir().unwrap();
    model(folder.path(), DISK);
    let scene = scene(&text(folder.path(), &["animate", "a.mech"], "a.html"));
    let body: &Value = &scene["shapes"][0];
    assert_eq!(body["kind"], "box");
    let heading = channel(&scene, 0, &body["heading"]);
    assert!((heading.last().unwrap() - 2.0).abs() < 1e-4, "φ = t/2 at t = 4");
}

#[test]
fn a_still_shows_paths_and_bodies_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    model(folder.path(), DISK);
    let svg = drawn(folder.path(), &["animate", "vertical-disk"]);
    assert!(svg.matches("<polygon").count() >= 8, "disks at eight moments");
    assert_eq!(svg, drawn(folder.path(), &["animate", "vertical-disk"]));
    let file = |name: &str| {
        alembert_in(folder.path(), &["animate", "a.mech", "-o", name]).assert().success();
        fs::read(folder.path().join(name)).unwrap()
    };
    assert!(file("a.png").starts_with(b"\x89PNG") && file("a.pdf").starts_with(b"%PDF"));
}

#[test]
fn a_section_fits_the_page_and_counts_in_words() {
    let text = printed(&["section", "vertical-disk", "x", "--count", "1"]);
    assert!(text.contains(": 1 point until t ="), "{text}");
    assert!(!text.contains("-0.00000000"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    let times = text.lines().filter(|line| line.trim_start().starts_with("t ")).count();
    assert!(times >= 2, "every block has the time: {text}");
}
