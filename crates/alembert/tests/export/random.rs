//! Random models of every kind, as C and as Python.

use crate::Case;
use crate::generator::{Extras, Random, model};
use crate::tools::{check_c, check_python, folder};

/// Models of each kind.
const MODELS: u64 = 12;

fn cases(extras: Extras, seed: u64, name: &str) -> Vec<Case> {
    let case = |number: u64| {
        let drawn = model(&mut Random::new(seed + number), extras);
        let model = drawn.model().unwrap_or_else(|why| panic!("{why}:\n{drawn}"));
        Case::of(&format!("{name}-{number}"), model, None)
    };
    (0..MODELS).map(case).collect()
}

#[test]
fn random_models_agree_in_c_and_python() {
    let mut all = cases(Extras::None, 2_000_000, "plain");
    all.extend(cases(Extras::Some, 3_000_000, "extended"));
    check_c(&folder("random-c"), &all);
    check_python(&folder("random-python"), &all);
}
