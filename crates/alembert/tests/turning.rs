//! Bodies that turn, without Euler angles, by every principle: systems of the papers and others.
//!
//! What is equal is proved, what differs is refuted by a state. `rotation` puts the same principles to the test
//! in numbers, at states of the canon in Euler angles.

mod support;

use alembert::gallery::Example;
use alembert::language::{Model, Source, read_equation, read_expression};
use alembert::walk::{Verdict, compare, compare_models, depend, eval, prove, read_map};
use support::canon::model;

const FAITHFUL: [&str; 8] =
    ["elimination", "voronec", "hamel", "gauss", "udwadia", "appell", "maggi", "poisson"];

fn example(name: &str) -> Model {
    model(name, Example::named(name).expect("it is in the gallery").source().text())
}

const SPHERE: &str = "coordinates\n  x, y [m]\n  B rotation with space ω\nparameters\n  m = 1 [kg]\n  \
    R = 0.2 [m]\n  I = 2/5 m R²  [kg m^2]\nL = ½ m (x'² + y'²) + ½ I |ω|²\nconstraints\n  \
    roll_x: x' = R ω_y\n  roll_y: y' = -R ω_x\n";

/// Systems that are in neither the papers nor the gallery.
const OWN: [(&str, &str); 3] = [
    (
        "a free body on a skate",
        "coordinates\n  x, y, z [m]\n  B rotation with body Ω\nparameters\n  m = 1 [kg]\n  \
         I1 = 0.2 [kg m^2]\n  I2 = 0.3 [kg m^2]\n  I3 = 0.4 [kg m^2]\nlet\n  n = B (0, 1, 0)\n\
         T = ½ m (x'² + y'² + z'²) + ½ (I1 Ω_x² + I2 Ω_y² + I3 Ω_z²)\nconstraints\n  \
         edge: x' n_x + y' n_y + z' n_z = 0\n",
    ),
    (
        "a body whose axis is driven by its tilt",
        "coordinates\n  B rotation with body Ω\nparameters\n  I1 = 0.2 [kg m^2]\n  \
         I2 = 0.3 [kg m^2]\n  I3 = 0.4 [kg m^2]\n  k = 0.5 [kg m^2/s^2]\n  c = 1 [1/s]\n\
         T = ½ (I1 Ω_x² + I2 Ω_y² + I3 Ω_z²)\nV = k B_zz\nconstraints\n  \
         driven: Ω_z = c B_xz\n",
    ),
    (
        "a heavy top on a wheel that rolls along a rail",
        "coordinates\n  x [m]\n  B rotation with body Ω\nparameters\n  m = 1 [kg]\n  R = 0.3 [m]\n  \
         l = 0.2 [m]\n  A = 0.3 [kg m^2]\n  C = 0.2 [kg m^2]\n  g = 9.81 [m/s^2]\n\
         T = ½ m x'² + m l x' (B_xx Ω_y - B_xy Ω_x) + ½ A (Ω_x² + Ω_y²) + ½ C Ω_z²\n\
         V = m g l B_zz\nconstraints\n  roll: x' = R Ω_z\n",
    ),
];

fn verdicts(
    model: &Model,
    names: &[&str],
) -> Vec<(&'static str, &'static str, Option<&'static str>)> {
    let pairs = compare(model, names).expect("it is a system").pairs;
    pairs.into_iter().map(|pair| (pair.b, pair.verdict.word(), pair.verdict.how())).collect()
}

#[test]
fn principles_of_bodies_are_proved_equal_and_the_others_refuted() {
    let papers = ["ball-on-turntable-rotation", "suslov"].map(|name| (name, example(name)));
    let sphere = [("the rolling sphere", model("sphere", SPHERE))];
    let own = OWN.map(|(name, text)| (name, model(name, text)));
    for (name, model) in papers.into_iter().chain(sphere).chain(own) {
        for (b, verdict, how) in verdicts(&model, &[]) {
            let expected = if FAITHFUL.contains(&b) { "equal" } else { "differ" };
            assert_eq!((verdict, how), (expected, Some("proved")), "{name}: {b}");
        }
    }
}

/// The angular velocity in the body by `B = euler313(φ, θ, ψ)`.
const OMEGA: &str = "let\n  Ω_x = φ' sin θ sin ψ + θ' cos ψ\n  Ω_y = φ' sin θ cos ψ - θ' sin ψ\n  \
    Ω_z = φ' cos θ + ψ'\n";
