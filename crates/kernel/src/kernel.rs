//! A program with its parameters: values, directional derivatives and Taylor series.

use alembert_algebra::evaluate::Tabulated;

use crate::KernelError;
use crate::program::{Instruction, Program, Slot};
use crate::recurrence::{self, Inputs, Rows};
use crate::sweep::Sweep;
use crate::systems::Solver;

/// A program whose fixed inputs have values.
#[derive(Debug, Clone)]
pub struct Kernel<T> {
    program: Program,
    /// The values of the fixed slots.
    pool: Vec<T>,
    /// Are the multipliers of systems that are fixed unique?
    unique: bool,
}

/// Room to compute in; any kernel may use it after another.
#[derive(Debug, Clone)]
pub struct Workspace<T> {
    /// Coefficient k of slot s is at `k · slots + s`; those of fixed slots are 0 for k ≥ 1.
    coefficients: Vec<T>,
    /// The numbers of slots and of fixed slots that the coefficients are laid out for.
    layout: (usize, usize),
    sweep: Sweep<T>,
    solvers: Vec<Solver<T>>,
    unique: bool,
}

impl<T> Default for Workspace<T> {
    fn default() -> Self {
        let (coefficients, solvers) = (Vec::new(), Vec::new());
        Self { coefficients, layout: (0, 0), sweep: Sweep::default(), solvers, unique: true }
    }
}

impl<T: Tabulated> Workspace<T> {
    /// Were the multipliers of every linear system of the last point unique?
    #[must_use]
    pub fn unique(&self) -> bool {
        self.unique
    }

    /// How far the inertia of the last point was from singular: its smallest pivot over the diagonal
    /// entry, 1 for a diagonal matrix.
    #[must_use]
    pub fn inertia(&self) -> f64 {
        self.solvers.iter().map(Solver::pivot).fold(1.0, f64::min)
    }

    /// How far the constraints of the last point were from dependent ones: 1 is far, 0 dependent.
    #[must_use]
    pub fn conditioning(&self) -> f64 {
        self.solvers.iter().map(Solver::conditioning).fold(1.0, f64::min)
    }
}

impl Program {
    /// Puts the values of the fixed inputs in.
    ///
    /// # Errors
    /// An operation on them has no value, or their number is wrong.
    pub fn bind<T: Tabulated>(&self, fixed: &[T]) -> Result<Kernel<T>, KernelError> {
        check_count(self.fixed, fixed.len())?;
        let mut pool = vec![T::from(0.0); self.fixed_slots];
        let inputs = Inputs { moving: &[], fixed };
        let mut unique = true;
        for step in &self.once {
            recurrence::value(&step.instruction, step.slot, &mut pool, &inputs)?;
            if let Instruction::Solution(system) = step.instruction {
                let system = &self.systems[system];
                unique &= Solver::new().value(system, step.slot, &mut pool, true)?;
            }
        }
        Ok(Kernel { program: self.clone(), pool, unique })
    }
}

fn check_count(expected: usize, found: usize) -> Result<(), KernelError> {
    if expected == found { Ok(()) } else { Err(KernelError::Arguments { expected, found }) }
}

impl<T: Tabulated> Kernel<T> {
    /// The program.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The outputs at a point; `at` has the inputs that move. Multipliers that are not unique are
    /// the shortest ones.
    ///
    /// # Errors
    /// The first operation without a value.
    pub fn values(
        &self,
        space: &mut Workspace<T>,
        at: &[T],
        outputs: &mut Vec<T>,
    ) -> Result<(), KernelError> {
        self.prepare(space, 0);
        self.point(space, at, true)?;
        outputs.clear();
        outputs.extend(self.program.outputs.iter().map(|&slot| space.coefficients[slot]));
        Ok(())
    }

    /// The derivatives of the outputs by the moving inputs `columns`, row after row: each column is the
    /// first Taylor coefficient along its direction.
    ///
    /// # Errors
    /// The first operation without a value or a derivative.
    pub fn jacobian(
        &self,
        space: &mut Workspace<T>,
        at: &[T],
        columns: std::ops::Range<usize>,
        jacobian: &mut [T],
    ) -> Result<(), KernelError> {
        self.prepare(space, 1);
        self.point(space, at, false)?;
        let width = columns.len();
        for (j, column) in columns.enumerate() {
            let direction = |i: usize| T::from(if i == column { 1.0 } else { 0.0 });
            self.order(space, 1, direction)?;
            let row = &space.coefficients[self.program.slots..];
            for (i, &slot) in self.program.outputs.iter().enumerate() {
                jacobian[i * width + j] = row[slot];
            }
        }
        Ok(())
    }

