//! One order of a series as machine code, which the code of the series calls.
//!
//! The code does what `Kernel::order` does, instruction by instruction, with the numbers of places and
//! the factors ±1 known: the recurrences are those of [`recurrence`](crate::recurrence), whose numbers
//! stand at the lines, and sums are added in the same order, so that the results are the same numbers.
//! Each coefficient is written to its places in the factors of middle sums, and those that were computed last
//! are kept in registers. One that is read later comes from where it stands: the state, a factor, or its slot,
//! which is written for that alone. Code that writes every slot shows first which are read.

use crate::program::{Instruction, Program, Slot, System, Terms};
use crate::recurrence::Pair;
use crate::sweep::{LANES, ROOM};

use super::assembler::{Assembler, Base, Memory, Operand, Operation, Xmm};
use super::frame;
use super::registers::{KEPT, Registers};

/// The order n, and 1/(n + 1).
const ORDER: Xmm = Xmm(15);
const NEXT_INVERSE: Xmm = Xmm(14);
const ZERO: Xmm = Xmm(13);
/// Room for intermediate results.
const ROOMS: [Xmm; 2] = [Xmm(0), Xmm(1)];
/// Solutions of so many unknowns are done one by one, more of them four side by side.
const FEW: usize = 4;

/// Adds the code of an order of a program with its fixed values; none when it has an instruction that is not
/// done here.
pub(super) fn assemble(
    program: &Program,
    pool: &[Pair<f64>],
    code: Assembler,
) -> Option<Assembler> {
    let everything = vec![true; program.slots];
    let read = Order::new((program, pool), everything, Assembler::default()).finished()?.read;
    Some(Order::new((program, pool), read, code).finished()?.code)
}

struct Order<'a> {
    program: &'a Program,
    pool: &'a [Pair<f64>],
    code: Assembler,
    /// The places of each slot among the factors of middle sums, and whether they are weighted.
    factors: Vec<Vec<(Memory, bool)>>,
    /// Where the coefficient of a slot stands besides: inputs in the state.
    inputs: Vec<Option<Memory>>,
    /// The slots that are written, and those that are read from there.
    written: Vec<bool>,
    read: Vec<bool>,
    /// The slots whose coefficients the registers keep.
    registers: Registers,
}

impl<'a> Order<'a> {
    fn new(
        (program, pool): (&'a Program, &'a [Pair<f64>]),
        written: Vec<bool>,
        code: Assembler,
    ) -> Self {
        let mut factors = vec![Vec::new(); program.slots];
        for (number, pair) in program.pairs.iter().enumerate() {
            let place = (number / LANES * ROOM * LANES + number % LANES) * size_of::<f64>();
            factors[pair.left as usize].push((Memory(Base::Left, bytes(place)), pair.weighted));
            factors[pair.right as usize].push((Memory(Base::Right, bytes(place)), false));
        }
        let registers = Registers::default();
        let (inputs, read) = (vec![None; program.slots], vec![false; program.slots]);
        Self { program, pool, code, factors, inputs, written, read, registers }
    }

    /// The whole code; none when there is an instruction that is not done here.
    fn finished(mut self) -> Option<Self> {
        self.begin();
        self.steps()?;
        self.outputs();
        self.advance();
        Some(self)
    }

    fn begin(&mut self) {
        self.code.load(ORDER, Memory(Base::Order, double(0)));
        self.code.load(NEXT_INVERSE, Memory(Base::Order, double(3)));
        self.code.clear(ZERO);
    }

    /// Goes on to the next order.
    fn advance(&mut self) {
        self.code.increase(Base::Order, double(2));
        self.code.increase(Base::Inputs, double(self.program.moving - 1));
        self.code.increase(Base::Left, double(LANES));
        self.code.increase(Base::Right, double(LANES));
        self.code.store(Memory(Base::Frame, frame::TIME), ZERO);
        self.code.address(Base::Series, Memory(Base::Frame, frame::SOLVERS));
        for (number, system) in self.program.systems.iter().enumerate() {
            let series = Memory(Base::Series, solver(number) + 8);
            self.code.increase_memory(series, double(system.n + system.m));
        }
        self.code.end();
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
        match instruction {
            Instruction::Moving(input) => self.input(*input, slot),
            Instruction::Mul(a, b, m) => {
                let d = self.fresh();
                self.product(d, (*a, *b, *m));
                self.keep(slot, d);
            }
            Instruction::Scale(g, a) => {
                let d = self.fresh();
                let a = self.coefficient(*a, d);
                self.code.apply(Operation::Multiply, d, a, value(*g)); // (1)
                self.keep(slot, d);
            }
            Instruction::SinCos(a, m) => self.sines(*a, *m, slot),
            Instruction::Solution(number) => self.solution(*number, slot)?,
            other => self.other(other, slot)?,
        }
        Some(())
    }

