//! Numbers at places that were looked at once, read and written without a look at each of them again.
//!
//! The safe twins are the interpreter for [`Operations::apply`] and [`Sweep::store`] for [`Factors::store`].

use std::ops::Range;

use super::Machine;
use super::registers::{Eight, Four};
use crate::affine::{Index, Operation};
use crate::sweep::{LANES, Rows, Sweep};

/// How many operations, and how many factors, are done at once.
pub(crate) const TOGETHER: usize = 4;

/// Affine operations on some numbers, whose results follow each other.
#[derive(Debug)]
pub(crate) struct Operations {
    list: Vec<Operation>,
    /// The place of the first result; all places that are read are below that of the last.
    first: usize,
}

impl Operations {
    /// Operations with their results from a place on; none when one reads a place behind these, or there are no
    /// whole groups of [`TOGETHER`].
    pub(crate) fn new(list: Vec<Operation>, first: usize) -> Option<Self> {
        let is_inside = |place: Index| usize::from(place) < first + list.len();
        let are_inside = |o: &Operation| [o.c, o.a, o.b].into_iter().all(is_inside);
        let is_good = list.iter().all(are_inside) && list.len().is_multiple_of(TOGETHER);
        is_good.then_some(Self { list, first })
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Does some of the operations one after the other: whole groups, with their weights u and v.
    #[inline(always)]
    pub(crate) fn apply(&self, range: Range<usize>, weights: &[[f64; 2]], x: &mut [f64]) {
        let (list, weights) = (&self.list[range.clone()], &weights[range.clone()]);
        assert!(x.len() >= self.first + self.list.len());
        let x = x.as_mut_ptr();
        // SAFETY: the range is one of the list, so that this and what follows are places of x.
        let mut out = unsafe { x.add(self.first + range.start) };
        let groups = list.as_chunks::<TOGETHER>().0.iter().zip(weights.as_chunks::<TOGETHER>().0);
        for (operations, weights) in groups {
            for i in 0..TOGETHER {
                let (o, w) = (&operations[i], &weights[i]);
                // SAFETY: all places are below the end of the results, as was found in the beginning, and so many
                // numbers there are.
                unsafe {
                    let at = |place: &Index| *x.add(usize::from(*place));
                    *out.add(i) = at(&o.c) + w[0] * at(&o.a) + w[1] * at(&o.b);
                }
            }
            out = out.wrapping_add(TOGETHER);
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
    #[inline(always)]
    pub(crate) fn read(&self, factor: f64, x: &[f64], multiples: &mut [f64]) {
        assert!(x.len() >= self.count);
        for (multiple, &place) in multiples.iter_mut().zip(&self.list) {
            // SAFETY: all places are below `count`, as was found in the beginning, and so many numbers there are.
            *multiple = factor * unsafe { *x.get_unchecked(usize::from(place)) };
        }
    }

    /// Reads multiples of them, and writes each from a place on before it reads the next.
    #[inline(always)]
    pub(crate) fn read_and_write(
        &self,
        factor: f64,
        first: usize,
        x: &mut [f64],
        multiples: &mut [f64],
    ) {
        assert!(x.len() >= self.count && x.len() >= first + self.list.len());
        for (i, (multiple, &place)) in multiples.iter_mut().zip(&self.list).enumerate() {
            // SAFETY: all places are below `count`, as was found in the beginning, so many numbers there are, and
            // one for each of them from the first on.
            unsafe {
                *multiple = factor * *x.get_unchecked(usize::from(place));
                *x.get_unchecked_mut(first + i) = *multiple;
            }
        }
    }

    /// Writes multiples of them and the negatives of these, by turns, from a place on.
    #[inline(always)]
    pub(crate) fn write_both(&self, factor: f64, first: usize, x: &mut [f64]) {
        assert!(x.len() >= self.count && x.len() >= first + 2 * self.list.len());
        for (i, &place) in self.list.iter().enumerate() {
            // SAFETY: all places are below `count`, as was found in the beginning, so many numbers there are, and
            // two for each of them from the first on.
            unsafe {
                let multiple = factor * *x.get_unchecked(usize::from(place));
                *x.get_unchecked_mut(first + 2 * i) = multiple;
                *x.get_unchecked_mut(first + 2 * i + 1) = -multiple;
            }
        }
    }
}

/// Factors of middle sums among some numbers, in whole groups of [`TOGETHER`].
#[derive(Debug)]
pub(crate) struct Factors {
    groups: Vec<[[Index; TOGETHER]; 2]>,
    /// How many numbers there are: all places are below.
    count: usize,
}

impl Factors {
    /// Factors among so many numbers; none when one is not among them, or groups are not whole.
    pub(crate) fn new(places: &[[Index; 2]], count: usize) -> Option<Self> {
        let are_inside = places.iter().flatten().all(|&place| usize::from(place) < count);
        let (groups, rest) = places.as_chunks::<TOGETHER>();
        let sides =
            |group: &[[Index; 2]; TOGETHER]| [0, 1].map(|side| group.map(|pair| pair[side]));
        let groups = groups.iter().map(sides).collect();
        (are_inside && rest.is_empty()).then_some(Self { groups, count })
    }

    /// How many pairs of factors there are.
    pub(crate) fn len(&self) -> usize {
        self.groups.len() * TOGETHER
    }

    /// Stores order `k` of the factors.
    #[inline(always)]
    pub(crate) fn store<E: Eight>(
        &self,
        _: Machine<E>,
        sweep: &mut Sweep<f64>,
        k: usize,
        x: &[f64],
    ) {
        assert!(x.len() >= self.count);
        let x = x.as_ptr();
        let gather = |places: &[Index; TOGETHER], row: *mut f64| {
            // SAFETY: all places are below `count`, as was found in the beginning, so many numbers there are, and
            // the machine has such registers. Each place is read by itself, which is quickest.
            unsafe {
                let at = |i: usize| *x.add(usize::from(places[i]));
                E::Half::of([at(0), at(1), at(2), at(3)]).store_aligned(row);
            }
        };
        let Rows { left, right, orders } = sweep.rows();
        let last = self.groups.len().div_ceil(2).saturating_sub(1) * orders + k; // the row of the last block
        assert!(last < left.len() && last < right.len() || self.groups.is_empty());
        let mut rows =
            [left, right].map(|side| side.as_mut_ptr().cast::<f64>().wrapping_add(k * LANES));
        for (i, group) in self.groups.iter().enumerate() {
            let half = i % 2 * TOGETHER;
            gather(&group[0], rows[0].wrapping_add(half));
            gather(&group[1], rows[1].wrapping_add(half));
            if half > 0 {
                rows = rows.map(|row| row.wrapping_add(orders * LANES));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::marker::PhantomData;

    use super::*;
    use crate::program::Pair;

    const SEVEN: [f64; 7] = [0.0, 1.5, -2.0, 0.75, 3.0, -0.125, 8.0];

    const PLAIN: Machine<[f64; LANES]> = Machine(PhantomData);

    /// Each reads what the one before wrote.
    #[test]
    fn operations_are_done_one_after_the_other() {
        let operation = |c, a, b| Operation { c, a, b };
        let nothing = operation(0, 0, 0);
        let first = [operation(1, 2, 3), operation(7, 7, 5), nothing, operation(0, 8, 9)];
        let list = [first, [operation(10, 4, 8), nothing, nothing, nothing]].concat();
        let operations = Operations::new(list, 7).expect("all places are below 15");
        let mut x = [&SEVEN[..], &[0.0; 8]].concat();
        let mut weights = vec![[0.5, 2.0], [-1.0, 4.0], [1.0, 1.0], [3.0, 9.0], [0.25, 2.0]];
        weights.resize(8, [1.0; 2]);
        operations.apply(0..4, &weights, &mut x);
        assert_eq!(x[7], 1.5 + 0.5 * -2.0 + 2.0 * 0.75);
        assert_eq!(x[8], x[7] - x[7] + 4.0 * -0.125);
        assert_eq!((x[9], x[10], x[11]), (0.0, 3.0 * -0.5, 0.0));
        operations.apply(4..8, &weights, &mut x);
        assert_eq!(x[11], -1.5 + 0.25 * 3.0 + 2.0 * -0.5);
    }

    #[test]
    fn places_outside_are_refused() {
        for [c, a, b] in [[11, 0, 0], [0, 11, 0], [0, 0, 11]] {
            let list = vec![Operation { c, a, b }; TOGETHER];
            assert!(Operations::new(list.clone(), 7).is_none());
            assert!(Operations::new(list[1..].to_vec(), 9).is_none());
            assert!(Operations::new(list, 8).is_some());
        }
        for pair in [[7, 0], [0, 7]] {
            assert!(Factors::new(&[pair; LANES], 7).is_none());
            assert!(Factors::new(&[pair; LANES], 8).is_some());
            assert!(Factors::new(&[pair; LANES + 1], 8).is_none());
            assert!(Numbered::new(pair.to_vec(), 7).is_none());
            assert!(Numbered::new(pair.to_vec(), 8).is_some());
        }
    }

    #[test]
    fn numbers_and_their_multiples_stand_where_they_should() {
        let mut x = SEVEN;
        let numbered = Numbered::new(vec![4, 1], 7).expect("all places are below 7");
        let mut read = [0.0; 2];
        numbered.read(0.5, &x, &mut read);
        assert_eq!((numbered.len(), read), (2, [1.5, 0.75]));
        numbered.write_both(-3.0, 2, &mut x);
        assert_eq!(x, [0.0, 1.5, -9.0, 9.0, -4.5, 4.5, 8.0]);
    }

    /// The sums that follow are those of the plain way; half a block is enough for the last ones.
    #[test]
    fn factors_are_stored_as_the_interpreter_does() {
        let pair = |k: Index| if k < 11 { [k % 7, 6 - k % 5] } else { [0; 2] };
        let places: Vec<[Index; 2]> = (0..16).map(pair).collect();
        let pair = |&[l, r]: &[Index; 2]| Pair { left: l.into(), right: r.into(), weighted: false };
        let pairs: Vec<Pair> = places.iter().map(pair).collect();
        for count in [12, 16] {
            let factors = Factors::new(&places[..count], 7).expect("all places are below 7");
            let (mut plain, mut stored) = (Sweep::default(), Sweep::default());
            plain.prepare(16, 4);
            stored.prepare(16, 4);
            plain.store(&pairs, 1, &SEVEN.map(|x| [0.0, x]));
            factors.store(PLAIN, &mut stored, 1, &SEVEN);
            plain.sum(2);
            stored.sum(2);
            assert_eq!((plain.middle.clone(), factors.len()), (stored.middle, count));
            assert!(plain.middle[8..].iter().any(|m| *m != 0.0));
        }
    }
}
