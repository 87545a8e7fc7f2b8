//! The series and the values of a kernel by code: machine code where there is some, otherwise, for series,
//! lists of affine operations.

#[cfg(test)]
mod tests;

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

use alembert_algebra::evaluate::Tabulated;

use crate::KernelError;
use crate::affine::{List, Numbers};
use crate::jit::{Code, Part, Values};
use crate::kernel::{Kernel, Solving, Workspace};
use crate::program::Program;
use crate::recurrence::Pair;

/// The code of a series.
#[derive(Debug)]
pub(crate) enum Coded {
    /// Machine code.
    Machine(Code),
    /// A list of affine operations.
    List(Box<List>),
}

impl Coded {
    /// The code of a program, of the first kind that there is for it.
    pub(crate) fn new(program: &Program, pool: &[Pair<f64>]) -> Option<Self> {
        let machine = Code::new(program, pool).map(Self::Machine);
        machine.or_else(|| List::new(program, pool).map(|list| Self::List(Box::new(list))))
    }

    /// Writes the coefficients of a series from order 2 on: rows 0 and 1 of the state are there. False, and
    /// nothing is written, when a linear system is not solved by solutions for unit right sides. The program has so
    /// many pairs of factors.
    fn series(&self, pairs: usize, order: usize, numbers: Numbers<'_>) -> bool {
        match self {
            Self::Machine(code) => {
                numbers.sweep.prepare(pairs, order);
                code.series(order, numbers)
            }
            Self::List(list) => list.series(order, numbers),
        }
    }
}

/// The code of a program with the fixed values that it was made for last: the next kernel often has the same.
#[derive(Debug, Clone, Default)]
pub(crate) struct Last(Arc<Mutex<Option<Made>>>);

/// The fixed values, and the code.
type Made = (Vec<Pair<f64>>, Option<Arc<Coded>>);

impl Last {
    /// The code of a kernel of this program.
    fn of(&self, kernel: &Kernel<f64>) -> Option<Arc<Coded>> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, code)) = last.as_ref().filter(|(pool, _)| is_same(pool, &kernel.pool)) {
            return code.clone();
        }
        let code = Coded::new(&kernel.program, &kernel.pool).map(Arc::new);
        *last = Some((kernel.pool.clone(), code.clone()));
        code
    }
}

/// Are the fixed values of two kernels of a program the same, bit by bit?
fn is_same(a: &[Pair<f64>], b: &[Pair<f64>]) -> bool {
    let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits();
    a.iter().flatten().zip(b.iter().flatten()).all(same)
}

impl<T: Tabulated + 'static> Kernel<T> {
    /// [`Self::series`] by code, from order 1 on; none when there is none or a linear system is not
    /// definite.
    #[expect(clippy::ptr_arg, reason = "the list grows once it is known to be one of doubles")]
    pub(crate) fn series_by_code(
        &self,
        space: &mut Workspace<T>,
        order: usize,
        x: &[T],
        series: &mut Vec<T>,
    ) -> Option<Result<(), KernelError>> {
        let kernel = (self as &dyn Any).downcast_ref::<Kernel<f64>>()?;
        let space = (space as &mut dyn Any).downcast_mut::<Workspace<f64>>()?;
        let series = (series as &mut dyn Any).downcast_mut::<Vec<f64>>()?;
        let code = kernel.code.get_or_init(|| kernel.program.coded.of(kernel)).as_ref()?;
        let n = x.len();
        let Workspace { pairs, sweep, solvers, room, .. } = space;
        series.resize((order + 1).max(2) * n, 0.0); // what is there is written anew
        let (start, next) = series.split_at_mut(n);
        start.iter_mut().zip(x).for_each(|(c, x)| *c = x.to_f64());
        for (c, &slot) in next.iter_mut().zip(&kernel.program.outputs[..n]) {
            *c = pairs[slot][0];
        }
        let (pairs, solvers) = (&mut pairs[..], &mut solvers[..]);
        if !code.series(
            kernel.program.pairs.len(),
            order,
            Numbers { pairs, sweep, solvers, series, room },
        ) {
            solvers.iter_mut().for_each(|solver| solver.close(1));
            return None;
        }
        solvers.iter_mut().for_each(|solver| solver.close(order.max(1)));
        series.truncate((order + 1) * n);
        if are_finite(&series[n..]) {
            return Some(Ok(()));
        }
        let bad = series[n..].iter().position(|x| !x.is_finite())?;
        let order = bad / n + 1;
        series.truncate((order + 1) * n);
        Some(Err(KernelError::Coefficient { order }))
    }

    /// The values at a point by machine code; none when there is none, or when a number is not finite.
    pub(crate) fn point_by_code(
        &self,
        space: &mut Workspace<T>,
        at: &[T],
        solving: Solving<T>,
    ) -> Option<Result<(), KernelError>> {
        let kernel = (self as &dyn Any).downcast_ref::<Kernel<f64>>()?;
        let values = kernel.values.code(|| Values::new(&kernel.program, &kernel.pool))?;
        let space = (space as &mut dyn Any).downcast_mut::<Workspace<f64>>()?;
        space.at.clear();
        space.at.extend(at.iter().map(|x| x.to_f64()));
        let solving = match solving {
            Solving::Shortest => Solving::Shortest,
            Solving::Independent => Solving::Independent,
            Solving::Along(tau) => Solving::Along(tau.to_f64()),
        };
        kernel.parts(values, space, solving)
    }
}

impl Kernel<f64> {
    /// The values at a point that the space has, part by part; none when a number is not finite.
    fn parts(
        &self,
        values: &Values,
        space: &mut Workspace<f64>,
        solving: Solving<f64>,
    ) -> Option<Result<(), KernelError>> {
        for part in values.parts() {
            match part {
                Part::Code(begin) => {
                    let Workspace { pairs, at, .. } = &mut *space;
                    values.write(*begin, at, pairs).then_some(())?;
                }
                Part::Sines(angles, slot) => {
                    let angles = &self.program.tables.angles[angles.clone()];
                    let (read, write) = space.pairs.split_at_mut(*slot);
                    let (write, _) = write.as_chunks_mut::<2>();
                    for (&a, [sin, cos]) in angles.iter().zip(write) {
                        (sin[0], cos[0]) = read[a as usize][0].sin_cos();
                    }
                }
                Part::Others(steps) => {
                    let done =
                        self.other_values(&self.program.always[steps.clone()], space, solving);
                    if let Err(error) = done {
                        return Some(Err(error));
                    }
                }
            }
        }
        Some(Ok(()))
    }
}

/// Are all numbers finite? A sum is finite for such alone; many side by side need no branch for each of them, and
/// one that overflows is looked at more closely.
fn are_finite(numbers: &[f64]) -> bool {
    let (chunks, rest) = numbers.as_chunks::<16>();
    let mut sums = [0.0; 16];
    for chunk in chunks {
        (0..16).for_each(|i| sums[i] += chunk[i]);
    }
    rest.iter().for_each(|x| sums[0] += x);
    for half in [8, 4, 2, 1] {
        (0..half).for_each(|i| sums[i] += sums[half + i]);
    }
    sums[0].is_finite() || numbers.iter().all(|x| x.is_finite())
}
