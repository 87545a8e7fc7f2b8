//! Machine code for values and for one order of a series.
//!
//! The recurrences of a program are a straight line of some hundred operations, the same for all orders:
//! `order` writes it down with the instructions of `assembler`, `memory` makes it a function. Values are
//! functions between sines and rare operations (`values`). Middle
//! sums stay in [`sweep`](crate::sweep). The safe twin is the interpreter (`Kernel::order`, `Kernel::point`), which gives
//! the same numbers and does everything that has no machine code: other machines, other numbers than
//! doubles, functions that are rare, systems that are not definite.

#![allow(unsafe_code, reason = "the code is called with addresses of the numbers that it works on")]

mod assembler;
mod frame;
mod memory;
mod order;
mod registers;
mod values;

#[cfg(test)]
mod tests;

use smallvec::SmallVec;

use crate::linear::ROWS;
use crate::program::Program;
use crate::recurrence::Pair;
use crate::simd;
use crate::sweep::{LANES, Sweep};
use crate::systems::Solver;

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
        let memory = Executable::new(&order::assembled(program, pool)?)?;
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
        let Numbers { pairs, sweep, solvers, series } = numbers;
        let states = self.states;
        let systems = solvers.iter_mut().zip(&self.unknowns).map(|(solver, &unknowns)| {
            solver.make_room(order);
            let (solutions, series) = solver.units()?;
            let blocks = unknowns.div_ceil(ROWS);
            assert!(solutions.len() >= blocks * unknowns);
            assert!(series.len() >= order * unknowns + ROWS);
            Some(frame::Solver {
                solutions: solutions.as_ptr().cast(),
                series: series.as_mut_ptr(),
            })
        });
        let systems = systems.collect::<Option<SmallVec<[frame::Solver; 2]>>>();
        let Some(mut systems) = systems else { return false };
        if sweep.places(order).is_none() {
            return false;
        }
        assert!(pairs.len() >= self.slots && sweep.middle.len() >= self.middle);
        assert!(systems.len() == self.unknowns.len() && series.len() >= (order + 1) * states);
        let pairs = pairs.as_mut_ptr().cast();
        let mut frame = Frame::new(pairs, series.as_mut_ptr(), systems.as_ptr());
        let sum = simd::widest();
        for n in 1..order {
            if n >= 2 {
                sum(sweep, n);
            }
            for (system, &unknowns) in systems.iter_mut().zip(&self.unknowns) {
                system.series = system.series.wrapping_add(unknowns);
            }
            let Some((left, right)) = sweep.places(order) else { return false };
            frame.advance(states);
            frame.solvers = systems.as_ptr();
            frame.middle = sweep.middle.as_ptr();
            frame.left = left.wrapping_add(n * LANES);
            frame.right = right.wrapping_add(n * LANES);
            // SAFETY: `order::assembled` made the function for this program. It reads and writes the
            // pairs of its slots, its middle sums, order n of the factors of these, rows n and n + 1 of
            // the series, and for each system its solutions for unit right sides and row n of its
            // series, in whole blocks. All of these have room for it, as is asserted above and by
            // `places`, and no two overlap.
            unsafe { self.memory.call(0, &frame) };
        }
        true
    }
}

/// The numbers that a series works on.
pub(crate) struct Numbers<'a> {
    pub(crate) pairs: &'a mut [Pair<f64>],
    pub(crate) sweep: &'a mut Sweep<f64>,
    pub(crate) solvers: &'a mut [Solver<f64>],
    /// The coefficients of the state, order by order.
    pub(crate) series: &'a mut [f64],
}
