//! A program with its parameters: values, directional derivatives and Taylor series.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use alembert_algebra::evaluate::Tabulated;

use crate::KernelError;
use crate::affine::Room;
use crate::coded::Coded;
use crate::frequent;
use crate::jit::Values;
use crate::program::{Instruction, Kind, Program, Step, take};
use crate::recurrence::{self, Inputs, Pair, Rows};
use crate::sweep::Sweep;
use crate::systems::Solver;
use crate::uses::Uses;

/// A program whose fixed inputs have values.
#[derive(Debug, Clone)]
pub struct Kernel<T> {
    pub(crate) program: Program,
    /// The same for copies, another for other values of the fixed inputs.
    number: u64,
    /// The fixed slots.
    pub(crate) pool: Vec<Pair<T>>,
    /// Are the multipliers of systems that are fixed unique?
    unique: bool,
    /// Code of a whole series, made for the first one; none where there is none.
    pub(crate) code: OnceLock<Option<Arc<Coded>>>,
    /// The machine code of values, made after some of them.
    pub(crate) values: Uses<Values>,
}

/// How many kernels there have been.
static KERNELS: AtomicU64 = AtomicU64::new(0);

/// Room to compute in; any kernel may use it after another.
#[derive(Debug, Clone)]
pub struct Workspace<T> {
    /// Coefficients 0 and those of the order that is computed, by slot.
    pub(crate) pairs: Vec<Pair<T>>,
    pub(crate) sweep: Sweep<T>,
    /// The numbers of a list of affine operations.
    pub(crate) room: Room,
    pub(crate) solvers: Vec<Solver<T>>,
    /// The values of the slots at several places.
    pub(crate) places: Vec<T>,
    /// The point of the last values by machine code, and the beginning of the last series.
    pub(crate) at: Vec<T>,
    start: Vec<T>,
    /// The kernel whose values at the start the space holds, with which a series there begins; none when it
    /// holds others.
    begun: Option<u64>,
    /// The kernel whose fixed slots the pairs hold.
    filled: Option<u64>,
    unique: bool,
}

impl<T> Default for Workspace<T> {
    fn default() -> Self {
        let (pairs, solvers) = (Vec::new(), Vec::new());
        let (places, at, start) = (Vec::new(), Vec::new(), Vec::new());
        let (sweep, begun, filled, unique) = (Sweep::default(), None, None, true);
        let room = Room::default();
        Self { pairs, sweep, room, solvers, places, at, start, begun, filled, unique }
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
        let mut pool = vec![[T::from(0.0); 2]; self.fixed_slots];
        let inputs = Inputs { moving: &[], fixed };
        let mut unique = true;
        for step in &self.once {
            recurrence::value(&step.instruction, step.slot, &mut pool, &inputs)?;
            if let Instruction::Solution(system) = step.instruction {
                let system = &self.systems[system];
                unique &= Solver::new().value(system, step.slot, &mut pool, true)?;
            }
        }
        Ok(Kernel {
            program: self.clone(),
            number: KERNELS.fetch_add(1, Ordering::Relaxed),
            pool,
            unique,
            code: OnceLock::new(),
            values: Uses::default(),
        })
    }
}

fn check_count(expected: usize, found: usize) -> Result<(), KernelError> {
    if expected == found { Ok(()) } else { Err(KernelError::Arguments { expected, found }) }
}

