//! Sums of many terms as affine operations of two.
//!
//! An operation adds two terms to a number; those of a sum may be done in any order. What is known first is added
//! first, so that the rest waits for as few others as can be: with the depth of a number, how many operations must
//! be done before it one after the other,
//!
//! ```text
//! depth(c + u a + v b) = 1 + max(depth c, depth a, depth b)                                 (1)
//! ```

use crate::program::Slot;

/// What a number is multiplied by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Weight {
    Constant(f64),
    /// A multiple of coefficient 0 of a slot.
    Value(f64, Slot),
    /// A multiple of an entry of the solutions of a linear system for unit right sides.
    Unit {
        factor: f64,
        system: usize,
        block: usize,
        lane: usize,
    },
}

impl Weight {
    /// A multiple.
    pub(super) fn times(self, by: f64) -> Self {
        match self {
            Self::Constant(w) => Self::Constant(by * w),
            Self::Value(w, slot) => Self::Value(by * w, slot),
            Self::Unit { factor, system, block, lane } => {
                Self::Unit { factor: by * factor, system, block, lane }
            }
        }
    }
}

/// A weight and the name of a number.
pub(super) type Term = (Weight, usize);

/// Slots are names of numbers; the first is fixed, so its coefficients n are 0.
pub(super) const ZERO: Slot = 0;

pub(super) const NOTHING: Term = (Weight::Constant(0.0), ZERO);

/// A number to which two terms are added.
pub(super) type Addition = (usize, [Term; 2]);

/// The terms of a sum with their depths, what is known first in front.
pub(super) struct Sum {
    terms: Vec<(u32, Term)>,
}

impl Sum {
    pub(super) fn new(terms: &[Term], depth: impl Fn(usize) -> u32) -> Self {
        let mut terms: Vec<(u32, Term)> = terms.iter().map(|t| (depth(t.1), *t)).collect();
        terms.sort_by_key(|(depth, _)| *depth);
        Self { terms }
    }

    /// One more term.
    pub(super) fn add(&mut self, depth: u32, term: Term) {
        let place = self.terms.partition_point(|(other, _)| *other <= depth);
        self.terms.insert(place, (depth, term));
    }

    /// The whole sum, when one operation is enough for it.
    pub(super) fn last(&self) -> Option<Addition> {
        let terms = |i: usize| self.terms.get(i).map_or(NOTHING, |t| t.1);
        match (self.terms.len(), self.first_number()) {
            (0..=3, Some(c)) => {
                let mut others = (0..3).filter(|&i| i != c).map(terms);
                let others = [others.next(), others.next()].map(|t| t.unwrap_or(NOTHING));
                Some((self.terms[c].1.1, others))
            }
            (0..=2, None) => Some((ZERO, [terms(0), terms(1)])),
            _ => None,
        }
    }

    /// Takes the terms of one operation away; its result, a number, is to be added. A number whose turn has not come
    /// waits, if that takes no operation more.
    pub(super) fn take(&mut self) -> Addition {
        let Some(c) = self.first_number() else { return self.take_two() };
        let second = self.terms[if c < 2 { 2 } else { 1 }.min(self.terms.len() - 1)].0;
        if self.terms[c].0 > second && self.terms.len().is_multiple_of(2) {
            return self.take_two();
        }
        let (_, (_, c)) = self.terms.remove(c);
        (c, self.first_two())
    }

    /// The same with two terms, the first ones.
    pub(super) fn take_two(&mut self) -> Addition {
        match self.first_two() {
            [(Weight::Constant(1.0), c), other] | [other, (Weight::Constant(1.0), c)] => {
                (c, [other, NOTHING])
            }
            both => (ZERO, both),
        }
    }

    fn first_two(&mut self) -> [Term; 2] {
        let mut both = self.terms.drain(..2.min(self.terms.len())).map(|t| t.1);
        [both.next(), both.next()].map(|t| t.unwrap_or(NOTHING))
    }

    /// How many terms there are.
    pub(super) fn len(&self) -> usize {
        self.terms.len()
    }

