//! The places of a program: slots, runs and middle sums.
//!
//! 1. What depends on fixed inputs alone is set apart, and slots are numbered without gaps, fixed ones
//!    first.
//! 2. What is done at every point stands in runs of one kind.
//! 3. Products of two moving factors get a middle sum. In a product, and in a sum, what is known last stands last.

use alembert_algebra::Rational;

use crate::coded::Last;
use crate::sweep::LANES;

use super::build::{Draft, Place};
use super::fuse::{Fused, Fusion, Sum};
use super::{
    Counts, Instruction, Kind, Linear, Middle, Pair, Product, Program, Run, Short, Slot, Step,
    Tables,
};

impl Draft {
    /// Puts sums together, numbers the slots, fixed ones first, and finds the middle sums.
    pub(super) fn finish(mut self, outputs: &[Place], fixed: usize) -> Program {
        let one = self.constant(Rational::ONE);
        let moving = Fusion::of(&mut self, outputs);
        let (slots, fixed_slots, count) = self.numbered(&moving);
        let last_read = |(fused, _): &(Fused, Place)| {
            fused.places(&self).into_iter().map(|place| slots[place]).max()
        };
        let reads: Vec<Option<Slot>> = moving.iter().map(last_read).collect();
        let mut program = Program {
            moving: self.moving,
            fixed,
            once: Vec::new(),
            always: Vec::new(),
            runs: Vec::new(),
            slots: count,
            fixed_slots,
            pairs: Vec::new(),
            tables: Tables::default(),
            systems: self.systems,
            outputs: outputs.iter().map(|&place| slots[place]).collect(),
            coded: Last::default(),
        };
        program.systems.iter_mut().for_each(|system| system.renumber(&slots));
        for (mut instruction, place) in self.steps {
            if !self.moves[place] {
                instruction.renumber(&slots);
                program.once.push(Step { instruction, slot: slots[place] });
            }
        }
        for ((fused, place), read) in moving.into_iter().zip(reads) {
            let (kind, slot) = (fused.kind(one), slots[place]);
            program.begin_run(kind, slot, read);
            let instruction = match fused {
                Fused::Sum(sum) => program.sum(sum, kind, &slots),
                Fused::Other(mut instruction) => {
                    instruction.renumber(&slots);
                    program.pair(&mut instruction, slot);
                    instruction
                }
            };
            program.always.push(Step { instruction, slot });
        }
        program.pad();
        program
    }

    /// The slots of places, the number of fixed ones and of all. Places that are parts of sums have none and
    /// get the number 0, which nothing reads.
    fn numbered(&self, moving: &[(Fused, Place)]) -> (Vec<Slot>, usize, usize) {
        let mut slots = vec![0; self.moves.len()];
        let fixed: Vec<Place> = (0..self.moves.len()).filter(|&p| !self.moves[p]).collect();
        fixed.iter().enumerate().for_each(|(slot, &place)| slots[place] = slot);
        let mut next = fixed.len();
        for (fused, place) in moving {
            for k in 0..self.width(fused) {
                slots[place + k] = next;
                next += 1;
            }
        }
        (slots, fixed.len(), next)
    }

    /// How many results an instruction has.
    pub(super) fn width(&self, fused: &Fused) -> usize {
        match fused {
            Fused::Other(Instruction::Solution(system)) => {
                self.systems[*system].n + self.systems[*system].m
            }
            Fused::Other(
                Instruction::SinCos(..)
                | Instruction::SinhCosh(..)
                | Instruction::Tan(..)
                | Instruction::Tanh(..),
            ) => 2,
            Fused::Other(_) | Fused::Sum(_) => 1,
        }
    }
}

impl Program {
    /// Fills the last block of middle sums with sums that nothing reads.
    fn pad(&mut self) {
        while !self.pairs.len().is_multiple_of(LANES) {
            self.middle(0, 0, false);
        }
    }

    fn middle(&mut self, left: Slot, right: Slot, weighted: bool) -> Middle {
        self.pairs.push(Pair { left: short(left), right: short(right), weighted });
        self.pairs.len() - 1
    }

    /// Makes room for a step that writes from a slot on: in the last run when that is of the same kind and
    /// writes nothing that the step reads, else in a new one.
    fn begin_run(&mut self, kind: Kind, slot: Slot, read: Option<Slot>) {
        let (from, middle) = (self.always.len(), self.pairs.len());
        match self.runs.last_mut() {
            Some(run) if run.kind == kind && read.is_none_or(|read| read < run.slot) => run.to += 1,
            _ => self.runs.push(Run { kind, from, to: from + 1, slot, middle }),
        }
    }

