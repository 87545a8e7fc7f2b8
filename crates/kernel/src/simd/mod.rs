//! Middle sums and series with wider registers, where the machine has them, and numbers at places that are known
//! (`places`).
//!
//! The same loop with the instructions of AVX, four doubles side by side in place of two, or of AVX-512, eight.
//! Nothing is fused, so the sums are the same numbers. The safe twin is [`Sweep::plain_sum`].

#![allow(unsafe_code, reason = "a function for some machines only is called on these")]

mod places;
mod registers;

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{__m256d, __m512d};
use std::marker::PhantomData;

pub(crate) use places::{Factors, Numbered, Operations, TOGETHER};
pub(crate) use registers::Eight;
use registers::Registers;

use crate::affine::{List, Numbers};
use crate::sweep::{Blocks, LANES, Sweep};

/// Writes the middle sums of order `n`.
pub(crate) fn sum(sweep: &mut Sweep<f64>, n: usize, middle: &mut [f64]) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx512f") {
        // SAFETY: the machine has the instructions for which the function is compiled.
        return unsafe { sum_by_eight(sweep, n, middle) };
    }
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx") {
        // SAFETY: the machine has the instructions for which the function is compiled.
        return unsafe { sum_by_four(sweep, n, middle) };
    }
    sweep.plain_sum(n, middle);
}

/// Writes a series by a list.
pub(crate) fn series(list: &List, order: usize, numbers: Numbers<'_>) -> bool {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx512f") {
        // SAFETY: the machine has the instructions for which the function is compiled.
        return unsafe { series_by_eight(list, order, numbers) };
    }
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx") {
        // SAFETY: the machine has the instructions for which the function is compiled.
        return unsafe { series_by_four(list, order, numbers) };
    }
    list.series_with(Machine::<[f64; LANES]>(PhantomData), order, numbers)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx")]
fn sum_by_four(sweep: &mut Sweep<f64>, n: usize, middle: &mut [f64]) {
    Machine::<[__m256d; 2]>(PhantomData).sums(sweep, n, middle);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn sum_by_eight(sweep: &mut Sweep<f64>, n: usize, middle: &mut [f64]) {
    Machine::<__m512d>(PhantomData).sums(sweep, n, middle);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx")]
fn series_by_four(list: &List, order: usize, numbers: Numbers<'_>) -> bool {
    list.series_with(Machine::<[__m256d; 2]>(PhantomData), order, numbers)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn series_by_eight(list: &List, order: usize, numbers: Numbers<'_>) -> bool {
    list.series_with(Machine::<__m512d>(PhantomData), order, numbers)
}

/// A machine that has such registers: only this file makes one, where that is known.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Machine<E>(PhantomData<E>);

impl<E: Eight> Machine<E> {
    /// Writes the middle sums of order `n`; of the last block half when there is room for no more.
    #[inline(always)]
    pub(crate) fn sums(self, sweep: &mut Sweep<f64>, n: usize, middle: &mut [f64]) {
        let Blocks { left, right, ahead, orders } = sweep.factors();
        let (middle, half) = middle.as_chunks_mut::<LANES>();
        let (blocks, is_half) = (middle.len(), half.len() >= LANES / 2);
        let needed = blocks + usize::from(is_half);
        assert!(left.len() >= needed * orders && right.len() >= needed * orders && n <= orders);
        assert!(ahead.len() >= needed && n >= 2);
        let (mut a, mut b) = (left.as_ptr().cast::<f64>(), right.as_ptr().cast::<f64>());
        let mut ahead = ahead.iter_mut();
        for (middle, ahead) in middle.iter_mut().zip(&mut ahead) {
            // SAFETY: the orders of a block follow each other, as many as were asserted, each of them a block of
            // eight doubles; orders 1 … n − 1 are among them, and there are eight sums. The machine has such registers.
            unsafe { block::<E>(n, (a, b), (middle.as_mut_ptr(), ahead.as_mut_ptr())) };
            (a, b) = (order(a, orders), order(b, orders));
        }
        if is_half && let Some(ahead) = ahead.next() {
            // SAFETY: the same with the first four doubles of each order.
            unsafe { block::<E::Half>(n, (a, b), (half.as_mut_ptr(), ahead.as_mut_ptr())) };
        }
    }
}

/// The sums of order n of a block.
///
/// # Safety
/// n orders of a block stand at each of the first places, there is room at the others, and the machine has such
/// registers.
#[inline(always)]
unsafe fn block<E: Registers>(
    n: usize,
    (a, b): (*const f64, *const f64),
    (middle, ahead): (*mut f64, *mut f64),
) {
    // SAFETY: all orders are below n.
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
}

/// Order `j` of a block.
#[inline(always)]
fn order(block: *const f64, j: usize) -> *const f64 {
    block.wrapping_add(j * LANES)
}

/// Equations (1) and (2) of [`sweep`](crate::sweep) for an even n.
///
/// # Safety
/// n orders of a block stand at each of the two places, and the machine has such registers.
#[inline(always)]
unsafe fn even<E: Registers>(n: usize, a: *const f64, b: *const f64) -> (E, E) {
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
    use crate::sweep::ROOM;

    type Sum = fn(&mut Sweep<f64>, usize, &mut [f64]);

    /// The ways to sums that this machine has.
    fn sums_here() -> impl Iterator<Item = Sum> {
        let plain: Sum =
            |sweep, n, middle| Machine::<[f64; LANES]>(PhantomData).sums(sweep, n, middle);
        let mut found = vec![plain];
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

    /// The sums of all orders are those of the plain loop, bit by bit, also when half of the last block is not
    /// asked for.
    #[test]
    fn wide_sums_are_the_plain_ones() {
        let pair = |k: u32| Pair { left: k, right: 23 - k, weighted: k.is_multiple_of(3) };
        let pairs: Vec<Pair> = (0..24).map(pair).collect();
        let mut plain = Sweep::default();
        plain.prepare(pairs.len(), ROOM);
        let mut wide: Vec<(Sweep<f64>, Sum)> =
            sums_here().map(|sum| (plain.clone(), sum)).collect();
        for n in 2..=ROOM {
            let row: Vec<[f64; 2]> =
                (0..24).map(|i| [0.0, (0.37 * f64::from(i) + n as f64).sin()]).collect();
            let mut middle = [0.0; 24];
            plain.store(&pairs, n - 1, &row);
            plain.plain_sum(n, &mut middle);
            for (sweep, sum) in &mut wide {
                let (mut found, mut half) = ([0.0; 24], [0.0; 20]);
                sweep.store(&pairs, n - 1, &row);
                let mut ahead = sweep.clone();
                sum(sweep, n, &mut found);
                assert_eq!(middle, found);
                sum(&mut ahead, n, &mut half);
                assert_eq!(middle[..20], half);
            }
            assert!(middle.iter().all(|x| x.is_finite()) && middle.iter().any(|x| *x != 0.0));
        }
    }
}
