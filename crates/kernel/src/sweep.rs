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

use std::any::Any;

use alembert_algebra::numeric::Real;

use crate::program::Pair as Factors;
use crate::recurrence::Pair;
use crate::simd;

/// The orders that a series has room for, unless it asks for more.
pub(crate) const ROOM: usize = 24;

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
    /// The orders that a block has room for.
    orders: usize,
    blocks: usize,
}

/// Left and right factors, the sums of each block, and the orders of a block.
type Blocks<'a, T> = (&'a [Lanes<T>], &'a [Lanes<T>], &'a mut [[T; LANES]], usize);

impl<T> Default for Sweep<T> {
    fn default() -> Self {
        Self { left: Vec::new(), right: Vec::new(), middle: Vec::new(), orders: 0, blocks: 0 }
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
        self.middle.clear();
        self.middle.resize(self.blocks * LANES, T::from(0.0));
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

    /// The sums (1) of order `n`.
    pub(crate) fn sum(&mut self, n: usize)
    where
        T: 'static,
    {
        match (self as &mut dyn Any).downcast_mut::<Sweep<f64>>() {
            Some(doubles) => simd::sum(doubles, n),
            None => self.plain_sum(n),
        }
    }

    /// The same with the instructions that every machine has.
    pub(crate) fn plain_sum(&mut self, n: usize) {
        for (left, right, middle) in self.blocks(n) {
            let mut sum = [T::from(0.0); LANES];
            // whole blocks are copied, so that the compiler knows that their places suit the registers
            for (&Lanes(a), &Lanes(b)) in left.iter().zip(right.iter().rev()) {
                for lane in 0..LANES {
                    sum[lane] = sum[lane] + a[lane] * b[lane]; // (1)
                }
            }
            middle.copy_from_slice(&sum);
        }
    }

    /// For each block the orders 1 … n − 1 of its left and of its right factors, and its sums.
    #[inline(always)]
    fn blocks(
        &mut self,
        n: usize,
    ) -> impl Iterator<Item = (&[Lanes<T>], &[Lanes<T>], &mut [T; LANES])> {
        let Self { left, right, middle, orders, blocks } = self;
        let rows = left.chunks_exact(*orders).zip(right.chunks_exact(*orders)).take(*blocks);
        let (middle, _) = middle.as_chunks_mut::<LANES>();
        rows.zip(middle).map(move |((left, right), middle)| (&left[1..n], &right[1..n], middle))
    }

    /// The left and the right factors, the sums of each block, and the orders of a block.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "for wide registers"))]
    pub(crate) fn factors(&mut self) -> Blocks<'_, T> {
        let (middle, _) = self.middle.as_chunks_mut::<LANES>();
        (&self.left, &self.right, middle, self.orders)
    }

    /// Where order 0 of the left and of the right factors of the first block stands, from where orders follow
    /// each other; those of the next block are [`ROOM`] orders further. None when blocks have another number
    /// of orders, or not as many as are asked for.
    pub(crate) fn places(&mut self, order: usize) -> Option<(*mut T, *mut T)> {
        let room = self.blocks * ROOM;
        let fits = self.orders == ROOM && self.left.len() >= room && self.right.len() >= room;
        let places = (self.left.as_mut_ptr().cast(), self.right.as_mut_ptr().cast());
        (fits && order <= ROOM).then_some(places)
    }
}
