//! What a measured time is: the shortest of several repetitions, each in a fresh thread.
//!
//! Other work on the machine can only make a repetition longer, so the shortest is the best
//! estimate of what the work itself costs. It includes the growth of an empty pool, and not the
//! time to give its memory back.

use std::panic::resume_unwind;
use std::thread;
use std::time::{Duration, Instant};

/// A quantity is measured at least so often.
const FEWEST: usize = 5;

/// A quantity is measured at most so often.
const MOST: usize = 400;

/// After this time, and [`FEWEST`] repetitions, a quantity is measured.
const LONG_ENOUGH: Duration = Duration::from_secs(1);

/// The result of `work` and the time that it took.
///
/// ```
/// use alembert_bench::clock::timed;
/// assert_eq!(timed(|| 6 * 7).0, 42);
/// ```
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

/// The results of `work`, repeated, each in a thread of its own.
///
/// ```
/// use alembert_algebra::{Expr, Kind, graph::pool_size};
/// use alembert_bench::clock::repetitions;
/// let _ = Expr::symbol("x", Kind::Coordinate, 0) + Expr::one();
/// let sizes = repetitions(pool_size);
/// assert!(sizes.iter().all(|&size| size < pool_size())); // every pool is a new one
/// ```
pub fn repetitions<T: Send>(work: impl Fn() -> T + Sync) -> Vec<T> {
    let start = Instant::now();
    let mut results = Vec::new();
    while results.len() < FEWEST || (results.len() < MOST && start.elapsed() < LONG_ENOUGH) {
        results.push(in_a_fresh_thread(&work));
    }
    results
}

/// The shortest time of `part` among the results of [`repetitions`].
pub fn shortest<T>(results: &[T], part: impl Fn(&T) -> Duration) -> Duration {
    results.iter().map(part).min().unwrap_or_default()
}

/// The result of `work`, done in a thread of its own.
pub fn in_a_fresh_thread<T: Send>(work: &(impl Fn() -> T + Sync)) -> T {
    thread::scope(|scope| scope.spawn(work).join().unwrap_or_else(|panic| resume_unwind(panic)))
}
