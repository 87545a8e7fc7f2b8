//! Partial and total derivatives, memoised by (node, variable) so that sharing is kept.
//!
//! ```text
//! ∂(Σ c u)/∂x = Σ c ∂u/∂x                                      (1)
//! ∂(Π uᵏ)/∂x  = Σ k uᵏ⁻¹ (Π others) ∂u/∂x                      (2)
//! ∂f(u, …)/∂x = Σ ∂f/∂u ∂u/∂x                                  (3)
//! d/dt: q⁽ᵏ⁾ → q⁽ᵏ⁺¹⁾, t → 1, parameters → 0, by (1)–(3)       (4)
//! d/dt without q⁽ⁿ⁾: the same with q⁽ⁿ⁻¹⁾ → 0                  (5)
//! ```
//!
//! Symbols that move by a law (`flow`) have their rates among the known ones from the beginning.

use super::expr::Expr;
use super::function::Function;
use super::node::Node;
use super::pool::{self, Pool};
use super::product::product_in;
use super::sum::sum_in;
use super::symbol::{Kind, Symbol};
use crate::Rational;

/// `∂e/∂x` for a symbol `x`.
///
/// ```
/// use alembert_algebra::{Elementary, Expr, Kind, apply, partial};
/// let x = Expr::symbol("x", Kind::Coordinate, 0);
/// let (sine, cosine) = (apply(Elementary::Sin, &[x]), apply(Elementary::Cos, &[x]));
/// assert_eq!(partial(x * sine, x), sine + x * cosine);
/// ```
#[must_use]
pub fn partial(e: Expr, x: Expr) -> Expr {
    derivative(e, By::Symbol(x))
}

/// The total time derivative `de/dt`, equation (4).
#[must_use]
pub fn rate(e: Expr) -> Expr {
    derivative(e, By::Time)
}

/// The total time derivative without its part with derivatives of coordinates of this order,
/// equation (5): `de/dt` where these vanish, if `e` contains none of them.
///
/// ```
/// use alembert_algebra::{Expr, Kind, rate_below};
/// let [x, v, a] = [0, 1, 2].map(|order| Expr::symbol("x", Kind::Coordinate, order));
/// assert_eq!(rate_below(x * v, 2), v * v); // and not v v + x a
/// assert_eq!(rate_below(x * v, 3), v * v + x * a);
/// ```
#[must_use]
pub fn rate_below(e: Expr, order: u32) -> Expr {
    derivative(e, By::TimeBelow(order))
}

/// What an expression is differentiated by.
#[derive(Clone, Copy)]
enum By {
    Symbol(Expr),
    Time,
    TimeBelow(u32),
}

impl By {
    /// The derivative of `a`, if it was computed before or is zero at first sight.
    fn known(self, pool: &Pool, a: Expr) -> Option<Expr> {
        match self {
            Self::Symbol(x) if !pool.may_contain(a, x) => Some(Expr::zero()),
            Self::Symbol(x) => pool.partials.get(&(a, x)).copied(),
            Self::Time => pool.rates.get(&a).copied(),
            Self::TimeBelow(order) => pool.rates_below.get(&(a, order)).copied(),
        }
    }

    fn record(self, pool: &mut Pool, a: Expr, derivative: Expr) {
        match self {
            Self::Symbol(x) => pool.partials.insert((a, x), derivative),
            Self::Time => pool.rates.insert(a, derivative),
            Self::TimeBelow(order) => pool.rates_below.insert((a, order), derivative),
        };
    }

    /// The derivative of a child of the node at hand.
    fn slope(self, pool: &Pool, child: Expr) -> Expr {
        self.known(pool, child).expect("children are done before parents")
    }

