//! The middle parts of all convolutions, in one sweep.
//!
//! Order n of a product is `Σ_{j=0}^{n} a_j b_{n−j}`. Its middle part
//!
//! ```text
//! m_n = Σ_{j=1}^{n−1} a_j b_{n−j}                                                          (1)
//! ```
//!
//! needs lower orders only, so at the start of order n the middle parts of all products, quotients,
//! sines and linear systems are independent of each other. The factors are kept in blocks of
//! [`LANES`] pairs, the orders of a block one after the other, so that (1) is a loop over
//! neighbouring numbers that the compiler turns into vector instructions. Where a factor is a
//! derivative, its coefficients are weighted: `j a_j` for `a_j`.
//!
//! Two orders share a loop, which reads each factor once: with `m_n` for an even n comes what is known then
//! of the next order, to which that adds the rest.
//!
//! ```text
//! p_{n+1} = Σ_{j=2}^{n−1} a_j b_{n+1−j}                    n even                            (2)
//! m_n     = p_n + a_1 b_{n−1} + a_{n−1} b_1                n odd                             (3)
//! ```
//!
//! In each of these sums the terms with order n − 1, which has just been written, come last.

use std::any::Any;

use alembert_algebra::numeric::Real;

use crate::program::Pair as Factors;
use crate::recurrence::Pair;
use crate::simd;

/// The orders that a series has room for, unless it asks for more.
pub(crate) const ROOM: usize = 26;

/// How many sums are done together.
pub(crate) const LANES: usize = 8;

/// One order of the factors of a block; its place suits the registers.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Lanes<T>(pub(crate) [T; LANES]);

/// The factors of (1) for all pairs, and the sums.
#[derive(Debug, Clone)]
pub(crate) struct Sweep<T> {
    left: Vec<Lanes<T>>,
    right: Vec<Lanes<T>>,
    /// The sums of the current order.
    pub(crate) middle: Vec<T>,
    /// What is known of those of the next order, (2).
    ahead: Vec<T>,
    /// The orders that a block has room for.
    orders: usize,
    blocks: usize,
}

/// The factors of all blocks.
pub(crate) struct Blocks<'a, T> {
    pub(crate) left: &'a [Lanes<T>],
    pub(crate) right: &'a [Lanes<T>],
    /// What is known of the sums of the next order.
    pub(crate) ahead: &'a mut [[T; LANES]],
    /// The orders that a block has room for.
    pub(crate) orders: usize,
}

/// The factors of all blocks, to be written: order k of a block is its row k.
pub(crate) struct Rows<'a, T> {
    pub(crate) left: &'a mut [Lanes<T>],
    pub(crate) right: &'a mut [Lanes<T>],
    /// The rows of a block.
    pub(crate) orders: usize,
}

impl<T> Default for Sweep<T> {
    fn default() -> Self {
        let (left, right) = (Vec::new(), Vec::new());
        Self { left, right, middle: Vec::new(), ahead: Vec::new(), orders: 0, blocks: 0 }
    }
}

impl<T: Real> Sweep<T> {
    /// Makes room for whole blocks of pairs and the orders up to the given one.
    pub(crate) fn prepare(&mut self, pairs: usize, order: usize) {
        self.blocks = pairs / LANES;
        let least = if order > 1 { ROOM } else { 1 };
        self.orders = self.orders.max(order + 1).max(least);
        let room = self.blocks * self.orders;
        if self.left.len() < room {
            self.left.resize(room, Lanes([T::from(0.0); LANES]));
            self.right.resize(room, Lanes([T::from(0.0); LANES]));
        }
        self.middle.clear(); // the sums of order 1 have no terms
        self.middle.resize(self.blocks * LANES, T::from(0.0));
        self.ahead.resize(self.blocks * LANES, T::from(0.0));
    }

    /// Stores order `k` of the factors, which are the current coefficients of their slots.
    pub(crate) fn store(&mut self, pairs: &[Factors], k: usize, row: &[Pair<T>]) {
        let weights = [T::from(1.0), T::from(k as f64)];
        let rows = self.left.chunks_exact_mut(self.orders);
        let rows = rows.zip(self.right.chunks_exact_mut(self.orders));
        let (pairs, _) = pairs.as_chunks::<LANES>();
        for (pairs, (left, right)) in pairs.iter().zip(rows) {
            let (left, right) = (&mut left[k].0, &mut right[k].0);
            for (pair, (left, right)) in pairs.iter().zip(left.iter_mut().zip(right)) {
                *left = weights[usize::from(pair.weighted)] * row[pair.left as usize][1];
                *right = row[pair.right as usize][1];
            }
        }
    }

