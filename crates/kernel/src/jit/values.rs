//! Values as machine code: inputs, products and sums.
//!
//! Runs of these that follow each other are one function, which does what [`frequent`](crate::frequent)
//! does, in the same order, so that the results are the same numbers. Sines and rare functions stay with the
//! interpreter, and so does every point at which something has no value: what is not finite stays so in
//! products and sums, so that looking at the numbers that a function does not read again is enough. It adds them
//! up, times 0.

use std::ops::Range;

use rustc_hash::FxHashSet;

use crate::program::{Instruction, Kind, Program, Slot, Step, take};
use crate::recurrence::Pair;

use super::assembler::{Assembler, Base, Memory, Operand, Operation, Xmm};
use super::memory::Executable;
use super::registers::Registers;

/// Room for an intermediate result, and zero.
const ROOM: Xmm = Xmm(0);
const ZERO: Xmm = Xmm(13);

/// The argument of a function.
#[repr(C)]
struct Frame {
    /// Coefficients 0 and 1 by slot.
    pairs: *mut f64,
    /// The moving inputs.
    at: *const f64,
    /// Zero when all numbers of the function are finite; it is written.
    check: f64,
}

/// The values of a program, part by part.
#[derive(Debug)]
pub(crate) struct Values {
    memory: Executable,
    /// The slots and the moving inputs of the program.
    slots: usize,
    moving: usize,
    parts: Vec<Part>,
}

/// A part of the values of a program.
#[derive(Debug, Clone)]
pub(crate) enum Part {
    /// A function: where it begins.
    Code(usize),
    /// Sines: their number among the angles, and their first slot.
    Sines(Range<usize>, Slot),
    /// Other steps.
    Others(Range<usize>),
}

impl Values {
    /// The code of a program with its fixed values; none when there is none for this machine.
    pub(crate) fn new(program: &Program, pool: &[Pair<f64>]) -> Option<Self> {
        if !std::arch::is_x86_feature_detected!("avx") {
            return None;
        }
        let (mut code, mut parts) = (Vec::new(), Vec::new());
        let mut rest = program.tables.all();
        let mut angles = 0;
        let mut runs = &program.runs[..];
        while let Some(run) = runs.first() {
            let coded = runs.iter().take_while(|run| is_coded(run.kind)).count();
            if coded > 0 {
                let steps = &program.always[run.from..runs[coded - 1].to];
                let mut function = Function::new(pool);
                for step in steps {
                    function.step(step, &mut rest);
                }
                let last = &steps[steps.len() - 1];
                function.check(run.slot..last.slot + 1);
                parts.push(Part::Code(code.len()));
                code.extend(function.code.finish());
            } else if run.kind == Kind::SinCos {
                let count = run.to - run.from;
                parts.push(Part::Sines(angles..angles + count, run.slot));
                angles += count;
            } else {
                parts.push(Part::Others(run.from..run.to));
            }
            runs = &runs[coded.max(1)..];
        }
        let memory = Executable::new(&code)?; // none without code
        Some(Self { memory, slots: program.slots, moving: program.moving, parts })
    }

    /// The parts, in order.
    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Writes the values of a function of [`Part::Code`]; false when one is not finite.
    pub(crate) fn write(&self, begin: usize, at: &[f64], pairs: &mut [Pair<f64>]) -> bool {
        assert!(pairs.len() >= self.slots && at.len() >= self.moving);
        let mut frame =
            Frame { pairs: pairs.as_mut_ptr().cast(), at: at.as_ptr(), check: f64::NAN };
        // SAFETY: a function begins there. It reads and writes coefficients 0 of slots of its program and
        // reads moving inputs, and there are as many as the program has; and it writes its check.
        unsafe { self.memory.call(begin, &raw mut frame) };
        frame.check == 0.0
    }
}