    /// `Σ f a b + Σ g a`, (1).
    fn sum(&mut self, (products, linear): Terms<'_>, mut middle: usize, slot: Slot) {
        let d = self.fresh();
        let mut sum = Partial { d, is_empty: true };
        for p in products {
            self.product(ROOMS[0], (p.a as Slot, p.b as Slot, middle));
            self.add(&mut sum, p.f as Slot, ROOMS[0]);
            middle += 1;
        }
        for l in linear {
            let a = self.coefficient(l.a as Slot, ROOMS[0]);
            self.add(&mut sum, l.g as Slot, a);
        }
        if sum.is_empty {
            self.code.clear(d);
        }
        self.keep(slot, d);
    }

    /// The rates over the next order: the next coefficients of the state.
    fn outputs(&mut self) {
        let states = self.program.moving - 1;
        for (i, &slot) in self.program.outputs[..states].iter().enumerate() {
            let rate = self.coefficient(slot, ROOMS[0]);
            let next = Operand::Register(NEXT_INVERSE);
            self.code.apply(Operation::Multiply, ROOMS[0], rate, next);
            self.code.store(Memory(Base::Inputs, double(states + i)), ROOMS[0]);
        }
    }

    /// Time comes by itself, the state from its series.
    fn input(&mut self, input: usize, slot: Slot) {
        let d = self.fresh();
        let from = match input.checked_sub(1) {
            None => Memory(Base::Frame, frame::TIME),
            Some(i) => Memory(Base::Inputs, double(i)),
        };
        self.inputs[slot] = Some(from);
        self.code.load(d, from);
        self.keep(slot, d);
    }

    /// `⟨a, b⟩ + a_n b_0 + a_0 b_n`, (1): what is known last is added last, and waits for nothing else.
    fn product(&mut self, d: Xmm, (a, b, m): (Slot, Slot, usize)) {
        let left = self.coefficient(a, ROOMS[1]);
        self.code.apply(Operation::Multiply, ROOMS[1], left, value(b));
        self.code.apply(Operation::Add, d, ROOMS[1], middle(m));
        if a != b {
            let right = self.coefficient(b, ROOMS[1]);
            self.code.apply(Operation::Multiply, ROOMS[1], right, value(a));
        }
        self.code.apply(Operation::Add, d, d, Operand::Register(ROOMS[1]));
    }

    /// Adds `f x` to a sum; x may be one of the rooms or a kept coefficient.
    fn add(&mut self, sum: &mut Partial, f: Slot, x: Xmm) {
        let d = sum.d;
        let before = if sum.is_empty { ZERO } else { d };
        sum.is_empty = false;
        match self.pool[f][0] {
            1.0 => self.code.apply(Operation::Add, d, before, Operand::Register(x)),
            -1.0 => self.code.apply(Operation::Subtract, d, before, Operand::Register(x)),
            _ => {
                self.code.apply(Operation::Multiply, ROOMS[0], x, value(f));
                self.code.apply(Operation::Add, d, before, Operand::Register(ROOMS[0]));
            }
        }
    }

    /// (6) and (7).
    fn sines(&mut self, a: Slot, m: usize, slot: Slot) {
        let (sin, cos) = (self.fresh(), self.fresh());
        let over_order = Operand::Memory(Memory(Base::Order, double(1)));
        let [first, second] = ROOMS;
        self.code.load(first, middle_place(m));
        self.code.apply(Operation::Multiply, first, first, over_order);
        self.code.load(second, middle_place(m + 1));
        self.code.apply(Operation::Multiply, second, second, over_order);
        self.code.apply(Operation::Subtract, second, ZERO, Operand::Register(second));
        let angle = self.coefficient(a, cos);
        self.code.apply(Operation::Multiply, sin, angle, value(slot + 1));
        self.code.apply(Operation::Add, sin, sin, Operand::Register(first)); // (6)
        self.code.apply(Operation::Multiply, cos, angle, value(slot));
        self.code.apply(Operation::Subtract, cos, second, Operand::Register(cos)); // (7)
        self.keep(slot, sin);
        self.keep(slot + 1, cos);
    }

