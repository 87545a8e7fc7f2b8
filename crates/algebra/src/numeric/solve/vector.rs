//! Inner products, norms and scales of vectors.

use crate::numeric::real::Real;

/// `Σ aᵢ bᵢ`.
pub(super) fn dot<T: Real>(a: &[T], b: &[T]) -> T {
    a.iter().zip(b).fold(T::from(0.0), |sum, (&a, &b)| sum + a * b)
}

/// `a − c b`, in place.
pub(super) fn subtract_multiple<T: Real>(a: &mut [T], c: T, b: &[T]) {
    for (a, &b) in a.iter_mut().zip(b) {
        *a = *a - c * b;
    }
}

/// The largest absolute value, 0 for an empty vector.
pub(super) fn largest<T: Real>(v: &[T]) -> f64 {
    v.iter().map(|x| x.to_f64().abs()).fold(0.0, f64::max)
}

/// The Euclidean norm, without overflow on the way.
pub(super) fn norm<T: Real>(v: &[T]) -> T {
    let scale = unit_scale(largest(v));
    let square = v.iter().map(|&x| x * T::from(scale)).fold(T::from(0.0), |sum, x| sum + x * x);
    square.sqrt() / T::from(scale)
}

/// A power of two s for which `1 ≤ s x < 2`, as far as the range of doubles allows; 1 for x = 0.
/// Scaling by it is exact.
pub(super) fn unit_scale(x: f64) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return 1.0;
    }
    let exponent = (x.abs().to_bits() >> 52).clamp(1, 2045);
    f64::from_bits((2046 - exponent) << 52)
}
