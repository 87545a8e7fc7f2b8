//! Expressions: handles to interned nodes, and the operations that build them.
//!
//! Sums are built in `sum`, products in `product`, applications of functions here.
//! Construction folds numbers, flattens and sorts sums and products, collects equal terms and
//! equal bases, and pulls signs out of functions. It never expands a product and never puts
//! fractions together: that is the work of the fractions of polynomials, on demand.

use std::cmp::Ordering;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Add, Div, Mul, Neg, Sub};
use std::rc::Rc;

use super::function::{Function, Parity};
use super::node::Node;
use super::pool::{self, Pool};
use super::product::product;
use super::sum::sum;
use super::symbol::{Kind, Symbol};
use crate::Rational;

/// A handle to an immutable expression of this thread's pool; `==` is identity.
///
/// ```
/// use alembert_algebra::{Expr, Kind, partial};
/// let x = Expr::symbol("x", Kind::Coordinate, 0);
/// let square = x * x;
/// assert_eq!(square, x.powi(2));
/// assert_eq!(partial(square, x), x + x);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Expr(u32, PhantomData<*const ()>);

/// Why an expression has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The pool reached [`pool::LARGEST_POOL`], or a number became too long.
    #[error("the expression became too large")]
    Overflow,
    /// The expression divides by zero.
    #[error("the expression divides by zero")]
    Undefined,
}

/// Numbers longer than this are not computed: `10^(10^9)`.
pub(super) const LONGEST_NUMBER: u64 = 1 << 16;

