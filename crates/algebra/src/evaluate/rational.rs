//! Exact values, for expressions that have them: no functions but those with exact values.

use rustc_hash::FxHashMap;

use super::Arithmetic;
use crate::graph::Symbol;
use crate::{Elementary, Expr, Rational, Unspecified, apply};

/// Exact values of symbols.
#[derive(Debug, Clone, Default)]
pub struct Exact {
    values: FxHashMap<Expr, Rational>,
}

/// Why an expression has no exact rational value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExactError {
    /// A symbol without a value.
    #[error("`{0}` has no value")]
    Unbound(String),
    /// A division by zero.
    #[error("division by zero")]
    Division,
    /// The value is not rational, or too long to be computed.
    #[error("the value is not a rational number")]
    Irrational,
}

impl Exact {
    /// The arithmetic with these values of symbols.
    #[must_use]
    pub fn new(values: impl IntoIterator<Item = (Expr, Rational)>) -> Self {
        Self { values: values.into_iter().collect() }
    }
}

impl Arithmetic for Exact {
    type Value = Rational;
    type Error = ExactError;

    fn number(&self, r: &Rational) -> Result<Rational, ExactError> {
        Ok(r.clone())
    }

    fn symbol(&self, e: Expr, symbol: &Symbol) -> Result<Rational, ExactError> {
        self.values.get(&e).cloned().ok_or_else(|| ExactError::Unbound(symbol.spelling()))
    }

    fn add(&self, a: &Rational, b: &Rational) -> Result<Rational, ExactError> {
        Ok(a + b)
    }

    fn multiply(&self, a: &Rational, b: &Rational) -> Result<Rational, ExactError> {
        Ok(a * b)
    }

    fn power(&self, a: &Rational, k: &Rational) -> Result<Rational, ExactError> {
        if a.is_zero() && k.is_negative() {
            return Err(ExactError::Division);
        }
        // The graph folds exact powers of numbers and refuses long ones.
        Expr::number(a.clone()).pow(k).as_number().ok_or(ExactError::Irrational)
    }

    fn elementary(
        &self,
        _: Expr,
        f: Elementary,
        arguments: &[Rational],
    ) -> Result<Rational, ExactError> {
        let arguments: Vec<Expr> = arguments.iter().cloned().map(Expr::number).collect();
        apply(f, &arguments).as_number().ok_or(ExactError::Irrational)
    }

    fn unspecified(
        &self,
        e: Expr,
        f: &Unspecified,
        _: &[Rational],
    ) -> Result<Rational, ExactError> {
        self.values.get(&e).cloned().ok_or_else(|| ExactError::Unbound(f.name.to_string()))
    }
}
