//! A whole series as one list of equal operations, where there is no machine code.
//!
//! Coefficient n of every instruction is an affine function of other coefficients n, with weights that are
//! coefficients 0 and hence the same for all orders. So an order is one loop without a branch over
//!
//! ```text
//! x_out = x_c + u x_a + v x_b                                                              (1)
//! ```
//!
//! where x has zero, then the coefficients n of the state and of the time, then the middle sums
//! ([`sweep`](crate::sweep)), then derivatives, then the results of (1), one after the other. `build` writes a
//! program down so, with sums in the order in which their terms are known (`terms`). Up to rounding the numbers are
//! those of the interpreter (`Kernel::order`), which does everything that is not in such lists: other numbers than
//! doubles, functions that are rare, systems that are not definite.

mod build;
mod terms;

use crate::program::Slot;
use crate::recurrence::Pair;
use crate::simd::{self, Eight, Factors, Machine, Numbered, Operations, TOGETHER};
use crate::sweep::{LANES, ROOM, Sweep};
use crate::systems::Solver;

/// The place of a number x of (1), in little room.
pub(crate) type Index = u16;

/// The places of (1) that are read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Operation {
    pub(crate) c: Index,
    pub(crate) a: Index,
    pub(crate) b: Index,
}

/// The weights u and v of (1), by operation.
pub(crate) type Weights = Vec<[f64; 2]>;

/// A number that is divided by a multiple of coefficient 0 of a slot once the operations before are done.
#[derive(Debug)]
struct Quotient {
    after: usize,
    place: usize,
    divisor: (f64, Slot),
}

/// A weight that is a multiple of a coefficient 0.
#[derive(Debug)]
struct Moving {
    operation: usize,
    which: usize,
    slot: Slot,
    factor: f64,
}

/// A weight that is a multiple of an entry of the solutions of a linear system for unit right sides.
#[derive(Debug)]
struct Unit {
    operation: usize,
    which: usize,
    block: usize,
    lane: usize,
    factor: f64,
}

/// A linear system: its unknowns, and where its solutions for unit right sides go.
#[derive(Debug)]
struct Unknowns {
    places: Numbered,
    units: Vec<Unit>,
}

/// The operations of a program with its fixed values.
#[derive(Debug)]
pub(crate) struct List {
    operations: Operations,
    /// Their weights, as far as these are fixed.
    weights: Weights,
    moving: Vec<Moving>,
    quotients: Vec<Quotient>,
    systems: Vec<Unknowns>,
    /// The places of the rates of the state; the state itself stands from place 1 on, and the time behind it. A rate
    /// that is one of the state stands before that one.
    rates: Numbered,
    /// The places of the factors of middle sums.
    factors: Factors,
    /// Where the middle sums begin, and how many come first that have a derivative and are multiplied by 1/n:
    /// whole groups.
    middle: usize,
    means: usize,
    /// The places of what is differentiated, and where the derivatives n x, and −n x, begin.
    angles: Numbered,
    derivatives: usize,
    /// How many numbers there are.
    count: usize,
}

/// The numbers of a list.
#[derive(Debug, Clone, Default)]
pub(crate) struct Room {
    /// x of (1).
    x: Vec<f64>,
    weights: Weights,
}

/// The numbers that a series works on.
pub(crate) struct Numbers<'a> {
    pub(crate) pairs: &'a mut [Pair<f64>],
    pub(crate) sweep: &'a mut Sweep<f64>,
    pub(crate) solvers: &'a mut [Solver<f64>],
    /// The coefficients of the state, order by order.
    pub(crate) series: &'a mut [f64],
    pub(crate) room: &'a mut Room,
}

impl List {
    /// Writes the coefficients of a series from order 2 on: rows 0 and 1 of the state are there. False, and
    /// nothing is written, when a linear system is not solved by solutions for unit right sides.
    pub(crate) fn series(&self, order: usize, numbers: Numbers<'_>) -> bool {
        simd::series(self, order, numbers)
    }

    /// The same with the registers of a machine.
    #[inline(always)]
    pub(crate) fn series_with<E: Eight>(
        &self,
        machine: Machine<E>,
        order: usize,
        numbers: Numbers<'_>,
    ) -> bool {
        let Numbers { pairs, sweep, solvers, series, room } = numbers;
        sweep.prepare(self.factors.len().next_multiple_of(LANES), order);
        if !self.begin(order, pairs, solvers, room) {
            return false;
        }
        let states = self.rates.len();
        let Room { x, weights } = room;
        x[1..=states].copy_from_slice(&series[states..][..states]);
        x[1 + states] = 1.0; // the time
        for n in 1..order {
            if n > 1 {
                machine.sums(sweep, n, &mut x[self.middle..][..self.factors.len()]);
                self.divide_means(inverse(n), x);
            }
            self.order(pairs, weights, x);
            for (system, solver) in self.systems.iter().zip(&mut *solvers) {
                system.places.read(1.0, x, solver.coefficients(n));
            }
            if n + 1 < order {
                self.angles.write_both(n as f64, self.derivatives, x);
                self.factors.store(machine, sweep, n, x);
            }
            let next = &mut series[(n + 1) * states..][..states];
            self.rates.read_and_write(inverse(n + 1), 1, x, next);
            x[1 + states] = 0.0;
        }
        true
    }

    /// Makes room, and puts the weights in.
    fn begin(
        &self,
        order: usize,
        pairs: &[Pair<f64>],
        solvers: &mut [Solver<f64>],
        room: &mut Room,
    ) -> bool {
        room.x.resize(self.count, 0.0);
        room.x[0] = 0.0;
        room.x[self.middle..][..self.factors.len()].fill(0.0);
        room.weights.clone_from(&self.weights);
        for &Moving { operation, which, slot, factor } in &self.moving {
            room.weights[operation][which] = factor * pairs[slot][0];
        }
        for (system, solver) in self.systems.iter().zip(solvers) {
            solver.make_room(order);
            let Some((units, _)) = solver.units() else { return false };
            for &Unit { operation, which, block, lane, factor } in &system.units {
                room.weights[operation][which] = factor * units[block][lane];
            }
        }
        true
    }

    /// Multiplies the middle sums with a derivative by 1/n.
    #[inline(always)]
    fn divide_means(&self, inverse: f64, x: &mut [f64]) {
        let (groups, _) = x[self.middle..][..self.means].as_chunks_mut::<TOGETHER>();
        for group in groups {
            *group = group.map(|mean| mean * inverse);
        }
    }

    /// The operations of one order.
    #[inline(always)]
    fn order(&self, pairs: &[Pair<f64>], weights: &Weights, x: &mut [f64]) {
        let mut from = 0;
        for quotient in &self.quotients {
            let to = quotient.after;
            self.operations.apply(from..to, weights, x);
            let (factor, slot) = quotient.divisor;
            x[quotient.place] /= factor * pairs[slot][0];
            from = to;
        }
        self.operations.apply(from..self.operations.len(), weights, x);
    }
}

/// 1/n, without a division for the usual orders.
fn inverse(n: usize) -> f64 {
    INVERSES.get(n).copied().unwrap_or_else(|| 1.0 / n as f64)
}

/// 1/n for each order n.
static INVERSES: [f64; ROOM + 2] = {
    let mut inverses = [f64::INFINITY; ROOM + 2];
    let mut n = 1;
    while n < inverses.len() {
        inverses[n] = 1.0 / n as f64;
        n += 1;
    }
    inverses
};
