//! Derivatives of what is computed and not written, as starts that solve constraints and impulses.
//!
//! ```text
//! F' = (4/5 Δ₁ − 1/5 Δ₂ + 4/105 Δ₃ − 1/280 Δ₄)/h,   Δ_k = F(kh) − F(−kh)              (1)
//! ```
//!
//! With h a hundredth of the distance in which F changes, the error is a few units in the thirteenth digit.

/// The part of a value by which it is changed in (1).
pub(super) const PART: f64 = 0.01;
/// The weights of (1).
const WEIGHTS: [f64; 4] = [4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0];

/// Equation (1) for a function of one number with several values.
pub(super) fn derivative<E>(
    h: f64,
    mut f: impl FnMut(f64) -> Result<Vec<f64>, E>,
) -> Result<Vec<f64>, E> {
    let mut sum: Vec<f64> = Vec::new();
    for (k, weight) in (1u8..).zip(WEIGHTS) {
        let (ahead, back) = (f(f64::from(k) * h)?, f(-f64::from(k) * h)?);
        sum.resize(ahead.len(), 0.0);
        let pairs = ahead.iter().zip(&back);
        sum.iter_mut().zip(pairs).for_each(|(s, (a, b))| *s += weight * (a - b) / h); // (1)
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::derivative;

    #[test]
    fn derivatives_have_the_order_of_their_differences() {
        let f = |x: f64| Ok::<_, ()>(vec![(1.0 + x).powi(8), (1.0 + x).ln()]);
        let found = derivative(0.01, f).unwrap();
        assert!((found[0] - 8.0).abs() < 1e-12 && (found[1] - 1.0).abs() < 1e-12, "{found:?}");
    }
}
