//! Building sums: numbers are folded, sums inside sums opened, equal terms collected.

use super::expr::{Expr, LONGEST_NUMBER, order, poison};
use super::node::Node;
use super::pool::{self, Pool};
use crate::Rational;

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
pub(super) fn times(a: &Rational, b: &Rational) -> Rational {
    match (a.is_one(), b.is_one()) {
        (true, _) => b.clone(),
        (_, true) => a.clone(),
        _ => a * b,
    }
}

/// The sum of terms that are flat, sorted and collected.
pub(super) fn intern_sum(pool: &mut Pool, terms: &[(Rational, Expr)]) -> Expr {
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
