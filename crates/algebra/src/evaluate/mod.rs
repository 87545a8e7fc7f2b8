//! Values of expressions, in any arithmetic, by one walk.
//!
//! An [`Arithmetic`] says what numbers, symbols, sums, powers and functions are; [`evaluate`]
//! visits every node once. The arithmetics are exact rationals, floats and double-doubles, balls
//! that enclose the true value, intervals, and residues modulo a prime.

mod ball;
mod interval;
mod rational;
mod real;

use rustc_hash::FxHashMap;

pub use ball::{Enclosed, EnclosureError};
pub use interval::Ranges;
pub use rational::{Exact, ExactError};
pub(crate) use real::nearest;
pub use real::{Approximate, Tabulated, ValueError};

use crate::graph::Symbol;
use crate::{Elementary, Expr, Function, Node, Rational, Unspecified, postorder};

/// A number system in which expressions have values.
pub trait Arithmetic {
    /// A value.
    type Value: Clone;
    /// Why there is none.
    type Error;

    /// An exact number.
    ///
    /// # Errors
    /// The number has no value in this arithmetic.
    fn number(&self, r: &Rational) -> Result<Self::Value, Self::Error>;

    /// The value of a symbol.
    ///
    /// # Errors
    /// The symbol has no value.
    fn symbol(&self, e: Expr, symbol: &Symbol) -> Result<Self::Value, Self::Error>;

    /// `a + b`.
    ///
    /// # Errors
    /// The sum has no value in this arithmetic.
    fn add(&self, a: &Self::Value, b: &Self::Value) -> Result<Self::Value, Self::Error>;

    /// `a b`.
    ///
    /// # Errors
    /// The product has no value in this arithmetic.
    fn multiply(&self, a: &Self::Value, b: &Self::Value) -> Result<Self::Value, Self::Error>;

    /// `a^k`.
    ///
    /// # Errors
    /// A division by zero, or the root of a negative number.
    fn power(&self, a: &Self::Value, k: &Rational) -> Result<Self::Value, Self::Error>;

    /// A function of the table; `e` is the application, for arithmetics that need its structure.
    ///
    /// # Errors
    /// The arguments lie outside the domain of the function.
    fn elementary(
        &self,
        e: Expr,
        f: Elementary,
        arguments: &[Self::Value],
    ) -> Result<Self::Value, Self::Error>;

    /// An unspecified function or one of its partial derivatives.
    ///
    /// # Errors
    /// The function has no value.
    fn unspecified(
        &self,
        e: Expr,
        f: &Unspecified,
        arguments: &[Self::Value],
    ) -> Result<Self::Value, Self::Error>;
}

/// The values of `roots`.
///
/// # Errors
/// The first error of the arithmetic, in the order of the walk.
pub fn evaluate<A: Arithmetic>(roots: &[Expr], arithmetic: &A) -> Result<Vec<A::Value>, A::Error> {
    let mut values: FxHashMap<Expr, A::Value> = FxHashMap::default();
    for e in postorder(roots) {
        let value = value_of_node(e, arithmetic, &values)?;
        values.insert(e, value);
    }
    Ok(roots.iter().map(|e| values[e].clone()).collect())
}

fn value_of_node<A: Arithmetic>(
    e: Expr,
    arithmetic: &A,
    values: &FxHashMap<Expr, A::Value>,
) -> Result<A::Value, A::Error> {
    match e.node() {
        Node::Number(r) => arithmetic.number(&r),
        Node::Symbol(s) => arithmetic.symbol(e, &s),
        Node::Sum(terms) => {
            let mut parts = terms.iter().map(|(c, t)| scaled(arithmetic, c, &values[t]));
            let first = parts.next().expect("a sum has a term")?;
            parts.try_fold(first, |sum, part| arithmetic.add(&sum, &part?))
        }
        Node::Product(powers) => {
            let mut parts = powers.iter().map(|(b, k)| powered(arithmetic, &values[b], k));
            let first = parts.next().expect("a product has a factor")?;
            parts.try_fold(first, |product, part| arithmetic.multiply(&product, &part?))
        }
        Node::Apply(f, arguments) => {
            let x: Vec<A::Value> = arguments.iter().map(|a| values[a].clone()).collect();
            match &f {
                Function::Elementary(f) => arithmetic.elementary(e, *f, &x),
                Function::Unspecified(f) => arithmetic.unspecified(e, f, &x),
            }
        }
    }
}

fn scaled<A: Arithmetic>(a: &A, c: &Rational, value: &A::Value) -> Result<A::Value, A::Error> {
    if c.is_one() { Ok(value.clone()) } else { a.multiply(&a.number(c)?, value) }
}

fn powered<A: Arithmetic>(a: &A, value: &A::Value, k: &Rational) -> Result<A::Value, A::Error> {
    if k.is_one() { Ok(value.clone()) } else { a.power(value, k) }
}
