//! Elimination, Voronec's equations, the naive ones and the vakonomic ones, through the library.
//!
//! Accelerations at given states are those of the canon, which were computed with 39 digits by
//! routes that have nothing in common with these principles.

mod support;

use alembert::gallery::Example;
use alembert::language::{Model, Source, read_equation};
use alembert::walk::{Certificate, Form, Request, Verdict, depend, derive, eval, prove, steps};
use alembert::{Layout, Spelling};
use support::canon::{System, expected, model, state, systems, texts};

/// Accelerations, relative to the larger of 1 and their size: what is asked of the library.
const ACCELERATION: f64 = 1e-10;

fn close(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= ACCELERATION * expected.abs().max(1.0)
}

const LAYOUT: Layout = Layout { spelling: Spelling::Unicode, width: 100 };

/// The system of the canon with this name.
fn named(id: &str) -> System {
    canon().into_iter().find(|system| system.id == id).expect("it is in the canon")
}

/// An example of the gallery.
fn example(name: &str) -> Model {
    let source = Example::named(name).expect("it is in the gallery").source();
    model(name, source.text())
}

fn canon() -> Vec<System> {
    systems(include_str!("data/canon.json"))
}

/// Compares the accelerations at every state; the number of states.
fn accelerations_agree(system: &System, principle: &str) -> usize {
    let model = system.model();
    for at in system.states() {
        let found = eval(&model, &state(&model, at), Some(principle));
        let found = found.unwrap_or_else(|e| panic!("{} by {principle}: {e}", system.id));
        let expected = expected(at);
        assert_eq!(found.highest.len(), expected.len(), "{}", system.id);
        for (name, x) in &found.highest {
            let y = expected[name];
            assert!(close(*x, y), "{} by {principle}: {name} = {x}, not {y}", system.id);
        }
    }
    system.states().len()
}

#[test]
fn elimination_and_voronec_have_the_known_accelerations() {
    for principle in ["elimination", "voronec"] {
        let mut states = 0;
        for system in canon() {
            if system.entry["kind"] == "lda" || system.entry["kind"] == "second-order" {
                states += accelerations_agree(&system, principle);
            }
        }
        assert_eq!(states, 41, "{principle}");
    }
}

#[test]
fn servos_and_constraints_on_accelerations_are_refused_with_the_reason() {
    let refusal = |id: &str, principle: &str| {
        let system = named(id);
        let model = system.model();
        let given = state(&model, &system.states()[0]);
        eval(&model, &given, Some(principle)).expect_err("it does not apply").to_string()
    };
    for principle in ["elimination", "voronec", "naive", "vakonomic"] {
        assert_eq!(
            refusal("servo_cart_pole", principle),
            format!(
                "`{principle}` does not apply: constraint `c1` is a servo, its reaction is not \
                 ideal; use `dalembert` or `maggi`"
            )
        );
        assert_eq!(
            refusal("acceleration_constraint", principle),
            format!(
                "`{principle}` does not apply: constraint `c1` restricts accelerations; use \
                 `gauss` or `dalembert`"
            )
        );
    }
}

#[test]
fn vakonomic_accelerations_and_rates_of_the_multipliers_are_the_known_ones() {
    for system in systems(include_str!("data/vakonomic.json")) {
        assert_eq!(accelerations_agree(&system, "vakonomic"), 1);
        let model = system.model();
        let at = &system.states()[0];
        let found = eval(&model, &state(&model, at), Some("vakonomic")).expect("values");
        let rates = at["expect"]["mudot"].as_array().expect("a list of rates");
        assert_eq!(found.multipliers.len(), rates.len());
        for (i, ((name, x), y)) in found.multipliers.iter().zip(rates).enumerate() {
            assert_eq!(*name, format!("mu_c{}'", i + 1));
            let y = y.as_f64().expect("a number");
            assert!(close(*x, y), "{}: {name} = {x}, not {y}", system.id);
        }
    }
}

/// What is decided about an equation on the motions of a principle.
fn verdict(system: &System, principle: &str, claim: &str) -> Verdict {
    let rename = |text: String, i| text.replace(&format!("mu{i}"), &format!("mu_c{i}"));
    let claim = (1..=system.constraints().len()).fold(claim.to_owned(), rename);
    let model = system.model();
    let sides = read_equation(&Source::new("<claim>", claim), &model).expect("it can be read");
    prove(&model, sides, Some(principle)).expect("the model has a motion").verdict
}