    /// Quotients, roots and exponentials.
    fn other(&mut self, instruction: &Instruction, slot: Slot) -> Option<()> {
        let d = self.fresh();
        let [first, second] = ROOMS;
        match instruction {
            Instruction::Share(a, c) => {
                let a = self.coefficient(*a, first);
                self.code.apply(Operation::Divide, d, a, value(*c));
            }
            Instruction::Div(a, b, m) => {
                let b_n = self.coefficient(*b, first);
                self.code.apply(Operation::Multiply, first, b_n, value(slot));
                let a_n = self.coefficient(*a, second);
                self.code.apply(Operation::Subtract, d, a_n, Operand::Register(first));
                self.code.apply(Operation::Subtract, d, d, middle(*m));
                self.code.apply(Operation::Divide, d, d, value(*b)); // (2)
            }
            Instruction::Sqrt(a, m) => {
                self.code.load(first, place(slot, 0));
                self.code.apply(Operation::Add, first, first, Operand::Register(first));
                let a_n = self.coefficient(*a, second);
                self.code.apply(Operation::Subtract, d, a_n, middle(*m));
                self.code.apply(Operation::Divide, d, d, Operand::Register(first)); // (3)
            }
            Instruction::Exp(a, m) => {
                self.code.load(first, middle_place(*m));
                let over_order = Operand::Memory(Memory(Base::Order, double(1)));
                self.code.apply(Operation::Multiply, first, first, over_order);
                let a_n = self.coefficient(*a, second);
                self.code.apply(Operation::Multiply, d, a_n, value(slot));
                self.code.apply(Operation::Add, d, d, Operand::Register(first)); // (5)
            }
            _ => return None,
        }
        self.keep(slot, d);
        Some(())
    }

    /// The next coefficients of the solution of a linear system, by its solutions for unit right sides.
    fn solution(&mut self, number: usize, slot: Slot) -> Option<()> {
        let system = &self.program.systems[number];
        let size = system.n + system.m;
        if size > KEPT * frame::ROWS {
            return None;
        }
        let at = solver(number);
        self.code.address(Base::Series, Memory(Base::Frame, frame::SOLVERS));
        self.code.address(Base::Solutions, Memory(Base::Series, at));
        self.code.address(Base::Series, Memory(Base::Series, at + 8));
        let right: Vec<Xmm> = (0..size).map(|row| self.right_side(system, row)).collect();
        if size <= FEW {
            self.few_unknowns(&right, slot);
        } else {
            self.many_unknowns(size, slot);
        }
        Some(())
    }

    /// `r_n − Σ_{j=1}^{n} K_j x_{n−j}` of a row; kept where it is used, and in the series.
    fn right_side(&mut self, system: &System, row: usize) -> Xmm {
        let d = self.fresh();
        let mut before = self.coefficient(system.right[row], ROOMS[0]);
        for (i, term) in system.terms.iter().enumerate().filter(|(_, term)| term.row == row) {
            let k = self.coefficient(term.coefficient, ROOMS[1]);
            self.code.apply(Operation::Multiply, ROOMS[1], k, value(term.unknown));
            self.code.apply(Operation::Add, ROOMS[1], ROOMS[1], middle(system.middle + i));
            let what = if term.sign > 0.0 { Operation::Subtract } else { Operation::Add };
            self.code.apply(what, d, before, Operand::Register(ROOMS[1]));
            before = d;
        }
        if before != d {
            self.code.apply(Operation::Add, d, before, Operand::Register(ZERO));
        }
        let rows = system.n + system.m;
        if rows > FEW {
            self.code.store(Memory(Base::Series, double(row)), d);
        }
        d
    }

