//! Which principles give the same motion: verdicts that are known from the papers.
//!
//! Principles are derived independently of each other, so that each verdict is a test of both: a
//! sign that is wrong in one of them makes it differ.

#![allow(non_snake_case, reason = "L is the symbol of the papers")]

mod support;

use alembert::Spelling;
use alembert::gallery::Example;
use alembert::language::Model;
use alembert::walk::{PairReport, PairVerdict, compare, motion, principles};
use alembert_mechanics::Choice;
use alembert_mechanics::comparison::{Comparison, Patience, compare_within};
use serde_json::{Value, json};
use support::canon::model;

fn example(name: &str) -> Model {
    let source = Example::named(name).expect("it is in the gallery").source();
    model(name, source.text())
}

fn pairs(model: &Model, names: &[&str]) -> Vec<PairReport> {
    compare(model, names).expect("the model is a system").pairs
}

fn words(model: &Model, names: &[&str]) -> Vec<(&'static str, &'static str, Option<&'static str>)> {
    let word = |pair: PairReport| (pair.b, pair.verdict.word(), pair.verdict.how());
    pairs(model, names).into_iter().map(word).collect()
}

fn json(model: &Model, names: &[&str]) -> Value {
    compare(model, names).expect("the model is a system").json()["pairs"][0].clone()
}

/// The principles that are d'Alembert's in other words.
const FAITHFUL: [&str; 8] =
    ["elimination", "voronec", "hamel", "gauss", "udwadia", "appell", "maggi", "poisson"];

const EQUAL: (&str, Option<&str>) = ("equal", Some("proved"));
const DIFFER: (&str, Option<&str>) = ("differ", Some("proved"));

#[test]
fn faithful_principles_are_proved_to_be_equal() {
    let names = ["knife-edge", "vertical-disk", "rolling-penny", "rolling-sphere", "tilting-disk"];
    for name in names.into_iter().chain(["chaplygin-sleigh", "pendulum-position"]) {
        let model = example(name);
        for (b, verdict, how) in words(&model, &[]) {
            if FAITHFUL.contains(&b) {
                assert_eq!((verdict, how), EQUAL, "{name}: {b}");
            }
        }
    }
}

#[test]
fn each_of_the_gallery_has_a_verdict_for_every_principle() {
    for example in alembert::gallery::EXAMPLES {
        let model = model(example.name, example.source().text());
        let found = words(&model, &[]);
        assert_eq!(found.len(), principles().len() - 1);
        for (b, verdict, how) in found {
            assert!(verdict == "not applicable" || how == Some("proved"), "{}: {b}", example.name);
            assert!(verdict != "differ" || ["naive", "vakonomic"].contains(&b), "{}", example.name);
        }
    }
}

#[test]
fn every_two_of_several_are_compared() {
    let found = pairs(&example("knife-edge"), &["hamel", "voronec", "naive"]);
    let names: Vec<_> = found.iter().map(|pair| (pair.a, pair.b, pair.verdict.word())).collect();
    let expected = [
        ("hamel", "voronec", "equal"),
        ("hamel", "naive", "differ"),
        ("voronec", "naive", "differ"),
    ];
    assert_eq!(names, expected);
    assert_eq!(pairs(&example("knife-edge"), &["gauss"])[0].a, "dalembert");
    assert!(compare(&example("knife-edge"), &["gausss"]).is_err());
}

#[test]
fn naive_equations_are_wrong_for_the_sphere_in_the_equation_of_lemos() {
    let pair = json(&example("rolling-sphere"), &["dalembert", "naive"]);
    assert_eq!(pair["verdict"], "differ");
    let witness = &pair["witness"];
    let at = |name: &str| witness["state"][name].as_f64().unwrap_or(0.0);
    let [phi, theta, dphi, dpsi] = ["phi", "theta", "phi'", "psi'"].map(at);
    let push = 5.0 / 7.0 * at("g") * at("alpha").sin() * phi.sin() / at("R");
    let right = -dphi * dpsi * theta.sin() + push; // Lemos (7), on a slope
    let left = dpsi * dpsi * theta.sin() * theta.cos() * 5.0 / 7.0;
    let wrong = left - 2.0 / 7.0 * dphi * dpsi * theta.sin() + push; // Lemos (6), on a slope
    let value = |side: &str| witness[side]["theta''"].as_f64().expect("a number");
    assert!((value("a") - right).abs() < 1e-9, "{pair}");
    assert!((value("b") - wrong).abs() < 1e-9 && (right - wrong).abs() > 1e-3, "{pair}");
}