#[test]
fn vakonomic_identities_and_invariants_are_proved() {
    for system in systems(include_str!("data/vakonomic.json")) {
        for identity in texts(&system.entry["identities"]) {
            let found =
                |right: &str| verdict(&system, "vakonomic", &format!("{identity} = {right}"));
            assert_eq!(found("0"), Verdict::Proved, "{}: {identity}", system.id);
            assert_eq!(found("1"), Verdict::Refuted, "{}: {identity} = 1", system.id);
        }
        for invariant in texts(&system.entry["conserved"]) {
            let found = verdict(&system, "vakonomic", &format!("({invariant})' = 0"));
            assert_eq!(found, Verdict::Proved, "{}: {invariant}", system.id);
        }
    }
}

/// Lemos: the sphere by its constrained Lagrangian has (6), and it moves by (7).
#[test]
fn the_naive_sphere_is_not_the_rolling_sphere() {
    let sphere = named("sphere_plane");
    let printed = "7 theta'' - 5 psi'^2 sin(theta) cos(theta) + 2 phi' psi' sin(theta) = 0";
    let right = "theta'' + phi' psi' sin(theta) = 0";
    for (principle, wrong_one, right_one) in [
        ("naive", Verdict::Proved, Verdict::Refuted),
        ("voronec", Verdict::Refuted, Verdict::Proved),
        ("elimination", Verdict::Refuted, Verdict::Proved),
    ] {
        assert_eq!(verdict(&sphere, principle, printed), wrong_one, "{principle} (6)");
        assert_eq!(verdict(&sphere, principle, right), right_one, "{principle} (7)");
    }
}

/// Lemos: the upright penny by accident, integrable constraints by right.
#[test]
fn naive_equations_are_right_for_the_penny_and_for_integrable_constraints() {
    for id in [
        "vertical_disk",
        "rolling_penny_incline",
        "penny_redundant",
        "disk_down_incline",
        "pendulum_cartesian",
        "spherical_pendulum_position",
        "pais_uhlenbeck",
    ] {
        accelerations_agree(&named(id), "naive");
    }
}

/// A blade that turns: the naive y'' is not the right one, and another one for another choice.
#[test]
fn naive_equations_depend_on_the_velocities_that_are_eliminated() {
    let system = named("knife_edge_friction");
    let model = system.model();
    let given = state(&model, &system.states()[0]);
    let by = |principle: &str, coordinate: usize| {
        let model = depend(&model, &[model.coordinates[coordinate].symbol]);
        eval(&model, &given, Some(principle)).expect("values").highest[2].1
    };
    let (x, y) = (by("naive", 0), by("naive", 1));
    assert!((x - y).abs() > 0.1 && x.abs() > 0.1 && y.abs() > 0.1, "{x}, {y}");
    for principle in ["elimination", "voronec"] {
        assert!([0, 1].iter().all(|&j| by(principle, j).abs() < 1e-10), "{principle}");
    }
}

/// Wolf (28)–(29) with the signs as printed.
#[test]
fn the_misprinted_signs_of_the_vakonomic_disk_are_refuted() {
    let disks = systems(include_str!("data/vakonomic.json"));
    let disk = disks.iter().find(|s| s.id == "vakonomic_disk").expect("it is there");
    let claims = [
        ("J phi'' - R mu1 theta' sin(phi) - R mu2 theta' cos(phi) = 0", Verdict::Refuted),
        ("J phi'' - R mu1 theta' sin(phi) + R mu2 theta' cos(phi) = 0", Verdict::Proved),
        ("I theta'' - R (mu1 cos(phi) - mu2 sin(phi))' = 0", Verdict::Refuted),
        ("I theta'' - R (mu1 cos(phi) + mu2 sin(phi))' = 0", Verdict::Proved),
        ("phi'' = 0", Verdict::Refuted),
    ];
    for (claim, expected) in claims {
        assert_eq!(verdict(disk, "vakonomic", claim), expected, "{claim}");
    }
}

