//! Sums and products of two doubles together with their rounding errors, which are doubles too.
//!
//! ```text
//! a + b = s + e,   s = RN(a + b)        two_sum (Knuth), fast_two_sum (Dekker, |a| ≥ |b| or a = 0)
//! a · b = p + e,   p = RN(a · b)        two_product (Dekker, with Veltkamp's splitting)
//! ```
//!
//! The sums are exact unless they overflow. The product is exact unless it overflows or `|ab|` is
//! below 2⁻⁹⁶⁹, where `e` is off by less than 2⁻¹⁰⁷⁰. No fused multiply-add is used: without
//! hardware support it is a slow library call.

/// 2ᵏ for −1022 ≤ k ≤ 1023.
pub(crate) const fn power_of_two(k: i32) -> f64 {
    assert!(-1022 <= k && k <= 1023, "2^k is a normal double");
    f64::from_bits(((k + 1023).unsigned_abs() as u64) << 52)
}

/// `(s, e)` with `s = RN(a + b)` and `s + e = a + b`.
pub(crate) const fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    let t = s - a;
    (s, (a - (s - t)) + (b - t))
}

/// The same as [`two_sum`], when the exponent of `a` is not below that of `b`.
pub(crate) const fn fast_two_sum(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    (s, b - (s - a))
}

/// `(p, e)` with `p = RN(a b)` and `p + e = a b`.
pub(crate) const fn two_product(a: f64, b: f64) -> (f64, f64) {
    let p = a * b;
    let (a1, a2) = split(a);
    let (b1, b2) = split(b);
    (p, a2 * b2 - (((p - a1 * b1) - a2 * b1) - a1 * b2))
}

/// `a` as a sum of two doubles of at most 26 bits each.
const fn split(a: f64) -> (f64, f64) {
    const FACTOR: f64 = 134_217_729.0; // 2²⁷ + 1
    const LARGE: f64 = power_of_two(995);
    const SHRINK: f64 = power_of_two(-28);
    const GROW: f64 = power_of_two(28);
    let (shrink, grow) = if a.abs() > LARGE { (SHRINK, GROW) } else { (1.0, 1.0) };
    let shrunk = a * shrink;
    let t = FACTOR * shrunk;
    let high = (t - (t - shrunk)) * grow;
    (high, a - high)
}

/// `x 2ᵏ`, rounded once (twice where the result is subnormal).
pub(crate) fn scale(mut x: f64, mut k: i64) -> f64 {
    while k > 1023 && x != 0.0 && x.is_finite() {
        x *= power_of_two(1023);
        k -= 1023;
    }
    while k < -1022 && x != 0.0 {
        x *= power_of_two(-1022);
        k += 1022;
    }
    let k = i32::try_from(k.clamp(-1022, 1023)).expect("clamped to the exponents of a double");
    x * power_of_two(k)
}

/// The exact sum of up to ten doubles, as an expansion without overlap in order of size
/// [Shewchuk 1997, §2.4, Theorem 10: grow-expansion].
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Expansion {
    parts: [f64; 10],
    length: usize,
}

impl Expansion {
    /// Adds one more double, exactly.
    pub(crate) fn grow(&mut self, b: f64) {
        let mut q = b;
        for part in &mut self.parts[..self.length] {
            (q, *part) = two_sum(q, *part);
        }
        self.parts[self.length] = q;
        self.length += 1;
    }

    /// The parts, the largest first.
    pub(crate) fn descending(&self) -> impl Iterator<Item = f64> + '_ {
        self.parts[..self.length].iter().rev().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::{power_of_two, scale, two_product, two_sum};

    #[test]
    fn sum_and_product_carry_their_exact_errors() {
        let tiny = power_of_two(-60);
        assert_eq!(two_sum(1.0, tiny), (1.0, tiny));
        assert_eq!(two_sum(tiny, -1.0), (-1.0, tiny));
        let a = 1.0 + power_of_two(-30);
        assert_eq!(two_product(a, a), (1.0 + power_of_two(-29), power_of_two(-60)));
        assert_eq!(two_product(a, -a), (-1.0 - power_of_two(-29), -power_of_two(-60)));
    }

    #[test]
    fn product_of_a_huge_and_a_tiny_number_is_exact() {
        let a = (1.0 + power_of_two(-30)) * power_of_two(1010);
        let b = (1.0 + power_of_two(-30)) * power_of_two(-1000);
        assert_eq!(two_product(a, b).1, power_of_two(-50));
    }

    #[test]
    fn scaling_reaches_both_ends_of_the_range() {
        assert_eq!(scale(1.0, -1074), f64::from_bits(1));
        assert_eq!(scale(f64::from_bits(1), 2097), power_of_two(1023));
        assert_eq!(scale(1.0, 5000), f64::INFINITY);
        assert_eq!(scale(1.0, -5000), 0.0);
    }
}
