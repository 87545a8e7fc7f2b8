//! The radius of convergence of a series, from its last coefficients.
//!
//! ```text
//! ρ = min (sᵢ / |c_kᵢ|)^(1/k)   over components i and k = p − 1, p                     (1)
//! ```
//!
//! with a scale sᵢ for each component. A scale that is not known yet is the rise that the series itself
//! shows over the better part of a step,
//!
//! ```text
//! sᵢ = |c_m| (ρᵢ e⁻²)ᵐ,   ρᵢ = |c_m / c_k|^(1/(k − m)),   m ≥ 1 the first with c_mᵢ ≠ 0  (2)
//! ```
//!
//! When the last two coefficients vanish, the pair before them takes their place, down to half of
//! the order.

use crate::number::{Number, float, nearest};

/// Equation (1) over all components.
pub(crate) fn radius<R: Number>(c: &[R], used: usize, scales: &[f64]) -> f64 {
    let dim = scales.len();
    if used < 3 || c.len() < (used + 1) * dim {
        return smallest(c, dim, used, |i| scales[i]);
    }
    let row = |k: usize| &c[k * dim..][..dim];
    let (first, before, last) = (row(1), row(used - 1), row(used));
    let mut least = Least::new(used);
    for (i, &scale) in scales.iter().enumerate() {
        let [first, before, last] = [first[i], before[i], last[i]].map(|c| nearest(c).abs());
        if is_known(scale, first, (before, used - 1)) && is_known(scale, first, (last, used)) {
            least.lower([scale / before, scale / last]);
        } else {
            least.note(bound(c, dim, used, (i, scale)));
        }
    }
    least.radius()
}

/// Equation (1) over all components, each in the scale of its own value.
pub(crate) fn radius_of_values<R: Number>(c: &[R], dim: usize, used: usize) -> f64 {
    smallest(c, dim, used, |i| nearest(c[i]).abs())
}

/// Equation (1) over `dim` components.
fn smallest<R: Number>(c: &[R], dim: usize, used: usize, scale: impl Fn(usize) -> f64) -> f64 {
    let mut least = Least::new(used);
    (0..dim).for_each(|i| least.note(bound(c, dim, used, (i, scale(i)))));
    least.radius()
}

/// The quotients `sᵢ/|c_kᵢ|` of (1) for k = last − 1 and last.
#[derive(Debug, Clone, Copy)]
struct Bound {
    last: usize,
    quotients: [f64; 2],
}

impl Bound {
    /// The logarithm of the radius.
    fn logarithm(self) -> f64 {
        let [before, last] = self.quotients.map(f64::ln);
        (before / float(self.last - 1)).min(last / float(self.last))
    }
}

/// The smallest radius so far. Of bounds with the same orders the smallest quotients are enough, and almost all
/// have the last ones.
struct Least {
    usual: Bound,
    /// The logarithm of the smallest of the other ones.
    other: f64,
}

impl Least {
    fn new(used: usize) -> Self {
        let usual = Bound { last: used, quotients: [f64::INFINITY; 2] };
        Self { usual, other: f64::INFINITY }
    }

    /// Quotients of the last orders.
    #[inline]
    fn lower(&mut self, quotients: [f64; 2]) {
        for (least, quotient) in self.usual.quotients.iter_mut().zip(quotients) {
            *least = least.min(quotient);
        }
    }

    /// A component without a bound sets no limit.
    fn note(&mut self, bound: Option<Bound>) {
        match bound {
            Some(bound) if bound.last == self.usual.last => self.lower(bound.quotients),
            Some(bound) => self.other = self.other.min(bound.logarithm()),
            None => {}
        }
    }

    fn radius(&self) -> f64 {
        self.other.min(self.usual.logarithm()).exp()
    }
}

/// Equation (1) for one of `dim` components, with the last pair of coefficients that does not vanish.
fn bound<R: Number>(c: &[R], dim: usize, used: usize, (i, scale): (usize, f64)) -> Option<Bound> {
    let size = |k: usize| nearest(c[k * dim + i]).abs();
    let last = (used / 2 + 1..=used).rev().find(|&k| size(k).max(size(k - 1)) > 0.0)?;
    let first = (1..=last).find(|&m| size(m) > 0.0);
    let quotient = |k: usize| {
        if size(k) <= 0.0 {
            return f64::INFINITY;
        }
        let rise = first.map_or(0.0, |m| first_rise(size(m), m, size(k), k));
        (if scale > UNKNOWN * rise { scale } else { rise }) / size(k)
    };
    Some(Bound { last, quotients: [quotient(last - 1), quotient(last)] })
}

