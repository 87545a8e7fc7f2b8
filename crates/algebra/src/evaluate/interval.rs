//! Ranges: intervals that hold every value over a box.

use rustc_hash::FxHashMap;

use super::{Arithmetic, EnclosureError};
use crate::graph::{Kind, Symbol};
use crate::numeric::Interval;
use crate::{Elementary, Expr, Rational, Unspecified};

/// Ranges of symbols and of applications of unspecified functions.
///
/// ```
/// use alembert_algebra::evaluate::{Ranges, evaluate};
/// use alembert_algebra::numeric::Interval;
/// use alembert_algebra::{Expr, Kind};
/// let x = Expr::symbol("x", Kind::Coordinate, 0);
/// let mut ranges = Ranges::default();
/// ranges.set(x, Interval::new(1.0, 2.0).unwrap());
/// let square = evaluate(&[x * x + Expr::one()], &ranges)?[0];
/// assert!(square.lo() <= 2.0 && square.lo() > 1.9 && square.hi() >= 5.0);
/// # Ok::<(), alembert_algebra::evaluate::EnclosureError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Ranges {
    values: FxHashMap<Expr, Interval>,
}

impl Ranges {
    /// Gives a symbol or an application a range.
    pub fn set(&mut self, e: Expr, range: Interval) {
        self.values.insert(e, range);
    }
}

impl Arithmetic for Ranges {
    type Value = Interval;
    type Error = EnclosureError;

    fn number(&self, r: &Rational) -> Result<Interval, EnclosureError> {
        Ok(Interval::from_ratio(&r.numer().to_big(), &r.denom().to_big())?)
    }

    fn symbol(&self, e: Expr, symbol: &Symbol) -> Result<Interval, EnclosureError> {
        match self.values.get(&e) {
            Some(range) => Ok(*range),
            None if symbol.kind == Kind::Pi => Ok(Interval::pi()),
            None => Err(EnclosureError::Unbound(symbol.spelling())),
        }
    }

    fn add(&self, a: &Interval, b: &Interval) -> Result<Interval, EnclosureError> {
        Ok(*a + *b)
    }

    fn multiply(&self, a: &Interval, b: &Interval) -> Result<Interval, EnclosureError> {
        Ok(*a * *b)
    }

    fn power(&self, a: &Interval, k: &Rational) -> Result<Interval, EnclosureError> {
        match k.to_i64() {
            Some(n) => Ok(a.powi(n)?),
            None => Ok(a.pow_ratio(&k.numer().to_big(), &k.denom().to_big())?),
        }
    }

    fn elementary(
        &self,
        _: Expr,
        f: Elementary,
        x: &[Interval],
    ) -> Result<Interval, EnclosureError> {
        Ok((f.row().interval)(x)?)
    }

    fn unspecified(
        &self,
        e: Expr,
        f: &Unspecified,
        _: &[Interval],
    ) -> Result<Interval, EnclosureError> {
        let range = self.values.get(&e).copied();
        range.ok_or_else(|| EnclosureError::Unbound(f.name.to_string()))
    }
}
