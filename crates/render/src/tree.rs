//! The shown form: a tree for reading, made to be spelled and not to be computed with.
//!
//! It has no notion of simplification and of equality of values. [`Typesetter`] makes it from an
//! expression; writers read it. Signs live in sums only, exponents are positive, so that no
//! writer ever meets `1*x`, `(-1)*x` or `x + -y`.
//!
//! [`Typesetter`]: crate::Typesetter

use std::rc::Rc;

use alembert_algebra::{Function, Rational};

/// An expression as it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tree {
    /// A number that is not negative.
    Number(Rational),
    /// A symbol with its dots.
    Name(Name),
    /// Signed terms, in reading order. One negative term alone is a negation.
    Sum(Vec<Term>),
    /// At least two factors, in reading order; a number comes first.
    Product(Vec<Tree>),
    /// Numerator and denominator.
    Fraction(Box<Tree>, Box<Tree>),
    /// A positive exponent other than 1 and ½.
    Power(Box<Tree>, Rational),
    /// A square root.
    Root(Box<Tree>),
    /// A function of its arguments. An unspecified function may be one of its own partial
    /// derivatives, see [`alembert_algebra::Unspecified`].
    Call(Function, Vec<Tree>),
    /// A sign of the calculus of variations and what it acts on: `δx`, `d/dt (…)`, `∫ … dt`.
    Operated(Operator, Box<Tree>),
    /// A slope that is not carried out, `∂L/∂ẋ`: of what, and by what.
    Slope(Box<Tree>, Box<Tree>),
}

/// A sign of the calculus of variations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `δ`.
    Variation,
    /// `dᵏ/dtᵏ`.
    Rate(u32),
    /// `∫ … dt`.
    Integral,
}

/// A symbol with its dots.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    /// The name in ASCII spelling: `theta_1`.
    pub text: Rc<str>,
    /// The number of dots.
    pub dots: u32,
    /// Would a factor beside it seem to belong to it, where it is the argument of a function? So it is with π and
    /// with parameters that are no angles: `sin(k) ẋ`.
    pub opens: bool,
}

impl Name {
    /// A name to which nothing seems to belong.
    #[must_use]
    pub fn new(text: &str, dots: u32) -> Self {
        Self { text: text.into(), dots, opens: false }
    }

    /// Is it π? `sin π/2` has two readings, so π stands in brackets.
    pub(crate) fn is_pi(&self) -> bool {
        self.opens && &*self.text == "pi"
    }
}

/// A term of a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// Is it subtracted?
    pub negative: bool,
    /// What is added or subtracted.
    pub body: Tree,
}

/// How strongly the parts of a tree hold together when it is written in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Binding {
    /// `a + b`, `−a`.
    Sum,
    /// `a b`, `a/b`, `5/7`.
    Product,
    /// `a²`.
    Power,
    /// A name, a number, a call.
    Atom,
}

impl Tree {
    /// The product of the factors, which may be none or one.
    #[must_use]
    pub fn product(mut factors: Vec<Self>) -> Self {
        match factors.len() {
            0 => Self::Number(Rational::ONE),
            1 => factors.remove(0),
            _ => Self::Product(factors),
        }
    }

    /// The sum of the terms; a positive term alone is itself.
    #[must_use]
    pub fn sum(mut terms: Vec<Term>) -> Self {
        match terms.as_slice() {
            [] => Self::Number(Rational::ZERO),
            [Term { negative: false, .. }] => terms.remove(0).body,
            _ => Self::Sum(terms),
        }
    }

    /// `base^exponent` for a positive exponent.
    #[must_use]
    pub fn power(base: Self, exponent: Rational) -> Self {
        match exponent {
            k if k.is_one() => base,
            k if k == Rational::ratio(1, 2) => Self::Root(Box::new(base)),
            k => Self::Power(Box::new(base), k),
        }
    }

    pub(crate) fn binding(&self) -> Binding {
        match self {
            Self::Sum(_) => Binding::Sum,
            Self::Operated(Operator::Variation, of) => of.binding(),
            Self::Operated(..) | Self::Slope(..) => Binding::Product,
            Self::Product(_) | Self::Fraction(..) => Binding::Product,
            Self::Number(r) if !r.is_integer() => Binding::Product,
            Self::Power(..) => Binding::Power,
            Self::Number(_) | Self::Name(_) | Self::Root(_) | Self::Call(..) => Binding::Atom,
        }
    }
}