#[test]
fn what_naive_lacks_for_the_sphere_is_the_right_side_of_lemos_15() {
    let pair = json(&example("rolling-sphere"), &["naive"]);
    let lacks = pair["lacks"].as_array().expect("a list");
    let theta: Vec<&Value> = lacks.iter().filter(|lack| lack["equation"] == "theta").collect();
    let names: Vec<&Value> = theta.iter().map(|lack| &lack["name"]).collect();
    assert_eq!(names, ["p_x b_x", "p_y b_y"]);
    assert_eq!(theta[0]["term"], "m*R*cos(phi)*x'*(phi' + cos(theta)*psi')");
    assert_eq!(theta[1]["term"], "m*R*sin(phi)*y'*(phi' + cos(theta)*psi')");
    assert!(lacks.iter().all(|lack| lack["principle"] == "naive"));
}

#[test]
fn naive_equations_are_right_by_accident_or_for_holonomic_constraints() {
    let names = ["rolling-penny", "vertical-disk", "pendulum-velocity", "vertical-disk-on-a-line"];
    for name in names {
        assert_eq!(words(&example(name), &["naive"]), [("naive", EQUAL.0, EQUAL.1)], "{name}");
    }
}

#[test]
fn naive_is_never_shown_as_equal_without_a_warning() {
    let report = compare(&example("rolling-penny"), &["naive"]).expect("a system");
    let warning = "naive agrees here and is wrong in general: it puts the constraints into L before L is varied";
    assert_eq!(report.json()["pairs"][0]["warning"], warning);
    let page = report.text(Spelling::Ascii);
    assert!(page.contains("equal, proved; naive is wrong in general\n"), "{page}");
    assert!(page.contains(warning), "{page}");
    let differing = json(&example("rolling-sphere"), &["naive"]);
    assert_eq!(differing["warning"], Value::Null);
    assert_eq!(json(&example("rolling-penny"), &["gauss"])["warning"], Value::Null);
}

#[test]
fn vakonomic_differs_for_the_disk_and_contains_its_motions() {
    let pair = json(&example("vertical-disk"), &["vakonomic"]);
    assert_eq!(pair["verdict"], "differ");
    let section = json!({ "section": { "mu_roll_x": "-m*x'", "mu_roll_y": "-m*y'" } });
    assert_eq!(pair["contains"], section);
    let terms: Vec<&Value> =
        pair["extra_terms"].as_array().expect("a list").iter().map(|t| &t["equation"]).collect();
    assert_eq!(terms, ["theta", "phi"]); // Wolf's terms with C
    assert_eq!(pair["extra_terms"][0]["principle"], "vakonomic");
    assert_eq!(pair["lacks"], json!([]), "d'Alembert's equations lack nothing");
    let page = compare(&example("vertical-disk"), &["vakonomic"]).expect("a system");
    let page = page.text(Spelling::Ascii);
    assert!(page.contains("the vakonomic equation of theta has the extra term "), "{page}");
    assert!(!page.contains("lacks"), "{page}");
}

#[test]
fn vakonomic_contains_no_motions_of_a_penny_on_a_slope() {
    let pair = json(&example("rolling-penny"), &["vakonomic"]);
    assert_eq!((&pair["verdict"], &pair["contains"]), (&json!("differ"), &Value::Null));
}

#[test]
fn vakonomic_is_equal_for_holonomic_constraints() {
    for name in ["pendulum-velocity", "pendulum-position"] {
        assert_eq!(words(&example(name), &["vakonomic"])[0].1, "equal", "{name}");
    }
}

