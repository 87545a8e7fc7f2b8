//! Sums of products as one instruction.
//!
//! Most of a tape are sums of products, of which each product and each partial sum is used once. They are
//! put together,
//!
//! ```text
//! c = Σ fᵢ aᵢ bᵢ + Σ gⱼ aⱼ                                                                  (1)
//! ```
//!
//! with fixed factors f and g, so that partial results have no slots and no instructions of their own. Fixed
//! factors of factors belong to f and are multiplied once.
//! What is used more than once, or by another operation, keeps its slot. A factor that several products of a
//! sum have is taken out of these ([`common`](super::common)).

use alembert_algebra::Rational;
use rustc_hash::FxHashSet;

use super::build::{Draft, Place};
use super::common::{Common, collected};
use super::{Instruction, Kind, Linear, Product};

/// The sum (1) in places; none of its parts is written yet.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Sum {
    pub(super) products: Vec<Product<Place>>,
    pub(super) linear: Vec<Linear<Place>>,
}

/// An instruction of a fused program, with its first place.
#[derive(Debug, Clone)]
pub(super) enum Fused {
    Sum(Sum),
    Other(Instruction),
}

/// The steps that move, with sums put together.
pub(super) struct Fusion<'a> {
    draft: &'a mut Draft,
    /// How often each place is used.
    uses: Vec<usize>,
    /// Sums that wait for their only use.
    waiting: Vec<Option<Sum>>,
    /// Which places are written so far, and which of these are 0.
    written: FxHashSet<Place>,
    zeros: FxHashSet<Place>,
    common: Common,
    steps: Vec<(Fused, Place)>,
}

impl<'a> Fusion<'a> {
    /// Puts the moving steps of a draft together; `outputs` are used from outside.
    pub(super) fn of(draft: &'a mut Draft, outputs: &[Place]) -> Vec<(Fused, Place)> {
        let uses = draft.uses(outputs);
        let waiting = vec![None; uses.len()];
        let (written, zeros) = (FxHashSet::default(), FxHashSet::default());
        let (common, steps) = (Common::default(), Vec::new());
        let mut fusion = Self { draft, uses, waiting, written, zeros, common, steps };
        let moving: Vec<_> = fusion.draft.moving_steps().cloned().collect();
        for (instruction, place) in moving {
            fusion.step(&instruction, place);
        }
        fusion.leave_out_unused(outputs);
        fusion.sorted()
    }

    /// Leaves out steps that nothing reads.
    fn leave_out_unused(&mut self, outputs: &[Place]) {
        let mut read = vec![false; self.draft.places()];
        outputs.iter().for_each(|&place| read[place] = true);
        let draft = &*self.draft;
        let mut kept: Vec<_> = std::mem::take(&mut self.steps).into_iter().rev().collect();
        kept.retain(|(fused, place)| {
            let is_read = (0..draft.width(fused)).any(|k| read[place + k]);
            if is_read {
                fused.places(draft).into_iter().for_each(|operand| read[operand] = true);
            }
            is_read
        });
        kept.reverse();
        self.steps = kept;
    }

    /// The steps level by level, where each reads lower levels only, and by kind on each level: what is
    /// alike is done in one loop.
    fn sorted(self) -> Vec<(Fused, Place)> {
        let one = self.draft.constant(Rational::ONE);
        let mut levels = vec![0; self.draft.places()];
        let mut keyed = Vec::with_capacity(self.steps.len());
        for (fused, place) in self.steps {
            let read = fused.places(self.draft);
            let level = read.into_iter().map(|place| levels[place] + 1).max().unwrap_or(0);
            let width = self.draft.width(&fused);
            levels[place..place + width].fill(level);
            keyed.push(((level, fused.kind(one)), (fused, place)));
        }
        keyed.sort_by_key(|(key, _)| *key);
        keyed.into_iter().map(|(_, step)| step).collect()
    }

    fn step(&mut self, instruction: &Instruction, place: Place) {
        match self.sum(instruction) {
            Some(sum) if self.uses[place] == 1 => self.waiting[place] = Some(sum),
            Some(sum) => self.push(sum, place),
            None => {
                let read = self.draft.operands(instruction);
                read.into_iter().for_each(|operand| self.write(operand));
                let fused = Fused::Other(instruction.clone());
                self.written.extend(place..place + self.draft.width(&fused));
                self.steps.push((fused, place));
            }
        }
    }

