//! Numbers at places that were looked at once, read and written without a look at each of them again.
//!
//! The safe twins are the interpreter for [`Operations::apply`] and [`Sweep::store`] for [`Factors::store`].

use std::ops::Range;

use crate::affine::{Index, Operation, Weights};
use crate::sweep::{LANES, Sweep};

/// Affine operations on some numbers.
#[derive(Debug)]
pub(crate) struct Operations {
    list: Vec<Operation>,
    /// How many numbers there are: all places are below.
    count: usize,
}

impl Operations {
    /// Operations on so many numbers; none when one reads or writes another.
    pub(crate) fn new(list: Vec<Operation>, count: usize) -> Option<Self> {
        let is_inside = |place: Index| usize::from(place) < count;
        let are_inside = |o: &Operation| [o.c, o.a, o.b, o.out].into_iter().all(is_inside);
        list.iter().all(are_inside).then_some(Self { list, count })
    }

    /// Does some of the operations one after the other.
    pub(crate) fn apply(&self, range: Range<usize>, weights: &[Weights], x: &mut [f64]) {
        assert!(x.len() >= self.count);
        for (operation, [u, v]) in self.list[range.clone()].iter().zip(&weights[range]) {
            let Operation { c, a, b, out } = *operation;
            // SAFETY: all places are below `count`, as was found in the beginning, and so many numbers there are.
            unsafe {
                let [c, a, b] = [c, a, b].map(|place| *x.get_unchecked(usize::from(place)));
                *x.get_unchecked_mut(usize::from(out)) = c + u * a + v * b;
            }
        }
    }
}

/// Factors of middle sums among some numbers, in whole blocks.
#[derive(Debug)]
pub(crate) struct Factors {
    blocks: Vec<[[Index; 2]; LANES]>,
    /// How many numbers there are: all places are below.
    count: usize,
}

impl Factors {
    /// Factors among so many numbers; none when one is not among them.
    pub(crate) fn new(places: &[[Index; 2]], count: usize) -> Option<Self> {
        let are_inside = places.iter().flatten().all(|&place| usize::from(place) < count);
        let (blocks, _) = places.as_chunks::<LANES>();
        are_inside.then(|| Self { blocks: blocks.to_vec(), count })
    }

    /// How many pairs of factors there are.
    pub(crate) fn len(&self) -> usize {
        self.blocks.len() * LANES
    }

    /// Stores order `k` of the factors.
    pub(crate) fn store(&self, sweep: &mut Sweep<f64>, k: usize, x: &[f64]) {
        assert!(x.len() >= self.count);
        for (block, places) in self.blocks.iter().enumerate() {
            let [left, right] = sweep.block(block, k);
            for ([l, r], (left, right)) in places.iter().zip(left.iter_mut().zip(right)) {
                // SAFETY: all places are below `count`, as was found in the beginning, and so many numbers there
                // are.
                unsafe {
                    *left = *x.get_unchecked(usize::from(*l));
                    *right = *x.get_unchecked(usize::from(*r));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Pair;

    const SEVEN: [f64; 7] = [0.0, 1.5, -2.0, 0.75, 3.0, -0.125, 8.0];

    /// Each reads what the one before wrote.
    #[test]
    fn operations_are_done_one_after_the_other() {
        let operation = |c, a, b, out| Operation { c, a, b, out };
        let list = vec![operation(1, 2, 3, 4), operation(4, 4, 5, 6), operation(0, 6, 1, 6)];
        let operations = Operations::new(list, 7).expect("all places are below 7");
        let (mut x, weights) = (SEVEN, [[0.5, 2.0], [-1.0, 4.0], [3.0, 0.25]]);
        operations.apply(0..2, &weights, &mut x);
        assert_eq!(x[4], 1.5 + 0.5 * -2.0 + 2.0 * 0.75);
        assert_eq!(x[6], x[4] - x[4] + 4.0 * -0.125);
        operations.apply(2..3, &weights, &mut x);
        assert_eq!(x[6], 3.0 * -0.5 + 0.25 * 1.5);
    }

    #[test]
    fn places_outside_are_refused() {
        for [c, a, b, out] in [[7, 0, 0, 0], [0, 7, 0, 0], [0, 0, 7, 0], [0, 0, 0, 7]] {
            let list = vec![Operation { c, a, b, out }];
            assert!(Operations::new(list.clone(), 7).is_none());
            assert!(Operations::new(list, 8).is_some());
        }
        for pair in [[7, 0], [0, 7]] {
            assert!(Factors::new(&[pair; LANES], 7).is_none());
            assert!(Factors::new(&[pair; LANES], 8).is_some());
        }
    }

    /// The sums that follow are those of the plain way.
    #[test]
    fn factors_are_stored_as_the_interpreter_does() {
        let places: Vec<[Index; 2]> = (0..16).map(|k| [k % 7, 6 - k % 5]).collect();
        let pair = |&[l, r]: &[Index; 2]| Pair { left: l.into(), right: r.into(), weighted: false };
        let pairs: Vec<Pair> = places.iter().map(pair).collect();
        let factors = Factors::new(&places, 7).expect("all places are below 7");
        let (mut plain, mut stored) = (Sweep::default(), Sweep::default());
        plain.prepare(16, 4);
        stored.prepare(16, 4);
        plain.store(&pairs, 1, &SEVEN.map(|x| [0.0, x]));
        factors.store(&mut stored, 1, &SEVEN);
        plain.sum(2);
        stored.sum(2);
        assert_eq!(plain.middle, stored.middle);
        assert!(plain.middle.iter().any(|m| *m != 0.0));
    }
}