    fn few_unknowns(&mut self, right: &[Xmm], slot: Slot) {
        let size = right.len();
        let solutions: Vec<Xmm> = (0..size).map(|_| self.fresh()).collect();
        for (i, &d) in solutions.iter().enumerate() {
            for (j, &r) in right.iter().enumerate() {
                let entry = Operand::Memory(inverse(size, i, j));
                let to = if j == 0 { d } else { ROOMS[0] };
                self.code.apply(Operation::Multiply, to, r, entry);
                if j > 0 {
                    self.code.apply(Operation::Add, d, d, Operand::Register(ROOMS[0]));
                }
            }
        }
        for (i, &d) in solutions.iter().enumerate() {
            self.code.store(Memory(Base::Series, double(i)), d);
            self.keep(slot + i, d);
        }
    }

    /// The right sides stand in the series, where the solution takes their place.
    fn many_unknowns(&mut self, size: usize, slot: Slot) {
        let blocks = size.div_ceil(frame::ROWS);
        let sums: Vec<Xmm> = (0..blocks).map(|_| self.fresh()).collect();
        for (block, &sum) in sums.iter().enumerate() {
            self.code.clear(sum);
            for j in 0..size {
                self.code.spread(ROOMS[0], Memory(Base::Series, double(j)));
                let column = Operand::Memory(inverse(size, block * frame::ROWS, j));
                self.code.apply_to_four(Operation::Multiply, ROOMS[0], ROOMS[0], column);
                self.code.apply_to_four(Operation::Add, sum, sum, Operand::Register(ROOMS[0]));
            }
        }
        for (block, &sum) in sums.iter().enumerate() {
            self.code.store_four(Memory(Base::Series, double(block * frame::ROWS)), sum);
        }
        for i in 0..size {
            let d = self.fresh();
            self.code.load(d, Memory(Base::Series, double(i)));
            self.keep(slot + i, d);
        }
    }

    /// A register for the next coefficient.
    fn fresh(&mut self) -> Xmm {
        self.registers.fresh()
    }

    /// Coefficient n of a slot: where it is kept, or in the given room.
    fn coefficient(&mut self, slot: Slot, room: Xmm) -> Xmm {
        self.registers.find(slot).unwrap_or_else(|| {
            // lanes that only fill a block up name a fixed slot, and are written by nobody
            let is_moving = slot >= self.program.fixed_slots;
            let factor = self.factors[slot].iter().find(|factor| is_moving && !factor.1);
            let from = self.inputs[slot].or(factor.map(|factor| factor.0));
            self.read[slot] |= from.is_none();
            self.code.load(room, from.unwrap_or(place(slot, 1)));
            room
        })
    }

    /// Keeps coefficient n of a slot, and writes it to where it is read.
    fn keep(&mut self, slot: Slot, d: Xmm) {
        if self.written[slot] {
            self.code.store(place(slot, 1), d);
        }
        self.registers.keep(slot, d);
        for (memory, _) in self.factors[slot].iter().filter(|factor| !factor.1) {
            self.code.store(*memory, d);
        }
        if self.factors[slot].iter().any(|factor| factor.1) {
            self.code.apply(Operation::Multiply, ROOMS[0], d, Operand::Register(ORDER));
            for (memory, _) in self.factors[slot].iter().filter(|factor| factor.1) {
                self.code.store(*memory, ROOMS[0]);
            }
        }
    }
}

/// A sum on its way.
struct Partial {
    d: Xmm,
    is_empty: bool,
}

/// The place of coefficient 0 or n of a slot.
fn place(slot: Slot, which: usize) -> Memory {
    Memory(Base::Pairs, double(2 * slot + which))
}

/// Coefficient 0 of a slot.
fn value(slot: Slot) -> Operand {
    Operand::Memory(place(slot, 0))
}

fn middle_place(m: usize) -> Memory {
    Memory(Base::Middle, double(m))
}

fn middle(m: usize) -> Operand {
    Operand::Memory(middle_place(m))
}

/// Where entry (i, j) of the solutions for unit right sides stands.
fn inverse(size: usize, i: usize, j: usize) -> Memory {
    let block = (i / frame::ROWS * size + j) * frame::ROWS;
    Memory(Base::Solutions, double(block + i % frame::ROWS))
}

/// Where a linear system stands among the systems.
fn solver(number: usize) -> i32 {
    bytes(number * size_of::<frame::Solver>())
}

/// The bytes before a double.
fn double(number: usize) -> i32 {
    bytes(number * size_of::<f64>())
}

fn bytes(count: usize) -> i32 {
    i32::try_from(count).expect("a program has fewer than 2³¹ bytes of numbers")
}
