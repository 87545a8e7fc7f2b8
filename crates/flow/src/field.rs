//! What is followed: a vector field ẋ = f(t, x), and what a field may offer besides its values.
//!
//! ```text
//! VectorField   f(t, x), and quantities g(t, x) to be watched
//! Series        the Taylor coefficients of x(t + τ) and of g(t + τ, x(t + τ))
//! Jacobian      ∂f/∂x
//! ```
//!
//! Series are flat: the coefficient of τᵏ in component i stands at index `k * dim + i`. A field
//! reports what it cannot compute; it never returns a number that is not finite.

use thiserror::Error;

use crate::Number;
use crate::number::nearest;

/// Why a field, a projection or a step has no value at a state.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum FieldError {
    /// A function was asked for a value outside of its domain.
    #[error("{operation} of {argument} is not defined")]
    Domain {
        /// The function.
        operation: &'static str,
        /// Its argument.
        argument: f64,
    },
    /// A linear system has no unique solution.
    #[error("{matrix} is singular (smallest to largest pivot {ratio:e})")]
    Singular {
        /// The name of its matrix.
        matrix: &'static str,
        /// The smallest pivot divided by the largest.
        ratio: f64,
    },
    /// A value is infinite or not a number.
    #[error("component {component} is not finite")]
    NotFinite {
        /// Its index in the state.
        component: usize,
    },
    /// An iteration did not settle.
    #[error("{iteration} does not converge (last change {change:e}); a shorter step may help")]
    NoConvergence {
        /// The iteration.
        iteration: &'static str,
        /// Its last change.
        change: f64,
    },
    /// The end of a run is not a number.
    #[error("the end of the run is not a time")]
    NoTime,
    /// The parts of a run do not fit together.
    #[error("the state has {state} components, the field {field}, the manifold {manifold}")]
    Dimensions {
        /// Components of the start.
        state: usize,
        /// Components of the field.
        field: usize,
        /// Components of the manifold.
        manifold: usize,
    },
    /// An event names a quantity that the field does not watch.
    #[error("event {event} looks at quantity {watch}, but the field watches only {watches}")]
    NotWatched {
        /// The index of the event.
        event: usize,
        /// The quantity it asks for.
        watch: usize,
        /// The number of quantities.
        watches: usize,
    },
    /// The state is too far from the constraints to be moved onto them.
    #[error("the constraints cannot be satisfied near this state (residual {residual:e})")]
    OffManifold {
        /// What remains.
        residual: f64,
    },
}

/// The most places of a step at which its series is compared with the field.
pub const PLACES: usize = 6;

/// A vector field ẋ = f(t, x).
pub trait VectorField<R: Number = f64> {
    /// The number of components of x.
    fn dim(&self) -> usize;

    /// f(t, x).
    ///
    /// # Errors
    /// The field has no finite value there.
    fn rate(&self, t: R, x: &[R], dx: &mut [R]) -> Result<(), FieldError>;

    /// The number of quantities that are watched for zeros.
    fn watches(&self) -> usize {
        0
    }

    /// The watched quantities g(t, x). One that has no finite value there is not a number.
    ///
    /// # Errors
    /// None of them has a value there.
    fn watch(&self, t: R, x: &[R], g: &mut [R]) -> Result<(), FieldError> {
        let _ = (t, x, g);
        Ok(())
    }
}

/// A field whose solutions have Taylor series.
pub trait Series<R: Number = f64>: VectorField<R> {
    /// x(t + τ) = Σ cₖ τᵏ for k = 0 … order; `c` has (order + 1) dim entries and c₀ = x. From the order on in
    /// which one overflows, all are infinite.
    ///
    /// # Errors
    /// The field has no finite series there.
    fn series(&self, t: R, x: &[R], order: usize, c: &mut [R]) -> Result<(), FieldError>;

    /// At how many places a step with a series of an order is compared with the field, at most [`PLACES`].
    /// One, the end of the step, is enough for a field in which no function but sines and cosines occurs,
    /// when its terms have a lower degree than the series: it has no branch points, and none of its terms is
    /// asleep and wakes.
    fn places(&self, order: usize) -> usize {
        let _ = order;
        PLACES
    }

    /// f(t, x) as in [`Self::rates_along`] at the end of a step that began τ before, where the next step
    /// begins if nothing moves the state: a field may keep what it computes for the series there.
    ///
    /// # Errors
    /// The field has no finite value there.
    fn rate_at_end(&self, (t, tau): (R, R), x: &[R], dx: &mut [R]) -> Result<(), FieldError> {
        let _ = tau;
        self.rate(t, x, dx)
    }

