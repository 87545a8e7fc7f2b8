//! The middle sums of an order as machine code.
//!
//! The sums of [`sweep`](crate::sweep), by its equations (1), (2) and (3), in the same order, so that they are the
//! same numbers. Four pairs are done side by side, and as many fours in one loop as the registers hold. Blocks
//! that only fill up have no code.

use crate::program::Program;
use crate::sweep::{LANES, ROOM};

use super::assembler::{Assembler, Base, Memory, Operand, Operation, When, Xmm};
use super::frame;

/// Fours that are done in one loop: two sums of each are in registers, and three serve all.
const TOGETHER: usize = 6;
/// Registers for factors and products.
const ROOMS: [Xmm; 3] = [Xmm(0), Xmm(1), Xmm(2)];
/// The doubles of a register.
const WIDTH: usize = 4;
/// The bytes between two orders of a block.
pub(super) const STRIDE: i32 = bytes(LANES);

/// Where factors are read from; these registers are free between orders. At order n, [`Base::Left`] and
/// [`Base::Right`] stand at order n.
const UP: Base = Base::Solutions;
const DOWN: Base = Base::Down;
/// What is left of a loop, and then where the sums of the next order stand.
const COUNT: Base = Base::Series;

/// Four pairs side by side: where their factors and sums stand.
#[derive(Debug, Clone, Copy)]
struct Four {
    factors: i32,
    sums: i32,
}

/// The fours of a program that have something to sum.
#[derive(Debug)]
pub(super) struct Sums(Vec<Four>);

impl Sums {
    pub(super) fn of(program: &Program) -> Self {
        let fours = program.pairs.chunks(WIDTH).enumerate();
        let moving = fours.filter(|(_, pairs)| {
            pairs.iter().any(|pair| pair.left as usize >= program.fixed_slots)
        });
        let four = |(number, _): (usize, &[_])| {
            let first = number * WIDTH;
            let factors = bytes(first / LANES * ROOM * LANES + first % LANES);
            Four { factors, sums: bytes(first) }
        };
        Self(moving.map(four).collect())
    }

    fn together(&self) -> impl Iterator<Item = &[Four]> {
        let loops = self.0.len().div_ceil(TOGETHER).max(1);
        self.0.chunks(self.0.len().div_ceil(loops).max(1))
    }

    /// Order 2: `m = a₁ b₁`, and nothing is known of the next.
    pub(super) fn second(&self, code: &mut Assembler) {
        let [product, zero, _] = ROOMS;
        code.address(COUNT, Memory(Base::Frame, frame::AHEAD));
        code.clear(zero);
        for four in &self.0 {
            code.load_four(product, four.back(Base::Left, 1));
            let right = Operand::Memory(four.back(Base::Right, 1));
            code.apply_to_four(Operation::Multiply, product, product, right); // (1)
            code.store_four(Memory(Base::Middle, four.sums), product);
            code.store_four(Memory(COUNT, four.sums), zero);
        }
    }

    /// An odd order, (3).
    pub(super) fn odd(&self, code: &mut Assembler) {
        let [first, last, _] = ROOMS;
        code.address(UP, Memory(Base::Frame, frame::LEFT));
        code.address(DOWN, Memory(Base::Frame, frame::RIGHT));
        code.address(COUNT, Memory(Base::Frame, frame::AHEAD));
        for four in &self.0 {
            code.load_four(first, four.order(UP, 1));
            let right = Operand::Memory(four.back(Base::Right, 1));
            code.apply_to_four(Operation::Multiply, first, first, right);
            let ahead = Operand::Memory(Memory(COUNT, four.sums));
            code.apply_to_four(Operation::Add, first, first, ahead);
            code.load_four(last, four.back(Base::Left, 1));
            let right = Operand::Memory(four.order(DOWN, 1));
            code.apply_to_four(Operation::Multiply, last, last, right);
            code.apply_to_four(Operation::Add, first, first, Operand::Register(last));
            code.store_four(Memory(Base::Middle, four.sums), first);
        }
    }

