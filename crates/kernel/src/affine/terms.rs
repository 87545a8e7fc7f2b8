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

    /// One or two terms with constant weights, when there are no others.
    pub(super) fn constants(&self) -> Option<Vec<(f64, usize)>> {
        let constant = |&(_, (weight, name)): &(u32, Term)| match weight {
            Weight::Constant(w) => Some((w, name)),
            _ => None,
        };
        let all: Option<Vec<_>> = self.terms.iter().map(constant).collect();
        all.filter(|all| all.len() <= 2)
    }

    /// The first term that is a number with the weight 1.
    fn first_number(&self) -> Option<usize> {
        self.terms.iter().position(|(_, (weight, _))| *weight == Weight::Constant(1.0))
    }
}