/// A steered thrust that keeps a direction.
const SERVO: &str = "coordinates\n  x, y\nparameters\n  m = 1\nL = ½ m (x'² + y'²)\n\
                     constraints\n  aim: y' = x x'  reaction (1, 0)\n";

#[test]
fn principles_that_do_not_apply_say_so_in_their_own_words() {
    for (model, applicable) in [
        (model("servo", SERVO), &["maggi"][..]),
        (
            example("spinning-particle-constrained"),
            &["elimination", "voronec", "poisson", "vakonomic", "naive"],
        ),
    ] {
        for pair in pairs(&model, &[]) {
            match &pair.verdict {
                PairVerdict::NotApplicable(reason) => {
                    assert!(!applicable.contains(&pair.b), "{}: {reason}", pair.b);
                    assert!(reason.contains(&format!("`{}`", pair.b)), "{reason}");
                }
                verdict => assert!(applicable.contains(&pair.b), "{}: {verdict:?}", pair.b),
            }
        }
    }
    assert_eq!(words(&model("servo", SERVO), &["maggi"]), [("maggi", EQUAL.0, EQUAL.1)]);
}

#[test]
fn the_choice_of_dependent_velocities_matters_to_the_mistake_only() {
    let edge = example("knife-edge");
    let x = edge.coordinates[0].symbol;
    let other = alembert::walk::depend(&edge, &[x]);
    assert_eq!(words(&other, &["voronec"]), [("voronec", EQUAL.0, EQUAL.1)]);
    assert_eq!(words(&other, &["naive"]), [("naive", DIFFER.0, DIFFER.1)]);
}

#[test]
fn redundant_constraints_do_not_disturb_the_comparison() {
    let text = "coordinates\n  x, y, z\nL = ½ (x'² + y'² + z'²)\n\
                constraints\n  a: z' = y x'\n  b: 2 z' = 2 y x'\n";
    let model = model("twice", text);
    for (b, verdict, how) in words(&model, &[]) {
        if ["elimination", "voronec", "udwadia", "maggi"].contains(&b) {
            assert_eq!((verdict, how), EQUAL, "{b}");
        }
    }
    assert_eq!(words(&model, &["naive"])[0].1, "differ");
}

#[test]
fn constraints_that_no_motion_satisfies_are_refused() {
    let text =
        "coordinates\n  x, y\nL = ½ (x'² + y'²)\nconstraints\n  a: x' = y\n  b: x' = y + 1\n";
    assert!(compare(&model("never", text), &[]).is_err());
}

#[test]
fn the_page_has_a_line_for_each_pair_and_both_accelerations() {
    let report = compare(&example("rolling-sphere"), &[]).expect("it is a system");
    let page = report.text(Spelling::Ascii);
    assert!(page.starts_with("dalembert    elimination  equal, proved\n"), "{page}");
    assert!(page.contains("dalembert    naive        differ, proved\n"), "{page}");
    let details = page.split("dalembert and naive\n").nth(1).expect("the difference is shown");
    assert!(details.contains("theta''  ") && details.contains("naive lacks"), "{details}");
}

#[test]
fn parameters_with_other_values_are_told() {
    use alembert::walk::compare_models;
    let text = |g: &str| {
        format!("coordinates\n  θ\nparameters\n  l = 1, g = {g}, k = g/l\nL = ½ l² θ'² + k cos θ\n")
    };
    let read = |g: &str| {
        let source = alembert::language::Source::new("a.mech", text(g));
        alembert::language::read(&source).model.expect("a model")
    };
    let (earth, moon) = (read("9.81"), read("1.62"));
    let report = compare_models(["earth", "moon"], [&earth, &moon], &[]).expect("a comparison");
    assert_eq!(report.verdict(), ("equal", Some("proved")));
    let names: Vec<&str> = report.values.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["g"], "k is a definition");
    let page = report.text(Spelling::Unicode);
    assert!(page.contains("g is 9.81 in earth and 1.62 in moon"), "{page}");
    assert_eq!(report.json()["pairs"][0]["parameters"][0]["b"], "1.62");
    let same = compare_models(["a", "b"], [&earth, &earth], &[]).expect("a comparison");
    assert!(same.values.is_empty());
}