impl<T: Tabulated + 'static> Kernel<T> {
    /// The program.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The value of an output that does not move; none when it does.
    #[must_use]
    pub fn fixed_output(&self, output: usize) -> Option<T> {
        self.pool.get(self.program.outputs[output]).map(|pair| pair[0])
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
        self.prepare_values(space);
        self.point(space, at, Solving::Shortest)?;
        self.write(space, outputs);
        Ok(())
    }

    /// The outputs at a point that lies `tau` after the beginning of the last series of this kernel in
    /// this space, as [`Self::values_along`] gives them.
    ///
    /// # Errors
    /// The first operation without a value.
    pub fn value_along(
        &self,
        space: &mut Workspace<T>,
        tau: T,
        at: &[T],
        outputs: &mut [T],
    ) -> Result<(), KernelError> {
        self.point(space, at, Solving::Along(tau))?;
        for (output, &slot) in outputs.iter_mut().zip(&self.program.outputs) {
            *output = space.pairs[slot][0];
        }
        Ok(())
    }

    /// The outputs at a point at which a series may begin; it then begins with these values.
    ///
    /// # Errors
    /// The first operation without a value.
    pub fn value_ahead(
        &self,
        space: &mut Workspace<T>,
        (t, x): (T, &[T]),
        outputs: &mut [T],
    ) -> Result<(), KernelError> {
        self.prepare_values(space);
        self.begin(space, t, x)?;
        space.begun = Some(self.number);
        for (output, &slot) in outputs.iter_mut().zip(&self.program.outputs) {
            *output = space.pairs[slot][0];
        }
        Ok(())
    }

    /// The values at the beginning of a series.
    fn begin(&self, space: &mut Workspace<T>, t: T, x: &[T]) -> Result<(), KernelError> {
        let mut at = std::mem::take(&mut space.start);
        at.clear();
        at.push(t);
        at.extend_from_slice(x);
        let begun = self.point(space, &at, Solving::Independent);
        space.start = at;
        begun
    }

    fn write(&self, space: &Workspace<T>, outputs: &mut Vec<T>) {
        outputs.clear();
        outputs.extend(self.program.outputs.iter().map(|&slot| space.pairs[slot][0]));
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
        self.point(space, at, Solving::Independent)?;
        let width = columns.len();
        let mut direction = vec![T::from(0.0); at.len()];
        for (j, column) in columns.enumerate() {
            direction[column] = T::from(1.0);
            self.order(space, 1, (direction[0], &direction[1..]))?;
            direction[column] = T::from(0.0);
            for (i, &slot) in self.program.outputs.iter().enumerate() {
                jacobian[i * width + j] = space.pairs[slot][1];
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
        let is_begun =
            space.begun == Some(self.number) && space.start[0] == t && space.start[1..] == *x;
        if !is_begun {
            self.prepare_values(space);
            self.begin(space, t, x)?;
        }
        space.begun = None;
        if let Some(done) = self.series_by_code(space, order, x, series) {
            return done;
        }
        space.sweep.prepare(self.program.pairs.len(), order);
        series.clear();
        series.extend_from_slice(x);
        for k in 1..=order {
            let known = usize::from(k > 1);
            let inverse = T::from(1.0) / T::from(k as f64);
            for &slot in &self.program.outputs[..n] {
                series.push(space.pairs[slot][known] * inverse);
            }
            let next = &series[k * n..];
            if next.iter().any(|x| !x.is_finite()) {
                return Err(KernelError::Coefficient { order: k });
            }
            if k < order {
                let time = T::from(if k == 1 { 1.0 } else { 0.0 });
                self.order(space, k, (time, next))?;
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
        self.point(space, &at, Solving::Independent)?;
        outputs.clear();
        for k in 0..=order {
            if k > 0 {
                let time = T::from(if k == 1 { 1.0 } else { 0.0 });
                let next = &along[k * n..(k + 1) * n];
                self.order(space, k, (time, next))?;
            }
            let known = usize::from(k > 0);
            let row = outputs.len();
            outputs.extend(self.program.outputs.iter().map(|&slot| space.pairs[slot][known]));
            if outputs[row..].iter().any(|x| !x.is_finite()) {
                return Err(KernelError::Coefficient { order: k });
            }
        }
        Ok(())
    }

    /// Makes room for the values; the fixed slots have theirs.
    fn prepare_values(&self, space: &mut Workspace<T>) {
        space.begun = None;
        space.unique = self.unique;
        if space.filled == Some(self.number) {
            return;
        }
        space.pairs.resize(self.program.slots.max(1), [T::from(0.0); 2]);
        space.pairs[..self.pool.len()].copy_from_slice(&self.pool);
        space.solvers.resize_with(self.program.systems.len(), Solver::new);
        space.filled = Some(self.number);
    }

    /// Makes room for the orders up to the given one; the fixed slots have their values.
    fn prepare(&self, space: &mut Workspace<T>, order: usize) {
        self.prepare_values(space);
        space.sweep.prepare(self.program.pairs.len(), order);
    }

    /// Coefficients 0: the values.
    fn point(
        &self,
        space: &mut Workspace<T>,
        at: &[T],
        solving: Solving<T>,
    ) -> Result<(), KernelError> {
        check_count(self.program.moving, at.len())?;
        space.begun = None;
        if let Some(done) = self.point_by_code(space, at, solving) {
            return done;
        }
        let mut rest = self.program.tables.all();
        for run in &self.program.runs {
            let steps = &self.program.always[run.from..run.to];
            if run.kind == Kind::Other {
                self.other_values(steps, space, solving)?;
                continue;
            }
            let done = frequent::values(run, &mut rest, at, &mut space.pairs);
            done.map_err(|first| without_value(&steps[first], &space.pairs, &self.program))?;
        }
        Ok(())
    }

    /// The values of functions, quotients and linear systems.
    pub(crate) fn other_values(
        &self,
        steps: &[Step],
        space: &mut Workspace<T>,
        solving: Solving<T>,
    ) -> Result<(), KernelError> {
        let Workspace { pairs: values, solvers, unique, .. } = space;
        let inputs = Inputs { moving: &[], fixed: &[] };
        for step in steps {
            match step.instruction {
                Instruction::Solution(number) => {
                    let system = &self.program.systems[number];
                    let solver = &mut solvers[number];
                    *unique &= match solving {
                        Solving::Shortest => solver.value(system, step.slot, values, true)?,
                        Solving::Independent => solver.value(system, step.slot, values, false)?,
                        Solving::Along(tau) => {
                            solver.along(system, step.slot, values, tau)?;
                            true
                        }
                    };
                }
                ref other => recurrence::value(other, step.slot, values, &inputs)?,
            }
        }
        Ok(())
    }

    /// Coefficients `n ≥ 1`, with those of the moving inputs given: t, then the others.
    fn order(
        &self,
        space: &mut Workspace<T>,
        n: usize,
        (time, others): (T, &[T]),
    ) -> Result<(), KernelError> {
        let Workspace { pairs, sweep, solvers, .. } = space;
        if n >= 2 {
            sweep.store(&self.program.pairs, n - 1, pairs);
            sweep.sum(n);
        }
        let order = T::from(n as f64);
        let mut rest = self.program.tables.all();
        for run in &self.program.runs {
            match run.kind {
                Kind::Input => {
                    let numbers = take(&mut rest.inputs, run.to - run.from);
                    for (&i, pair) in numbers.iter().zip(&mut pairs[run.slot..]) {
                        pair[1] = if i == 0 { time } else { others[i - 1] };
                    }
                }
                Kind::Other => {
                    let steps = &self.program.always[run.from..run.to];
                    let mut rows = Rows { n: order, pairs, middle: &sweep.middle };
                    self.others(steps, &mut rows, solvers)?;
                }
                _ => frequent::coefficients(run, &mut rest, (order, &sweep.middle), pairs),
            }
        }
        Ok(())
    }

    /// Coefficients n of functions, quotients and linear systems.
    fn others(
        &self,
        steps: &[Step],
        rows: &mut Rows<'_, T>,
        solvers: &mut [Solver<T>],
    ) -> Result<(), KernelError> {
        let not_smooth = |function| KernelError::NotSmooth { function };
        for step in steps {
            match step.instruction {
                Instruction::Solution(number) => {
                    let system = &self.program.systems[number];
                    solvers[number].coefficient(system, step.slot, rows)?;
                }
                ref other => {
                    recurrence::coefficient(other, step.slot, rows).map_err(not_smooth)?;
                }
            }
        }
        Ok(())
    }
}

/// How linear systems are solved at a point.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Solving<T> {
    /// With the shortest multipliers where they are not unique.
    Shortest,
    /// With those of independent rows, which have series.
    Independent,
    /// By correction, so long after the beginning of the last series.
    Along(T),
}

/// Says which of the frequent operations has no value.
#[cold]
fn without_value<T: Tabulated>(step: &Step, values: &[Pair<T>], program: &Program) -> KernelError {
    let (operation, argument) = match step.instruction {
        Instruction::Moving(_) => ("an input", Some(step.slot)),
        Instruction::SinCos(a, _) => ("sin", Some(a)),
        Instruction::Sum(counts) if counts.products + counts.linear > 1 => {
            ("a sum", program.first_term(step.slot))
        }
        Instruction::Sum(_) => ("a product", program.first_term(step.slot)),
        ref product => ("a product", product.argument()),
    };
    let argument = argument.map_or(f64::NAN, |slot| values[slot][0].to_f64());
    KernelError::Undefined { operation, argument }
}
