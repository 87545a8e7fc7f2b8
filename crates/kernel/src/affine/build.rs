//! A program as a list of affine operations.
//!
//! The recurrences are those of [`recurrence`](crate::recurrence), whose numbers stand at the lines. A product of
//! a sum is an operation of its own; the terms of a sum then follow each other two by two.

use crate::linear::ROWS;
use crate::program::{Instruction, Pair as Factors, Program, Short, Slot, System, Terms};
use crate::recurrence::Pair;
use crate::simd::{self, Copies, Multiples, Numbered, Operations};

use super::{Index, List, Moving, Operation, Quotient, Unit, Unknowns, Weights};

/// Slots are places of numbers; the first is fixed, so its coefficients n are 0.
const ZERO: Slot = 0;

/// What a number is multiplied by.
#[derive(Debug, Clone, Copy)]
enum Weight {
    Constant(f64),
    /// A multiple of coefficient 0 of a slot.
    Value(f64, Slot),
    /// An entry of the solutions of a linear system for unit right sides.
    Unit {
        system: usize,
        block: usize,
        lane: usize,
    },
}

/// A weight and the place of a number.
type Term = (Weight, usize);

const NOTHING: Term = (Weight::Constant(0.0), ZERO);

impl List {
    /// The list of a program; none when it has an instruction that is not done here, or too many numbers.
    pub(crate) fn new(program: &Program, pool: &[Pair<f64>]) -> Option<Self> {
        let mut draft = Draft::new(program, pool);
        draft.steps()?;
        draft.finished()
    }
}

/// A linear system: its unknowns, and where its solutions for unit right sides go.
#[derive(Debug, Default)]
struct Solution {
    places: Vec<usize>,
    units: Vec<Unit>,
}

