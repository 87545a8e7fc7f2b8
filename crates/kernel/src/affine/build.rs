//! A program as a list of affine operations.
//!
//! The recurrences are those of [`recurrence`](crate::recurrence), whose numbers stand at the lines. A product is a
//! sum of three terms, its middle sum and those with the newest coefficients; in a sum of products each of these is
//! a term of its own, and a sum that is read once, as a term of another, becomes part of that one.

use crate::linear::ROWS;
use crate::program::{Instruction, Pair as Factors, Product, Program, Short, Slot, System, Terms};
use crate::recurrence::Pair;
use crate::simd::{self, Numbered, Operations, TOGETHER};

use super::terms::{Addition, NOTHING, Sum, Term, Weight, ZERO};
use super::{Index, List, Moving, Operation, Quotient, Unit, Unknowns, Weights};

impl List {
    /// The list of a program; none when it has an instruction that is not done here, or too many numbers.
    pub(crate) fn new(program: &Program, pool: &[Pair<f64>]) -> Option<Self> {
        let mut draft = Draft::new(program, pool);
        draft.inner = inner_sums(program);
        draft.steps()?;
        draft.finished()
    }
}

/// A linear system: the names of its unknowns, and where its solutions for unit right sides go.
#[derive(Debug, Default)]
struct Solution {
    names: Vec<usize>,
    units: Vec<Unit>,
}

/// A list on its way. Its numbers have names: those of slots, then those of middle sums, then those of parts of sums.
struct Draft<'a> {
    program: &'a Program,
    pool: &'a [Pair<f64>],
    /// The names c, a, b of operations and those of their results.
    operations: Vec<[usize; 4]>,
    weights: Weights,
    moving: Vec<Moving>,
    /// With names for places.
    quotients: Vec<Quotient>,
    systems: Vec<Solution>,
    time: Option<Slot>,
    /// The numbers of those of the state that something reads, and their slots.
    states: Vec<[usize; 2]>,
    /// The middle sums with a derivative, and whether it is the negative one.
    means: Vec<(usize, bool)>,
    /// Which slots are sums that become parts of others, and the terms of those that were met.
    inner: Vec<bool>,
    parts: Vec<Vec<Term>>,
    /// How many operations come before a number, by name; there are as many names.
    depth: Vec<u32>,
}

impl<'a> Draft<'a> {
    fn new(program: &'a Program, pool: &'a [Pair<f64>]) -> Self {
        Self {
            program,
            pool,
            operations: Vec::new(),
            weights: Weights::default(),
            moving: Vec::new(),
            quotients: Vec::new(),
            systems: program.systems.iter().map(|_| Solution::default()).collect(),
            time: None,
            states: Vec::new(),
            means: Vec::new(),
            inner: vec![false; program.slots],
            parts: vec![Vec::new(); program.slots],
            depth: vec![0; program.slots + program.pairs.len()],
        }
    }

    /// Gives the numbers their places; none when there are too many.
    fn finished(mut self) -> Option<List> {
        let rates = self.rates();
        self.order_by_depth();
        let Places { of, factors, means, angles, middle, derivatives, results } =
            Places::new(&self);
        let count = results + self.operations.len();
        let place = |name: usize| Index::try_from(of[name]).ok();
        let operation = |&[c, a, b, _]: &[usize; 4]| {
            Some(Operation { c: place(c)?, a: place(a)?, b: place(b)? })
        };
        let numbered = |names: &[usize]| {
            let list = names.iter().map(|&name| place(name));
            Numbered::new(list.collect::<Option<_>>()?, count)
        };
        let factor = |&[l, r]: &[usize; 2]| Some([Index::try_from(l).ok()?, place(r)?]);
        let operations: Option<Vec<Operation>> = self.operations.iter().map(operation).collect();
        let factors: Option<Vec<[Index; 2]>> = factors.iter().map(factor).collect();
        self.quotients.iter_mut().for_each(|quotient| quotient.place = of[quotient.place]);
        let systems = self
            .systems
            .into_iter()
            .map(|Solution { names, units }| Some(Unknowns { places: numbered(&names)?, units }));
        Some(List {
            operations: Operations::new(operations?, results)?,
            rates: numbered(&rates)?,
            factors: simd::Factors::new(&factors?, count)?,
            angles: numbered(&angles)?,
            systems: systems.collect::<Option<_>>()?,
            weights: self.weights,
            moving: self.moving,
            quotients: self.quotients,
            middle,
            means,
            derivatives,
            count,
        })
    }