    /// An even order from 4 on, (1) and (2).
    pub(super) fn even(&self, code: &mut Assembler) {
        for fours in self.together() {
            first_terms(fours, code);
            code.address(COUNT, Memory(Base::Frame, frame::TERMS));
            code.increase(COUNT, 0);
            let none = code.jump(When::Zero);
            let again = code.here();
            middle_terms(fours, code);
            code.increase(UP, STRIDE);
            code.increase(DOWN, -STRIDE);
            code.increase(COUNT, -1);
            let back = code.jump(When::NotZero);
            code.land(back, again);
            let after = code.here();
            code.land(none, after);
            last_terms(fours, code);
        }
        code.increase_memory(Memory(Base::Frame, frame::TERMS), 2);
    }
}

impl Four {
    /// An order of the factors, from the place of order 0.
    fn order(self, base: Base, order: i32) -> Memory {
        Memory(base, self.factors + order * STRIDE)
    }

    /// So many orders back.
    fn back(self, base: Base, orders: i32) -> Memory {
        self.order(base, -orders)
    }
}

/// `m = a₂ b_{n−2}`, `p = 0`; the places of a₀ and b_{n−2}.
fn first_terms(fours: &[Four], code: &mut Assembler) {
    code.address(UP, Memory(Base::Frame, frame::LEFT));
    code.shifted(DOWN, Memory(Base::Right, -2 * STRIDE));
    for (k, four) in fours.iter().enumerate() {
        let (m, p) = sums(k);
        code.load_four(ROOMS[0], four.order(UP, 2));
        let right = Operand::Memory(four.order(DOWN, 0));
        code.apply_to_four(Operation::Multiply, m, ROOMS[0], right);
        code.clear(p);
    }
}

/// `p += a_j b_{n+1−j}` and `m += a_j b_{n−j}` for the next j, from 3 on.
fn middle_terms(fours: &[Four], code: &mut Assembler) {
    let [left, product, _] = ROOMS;
    for (k, four) in fours.iter().enumerate() {
        let (m, p) = sums(k);
        code.load_four(left, four.order(UP, 3));
        let right = Operand::Memory(four.order(DOWN, 0));
        code.apply_to_four(Operation::Multiply, product, left, right);
        code.apply_to_four(Operation::Add, p, p, Operand::Register(product)); // (2)
        let right = Operand::Memory(four.back(DOWN, 1));
        code.apply_to_four(Operation::Multiply, left, left, right);
        code.apply_to_four(Operation::Add, m, m, Operand::Register(left)); // (1)
    }
}

/// The terms with order n − 1, and the sums to their places.
fn last_terms(fours: &[Four], code: &mut Assembler) {
    code.address(UP, Memory(Base::Frame, frame::LEFT));
    code.address(DOWN, Memory(Base::Frame, frame::RIGHT));
    code.address(COUNT, Memory(Base::Frame, frame::AHEAD));
    let [left, right, product] = ROOMS;
    for (k, four) in fours.iter().enumerate() {
        let (m, p) = sums(k);
        code.load_four(left, four.back(Base::Left, 1));
        code.load_four(right, four.back(Base::Right, 1));
        for (sum, order) in [(p, 2), (m, 1)] {
            let up = Operand::Memory(four.order(UP, order));
            code.apply_to_four(Operation::Multiply, product, right, up);
            code.apply_to_four(Operation::Add, sum, sum, Operand::Register(product));
            let down = Operand::Memory(four.order(DOWN, order));
            code.apply_to_four(Operation::Multiply, product, left, down);
            code.apply_to_four(Operation::Add, sum, sum, Operand::Register(product));
        }
        code.store_four(Memory(Base::Middle, four.sums), m);
        code.store_four(Memory(COUNT, four.sums), p);
    }
}

/// The registers of the sums `m` and `p` of a four.
fn sums(k: usize) -> (Xmm, Xmm) {
    let first = ROOMS.len() + 2 * k;
    let register = |number: usize| Xmm(u8::try_from(number).expect("there are 16 registers"));
    (register(first), register(first + 1))
}

/// The bytes of so many doubles.
const fn bytes(doubles: usize) -> i32 {
    let bytes = doubles * size_of::<f64>();
    assert!(bytes <= i32::MAX as usize, "a program has fewer than 2³¹ bytes of numbers");
    #[expect(clippy::cast_possible_truncation, reason = "asserted")]
    #[expect(clippy::cast_possible_wrap, reason = "asserted")]
    return bytes as i32;
}
