//! Random models for as long as one likes: do principles and methods agree about them, and are random claims
//! about them decided rightly?
//!
//! The generator, the judge and the claims are those of the test `random` of the crate `alembert`, with other seeds.

#![allow(non_snake_case, reason = "A, W, h and L are the symbols of the equations")]

#[path = "../../crates/alembert/tests/random/claims.rs"]
mod claims;
#[path = "../../crates/alembert/tests/random/differences.rs"]
mod differences;
#[path = "../../crates/alembert/tests/random/generator.rs"]
mod generator;
#[path = "../../crates/alembert/tests/random/judge.rs"]
mod judge;
#[path = "../../crates/alembert/tests/random/printed.rs"]
mod printed;
#[path = "../../crates/alembert/tests/singular/search.rs"]
mod search;
#[path = "../../crates/alembert/tests/singular/values.rs"]
mod values;

use std::time::{Duration, Instant};

use claims::{Outcome, claims};
use generator::{Extras, Random, model};
use judge::{Depth, Verdict, judge};

use crate::clock::in_a_fresh_thread;

/// How far apart the numbers of the models of two seeds are.
const MODELS_OF_A_SEED: u64 = 1 << 32;
/// One model in so many has what plain ones do not have.
const EXTENDED: u64 = 3;

/// One number in so many has a model about which claims are made.
const CLAIMED: u64 = 5;

/// The models of a seed that fail, each with what fails on its first line, and the line that counts; whether all hold.
///
/// ```
/// use std::time::Duration;
/// let (page, holds) = alembert_bench::random::random(1, Duration::ZERO);
/// assert!(holds && page.starts_with("random models: "));
/// ```
#[must_use]
pub fn random(seed: u64, time: Duration) -> (String, bool) {
    let start = Instant::now();
    let (mut page, mut counts, mut about) = (String::new(), [0u64; 3], Outcome::default());
    for number in 0..MODELS_OF_A_SEED {
        let extras = if number.is_multiple_of(EXTENDED) { Extras::Some } else { Extras::None };
        let drawn = model(&mut Random::new(seed * MODELS_OF_A_SEED + number), extras);
        match in_a_fresh_thread(&|| judge(&drawn, Depth::of(number / EXTENDED))) {
            Verdict::Holds => counts[0] += 1,
            Verdict::NotApplicable => counts[1] += 1,
            Verdict::Fails(why) => {
                counts[2] += 1;
                page.push_str(&format!("# {number}: {why}\n{drawn}\n"));
            }
        }
        if number % CLAIMED == 0 {
            let text = claims::text(seed * MODELS_OF_A_SEED + number);
            let found = in_a_fresh_thread(&|| claims(&text, number));
            for why in &found.failures {
                page.push_str(&format!("# {number}: {why}\n{text}\n"));
            }
            about = about.with(&found);
        }
        if start.elapsed() >= time {
            break;
        }
    }
    let [held, skipped, failed] = counts;
    page.push_str(&format!(
        "random models: {held}/{} hold ({skipped} not applicable)\n",
        held + failed
    ));
    page.push_str(&format!(
        "random claims: {:.0} % of {} decided, {} failures\n",
        100.0 * about.share(),
        about.count(),
        about.failures.len()
    ));
    (page, failed == 0 && about.failures.is_empty())
}
