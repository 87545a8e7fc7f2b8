//! Sums, products and quotients of doubles, rounded down or up.
//!
//! The rounding to nearest comes with its exact error ([`error_free`](crate::numeric::error_free)),
//! which says on which side it lies; where underflow hides the error, one step outward is enough.
//! Operands may be infinite as ends of intervals; 0 · ∞ is 0.

use crate::numeric::error_free::{power_of_two, two_product, two_sum};

/// Below this the error of a product may underflow.
const SMALL: f64 = power_of_two(-960);

/// `a + b`, rounded down.
pub(super) fn add_down(a: f64, b: f64) -> f64 {
    let (sum, error) = two_sum(a, b);
    if error >= 0.0 { sum } else { sum.next_down() }
}

/// `a + b`, rounded up.
pub(super) fn add_up(a: f64, b: f64) -> f64 {
    -add_down(-a, -b)
}

/// `a b`, rounded down.
pub(super) fn mul_down(a: f64, b: f64) -> f64 {
    if a == 0.0 || b == 0.0 {
        return 0.0;
    }
    let (product, error) = two_product(a, b);
    let exact = product.abs() >= SMALL && error >= 0.0;
    if exact { product } else { product.next_down() }
}

/// `a b`, rounded up.
pub(super) fn mul_up(a: f64, b: f64) -> f64 {
    -mul_down(-a, b)
}

/// `a / b`, rounded down, for `b ≠ 0`.
pub(super) fn div_down(a: f64, b: f64) -> f64 {
    if a == 0.0 {
        return 0.0;
    }
    let quotient = a / b;
    let exact = a.abs() >= SMALL && two_product(quotient, b) == (a, 0.0);
    if exact { quotient } else { quotient.next_down() }
}

/// `a / b`, rounded up, for `b ≠ 0`.
pub(super) fn div_up(a: f64, b: f64) -> f64 {
    -div_down(-a, b)
}
