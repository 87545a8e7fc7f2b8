//! Watched quantities: each has its values and its series whether or not the others have theirs.
//!
//! They are computed together, because they share much. Where one of them has no value they are computed one by
//! one, and that one is not a number.

use std::cell::OnceCell;

use alembert_algebra::tape::Tape;
use alembert_kernel::{Kernel, KernelError, Program, Workspace};

use super::course::Lowered;
use super::field::Numeral;

/// The kernels of watched quantities.
pub(super) struct Watches<T> {
    count: usize,
    /// Those from here on do not depend on multipliers.
    unique_from: usize,
    /// All of them together, or why one has no value anywhere.
    together: Result<Kernel<T>, KernelError>,
    source: Source<T>,
    /// One by one, from the first time on that one of them has no value.
    apart: OnceCell<Vec<Option<Kernel<T>>>>,
}

/// What a kernel is made of.
struct Source<T> {
    tape: Option<Tape>,
    moving: usize,
    places: Vec<usize>,
    fixed: Vec<T>,
}

impl<T: Numeral> Source<T> {
    fn kernels(&self) -> Vec<Option<Kernel<T>>> {
        let Some(tape) = &self.tape else { return Vec::new() };
        let kernel = |place| Program::new(tape, self.moving, &[place]).bind(&self.fixed).ok();
        self.places.iter().map(|&place| kernel(place)).collect()
    }
}

impl<T: Numeral> Watches<T> {
    /// The outputs of a tape at some places.
    pub(super) fn new(lowered: &Lowered, places: &[usize], fixed: &[T]) -> Self {
        let Lowered { tape, moving, .. } = lowered;
        let source = Source {
            tape: (!places.is_empty()).then(|| tape.clone()),
            moving: *moving,
            places: places.to_vec(),
            fixed: fixed.to_vec(),
        };
        let together = Program::new(tape, *moving, places).bind(fixed);
        let count = places.len();
        Self { count, unique_from: count, together, source, apart: OnceCell::new() }
    }

    /// Tells from which quantity on they do not depend on multipliers.
    pub(super) fn unique_from(&mut self, first: usize) {
        self.unique_from = first;
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    fn apart(&self) -> &[Option<Kernel<T>>] {
        self.apart.get_or_init(|| self.source.kernels())
    }

    /// The values at a point.
    pub(super) fn values(&self, space: &mut Workspace<T>, at: &[T], out: &mut Vec<T>, g: &mut [T]) {
        let all =
            |kernel: &Kernel<T>, space: &mut _, out: &mut _, _: bool| kernel.values(space, at, out);
        self.computed(space, out, (1, g), &all);
    }

    /// The coefficients to an order along a series that begins at t. Multipliers of dependent constraints have
    /// values, the shortest ones, but no series.
    pub(super) fn series(
        &self,
        space: &mut Workspace<T>,
        (t, c, order): (T, &[T], usize),
        out: &mut Vec<T>,
        g: &mut [T],
    ) {
        let all = |kernel: &Kernel<T>, space: &mut Workspace<T>, out: &mut Vec<T>, any: bool| {
            kernel.composition(space, t, c, order, out)?;
            if any || space.unique() { Ok(()) } else { Err(KernelError::Coefficient { order: 0 }) }
        };
        self.computed(space, out, (order + 1, g), &all);
    }

    /// The derivatives by all inputs that move, row by row; an error where one of the quantities has none.
    pub(super) fn slopes(
        &self,
        space: &mut Workspace<T>,
        at: &[T],
        slopes: &mut [T],
    ) -> Result<(), KernelError> {
        let together = self.together.as_ref().map_err(Clone::clone)?;
        together.jacobian(space, at, 0..at.len(), slopes)
    }

    /// So many rows of what a computation gives for each quantity.
    fn computed(
        &self,
        space: &mut Workspace<T>,
        out: &mut Vec<T>,
        (rows, g): (usize, &mut [T]),
        compute: &Computation<'_, T>,
    ) {
        if let Ok(together) = &self.together
            && compute(together, space, out, self.unique_from == 0).is_ok()
        {
            g.copy_from_slice(out);
            return;
        }
        g.fill(T::from(f64::NAN));
        for (j, kernel) in self.apart().iter().enumerate() {
            let Some(kernel) = kernel else { continue };
            if compute(kernel, space, out, j >= self.unique_from).is_ok() {
                (0..rows).for_each(|k| g[k * self.count + j] = out[k]);
            }
        }
    }
}

/// Numbers of a kernel, written into the list; multipliers may be any or have to be unique.
type Computation<'a, T> =
    dyn Fn(&Kernel<T>, &mut Workspace<T>, &mut Vec<T>, bool) -> Result<(), KernelError> + 'a;
