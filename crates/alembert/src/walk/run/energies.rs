//! The energies at a state and how far its inertia is from singular, without accelerations.
//!
//! The energies are looked at after every step, those of several steps side by side, the inertia where it may matter.
//! The accelerations and
//! multipliers of the same state would cost several times as much, and are looked at in samples only.

#![allow(non_snake_case, reason = "M, A, B are the symbols of the papers")]

use alembert_algebra::Expr;
use alembert_algebra::numeric::Real;
use alembert_algebra::numeric::solve::SolveError;
use alembert_kernel::{Kernel, Program, Workspace, smallest_pivot};
use alembert_mechanics::Linear;

use super::course::{Course, Lowered};
use super::field::Numeral;

/// E, T, V and the inertia as functions of time and state.
pub(super) struct Energies<T> {
    kernel: Kernel<T>,
    /// The entries of the inertia, and the sine that the linear system was divided by, which does not tell where that
    /// vanishes.
    inertia: Kernel<T>,
    /// The number of velocities.
    n: usize,
    space: Workspace<T>,
    /// The same for the inertia.
    weighing: Workspace<T>,
    out: Vec<T>,
    /// The inputs of the states that wait: input i of state p at `[i][p]`, and how many states there are.
    waiting: Vec<[T; TOGETHER]>,
    count: usize,
}

/// The states whose energies are computed side by side.
const TOGETHER: usize = 8;

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

    /// Those that stand on a tape already, for so many velocities; the last may be the sine that the linear system was
    /// divided by.
    pub(super) fn on(lowered: &Lowered, places: &[usize], n: usize, fixed: &[T]) -> Option<Self> {
        let (energies, inertia) = places.split_at_checked(3)?;
        let kernel =
            |places: &[usize]| Program::new(&lowered.tape, lowered.moving, places).bind(fixed).ok();
        let (kernel, inertia) = (kernel(energies)?, kernel(inertia)?);
        let waiting = vec![[T::from(0.0); TOGETHER]; lowered.moving];
        let (space, weighing, out) = (Workspace::default(), Workspace::default(), Vec::new());
        Some(Self { kernel, inertia, n, space, weighing, out, waiting, count: 0 })
    }

    /// E, T and V at the moving inputs; none when there are none.
    pub(super) fn at(&mut self, at: &[T]) -> Option<[T; 3]> {
        self.kernel.values(&mut self.space, at, &mut self.out).ok()?;
        self.out.first_chunk().copied()
    }

    /// Lets a state wait for others, beside which its energies cost less; true when there are enough.
    pub(super) fn wait(&mut self, at: &[T]) -> bool {
        let first = self.count == 0;
        for (places, &x) in self.waiting.iter_mut().zip(at) {
            match first {
                true => *places = [x; TOGETHER], // so that all places have values
                false => places[self.count] = x,
            }
        }
        self.count += 1;
        self.count == TOGETHER
    }

    /// E, T and V of the states that waited, as many as are said; none when one of them has none.
    pub(super) fn waited(&mut self) -> (usize, Option<[[T; TOGETHER]; 3]>) {
        let count = std::mem::take(&mut self.count);
        if count == 0 {
            return (0, None);
        }
        let mut energies = [[T::from(0.0); TOGETHER]; 3];
        let Self { kernel, space, waiting, .. } = self;
        let done = kernel.values_at_places(space, waiting, count, &mut energies);
        (count, done.is_ok().then_some(energies))
    }

    /// The moving inputs of a state that waited.
    pub(super) fn state(&self, p: usize) -> impl DoubleEndedIterator<Item = T> {
        self.waiting.iter().map(move |x| x[p])
    }

    /// The smallest pivot of the inertia over its diagonal entry; none when it is not positive definite.
    ///
    /// # Errors
    /// The linear system was divided by what is 0 here, but for rounding.
    pub(super) fn pivot(&mut self, at: &[T]) -> Result<Option<f64>, SolveError> {
        let Self { inertia, weighing, out, .. } = self;
        if inertia.values(weighing, at, out).is_err() {
            return Ok(None);
        }
        let entries = self.n * self.n;
        let is_nothing = |sine: &T| sine.to_f64().powi(2) <= 64.0 * <T as Real>::EPSILON;
        if out.get(entries).is_some_and(is_nothing) {
            return Err(SolveError::Singular { rank: 0, size: 1 });
        }
        Ok(smallest_pivot(&mut out[..entries], self.n))
    }
}
