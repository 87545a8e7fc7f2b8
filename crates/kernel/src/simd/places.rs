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

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Does some of the operations one after the other.
    pub(crate) fn apply(&self, range: Range<usize>, [u, v]: &Weights, x: &mut [f64]) {
        assert!(x.len() >= self.count);
        let weights = u[range.clone()].iter().zip(&v[range.clone()]);
        for (operation, (u, v)) in self.list[range].iter().zip(weights) {
            let Operation { c, a, b, out } = *operation;
            // SAFETY: all places are below `count`, as was found in the beginning, and so many numbers there are.
            unsafe {
                let [c, a, b] = [c, a, b].map(|place| *x.get_unchecked(usize::from(place)));
                *x.get_unchecked_mut(usize::from(out)) = c + u * a + v * b;
            }
        }
    }
}

/// Some numbers among others, in an order of their own.
#[derive(Debug)]
pub(crate) struct Numbered {
    list: Vec<Index>,
    /// How many numbers there are: all places are below.
    count: usize,
}

impl Numbered {
    /// Numbers among so many; none when one is not among them.
    pub(crate) fn new(list: Vec<Index>, count: usize) -> Option<Self> {
        let are_inside = list.iter().all(|&place| usize::from(place) < count);
        are_inside.then_some(Self { list, count })
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Reads multiples of them.
    pub(crate) fn read(&self, factor: f64, x: &[f64], multiples: &mut [f64]) {
        assert!(x.len() >= self.count);
        for (multiple, &place) in multiples.iter_mut().zip(&self.list) {
            // SAFETY: all places are below `count`, as was found in the beginning, and so many numbers there are.
            *multiple = factor * unsafe { *x.get_unchecked(usize::from(place)) };
        }
    }
}

/// Numbers that are copied from one list to places of another.
#[derive(Debug)]
pub(crate) struct Copies {
    /// Where they stand, and where they go.
    list: Vec<[Index; 2]>,
    /// How many numbers there are in each: all places are below.
    counts: [usize; 2],
}

impl Copies {
    /// Copies between lists of so many numbers; none when a place is outside.
    pub(crate) fn new(list: Vec<[Index; 2]>, counts: [usize; 2]) -> Option<Self> {
        let is_inside = |places: &[Index; 2]| {
            usize::from(places[0]) < counts[0] && usize::from(places[1]) < counts[1]
        };
        list.iter().all(is_inside).then_some(Self { list, counts })
    }

    /// Writes them.
    pub(crate) fn write(&self, numbers: &[f64], x: &mut [f64]) {
        assert!(numbers.len() >= self.counts[0] && x.len() >= self.counts[1]);
        for &[from, to] in &self.list {
            // SAFETY: all places are below `counts`, as was found in the beginning, and so many numbers there are.
            unsafe {
                let number = *numbers.get_unchecked(usize::from(from));
                *x.get_unchecked_mut(usize::from(to)) = number;
            }
        }
    }
}

/// Numbers that are multiples of others, all by the same factor.
#[derive(Debug)]
pub(crate) struct Multiples {
    /// Where the others stand, and where the multiples go.
    list: Vec<[Index; 2]>,
    /// How many numbers there are: all places are below.
    count: usize,
}

impl Multiples {
    /// Multiples among so many numbers; none when a place is not among them.
    pub(crate) fn new(list: Vec<[Index; 2]>, count: usize) -> Option<Self> {
        let are_inside = list.iter().flatten().all(|&place| usize::from(place) < count);
        are_inside.then_some(Self { list, count })
    }

