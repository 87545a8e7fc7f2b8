//! Exact sums of doubles in the unit tests of this folder.

use num_bigint::BigInt;
use num_traits::Zero;

/// The numbers of the tests are multiples of 2⁻³²⁰.
pub(super) const BITS: usize = 320;

/// A normal double times 2³²⁰, exactly.
pub(super) fn fixed(x: f64) -> BigInt {
    let bits = x.to_bits();
    let mantissa = BigInt::from(bits & ((1 << 52) - 1) | (1 << 52));
    let exponent = i64::try_from((bits >> 52) & 0x7FF).expect("eleven bits") - 1075;
    let shift = i64::try_from(BITS).expect("a small number") + exponent;
    assert!(x == 0.0 || shift >= 0, "{x} is a multiple of 2^-320");
    let magnitude: BigInt = if x == 0.0 { BigInt::zero() } else { mantissa << shift };
    if x < 0.0 { -magnitude } else { magnitude }
}
