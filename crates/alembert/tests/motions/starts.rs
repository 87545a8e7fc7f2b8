//! Consistent starts: what is missing is solved, what is fixed never moves.

use std::ops::ControlFlow;

use alembert::language::{Code, Source, read_assignments};
use alembert::walk::{Refusal, RunRequest, WalkError, change, run};

use crate::{followed, last, model, tried};

fn pendulum(initial: &str) -> String {
    format!(
        "
coordinates
  x, y
parameters
  m = 1
  g = 9.81
L = ½ m (x'² + y'²) - m g y
constraints
  rod: x² + y² = 1
initial
  {initial}
run 0 .. 1
"
    )
}

fn refused(initial: &str) -> (Code, String, String) {
    match tried(&pendulum(initial), RunRequest::default()) {
        Err(Refusal::Diagnosed(d)) => {
            (d.code, d.message.clone(), d.hint.clone().unwrap_or_default())
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_guess_is_moved_onto_the_constraints_and_the_change_is_told() {
    let report = followed(&pendulum("x = 0.6, y = -0.9 (guess), x' = 0.5"), RunRequest::default());
    let first = |name: &str| report.columns.iter().find(|c| c.name == name).unwrap().values[0];
    assert!((first("x") - 0.6).abs() < 1e-15 && (first("y") + 0.8).abs() < 1e-14);
    assert!((first("y'") - 0.375).abs() < 1e-14, "x x' + y y' = 0");
    let names: Vec<&str> = report.changes.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["y", "y'"]);
    assert_eq!((report.changes[0].from, report.changes[1].from), (Some(-0.9), None));
    assert!(report.changes.iter().all(|c| c.is_determined), "by x = 0.6, x' = 0.5");
}

#[test]
fn a_fixed_value_never_moves() {
    let (code, message, hint) = refused("x = 0.6, y = -0.9, x' = 0");
    assert_eq!(code, Code::InitialViolates);
    assert_eq!(message, "the initial values violate `rod`: left − right = 1.700000e-1");
    assert!(hint.contains("(guess)"), "{hint}");
    let (code, message, _) = refused("x = 0.6, y = -0.8, x' = 1, y' = 1");
    assert_eq!(code, Code::InitialViolates);
    assert!(message.starts_with("the initial values violate the rate of `rod`"), "{message}");
}

/// Wrong by some 10⁻⁵ and less, as values are that were read from a page: that is no rounding.
#[test]
fn a_start_that_is_nearly_right_is_wrong() {
    for (y, left) in
        [("-0.79998", "-3.2e-5"), ("-0.80000001", "1.6e-8"), ("-0.80000000001", "1.6e-11")]
    {
        let (code, message, _) = refused(&format!("x = 0.6, y = {y}, x' = 0"));
        assert_eq!(code, Code::InitialViolates, "{y}");
        let told = message.strip_prefix("the initial values violate `rod`: left − right = ");
        let told: f64 = told.expect(&message).parse().expect("a number");
        let left: f64 = left.parse().expect("a number");
        assert!((told / left - 1.0).abs() < 0.01, "{message}");
    }
    for rate in ["0.37503", "0.37500001", "0.37500000001"] {
        let (code, message, _) = refused(&format!("x = 0.6, y = -0.8, x' = 0.5, y' = {rate}"));
        assert_eq!(code, Code::InitialViolates, "{rate}");
        assert!(message.starts_with("the initial values violate the rate of `rod`"), "{message}");
    }
}

#[test]
fn a_guess_that_is_nearly_right_is_made_right() {
    let near = "x = 0.6, y = -0.79998 (guess), x' = 0.5, y' = 0.37503 (guess)";
    let report = followed(&pendulum(near), RunRequest::default());
    let first = |name: &str| report.columns.iter().find(|c| c.name == name).unwrap().values[0];
    assert!((first("y") + 0.8).abs() < 4e-16 && (first("y'") - 0.375).abs() < 4e-16);
    let changes: Vec<_> = report.changes.iter().map(|c| (c.name.as_str(), c.from)).collect();
    assert_eq!(changes, [("y", Some(-0.79998)), ("y'", Some(0.37503))]);
}

#[test]
fn a_missing_value_with_several_solutions_is_asked_for() {
    let (code, message, hint) = refused("x = 0.6, x' = 0");
    assert_eq!(code, Code::SeveralInitial);
    assert_eq!(message, "several initial values of y satisfy the constraints");
    assert!(hint.contains("y = 0.8") && hint.contains("y = -0.8"), "{hint}");
    let (code, _, _) = refused("x = 2, x' = 0");
    assert_eq!(code, Code::InitialViolates);
}

#[test]
fn where_nothing_was_given_the_message_says_what_to_give() {
    let (code, message, hint) = refused("x' = 0");
    assert_eq!(code, Code::InitialViolates);
    let expected = "no way leads from x = 0, y = 0 to values that satisfy `rod`: left − right = \
                    -1.000000e0";
    assert_eq!(message, expected);
    let guesses = "x = 0.707107 (guess), y = 0.707107 (guess)";
    assert_eq!(hint, format!("give some of x, y, or guesses such as {guesses}"));
    let report = followed(&pendulum(guesses), RunRequest::default()); // the advice can be followed
    let first = |name: &str| report.columns.iter().find(|c| c.name == name).unwrap().values[0];
    assert!((first("x").hypot(first("y")) - 1.0).abs() < 1e-14);
    let (_, message, hint) = refused("x = 0 (guess), y = 0 (guess)");
    assert!(message.starts_with("no way leads from x = 0, y = 0"), "{message}");
    assert!(hint.contains("guesses of x, y near a solution"), "{hint}");
    assert!(hint.contains("led to none either"), "{hint}");
    let text = pendulum("x' = 0").replace("x² + y² = 1", "x² + y² = -1");
    let label = "rod".to_owned();
    let refusal = tried(&text, RunRequest::default()).unwrap_err();
    assert_eq!(refusal, Refusal::Walk(WalkError::NoSolution { label }));
}

#[test]
fn a_solution_that_stands_alone_is_found_from_another_beginning() {
    let text = "coordinates\n  x, y\nL = ½ (x'² + y'²)\nconstraints\n  c: x³ = 8\nrun 0 .. 1\n";
    let report = followed(text, RunRequest::default());
    let x = report.changes.iter().find(|c| c.name == "x").expect("x was found");
    assert!((x.to - 2.0).abs() < 1e-12);
}

#[test]
fn what_is_neither_given_nor_determined_is_zero_and_told() {
    let text = "coordinates\n  x, y\nL = ½ (x'² + y'²)\nconstraints\n  c: y' = 2 x'\ninitial\n  x' = 3\nrun 0 .. 1\n";
    let report = followed(text, RunRequest::default());
    assert_eq!(report.assumed, ["x", "y"]);
    assert!((last(&report, "y") - 6.0).abs() < 1e-14);
}

#[test]
fn velocities_are_solved_in_the_kinetic_metric() {
    // x' + y' = 4 with a y that is three times as heavy: the smallest T has x' = 3, y' = 1.
    let text =
        "coordinates\n  x, y\nL = ½ (x'² + 3 y'²)\nconstraints\n  c: x' + y' = 4\nrun 0 .. 1\n";
    let report = followed(text, RunRequest::default());
    let first = |name: &str| report.columns.iter().find(|c| c.name == name).unwrap().values[0];
    assert!((first("x'") - 3.0).abs() < 1e-14 && (first("y'") - 1.0).abs() < 1e-14);
    // they were chosen, and it is said so
    assert!(report.changes.iter().all(|c| !c.is_determined));
    let notes = report.start_notes(alembert::Spelling::Ascii);
    assert!(notes[0].starts_with("one of many starts on the constraints, chosen"), "{notes:?}");
    assert_eq!(report.json()["changed"][0]["determined"], false);
}

/// z' = 2 follows, x' and y' share the rest.
#[test]
fn what_follows_and_what_is_chosen_are_told_apart() {
    let text = "coordinates\n  x, y, z\nL = ½ (x'² + y'² + z'²)\nconstraints\n  c: x' + y' = 4\n  d: z' = 2\nrun 0 .. 1\n";
    let notes = followed(text, RunRequest::default()).start_notes(alembert::Spelling::Ascii);
    assert_eq!(notes[0], "from the constraints at the start: z' = 2");
    assert!(notes[1].contains("chosen by the smallest change: x' = "), "{notes:?}");
    assert!(notes[1].contains(", y' = ") && !notes[1].contains("z'"), "{notes:?}");
}

#[test]
fn a_quasi_velocity_may_be_given() {
    let text = "coordinates\n  x, y\n  φ\nL = ½ (x'² + y'² + φ'²)\nconstraints\n  edge: x' sin φ = y' cos φ\n\
                quasi\n  u = x' cos φ + y' sin φ\n  w = φ'\ninitial\n  φ = 0.5, u = 2, w = 1\nrun 0 .. 1\n";
    let report = followed(text, RunRequest::default());
    let first = |name: &str| report.columns.iter().find(|c| c.name == name).unwrap().values[0];
    assert!((first("x'") - 2.0 * 0.5f64.cos()).abs() < 1e-14);
    assert!((first("y'") - 2.0 * 0.5f64.sin()).abs() < 1e-14);
    assert!((first("phi'") - 1.0).abs() < 1e-14);
}

#[test]
fn vakonomic_multipliers_are_asked_for() {
    let text = "coordinates\n  x, y\nL = ½ (x'² + y'²)\nconstraints\n  c: y' = x x'\ninitial\n  x = 1\nrun 0 .. 1\n";
    let request = RunRequest { principle: Some("vakonomic"), ..RunRequest::default() };
    let refusal = tried(text, request).unwrap_err();
    let names = vec!["mu_c".to_owned()];
    assert_eq!(refusal, Refusal::Walk(WalkError::NoMultiplier { names }));
}

#[test]
fn an_input_needs_something_to_do() {
    let text = |line: &str| {
        format!(
            "coordinates\n  x\ninputs\n  u\nL = ½ x'²\nforces\n  x: u\ninitial\n  x = 0, x' = 0\nrun 0 .. 4\n{line}"
        )
    };
    let refusal = tried(&text(""), RunRequest::default()).unwrap_err();
    assert_eq!(refusal, Refusal::Walk(WalkError::NoSignal { name: "u".to_owned() }));
    let report = followed(&text("  u = cos t\n"), RunRequest::default());
    assert!((last(&report, "x") - (1.0 - 4.0f64.cos())).abs() < 1e-14);
    assert!(report.energy_drift < 1e-14);
    // straight between its points, 0 after the last: x'' = 2 t, then 3 − t, then 0
    let report = followed(&text("  u = (0, 0), (1, 2), (3, 0)\n"), RunRequest::default());
    assert!((last(&report, "x'") - 3.0).abs() < 1e-14 && (last(&report, "x") - 8.0).abs() < 1e-14);
    assert_eq!(report.columns[0].values.len(), 201);
    assert!(report.energy_drift < 1e-14, "{:e}", report.energy_drift);
}

/// A value from outside is what the input has along the whole motion, whatever `run` says.
#[test]
fn an_input_with_a_value_keeps_it() {
    let lines = ["", "  u = cos t\n"];
    for line in lines {
        let text = format!(
            "coordinates\n  x\ninputs\n  u\nL = ½ x'²\nforces\n  x: u\ninitial\n  x = 0, x' = 0\nrun 0 .. 4\n{line}"
        );
        let model = model(&text);
        let given = read_assignments(&Source::new("-p", "u=3"), &model).expect("a value");
        let changed = change(&model, &given);
        let report = run(&changed, RunRequest::default(), &mut |_| ControlFlow::Continue(()));
        let report = report.expect("a motion");
        assert!((last(&report, "x") - 24.0).abs() < 1e-13); // ½ u t²
    }
}

/// From x = y = 0 the slopes of x y vanish, and from x = y no step leads off that line.
#[test]
fn solutions_are_looked_for_in_all_directions() {
    let text = "coordinates\n  x, y\nL = ½ (x'² + y'²)\nconstraints\n  a: x y = -1\n  b: x + y = 0\n\
                initial\n  x' = 0\nrun 0 .. 1\n";
    let Err(Refusal::Diagnosed(d)) = tried(text, RunRequest::default()) else {
        panic!("two solutions")
    };
    assert_eq!(d.code, Code::SeveralInitial);
    let hint = d.hint.unwrap_or_default();
    let [x, y] = ["x = 1, y = -1", "x = -1, y = 1"];
    let rounded = hint.replace("0.9999999999999999", "1").replace("1.0000000000000002", "1");
    assert!(rounded.contains(x) && rounded.contains(y), "{hint}");
    let guess = text.replace("x' = 0", "x = 2 (guess), x' = 0");
    let report = followed(&guess, RunRequest::default());
    assert!((last(&report, "y") + 1.0).abs() < 1e-14);
}

/// Angles that differ by whole turns are the same.
#[test]
fn an_angle_has_as_many_values_as_positions() {
    let text = "coordinates\n  θ [rad], z\nL = ½ (θ'² + z'²) + cos θ\nconstraints\n  c: cos θ = 1/2 + z\n\
                initial\n  z = 0, z' = 0\nrun 0 .. 1\n";
    let Err(Refusal::Diagnosed(d)) = tried(text, RunRequest::default()) else {
        panic!("two solutions")
    };
    let hint = d.hint.unwrap_or_default();
    assert_eq!(hint.matches("θ = ").count(), 2, "{hint}");
}

/// What is not determined is 0 and not what rounding made of it.
#[test]
fn what_is_not_determined_is_exactly_zero() {
    let text = "coordinates\n  x, y, z\nT = ½ (x'² + 3 y'² + z'²) + 0.1 x' z' + 0.3 y' z'\n\
                constraints\n  a: x' + y'/3 = 1/7 + z\n  b: x' - y' = 1/11 + z\ninitial\n  x = 1\nrun 0 .. 1\n";
    let report = followed(text, RunRequest::default());
    assert_eq!(report.assumed, ["y", "z"]);
    let told: Vec<&str> = report.changes.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(told, ["x'", "y'", "z'"]);
    let plain = text.replace("+ 0.1 x' z' + 0.3 y' z'", "");
    let report = followed(&plain, RunRequest::default());
    assert_eq!(report.assumed, ["y", "z", "z'"]);
    assert_eq!(report.columns.iter().find(|c| c.name == "z'").unwrap().values[0], 0.0);
}

/// In metres, in nanometres and in lengths of planets there are two places, and one is asked for.
#[test]
fn several_solutions_are_told_apart_in_all_units() {
    for (size, places) in
        [(1.0, ["y = 0.8", "y = -0.8"]), (1e-9, ["y = 0.0000000008", "y = -0.0000000008"])]
    {
        let text = format!(
            "coordinates\n  x, y\nL = x'² + y'² - y\nconstraints\n  rod: x² + y² = ({size:e})²\n\
             initial\n  x = 0.6*{size:e}, x' = 0\n"
        );
        let Err(Refusal::Diagnosed(finding)) = tried(&text, RunRequest::default()) else {
            panic!("a start was found\n{text}")
        };
        assert_eq!(finding.code, Code::SeveralInitial, "{}", finding.message);
        let hint = finding.hint.unwrap_or_default();
        assert!(places.iter().all(|place| hint.contains(place)), "{hint}");
    }
}

/// Two places one metre from the axis are two, however far along the axis they are.
#[test]
fn starts_that_are_close_beside_their_distance_from_the_origin_are_not_one() {
    let text = "coordinates\n  x, y, z\nL = ½ (x'² + y'² + z'²) - z\nconstraints\n  c: y² + z² = 1\ninitial\n  \
                x = 10^7, x' = 0, z = 0, z' = 1\nrun 0 .. 1\n";
    let Err(Refusal::Diagnosed(found)) = tried(text, RunRequest::default()) else {
        panic!("one of them was taken");
    };
    assert_eq!(found.code, Code::SeveralInitial, "{}", found.message);
}

/// Where cos(π/2) is all that a velocity has, it has nothing.
#[test]
fn a_slope_of_rounding_determines_no_velocity() {
    let text = "coordinates\n  x, y, th\nL = ½ (x'² + y'² + th'²)\nconstraints\n  edge: x' sin(th) = y' cos(th)\n\
                initial\n  th = π/2, x' = 1.2\nrun 0 .. 1\n";
    let Err(Refusal::Diagnosed(found)) = tried(text, RunRequest::default()) else {
        panic!("a velocity was found");
    };
    assert_eq!(found.code, Code::InitialViolates, "{}", found.message);
    let free = followed(&text.replace("x' = 1.2", "y' = 1.2, th' = 0"), RunRequest::default());
    assert!(last(&free, "x'").abs() < 1e-15 && (last(&free, "y") - 1.2).abs() < 1e-14);
}