    /// The Taylor series of the solution of `x' = r(t, x)` through a point. The moving inputs are t and
    /// x, and the first outputs are r. `series[k n + i]` is coefficient k of `x_i`.
    ///
    /// # Errors
    /// The first operation without a value, or a coefficient that is not finite.
    pub fn series(
        &self,
        space: &mut Workspace<T>,
        t: T,
        x: &[T],
        order: usize,
        series: &mut Vec<T>,
    ) -> Result<(), KernelError> {
        let n = x.len();
        check_count(self.program.moving, n + 1)?;
        self.prepare(space, order);
        let mut at = vec![t];
        at.extend_from_slice(x);
        self.point(space, &at, false)?;
        series.clear();
        series.extend_from_slice(x);
        for k in 1..=order {
            let row = (k - 1) * self.program.slots;
            for i in 0..n {
                let rate = space.coefficients[row + self.program.outputs[i]];
                series.push(rate / T::from(k as f64));
            }
            let next = &series[k * n..];
            if next.iter().any(|x| !x.is_finite()) {
                return Err(KernelError::Coefficient { order: k });
            }
            if k < order {
                let time = T::from(if k == 1 { 1.0 } else { 0.0 });
                self.order(space, k, |i| if i == 0 { time } else { next[i - 1] })?;
            }
        }
        Ok(())
    }

    /// The Taylor series of the outputs along given series of the moving inputs t and x:
    /// `along[k n + i]` is coefficient k of `x_i`. Coefficient k of output i is at
    /// `k · outputs + i`.
    ///
    /// # Errors
    /// The first operation without a value, or a coefficient that is not finite.
    pub fn composition(
        &self,
        space: &mut Workspace<T>,
        t: T,
        along: &[T],
        order: usize,
        outputs: &mut Vec<T>,
    ) -> Result<(), KernelError> {
        let n = self.program.moving - 1;
        self.prepare(space, order);
        let mut at = vec![t];
        at.extend_from_slice(&along[..n]);
        self.point(space, &at, false)?;
        for k in 1..=order {
            let time = T::from(if k == 1 { 1.0 } else { 0.0 });
            let next = &along[k * n..(k + 1) * n];
            self.order(space, k, |i| if i == 0 { time } else { next[i - 1] })?;
        }
        outputs.clear();
        let rows = space.coefficients.chunks_exact(self.program.slots).take(order + 1);
        for (order, row) in rows.enumerate() {
            outputs.extend(self.program.outputs.iter().map(|&slot| row[slot]));
            let count = self.program.outputs.len();
            if outputs[order * count..].iter().any(|x| !x.is_finite()) {
                return Err(KernelError::Coefficient { order });
            }
        }
        Ok(())
    }

    /// Makes room for the orders up to the given one; the fixed slots have their values.
    fn prepare(&self, space: &mut Workspace<T>, order: usize) {
        let layout = (self.program.slots, self.pool.len());
        if space.layout != layout {
            space.coefficients.clear();
            space.layout = layout;
        }
        let room = (order + 1) * self.program.slots;
        if space.coefficients.len() < room {
            space.coefficients.resize(room, T::from(0.0));
        }
        space.coefficients[..self.pool.len()].copy_from_slice(&self.pool);
        space.sweep.prepare(self.program.pairs.len(), order);
        space.solvers.resize_with(self.program.systems.len(), Solver::new);
        space.unique = self.unique;
    }

    /// Coefficients 0: the values.
    fn point(&self, space: &mut Workspace<T>, at: &[T], shortest: bool) -> Result<(), KernelError> {
        check_count(self.program.moving, at.len())?;
        let Workspace { coefficients, solvers, unique, .. } = space;
        let values = &mut coefficients[..self.program.slots];
        let inputs = Inputs { moving: at, fixed: &[] };
        for step in &self.program.always {
            if let Instruction::Solution(system) = step.instruction {
                let solver = &mut solvers[system];
                *unique &=
                    solver.value(&self.program.systems[system], step.slot, values, shortest)?;
            } else {
                recurrence::value(&step.instruction, step.slot, values, &inputs)?;
            }
        }
        Ok(())
    }

    /// Coefficients `n ≥ 1`, with those of the moving inputs given.
    fn order(
        &self,
        space: &mut Workspace<T>,
        n: usize,
        input: impl Fn(usize) -> T,
    ) -> Result<(), KernelError> {
        let slots = self.program.slots;
        let Workspace { coefficients, sweep, solvers, .. } = space;
        if n >= 2 {
            sweep.store(&self.program.pairs, n - 1, &coefficients[(n - 1) * slots..n * slots]);
            sweep.sum(n);
        }
        let (low, high) = coefficients.split_at_mut(n * slots);
        let (zero, row) = (&low[..slots], &mut high[..slots]);
        let not_smooth = |function| KernelError::NotSmooth { function };
        let mut rows = Rows { n: T::from(n as f64), zero, row, middle: &sweep.middle };
        for step in &self.program.always {
            let slot: Slot = step.slot;
            match step.instruction {
                Instruction::Moving(i) => rows.row[slot] = input(i),
                Instruction::Solution(system) => {
                    solvers[system].coefficient(&self.program.systems[system], slot, &mut rows)?;
                }
                ref other => {
                    recurrence::coefficient(other, slot, &mut rows).map_err(not_smooth)?;
                }
            }
        }
        Ok(())
    }
}
