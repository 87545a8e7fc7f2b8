//! The elementary functions, written once for double-double numbers and for balls.
//!
//! Each function is a reduction of its argument, a Taylor polynomial and a bound of what the
//! polynomial leaves out. Evaluated over [`DoubleDouble`] it is an approximation; evaluated over
//! [`Ball`](super::Ball), whose arithmetic carries its own rounding errors, the same lines prove
//! their error bound: only the remainders (each stated where it is used) and the constants (checked
//! by exact integers in the tests) enter from outside. No function of the system's mathematical
//! library is called, so results are the same on every machine.
//!
//! The functions here expect arguments inside their domain, and balls that are points or have no
//! more than the rounding errors of a reduction; the callers see to it.

pub(crate) mod arcs;
mod constants;
#[cfg(test)]
mod exact;
pub(crate) mod exponential;
mod functions;
pub(crate) mod hyperbolic;
pub(crate) mod trigonometric;

use super::double_double::{DoubleDouble, ROUNDING};
use super::error_free::{Expansion, power_of_two, two_product};
use std::ops::{Add, Mul, Neg, Sub};

/// What every Taylor polynomial here leaves out, relative to its leading term.
const REMAINDER: f64 = power_of_two(-120);

/// Arithmetic in which an elementary function can be evaluated.
pub(crate) trait Precise:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
    /// A double as it is.
    fn exact(x: f64) -> Self;
    /// A constant that is known with the relative error [`ROUNDING`].
    fn constant(x: DoubleDouble) -> Self;
    /// The double-double that stands for the number.
    fn centre(self) -> DoubleDouble;
    /// A bound of the absolute value.
    fn magnitude(self) -> f64;
    /// The same uncertainty and `error` more, around another centre.
    fn recentred(self, centre: DoubleDouble, error: f64) -> Self;
    /// The quotient; the divisor is not 0.
    fn over(self, divisor: Self) -> Self;
    /// The square root of a number that is not negative.
    fn root(self) -> Self;
    /// The number times 2ᵏ.
    fn scaled(self, k: i32) -> Self;

    /// `error` more uncertainty, if `|bounded| ≤ limit` as the proof of the bound requires;
    /// otherwise nothing is known.
    fn enlarged(self, error: f64, bounded: Self, limit: f64) -> Self {
        let proved = bounded.magnitude() <= limit;
        self.recentred(self.centre(), if proved { error } else { f64::INFINITY })
    }
}

impl Precise for DoubleDouble {
    fn exact(x: f64) -> Self {
        x.into()
    }
    fn constant(x: DoubleDouble) -> Self {
        x
    }
    fn centre(self) -> DoubleDouble {
        self
    }
    fn magnitude(self) -> f64 {
        self.hi().abs()
    }
    fn recentred(self, centre: DoubleDouble, _error: f64) -> Self {
        centre
    }
    fn over(self, divisor: Self) -> Self {
        self / divisor
    }
    fn root(self) -> Self {
        self.sqrt()
    }
    fn scaled(self, k: i32) -> Self {
        DoubleDouble::scaled(self, k)
    }
}

/// `Σ cᵢ xⁱ` by Horner's rule.
fn polynomial<T: Precise>(coefficients: &[DoubleDouble], x: T) -> T {
    let start = T::exact(0.0);
    coefficients.iter().rev().fold(start, |sum, &c| sum * x + T::constant(c))
}

/// `x − k c` where the constant c is a sum of four doubles with an error below 2⁻²¹⁵ and k is an
/// integer below 2⁵³.
///
/// The sum of x and of the eight doubles that make up k c is exact and without adjacent parts. Summed
/// from the largest part down, no partial sum after the second exceeds 5/4 of the total, so that
/// eight sums of error 3u² stay below 32u² < [`ROUNDING`], also where x is close to a multiple of c.
fn reduced<T: Precise>(x: T, k: f64, c: &[f64; 4]) -> T {
    if k == 0.0 {
        return x;
    }
    let mut sum = Expansion::default();
    sum.grow(x.centre().lo());
    sum.grow(x.centre().hi());
    for &part in c {
        let (p, e) = two_product(-k, part);
        sum.grow(e);
        sum.grow(p);
    }
    let zero = DoubleDouble::ZERO;
    let centre = sum.descending().fold(zero, |partial, part| partial + part.into());
    x.recentred(centre, k.abs() * power_of_two(-210) + centre.hi().abs() * ROUNDING)
}

#[cfg(test)]
mod tests {
    use super::constants::HALF_PI_PARTS;
    use super::exact::{BITS, fixed};
    use super::{exponential, hyperbolic, reduced, trigonometric};
    use crate::numeric::{Ball, DoubleDouble, SplitMix64};
    use num_bigint::BigInt;
    use num_traits::{One, Signed};

    /// Random angles, and angles next to a multiple of π/2, where all leading digits cancel.
    #[test]
    fn reduced_angles_lie_in_their_balls_which_are_relatively_narrow() {
        let mut generator = SplitMix64::new(40);
        let mut rounded = 0;
        for round in 0..2000 {
            let k = (generator.unit() * 1e6).floor() + 1.0;
            let near = DoubleDouble::from(k) * DoubleDouble::HALF_PI;
            let offset = if round % 2 == 0 { generator.unit() - 0.5 } else { 0.0 };
            let x = near + DoubleDouble::sum(offset, offset * 1e-17);
            let ball = reduced(Ball::point(x), k, &HALF_PI_PARTS);
            let parts: BigInt = HALF_PI_PARTS.iter().map(|&part| fixed(part)).sum();
            let multiple = parts * (fixed(k) >> BITS);
            let truth = fixed(x.hi()) + fixed(x.lo()) - multiple;
            let error = (fixed(ball.mid().hi()) + fixed(ball.mid().lo()) - truth).abs();
            // what is left is cut off at 2^-320
            assert!(error <= fixed(ball.rad()) + BigInt::one(), "{x:?}: {ball:?}");
            assert!(ball.rad() <= ball.mid().hi().abs() * 1e-26, "{x:?}: {ball:?}");
            rounded += usize::from(error > BigInt::one() << (BITS - 180));
        }
        assert!(rounded > 100, "{rounded} sums had to be rounded");
    }

    #[test]
    fn series_prove_nothing_outside_their_range() {
        let wide = |x: f64| Ball::new(x.into(), 0.9);
        let unproved = [
            exponential::exp(wide(1.0)),
            exponential::atanh_series(wide(0.0)),
            trigonometric::sin_cos(wide(1.0)).0,
            trigonometric::sin_cos(wide(1.0)).1,
            hyperbolic::sinh(wide(0.0)),
            super::arcs::atan(wide(0.0)),
        ];
        assert!(unproved.iter().all(|ball| !ball.is_bounded()), "{unproved:?}");
    }
}
