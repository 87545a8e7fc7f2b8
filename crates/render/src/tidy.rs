//! Numbers and signs of bracketed sums, pulled out in front.
//!
//! ```text
//! m (2 a + 2 b)  =  2 m (a + b)                                (1)
//! z (−x − y)     = −z (x + y)                                  (2)
//! −z (x − y)     =  z (y − x)                                  (3)
//! ```
//!
//! Each holds for integer powers of the bracket too, (3) for odd ones. Nothing is expanded,
//! factored or cancelled. Brackets are tidied from the inside, so that a number reaches the front
//! through any number of them.

use alembert_algebra::{Expr, Integer, Node, Rational, apply, postorder, product, sum};
use rustc_hash::FxHashMap;

/// Powers of a content beyond this are not computed.
const LARGEST_EXPONENT: i64 = 16;

/// A product before it is put together: its number and its powers.
type Factors = (Rational, Vec<(Expr, Rational)>);

/// An expression of the same value with (1), (2) and (3) applied everywhere.
pub(crate) fn tidy(e: Expr) -> Expr {
    let mut done: FxHashMap<Expr, Expr> = FxHashMap::default();
    for a in postorder(&[e]) {
        let tidied = match a.node() {
            Node::Number(_) | Node::Symbol(_) => a,
            Node::Apply(f, arguments) => {
                apply(f, &arguments.iter().map(|x| done[x]).collect::<Vec<_>>())
            }
            Node::Product(powers) => {
                put_together(primitive(powers.iter().map(|(b, k)| (done[b], k.clone())).collect()))
            }
            Node::Sum(terms) => {
                let term = |(c, e): &(Rational, Expr)| (Rational::ONE, scaled(c, done[e]));
                sum(terms.iter().map(term).collect())
            }
        };
        done.insert(a, tidied);
    }
    done[&e]
}

/// The number and the powers, with the contents of sums in the number.
fn primitive(mut powers: Vec<(Expr, Rational)>) -> Factors {
    let mut coefficient = Rational::ONE;
    for (base, k) in &mut powers {
        let Some((content, primitive)) = content(*base) else { continue };
        let Some(factor) = small_power(&content, k) else { continue };
        *base = primitive;
        coefficient = &coefficient * &factor; // (1), (2)
    }
    (coefficient, powers)
}

/// `c · e` for an expression that is tidy itself.
fn scaled(c: &Rational, e: Expr) -> Expr {
    match e.node() {
        Node::Product(powers) => put_together((c.clone(), powers.to_vec())),
        Node::Sum(terms) if terms.len() == 1 => scaled(&(c * &terms[0].0), terms[0].1),
        _ => e.scale(c),
    }
}

/// The product, its sign in a bracket that has one.
fn put_together((coefficient, mut powers): Factors) -> Expr {
    let odd = |k: &Rational| k.is_integer() && k.numer().modulo(2) == 1;
    let bracket = powers.iter_mut().find(|(e, k)| odd(k) && has_both_signs(*e));
    match bracket {
        Some((base, _)) if coefficient.is_negative() => {
            *base = -*base;
            product(powers).scale(&-&coefficient) // (3)
        }
        _ => product(powers).scale(&coefficient),
    }
}

fn small_power(content: &Rational, k: &Rational) -> Option<Rational> {
    let k = k.to_i64().filter(|k| k.abs() <= LARGEST_EXPONENT)?;
    content.pow(i32::try_from(k).ok()?)
}

/// The common factor of the coefficients of a sum, negative if all of them are, and the rest;
/// `None` if there is nothing to pull out.
fn content(e: Expr) -> Option<(Rational, Expr)> {
    let Node::Sum(terms) = e.node() else { return None };
    let mut coefficients = terms.iter().map(|t| &t.0);
    let first = coefficients.next().filter(|_| terms.len() > 1)?.abs();
    let common = coefficients.fold(first, |a, b| gcd(&a, b));
    let all_negative = terms.iter().all(|t| t.0.is_negative());
    let content = if all_negative { -&common } else { common };
    if content.is_one() {
        return None;
    }
    Some((content.clone(), e.scale(&content.recip()?)))
}

/// The greatest number of which both are integer multiples.
fn gcd(a: &Rational, b: &Rational) -> Rational {
    let (p, q) = (a.numer() * b.denom(), b.numer() * a.denom());
    let common: Integer = p.gcd(&q);
    Rational::new(common, a.denom() * b.denom()).expect("denominators are not zero")
}

fn has_both_signs(e: Expr) -> bool {
    let Node::Sum(terms) = e.node() else { return false };
    terms.iter().any(|t| t.0.is_negative()) && terms.iter().any(|t| !t.0.is_negative())
}
