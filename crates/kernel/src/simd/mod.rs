//! Middle sums with wider registers, where the machine has them.
//!
//! The same loop with the instructions of AVX: four doubles side by side in place of two. Nothing is fused,
//! so the sums are the same numbers. The safe twin is [`Sweep::plain_sum`].

#![allow(unsafe_code, reason = "a function for some machines only is called on these")]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    __m256d, _mm256_add_pd, _mm256_loadu_pd, _mm256_mul_pd, _mm256_setzero_pd, _mm256_storeu_pd,
};

use crate::sweep::Sweep;
#[cfg(target_arch = "x86_64")]
use crate::sweep::{Blocks, LANES};

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
    let Blocks { left, right, middle, ahead, orders } = sweep.factors();
    let blocks = middle.len();
    assert!(left.len() >= blocks * orders && right.len() >= blocks * orders && n <= orders);
    assert!(ahead.len() == blocks && n >= 2);
    let (mut a, mut b) = (left.as_ptr().cast::<f64>(), right.as_ptr().cast::<f64>());
    for (middle, ahead) in middle.iter_mut().zip(ahead) {
        let (middle, ahead) = (middle.as_mut_ptr(), ahead.as_mut_ptr());
        // SAFETY: the orders of a block follow each other, as many as were asserted, each of them a block of
        // eight doubles at a multiple of 64 bytes; orders 1 … n − 1 are among them, and there are eight sums.
        unsafe {
            if n.is_multiple_of(2) {
                let (m, p) = even(n, a, b);
                store(middle, m);
                store(ahead, p);
            } else {
                let first = added(load(ahead), load(order(a, 1)), load(order(b, n - 1)));
                store(middle, added(first, load(order(a, n - 1)), load(order(b, 1)))); // (3)
            }
        }
        (a, b) = (a.wrapping_add(orders * LANES), b.wrapping_add(orders * LANES));
    }
}

/// Eight doubles in two registers.
#[cfg(target_arch = "x86_64")]
type Eight = [__m256d; 2];

/// Order `j` of a block.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn order(block: *const f64, j: usize) -> *const f64 {
    block.wrapping_add(j * LANES)
}

/// Equations (1) and (2) of [`sweep`](crate::sweep) for an even n.
///
/// # Safety
/// n blocks of eight doubles stand at each of the two places.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx")]
#[inline]
unsafe fn even(n: usize, a: *const f64, b: *const f64) -> (Eight, Eight) {
    let zero = [_mm256_setzero_pd(); 2];
    // SAFETY: all orders are below n.
    unsafe {
        if n == 2 {
            return (added(zero, load(order(a, 1)), load(order(b, 1))), zero);
        }
        let mut before = load(order(b, n - 2));
        let (mut m, mut p) = (added(zero, load(order(a, 2)), before), zero);
        let (mut up, mut down) = (order(a, 3), order(b, n - 3));
        for _ in 3..n - 1 {
            let (left, right) = (load(up), load(down));
            p = added(p, left, before); // (2)
            m = added(m, left, right); // (1)
            (up, down, before) = (up.wrapping_add(LANES), down.wrapping_sub(LANES), right);
        }
        let (left, right) = (load(order(a, n - 1)), load(order(b, n - 1)));
        p = added(added(p, load(order(a, 2)), right), left, load(order(b, 2)));
        m = added(added(m, load(order(a, 1)), right), left, load(order(b, 1)));
        (m, p)
    }
}

/// The sums with the products of two blocks.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx")]
#[inline]
fn added(sums: Eight, a: Eight, b: Eight) -> Eight {
    [
        _mm256_add_pd(sums[0], _mm256_mul_pd(a[0], b[0])),
        _mm256_add_pd(sums[1], _mm256_mul_pd(a[1], b[1])),
    ]
}

/// Reads a block.
///
/// # Safety
/// Eight doubles stand there.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx")]
#[inline]
unsafe fn load(place: *const f64) -> Eight {
    // SAFETY: as the caller promises.
    unsafe { [_mm256_loadu_pd(place), _mm256_loadu_pd(place.add(4))] }
}

/// Writes a block.
///
/// # Safety
/// There is room for eight doubles.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx")]
#[inline]
unsafe fn store(place: *mut f64, block: Eight) {
    // SAFETY: as the caller promises.
    unsafe {
        _mm256_storeu_pd(place, block[0]);
        _mm256_storeu_pd(place.add(4), block[1]);
    }
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
