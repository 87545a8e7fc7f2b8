//! The energies at a state and how far its inertia is from singular, without accelerations.
//!
//! They are looked at after every step. The accelerations and multipliers of the same state would cost
//! several times as much, and are looked at in samples only.

#![allow(non_snake_case, reason = "M, A, B are the symbols of the papers")]

use alembert_kernel::{Kernel, Program, Workspace, smallest_pivot};
use alembert_mechanics::Linear;

use super::course::Course;
use super::field::Numeral;

/// E, T, V and the inertia as functions of time and state.
pub(super) struct Energies<T> {
    kernel: Kernel<T>,
    /// The number of velocities.
    n: usize,
    space: Workspace<T>,
    out: Vec<T>,
}

impl<T: Numeral> Energies<T> {
    /// None when they depend on more than time and state, or the linear system is not one of inertia and
    /// ideal reactions.
    pub(super) fn new(course: &Course, fixed: &[T]) -> Option<Self> {
        let Linear::Kkt { M, B, A, .. } = &course.motion.system else { return None };
        if A != B {
            return None;
        }
        let [kinetic, potential] = course.energies;
        let mut list = vec![course.motion.energy, kinetic, potential];
        list.extend(M.entries());
        let lowered = course.plain_tape(&list).ok()?;
        let all: Vec<usize> = (0..list.len()).collect();
        let kernel = Program::new(&lowered.tape, lowered.moving, &all).bind(fixed).ok()?;
        Some(Self { kernel, n: M.nrows(), space: Workspace::default(), out: Vec::new() })
    }

    /// E, T and V, and the smallest pivot of the inertia over its diagonal entry, at the moving inputs; none
    /// when there are none or the inertia is not positive definite.
    pub(super) fn at(&mut self, at: &[T]) -> Option<([T; 3], f64)> {
        self.kernel.values(&mut self.space, at, &mut self.out).ok()?;
        let (energies, inertia) = self.out.split_first_chunk_mut()?;
        Some((*energies, smallest_pivot(inertia, self.n)?))
    }
}
