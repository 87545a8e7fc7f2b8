//! When d'Alembert's motions are vakonomic, when they cannot be, and models in other coordinates.

mod support;

use alembert::Spelling;
use alembert::gallery::Example;
use alembert::language::{Model, Source};
use alembert::walk::{ModelsReport, compare, compare_models, motion, read_map};
use alembert_mechanics::Choice;
use alembert_mechanics::comparison::{Correspondence, exclusion};
use serde_json::{Value, json};
use support::canon::model;

fn example(name: &str) -> Model {
    model(name, Example::named(name).expect("it is in the gallery").source().text())
}

fn vakonomic(model: &Model) -> Value {
    compare(model, &["vakonomic"]).expect("a system").json()["pairs"][0].clone()
}

#[test]
fn the_disk_on_a_level_plane_is_vakonomic_with_the_momenta_as_multipliers() {
    let pair = vakonomic(&example("vertical-disk"));
    assert_eq!(pair["contains"]["section"]["mu_roll_x"], "-m*x'");
    assert_eq!(pair["contains"]["section"]["mu_roll_y"], "-m*y'");
    assert_eq!(pair["excluded"], Value::Null);
}

#[test]
fn a_turning_skate_and_a_coin_on_a_slope_are_vakonomic_for_no_multiplier() {
    for name in ["knife-edge", "rolling-penny", "chaplygin-sleigh", "snakeboard"] {
        let pair = vakonomic(&example(name));
        assert_eq!(pair["contains"], Value::Null, "{name}");
        let turn = if name == "chaplygin-sleigh" { "theta'" } else { "phi'" };
        let value = pair["excluded"]["state"][turn].as_f64().expect("a number");
        assert!(value != 0.0, "{name}: {pair}"); // straight down a slope it is both
    }
}

#[test]
fn a_state_that_excludes_multipliers_obeys_the_definitions_of_parameters() {
    let text = "coordinates\n  x, y, z\nparameters\n  m = 1, M = 2 m, k = 1\n\
                T = ½ m x'² + ½ m y'² + ½ M z'²\nV = k (M - m) x²/2\nconstraints\n  c: z' = y x'\n";
    let state = vakonomic(&model("defined", text))["excluded"]["state"].clone();
    let m = state["m"].as_f64().expect("a mass");
    assert!(state["M"].is_null() || state["M"].as_f64() == Some(2.0 * m), "{state}");
}

#[test]
fn many_constraints_are_compared_without_trying_all_choices() {
    let names =
        |letter: &str| (0..9).map(|i| format!("{letter}{i}")).collect::<Vec<_>>().join(", ");
    let kinetic = ["x", "y", "z"]
        .map(|c| (0..9).map(|i| format!("{c}{i}'²")).collect::<Vec<_>>().join(" + "));
    let constraints: String = (0..9).map(|i| format!("  c{i}: z{i}' = y{i} x{i}'\n")).collect();
    let text = format!(
        "coordinates\n  {}, {}, {}\nL = ½ ({})\nconstraints\n{constraints}",
        names("x"),
        names("y"),
        names("z"),
        kinetic.join(" + ")
    );
    assert_eq!(vakonomic(&model("nine", &text))["verdict"], "differ");
}

#[test]
fn a_penny_that_cannot_turn_is_vakonomic() {
    let text = "coordinates\n  x, θ\nparameters\n  m = 1, R = 1, I = 1, g = 1\n\
                L = ½ m x'² + ½ I θ'² + m g x\nconstraints\n  roll: x' = R θ'\n";
    let pair = vakonomic(&model("straight", text));
    assert_eq!((&pair["verdict"], &pair["how"]), (&"equal".into(), &"proved".into()));
    assert_eq!(pair["excluded"], Value::Null);
}

