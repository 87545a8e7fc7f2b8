//! Where the search for initial values that are missing begins, when 0 leads nowhere or to one of several.

/// All that is missing has one of these values.
const EQUAL: [f64; 6] = [1.0, -1.0, 0.5, -0.5, 2.0, -2.0];
/// More beginnings, each with values of its own between −r and r, for these sizes r in turn.
const SIZES: [f64; 4] = [1.0, 3.0, 0.3, 10.0];
/// How many of these there are.
const SPREAD: usize = 24;

/// The beginnings for this many unknowns: equal values, then values that are spread evenly by the fractional
/// parts of multiples of square roots.
pub(super) fn beginnings(count: usize) -> Vec<Vec<f64>> {
    let equal = EQUAL.iter().map(|&b| vec![b; count]);
    let spread = (0..SPREAD).map(|k| {
        let size = SIZES[k % SIZES.len()];
        let value = |i: usize| {
            let irrational = ((i * i + i + 2) as f64).sqrt();
            size * (2.0 * ((k + 1) as f64 * irrational).fract() - 1.0)
        };
        (0..count).map(value).collect()
    });
    equal.chain(spread).collect()
}