impl Expr {
    pub(super) const fn from_handle(handle: u32) -> Self {
        Self(handle, PhantomData)
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    /// The number zero.
    #[must_use]
    pub const fn zero() -> Self {
        Self::from_handle(0)
    }

    /// The number one.
    #[must_use]
    pub const fn one() -> Self {
        Self::from_handle(1)
    }

    /// The value of an expression that exceeded a limit.
    #[must_use]
    pub const fn overflow() -> Self {
        Self::from_handle(2)
    }

    /// The value of an expression that divides by zero.
    #[must_use]
    pub const fn undefined() -> Self {
        Self::from_handle(3)
    }

    /// Time.
    #[must_use]
    pub fn time() -> Self {
        Self::symbol("t", Kind::Time, 0)
    }

    /// The number π.
    #[must_use]
    pub fn pi() -> Self {
        Self::symbol("pi", Kind::Pi, 0)
    }

    /// An exact number.
    #[must_use]
    pub fn number(r: Rational) -> Self {
        if r.bits() > LONGEST_NUMBER {
            return Self::overflow();
        }
        pool::with(|pool| pool.intern(Node::Number(r)))
    }

    /// The symbol `name` (in ASCII spelling) with `order` dots.
    #[must_use]
    pub fn symbol(name: &str, kind: Kind, order: u32) -> Self {
        pool::with(|pool| pool.intern_symbol(name, kind, order))
    }

    /// The node behind the handle.
    #[must_use]
    pub fn node(self) -> Node {
        pool::with(|pool| pool.node(self).clone())
    }

    /// The number, if it is one.
    #[must_use]
    pub fn as_number(self) -> Option<Rational> {
        pool::with(|pool| match pool.node(self) {
            Node::Number(r) => Some(r.clone()),
            _ => None,
        })
    }

    /// The symbol, if it is one.
    #[must_use]
    pub fn as_symbol(self) -> Option<Symbol> {
        pool::with(|pool| match pool.node(self) {
            Node::Symbol(s) => Some(s.clone()),
            _ => None,
        })
    }

    /// Why the expression has no value, if it has none.
    #[must_use]
    pub fn fault(self) -> Option<Fault> {
        match self {
            e if e == Self::overflow() => Some(Fault::Overflow),
            e if e == Self::undefined() => Some(Fault::Undefined),
            _ => None,
        }
    }

    /// `self^exponent`.
    #[must_use]
    pub fn pow(self, exponent: &Rational) -> Self {
        product(vec![(self, exponent.clone())])
    }

    /// `self^n`.
    #[must_use]
    pub fn powi(self, n: i64) -> Self {
        self.pow(&n.into())
    }

    /// `√self`.
    #[must_use]
    pub fn sqrt(self) -> Self {
        self.pow(&Rational::ratio(1, 2))
    }

    /// `factor · self`.
    #[must_use]
    pub fn scale(self, factor: &Rational) -> Self {
        sum(vec![(factor.clone(), self)])
    }

    /// The sum of all parts, built in one go.
    #[must_use]
    pub fn sum(parts: impl IntoIterator<Item = Self>) -> Self {
        sum(parts.into_iter().map(|e| (Rational::ONE, e)).collect())
    }

    /// The product of all parts, built in one go.
    #[must_use]
    pub fn product(parts: impl IntoIterator<Item = Self>) -> Self {
        product(parts.into_iter().map(|e| (e, Rational::ONE)).collect())
    }

    /// Structural order: by key, ties by structure, never by handle.
    #[must_use]
    pub fn order(self, other: Self) -> Ordering {
        pool::with(|pool| order(pool, self, other))
    }
}

pub(super) fn order(pool: &Pool, a: Expr, b: Expr) -> Ordering {
    if a == b {
        return Ordering::Equal;
    }
    pool.key(a).cmp(&pool.key(b)).then_with(|| order_of_nodes(pool, pool.node(a), pool.node(b)))
}

/// Reached only when two different expressions have the same 64-bit key.
#[cold]
fn order_of_nodes(pool: &Pool, a: &Node, b: &Node) -> Ordering {
    let rank = |node: &Node| match node {
        Node::Number(_) => 0,
        Node::Symbol(_) => 1,
        Node::Sum(_) => 2,
        Node::Product(_) => 3,
        Node::Apply(..) => 4,
    };
    let shallow = match (a, b) {
        (Node::Number(x), Node::Number(y)) => x.cmp(y),
        (Node::Symbol(x), Node::Symbol(y)) => x.cmp(y),
        (Node::Sum(x), Node::Sum(y)) => x.iter().map(|t| &t.0).cmp(y.iter().map(|t| &t.0)),
        (Node::Product(x), Node::Product(y)) => x.iter().map(|t| &t.1).cmp(y.iter().map(|t| &t.1)),
        (Node::Apply(f, _), Node::Apply(g, _)) => f.cmp(g),
        _ => rank(a).cmp(&rank(b)),
    };
    shallow.then_with(|| {
        let pairs = a.children().zip(b.children());
        let first = pairs.map(|(x, y)| order(pool, x, y)).find(|o| o.is_ne());
        first.unwrap_or_else(|| a.children().count().cmp(&b.children().count()))
    })
}

/// `function(arguments)`, with exact values folded and signs pulled out.
#[must_use]
pub fn apply(function: impl Into<Function>, arguments: &[Expr]) -> Expr {
    let function = function.into();
    debug_assert_eq!(function.arity(), arguments.len(), "a function has its number of arguments");
    if let Some(fault) = poison(arguments.iter().copied()) {
        return fault;
    }
    let Function::Elementary(f) = function else {
        return intern_application(function, arguments);
    };
    let (row, x) = (f.row(), arguments[0]);
    let n = x.as_number().filter(|_| row.arity == 1).and_then(|r| r.to_i64());
    if let Some(&(_, value)) = n.and_then(|n| row.exact.iter().find(|pair| pair.0 == n)) {
        return value.into();
    }
    match row.parity {
        Parity::Odd if leads_negative(x) => -apply(f, &[-x]),
        Parity::Even if leads_negative(x) => apply(f, &[-x]),
        _ => intern_application(function, arguments),
    }
}

fn intern_application(function: Function, arguments: &[Expr]) -> Expr {
    let arguments: Rc<[Expr]> = arguments.into();
    pool::with(|pool| pool.intern(Node::Apply(function, arguments)))
}

/// Is the first coefficient of the expression negative?
fn leads_negative(e: Expr) -> bool {
    pool::with(|pool| match pool.node(e) {
        Node::Number(r) => r.is_negative(),
        Node::Sum(terms) => terms[0].0.is_negative(),
        _ => false,
    })
}

/// The fault among the parts, if there is one; an undefined part wins.
pub(super) fn poison(parts: impl Iterator<Item = Expr>) -> Option<Expr> {
    let mut found = None;
    for e in parts.filter(|e| e.fault().is_some()) {
        if e == Expr::undefined() || found.is_none() {
            found = Some(e);
        }
    }
    found
}

impl From<i64> for Expr {
    fn from(n: i64) -> Self {
        Self::number(n.into())
    }
}

impl From<Rational> for Expr {
    fn from(r: Rational) -> Self {
        Self::number(r)
    }
}

impl Add for Expr {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        sum(vec![(Rational::ONE, self), (Rational::ONE, o)])
    }
}

impl Sub for Expr {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        sum(vec![(Rational::ONE, self), (Rational::MINUS_ONE, o)])
    }
}

impl Mul for Expr {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        product(vec![(self, Rational::ONE), (o, Rational::ONE)])
    }
}

impl Div for Expr {
    type Output = Self;
    fn div(self, o: Self) -> Self {
        product(vec![(self, Rational::ONE), (o, Rational::MINUS_ONE)])
    }
}

impl Neg for Expr {
    type Output = Self;
    fn neg(self) -> Self {
        self.scale(&Rational::MINUS_ONE)
    }
}

impl std::iter::Sum for Expr {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        Self::sum(iter)
    }
}

/// The number of entries in this thread's pool: nodes and their children.
#[must_use]
pub fn pool_size() -> usize {
    pool::with(|pool| pool.entries())
}

impl fmt::Debug for Expr {
    /// Numbers and symbols as they are, the rest by handle: as a tree a graph may be
    /// exponentially large.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.node() {
            Node::Number(r) => write!(f, "{r}"),
            Node::Symbol(s) => write!(f, "{}", s.spelling()),
            _ => write!(f, "#{}", self.0),
        }
    }
}