#[test]
fn a_coin_that_rolls_straight_down_and_a_skate_that_does_not_turn_are_vakonomic() {
    let part = |name: &str| vakonomic(&example(name))["contains_where"].clone();
    assert_eq!(part("rolling-penny")["conditions"], json!(["sin(phi) = 0", "phi' = 0"]));
    let level = "coordinates\n  x, y, φ\nparameters\n  m = 1 in 0.1 .. 5, J = 1 in 0.1 .. 5\n\
                 L = ½ m (x'² + y'²) + ½ J φ'²\nconstraints\n  edge: x' sin φ = y' cos φ\n";
    let skate = vakonomic(&model("level", level));
    assert!(skate["excluded"]["state"]["phi'"].as_f64().is_some_and(|turn| turn != 0.0), "{skate}");
    assert_eq!(skate["contains_where"]["conditions"], json!(["phi' = 0"]), "{skate}");
    assert_eq!(skate["contains_where"]["section"], json!({ "mu_edge": "0" }));
    let text = compare(&example("rolling-penny"), &["vakonomic"]).expect("a system");
    let text = text.text(Spelling::Unicode);
    assert!(text.contains("They contain the motions with sin φ = 0, φ̇ = 0 (proved)"), "{text}");
}

#[test]
fn all_motions_are_not_told_as_some_of_them() {
    assert_eq!(vakonomic(&example("vertical-disk"))["contains_where"], Value::Null);
}

/// The gallery's model with one of its constraints repeated, doubled.
fn with_repeated(name: &str, line: &str) -> Model {
    let text = Example::named(name).expect("it is in the gallery").source().text().to_owned();
    assert!(text.contains("constraints\n"), "{text}");
    model(name, &text.replacen("constraints\n", &format!("constraints\n  again: {line}\n"), 1))
}

#[test]
fn a_repeated_constraint_changes_no_containment() {
    let disk = vakonomic(&with_repeated("vertical-disk", "2 x' = 2 R cos φ θ'"));
    let section = &disk["contains"]["section"];
    let zeros = ["mu_again", "mu_roll_x"].map(|mu| section[mu] == "0");
    assert_eq!(zeros.iter().filter(|zero| **zero).count(), 1, "{disk}");
    assert_eq!(section["mu_roll_y"], "-m*y'", "{disk}");
    let edge = vakonomic(&with_repeated("knife-edge", "2 x' sin φ = 2 y' cos φ"));
    assert_eq!(edge["contains"], Value::Null);
    let turn = edge["excluded"]["state"]["phi'"].as_f64().expect("a number");
    assert!(turn != 0.0, "{edge}");
}

#[test]
fn the_exclusion_is_told_in_words() {
    let report = compare(&example("knife-edge"), &["vakonomic"]).expect("a system");
    let text = report.text(Spelling::Unicode);
    assert!(text.contains("no μ makes"), "{text}");
}

fn models(first: &str, second: &str, map: &str) -> ModelsReport {
    let [a, b] = [first, second].map(example);
    let map = read_map(&Source::new("--map", map), [&a, &b]).expect("a map");
    compare_models([first, second], [&a, &b], &map).expect("two systems")
}

#[test]
fn the_pendulum_of_any_length_is_one_in_both_coordinates() {
    let polar = "x = r sin(θ), y = -r cos(θ)";
    let report = models("pendulum-velocity", "pendulum-polar", polar);
    assert_eq!(report.verdict(), ("equal", Some("proved")), "{}", report.text(Spelling::Ascii));
}

#[test]
fn a_constraint_on_velocities_leaves_the_length_of_the_rod_to_the_start() {
    let report = models("pendulum-velocity", "pendulum-position", "");
    assert_eq!(report.verdict(), ("differ", Some("proved")));
    let text = report.text(Spelling::Ascii);
    assert!(text.contains("2 dimensions where those of pendulum-position have 1"), "{text}");
}

/// Two texts and a map, compared.
fn mapped(a: &str, b: &str, map: &str) -> ModelsReport {
    let [a, b] = [model("a", a), model("b", b)];
    let map = read_map(&Source::new("--map", map), [&a, &b]).expect("a map");
    compare_models(["a", "b"], [&a, &b], &map).expect("two systems")
}

