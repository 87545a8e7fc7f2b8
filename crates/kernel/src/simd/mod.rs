//! Middle sums with wider registers, where the machine has them, and numbers at places that are known (`places`).
//!
//! The same loop with the instructions of AVX, four doubles side by side in place of two, or of AVX-512, eight.
//! Nothing is fused, so the sums are the same numbers. The safe twin is [`Sweep::plain_sum`].

#![allow(unsafe_code, reason = "a function for some machines only is called on these")]

#[cfg(target_arch = "x86_64")]
mod eight;
mod places;

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{__m256d, __m512d};

#[cfg(target_arch = "x86_64")]
use eight::Eight;

pub(crate) use places::{Copies, Factors, Multiples, Numbered, Operations};

use crate::sweep::Sweep;
#[cfg(target_arch = "x86_64")]
use crate::sweep::{Blocks, LANES};

/// A function that writes the middle sums of an order.
pub(crate) type Sum = fn(&mut Sweep<f64>, usize, &mut [f64]);

/// Writes the middle sums of order `n`.
pub(crate) fn sum(sweep: &mut Sweep<f64>, n: usize, middle: &mut [f64]) {
    widest()(sweep, n, middle);
}

/// That with the widest registers of this machine.
pub(crate) fn widest() -> Sum {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx512f") {
        // SAFETY: the machine has the instructions for which the function is compiled.
        return |sweep, n, middle| unsafe { sum_by_eight(sweep, n, middle) };
    }
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx") {
        // SAFETY: the machine has the instructions for which the function is compiled.
        return |sweep, n, middle| unsafe { sum_by_four(sweep, n, middle) };
    }
    Sweep::plain_sum
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx")]
fn sum_by_four(sweep: &mut Sweep<f64>, n: usize, middle: &mut [f64]) {
    // SAFETY: the machine has the instructions of these registers.
    unsafe { sums::<[__m256d; 2]>(sweep, n, middle) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn sum_by_eight(sweep: &mut Sweep<f64>, n: usize, middle: &mut [f64]) {
    // SAFETY: the machine has the instructions of these registers.
    unsafe { sums::<__m512d>(sweep, n, middle) }
}

/// The sums in registers of a kind.
///
/// # Safety
/// The machine has such registers.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn sums<E: Eight>(sweep: &mut Sweep<f64>, n: usize, middle: &mut [f64]) {
    let Blocks { left, right, ahead, orders } = sweep.factors();
    let (middle, _) = middle.as_chunks_mut::<LANES>();
    let blocks = middle.len();
    assert!(left.len() >= blocks * orders && right.len() >= blocks * orders && n <= orders);
    assert!(ahead.len() == blocks && n >= 2);
    let (mut a, mut b) = (left.as_ptr().cast::<f64>(), right.as_ptr().cast::<f64>());
    for (middle, ahead) in middle.iter_mut().zip(ahead) {
        let (middle, ahead) = (middle.as_mut_ptr(), ahead.as_mut_ptr());
        // SAFETY: the orders of a block follow each other, as many as were asserted, each of them a block of
        // eight doubles; orders 1 … n − 1 are among them, and there are eight sums.
        unsafe {
            if n.is_multiple_of(2) {
                let (m, p) = even::<E>(n, a, b);
                m.store(middle);
                p.store(ahead);
            } else {
                let first = E::load(ahead).plus(E::load(order(a, 1)), E::load(order(b, n - 1)));
                first.plus(E::load(order(a, n - 1)), E::load(order(b, 1))).store(middle); // (3)
            }
        }
        (a, b) = (order(a, orders), order(b, orders));
    }
}

/// Order `j` of a block.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn order(block: *const f64, j: usize) -> *const f64 {
    block.wrapping_add(j * LANES)
}

/// Equations (1) and (2) of [`sweep`](crate::sweep) for an even n.
///
/// # Safety
/// n blocks of eight doubles stand at each of the two places, and the machine has such registers.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn even<E: Eight>(n: usize, a: *const f64, b: *const f64) -> (E, E) {
    // SAFETY: all orders are below n.
    unsafe {
        let zero = E::zero();
        if n == 2 {
            return (zero.plus(E::load(order(a, 1)), E::load(order(b, 1))), zero);
        }
        let mut before = E::load(order(b, n - 2));
        let (mut m, mut p) = (zero.plus(E::load(order(a, 2)), before), zero);
        let (mut up, mut down) = (order(a, 3), order(b, n - 3));
        for _ in 0..(n - 4) / 2 {
            // two of the orders 3 … n − 2, whose number is even
            let (left, right) = (E::load(up), E::load(down));
            p = p.plus(left, before); // (2)
            m = m.plus(left, right); // (1)
            let (left, next) = (E::load(order(up, 1)), E::load(down.wrapping_sub(LANES)));
            p = p.plus(left, right);
            m = m.plus(left, next);
            (up, down, before) = (order(up, 2), down.wrapping_sub(2 * LANES), next);
        }
        let (left, right) = (E::load(order(a, n - 1)), E::load(order(b, n - 1)));
        p = p.plus(E::load(order(a, 2)), right).plus(left, E::load(order(b, 2)));
        m = m.plus(E::load(order(a, 1)), right).plus(left, E::load(order(b, 1)));
        (m, p)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Pair;

    /// The ways to sums that this machine has.
    fn sums_here() -> impl Iterator<Item = Sum> {
        let mut found: Vec<Sum> = vec![sum];
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx") {
            // SAFETY: the machine has the instructions for which the function is compiled.
            found.push(|sweep, n, middle| unsafe { sum_by_four(sweep, n, middle) });
        }
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx512f") {
            // SAFETY: the machine has the instructions for which the function is compiled.
            found.push(|sweep, n, middle| unsafe { sum_by_eight(sweep, n, middle) });
        }
        found.into_iter()
    }

    /// The sums of all orders are those of the plain loop, bit by bit.
    #[test]
    fn wide_sums_are_the_plain_ones() {
        let pair = |k: u32| Pair { left: k, right: 23 - k, weighted: k.is_multiple_of(3) };
        let pairs: Vec<Pair> = (0..24).map(pair).collect();
        let mut plain = Sweep::default();
        plain.prepare(pairs.len(), 20);
        let mut wide: Vec<(Sweep<f64>, Sum)> =
            sums_here().map(|sum| (plain.clone(), sum)).collect();
        for n in 2..20 {
            let row: Vec<[f64; 2]> =
                (0..24).map(|i| [0.0, (0.37 * f64::from(i) + n as f64).sin()]).collect();
            let mut middle = [0.0; 24];
            plain.store(&pairs, n - 1, &row);
            plain.plain_sum(n, &mut middle);
            for (sweep, sum) in &mut wide {
                let mut found = [0.0; 24];
                sweep.store(&pairs, n - 1, &row);
                sum(sweep, n, &mut found);
                assert_eq!(middle, found);
            }
            assert!(middle.iter().all(|x| x.is_finite()) && middle.iter().any(|x| *x != 0.0));
        }
    }
}
