//! Machine code for values and for series.
//!
//! The recurrences of a program are a straight line of some hundred operations, the same for all orders:
//! `order` writes it down with the instructions of `assembler`, `sums` the loops of the middle sums, and
//! `series` puts both into the loop over the orders; `memory` makes it a function. Values are
//! functions between sines and rare operations (`values`). The safe twin is the interpreter (`Kernel::order`, `Kernel::point`), which gives
//! the same numbers and does everything that has no machine code: other machines, other numbers than
//! doubles, functions that are rare, systems that are not definite.

#![allow(unsafe_code, reason = "the code is called with addresses of the numbers that it works on")]

mod assembler;
mod frame;
mod memory;
mod order;
mod registers;
mod series;
mod sums;
mod values;

use smallvec::SmallVec;

use crate::affine::Numbers;
use crate::linear::ROWS;
use crate::program::Program;
use crate::recurrence::Pair;

use frame::Frame;
use memory::Executable;

pub(crate) use values::{Part, Values};

/// The machine code of a program with its fixed values.
#[derive(Debug)]
pub(crate) struct Code {
    memory: Executable,
    /// The slots, the middle sums and the states of the program.
    slots: usize,
    middle: usize,
    states: usize,
    /// The numbers of unknowns of its linear systems.
    unknowns: Vec<usize>,
}

impl Code {
    /// The code of a program; none when there is none for it or for this machine.
    pub(crate) fn new(program: &Program, pool: &[Pair<f64>]) -> Option<Self> {
        if !std::arch::is_x86_feature_detected!("avx") {
            return None;
        }
        let memory = Executable::new(&series::assembled(program, pool)?)?;
        Some(Self {
            memory,
            slots: program.slots,
            middle: program.pairs.len(),
            states: program.moving - 1,
            unknowns: program.systems.iter().map(|system| system.n + system.m).collect(),
        })
    }

    /// Writes the coefficients of a series from order 2 on: rows 0 and 1 of the state are there. False, and
    /// nothing is written, when a linear system is not solved by solutions for unit right sides.
    pub(crate) fn series(&self, order: usize, numbers: Numbers<'_>) -> bool {
        let Numbers { pairs, sweep, solvers, series, .. } = numbers;
        let mut systems: SmallVec<[frame::Solver; 2]> = SmallVec::new();
        for (solver, &unknowns) in solvers.iter_mut().zip(&self.unknowns) {
            solver.make_room(order);
            let Some((solutions, series)) = solver.units() else { return false };
            assert!(solutions.len() >= unknowns.div_ceil(ROWS) * unknowns);
            assert!(series.len() >= order * unknowns + ROWS);
            let first = series.as_mut_ptr().wrapping_add(unknowns);
            systems.push(frame::Solver { solutions: solutions.as_ptr().cast(), series: first });
        }
        let Some(places) = sweep.places(order) else { return false };
        if order < 2 {
            return true;
        }
        assert!(pairs.len() >= self.slots && sweep.middle.len() >= self.middle);
        assert!(systems.len() == self.unknowns.len());
        assert!(series.len() >= (order + 1) * self.states);
        let mut frame = Frame {
            pairs: pairs.as_mut_ptr().cast(),
            middle: places.middle,
            ahead: places.ahead,
            inputs: series.as_mut_ptr().wrapping_add(self.states),
            left: places.left,
            right: places.right,
            solvers: systems.as_mut_ptr(),
            order: &raw const frame::ORDERS[1],
            time: 1.0,
            remaining: order - 1,
            terms: 0,
        };
        // SAFETY: `series::assembled` made the function for this program. It reads and writes its frame, the
        // pairs of its slots, its middle sums, the orders below `order` of the factors of these, rows 1 to `order` of
        // the series, and for each system its solutions for unit right sides and the rows below `order` of its
        // series, in whole blocks. All of these have room for it, as is asserted above and by
        // `places`, and no two overlap.
        unsafe { self.memory.call(0, &raw mut frame) };
        true
    }
}