#[test]
fn a_map_that_reaches_a_part_of_the_states_does_not_make_motions_equal() {
    let free = "coordinates\n  x\nL = ½ x'²\n";
    let spring = "coordinates\n  q\nL = ½ q'² - ½ q²\n";
    let plane = "coordinates\n  x, y\nL = ½ (x'² + y'²)\n";
    let other = "coordinates\n  a, b\nL = ½ (a'² + b'²) - ½ b²\n";
    for (first, second, map) in
        [(free, spring, "x = 0"), (free, spring, "x = 3 + t"), (plane, other, "x = a, y = 2 a")]
    {
        let report = mapped(first, second, map);
        assert_eq!(report.verdict(), ("unknown", None), "{map}");
        assert!(report.text(Spelling::Ascii).contains("only a part of the states of a"), "{map}");
    }
    let turned = mapped(plane, plane, "x = x + y, y = x - y");
    assert_eq!(turned.verdict(), ("equal", Some("proved")));
}

#[test]
fn a_rod_of_length_2_is_not_the_rod_of_any_length() {
    let any = "coordinates\n  x, y\nparameters\n  g = 9.81\nL = ½ (x'² + y'²) - g y\n\
               constraints\n  c: x x' + y y' = 0\n";
    let two = "coordinates\n  θ\nparameters\n  g = 9.81\nL = 2 θ'² + 2 g cos(θ)\n";
    let report = mapped(any, two, "x = 2 sin(θ), y = -2 cos(θ)");
    assert_eq!(report.verdict(), ("differ", Some("proved")));
    assert!(report.text(Spelling::Ascii).contains("2 dimensions where those of b have 1"));
    let fixed = any.replace("x x' + y y' = 0", "x² + y² = 4");
    let report = mapped(&fixed, two, "x = 2 sin(θ), y = -2 cos(θ)");
    assert_eq!(report.verdict(), ("equal", Some("proved")), "{}", report.text(Spelling::Ascii));
}

#[test]
fn motions_that_are_not_determined_are_not_said_to_be_all() {
    let loose = "coordinates\n  x, y\nL = ½ x'²\n";
    let report = mapped(loose, "coordinates\n  x, y\nL = ½ (x'² + y'²)\n", "");
    assert_eq!(report.verdict(), ("unknown", None), "{}", report.text(Spelling::Ascii));
}

#[test]
fn a_pendulum_upside_down_is_another_one() {
    let report = models("pendulum-velocity", "pendulum-polar", "x = r sin(θ), y = r cos(θ)");
    assert_eq!(report.verdict(), ("differ", Some("proved")));
    let witness = &report.json()["pairs"][0]["witness"];
    assert!(witness["residual"].as_f64().expect("a number") != 0.0);
    assert!(witness["state"]["theta"].is_number());
}

#[test]
fn a_rod_of_any_length_is_not_the_rod_of_length_l() {
    let report = models("pendulum-position", "pendulum-polar", "x = r sin(θ), y = -r cos(θ)");
    assert_eq!(report.verdict(), ("differ", Some("proved")));
}

#[test]
fn motions_of_a_body_with_less_freedom_are_only_some_of_the_other() {
    let free = model("free", "coordinates\n  x, y\nL = ½ (x'² + y'²)\n");
    let line = model("line", "coordinates\n  s\nL = s'²\n");
    let map = read_map(&Source::new("--map", "x = s, y = s"), [&free, &line]).expect("a map");
    let report = compare_models(["free", "line"], [&free, &line], &map).expect("two systems");
    assert_eq!(report.verdict(), ("differ", Some("proved")));
    assert!(report.text(Spelling::Ascii).contains("2 free velocities where line has 1"));
}

