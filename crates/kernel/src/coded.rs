//! The values of a kernel by machine code, where there is some.

use std::any::Any;

use alembert_algebra::evaluate::Tabulated;

use crate::KernelError;
use crate::jit::{Part, Values};
use crate::kernel::{Kernel, Solving, Workspace};

impl<T: Tabulated + 'static> Kernel<T> {
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
