//! The steps of a derivation: all of them proved, for every example and for systems that are in no paper.

use alembert::gallery::EXAMPLES;
use alembert::language::{Model, Source, read};
use alembert::walk::{Standing, StepsReport, Way, steps_of};
use alembert_mechanics::PRINCIPLES;

fn model(text: &str) -> Model {
    read(&Source::new("steps.mech", text)).model.expect("a sound model")
}

fn assert_proved(found: &StepsReport, name: &str) {
    for step in &found.steps {
        let stands = matches!(step.standing, Standing::Stated | Standing::Proved);
        assert!(stands, "{name} by {}: {:?} {}", found.principle, step.standing, step.title);
    }
    assert!(found.steps.len() > 2, "{name} by {}", found.principle);
}

/// The ways that a model takes: those of the principles, and one that is none of a principle.
fn ways(model: &Model) -> Vec<StepsReport> {
    let own = PRINCIPLES.iter().map(|principle| (Way::Principle, principle.name));
    let all = own.chain([(Way::MoreschiCastellano, "dalembert")]);
    all.filter_map(|(way, principle)| steps_of(way, model, Some(principle)).ok()).collect()
}

#[test]
fn the_steps_of_every_example_are_proved() {
    for example in EXAMPLES {
        let found = ways(&model(example.text));
        assert!(!found.is_empty());
        found.iter().for_each(|steps| assert_proved(steps, example.name));
    }
}

/// A skate that pulls a particle on a moving plane, with friction, on a table that turns.
const SKATE: &str = "coordinates
  x, y, θ, X, Y
parameters
  m = 1, M = 2, I = 1, k = 1, w = 1, l = 1
T = ½ m (x'² + y'²) + ½ I θ'² + ½ M (X'² + Y'²)
V = ½ k (X² + Y²)
forces
  X: -k X'
constraints
  blade: (x' + w y) sin θ = (y' - w x) cos θ
  rod: (X - x)² + (Y - y)² = l²
";

/// A particle whose speed is prescribed, in a field that grows with time.
const PURSUIT: &str = "coordinates
  x, y, z
parameters
  m = 1, g = 1, c = 1
T = ½ m (x'² + y'² + (1 + x²) z'²)
V = m g z + c t x y
constraints
  speed: x'² + y'² - z'² = c² t²
";

/// A body that rolls with one wheel along a wall that moves away.
const ROLLER: &str = "coordinates
  x
  B rotation with body Ω
parameters
  A = 1, C = 2, R = 1, m = 1, v = 1
T = ½ m x'² + ½ A (Ω_x² + Ω_y²) + ½ C Ω_z²
constraints
  roll: x' = R Ω_z + v
";

/// A chain of accelerations with a dependent velocity that depends on its own coordinate.
const BEAM: &str = "coordinates
  x, y, z
parameters
  a = 1, b = 2
L = ½ (x'² + y'² + z'²) - ½ (x''² + a y''² + b z''²) - x z
constraints
  tie: z' = y x' + z y'
";

#[test]
fn the_steps_of_systems_of_no_paper_are_proved() {
    let systems =
        [("skate", SKATE, 9), ("pursuit", PURSUIT, 8), ("roller", ROLLER, 4), ("beam", BEAM, 4)];
    for (name, text, least) in systems {
        let found = ways(&model(text));
        assert!(
            found.len() >= least,
            "{name}: {:?}",
            found.iter().map(|s| s.principle).collect::<Vec<_>>()
        );
        found.iter().for_each(|steps| assert_proved(steps, name));
    }
}

/// Lemos (15), with the letters of (13) and (14).
#[test]
fn voronecs_equation_of_the_sphere_is_read_off_with_its_letters() {
    let sphere =
        EXAMPLES.iter().find(|e| e.name == "rolling-sphere").expect("it is in the gallery");
    let found = steps_of(Way::Principle, &model(sphere.text), Some("voronec")).expect("steps");
    let step = found.steps.iter().find(|step| step.source == "Lemos (15)").expect("Lemos (15)");
    let (left, right) = &step.equations[1];
    assert_eq!(left, "(I + m*R^2)*theta'' + sin(theta)*psi'*(I*phi' - m*R^2*cos(theta)*psi')");
    let sum = "m*x'*(b_x_2_1*phi' + b_x_2_3*psi') + m*y'*(b_y_2_1*phi' + b_y_2_3*psi')";
    assert!(right.ends_with(sum), "{right}");
}

/// Crâşmăreanu (2.6) to (2.10): what the paper prints, with its z'' left in.
#[test]
fn the_spinning_particle_has_the_equations_of_its_paper() {
    let name = "spinning-particle-constrained";
    let particle = EXAMPLES.iter().find(|e| e.name == name).expect("it is in the gallery");
    let found = steps_of(Way::Principle, &model(particle.text), Some("voronec")).expect("steps");
    let rows = |number: &str| -> Vec<String> {
        let source = format!("Crâşmăreanu {number}");
        let step = found.steps.iter().find(|step| step.source == source).expect("the step");
        step.equations.iter().map(|(left, right)| format!("{left} = {right}")).collect()
    };
    assert_eq!(rows("(1.8a)")[1], "partial(L_c, y) = x'*z' - x''*z''");
    assert_eq!(rows("(1.8c)")[0], "partial(L_c, x') = x' + y*z' - y'*z''");
    assert_eq!(rows("(1.8d)")[0], "partial(L_c, x'') = -x'' - y*z''");
    assert_eq!(rows("(2.9)"), ["EL_x = -y'*(z''' + z')", "EL_y = x'*(z''' + z')"]);
    let last = rows("(2.10)");
    assert_eq!(last, ["x'''' + y*z'''' + x'' + y*z'' = 0", "y'''' + y'' = 0"]);
}

/// Where `∇Φ = 0`, as for holonomic constraints in velocity form, every reaction refutes (18).
#[test]
fn the_way_of_moreschi_and_castellano_is_refuted_where_it_fails() {
    let refuted = |text: &str| {
        let found = steps_of(Way::MoreschiCastellano, &model(text), None).expect("steps");
        found.steps.iter().any(|step| step.source.starts_with("refutes"))
    };
    let particle = "coordinates\n  x, y\nparameters\n  m = 1, g = 1\nL = ½ m (x'² + y'²) - m g x\n";
    assert!(refuted(&format!("{particle}constraints\n  c: x' = t\n")));
    assert!(refuted(&format!("{particle}constraints\n  c: y' = x x'\n")));
    assert!(refuted(EXAMPLES.iter().find(|e| e.name == "knife-edge").expect("it is there").text));
    assert!(!refuted(&format!("{particle}constraints\n  c: y' = 0\n")), "there is no reaction");
    assert!(!refuted(
        EXAMPLES.iter().find(|e| e.name == "appell-hamel").expect("it is there").text
    ));
}
