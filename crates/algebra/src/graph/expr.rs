//! Expressions: handles to interned nodes, and the operations that build them.
//!
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
const LONGEST_NUMBER: u64 = 1 << 16;

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
        pool::with(|pool| pool.intern(Node::Symbol(Symbol { name: name.into(), order, kind })))
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

fn order(pool: &Pool, a: Expr, b: Expr) -> Ordering {
    if a == b {
        return Ordering::Equal;
    }
    pool.key(a).cmp(&pool.key(b)).then_with(|| order_of_nodes(pool, pool.node(a), pool.node(b)))
}

/// Reached only when two different expressions have the same 64-bit key.
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

/// The linear combination `Σ coefficient · term`, flattened, sorted, collected.
#[must_use]
pub fn sum(parts: Vec<(Rational, Expr)>) -> Expr {
    pool::with(|pool| sum_in(pool, parts))
}

/// [`sum`] for work that has the pool at hand.
pub(super) fn sum_in(pool: &mut Pool, parts: Vec<(Rational, Expr)>) -> Expr {
    if let Some(fault) = poison(parts.iter().map(|t| t.1)) {
        return fault;
    }
    if let [(c, e)] = parts.as_slice()
        && c.is_one()
    {
        return *e;
    }
    let mut terms = flat_terms(pool, parts);
    terms.sort_unstable_by(|a, b| order(pool, a.1, b.1));
    terms.dedup_by(|next, last| {
        let equal = next.1 == last.1;
        if equal {
            last.0 = &last.0 + &next.0;
        }
        equal
    });
    terms.retain(|t| !t.0.is_zero());
    intern_sum(pool, &terms)
}

/// The same linear combination without sums and numbers among its terms.
fn flat_terms(pool: &Pool, parts: Vec<(Rational, Expr)>) -> Vec<(Rational, Expr)> {
    let opens = |e: Expr| matches!(pool.node(e), Node::Number(_) | Node::Sum(_));
    if !parts.iter().any(|t| opens(t.1)) {
        return parts;
    }
    let mut terms = Vec::with_capacity(2 * parts.len());
    for (c, e) in parts {
        match pool.node(e) {
            Node::Number(r) => terms.push((times(&c, r), Expr::one())),
            Node::Sum(inner) => terms.extend(inner.iter().map(|(d, e)| (times(&c, d), *e))),
            _ => terms.push((c, e)),
        }
    }
    terms
}

/// `a b`, at once when one of them is one, as most coefficients are.
fn times(a: &Rational, b: &Rational) -> Rational {
    match (a.is_one(), b.is_one()) {
        (true, _) => b.clone(),
        (_, true) => a.clone(),
        _ => a * b,
    }
}

fn intern_sum(pool: &mut Pool, terms: &[(Rational, Expr)]) -> Expr {
    if terms.iter().any(|t| t.0.bits() > LONGEST_NUMBER) {
        return Expr::overflow();
    }
    match terms {
        [] => Expr::zero(),
        [(c, e)] if *e == Expr::one() => pool.intern(Node::Number(c.clone())),
        [(c, e)] if c.is_one() => *e,
        _ => pool.intern_sum(terms),
    }
}

/// The product `Π base^exponent`, flattened, sorted, collected; numbers are pulled out.
#[must_use]
pub fn product(parts: Vec<(Expr, Rational)>) -> Expr {
    pool::with(|pool| product_in(pool, parts))
}

/// [`product`] for work that has the pool at hand.
pub(super) fn product_in(pool: &mut Pool, parts: Vec<(Expr, Rational)>) -> Expr {
    if let Some(fault) = poison(parts.iter().map(|t| t.0)) {
        return fault;
    }
    let Factors { coefficient, powers } = match Factors::of(pool, parts) {
        Ok(factors) => factors,
        Err(fault) => return fault,
    };
    if coefficient.is_zero() {
        return Expr::zero();
    }
    let power = match powers.as_slice() {
        [] => Expr::one(),
        [(e, k)] if k.is_one() => *e,
        _ => pool.intern_product(&powers),
    };
    if coefficient.is_one() { power } else { sum_in(pool, vec![(coefficient, power)]) }
}

/// A number and the powers beside it.
struct Factors {
    coefficient: Rational,
    powers: Vec<(Expr, Rational)>,
}

impl Factors {
    /// Equal bases are put together; a positive and a negative exponent stay apart unless the
    /// base cannot be zero. Putting exponents together can free a number or a product from its
    /// root (`√2·√2`), so this repeats until nothing changes.
    fn of(pool: &Pool, parts: Vec<(Expr, Rational)>) -> Result<Self, Expr> {
        let mut factors = Self { coefficient: Rational::ONE, powers: parts };
        loop {
            factors.open(pool)?;
            factors.merge(pool);
            if !factors.any_opens(pool) {
                return Ok(factors);
            }
        }
    }