#[test]
fn energy_has_its_rate_by_every_principle() {
    for principle in ["elimination", "voronec", "vakonomic"] {
        for (id, verdict_of_rest) in
            [("vertical_disk", Verdict::Proved), ("ball_turntable", Verdict::Refuted)]
        {
            let found = verdict(&named(id), principle, "E' = 0");
            assert_eq!(found, verdict_of_rest, "{id} by {principle}");
        }
    }
}

#[test]
fn equations_of_every_form_are_certified() {
    for name in
        ["knife-edge", "rolling-sphere", "spinning-particle-constrained", "pendulum-position"]
    {
        let model = example(name);
        for principle in ["elimination", "voronec", "naive", "vakonomic"] {
            for form in [Form::Multipliers, Form::Matrix, Form::Explicit] {
                let request =
                    Request { principle: Some(principle), form, closed: false, reduce: false };
                let found = derive(&model, request);
                let found = found.unwrap_or_else(|e| panic!("{name} by {principle}: {e}"));
                assert_eq!(found.certificate, Certificate::Proved, "{name} by {principle}");
                assert_eq!(found.principle, principle);
            }
        }
    }
}

/// The choice is told, with what the equations divide by.
#[test]
fn the_choice_of_dependent_velocities_is_told() {
    let notes = |name: &str, principle| {
        let request = Request {
            principle: Some(principle),
            form: Form::Multipliers,
            closed: false,
            reduce: false,
        };
        derive(&example(name), request).expect("it has equations").notes
    };
    assert_eq!(
        notes("vertical-disk", "voronec"),
        ["dependent velocities x', y'; independent velocities theta', phi' (Chaplygin's case)"]
    );
    let told = notes("knife-edge", "elimination");
    assert!(told[0].contains("; divides by "), "{told:?}");
    assert!(notes("knife-edge", "vakonomic").is_empty());
}

#[test]
fn steps_are_named_with_their_sources() {
    let sources = |name: &str, principle: &str| -> Vec<&'static str> {
        let found = steps(&example(name), Some(principle)).expect("it has steps");
        found.steps.iter().map(|step| step.source).collect()
    };
    let lemos = ["(9)", "(11)", "(11)", "(10)", "(15)", "(10)"].map(|n| format!("Lemos {n}"));
    let lemos: Vec<&str> = lemos.iter().map(String::as_str).collect();
    assert!(sources("rolling-sphere", "voronec").ends_with(&lemos));
    let numbers = [
        "(1.1a)",
        "(1.5a)",
        "(1.3)",
        "(1.5b)",
        "(1.6)",
        "(1.5b')",
        "(1.7)",
        "(1.8a)",
        "(1.8b)",
        "(1.8c)",
        "(1.8d)",
        "(1.10a)",
        "(1.10b)",
        "(1.9b)",
        "(2.7)",
        "(2.8)",
        "(1.9a), corrected",
        "(2.9)",
        "(2.10)",
    ];
    let found = sources("spinning-particle-constrained", "voronec");
    let mut places = found.iter();
    for number in numbers {
        let source = format!("Crâşmăreanu {number}");
        assert!(
            places.any(|found| **found == source),
            "{number} is missing or too late: {found:?}"
        );
    }
    let found = steps(&example("spinning-particle-constrained"), Some("voronec"));
    let found = found.expect("it has steps");
    let constrained = found.steps.iter().find(|step| step.source == "Crâşmăreanu (1.7)");
    let (name, value) = &constrained.expect("L_c").equations[0]; // Crâşmăreanu (2.5)
    assert_eq!(name, "L_c");
    let model = example("spinning-particle-constrained");
    let text = format!("{value} = (x'^2 + y'^2 + y^2 x'^2 - x''^2 - y''^2 - (x' y' + y x'')^2)/2");
    let sides = read_equation(&Source::new("<step>", text), &model).expect("a step can be read");
    assert_eq!(alembert::walk::prove_anywhere(&model, sides).verdict, Verdict::Proved);
    assert!(found.page.lines(LAYOUT).contains("Constrained Lagrangian [Crâşmăreanu (1.7)]"));
    assert_eq!(sources("vertical-disk", "vakonomic")[0], "Wolf (18)");
    assert_eq!(sources("vertical-disk", "dalembert")[0], "Wolf (7)");
}
