//! The spectral radius of a Jacobian: the fastest rate of what is near a state, by powers.
//!
//! ```text
//! ρ(J) = lim |Jᵏ v|^(1/k)                                                                 (1)
//! ```
//!
//! The growth is averaged over several powers, so that complex pairs do no harm. Rates do not depend on units of the
//! components, as a norm of J does: a spring has the frequency √(k/m) and the entry k/m. Known limit: a few powers
//! give ρ to a tenth or so, and a start that has no part along the fastest direction gives less.

use crate::number::float;

/// Powers of J that are averaged, after as many to settle.
const POWERS: usize = 10;

/// Equation (1) for a matrix of n rows; 0 where it has no finite value.
///
/// ```
/// use alembert_flow::spectral_radius;
/// // x'' = −100 x
/// let rho = spectral_radius(&[0.0, 1.0, -100.0, 0.0], 2);
/// assert!((rho - 10.0).abs() < 1e-9);
/// ```
#[must_use]
pub fn spectral_radius(J: &[f64], n: usize) -> f64 {
    let mut v = begin(n);
    let mut growth = 0.0;
    for power in 0..2 * POWERS {
        let Some((next, rate)) = times(J, &v) else { return 0.0 };
        growth += if power >= POWERS { rate.ln() } else { 0.0 };
        v = next;
    }
    f64::exp(growth / float(POWERS))
}

/// Is the fastest an oscillation, J² v ≈ −ρ² v, and no decay, J² v ≈ ρ² v?
pub(crate) fn swings(J: &[f64], n: usize) -> bool {
    let mut v = begin(n);
    for _ in 0..2 * POWERS {
        let Some((next, _)) = times(J, &v) else { return false };
        v = next;
    }
    let twice = times(J, &v).and_then(|(w, _)| times(J, &w));
    twice.is_some_and(|(w, _)| dot(&w, &v) < 0.0)
}

/// A vector that has a part along most directions.
fn begin(n: usize) -> Vec<f64> {
    let v: Vec<f64> = (0..n).map(|i| 1.0 + 0.37 * float(i % 5)).collect();
    let size = dot(&v, &v).sqrt();
    v.into_iter().map(|v| v / size).collect()
}

/// J v of length 1, and its length before that; none if that is 0 or not finite.
fn times(J: &[f64], v: &[f64]) -> Option<(Vec<f64>, f64)> {
    let w: Vec<f64> = J.chunks(v.len().max(1)).map(|row| dot(row, v)).collect();
    let size = dot(&w, &w).sqrt();
    let is_known = size > 0.0 && size.is_finite();
    is_known.then(|| (w.into_iter().map(|w| w / size).collect(), size))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