/// A list on its way.
struct Draft<'a> {
    program: &'a Program,
    pool: &'a [Pair<f64>],
    /// The places of operations: c, a, b and where they write.
    operations: Vec<[usize; 4]>,
    weights: Weights,
    moving: Vec<Moving>,
    quotients: Vec<Quotient>,
    systems: Vec<Solution>,
    time: Option<Slot>,
    /// The numbers of those of the state that something reads, and their places.
    states: Vec<[usize; 2]>,
    /// Slots, and the places of their derivatives.
    derivatives: Vec<[usize; 2]>,
    /// Places of middle sums with a derivative, from which they go to the same places, by their signs.
    means: [Vec<[usize; 2]>; 2],
    /// How many numbers there are.
    count: usize,
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
            derivatives: Vec::new(),
            means: [Vec::new(), Vec::new()],
            count: program.slots + program.pairs.len(),
        }
    }

    /// Puts the places into little room; none when there are too many.
    fn finished(mut self) -> Option<List> {
        self.order_by_depth();
        let Program { pairs, outputs, moving, fixed_slots, slots, .. } = self.program;
        let factors: Vec<[usize; 2]> = pairs.iter().map(|pair| self.factors(pair)).collect();
        let (count, operations) = (self.count, all_short(&self.operations)?);
        let operation = |[c, a, b, out]: [Index; 4]| Operation { c, a, b, out };
        let numbered = |list: &[usize]| {
            let list = list.iter().map(|&place| Index::try_from(place).ok());
            Numbered::new(list.collect::<Option<_>>()?, count)
        };
        let multiples = |list: &[[usize; 2]]| Multiples::new(all_short(list)?, count);
        let [plus, minus] = &self.means;
        let systems = self
            .systems
            .into_iter()
            .map(|Solution { places, units }| Some(Unknowns { places: numbered(&places)?, units }));
        Some(List {
            operations: Operations::new(operations.into_iter().map(operation).collect(), count)?,
            states: Copies::new(all_short(&self.states)?, [moving - 1, count])?,
            rates: numbered(&outputs[..moving - 1])?,
            factors: simd::Factors::new(&all_short(&factors)?, count)?,
            sum: simd::widest(),
            derivatives: multiples(&self.derivatives)?,
            means: [multiples(plus)?, multiples(minus)?],
            weights: self.weights,
            moving: self.moving,
            quotients: self.quotients,
            systems: systems.collect::<Option<_>>()?,
            time: self.time,
            fixed: *fixed_slots,
            middle: *slots,
            count,
        })
    }

    /// Puts operations that do not wait for each other side by side: between quotients, those that need no other
    /// first, then those that need these, and so on. The numbers are the same.
    fn order_by_depth(&mut self) {
        let mut depth = vec![0u32; self.count];
        for &[c, a, b, out] in &self.operations {
            depth[out] = 1 + depth[c].max(depth[a]).max(depth[b]);
        }
        let mut order: Vec<usize> = (0..self.operations.len()).collect();
        let ends = self.quotients.iter().map(|quotient| quotient.after);
        let mut from = 0;
        for to in ends.chain([self.operations.len()]) {
            order[from..to].sort_by_key(|&i| depth[self.operations[i][3]]);
            from = to;
        }
        self.operations = order.iter().map(|&i| self.operations[i]).collect();
        for weights in &mut self.weights {
            *weights = order.iter().map(|&i| weights[i]).collect();
        }
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(new, &old)| places[old] = new);
        self.moving.iter_mut().for_each(|moving| moving.operation = places[moving.operation]);
        let units = self.systems.iter_mut().flat_map(|system| &mut system.units);
        units.for_each(|unit| unit.operation = places[unit.operation]);
    }

    fn steps(&mut self) -> Option<()> {
        self.program.each_step(|step, sum| match sum {
            Some((terms, middle)) => {
                self.sum(terms, middle, step.slot);
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
            Instruction::Mul(a, b, m) => self.product((a, b, m), slot),
            Instruction::Scale(g, a) => self.push(ZERO, [(value(g), a), NOTHING], slot), // (1)
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
            Instruction::Share(a, c) => self.quotient((a, NOTHING), (1.0, c), slot),
            Instruction::Div(a, b, m) => {
                let difference = self.place();
                let term = (Weight::Value(-1.0, slot), b);
                self.push(a, [term, NOTHING], difference);
                let middle = (Weight::Constant(-1.0), self.middle(m));
                self.quotient((difference, middle), (1.0, b), slot); // (2)
            }
            Instruction::Sqrt(a, m) => {
                let middle = (Weight::Constant(-1.0), self.middle(m));
                self.quotient((a, middle), (2.0, slot), slot); // (3)
            }
            Instruction::Solution(number) => self.solution(number, slot),
            _ => return None,
        }
        Some(())
    }

    /// `Σ f a b + Σ g a`, (1).
    fn sum(&mut self, (products, linear): Terms<'_>, middle: usize, slot: Slot) {
        let mut terms = Vec::with_capacity(products.len() + linear.len());
        for (i, p) in products.iter().enumerate() {
            let product = self.place();
            self.product((p.a as Slot, p.b as Slot, middle + i), product);
            terms.push((self.fixed(p.f), product));
        }
        terms.extend(linear.iter().map(|l| (self.fixed(l.g), l.a as usize)));
        self.chain(&terms, slot);
    }

    /// A sum of terms, two by two. The first is where the sum begins when its weight is 1.
    fn chain(&mut self, terms: &[Term], out: usize) {
        let (mut sum, terms) = match terms {
            [(Weight::Constant(1.0), first), rest @ ..] => (*first, rest),
            all => (ZERO, all),
        };
        for pair in terms[..terms.len().saturating_sub(1) / 2 * 2].chunks(2) {
            let next = self.place();
            self.push(sum, [pair[0], pair[1]], next);
            sum = next;
        }
        let last = match terms.len() {
            0 => [NOTHING; 2],
            odd if odd % 2 == 1 => [terms[odd - 1], NOTHING],
            even => [terms[even - 2], terms[even - 1]],
        };
        self.push(sum, last, out);
    }

    /// `⟨a, b⟩ + a_n b_0 + a_0 b_n`, (1).
    fn product(&mut self, (a, b, m): (Slot, Slot, usize), out: usize) {
        let terms = [(Weight::Value(1.0, b), a), (Weight::Value(1.0, a), b)];
        self.push(self.middle(m), terms, out);
    }

    /// `(a + term)/divisor`.
    fn quotient(&mut self, (a, term): (usize, Term), divisor: (f64, Slot), slot: Slot) {
        self.push(a, [term, NOTHING], slot);
        self.quotients.push(Quotient { after: self.operations.len(), slot, divisor });
    }

    /// The solution of a linear system, from its solutions for unit right sides.
    fn solution(&mut self, number: usize, slot: Slot) {
        let System { n, m, .. } = self.program.systems[number];
        let size = n + m;
        self.systems[number].places = (slot..slot + size).collect();
        let right: Vec<usize> = (0..size).map(|row| self.right_side(number, row)).collect();
        for i in 0..size {
            let unit =
                |j| Weight::Unit { system: number, block: i / ROWS * size + j, lane: i % ROWS };
            let terms: Vec<Term> = right.iter().enumerate().map(|(j, &r)| (unit(j), r)).collect();
            self.chain(&terms, slot + i);
        }
    }

    /// `r_n − Σ_{j=1}^{n} K_j x_{n−j}` of a row.
    fn right_side(&mut self, number: usize, row: usize) -> usize {
        let system = &self.program.systems[number];
        let mut terms = vec![(Weight::Constant(1.0), system.right[row])];
        for (i, term) in system.terms.iter().enumerate().filter(|(_, term)| term.row == row) {
            let product = self.place();
            let last = (Weight::Value(1.0, term.unknown), term.coefficient);
            self.push(self.middle(system.middle + i), [last, NOTHING], product);
            terms.push((Weight::Constant(-term.sign), product));
        }
        if terms.len() == 1 {
            return system.right[row];
        }
        let right = self.place();
        self.chain(&terms, right);
        right
    }

    /// The place of a middle sum.
    fn middle(&self, m: usize) -> usize {
        self.program.slots + m
    }

    /// The place of a middle sum with a derivative, over the order, or of the negative of one.
    fn mean(&mut self, m: usize, is_negative: bool) -> usize {
        let place = self.middle(m);
        self.means[usize::from(is_negative)].push([place; 2]);
        place
    }

    /// The places of two factors; a derivative has its own, which it shares with others of the same slot.
    fn factors(&mut self, pair: &Factors) -> [usize; 2] {
        let (slot, right) = (pair.left as Slot, pair.right as usize);
        if !pair.weighted {
            return [slot, right];
        }
        let known = self.derivatives.iter().find(|[of, _]| *of == slot).map(|&[_, place]| place);
        let place = known.unwrap_or_else(|| {
            let place = self.place();
            self.derivatives.push([slot, place]);
            place
        });
        [place, right]
    }

    /// A place for a part of a sum.
    fn place(&mut self) -> usize {
        self.count += 1;
        self.count - 1
    }

    fn fixed(&self, slot: Short) -> Weight {
        Weight::Constant(self.pool[slot as usize][0])
    }

    /// `c + Σ terms`.
    fn push(&mut self, c: usize, terms: [Term; 2], out: usize) {
        let operation = self.operations.len();
        self.operations.push([c, terms[0].1, terms[1].1, out]);
        self.weights.iter_mut().for_each(|weights| weights.push(0.0));
        for (which, (weight, _)) in terms.into_iter().enumerate() {
            match weight {
                Weight::Constant(w) => self.weights[which][operation] = w,
                Weight::Value(sign, slot) => match self.pool.get(slot) {
                    Some([fixed, _]) => self.weights[which][operation] = sign * fixed,
                    None => self.moving.push(Moving { operation, which, slot, sign }),
                },
                Weight::Unit { system, block, lane } => {
                    self.systems[system].units.push(Unit { operation, which, block, lane });
                }
            }
        }
    }
}

/// Places in little room; none when one is too large.
fn all_short<const N: usize>(list: &[[usize; N]]) -> Option<Vec<[Index; N]>> {
    let is_small = |&place: &usize| Index::try_from(place).is_ok();
    let short = |place| Index::try_from(place).unwrap_or_default();
    let fits = list.iter().flatten().all(is_small);
    fits.then(|| list.iter().map(|places| places.map(short)).collect())
}
