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
    let mut v: Vec<f64> = (0..n).map(|i| 1.0 + 0.37 * float(i % 5)).collect();
    let mut growth = 0.0;
    for power in 0..2 * POWERS {
        let w: Vec<f64> = J.chunks(n.max(1)).map(|row| dot(row, &v)).collect();
        let (size, before) = (dot(&w, &w).sqrt(), dot(&v, &v).sqrt());
        if size == 0.0 || !size.is_finite() {
            return 0.0;
        }
        if power >= POWERS {
            growth += (size / before).ln();
        }
        v = w.into_iter().map(|w| w / size).collect();
    }
    f64::exp(growth / float(POWERS))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