    /// Keeps the terms of a sum; one without company is an instruction of its own.
    fn sum(&mut self, sum: Sum, kind: Kind, slots: &[Slot]) -> Instruction {
        if kind == Kind::Product {
            let [a, b] = ordered([sum.products[0].a, sum.products[0].b].map(|place| slots[place]));
            self.tables.factors.push([a, b].map(short));
            return Instruction::Mul(a, b, self.middle(a, b, false));
        }
        if kind == Kind::Scaled {
            let [g, a] = [sum.linear[0].g, sum.linear[0].a].map(|place| slots[place]);
            self.tables.scaled.push(Linear { g: short(g), a: short(a) });
            return Instruction::Scale(g, a);
        }
        let counts = Counts { products: sum.products.len(), linear: sum.linear.len() };
        let mut products: Vec<(Slot, [Slot; 2])> = Vec::with_capacity(counts.products);
        let factors = |p: &Product<Place>| (slots[p.f], ordered([slots[p.a], slots[p.b]]));
        products.extend(sum.products.iter().map(factors));
        products.sort_by_key(|&(_, [_, later])| later);
        for (f, [a, b]) in products {
            self.middle(a, b, false);
            self.tables.products.push(Product { f: short(f), a: short(a), b: short(b) });
        }
        let mut linear: Vec<Linear<Place>> = sum.linear;
        linear.sort_by_key(|l| slots[l.a]);
        let linear = linear.iter().map(|l| Linear { g: short(slots[l.g]), a: short(slots[l.a]) });
        self.tables.linear.extend(linear);
        self.tables.sums.push(counts);
        Instruction::Sum(counts)
    }

    /// Gives an instruction at a slot its middle sums; see `recurrence` for which these are.
    fn pair(&mut self, instruction: &mut Instruction, slot: Slot) {
        match instruction {
            Instruction::Moving(input) => self.tables.inputs.push(*input),
            Instruction::Div(_, b, middle) => *middle = self.middle(*b, slot, false),
            Instruction::Sqrt(_, middle) => *middle = self.middle(slot, slot, false),
            Instruction::Power(a, _, middle) => {
                *middle = self.middle(*a, slot, true);
                self.middle(slot, *a, true);
            }
            Instruction::Exp(a, middle) => *middle = self.middle(*a, slot, true),
            Instruction::SinCos(a, middle) => {
                self.tables.angles.push(short(*a));
                *middle = self.middle(*a, slot + 1, true);
                self.middle(*a, slot, true);
            }
            Instruction::SinhCosh(a, middle) => {
                *middle = self.middle(*a, slot + 1, true);
                self.middle(*a, slot, true);
            }
            Instruction::Tan(a, middle) | Instruction::Tanh(a, middle) => {
                *middle = self.middle(*a, slot + 1, true);
                self.middle(slot, slot, false);
            }
            Instruction::Inverse(_, _, d, middle) => *middle = self.middle(slot, *d, true),
            Instruction::Atan2(y, x, d, middle) => {
                *middle = self.middle(*y, *x, true);
                self.middle(*x, *y, true);
                self.middle(slot, *d, true);
            }
            Instruction::Solution(system) => self.pair_system(*system, slot),
            _ => {}
        }
    }

    /// The moving terms of a linear system whose solution begins at a slot.
    fn pair_system(&mut self, number: usize, slot: Slot) {
        let (middle, fixed_slots) = (self.pairs.len(), self.fixed_slots);
        let is_zero = |step: &&Step| step.instruction == Instruction::Constant(Rational::ZERO);
        let zero = self.once.iter().find(is_zero).map(|step| step.slot);
        let mut entries = self.systems[number].all_entries();
        entries.retain(|term| Some(term.coefficient) != zero);
        let mut terms = entries.clone();
        terms.retain(|term| term.coefficient >= fixed_slots);
        for term in &mut terms {
            term.unknown += slot;
            self.middle(term.coefficient, term.unknown, false);
        }
        let system = &mut self.systems[number];
        (system.entries, system.terms, system.middle) = (entries, terms, middle);
    }
}

/// Two factors, the one that is known later at the end: what waits for it is then short.
fn ordered([a, b]: [Slot; 2]) -> [Slot; 2] {
    [a.min(b), a.max(b)]
}

/// A slot as the tables keep it.
fn short(slot: Slot) -> Short {
    Short::try_from(slot).expect("a tape has fewer than 2³² operations")
}
