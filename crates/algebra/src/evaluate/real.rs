//! Approximate values, in doubles or double-doubles.

use rustc_hash::FxHashMap;

use super::Arithmetic;
use crate::graph::{Kind, Row, Symbol};
use crate::numeric::{DoubleDouble, Real};
use crate::{Elementary, Expr, Rational, Unspecified};

/// A real number type that has a column in the table of functions.
pub trait Tabulated: Real {
    /// The value of a function of the table.
    fn value(row: &Row, arguments: &[Self]) -> Self;
}

impl Tabulated for f64 {
    fn value(row: &Row, arguments: &[Self]) -> Self {
        (row.float)(arguments)
    }
}

impl Tabulated for DoubleDouble {
    fn value(row: &Row, arguments: &[Self]) -> Self {
        (row.double_double)(arguments)
    }
}

/// The number nearest to a rational.
pub(crate) fn nearest<T: Real>(r: &Rational) -> T {
    T::from_ratio(&r.numer().to_big(), &r.denom().to_big())
}

/// Values of symbols and of applications of unspecified functions.
///
/// ```
/// use alembert_algebra::evaluate::{Approximate, evaluate};
/// use alembert_algebra::{Elementary, Expr, Kind, apply};
/// let x = Expr::symbol("x", Kind::Coordinate, 0);
/// let at = Approximate::new([(x, 0.5)]);
/// assert_eq!(evaluate(&[apply(Elementary::Exp, &[x])], &at)?[0], 0.5f64.exp());
/// # Ok::<(), alembert_algebra::evaluate::ValueError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Approximate<T> {
    values: FxHashMap<Expr, T>,
}

/// Why an expression has no approximate value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// A symbol or function without a value.
    #[error("`{0}` has no value")]
    Unbound(String),
    /// An operation without a finite value.
    #[error("{0} has no finite value here")]
    Undefined(&'static str),
}

impl<T> Approximate<T> {
    /// The arithmetic with these values of symbols.
    #[must_use]
    pub fn new(values: impl IntoIterator<Item = (Expr, T)>) -> Self {
        Self { values: values.into_iter().collect() }
    }
}

fn finite<T: Real>(value: T, operation: &'static str) -> Result<T, ValueError> {
    if value.is_finite() { Ok(value) } else { Err(ValueError::Undefined(operation)) }
}

impl<T: Tabulated> Arithmetic for Approximate<T> {
    type Value = T;
    type Error = ValueError;

    fn number(&self, r: &Rational) -> Result<T, ValueError> {
        finite(nearest(r), "a number")
    }

    fn symbol(&self, e: Expr, symbol: &Symbol) -> Result<T, ValueError> {
        match self.values.get(&e) {
            Some(value) => Ok(*value),
            None if symbol.kind == Kind::Pi => Ok(T::pi()),
            None => Err(ValueError::Unbound(symbol.spelling())),
        }
    }

    fn add(&self, a: &T, b: &T) -> Result<T, ValueError> {
        finite(*a + *b, "a sum")
    }

    fn multiply(&self, a: &T, b: &T) -> Result<T, ValueError> {
        finite(*a * *b, "a product")
    }

    fn power(&self, a: &T, k: &Rational) -> Result<T, ValueError> {
        let small = k.to_i64().and_then(|n| i32::try_from(n).ok());
        let power = match small {
            Some(n) => a.powi(n),
            None if *k == Rational::ratio(1, 2) => a.sqrt(),
            None => a.pow(nearest(k)),
        };
        finite(power, "a power")
    }

    fn elementary(&self, _: Expr, f: Elementary, x: &[T]) -> Result<T, ValueError> {
        finite(T::value(f.row(), x), f.row().name)
    }

    fn unspecified(&self, e: Expr, f: &Unspecified, _: &[T]) -> Result<T, ValueError> {
        self.values.get(&e).copied().ok_or_else(|| ValueError::Unbound(f.name.to_string()))
    }
}