    /// The factors, to be written.
    pub(crate) fn rows(&mut self) -> Rows<'_, T> {
        Rows { left: &mut self.left, right: &mut self.right, orders: self.orders }
    }

    /// The sums (1) of order `n`, one order after the other from 2 on.
    pub(crate) fn sum(&mut self, n: usize)
    where
        T: 'static,
    {
        if let Some(doubles) = (self as &mut dyn Any).downcast_mut::<Sweep<f64>>() {
            let mut middle = std::mem::take(&mut doubles.middle);
            simd::sum(doubles, n, &mut middle);
            doubles.middle = middle;
        } else {
            let mut middle = std::mem::take(&mut self.middle);
            self.plain_sum(n, &mut middle);
            self.middle = middle;
        }
    }

    /// The same with the instructions that every machine has, and the place of the sums.
    pub(crate) fn plain_sum(&mut self, n: usize, middle: &mut [T]) {
        let Blocks { left, right, ahead, orders } = self.factors();
        let rows = left.chunks_exact(orders.max(1)).zip(right.chunks_exact(orders.max(1)));
        let (middle, _) = middle.as_chunks_mut::<LANES>();
        for ((a, b), (m, p)) in rows.zip(middle.iter_mut().zip(ahead)) {
            if n.is_multiple_of(2) {
                (*m, *p) = even(n, a, b);
            } else {
                *m = added(added(*p, a[1], b[n - 1]), a[n - 1], b[1]); // (3)
            }
        }
    }

    /// The factors of all blocks.
    pub(crate) fn factors(&mut self) -> Blocks<'_, T> {
        let (ahead, _) = self.ahead.as_chunks_mut::<LANES>();
        Blocks { left: &self.left, right: &self.right, ahead, orders: self.orders }
    }

    /// Where the numbers of the first block stand. Order 0 of the factors is followed by the other orders; the
    /// next block is [`ROOM`] orders further. None when blocks have another number of orders, or not as many as
    /// are asked for.
    #[cfg_attr(
        any(feature = "interpreter", not(all(target_arch = "x86_64", unix))),
        expect(dead_code, reason = "for machine code")
    )]
    pub(crate) fn places(&mut self, order: usize) -> Option<Places<T>> {
        let (room, sums) = (self.blocks * ROOM, self.blocks * LANES);
        let fits = self.orders == ROOM && self.left.len() >= room && self.right.len() >= room;
        let fits = fits && self.middle.len() >= sums && self.ahead.len() >= sums;
        (fits && order <= ROOM).then(|| Places {
            left: self.left.as_mut_ptr().cast(),
            right: self.right.as_mut_ptr().cast(),
            middle: self.middle.as_mut_ptr(),
            ahead: self.ahead.as_mut_ptr(),
        })
    }
}

/// Where factors and sums stand.
#[cfg_attr(
    any(feature = "interpreter", not(all(target_arch = "x86_64", unix))),
    expect(dead_code, reason = "for machine code")
)]
pub(crate) struct Places<T> {
    pub(crate) left: *mut T,
    pub(crate) right: *mut T,
    pub(crate) middle: *mut T,
    pub(crate) ahead: *mut T,
}

/// (1) for an even n, and (2).
fn even<T: Real>(n: usize, a: &[Lanes<T>], b: &[Lanes<T>]) -> ([T; LANES], [T; LANES]) {
    let (mut m, mut p) = ([T::from(0.0); LANES], [T::from(0.0); LANES]);
    if n == 2 {
        return (added(m, a[1], b[1]), p);
    }
    for j in 2..n - 1 {
        if j > 2 {
            p = added(p, a[j], b[n + 1 - j]);
        }
        m = added(m, a[j], b[n - j]);
    }
    p = added(added(p, a[2], b[n - 1]), a[n - 1], b[2]);
    m = added(added(m, a[1], b[n - 1]), a[n - 1], b[1]);
    (m, p)
}

/// Sums with one more product each; whole blocks are copied, so that the compiler knows that their places suit
/// the registers.
#[inline(always)]
fn added<T: Real>(mut sum: [T; LANES], Lanes(a): Lanes<T>, Lanes(b): Lanes<T>) -> [T; LANES] {
    for lane in 0..LANES {
        sum[lane] = sum[lane] + a[lane] * b[lane];
    }
    sum
}