    fn of_symbol(self, a: Expr, symbol: &Symbol) -> Expr {
        match (self, symbol.kind) {
            (_, Kind::Overflow | Kind::Undefined) => a,
            (Self::Symbol(x), _) => Expr::from(i64::from(a == x)),
            (Self::TimeBelow(order), Kind::Coordinate) if symbol.order + 1 == order => {
                Expr::zero() // (5)
            }
            // A symbol that moves by a law has its rate already, or no law.
            (_, Kind::Flow(_)) => {
                pool::with(|pool| pool.rates.get(&a).copied()).unwrap_or_else(Expr::undefined)
            }
            (_, Kind::Time) => Expr::one(), // (4)
            (_, kind) if kind.has_jets() => Expr::symbol(&symbol.name, kind, symbol.order + 1),
            _ => Expr::zero(),
        }
    }
}

fn derivative(e: Expr, by: By) -> Expr {
    let open = pool::with(|pool| pool.unknown(&[e], |pool, a| by.known(pool, a).is_some()));
    for a in open {
        // Sums and products, which are most, are done with the pool in hand.
        let other = pool::with(|pool| {
            let slope = match pool.node(a).clone() {
                Node::Number(_) => Expr::zero(),
                Node::Sum(terms) => of_sum(pool, &terms, by),
                Node::Product(powers) => of_product(pool, &powers, by),
                other @ (Node::Symbol(_) | Node::Apply(..)) => return Some(other),
            };
            by.record(pool, a, slope);
            None
        });
        let slope = match other {
            Some(Node::Symbol(symbol)) => by.of_symbol(a, &symbol),
            Some(Node::Apply(f, arguments)) => of_application(&f, &arguments, by),
            _ => continue,
        };
        pool::with(|pool| by.record(pool, a, slope));
    }
    pool::with(|pool| by.known(pool, e)).expect("the root was known or is the last of the open")
}

fn of_sum(pool: &mut Pool, terms: &[(Rational, Expr)], by: By) -> Expr {
    let slopes = terms.iter().map(|(c, u)| (c, by.slope(pool, *u)));
    let rest = slopes.filter(|t| t.1 != Expr::zero()).map(|(c, slope)| (c.clone(), slope));
    let terms = rest.collect();
    sum_in(pool, terms) // (1)
}

fn of_product(pool: &mut Pool, powers: &[(Expr, Rational)], by: By) -> Expr {
    let mut terms = Vec::with_capacity(powers.len());
    for (i, (u, k)) in powers.iter().enumerate() {
        let slope = by.slope(pool, *u);
        if slope != Expr::zero() {
            let mut factors = Vec::with_capacity(powers.len() + 1);
            factors.extend_from_slice(powers);
            factors[i] = (slope, Rational::ONE);
            if !k.is_one() {
                factors.push((*u, k - &Rational::ONE));
            }
            terms.push((k.clone(), product_in(pool, factors))); // (2)
        }
    }
    sum_in(pool, terms)
}

fn of_application(f: &Function, arguments: &[Expr], by: By) -> Expr {
    let terms = arguments.iter().enumerate().filter_map(|(i, &u)| {
        let slope = pool::with(|pool| by.slope(pool, u));
        (slope != Expr::zero()).then(|| f.slope(arguments, i) * slope) // (3)
    });
    Expr::sum(terms)
}

/// The derivatives of `e` by each symbol of `x`. Of a symbol that does not occur nothing is asked: in a large
/// system these are most.
#[must_use]
pub fn gradient(e: Expr, x: &[Expr]) -> crate::Vector {
    if e.fault().is_some() {
        return x.iter().map(|&xi| partial(e, xi)).collect();
    }
    let occurs = pool::with(|pool| pool.occurring(e, x));
    let slope = |(&xi, occurs)| if occurs { partial(e, xi) } else { Expr::zero() };
    x.iter().zip(occurs).map(slope).collect()
}

/// The matrix `∂yᵢ/∂xⱼ`.
#[must_use]
pub fn jacobian(y: &[Expr], x: &[Expr]) -> crate::Matrix {
    crate::Matrix::from_rows(y.iter().map(|&yi| gradient(yi, x)).collect(), x.len())
}