    /// The names of the rates. When they are read one after the other, and the state is written with them, the rate of
    /// a later one that is an earlier one of the state has a name of its own.
    fn rates(&mut self) -> Vec<usize> {
        let mut rates = self.program.outputs[..self.program.moving - 1].to_vec();
        for (later, rate) in rates.iter_mut().enumerate() {
            let is_earlier = |&[number, slot]: &[usize; 2]| number < later && slot == *rate;
            if self.states.iter().any(is_earlier) {
                let copy = self.name();
                self.push(*rate, [NOTHING; 2], copy);
                *rate = copy;
            }
        }
        rates
    }

    /// Puts operations that do not wait for each other side by side: between quotients, those that need no other
    /// first, then those that need these, and so on, and at the end some that do nothing, for whole groups. The
    /// numbers are the same.
    fn order_by_depth(&mut self) {
        let mut order: Vec<Option<usize>> = Vec::new();
        let ends: Vec<usize> = self.quotients.iter().map(|quotient| quotient.after).collect();
        let mut from = 0;
        for (segment, to) in ends.into_iter().chain([self.operations.len()]).enumerate() {
            let mut operations: Vec<usize> = (from..to).collect();
            operations.sort_by_key(|&i| self.depth[self.operations[i][3]]);
            order.extend(operations.into_iter().map(Some));
            order.resize(order.len().next_multiple_of(TOGETHER), None);
            if let Some(quotient) = self.quotients.get_mut(segment) {
                quotient.after = order.len();
            }
            from = to;
        }
        let mut places = vec![0; self.operations.len()];
        for (new, old) in order.iter().enumerate().filter_map(|(new, &old)| Some((new, old?))) {
            places[old] = new;
        }
        let nothing = [ZERO, ZERO, ZERO, self.name()];
        self.operations = order.iter().map(|o| o.map_or(nothing, |i| self.operations[i])).collect();
        self.weights = order.iter().map(|o| o.map_or([0.0; 2], |i| self.weights[i])).collect();
        self.moving.iter_mut().for_each(|moving| moving.operation = places[moving.operation]);
        let units = self.systems.iter_mut().flat_map(|system| &mut system.units);
        units.for_each(|unit| unit.operation = places[unit.operation]);
    }

    fn steps(&mut self) -> Option<()> {
        self.program.each_step(|step, sum| match sum {
            Some((terms, middle)) => {
                self.sum(self.terms(terms, middle), step.slot);
                Some(())
            }
            None => self.instruction(&step.instruction, step.slot),
        })
    }

    fn instruction(&mut self, instruction: &Instruction, slot: Slot) -> Option<()> {
        let value = |slot| Weight::Value(1.0, slot);
        match *instruction {
            Instruction::Moving(0) => self.time = Some(slot),
            Instruction::Moving(input) => self.states.push([input - 1, slot]),
            Instruction::Mul(a, b, m) => self.sum(self.product(1.0, (a, b, m)), slot),
            Instruction::Scale(g, a) => self.sum(self.multiple(self.pool[g][0], a), slot), // (1)
            Instruction::SinCos(a, m) => {
                let (sin, cos) = (slot, slot + 1);
                let (with_cos, with_sin) = (self.mean(m, false), self.mean(m + 1, true));
                self.push(with_cos, [(value(cos), a), NOTHING], sin); // (6)
                self.push(with_sin, [(Weight::Value(-1.0, sin), a), NOTHING], cos); // (7)
            }
            Instruction::Exp(a, m) => {
                let middle = self.mean(m, false);
                self.push(middle, [(value(slot), a), NOTHING], slot); // (5)
            }
            Instruction::Share(a, c) => self.quotient((a, [NOTHING; 2]), (1.0, c), slot),
            Instruction::Div(a, b, m) => {
                let last = (Weight::Value(-1.0, slot), b);
                let middle = (Weight::Constant(-1.0), self.middle(m));
                self.quotient((a, [last, middle]), (1.0, b), slot); // (2)
            }
            Instruction::Sqrt(a, m) => {
                let middle = (Weight::Constant(-1.0), self.middle(m));
                self.quotient((a, [middle, NOTHING]), (2.0, slot), slot); // (3)
            }
            Instruction::Solution(number) => self.solution(number, slot),
            _ => return None,
        }
        Some(())
    }

    /// `Σ f a b + Σ g a`, (1).
    fn terms(&self, (products, linear): Terms<'_>, middle: usize) -> Vec<Term> {
        let product = |(i, p): (usize, &Product<Short>)| {
            self.product(self.fixed(p.f), (p.a as Slot, p.b as Slot, middle + i))
        };
        let products = products.iter().enumerate().flat_map(product);
        let linear = linear.iter().flat_map(|l| self.multiple(self.fixed(l.g), l.a as Slot));
        products.chain(linear).collect()
    }

