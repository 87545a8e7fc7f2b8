//! Middle sums with wider registers, where the machine has them.
//!
//! The same loop with the instructions of AVX: four doubles side by side in place of two. Nothing is fused,
//! so the sums are the same numbers. The safe twin is [`Sweep::plain_sum`].

#![allow(unsafe_code, reason = "a function for some machines only is called on these")]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    __m256d, _mm256_add_pd, _mm256_load_pd, _mm256_mul_pd, _mm256_setzero_pd, _mm256_storeu_pd,
};

#[cfg(target_arch = "x86_64")]
use crate::sweep::LANES;
use crate::sweep::Sweep;

/// The middle sums of order `n`.
pub(crate) fn sum(sweep: &mut Sweep<f64>, n: usize) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx") {
        // SAFETY: the machine has the instructions for which the function is compiled.
        return unsafe { sum_by_four(sweep, n) };
    }
    sweep.plain_sum(n);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx")]
fn sum_by_four(sweep: &mut Sweep<f64>, n: usize) {
    let (left, right, middle, orders) = sweep.factors();
    let blocks = middle.len();
    assert!(left.len() >= blocks * orders && right.len() >= blocks * orders && n <= orders);
    let (left, right) = (left.as_ptr().cast::<f64>(), right.as_ptr().cast::<f64>());
    for (block, middle) in middle.iter_mut().enumerate() {
        let first = block * orders;
        // SAFETY: the orders of a block follow each other, as many as were asserted, each of them a block of
        // eight doubles at a multiple of 64 bytes; orders 1 … n − 1 are among them.
        let sums = unsafe {
            products(left.add((first + 1) * LANES), right.add((first + n) * LANES), n - 1)
        };
        for (part, sum) in sums.into_iter().enumerate() {
            // SAFETY: four doubles from a multiple of four on are in the eight sums of a block.
            unsafe { _mm256_storeu_pd(middle.as_mut_ptr().add(4 * part), sum) };
        }
    }
}

/// `Σ aⱼ bₖ` with k running down while j runs up, in two registers; two terms in each turn.
///
/// # Safety
/// `count` blocks of eight doubles follow `a` and precede `b`, each at a multiple of 32 bytes.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx")]
#[inline]
unsafe fn products(mut a: *const f64, mut b: *const f64, count: usize) -> [__m256d; 2] {
    let mut sums = [_mm256_setzero_pd(); 2];
    for _ in 0..count / 2 {
        // SAFETY: a turn takes two of the blocks that are left.
        unsafe {
            sums = added(sums, a, b.sub(LANES));
            sums = added(sums, a.add(LANES), b.sub(2 * LANES));
            (a, b) = (a.add(2 * LANES), b.sub(2 * LANES));
        }
    }
    if count % 2 == 1 {
        // SAFETY: one of these blocks is left.
        sums = unsafe { added(sums, a, b.sub(LANES)) };
    }
    sums
}

/// The sums with the products of two blocks.
///
/// # Safety
/// Eight doubles stand at each of the two places, which are multiples of 32 bytes.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx")]
#[inline]
unsafe fn added([low, high]: [__m256d; 2], a: *const f64, b: *const f64) -> [__m256d; 2] {
    // SAFETY: as the caller promises.
    let (c, d) = unsafe {
        (
            _mm256_mul_pd(_mm256_load_pd(a), _mm256_load_pd(b)),
            _mm256_mul_pd(_mm256_load_pd(a.add(4)), _mm256_load_pd(b.add(4))),
        )
    };
    [_mm256_add_pd(low, c), _mm256_add_pd(high, d)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Pair;

    /// The sums of all orders are those of the plain loop, bit by bit.
    #[test]
    fn wide_sums_are_the_plain_ones() {
        let pair = |k: u32| Pair { left: k, right: 23 - k, weighted: k.is_multiple_of(3) };
        let pairs: Vec<Pair> = (0..24).map(pair).collect();
        let mut sweep = Sweep::default();
        sweep.prepare(pairs.len(), 20);
        for n in 2..20 {
            let row: Vec<[f64; 2]> =
                (0..24).map(|i| [0.0, (0.37 * f64::from(i) + n as f64).sin()]).collect();
            sweep.store(&pairs, n - 1, &row);
            sum(&mut sweep, n);
            let wide = sweep.middle.clone();
            sweep.plain_sum(n);
            assert_eq!(wide, sweep.middle);
            assert!(wide.iter().all(|x| x.is_finite()) && wide.iter().any(|x| *x != 0.0));
        }
    }
}