/// Also by the naive and by the vakonomic equations, with rotations, and where nothing determines the motion.
#[test]
fn a_model_is_equal_to_a_copy_of_it() {
    use alembert::walk::compare_models;
    let same = |name: &str, text: &str| {
        let (a, b) = (model(name, text), model(name, text));
        let report = compare_models(["a", "b"], [&a, &b], &[]).expect("two systems");
        assert_eq!(report.verdict(), ("equal", Some("proved")), "{name}");
        let page = report.text(Spelling::Unicode);
        assert!(
            page.contains("the equations are the same in both, at every state"),
            "{name} {page}"
        );
    };
    for example in alembert::gallery::EXAMPLES {
        same(example.name, example.source().text());
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/papers");
    let files = std::fs::read_dir(folder).expect("the papers").map(|file| file.expect("a file"));
    for file in files.filter(|file| file.path().extension().is_some_and(|e| e == "mech")) {
        let text = std::fs::read_to_string(file.path()).expect("a text");
        same(&file.file_name().to_string_lossy(), &text);
    }
    same("open", "coordinates\n  x, y\nL = ½ x'²\n");
}

#[test]
fn two_rotations_are_compared() {
    use alembert::language::Source;
    use alembert::walk::{compare_models, read_map};
    let top = |name: &str, axes: &str, energy: &str| {
        let text = format!(
            "coordinates\n  {name} rotation with {axes}\nparameters\n  A = 2, C = 3, g = 1\nT = {energy}\n\
             V = g {name}_zz\n"
        );
        model("top", &text)
    };
    let body = "½ A (Ω_x² + Ω_y²) + ½ C Ω_z²";
    let verdict = |a: &Model, b: &Model, map: &str| {
        let map = read_map(&Source::new("--map", map), [a, b]).expect("a map");
        compare_models(["a", "b"], [a, b], &map).expect("two systems").verdict()
    };
    let first = top("B", "body Ω", body);
    let other = top("B", "body Ω", "½ A (Ω_x² + Ω_y²) + ½ A Ω_z²");
    assert_eq!(verdict(&first, &first.clone(), ""), ("equal", Some("proved")));
    assert_eq!(verdict(&first, &other, ""), ("differ", Some("proved")));
    let named = top("R", "body W", "½ A (W_x² + W_y²) + ½ C W_z²");
    assert_eq!(verdict(&first, &named, "B = R"), ("equal", Some("proved")));
}

#[test]
fn a_principle_without_a_motion_differs_from_one_that_has_motions() {
    let text = "coordinates\n  x, y\nparameters\n  m = 1 in 0.1 .. 5\n  g = 9.81 in 1 .. 25\n  c = 2 in \
                0.5 .. 5\nL = ½ m (x'² + y'²) - m g y\nconstraints\n  speed: x'² + y'² = c²\n";
    let model = model("speed", text);
    for (names, of_first) in [(["dalembert", "naive"], false), (["naive", "gauss"], true)] {
        let found = &pairs(&model, &names)[0];
        assert_eq!((found.verdict.word(), found.verdict.how()), DIFFER);
        let PairVerdict::Absent(absence) = &found.verdict else { panic!("{found:?}") };
        assert_eq!(absence.of_first, of_first);
        let pair = json(&model, &names);
        let (some, none) = if of_first { ("b", "a") } else { ("a", "b") };
        assert!(pair["witness"][some]["x''"].is_number(), "{pair}");
        assert!(pair["witness"][none].is_null(), "{pair}");
        let reason = pair["reason"].as_str().expect("a reason");
        assert!(reason.starts_with("the equations of naive say that"), "{reason}");
        assert!(reason.contains("m*g = 0, which is not so"), "{reason}");
    }
    // Without weight nothing is contradictory: nothing is left to vary, and nothing is determined.
    let free = text.replace("- m g y", "").replace("  g = 9.81 in 1 .. 25\n", "");
    let free = support::canon::model("free", &free);
    assert!(!matches!(pairs(&free, &["dalembert", "naive"])[0].verdict, PairVerdict::Absent(_)));
}

/// Systems with holonomic constraints on which every principle that applies is right.
#[test]
fn every_principle_is_right_for_holonomic_constraints() {
    let heavy = |coordinates: &str, lagrangian: &str, constraints: &str| {
        let text = format!(
            "coordinates\n  {coordinates}\nparameters\n  m = 1 in 0.1 .. 5\n  m2 = 2 in 0.1 .. 5\n  l = 1 in 0.1 .. 5\n  \
             k = 2 in 0.1 .. 5\n  g = 9.81 in 1 .. 25\nfunctions\n  h(x)\nL = {lagrangian}\nconstraints\n{constraints}\n"
        );
        model("holonomic", &text)
    };
    let plane = "½ m (x'² + y'²) - m g y";
    let models = [
        ("pendulum", heavy("x, y", plane, "  c: x² + y² = l²")),
        ("curve", heavy("x, y", plane, "  c: y = h(x)")),
        ("parabola", heavy("x, y", plane, "  c: y = k x²")),
        ("Atwood", heavy("x, y", "½ m x'² + ½ m2 y'² + g (m x + m2 y)", "  c: x + y = l")),
        ("sphere", heavy("x, y, z", "½ m (x'² + y'² + z'²) - m g z", "  c: x² + y² + z² = l²")),
        (
            "rod",
            heavy(
                "x, y, X, Y",
                "½ m (x'² + y'²) + ½ m2 (X'² + Y'²) - g (m y + m2 Y)",
                "  c: (x - X)² + (y - Y)² = l²",
            ),
        ),
    ];
    for (name, model) in models {
        let found = words(&model, &[]);
        assert_eq!(found.len(), principles().len() - 1);
        for (b, verdict, how) in found {
            assert_eq!((verdict, how), EQUAL, "{name}: {b}");
        }
    }
}

/// Without work for a proof, states are compared, and nothing is said to be proved.
#[test]
fn proofs_without_work_give_way_to_states() {
    let model = example("rolling-sphere");
    let (system, a) = motion(&model, Some("dalembert")).expect("it applies");
    let (_, b) = motion(&model, Some("appell")).expect("it applies");
    let within =
        |work: u64| compare_within(&system, &a, &b, &Choice::default(), &Patience::new(work));
    assert!(matches!(within(1), Comparison::RandomStates(states, _) if states > 3));
    assert!(matches!(within(10_000_000), Comparison::Proved(_)));
}

#[test]
fn a_comparison_names_where_the_equations_of_a_principle_have_a_pole() {
    let text = "coordinates\n  x, y, z\nparameters\n  m = 1 in 0.1 .. 5, a = 0.5 in 0.1 .. 2, g = 9.81\n\
                L = ½ m (x'² + y'² + z'²) - m g z\nconstraints\n  cone: a² z'² = x'² + y'²\n";
    let cone = model("cone", text);
    let report = compare(&cone, &["dalembert", "elimination"]).expect("a system").json();
    let pair = &report["pairs"][0];
    assert_eq!((&pair["verdict"], &pair["how"]), (&"equal".into(), &"proved".into()), "{pair}");
    let conditions = pair["conditions"].to_string();
    assert!(conditions.contains("y' != 0"), "{conditions}"); // y' depends on x' and z'
    let gauss = compare(&cone, &["dalembert", "gauss"]).expect("a system").json();
    assert_eq!(gauss["pairs"][0]["conditions"], json!([]), "the same rows, also where v = 0");
}

/// `x' y' = 0` has two parts, and what `elimination` leaves open where its divisor vanishes d'Alembert's principle
/// determines on the other part: that is no difference of the principles. Equal rows are equal on both.
#[test]
fn what_is_left_open_on_one_part_of_the_states_is_no_difference() {
    let text = "coordinates\n  x, y, z\nL = ½ (x'² + y'² + z'²) - z\nconstraints\n  c: x' y' = 0\n";
    let model = model("parts", text);
    let gauss = json(&model, &["dalembert", "gauss"]);
    assert_eq!((&gauss["verdict"], &gauss["conditions"]), (&json!("equal"), &json!([])));
    for other in ["elimination", "voronec"] {
        let found = json(&model, &["dalembert", other]);
        assert_ne!(found["verdict"], "differ", "{found}");
    }
}

/// A particle of relativistic speed, with a constraint that is the rate of y − x²/2, or another one.
fn relativistic(constraint: &str) -> Model {
    let text = format!(
        "model \"Fast\"\ncoordinates\n  x, y, z\nparameters\n  m = 1\n  c = 3\n\
         L = -m c² √(1 - (x'² + y'² + z'²)/c²)\nconstraints\n  k: {constraint}\n"
    );
    model("fast", &text)
}

#[test]
fn roots_that_are_equal_on_the_constraints_are_one_in_a_proof() {
    let found = words(&relativistic("y' = x x'"), &[]);
    let applies = found.iter().filter(|(_, verdict, _)| *verdict != "not applicable");
    let proved: Vec<&str> = applies
        .map(|&(b, verdict, how)| {
            assert_eq!((verdict, how), EQUAL, "{b}");
            b
        })
        .collect();
    assert!(["poisson", "vakonomic", "naive"].iter().all(|b| proved.contains(b)), "{proved:?}");
    let curved = words(&relativistic("y' = z x'"), &["dalembert", "poisson", "vakonomic"]);
    let verdicts: Vec<_> = curved.iter().map(|&(_, verdict, how)| (verdict, how)).collect();
    assert_eq!(verdicts[..2], [EQUAL, DIFFER]);
}

#[test]
fn a_multiplier_and_the_rate_of_another_are_the_same_reaction() {
    let free_fall = |constraint: &str| {
        let text = format!(
            "model \"Bead\"\ncoordinates\n  x, y, z\nparameters\n  g = 9.81\nfunctions\n  V(x, y)\n\
             L = ½ (x'² + y'² + z'²) + x' y' sin z - V(x, y) - g z\nconstraints\n  k: {constraint}\n  h: x = sin y\n"
        );
        model("bead", &text)
    };
    assert_eq!(words(&free_fall("z' = x y' + y x'"), &["dalembert", "vakonomic"])[0].1, "equal");
    assert_eq!(words(&free_fall("z' = y² x'"), &["dalembert", "vakonomic"])[0].1, "equal");
}

/// Random models have constraints whose equations no proof can solve; all pairs together take no more work than one, and
/// those that are proved are so by their rows.
#[test]
fn comparisons_share_a_limit_of_work() {
    let hard = model("hard", include_str!("data/models/hard-to-compare.mech"));
    let ((), left) = alembert_algebra::polynomial::within(100_000_000, || {
        let found = compare(&hard, &[]).expect("a system").pairs;
        for pair in found.iter().filter(|pair| FAITHFUL.contains(&pair.b)) {
            assert_ne!(pair.verdict.word(), "differ", "{pair:?}");
        }
        assert!(found.iter().any(|pair| pair.verdict.how() == Some("proved")), "{found:?}");
    });
    assert!(left > 0, "without a limit for all of them they take five times as much");
}

/// At x = y = 0 the first constraint says nothing of the accelerations, and the directions degenerate.
#[test]
fn a_comparison_names_states_at_which_directions_degenerate() {
    let text = "coordinates\n  x, y, z\nparameters\n  m = 1\n  g = 1\n\
                L = 1/2 m (x'^2 + y'^2 + z'^2) - m g y + x\n\
                constraints\n  c: x x' - y y' = 0\n  d: z' = y'\n";
    for principle in ["hamel", "poisson", "maggi"] {
        let found = json(&model("hyperbola", text), &["dalembert", principle]);
        let conditions = found["conditions"].as_array().expect("a list");
        assert!(!conditions.is_empty(), "{principle}: {found}");
    }
}
