//! The field of a motion, as integrators see it: rates, series, derivatives, watched quantities.

use std::cell::RefCell;

use alembert_algebra::evaluate::Tabulated;
use alembert_flow::{FieldError, Jacobian, Number, PLACES, Series, VectorField};
use alembert_kernel::{Kernel, KernelError, Workspace};

use super::WalkError;
use super::course::Lowered;
use super::lagrangian::Lagrangian;
use super::trajectory::Stored;
use super::watches::Watches;

/// A number that a kernel and an integrator both compute with.
pub(super) trait Numeral: Tabulated + Number + Stored + 'static {}
impl<T: Tabulated + Number + Stored + 'static> Numeral for T {}

/// The vector field of a course with numbers for everything that is fixed.
pub(super) struct Field<T> {
    rates: Kernel<T>,
    /// The degree of the rates in inputs, sines and cosines; none with other functions.
    degree: Option<usize>,
    /// Does every step begin where the one before it ended, because nothing is projected?
    is_free: bool,
    watched: Watches<T>,
    lagrangian: Option<Lagrangian<T>>,
    room: RefCell<Room<T>>,
}

struct Room<T> {
    space: Workspace<T>,
    /// Where the last series was computed.
    series: Workspace<T>,
    at: Vec<T>,
    /// The inputs at several places.
    places: Vec<[T; PLACES]>,
    out: Vec<T>,
    failure: Option<KernelError>,
}

impl<T: Numeral> Field<T> {
    /// The field of a tape whose first `dim` outputs are rates and whose outputs `watched` are watched.
    pub(super) fn new(
        lowered: &Lowered,
        watched: &[usize],
        fixed: &[T],
    ) -> Result<Self, WalkError> {
        let (space, series) = (Workspace::default(), Workspace::default());
        let (at, places, out) = (Vec::new(), Vec::new(), Vec::new());
        let rates = lowered.rates();
        Ok(Self {
            degree: rates.degree(),
            is_free: false,
            rates: rates.bind(fixed)?,
            watched: Watches::new(lowered, watched, fixed),
            lagrangian: lowered.action.as_ref().map(|action| action.bind(fixed)).transpose()?,
            room: RefCell::new(Room { space, series, at, places, out, failure: None }),
        })
    }

    /// The same field for states that nothing moves between steps.
    pub(super) fn freed(self, is_free: bool) -> Self {
        Self { is_free, ..self }
    }

    /// The same where watched quantities do not depend on multipliers from this one on.
    pub(super) fn unique_from(mut self, first: usize) -> Self {
        self.watched.unique_from(first);
        self
    }

    /// The Lagrangian, when the method that was asked for steps by it.
    pub(super) fn lagrangian(&self) -> Option<&Lagrangian<T>> {
        self.lagrangian.as_ref()
    }

    /// Is every operation of the motion analytic?
    pub(super) fn is_analytic(&self) -> bool {
        self.rates.program().is_analytic()
    }

    /// Why the field had no value the last time that it had none.
    pub(super) fn failure(&self) -> Option<KernelError> {
        self.room.borrow().failure.clone()
    }
}

impl<T: Numeral> Room<T> {
    fn set(&mut self, t: T, x: &[T]) {
        self.at.clear();
        self.at.push(t);
        self.at.extend_from_slice(x);
    }

    fn values(&mut self, kernel: &Kernel<T>, to: &mut [T]) -> Result<(), KernelError> {
        kernel.values(&mut self.space, &self.at, &mut self.out)?;
        to.copy_from_slice(&self.out);
        Ok(())
    }

    /// Keeps a failure and says it in the words of an integrator.
    fn told(&mut self, done: Result<(), KernelError>) -> Result<(), FieldError> {
        done.map_err(|error| {
            let told = said(&error);
            self.failure = Some(error);
            told
        })
    }
}

/// A series that ends with these orders because the next overflows is as good as a shorter one.
const FEWEST_ORDERS: usize = 4;

/// Did a coefficient overflow? Integrators shorten their steps then, as before a pole.
fn overflows(done: &Result<(), KernelError>) -> bool {
    use alembert_algebra::numeric::solve::SolveError::NotFinite;
    matches!(done, Err(KernelError::Coefficient { .. } | KernelError::Solve(NotFinite { .. })))
}