/// Is a scale known for sure, by the binary exponents of the numbers in (2) with m = 1? With these, and with e² > 2²,
///
/// ```text
/// (k − 1) (log s − log c_1 + 28) > log c_1 − log c_k                                          (3)
/// ```
#[inline]
fn is_known(scale: f64, c_1: f64, (c_k, k): (f64, usize)) -> bool {
    let (Some(s), Some(c_1), Some(c_k)) = (exponent(scale), exponent(c_1), exponent(c_k)) else {
        return false;
    };
    let c_1 = c_1 + 1; // above its logarithm
    (k.cast_signed() as i64 - 1) * (s - c_1 + UNKNOWN_EXPONENT + 2) > c_1 - c_k // (3)
}

/// The largest integer below the binary logarithm of a positive normal number, and a constant; none for other
/// numbers.
#[inline]
fn exponent(x: f64) -> Option<i64> {
    let biased = (x.to_bits() >> 52).cast_signed();
    (1..2047).contains(&biased).then_some(biased)
}

/// A scale below this part of the rise over a step is not known yet.
const UNKNOWN: f64 = 1e-8;

/// A little below the binary logarithm of its inverse.
const UNKNOWN_EXPONENT: i64 = 26;

/// Equation (2), or the coefficient itself when it is the first.
fn first_rise(c_m: f64, m: usize, c_k: f64, k: usize) -> f64 {
    if k <= m {
        return c_m;
    }
    let rho = (c_m / c_k).powf(1.0 / float(k - m));
    c_m * (rho * (-2.0f64).exp()).powf(float(m))
}

#[cfg(test)]
mod tests {
    use super::{UNKNOWN, first_rise, is_known, radius};
    use crate::piece::Piece;

    /// Two components 1/(1 − τ/ρ) with radii 2 and 3, scaled by 1 and by 100.
    fn geometric() -> Piece {
        let mut piece = Piece::new(2, 20);
        for k in 0..=20i32 {
            let at = usize::try_from(k).expect("it is not negative") * 2;
            piece.c[at..at + 2].copy_from_slice(&[2f64.powi(-k), 100.0 * 3f64.powi(-k)]);
        }
        piece
    }

    #[test]
    fn the_radius_is_the_smallest_in_its_own_scale() {
        let piece = geometric();
        assert!((radius(&piece.c, 20, &[1.0, 100.0]) - 2.0).abs() < 1e-14);
        // In a scale a million times smaller the second component decides.
        let second = 3.0 * 1e-6f64.powf(1.0 / 19.0);
        assert!((radius(&piece.c, 20, &[1.0, 1e-4]) - second).abs() < 1e-9);
    }

    /// A scale that is known for sure by its exponents is above the part of the rise that counts.
    #[test]
    fn scales_that_are_known_for_sure_are_known() {
        let sizes = [1e-300, 3e-40, 7e-9, 0.3, 1.0, 4.5e7, 2e60];
        let mut known = 0;
        for (scale, c_1, c_k) in
            sizes.iter().flat_map(|&s| sizes.iter().flat_map(move |&a| sizes.map(|b| (s, a, b))))
        {
            for k in [3, 10, 19, 20] {
                if is_known(scale, c_1, (c_k, k)) {
                    known += 1;
                    assert!(
                        scale > UNKNOWN * first_rise(c_1, 1, c_k, k),
                        "{scale} {c_1} {c_k} {k}"
                    );
                }
            }
        }
        assert!(known > 300, "{known}");
    }

    #[test]
    fn unknown_scales_are_the_rise_of_the_series() {
        let piece = geometric();
        let rho = radius(&piece.c, 20, &[0.0, 0.0]);
        assert!(rho > 1.7 && rho < 2.0, "{rho}");
    }

    #[test]
    fn gaps_of_a_series_are_bridged_and_polynomials_set_no_limit() {
        let mut piece = geometric();
        piece.c[2 * 18..].fill(0.0);
        assert!((radius(&piece.c, 20, &[1.0, 100.0]) - 2.0).abs() < 1e-14);
        piece.c[2 * 5..].fill(0.0);
        assert!(radius(&piece.c, 20, &[1.0, 100.0]).is_infinite());
    }
}