#[test]
fn a_map_that_leaves_out_a_coordinate_or_is_none_is_refused() {
    let [a, b] = ["pendulum-position", "pendulum-polar"].map(example);
    let read = |text: &str| read_map(&Source::new("--map", text), [&a, &b]);
    let map = read("x = r sin(θ)").expect("a map");
    let error = compare_models(["a", "b"], [&a, &b], &map).expect_err("y is missing");
    assert!(error.to_string().contains("`b` has no coordinate `y`"), "{error}");
    assert!(read("x").unwrap_err()[0].message.contains("not an equation"));
    assert!(read("θ = x").is_err() && read("g = r").is_err());
    let place = read("x = r, y = r sin(q)").unwrap_err()[0].span;
    assert_eq!(&"x = r, y = r sin(q)"[place.start..place.end], "q");
}

#[test]
fn the_multiplier_of_the_pendulum_is_minus_the_rate_of_the_vakonomic_one() {
    let pair = vakonomic(&example("pendulum-velocity"));
    assert_eq!(pair["multipliers"]["lambda_rod"], "-mu_rod'"); // Wolf (31)–(32)
    let pair = vakonomic(&example("pendulum-position"));
    assert_eq!(pair["multipliers"]["lambda_rod"], "mu_rod");
    assert_eq!(vakonomic(&example("knife-edge"))["multipliers"], Value::Null);
}

#[test]
fn a_motion_that_is_vakonomic_is_not_excluded() {
    let straight = "coordinates\n  x, θ\nparameters\n  m = 1, R = 1, I = 1, g = 1\n\
                    L = ½ m x'² + ½ I θ'² + m g x\nconstraints\n  roll: x' = R θ'\n";
    for model in [example("vertical-disk"), model("straight", straight)] {
        let motion = |principle| motion(&model, Some(principle)).expect("a motion");
        let ((system, dalembert), (_, vakonomic)) = (motion("dalembert"), motion("vakonomic"));
        let found = exclusion(&system, &dalembert, &vakonomic, &Choice::default());
        assert!(found.is_none(), "{found:?}");
    }
}

/// A symmetric top with a rotation, and with Euler angles and the given spin about its axis.
fn tops(spin: &str) -> ModelsReport {
    let top = "coordinates\n  B rotation with body Ω\nparameters\n  A = 2, C = 3, g = 1\n\
               T = ½ A (Ω_x² + Ω_y²) + ½ C Ω_z²\nV = g B_zz\n";
    let angles = format!(
        "coordinates\n  φ, θ, ψ\nparameters\n  A = 2, C = 3, g = 1\n\
         T = ½ A (θ'² + φ'² sin²θ) + ½ C ({spin})²\nV = g cos θ\n"
    );
    let (top, angles) = (model("top", top), model("angles", &angles));
    let source = Source::new("--map", "B = euler313(φ, θ, ψ)");
    let map = read_map(&source, [&top, &angles]).expect("a map");
    compare_models(["top", "angles"], [&top, &angles], &map).expect("two systems")
}

#[test]
fn a_rotation_is_compared_with_euler_angles() {
    let same = tops("ψ' + φ' cos θ");
    assert_eq!(same.verdict(), ("equal", Some("proved")), "{:?}", same.found);
    let other = tops("ψ' - φ' cos θ");
    assert_eq!(other.verdict(), ("differ", Some("proved")), "{:?}", other.found);
}

#[test]
fn the_ball_on_a_turntable_is_the_same_with_a_rotation_and_with_angles() {
    let map = "B = euler313(φ, θ, ψ)";
    let report = models("ball-on-turntable-rotation", "ball-on-turntable", map);
    assert_eq!(report.verdict(), ("equal", Some("proved")), "{:?}", report.found);
}