    /// Writes the multiples, one after the other.
    pub(crate) fn write(&self, factor: f64, x: &mut [f64]) {
        assert!(x.len() >= self.count);
        for &[from, to] in &self.list {
            // SAFETY: all places are below `count`, as was found in the beginning, and so many numbers there are.
            unsafe {
                let multiple = factor * *x.get_unchecked(usize::from(from));
                *x.get_unchecked_mut(usize::from(to)) = multiple;
            }
        }
    }
}

/// Factors of middle sums among some numbers, in whole blocks.
#[derive(Debug)]
pub(crate) struct Factors {
    /// Without those that fill the last block, whose sums nothing reads.
    pairs: Vec<[Index; 2]>,
    blocks: usize,
    /// How many numbers there are: all places are below.
    count: usize,
}

impl Factors {
    /// Factors among so many numbers; none when one is not among them.
    pub(crate) fn new(places: &[[Index; 2]], count: usize) -> Option<Self> {
        let are_inside = places.iter().flatten().all(|&place| usize::from(place) < count);
        let filling = places.iter().rev().take_while(|pair| **pair == [0; 2]).count();
        let pairs = places[..places.len() - filling].to_vec();
        are_inside.then_some(Self { pairs, blocks: places.len() / LANES, count })
    }

    /// How many pairs of factors there are in whole blocks.
    pub(crate) fn len(&self) -> usize {
        self.blocks * LANES
    }

    /// Stores order `k` of the factors.
    pub(crate) fn store(&self, sweep: &mut Sweep<f64>, k: usize, x: &[f64]) {
        assert!(x.len() >= self.count);
        let store = |[l, r]: &[Index; 2], left: &mut f64, right: &mut f64| {
            // SAFETY: all places are below `count`, as was found in the beginning, and so many numbers there are.
            unsafe {
                *left = *x.get_unchecked(usize::from(*l));
                *right = *x.get_unchecked(usize::from(*r));
            }
        };
        let (blocks, rest) = self.pairs.as_chunks::<LANES>();
        for (block, pairs) in blocks.iter().enumerate() {
            let [left, right] = sweep.block(block, k);
            (0..LANES).for_each(|i| store(&pairs[i], &mut left[i], &mut right[i]));
        }
        if !rest.is_empty() {
            let [left, right] = sweep.block(blocks.len(), k);
            let factors = left.iter_mut().zip(right);
            rest.iter().zip(factors).for_each(|(pair, (left, right))| store(pair, left, right));
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
        let (mut x, weights) = (SEVEN, [vec![0.5, -1.0, 3.0], vec![2.0, 4.0, 0.25]]);
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
            assert!(Multiples::new(vec![pair], 7).is_none());
            assert!(Multiples::new(vec![pair], 8).is_some());
            assert!(Numbered::new(pair.to_vec(), 7).is_none());
            assert!(Numbered::new(pair.to_vec(), 8).is_some());
            assert!(Copies::new(vec![pair], [7; 2]).is_none());
            assert!(Copies::new(vec![pair], [8; 2]).is_some());
        }
    }

    #[test]
    fn numbers_and_their_multiples_stand_where_they_should() {
        let mut x = SEVEN;
        let numbered = Numbered::new(vec![4, 1], 7).expect("all places are below 7");
        let mut read = [0.0; 2];
        numbered.read(0.5, &x, &mut read);
        assert_eq!((numbered.len(), read), (2, [1.5, 0.75]));
        let copies = Copies::new(vec![[2, 4], [0, 1]], [3, 7]).expect("all places are inside");
        copies.write(&[20.0, 0.0, 10.0], &mut x);
        assert_eq!((x[4], x[1]), (10.0, 20.0));
        let multiples = Multiples::new(vec![[1, 0], [2, 2]], 7).expect("all places are below 7");
        multiples.write(-3.0, &mut x);
        assert_eq!((x[0], x[2]), (-60.0, 6.0));
    }

    /// The sums that follow are those of the plain way.
    #[test]
    fn factors_are_stored_as_the_interpreter_does() {
        let pair = |k: Index| if k < 13 { [k % 7, 6 - k % 5] } else { [0; 2] };
        let places: Vec<[Index; 2]> = (0..16).map(pair).collect();
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
        assert!(plain.middle[8..].iter().any(|m| *m != 0.0));
    }
}