    fn any_opens(&self, pool: &Pool) -> bool {
        self.powers.iter().any(|(e, k)| opens(pool, *e, k))
    }

    /// Pushes every power again, if there is one that opens.
    fn open(&mut self, pool: &Pool) -> Result<(), Expr> {
        if !self.any_opens(pool) {
            return Ok(());
        }
        let capacity = 2 * self.powers.len();
        let powers = std::mem::replace(&mut self.powers, Vec::with_capacity(capacity));
        powers.into_iter().try_for_each(|(e, k)| self.push(pool, e, k))
    }

    fn push(&mut self, pool: &Pool, e: Expr, k: Rational) -> Result<(), Expr> {
        if k.is_zero() {
            return Ok(());
        }
        match pool.node(e) {
            Node::Number(r) => self.push_number(e, r, k)?,
            Node::Product(inner) if k.is_integer() => {
                self.powers.extend(inner.iter().map(|(e, j)| (*e, times(j, &k))));
            }
            Node::Sum(terms) if terms.len() == 1 && k.is_integer() => {
                let (c, e) = &terms[0];
                self.multiply(&number_power(c, &k)?);
                self.push(pool, *e, k)?;
            }
            _ => self.powers.push((e, k)),
        }
        Ok(())
    }

    fn push_number(&mut self, e: Expr, r: &Rational, k: Rational) -> Result<(), Expr> {
        if r.is_zero() && !k.is_negative() {
            self.coefficient = Rational::ZERO;
        } else if k.is_integer() || r.is_zero() {
            self.multiply(&number_power(r, &k)?);
        } else if let Some(root) = exact_root(r, &k) {
            self.multiply(&root?);
        } else {
            self.powers.push((e, k));
        }
        Ok(())
    }

    fn multiply(&mut self, c: &Rational) {
        self.coefficient = times(&self.coefficient, c);
    }

    /// Sorts the powers and puts equal bases together as far as allowed.
    fn merge(&mut self, pool: &Pool) {
        self.powers.sort_unstable_by(|a, b| {
            order(pool, a.0, b.0).then_with(|| a.1.is_negative().cmp(&b.1.is_negative()))
        });
        self.powers.dedup_by(|next, last| {
            let equal = next.0 == last.0
                && (next.1.is_negative() == last.1.is_negative() || nonzero(pool, next.0));
            if equal {
                last.1 = &last.1 + &next.1;
            }
            equal
        });
        self.powers.retain(|f| !f.1.is_zero());
    }
}

/// Is `e^k` a number or a product of other powers?
fn opens(pool: &Pool, e: Expr, k: &Rational) -> bool {
    match pool.node(e) {
        Node::Number(r) => k.is_integer() || r.is_zero() || exact_root(r, k).is_some(),
        Node::Product(_) => k.is_integer(),
        Node::Sum(terms) => terms.len() == 1 && k.is_integer(),
        Node::Symbol(_) | Node::Apply(..) => false,
    }
}

/// Can the base not be zero? Numbers in a product are not, nor are positive parameters.
fn nonzero(pool: &Pool, e: Expr) -> bool {
    match pool.node(e) {
        Node::Number(_) => true,
        Node::Symbol(s) => matches!(s.kind, Kind::Parameter { positive: true } | Kind::Pi),
        _ => false,
    }
}

/// `r^k` for an integer `k`, or the fault.
fn number_power(r: &Rational, k: &Rational) -> Result<Rational, Expr> {
    if r.is_zero() && k.is_negative() {
        return Err(Expr::undefined());
    }
    if r.is_one() || r.is_zero() {
        return Ok(r.clone());
    }
    let small = k.to_i64().and_then(|k| i32::try_from(k).ok());
    match small {
        Some(k) if r.bits().saturating_mul(u64::from(k.unsigned_abs())) <= LONGEST_NUMBER => {
            r.pow(k).ok_or(Expr::undefined())
        }
        _ if *r == Rational::MINUS_ONE => Ok(parity_sign(k)),
        _ => Err(Expr::overflow()),
    }
}

fn parity_sign(k: &Rational) -> Rational {
    if k.numer().modulo(2) == 0 { Rational::ONE } else { Rational::MINUS_ONE }
}

/// `r^(n/2)` when `r` is the square of a rational.
fn exact_root(r: &Rational, k: &Rational) -> Option<Result<Rational, Expr>> {
    if k.denom().to_i64() != Some(2) {
        return None;
    }
    let root = Rational::new(r.numer().sqrt_exact()?, r.denom().sqrt_exact()?)?;
    Some(number_power(&root, &k.numer().clone().into()))
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
fn poison(parts: impl Iterator<Item = Expr>) -> Option<Expr> {
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
