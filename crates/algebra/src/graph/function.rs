//! Functions: the elementary ones, which are rows of a table, and unspecified ones.
//!
//! The rows are in `table`. A new elementary function is a variant and a row, and nothing else
//! unless it has relations that the zero test should know.

use std::rc::Rc;

use super::expr::{Expr, apply};
use super::table::FUNCTIONS;
use crate::numeric::{Ball, DomainError, DoubleDouble, Interval};

/// A function that an expression may apply.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Function {
    /// A function of the table.
    Elementary(Elementary),
    /// A function of which only the name and the number of arguments are known, or one of its
    /// partial derivatives.
    Unspecified(Rc<Unspecified>),
}

/// An unspecified function `name`, differentiated `partials[i]` times by its argument `i`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Unspecified {
    /// The name in ASCII spelling.
    pub name: Rc<str>,
    /// How often it is differentiated by each argument; its length is the number of arguments.
    pub partials: Vec<u32>,
}

/// The elementary functions. Square roots are powers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names are the standard ones")]
pub enum Elementary {
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Atan2,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Exp,
    Log,
    Abs,
    Sign,
}

/// What happens to a function when its argument changes sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parity {
    /// `f(−x) = f(x)`.
    Even,
    /// `f(−x) = −f(x)`.
    Odd,
    /// Neither.
    None,
}

/// A row of the table of functions.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// Which function this is.
    pub function: Elementary,
    /// The name in a model file.
    pub name: &'static str,
    /// The number of arguments.
    pub arity: usize,
    /// The symmetry in its argument.
    pub parity: Parity,
    /// The pairs (x, f(x)) that are folded at once.
    pub exact: &'static [(i64, i64)],
    /// The partial derivative by an argument.
    pub slope: fn(&[Expr], usize) -> Expr,
    /// The value in doubles, NaN outside the domain.
    pub float: fn(&[f64]) -> f64,
    /// The value in double-doubles, NaN outside the domain.
    pub double_double: fn(&[DoubleDouble]) -> DoubleDouble,
    /// The enclosure in a ball.
    pub ball: fn(&[Ball]) -> Result<Ball, DomainError>,
    /// The enclosure in an interval.
    pub interval: fn(&[Interval]) -> Result<Interval, DomainError>,
}

impl Elementary {
    /// The row of the table.
    #[must_use]
    pub fn row(self) -> &'static Row {
        &FUNCTIONS[self as usize]
    }

    /// The function with this name in a model file.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        FUNCTIONS.iter().find(|row| row.name == name).map(|row| row.function)
    }
}

impl Function {
    /// The unspecified function `name` of `arity` arguments.
    #[must_use]
    pub fn unspecified(name: &str, arity: usize) -> Self {
        Self::Unspecified(Rc::new(Unspecified { name: name.into(), partials: vec![0; arity] }))
    }

    /// The number of arguments.
    #[must_use]
    pub fn arity(&self) -> usize {
        match self {
            Self::Elementary(f) => f.row().arity,
            Self::Unspecified(f) => f.partials.len(),
        }
    }

    /// The partial derivative by argument number `i`, at `arguments`.
    #[must_use]
    pub fn slope(&self, arguments: &[Expr], i: usize) -> Expr {
        match self {
            Self::Elementary(f) => (f.row().slope)(arguments, i),
            Self::Unspecified(f) => {
                let mut derived = (**f).clone();
                derived.partials[i] += 1;
                apply(Self::Unspecified(Rc::new(derived)), arguments)
            }
        }
    }
}

impl From<Elementary> for Function {
    fn from(f: Elementary) -> Self {
        Self::Elementary(f)
    }
}