/// Is a run of this kind machine code?
fn is_coded(kind: Kind) -> bool {
    matches!(kind, Kind::Input | Kind::Product | Kind::Scaled | Kind::Sum)
}

/// A function on its way.
struct Function<'a> {
    pool: &'a [Pair<f64>],
    code: Assembler,
    registers: Registers,
    /// The slots that are read.
    read: FxHashSet<Slot>,
}

impl<'a> Function<'a> {
    fn new(pool: &'a [Pair<f64>]) -> Self {
        let mut code = Assembler::default();
        code.address(Base::Pairs, Memory(Base::Frame, 0));
        code.address(Base::Inputs, Memory(Base::Frame, 8));
        code.clear(ZERO);
        Self { pool, code, registers: Registers::default(), read: FxHashSet::default() }
    }

    fn step(&mut self, step: &Step, rest: &mut crate::program::Rest<'_>) {
        let d = self.registers.fresh();
        match &step.instruction {
            Instruction::Moving(i) => self.code.load(d, Memory(Base::Inputs, double(*i))),
            Instruction::Mul(a, b, _) | Instruction::Scale(a, b) => self.product(d, *a, *b),
            Instruction::Sum(counts) => {
                let mut before = ZERO;
                for p in take(&mut rest.products, counts.products) {
                    self.product(ROOM, p.a as Slot, p.b as Slot);
                    self.add(d, before, p.f as Slot, ROOM);
                    before = d;
                }
                for l in take(&mut rest.linear, counts.linear) {
                    let a = self.number(l.a as Slot, ROOM);
                    self.add(d, before, l.g as Slot, a);
                    before = d;
                }
                if before == ZERO {
                    self.code.clear(d);
                }
            }
            other => unreachable!("{other:?} is not of a kind that is coded"),
        }
        self.code.store(place(step.slot), d);
        self.registers.keep(step.slot, d);
    }

    /// Adds up the numbers of slots that are not read again, times 0.
    fn check(&mut self, slots: Range<Slot>) {
        let sum = self.registers.fresh();
        let mut before = ZERO;
        let last: Vec<Slot> = slots.filter(|slot| !self.read.contains(slot)).collect();
        for slot in last {
            let x = self.number(slot, ROOM);
            self.code.apply(Operation::Multiply, ROOM, x, Operand::Register(ZERO));
            self.code.apply(Operation::Add, sum, before, Operand::Register(ROOM));
            before = sum;
        }
        self.code.store(Memory(Base::Frame, 16), before);
    }

    fn product(&mut self, d: Xmm, a: Slot, b: Slot) {
        self.read.insert(b);
        let a = self.number(a, d);
        let b = self.registers.find(b).map_or(Operand::Memory(place(b)), Operand::Register);
        self.code.apply(Operation::Multiply, d, a, b);
    }

    /// `d ← before + f x`.
    fn add(&mut self, d: Xmm, before: Xmm, f: Slot, x: Xmm) {
        match self.pool[f][0] {
            1.0 => self.code.apply(Operation::Add, d, before, Operand::Register(x)),
            -1.0 => self.code.apply(Operation::Subtract, d, before, Operand::Register(x)),
            _ => {
                self.code.apply(Operation::Multiply, ROOM, x, Operand::Memory(place(f)));
                self.code.apply(Operation::Add, d, before, Operand::Register(ROOM));
            }
        }
    }

    /// The number of a slot: where it is kept, or in the given room.
    fn number(&mut self, slot: Slot, room: Xmm) -> Xmm {
        self.read.insert(slot);
        self.registers.find(slot).unwrap_or_else(|| {
            self.code.load(room, place(slot));
            room
        })
    }
}

/// Coefficient 0 of a slot.
fn place(slot: Slot) -> Memory {
    Memory(Base::Pairs, double(2 * slot))
}

fn double(number: usize) -> i32 {
    i32::try_from(number * size_of::<f64>()).expect("a program has fewer than 2³¹ bytes of numbers")
}
