//! The radius of convergence of a series, from its last coefficients.
//!
//! ```text
//! ρ = min (sᵢ / |c_kᵢ|)^(1/k)   over components i and k = p − 1, p                     (1)
//! ```
//!
//! with a scale sᵢ for each component. A scale that is not known yet is the rise that the series itself
//! shows over a step,
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
    let bounds = scales.iter().enumerate().map(|(i, &scale)| {
        usual(c, scales.len(), used, (i, scale))
            .or_else(|| bound(c, scales.len(), used, (i, scale)))
    });
    smallest(bounds.flatten(), used)
}

/// Equation (1) over all components, each in the scale of its own value.
pub(crate) fn radius_of_values<R: Number>(c: &[R], dim: usize, used: usize) -> f64 {
    let bounds = (0..dim).map(|i| bound(c, dim, used, (i, nearest(c[i]).abs())));
    smallest(bounds.flatten(), used)
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

/// The smallest radius of some bounds. Of those with the same orders the smallest quotients are enough, and
/// almost all have the last ones.
fn smallest(bounds: impl Iterator<Item = Bound>, used: usize) -> f64 {
    let mut usual = Bound { last: used, quotients: [f64::INFINITY; 2] };
    let mut other = f64::INFINITY;
    for bound in bounds {
        match bound.last == used {
            true => {
                for (least, quotient) in usual.quotients.iter_mut().zip(bound.quotients) {
                    *least = least.min(quotient);
                }
            }
            false => other = other.min(bound.logarithm()),
        }
    }
    other.min(usual.logarithm()).exp()
}

/// Equation (1) for one of `dim` components, when its scale is known for sure and neither its first nor its
/// last coefficients vanish.
#[inline]
fn usual<R: Number>(c: &[R], dim: usize, used: usize, (i, scale): (usize, f64)) -> Option<Bound> {
    if used < 3 {
        return None;
    }
    let size = |k: usize| nearest(c[k * dim + i]).abs();
    let (first, last) = (size(1), [size(used - 1), size(used)]);
    let known = is_known(scale, (first, 1), (last[0], used - 1))
        && is_known(scale, (first, 1), (last[1], used));
    known.then(|| Bound { last: used, quotients: last.map(|c| scale / c) })
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
        let known = first.is_none_or(|m| is_known(scale, (size(m), m), (size(k), k)));
        let rise = first.filter(|_| !known).map_or(0.0, |m| first_rise(size(m), m, size(k), k));
        (if scale > UNKNOWN * rise { scale } else { rise }) / size(k)
    };
    Some(Bound { last, quotients: [quotient(last - 1), quotient(last)] })
}

/// Is a scale known for sure, by the binary exponents of the numbers in (2)? With these, and with e² > 2²,
///
/// ```text
/// (k − m) (log s − log c_m + 26 + 2 m) > m (log c_m − log c_k)                                (3)
/// ```
#[inline]
fn is_known(scale: f64, (c_m, m): (f64, usize), (c_k, k): (f64, usize)) -> bool {
    let (Some(s), Some(c_m), Some(c_k)) = (exponent(scale), exponent(c_m), exponent(c_k)) else {
        return false;
    };
    if k <= m {
        return false;
    }
    let (m, k) = (m.cast_signed() as i64, k.cast_signed() as i64);
    let c_m = c_m + 1; // above its logarithm
    (k - m) * (s - c_m + UNKNOWN_EXPONENT + 2 * m) > m * (c_m - c_k) // (3)
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
        for (scale, c_m, c_k) in
            sizes.iter().flat_map(|&s| sizes.iter().flat_map(move |&a| sizes.map(|b| (s, a, b))))
        {
            for (m, k) in [(1, 20), (2, 19), (10, 19), (19, 20)] {
                if is_known(scale, (c_m, m), (c_k, k)) {
                    known += 1;
                    assert!(
                        scale > UNKNOWN * first_rise(c_m, m, c_k, k),
                        "{scale} {c_m} {c_k} {m}"
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
