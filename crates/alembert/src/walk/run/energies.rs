//! The energies at a state and how far its inertia is from singular, without accelerations.
//!
//! The energies are looked at after every step, the inertia where it may matter. The accelerations and
//! multipliers of the same state would cost several times as much, and are looked at in samples only.

#![allow(non_snake_case, reason = "M, A, B are the symbols of the papers")]

use alembert_algebra::Expr;
use alembert_kernel::{Kernel, Program, Workspace, smallest_pivot};
use alembert_mechanics::Linear;

use super::course::{Course, Lowered};
use super::field::Numeral;

/// E, T, V and the inertia as functions of time and state.
pub(super) struct Energies<T> {
    kernel: Kernel<T>,
    inertia: Kernel<T>,
    /// The number of velocities.
    n: usize,
    space: Workspace<T>,
    out: Vec<T>,
}

/// E, T, V and the entries of the inertia; none when the linear system is not one of inertia and ideal
/// reactions.
pub(super) fn energies(course: &Course) -> Option<Vec<Expr>> {
    let Linear::Kkt { M, B, A, .. } = &course.motion.system else { return None };
    let [kinetic, potential] = course.energies;
    let list = [course.motion.energy, kinetic, potential].into_iter().chain(M.entries());
    (A == B).then(|| list.collect())
}

impl<T: Numeral> Energies<T> {
    /// None when there are no [`energies`], or they depend on more than time and state.
    pub(super) fn new(course: &Course, fixed: &[T]) -> Option<Self> {
        let list = energies(course)?;
        let lowered = course.plain_tape(&list).ok()?;
        let places: Vec<usize> = (0..list.len()).collect();
        Self::on(&lowered, &places, course.n, fixed)
    }

    /// Those that stand on a tape already, for so many velocities.
    pub(super) fn on(lowered: &Lowered, places: &[usize], n: usize, fixed: &[T]) -> Option<Self> {
        let (energies, inertia) = places.split_at_checked(3)?;
        let kernel =
            |places: &[usize]| Program::new(&lowered.tape, lowered.moving, places).bind(fixed).ok();
        let (kernel, inertia) = (kernel(energies)?, kernel(inertia)?);
        Some(Self { kernel, inertia, n, space: Workspace::default(), out: Vec::new() })
    }

    /// E, T and V at the moving inputs; none when there are none.
    pub(super) fn at(&mut self, at: &[T]) -> Option<[T; 3]> {
        self.kernel.values(&mut self.space, at, &mut self.out).ok()?;
        self.out.first_chunk().copied()
    }

    /// The smallest pivot of the inertia over its diagonal entry; none when it is not positive definite.
    pub(super) fn pivot(&mut self, at: &[T]) -> Option<f64> {
        self.inertia.values(&mut self.space, at, &mut self.out).ok()?;
        smallest_pivot(&mut self.out, self.n)
    }
}