#[test]
fn a_rotation_without_a_map_is_refused_with_a_hint() {
    let top = "coordinates\n  B rotation with body Ω\nT = ½ (Ω_x² + Ω_y² + 2 Ω_z²)\n";
    let top = model("top", top);
    let angles = model("angles", "coordinates\n  a\nL = ½ a'²\n");
    let error = compare_models(["a", "b"], [&top, &angles], &[]).expect_err("there is no map");
    assert!(error.to_string().contains("`B` is a rotation"), "{error}");
    assert!(error.to_string().contains("B = euler313("), "{error}");
    let read = |text: &str| read_map(&Source::new("--map", text), [&top, &angles]);
    assert!(read("B = a").is_err() && read("B = euler313(a, a)").is_err());
    let place = read("B = euler313(a, 0, b)").unwrap_err()[0].span;
    assert_eq!(&"B = euler313(a, 0, b)"[place.start..place.end], "b");
}

#[test]
fn a_rotation_of_the_second_model_is_given_through_the_first() {
    let top = "coordinates\n  B rotation with body Ω\nparameters\n  A = 2, C = 3, g = 1\n\
               T = ½ A (Ω_x² + Ω_y²) + ½ C Ω_z²\nV = g B_zz\n";
    let angles = |spin: &str| {
        format!(
            "coordinates\n  φ, θ, ψ\nparameters\n  A = 2, C = 4, g = 1\n\
             T = ½ A (θ'² + φ'² sin²θ) + ½ C ({spin})²\nV = g cos θ\n"
        )
    };
    let top = model("top", top);
    for (spin, verdict) in [("ψ' + φ' cos θ", "equal"), ("ψ' - φ' cos θ", "differ")] {
        let angles = model("angles", &angles(spin));
        let source = Source::new("--map", "B = euler313(φ, θ, ψ)");
        let map = read_map(&source, [&angles, &top]).expect("a map");
        let report = compare_models(["angles", "top"], [&angles, &top], &map).expect("two systems");
        assert_eq!(report.verdict(), (verdict, Some("proved")), "{:?}", report.found);
        let pair = &report.json()["pairs"][0];
        assert_eq!((&pair["a"], &pair["b"]), (&json!("angles"), &json!("top")));
        assert_eq!(pair["parameters"], json!([{ "name": "C", "a": "4", "b": "3" }]));
    }
}

#[test]
fn a_rotation_about_an_axis_is_compared_with_its_angle() {
    // A body that turns about the z axis alone, held by constraints, and a wheel.
    let body = "coordinates\n  B rotation with body Ω\nparameters\n  C = 3\n\
                T = ½ (Ω_x² + 2 Ω_y² + C Ω_z²)\nconstraints\n  a: Ω_x = 0\n  b: Ω_y = 0\n";
    let body = model("body", body);
    let turned = |map: &str, energy: &str| {
        let text = format!("coordinates\n  φ\nparameters\n  C = 3\nT = {energy}\n");
        let wheel = model("wheel", &text);
        let map = read_map(&Source::new("--map", map), [&body, &wheel]).expect("a map");
        compare_models(["body", "wheel"], [&body, &wheel], &map).expect("two systems").found
    };
    let holds = |found: &Correspondence| {
        !matches!(found, Correspondence::Different(_) | Correspondence::Unknown(_))
    };
    for map in ["axis((0, 0, 2), φ)", "quaternion(cos(φ/2), 0, 0, sin(φ/2))", "euler313(φ, 0, 0)"]
    {
        let found = turned(&format!("B = {map}"), "½ C φ'²");
        assert!(holds(&found), "{map}: {found:?}");
    }
    // About the x axis the constraints do not hold.
    for map in ["axis((1, 0, 0), φ)", "quaternion(cos(φ/2), sin(φ/2), 0, 0)", "euler313(0, φ, 0)"]
    {
        let found = turned(&format!("B = {map}"), "½ C φ'²");
        assert!(matches!(found, Correspondence::Different(_)), "{map}: {found:?}");
    }
    // A force on the wheel has no counterpart.
    let found = turned("B = axis((0, 0, 1), φ)", "½ C φ'² - φ");
    assert!(matches!(found, Correspondence::Different(_)), "{found:?}");
}