    /// `f (⟨a, b⟩ + a_n b_0 + a_0 b_n)`, (1).
    fn product(&self, f: f64, (a, b, m): (Slot, Slot, usize)) -> Vec<Term> {
        let middle = (Weight::Constant(f), self.middle(m));
        match a == b {
            true => vec![middle, (Weight::Value(2.0 * f, a), a)],
            false => vec![middle, (Weight::Value(f, b), a), (Weight::Value(f, a), b)],
        }
    }

    /// `g a`, with the terms of a where it is a part of the sum; nothing when it is fixed.
    fn multiple(&self, g: f64, a: Slot) -> Vec<Term> {
        match self.inner[a] {
            true => self.parts[a].iter().map(|(weight, name)| (weight.times(g), *name)).collect(),
            false if a < self.pool.len() => Vec::new(),
            false => vec![(Weight::Constant(g), a)],
        }
    }

    /// A sum of terms, which waits when it is a part of another one.
    fn sum(&mut self, terms: Vec<Term>, slot: Slot) {
        match self.inner[slot] {
            true => self.parts[slot] = terms,
            false => self.add(&terms, slot),
        }
    }

    /// Adds terms.
    fn add(&mut self, terms: &[Term], out: usize) {
        let mut sum = Sum::new(terms, |name| self.depth[name]);
        loop {
            if let Some((c, terms)) = sum.last() {
                return self.push(c, terms, out);
            }
            let some = sum.take();
            self.put(some, &mut sum);
        }
    }

    /// Puts the sum of some terms in their place.
    fn put(&mut self, (c, terms): Addition, sum: &mut Sum) {
        let name = self.name();
        self.push(c, terms, name);
        sum.add(self.depth[name], (Weight::Constant(1.0), name));
    }

    /// `(a + terms)/divisor`.
    fn quotient(&mut self, (a, terms): (usize, [Term; 2]), divisor: (f64, Slot), slot: Slot) {
        self.push(a, terms, slot);
        self.depth[slot] += 1;
        self.quotients.push(Quotient { after: self.operations.len(), place: slot, divisor });
    }

    /// The solution of a linear system, from its solutions for unit right sides.
    fn solution(&mut self, number: usize, slot: Slot) {
        let System { n, m, .. } = self.program.systems[number];
        let size = n + m;
        self.systems[number].names = (slot..slot + size).collect();
        let right: Vec<Vec<(f64, usize)>> =
            (0..size).map(|row| self.right_side(number, row)).collect();
        for i in 0..size {
            let unit = |j: usize, factor: f64| {
                let (block, lane) = (i / ROWS * size + j, i % ROWS);
                Weight::Unit { factor, system: number, block, lane }
            };
            let row = |(j, right): (usize, &Vec<(f64, usize)>)| {
                right.iter().map(|&(w, name)| (unit(j, w), name)).collect::<Vec<Term>>()
            };
            let terms: Vec<Term> = right.iter().enumerate().flat_map(row).collect();
            self.add(&terms, slot + i);
        }
    }

    /// `r_n − Σ_{j=1}^{n} K_j x_{n−j}` of a row: one number, or for a single unknown two, which are added when they
    /// are multiplied by its unit solution.
    fn right_side(&mut self, number: usize, row: usize) -> Vec<(f64, usize)> {
        let system = &self.program.systems[number];
        let mut terms = self.multiple(1.0, system.right[row]);
        for (i, term) in system.terms.iter().enumerate().filter(|(_, term)| term.row == row) {
            terms.push((Weight::Constant(-term.sign), self.middle(system.middle + i)));
            terms.push((Weight::Value(-term.sign, term.unknown), term.coefficient));
        }
        let most = if system.right.len() == 1 { 2 } else { 1 };
        let mut sum = Sum::new(&terms, |name| self.depth[name]);
        loop {
            if let Some(numbers) = sum.constants().filter(|numbers| numbers.len() <= most) {
                return numbers;
            }
            let some = if sum.len() == most + 1 { sum.take_two() } else { sum.take() };
            self.put(some, &mut sum);
        }
    }

    /// The name of a middle sum.
    fn middle(&self, m: usize) -> usize {
        self.program.slots + m
    }

    /// The name of a middle sum with a derivative, over the order, or of the negative of one.
    fn mean(&mut self, m: usize, is_negative: bool) -> usize {
        self.means.push((m, is_negative));
        self.middle(m)
    }

    /// A name for a part of a sum.
    fn name(&mut self) -> usize {
        self.depth.push(0);
        self.depth.len() - 1
    }

    fn fixed(&self, slot: Short) -> f64 {
        self.pool[slot as usize][0]
    }

