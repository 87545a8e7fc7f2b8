//! All zeros of a polynomial on an interval, by Descartes' rule in Bernstein's basis.
//!
//! ```text
//! g(θ) = Σ b_k C(n, k) θᵏ (1 − θ)ⁿ⁻ᵏ,   0 ≤ θ ≤ 1                                       (1)
//! b_k = Σ_{j≤k} C(k, j)/C(n, j) a_j     for g = Σ a_j θʲ                                 (2)
//! zeros in (0, 1) ≤ changes of sign in b, and differ by an even number                   (3)
//! ```
//!
//! (3) with none or one change decides; with more the interval is halved by de Casteljau's rule.
//! Coefficients within round-off have no sign: intervals that stay undecided are halved until all
//! of g is round-off there ([`Part::Flat`]). So no zero of the polynomial is missed, however close two
//! are. At the edge of a flat part round-off may make signs of its own: that a zero of g is told once is
//! the business of [`super::trail`]. Source: \[Farouki2012\].

/// The sign of a number that is above round-off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    Minus,
    Plus,
}

/// What is known of g on an interval [lo, hi] of θ.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Part {
    /// g has one sign; its size is at most `peak`.
    Clear { sign: Sign, lo: f64, peak: f64 },
    /// g changes its sign from this one, once.
    Zero { before: Sign, lo: f64, hi: f64 },
    /// g is zero within round-off.
    Flat { lo: f64, hi: f64 },
}

/// The smallest interval that is halved, 2⁻⁵⁰.
const DEEPEST: u32 = 50;

/// Room for isolation of zeros without allocation.
#[derive(Debug, Clone, Default)]
pub(crate) struct Isolation {
    stack: Vec<(u32, f64, f64)>,
    coefficients: Vec<f64>,
    left: Vec<f64>,
    /// The parts of the interval, in order.
    pub parts: Vec<Part>,
}

impl Isolation {
    /// Fills [`Self::parts`]; `noise` is the round-off of the coefficients b.
    pub(crate) fn isolate(&mut self, b: &[f64], noise: f64) {
        let n = b.len();
        self.parts.clear();
        self.stack.clear();
        self.coefficients.clear();
        self.coefficients.extend_from_slice(b);
        self.stack.push((0, 0.0, 1.0));
        while let Some((depth, lo, hi)) = self.stack.pop() {
            let from = self.coefficients.len() - n;
            match decide(&self.coefficients[from..], noise, (lo, hi), depth) {
                Some(part) => {
                    self.coefficients.truncate(from);
                    self.note(part);
                }
                None => self.halve(from, depth, (lo, hi)),
            }
        }
    }

    /// Replaces the last coefficients by those of the right half, then of the left half.
    fn halve(&mut self, from: usize, depth: u32, (lo, hi): (f64, f64)) {
        let b = &mut self.coefficients[from..];
        let n = b.len();
        self.left.clear();
        for i in 0..n {
            self.left.push(b[0]);
            for j in 0..n - 1 - i {
                b[j] = 0.5 * (b[j] + b[j + 1]);
            }
        }
        self.coefficients.extend_from_slice(&self.left);
        let middle = 0.5 * (lo + hi);
        self.stack.push((depth + 1, middle, hi));
        self.stack.push((depth + 1, lo, middle));
    }

    /// Joins flat parts that touch.
    fn note(&mut self, part: Part) {
        if let (Some(Part::Flat { hi: end, .. }), Part::Flat { hi, .. }) =
            (self.parts.last_mut(), part)
        {
            *end = hi;
            return;
        }
        self.parts.push(part);
    }
}

/// Rule (3), if it decides.
fn decide(b: &[f64], noise: f64, (lo, hi): (f64, f64), depth: u32) -> Option<Part> {
    if depth >= DEEPEST || b.iter().all(|x| x.abs() <= noise) {
        return Some(Part::Flat { lo, hi });
    }
    if b.iter().any(|x| x.abs() <= noise) {
        return None;
    }
    let changes = b.windows(2).filter(|pair| (pair[0] > 0.0) != (pair[1] > 0.0)).count();
    let before = if b[0] > 0.0 { Sign::Plus } else { Sign::Minus };
    match changes {
        0 => Some(Part::Clear { sign: before, lo, peak: crate::manifold::largest(b) }),
        1 => Some(Part::Zero { before, lo, hi }),
        _ => None,
    }
}

/// Equation (2) in place.
pub(crate) fn from_powers(a: &mut [f64]) {
    let n = a.len() - 1;
    let mut binomial = 1.0;
    for j in 0..=n {
        a[j] /= binomial;
        binomial *= (crate::number::float(n - j)) / crate::number::float(j + 1);
    }
    for i in 1..=n {
        for j in (i..=n).rev() {
            a[j] += a[j - 1];
        }
    }
}

/// g and g' at θ, equation (1).
pub(crate) fn value(b: &[f64], theta: f64) -> (f64, f64) {
    let n = b.len() - 1;
    let (mut g, mut slope, mut binomial) = (0.0, 0.0, 1.0);
    let power = |base: f64, k: usize| base.powi(i32::try_from(k).expect("degrees are small"));
    for k in 0..=n {
        g += b[k] * binomial * power(theta, k) * power(1.0 - theta, n - k);
        if k < n {
            let share = crate::number::float(n - k) * binomial;
            slope += share * (b[k + 1] - b[k]) * power(theta, k) * power(1.0 - theta, n - 1 - k);
        }
        binomial *= crate::number::float(n - k) / crate::number::float(k + 1);
    }
    (g, slope)
}

#[cfg(test)]
mod tests {
    use super::{Isolation, Part, Sign, from_powers, value};

    fn parts(powers: &[f64]) -> Vec<Part> {
        let mut b = powers.to_vec();
        from_powers(&mut b);
        let mut isolation = Isolation::default();
        isolation.isolate(&b, 1e-15);
        isolation.parts
    }

    #[test]
    fn bernstein_values_are_those_of_the_powers() {
        let powers = [0.3, -1.0, 2.0, 0.5, -0.7];
        let mut b = powers;
        from_powers(&mut b);
        for theta in [0.0, 0.2, 0.55, 1.0] {
            let g: f64 = powers.iter().rev().fold(0.0, |sum, a| sum * theta + a);
            let slope = -1.0 + 4.0 * theta + 1.5 * theta * theta - 2.8 * theta * theta * theta;
            let (found, found_slope) = value(&b, theta);
            assert!((found - g).abs() < 1e-15 && (found_slope - slope).abs() < 1e-14);
        }
    }

    #[test]
    fn zeros_that_are_close_are_told_apart() {
        // (θ − 0.3) (θ − 0.300001)
        let parts = parts(&[0.3 * 0.300_001, -0.600_001, 1.0]);
        let zeros: Vec<_> = parts.iter().filter(|p| matches!(p, Part::Zero { .. })).collect();
        assert_eq!(zeros.len(), 2);
        assert!(matches!(zeros[0], Part::Zero { before: Sign::Plus, .. }));
        assert!(matches!(zeros[1], Part::Zero { before: Sign::Minus, .. }));
    }

    #[test]
    fn a_double_zero_is_flat_and_a_miss_is_clear() {
        let touching = parts(&[0.09, -0.6, 1.0]);
        assert_eq!(touching.iter().filter(|p| matches!(p, Part::Flat { .. })).count(), 1);
        let missing = parts(&[0.09 + 1e-12, -0.6, 1.0]);
        assert!(missing.iter().all(|p| matches!(p, Part::Clear { sign: Sign::Plus, .. })));
    }
}
