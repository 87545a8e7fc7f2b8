//! Terms of a program: what stands on the right of a statement.

use alembert_algebra::{Elementary, Rational};

/// A term. Its depth is bounded: what is deeper has a name of its own.
#[derive(Debug, Clone, PartialEq)]
pub enum Term {
    /// A number.
    Number(Rational),
    /// A quantity or a temporary.
    Name(String),
    /// A component of an array, counted from 0.
    Component(String, usize),
    /// `a + b`.
    Add(Box<Term>, Box<Term>),
    /// `a − b`.
    Sub(Box<Term>, Box<Term>),
    /// `a b`.
    Mul(Box<Term>, Box<Term>),
    /// `a/b`.
    Div(Box<Term>, Box<Term>),
    /// `−a`.
    Neg(Box<Term>),
    /// `aⁿ`.
    Power(Box<Term>, i32),
    /// `√a`.
    Sqrt(Box<Term>),
    /// `a^r`.
    RationalPower(Box<Term>, Rational),
    /// A function of one argument.
    Call(Elementary, Box<Term>),
    /// `atan2(y, x)`.
    Atan2(Box<Term>, Box<Term>),
    /// One of two terms, by what is smaller.
    Choice(Box<Choice>),
}

/// `below` where `left < right`, and `above` where not.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// What is compared.
    pub left: Term,
    /// With what it is compared.
    pub right: Term,
    /// The term where the left one is smaller.
    pub below: Term,
    /// The term where it is not.
    pub above: Term,
}

impl Term {
    /// Is it zero?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(self, Term::Number(r) if r.is_zero())
    }
}
