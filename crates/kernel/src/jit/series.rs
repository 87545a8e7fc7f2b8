//! A whole series as machine code: the loop over the orders.
//!
//! ```text
//! order 1;  sums, order 2;  then again and again: sums, an odd order; sums, an even order
//! ```
//!
//! The recurrences of an order (`order`) are written once and called; the sums before them (`sums`) differ.

use crate::program::Program;
use crate::recurrence::Pair;

use super::assembler::{Assembler, Base, Jump, Memory, When};
use super::frame;
use super::order;
use super::sums::Sums;

/// The code of a program with its fixed values; none when it has an instruction that is not done here.
pub(super) fn assembled(program: &Program, pool: &[Pair<f64>]) -> Option<Vec<u8>> {
    let sums = Sums::of(program);
    let mut series = Series::default();
    series.begin();
    series.order();
    sums.second(&mut series.code);
    series.order();
    let again = series.code.here();
    sums.odd(&mut series.code);
    series.order();
    sums.even(&mut series.code);
    series.order();
    let back = series.code.jump(When::Always);
    series.code.land(back, again);
    series.end();
    let Series { mut code, calls, .. } = series;
    let start = code.here();
    calls.into_iter().for_each(|call| code.land(call, start));
    Some(order::assemble(program, pool, code)?.bytes())
}

/// A series on its way.
#[derive(Debug, Default)]
struct Series {
    code: Assembler,
    /// The calls of an order, and the jumps to the end.
    calls: Vec<Jump>,
    ends: Vec<Jump>,
}

impl Series {
    fn begin(&mut self) {
        self.code.save_order();
        for (base, place) in [
            (Base::Pairs, frame::PAIRS),
            (Base::Middle, frame::MIDDLE),
            (Base::Inputs, frame::INPUTS),
            (Base::Left, frame::LEFT),
            (Base::Right, frame::RIGHT),
            (Base::Order, frame::ORDER),
        ] {
            self.code.address(base, Memory(Base::Frame, place));
        }
        let stride = super::sums::STRIDE; // order 1
        self.code.increase(Base::Left, stride);
        self.code.increase(Base::Right, stride);
    }

    /// The recurrences of the next order; when it was the last, to the end.
    fn order(&mut self) {
        self.calls.push(self.code.call());
        self.code.increase_memory(Memory(Base::Frame, frame::REMAINING), -1);
        self.ends.push(self.code.jump(When::Zero));
    }

    fn end(&mut self) {
        let here = self.code.here();
        std::mem::take(&mut self.ends).into_iter().for_each(|end| self.code.land(end, here));
        self.code.clear_upper();
        self.code.restore_order();
        self.code.end();
    }
}