    /// The sum that an instruction is; none for other operations.
    fn sum(&mut self, instruction: &Instruction) -> Option<Sum> {
        Some(match *instruction {
            Instruction::Mul(a, b, _) if self.is_zero(a) || self.is_zero(b) => Sum::default(),
            Instruction::Scale(_, a) if self.is_zero(a) => Sum::default(),
            Instruction::Mul(a, b, _) => {
                let (a, b) = (self.factor(a), self.factor(b));
                let f = self.draft.fixed_product(a.g, b.g);
                Sum { products: vec![Product { f, a: a.a, b: b.a }], linear: vec![] }
            }
            Instruction::Scale(f, a) => self.scaled(f, a),
            Instruction::Neg(a) => {
                let sum = self.terms(a);
                self.negative(sum)
            }
            Instruction::Add(a, b) => {
                let (left, right) = (self.terms(a), self.terms(b));
                left.and(right)
            }
            Instruction::Sub(a, b) => {
                let (left, right) = (self.terms(a), self.terms(b));
                let right = self.negative(right);
                left.and(right)
            }
            _ => return None,
        })
    }

    /// Is a place known to be 0?
    fn is_zero(&self, place: Place) -> bool {
        let waits = self.waiting.get(place).and_then(Option::as_ref);
        self.zeros.contains(&place) || waits.is_some_and(|sum| *sum == Sum::default())
    }

    /// The terms of a place: those that wait there, or its value.
    fn terms(&mut self, place: Place) -> Sum {
        if self.is_zero(place) {
            return Sum::default();
        }
        self.waiting[place].take().unwrap_or_else(|| {
            let g = self.draft.constant(Rational::ONE);
            Sum { products: vec![], linear: vec![Linear { g, a: place }] }
        })
    }

    /// A factor of a product, without a fixed factor that only the product needs.
    fn factor(&mut self, place: Place) -> Linear<Place> {
        let only = self.waiting[place]
            .take_if(|sum| sum.products.is_empty() && matches!(sum.linear[..], [_]));
        if let Some(sum) = only {
            return sum.linear[0];
        }
        self.write(place);
        Linear { g: self.draft.constant(Rational::ONE), a: place }
    }

    /// `f a`: into the only term of a when it has one.
    fn scaled(&mut self, f: Place, a: Place) -> Sum {
        let only = self.waiting[a].take_if(|sum| sum.products.len() + sum.linear.len() == 1);
        let Some(mut sum) = only else {
            self.write(a);
            return Sum { products: vec![], linear: vec![Linear { g: f, a }] };
        };
        let factors = sum.products.iter_mut().map(|p| &mut p.f);
        for factor in factors.chain(sum.linear.iter_mut().map(|l| &mut l.g)) {
            *factor = self.draft.fixed_product(f, *factor);
        }
        sum
    }

    fn negative(&mut self, mut sum: Sum) -> Sum {
        let factors = sum.products.iter_mut().map(|p| &mut p.f);
        for factor in factors.chain(sum.linear.iter_mut().map(|l| &mut l.g)) {
            *factor = self.draft.negated(*factor);
        }
        sum
    }

    /// Writes a sum that waits: it is used by an operation that needs its value.
    fn write(&mut self, place: Place) {
        if let Some(sum) = self.waiting[place].take() {
            self.push(sum, place);
        }
    }

    /// Writes a sum with like terms together, after the sums beside its common factors.
    fn push(&mut self, mut sum: Sum, place: Place) {
        for term in &mut sum.linear {
            let multiple = self.draft.multiple(term.a).filter(|(_, a)| self.written.contains(a));
            if let Some((f, a)) = multiple {
                *term = Linear { g: self.draft.fixed_product(term.g, f), a };
            }
        }
        let sum = collected(sum, self.draft);
        let sum = self.common.taken_out(sum, self.draft, &mut self.steps);
        if sum == Sum::default() {
            self.zeros.insert(place);
        }
        self.written.insert(place);
        self.steps.push((Fused::Sum(sum), place));
    }
}

impl Fused {
    /// The places that are read.
    pub(super) fn places(&self, draft: &Draft) -> Vec<Place> {
        match self {
            Self::Sum(sum) => {
                let products = sum.products.iter().flat_map(|p| [p.a, p.b]);
                products.chain(sum.linear.iter().map(|l| l.a)).collect()
            }
            Self::Other(Instruction::Solution(system)) => draft.system_places(*system),
            Self::Other(other) => other.operands(),
        }
    }

    /// What is done in the same loop; `one` is the place of 1.
    pub(super) fn kind(&self, one: Place) -> Kind {
        match self {
            Self::Sum(sum) => match (&sum.products[..], &sum.linear[..]) {
                (&[Product { f, .. }], []) if f == one => Kind::Product,
                ([], [_]) => Kind::Scaled,
                _ => Kind::Sum,
            },
            Self::Other(Instruction::Moving(_)) => Kind::Input,
            Self::Other(Instruction::SinCos(..)) => Kind::SinCos,
            Self::Other(_) => Kind::Other,
        }
    }
}

impl Sum {
    fn and(mut self, other: Sum) -> Sum {
        self.products.extend(other.products);
        self.linear.extend(other.linear);
        self
    }
}