    /// `c + Σ terms`.
    fn push(&mut self, c: usize, terms: [Term; 2], out: usize) {
        let operation = self.operations.len();
        let read = [c, terms[0].1, terms[1].1];
        self.depth[out] = 1 + read.map(|name| self.depth[name]).into_iter().fold(0, u32::max);
        self.operations.push([c, terms[0].1, terms[1].1, out]);
        self.weights.push([0.0; 2]);
        for (which, (weight, _)) in terms.into_iter().enumerate() {
            match weight {
                Weight::Constant(w) => self.weights[operation][which] = w,
                Weight::Value(factor, slot) => match self.pool.get(slot) {
                    Some([fixed, _]) => self.weights[operation][which] = factor * fixed,
                    None => self.moving.push(Moving { operation, which, slot, factor }),
                },
                Weight::Unit { factor, system, block, lane } => {
                    let unit = Unit { operation, which, block, lane, factor };
                    self.systems[system].units.push(unit);
                }
            }
        }
    }
}

/// Which slots are sums and products that are read once, with a fixed factor: by a sum, a multiple or the right side
/// of a linear system.
fn inner_sums(program: &Program) -> Vec<bool> {
    let mut reads = vec![0u32; program.slots];
    const OTHERWISE: u32 = 2;
    program.outputs.iter().for_each(|&slot| reads[slot] += OTHERWISE);
    for &Factors { left, right, .. } in &program.pairs {
        reads[left as Slot] += OTHERWISE;
        reads[right as Slot] += OTHERWISE;
    }
    for system in &program.systems {
        system.terms.iter().for_each(|term| reads[term.coefficient] += OTHERWISE);
        system.right.iter().for_each(|&slot| reads[slot] += 1);
    }
    let mut is_sum = vec![false; program.slots];
    let _ = program.each_step(|step, sum| {
        match (&step.instruction, sum) {
            (_, Some(((_, linear), _))) => {
                linear.iter().for_each(|l| reads[l.a as Slot] += 1);
                is_sum[step.slot] = true;
            }
            (Instruction::Scale(_, a), _) => {
                reads[*a] += 1;
                is_sum[step.slot] = true;
            }
            (Instruction::Mul(..), _) => is_sum[step.slot] = true,
            (other, _) => other.operands().into_iter().for_each(|slot| reads[slot] += OTHERWISE),
        }
        Some(())
    });
    is_sum.iter().zip(&reads).map(|(is_sum, reads)| *is_sum && *reads == 1).collect()
}

/// Where the numbers of a draft go: zero and what is fixed, the state and the time, middle sums, derivatives, results.
struct Places {
    /// By name.
    of: Vec<usize>,
    /// The place of the first factor of middle sums, and the name of the second.
    factors: Vec<[usize; 2]>,
    /// How many middle sums with a derivative come first, in whole groups.
    means: usize,
    /// The names of what is differentiated.
    angles: Vec<usize>,
    middle: usize,
    derivatives: usize,
    results: usize,
}

impl Places {
    /// Operations that do nothing are there already.
    fn new(draft: &Draft<'_>) -> Self {
        let Draft { program, means, states, .. } = draft;
        let mut of = vec![ZERO; draft.depth.len()];
        states.iter().for_each(|&[number, slot]| of[slot] = 1 + number);
        draft.time.into_iter().for_each(|slot| of[slot] = program.moving);
        let middle = program.moving + 1;
        let is_mean = |m: usize| means.iter().any(|&(mean, _)| mean == m);
        let is_plain = |&m: &usize| !is_mean(m) && program.pairs[m].left as Slot != ZERO;
        let mut order: Vec<Option<usize>> = means.iter().map(|&(m, _)| Some(m)).collect();
        order.resize(order.len().next_multiple_of(TOGETHER), None);
        let first_plain = order.len();
        order.extend((0..program.pairs.len()).filter(is_plain).map(Some));
        order.resize(order.len().next_multiple_of(TOGETHER), None);
        for (place, m) in order.iter().enumerate() {
            m.iter().for_each(|&m| of[draft.middle(m)] = middle + place);
        }
        let mut angles: Vec<usize> =
            means.iter().map(|&(m, _)| program.pairs[m].left as Slot).collect();
        angles.sort_unstable();
        angles.dedup();
        let derivatives = middle + order.len();
        let results = derivatives + 2 * angles.len();
        for (i, &[.., name]) in draft.operations.iter().enumerate() {
            of[name] = results + i;
        }
        let factors = order.iter().enumerate().map(|(i, &m)| {
            let Some(Factors { left, right, .. }) = m.map(|m| &program.pairs[m]) else {
                return [ZERO; 2];
            };
            let place = match means.get(i) {
                Some((_, is_negative)) => {
                    let angle = angles.partition_point(|&angle| angle < *left as Slot);
                    derivatives + 2 * angle + usize::from(*is_negative)
                }
                None => of[*left as Slot],
            };
            [place, *right as Slot]
        });
        let factors = factors.collect();
        Self { of, factors, means: first_plain, angles, middle, derivatives, results }
    }
}
