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

use alembert_algebra::numeric::Real;

use crate::program::Pair;

/// How many sums are done together.
const LANES: usize = 8;

/// The factors of (1) for all pairs, and the sums.
#[derive(Debug, Clone)]
pub(crate) struct Sweep<T> {
    left: Vec<[T; LANES]>,
    right: Vec<[T; LANES]>,
    /// The sums of the current order.
    pub(crate) middle: Vec<T>,
    orders: usize,
}

impl<T> Default for Sweep<T> {
    fn default() -> Self {
        Self { left: Vec::new(), right: Vec::new(), middle: Vec::new(), orders: 0 }
    }
}

impl<T: Real> Sweep<T> {
    /// Makes room for the orders up to the given one.
    pub(crate) fn prepare(&mut self, pairs: usize, order: usize) {
        let blocks = pairs.div_ceil(LANES);
        self.orders = order + 1;
        self.left.resize(blocks * self.orders, [T::from(0.0); LANES]);
        self.right.resize(blocks * self.orders, [T::from(0.0); LANES]);
        self.middle.clear();
        self.middle.resize(blocks * LANES, T::from(0.0));
    }

    /// Stores order `k` of the factors; `row` has the coefficients of that order by slot.
    pub(crate) fn store(&mut self, pairs: &[Pair], k: usize, row: &[T]) {
        let weight = T::from(k as f64);
        for (block, pairs) in pairs.chunks(LANES).enumerate() {
            let at = block * self.orders + k;
            for (lane, pair) in pairs.iter().enumerate() {
                let left = row[pair.left];
                self.left[at][lane] = if pair.weighted { weight * left } else { left };
                self.right[at][lane] = row[pair.right];
            }
        }
    }

    /// The sums (1) of order `n`.
    pub(crate) fn sum(&mut self, n: usize) {
        let Self { left, right, middle, orders } = self;
        let blocks = left.chunks_exact(*orders).zip(right.chunks_exact(*orders));
        for ((left, right), middle) in blocks.zip(middle.chunks_exact_mut(LANES)) {
            let mut sum = [T::from(0.0); LANES];
            for (a, b) in left[1..n].iter().zip(right[1..n].iter().rev()) {
                for lane in 0..LANES {
                    sum[lane] = sum[lane] + a[lane] * b[lane]; // (1)
                }
            }
            middle.copy_from_slice(&sum);
        }
    }
}