/// A failure of a kernel in the words of an integrator.
pub(super) fn said(error: &KernelError) -> FieldError {
    match error {
        KernelError::Undefined { operation, argument } => {
            FieldError::Domain { operation, argument: *argument }
        }
        KernelError::NotSmooth { function } => {
            FieldError::Domain { operation: function, argument: 0.0 }
        }
        KernelError::Solve(_) => FieldError::Singular { matrix: "the linear system", ratio: 0.0 },
        _ => FieldError::NotFinite { component: 0 },
    }
}

impl<T: Numeral> VectorField<T> for Field<T> {
    fn dim(&self) -> usize {
        self.rates.program().outputs()
    }

    fn rate(&self, t: T, x: &[T], dx: &mut [T]) -> Result<(), FieldError> {
        let mut room = self.room.borrow_mut();
        room.set(t, x);
        let done = room.values(&self.rates, dx);
        room.told(done)
    }

    fn watches(&self) -> usize {
        self.watched.count()
    }

    fn watch(&self, t: T, x: &[T], g: &mut [T]) -> Result<(), FieldError> {
        let room = &mut *self.room.borrow_mut();
        room.set(t, x);
        self.watched.values(&mut room.space, &room.at, &mut room.out, g);
        Ok(())
    }
}

impl<T: Numeral> Series<T> for Field<T> {
    fn series(&self, t: T, x: &[T], order: usize, c: &mut [T]) -> Result<(), FieldError> {
        let room = &mut *self.room.borrow_mut();
        let done = self.rates.series(&mut room.series, t, x, order, &mut room.out);
        let found = room.out.len();
        if overflows(&done) && found > FEWEST_ORDERS * x.len() {
            c[..found].copy_from_slice(&room.out);
            c[found..].fill(T::from(f64::INFINITY));
            return Ok(());
        }
        room.told(done)?;
        c.copy_from_slice(&room.out);
        Ok(())
    }

    fn places(&self, order: usize) -> usize {
        if self.degree.is_some_and(|degree| degree < order) { 1 } else { PLACES }
    }

    fn rate_at_end(&self, (t, tau): (T, T), x: &[T], dx: &mut [T]) -> Result<(), FieldError> {
        let room = &mut *self.room.borrow_mut();
        if self.is_free {
            let done = self.rates.value_ahead(&mut room.series, (t, x), dx);
            return room.told(done);
        }
        room.set(t, x);
        let done = self.rates.value_along(&mut room.series, tau, &room.at, dx);
        room.told(done)
    }

    fn rates_along(
        &self,
        (t, tau): (T, &[T; PLACES]),
        x: &[[T; PLACES]],
        count: usize,
        dx: &mut [[T; PLACES]],
    ) -> Result<(), FieldError> {
        let room = &mut *self.room.borrow_mut();
        room.places.clear();
        room.places.push(tau.map(|tau| t + tau));
        room.places.extend_from_slice(x);
        let done = self.rates.values_along(&mut room.series, tau, &room.places, count, dx);
        room.told(done)
    }

    fn watched(&self, t: T, order: usize, c: &[T], g: &mut [T]) -> Result<(), FieldError> {
        if g.is_empty() {
            return Ok(());
        }
        let room = &mut *self.room.borrow_mut();
        self.watched.series(&mut room.space, (t, c, order), &mut room.out, g);
        Ok(())
    }
}

impl Field<f64> {
    /// The derivatives of the watched quantities by time and by the state, row by row.
    pub(super) fn watched_slopes(
        &self,
        (t, x): (f64, &[f64]),
        slopes: &mut [f64],
    ) -> Result<(), FieldError> {
        let room = &mut *self.room.borrow_mut();
        room.set(t, x);
        let done = self.watched.slopes(&mut room.space, &room.at, slopes);
        room.told(done)
    }
}

impl Jacobian for Field<f64> {
    fn jacobian(&self, t: f64, x: &[f64], j: &mut [f64]) -> Result<(), FieldError> {
        let room = &mut *self.room.borrow_mut();
        room.set(t, x);
        let columns = 1..x.len() + 1;
        let done = self.rates.jacobian(&mut room.space, &room.at, columns, j);
        room.told(done)
    }

    /// An operation of a program is a sum of two products and more.
    #[expect(clippy::cast_precision_loss, reason = "programs are far shorter than 2⁵³")]
    fn operations(&self) -> f64 {
        2.0 * self.rates.program().operations() as f64
    }
}