    /// All terms, when their weights are constant.
    pub(super) fn constants(&self) -> Option<Vec<(f64, usize)>> {
        let constant = |&(_, (weight, name)): &(u32, Term)| match weight {
            Weight::Constant(w) => Some((w, name)),
            _ => None,
        };
        self.terms.iter().map(constant).collect()
    }

    /// The first term that is a number with the weight 1.
    fn first_number(&self) -> Option<usize> {
        self.terms.iter().position(|(_, (weight, _))| *weight == Weight::Constant(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The terms with names from 1 on, of the given weights and depths.
    fn terms(weights: &[(f64, u32)]) -> (Vec<Term>, Vec<u32>) {
        let constant = |(i, w): (usize, &(f64, u32))| (Weight::Constant(w.0), 1 + i);
        let depths = std::iter::once(0).chain(weights.iter().map(|w| w.1)).collect();
        (weights.iter().enumerate().map(constant).collect(), depths)
    }

    /// Adds the terms of numbers 2, 3, 4 …: the sum, its depth, and how many operations it took.
    fn added(weights: &[(f64, u32)]) -> (f64, u32, usize) {
        let (terms, mut depths) = terms(weights);
        let mut values: Vec<f64> =
            (0..depths.len()).map(|i| if i == 0 { 0.0 } else { 1.0 + i as f64 }).collect();
        let mut sum = Sum::new(&terms, |name| depths[name]);
        let mut count = 0;
        loop {
            let last = sum.last();
            let (c, [a, b]) = last.unwrap_or_else(|| sum.take());
            let weight = |w: Weight| match w {
                Weight::Constant(w) => w,
                other => panic!("{other:?} is not constant"),
            };
            let value = values[c] + weight(a.0) * values[a.1] + weight(b.0) * values[b.1];
            let depth = 1 + depths[c].max(depths[a.1]).max(depths[b.1]);
            count += 1;
            if last.is_some() {
                return (value, depth, count);
            }
            values.push(value);
            depths.push(depth);
            sum.add(depth, (Weight::Constant(1.0), values.len() - 1));
        }
    }

    #[test]
    fn every_term_is_added_once_in_as_few_operations_as_can_be() {
        for count in 0..12usize {
            for units in 0..=count {
                let weights: Vec<(f64, u32)> = (0..count)
                    .map(|i| (if i < units { 1.0 } else { 2.0 - i as f64 }, [0, 3, 2, 1][i % 4]))
                    .collect();
                let all: f64 =
                    weights.iter().enumerate().map(|(i, w)| w.0 * (2.0 + i as f64)).sum();
                let is_one = |w: &(f64, u32)| w.0 == 1.0;
                let least = if weights.iter().any(is_one) { count / 2 } else { count.div_ceil(2) };
                let (value, _, operations) = added(&weights);
                assert_eq!((value, operations), (all, least.max(1)), "{weights:?}");
            }
        }
    }

    /// What is known late waits for nothing else.
    #[test]
    fn what_is_known_last_is_added_last() {
        assert_eq!(added(&[(2.0, 9), (1.0, 0), (2.0, 0), (3.0, 1), (3.0, 1)]).1, 10);
        assert_eq!(added(&[(1.0, 5), (2.0, 0), (3.0, 0), (4.0, 0)]).1, 6);
        assert_eq!(added(&[(2.0, 0), (3.0, 0), (1.0, 1), (4.0, 1)]).1, 2);
        assert_eq!(added(&[(1.0, 0), (1.0, 0), (1.0, 0)]).1, 1);
    }

    #[test]
    fn multiples_of_weights_keep_what_they_are_weights_of() {
        assert_eq!(Weight::Constant(3.0).times(-2.0), Weight::Constant(-6.0));
        assert_eq!(Weight::Value(3.0, 7).times(-2.0), Weight::Value(-6.0, 7));
        let unit = |factor| Weight::Unit { factor, system: 1, block: 2, lane: 3 };
        assert_eq!(unit(3.0).times(-2.0), unit(-6.0));
    }
}
