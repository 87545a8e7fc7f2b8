//! Random valid models: principles agree at states of motions, and methods follow one motion.
//!
//! `generator` writes models, `judge` compares, `claims` makes claims about them. `alembert-bench random` does the
//! same for as long as one likes.

#![allow(non_snake_case, reason = "A, W, h and L are the symbols of the equations")]

mod claims;
mod differences;
mod generator;
mod judge;
mod printed;
#[path = "../singular/search.rs"]
mod search;
#[path = "../singular/values.rs"]
mod values;

use std::thread;

use claims::Outcome;
use generator::{Drawn, Extras, Random, model};
use judge::{Depth, Verdict, judge};

/// Models of each kind: as many as half a minute of one processor is enough for.
const PLAIN: u64 = 200;
const EXTENDED: u64 = 120;

/// Models about which claims are made.
const CLAIMED: u64 = 60;

/// The verdicts of models with the numbers from 0, each with a pool of expressions of its own.
fn verdicts(count: u64, extras: Extras, seed: u64) -> Vec<(Drawn, Verdict)> {
    let one = |number: u64| {
        let drawn = model(&mut Random::new(seed + number), extras);
        let work = || judge(&drawn, Depth::of(number));
        let verdict = thread::scope(|scope| scope.spawn(work).join().expect("nothing panics"));
        (drawn, verdict)
    };
    (0..count).map(one).collect()
}

/// All models that a principle and a method take hold, and most are such.
fn assert_hold(verdicts: &[(Drawn, Verdict)]) {
    let failures = verdicts.iter().filter_map(|(drawn, verdict)| match verdict {
        Verdict::Fails(why) => Some(format!("# {why}\n{drawn}")),
        _ => None,
    });
    let failures: Vec<String> = failures.collect();
    assert!(failures.is_empty(), "{} fail:\n{}", failures.len(), failures.join("\n"));
    let held = verdicts.iter().filter(|(_, verdict)| *verdict == Verdict::Holds).count();
    assert!(2 * held > verdicts.len(), "only {held} of {} are judged", verdicts.len());
}

#[test]
fn principles_and_methods_agree_about_random_models() {
    assert_hold(&verdicts(PLAIN, Extras::None, 0));
}

#[test]
fn they_agree_about_inputs_quasi_velocities_and_accelerations_in_the_lagrangian() {
    assert_hold(&verdicts(EXTENDED, Extras::Some, 1_000_000));
}

/// Angles of different sizes in one model, and a high power far from 0: models that were wrong.
#[test]
fn forms_that_lose_digits_are_not_evaluated() {
    let models = [
        include_str!("../data/models/digits/hamel.mech"),
        include_str!("../data/models/digits/hamel-and-tan.mech"),
        include_str!("../data/models/digits/taylor.mech"),
        include_str!("../data/models/digits/taylor-and-atan.mech"),
        include_str!("../data/models/digits/taylor-and-cosine.mech"),
        include_str!("../data/models/digits/far-power.mech"),
    ];
    for text in models {
        assert_eq!(judge(&Drawn::text(text), Depth::All), Verdict::Holds, "{text}");
    }
}

/// The judge sees accelerations that are wrong in the tenth digit, motions that differ, a printed form of another
/// motion, and sensitivities that are wrong in the seventh digit.
#[test]
fn the_judge_sees_what_is_wrong() {
    let right = [("x''".to_owned(), 2.0), ("y''".to_owned(), 0.5)];
    let wrong = [("x''".to_owned(), 2.0), ("y''".to_owned(), 0.500_000_1)];
    assert_eq!(judge::difference(&right, &right), None);
    assert_eq!(judge::difference(&right, &wrong).as_deref(), Some("y''"));
    let spring = "coordinates x\nT = ½ x'^2\nV = ½ x^2\ninitial\n  x = 1, x' = 0\nrun 0 .. 1\n";
    let drawn = Drawn::text(spring);
    assert_eq!(judge(&drawn, Depth::All), Verdict::Holds);
    let model = drawn.model().expect("it is valid");
    let values = judge::values(&model, "x = 1, x' = 0").expect("they are values");
    let right = [("x''".to_owned(), -1.0)];
    assert_eq!(printed::explicit(&model, &values, &right), None);
    let wrong = [("x''".to_owned(), -1.000_000_1)];
    assert!(printed::explicit(&model, &values, &wrong).is_some());
    assert!(!differences::differ(&[0.5, 1.0], &[0.5, 1.000_000_01], 1.0));
    assert!(differences::differ(&[0.5, 1.0], &[0.5, 1.000_001], 1.0));
    assert!(differences::differ(&[0.5, 1.0], &[0.5, f64::NAN], 1.0));
    assert!(differences::differ(&[0.5], &[0.5, 1.0], 1.0));
}

/// No true claim is refuted, no false one is proved, also not at singular states, and most are decided.
#[test]
fn random_claims_are_decided_rightly() {
    let one = |number: u64| {
        let text = claims::text(2_000_000 + number);
        let work = || claims::claims(&text, number);
        let found = thread::scope(|scope| scope.spawn(work).join().expect("nothing panics"));
        let failures = found.failures.iter().map(|why| format!("# {why}\n{text}")).collect();
        Outcome { failures, ..found }
    };
    let all = (0..CLAIMED).map(one).fold(Outcome::default(), |sum, found| sum.with(&found));
    assert!(all.failures.is_empty(), "{} fail:\n{}", all.failures.len(), all.failures.join("\n"));
    assert!(all.decided.iter().all(|&n| n > 60) && all.share() > 0.8, "{all:?}");
    assert!(all.at_singular_states > 10, "{all:?}");
}
