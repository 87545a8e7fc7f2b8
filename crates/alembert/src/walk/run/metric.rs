//! Is the inertia a metric?
//!
//! A cost that counts one speed alone, `½ (x' cos θ + y' sin θ)²`, or a coordinate without mass has an inertia that
//! is singular in every state, and lengths in it mean nothing. It is looked at in two states that nobody would
//! choose: a determinant that vanishes identically vanishes there too, and another one hardly in both.

use alembert_algebra::{Expr, Rational, Substitution};
use alembert_kernel::smallest_pivot;

use super::numbers::evaluated;
use crate::language::Model;

/// A pivot below this part of its diagonal entry is rounding.
const ROUNDING: f64 = 1e-12;

/// The states that are looked at: the numerators of their first entries over [`PARTS`].
const STATES: [i64; 2] = [271, 577];
const PARTS: i64 = 1009;

/// Is an inertia, by rows, regular in one of two states? What has no value there is taken for regular.
pub(super) fn is_metric(model: &Model, inertia: &[Expr], moving: &[Expr]) -> bool {
    STATES.iter().any(|&first| {
        let places = (0..).map(|i| Expr::from(Rational::ratio(first + 97 * i, PARTS)));
        let mut state = Substitution::new(moving.iter().copied().zip(places));
        let entries: Vec<Expr> = inertia.iter().map(|&m| state.apply(m)).collect();
        let Ok(mut values) = evaluated::<f64>(model, &entries) else { return true };
        let n = values.len().isqrt();
        smallest_pivot(&mut values, n).is_some_and(|pivot| pivot > ROUNDING)
    })
}
