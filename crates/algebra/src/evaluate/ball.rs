//! Enclosures: balls that are proved to hold the true value.

use rustc_hash::FxHashMap;

use super::Arithmetic;
use crate::graph::{Kind, Symbol};
use crate::numeric::{Ball, DomainError};
use crate::{Elementary, Expr, Rational, Unspecified};

/// Enclosures of symbols and of applications of unspecified functions.
#[derive(Debug, Clone, Default)]
pub struct Enclosed {
    values: FxHashMap<Expr, Ball>,
}

/// Why an expression has no enclosure.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EnclosureError {
    /// A symbol or function without a value.
    #[error("`{0}` has no value")]
    Unbound(String),
    /// The expression is not proved to be defined here.
    #[error(transparent)]
    Domain(#[from] DomainError),
}

impl Enclosed {
    /// The ball of a rational number.
    #[must_use]
    pub fn rational(r: &Rational) -> Ball {
        Ball::from_ratio(&r.numer().to_big(), &r.denom().to_big())
            .expect("a denominator is not zero")
    }

    /// Gives a symbol or an application a value.
    pub fn set(&mut self, e: Expr, value: Ball) {
        self.values.insert(e, value);
    }

    /// The value of a symbol or an application, if it has one.
    #[must_use]
    pub fn get(&self, e: Expr) -> Option<Ball> {
        self.values.get(&e).copied()
    }
}

impl Arithmetic for Enclosed {
    type Value = Ball;
    type Error = EnclosureError;

    fn number(&self, r: &Rational) -> Result<Ball, EnclosureError> {
        Ok(Self::rational(r))
    }

    fn symbol(&self, e: Expr, symbol: &Symbol) -> Result<Ball, EnclosureError> {
        match self.get(e) {
            Some(value) => Ok(value),
            None if symbol.kind == Kind::Pi => Ok(Ball::pi()),
            None => Err(EnclosureError::Unbound(symbol.spelling())),
        }
    }

    fn add(&self, a: &Ball, b: &Ball) -> Result<Ball, EnclosureError> {
        Ok(*a + *b)
    }

    fn multiply(&self, a: &Ball, b: &Ball) -> Result<Ball, EnclosureError> {
        Ok(*a * *b)
    }

    fn power(&self, a: &Ball, k: &Rational) -> Result<Ball, EnclosureError> {
        match k.to_i64() {
            Some(n) => Ok(a.powi(n)?),
            None => Ok(a.pow_ratio(&k.numer().to_big(), &k.denom().to_big())?),
        }
    }

    fn elementary(&self, _: Expr, f: Elementary, x: &[Ball]) -> Result<Ball, EnclosureError> {
        Ok((f.row().ball)(x)?)
    }

    fn unspecified(&self, e: Expr, f: &Unspecified, _: &[Ball]) -> Result<Ball, EnclosureError> {
        self.get(e).ok_or_else(|| EnclosureError::Unbound(f.name.to_string()))
    }
}