    /// f(t + τ, x) at the first `count` of some places τ on the last series of this field, which began
    /// at t; place p of component i is `x[i][p]`. A field that solves linear systems for its rates may
    /// correct the series instead: the result f̃ has ẋ − f̃ = B (ẋ − f), with the slopes ẋ of the series
    /// and a matrix B near the unit matrix, so that it tells how well the series satisfies the field.
    ///
    /// # Errors
    /// The field has no finite value at one of them.
    fn rates_along(
        &self,
        (t, tau): (R, &[R; PLACES]),
        x: &[[R; PLACES]],
        count: usize,
        dx: &mut [[R; PLACES]],
    ) -> Result<(), FieldError> {
        let mut rate = vec![R::from(0.0); x.len()];
        for p in 0..count {
            let state: Vec<R> = x.iter().map(|x| x[p]).collect();
            self.rate(t + tau[p], &state, &mut rate)?;
            dx.iter_mut().zip(&rate).for_each(|(dx, &rate)| dx[p] = rate);
        }
        Ok(())
    }

    /// g(t + τ, Σ cₖ τᵏ) to the same order; `g` has (order + 1) watches entries. A quantity that has no finite
    /// series there has coefficients that are not numbers.
    ///
    /// # Errors
    /// None of them has a series there.
    fn watched(&self, t: R, order: usize, c: &[R], g: &mut [R]) -> Result<(), FieldError> {
        let _ = (t, order, c, g);
        Ok(())
    }
}

/// A field with its derivative.
pub trait Jacobian: VectorField {
    /// J = ∂f/∂x, row by row: ∂fᵢ/∂xⱼ at index `i * dim + j`.
    ///
    /// # Errors
    /// The derivative has no finite value there.
    fn jacobian(&self, t: f64, x: &[f64], j: &mut [f64]) -> Result<(), FieldError>;

    /// About how many operations an evaluation of the rate has.
    fn operations(&self) -> f64 {
        8.0 * crate::number::float(self.dim())
    }
}

/// A field from a function that always has a value: f(t, x) written into the last argument.
///
/// ```
/// use alembert_flow::{Rates, VectorField};
/// let spring = Rates::new(2, |_t, x: &[f64], dx: &mut [f64]| {
///     dx.copy_from_slice(&[x[1], -x[0]]);
/// });
/// let mut rate = [0.0; 2];
/// spring.rate(0.0, &[1.0, 0.5], &mut rate)?;
/// assert_eq!(rate, [0.5, -1.0]);
/// # Ok::<(), alembert_flow::FieldError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Rates<F> {
    dim: usize,
    f: F,
}

impl<F: Fn(f64, &[f64], &mut [f64])> Rates<F> {
    /// A field of `dim` components.
    pub fn new(dim: usize, f: F) -> Self {
        Rates { dim, f }
    }
}

impl<F: Fn(f64, &[f64], &mut [f64])> VectorField for Rates<F> {
    fn dim(&self) -> usize {
        self.dim
    }

    fn rate(&self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), FieldError> {
        (self.f)(t, x, dx);
        finite(dx)
    }
}

/// The first component that is not finite, as an error.
pub(crate) fn finite<R: Number>(x: &[R]) -> Result<(), FieldError> {
    match first_not_finite(x) {
        Some(component) => Err(FieldError::NotFinite { component }),
        None => Ok(()),
    }
}

/// The place of the first number that is not finite.
pub(crate) fn first_not_finite<R: Number>(x: &[R]) -> Option<usize> {
    // A sum is finite for finite numbers alone, and needs no branch for each of them.
    let sum = x.iter().fold(0.0, |sum, &x| sum + nearest(x));
    if sum.is_finite() {
        return None;
    }
    x.iter().position(|&x| !nearest(x).is_finite())
}

#[cfg(test)]
mod tests {
    use super::first_not_finite;

    #[test]
    fn numbers_that_are_not_finite_are_found_at_every_place() {
        for count in 0..40 {
            let mut x = vec![f64::MAX; count];
            assert_eq!(first_not_finite(&x), None);
            for place in (0..count).rev() {
                for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                    x[place] = odd;
                    assert_eq!(first_not_finite(&x), Some(place));
                }
            }
        }
    }
}
