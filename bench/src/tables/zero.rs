//! The zero test on the identities and near misses of its own tests.

use std::time::Duration;

use alembert::language::{Source, read, read_equation};
use alembert_algebra::zero::{Verdict, zero_test};

use crate::clock::{repetitions, shortest, timed};
use crate::table::{Table, microseconds};

const IDENTITIES: &str = include_str!("../../../crates/algebra/tests/zero/identities.txt");
const NEAR_MISSES: &str = include_str!("../../../crates/algebra/tests/zero/near-misses.txt");

/// A model that declares the names of the equations.
const NAMES: &str = "\
coordinates
  x, y, z, a, b
parameters
  R = 1 in 0.1 .. 10
functions
  f(s)
  h(s, u)
L = ½ x'²
";

const WORDS: &str = "\
Times in µs, of the zero test of left − right alone, the expression being built before.

";

/// The table of equations.
#[must_use]
pub fn zero() -> String {
    let mut table = Table::new(&["equation", "µs", "verdict"]);
    for equation in IDENTITIES.lines().chain(NEAR_MISSES.lines()) {
        let all = repetitions(|| decided(equation));
        let time = shortest(&all, |(_, time)| *time);
        table.push(vec![equation.to_owned(), microseconds(time), all[0].0.to_owned()]);
    }
    format!("{WORDS}{table}")
}

fn decided(equation: &str) -> (&'static str, Duration) {
    let model = read(&Source::new("names.mech", NAMES)).model.expect("the names are declared well");
    let sides = read_equation(&Source::new("<equation>", equation), &model);
    let (left, right) = sides.expect("the names are declared");
    let (verdict, time) = timed(|| zero_test(left - right));
    let word = match verdict {
        Verdict::Zero => "zero",
        Verdict::NonZero(_) => "non-zero",
        Verdict::Unknown(_) => "unknown",
    };
    (word, time)
}