/// The entries of `B` that `OWN` contains.
const ENTRIES: [(&str, &str); 4] = [
    ("B_xx", "(cos φ cos ψ - sin φ cos θ sin ψ)"),
    ("B_xy", "(-cos φ sin ψ - sin φ cos θ cos ψ)"),
    ("B_xz", "(sin φ sin θ)"),
    ("B_zz", "(cos θ)"),
];

/// The same system in Euler angles.
fn in_angles(text: &str) -> String {
    let mut text = text.replace("B rotation with body Ω", "φ, θ, ψ [rad]");
    let place = ["\nlet\n", "\nT = "].iter().find_map(|section| text.find(section));
    text.insert_str(place.expect("an energy") + 1, OMEGA);
    let n = "n = B (0, 1, 0)";
    let [n_x, n_y] = ["-cos φ sin ψ - sin φ cos θ cos ψ", "-sin φ sin ψ + cos φ cos θ cos ψ"];
    text = text.replace(n, &format!("n_x = {n_x}\n  n_y = {n_y}\n  n_z = sin θ cos ψ"));
    ENTRIES.iter().fold(text, |text, (entry, value)| text.replace(entry, value))
}

#[test]
fn bodies_of_ones_own_are_those_in_euler_angles() {
    for (name, text) in OWN {
        let compared = |angles: &str| {
            let models = [model(name, text), model("angles", angles)];
            let [turning, angles] = &models;
            let source = Source::new("--map", "B = euler313(φ, θ, ψ)");
            let map = read_map(&source, [turning, angles]).expect("a map");
            let found = compare_models(["rotation", "angles"], [turning, angles], &map);
            found.expect("two systems").verdict()
        };
        let angles = in_angles(text);
        assert_eq!(compared(&angles), ("equal", Some("proved")), "{name}");
        let other = angles.replace("Ω_z = φ' cos θ + ψ'", "Ω_z = ψ' - φ' cos θ");
        assert_eq!(compared(&other), ("differ", Some("proved")), "{name}");
    }
}

#[test]
fn a_free_body_moves_alike_by_all_principles() {
    for (b, verdict, _) in verdicts(&example("heavy-top"), &[]) {
        assert_eq!(verdict, "equal", "{b}");
    }
}

#[test]
fn the_rolling_sphere_keeps_its_angular_velocity_and_not_by_the_naive_equations() {
    let sphere = model("sphere", SPHERE);
    let claims = ["ω_x' = 0", "ω_y' = 0", "ω_z' = 0", "x'' = 0", "y'' = 0"];
    for principle in FAITHFUL {
        for text in claims {
            assert_eq!(decided(&sphere, text, principle), Verdict::Proved, "{principle}: {text}");
        }
    }
    // Lemos (6) without Euler angles: (I + m R²) ω_x' = −m R² ω_y ω_z
    assert_eq!(decided(&sphere, "ω_x' = 0", "naive"), Verdict::Refuted);
    let wrong = ["(I + m R²) ω_x' = -m R² ω_y ω_z", "(I + m R²) ω_x' = m R² ω_y ω_z"];
    let [first, second] = wrong.map(|text| decided(&sphere, text, "naive"));
    assert_eq!((first, second), (Verdict::Proved, Verdict::Refuted));
}

fn decided(model: &Model, text: &str, principle: &str) -> Verdict {
    let equation = read_equation(&Source::new("<text>", text), model).expect("an equation");
    prove(model, equation, Some(principle)).expect("it is decided").verdict
}

#[test]
fn voronec_has_the_couple_of_suslov_and_naive_has_none() {
    let suslov = example("suslov");
    let claim = |text: &str, principle: &str| decided(&suslov, text, principle);
    for principle in ["voronec", "elimination", "udwadia", "appell"] {
        assert_eq!(claim("I1 Ω_x' = -M_z Ω_y", principle), Verdict::Proved, "{principle}");
        assert_eq!(claim("I1 Ω_x' = M_z Ω_y", principle), Verdict::Refuted, "{principle}");
    }
    assert_eq!(claim("I1 Ω_x' = 0", "naive"), Verdict::Proved);
}

#[test]
fn a_component_of_an_angular_velocity_may_be_dependent() {
    let ball = model("sphere", SPHERE);
    let omega = ["ω_x", "ω_y"].map(|name| {
        read_expression(&Source::new("<text>", name), &ball).expect("an angular velocity")
    });
    let plain = eval(&ball, &[], Some("voronec")).expect("it moves");
    let other = eval(&depend(&ball, &omega), &[], Some("voronec")).expect("it moves");
    assert_eq!(plain.energy, other.energy);
    assert_eq!(verdicts(&depend(&ball, &omega), &["dalembert", "voronec"])[0].1, "equal");
}
