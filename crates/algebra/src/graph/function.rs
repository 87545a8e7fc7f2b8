//! The table of functions: name, parity, value at zero, derivative.
//!
//! Values in the various number fields are in `evaluate`; how a function is written is in the
//! crate that typesets. A new elementary function is a row here, a row in each number field and
//! nothing else.

use std::rc::Rc;

use super::expr::{Expr, apply};
use crate::Rational;

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
}

const fn row(
    function: Elementary,
    name: &'static str,
    parity: Parity,
    exact: &'static [(i64, i64)],
    slope: fn(&[Expr], usize) -> Expr,
) -> Row {
    let arity = if matches!(function, Elementary::Atan2) { 2 } else { 1 };
    Row { function, name, arity, parity, exact, slope }
}

/// Every elementary function, in the order of [`Elementary`].
pub const FUNCTIONS: &[Row] = {
    use Elementary as E;
    use Parity::{Even, None, Odd};
    &[
        row(E::Sin, "sin", Odd, &[(0, 0)], |x, _| of(E::Cos, x[0])),
        row(E::Cos, "cos", Even, &[(0, 1)], |x, _| -of(E::Sin, x[0])),
        row(E::Tan, "tan", Odd, &[(0, 0)], |x, _| of(E::Cos, x[0]).powi(-2)),
        row(E::Asin, "asin", Odd, &[(0, 0)], |x, _| inverse_root(Expr::one() - x[0].powi(2))),
        row(E::Acos, "acos", None, &[(1, 0)], |x, _| -inverse_root(Expr::one() - x[0].powi(2))),
        row(E::Atan, "atan", Odd, &[(0, 0)], |x, _| (Expr::one() + x[0].powi(2)).powi(-1)),
        row(E::Atan2, "atan2", None, &[], slope_of_atan2),
        row(E::Sinh, "sinh", Odd, &[(0, 0)], |x, _| of(E::Cosh, x[0])),
        row(E::Cosh, "cosh", Even, &[(0, 1)], |x, _| of(E::Sinh, x[0])),
        row(E::Tanh, "tanh", Odd, &[(0, 0)], |x, _| Expr::one() - of(E::Tanh, x[0]).powi(2)),
        row(E::Asinh, "asinh", Odd, &[(0, 0)], |x, _| inverse_root(Expr::one() + x[0].powi(2))),
        row(E::Acosh, "acosh", None, &[(1, 0)], slope_of_acosh),
        row(E::Atanh, "atanh", Odd, &[(0, 0)], |x, _| (Expr::one() - x[0].powi(2)).powi(-1)),
        row(E::Exp, "exp", None, &[(0, 1)], |x, _| of(E::Exp, x[0])),
        row(E::Log, "log", None, &[(1, 0)], |x, _| x[0].powi(-1)),
        row(E::Abs, "abs", Even, &[(0, 0), (1, 1)], |x, _| of(E::Sign, x[0])),
        row(E::Sign, "sign", Odd, &[(0, 0), (1, 1)], |_, _| Expr::zero()),
    ]
};

fn of(f: Elementary, x: Expr) -> Expr {
    apply(Function::Elementary(f), &[x])
}

fn inverse_root(radicand: Expr) -> Expr {
    radicand.pow(&Rational::ratio(-1, 2))
}

/// `acosh' = 1/(√(x − 1) √(x + 1))`, which holds on the whole domain `x > 1`.
fn slope_of_acosh(x: &[Expr], _: usize) -> Expr {
    inverse_root(x[0] - Expr::one()) * inverse_root(x[0] + Expr::one())
}

/// `∂ atan2(y, x)/∂y = x/(x² + y²)`, `∂/∂x = −y/(x² + y²)`.
fn slope_of_atan2(yx: &[Expr], argument: usize) -> Expr {
    let (y, x) = (yx[0], yx[1]);
    let inverse_square = (x.powi(2) + y.powi(2)).powi(-1);
    if argument == 0 { x * inverse_square } else { -(y * inverse_square) }
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
