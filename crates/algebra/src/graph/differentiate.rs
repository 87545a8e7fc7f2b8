//! Partial and total derivatives, memoised by (node, variable) so that sharing is kept.
//!
//! ```text
//! ∂(Σ c u)/∂x = Σ c ∂u/∂x                                      (1)
//! ∂(Π uᵏ)/∂x  = Σ k uᵏ⁻¹ (Π others) ∂u/∂x                      (2)
//! ∂f(u, …)/∂x = Σ ∂f/∂u ∂u/∂x                                  (3)
//! d/dt: q⁽ᵏ⁾ → q⁽ᵏ⁺¹⁾, t → 1, parameters → 0, by (1)–(3)       (4)
//! ```

use super::expr::{Expr, product, sum};
use super::node::Node;
use super::pool;
use super::symbol::{Kind, Symbol};
use super::walk::{may_contain, postorder};
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
    let known = |a: Expr| {
        if may_contain(a, x) {
            pool::with(|pool| pool.partials.get(&(a, x)).copied())
        } else {
            Some(Expr::zero())
        }
    };
    let mut stack = vec![e];
    while let Some(&a) = stack.last() {
        if known(a).is_some() {
            stack.pop();
            continue;
        }
        let node = a.node();
        let open: Vec<Expr> = node.children().filter(|&c| known(c).is_none()).collect();
        if open.is_empty() {
            let derivative = match &node {
                Node::Symbol(s) => partial_of_symbol(a, s, x),
                _ => chain(&node, |c| known(c).expect("children are done before parents")),
            };
            pool::with(|pool| pool.partials.insert((a, x), derivative));
            stack.pop();
        } else {
            stack.extend(open);
        }
    }
    known(e).expect("the loop ends when the root is known")
}

fn partial_of_symbol(a: Expr, symbol: &Symbol, x: Expr) -> Expr {
    match symbol.kind {
        Kind::Overflow | Kind::Undefined => a,
        _ => Expr::from(i64::from(a == x)),
    }
}

/// The total time derivative `de/dt`, equation (4).
#[must_use]
pub fn rate(e: Expr) -> Expr {
    let known = |a: Expr| pool::with(|pool| pool.rates.get(&a).copied());
    if let Some(done) = known(e) {
        return done;
    }
    for a in postorder(&[e]) {
        if known(a).is_none() {
            let derivative = match &a.node() {
                Node::Symbol(s) => rate_of_symbol(a, s), // (4)
                node => chain(node, |c| known(c).expect("children come before parents")),
            };
            pool::with(|pool| pool.rates.insert(a, derivative));
        }
    }
    known(e).expect("the root is the last of its postorder")
}

fn rate_of_symbol(a: Expr, symbol: &Symbol) -> Expr {
    match symbol.kind {
        Kind::Time => Expr::one(),
        Kind::Overflow | Kind::Undefined => a,
        kind if kind.has_jets() => Expr::symbol(&symbol.name, kind, symbol.order + 1),
        _ => Expr::zero(),
    }
}

/// The chain rule for one node, given the derivatives of its children.
fn chain(node: &Node, derivative: impl Fn(Expr) -> Expr) -> Expr {
    match node {
        Node::Number(_) | Node::Symbol(_) => Expr::zero(),
        Node::Sum(terms) => {
            sum(terms.iter().map(|(c, u)| (c.clone(), derivative(*u))).collect()) // (1)
        }
        Node::Product(powers) => {
            let terms = (0..powers.len()).filter_map(|i| {
                let (u, k) = &powers[i];
                let slope = derivative(*u);
                (slope != Expr::zero()).then(|| {
                    let mut others = powers.to_vec();
                    others[i].1 = k - &Rational::ONE;
                    others.push((slope, Rational::ONE));
                    (k.clone(), product(others)) // (2)
                })
            });
            sum(terms.collect())
        }
        Node::Apply(f, arguments) => {
            let terms = (0..arguments.len()).filter_map(|i| {
                let slope = derivative(arguments[i]);
                (slope != Expr::zero()).then(|| f.slope(arguments, i) * slope) // (3)
            });
            Expr::sum(terms)
        }
    }
}

/// The derivatives of `e` by each symbol of `x`.
#[must_use]
pub fn gradient(e: Expr, x: &[Expr]) -> crate::Vector {
    x.iter().map(|&xi| partial(e, xi)).collect()
}

/// The matrix `∂yᵢ/∂xⱼ`.
#[must_use]
pub fn jacobian(y: &[Expr], x: &[Expr]) -> crate::Matrix {
    crate::Matrix::from_rows(y.iter().map(|&yi| gradient(yi, x)).collect(), x.len())
}
